/* Trials: which runs there are, and that each is the run that it says. */
#include "study/trials.h"

#include <stdlib.h>
#include <string.h>

#include "study/study.h"

static message why;

static bool set_up(trials *t, const catalogue *all, const char *const *formulations,
                   const char *const *methods)
{
    lab_setup_begin(systems_find("pendulum"), &t->base);
    t->base.t1 = 1;
    for (int i = 0; formulations[i] != NULL; i++) {
        if (formulation_read(formulations[i], &t->formulations[t->formulation_count++], &why) !=
            STATUS_OK) {
            return false;
        }
    }
    for (int i = 0; methods[i] != NULL; i++) {
        if (trials_add_method(t, all, methods[i], &why) != STATUS_OK) {
            return false;
        }
    }
    return true;
}

TEST every_formulation_meets_every_method(void)
{
    static const char *const formulations[] = {"index-1", "index-3", NULL};
    static const char *const methods[] = {"dopri5", "radau-iia:2", NULL};
    catalogue *all = NULL;
    trials t = {.tols = {1e-3, 1e-5}, .tol_count = 2, .hs = {0.1, 0.05, 0.025}, .h_count = 3};
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERTm(why.text, set_up(&t, all, formulations, methods));
    ASSERT(t.methods[0].adapts && !t.methods[1].adapts);
    ASSERT_OK(trials_run(&t, &plain_work, &why), "run", why);
    ASSERT_EQ(4, t.combination_count);
    ASSERT_EQ(2 * (2 + 3), t.run_count);
    for (int i = 0; i < t.combination_count; i++) {
        const combination *c = &t.combinations[i];
        ASSERT_STR_EQ(formulations[i / 2], c->formulation);
        ASSERT_STR_EQ(methods[i % 2], c->method);
        for (int k = c->first; k < c->first + c->count; k++) {
            outcome o;
            outcome_find(&t.setups[k], &t.truth, &o);
            ASSERT_EQ(o.status, t.outcomes[k].status);
            ASSERT_EQ(i == 2 ? STATUS_BAD_INPUT : STATUS_OK, o.status); /* no ODE */
            ASSERT(i == 2 || o.error_p == t.outcomes[k].error_p);
            ASSERT(i == 2 || k == c->first || o.error_p < t.outcomes[k - 1].error_p);
        }
    }
    trials_clear(&t);
    catalogue_destroy(all);
    PASS();
}

TEST trials_of_which_none_begins_are_refused(void)
{
    static const char *const formulations[] = {"index-3", NULL}, *const methods[] = {"rk4", NULL};
    catalogue *all = NULL;
    trials t = {.hs = {0.1}, .h_count = 1};
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERTm(why.text, set_up(&t, all, formulations, methods));
    ASSERT_EQ(STATUS_BAD_INPUT, trials_run(&t, &plain_work, &why));
    ASSERT(strstr(why.text, "it is no ODE") != NULL);
    trials_clear(&t);
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_formulation_meets_every_method);
    RUN_TEST(trials_of_which_none_begins_are_refused);
    GREATEST_MAIN_END();
}
