"""Random method files, from a seed: every kind of tableau and multistep method that has made
trouble somewhere. A case is a name, the text of the file and its exact coefficients."""

from fractions import Fraction as F

from polynomials import Surd


def small(r):
    return F(r.randint(-6, 6), r.randint(1, 6))


def diagonal(r):
    return F(r.randint(1, 8), r.randint(1, 8))


def dirk(r, s, entry=None):
    entry = entry or (lambda: small(r))
    return [[entry() if j < i else (diagonal(r) if i == j else F(0)) for j in range(s)]
            for i in range(s)]


def weights(r, s):
    b = [small(r) for _ in range(s - 1)]
    return b + [1 - sum(b, F(0))]


def substeps(A, b, n):
    """n steps of a method as one step of a larger one."""
    s = len(b)
    big = [[F(0)] * (s * n) for _ in range(s * n)]
    for k in range(n):
        for i in range(s):
            for j in range(s):
                big[k * s + i][k * s + j] = A[i][j] / n
                for m in range(k):
                    big[k * s + i][m * s + j] = b[j] / n
    return big, [x / n for x in b] * n


RADAU = ([[F(5, 12), F(-1, 12)], [F(3, 4), F(1, 4)]], [F(3, 4), F(1, 4)])
LOBATTO_C = ([[F(1, 6), F(-1, 3), F(1, 6)], [F(1, 6), F(5, 12), F(-1, 12)],
              [F(1, 6), F(2, 3), F(1, 6)]], [F(1, 6), F(2, 3), F(1, 6)])
ROOT3, ROOT2 = F("1.732050807568877293527446341505872366943"), F("1.414213562373095048801688724209698")
GAUSS = ([[F(1, 4), F(1, 4) - ROOT3 / 6], [F(1, 4) + ROOT3 / 6, F(1, 4)]], [F(1, 2), F(1, 2)])
SDIRK = ([[1 - ROOT2 / 2, F(0)], [ROOT2 / 2, 1 - ROOT2 / 2]], [ROOT2 / 2, 1 - ROOT2 / 2])


def rounded(r):
    A, b = r.choice([RADAU, LOBATTO_C, GAUSS, SDIRK])
    digits = r.randint(5, 30)
    cut = lambda x: F(round(x * 10**digits), 10**digits)
    return [[cut(x) for x in row] for row in A], [cut(x) for x in b], None


def runge_kutta(r, kind):
    s = r.randint(1, 5)
    if kind == "explicit":
        s = r.randint(1, 16)
        return [[small(r) if j < i else F(0) for j in range(s)] for i in range(s)], weights(r, s), None
    if kind == "dirk":
        s = r.choice([1, 2, 3, 4, 6, 9])
        return dirk(r, s), weights(r, s), None
    if kind == "full":
        return [[small(r) for _ in range(s)] for _ in range(s)], weights(r, s), None
    if kind == "esdirk":
        s += 1
        A = dirk(r, s)
        A[0][0] = F(0)
        return A, (list(A[-1]) if r.random() < 0.5 else weights(r, s)), None
    if kind == "singular":
        s += 1
        A = [[small(r) for _ in range(s)] for _ in range(s)]
        A[-1] = [2 * x for x in A[0]]
        return A, weights(r, s), None
    if kind == "reducible":
        A, b = r.choice([RADAU, ([[F(1, 2)]], [F(1)]), ([[F(1)]], [F(1)])])
        extra, n = r.randint(1, 6), len(b)
        big = [row + [F(0)] * extra for row in A]
        for k in range(extra):
            row = [small(r) for _ in range(n)] + [F(0)] * extra
            row[n + k] = diagonal(r)
            big.append(row)
        return big, b + [F(0)] * extra, None
    if kind == "rounded":
        return rounded(r)
    if kind == "c-rounded":
        A, b, _ = runge_kutta(r, "dirk")
        return A, b, [sum(row) + F(r.randint(-9, 9), 10**27) for row in A]
    if kind in ("huge", "tiny"):
        factor = F(10) ** (r.choice([20, 100]) if kind == "huge" else -r.choice([20, 100]))
        return [[x * factor for x in row] for row in dirk(r, s)], weights(r, s), None
    if kind == "denominators":
        entry = lambda: F(r.randint(-10**12, 10**12), r.randint(1, 10**12))
        return dirk(r, s, entry), weights(r, s), None
    if kind == "substeps":
        A, b = r.choice([([[F(1)]], [F(1)]), RADAU])
        A, b = substeps(A, b, r.randint(1, 16 if len(b) == 1 else 8))
        return A, b, None
    if kind == "wrong-times":
        A, b, _ = runge_kutta(r, r.choice(["dirk", "reducible"]))
        return A, b, [sum(row) + (small(r) if r.random() < 0.5 else 0) for row in A]
    if kind == "multiple":
        A = dirk(r, r.randint(6, 12))
        gamma = diagonal(r)
        for i, row in enumerate(A):
            row[i] = gamma
        return A, weights(r, len(A)), None
    if kind == "surd":
        d = r.choice([2, 3, 5])
        entry = lambda: Surd(small(r), small(r), d)
        s = r.randint(1, 3)
        A = [[entry() if j < i else Surd(diagonal(r), F(1), d) if i == j else F(0)
              for j in range(s)] for i in range(s)]
        b = [entry() for _ in range(s - 1)]
        return A, b + [1 - sum(b, Surd(F(0), F(0), d))], None
    raise ValueError(kind)


KINDS = ["explicit", "dirk", "full", "esdirk", "singular", "reducible", "rounded", "c-rounded",
         "huge", "tiny", "denominators", "substeps", "wrong-times", "multiple", "surd"]


def text(x):
    """As a decimal where that is the same and not too long, else as a fraction."""
    if isinstance(x, Surd):
        return "(%s+(%s)*sqrt(%d))" % (x.a, x.b, x.d)
    for places in range(31):
        scaled = x * 10**places
        if scaled.denominator == 1 and places > 0:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return ("-" if x < 0 else "") + digits[:-places] + "." + digits[-places:]
    return str(x)


def tableau_text(A, b, c):
    rows = "\n    ".join(" ".join(text(x) for x in row) for row in A)
    out = "kind = runge-kutta\nA = " + rows + "\nb = " + " ".join(text(x) for x in b) + "\n"
    return out + ("c = " + " ".join(text(x) for x in c) + "\n" if c else "")


def bdf(k):
    """sum of the backward differences nabla^m / m, oldest first."""
    out, difference = [F(0)] * (k + 1), [F(1)]
    for m in range(1, k + 1):
        wider = [F(0)] * (len(difference) + 1)
        for i, x in enumerate(difference):
            wider[i] += x
            wider[i + 1] -= x
        difference = wider
        for i, x in enumerate(difference):
            out[k - i] += x / m
    return out


MULTISTEP = ["bdf", "bdf-rounded", "bdf-like", "ode", "constant-root", "double-root", "stays"]


def times(p, q):
    out = [F(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    return out


def multistep(r, kind):
    k = r.randint(1, 8)
    if kind == "bdf" or kind == "bdf-rounded":
        alpha = bdf(k)
        if kind == "bdf-rounded":
            digits = r.randint(5, 30)
            alpha = [F(round(x * 10**digits), 10**digits) for x in alpha]
        return alpha, [F(0)] * k + [F(1)]
    if kind == "stays":  # implicit Euler or the trapezoidal rule with roots that do not depend on z
        rho, sigma = [F(-1), F(1)], r.choice([[F(0), F(1)], [F(1, 2), F(1, 2)]])
        for _ in range(r.randint(1, 3)):
            factor = [-F(r.choice([-1, -1, 1, 2, 0]), r.choice([1, 2, 3])), F(1)]
            rho, sigma = times(rho, factor), times(sigma, factor)
        return rho, sigma
    roots = [F(r.randint(-5, 5), r.randint(4, 6)) for _ in range(k - 1)]
    if kind == "double-root":
        roots += [r.choice([F(1), F(-1)])] * 2
    rho = [F(-1), F(1)]
    for root in roots:
        rho = times(rho, [-root, F(1)])
    n = len(rho) - 1
    if kind in ("bdf-like", "double-root"):
        slope = sum(j * a for j, a in enumerate(rho))
        return rho, [F(0)] * n + [slope or F(1)]
    sigma = [small(r) for _ in range(n)] + [diagonal(r)]
    if kind == "constant-root":
        root = [-F(r.choice([-1, 1, 0, 2]), r.choice([1, 2])), F(1)]
        return times(rho, root), times(sigma, root)
    return rho, sigma


def multistep_text(alpha, beta):
    return "kind = multistep\nalpha = {}\nbeta = {}\n".format(" ".join(map(text, alpha)),
                                                            " ".join(map(text, beta)))
