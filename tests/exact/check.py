#!/usr/bin/env python3
"""Holds formula, eval and analyse of spinscope against exact arithmetic over random method files.

    check.py PROGRAM [--seed N] [--count N] [--multistep-count N] [--jobs N] [--keep DIR] [--only KIND]
             [--most-stages N]

Each answer is right, undecided (null, the program says that it cannot tell), refused (exit code /=
0) or wrong; `skipped` is what this program does not decide. All files are within the limits that are
documented, so that a refusal is a failure: exit code 1 when any answer is refused or wrong.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction as F
from math import isqrt

import decisions
import generate
import orders
import polynomials as poly
import roots
from runge_kutta import Gauss, RungeKutta, gauss

SPENT = Counter()  # seconds, by command
SAMPLES = [F(0), F(1), F(-1), F(1, 2), F(-7, 3), F(13), F(-40)]


def run(program, command, path, *more):
    begun = time.monotonic()
    try:
        done = subprocess.run([program, command, path, "--json", "--quiet", *more],
                              capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "no answer in 120 s"
    finally:
        SPENT[command] += time.monotonic() - begun
    if done.returncode:
        return None, "exit code %d: %s" % (done.returncode, done.stderr.strip()[:200])
    return json.loads(done.stdout), ""


def root_of(x):
    """A Fraction near the square root of an exact number, 20 digits."""
    x = poly.fraction_near(x)
    shift = max(0, 140 - x.numerator.bit_length() + x.denominator.bit_length())
    shift += shift % 2
    return F(isqrt((x.numerator << shift) // x.denominator), 1 << (shift // 2))


def near(number, truth, tolerance=F(1, 10**12)):
    return number is not None and abs(F(number) - truth) <= tolerance * abs(truth)


class Report:
    def __init__(self, program, kind, text, path):
        self.program, self.kind, self.text, self.path = program, kind, text, path
        self.counts, self.wrong = Counter(), []

    def tell(self, quantity, verdict, note=""):
        self.counts[quantity, verdict] += 1
        if verdict in ("wrong", "refused"):
            self.wrong.append((self.kind, quantity, verdict, note, self.text))

    def compare(self, quantity, answer, truth):
        if answer is None:
            self.tell(quantity, "undecided")
        else:
            self.tell(quantity, "right" if answer == truth else "wrong",
                      "printed %s, true %s" % (answer, truth))

    def ask(self, command, *more):
        answer, why = run(self.program, command, self.path, *more)
        if answer is None:
            self.tell(command, "refused", why)
        return answer


def tell_answer(report, answer, key, exact, relaxed):
    """Yes or no; or open because of rounding, when the exact answer is no and the one for |R| <= 1 +
    the printed excess is yes."""
    if answer[key] is not None:
        report.compare(key, answer[key], exact)
        return
    excess = answer["up_to_rounding"].get(key)
    good = excess is not None and not exact and answer["undecided"].get(key) == "rounding"
    report.tell(key, "undecided" if good and relaxed(excess) else "wrong",
                "open up to %s, exactly %s" % (excess, exact))


def phi_at(formula, w):
    """The polynomials in z that stand at each power of sigma, at one w."""
    out = {}
    for term in formula["phi"]:
        p = out.setdefault(term["sigma"], [])
        p += [F(0)] * (term["z"] + 1 - len(p))
        p[term["z"]] += F(term["value"]) * w ** term["w"]
    return {k: poly.trim(p) for k, p in out.items()}


def check_formula(report, ws, truth):
    """truth(w): pairs of power of sigma and polynomial in z; both sides up to one factor."""
    formula = report.ask("formula")
    if formula is None:
        return
    if not formula["exact"]:
        report.tell("formula", "undecided")
        return
    for w in ws:
        true, mine = truth(w), phi_at(formula, w)
        if true is None:
            continue
        lead = max(true)
        same = all(poly.multiply(true.get(k, []), mine.get(lead, []))
                   == poly.multiply(mine.get(k, []), true[lead]) for k in set(true) | set(mine))
        if not same or not mine.get(lead):
            report.tell("formula", "wrong", "differs at w = %s" % w)
            return
    report.tell("formula", "right")


def write_complex(z):
    return "%s%s%si" % (z.re, "+" if z.im >= 0 else "-", abs(z.im))


def check_eval(report, method, r, ws):
    for _ in range(3):
        z = Gauss(F(r.randint(-40, 40), r.randint(1, 8)), F(r.randint(-40, 40), 8))
        w = r.choice(ws)
        true = method.step(z, w)
        answer = report.ask("eval", "--z", write_complex(z), "--w", str(w))
        if answer is None:
            continue
        if true is None:
            report.tell("eval", "skipped")
            continue
        size = root_of(true.square())
        verdict = "boundary" if abs(size - 1) <= F(1, 10**10) else "stable" if size < 1 else "unstable"
        good = near(answer["growth"], size) or (size == 0 and answer["growth"] == 0)
        if size > F(10) ** 308:
            good = True
        report.tell("eval", "right" if good and answer["verdict"] == verdict else "wrong",
                    "z = %s, w = %s: printed %s %s, true %.17g %s"
                    % (write_complex(z), w, answer["growth"], answer["verdict"],
                       min(size, F(10) ** 308), verdict))


def parse_end(word):
    return None if "inf" in word else F(word)


def member(ranges, w):
    """Whether w is in the printed set; None when it is too near an end that is no fraction."""
    inside = False
    for piece in ranges:
        low, high = parse_end(piece["from"]), parse_end(piece["to"])
        for end, word in ((low, piece["from"]), (high, piece["to"])):
            rounded = end is not None and ("." in word or "e" in word)
            if rounded and abs(w - end) <= F(1, 10**12) * max(1, abs(end)):
                return None
        inside |= (low is None or low <= w) and (high is None or w <= high)
    return inside


def sample_points(ranges, ws):
    points = set(ws)
    for piece in ranges or []:
        for word in (piece["from"], piece["to"]):
            end = parse_end(word)
            if end is not None:
                step = max(F(1), abs(end))
                points |= {end, end - step / 1000, end + step / 1000, end - step / 10**9,
                           end + step / 10**9}
    return sorted(points)


def check_range(report, name, ranges, ws, truth):
    if ranges is None:
        report.tell(name, "undecided")
        return
    for w in sample_points(ranges, ws):
        said, true = member(ranges, w), truth(w)
        if said is None or true is None:
            continue
        if said != true:
            report.tell(name, "wrong", "w = %s: printed %s, true %s; %s" % (w, said, true, ranges))
            return
    report.tell(name, "right")


def check_end(report, name, printed, pair):
    """An end of an interval as a distance from 0 against its isolating interval."""
    if pair is None:
        good = printed is None
    else:
        good = printed is not None and (near(abs(printed), pair[0], F(1, 10**11))
                                        or (pair[0] == 0 and printed == 0))
    report.tell(name, "right" if good else "wrong", "printed %s, true %s"
                % (printed, "infinite" if pair is None else float(pair[0])))


def check_order(report, answer, key, exact, tolerant, most=None):
    """`most`: exact and tolerant know nothing beyond it."""
    cut = lambda n: n if most is None or n is None or n < most else most
    rounding = answer["up_to_rounding"].get(key)
    other = answer["rounded"].get(key)
    if answer[key] is None:
        report.tell(key, "right" if exact is None else "undecided", "printed -, true %s" % exact)
        return
    good = orders.agrees(cut(answer[key]), rounding, exact, tolerant)
    if rounding is not None and other == answer[key] and cut(other) == exact and exact != most:
        good = False  # it holds exactly
    if other is not None and other > answer[key]:  # before its coefficients were rounded
        near = lambda n: any(tolerant(F(rounding) * 10**k) == cut(n) for k in range(3))
        good = exact <= cut(answer[key]) and near(other)
    report.tell(key, "right" if good else "wrong", "printed %s, %s up to %s, exactly %s"
                % (answer[key], other, rounding, exact))


def check_places(report, answer, top, bottom):
    for name, short, p in (("poles", "pole", bottom), ("zeros", "zero", top)):
        if not p:  # R = 0: every z is a zero
            continue
        wrong = roots.match(p, answer[name], answer[short + "_multiplicities"])
        report.tell(name, "wrong" if wrong else "right", wrong)


def check_alpha(report, answer, top, bottom, stable):
    """90 exactly when A-stable, none exactly when z < 0 is not stable, else a bound from both
    sides; beyond a pole no ray counts."""
    alpha, line = answer["alpha_degrees"], decisions.bounded_on_negative_line(top, bottom)
    if alpha is None or not line or stable or alpha == 90:
        good = (alpha is None) == (not line) and (alpha == 90) == stable
        report.tell("alpha_degrees", "right" if good else "wrong",
                    "printed %s, z < 0 %s, A-stable %s" % (alpha, line, stable))
        return
    low, high = alpha - 1e-8, alpha + 1e-8
    good = low <= 0 or roots.is_stable_ray(top, bottom, low)
    good = good and (high >= 90 or not roots.is_stable_ray(top, bottom, high))
    report.tell("alpha_degrees", "right" if good else "wrong", "printed %s" % alpha)


def check_runge_kutta(report, coefficients, r):
    method = RungeKutta(*coefficients)
    if all(abs(c - x) <= F(1, 10**10) * (1 + abs(x)) for c, x in zip(method.c, method.sums)
           if coefficients[2] is not None):
        method.c = method.sums  # as the program does, which says so
    ws = SAMPLES if method.kind != "ode" else [F(0)]
    if method.s > 8:
        ws = ws[:3]

    def truth(w):
        pair = method.slice(w)
        return None if pair is None else {0: poly.negative(pair[0]), 1: pair[1]}

    check_formula(report, ws, truth)
    check_eval(report, method, r, ws)
    answer = report.ask("analyse")
    if answer is None:
        return
    top, bottom = method.slice(F(0))
    stable = lambda w: (None if method.slice(w) is None
                        else decisions.bounded_on_the_left(*method.slice(w)))
    on_line = lambda w: (None if method.slice(w) is None
                         else decisions.bounded_on_negative_line(*method.slice(w)))
    relaxed = lambda excess: decisions.bounded_on_the_left_up_to(top, bottom, F(excess))
    tell_answer(report, answer, "A_stable", stable(F(0)), relaxed)
    damped = stable(F(0)) and len(top) < len(bottom)
    small = lambda excess: relaxed(excess) and abs(answer["R_infinity"]) <= excess
    tell_answer(report, answer, "L_stable", damped, small)
    check_infinity(report, answer["R_infinity"], top, bottom)
    left, right, axis = decisions.intervals(top, bottom)
    undecided = answer.get("undecided", {})
    if "real_interval" in undecided:
        report.tell("real_interval", "undecided")
    else:
        check_end(report, "real_interval", answer["real_interval"][0], left)
        check_end(report, "real_interval", answer["real_interval"][1], right)
    if "imaginary_interval" in undecided:
        report.tell("imaginary_interval", "undecided")
    else:
        check_end(report, "imaginary_interval", answer["imaginary_interval"][1],
                  None if axis is None else (root_of(axis[0]), root_of(axis[1])))
    check_places(report, answer, top, bottom)
    check_alpha(report, answer, top, bottom, stable(F(0)))
    check_order(report, answer, "order", orders.order_by_trees(method),
                lambda t: orders.order_by_trees(method, t), orders.MOST_TREES)
    check_order(report, answer, "order_linear", max(orders.order_by_series(method, F(0)), 0),
                lambda t: orders.order_by_series(method, F(0), t))
    if method.kind == "ode":
        ranges = [{"from": "0", "to": "0"}]
        report.compare("spin_range", answer["spin_range"], ranges if stable(F(0)) else [])
        return
    check_order(report, answer, "order_spinning", max(orders.order_by_series(method, F(5, 3)), 0),
                lambda t: orders.order_by_series(method, F(5, 3), t))
    for key, exact, loose in (
            ("spin_range", stable, decisions.bounded_on_the_left_up_to),
            ("spin_range_real", on_line, decisions.bounded_on_negative_line_up_to)):
        excess = answer["up_to_rounding"].get(key)
        up_to = lambda w: (None if method.slice(w) is None else loose(*method.slice(w), F(excess)))
        check_range(report, key, answer[key], ws, exact if excess is None else up_to)
    for w in ws[1:3]:
        there = report.ask("analyse", "--w", str(w))
        if there is not None and stable(w) is not None:
            tell_answer(report, there, "A_stable", stable(w), lambda excess:
                        decisions.bounded_on_the_left_up_to(*method.slice(w), F(excess)))


def check_infinity(report, printed, top, bottom):
    if len(top) > len(bottom):
        good = printed is None
    elif len(top) < len(bottom):
        good = printed == 0
    else:
        good = near(printed, poly.fraction_near(poly.over_field(top[-1], bottom[-1])))
    report.tell("R_infinity", "right" if good else "wrong", "printed %s" % printed)


def check_multistep_eval(report, truth, r, ws):
    """Every printed root is one, and all together have the right sum; the verdict is exact where
    no root is near the circle."""
    for _ in range(3):
        z = Gauss(F(r.randint(-40, 40), r.randint(1, 8)), F(r.randint(-40, 40), 8))
        w = r.choice(ws)
        answer = report.ask("eval", "--z", write_complex(z), "--w", str(w))
        if answer is None:
            continue
        c = [poly.value(p, z) if p else F(0) for _, p in sorted(truth(w).items())]
        c = [gauss(x) for x in c]
        if c[-1].square() == 0:
            report.tell("eval", "right" if answer["verdict"] in ("pole", "undefined") else "wrong",
                        "z = %s, w = %s: %s" % (write_complex(z), w, answer["verdict"]))
            continue
        tolerance = F(1, 10**4)  # a multiple root; its square would be 1e-8
        good = len(answer["roots"]) == len(c) - 1
        good = good and all(x == [0, 0] or roots.is_root(c, x, tolerance) for x in answer["roots"])
        total = -c[-2] / c[-1]
        size = 1 + max(abs(total.re), abs(total.im))
        for part, true in ((0, total.re), (1, total.im)):
            good = good and abs(sum(F(x[part]) for x in answer["roots"]) - true) <= size / 10**9
        inside = roots.all_inside(c)
        if abs(answer["growth"] - 1) > 1e-6 and inside is not None:
            good = good and (answer["verdict"] == "stable") == inside
        report.tell("eval", "right" if good else "wrong", "z = %s, w = %s: %s"
                    % (write_complex(z), w, answer))


def holds_at(truth, z):
    """Whether the roots at z obey the root condition; None when that is not decided here."""
    c = [gauss(poly.value(p, z)) if p else gauss(F(0)) for _, p in sorted(truth(F(0)).items())]
    if c[-1].square() == 0:
        return False
    if all(x.im == 0 for x in c):
        return decisions.root_condition(poly.integral([x.re for x in c]), len(c) - 1)
    return roots.all_inside(c)


def check_multistep_intervals(report, answer, truth):
    """Inside of the intervals and of the sector samples are stable, beyond their ends they are not."""
    for name, at, unit in (("real_interval", 0, Gauss(F(-1))), ("real_interval", 1, Gauss(F(1))),
                           ("imaginary_interval", 1, Gauss(F(0), F(1)))):
        end = answer[name][at]
        far = F(10) ** 9 if end is None else abs(F(end))
        inside = [unit * (far * F(k, 7)) for k in range(1, 7)] + [unit * (far / 10**k) for k in (2, 4)]
        good = all(holds_at(truth, z) is not False for z in inside if far > 0)
        for step in (F(1, 10**9), F(1, 10**6)):
            beyond = far * (1 + step) if far > 0 else step / 100
            good = good and (end is None or holds_at(truth, unit * beyond) is not True)
        report.tell(name, "right" if good else "wrong", "printed %s" % answer[name])
    alpha = answer["alpha_degrees"]
    if alpha is not None and alpha > 1e-6:
        u = roots.direction(alpha - 1e-7)
        good = all(holds_at(truth, u * F(10) ** k) is not False for k in range(-6, 7))
        report.tell("alpha_degrees", "right" if good else "wrong", "printed %s" % alpha)


def check_multistep(report, coefficients, r):
    alpha, beta = coefficients
    k = len(alpha) - 1
    spins = all(x == 0 for x in beta[:-1])
    ws = SAMPLES if spins else [F(0)]

    def truth(w):
        rho, sigma = decisions.multistep_at(alpha, beta, w)
        rho, sigma = rho + [0] * (k + 1 - len(rho)), sigma + [0] * (k + 1 - len(sigma))
        return {j: poly.trim([rho[j], -sigma[j]]) for j in range(k + 1)}

    def stable(w, excess=F(0)):
        rho, sigma = decisions.multistep_at(alpha, beta, w)
        if excess:
            rho, sigma = decisions.relaxed(rho, sigma, excess)
        return decisions.multistep_A_stable(rho, sigma, k)

    check_formula(report, ws, truth)
    check_multistep_eval(report, truth, r, ws)
    answer = report.ask("analyse")
    if answer is None:
        return
    check_multistep_intervals(report, answer, truth)
    check_order(report, answer, "order", orders.multistep_order(alpha, beta),
                lambda t: orders.multistep_order(alpha, beta, t))
    tell_answer(report, answer, "A_stable", stable(F(0)), lambda x: stable(F(0), F(x)))
    rho, sigma = decisions.multistep_at(alpha, beta, F(0))
    tell_answer(report, answer, "L_stable", stable(F(0)) and spins,
                lambda x: stable(F(0), F(x)) and answer["R_infinity"] <= x)
    report.compare("zero_stable", answer["zero_stable"], decisions.root_condition(rho, k))
    if spins:
        excess = F(answer["up_to_rounding"].get("spin_range", 0))
        check_range(report, "spin_range", answer["spin_range"], ws, lambda w: stable(w, excess))
        for w in ws[1:4]:
            there = report.ask("analyse", "--w", str(w))
            if there is not None:
                tell_answer(report, there, "A_stable", stable(w), lambda x: stable(w, F(x)))


def one_case(task):
    program, family, kind, seed, folder, most_stages = task
    begun = time.monotonic()
    SPENT.clear()
    r = random.Random(seed)
    if family == "tableau":
        coefficients = generate.runge_kutta(r, kind)
        while len(coefficients[1]) > most_stages:
            coefficients = generate.runge_kutta(r, kind)
        text = generate.tableau_text(*coefficients)
    else:
        coefficients = generate.multistep(r, kind)
        text = generate.multistep_text(*coefficients)
    path = os.path.join(folder, "%s-%s.method" % (kind, seed))
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    report = Report(program, kind, text, path)
    (check_runge_kutta if family == "tableau" else check_multistep)(report, coefficients, r)
    return family, report.counts, report.wrong, (time.monotonic() - begun, path, dict(SPENT))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--multistep-count", type=int, default=40)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--keep")
    options.add_argument("--only")
    options.add_argument("--most-stages", type=int, default=16, help="leave larger tableaux out")
    given = options.parse_args()
    folder = given.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    tasks = []
    for family, kinds, count in (("tableau", generate.KINDS, given.count),
                                 ("multistep", generate.MULTISTEP, given.multistep_count)):
        for i in range(count):
            kind = kinds[i % len(kinds)]
            if given.only in (None, kind):
                tasks.append((given.program, family, kind, given.seed * 100000 + i, folder,
                              given.most_stages))
    print("seed %d, %d files" % (given.seed, len(tasks)))
    counts, wrong, costs = Counter(), [], []
    with ProcessPoolExecutor(given.jobs) as pool:
        for family, some, bad, cost in pool.map(one_case, tasks):
            costs.append(cost)
            for (quantity, verdict), number in some.items():
                counts[family, quantity, verdict] += number
            wrong += bad
    verdicts = ["right", "undecided", "refused", "skipped", "wrong"]
    print("%-30s" % "" + "".join("%10s" % v for v in verdicts))
    for family, quantity in sorted({key[:2] for key in counts}):
        print("%-30s" % (family + " " + quantity)
              + "".join("%10d" % counts[family, quantity, v] for v in verdicts))
    for seconds, path, spent in sorted(costs, key=lambda x: -x[0])[:3]:
        print("%6.1f s %s; of these %s" % (seconds, os.path.basename(path), ", ".join(
            "%s %.1f" % item for item in sorted(spent.items()))))
    for (kind, note), number in Counter((x[0], x[3].replace(folder, "")) for x in wrong
                                        if x[2] == "refused").most_common(10):
        print("refused, %d of %s: %s" % (number, kind, note))
    for kind, quantity, verdict, note, text in wrong:
        print("\n%s: %s (%s): %s\n%s" % (verdict, quantity, kind, note, text[:1500]))
    if not given.keep:
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
