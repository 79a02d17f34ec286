#include "drawing/film.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"

const char *film_ease_name(int i)
{
    static const char *const words[] = {
        [EASE_LINEAR] = "linear", [EASE_SMOOTH] = "smooth", [EASE_PINGPONG] = "pingpong", NULL};
    return words[i];
}

const char *film_quality_name(int i)
{
    static const char *const words[] = {
        [MOVIE_DRAFT] = "draft", [MOVIE_GOOD] = "good", [MOVIE_BEST] = "best", NULL};
    return words[i];
}

/* A:B, or one number for both. */
static status read_run(const char *value, double out[2])
{
    char first[80];
    message detail;
    size_t length = strcspn(value, ":");
    snprintf(first, sizeof first, "%.*s", (int)(length < 79 ? length : 79), value);
    TRY(property_read_real("", first, &out[0], &detail));
    out[1] = out[0];
    return value[length] == ':' ? property_read_real("", value + length + 1, &out[1], &detail)
                                : STATUS_OK;
}

static status read_w(const property *p, void *at, const char *name, const char *value, message *why)
{
    (void)p;
    double run[2];
    if (read_run(value, run) != STATUS_OK) {
        return refuse(why, "%s %.80s: a real number, or A:B with two, is accepted, such as -5:5",
                      name, value);
    }
    memcpy(at, run, sizeof run);
    return STATUS_OK;
}

static void write_w(const property *p, const void *at, text *out)
{
    (void)p;
    const double *run = at;
    text_add(out, "%.17g:%.17g", run[0], run[1]);
}

static status read_over(const property *p, void *at, const char *name, const char *value,
                        message *why)
{
    film *f = (film *)((char *)at - p->offset);
    size_t length = strcspn(value, "=");
    double run[2];
    if (value[length] != '=' || length == 0 || length >= sizeof f->over ||
        read_run(value + length + 1, run) != STATUS_OK) {
        f->over[0] = '\0'; /* what says nothing takes it away */
        return value[0] == '\0'
                   ? STATUS_OK
                   : refuse(why, "%s %.80s: FAMILY=A:B is accepted, such as theta=0.5:1", name,
                            value);
    }
    snprintf(f->over, sizeof f->over, "%.*s", (int)length, value);
    memcpy(f->parameter, run, sizeof run);
    return STATUS_OK;
}

static void write_over(const property *p, const void *at, text *out)
{
    const film *f = (const film *)((const char *)at - p->offset);
    if (f->over[0] != '\0') {
        text_add(out, "%s=%.17g:%.17g", f->over, f->parameter[0], f->parameter[1]);
    }
}

/* One of t=0.5, w=1, view=X0:X1:Y0:Y1; false: none of them. */
static bool read_piece(const char *piece, film_key *out, bool *has_t)
{
    const char *equals = strchr(piece, '=');
    size_t length = equals != NULL ? (size_t)(equals - piece) : 0;
    double numbers[4];
    int count = 0;
    const char *at = equals;
    for (; at != NULL && count < 4; at = strchr(at + 1, ':')) {
        char *rest;
        numbers[count++] = plain_number(at + 1, &rest);
        if (rest == at + 1 || (*rest != '\0' && *rest != ':')) {
            return false;
        }
    }
    if (at != NULL) { /* too many */
        return false;
    }
    if (count == 1 && length == 1 && piece[0] == 't') {
        out->t = numbers[0];
        *has_t = true;
    } else if (count == 1 && length == 1 && piece[0] == 'w') {
        out->w = numbers[0];
        out->has_w = true;
    } else if (count == 4 && length == 4 && strncmp(piece, "view", 4) == 0) {
        memcpy(out->view, numbers, sizeof numbers);
        out->has_view = isfinite(numbers[1] - numbers[0]) && isfinite(numbers[3] - numbers[2]) &&
                        numbers[0] < numbers[1] && numbers[2] < numbers[3];
        return out->has_view;
    } else {
        return false;
    }
    return true;
}

/* Adds a key; the field is their number, and the keys come after it. */
static status read_key(const property *p, void *at, const char *name, const char *value,
                       message *why)
{
    film *f = (film *)((char *)at - p->offset);
    film_key key = {0};
    bool has_t = false, is_read = true;
    if (value[0] == '\0') {
        f->key_count = 0;
        return STATUS_OK;
    }
    for (const char *from = value; *from != '\0' && is_read;) {
        char piece[200];
        size_t length = strcspn(from, ",");
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 199 ? length : 199), from);
        is_read = read_piece(piece, &key, &has_t);
        from += length + (from[length] == ',');
    }
    if (!is_read || !has_t || !(key.t >= 0) || !(key.t <= 1) || !isfinite(key.w)) {
        return refuse(why, "%s %.80s: t=0.5,w=1,view=X0:X1:Y0:Y1 is accepted, t from 0 to 1", name,
                      value);
    }
    if (f->key_count == FILM_MOST_KEYS) {
        return refuse(why, "%s %.60s: given more than %d times", name, value, FILM_MOST_KEYS);
    }
    /* In the order of time; of equal times the later one comes later. */
    int place = f->key_count++;
    for (; place > 0 && f->keys[place - 1].t > key.t; place--) {
        f->keys[place] = f->keys[place - 1];
    }
    f->keys[place] = key;
    return STATUS_OK;
}

static void write_keys(const property *p, const void *at, text *out)
{
    const film *f = (const film *)((const char *)at - p->offset);
    for (int i = 0; i < f->key_count; i++) {
        const film_key *k = &f->keys[i];
        text_add(out, "%st=%.17g", i > 0 ? " " : "", k->t);
        if (k->has_w) {
            text_add(out, ",w=%.17g", k->w);
        }
        if (k->has_view) {
            text_add(out, ",view=%.17g:%.17g:%.17g:%.17g", k->view[0], k->view[1], k->view[2],
                     k->view[3]);
        }
    }
}

static const property_kind w_kind = {.read = read_w, .write = write_w};
static const property_kind over_kind = {.read = read_over, .write = write_over};
static const property_kind keys_kind = {.read = read_key, .write = write_keys};

#define FIELD(NAME) PROPERTY_FIELD(film, NAME)

const property film_properties[] = {
    {.key = "w",
     .option = "--w",
     .hint = "A:B",
     .kind = &w_kind,
     FIELD(w),
     .initial = "-5:5",
     .help = "how w runs"},
    {.key = "frames",
     .option = "--frames",
     .hint = "N",
     .kind = &property_integer,
     FIELD(frames),
     .least = 1,
     .most = MOVIE_MOST_FRAMES,
     .initial = "300",
     .help = "how many pictures"},
    {.key = "fps",
     .option = "--fps",
     .hint = "F",
     .kind = &property_number,
     FIELD(fps),
     .least = 1e-300,
     .most = 1e300,
     .initial = "30",
     .help = "frames a second"},
    {.key = "ease",
     .option = "--ease",
     .hint = "EASE",
     .kind = &property_choice,
     FIELD(ease),
     .choice = film_ease_name,
     .initial = "linear",
     .help = "linear, smooth, pingpong"},
    {.key = "key",
     .option = "--key",
     .hint = "K",
     .kind = &keys_kind,
     FIELD(key_count),
     .initial = "",
     .adds = true,
     .help = "t=0.5,w=1,view=X0:X1:Y0:Y1; again and again"},
    {.key = "over",
     .option = "--over",
     .hint = "F=A:B",
     .kind = &over_kind,
     FIELD(over),
     .initial = "",
     .help = "a family's parameter runs instead: theta=0.5:1"},
};

const int film_property_count = sizeof film_properties / sizeof film_properties[0];

film film_initial(void)
{
    film f;
    memset(&f, 0, sizeof f);
    properties_init(film_properties, film_property_count, &f);
    return f;
}
