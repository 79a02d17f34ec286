"""Random command lines for the finished program: hostile.py PROGRAM ASSETS [--count N] [--seed S]

Commands and options are those that the program itself lists, values those of the file vocabulary,
the files beside it, and what is made here. Every line runs in a folder of its own, small, and by an
ordinary user: when started by root this becomes `nobody`. A line must end within ten seconds of
computing, with an exit code of ours and a message where it is not 0 (one line when it is 2), leave
nothing but what was asked for (nothing at all when it is 2), and print JSON where that was asked for.

A line depends on seed and number alone; --only NUMBER repeats one. Exits with 1 when a line fails."""

import argparse
import json
import os
import pwd
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS, WALL = 10, 120  # of computing; of waiting, on a machine that is busy
OUTPUTS = {"-o", "--boundary", "--animate"}
# 99 is no exit code of ours: a sanitizer's report cannot pass for an expected failure.
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=1:exitcode=99:allocator_may_return_null=1",
              "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:exitcode=99"}


class Vocabulary:
    """The file of this name: values of a key, what keeps a command small, what is not run."""

    def __init__(self, path):
        self.values, self.small, self.left_out = {}, [], set()
        for line in open(path, encoding="utf-8"):
            words = ["" if word == '""' else word for word in line.split()]
            if not words or words[0] == "#":
                continue
            if words[0] == "!":
                self.small.append(words[1:])
            elif words[0] == "-":
                self.left_out.add(words[1])
            else:
                self.values[words[0]] = words[1:]

    def value(self, rng, *keys):
        key = next((key for key in keys if key in self.values), "any")
        return rng.choice(self.values["any" if rng.random() < 0.08 else key])

    def is_left_out(self, key, words):
        return any(word in self.left_out or word.split("=")[-1] in self.left_out
                   for word in [key, *words])


def ask(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def read_tables(program):
    """{(command, part): [(option, hint or None), ...]} as the program tells them."""
    tables = {}
    names = [(line.split()[0],) for line in ask(program, "--help").split("commands:\n")[1]
             .split("\n\n")[0].splitlines()]
    while names:
        name = names.pop()
        words = ask(program, *name, "--help")
        options = re.findall(r"^  (--?[a-z0-9-]+)(?: ([^ \n]+(?: [A-Z].csv)?))?(?:$|  )",
                             words.split("\noptions:\n")[1], re.M)
        tables[name] = [(option, hint or None) for option, hint in options]
        parts = re.match(r"usage: spinscope lab \[([a-z|]+)\]", words)
        if parts and len(name) == 1:
            names += [name + (part,) for part in parts[1].split("|")]
    return tables


def make_line(vocabulary, tables, seed, number):
    """The words of a line, or None when it is one of those that are left out."""
    rng = random.Random(f"{seed} {number}")
    name = rng.choice(sorted(tables))
    key = ".".join(name)
    words, given = [], set()
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 2, 3))):
        words.append([vocabulary.value(rng, key + ".operand", "METHOD")])
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 6))):
        option, hint = rng.choice(tables[name])
        given.add(option)
        if rng.random() < 0.02:
            option += rng.choice("xe-")
        if hint is None:
            words.append([option] if rng.random() < 0.97 else [option + "=1"])
            continue
        value = vocabulary.value(rng, option, hint)
        words.append([option + "=" + value] if rng.random() < 0.3 else [option, value])
        if hint.count(" ") == 1:  # two values
            words[-1].append(vocabulary.value(rng, option))
        if rng.random() < 0.02:
            words[-1].pop()
    for command, option, value in vocabulary.small:
        if command in (key, "*") and option not in given and option in dict(tables[name]):
            words.append([option, value])
    rng.shuffle(words)
    what = [vocabulary.value(rng, "reproduce.operand")] if key == "reproduce" else []  # not all
    words = [*name, *what, *(word for group in words for word in group)]
    return None if vocabulary.is_left_out(key, words) else words


class Folder:
    """What a line finds, and a look at what it has left."""

    def __init__(self, work):
        self.files = os.path.join(work, "files")
        self.path = tempfile.mkdtemp(dir=os.path.join(work, "runs"))
        self.home = tempfile.mkdtemp(dir=os.path.join(work, "runs"))
        self.fill()

    def fill(self):
        for where in (self.path, self.home):
            shutil.rmtree(where, ignore_errors=True)
            os.mkdir(where)
        for name in os.listdir(self.files):
            shutil.copy(os.path.join(self.files, name), self.path)
        for name in ("old.png", "old.csv", "folder/old"):
            os.makedirs(os.path.dirname(os.path.join(self.path, name)), exist_ok=True)
            with open(os.path.join(self.path, name), "w") as file:
                file.write("precious\n")
        os.mkfifo(os.path.join(self.path, "pipe"))
        os.symlink("loop", os.path.join(self.path, "loop"))
        os.symlink("nowhere", os.path.join(self.path, "dangling"))
        os.chmod(shutil.copy(os.path.join(self.files, "good.method"),
                             os.path.join(self.path, "secret.method")), 0)
        self.before = self.look()

    def look(self):
        found = {}
        for top in (self.path, self.home):
            for where, folders, files in os.walk(top):
                for name in folders + files:
                    full = os.path.join(where, name)
                    at = os.lstat(full)
                    is_folder = os.path.isdir(full)
                    found[os.path.relpath(full, self.path)] = (
                        is_folder or (at.st_ino, at.st_size, at.st_mtime_ns))
        return found

    def changes(self):
        after = self.look()
        return sorted(name for name in {**after, **self.before}
                      if after.get(name) != self.before.get(name))


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))


def named_outputs(words):
    named = [value for option, value in zip(words, words[1:]) if option in OUTPUTS]
    named += [word.split("=", 1)[1] for word in words if word.split("=")[0] in OUTPUTS and "=" in word]
    return {os.path.normpath(name) for name in named if name}


def is_json(text):
    try:
        json.loads(text, parse_constant=lambda word: 1 / 0)
        return True
    except (ValueError, ZeroDivisionError):
        return False


def judge(words, code, out, err, changes):
    """What is wrong about it; None when nothing is."""
    if not 0 <= code <= 3:
        return "computed for too long" if code == -24 else f"exit code {code}"
    if "Sanitizer" in err or "runtime error:" in err:
        return "a sanitizer's report"
    if code != 0 and not err.strip() and (code > 1 or not out.strip()):
        return f"exit code {code} without a word"
    told = [line for line in err.splitlines() if ": warning: " not in line]
    if code == 2 and (len(told) != 1 or not err.endswith("\n")):
        return "not one line for exit code 2"
    if re.search("[\0-\x08\x0b-\x1f\x7f\ufffd]", err):
        return "a message with control characters"
    if code >= 2 and changes:
        return f"exit code {code}, and left {changes}"
    odd = [name for name in changes
           if not any(kept in (name, ".") or name.startswith(kept + "/")
                      for kept in named_outputs(words))]
    if odd:
        return f"left {odd}"
    writes_there = any(pair in (["-o", "-"], ["--boundary", "-"]) for pair in zip_pairs(words))
    if code == 0 and "--json" in words and not {"--help", "-h"} & set(words) and not writes_there:
        return None if is_json(out) else "no JSON"
    return None


def zip_pairs(words):
    return [list(pair) for pair in zip(words, words[1:])]


def run(program, environment, folder, words, stdin):
    environment = {**environment, "HOME": folder.home, "TMPDIR": folder.home}
    with open(stdin, "rb") as given:
        child = subprocess.Popen([program, *words], cwd=folder.path, env=environment, stdin=given,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
        try:
            out, err = child.communicate(timeout=WALL)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return None, f"did not end within {WALL} s"
    changes = folder.changes()
    wrong = judge(words, child.returncode, out.decode("utf-8", "replace"),
                  err.decode("utf-8", "replace"), changes)
    if wrong is not None:
        wrong += "\n" + err.decode("utf-8", "replace")[:2000]
    if changes:
        folder.fill()
    return child.returncode, wrong


def become_nobody():
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)


def prepare(given):
    """A folder with all that is needed, where nobody may read it."""
    work = tempfile.mkdtemp(prefix="spinscope-hostile-")
    shutil.copy(given.program, os.path.join(work, "spinscope"))
    shutil.copytree(given.assets, os.path.join(work, "assets"))
    shutil.copytree(os.path.join(HERE, "files"), os.path.join(work, "files"))
    shutil.copy(os.path.join(HERE, "..", "support", "leaks.supp"), work)
    os.mkdir(os.path.join(work, "runs"))
    os.chmod(work, 0o755)
    os.chmod(os.path.join(work, "runs"), 0o777)
    return work


def attack(given, work):
    program = os.path.join(work, "spinscope")
    leaks = os.path.join(work, "leaks.supp")
    environment = {"PATH": os.environ["PATH"], "SPINSCOPE_ASSETS": os.path.join(work, "assets"),
                   "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "dummy", **SANITIZERS,
                   "LSAN_OPTIONS": f"suppressions={leaks}:print_suppressions=0"}
    vocabulary = Vocabulary(os.path.join(HERE, "vocabulary"))
    if os.geteuid() == 0:
        become_nobody()
    tables = read_tables(program)
    numbers = list(range(given.count)) if given.only is None else [given.only]

    def part(first):
        folder, failed, codes = Folder(work), 0, []
        for number in numbers[first::given.jobs]:
            words = make_line(vocabulary, tables, given.seed, number)
            if words is None:
                continue
            stdin = os.path.join(work, "files", ("empty", "good.method")[number % 2])
            code, wrong = run(program, environment, folder, words, stdin)
            codes.append(code)
            if wrong is not None:
                failed += 1
                print(f"line {number} of seed {given.seed}: {wrong}\n"
                      f"  spinscope {shlex.join(words)}", flush=True)
        return codes, failed

    with ThreadPoolExecutor(given.jobs) as pool:
        results = list(pool.map(part, range(given.jobs)))
    codes = [code for part_codes, _ in results for code in part_codes]
    failed = sum(count for _, count in results)
    print(f"hostile: seed {given.seed}, {len(codes)} command lines, {failed} failed; exit codes:",
          ", ".join(f"{codes.count(code)} times {code}" for code in range(4)), flush=True)
    return 1 if failed or not codes else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("assets")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SPINSCOPE_SEED", "1")))
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    work = prepare(given)
    child = os.fork()  # the parent stays who it is, and tidies up
    if child == 0:
        code = 3
        try:
            code = attack(given, work)
        except BaseException:
            traceback.print_exc()
        os._exit(code)
    status = os.waitpid(child, 0)[1]
    shutil.rmtree(work, ignore_errors=True)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
