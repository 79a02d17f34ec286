/* The systems themselves: their callbacks against each other by complex steps, their exact
 * solutions against the equations. */
#include "lab/lab.h"

#include "support/product_flow.h"

#include "lab/linkage.h"

enum { N = CONSTRAINED_MAX_POSITIONS };

static const double tiny = 1e-100;

typedef struct place {
    double t, p[N], v[N];
    double complex ct, cp[N], cv[N];
} place;

/* A random place, moved by i tiny (1, dp, dv). */
static place place_moved(const constrained *c, double dt, bool along_v, int coordinate)
{
    place x = {.t = random_between(0, 0.9)};
    x.ct = CMPLX(x.t, dt * tiny);
    for (int i = 0; i < c->positions; i++) {
        x.p[i] = random_between(-2, 2);
        x.v[i] = random_between(-2, 2);
        double move = along_v ? x.v[i] : i == coordinate;
        x.cp[i] = CMPLX(x.p[i], move * tiny);
        x.cv[i] = x.v[i];
    }
    return x;
}

TEST every_system_starts_on_its_constraints(void)
{
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        ASSERTm(systems_at(i)->name, c != NULL);
        lab_start s = lab_start_of(c);
        for (int level = 0; level < c->order; level++) {
            ASSERT_NEAR(0, constrained_violation(c, level, 0, s.p, s.v), 1e-13, 0);
        }
        constrained_destroy(c);
    }
    PASS();
}

TEST the_jacobian_is_the_derivative_of_the_constraint(void)
{
    double G[N * N];
    double complex g[N];
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        for (int j = 0; j < c->positions; j++) {
            place x = place_moved(c, 0, false, j);
            c->reals.jacobian(c->data, x.t, x.p, G);
            c->complexes.constraint(c->data, x.ct, x.cp, g);
            for (int k = 0; k < c->constraints; k++) {
                ASSERT_NEAR(cimag(g[k]) / tiny, G[k * c->positions + j], 1e-12, 1e-12);
            }
        }
        if (c->reals.drift != NULL) {
            double gt[N];
            place x = place_moved(c, 1, false, -1);
            c->reals.drift(c->data, x.t, x.p, gt);
            c->complexes.constraint(c->data, x.ct, x.cp, g);
            ASSERT_NEAR(cimag(g[0]) / tiny, gt[0], 1e-10, 1e-12);
        }
        constrained_destroy(c);
    }
    PASS();
}

/* G v + g_t along (1, v) has the derivative k, G itself the derivative Gd. */
TEST curvature_and_turning_are_derivatives_along_the_motion(void)
{
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        int n = c->positions, q = c->constraints;
        double complex *G = calloc((size_t)(n * q), sizeof *G), gt[N] = {0};
        double k[N], *Gd = calloc((size_t)(n * q), sizeof *Gd);
        if (c->order == 2) {
            place x = place_moved(c, 1, true, -1);
            c->complexes.jacobian(c->data, x.ct, x.cp, G);
            if (c->complexes.drift != NULL) {
                c->complexes.drift(c->data, x.ct, x.cp, gt);
            }
            c->reals.curvature(c->data, x.t, x.p, x.v, k);
            c->reals.turning(c->data, x.t, x.p, x.v, Gd);
            for (int a = 0; a < q; a++) {
                double sum = cimag(gt[a]) / tiny;
                for (int b = 0; b < n; b++) {
                    ASSERT_NEAR(cimag(G[a * n + b]) / tiny, Gd[a * n + b], 1e-12, 1e-12);
                    sum += cimag(G[a * n + b]) / tiny * x.v[b];
                }
                ASSERT_NEAR(sum, k[a], 1e-11, 1e-11);
            }
        }
        free(G);
        free(Gd);
        constrained_destroy(c);
    }
    PASS();
}

TEST complex_callbacks_agree_with_real_ones(void)
{
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        int n = c->positions;
        place x = place_moved(c, 0, false, -1);
        double f[N], M[N * N], *v = c->order == 2 ? x.v : NULL;
        double complex cf[N], cM[N * N], *cv = c->order == 2 ? x.cv : NULL;
        c->reals.force(c->data, x.t, x.p, v, f);
        c->complexes.force(c->data, x.ct, x.cp, cv, cf);
        for (int j = 0; j < n; j++) {
            ASSERT_NEAR(creal(cf[j]), f[j], 1e-12, 1e-12);
        }
        if (c->reals.mass != NULL) {
            c->reals.mass(c->data, x.t, x.p, M);
            c->complexes.mass(c->data, x.ct, x.cp, cM);
            for (int j = 0; j < (c->mass_is_diagonal ? n : n * n); j++) {
                ASSERT_NEAR(creal(cM[j]), M[j], 1e-12, 1e-12);
                if (!c->mass_is_diagonal) { /* symmetric */
                    ASSERT_NEAR(M[j % n * n + j / n], M[j], 0, 0);
                }
            }
        }
        constrained_destroy(c);
    }
    PASS();
}

/* v is the derivative of p, and M v' = f + L y. */
static enum greatest_test_res solves_its_equations(const constrained *c, double t)
{
    enum { SIDES = 4 };
    static const double at[SIDES] = {-2, -1, 1, 2}, weight[SIDES] = {1, -8, 8, -1};
    const double h = 1e-3;
    lab_start start = lab_start_of(c), now;
    double y[N], pd[N] = {0}, vd[N] = {0}, f[N], G[N * N];
    int n = c->positions;
    for (int side = 0; side < SIDES; side++) {
        c->exact(c->data, start.p, start.v, t + at[side] * h, now.p, now.v, y);
        for (int i = 0; i < n; i++) {
            pd[i] += weight[side] * now.p[i] / (12 * h);
            vd[i] += weight[side] * now.v[i] / (12 * h);
        }
    }
    c->exact(c->data, start.p, start.v, t, now.p, now.v, y);
    ASSERT_NEAR(0, constrained_violation(c, 0, t, now.p, now.v), 1e-13, 0);
    ASSERT_NEAR(0, constrained_violation(c, 1, t, now.p, now.v), 1e-12, 0);
    c->reals.force(c->data, t, now.p, now.v, f);
    c->reals.jacobian(c->data, t, now.p, G);
    for (int i = 0; i < n; i++) {
        ASSERT_NEAR(pd[i], now.v[i], 1e-8, 1e-8);
        ASSERT_NEAR(vd[i], f[i] - G[i] * y[0], 1e-7, 1e-7); /* mass 1 */
    }
    PASS();
}

TEST the_exact_pendulum_solves_its_equations(void)
{
    static const double speeds[] = {0, 1, -5, 9}; /* swinging, and turning over both ways */
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; i++) {
        constrained *c = lab_system("pendulum", "vy", speeds[i]);
        for (int k = 0; k < 40; k++) {
            CHECK_CALL(solves_its_equations(c, 0.13 * k));
        }
        constrained_destroy(c);
    }
    PASS();
}

/* Started near the top, where the smallest change decides when and to which side it falls. The
 * tolerance is what arguments of the functions that are off by rounding make of it. */
TEST the_exact_pendulum_keeps_its_digits_near_the_top(void)
{
    static const struct {
        double x, vx;
    } starts[] = {{0, 1e-6},    {0, -1e-9},      {1e-6, 0},        {1e-6, -3e-6},
                  {1e-4, 1e-7}, {-1e-8, 3.2e-8}, {1e-6, -3.13e-6}, {0, 1e-3}};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        constrained *c = lab_system("pendulum", NULL, 0);
        double x = starts[i].x, height = sqrt((1 - x) * (1 + x));
        double speed = starts[i].vx / height; /* along the circle */
        lab_start s = {.p = {x, height}, .v = {speed * height, -speed * x}}, now;
        /* s and c from sin a and cos a, and r = a'/2 */
        quad top = sqrtq((1 + (quad)s.p[1] / hypotq(s.p[0], s.p[1])) / 2);
        quad z[3] = {copysignq(top, s.p[0]), fabsq(s.p[0]) / (2 * top)};
        z[2] = ((quad)s.p[0] * s.v[1] - (quad)s.p[1] * s.v[0]) / 2;
        for (int k = 1; k <= 16; k++) {
            double t = 0.625 * k, y[1];
            product_flow(z, 9.81, 0.625);
            c->exact(c->data, s.p, s.v, t, now.p, now.v, y);
            ASSERT_NEAR((double)(2 * z[0] * z[1]), now.p[0], 2e-13, 0);
            ASSERT_NEAR((double)(z[0] * z[0] - z[1] * z[1]), now.p[1], 2e-13, 0);
            ASSERT_NEAR((double)(2 * z[2] * (z[1] * z[1] - z[0] * z[0])), now.v[0], 1e-12, 0);
            ASSERT_NEAR((double)(4 * z[2] * z[0] * z[1]), now.v[1], 1e-12, 0);
        }
        constrained_destroy(c);
    }
    PASS();
}

TEST the_pendulum_of_eich_has_the_period_of_the_elliptic_integral(void)
{
    constrained *c = lab_system("eich-pendulum", NULL, 0);
    lab_start s = lab_start_of(c), now;
    double y[1];
    /* mathematics.md 9 */
    c->exact(c->data, s.p, s.v, 1.99999999990628, now.p, now.v, y);
    ASSERT_NEAR(1, now.p[0], 1e-13, 0);
    ASSERT_NEAR(0, now.v[1], 1e-12, 0);
    c->exact(c->data, s.p, s.v, 2, now.p, now.v, y);
    ASSERT_NEAR(-13.7503716373294544 * 9.372e-11, now.v[1], 1e-12, 0);
    constrained_destroy(c);
    PASS();
}

TEST pictures_know_how_long_bars_are_and_who_is_guided(void)
{
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        lab_start s = lab_start_of(c);
        shape picture;
        if (c->draw == NULL) {
            constrained_destroy(c);
            continue;
        }
        c->draw(c->data, 0, s.p, &picture);
        int guided = 0;
        for (int k = 0; k < picture.bar_count; k++) {
            int a = picture.bars[k][0], b = picture.bars[k][1];
            ASSERT_NEAR(hypot(picture.x[a] - picture.x[b], picture.y[a] - picture.y[b]),
                        picture.length[k], 0, 1e-14);
        }
        for (int k = 0; k < picture.point_count; k++) {
            guided += picture.guided[k];
            ASSERTm(c->name, !picture.guided[k] || picture.y[k] == 0);
        }
        ASSERT_EQ(picture.slides, guided > 0);
        ASSERT_EQ(c->constraints, picture.bar_count + guided);
        constrained_destroy(c);
    }
    PASS();
}

TEST bad_linkages_are_refused_with_the_reason(void)
{
    static const linkage sound = {.name = "x",
                                  .points = 1,
                                  .rods = 1,
                                  .mass = {1},
                                  .rod = {{.from = -1, .to = 0, .length = 1}},
                                  .gravity = 1,
                                  .p = {1, 0}};
    linkage bad[5] = {sound, sound, sound, sound, sound};
    static const char *const says[] = {"points", "mass 1 is -1", "rod 1", "length 0", "guide 1"};
    bad[0].points = LINKAGE_MAX_POINTS + 1;
    bad[1].mass[0] = -1;
    bad[2].rod[0].to = 3;
    bad[3].rod[0].length = 0;
    bad[4].guides = 1;
    bad[4].guide[0] = 7;
    for (int i = 0; i < 5; i++) {
        constrained *c = NULL;
        message why;
        ASSERT_EQ(STATUS_BAD_INPUT, linkage_create(&bad[i], &c, &why));
        ASSERTm(why.text, strstr(why.text, says[i]) != NULL);
        ASSERT(c == NULL);
    }
    PASS();
}

TEST parameters_out_of_range_are_named(void)
{
    static const struct {
        const char *system, *parameter;
        double value;
    } bad[] = {{"chain", "n", 51},
               {"chain", "n", 2.5},
               {"chain", "ratio", 0},
               {"slider-crank", "rod", 0.5},
               {"ascher-petzold-2", "nu", 0.5},
               {"pendulum", "g", INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const system_entry *e = systems_find(bad[i].system);
        double values[PROBLEMS_MAX_PARAMETERS];
        constrained *c = NULL;
        message why;
        for (int k = 0; k < e->parameter_count; k++) {
            values[k] = e->parameters[k].initial;
        }
        values[system_entry_parameter(e, bad[i].parameter)] = bad[i].value;
        ASSERT_EQ(STATUS_BAD_INPUT, system_entry_create(e, values, &c, &why));
        ASSERTm(why.text, strstr(why.text, bad[i].parameter) != NULL);
        ASSERTm(why.text, strstr(why.text, "accepted") != NULL);
    }
    ASSERT(systems_find("pendulums") == NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_system_starts_on_its_constraints);
    RUN_TEST(the_jacobian_is_the_derivative_of_the_constraint);
    RUN_TEST(curvature_and_turning_are_derivatives_along_the_motion);
    RUN_TEST(complex_callbacks_agree_with_real_ones);
    RUN_TEST(the_exact_pendulum_solves_its_equations);
    RUN_TEST(the_exact_pendulum_keeps_its_digits_near_the_top);
    RUN_TEST(the_pendulum_of_eich_has_the_period_of_the_elliptic_integral);
    RUN_TEST(pictures_know_how_long_bars_are_and_who_is_guided);
    RUN_TEST(bad_linkages_are_refused_with_the_reason);
    RUN_TEST(parameters_out_of_range_are_named);
    GREATEST_MAIN_END();
}
