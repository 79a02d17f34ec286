/* Discrete Fourier transforms through FFTW: y_m = sum_j x_j exp(-2 pi i j m / n), unscaled,
 * in place. Safe to call from several threads. */
#ifndef NUMERICS_DFT_H
#define NUMERICS_DFT_H

#include <complex.h>

#include "base/status.h"

/* n >= 1 numbers, replaced by their transform. */
status dft_forward(double complex *data, int n, message *why) MUST_CHECK;

#endif
