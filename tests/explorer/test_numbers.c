/* The table of numbers: its texts against the analysis, its marks against Phi itself. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/numbers.h"
#include "method/catalogue.h"
#include "stability/evaluate.h"
#include "support/support.h"

static catalogue *all;

static method *opened(const char *name)
{
    method *m = NULL;
    message why;
    return catalogue_open(all, name, &m, &why) == STATUS_OK ? m : NULL;
}

/* Methods for ODEs at w = 0, as in the window (test_marks.c). */
static facts known(const char *name, double w)
{
    facts f = {0};
    method *m = opened(name);
    if (m != NULL) {
        w = method_describe(m)->form == FORM_ODE_ONLY ? 0 : w;
        portrait_of(m, (wide){.high = w}, PORTRAIT_TOUCH, &f);
    }
    method_destroy(m);
    return f;
}

static const char *text_of(const char *name, const facts *f)
{
    static char out[NUMBER_SIZE];
    number_write(numbers_find(name), f, out);
    return out;
}

static marks marks_of(const char *name, const facts *f, plane in)
{
    marks m;
    number_mark(numbers_find(name), f, in, &m);
    return m;
}

static double growth_at(const char *name, double complex z, double w)
{
    phi *p = NULL;
    message why;
    evaluation at = {.growth = NAN};
    method *m = opened(name);
    if (phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK) {
        (void)!phi_evaluate(p, (wide){.high = creal(z)}, (wide){.high = cimag(z)},
                            (wide){.high = w}, &at, &why);
    }
    phi_destroy(p);
    method_destroy(m);
    return at.growth;
}

TEST names_are_found_and_differ(void)
{
    for (int i = 0; i < numbers_count(); i++) {
        ASSERT_EQ(numbers_at(i), numbers_find(numbers_at(i)->name));
        ASSERT(strlen(numbers_at(i)->name) < 32 && strcmp(numbers_at(i)->name, "off") != 0);
    }
    ASSERT_EQ(NULL, numbers_find(""));
    ASSERT_EQ(NULL, numbers_find("nope"));
    PASS();
}

/* Published: mathematics.md 10 and the textbooks. */
TEST texts_are_the_published_numbers(void)
{
    static const struct {
        const char *method;
        double w;
        const char *name, *words;
    } cases[] = {
        {"rk4", 0, "order", "4"},
        {"rk4", 0, "spin-order", "–"},
        {"rk4", 0, "error", "1/120"},
        {"rk4", 0, "real", "[−2.785294, 0]"},
        {"rk4", 0, "imaginary", "[−2.828427i, 2.828427i]"},
        {"rk4", 0, "alpha", "–"},
        {"rk4", 0, "infinity", "∞"},
        {"rk4", 0, "poles", "0"},
        {"rk4", 0, "zeros", "4"},
        {"bdf:4", 0, "alpha", "73.3517°"},
        {"bdf:4", 0, "a-stable", "no"},
        {"bdf:3", 0, "imaginary", "only 0"},
        {"implicit-euler", 0, "a-stable", "yes"},
        {"implicit-euler", 0, "l-stable", "yes"},
        {"implicit-euler", 0, "infinity", "0"},
        {"implicit-euler", 0, "imaginary", "(−∞, ∞)"},
        {"implicit-euler", 2, "a-stable", "no"},
        {"trapezoidal", 0, "l-stable", "no"},
        {"trapezoidal", 0, "zero-stable", "yes"},
        {"explicit-euler", 0, "imaginary", "only 0"},
        {"bdf:5", 0.6, "real", "none"}, /* 0 itself is not stable */
        {"bdf:5", 0.6, "zero-stable", "no"},
        {"radau-iia:2", 0, "poles", "2"},
        {"radau-iia:2", 0, "zeros", "1"},
        {"radau-iia:2", 0.5, "range", "(−∞, 3/2]"},
        {"implicit-euler", 0, "range", "(−∞, 1]"},
        {"lobatto-iiic:2", 0, "range", "(−∞, 0] and {1}"},
        {"rk4", 0, "range", "nothing"},
        {"theta:11/20", 0, "range", "[−2/9, 20/11] and {20/9}"},
        {"tr-bdf2", 0, "range", "[0, 2.82843] and {3.41421}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        facts f = known(cases[i].method, cases[i].w);
        const char *words = text_of(cases[i].name, &f);
        ASSERTm(support_say("%s, %s: %s, not %s", cases[i].method, cases[i].name, words,
                            cases[i].words),
                strcmp(cases[i].words, words) == 0);
    }
    PASS();
}

/* Poles are infinite, zeros of one-step methods 0, finite interval ends and touching points on the
 * unit circle; whatever the method and w. */
TEST marks_are_where_the_numbers_are_attained(void)
{
    static const char *const names[] = {
        "rk4",   "radau-iia:2", "gauss:2", "lobatto-iiic:3", "gauss-lobatto:2",
        "bdf:3", "bdf:5",       "sdirk2"};
    static const char *const on_circle[] = {"real", "imaginary", "alpha"};
    int points = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (double w = -0.6; w < 0.8; w += 0.6) {
            facts f = known(names[i], w);
            ASSERTm(f.why.text, f.status == STATUS_OK);
            for (int k = 0; k < 3; k++) {
                marks m = marks_of(on_circle[k], &f, PLANE_Z);
                for (int n = 0; n < m.count; n++) {
                    if (m.at[n].kind == MARK_POINT) {
                        double growth = growth_at(names[i], CMPLX(m.at[n].x, m.at[n].y), f.w);
                        support_say("%s, %s", names[i], on_circle[k]);
                        ASSERT_NEAR(1.0, growth, 1e-5, 0);
                        points++;
                    }
                }
            }
            marks poles = marks_of("poles", &f, PLANE_Z);
            for (int n = 0; n < poles.count; n++) {
                ASSERT_EQ(MARK_CROSS, poles.at[n].kind);
                ASSERT(growth_at(names[i], CMPLX(poles.at[n].x, poles.at[n].y), f.w) > 1e6);
                points++;
            }
        }
    }
    ASSERTm(support_say("%d points", points), points > 60);
    PASS();
}

TEST zeros_of_one_step_methods_are_rings_where_R_is_0(void)
{
    facts f = known("radau-iia:3", 0);
    marks m = marks_of("zeros", &f, PLANE_Z);
    ASSERT_EQ_FMT(2, m.count, "%d");
    for (int i = 0; i < m.count; i++) {
        ASSERT_EQ(MARK_RING, m.at[i].kind);
        ASSERT_NEAR(0.0, growth_at("radau-iia:3", CMPLX(m.at[i].x, m.at[i].y), 0), 1e-10, 0);
    }
    PASS();
}

/* Alexander's method has one pole that counts twice. */
TEST multiple_poles_are_one_mark(void)
{
    facts f = known("sdirk2", 0);
    marks m = marks_of("poles", &f, PLANE_Z);
    ASSERT_STR_EQ("2", text_of("poles", &f));
    ASSERT_EQ_FMT(1, m.count, "%d");
    ASSERT_STR_EQ("2 times", m.at[0].label);
    PASS();
}

TEST the_rays_of_bdf_have_its_angle_and_touch(void)
{
    facts f = known("bdf:5", 0);
    marks m = marks_of("alpha", &f, PLANE_Z);
    int rays = 0, points = 0;
    for (int i = 0; i < m.count; i++) {
        bool is_ray = m.at[i].kind == MARK_RAY;
        double x = is_ray ? m.at[i].x1 : m.at[i].x, y = is_ray ? m.at[i].y1 : m.at[i].y;
        ASSERT_NEAR(51.8397558360, atan2(fabs(y), -x) * 180 / acos(-1), 1e-8, 0);
        *(is_ray ? &rays : &points) += 1;
    }
    ASSERT_EQ_FMT(2, rays, "%d");
    ASSERT_EQ_FMT(2, points, "%d");
    ASSERT_NEAR(51.8397558360, m.sector * 180 / acos(-1), 1e-8, 0);
    PASS();
}

TEST the_plane_zw_keeps_what_is_real(void)
{
    facts f = known("radau-iia:2", 0.5);
    marks m = marks_of("real", &f, PLANE_ZW);
    ASSERT(m.count > 0);
    for (int i = 0; i < m.count; i++) {
        ASSERT_EQ_FMT(0.5, m.at[i].y, "%g");
    }
    f = known("radau-iia:2", 0);
    ASSERT_EQ_FMT(2, marks_of("poles", &f, PLANE_Z).count, "%d");
    ASSERT_EQ_FMT(0, marks_of("poles", &f, PLANE_ZW).count, "%d"); /* a complex pair */
    marks range = marks_of("range", &f, PLANE_ZW);
    ASSERT_EQ_FMT(2, range.count, "%d"); /* a line and its name */
    ASSERT(range.at[0].kind == MARK_LINE && range.at[0].y == 1.5 && range.at[0].y1 == 1.5);
    marks alpha = marks_of("alpha", &f, PLANE_ZW);
    ASSERT(alpha.count == 0 && alpha.sector == 0);
    PASS();
}

/* Every number of every method has a text and does not mark what is no number. */
TEST the_whole_catalogue_can_be_shown(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        facts f = known(catalogue_member(all, i), 0.3);
        for (int k = 0; k < numbers_count(); k++) {
            const number_entry *n = numbers_at(k);
            marks m = marks_of(n->name, &f, PLANE_Z);
            ASSERTm(n->name, text_of(n->name, &f)[0] != '\0');
            ASSERTm(support_say("%s of %s marks nothing", n->name, catalogue_member(all, i)),
                    m.count > 0 || m.note[0] != '\0');
            for (int j = 0; j < m.count; j++) {
                ASSERTm(n->name, !isnan(m.at[j].x) && !isnan(m.at[j].y) && !isnan(m.at[j].x1) &&
                                     !isnan(m.at[j].y1));
            }
        }
    }
    PASS();
}

TEST what_is_not_known_is_a_dash_with_a_reason(void)
{
    facts f = {.status = STATUS_FAILED, .why = {"there is no R"}};
    for (int i = 0; i < numbers_count(); i++) {
        ASSERT_STR_EQ("–", text_of(numbers_at(i)->name, &f));
        marks m = marks_of(numbers_at(i)->name, &f, PLANE_Z);
        ASSERT(m.count == 0 && strcmp(m.note, "there is no R") == 0);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    message why;
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return EXIT_FAILURE;
    }
    RUN_TEST(names_are_found_and_differ);
    RUN_TEST(texts_are_the_published_numbers);
    RUN_TEST(marks_are_where_the_numbers_are_attained);
    RUN_TEST(zeros_of_one_step_methods_are_rings_where_R_is_0);
    RUN_TEST(multiple_poles_are_one_mark);
    RUN_TEST(the_rays_of_bdf_have_its_angle_and_touch);
    RUN_TEST(the_plane_zw_keeps_what_is_real);
    RUN_TEST(the_whole_catalogue_can_be_shown);
    RUN_TEST(what_is_not_known_is_a_dash_with_a_reason);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
