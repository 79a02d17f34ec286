#include "lab.h"
#include "lab_options.h"
#include "study/stiffness_report.h"

enum { SAMPLES = 101 };

static status analyse(const lab_texts *t, message *why)
{
    lab_setup setup;
    constrained *system = NULL;
    stiffness_report r = {0};
    text words = {0};
    progress shown;
    status s;
    TRY_OR_END(lab_read_system(t, &setup, why));
    TRY_OR_END(system_entry_create(setup.entry, setup.values, &system, why));
    progress_begin(&shown, t->problem, false);
    s = stiffness_analyse(system, setup.t1, SAMPLES, &r, why);
    progress_end(&shown);
    TRY_OR_END(s);
    if (t->json) {
        TRY_OR_END(print_json(stiffness_json(&setup, &r), why));
    } else {
        stiffness_words(&setup, &r, &words);
        TRY_OR_END(print_whole(&words, why));
    }
end:
    stiffness_clear(&r);
    constrained_destroy(system);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    lab_job job = {0};
    lab_texts *t = &job.texts;
    bool helped = false;
    const option table[] = {
        LAB_T1_OPTION(t),
        LAB_PARAM_OPTION(t),
        LAB_JSON_OPTION(t),
    };
    message why;
    status s = lab_read_options(self, table, (int)(sizeof table / sizeof table[0]), &job, count,
                                arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        s = analyse(t, &why);
    }
    return finish(self, s, &why);
}

const command lab_stiffness_command = {
    .name = "lab stiffness",
    .summary = "Says where the stiffness of a linear system comes from, and what to do",
    .usage = "PROBLEM [--param NAME=VALUE] [--t1 T] [--json]",
    .details =
        "For a linear system x^(m) = sum A_j x^(j-1) + B y + q, 0 = C x + r: the essential\n"
        "underlying ODE of u = R x, with R B = 0, R orthonormal and turning as little as it can,\n"
        "(R; C)^{-1} = (S F). Its frozen part has the terms R A_j S, its variable part the "
        "others;\n"
        "the eigenvalue of the largest magnitude of each is shown (norms are largest entries), "
        "and\n"
        "which of the four cases of\n"
        "Ascher and Petzold (1991), section 4.2, it is. A rate counts as fast from 10/t1 on, an\n"
        "eigenvalue as stiff from 50/t1 on.\n\n"
        "examples:\n"
        "  spinscope lab stiffness ascher-petzold-2 --param nu=1000\n"
        "  spinscope lab stiffness ascher-petzold-3 --param nu=1000,c=2 --json\n",
    .run = run,
};
