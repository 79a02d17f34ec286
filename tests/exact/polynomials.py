"""Exact polynomials in one variable: what the oracle needs of them and no more.

A polynomial is a list of integers, the constant first, without zeros at its end ([] is 0). The
coefficients may also be Surds, numbers a + b sqrt(d) with integers a and b: everything here needs
their sum, product and sign only. Roots are counted, never approximated: by Sturm's theorem on a
line, by the Cauchy index of Re p(iy) and Im p(iy) (which is Routh's scheme) in a half-plane.
"""

from fractions import Fraction
from math import gcd, isqrt, lcm


class Surd:
    """a + b sqrt(d), a, b rational or integer, d a positive integer that is no square."""

    __slots__ = ("a", "b", "d")

    def __init__(self, a, b, d):
        self.a, self.b, self.d = a, b, d

    def _parts(self, other):
        return (other.a, other.b) if isinstance(other, Surd) else (other, 0)

    def __add__(self, other):
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented  # a complex number knows what to do
        a, b = self._parts(other)
        return Surd(self.a + a, self.b + b, self.d)

    __radd__ = __add__

    def __neg__(self):
        return Surd(-self.a, -self.b, self.d)

    def __sub__(self, other):
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        a, b = self._parts(other)
        return Surd(self.a - a, self.b - b, self.d)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        a, b = self._parts(other)
        return Surd(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    __rmul__ = __mul__

    def inverse(self):
        norm = Fraction(self.a * self.a - self.d * self.b * self.b)
        return Surd(self.a / norm, -self.b / norm, self.d)

    def __truediv__(self, other):
        if not isinstance(other, (int, Fraction, Surd)):
            return NotImplemented
        if isinstance(other, Surd):
            return self * other.inverse()
        return Surd(Fraction(self.a) / other, Fraction(self.b) / other, self.d)

    def __rtruediv__(self, other):
        return self.inverse() * other

    def __pow__(self, n):
        out = Surd(1, 0, self.d)
        for _ in range(n):
            out = out * self
        return out

    def __eq__(self, other):
        a, b = self._parts(other)
        return self.a == a and self.b == b

    __hash__ = None

    def __lt__(self, other):
        return sign(self - other) < 0

    def __gt__(self, other):
        return sign(self - other) > 0

    def __float__(self):
        return float(fraction_near(self))


def sign(x):
    """The sign of an integer, a Fraction or a Surd, exactly."""
    if isinstance(x, Surd):
        sa, sb = sign(x.a), sign(x.b)
        if sa * sb >= 0:
            return sa or sb
        return sa * sign(x.a * x.a - x.d * x.b * x.b)
    return (x > 0) - (x < 0)


def fraction_near(x, digits=60):
    """A Fraction that differs from a Surd by less than 10^-digits of its larger part."""
    if not isinstance(x, Surd):
        return Fraction(x)
    power = 10 ** (2 * digits)
    root = Fraction(isqrt(x.d * power * power), power)
    return x.a + x.b * root


def integer_parts(values):
    for x in values:
        if isinstance(x, Surd):
            yield x.a
            yield x.b
        else:
            yield x


def over_integers(values):
    """Multiplies by the least common denominator: the list over the integers, and that number."""
    whole = 1
    for part in integer_parts(values):
        whole = lcm(whole, Fraction(part).denominator)
    return [scaled(x, whole) for x in values], whole


def scaled(x, factor):
    if isinstance(x, Surd):
        return Surd(int(x.a * factor), int(x.b * factor), x.d)
    return int(x * factor)


def trim(p):
    while p and p[-1] == 0:
        p.pop()
    return p


def divide_out(p, number):
    return [Surd(c.a // number, c.b // number, c.d) if isinstance(c, Surd) else c // number
            for c in p]


def primitive(p):
    common = 0
    for part in integer_parts(p):
        common = gcd(common, part)
        if common == 1:
            return p
    return divide_out(p, common) if common > 1 else p


def integral(p):
    """A positive multiple of a polynomial with rational coefficients, over the integers."""
    return primitive(trim(over_integers(p)[0]))


def add(p, q):
    if len(p) < len(q):
        p, q = q, p
    return trim([c + q[i] if i < len(q) else c for i, c in enumerate(p)])


def negative(p):
    return [-c for c in p]


def subtract(p, q):
    return add(p, negative(q))


def multiply(p, q):
    if not p or not q:
        return []
    out = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if not a == 0:
            for j, b in enumerate(q):
                out[i + j] = out[i + j] + a * b
    return trim(out)


def power(p, n):
    out = [1]
    for _ in range(n):
        out = multiply(out, p)
    return out


def derivative(p):
    return [k * c for k, c in enumerate(p)][1:]


def value(p, x):
    """p(x) for a Fraction, a Gaussian number or anything that can be multiplied."""
    out = 0
    for c in reversed(p):
        out = out * x + c
    return out


def sign_at(p, x):
    """The sign of p at a Fraction, by integers alone."""
    top, bottom, out, scale = x.numerator, x.denominator, 0, 1
    for c in reversed(p):
        out = out * top + c * scale
        scale *= bottom
    return sign(out)


def remainder(p, q):
    """p modulo q times a positive number."""
    p = list(p)
    lead = q[-1]
    side = sign(lead)
    size = lead if side > 0 else -lead
    while len(p) >= len(q):
        top, shift = p[-1], len(p) - len(q)
        p = [size * c for c in p]
        for i, c in enumerate(q):
            p[shift + i] = p[shift + i] - (top * c if side > 0 else -(top * c))
        trim(p)
        p = primitive(p)
    return p


def quotient(p, q):
    """p / q for a q that divides p, times a positive number."""
    p, out = list(p), [0] * (len(p) - len(q) + 1)
    lead = q[-1]
    side = sign(lead)
    size = lead if side > 0 else -lead
    while len(p) >= len(q):
        top, shift = p[-1], len(p) - len(q)
        p, out = [size * c for c in p], [size * c for c in out]
        step = top if side > 0 else -top
        out[shift] = out[shift] + step
        for i, c in enumerate(q):
            p[shift + i] = p[shift + i] - step * c
        trim(p)
        common = 0
        for part in integer_parts(p + out):
            common = gcd(common, part)
        if common > 1:
            p, out = divide_out(p, common), divide_out(out, common)
    if p:
        raise ArithmeticError("the division leaves a remainder")
    return primitive(trim(out))


PRIME = (1 << 61) - 1


def coprime_modulo(p, q):
    """True proves that p and q have no common factor; False says nothing."""
    if any(isinstance(c, Surd) for c in p) or any(isinstance(c, Surd) for c in q):
        return False
    if p[-1] % PRIME == 0 or q[-1] % PRIME == 0:
        return False
    a, b = [c % PRIME for c in p], [c % PRIME for c in q]
    while b:
        inverse = pow(b[-1], -1, PRIME)
        while len(a) >= len(b):
            factor, shift = a[-1] * inverse % PRIME, len(a) - len(b)
            for i, c in enumerate(b):
                a[shift + i] = (a[shift + i] - factor * c) % PRIME
            trim(a)
        a, b = b, a
    return len(a) == 1


def common_factor(p, q):
    """The greatest common divisor, with a positive leading coefficient."""
    if not p or not q:
        out = p or q
    elif len(p) == 1 or len(q) == 1 or coprime_modulo(p, q):
        return [1]
    else:
        p, q = primitive(p), primitive(q)
        while q:
            p, q = q, remainder(p, q) if len(p) >= len(q) else p
        out = p
    if len(out) == 1:
        return [1]
    out = primitive(out)
    return out if sign(out[-1]) > 0 else negative(out)


def without_common(p, q):
    """p and q without their common factor, and that factor."""
    if not p:
        return [], [1] if q else [], q
    common = common_factor(p, q)
    if len(common) == 1:
        return p, q, common
    # Both quotients need the same multiple: find it from the leading coefficients.
    a, b = quotient(p, common), quotient(q, common)
    return rescale(a, p, common), rescale(b, q, common), common


def rescale(part, whole, common):
    """part times the rational number that makes part times common the whole, but for a factor
    that depends on common alone (its leading coefficient is taken for 1)."""
    factor = over_field(whole[-1], part[-1])
    return [c * factor for c in part]


def over_field(a, b):
    return a / b if isinstance(b, Surd) else (a / Surd(b, 0, a.d) if isinstance(a, Surd)
                                              else Fraction(a, b))


def square_free(p):
    """Pairs of a factor without multiple roots and its multiplicity; constants are left out."""
    if len(p) < 2:
        return []
    common = common_factor(p, derivative(p))
    if len(common) == 1:
        return [(p, 1)]
    out, rest, count = [], quotient(p, common), 1
    while len(rest) > 1:
        kept = common_factor(rest, common)
        alone = quotient(rest, kept)
        if len(alone) > 1:
            out.append((alone, count))
        rest, count = kept, count + 1
        common = quotient(common, kept) if len(kept) > 1 else common
    return out


def sturm_chain(p, q):
    chain = [p, q]
    while chain[-1]:
        chain.append(negative(remainder(chain[-2], chain[-1])))
    chain.pop()
    return chain


def variations(signs):
    signs = [s for s in signs if s]
    return sum(a != b for a, b in zip(signs, signs[1:]))


def variations_at(chain, x):
    if x == "inf":
        return variations([sign(p[-1]) for p in chain])
    if x == "-inf":
        return variations([sign(p[-1]) * (-1) ** (len(p) - 1) for p in chain])
    return variations([sign_at(p, x) for p in chain])


def count_roots(p, low, high):
    """Different real roots of p in (low, high); the ends are no roots unless they are 'inf'."""
    if len(p) < 2:
        return 0
    chain = sturm_chain(p, derivative(p))
    return variations_at(chain, low) - variations_at(chain, high)


def without_zero(p):
    """p without its roots at 0, and how many these were."""
    count = 0
    while count < len(p) and p[count] == 0:
        count += 1
    return p[count:], count


def is_nonnegative(p):
    """Whether p(x) >= 0 for every x > 0."""
    p = without_zero(primitive(p))[0]
    if not p:
        return True
    if sign(p[-1]) < 0 or sign(p[0]) < 0:
        return False
    if variations([sign(c) for c in p]) == 0:
        return True
    for exponent in range(-24, 25, 2):
        if sign_at(p, Fraction(10) ** exponent if exponent % 4 else Fraction(2) ** exponent) < 0:
            return False
    # Even multiplicities touch 0 and do no harm; odd ones change the sign.
    return all(count_positive(factor) == 0 for factor, times in square_free(p) if times % 2)


def count_positive(p):
    """Roots of a square-free p in (0, inf): by Descartes where that decides, else by Sturm."""
    p = without_zero(p)[0]
    changes = variations([sign(c) for c in p])
    return changes if changes < 2 else count_roots(p, Fraction(0), "inf")


def isolate(p, precision=Fraction(1, 10**15)):
    """Intervals (low, high), one for each different real root of p in order, narrow relatively to
    their distance from 0; low = high where the root is that number."""
    out = []
    p, zeros = without_zero(p)
    if len(p) > 1:
        common = common_factor(p, derivative(p))
        if len(common) > 1:
            p = quotient(p, common)
        mirrored = [(-1) ** k * c for k, c in enumerate(p)]
        out = [(-b, -a) for a, b in reversed(isolate_positive(mirrored, precision))]
    if zeros:
        out.append((Fraction(0), Fraction(0)))
    if len(p) > 1:
        out += isolate_positive(p, precision)
    return out


def root_bounds(p):
    """Powers of two below and above the positive roots of p, whose constant is not 0."""
    sizes = [fraction_near(c) for c in p]
    def above(q):
        largest = max(abs(c / q[-1]) for c in q[:-1])
        return Fraction(2) ** (int(largest + 1).bit_length() + 1)
    return 1 / above(sizes[::-1]), above(sizes)


def isolate_positive(p, precision):
    chain = sturm_chain(p, derivative(p))
    low, high = root_bounds(p)
    todo = [(low, high, variations_at(chain, low), variations_at(chain, high))]
    out = []
    while todo:
        a, b, at_a, at_b = todo.pop()
        if at_a == at_b:
            continue
        if at_a - at_b == 1:
            out.append(narrow(p, a, b, precision))
            continue
        middle = split(p, a, b)
        here = variations_at(chain, middle)
        todo += [(a, middle, at_a, here), (middle, b, here, at_b)]
    return sorted(out)


def split(p, a, b):
    """A number between a and b that is no root: in the middle of their logarithms if they are far
    from each other."""
    if b > 16 * a:
        steps = ((b / a).numerator.bit_length() - (b / a).denominator.bit_length()) // 2
        middle = a * Fraction(2) ** steps
    else:
        middle = (a + b) / 2
    while sign_at(p, middle) == 0:
        middle += (b - a) / 1024 if middle + (b - a) / 1024 < b else -(b - a) / 4096
    return middle


def narrow(p, a, b, precision):
    at_a = sign_at(p, a)
    while b - a > precision * b:
        middle = split_plain(a, b)
        here = sign_at(p, middle)
        if here == 0:
            return middle, middle
        if here == at_a:
            a = middle
        else:
            b = middle
    return a, b


def split_plain(a, b):
    if b > 16 * a:
        steps = ((b / a).numerator.bit_length() - (b / a).denominator.bit_length()) // 2
        return a * Fraction(2) ** steps
    return (a + b) / 2


def on_axis(p):
    """Re p(iy) and Im p(iy), polynomials in y."""
    real = [(0 if k % 2 else (c if k % 4 == 0 else -c)) for k, c in enumerate(p)]
    imaginary = [(0 if k % 2 == 0 else (c if k % 4 == 1 else -c)) for k, c in enumerate(p)]
    return trim(real), trim(imaginary)


def squared_on_axis(p):
    """|p(iy)|^2 as a polynomial in x = y^2."""
    real, imaginary = on_axis(p)
    return add(multiply(real, real), multiply(imaginary, imaginary))[::2]


def half_planes(p):
    """How many roots of p are left of, on and right of the imaginary axis, with multiplicity."""
    p, zeros = without_zero(p)
    n = len(p) - 1
    if n < 1:
        return 0, zeros, 0
    mirrored = [(-1) ** k * c for k, c in enumerate(p)]
    common = common_factor(p, mirrored)
    rest = quotient(p, common) if len(common) > 1 else p
    # The common part has its roots in pairs r, -r: a polynomial in x = -z^2, real x > 0 on the axis.
    pairs = [(-1) ** k * c for k, c in enumerate(common[::2])]
    axis = zeros + 2 * sum(times * count_positive(factor) for factor, times in square_free(pairs))
    beside = (len(common) - 1 - (axis - zeros)) // 2
    real, imaginary = on_axis(rest)
    degree = len(rest) - 1
    first, second = (real, imaginary) if degree % 2 == 0 else (imaginary, real)
    difference = 0
    if degree > 0:
        chain = sturm_chain(first, second) if second else [first]
        index = variations_at(chain, "-inf") - variations_at(chain, "inf")
        difference = -index if degree % 2 == 0 else index
    return (degree + difference) // 2 + beside, axis, (degree - difference) // 2 + beside
