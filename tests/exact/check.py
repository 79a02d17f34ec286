#!/usr/bin/env python3
"""Holds formula, eval and analyse of spinscope against exact arithmetic over random method files.

    check.py PROGRAM [--seed N] [--count N] [--multistep-count N] [--jobs N] [--keep DIR] [--only KIND]

Each answer is right, undecided (null, the program says that it cannot tell), refused (exit code /=
0) or wrong; `skipped` is what this program does not decide. Exit code 1 when any answer is wrong.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction as F
from math import factorial, isqrt

import decisions
import generate
import polynomials as poly
from runge_kutta import Gauss, RungeKutta

SAMPLES = [F(0), F(1), F(-1), F(1, 2), F(-7, 3), F(13), F(-40)]


def run(program, command, path, *more):
    try:
        done = subprocess.run([program, command, path, "--json", "--quiet", *more],
                              capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "no answer in 120 s"
    if done.returncode:
        return None, "exit code %d: %s" % (done.returncode, done.stderr.strip()[:200])
    return json.loads(done.stdout), ""


def root_of(x):
    """A Fraction near the square root of a Fraction, 20 digits."""
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


def taylor_order(method, spin):
    """The order of R against e^z along a generic ray, at most 20."""
    z = F(13, 7)
    coefficients = method.series(z, spin, 22)
    for k, x in enumerate(coefficients):
        if x != z**k / factorial(k):
            return k - 1
    return None


def check_runge_kutta(report, coefficients, r):
    method = RungeKutta(*coefficients)
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
    report.compare("A_stable", answer["A_stable"], stable(F(0)))
    damped = stable(F(0)) and len(top) < len(bottom)
    report.compare("L_stable", answer["L_stable"], damped)
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
    report.compare("order_linear", answer.get("order_linear"), taylor_order(method, F(0)))
    if method.kind == "ode":
        ranges = [{"from": "0", "to": "0"}]
        report.compare("spin_range", answer["spin_range"], ranges if stable(F(0)) else [])
        return
    report.compare("order_spinning", answer["order_spinning"], taylor_order(method, F(5, 3)))
    check_range(report, "spin_range", answer["spin_range"], ws, stable)
    check_range(report, "spin_range_real", answer["spin_range_real"], ws, on_line)
    for w in ws[1:3]:
        there = report.ask("analyse", "--w", str(w))
        if there is not None and stable(w) is not None:
            report.compare("A_stable at w", there["A_stable"], stable(w))


def check_infinity(report, printed, top, bottom):
    if len(top) > len(bottom):
        good = printed is None
    elif len(top) < len(bottom):
        good = printed == 0
    else:
        good = near(printed, F(top[-1], bottom[-1]))
    report.tell("R_infinity", "right" if good else "wrong", "printed %s" % printed)


def check_multistep(report, coefficients, r):
    alpha, beta = coefficients
    k = len(alpha) - 1
    spins = all(x == 0 for x in beta[:-1])
    ws = SAMPLES if spins else [F(0)]

    def truth(w):
        rho, sigma = decisions.multistep_at(alpha, beta, w)
        rho, sigma = rho + [0] * (k + 1 - len(rho)), sigma + [0] * (k + 1 - len(sigma))
        return {j: poly.trim([rho[j], -sigma[j]]) for j in range(k + 1)}

    def stable(w):
        rho, sigma = decisions.multistep_at(alpha, beta, w)
        return decisions.multistep_A_stable(rho, sigma, k)

    check_formula(report, ws, truth)
    answer = report.ask("analyse")
    if answer is None:
        return
    report.compare("A_stable", answer["A_stable"], stable(F(0)))
    rho, sigma = decisions.multistep_at(alpha, beta, F(0))
    report.compare("L_stable", answer["L_stable"], stable(F(0)) and spins)
    report.compare("zero_stable", answer["zero_stable"], decisions.root_condition(rho, k))
    if spins:
        check_range(report, "spin_range", answer["spin_range"], ws, stable)
        for w in ws[1:4]:
            there = report.ask("analyse", "--w", str(w))
            if there is not None:
                report.compare("A_stable at w", there["A_stable"], stable(w))


def one_case(task):
    program, family, kind, seed, folder = task
    r = random.Random(seed)
    if family == "tableau":
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
    return family, report.counts, report.wrong


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--multistep-count", type=int, default=40)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--keep")
    options.add_argument("--only")
    given = options.parse_args()
    folder = given.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    tasks = []
    for family, kinds, count in (("tableau", generate.KINDS, given.count),
                                 ("multistep", generate.MULTISTEP, given.multistep_count)):
        for i in range(count):
            kind = kinds[i % len(kinds)]
            if given.only in (None, kind):
                tasks.append((given.program, family, kind, given.seed * 100000 + i, folder))
    print("seed %d, %d files" % (given.seed, len(tasks)))
    counts, wrong = Counter(), []
    with ProcessPoolExecutor(given.jobs) as pool:
        for family, some, bad in pool.map(one_case, tasks):
            for (quantity, verdict), number in some.items():
                counts[family, quantity, verdict] += number
            wrong += bad
    verdicts = ["right", "undecided", "refused", "skipped", "wrong"]
    print("%-30s" % "" + "".join("%10s" % v for v in verdicts))
    for family, quantity in sorted({key[:2] for key in counts}):
        print("%-30s" % (family + " " + quantity)
              + "".join("%10d" % counts[family, quantity, v] for v in verdicts))
    for (kind, note), number in Counter((x[0], x[3].replace(folder, "")) for x in wrong
                                        if x[2] == "refused").most_common(10):
        print("refused, %d of %s: %s" % (number, kind, note))
    wrong = [x for x in wrong if x[2] == "wrong"]
    for kind, quantity, _, note, text in wrong:
        print("\nwrong: %s (%s): %s\n%s" % (quantity, kind, note, text[:1500]))
    if not given.keep:
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
