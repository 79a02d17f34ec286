/* Statements about the stability polynomial of every method (mathematics.md 2, 3 and 5). */
#include "stability/phi.h"

#include <math.h>
#include <string.h>

#include "numerics/linear.h"
#include "stability/direct.h"
#include "stability/everything.h"
#include "stability/phi_quad.h"
#include "support/command.h"
#include "support/support.h"

static message why;

static cquad random_z(void)
{
    return cquad_make(random_edgy(9), random_edgy(9));
}

/* R of a one-step method; false at poles. */
static bool R_at(const phi *p, cquad z, quad w, cquad *R)
{
    quad size;
    cquad D = phi_value(p, 1, z, w, &size);
    bool is_pole = cabsq(D) <= 1e-20Q * size;
    *R = is_pole ? 0 : -phi_value(p, 0, z, w, &size) / D;
    return !is_pole;
}

/* The Pade approximation of degrees m over n to e^z. */
static cquad pade(int m, int n, cquad z)
{
    cquad N = 0;
    cquad D = 0;
    cquad term = 1;
    for (int j = 0; j <= m; j++) {
        N += term;
        term *= z * (m - j) / ((quad)(j + 1) * (m + n - j));
    }
    term = 1;
    for (int j = 0; j <= n; j++) {
        D += term;
        term *= -z * (n - j) / ((quad)(j + 1) * (m + n - j));
    }
    return N / D;
}

static bool family_size(const char *name, const char *family, int *s)
{
    size_t length = strlen(family);
    bool belongs = strncmp(name, family, length) == 0 && name[length] == ':';
    *s = belongs ? name[length + 1] - '0' : 0;
    return belongs;
}

static const struct {
    const char *family;
    int m, n;             /* R(z, 0) is Pade(s + m, s + n) */
    int limit_m, limit_n; /* w -> infinity gives Pade(s + limit_m, s + limit_n); 99: not stated */
} pade_rows[] = {
    {"gauss", 0, 0, 99, 99},          {"radau-iia", -1, 0, -1, -1},
    {"lobatto-iiia", -1, -1, 99, 99}, {"lobatto-iiic", -2, 0, -2, -1},
    {"gauss-lobatto", 0, 0, -1, -1},
};

enum { PADE_ROWS = sizeof pade_rows / sizeof pade_rows[0] };

/* The bound the project promises, 1e-12 max(1, |R|), and the one it reaches. */
static enum greatest_test_res agrees_with_direct_steps(motion moves)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, moves, &why)) {
        const phi_info *info = phi_describe(e.p);
        int compared = 0;
        for (int n = 0; n < rounds(12); n++) {
            cquad z = random_z();
            wide w = {.high = info->spin == PHI_ODE_ONLY ? 0 : random_edgy(9)};
            phi *slice = NULL;
            ASSERT_OK(phi_slice(e.p, w, &slice, &why), e.name, why);
            cquad monic[METHOD_MAX_STEPS + 1];
            quad size;
            cquad lead = phi_value(slice, info->degree, z, 0, &size);
            bool regular = cabsq(lead) > 1e-12Q * size &&
                           direct_characteristic(e.m, moves, z, w.high, random_edgy(2), monic);
            compared += regular;
            for (int j = 0; j < info->degree && regular; j++) {
                cquad ours = phi_value(slice, j, z, 0, &size) / lead;
                quad error = cabsq(ours - monic[j]) / fmaxq(1, cabsq(monic[j]));
                ASSERTm(support_say("%s at z = %g%+gi, w = %g: error %.2e", e.name,
                                    (double)crealq(z), (double)cimagq(z), w.high, (double)error),
                        error <= 1e-18Q);
            }
            phi_destroy(slice);
        }
        ASSERTm(e.name, compared >= rounds(6));
        ASSERTm(e.name, info->spin == PHI_NEEDS_W || info->residual < 1e-28);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST shear_agrees_with_direct_steps(void)
{
    CHECK_CALL(agrees_with_direct_steps(MOTION_SHEAR));
    PASS();
}

TEST rotation_agrees_with_direct_steps(void)
{
    CHECK_CALL(agrees_with_direct_steps(MOTION_ROTATION));
    PASS();
}

/* A third algorithm, in double precision and with A itself: the formula of mathematics.md 2. */
TEST implicit_methods_solve_their_stage_equations(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const coefficients *a = method_coefficients(e.m);
        const method_info *info = method_describe(e.m);
        if (info->form != FORM_IMPLICIT || info->keep != KEEP_X2 || info->size > 5) {
            continue;
        }
        int s = info->size;
        double V[25] = {0}, A[25], d[5] = {0};
        double complex M[25], X[5];
        int pivot[5];
        for (int i = 0; i < s * s; i++) {
            A[i] = (double)a->A[i];
            V[i] = i % (s + 1) == 0;
        }
        ASSERT(real_lu_factor(A, s, pivot) > 0);
        real_lu_solve(A, s, pivot, V, s);
        double w = random_between(-3, 3);
        double complex z = CMPLX(random_between(-4, 0), random_between(-4, 4));
        for (int j = 0; j < s; j++) {
            for (int l = 0; l < s; l++) {
                d[j] += V[j * s + l];
                M[j * s + l] =
                    V[j * s + l] * (1 + w * (double)(a->c[l] - a->c[j])) - (j == l ? z + w : 0);
            }
            X[j] = d[j] * (1 - (double)a->c[j] * w);
        }
        ASSERT(complex_lu_factor(M, s, pivot) > 0);
        complex_lu_solve(M, s, pivot, X, 1);
        double complex R = 1;
        for (int j = 0; j < s; j++) {
            R -= (double)a->b[j] * d[j];
            for (int l = 0; l < s; l++) {
                R += (double)a->b[j] * V[j * s + l] * X[l];
            }
        }
        cquad ours;
        if (R_at(e.p, cquad_make(creal(z), cimag(z)), w, &ours)) {
            double scale = fmax(1, cabs(R));
            ASSERT_NEAR(creal(R) / scale, (double)crealq(ours) / scale, 1e-9, 0);
            ASSERT_NEAR(cimag(R) / scale, (double)cimagq(ours) / scale, 1e-9, 0);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* R(0, w) = 1, R(conj z, w) = conj R(z, w), for every one-step method. */
TEST every_R_is_one_at_zero_and_symmetric(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        if (phi_describe(e.p)->degree != 1) {
            continue;
        }
        for (int n = 0; n < 10; n++) {
            cquad z = random_z();
            quad w = random_edgy(9);
            cquad R, mirrored;
            if (R_at(e.p, 0, w, &R)) {
                ASSERTm(e.name, cabsq(R - 1) < 1e-25Q);
            }
            if (R_at(e.p, z, w, &R) && R_at(e.p, conjq(z), w, &mirrored)) {
                ASSERTm(e.name, cabsq(conjq(R) - mirrored) <= 1e-25Q * fmaxq(1, cabsq(R)));
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* R(z) = 1 + z b (I - z A)^{-1} 1 and rho(sigma) - z sigma(sigma), Pade for the families. */
TEST without_spin_every_method_is_classical(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const method_info *info = method_describe(e.m);
        const coefficients *a = method_coefficients(e.m);
        cquad z = cquad_make(random_between(-5, 0), random_between(-5, 5));
        quad size;
        if (info->kind == METHOD_MULTISTEP) {
            cquad lead = phi_value(e.p, info->size, z, 0, &size);
            for (int j = 0; j < info->size; j++) {
                cquad classical = (a->alpha[j] - z * a->beta[j]) /
                                  (a->alpha[info->size] - z * a->beta[info->size]);
                cquad ours = phi_value(e.p, j, z, 0, &size) / lead;
                ASSERTm(e.name, cabsq(ours - classical) <= 1e-25Q * fmaxq(1, cabsq(classical)));
            }
            continue;
        }
        int s = info->size;
        double complex M[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
        double complex X[METHOD_MAX_STAGES];
        int pivot[METHOD_MAX_STAGES];
        double complex small = CMPLX((double)crealq(z), (double)cimagq(z));
        for (int i = 0; i < s; i++) {
            X[i] = 1;
            for (int j = 0; j < s; j++) {
                M[i * s + j] = (i == j) - small * (double)a->A[i * s + j];
            }
        }
        ASSERT(complex_lu_factor(M, s, pivot) > 0);
        complex_lu_solve(M, s, pivot, X, 1);
        double complex R = 1;
        for (int j = 0; j < s; j++) {
            R += small * (double)a->b[j] * X[j];
        }
        /* sigma = R is a root of Phi, also where there is a parasitic one. */
        cquad value = 0;
        quad sum = 0;
        for (int j = phi_describe(e.p)->degree; j >= 0; j--) {
            cquad c = phi_value(e.p, j, z, 0, &size);
            value = value * cquad_make(creal(R), cimag(R)) + c;
            sum = sum * cabs(R) + size;
        }
        ASSERTm(e.name, cabsq(value) <= 1e-11Q * sum);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST families_are_pade_without_spin_and_lose_a_stage_at_infinite_spin(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int seen = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        for (int i = 0; i < PADE_ROWS; i++) {
            int s;
            if (!family_size(e.name, pade_rows[i].family, &s) || phi_describe(e.p)->degree != 1) {
                continue;
            }
            cquad z = cquad_make(random_between(-5, 5), random_between(-5, 5));
            cquad R;
            if (R_at(e.p, z, 0, &R)) {
                cquad expected = pade(s + pade_rows[i].m, s + pade_rows[i].n, z);
                ASSERTm(e.name, cabsq(R - expected) <= 1e-22Q * fmaxq(1, cabsq(R)));
            }
            if (pade_rows[i].limit_m != 99 && s + pade_rows[i].limit_m >= 0 &&
                R_at(e.p, z, 1e24Q, &R)) {
                cquad expected = pade(s + pade_rows[i].limit_m, s + pade_rows[i].limit_n, z);
                ASSERTm(e.name, cabsq(R - expected) <= 1e-18Q * fmaxq(1, cabsq(R)));
                seen++;
            }
        }
        if (strcmp(e.name, "trapezoidal") == 0) {
            cquad z = random_z();
            cquad R;
            ASSERT(R_at(e.p, z, 1e24Q, &R));
            ASSERT(cabsq(R - (1 + z)) < 1e-20Q);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT_EQ_FMT(9 + 8 + 8, seen, "%d");
    PASS();
}

TEST gauss_lobatto_is_symmetric(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int seen = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        int k;
        if (!family_size(e.name, "gauss-lobatto", &k)) {
            continue;
        }
        for (int n = 0; n < 10; n++) {
            cquad z = random_z();
            quad w = random_edgy(9);
            cquad R, reversed;
            if (R_at(e.p, z, w, &R) && R_at(e.p, -z, -w, &reversed)) {
                ASSERTm(e.name, cabsq(R * reversed - 1) < 1e-20Q);
                seen++;
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(seen > 40);
    PASS();
}

/* Normalised so that alpha_k = sum 1/j, the BDF polynomial at sigma = 1 is -z for every w. */
TEST bdf_is_minus_z_at_one(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int seen = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        int k;
        if (!family_size(e.name, "bdf", &k)) {
            continue;
        }
        quad harmonic = 0;
        for (int j = 1; j <= k; j++) {
            harmonic += 1 / (quad)j;
        }
        quad size;
        quad scale = crealq(phi_value(e.p, k, 0, 0, &size)) / harmonic;
        cquad z = random_z();
        quad w = random_edgy(9);
        cquad sum = 0;
        for (int j = 0; j <= k; j++) {
            sum += phi_value(e.p, j, z, w, &size) / scale;
        }
        ASSERTm(e.name, cabsq(sum + z) < 1e-28Q);
        seen++;
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT_EQ_FMT(7, seen, "%d");
    PASS();
}

static int order_with_spin(const char *name, const method_info *info)
{
    int s;
    if (family_size(name, "gauss", &s)) {
        return info->keep == KEEP_U ? 2 * s : s;
    }
    return info->order;
}

/* R(h lambda, h omega) - e^{h lambda} = O(h^{p+1}) at w /= 0 (mathematics.md 2). */
TEST spinning_methods_have_the_stated_order(void)
{
    static const char *const stated[] = {"gauss",         "radau-iia",   "lobatto-iiic",
                                         "gauss-lobatto", "trapezoidal", "implicit-euler"};
    static everything e;
    int compared = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool is_stated = false;
        for (size_t i = 0; i < sizeof stated / sizeof stated[0]; i++) {
            int s;
            is_stated |= family_size(e.name, stated[i], &s) || strcmp(e.name, stated[i]) == 0;
        }
        if (!is_stated || phi_describe(e.p)->degree != 1) {
            continue;
        }
        cquad lambda = cquad_make(-0.7Q, 1.1Q);
        quad omega = 0.9Q;
        quad error[2];
        for (int n = 0; n < 2; n++) {
            quad h = n == 0 ? 1 / 32.0Q : 1 / 64.0Q;
            cquad R;
            ASSERT(R_at(e.p, h * lambda, h * omega, &R));
            error[n] = cabsq(R - cexpq(h * lambda));
        }
        int order = order_with_spin(e.name, method_describe(e.m));
        if (error[1] > 1e-31Q) {
            compared++;
            double slope = log2((double)(error[0] / error[1])) - 1;
            ASSERTm(support_say("%s: slope %.3f, stated order %d", e.name, slope, order),
                    fabs(slope - order) < 0.15);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("only %d compared", compared), compared > 30);
    PASS();
}

/* Collocation methods are linear over linear in w. */
TEST collocation_is_linear_in_w(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        int s;
        for (int i = 0; i < PADE_ROWS; i++) {
            if (family_size(e.name, pade_rows[i].family, &s) && phi_describe(e.p)->degree == 1) {
                ASSERTm(e.name, phi_describe(e.p)->degree_w == 1);
                ASSERTm(e.name, phi_describe(e.p)->exact);
            }
        }
        if (strcmp(e.name, "sdirk3") == 0) {
            ASSERT(phi_describe(e.p)->degree_w > 1);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST a_slice_is_phi_at_its_w(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        wide w = {.high = info->spin == PHI_ODE_ONLY ? 0 : random_between(-3, 3)};
        phi *slice = NULL;
        ASSERT_OK(phi_slice(e.p, w, &slice, &why), e.name, why);
        ASSERT_EQ_FMT(0, phi_describe(slice)->degree_w, "%d");
        cquad z = random_z();
        quad size, sliced_size;
        cquad lead = phi_value(e.p, info->degree, z, w.high, &size);
        cquad sliced_lead = phi_value(slice, info->degree, z, 0, &sliced_size);
        for (int j = 0; j <= info->degree && cabsq(lead) > 1e-8Q * size; j++) {
            cquad difference = phi_value(e.p, j, z, w.high, &size) / lead -
                               phi_value(slice, j, z, 0, &sliced_size) / sliced_lead;
            ASSERTm(e.name, cabsq(difference) <= 1e-20Q * (1 + size));
        }
        phi_destroy(slice);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Coefficients of z^i are about w^-i there, and none of them is rounding. */
TEST slices_at_large_w_are_right(void)
{
    static const double sizes[] = {1e6, 1e9, 1e12, 1e16, 1e22, 1e40};
    static everything e;
    int right = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        for (int n = 0; n < 6 && info->spin == PHI_ANY_W; n++) {
            wide w = {.high = n % 2 == 0 ? sizes[n] : -sizes[n]};
            phi *slice = NULL;
            ASSERT_OK(phi_slice(e.p, w, &slice, &why), e.name, why);
            for (int far = -3; far <= 3; far++) {
                cquad z = sizes[n] * powq(10, far) * cquad_make(-0.6Q, 0.8Q);
                quad size, unused;
                cquad lead = phi_value(e.p, info->degree, z, w.high, &size);
                cquad sliced = phi_value(slice, info->degree, z, 0, &unused);
                for (int j = 0; j < info->degree && cabsq(lead) > 1e-8Q * size; j++, right++) {
                    cquad expected = phi_value(e.p, j, z, w.high, &unused) / lead;
                    cquad actual = phi_value(slice, j, z, 0, &unused) / sliced;
                    ASSERTm(support_say("%s at w = %g, |z| = 1e%d |w|", e.name, w.high, far),
                            cabsq(expected - actual) <= 1e-10Q * (1 + cabsq(expected)));
                }
            }
            phi_destroy(slice);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("%d right", right), right > 4000);
    PASS();
}

TEST slices_are_verified_at_their_own_w(void)
{
    for (int moves = MOTION_SHEAR; moves <= MOTION_ROTATION; moves++) {
        static everything e;
        ASSERT(everything_begin(&e));
        while (everything_next(&e, (motion)moves, &why)) {
            phi *slice = NULL;
            wide w = {phi_describe(e.p)->spin == PHI_ODE_ONLY ? 0 : 0.5, 0};
            ASSERT_OK(phi_slice(e.p, w, &slice, &why), e.name, why);
            ASSERTm(support_say("%s: %.2e", e.name, phi_describe(slice)->residual),
                    phi_describe(slice)->residual < 1e-27);
            phi_destroy(slice);
        }
        ASSERT_EVERYTHING_WAS_SEEN(e, why);
    }
    PASS();
}

TEST slices_of_plain_numbers_are_the_same(void)
{
    for (int moves = MOTION_SHEAR; moves <= MOTION_ROTATION; moves++) {
        static everything e;
        ASSERT(everything_begin(&e));
        while (everything_next(&e, (motion)moves, &why)) {
            const phi_info *info = phi_describe(e.p);
            double w = info->spin == PHI_ODE_ONLY ? 0 : 0.75;
            double c[(METHOD_MAX_STEPS + 1) * 20];
            phi *slice = NULL;
            ASSERT_OK(phi_slice_numbers(e.p, w, c, &why), e.name, why);
            ASSERT_OK(phi_slice(e.p, (wide){w, 0}, &slice, &why), e.name, why);
            const phi_info *about = phi_describe(slice);
            double scale =
                c[info->degree * (info->degree_z + 1)] / phi_coefficient(slice, info->degree, 0, 0);
            for (int j = 0; j <= info->degree; j++) {
                for (int i = 0; i <= info->degree_z; i++) {
                    double exact = i <= about->degree_z ? phi_coefficient(slice, j, i, 0) : 0;
                    ASSERT_NEAR(scale * exact, c[j * (info->degree_z + 1) + i], 1e-18 * fabs(scale),
                                1e-14);
                }
            }
            phi_destroy(slice);
        }
        ASSERT_EVERYTHING_WAS_SEEN(e, why);
    }
    PASS();
}

/* Phi from determinants over the integers and from samples on a torus: two ways that share nothing
 * but the coefficients. */
TEST exact_and_sampled_coefficients_agree(void)
{
    static everything e;
    int compared = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        method *sampled = method_disturbed(e.m, 0); /* knows its quads only */
        phi *p = NULL;
        ASSERTm(e.name, e.p->exact != NULL && sampled != NULL);
        ASSERT_OK(phi_compile(sampled, MOTION_SHEAR, &p, &why), e.name, why);
        ASSERTm(e.name, p->exact == NULL);
        const phi_info *a = &e.p->info, *b = &p->info;
        ASSERTm(support_say("%s: z^%d, %d, w^%d, %d", e.name, a->degree_z, b->degree_z, a->degree_w,
                            b->degree_w),
                a->degree == b->degree && a->degree_z == b->degree_z && a->degree_w == b->degree_w);
        size_t lead = phi_index(a, a->degree, 0, 0);
        for (size_t n = 0; n < phi_length(a); n++, compared++) {
            quad exact = e.p->c[n] / e.p->c[lead], found = p->c[n] / p->c[lead];
            quad room = 2 * p->noise[n] / fabsq(p->c[lead]) + 1e-29Q * fabsq(exact);
            ASSERTm(support_say("%s: coefficient %zu: %g", e.name, n, (double)(found - exact)),
                    fabsq(found - exact) <= room);
        }
        phi_destroy(p);
        method_destroy(sampled);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("%d compared", compared), compared > 2000);
    PASS();
}

/* A method that knows its coefficients as quads only is refused where these do not suffice; from
 * its exact coefficients Phi is found. */
static enum greatest_test_res is_refused(const char *words, motion moves, const char *says)
{
    catalogue *c = NULL;
    method *m = NULL;
    phi *p = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &c, &why), "catalogue", why);
    ASSERT_OK(catalogue_open(c, scratch_file("lost.method", words, strlen(words)), &m, &why),
              "open", why);
    method *sampled = method_disturbed(m, 0);
    ASSERT_EQ(STATUS_BAD_INPUT, phi_compile(sampled, moves, &p, &why));
    ASSERTm(why.text, strstr(why.text, says) != NULL);
    if (moves == MOTION_SHEAR) {
        ASSERT_OK(phi_compile(m, moves, &p, &why), words, why);
        ASSERTm(words, p->exact != NULL);
        phi_destroy(p);
    }
    method_destroy(sampled);
    method_destroy(m);
    catalogue_destroy(c);
    PASS();
}

/* R = 1 + 1e-30 z is 1 as far as quadruple precision tells near the origin, and grows at 1e31. */
TEST a_coefficient_that_is_lost_in_rounding_is_refused(void)
{
    CHECK_CALL(
        is_refused("kind = runge-kutta\nA = 0\nb = 1e-30\n", MOTION_SHEAR, "so far apart in size"));
    PASS();
}

/* Their slices at each w are not verified, so the method is, once. */
/* The first two stages are nothing but rounding: a step could be compared at the origin alone,
 * where every method agrees. R is 1 + z by the third. */
TEST what_can_be_compared_nowhere_is_refused(void)
{
    static const char *const sizes[] = {"1e42", "1e60", "1e100", "1e200"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char words[200];
        snprintf(words, sizeof words,
                 "kind = runge-kutta\nA = %s %s 0\n %s %s 0\n 0 0 0\nb = 0 0 1\n", sizes[i],
                 sizes[i], sizes[i], sizes[i]);
        CHECK_CALL(is_refused(words, MOTION_SHEAR, "cannot be told"));
    }
    PASS();
}

/* R = 1 + z/(1 - a (z + w)): the term of w is there, however small, or nothing is. */
TEST small_terms_of_w_are_seen_or_refused(void)
{
    int right = 0;
    for (int n = 10; n < 30; n++) {
        catalogue *c = NULL;
        method *m = NULL;
        phi *p = NULL;
        char words[100];
        snprintf(words, sizeof words, "kind = runge-kutta\nA = 1e-%d\nb = 1\n", n);
        ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &c, &why), "catalogue", why);
        ASSERT_OK(catalogue_open(c, scratch_file("small.method", words, strlen(words)), &m, &why),
                  "open", why);
        status s = phi_compile(m, MOTION_SHEAR, &p, &why);
        ASSERTm(words, s == STATUS_OK || s == STATUS_BAD_INPUT);
        for (int far = -3; far <= 6 && s == STATUS_OK; far++, right++) {
            quad a = powq(10, -n), w = powq(10, n + far) / 3, z = -1.2Q, unused;
            cquad R = -phi_value(p, 0, z, w, &unused) / phi_value(p, 1, z, w, &unused);
            quad error = cabsq(R - (1 + z / (1 - a * (z + w))));
            ASSERTm(support_say("a = 1e-%d, w = %g: error %g", n, (double)w, (double)error),
                    error <= 1e-8Q);
        }
        phi_destroy(p);
        method_destroy(m);
        catalogue_destroy(c);
    }
    ASSERT(right > 60);
    PASS();
}

TEST a_rotating_kernel_is_refused_where_slices_cannot_be_trusted(void)
{
    CHECK_CALL(is_refused("kind = runge-kutta\nA = 1e-60 2\n 1 1e60\nb = 1 1\n", MOTION_ROTATION,
                          "polynomial cannot be told"));
    CHECK_CALL(is_refused("kind = runge-kutta\nA = 1e-300\nb = 1e300\n", MOTION_ROTATION,
                          "polynomial cannot be told"));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(shear_agrees_with_direct_steps);
    RUN_TEST(rotation_agrees_with_direct_steps);
    RUN_TEST(implicit_methods_solve_their_stage_equations);
    RUN_TEST(every_R_is_one_at_zero_and_symmetric);
    RUN_TEST(without_spin_every_method_is_classical);
    RUN_TEST(families_are_pade_without_spin_and_lose_a_stage_at_infinite_spin);
    RUN_TEST(gauss_lobatto_is_symmetric);
    RUN_TEST(bdf_is_minus_z_at_one);
    RUN_TEST(spinning_methods_have_the_stated_order);
    RUN_TEST(collocation_is_linear_in_w);
    RUN_TEST(a_slice_is_phi_at_its_w);
    RUN_TEST(exact_and_sampled_coefficients_agree);
    RUN_TEST(slices_at_large_w_are_right);
    RUN_TEST(slices_are_verified_at_their_own_w);
    RUN_TEST(slices_of_plain_numbers_are_the_same);
    RUN_TEST(a_coefficient_that_is_lost_in_rounding_is_refused);
    RUN_TEST(what_can_be_compared_nowhere_is_refused);
    RUN_TEST(small_terms_of_w_are_seen_or_refused);
    RUN_TEST(a_rotating_kernel_is_refused_where_slices_cannot_be_trusted);
    GREATEST_MAIN_END();
}
