#!/usr/bin/env python3
"""The oracle against closed forms, so that an error of it is not taken for one of the program."""

import random
import unittest
from fractions import Fraction as F

import decisions
import generate
import orders
import polynomials as poly
import roots
from runge_kutta import Gauss, RungeKutta, reduced, whole_step

EULER = RungeKutta([[F(1)]], [F(1)])
RADAU = RungeKutta(*generate.RADAU)
LOBATTO_C = RungeKutta(*generate.LOBATTO_C)
TRAPEZOIDAL = RungeKutta([[F(0), F(0)], [F(1, 2), F(1, 2)]], [F(1, 2), F(1, 2)])
RK4 = RungeKutta([[F(0)] * 4, [F(1, 2), F(0), F(0), F(0)], [F(0), F(1, 2), F(0), F(0)],
                  [F(0), F(0), F(1), F(0)]], [F(1, 6), F(1, 3), F(1, 3), F(1, 6)])


def stable(method, w):
    return decisions.bounded_on_the_left(*method.slice(F(w)))


class Oracle(unittest.TestCase):
    def test_slices_are_the_published_functions(self):
        for w in (F(0), F(1, 3), F(-7, 5), F(1), F(3, 2)):
            forms = ((EULER, [1 - w], [1 - w, -1]),
                     (RADAU, [6 - 4 * w, 2 - 2 * w], [6 - 4 * w, -4 + 2 * w, 1]),
                     (TRAPEZOIDAL, [2 - w, 1 - w], [2 - w, -1]))
            for method, top, bottom in forms:
                self.assertEqual(method.slice(w), reduced(poly.trim(top), poly.trim(bottom)))

    def test_steps_agree_with_the_whole_system(self):
        r = random.Random(5)
        for kind in ("dirk", "full", "esdirk", "reducible", "c-rounded"):
            method = RungeKutta(*generate.runge_kutta(r, kind))
            z, w = Gauss(F(1, 3), F(2, 5)), F(3, 7)
            if method.kind != "ode" and method.s < 7:
                step = method.step(z, w)
                self.assertEqual(step, whole_step(method, z, w))
                top, bottom = method.slice(w)
                self.assertEqual(poly.value(top, z) / poly.value(bottom, z), step)

    def test_known_spin_ranges(self):
        for method, inside, outside in (
                (EULER, (-50, 0, 1), (F(1001, 1000), 3)),
                (RADAU, (-50, 0, F(3, 2)), (F(1501, 1000), 4)),
                (TRAPEZOIDAL, (0, 1, 2), (F(-1, 1000), F(2001, 1000))),
                (LOBATTO_C, (-3, 0, F(4, 3)), (F(1, 1000), F(4, 3) + F(1, 10**9), 5))):
            self.assertEqual([stable(method, w) for w in inside], [True] * len(inside))
            self.assertEqual([stable(method, w) for w in outside], [False] * len(outside))
        for n in (3, 8):
            steps = RungeKutta(*generate.substeps([[F(1)]], [F(1)], n))
            self.assertEqual([stable(steps, w) for w in (-5, n, n + F(1, 1000))],
                             [True, True, False])

    def test_bdf(self):
        for k, low, high in ((2, F(0), F(1)), (3, F(1, 6), F(5, 6))):
            for w, true in ((low, True), (high, True), (low - F(1, 999), False),
                            (high + F(1, 999), False)):
                pair = decisions.multistep_at(generate.bdf(k), [F(0)] * k + [F(1)], w)
                self.assertEqual(decisions.multistep_A_stable(*pair, k), true)
        for k in range(1, 8):
            rho, _ = decisions.multistep_at(generate.bdf(k), [F(0)] * k + [F(1)], F(0))
            self.assertEqual(decisions.root_condition(rho, k), k < 7)
        self.assertFalse(decisions.root_condition([1, -2, 1], 2))
        self.assertTrue(decisions.root_condition([-1, 0, 1], 2))
        self.assertFalse(decisions.root_condition([1, 2, 1], 2))

    def test_intervals_and_orders(self):
        left, right, axis = decisions.intervals(*RK4.slice(F(0)))
        self.assertAlmostEqual(float(left[0]), 2.7852935634, places=9)
        self.assertEqual((right[0], round(float(axis[0]), 12)), (0, 8))
        self.assertEqual([orders.order_by_series(m, F(0)) for m in (EULER, RADAU, TRAPEZOIDAL, RK4)],
                         [1, 3, 2, 4])
        self.assertEqual([orders.order_by_series(m, F(5, 3)) for m in (EULER, RADAU, LOBATTO_C)], [1, 3, 4])

    def test_orders_by_trees(self):
        self.assertEqual([len(orders.trees(n)) for n in range(1, 8)], [1, 1, 2, 4, 9, 20, 48])
        self.assertEqual([orders.order_by_trees(m) for m in (EULER, RADAU, TRAPEZOIDAL, RK4)],
                         [1, 3, 2, 4])
        moved = RungeKutta([[F(1, 2)]], [F(1)], [F(1, 3)])
        self.assertEqual(orders.order_by_trees(moved), 1)
        self.assertEqual(orders.order_by_trees(RungeKutta([[F(1, 2)]], [F(1)])), 2)
        cut = RungeKutta(*[generate.RADAU[0], [F("0.75"), F("0.250001")]])
        self.assertEqual([orders.order_by_trees(cut), orders.order_by_trees(cut, F(1, 10**5))], [0, 3])
        self.assertEqual([orders.multistep_order(generate.bdf(k), [F(0)] * k + [F(1)])
                          for k in range(1, 7)], list(range(1, 7)))

    def test_printed_roots(self):
        p = poly.multiply(poly.power([-2, 1], 3), [2, -2, 1])
        self.assertEqual(roots.match(p, [[2.0, 0.0], [1.0, 1.0], [1.0, -1.0]], [3, 1, 1]), "")
        self.assertNotEqual(roots.match(p, [[2.0, 0.0], [1.0, 1.0], [1.0, -1.001]], [3, 1, 1]), "")
        self.assertNotEqual(roots.match(p, [[2.0, 0.0], [1.0, 1.0], [1.0, 1.0]], [3, 1, 1]), "")
        self.assertNotEqual(roots.match(p, [[2.0, 0.0], [1.0, 1.0], [1.0, -1.0]], [1, 1, 1]), "")
        r = random.Random(3)
        for _ in range(100):
            q, inside = [Gauss(F(1))], True
            for _ in range(r.randint(1, 4)):
                root = Gauss(F(r.randint(-9, 9), 7), F(r.randint(-9, 9), 7))
                inside = inside and root.square() < 1
                q = [(q[k - 1] if k else Gauss(F(0))) - (root * q[k] if k < len(q) else Gauss(F(0)))
                     for k in range(len(q) + 1)]
            if roots.all_inside(q) is not None:
                self.assertEqual(roots.all_inside(q), inside)
        self.assertTrue(roots.is_stable_ray(*RADAU.slice(F(0)), 80))
        self.assertFalse(roots.is_stable_ray(*RK4.slice(F(0)), 10))

    def test_half_planes_count_with_multiplicity(self):
        r = random.Random(9)
        for _ in range(200):
            p, counts = [r.choice([-3, 1, 2])], [0, 0, 0]
            for _ in range(r.randint(0, 5)):
                a, b = r.randint(-2, 2), r.randint(0, 2)
                p = poly.multiply(p, [a * a + b * b, -2 * a, 1] if b else [-a, 1])
                counts[(a > 0) - (a < 0) + 1] += 2 if b else 1
            self.assertEqual(poly.half_planes(p), tuple(counts))

    def test_signs_on_the_half_line(self):
        self.assertTrue(poly.is_nonnegative(poly.multiply([1, -2, 1], [9, -6, 1])))
        self.assertFalse(poly.is_nonnegative(poly.multiply([-10**9, 10**9 - 1], [-1, 1])))
        for (low, high), root in zip(poly.isolate([-6, 11, -6, 1]), (1, 2, 3), strict=True):
            self.assertTrue(low <= root <= high and high - low < F(1, 10**12))


if __name__ == "__main__":
    unittest.main()
