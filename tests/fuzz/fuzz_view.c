/* Views of every plane and chart: what view_check refuses is refused by everybody, and what it
 * accepts is computed, traced and painted, whatever the numbers are: denormal, huge, -0, a rounding
 * away from a whole turn. Places that no view would have, NaN among them, are mapped, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "field/contour.h"
#include "fuzz.h"
#include "method/catalogue.h"
#include "picture/figure.h"

enum { METHODS = 4, MOST_SIDE = 24, MOST_EDGE = 120 };

static phi *phis[METHODS];
static palette *colours;

static void prepare(void)
{
    static const char *const names[METHODS] = {"radau-iia:2", "bdf:3", "rk4", "gauss-lobatto:1"};
    catalogue *all = NULL;
    message why;
    HOLDS(catalogue_create(SPINSCOPE_ASSETS, &all, &why) == STATUS_OK);
    for (int i = 0; i < METHODS; i++) {
        method *m = NULL;
        HOLDS(catalogue_open(all, names[i], &m, &why) == STATUS_OK);
        HOLDS(phi_compile(m, MOTION_SHEAR, &phis[i], &why) == STATUS_OK);
        method_destroy(m);
    }
    catalogue_destroy(all);
    HOLDS(palette_open(SPINSCOPE_ASSETS, "diverging", &colours, &why) == STATUS_OK);
}

/* A number of fuzz_double, or one that is next to it or not finite at all. */
static double any_number(fuzz_bytes *b)
{
    double x = fuzz_double(b);
    switch (fuzz_byte(b) % 12) {
    case 0:
        return NAN;
    case 1:
        return copysign(INFINITY, x);
    case 2:
        return -0.0;
    case 3:
        return nextafter(x, -INFINITY);
    case 4:
        return nextafter(round(x), fuzz_byte(b) % 2 == 0 ? INFINITY : -INFINITY);
    default:
        return x;
    }
}

/* Where w is huge, methods with several roots need integers at every pixel, which takes its time.
 */
static void limit_w(view *v)
{
    double *const all[] = {&v->w, &v->w_most, &v->y0, &v->y1};
    for (int i = 0; i < (v->plane == PLANE_ZW ? 4 : 2); i++) {
        if (isfinite(*all[i]) && fabs(*all[i]) > 1e9) {
            *all[i] = fmod(*all[i], 1e9);
        }
    }
}

/* |z| is 10^x at every angle; plain charts give what they got. */
static void map_place(const view *v, double x, double y)
{
    double complex z = view_argument(v, x, y);
    if (v->chart != CHART_LOG) {
        HOLDS(isnan(x) || creal(z) == x);
    } else if (isfinite(y) && fabs(x) < 290) {
        HOLDS(fabs(cabs(z) / pow(10, x) - 1) < 1e-12);
    }
}

static void check_places(const view *v)
{
    for (int i = 1; i < v->width; i++) {
        HOLDS(view_x(v, i - 1) < view_x(v, i));
    }
    for (int i = 1; i < v->height; i++) {
        HOLDS(view_y(v, i - 1) > view_y(v, i));
    }
    map_place(v, view_x(v, 0), view_y(v, 0));
}

static void paint(const figure_panel *panel, shading how)
{
    static uint32_t pixels[MOST_EDGE * MOST_EDGE * 64];
    figure_panel copy = *panel;
    figure f = {.shading = how,
                .hatch = true,
                .boundary = true,
                .palette = colours,
                .growth_label = "",
                .panel_count = 1,
                .panels = &copy};
    message why = {""};
    status s = figure_fit(&f, MOST_EDGE, MOST_EDGE, &why);
    if (s == STATUS_OK && (size_t)f.width * (size_t)f.height <= sizeof pixels / sizeof *pixels) {
        s = figure_paint(&f, FIGURE_ALL, pixels, &why);
    }
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    }
}

static void show(const field_request *request, double level, bool paints)
{
    static figure_panel panel;
    message why = {""};
    panel = (figure_panel){.view = request->view, .curves_count = 1};
    panel.curves[0] = (figure_curves){.level = level, .main = true};
    status s = field_compute(request, 0, 0, &panel.field, &why);
    HOLDS(s == STATUS_OK);
    const contour_request trace = {
        .field = &panel.field, .phi = request->phi, .level = level, .pixel_tolerance = 0.05};
    s = contour_trace(&trace, &panel.curves[0].curves, &why);
    HOLDS(s == STATUS_OK);
    for (int i = 0; i < panel.curves[0].curves.count; i++) {
        const curve *c = &panel.curves[0].curves.curves[i];
        for (int n = 0; n < c->count; n++) {
            HOLDS(isfinite(c->x[n]) && isfinite(c->y[n]));
        }
    }
    if (paints) {
        paint(&panel, request->layers == FIELD_R ? SHADE_PHASE : SHADE_GROWTH);
    }
    contour_clear(&panel.curves[0].curves);
    field_clear(&panel.field);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    message why = {""};
    if (colours == NULL) {
        prepare();
    }
    const phi *p = phis[fuzz_byte(&b) % METHODS];
    view v = {.plane = fuzz_byte(&b) % 4 == 0 ? PLANE_ZW : PLANE_Z,
              .chart = (view_chart)(fuzz_byte(&b) % CHART_COUNT),
              .every_w = fuzz_byte(&b) % 8 == 0};
    unsigned how = fuzz_byte(&b);
    v.width = (int)(fuzz_byte(&b) % (MOST_SIDE + 1));
    v.height = (int)(fuzz_byte(&b) % (MOST_SIDE + 1));
    v.w = any_number(&b);
    v.w_most = any_number(&b);
    v.x0 = any_number(&b), v.x1 = any_number(&b), v.y0 = any_number(&b), v.y1 = any_number(&b);
    map_place(&v, any_number(&b), any_number(&b));
    if (phi_describe(p)->spin == PHI_ODE_ONLY) { /* there is no w */
        v.plane = PLANE_Z;
        v.w = v.w_most = 0;
    }
    limit_w(&v);
    field_request request = {.view = v, .phi = p, .jobs = 1};
    if (phi_describe(p)->degree == 1 && how % 2 == 0) {
        request.layers = FIELD_R;
    }
    request.evaluator = how % 3 == 0 ? EVALUATOR_SCALAR : EVALUATOR_AUTO;
    status s = view_check(&v, &why);
    if (s != STATUS_OK) {
        field f = {0};
        fuzz_refused(s, &why);
        HOLDS(field_compute(&request, 0, 0, &f, &why) == s);
        field_clear(&f);
        return 0;
    }
    check_places(&v);
    show(&request, how % 5 == 0 ? 0.5 : 1, how % 4 == 0);
    return 0;
}
