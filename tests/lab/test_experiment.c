/* Set-ups as values, and what becomes of starting values that violate the constraints. */
#include "lab/experiment.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

static message why;

TEST every_system_has_a_usual_setup(void)
{
    for (int i = 0; i < systems_count(); i++) {
        lab_setup s;
        lab_setup_begin(systems_at(i), &s);
        ASSERT_STR_EQ(FORMULATION_USUAL, s.formulation.name);
        ASSERT_OK(lab_setup_check(&s, &why), s.entry->name, why);
        ASSERT(s.t1 > 0);
        s.t1 = 0.25;
        ASSERT_OK(lab_setup_check(&s, &why), s.entry->name, why);
        ASSERT(s.t1 == 0.25);
    }
    PASS();
}

TEST a_setup_is_told_by_what_was_given(void)
{
    lab_setup s;
    char words[100], few[12];
    lab_setup_begin(systems_find("pendulum"), &s);
    lab_setup_name(&s, words, sizeof words);
    ASSERT_STR_EQ("pendulum", words);
    s.is_given[1] = s.is_given[2] = true;
    s.values[1] = 0.5;
    s.values[2] = -1;
    lab_setup_name(&s, words, sizeof words);
    ASSERT_STR_EQ("pendulum (x = 0.5, y = -1)", words);
    lab_setup_name(&s, few, sizeof few);
    ASSERT_STR_EQ("pendulum (x", few);
    lab_setup_steps(&s, 0.125, words, sizeof words);
    ASSERT_STR_EQ("h = 0.125", words);
    s.tolerance = 1e-6;
    lab_setup_steps(&s, 0, words, sizeof words);
    ASSERT_STR_EQ("tolerance 1e-06", words);
    s.h = 0.1;
    lab_setup_steps(&s, 0, words, sizeof words);
    ASSERT_STR_EQ("tolerance 1e-06, steps up to 0.1", words);
    PASS();
}

/* A pendulum that starts 0.25 off its circle. */
static bool set_up_off(lab_setup *s, lab_method *m, const catalogue *all, const char *name,
                       start_rule rule)
{
    lab_setup_begin(systems_find("pendulum"), s);
    s->values[system_entry_parameter(s->entry, "y")] = 0.5;
    s->start = rule;
    s->start_name = "the rule";
    return lab_setup_check(s, &why) == STATUS_OK &&
           formulation_read("stabilised-ode:gamma=10", &s->formulation, &why) == STATUS_OK &&
           lab_setup_method(s, all, name, m, &why) == STATUS_OK;
}

TEST a_start_that_is_off_is_moved_refused_or_kept(void)
{
    catalogue *all = NULL;
    lab_setup s;
    lab_method m = {0};
    experiment e;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERTm(why.text, set_up_off(&s, &m, all, "dopri5", START_MOVED));
    ASSERT_OK(experiment_open(&e, &s, &why), "moved", why);
    ASSERT(e.repair.repaired && !e.is_off);
    ASSERT_NEAR(1, hypot(e.p[0], e.p[1]), 1e-12, 0);
    experiment_clear(&e);
    s.start = START_REFUSED;
    ASSERT_EQ(STATUS_BAD_INPUT, experiment_open(&e, &s, &why));
    ASSERT(strstr(why.text, "the rule: the starting values violate g = 0 by 0.25") != NULL);
    experiment_clear(&e);
    s.start = START_KEPT;
    ASSERT_OK(experiment_open(&e, &s, &why), "kept", why);
    ASSERT(e.is_off && e.p[0] == 1 && e.p[1] == 0.5);
    ASSERT_NEAR(1, hypot(e.near[0], e.near[1]), 1e-12, 0);
    experiment_clear(&e);
    lab_method_clear(&m);
    ASSERTm(why.text, set_up_off(&s, &m, all, "bdf:2", START_KEPT));
    ASSERT_EQ(STATUS_BAD_INPUT, experiment_open(&e, &s, &why));
    ASSERT(strstr(why.text, "the rule: bdf:2 needs consistent values") != NULL);
    experiment_clear(&e);
    lab_method_clear(&m);
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_system_has_a_usual_setup);
    RUN_TEST(a_setup_is_told_by_what_was_given);
    RUN_TEST(a_start_that_is_off_is_moved_refused_or_kept);
    GREATEST_MAIN_END();
}
