#include "field/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "base/work.h"
#include "field/kernel.h"
#include "field/worst.h"

enum { TILE_WIDTH = 640, TILE_HEIGHT = 16, COARSE = 8, NEAR = 32 };

typedef struct job {
    const field_request *request;
    field *f;
    double *x;     /* of every column */
    slice *slices; /* one for the whole view, or one a row */
    int slice_count;
    worst worst;       /* instead of slices where the view shows every w */
    atomic_int failed; /* a slice could not be had: why is in the next two */
    status failure;
    message why;
    int columns; /* tiles across */
    int coarse;  /* 8 in the coarse pass, 1 in the fine one */
    atomic_bool gave_up;
    atomic_int done;                            /* tiles of the fine pass */
    atomic_long decided_in[PRECISION_OPEN + 1]; /* pixels */
} job;

static const slice *slice_of_row(const job *j, int row)
{
    return &j->slices[j->slice_count == 1 ? 0 : row];
}

/* Im z of a row, or what stands for it: the real line in the (z, w) plane. */
static double imaginary_of_row(const job *j, int row)
{
    const view *v = &j->f->view;
    return view_imaginary(v, view_y(v, j->f->first_row + row));
}

static void compute_slice(void *context, int row)
{
    job *j = context;
    const view *v = &j->f->view;
    double w = view_w(v, view_y(v, j->f->first_row + row));
    message why;
    slice *own = &j->slices[row];
    status s = slice_take(own, j->request->phi, w, v->chart == CHART_INFINITY, &why);
    own->accuracy =
        (j->request->layers & FIELD_EXACT) != 0 ? slice_accuracy : slice_picture_accuracy;
    if (s != STATUS_OK && atomic_fetch_add(&j->failed, 1) == 0) {
        j->failure = s;
        j->why = why;
    }
}

/* The neighbourhoods of the pixels of a tile, and how its pixels were decided. Neighbourhoods are
 * squares of the view, whichever band of it is computed. They are 20 kB, which begin as they are.
 */
typedef struct tile {
    int line; /* of neighbourhoods; -1: there are none yet */
    neighbourhood near[TILE_WIDTH / NEAR + 1];
    long decided_in[PRECISION_OPEN + 1];
} tile;

static void tile_begin(tile *t)
{
    t->line = -1;
    memset(t->decided_in, 0, sizeof t->decided_in);
}

/* That of a pixel; NULL where every row has its own slice, or pixels are not z. */
static neighbourhood *near_of(const job *j, tile *t, int column, int row)
{
    const view *v = &j->f->view;
    int line = (j->f->first_row + row) / NEAR, from = column / TILE_WIDTH * TILE_WIDTH;
    neighbourhood *near = &t->near[(column - from) / NEAR];
    if (!plane_is_complex(v->plane) || v->chart == CHART_LOG) {
        return NULL;
    }
    if (t->line != line) {
        for (int n = 0; n <= TILE_WIDTH / NEAR; n++) {
            t->near[n].radius = 0;
        }
        t->line = line;
    }
    if (near->radius == 0) {
        double x = view_x(v, column / NEAR * NEAR + NEAR / 2);
        double y = view_y(v, line * NEAR + NEAR / 2);
        near->centre = CMPLX(x, y);
        near->radius = NEAR * ((v->x1 - v->x0) / v->width + (v->y1 - v->y0) / v->height);
        near->is_set = false;
    }
    return near;
}

/* The reference evaluator in the middle of a pixel. */
static point point_of_pixel(const job *j, const slice *s, int column, int row, tile *t,
                            double complex *z)
{
    const view *v = &j->f->view;
    *z = view_argument(v, j->x[column], view_y(v, j->f->first_row + row));
    if (v->every_w) {
        return worst_evaluate(&j->worst, *z, NULL);
    }
    point p = point_evaluate_near(s, *z, near_of(j, t, column, row));
    t->decided_in[p.decided_in]++;
    return p;
}

static void store_point(const job *j, size_t at, double complex z, const point *p)
{
    field *f = j->f;
    f->growth[at] = (float)p->growth;
    f->verdict[at] = (unsigned char)p->verdict;
    if (f->exact != NULL) {
        f->exact[at] = p->growth;
    }
    if (f->R != NULL) {
        f->R[at] = p->R;
    }
    if (f->star != NULL) {
        f->star[at] = (float)(log(p->growth) - creal(z));
    }
    if (f->outside != NULL) {
        f->outside[at] = (unsigned char)p->outside;
    }
}

/* Verdicts of a row of growths; where the kernel cannot decide, the reference evaluator does. */
static void settle_row(const job *j, const slice *s, int row, int first, int count, size_t at,
                       tile *t)
{
    const field *f = j->f;
    if (kernel_classify(f->growth + at, count, f->verdict + at)) {
        return;
    }
    bool vanishes = slice_vanishes(s);
    for (int i = 0; i < count; i++) {
        float growth = f->growth[at + (size_t)i];
        if (!kernel_decides(growth) && !(vanishes && growth == 0)) {
            double complex z;
            point p = point_of_pixel(j, s, first + i, row, t, &z);
            store_point(j, at + (size_t)i, z, &p);
        }
    }
}

/* Kernels take rows of z with one imaginary part, at one w. */
static bool uses_kernels(const job *j)
{
    const view *v = &j->f->view;
    return v->chart != CHART_LOG && !v->every_w && j->request->evaluator != EVALUATOR_SCALAR &&
           j->request->layers == 0;
}

/* Is it to end because it takes too long? */
static bool takes_long(job *j)
{
    bool is_over = patience_is_over(j->request->most_seconds);
    if (is_over) {
        atomic_store(&j->gave_up, true);
    }
    return is_over;
}

static bool is_stopped(const job *j)
{
    const atomic_bool *cancel = j->request->cancel;
    return (cancel != NULL && atomic_load(cancel)) || atomic_load(&j->gave_up);
}

static void fine_tile(job *j, int first, int count, int row, int rows)
{
    const field *f = j->f;
    const view *v = &f->view;
    warm_start warm = {0};
    tile t;
    tile_begin(&t);
    for (int n = row; n < row + rows && !takes_long(j) && !is_stopped(j); n++) {
        const slice *s = slice_of_row(j, n);
        double y = imaginary_of_row(j, n);
        size_t at = (size_t)n * (size_t)f->view.width + (size_t)first;
        if (uses_kernels(j)) {
            if (j->request->for_display && kernel_has_display(s->degree, s->degree_z)) {
                kernel_display(s, j->x + first, y, count, f->growth + at, &warm);
            } else {
                kernel_for(s->degree, s->degree_z)(s, j->x + first, y, count, f->growth + at,
                                                   &warm);
            }
            settle_row(j, s, n, first, count, at, &t);
            continue;
        }
        for (int i = 0; i < count && !is_stopped(j) && !(v->every_w && takes_long(j)); i++) {
            double complex z;
            point p = point_of_pixel(j, s, first + i, n, &t, &z);
            store_point(j, at + (size_t)i, z, &p);
        }
    }
    for (int n = 0; n <= PRECISION_OPEN; n++) {
        atomic_fetch_add(&j->decided_in[n], t.decided_in[n]);
    }
}

/* One value for each square of COARSE pixels, taken at its middle. */
static void coarse_tile(const job *j, int first, int count, int row, int rows)
{
    const field *f = j->f;
    tile t;
    tile_begin(&t);
    for (int n = row; n < row + rows && !is_stopped(j); n += COARSE) {
        int high = n + COARSE <= row + rows ? COARSE : row + rows - n;
        const slice *s = slice_of_row(j, n + high / 2);
        for (int i = first; i < first + count && !is_stopped(j); i += COARSE) {
            int across = i + COARSE <= first + count ? COARSE : first + count - i;
            double complex z;
            point p = point_of_pixel(j, s, i + across / 2, n + high / 2, &t, &z);
            for (int k = 0; k < high * across; k++) {
                size_t line = (size_t)(n + k / across) * (size_t)f->view.width;
                store_point(j, line + (size_t)(i + k % across), z, &p);
            }
        }
    }
}

static void compute_tile(void *context, int index)
{
    job *j = context;
    int first = index % j->columns * TILE_WIDTH;
    int row = index / j->columns * TILE_HEIGHT;
    int count = j->f->view.width - first < TILE_WIDTH ? j->f->view.width - first : TILE_WIDTH;
    int rows = j->f->rows - row < TILE_HEIGHT ? j->f->rows - row : TILE_HEIGHT;
    if (j->coarse > 1) {
        coarse_tile(j, first, count, row, rows);
    } else {
        fine_tile(j, first, count, row, rows);
        int done = atomic_fetch_add(&j->done, 1) + 1;
        if (j->request->progressed != NULL) {
            int lines = (j->f->rows + TILE_HEIGHT - 1) / TILE_HEIGHT;
            j->request->progressed(j->request->context, done, (long)j->columns * lines);
        }
    }
}

/* Gives *layer room for `pixels` items, or none when it is not wanted. Memory that is there and
 * large enough is kept: fresh pages cost more time than the kernels. */
static status allocate_layer(void *layer, bool wanted, size_t pixels, size_t size, message *why)
{
    void *kept;
    memcpy(&kept, layer, sizeof kept);
    if (wanted && kept != NULL) {
        return STATUS_OK;
    }
    free(kept);
    memset(layer, 0, sizeof kept);
    return wanted ? memory_allocate(layer, pixels, size, why) : STATUS_OK;
}

static status allocate_layers(unsigned layers, field *f, message *why)
{
    size_t n = (size_t)f->view.width * (size_t)f->rows;
    const struct {
        void *layer;
        bool wanted;
        size_t size;
    } rows[] = {
        {.layer = &f->growth, .wanted = true, .size = sizeof *f->growth},
        {.layer = &f->verdict, .wanted = true, .size = sizeof *f->verdict},
        {.layer = &f->exact, .wanted = (layers & FIELD_EXACT) != 0, .size = sizeof *f->exact},
        {.layer = &f->R, .wanted = (layers & FIELD_R) != 0, .size = sizeof *f->R},
        {.layer = &f->star, .wanted = (layers & FIELD_STAR) != 0, .size = sizeof *f->star},
        {.layer = &f->outside, .wanted = (layers & FIELD_OUTSIDE) != 0, .size = sizeof *f->outside},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TRY(allocate_layer(rows[i].layer, rows[i].wanted, n, rows[i].size, why));
    }
    return STATUS_OK;
}

static status prepare(job *j, message *why)
{
    const view *v = &j->f->view;
    j->slice_count = plane_is_complex(v->plane) ? 1 : j->f->rows;
    j->columns = (v->width + TILE_WIDTH - 1) / TILE_WIDTH;
    TRY(memory_allocate(&j->x, (size_t)v->width, sizeof *j->x, why));
    TRY(memory_allocate(&j->slices, (size_t)j->slice_count, sizeof *j->slices, why));
    for (int i = 0; i < v->width; i++) {
        j->x[i] = view_x(v, i);
    }
    if (v->every_w) {
        return worst_init(&j->worst, j->request->phi, v, why);
    }
    work_share(j->slice_count, j->request->jobs, compute_slice, j, j->request->cancel);
    if (atomic_load(&j->failed) > 0) {
        *why = j->why;
        return j->failure;
    }
    return STATUS_OK;
}

static void compute_pass(job *j, int coarse)
{
    const field_request *r = j->request;
    j->coarse = coarse;
    int lines = (j->f->rows + TILE_HEIGHT - 1) / TILE_HEIGHT;
    work_share(j->columns * lines, r->jobs, compute_tile, j, r->cancel);
    if (r->passed != NULL && !is_stopped(j)) {
        r->passed(r->context, coarse);
    }
}

status field_recompute(const field_request *request, int first, int rows, field *out, message *why)
{
    TRY(view_check(&request->view, why));
    if (!plane_is_predicted(request->view.plane)) {
        return refuse(why, "a plane of parameters is not predicted, only measured");
    }
    rows = rows == 0 ? request->view.height : rows;
    const phi_info *info = phi_describe(request->phi);
    if ((request->layers & (FIELD_R | FIELD_STAR)) != 0 && info->degree != 1) {
        return refuse(why, "%s has %d roots; R is defined for one-step methods only", info->method,
                      info->degree);
    }
    if ((request->layers & FIELD_STAR) != 0 &&
        (request->view.chart != CHART_PLAIN || request->view.every_w)) {
        return refuse(why, "the order star is shown in the plain chart at one w");
    }
    if (out->view.width != request->view.width || out->rows != rows) {
        field_clear(out);
    }
    out->view = request->view;
    out->first_row = first;
    out->rows = rows;
    job *j = NULL;
    TRY(memory_allocate(&j, 1, sizeof *j, why));
    status s = STATUS_OK;
    j->request = request;
    j->f = out;
    TRY_OR_END(allocate_layers(request->layers, out, why));
    TRY_OR_END(prepare(j, why));
    if (request->passed != NULL) {
        compute_pass(j, COARSE);
    }
    compute_pass(j, 1);
    s = is_stopped(j) ? STATUS_NO : STATUS_OK;
    out->shifted = atomic_load(&j->decided_in[PRECISION_SHIFTED]);
    out->in_quad = atomic_load(&j->decided_in[PRECISION_QUAD]);
    out->in_integers = atomic_load(&j->decided_in[PRECISION_EXACT]);
    out->open = atomic_load(&j->decided_in[PRECISION_OPEN]);
end:
    for (int i = 0; j->slices != NULL && i < j->slice_count; i++) {
        slice_clear(&j->slices[i]);
    }
    free(j->x);
    free(j->slices);
    worst_clear(&j->worst);
    free(j);
    return s;
}

status field_compute(const field_request *request, int first, int rows, field *out, message *why)
{
    *out = (field){0};
    return field_recompute(request, first, rows, out, why);
}

void field_clear(field *f)
{
    free(f->growth);
    free(f->verdict);
    free(f->exact);
    free(f->R);
    free(f->star);
    free(f->outside);
    *f = (field){0};
}
