#include "numerics/dft.h"

#include <fftw3.h>
#include <pthread.h>

#include "numerics/dft_quad.h"

/* FFTW plans one at a time; executing a plan needs no lock. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

status dft_forward(double complex *data, int n, message *why)
{
    fftw_complex *in_place = (void *)data;
    pthread_mutex_lock(&planner);
    fftw_plan plan =
        fftw_plan_dft_1d(n, in_place, in_place, FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
    pthread_mutex_unlock(&planner);
    if (plan == NULL) {
        return fail(why, "no Fourier transform of length %d could be planned", n);
    }
    fftw_execute(plan);
    pthread_mutex_lock(&planner);
    fftw_destroy_plan(plan);
    pthread_mutex_unlock(&planner);
    return STATUS_OK;
}

status dft_forward_quad(cquad *data, int rank, const int *sizes, message *why)
{
    fftwq_complex *in_place = (void *)data;
    pthread_mutex_lock(&planner);
    fftwq_plan plan = fftwq_plan_dft(rank, sizes, in_place, in_place, FFTW_FORWARD,
                                     FFTW_ESTIMATE | FFTW_UNALIGNED);
    pthread_mutex_unlock(&planner);
    if (plan == NULL) {
        return fail(why, "no Fourier transform in %d dimensions could be planned", rank);
    }
    fftwq_execute(plan);
    pthread_mutex_lock(&planner);
    fftwq_destroy_plan(plan);
    pthread_mutex_unlock(&planner);
    return STATUS_OK;
}
