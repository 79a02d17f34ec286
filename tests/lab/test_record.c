/* Records: what is kept of a run, how it is thinned out, and the errors. */
#include "lab/record.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

static message why;

typedef struct running {
    catalogue *all;
    lab_method method;
    lab_setup setup;
    experiment experiment;
    record record;
} running;

static bool set_up(running *r, const char *system, const char *form, const char *name, double h,
                   double t1)
{
    *r = (running){0};
    lab_setup_begin(systems_find(system), &r->setup);
    r->setup.h = h;
    r->setup.t1 = t1;
    return catalogue_create(SPINSCOPE_ASSETS, &r->all, &why) == STATUS_OK &&
           formulation_read(form, &r->setup.formulation, &why) == STATUS_OK &&
           lab_setup_method(&r->setup, r->all, name, &r->method, &why) == STATUS_OK &&
           experiment_open(&r->experiment, &r->setup, &why) == STATUS_OK;
}

static void put_away(running *r)
{
    record_clear(&r->record);
    experiment_clear(&r->experiment);
    lab_method_clear(&r->method);
    catalogue_destroy(r->all);
}

/* Rows that were shown. */
typedef struct shown {
    int count;
    double t[200], p[200];
} shown;

static void watch(void *context, const record *r, const double *row, const lab_point *at)
{
    shown *s = context;
    s->t[s->count] = row[ROW_T];
    s->p[s->count] = row[ROW_STATE];
    s->count += r->seen == s->count && row[ROW_T] == at->t;
}

TEST rows_that_are_kept_are_those_that_are_shown(void)
{
    running r;
    shown all = {0};
    double t[101], p[101];
    ASSERTm(why.text, set_up(&r, "pendulum", "index-1", "rk4", 0.01, 1));
    r.record.keeps = true;
    r.record.watch = watch;
    r.record.context = &all;
    ASSERT_OK(record_run(&r.record, &r.experiment, &why), "run", why);
    ASSERT_EQ(101, r.record.count);
    ASSERT_EQ(101, all.count);
    record_columns(&r.record, ROW_T, 1, t);
    record_columns(&r.record, ROW_STATE, 1, p);
    ASSERT_MEM_EQ(all.t, t, sizeof t);
    ASSERT_MEM_EQ(all.p, p, sizeof p);
    ASSERT(!record_broke(&r.record));
    put_away(&r);
    PASS();
}

TEST long_runs_are_thinned_evenly_and_keep_their_end(void)
{
    for (int steps = 1; steps <= 60; steps++) {
        running r;
        double t[16];
        ASSERTm(why.text, set_up(&r, "pendulum", "index-1", "rk4", 1.0 / 64, steps / 64.0));
        r.record.keeps = true;
        r.record.most_rows = 16;
        ASSERT_OK(record_run(&r.record, &r.experiment, &why), "run", why);
        int count = r.record.count;
        ASSERT(count <= 16 && count >= (steps < 16 ? steps + 1 : 8));
        record_columns(&r.record, ROW_T, 1, t);
        ASSERT_EQ(0, t[0]);
        for (int i = 1; i < count - 1; i++) {
            ASSERT_NEAR((double)(i * r.record.stride) / 64, t[i], 1e-13, 0);
        }
        ASSERT_NEAR(steps / 64.0, t[count - 1], 1e-13, 0);
        put_away(&r);
    }
    PASS();
}

TEST errors_are_against_the_exact_solution(void)
{
    running r;
    double p[CONSTRAINED_MAX_POSITIONS], y[CONSTRAINED_MAX_POSITIONS];
    ASSERTm(why.text, set_up(&r, "ascher-petzold-1", "index-2", "implicit-euler", 0.1, 1));
    r.record.compares = true;
    ASSERT_OK(record_run(&r.record, &r.experiment, &why), "run", why);
    const constrained *c = r.experiment.system;
    const record *k = &r.record;
    ASSERT_EQ(10, k->compared);
    ASSERT_EQ(0, k->uncertainty);
    c->exact(c->data, r.experiment.p, NULL, k->result.t, p, NULL, y);
    ASSERT_NEAR(largest_difference(k->result.p, p, c->positions), k->errors.end[0], 1e-15, 0);
    ASSERT_NEAR(largest_difference(k->result.y, y, c->constraints), k->errors.end[2], 1e-15, 0);
    ASSERT(k->errors.end[0] > 1e-6 && k->errors.end[0] <= k->errors.largest[0]);
    ASSERT_EQ(0, k->count); /* nothing was to be kept */
    put_away(&r);
    PASS();
}

TEST a_record_that_is_cancelled_says_so(void)
{
    running r;
    const atomic_bool stop = true;
    ASSERTm(why.text, set_up(&r, "pendulum", "index-1", "rk4", 1e-6, 10));
    r.record.cancel = &stop;
    ASSERT_EQ(STATUS_NO, record_run(&r.record, &r.experiment, &why));
    put_away(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(rows_that_are_kept_are_those_that_are_shown);
    RUN_TEST(long_runs_are_thinned_evenly_and_keep_their_end);
    RUN_TEST(errors_are_against_the_exact_solution);
    RUN_TEST(a_record_that_is_cancelled_says_so);
    GREATEST_MAIN_END();
}
