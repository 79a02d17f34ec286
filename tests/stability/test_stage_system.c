#include "stability/stage_system.h"

#include "stability/everything.h"
#include "support/support.h"

static message why;

static cquad phi_at(const stage_system *system, cquad sigma, cquad z, cquad w)
{
    cquad c[METHOD_MAX_STEPS + 1];
    cquad value = 0;
    stage_system_phi(system, z, w, c);
    for (int j = system->degree; j >= 0; j--) {
        value = value * sigma + c[j];
    }
    return value;
}

/* Phi has no higher powers than promised: its finite difference of the next order vanishes. */
static quad difference(const stage_system *system, int order, int variable)
{
    quad sum = 0;
    quad size = 0;
    quad binomial = 1;
    cquad point[3] = {0.3Q, 0.7Q, -0.4Q};
    for (int n = 0; n <= order; n++) {
        point[variable] = (quad)(2 * n - order) / order;
        cquad value = phi_at(system, point[0], point[1], point[2]);
        sum += (n % 2 == 0 ? 1 : -1) * binomial * crealq(value);
        size += binomial * cabsq(value);
        binomial = binomial * (order - n) / (n + 1);
    }
    return fabsq(sum) / size;
}

TEST degrees_are_bounds(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        stage_system system;
        stage_system_init(&system, e.m, MOTION_SHEAR);
        ASSERTm(e.name, difference(&system, system.degree + 1, 0) < 1e-28Q);
        ASSERTm(e.name, difference(&system, system.degree_z + 1, 1) < 1e-28Q);
        ASSERTm(e.name, difference(&system, system.degree_w + 1, 2) < 1e-28Q);
        ASSERTm(e.name, difference(&system, system.degree, 0) > 1e-28Q);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST phi_is_real_on_the_real_plane(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        stage_system system;
        stage_system_init(&system, e.m, MOTION_SHEAR);
        cquad sigma = cquad_make(random_edgy(2), random_edgy(2));
        cquad z = cquad_make(random_edgy(5), random_edgy(5));
        cquad w = cquad_make(random_edgy(3), random_edgy(3));
        cquad value = phi_at(&system, sigma, z, w);
        cquad mirrored = phi_at(&system, conjq(sigma), conjq(z), conjq(w));
        ASSERTm(e.name, cabsq(conjq(value) - mirrored) <= 1e-25Q * (1 + cabsq(value)));
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(degrees_are_bounds);
    RUN_TEST(phi_is_real_on_the_real_plane);
    GREATEST_MAIN_END();
}
