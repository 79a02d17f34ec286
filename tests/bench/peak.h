/* What one core can do at most: fused multiply-adds on registers only. */
#ifndef BENCH_PEAK_H
#define BENCH_PEAK_H

/* Gflop/s in double precision, a multiply-add counted as two. */
double peak_gflops(void);

/* Seconds since some fixed moment. */
double seconds_now(void);

#endif
