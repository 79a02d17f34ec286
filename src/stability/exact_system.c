#include "stability/exact_system.h"

/* What a Runge-Kutta method has besides its scheme. The arrays belong to the rows and columns from
 * `first` on. */
typedef struct parts {
    const exact_field *field;
    int n;
    bool has_first;
    exact_number *A, *CA, *AC, *AA;  /* n x n */
    exact_number *one, *b, *a1;      /* a1: the first column of A */
    exact_number *d, *g, *ACd, *ACg; /* d = A^{-1} 1, g = A^{-1} a1 */
    exact_number *bCA;               /* b A^{-1} C A */
    exact_number rho, tau;           /* 1 - b d, b_1 - b g */
} parts;

static exact_number *term_of(exact_system *s, int row, int column, int term)
{
    return &s->entries[(row * s->order + column) * TERM_COUNT + term];
}

/* entry += sign * x */
static void add(exact_system *s, int row, int column, int term, int sign, const exact_number *x)
{
    exact_number *entry = term_of(s, row, column, term);
    (sign > 0 ? exact_add : exact_subtract)(entry, entry, x);
}

/* product = a b; a is rows x n, b is n x columns. */
static void multiply(const exact_field *f, exact_number *product, const exact_number *a,
                     const exact_number *b, int rows, int n, int columns)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < n; k++) {
                exact_add_product(f, &product[i * columns + j], &a[i * n + k], &b[k * columns + j]);
            }
        }
    }
}

/* x = matrix^{-1} b, or its transpose's; nothing is destroyed. */
static void solve(const exact_field *f, exact_number *x, const exact_number *matrix,
                  const exact_number *b, int n, bool transposed)
{
    exact_number *copy = exact_array(n * n);
    for (int i = 0; i < n * n; i++) {
        exact_set(&copy[i], &matrix[transposed ? i % n * n + i / n : i]);
    }
    for (int i = 0; i < n; i++) {
        exact_set(&x[i], &b[i]);
    }
    exact_solve(f, copy, n, x, 1);
    exact_array_free(copy, n * n);
}

static void parts_init(parts *p, const scheme *s, int first)
{
    int n = s->size - first;
    exact_number *C = exact_array(n * n), *beta = exact_array(n), *betaC = exact_array(n);
    *p = (parts){.field = &s->field, .n = n, .has_first = first > 0};
    exact_number **matrices[] = {&p->A, &p->CA, &p->AC, &p->AA};
    exact_number **vectors[] = {&p->one, &p->b, &p->a1, &p->d, &p->g, &p->ACd, &p->ACg, &p->bCA};
    for (int i = 0; i < 4; i++) {
        *matrices[i] = exact_array(n * n);
    }
    for (int i = 0; i < 8; i++) {
        *vectors[i] = exact_array(n);
    }
    exact_init(&p->rho);
    exact_init(&p->tau);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            exact_set(&p->A[i * n + j], &s->A[(i + first) * s->size + j + first]);
            exact_set(&C[i * n + j], &s->C[(i + first) * s->size + j + first]);
        }
        exact_set(&p->one[i], &s->one[i + first]);
        exact_set(&p->b[i], &s->b[i + first]);
        if (first > 0) {
            exact_set(&p->a1[i], &s->A[(i + first) * s->size]);
        }
    }
    multiply(p->field, p->CA, C, p->A, n, n, n);
    multiply(p->field, p->AC, p->A, C, n, n, n);
    multiply(p->field, p->AA, p->A, p->A, n, n, n);
    solve(p->field, p->d, p->A, p->one, n, false);
    solve(p->field, p->g, p->A, p->a1, n, false);
    solve(p->field, beta, p->A, p->b, n, true);
    multiply(p->field, p->ACd, p->AC, p->d, n, n, 1);
    multiply(p->field, p->ACg, p->AC, p->g, n, n, 1);
    multiply(p->field, betaC, beta, C, 1, n, n);
    multiply(p->field, p->bCA, betaC, p->A, 1, n, n);
    multiply(p->field, &p->rho, p->b, p->d, 1, n, 1);
    multiply(p->field, &p->tau, p->b, p->g, 1, n, 1);
    exact_number start;
    exact_init(&start);
    exact_set_integer(&start, 1);
    exact_subtract(&p->rho, &start, &p->rho);
    exact_set_integer(&start, 0);
    exact_subtract(&p->tau, first > 0 ? &s->b[0] : &start, &p->tau);
    exact_clear(&start);
    exact_array_free(C, n * n);
    exact_array_free(beta, n);
    exact_array_free(betaC, n);
}

static void parts_clear(parts *p)
{
    exact_number *matrices[] = {p->A, p->CA, p->AC, p->AA};
    exact_number *vectors[] = {p->one, p->b, p->a1, p->d, p->g, p->ACd, p->ACg, p->bCA};
    for (int i = 0; i < 4; i++) {
        exact_array_free(matrices[i], p->n * p->n);
    }
    for (int i = 0; i < 8; i++) {
        exact_array_free(vectors[i], p->n);
    }
    exact_clear(&p->rho);
    exact_clear(&p->tau);
}

static void fill_stages(exact_system *s, const parts *p)
{
    int n = p->n;
    for (int j = 0; j < n; j++) {
        for (int l = 0; l < n; l++) {
            int at = j * n + l;
            add(s, j, l, TERM_1, 1, &p->A[at]);
            add(s, j, l, TERM_W, 1, &p->CA[at]);
            add(s, j, l, TERM_W, -1, &p->AC[at]);
            add(s, j, l, TERM_W, -1, &p->AA[at]);
            add(s, j, l, TERM_Z, -1, &p->AA[at]);
        }
        add(s, j, n, TERM_1, -1, &p->one[j]);
        add(s, j, n + s->state - 1, TERM_W, 1, &p->ACd[j]);
        if (p->has_first) {
            add(s, j, n, TERM_W, -1, &p->a1[j]);
            add(s, j, n, TERM_Z, -1, &p->a1[j]);
            add(s, j, n, TERM_ZW, 1, &p->ACg[j]);
        }
    }
}

/* The new u = (1 - w + w C) x, or the new x2. */
static void fill_state(exact_system *s, const parts *p, int i, bool is_u)
{
    int n = p->n, row = n + i;
    for (int l = 0; l < n; l++) {
        add(s, row, l, TERM_1, -1, &p->b[l]);
        if (is_u) {
            add(s, row, l, TERM_W, 1, &p->b[l]);
            add(s, row, l, TERM_W, -1, &p->bCA[l]);
        }
    }
    exact_set_integer(term_of(s, row, row, TERM_SIGMA), 1);
    add(s, row, row, TERM_1, -1, &p->rho);
    if (is_u) {
        add(s, row, n + s->state - 1, TERM_W, 1, &p->rho);
    }
    if (p->has_first) {
        add(s, row, n, TERM_Z, -1, &p->tau);
        if (is_u) {
            add(s, row, n, TERM_W, -1, &p->tau);
            add(s, row, n, TERM_ZW, 1, &p->tau);
        }
    }
}

static void fill_runge_kutta(exact_system *s, const scheme *of, const method_info *info,
                             bool has_first)
{
    parts p;
    parts_init(&p, of, has_first);
    fill_stages(s, &p);
    bool keeps_u = info->keep_matters && info->keep == KEEP_U;
    for (int i = 0; i < s->state; i++) {
        fill_state(s, &p, i, s->state == 2 ? i == 0 : keeps_u);
    }
    parts_clear(&p);
}

/* R(z) = 1 + z b (I - z A)^{-1} 1 */
static void fill_ode(exact_system *s, const scheme *of)
{
    int n = of->size;
    for (int j = 0; j < n; j++) {
        exact_set_integer(term_of(s, j, j, TERM_1), 1);
        for (int l = 0; l < n; l++) {
            add(s, j, l, TERM_Z, -1, &of->A[j * n + l]);
        }
        add(s, j, n, TERM_1, -1, &of->one[j]);
        add(s, n, j, TERM_Z, -1, &of->b[j]);
    }
    exact_set_integer(term_of(s, n, n, TERM_SIGMA), 1);
    exact_set_integer(term_of(s, n, n, TERM_1), -1);
}

/* x(1) = 1 + y_1 + ... + y_k */
static void fill_collocation(exact_system *s, const scheme *of)
{
    static const int terms[] = {TERM_1, TERM_Z, TERM_W, TERM_ZW};
    int k = of->size;
    for (int row = 0; row < k; row++) {
        for (int column = 0; column <= k; column++) {
            for (int t = 0; t < 4; t++) {
                add(s, row, column, terms[t], 1,
                    &of->collocation[4 * (row * (k + 1) + column) + t]);
            }
        }
    }
    for (int column = 0; column <= k; column++) {
        exact_set_integer(term_of(s, k, column, TERM_1), -1);
    }
    exact_set_integer(term_of(s, k, k, TERM_SIGMA), 1);
}

/* Which stages the new value depends on. */
static int find_used(const scheme *of, bool *used)
{
    int n = of->size, count = 0;
    for (int j = 0; j < n; j++) {
        used[j] = !exact_is_zero(&of->b[j]);
    }
    for (int round = 0; round < n; round++) {
        for (int i = 0; i < n * n; i++) {
            if (used[i / n] && !exact_is_zero(&of->A[i])) {
                used[i % n] = true;
            }
        }
    }
    for (int j = 0; j < n; j++) {
        count += used[j];
    }
    return count;
}

/* The scheme without the others; of stages that are kept as they are. */
static scheme *without_unused(const scheme *of, const bool *used, int count)
{
    scheme *out = scheme_create(of->kind, count);
    exact_field_set(&out->field, &of->field);
    for (int i = 0, row = 0; i < of->size; i++) {
        for (int j = 0, column = 0; j < of->size && used[i]; j++) {
            if (used[j]) {
                exact_set(&out->A[row * count + column], &of->A[i * of->size + j]);
                exact_set(&out->C[row * count + column], &of->C[i * of->size + j]);
                column++;
            }
        }
        if (used[i]) {
            exact_set(&out->one[row], &of->one[i]);
            exact_set(&out->b[row++], &of->b[i]);
        }
    }
    return out;
}

/* Collocation has no stages of its own. */
static bool has_stages(const scheme *of)
{
    bool has = of->kind == METHOD_RUNGE_KUTTA;
    for (int i = 0; i < of->size * of->size && has; i++) {
        has = i / of->size == i % of->size || exact_is_zero(&of->C[i]);
    }
    return has;
}

void exact_system_init(exact_system *s, const method *m, bool without_w)
{
    const method_info *info = method_describe(m);
    const scheme *of = method_scheme(m);
    scheme *shorter = NULL;
    bool used[METHOD_MAX_STAGES] = {false};
    bool has_first = info->form == FORM_EXPLICIT_FIRST_STAGE;
    int count = has_stages(of) ? find_used(of, used) : of->size;
    s->removed = of->size - count;
    if (s->removed > 0) {
        has_first = has_first && used[0];
        of = shorter = without_unused(of, used, count);
    }
    s->state = info->keep_matters && info->keep == KEEP_NONE ? 2 : 1;
    s->order = of->size - has_first + s->state;
    s->entries = exact_array(s->order * s->order * TERM_COUNT);
    if (info->form == FORM_COLLOCATION) {
        fill_collocation(s, of);
    } else if (info->form == FORM_ODE_ONLY) {
        fill_ode(s, of);
    } else {
        fill_runge_kutta(s, of, info, has_first);
    }
    for (int n = 0; n < s->order * s->order && without_w; n++) {
        exact_set_integer(&s->entries[n * TERM_COUNT + TERM_W], 0);
        exact_set_integer(&s->entries[n * TERM_COUNT + TERM_ZW], 0);
    }
    scheme_destroy(shorter);
}

void exact_system_clear(exact_system *s)
{
    exact_array_free(s->entries, s->order * s->order * TERM_COUNT);
}
