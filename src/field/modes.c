#include "field/modes.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/plain.h"
#include "field/spectrum.h"
#include "numerics/eigenvalues.h"
#include "numerics/matrixfile.h"

/* An eigenvalue that is 0 but for rounding would limit h if it came out on the wrong side. */
static status take_modes(modes *m, message *why)
{
    double largest = 0, part = spectrum_rounding(m->is_pencil ? 8 * m->count : m->count);
    TRY(memory_allocate(&m->list, (size_t)m->count, sizeof *m->list, why));
    for (int i = 0; i < m->count; i++) {
        largest = fmax(largest, cabs(m->lambda[i] / 4)); /* which does not overflow */
    }
    for (int i = 0; i < m->count; i++) {
        bool is_zero = !m->exact && m->lambda[i] != 0 && cabs(m->lambda[i]) <= 4 * part * largest;
        m->zeros += is_zero;
        m->lambda[i] = is_zero ? 0 : m->lambda[i];
        m->list[i] = (spin_mode){.lambda = m->lambda[i], .omega = m->omega};
    }
    return STATUS_OK;
}

status modes_read(const char *path, double omega, modes *out, message *why)
{
    spectrum read = {0};
    *out = (modes){0};
    TRY(spectrum_read(path, &read, why));
    *out = (modes){.omega = omega, .count = read.count, .lambda = read.values};
    return take_modes(out, why);
}

static status find_pencil(const matrixfile *E, const matrixfile *A, pencil *out, message *why)
{
    const mpq_t *exact_E = (const mpq_t *)E->exact, *exact_A = (const mpq_t *)A->exact;
    bool is_exact = exact_E != NULL && exact_A != NULL && exact_pencil_fits(exact_E, exact_A, E->n);
    return is_exact ? exact_pencil_eigenvalues(exact_E, exact_A, E->n, out, why)
                    : pencil_eigenvalues(E->entries, A->entries, E->n, out, why);
}

status modes_of_matrices(const char *E_path, const char *A_path, double omega, modes *out,
                         message *why)
{
    matrixfile E = {0}, A = {0};
    pencil p = {0};
    status s;
    *out = (modes){0};
    TRY_OR_END(matrixfile_read(E_path, &E, why));
    TRY_OR_END(matrixfile_read(A_path, &A, why));
    TRY_OR_END(E.n == A.n ? STATUS_OK
                          : refuse(why,
                                   "%.150s has %d rows and %.150s has %d; the same size is "
                                   "expected",
                                   E_path, E.n, A_path, A.n));
    TRY_OR_END(find_pencil(&E, &A, &p, why));
    *out = (modes){.omega = omega,
                   .count = p.finite,
                   .lambda = p.values,
                   .is_pencil = true,
                   .infinite = p.infinite,
                   .index = p.index,
                   .cleaned = p.cleaned,
                   .exact = p.exact};
    p = (pencil){0};
    s = take_modes(out, why);
end:
    pencil_clear(&p);
    matrixfile_clear(&E);
    matrixfile_clear(&A);
    return s;
}

void modes_clear(modes *m)
{
    free(m->lambda);
    free(m->list);
    *m = (modes){0};
}

const char *modes_note(const modes *m, const phi *p)
{
    const phi_info *info = phi_describe(p);
    bool matters =
        (info->spin == PHI_LIMIT && m->omega != 0) || (info->spin == PHI_ODE_ONLY && m->index > 0);
    return matters ? info->note : "";
}

const char *lambda_words(double complex lambda, char out[NUMBER_WORDS])
{
    if (cimag(lambda) == 0) {
        plain_print(out, NUMBER_WORDS, "%.10g", creal(lambda));
    } else {
        plain_print(out, NUMBER_WORDS, "%.10g%+.10gi", creal(lambda), cimag(lambda));
    }
    return out;
}

static const char *plural(int count, const char *one, const char *more)
{
    return count == 1 ? one : more;
}

static void write_subject(const modes *m, text *out)
{
    if (m->is_pencil) {
        text_add(out, "regular pencil of index %d (%s): %d finite and %d infinite eigenvalue%s\n",
                 m->index, m->exact ? "exact ranks" : "ranks in double precision", m->count,
                 m->infinite, plural(m->infinite, "", "s"));
    }
    if (m->cleaned > 0) {
        text_add(out, "%d real part%s within rounding of 0, taken as 0\n", m->cleaned,
                 plural(m->cleaned, " is", "s are"));
    }
    if (m->zeros > 0) {
        text_add(out, "%d eigenvalue%s within rounding of 0, taken as 0\n", m->zeros,
                 plural(m->zeros, " is", "s are"));
    }
}

static void write_windows(const largest_h *l, int first, text *out)
{
    if (first < l->window_count) {
        text_add(out, "%s stable for\n", first > 0 ? "also" : "but");
    }
    for (int i = first; i < l->window_count; i++) {
        const step_window *w = &l->list[i];
        text_add(out, "  %.15g %s h %s ", w->from, w->from_closed ? "<=" : "<",
                 w->to_closed ? "<=" : "<");
        text_add(out, isfinite(w->to) ? "%.15g\n" : "infinity\n", w->to);
    }
}

static void write_answer(const modes *m, const largest_h *l, text *out)
{
    char lambda[NUMBER_WORDS] = "";
    if (l->limiting >= 0) {
        lambda_words(m->lambda[l->limiting], lambda);
    }
    switch (l->answer) {
    case STEP_UNBOUNDED:
        text_add(out, "unbounded: stable for every h > 0\n");
        break;
    case STEP_BOUNDED:
        text_add(out,
                 "largest h = %.15g\nlimited by lambda = %s; stable for every 0 < h %s %.15g\n",
                 l->h, lambda, l->closed ? "<=" : "<", l->h);
        write_windows(l, 1, out);
        break;
    case STEP_BEYOND:
        text_add(out, "none from 0 on: small h are unstable\nlimited by lambda = %s\n", lambda);
        write_windows(l, 0, out);
        break;
    case STEP_NONE:
        text_add(out, "none: no h > 0 is stable\nlimited by lambda = %s\n", lambda);
        break;
    case STEP_UNDECIDED: /* never of a spectrum */
        break;
    }
}

void modes_text(const modes *m, const phi *p, const largest_h *l, text *out)
{
    char lambda[NUMBER_WORDS];
    const char *note = modes_note(m, p);
    write_subject(m, out);
    text_add(out, "%s, %d eigenvalue%s, omega = %.10g: ", phi_describe(p)->method, m->count,
             plural(m->count, "", "s"), m->omega);
    write_answer(m, l, out);
    if (l->growing > 0) {
        text_add(out,
                 "%d of %d eigenvalues have Re lambda > 0 (the largest: %s): the exact solution "
                 "grows there\n",
                 l->growing, m->count, lambda_words(m->lambda[l->fastest], lambda));
    }
    text_add(out, "%s%s", note, note[0] != '\0' ? "\n" : "");
}
