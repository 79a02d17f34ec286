/* The two other ways to a spin range, which are for methods that the exact one is too slow for or
 * cannot do: they must find what the exact one finds. */
#include "stability/spin_scan.h"

#include <math.h>

#include "method/catalogue.h"
#include "stability/spin_decide.h"
#include "support/support.h"

static message why;

static const char *const names[] = {"implicit-euler", "radau-iia:3",     "gauss:3", "trapezoidal",
                                    "lobatto-iiia:4", "gauss-lobatto:2", "bdf:3",   "bdf:5"};

enum { COUNT = sizeof names / sizeof names[0] };

static phi *p;

static spin_define *definition(bool on_axis)
{
    return on_axis ? spin_conditions_negative_axis : spin_conditions_a_stable;
}

/* p becomes Phi, for the caller to destroy. */
static status open_conditions(const char *name, bool on_axis, method **m, spin_conditions *out)
{
    catalogue *all = NULL;
    status s = catalogue_create(SPINSCOPE_ASSETS, &all, &why);
    s = s == STATUS_OK ? catalogue_open(all, name, m, &why) : s;
    s = s == STATUS_OK ? phi_compile(*m, MOTION_SHEAR, &p, &why) : s;
    if (s == STATUS_OK) {
        spin_source source;
        spin_source_init(&source, p, 0);
        definition(on_axis)(&source, out);
        spin_source_clear(&source);
    }
    catalogue_destroy(all);
    return s;
}

/* These have no isolated points, which samples do not see. */
TEST samples_find_the_exact_ends(void)
{
    for (int i = 0; i < 2 * COUNT; i++) {
        static spin_range exact, found;
        const char *name = names[i / 2];
        bool on_axis = i % 2 == 1;
        method *m = NULL;
        spin_conditions c;
        ASSERT_OK(open_conditions(name, on_axis, &m, &c), name, why);
        found = (spin_range){0};
        ASSERT_OK(spin_scan(p, definition(on_axis), 0, &c, &found, &why), name, why);
        ASSERT_OK((on_axis ? spin_range_negative_axis : spin_range_a_stable)(m, &exact, &why), name,
                  why);
        ASSERT_EQm(name, exact.count, found.count);
        for (int n = 0; n < exact.count; n++) {
            const double ends[2][2] = {
                {exact.intervals[n].from.value, found.intervals[n].from.value},
                {exact.intervals[n].to.value, found.intervals[n].to.value}};
            for (int k = 0; k < 2; k++) {
                if (isinf(ends[k][0])) {
                    ASSERT_EQm(name, ends[k][0], ends[k][1]);
                } else {
                    ASSERT_NEAR(ends[k][0], ends[k][1], 1e-12, 1e-13);
                }
            }
        }
        spin_conditions_clear(&c);
        phi_destroy(p);
        method_destroy(m);
    }
    PASS();
}

/* At random fractions, which are no ends. */
TEST quadruple_precision_decides_as_exact_arithmetic_does(void)
{
    int seen[2] = {0};
    for (int i = 0; i < 2 * COUNT; i++) {
        const char *name = names[i / 2];
        method *m = NULL;
        spin_conditions c;
        ASSERT_OK(open_conditions(name, i % 2 == 1, &m, &c), name, why);
        for (int n = 0; n < 60; n++) {
            mpq_t value;
            real_root w;
            mpq_init(value);
            real_root_init(&w);
            mpq_set_d(value, random_between(-3, 3));
            real_root_set_rational(&w, value);
            bool roughly = spin_decide_roughly(&c, &w);
            ASSERT_EQm(support_say("%s at %.17g", name, mpq_get_d(value)),
                       spin_decide(&c, &w) == DECIDED_YES, roughly);
            /* What is proved unstable is not stable. */
            ASSERT(!roughly || !spin_refute(&c, &w));
            seen[roughly]++;
            real_root_clear(&w);
            mpq_clear(value);
        }
        spin_conditions_clear(&c);
        phi_destroy(p);
        method_destroy(m);
    }
    ASSERT(seen[0] > 100 && seen[1] > 100);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(samples_find_the_exact_ends);
    RUN_TEST(quadruple_precision_decides_as_exact_arithmetic_does);
    GREATEST_MAIN_END();
}
