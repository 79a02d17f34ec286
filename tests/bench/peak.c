#include "bench/peak.h"

#include <time.h>

typedef double lanes __attribute__((vector_size(32)));

enum { CHAINS = 12 }; /* enough independent sums to hide the latency of a multiply-add */

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

__attribute__((target_clones("default", "arch=x86-64-v3"))) static double spin(long rounds)
{
    lanes sum[CHAINS];
    lanes factor = {0.999999, 0.999998, 0.999997, 0.999996};
    for (int i = 0; i < CHAINS; i++) {
        sum[i] = factor * (double)(i + 1);
    }
    for (long n = 0; n < rounds; n++) {
        for (int i = 0; i < CHAINS; i++) {
            sum[i] = sum[i] * factor + factor;
        }
    }
    double total = 0;
    for (int i = 0; i < CHAINS; i++) {
        total += sum[i][0] + sum[i][1] + sum[i][2] + sum[i][3];
    }
    return total;
}

double peak_gflops(void)
{
    enum { ROUNDS = 3000000, TRIES = 5 };
    double best = 0;
    volatile double keep = 0;
    for (int n = 0; n < TRIES; n++) {
        double start = seconds_now();
        keep = keep + spin(ROUNDS);
        double rate = 2.0 * 4 * CHAINS * ROUNDS / (seconds_now() - start) / 1e9;
        best = rate > best ? rate : best;
    }
    return best;
}
