"""Orders by rooted trees and by series, in exact rationals; and how far conditions are from
holding, for coefficients that were rounded."""

from fractions import Fraction as F
from math import factorial, prod

from polynomials import Surd

MOST_TREES = 5


def forests(order, largest=None):
    """Lists of trees with `order` nodes in all, in descending order so that each comes once."""
    if order == 0:
        yield ()
        return
    for size in range(min(order, largest[0] if largest else order), 0, -1):
        for tree in trees(size):
            key = (size, repr(tree))
            if largest is None or key <= largest:
                for rest in forests(order - size, key):
                    yield (tree,) + rest


def trees(order):
    """All rooted trees: a tree is the tuple of what hangs on its root."""
    return list(forests(order - 1))


def nodes(tree):
    return 1 + sum(nodes(child) for child in tree)


def density(tree):
    return nodes(tree) * prod(density(child) for child in tree)


class Leaves:
    """The k-th leaf is a mixture of row sum and c of its own, so that c is seen wherever it
    matters: the conditions are linear in each leaf."""

    def __init__(self, method, mixed=True):
        self.method, self.mixed, self.count = method, mixed, 0

    def value(self):
        self.count += 1
        part = F(self.count, 2 * self.count + 5) if self.mixed else F(0)
        return [s + part * (c - s) for s, c in zip(self.method.sums, self.method.c)]


def weight(method, tree, leaves):
    """For each stage the product over the children of A times theirs."""
    out = [F(1)] * method.s
    for child in tree:
        if child:
            inner = weight(method, child, leaves)
            inner = [sum(a * x for a, x in zip(row, inner) if not a == 0) for row in method.A]
        else:
            inner = leaves.value()
        out = [x * y for x, y in zip(out, inner)]
    return out


def tree_error(method, tree):
    """How far a condition is from holding, beside the size of its terms."""
    terms = [b * x for b, x in zip(method.b, weight(method, tree, Leaves(method)))]
    if any(isinstance(x, Surd) for x in terms):
        return F(0) if sum(terms) == F(1, density(tree)) else F(1)
    return abs(sum(terms) - F(1, density(tree))) / (1 + sum(abs(x) for x in terms))


def order_by_trees(method, tolerance=F(0)):
    """At most MOST_TREES."""
    for order in range(1, MOST_TREES + 1):
        if any(tree_error(method, tree) > tolerance for tree in trees(order)):
            return order - 1
    return MOST_TREES


def order_by_series(method, spin, tolerance=F(0)):
    """The order of R against e^z along a generic ray, at most 20."""
    z = F(13, 7)
    for k, x in enumerate(method.series(z, spin, 22)):
        true = z**k / factorial(k)
        if isinstance(x, Surd):
            if not x == true:
                return k - 1
            continue
        if abs(x - true) > tolerance * (abs(x) + true):
            return k - 1
    return None


def multistep_order(alpha, beta, tolerance=F(0)):
    for q in range(2 * len(alpha) + 2):
        left = [a * j**q for j, a in enumerate(alpha)]
        right = [q * b * j ** (q - 1) if q else F(0) for j, b in enumerate(beta)]
        size = sum(abs(x) for x in left + right)
        if abs(sum(left) - sum(right)) > tolerance * size:
            return max(q - 1, 0)
    return q


def agrees(printed, rounding, exact, tolerant):
    """Whether a printed order is the exact one or, where it says that it holds up to rounding of
    this size, the one that conditions have which are allowed to fail by a little more."""
    if rounding is None:
        return printed == exact
    return exact <= printed and any(tolerant(F(rounding) * 2**k) == printed for k in range(0, 21))
