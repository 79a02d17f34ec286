#include "stability/analysis_ray.h"

#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

/* The set of a method of the catalogue at w, or of the text of a method file. */
static status make_set(const char *name, double w, stable_set *set)
{
    method *m = NULL;
    phi *p = NULL;
    phi *slice = NULL;
    char path[512];
    if (strchr(name, '=') != NULL && strchr(name, '\n') != NULL) {
        snprintf(path, sizeof path, "%s", scratch_file("ray.method", name, strlen(name)));
        name = path;
    }
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, &p, &why) : s;
    s = s == STATUS_OK ? phi_slice(p, (wide){w, 0}, &slice, &why) : s;
    if (s == STATUS_OK) {
        stable_set_init(set, slice, 0);
    }
    phi_destroy(slice);
    phi_destroy(p);
    method_destroy(m);
    return s;
}

static cquad direction(double degrees)
{
    quad angle = degrees * M_PIq / 180;
    return cquad_make(-cosq(angle), sinq(angle));
}

/* Every crossing has a root on the circle, and where a root crosses it there is a crossing: between
 * two of them the number of roots outside, hence the verdict, is the same everywhere. */
TEST nothing_changes_between_crossings(void)
{
    static const struct {
        const char *name;
        double w;
    } cases[] = {{"rk4", 0},
                 {"dopri5", 0},
                 {"radau-iia:3", 1.5},
                 {"gauss:3", -2},
                 {"bdf:2", -1.5},
                 {"bdf:6", 0},
                 {"bdf:4", 0.3},
                 {"adams-bashforth:5", 0},
                 {"adams-moulton:8", 0},
                 {"sdirk3", 1},
                 {"gauss:2,keep=none", -1},
                 {"crouzeix,keep=none", 0.5}};
    int seen = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stable_set set;
        ASSERT_OK(make_set(cases[i].name, cases[i].w, &set), cases[i].name, why);
        for (int n = 0; n < 12; n++) {
            set_ray along;
            set_ray_init(&along, &set, direction(random_between(1, 179)));
            seen += along.count;
            for (int k = 0; k <= along.count; k++) {
                double low = k > 0 ? (double)along.r[k - 1] : 0;
                double high = k < along.count ? (double)along.r[k] : 3 * low + 1;
                double margin = 1e-6 * (high - low);
                bool holds = set_ray_holds(&along, (low + high) / 2);
                for (int t = 0; t < 10 && margin > 1e-9; t++) {
                    double r = random_between(low + margin, high - margin);
                    quad growth = stable_set_growth(&set, r * along.u);
                    ASSERTm(support_say("%s at r = %.17g: %.17g", cases[i].name, r, (double)growth),
                            holds ? growth <= 1 + 1e-20Q : growth > 1 - 1e-20Q);
                }
            }
        }
    }
    ASSERT(seen > 100);
    PASS();
}

TEST reach_is_zero_infinite_or_where_it_ends(void)
{
    stable_set set;
    ASSERT_OK(make_set("explicit-euler", 0, &set), "euler", why);
    for (double degrees = 0; degrees < 90; degrees += 7) { /* |1 + z| <= 1: a circle through 0 */
        double chord = 2 * cos(degrees * acos(-1) / 180);
        ASSERT_NEAR(chord, (double)stable_set_reach(&set, direction(degrees)), 1e-14, 0);
    }
    ASSERT(stable_set_reach(&set, 1) == 0);
    ASSERT_OK(make_set("implicit-euler", 0, &set), "euler", why);
    ASSERT(stable_set_reach(&set, -1) == HUGE_VALQ);
    ASSERT(stable_set_reach(&set, 1) == 0); /* stable from 2 on, but not next to the origin */
    ASSERT(stable_set_touches(&set, 1));
    PASS();
}

/* Symmetric multistep methods: the imaginary axis lies in the locus, and ends where roots meet.
 * Leapfrog |z| <= 1, Milne-Simpson sqrt 3, the explicit Milne method sqrt 3 / 4. */
TEST an_axis_inside_the_locus_has_its_ends(void)
{
    static const struct {
        const char *words;
        double end;
    } cases[] = {
        {"kind = multistep\nalpha = -1 0 1\nbeta = 0 2 0\n", 1},
        {"kind = multistep\nalpha = -1 0 1\nbeta = 1/3 4/3 1/3\n", 1.7320508075688772},
        {"kind = multistep\nalpha = -1 0 0 0 1\nbeta = 0 8/3 -4/3 8/3 0\n", 0.43301270189221932},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stable_set set;
        ASSERT_OK(make_set(cases[i].words, 0, &set), cases[i].words, why);
        ASSERT_NEAR(cases[i].end, (double)stable_set_reach(&set, cquad_make(0, 1)), 1e-14, 0);
        ASSERT(stable_set_reach(&set, -1) == 0);
    }
    PASS();
}

/* The origin is a multiple zero on the imaginary axis: it must not be taken for a crossing. The
 * real intervals end at z(-1), a fraction. */
TEST the_origin_is_no_crossing(void)
{
    static const struct {
        const char *name;
        double real, imaginary;
    } cases[] = {{"adams-bashforth:3", 6 / 11.0, 0.72362722699},
                 {"adams-bashforth:5", 90 / 551.0, 0},
                 {"adams-bashforth:6", 5 / 57.0, 0},
                 {"adams-moulton:3", 3, 0},
                 {"bdf:4", INFINITY, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stable_set set;
        set_ray along;
        ASSERT_OK(make_set(cases[i].name, 0, &set), cases[i].name, why);
        double real = (double)stable_set_reach(&set, -1);
        double imaginary = (double)stable_set_reach(&set, cquad_make(0, 1));
        ASSERTm(support_say("%s: %.17g", cases[i].name, real),
                isinf(real) ? isinf(cases[i].real) : fabs(real - cases[i].real) < 1e-15);
        ASSERT_NEAR(cases[i].imaginary, imaginary, cases[i].imaginary > 0 ? 1e-10 : 0, 0);
        set_ray_init(&along, &set, cquad_make(0, 1));
        for (int n = 0; n < along.count; n++) {
            ASSERTm(support_say("%s: %.3g", cases[i].name, (double)along.r[n]), along.r[n] > 1e-2Q);
        }
    }
    PASS();
}

/* Without projection Gauss has the constant root (-1)^s at w = 0, on every locus. */
TEST constant_roots_are_split_off(void)
{
    for (int s = 1; s <= 4; s++) {
        char name[32];
        stable_set set, projected;
        snprintf(name, sizeof name, "gauss:%d,keep=none", s);
        ASSERT_OK(make_set(name, 0, &set), name, why);
        name[strcspn(name, ",")] = '\0';
        ASSERT_OK(make_set(name, 0, &projected), name, why);
        ASSERT_EQ_FMT(1, set.degree, "%d");
        ASSERT(!set.hopeless);
        for (int n = 0; n < 10; n++) {
            cquad z = cquad_make(random_edgy(5), random_edgy(5));
            ASSERT_NEAR((double)stable_set_growth(&projected, z),
                        (double)stable_set_growth(&set, z), 1e-25, 1e-15);
        }
    }
    /* rho and sigma of this one share the factor (x - 1)^2: the double root 1 is always there. */
    stable_set set;
    ASSERT_OK(make_set("kind = multistep\nalpha = -1 3 -3 1\nbeta = 0 1 -2 1\n", 0, &set), "", why);
    ASSERT(set.hopeless && !stable_set_holds(&set, -1));
    PASS();
}

/* |R(iy)| > 1 for every y, by 1e-30 at y = 1: sampling |R| there would not see it. */
TEST signs_tell_where_rounding_would_hide(void)
{
    stable_set set;
    ASSERT_OK(make_set("gauss:9,keep=u", -1.5, &set), "gauss:9", why);
    ASSERT(stable_set_growth(&set, cquad_make(0, 1)) - 1 < 1e-20Q);
    ASSERT(stable_set_reach(&set, cquad_make(0, 1)) == 0);
    ASSERT_OK(make_set("radau-iia:9", 0, &set), "radau-iia:9", why); /* |R(iy)| < 1 */
    ASSERT(stable_set_reach(&set, cquad_make(0, 1)) == HUGE_VALQ);
    ASSERT(stable_set_reach(&set, cquad_make(0, -1)) == HUGE_VALQ);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(nothing_changes_between_crossings);
    RUN_TEST(reach_is_zero_infinite_or_where_it_ends);
    RUN_TEST(an_axis_inside_the_locus_has_its_ends);
    RUN_TEST(the_origin_is_no_crossing);
    RUN_TEST(constant_roots_are_split_off);
    RUN_TEST(signs_tell_where_rounding_would_hide);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
