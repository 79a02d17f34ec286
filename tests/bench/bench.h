/* What the parts of the bench share. */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include "method/catalogue.h"

/* One row of the table. */
void report(const char *name, double value, const char *unit);

/* The steppers, beside IDA where that is installed, and whole validations. */
void bench_steppers(const catalogue *all);
void bench_validation(const catalogue *all, const char *method_name);

/* The adaptive integrators on the pendulum, beside IDA where that is installed. */
void bench_integrators(const catalogue *all);

/* Frames of the explorer, and of movies. */
void bench_frames(void);
void bench_movies(void);

#endif
