/* Is a method stable at one w? Private to src/stability. */
#ifndef STABILITY_SPIN_DECIDE_H
#define STABILITY_SPIN_DECIDE_H

#include "numerics/real_roots.h"
#include "stability/spin_conditions.h"

typedef enum decision { DECIDED_NO, DECIDED_YES, UNDECIDED } decision;

/* In exact arithmetic. UNDECIDED where determinants vanish for every x, and where w is a root of so
 * high a degree that it would take too long. */
decision spin_decide(const spin_conditions *c, real_root *w);

/* The same of a Phi that is known exactly, at a fraction w; `slack` as in spin_conditions.h. */
decision spin_decide_at(const phi *p, spin_define *define, const mpq_t w, int slack);

/* Where the coefficients of a method are rounded, as its conditions of order tell: the n for which
 * 2^-n is about 100 times that error. 0 where they are not, or so much that it says nothing. */
int spin_slack(const method *m);

/* Does the highest coefficient vanish for every z, so that there is no method? */
bool spin_is_void(const spin_conditions *c, real_root *w);

/* Looks for a z at which the method is unstable, in double precision, and proves it exactly; false
 * when none is found. Much quicker than deciding when w is a root of high degree. */
bool spin_refute(const spin_conditions *c, real_root *w);

/* The same question in quadruple precision, for coefficients that are decimal: what is negative by
 * less than 1e-20 of its terms counts as 0, roots within that of the axis as on it, and poles as
 * cancelled by zeros that are as near. */
bool spin_decide_roughly(const spin_conditions *c, real_root *w);

#endif
