/* The whole catalogue, keep variants included, on the test equation whose kernel is sheared or
 * rotates, in the (z, w) plane at 200 x 200 pixels: not one pixel disagrees. Takes minutes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stability/everything.h"
#include "support/support.h"
#include "validation/validation.h"

enum { SIDE = 200 };

static message why;
static long runs, totals[AGREEMENT_COUNT], undecided;

static enum greatest_test_res validate(const everything *e, motion moves)
{
    bool is_ode = phi_describe(e->p)->spin == PHI_ODE_ONLY;
    const view v = {.plane = is_ode ? PLANE_Z : PLANE_ZW,
                    .x0 = -9,
                    .x1 = 9,
                    .y0 = -9,
                    .y1 = 9,
                    .width = SIDE,
                    .height = SIDE};
    const field_request prediction = {.view = v, .phi = e->p, .layers = FIELD_EXACT};
    const measurement_request request = measurement_of_test_equation(e->m, moves, &v);
    field f;
    measurement m;
    validation out;
    ASSERT_OK(field_compute(&prediction, 0, 0, &f, &why), e->name, why);
    ASSERT_OK(measurement_take(&request, &m, &why), e->name, why);
    ASSERT_OK(validation_of(&f, &m, &out, &why), e->name, why);
    long open = 0, sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        open += out.agreement[i] == TOO_CLOSE && f.verdict[i] != VERDICT_BOUNDARY &&
                f.verdict[i] != VERDICT_UNDEFINED;
    }
    printf("%-22s %-9s %6ld stable %6ld unstable %3ld disagree %6ld too close (%ld not on the "
           "boundary) %9.2e\n",
           e->name, request.equation->name, out.counts[AGREE_STABLE], out.counts[AGREE_UNSTABLE],
           out.counts[DISAGREE], out.counts[TOO_CLOSE], open, out.largest_difference);
    fflush(stdout);
    for (int i = 0; i < AGREEMENT_COUNT; i++) {
        totals[i] += out.counts[i];
        sum += out.counts[i];
    }
    runs++;
    undecided += open;
    ASSERT_EQm(e->name, 0L, out.counts[DISAGREE]);
    ASSERT_EQm(e->name, 0L, out.counts[NOT_MEASURED]);
    ASSERT_EQm(e->name, (long)SIDE * SIDE, sum);
    field_clear(&f);
    measurement_clear(&m);
    validation_clear(&out);
    PASS();
}

static enum greatest_test_res validate_everything(motion moves)
{
    static everything e;
    runs = undecided = 0;
    memset(totals, 0, sizeof totals);
    ASSERT(everything_begin(&e));
    while (everything_next(&e, moves, &why)) {
        if (phi_describe(e.p)->spin != PHI_ODE_ONLY || moves == MOTION_SHEAR) {
            CHECK_CALL(validate(&e, moves));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    printf("%s: %ld runs, %ld agree, %ld disagree, %ld too close, of these %ld not on the "
           "boundary\n",
           motion_name(moves), runs, totals[AGREE_STABLE] + totals[AGREE_UNSTABLE],
           totals[DISAGREE], totals[TOO_CLOSE], undecided);
    ASSERTm(support_say("%ld runs", runs), runs > 60);
    ASSERTm(support_say("%ld undecided", undecided), undecided * 1000 <= runs * SIDE * SIDE);
    PASS();
}

TEST the_whole_catalogue_agrees_where_the_kernel_is_sheared(void)
{
    CHECK_CALL(validate_everything(MOTION_SHEAR));
    PASS();
}

TEST the_whole_catalogue_agrees_where_the_kernel_rotates(void)
{
    CHECK_CALL(validate_everything(MOTION_ROTATION));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_whole_catalogue_agrees_where_the_kernel_is_sheared);
    RUN_TEST(the_whole_catalogue_agrees_where_the_kernel_rotates);
    GREATEST_MAIN_END();
}
