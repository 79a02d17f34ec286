#include "reproduce/stability_table.h"

#include <math.h>

#include "dae/problems.h"
#include "reproduce/published.h"
#include "reproduce/steps.h"
#include "stability/phi.h"

static status read_row(const published_file *p, int i, stability_row *row, message *why)
{
    message detail;
    zw_polynomial *const to[] = {&row->N, &row->D};
    TRY(published_copy(p, i, 0, row->method, sizeof row->method, why));
    TRY(published_copy(p, i, 1, row->name, sizeof row->name, why));
    for (int k = 0; k < 2; k++) {
        if (zw_read(published_at(p, i, 2 + k), to[k], &detail) != STATUS_OK) {
            return published_wrong(p, i, why, "%s", detail.text);
        }
    }
    zw_reduce(&row->D, &row->N);
    return STATUS_OK;
}

status stability_table_read(const char *label, const char *data, size_t length,
                            stability_table *out, message *why)
{
    published_file p = {0};
    *out = (stability_table){0};
    status s = STATUS_OK;
    TRY_OR_END(published_read(label, data, length, "method,name,N,D", &p, why));
    if (p.rows > STABILITY_TABLE_MOST) {
        TRY_OR_END(published_wrong(&p, STABILITY_TABLE_MOST, why, "more than %d rows",
                                   STABILITY_TABLE_MOST));
    }
    for (int i = 0; i < p.rows; i++) {
        out->count = i + 1;
        TRY_OR_END(read_row(&p, i, &out->rows[i], why));
    }
end:
    published_clear(&p);
    return s;
}

/* The coefficient of sigma^j as a polynomial; false when its numbers are not small integers. */
static bool take(const phi *p, int j, long sign, zw_polynomial *out)
{
    const phi_info *info = phi_describe(p);
    bool fits = info->exact && info->degree_z < ZW_POWERS && info->degree_w < ZW_POWERS;
    *out = (zw_polynomial){0};
    for (int i = 0; i <= info->degree_z && fits; i++) {
        for (int k = 0; k <= info->degree_w && fits; k++) {
            double c = phi_coefficient(p, j, i, k);
            fits = fabs(c) <= ZW_LARGEST;
            out->c[i][k] = fits ? sign * (long)c : 0;
        }
    }
    return fits;
}

static status compile(stability_row *row, const method *m, message *why)
{
    phi *p = NULL;
    status s = STATUS_OK;
    TRY_OR_END(phi_compile(m, MOTION_SHEAR, &p, why));
    row->is_exact = phi_describe(p)->degree == 1 && take(p, 1, 1, &row->computed_D) &&
                    take(p, 0, -1, &row->computed_N);
    zw_reduce(&row->computed_D, &row->computed_N);
    row->is_same =
        row->is_exact && zw_same(&row->N, &row->computed_N) && zw_same(&row->D, &row->computed_D);
end:
    phi_destroy(p);
    return s;
}

/* The same points every time: multiples of irrational numbers, modulo 1, in [-9, 9]. */
static double spread(int i, double irrational)
{
    double x = (i + 1) * irrational;
    return 18 * (x - floor(x)) - 9;
}

/* The larger one; what is no number stays. */
static double worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

/* NaN when there is no step at one of the points. */
static status step_everywhere(const stability_row *row, const method *m, const char *equation,
                              bool spins, double *largest, message *why)
{
    const problem_entry *entry = problems_find(equation);
    *largest = 0;
    for (int i = 0; i < STABILITY_TABLE_POINTS; i++) {
        const double values[PROBLEMS_MAX_PARAMETERS] = {spread(i, sqrt(2)), spread(i, sqrt(3)),
                                                        spins ? spread(i, sqrt(5)) : 0};
        double complex z = CMPLX(values[0], values[1]), factor = 0;
        bool has_step = false;
        TRY(steps_one(m, entry, values, 0.25 * (i % 5), &factor, &has_step, why));
        double size =
            zw_size(&row->N, z, values[2]) + zw_size(&row->D, z, values[2]) * cabs(factor);
        double difference =
            cabs(zw_value(&row->D, z, values[2]) * factor - zw_value(&row->N, z, values[2])) / size;
        *largest = worse(*largest, has_step ? difference : NAN);
    }
    return STATUS_OK;
}

static status compute_row(stability_row *row, const catalogue *all, message *why)
{
    method *m = NULL;
    TRY(catalogue_open(all, row->method, &m, why));
    status s = STATUS_OK;
    TRY_OR_END(compile(row, m, why));
    TRY_OR_END(step_everywhere(row, m, "shear", true, &row->step_difference, why));
    s = step_everywhere(row, m, "ode", false, &row->classical_difference, why);
end:
    method_destroy(m);
    return s;
}

status stability_table_compute(stability_table *t, const catalogue *all, message *why)
{
    for (int i = 0; i < t->count; i++) {
        TRY(compute_row(&t->rows[i], all, why));
    }
    return STATUS_OK;
}
