#include "validation/measurement.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "base/work.h"
#include "dae/batch.h"
#include "dae/measure.h"
#include "method/tableau.h"

/* Pixels that are measured together, between two looks at `cancel`. */
enum { CHUNK = 64, COARSE = 8 };

/* Pixels between two looks at the clock; some seconds may pass over a whole chunk. */
enum { PIECE = 8 };

/* The problems for which there are batched steppers; the parameters are the same. */
static const struct {
    const char *name;
    batch_equation equation;
} batched[] = {{"ode", BATCH_ODE},
               {"shear", BATCH_SHEAR},
               {"rotation", BATCH_ROTATION},
               {"normalised", BATCH_NORMALISED},
               {"example-1.1", BATCH_EXAMPLE_1_1}};

typedef struct job {
    const measurement_request *request;
    measurement *out;
    tableau method;
    bool is_batched, is_steady;
    bool is_limit; /* it depends on time, and how near its limit it is shall be known */
    batch_equation equation;
    int pass, side; /* rows and columns that are multiples of side; in the second pass the rest */
    atomic_long done;
    pthread_mutex_t telling; /* held by who is in `progressed` */
} job;

measurement_request measurement_of_test_equation(const method *m, motion moves, const view *v)
{
    const method_info *info = method_describe(m);
    bool is_ode = info->form == FORM_ODE_ONLY;
    bool has_more_roots =
        info->kind == METHOD_MULTISTEP || (info->keep_matters && info->keep == KEEP_NONE);
    measurement_request r = {
        .view = *v,
        .method = m,
        .equation = is_ode ? problems_find("ode") : problems_test_equation(moves),
        .x_parameter = 0,
        .y_parameter = plane_has_every_w(v->plane) ? 2 : 1,
        .values = {0, 0, plane_is_complex(v->plane) ? v->w : 0},
        .h = 1,
        .sizes = true,
        .steps = has_more_roots ? MEASUREMENT_STEPS_MULTISTEP : MEASUREMENT_STEPS};
    /* Later, but not so late that the rows of E and A are parallel to rounding: from |omega| t =
     * 1e6 on, and where many stages are stabilised from 3e5 on. */
    double w = view_largest_w(v);
    double latest = (info->spin ? 1 : 10) * measurement_late;
    double late = fmin(measurement_late, latest / fmax(w, 1));
    r.t0 = info->spin || moves == MOTION_NORMALISED ? late : 0;
    return r;
}

bool measurement_is_steady(const measurement_request *request)
{
    return !method_describe(request->method)->spin && request->equation->is_steady;
}

const char *measurement_coordinate_name(const problem_entry *e, int coordinate)
{
    if (coordinate == MEASUREMENT_STEP) {
        return "h";
    }
    const char *name = coordinate < e->parameter_count ? e->parameters[coordinate].name : NULL;
    bool drives = name != NULL && e->forcing != NULL && strcmp(name, e->forcing) == 0;
    return drives ? NULL : name;
}

int measurement_coordinate(const problem_entry *e, const char *name)
{
    for (int i = 0; i <= MEASUREMENT_STEP; i++) {
        const char *of = measurement_coordinate_name(e, i);
        if (of != NULL && strcmp(of, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The parameters of a pixel, and its step. */
typedef double place[MEASUREMENT_STEP + 1];

static void set_parameters(const measurement_request *r, int column, int row, double *to)
{
    memcpy(to, r->values, sizeof r->values);
    to[MEASUREMENT_STEP] = r->h;
    to[r->x_parameter] = view_x(&r->view, column);
    to[r->y_parameter] = view_y(&r->view, row);
}

/* One pixel by the plain stepper. A problem that does not exist there, or cannot be started, gives
 * a failed growth: it is no answer, and nobody's mistake. */
static growth measure_plainly(const job *j, const double *values, double t0, int steps)
{
    const measurement_request *r = j->request;
    growth g = {.planned = steps, .outcome = STEP_NOT_FINITE};
    problem *p = NULL;
    stepper *s = NULL;
    message why;
    if (problem_entry_create(r->equation, values, &p, &why) == STATUS_OK &&
        stepper_create(r->method, p, NULL, &s, &why) == STATUS_OK &&
        measure_start(s, p, t0, values[MEASUREMENT_STEP], &why) == STATUS_OK) {
        g = measure_steps(s, p, steps, NULL);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return g;
}

static void measure_piece(const job *j, const place *values, int count, double t0, int steps,
                          growth *out)
{
    const measurement_request *r = j->request;
    if (!j->is_batched) {
        for (int i = 0; i < count; i++) {
            out[i] = measure_plainly(j, values[i], t0, steps);
        }
        return;
    }
    double packed[CHUNK * BATCH_PARAMETERS];
    for (int i = 0; i < count; i++) {
        memcpy(packed + i * BATCH_PARAMETERS, values[i], BATCH_PARAMETERS * sizeof *packed);
    }
    const batch_request request = {
        .method = &j->method, .equation = j->equation, .t0 = t0, .h = r->h, .steps = steps};
    batch_measure(&request, count, packed, out);
}

/* Is it to end early, for either reason? */
static bool ends_early(job *j)
{
    const measurement_request *r = j->request;
    if (patience_is_over(r->most_seconds)) {
        atomic_store(&j->out->gave_up, true);
    }
    return atomic_load(&j->out->gave_up) || (r->cancel != NULL && atomic_load(r->cancel));
}

/* False when it gave up before the end. */
static bool measure_some(job *j, const place *values, int count, double t0, int steps, growth *out)
{
    int at_once = j->request->most_seconds > 0 ? PIECE : CHUNK;
    for (int at = 0; at < count; at += at_once) {
        if (j->request->most_seconds > 0 && ends_early(j)) {
            return false;
        }
        measure_piece(j, values + at, count - at < at_once ? count - at : at_once, t0, steps,
                      out + at);
    }
    return true;
}

/* A limit is approached in powers of |w| h/t, with coefficients as large as the growth near a pole.
 * How near it is can be told from first order for growths up to 1e3, the largest that are compared,
 * where this is smaller than 1e-3. */
static const double small_for_limit = 1e-3;

static bool knows_way_to_limit(const measurement_request *r)
{
    return r->sizes && !measurement_is_steady(r) && r->t0 != 0 &&
           view_largest_w(&r->view) * r->h <= small_for_limit * fabs(r->t0);
}

/* How far a factor that depends on time may be from its limit. It tends to it like a/t or faster;
 * to first order that is, at the end T = t0 + N h, the change from a run that began at t0/2, times
 * (T - t0/2)/(t0/2). Twice that is allowed for what is not of first order. */
static double way_to_limit(const job *j, const growth *g, const growth *earlier)
{
    double earlier_start = fabs(j->request->t0) / 2;
    double change = fabs(growth_rate(earlier, true) - growth_rate(g, true));
    return 2 * change * (1 + g->planned * j->request->h / earlier_start);
}

/* The mean of a factor that depends on time may also differ from the last one. */
static double uncertainty_of_limit(const job *j, const growth *g, const growth *earlier)
{
    return growth_uncertainty(g, true) + way_to_limit(j, g, earlier) +
           fabs(growth_rate(g, false) - growth_rate(g, true));
}

/* A limit that may be on either side of 1 is not decided. */
static growth_verdict judge_limit(const job *j, const growth *g, const growth *earlier)
{
    growth_verdict v = growth_judge(g, false);
    bool is_decided = v == GROWTH_STABLE || v == GROWTH_UNSTABLE;
    return is_decided && fabs(growth_rate(g, false)) <= way_to_limit(j, g, earlier)
               ? GROWTH_UNDECIDED
               : v;
}

/* Writes down what was measured at some pixels of a row, from t0 and, for limits, from t0/2 on;
 * keeps in the list those that are undecided. */
static int write_down(job *j, int row, int *columns, int count, const growth *measured,
                      const growth *earlier)
{
    int undecided = 0;
    long long steps = 0;
    for (int i = 0; i < count; i++) {
        size_t at = (size_t)row * (size_t)j->request->view.width + (size_t)columns[i];
        const growth *g = &measured[i];
        growth_verdict v =
            j->is_limit ? judge_limit(j, g, &earlier[i]) : growth_judge(g, j->is_steady);
        j->out->rate[at] = growth_rate(g, j->is_steady);
        j->out->uncertainty[at] = j->is_steady  ? growth_uncertainty(g, true)
                                  : j->is_limit ? uncertainty_of_limit(j, g, &earlier[i])
                                                : NAN;
        j->out->verdict[at] = (unsigned char)v;
        steps += g->steps + (j->is_limit ? earlier[i].steps : 0);
        if (v == GROWTH_UNDECIDED) {
            columns[undecided++] = columns[i];
        }
    }
    atomic_fetch_add_explicit(&j->out->steps, steps, memory_order_relaxed);
    return undecided;
}

/* Up to CHUNK pixels of a row; those that stay undecided are measured again with twice as many
 * steps, up to sixteen times. */
static void measure_chunk(job *j, int row, const int *columns, int count)
{
    const measurement_request *r = j->request;
    int left[CHUNK];
    memcpy(left, columns, (size_t)count * sizeof *left);
    for (int doubling = 0; doubling <= MEASUREMENT_DOUBLINGS && count > 0; doubling++) {
        place values[CHUNK];
        growth measured[CHUNK], earlier[CHUNK];
        int steps = r->steps << doubling;
        for (int i = 0; i < count; i++) {
            set_parameters(r, left[i], row, values[i]);
        }
        if (!measure_some(j, (const place *)values, count, r->t0, steps, measured) ||
            (j->is_limit &&
             !measure_some(j, (const place *)values, count, r->t0 / 2, steps, earlier))) {
            break;
        }
        count = write_down(j, row, left, count, measured, earlier);
    }
}

static void tell(job *j, long pixels)
{
    const measurement_request *r = j->request;
    long done = atomic_fetch_add(&j->done, pixels) + pixels;
    if (r->progressed != NULL && pthread_mutex_trylock(&j->telling) == 0) {
        r->progressed(r->context, done, (long)r->view.width * r->view.height);
        pthread_mutex_unlock(&j->telling);
    }
}

/* The pixels of one row that belong to the pass. */
static void measure_row(void *context, int index)
{
    job *j = context;
    const view *v = &j->request->view;
    int row = j->pass == 0 ? index * j->side : index;
    int columns[CHUNK], count = 0;
    bool is_coarse_row = row % COARSE == 0;
    for (int column = 0; column < v->width && !ends_early(j); column++) {
        bool is_coarse = is_coarse_row && column % COARSE == 0;
        if (is_coarse == (j->pass == 0)) {
            columns[count++] = column;
        }
        if (count == CHUNK || (column == v->width - 1 && count > 0)) {
            measure_chunk(j, row, columns, count);
            tell(j, count);
            count = 0;
        }
    }
}

static status check(const measurement_request *r, message *why)
{
    const method_info *info = method_describe(r->method);
    status s = view_check(&r->view, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (r->steps < 1 || r->steps > MEASUREMENT_MOST_STEPS) {
        return refuse(why, "%d steps: from 1 to %d are accepted", r->steps, MEASUREMENT_MOST_STEPS);
    }
    if (!(r->h > 0) || !isfinite(r->h)) {
        return refuse(why, "h = %g: a positive step is accepted", r->h);
    }
    if (!isfinite(r->t0) || !(fabs(r->t0) <= 1e12 * r->h)) {
        return refuse(why, "t0 = %g: at most 1e12 steps from 0 are accepted", r->t0);
    }
    const char *forcing = r->equation->forcing;
    int driven = forcing != NULL ? problem_entry_parameter(r->equation, forcing) : -1;
    if (driven >= 0 &&
        (r->values[driven] != 0 || driven == r->x_parameter || driven == r->y_parameter)) {
        return refuse(why, "%s: growth is measured without a driving force; %s = 0 is accepted",
                      r->equation->name, forcing);
    }
    if (info->form == FORM_ODE_ONLY && strcmp(r->equation->name, "ode") != 0) {
        return refuse(why, "%.200s is for ODEs only, and %s has a constraint", info->name,
                      r->equation->name);
    }
    if (info->form == FORM_ODE_ONLY && plane_has_every_w(r->view.plane)) {
        return refuse(why, "%.200s is for ODEs only: the plane z is accepted", info->name);
    }
    if (info->form == FORM_ODE_ONLY && r->values[2] != 0) {
        return refuse(why, "w = %.9g: %.200s is for ODEs only; accepted: 0", r->values[2],
                      info->name);
    }
    return STATUS_OK;
}

status measurement_take(const measurement_request *request, measurement *out, message *why)
{
    const view *v = &request->view;
    job j = {.request = request, .out = out, .telling = PTHREAD_MUTEX_INITIALIZER, .side = COARSE};
    *out = (measurement){.view = *v};
    TRY(check(request, why));
    size_t count = (size_t)v->width * (size_t)v->height;
    TRY(memory_allocate(&out->rate, count, sizeof *out->rate, why));
    TRY(memory_allocate(&out->uncertainty, count, sizeof *out->uncertainty, why));
    TRY(memory_allocate(&out->verdict, count, 1, why));
    memset(out->verdict, GROWTH_NOT_MEASURED, count);
    method_tableau(request->method, &j.method);
    j.is_steady = measurement_is_steady(request);
    j.is_limit = knows_way_to_limit(request);
    bool has_one_step =
        request->x_parameter != MEASUREMENT_STEP && request->y_parameter != MEASUREMENT_STEP;
    bool may_batch = has_one_step && !request->plain;
    for (size_t i = 0; i < sizeof batched / sizeof batched[0] && may_batch; i++) {
        if (strcmp(batched[i].name, request->equation->name) == 0) {
            j.is_batched = true;
            j.equation = batched[i].equation;
        }
    }
    for (j.pass = 0; j.pass < 2 && !ends_early(&j); j.pass++) {
        int rows = j.pass == 0 ? (v->height + COARSE - 1) / COARSE : v->height;
        work_share(rows, request->jobs, measure_row, &j, request->cancel);
        if (request->passed != NULL && !ends_early(&j)) {
            request->passed(request->context, j.pass == 0 ? COARSE : 1);
        }
    }
    pthread_mutex_destroy(&j.telling);
    return ends_early(&j) ? STATUS_NO : STATUS_OK;
}

void measurement_clear(measurement *m)
{
    free(m->rate);
    free(m->uncertainty);
    free(m->verdict);
    m->rate = m->uncertainty = NULL;
    m->verdict = NULL;
}

status measurement_to_field(const measurement *m, field *out, message *why)
{
    static const verdict verdicts[] = {
        [GROWTH_STABLE] = VERDICT_STABLE,      [GROWTH_UNSTABLE] = VERDICT_UNSTABLE,
        [GROWTH_UNDECIDED] = VERDICT_BOUNDARY, [GROWTH_SINGULAR] = VERDICT_POLE,
        [GROWTH_FAILED] = VERDICT_UNDEFINED,   [GROWTH_NOT_MEASURED] = VERDICT_UNDEFINED};
    size_t count = (size_t)m->view.width * (size_t)m->view.height;
    *out = (field){.view = m->view, .rows = m->view.height};
    TRY(memory_allocate(&out->growth, count, sizeof *out->growth, why));
    TRY(memory_allocate(&out->verdict, count, 1, why));
    TRY(memory_allocate(&out->exact, count, sizeof *out->exact, why));
    for (size_t i = 0; i < count; i++) {
        bool has_number = m->verdict[i] != GROWTH_NOT_MEASURED;
        out->verdict[i] = (unsigned char)verdicts[m->verdict[i]];
        out->exact[i] = has_number ? exp(m->rate[i]) : NAN;
        out->growth[i] = (float)out->exact[i];
    }
    return STATUS_OK;
}
