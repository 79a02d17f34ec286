#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_STRIP = 1500, TRAIL_POINTS = 96 };

_Static_assert((int)MECHANISM_MAX_POINTS >= (int)SHAPE_MAX_POINTS &&
                   (int)MECHANISM_MAX_BARS >= (int)SHAPE_MAX_BARS,
               "a shape fits into a picture");

const double scene_trail_seconds = 1.5;

/* How far the solution may leave the reference and still be looked after: the view grows to this
 * many times the reference's. */
static const double most_growth = 1.6;

/* One of its solutions at a time. */
static void scene_shape(const footage *film, const double *rows, double t, shape *out)
{
    double p[CONSTRAINED_MAX_POSITIONS];
    footage_positions(film, rows, t, p);
    film->system->draw(film->system->data, t, p, out);
}

static double bar_length(const shape *of, int bar)
{
    int a = of->bars[bar][0], b = of->bars[bar][1];
    return hypot(of->x[a] - of->x[b], of->y[a] - of->y[b]);
}

static void include(mechanism_view *v, double x, double y)
{
    if (isfinite(x) && isfinite(y)) {
        *v = (mechanism_view){fmin(v->x_low, x), fmax(v->x_high, x), fmin(v->y_low, y),
                              fmax(v->y_high, y)};
    }
}

double scene_time(double from, double to, int samples, int i)
{
    return i <= 0 ? from : i >= samples - 1 ? to : from + (to - from) * i / (samples - 1);
}

/* All that is seen of one solution. */
static mechanism_view extent(const scene *s, const double *rows, mechanism_view v)
{
    shape at;
    double from = s->film->t[0], to = s->film->t[s->film->count - 1];
    for (int i = 0; i < s->samples; i++) {
        scene_shape(s->film, rows, scene_time(from, to, s->samples, i), &at);
        for (int k = 0; k < at.point_count; k++) {
            include(&v, at.x[k], at.y[k]);
        }
    }
    return v;
}

/* The circles that bars make about fixed points, and how far all bars together can reach. */
static void reach(const mechanism *m, const shape *start, mechanism_view *circles,
                  mechanism_view *all)
{
    double sum = 0;
    for (int i = 0; i < m->bar_count; i++) {
        sum += m->length[i];
    }
    for (int i = 0; i < m->bar_count; i++) {
        int a = m->bars[i][0], b = m->bars[i][1];
        int centre = m->weight[a] == 0 ? a : b;
        if ((m->weight[a] == 0) != (m->weight[b] == 0)) {
            double x = start->x[centre], y = start->y[centre], r = m->length[i];
            include(circles, x - r, y - r);
            include(circles, x + r, y + r);
            include(all, x - sum, y - sum);
            include(all, x + sum, y + sum);
        }
    }
    for (int i = 0; i < m->point_count; i++) {
        include(all, start->x[i], start->y[i]);
    }
}

/* Holds the reference, or what can be reached, and what leaves it, but no blow-up. */
static mechanism_view choose_view(const scene *s, const shape *start)
{
    const double *view = s->film->view;
    if (view[0] != 0 || view[1] != 0 || view[2] != 0 || view[3] != 0) {
        return (mechanism_view){view[0], view[1], view[2], view[3]};
    }
    mechanism_view nothing = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    mechanism_view must = nothing, may = nothing;
    reach(&s->look, start, &must, &may);
    if (s->film->reference != NULL) {
        must = may = extent(s, s->film->reference, must);
    }
    mechanism_view seen = extent(s, s->film->p, must);
    double x = (may.x_low + may.x_high) / 2, y = (may.y_low + may.y_high) / 2;
    double side = most_growth * fmax(may.x_high - may.x_low, may.y_high - may.y_low) / 2;
    if (!isfinite(x + y + side)) { /* nothing is known but where it goes */
        return isfinite(seen.x_low) ? seen : (mechanism_view){-1, 1, -1, 1};
    }
    return (mechanism_view){fmin(fmax(seen.x_low, x - side), must.x_low),
                            fmax(fmin(seen.x_high, x + side), must.x_high),
                            fmin(fmax(seen.y_low, y - side), must.y_low),
                            fmax(fmin(seen.y_high, y + side), must.y_high)};
}

/* Free ends leave trails; where there are none, all points that move as they like. */
static void choose_trails(scene *s)
{
    const mechanism *m = &s->look;
    for (int most_bars = 1; most_bars <= m->bar_count && s->trail_count == 0; most_bars++) {
        for (int i = 0; i < m->point_count && s->trail_count < MECHANISM_MAX_TRAILS; i++) {
            int bars = 0;
            for (int k = 0; k < m->bar_count; k++) {
                bars += m->bars[k][0] == i || m->bars[k][1] == i;
            }
            if (m->weight[i] > 0 && !m->guided[i] && bars <= most_bars) {
                s->trails[s->trail_count++] = i;
            }
        }
    }
}

/* The largest residual of every piece, when there are more steps than a strip can show. */
static status set_history(scene *s, message *why)
{
    const footage *film = s->film;
    mechanism_history *h = &s->look.history;
    *h = (mechanism_history){film->count, film->t, {film->drift[0], film->drift[1]}};
    if (film->count <= MOST_STRIP) {
        return STATUS_OK;
    }
    TRY(memory_allocate(&s->strip, 3 * MOST_STRIP, sizeof *s->strip, why));
    for (int i = 0; i < MOST_STRIP; i++) {
        int from = (int)((long)film->count * i / MOST_STRIP);
        int to = (int)((long)film->count * (i + 1) / MOST_STRIP);
        s->strip[i] = i == MOST_STRIP - 1 ? film->t[film->count - 1] : film->t[from];
        for (int level = 0; level < 2; level++) {
            double *most = &s->strip[(level + 1) * MOST_STRIP + i];
            *most = NAN;
            for (int k = from; k < to && film->drift[level] != NULL; k++) {
                *most = fmax(*most, film->drift[level][k]); /* fmax passes NaN over */
            }
        }
    }
    h->count = MOST_STRIP;
    h->t = s->strip;
    for (int level = 0; level < 2; level++) {
        h->residual[level] =
            film->drift[level] != NULL ? s->strip + (level + 1) * MOST_STRIP : NULL;
    }
    return STATUS_OK;
}

static void set_look(scene *s, int width, int height)
{
    const footage *film = s->film;
    mechanism *m = &s->look;
    shape start;
    film->system->draw(film->system->data, film->t[0], film->p, &start);
    *m = (mechanism){.width = width,
                     .height = height,
                     .point_count = start.point_count,
                     .bar_count = start.bar_count,
                     .slides = start.slides,
                     .from = film->t[0],
                     .to = film->t[film->count - 1],
                     .history = m->history};
    snprintf(m->title, sizeof m->title, "%s", film->title);
    snprintf(m->subtitle, sizeof m->subtitle, "%s", film->subtitle);
    snprintf(m->solution_name, sizeof m->solution_name, "computed");
    snprintf(m->ghost_name, sizeof m->ghost_name, "%s",
             film->system->exact != NULL ? "exact" : "reference");
    for (int i = 0; i < start.point_count; i++) {
        m->weight[i] = start.weight[i];
        m->guided[i] = start.guided[i];
    }
    for (int i = 0; i < start.bar_count; i++) {
        m->bars[i][0] = start.bars[i][0];
        m->bars[i][1] = start.bars[i][1];
        m->length[i] = start.length[i] > 0 ? start.length[i] : bar_length(&start, i);
    }
    m->view = choose_view(s, &start);
    choose_trails(s);
}

status scene_open(scene *s, const footage *film, int width, int height, int samples, message *why)
{
    *s = (scene){.film = film, .samples = samples};
    TRY(set_history(s, why));
    set_look(s, width, height);
    return STATUS_OK;
}

void scene_clear(scene *s)
{
    free(s->strip);
    *s = (scene){0};
}

static void pose_of(const shape *from, mechanism_pose *out)
{
    memcpy(out->x, from->x, (size_t)from->point_count * sizeof *out->x);
    memcpy(out->y, from->y, (size_t)from->point_count * sizeof *out->y);
}

/* Relative errors of the lengths at a time, on the straight line between those of the steps. */
static void strains_at(const scene *s, double t, double *out)
{
    const footage *film = s->film;
    const mechanism *m = &s->look;
    int n = film->system->positions, k = footage_step(film, t), next = film->count > 1 ? k + 1 : k;
    shape before, after;
    film->system->draw(film->system->data, film->t[k], film->p + (size_t)k * (size_t)n, &before);
    film->system->draw(film->system->data, film->t[next], film->p + (size_t)next * (size_t)n,
                       &after);
    double part = next > k ? (t - film->t[k]) / (film->t[next] - film->t[k]) : 0;
    for (int i = 0; i < m->bar_count; i++) {
        double first = bar_length(&before, i) / m->length[i] - 1;
        double second = bar_length(&after, i) / m->length[i] - 1;
        out[i] = part <= 0 ? first : part >= 1 ? second : (1 - part) * first + part * second;
    }
}

status scene_paint(const scene *s, double t, double trail, uint32_t *pixels, message *why)
{
    const footage *film = s->film;
    double x[MECHANISM_MAX_TRAILS][TRAIL_POINTS], y[MECHANISM_MAX_TRAILS][TRAIL_POINTS];
    mechanism_pose ghost;
    mechanism_frame f = {.t = t};
    shape now;
    double begin = fmax(film->t[0], f.t - trail);
    for (int i = 0; i < TRAIL_POINTS && s->trail_count > 0; i++) {
        scene_shape(film, film->p, begin + (f.t - begin) * i / (TRAIL_POINTS - 1), &now);
        for (int k = 0; k < s->trail_count; k++) {
            x[k][i] = now.x[s->trails[k]];
            y[k][i] = now.y[s->trails[k]];
        }
    }
    for (int k = 0; k < s->trail_count; k++) {
        f.trails[f.trail_count++] = (mechanism_trail){x[k], y[k], TRAIL_POINTS};
    }
    scene_shape(film, film->p, f.t, &now);
    pose_of(&now, &f.pose);
    strains_at(s, f.t, f.strain);
    if (film->reference != NULL) {
        scene_shape(film, film->reference, f.t, &now);
        pose_of(&now, &ghost);
        f.ghost = &ghost;
    }
    return mechanism_paint(&s->look, &f, pixels, why);
}
