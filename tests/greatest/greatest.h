/*
 * A small test runner with the macros of silentbicycle/greatest 1.5.0 that our tests use.
 *
 * It stands in for the real header where that one is not installed and cannot be downloaded. It
 * is code of our own, after the documented interface; tests use only what both have.
 * Left out: shuffling, longjmp, ASSERT_IN_RANGE, ASSERT_ENUM_EQ, ASSERT_EQUAL_T.
 *
 * A message (PASSm, FAILm, ASSERTm, ...) is kept by its address until the test ends, so it must
 * be a literal or a static buffer.
 */
#ifndef GREATEST_H
#define GREATEST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef GREATEST_STDOUT
#define GREATEST_STDOUT stdout
#endif

/* A test, and every function called through CHECK_CALL, returns one of these. */
typedef enum greatest_test_res {
    GREATEST_TEST_RES_FAIL = -1,
    GREATEST_TEST_RES_PASS = 0,
    GREATEST_TEST_RES_SKIP = 1
} greatest_test_res;

typedef void greatest_setup_cb(void *udata);
typedef void greatest_teardown_cb(void *udata);

struct greatest_counts {
    unsigned passed, failed, skipped;
};

/* Everything the runner remembers. GREATEST_MAIN_DEFS defines the only one. */
struct greatest_runner {
    struct greatest_counts total;
    struct greatest_counts suite;
    unsigned assertions;
    unsigned dots_in_line;

    bool inside_test;
    char test_name[256]; /* two parts of at most 120 */
    const char *suffix;  /* appended to the name of the next test */
    clock_t run_began, suite_began, test_began;

    const char *message; /* with file and line, where the test ended */
    const char *file;
    int line;

    greatest_setup_cb *setup;
    void *setup_udata;
    greatest_teardown_cb *teardown;
    void *teardown_udata;

    unsigned verbosity;
    bool list_only, stop_at_failure, exact_names;
    const char *suite_filter, *test_filter, *test_exclude;
};

extern struct greatest_runner greatest_runner;

/* ---- what tests may call ---- */

/* Called before and after every test, until the end of the suite. */
static inline void GREATEST_SET_SETUP_CB(greatest_setup_cb *cb, void *udata)
{
    greatest_runner.setup = cb;
    greatest_runner.setup_udata = udata;
}

static inline void GREATEST_SET_TEARDOWN_CB(greatest_teardown_cb *cb, void *udata)
{
    greatest_runner.teardown = cb;
    greatest_runner.teardown_udata = udata;
}

/* The next test is called NAME_suffix: tells the rounds of a parametric test apart. */
static inline void greatest_set_test_suffix(const char *suffix)
{
    greatest_runner.suffix = suffix;
}

static inline unsigned greatest_get_verbosity(void)
{
    return greatest_runner.verbosity;
}

/* ---- the machinery under the macros ---- */

static inline void greatest_print_time(clock_t began)
{
    clock_t ticks = clock() - began;
    fprintf(GREATEST_STDOUT, " (%ld ticks, %.3f sec)", (long)ticks,
            (double)ticks / (double)CLOCKS_PER_SEC);
}

static inline bool greatest_name_matches(const char *name, const char *filter)
{
    return greatest_runner.exact_names ? strcmp(name, filter) == 0 : strstr(name, filter) != NULL;
}

static inline bool greatest_must_stop(void)
{
    const struct greatest_runner *r = &greatest_runner;
    return r->stop_at_failure && (r->total.failed > 0 || r->suite.failed > 0);
}

/* Whether to run the test now; if so, all is set up for it. */
static inline bool greatest_test_begins(const char *name)
{
    struct greatest_runner *r = &greatest_runner;
    if (r->inside_test)
        return false;
    const char *suffix = r->suffix;
    r->suffix = NULL;
    snprintf(r->test_name, sizeof r->test_name, "%.120s%s%.120s", name, suffix ? "_" : "",
             suffix ? suffix : "");
    if (greatest_must_stop() ||
        (r->test_filter && !greatest_name_matches(r->test_name, r->test_filter)) ||
        (r->test_exclude && greatest_name_matches(r->test_name, r->test_exclude)))
        return false;
    if (r->list_only) {
        fprintf(GREATEST_STDOUT, "  %s\n", r->test_name);
        return false;
    }
    if (r->setup)
        r->setup(r->setup_udata);
    r->message = NULL;
    r->inside_test = true;
    r->test_began = clock();
    return true;
}

/* One character a test; failures, and everything when verbose, get a line of their own. */
static inline void greatest_print_result(greatest_test_res result)
{
    struct greatest_runner *r = &greatest_runner;
    const char *message = r->message ? r->message : "";
    bool failed = result == GREATEST_TEST_RES_FAIL;
    bool skipped = result == GREATEST_TEST_RES_SKIP;
    if (r->verbosity > 0 || failed) {
        if (r->dots_in_line > 0)
            fputc('\n', GREATEST_STDOUT);
        const char *verdict = failed ? "FAIL" : skipped ? "SKIP" : "PASS";
        fprintf(GREATEST_STDOUT, "%s %s: %s", verdict, r->test_name, message);
        if (failed)
            fprintf(GREATEST_STDOUT, " (%s:%d)", r->file, r->line);
        if (r->verbosity > 0)
            greatest_print_time(r->test_began);
        fputc('\n', GREATEST_STDOUT);
        r->dots_in_line = 0;
    } else {
        fputc(skipped ? 's' : '.', GREATEST_STDOUT);
        if (++r->dots_in_line == 72) {
            fputc('\n', GREATEST_STDOUT);
            r->dots_in_line = 0;
        }
    }
    fflush(GREATEST_STDOUT);
}

static inline void greatest_test_ended(greatest_test_res result)
{
    struct greatest_runner *r = &greatest_runner;
    r->inside_test = false;
    if (r->teardown)
        r->teardown(r->teardown_udata);
    if (result == GREATEST_TEST_RES_FAIL)
        r->suite.failed++;
    else if (result == GREATEST_TEST_RES_SKIP)
        r->suite.skipped++;
    else
        r->suite.passed++;
    greatest_print_result(result);
}

static inline unsigned greatest_sum(struct greatest_counts c)
{
    return c.passed + c.failed + c.skipped;
}

/* Tests outside of any suite collect in r->suite as well; this moves them to the total. */
static inline void greatest_close_suite(void)
{
    struct greatest_runner *r = &greatest_runner;
    if (r->dots_in_line > 0)
        fputc('\n', GREATEST_STDOUT);
    r->dots_in_line = 0;
    r->total.passed += r->suite.passed;
    r->total.failed += r->suite.failed;
    r->total.skipped += r->suite.skipped;
    r->suite = (struct greatest_counts){.passed = 0};
}

static inline void greatest_run_suite(void (*suite)(void), const char *name)
{
    struct greatest_runner *r = &greatest_runner;
    if ((r->suite_filter && !greatest_name_matches(name, r->suite_filter)) || greatest_must_stop())
        return;
    greatest_close_suite();
    fprintf(GREATEST_STDOUT, "\n* Suite %s:\n", name);
    r->suite_began = clock();
    suite();
    unsigned tests = greatest_sum(r->suite);
    struct greatest_counts counts = r->suite;
    greatest_close_suite();
    if (tests > 0) {
        fprintf(GREATEST_STDOUT, "%u test%s - %u passed, %u failed, %u skipped", tests,
                tests == 1 ? "" : "s", counts.passed, counts.failed, counts.skipped);
        greatest_print_time(r->suite_began);
        fputc('\n', GREATEST_STDOUT);
    }
    GREATEST_SET_SETUP_CB(NULL, NULL);
    GREATEST_SET_TEARDOWN_CB(NULL, NULL);
}

static inline void greatest_usage(const char *program)
{
    fprintf(GREATEST_STDOUT,
            "usage: %s [-hlfve] [-s SUITE] [-t TEST] [-x TEST]\n"
            "  -h        print this help\n"
            "  -l        list suites and tests, run none\n"
            "  -f        stop after the first failure\n"
            "  -v        verbose: a line for every test\n"
            "  -s SUITE  run only suites whose name contains SUITE\n"
            "  -t TEST   run only tests whose name contains TEST\n"
            "  -x TEST   leave out tests whose name contains TEST\n"
            "  -e        names must be equal for -s, -t and -x\n"
            "Arguments after -- are left to the test.\n",
            program);
}

static inline void greatest_bad_argument(const char *program, const char *what, const char *value)
{
    fprintf(GREATEST_STDOUT, "%s '%s'\n", what, value);
    greatest_usage(program);
    exit(EXIT_FAILURE);
}

static inline void greatest_parse_flags(const char *program, const char *argument)
{
    struct greatest_runner *r = &greatest_runner;
    for (const char *flag = argument + 1; *flag; flag++) {
        switch (*flag) {
        case 'h':
            greatest_usage(program);
            exit(EXIT_SUCCESS);
        case 'l':
            r->list_only = true;
            break;
        case 'f':
            r->stop_at_failure = true;
            break;
        case 'v':
            r->verbosity++;
            break;
        case 'e':
            r->exact_names = true;
            break;
        default:
            greatest_bad_argument(program, "unknown argument", argument);
        }
    }
}

static inline void greatest_start(int argc, char **argv)
{
    struct greatest_runner *r = &greatest_runner;
    *r = (struct greatest_runner){.run_began = clock()};
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "--") == 0)
            return;
        if (strcmp(argument, "--help") == 0)
            argument = "-h";
        const char **filter = strcmp(argument, "-s") == 0   ? &r->suite_filter
                              : strcmp(argument, "-t") == 0 ? &r->test_filter
                              : strcmp(argument, "-x") == 0 ? &r->test_exclude
                                                            : NULL;
        if (filter) {
            if (++i == argc)
                greatest_bad_argument(argv[0], "a name must follow", argument);
            *filter = argv[i];
        } else if (argument[0] == '-' && argument[1] != '\0') {
            greatest_parse_flags(argv[0], argument);
        } else {
            greatest_bad_argument(argv[0], "unknown argument", argument);
        }
    }
}

/* Prints the totals; returns the exit code of the program. */
static inline int greatest_finish(void)
{
    struct greatest_runner *r = &greatest_runner;
    greatest_close_suite();
    if (!r->list_only) {
        unsigned tests = greatest_sum(r->total);
        fprintf(GREATEST_STDOUT, "\nTotal: %u test%s", tests, tests == 1 ? "" : "s");
        greatest_print_time(r->run_began);
        fprintf(GREATEST_STDOUT, ", %u assertion%s\nPass: %u, fail: %u, skip: %u.\n", r->assertions,
                r->assertions == 1 ? "" : "s", r->total.passed, r->total.failed, r->total.skipped);
    }
    return r->total.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Notes where and why a test ends, and hands the result back to be returned. */
static inline greatest_test_res greatest_note(greatest_test_res result, const char *message,
                                              const char *file, int line)
{
    greatest_runner.message = message;
    greatest_runner.file = file;
    greatest_runner.line = line;
    return result;
}

/* Compares up to `size` characters, or everything if `whole`. A NULL pointer equals only another
 * one. Prints both if unequal. */
static inline bool greatest_strings_equal(const char *expected, const char *got, bool whole,
                                          size_t size)
{
    bool equal = expected == got;
    if (expected && got)
        equal = whole ? strcmp(expected, got) == 0 : strncmp(expected, got, size) == 0;
    if (!equal)
        fprintf(GREATEST_STDOUT, "\nExpected: \"%s\"\n     Got: \"%s\"\n",
                expected ? expected : "(null)", got ? got : "(null)");
    return equal;
}

static inline bool greatest_memory_equal(const void *expected, const void *got, size_t size)
{
    const unsigned char *a = expected, *b = got;
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            fprintf(GREATEST_STDOUT, "\nbyte %zu of %zu: expected 0x%02x, got 0x%02x\n", i, size,
                    (unsigned)a[i], (unsigned)b[i]);
            return false;
        }
    }
    return true;
}

/* ---- tests and suites ---- */

#define GREATEST_TEST static greatest_test_res
/* Declared twice, so that -Wmissing-prototypes is content. */
#define GREATEST_SUITE(NAME) \
    void NAME(void);         \
    void NAME(void)
#define GREATEST_SUITE_EXTERN(NAME) extern void NAME(void)

#define GREATEST_RUN_CALL(NAME, CALL)   \
    do {                                \
        if (greatest_test_begins(NAME)) \
            greatest_test_ended(CALL);  \
    } while (0)
#define GREATEST_RUN_TEST(TEST) GREATEST_RUN_CALL(#TEST, TEST())
#define GREATEST_RUN_TEST1(TEST, ENV) GREATEST_RUN_CALL(#TEST, TEST(ENV))
#define GREATEST_RUN_TESTp(TEST, ...) GREATEST_RUN_CALL(#TEST, TEST(__VA_ARGS__))
#define GREATEST_RUN_SUITE(NAME) greatest_run_suite(NAME, #NAME)

#define GREATEST_IS_VERBOSE() (greatest_get_verbosity() > 0)

/* In one source file of the program. */
#define GREATEST_MAIN_DEFS() struct greatest_runner greatest_runner
#define GREATEST_MAIN_BEGIN() greatest_start(argc, argv)
#define GREATEST_MAIN_END() return greatest_finish()

/* ---- ends of a test ---- */

#define GREATEST_END_TEST(RESULT, MSG)                         \
    do {                                                       \
        return greatest_note(RESULT, MSG, __FILE__, __LINE__); \
    } while (0)
#define GREATEST_PASSm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_PASS, MSG)
#define GREATEST_FAILm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_FAIL, MSG)
#define GREATEST_SKIPm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_SKIP, MSG)
#define GREATEST_PASS() GREATEST_PASSm(NULL)
#define GREATEST_FAIL() GREATEST_FAILm(NULL)
#define GREATEST_SKIP() GREATEST_SKIPm(NULL)

/* Calls a helper that asserts; unless it passes, the caller ends with its result. */
#define GREATEST_CHECK_CALL(CALL)                           \
    do {                                                    \
        greatest_test_res greatest_call_result = (CALL);    \
        if (greatest_call_result != GREATEST_TEST_RES_PASS) \
            return greatest_call_result;                    \
    } while (0)

/* ---- assertions ---- */

#define GREATEST_ASSERTm(MSG, COND)   \
    do {                              \
        greatest_runner.assertions++; \
        if (!(COND))                  \
            GREATEST_FAILm(MSG);      \
    } while (0)
#define GREATEST_ASSERT_FALSEm(MSG, COND) GREATEST_ASSERTm(MSG, !(COND))
#define GREATEST_ASSERT_EQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) == (GOT))
#define GREATEST_ASSERT_NEQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) != (GOT))
#define GREATEST_ASSERT_GTm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) > (GOT))
#define GREATEST_ASSERT_GTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) >= (GOT))
#define GREATEST_ASSERT_LTm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) < (GOT))
#define GREATEST_ASSERT_LTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) <= (GOT))
#define GREATEST_ASSERT_STR_EQm(MSG, EXP, GOT) \
    GREATEST_ASSERTm(MSG, greatest_strings_equal(EXP, GOT, true, 0))
#define GREATEST_ASSERT_STRN_EQm(MSG, EXP, GOT, SIZE) \
    GREATEST_ASSERTm(MSG, greatest_strings_equal(EXP, GOT, false, SIZE))
#define GREATEST_ASSERT_MEM_EQm(MSG, EXP, GOT, SIZE) \
    GREATEST_ASSERTm(MSG, greatest_memory_equal(EXP, GOT, SIZE))
/* Evaluates EXP and GOT a second time, to print them, if they differ. */
#define GREATEST_ASSERT_EQ_FMTm(MSG, EXP, GOT, FMT) \
    do {                                            \
        greatest_runner.assertions++;               \
        if (!((EXP) == (GOT))) {                    \
            fputs("\nExpected: ", GREATEST_STDOUT); \
            fprintf(GREATEST_STDOUT, FMT, EXP);     \
            fputs("\n     Got: ", GREATEST_STDOUT); \
            fprintf(GREATEST_STDOUT, FMT, GOT);     \
            fputc('\n', GREATEST_STDOUT);           \
            GREATEST_FAILm(MSG);                    \
        }                                           \
    } while (0)

/* The message of a comparison says what was found instead. */
#define GREATEST_ASSERT(COND) GREATEST_ASSERTm(#COND, COND)
#define GREATEST_ASSERT_FALSE(COND) GREATEST_ASSERT_FALSEm(#COND, COND)
#define GREATEST_ASSERT_EQ(EXP, GOT) GREATEST_ASSERT_EQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_NEQ(EXP, GOT) GREATEST_ASSERT_NEQm(#EXP " == " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GT(EXP, GOT) GREATEST_ASSERT_GTm(#EXP " <= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GTE(EXP, GOT) GREATEST_ASSERT_GTEm(#EXP " < " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LT(EXP, GOT) GREATEST_ASSERT_LTm(#EXP " >= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LTE(EXP, GOT) GREATEST_ASSERT_LTEm(#EXP " > " #GOT, EXP, GOT)
#define GREATEST_ASSERT_STR_EQ(EXP, GOT) GREATEST_ASSERT_STR_EQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_STRN_EQ(EXP, GOT, SIZE) \
    GREATEST_ASSERT_STRN_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)
#define GREATEST_ASSERT_MEM_EQ(EXP, GOT, SIZE) \
    GREATEST_ASSERT_MEM_EQm(#EXP " != " #GOT, EXP, GOT, SIZE)
#define GREATEST_ASSERT_EQ_FMT(EXP, GOT, FMT) \
    GREATEST_ASSERT_EQ_FMTm(#EXP " != " #GOT, EXP, GOT, FMT)

/* ---- the same without the prefix ---- */

#define TEST GREATEST_TEST
#define SUITE GREATEST_SUITE
#define SUITE_EXTERN GREATEST_SUITE_EXTERN
#define RUN_TEST GREATEST_RUN_TEST
#define RUN_TEST1 GREATEST_RUN_TEST1
#define RUN_TESTp GREATEST_RUN_TESTp
#define RUN_SUITE GREATEST_RUN_SUITE
#define PASS GREATEST_PASS
#define PASSm GREATEST_PASSm
#define FAIL GREATEST_FAIL
#define FAILm GREATEST_FAILm
#define SKIP GREATEST_SKIP
#define SKIPm GREATEST_SKIPm
#define CHECK_CALL GREATEST_CHECK_CALL
#define ASSERT GREATEST_ASSERT
#define ASSERTm GREATEST_ASSERTm
#define ASSERT_FALSE GREATEST_ASSERT_FALSE
#define ASSERT_FALSEm GREATEST_ASSERT_FALSEm
#define ASSERT_EQ GREATEST_ASSERT_EQ
#define ASSERT_EQm GREATEST_ASSERT_EQm
#define ASSERT_NEQ GREATEST_ASSERT_NEQ
#define ASSERT_NEQm GREATEST_ASSERT_NEQm
#define ASSERT_GT GREATEST_ASSERT_GT
#define ASSERT_GTm GREATEST_ASSERT_GTm
#define ASSERT_GTE GREATEST_ASSERT_GTE
#define ASSERT_GTEm GREATEST_ASSERT_GTEm
#define ASSERT_LT GREATEST_ASSERT_LT
#define ASSERT_LTm GREATEST_ASSERT_LTm
#define ASSERT_LTE GREATEST_ASSERT_LTE
#define ASSERT_LTEm GREATEST_ASSERT_LTEm
#define ASSERT_EQ_FMT GREATEST_ASSERT_EQ_FMT
#define ASSERT_EQ_FMTm GREATEST_ASSERT_EQ_FMTm
#define ASSERT_STR_EQ GREATEST_ASSERT_STR_EQ
#define ASSERT_STR_EQm GREATEST_ASSERT_STR_EQm
#define ASSERT_STRN_EQ GREATEST_ASSERT_STRN_EQ
#define ASSERT_STRN_EQm GREATEST_ASSERT_STRN_EQm
#define ASSERT_MEM_EQ GREATEST_ASSERT_MEM_EQ
#define ASSERT_MEM_EQm GREATEST_ASSERT_MEM_EQm
#define SET_SETUP GREATEST_SET_SETUP_CB
#define SET_TEARDOWN GREATEST_SET_TEARDOWN_CB

#endif
