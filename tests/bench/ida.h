/* The test equation stepped by SUNDIALS IDA, to compare speeds with. In the bench only. */
#ifndef TESTS_BENCH_IDA_H
#define TESTS_BENCH_IDA_H

/* Seconds that IDA takes for one step of its BDF of order 2 with step 1, on the sheared test
 * equation with this lambda and omega, real and imaginary parts as four unknowns, with the exact
 * Jacobian. *factor receives |u_N / u_{N-1}|. Negative when IDA fails. */
double ida_step_time(double re, double im, double omega, int steps, double *factor);

#endif
