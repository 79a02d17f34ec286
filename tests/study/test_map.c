/* Maps: axes, and that every cell is the run at its middle. */
#include "study/map.h"

#include <math.h>
#include <string.h>

#include "study/study.h"

static message why;

static bool set_up(lab_map *m, const catalogue *all, const char *const names[2],
                   const double ranges[4], lab_method *by)
{
    lab_setup_begin(systems_find("pendulum"), &m->base);
    m->base.t1 = 0.5;
    m->formulation_count = 1;
    for (int k = 0; k < 2; k++) {
        map_axis *a = &m->axes[k];
        if (map_axis_find(names[k], &m->base, a, &why) != STATUS_OK) {
            return false;
        }
        a->low = ranges[2 * k];
        a->high = ranges[2 * k + 1];
        a->is_log = a->low > 0;
        a->count = 2 + k;
    }
    return formulation_read("baumgarte", &m->formulations[0], &why) == STATUS_OK &&
           (map_begin_steps(m), lab_setup_method(&m->base, all, "dopri5", by, &why)) == STATUS_OK;
}

TEST cells_are_runs_at_their_middles(void)
{
    static const char *const names[] = {"tol", "gamma"};
    static const double ranges[] = {1e-6, 1e-2, 1, 100};
    catalogue *all = NULL;
    lab_method by = {0};
    lab_map m = {.shows = SHOW_ERROR};
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERTm(why.text, set_up(&m, all, names, ranges, &by));
    ASSERT_OK(map_compute(&m, &plain_work, &why), "compute", why);
    ASSERT_EQ(SHOW_ERROR, m.shows);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 2; column++) {
            lab_setup s = m.base;
            truth known;
            outcome o;
            s.formulation = m.formulations[0];
            s.tolerance = pow(10, -5 + 2 * column);
            s.formulation.gamma[0] = pow(10, (row + 0.5) * 2 / 3);
            truth_find(&s, &known);
            outcome_find(&s, &known, &o);
            const map_cell *c = map_cell_at(&m, 0, column, row);
            ASSERT_EQ(CELL_DONE, c->kind);
            ASSERT_NEAR(o.error_p, c->error_p, 0, 1e-6);
            ASSERT_NEAR(fmax(o.error_p, o.error_v), map_cell_value(&m, c), 0, 1e-6);
        }
    }
    map_clear(&m);
    lab_method_clear(&by);
    catalogue_destroy(all);
    PASS();
}

TEST axes_have_usual_ranges_or_none(void)
{
    lab_setup s;
    map_axis a;
    lab_setup_begin(systems_find("pendulum"), &s);
    s.t1 = 10;
    ASSERT_OK(map_axis_find("h", &s, &a, &why), "h", why);
    ASSERT(map_axis_usual(&a, &s) && a.low == 0.01 && a.high == 1);
    ASSERT_OK(map_axis_find("tol", &s, &a, &why), "tol", why);
    ASSERT(map_axis_usual(&a, &s) && a.low == 1e-8 && a.high == 1e-2);
    ASSERT_OK(map_axis_find("x", &s, &a, &why), "x", why);
    ASSERT(map_axis_usual(&a, &s) && a.low == 0.1 && a.high == 10);
    ASSERT_OK(map_axis_find("y", &s, &a, &why), "y", why);
    ASSERT(!map_axis_usual(&a, &s)); /* it is 0 */
    ASSERT_EQ(STATUS_BAD_INPUT, map_axis_find("hnu", &s, &a, &why));
    ASSERT(strstr(why.text, "h, tol, gamma, g, x, y") != NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(cells_are_runs_at_their_middles);
    RUN_TEST(axes_have_usual_ranges_or_none);
    GREATEST_MAIN_END();
}
