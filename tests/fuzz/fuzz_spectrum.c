/* Spectrum files, and the largest step of two methods for what they hold. */
#include <math.h>
#include <stdlib.h>

#include "field/spectrum.h"
#include "fuzz.h"
#include "method/catalogue.h"
#include "stability/largest_h.h"

enum { METHODS = 2, MOST_MODES = 6 };

static phi *compiled(const char *name)
{
    catalogue *c = NULL;
    method *m = NULL;
    phi *p = NULL;
    message why;
    bool good = catalogue_create(SPINSCOPE_ASSETS, &c, &why) == STATUS_OK &&
                catalogue_open(c, name, &m, &why) == STATUS_OK &&
                phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK;
    HOLDS(good);
    method_destroy(m);
    catalogue_destroy(c);
    return p;
}

static void find_steps(const phi *p, const spectrum *values, double omega)
{
    spin_mode modes[MOST_MODES];
    int count = values->count < MOST_MODES ? values->count : MOST_MODES;
    largest_h found = {0};
    message why = {""};
    for (int i = 0; i < count; i++) {
        modes[i] = (spin_mode){.lambda = values->values[i], .omega = omega};
    }
    status s = largest_h_find(p, modes, count, &found, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        HOLDS(found.h >= 0);
        for (int i = 0; i < found.window_count; i++) {
            HOLDS(found.list[i].from >= 0 && found.list[i].from <= found.list[i].to);
        }
    }
    largest_h_clear(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[METHODS] = {"radau-iia:2", "bdf:3"};
    static phi *phis[METHODS];
    message why = {""};
    spectrum values = {0};
    char *words = fuzz_words(data, size);
    status s = spectrum_parse("a.csv", words, size, &values, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(values.values == NULL);
    }
    for (int i = 0; i < values.count; i++) {
        HOLDS(isfinite(creal(values.values[i])) && isfinite(cimag(values.values[i])));
    }
    for (int i = 0; i < METHODS && s == STATUS_OK; i++) {
        phis[i] = phis[i] == NULL ? compiled(names[i]) : phis[i];
        find_steps(phis[i], &values, size % 2 == 0 ? 0 : values.count * 0.75);
    }
    spectrum_clear(&values);
    free(words);
    return 0;
}
