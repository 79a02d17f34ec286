"""The truth about a Runge-Kutta method on the test equation, in exact numbers.

    x1' - w t x2' = z x1 + w (1 - z t) x2,    0 = -x1 + (1 + w t) x2        (h = 1)

With K_j the slope of x2 in stage j and x1 = (1 + w c_j) x2 there, a step from x2 = 1 at t = 0 is

    sum_l (a_jl (1 + w (c_j - c_l)) - (z + w) (A^2)_jl) K_l = (z + w) sum_l a_jl - w c_j ,
    R = 1 + sum_l b_l K_l ,

which needs no inverse of A. An explicit first stage has the slope of the solution, K_1 = z for x2
and z + w for x1. A singular A of any other shape is for ordinary differential equations only:
(I - z A) X = 1, R = 1 + z b.X. At one w, R = N/D comes from the determinants of these systems at
enough integers z. tests: the whole system in x1 and x2 is solved by `whole_step`.
"""

from fractions import Fraction

import polynomials as poly
from polynomials import Surd


class Gauss:
    """A complex number with exact parts."""

    __slots__ = ("re", "im")

    def __init__(self, re, im=0):
        self.re, self.im = re, im

    def __add__(self, other):
        other = gauss(other)
        return Gauss(self.re + other.re, self.im + other.im)

    __radd__ = __add__

    def __neg__(self):
        return Gauss(-self.re, -self.im)

    def __sub__(self, other):
        return self + -gauss(other)

    def __rsub__(self, other):
        return gauss(other) - self

    def __mul__(self, other):
        other = gauss(other)
        return Gauss(self.re * other.re - self.im * other.im,
                     self.re * other.im + self.im * other.re)

    __rmul__ = __mul__

    def conjugate(self):
        return Gauss(self.re, -self.im)

    def square(self):
        return self.re * self.re + self.im * self.im

    def __truediv__(self, other):
        other = gauss(other)
        size = other.square()
        top = self * other.conjugate()
        return Gauss(exact_over(top.re, size), exact_over(top.im, size))

    def __rtruediv__(self, other):
        return gauss(other) / self

    def __eq__(self, other):
        other = gauss(other)
        return self.re == other.re and self.im == other.im

    __hash__ = None


def gauss(x):
    return x if isinstance(x, Gauss) else Gauss(x)


def exact_over(a, b):
    if isinstance(a, Surd) or isinstance(b, Surd):
        return a / b
    return Fraction(a) / b


def solve(matrix, right):
    """The solution of a linear system over a field by elimination, None where it is singular."""
    n = len(matrix)
    rows = [list(row) + [r] for row, r in zip(matrix, right)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if not rows[i][k] == 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        inverse = 1 / rows[k][k] if isinstance(rows[k][k], (Gauss, Surd)) else 1 / Fraction(rows[k][k])
        rows[k] = [x * inverse for x in rows[k]]
        for i in range(n):
            if i != k and not rows[i][k] == 0:
                factor = rows[i][k]
                rows[i] = rows[i][:k] + [x - factor * y for x, y in zip(rows[i][k:], rows[k][k:])]
    return [row[n] for row in rows]


def divide_exactly(x, y):
    if isinstance(x, Surd) or isinstance(y, Surd):
        out = x / y if isinstance(y, Surd) else Surd(Fraction(x.a, y), Fraction(x.b, y), x.d)
        return poly.scaled(out, 1)
    return x // y


def determinants(rows):
    """Those of the matrix without its last row and column and of the whole, by Bareiss's
    elimination over the integers."""
    rows, n = [list(row) for row in rows], len(rows)
    before, flips, inner = 1, 1, None
    for k in range(n - 1):
        pivot = next((i for i in range(k, n - 1) if not rows[i][k] == 0), None)
        if pivot is None:
            inner = 0
            pivot = n - 1 if not rows[n - 1][k] == 0 else None
        if pivot is None:
            return 0, 0
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            flips = -flips
        head, lead = rows[k], rows[k][k]
        for i in range(k + 1, n):
            row = rows[i]
            first = row[k]
            rows[i] = row[:k + 1] + [divide_exactly(lead * row[j] - first * head[j], before)
                                     for j in range(k + 1, n)]
        before = lead
        if k == n - 2 and inner is None:
            inner = lead * flips
    if n == 1:
        inner = 1
    return inner, rows[n - 1][n - 1] * flips


def interpolate(points, values):
    """The polynomial through values at the points, over a field."""
    n, table = len(points), [v if isinstance(v, Surd) else Fraction(v) for v in values]
    for k in range(1, n):
        for i in range(n - 1, k - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (points[i] - points[i - k])
    out = []
    for i in range(n - 1, -1, -1):
        out = poly.add(poly.multiply(out, [-points[i], 1]), [table[i]])
    return out


def reduced(top, bottom):
    """N and D over the integers, without common factors, D with a positive leading coefficient."""
    if not bottom:
        return None
    both, _ = poly.over_integers(top + bottom)
    top, bottom = poly.trim(both[:len(top)]), poly.trim(both[len(top):])
    top, bottom, _ = poly.without_common(top, bottom)
    both, _ = poly.over_integers(top + bottom)
    both = poly.primitive(both)
    top, bottom = both[:len(top)], both[len(top):]
    if poly.sign(bottom[-1]) < 0:
        top, bottom = poly.negative(top), poly.negative(bottom)
    return top, bottom


class RungeKutta:
    """A tableau of exact numbers."""

    def __init__(self, A, b, c=None):
        self.A, self.b, self.s = A, b, len(b)
        self.sums = [sum(row[1:], row[0]) for row in A]
        self.c = c if c is not None else self.sums
        self.kind = self.find_kind()
        self.slices = {}

    def find_kind(self):
        """'dae', 'first' (an explicit first stage) or 'ode'."""
        if self.invertible(0):
            return "dae"
        if self.s > 1 and all(x == 0 for x in self.A[0]) and self.invertible(1):
            return "first"
        return "ode"

    def invertible(self, skip):
        rows = [row[skip:] for row in self.A[skip:]]
        flat, _ = poly.over_integers([x for row in rows for x in row])
        n = len(rows)
        matrix = [flat[i * n:(i + 1) * n] + [0] for i in range(n)] + [[0] * n + [1]]
        return not determinants(matrix)[0] == 0

    def system(self, z, w):
        """The matrix, the right-hand side, the weights and the constant of R at one point."""
        A, b, c, s = self.A, self.b, self.c, self.s
        if self.kind == "ode":
            matrix = [[(1 if i == j else 0) - z * A[i][j] for j in range(s)] for i in range(s)]
            return matrix, [1] * s, [z * x for x in b], 1
        if self.kind == "dae":
            matrix = [[A[j][l] * (1 + w * (c[j] - c[l])) - (z + w) * self.square(j, l)
                       for l in range(s)] for j in range(s)]
            return matrix, [(z + w) * self.sums[j] - w * c[j] for j in range(s)], b, 1
        later = range(1, s)
        matrix = [[A[j][l] * (1 + w * (c[j] - c[l])) - (z + w) * self.square(j, l)
                   for l in later] for j in later]
        right = []
        for j in later:
            inner = sum(A[j][l] * (1 + A[l][0] * z) for l in later)
            right.append(1 + A[j][0] * (z + w) + (z + w) * inner
                         - (1 + w * c[j]) * (1 + A[j][0] * z))
        return matrix, right, b[1:], 1 + b[0] * z

    def square(self, j, l):
        if not hasattr(self, "squares"):
            s, A = self.s, self.A
            self.squares = [[sum(A[j][m] * A[m][l] for m in range(s)) for l in range(s)]
                            for j in range(s)]
        return self.squares[j][l]

    def step(self, z, w):
        """R by one step in exact complex numbers; None where the system is singular."""
        matrix, right, weights, constant = self.system(z, w)
        slopes = solve([[gauss(x) for x in row] for row in matrix], [gauss(x) for x in right])
        if slopes is None:
            return None
        return sum((gauss(x) * k for x, k in zip(weights, slopes)), gauss(constant))

    def values_at(self, z, w):
        """Multiples of D and N at rational z and w, the same multiple at every z."""
        matrix, right, weights, constant = self.system(z, w)
        rows = [row + [r] for row, r in zip(matrix, right)] + [[-x for x in weights] + [constant]]
        return rows

    def raw(self, w):
        """N and D at one w over a field, not reduced."""
        degree = self.s + 1
        points = [(k + 1) // 2 * (-1) ** k for k in range(degree + 1)]
        tables = [self.values_at(z, w) for z in points]
        factors = []
        for i in range(len(tables[0])):
            _, factor = poly.over_integers([x for table in tables for x in table[i]])
            factors.append(factor)
        tops, bottoms = [], []
        for table in tables:
            rows = [[poly.scaled(x, f) for x in row] for row, f in zip(table, factors)]
            inner, whole = determinants(rows)
            bottoms.append(inner * factors[-1])
            tops.append(whole)
        return interpolate(points, tops), interpolate(points, bottoms)

    def slice(self, w):
        """N and D at this w, integers, without common factors; None where D vanishes for all z."""
        key = (w.a, w.b) if isinstance(w, Surd) else Fraction(w)
        if key not in self.slices:
            self.slices[key] = reduced(*self.raw(w))
        return self.slices[key]

    def along(self, z0, w0, dz, dw):
        """N and D in t on the line (z0 + t dz, w0 + t dw), reduced: what R tends to at a point
        depends on the line exactly where N = D = 0 there."""
        n = 2 * self.s + 2
        points = [(k + 1) // 2 * (-1) ** k for k in range(n)]
        tables = [self.values_at(z0 + t * dz, w0 + t * dw) for t in points]
        tops, bottoms = [], []
        for table in tables:
            flat, _ = 0, 0
            rows, scale = [], Fraction(1)
            for row in table:
                whole, factor = poly.over_integers(row)
                rows.append(whole)
                scale *= factor
            inner, whole = determinants(rows)
            last = poly.over_integers(table[-1])[1]
            bottoms.append(inner * (last / scale))
            tops.append(whole * (1 / scale))
        return reduced(interpolate(points, tops), interpolate(points, bottoms))

    def series(self, z, w, terms):
        """Taylor coefficients of R(h z, h w) in h, from X_k = A (r_k - M X_{k-1})."""
        A, c, s = self.A, self.c, self.s
        first = 1 if self.kind == "first" else 0
        rows = range(first, s)
        if self.kind == "ode":
            k, out = [1] * s, [1]
            for _ in range(terms - 1):
                out.append(z * sum(self.b[j] * k[j] for j in range(s)))
                k = [z * sum(A[i][j] * k[j] for j in range(s)) for i in range(s)]
            return out
        # y = A K: y_j + h (w c_j y_j - A (w c K + (z + w) y))_j = right-hand side; K of order h.
        # Unknown: slopes K = h (k_0 + h k_1 + ...), found by stages X = 1 + A K in turn.
        return self.series_by_inverse(z, w, terms, rows)

    def series_by_inverse(self, z, w, terms, rows):
        A, c = self.A, self.c
        rows = list(rows)
        n, first = len(rows), rows[0]
        inner = [[A[i][j] for j in rows] for i in rows]
        ones = solve(inner, [1] * n)
        start = solve(inner, [A[i][0] for i in rows]) if first else [0] * n
        inverse = [solve(inner, [1 if i == k else 0 for i in range(n)]) for k in range(n)]
        inverse = [[inverse[k][i] for k in range(n)] for i in range(n)]  # columns to rows
        cs = [c[i] for i in rows]
        moved = [[w * (cs[l] - cs[j]) * inverse[j][l] - ((z + w) if j == l else 0)
                  for l in range(n)] for j in range(n)]
        right = [ones, [g * (z + w) - d * w * x for d, g, x in zip(ones, start, cs)],
                 [-g * z * w * x for g, x in zip(start, cs)]]
        b = self.b
        weights = [sum(b[i] * inverse[k][m] for k, i in enumerate(rows)) for m in range(n)]
        bd = sum(b[i] * d for i, d in zip(rows, ones))
        bg = sum(b[i] * g for i, g in zip(rows, start))
        out, before = [], None
        for k in range(terms):
            r = list(right[k]) if k < 3 else [0] * n
            if before is not None:
                r = [x - sum(m * y for m, y in zip(line, before)) for x, line in zip(r, moved)]
            before = [sum(x * y for x, y in zip(line, r)) for line in inner]
            value = sum(x * y for x, y in zip(weights, before))
            if k == 0:
                value = value + 1 - bd
            if k == 1 and first:
                value = value + z * (b[0] - bg)
            out.append(value)
        return out


def whole_step(method, z, w):
    """R by the whole system in x1 and x2 of every stage, as the equation is written above."""
    A, b, c, s = method.A, method.b, method.c, method.s
    if method.kind == "ode":
        raise ValueError("for ordinary differential equations only")
    first = 1 if method.kind == "first" else 0
    n = s - first
    matrix, right = [], []
    for j in range(first, s):
        t = c[j]
        # stage values x_i + sum a_jl K_l,i; unknowns K_l,1 then K_l,2
        known1 = 1 + (A[j][0] * (z + w) if first else 0)
        known2 = 1 + (A[j][0] * z if first else 0)
        row1 = [-z * A[j][l] for l in range(first, s)]
        row1 += [-(w - w * z * t) * A[j][l] for l in range(first, s)]
        row1[j - first] = row1[j - first] + 1
        row1[n + j - first] = row1[n + j - first] - w * t
        matrix.append(row1)
        right.append(z * known1 + w * (1 - z * t) * known2)
        matrix.append([-A[j][l] for l in range(first, s)]
                      + [(1 + w * t) * A[j][l] for l in range(first, s)])
        right.append(known1 - (1 + w * t) * known2)
    slopes = solve([[gauss(x) for x in row] for row in matrix], [gauss(x) for x in right])
    if slopes is None:
        return None
    out = gauss(1 + (b[0] * z if first else 0))
    return sum((gauss(b[l]) * slopes[n + l - first] for l in range(first, s)), out)
