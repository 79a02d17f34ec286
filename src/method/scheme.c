#include "method/scheme.h"

#include <stdlib.h>

/* The arrays of a scheme with their lengths, for what is done to all of them. */
typedef struct part {
    exact_number **at;
    int length;
} part;

enum { PARTS = 7 };

static void find_parts(scheme *s, part parts[PARTS])
{
    bool has_stages = s->kind == METHOD_RUNGE_KUTTA, has_steps = s->kind == METHOD_MULTISTEP;
    int n = s->size, stages = has_stages ? n : 0, steps = has_steps ? n + 1 : 0;
    parts[0] = (part){&s->A, stages * n};
    parts[1] = (part){&s->C, stages * n};
    parts[2] = (part){&s->one, stages};
    parts[3] = (part){&s->b, stages};
    parts[4] = (part){&s->alpha, steps};
    parts[5] = (part){&s->beta, steps};
    parts[6] = (part){&s->collocation, has_stages || has_steps ? 0 : 4 * n * (n + 1)};
}

scheme *scheme_create(method_kind kind, int size)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    scheme *s = allocate(sizeof *s);
    part parts[PARTS];
    *s = (scheme){.kind = kind, .size = size};
    exact_field_init(&s->field);
    find_parts(s, parts);
    for (int i = 0; i < PARTS; i++) {
        *parts[i].at = exact_array(parts[i].length);
    }
    return s;
}

scheme *scheme_copy(const scheme *from)
{
    scheme *to = scheme_create(from->kind, from->size);
    scheme view = *from;
    part source[PARTS], target[PARTS];
    exact_field_set(&to->field, &from->field);
    find_parts(&view, source);
    find_parts(to, target);
    for (int i = 0; i < PARTS; i++) {
        for (int n = 0; n < source[i].length; n++) {
            exact_set(&(*target[i].at)[n], &(*source[i].at)[n]);
        }
    }
    return to;
}

void scheme_destroy(scheme *s)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    if (s == NULL) {
        return;
    }
    part parts[PARTS];
    find_parts(s, parts);
    for (int i = 0; i < PARTS; i++) {
        exact_array_free(*parts[i].at, parts[i].length);
    }
    exact_field_clear(&s->field);
    release(s, sizeof *s);
}

void scheme_set_nodes(scheme *s, const exact_number *c)
{
    for (int i = 0; i < s->size; i++) {
        exact_set(&s->C[i * s->size + i], &c[i]);
        exact_set_integer(&s->one[i], 1);
    }
}

void scheme_round(const scheme *s, coefficients *out)
{
    int n = s->size;
    out->kind = s->kind;
    out->size = n;
    for (int i = 0; i < n * n && s->kind == METHOD_RUNGE_KUTTA; i++) {
        out->A[i] = exact_quad(&s->field, &s->A[i]);
    }
    for (int i = 0; i < n && s->kind == METHOD_RUNGE_KUTTA; i++) {
        out->b[i] = exact_quad(&s->field, &s->b[i]);
        out->c[i] = exact_quad(&s->field, &s->C[i * n + i]);
    }
    for (int j = 0; j <= n && s->kind == METHOD_MULTISTEP; j++) {
        out->alpha[j] = exact_quad(&s->field, &s->alpha[j]);
        out->beta[j] = exact_quad(&s->field, &s->beta[j]);
    }
}

/* Is the block of rows and columns first..s-1 of A invertible? */
static bool is_invertible(const scheme *s, int first)
{
    int n = s->size - first;
    exact_number *block = exact_array(n * n);
    for (int i = 0; i < n * n; i++) {
        exact_set(&block[i], &s->A[(i / n + first) * s->size + i % n + first]);
    }
    bool is = n > 0 && exact_solve(&s->field, block, n, NULL, 0);
    exact_array_free(block, n * n);
    return is;
}

static bool are_zero(const exact_number *x, int count)
{
    bool are = true;
    for (int i = 0; i < count; i++) {
        are = are && exact_is_zero(&x[i]);
    }
    return are;
}

method_form scheme_form(const scheme *s)
{
    if (s->kind == METHOD_GAUSS_LOBATTO) {
        return FORM_COLLOCATION;
    }
    if (s->kind == METHOD_MULTISTEP) {
        bool newest_only = are_zero(s->beta, s->size) && !exact_is_zero(&s->beta[s->size]);
        return newest_only ? FORM_NEWEST_DERIVATIVE : FORM_ODE_ONLY;
    }
    if (is_invertible(s, 0)) {
        return FORM_IMPLICIT;
    }
    bool usable = are_zero(s->A, s->size) && are_zero(s->C, s->size) && is_invertible(s, 1);
    return usable ? FORM_EXPLICIT_FIRST_STAGE : FORM_ODE_ONLY;
}
