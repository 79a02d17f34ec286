"""Roots that were printed as doubles, held against exact polynomials; and the root condition for
complex coefficients by the recursion of Schur and Cohn."""

from fractions import Fraction as F

import polynomials as poly
from runge_kutta import Gauss, gauss


def value_and_slope(p, x):
    value, slope = Gauss(F(0)), Gauss(F(0))
    for c in reversed(p):
        slope = slope * x + value
        value = value * x + (c if isinstance(c, Gauss) else gauss(poly.fraction_near(c)))
    return value, slope


def is_root(p, pair, tolerance=F(1, 10**13)):
    """Whether a root of p is within the tolerance of x: one is within degree |p/p'|."""
    x = Gauss(F(pair[0]), F(pair[1]))
    value, slope = value_and_slope(p, x)
    if value.square() == 0:
        return True
    if slope.square() == 0:
        return False
    distance = (len(p) - 1) ** 2 * value.square() / slope.square()
    return distance <= tolerance**2 * x.square()


def are_apart(factors, place, times):
    """Whether as many different real roots as `times` are the same double."""
    if place[1] != 0:
        return False
    x, width = F(place[0]), abs(F(place[0])) / 2**50
    return sum(poly.count_roots(f, x - width, x + width) for f, _ in factors) >= times


def match(p, places, multiplicities):
    """What is wrong with zeros of p that were printed, '' when nothing is."""
    factors = [(poly.integral(f), m) for f, m in poly.square_free(poly.integral(p))]
    if sorted(multiplicities) != sorted(m for f, m in factors for _ in range(len(f) - 1)):
        return "multiplicities %s, true %s" % (multiplicities, [(len(f) - 1, m) for f, m in factors])
    for place in places:
        if places.count(place) > 1 and not are_apart(factors, place, places.count(place)):
            return "a place is there twice"
    for place, times in zip(places, multiplicities):
        if not any(m == times and is_root(f, place) for f, m in factors):
            return "%s is no zero" % place
    left, axis, right = poly.half_planes(poly.integral(p))
    sides = [sum(m for x, m in zip(places, multiplicities) if (x[0] > 0) - (x[0] < 0) == side)
             for side in (-1, 0, 1)]
    return "" if sides == [left, axis, right] else "sides %s, true %s" % (sides, (left, axis, right))


def all_inside(p):
    """Whether all roots of a polynomial with complex coefficients are inside the unit circle,
    None when one is on it, or a step of the recursion does not decide."""
    p = [gauss(x) for x in p]
    while len(p) > 1:
        first, last = p[0].square(), p[-1].square()
        if first >= last:
            return False if first > last else None
        tail = [x.conjugate() for x in reversed(p)]
        p = [p[-1].conjugate() * x - p[0] * y for x, y in zip(p, tail)][1:]
        size = max(abs(part) for x in p for part in (x.re, x.im))
        scale = F(1, max(1, int(size)))
        p = [Gauss(x.re * scale, x.im * scale) for x in p]
    return True


def direction(degrees):
    """A rational point near this angle from the negative real axis, on the unit circle."""
    from math import pi, tan
    t = F(tan(degrees * pi / 360)).limit_denominator(10**13)
    return Gauss(-(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))


def excess_on_ray(top, bottom, u):
    """|D|^2 - |N|^2 at r u, a polynomial in r."""
    def squared(p):
        re, im, power = [], [], Gauss(F(1))
        for c in p:
            re.append(c * power.re)
            im.append(c * power.im)
            power = power * u
        re, im = poly.trim(re), poly.trim(im)
        return poly.add(poly.multiply(re, re), poly.multiply(im, im))
    return poly.integral(poly.subtract(squared(bottom), squared(top)))


def is_stable_ray(top, bottom, degrees):
    return poly.is_nonnegative(excess_on_ray(top, bottom, direction(degrees)))
