/* The pendulum of tests/dae/pendulum.h integrated by SUNDIALS IDA with the same residual and the
 * same Jacobian, to compare errors and speed with. Only where IDA is installed. */
#ifndef TESTS_DAE_IDA_PENDULUM_H
#define TESTS_DAE_IDA_PENDULUM_H

#include "dae/pendulum.h"

typedef struct ida_result {
    bool done;
    double x[6]; /* at the end */
    long steps, residuals, jacobians;
    double seconds;
} ida_result;

/* From t = 0 to the end, one step at a time, with relative = absolute = tolerance. The multipliers
 * of index 2 are left out of the error test. */
ida_result ida_pendulum(pendulum_form form, double tolerance, double end);

#endif
