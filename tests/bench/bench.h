/* What the parts of the bench share. */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include "method/catalogue.h"

/* One row of the table. Nothing takes no time: a value that is not positive and finite was not
 * measured, and ends the bench with a line that names the row, and exit code 3. */
void report(const char *name, double value, const char *unit);

/* The steppers, beside IDA where that is installed, and whole validations. */
void bench_steppers(const catalogue *all);
void bench_validation(const catalogue *all, const char *method_name);

/* The adaptive integrators on the pendulum, beside IDA where that is installed. */
void bench_integrators(const catalogue *all);

/* Frames of the explorer, and of movies. */
void bench_frames(const catalogue *all);
void bench_movies(const catalogue *all);

#endif
