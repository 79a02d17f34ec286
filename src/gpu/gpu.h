/* The field of src/field computed by a GLSL fragment shader in single precision, in an OpenGL
 * context of its own that needs no window.
 *
 * The shader bounds its own error at every pixel. What is not certain to gpu_tolerance, or has no
 * certain verdict, goes to the kernels in double precision and to the reference evaluator, so that
 * verdicts are those of field_compute, and growths agree to gpu_tolerance wherever they are. No
 * OpenGL type is seen here. One thread at a time may use a gpu, any thread. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "field/field.h"

typedef struct gpu gpu;

/* The largest relative difference of a growth from that of the reference evaluator. */
static const double gpu_tolerance = 1e-3;

/* Growths closer to 1 than this, or than their error bound where that is larger (it is never more
 * than gpu_tolerance, and about 1e-5 for most methods), are for the reference evaluator. */
static const double gpu_near_circle = 4e-6;

/* Growths that the shader may decide; others are computed in double precision. */
static const double gpu_smallest = 1e-10;
static const double gpu_largest = 1e10;

/* Neighbouring pixels must be further apart than this, relative to the larger of 1 and the
 * coordinates. Polynomials are taken relative to the middle of the view, so that pixels are told
 * apart much further down; but then nearly all growths are within their error of each other. */
static const double gpu_finest = 0x1p-22;

/* Reads the GLSL files of the folder and makes a context. STATUS_FAILED when there is no OpenGL
 * 3.3. The context is current only within the functions below, which leave the one that was. */
status gpu_open(const char *shaders_folder, gpu **out, message *why) MUST_CHECK;

/* The same with the shaders that belong to a folder of assets: beside it in the source tree, in it
 * where spinscope is installed. */
status gpu_open_beside(const char *assets, gpu **out, message *why) MUST_CHECK;

/* g may be NULL. */
void gpu_close(gpu *g);

/* What OpenGL calls the device; false for those that are programs: llvmpipe, softpipe, swrast. */
const char *gpu_renderer(const gpu *g);
bool gpu_is_hardware(const gpu *g);

/* Can this request be answered, and is there a point in it? If not, *why says why not. */
bool gpu_can(const gpu *g, const field_request *request, message *why);

/* The whole view into a field that was computed before, or is {0}, as field_recompute does it; the
 * evaluator asked for does not matter. Refuses what gpu_can denies. */
status gpu_field(gpu *g, const field_request *request, field *out, message *why) MUST_CHECK;

/* How much of the last field, from 0 to 1, was left to double precision. */
double gpu_undecided(const gpu *g);

#endif
