/* Dynamics: what a constrained system does by itself. Accelerations and multipliers from the
 * constraints' last derivative, the direction B = M^{-1} L in which multipliers push, the stacked
 * constraints h = (g, G v + g_t) and their Jacobian. In real and in complex numbers, each with its
 * own workspace; private to src/lab. */
#ifndef LAB_DYNAMICS_H
#define LAB_DYNAMICS_H

#include "lab/constrained.h"

/* In which direction a correction of positions or velocities goes. */
typedef enum direction {
    ALONG_B,   /* M^{-1} L, where the constraint forces push */
    ALONG_CT,  /* G^T, the shortest way */
    ALONG_UNIT /* unit vectors: of each constraint one coordinate */
} direction;

#define DYNAMICS_FIELDS(NUMBER)                                                         \
    {                                                                                   \
        const constrained *of;                                                          \
        int unit[CONSTRAINED_MAX_POSITIONS]; /* the coordinates of ALONG_UNIT */        \
        NUMBER *M, *G, *L;                   /* M is factored once it was used */       \
        NUMBER *B;                           /* M^{-1} L, positions by constraints */   \
        NUMBER *S;                           /* constraints by constraints */           \
        NUMBER *b, *k;                       /* M^{-1} f; scratch of the constraints */ \
        NUMBER *H, *K, *h;                   /* of the stacked constraints */           \
        int *pivot, *mass_pivot;                                                        \
        bool singular; /* was a system found singular? stays set */                     \
    }

typedef struct real_dynamics DYNAMICS_FIELDS(double) real_dynamics;
typedef struct complex_dynamics DYNAMICS_FIELDS(double complex) complex_dynamics;

/* Clear it in every case. */
status real_dynamics_init(real_dynamics *d, const constrained *c, message *why) MUST_CHECK;
status complex_dynamics_init(complex_dynamics *d, const constrained *c, message *why) MUST_CHECK;
void real_dynamics_clear(real_dynamics *d);
void complex_dynamics_clear(complex_dynamics *d);

/* Chooses the coordinates of ALONG_UNIT: those with the largest pivots of G. */
void real_dynamics_choose_unit(real_dynamics *d, double t, const double *p);

#define DYNAMICS_FUNCTIONS(KIND, NUMBER)                                                         \
    /* Puts G and L in place. */                                                                 \
    void KIND##_couple(KIND##_dynamics *d, NUMBER t, const NUMBER *p);                           \
    /* out += L y, with the L in place. */                                                       \
    void KIND##_add_coupling(const KIND##_dynamics *d, const NUMBER *y, NUMBER *out);            \
    /* p^(m) and y such that G p^(m) + k + extra = 0 (extra may be NULL: 0). False, with NaN as  \
     * the answer, when that is singular. Leaves G, L, B in place. */                            \
    bool KIND##_accelerate(KIND##_dynamics *d, NUMBER t, const NUMBER *p, const NUMBER *v,       \
                           const NUMBER *extra, NUMBER *a, NUMBER *y);                           \
    /* The same with y given: M p^(m) = f + L y. */                                              \
    bool KIND##_respond(KIND##_dynamics *d, NUMBER t, const NUMBER *p, const NUMBER *v,          \
                        const NUMBER *y, NUMBER *a);                                             \
    /* G; B too when the direction needs it. The direction as a matrix, positions by             \
     * constraints. */                                                                           \
    bool KIND##_direction(KIND##_dynamics *d, direction which, NUMBER t, const NUMBER *p,        \
                          NUMBER *D);                                                            \
    /* Residuals of a level: 0 is g, 1 is G v + g_t. Uses G when it is of level 1. */            \
    void KIND##_level(KIND##_dynamics *d, int level, NUMBER t, const NUMBER *p, const NUMBER *v, \
                      NUMBER *out);                                                              \
    /* k of the last derivative: g'' = G v' + k, or g' = G p' + k when m = 1. */                 \
    void KIND##_last(KIND##_dynamics *d, NUMBER t, const NUMBER *p, const NUMBER *v, NUMBER *k); \
    /* H, the Jacobian of the stacked constraints: order * constraints by order * positions. */  \
    void KIND##_stacked(KIND##_dynamics *d, NUMBER t, const NUMBER *p, const NUMBER *v);

DYNAMICS_FUNCTIONS(real, double)
DYNAMICS_FUNCTIONS(complex, double complex)

#endif
