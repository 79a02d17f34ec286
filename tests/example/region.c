/* Uses libspinscope: region [METHOD [W]] prints a stability region as letters, '#' for stable. */
#include <field/point.h>
#include <method/catalogue.h>
#include <stability/phi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : "radau-iia:2";
    double w = count > 2 ? atof(arguments[2]) : 0;
    catalogue *all = NULL; /* "": the families only, no files */
    method *m = NULL;
    phi *p = NULL;
    slice at_w = {0};
    message why;
    status s = catalogue_create("", &all, &why);
    s = s == STATUS_OK ? catalogue_open(all, name, &m, &why) : s;
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, &p, &why) : s;
    s = s == STATUS_OK ? slice_take(&at_w, p, w, false, &why) : s;
    for (int i = 0; s == STATUS_OK && i < 17 * 41; i++) {
        double complex z = 0.4 * (i % 41 - 20) + 0.8 * I * (8 - i / 41);
        printf("%s%s", point_evaluate(&at_w, z).verdict == VERDICT_STABLE ? "#" : ".",
               i % 41 == 40 ? "\n" : "");
    }
    if (s != STATUS_OK) {
        fprintf(stderr, "%s\n", why.text);
    }
    slice_clear(&at_w);
    phi_destroy(p);
    method_destroy(m);
    catalogue_destroy(all);
    return (int)s;
}
