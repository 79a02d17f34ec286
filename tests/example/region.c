/* A small program that uses libspinscope: region [METHOD [W]] prints a stability region as letters,
 * '#' stable, '.' unstable, 'o' on the boundary. */
#include <field/point.h>
#include <method/catalogue.h>
#include <stability/phi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : "radau-iia:2";
    double w = count > 2 ? atof(arguments[2]) : 0, c[256];
    catalogue *all = NULL; /* "": the families only, no files */
    method *m = NULL;
    phi *p = NULL;
    message why;
    status s = catalogue_create("", &all, &why);
    s = s == STATUS_OK ? catalogue_open(all, name, &m, &why) : s;
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, &p, &why) : s;
    s = s == STATUS_OK ? phi_slice_numbers(p, w, c, &why) : s;
    if (s == STATUS_OK) {
        slice at_w = {
            .degree = phi_describe(p)->degree, .degree_z = phi_describe(p)->degree_z, .c = c};
        printf("%s at w = %g: growth %.6g at z = -1, %.6g at z = 2i\n", phi_describe(p)->title, w,
               point_evaluate(&at_w, -1).growth, point_evaluate(&at_w, 2 * I).growth);
        for (int i = 0; i < 17 * 41; i++) {
            double x = 0.4 * (i % 41 - 20), y = 0.8 * (8 - i / 41);
            verdict v = point_evaluate(&at_w, x + I * y).verdict;
            printf("%c%s",
                   v == VERDICT_STABLE     ? '#'
                   : v == VERDICT_BOUNDARY ? 'o'
                                           : '.',
                   i % 41 == 40 ? "\n" : "");
        }
    } else {
        fprintf(stderr, "%s\n", why.text);
    }
    phi_destroy(p);
    method_destroy(m);
    catalogue_destroy(all);
    return (int)s;
}
