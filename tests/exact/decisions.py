"""Decisions about R = N/D at one w, by exact arithmetic: two integer polynomials in z without a
common factor. |D|^2 - |N|^2 on a line is a polynomial, and its sign is decided by Sturm; poles are
counted in half-planes by Routh's scheme.
"""

from fractions import Fraction

import polynomials as poly


def difference_on_axis(top, bottom):
    """|D(iy)|^2 - |N(iy)|^2 in x = y^2."""
    return poly.subtract(poly.squared_on_axis(bottom), poly.squared_on_axis(top))


def bounded_on_the_left(top, bottom):
    """Whether |N/D| <= 1 for every Re z < 0, without a pole there."""
    signs = {poly.sign(c) * (-1) ** k for k, c in enumerate(bottom)} - {0}
    if len(signs) > 1 and len(poly.without_zero(bottom)[0]) > 1:
        # A polynomial whose roots have Re >= 0 has coefficients of alternating sign, zeros apart.
        return False
    edge = difference_on_axis(top, bottom)
    if edge and poly.sign(edge[-1]) < 0:
        return False
    if not poly.is_nonnegative(edge):
        return False
    return poly.half_planes(bottom)[0] == 0


def bounded_on_the_left_up_to(top, bottom, excess):
    """The same with |N/D| <= 1 + excess."""
    factor = 1 + Fraction(excess)
    return bounded_on_the_left([c * factor.denominator for c in top],
                               [c * factor.numerator for c in bottom])


def relaxed(rho, sigma, excess):
    """rho and sigma of a method whose roots are divided by 1 + excess."""
    factor = 1 + Fraction(excess)
    both, _ = poly.over_integers([c * factor**j for p in (rho, sigma) for j, c in enumerate(p)])
    return poly.trim(both[:len(rho)]), poly.trim(both[len(rho):])


def mirrored(p):
    return [(-1) ** k * c for k, c in enumerate(p)]


def difference_on_line(top, bottom):
    """D(x)^2 - N(x)^2 for real x."""
    return poly.subtract(poly.multiply(bottom, bottom), poly.multiply(top, top))


def bounded_on_negative_line(top, bottom):
    """Whether |N/D| <= 1 for every real z < 0; next to a pole it is not."""
    return poly.is_nonnegative(mirrored(difference_on_line(top, bottom)))


def bounded_on_negative_line_up_to(top, bottom, excess):
    factor = 1 + Fraction(excess)
    return bounded_on_negative_line([c * factor.denominator for c in top],
                                    [c * factor.numerator for c in bottom])


def first_change(p):
    """Where p, for x from 0 upwards, first becomes negative: an isolating interval, 0 when it
    is so at once, None when it never is."""
    p = poly.without_zero(p)[0]
    if not p or poly.is_nonnegative(p):
        return None
    if poly.sign(p[0]) < 0:
        return Fraction(0), Fraction(0)
    odd = [1]
    for factor, times in poly.square_free(p):
        if times % 2:
            odd = poly.multiply(odd, factor)
    return next(pair for pair in poly.isolate(odd) if pair[1] > 0)


def intervals(top, bottom):
    """The real interval (left end, right end as distances) and the end of the imaginary one."""
    zero = poly.sign((bottom[0] * bottom[0]) - (top[0] * top[0] if top else 0))
    if zero < 0:
        none = (Fraction(0), Fraction(0))
        return none, none, none
    line = difference_on_line(top, bottom)
    axis = first_change(difference_on_axis(top, bottom))
    return first_change(mirrored(line)), first_change(line), axis


def to_half_plane(p, degree):
    """(1-s)^degree p((1+s)/(1-s)): the outside of the unit circle, infinity included, is Re s > 0."""
    out = []
    for k, c in enumerate(p):
        term = poly.multiply(poly.power([1, 1], k), poly.power([1, -1], degree - k))
        out = poly.add(out, [c * x for x in term])
    return out


def root_condition(p, degree):
    """Whether all roots of p are in the closed unit disc, those on its edge simple."""
    moved = to_half_plane(p, degree)
    if len(moved) <= degree:  # s = infinity is the root -1
        if len(moved) < degree:
            return False
    if not moved:
        return False
    for factor, times in poly.square_free(poly.primitive(moved)):
        _, axis, right = poly.half_planes(factor)
        if right or (axis and times > 1):
            return False
    return True


def multistep_at(alpha, beta, w):
    """rho and sigma at this w: Phi = rho - z sigma; w /= 0 with only the newest beta."""
    k = len(alpha) - 1
    rho = [a * (1 - (k - j) * w) for j, a in enumerate(alpha)]
    rho[k] = alpha[k] - beta[k] * w
    both, _ = poly.over_integers(rho + beta)
    return poly.trim(both[:k + 1]), poly.trim(both[k + 1:])


def multistep_A_stable(rho, sigma, degree):
    """rho/sigma maps the outside of the circle into Re >= 0, which its Cayley transform bounds by
    1; a root that does not depend on z obeys the root condition by itself."""
    common = poly.common_factor(rho, sigma)
    if len(common) > 1:
        if not root_condition(common, len(common) - 1):
            return False
        rho, sigma, _ = poly.without_common(rho, sigma)
        both, _ = poly.over_integers(rho + sigma)
        rho, sigma = both[:len(rho)], both[len(rho):]
        degree -= len(common) - 1
    p, q = to_half_plane(rho, degree), to_half_plane(sigma, degree)
    top, bottom = poly.subtract(p, q), poly.add(p, q)
    if not bottom:
        return False
    top, bottom, _ = poly.without_common(top, bottom)
    both, _ = poly.over_integers(top + bottom)
    top, bottom = both[:len(top)], both[len(top):]
    return bounded_on_the_left(mirrored(top), mirrored(bottom))
