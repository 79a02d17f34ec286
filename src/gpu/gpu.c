#include "gpu/gpu.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/work.h"
#include "gpu/context.h"
#include "gpu/draw.h"
#include "gpu/factors.h"
#include "gpu/settle.h"

enum { STRIP = 8 };

struct gpu {
    gl_context *context;
    program_cache *programs;
    drawing *drawing;
    char renderer[128];
    double undecided;
};

typedef struct job {
    const field_request *request;
    field *f;
    shader_kind kind;
    factors_frame frame;
    double *x;      /* of every column */
    slice *slices;  /* one for the whole view, or one a row */
    float *numbers; /* the same as factors */
    size_t slice_length;
    int slice_count;
    atomic_int failed; /* a slice could not be had: why is in the next two */
    status failure;
    message why;
    int strip_first, strip_end; /* rows that are being settled */
    atomic_long undecided;
} job;

static status set_up(gpu *g, const char *folder, message *why)
{
    const unsigned char *name = glGetString(GL_RENDERER);
    if (name == NULL || epoxy_gl_version() < 33) {
        return fail(why, "OpenGL 3.3 is not available");
    }
    for (size_t i = 0; name[i] != '\0' && i + 1 < sizeof g->renderer; i++) {
        g->renderer[i] = (char)name[i];
    }
    TRY(program_cache_create(folder, &g->programs, why));
    return drawing_create(&g->drawing, why);
}

status gpu_open(const char *shaders_folder, gpu **out, message *why)
{
    *out = NULL;
    gpu *g = NULL;
    context_before before;
    TRY(memory_allocate(&g, 1, sizeof *g, why));
    status s = STATUS_OK;
    TRY_OR_END(context_create(&g->context, why));
    TRY_OR_END(context_enter(g->context, &before, why));
    s = set_up(g, shaders_folder, why);
    context_leave(g->context, &before);
    if (s == STATUS_OK) {
        *out = g;
        g = NULL;
    }
end:
    gpu_close(g);
    return s;
}

void gpu_close(gpu *g)
{
    if (g == NULL) {
        return;
    }
    context_before before;
    message why;
    if (g->context != NULL && context_enter(g->context, &before, &why) == STATUS_OK) {
        drawing_destroy(g->drawing);
        program_cache_destroy(g->programs);
        context_leave(g->context, &before);
    }
    context_destroy(g->context);
    free(g);
}

const char *gpu_renderer(const gpu *g)
{
    return g->renderer;
}

bool gpu_is_hardware(const gpu *g)
{
    static const char *const programs[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                           "SwiftShader"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        if (strstr(g->renderer, programs[i]) != NULL) {
            return false;
        }
    }
    return true;
}

double gpu_undecided(const gpu *g)
{
    return g->undecided;
}

/* The largest power of z must fit into a double, with room for sums. */
static const double most_bits = 900;

static bool says_no(status s)
{
    return s != STATUS_OK;
}

/* Is a side of the view fine enough for neighbouring pixels to be the same in single precision? */
static bool is_too_fine(double low, double high, int pixels)
{
    double size = fmax(1, fmax(fabs(low), fabs(high)));
    return (high - low) / pixels < gpu_finest * size;
}

bool gpu_can(const gpu *g, const field_request *request, message *why)
{
    const view *v = &request->view;
    const phi_info *info = phi_describe(request->phi);
    shader_kind kind = {.degree = info->degree, .degree_z = info->degree_z, .plane = v->plane};
    if (says_no(view_check(v, why))) {
        return false;
    }
    if (!plane_is_complex(v->plane) && !plane_has_every_w(v->plane)) {
        return !says_no(refuse(why, "a plane of parameters is not predicted, only measured"));
    }
    if (v->chart != CHART_PLAIN || v->every_w) {
        return !says_no(refuse(why, "the GPU computes the plain chart at one w only"));
    }
    if (request->layers != 0) {
        return !says_no(refuse(why, "the GPU computes growth and verdict only; layers such as R "
                                    "need double precision"));
    }
    if (is_too_fine(v->x0, v->x1, v->width) || is_too_fine(v->y0, v->y1, v->height)) {
        return !says_no(refuse(why,
                               "view %.9g,%.9g,%.9g,%.9g: too deep, single precision cannot "
                               "tell its pixels apart",
                               v->x0, v->x1, v->y0, v->y1));
    }
    factors_frame frame = factors_frame_of(v);
    if (info->degree_z * log2(fmax(1, frame.farthest)) > most_bits) {
        return !says_no(refuse(why, "view %.9g,%.9g,%.9g,%.9g: too far out for single precision",
                               v->x0, v->x1, v->y0, v->y1));
    }
    int count = shader_number_count(&kind);
    if (info->degree < 1 || count > drawing_most_numbers(g->drawing, v->plane)) {
        return !says_no(
            refuse(why, "%s has %d coefficients, too many for this GPU", info->method, count));
    }
    return true;
}

static const slice *slice_of_row(const job *j, int row)
{
    return &j->slices[j->slice_count == 1 ? 0 : row];
}

static void compute_slice(void *context, int row)
{
    job *j = context;
    const view *v = &j->f->view;
    double w = view_w(v, view_y(v, row));
    message why;
    status s = slice_take(&j->slices[row], j->request->phi, w, false, &why);
    j->slices[row].accuracy = slice_picture_accuracy;
    if (s == STATUS_OK) {
        factors_find(&j->slices[row], &j->frame, j->numbers + 4 * (size_t)row * j->slice_length);
    } else if (atomic_fetch_add(&j->failed, 1) == 0) {
        j->failure = s;
        j->why = why;
    }
}

static bool is_cancelled(const job *j)
{
    return j->request->cancel != NULL && atomic_load(j->request->cancel);
}

static status prepare(job *j, message *why)
{
    const view *v = &j->f->view;
    j->slice_length = (size_t)shader_number_count(&j->kind);
    j->slice_count = plane_is_complex(v->plane) ? 1 : v->height;
    size_t count = j->slice_length * (size_t)j->slice_count;
    TRY(memory_allocate(&j->x, (size_t)v->width, sizeof *j->x, why));
    TRY(memory_allocate(&j->slices, (size_t)j->slice_count, sizeof *j->slices, why));
    TRY(memory_allocate(&j->numbers, count, 4 * sizeof *j->numbers, why));
    for (int i = 0; i < v->width; i++) {
        j->x[i] = view_x(v, i);
    }
    work_share(j->slice_count, j->request->jobs, compute_slice, j, j->request->cancel);
    if (atomic_load(&j->failed) > 0) {
        *why = j->why;
        return j->failure;
    }
    return STATUS_OK;
}

static void settle_strip(void *context, int index)
{
    job *j = context;
    long undecided = 0;
    const field *f = j->f;
    int first = j->strip_first + index * STRIP;
    int end = first + STRIP < j->strip_end ? first + STRIP : j->strip_end;
    for (int row = first; row < end; row++) {
        const slice *s = slice_of_row(j, row);
        double y = view_imaginary(&f->view, view_y(&f->view, row));
        size_t at = (size_t)row * (size_t)f->view.width;
        undecided += settle_row(s, j->x, y, f->view.width, f->growth + at, f->verdict + at);
    }
    atomic_fetch_add(&j->undecided, undecided);
}

static draw_tile tile_at(const job *j, int column, int row, int side)
{
    const view *v = &j->f->view;
    draw_tile t = {.kind = j->kind, .stride = v->width};
    t.width = v->width - column < side ? v->width - column : side;
    t.height = v->height - row < side ? v->height - row : side;
    t.numbers = j->numbers + (j->slice_count == 1 ? 0 : 4 * (size_t)row * j->slice_length);
    t.growth = j->f->growth + (size_t)row * (size_t)v->width + (size_t)column;
    t.place[0] = (float)column - (float)v->width / 2;
    t.place[1] = (float)row - (float)v->height / 2;
    t.place[2] = (float)((v->x1 - v->x0) / v->width / j->frame.radius);
    t.place[3] =
        plane_is_complex(v->plane) ? (float)(-(v->y1 - v->y0) / v->height / j->frame.radius) : 0;
    return t;
}

/* A row of tiles is drawn, then its undecided pixels are settled. */
static status compute(gpu *g, job *j, message *why)
{
    const view *v = &j->f->view;
    const program_pair *programs;
    int side = drawing_tile_side(g->drawing);
    TRY(program_find(g->programs, &j->kind, &programs, why));
    for (int row = 0; row < v->height; row += side) {
        int end = row + side < v->height ? row + side : v->height;
        for (int column = 0; column < v->width; column += side) {
            draw_tile t = tile_at(j, column, row, side);
            t.programs = programs;
            TRY(is_cancelled(j) ? STATUS_NO : draw(g->drawing, &t, why));
        }
        j->strip_first = row;
        j->strip_end = end;
        work_share((end - row + STRIP - 1) / STRIP, j->request->jobs, settle_strip, j,
                   j->request->cancel);
    }
    return STATUS_OK;
}

static status make_room(field *f, const view *v, message *why)
{
    bool fits = f->view.width == v->width && f->rows == v->height && f->growth != NULL &&
                f->verdict != NULL;
    field kept = *f;
    if (fits) {
        f->growth = NULL;
        f->verdict = NULL;
    }
    field_clear(f); /* other layers too, which are not computed here */
    f->view = *v;
    f->rows = v->height;
    if (fits) {
        f->growth = kept.growth;
        f->verdict = kept.verdict;
        return STATUS_OK;
    }
    size_t pixels = (size_t)v->width * (size_t)v->height;
    TRY(memory_allocate(&f->growth, pixels, sizeof *f->growth, why));
    return memory_allocate(&f->verdict, pixels, sizeof *f->verdict, why);
}

static status compute_in_context(gpu *g, job *j, message *why)
{
    context_before before;
    TRY(context_enter(g->context, &before, why));
    status s = compute(g, j, why);
    context_leave(g->context, &before);
    return s;
}

status gpu_field(gpu *g, const field_request *request, field *out, message *why)
{
    if (!gpu_can(g, request, why)) {
        return STATUS_BAD_INPUT;
    }
    const phi_info *info = phi_describe(request->phi);
    job *j = NULL;
    TRY(make_room(out, &request->view, why));
    TRY(memory_allocate(&j, 1, sizeof *j, why));
    status s = STATUS_OK;
    j->request = request;
    j->f = out;
    j->kind = (shader_kind){
        .degree = info->degree, .degree_z = info->degree_z, .plane = request->view.plane};
    j->frame = factors_frame_of(&request->view);
    TRY_OR_END(prepare(j, why));
    TRY_OR_END(compute_in_context(g, j, why));
    TRY_OR_END(is_cancelled(j) ? STATUS_NO : STATUS_OK);
    g->undecided = (double)atomic_load(&j->undecided) /
                   ((double)request->view.width * (double)request->view.height);
    if (request->passed != NULL) {
        request->passed(request->context, 1);
    }
end:
    for (int i = 0; j->slices != NULL && i < j->slice_count; i++) {
        slice_clear(&j->slices[i]);
    }
    free(j->x);
    free(j->slices);
    free(j->numbers);
    free(j);
    return s;
}

status gpu_open_beside(const char *assets, gpu **out, message *why)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/../shaders", assets);
    if (access(folder, R_OK) != 0) {
        snprintf(folder, sizeof folder, "%s/shaders", assets);
    }
    return gpu_open(folder, out, why);
}
