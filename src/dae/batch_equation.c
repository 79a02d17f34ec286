#include "dae/batch_equation.h"

VECTOR_CLONES static void assemble_ode(const pixels *p, double t, instant *out)
{
    (void)t;
    const lanes zero = {0};
    *out = (instant){.e = {zero + 1}, .a = {{p->value[0], p->value[1]}}};
}

VECTOR_CLONES static void assemble_shear(const pixels *p, double t, instant *out)
{
    const lanes zero = {0};
    lanes re = p->value[0], im = p->value[1], omega = p->value[2], angle = omega * t;
    out->e[0] = zero + 1;
    out->e[1] = -angle;
    out->a[0] = (complexes){re, im};
    out->a[1] = (complexes){omega - re * angle, -im * angle};
    out->g[0] = zero - 1;
    out->g[1] = 1 + angle;
    out->slope[0] = zero;
    out->slope[1] = omega;
}

/* A rotation by an angle with the cosine c and sine s, which changes at this rate. */
ALWAYS_INLINE void assemble_turned(const pixels *p, const lanes *c, const lanes *s,
                                   const lanes *rate, instant *out)
{
    lanes re = p->value[0], im = p->value[1];
    out->e[0] = *c;
    out->e[1] = -*s;
    out->a[0] = (complexes){re * *c + *rate * *s, im * *c};
    out->a[1] = (complexes){*rate * *c - re * *s, -im * *s};
    out->g[0] = *s - *c;
    out->g[1] = *s + *c;
    out->slope[0] = *rate * (*s + *c);
    out->slope[1] = *rate * (*c - *s);
}

VECTOR_CLONES static void assemble_rotation(const pixels *p, double t, instant *out)
{
    lanes c, s;
    lanes omega = p->value[2];
    if (p->same_omega) {
        const lanes zero = {0};
        c = zero + cos(omega[0] * t);
        s = zero + sin(omega[0] * t);
    } else {
        for (int l = 0; l < LANES; l++) {
            c[l] = cos(omega[l] * t);
            s[l] = sin(omega[l] * t);
        }
    }
    assemble_turned(p, &c, &s, &omega, out);
}

/* The angle is atan(omega t). */
VECTOR_CLONES static void assemble_normalised(const pixels *p, double t, instant *out)
{
    lanes omega = p->value[2], tangent = omega * t, root;
    for (int l = 0; l < LANES; l++) {
        root[l] = sqrt(1 + tangent[l] * tangent[l]);
    }
    lanes c = 1 / root, s = tangent * c, rate = omega * c * c;
    assemble_turned(p, &c, &s, &rate, out);
}

VECTOR_CLONES static void assemble_example_1_1(const pixels *p, double t, instant *out)
{
    const lanes zero = {0};
    lanes delta = p->value[0], eta = p->value[1];
    out->e[0] = delta - 1;
    out->e[1] = delta * t;
    out->a[0] = (complexes){-eta * out->e[0], zero};
    out->a[1] = (complexes){-eta * out->e[1], zero};
    out->g[0] = out->e[0];
    out->g[1] = out->e[1] - 1;
    out->slope[0] = zero;
    out->slope[1] = delta;
}

const equation *equation_of(batch_equation which)
{
    static const equation all[] = {
        [BATCH_ODE] = {.unknowns = 1, .parameters = 2, .assemble = assemble_ode},
        [BATCH_SHEAR] = {.unknowns = 2, .parameters = 3, .assemble = assemble_shear},
        [BATCH_ROTATION] = {.unknowns = 2,
                            .parameters = 3,
                            .turns = true,
                            .assemble = assemble_rotation},
        [BATCH_NORMALISED] = {.unknowns = 2,
                              .parameters = 3,
                              .turns = true,
                              .assemble = assemble_normalised},
        [BATCH_EXAMPLE_1_1] = {.unknowns = 2, .parameters = 2, .assemble = assemble_example_1_1},
    };
    return &all[which];
}

ALWAYS_INLINE void solve_pair(const instant *at, const complexes *p, const complexes *q,
                              complexes *x, mask *singular)
{
    const lanes zero = {0};
    complexes rows[6] = {{at->e[0], zero}, {at->e[1], zero}, {p->re, p->im},
                         {at->g[0], zero}, {at->g[1], zero}, {q->re, q->im}};
    complexes result[2];
    eliminate(rows, 2, result, singular);
    copy(x, result, 2);
}

VECTOR_CLONES void equation_solve_pair(const instant *at, const complexes *p, const complexes *q,
                                       complexes *x, mask *singular)
{
    solve_pair(at, p, q, x, singular);
}

VECTOR_CLONES void equation_derivative(const instant *at, const complexes *x, complexes *slope,
                                       mask *singular)
{
    const lanes zero = {0};
    complexes p = {zero, zero}, q = {zero, zero};
    for (int c = 0; c < 2; c++) {
        lanes minus = -at->slope[c];
        add_product(&p, &at->a[c], &x[c]);
        add_real_product(&q, &minus, &x[c]);
    }
    solve_pair(at, &p, &q, slope, singular);
}

/* The first column of Q: row 0 of E, of length 1. */
ALWAYS_INLINE void direction(const instant *at, lanes *a, lanes *b)
{
    lanes length;
    for (int l = 0; l < LANES; l++) {
        length[l] = sqrt(at->e[0][l] * at->e[0][l] + at->e[1][l] * at->e[1][l]);
    }
    *a = at->e[0] / length;
    *b = at->e[1] / length;
}

VECTOR_CLONES void chord_between(const instant *from, const instant *to, double t_new, double h,
                                 chord *out)
{
    lanes a, b;
    direction(from, &a, &b);
    direction(to, &out->a, &out->b);
    out->da = (out->a - a) / h;
    out->db = (out->b - b) / h;
    out->t_new = t_new;
}

ALWAYS_INLINE void chord_at(const chord *q, double t, lanes *a, lanes *b)
{
    double back = t - q->t_new;
    *a = q->a + back * q->da;
    *b = q->b + back * q->db;
}

VECTOR_CLONES void chord_transform(const chord *q, const instant *at, double t, instant *out)
{
    lanes a, b;
    chord_at(q, t, &a, &b);
    lanes along = at->e[0] * q->da + at->e[1] * q->db; /* E Qd */
    lanes across = at->e[1] * q->da - at->e[0] * q->db;
    *out = (instant){
        .e = {at->e[0] * a + at->e[1] * b, at->e[1] * a - at->e[0] * b},
        .a = {{at->a[0].re * a + at->a[1].re * b - along, at->a[0].im * a + at->a[1].im * b},
              {at->a[1].re * a - at->a[0].re * b - across, at->a[1].im * a - at->a[0].im * b}},
        .g = {at->g[0] * a + at->g[1] * b, at->g[1] * a - at->g[0] * b},
    };
}

ALWAYS_INLINE void turn(const lanes *a, const lanes *b, complexes *x)
{
    complexes first = {*a * x[0].re - *b * x[1].re, *a * x[0].im - *b * x[1].im};
    x[1] = (complexes){*b * x[0].re + *a * x[1].re, *b * x[0].im + *a * x[1].im};
    copy(x, &first, 1);
}

VECTOR_CLONES void chord_apply(const chord *q, double t, complexes *x)
{
    lanes a, b;
    chord_at(q, t, &a, &b);
    turn(&a, &b, x);
}

VECTOR_CLONES void chord_solve(const chord *q, double t, complexes *x, mask *singular)
{
    const double least = 16 * DBL_EPSILON; /* of the modulus, which is 1 at the ends */
    lanes a, b;
    chord_at(q, t, &a, &b);
    lanes square = a * a + b * b;
    *singular |= square < least * least;
    a = a / square;
    b = -b / square;
    turn(&a, &b, x);
}
