"""No option is silently ignored.

Every option that the help of a command shows is added, with a value that is not its default, to
command lines of every kind. Either it changes what the command prints or writes, or it is refused
with exit code 2 and its name. What a file says about the command that made it, and times, are not
compared. A new option needs a value below.

usage: options_matter.py PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])

# They allow something or say how it is done; a request may have the same answer with them.
PROMISES = {"--quiet", "--jobs", "--patient", "--strict", "--keep-start", "--resume", "--evaluator",
            "--measured", "--motion"}
# With them it is the option at the end that must be refused.
REFUSED = ["render bdf:2 --measured -o o.png --evaluator=scalar",
           "render bdf:2 --plain -o o.png --evaluator=gpu", "render bdf:2 -o o.npy --evaluator=gpu",
           "render bdf:2 --measured --problem example-1.1 --plane delta,eta -o o.png --motion=rotation",
           "render bdf:2 --overlay -o o.png --evaluator=gpu", "movie --paper -o f/ --shard=1/2",
           "movie --paper -o f/ --resume", "movie --paper -o f/ --over=theta=0.5:1",
           "movie bdf:2 -o o.mp4 --resume", "movie --join pictures -o o.gif --resume",
           "lab compare pendulum --hs 1 --methods rk4 --formulations index-1 --tols=1"]
REPEATED = {"--key", "--param", "--formulation", "--formulations", "--methods"}

FILES = {
    "s.csv": "-1,0\n-3,0\n",
    "t.csv": "-2,1\n",
    "f.dae": "size = 1\nE = 1\nA = -3-t\n",
    "E.csv": "1,0\n0,0\n",
    "A.csv": "-2,0\n0,1\n",
    "e.dae": "size = 1\nE = 1\nA = -2-t\n",
    "quit.script": "wait idle\nshot window.png\nquit\n",
    "mine.lesson": "title = A\nnumber = 20\nsummary = B\nstep = C\ncaption = D\n"
                   "do = method bdf:2\nwait = 0.1\ndo = glide w 1.5 0.2\nquestion = E\nanswer = F\n",
}

FIGURE = "radau-iia:2 --w 0.5 -o o.png --size 260x200 --palette diverging"
NUMBERS = "radau-iia:2 --w 0.5 -o o.npy --size 30x20"
PLANE = "radau-iia:2 -o o.png --size 260x200"
EQUATION = "implicit-euler -o o.png --size 160x120 --measured --steps 8 --problem "
FILM = "radau-iia:2 --frames 3 --size 180x128"

# The command lines, and values that are not the default; True for a flag.
COMMANDS = {
    "list": (["", "methods", "problems", "formulations", "palettes", "lessons"], {"--json": True}),
    "formula": (["bdf:2", "bdf:2 --latex", "bdf:2 --document", "bdf:2 --json"],
                {"--w": "1/3", "--motion": "normalised", "--latex": True, "--document": True,
                 "--json": True}),
    "eval": (["bdf:2 --z -1 --w 0.5", "bdf:2 --z -1 --w 0.5 --json"],
             {"--z": "-2", "--w": "0.7", "--motion": "rotation", "--json": True}),
    "analyse": (["bdf:2", "bdf:2 --json"],
                {"--w": "0.5", "--json": True, "--all": None}),
    "compare": (["bdf:2 bdf:3", "bdf:2 bdf:3 --json", "bdf:2 bdf:3 --csv", "bdf:2 bdf:3 --latex"],
                {"--w": "0.5", "--json": True, "--csv": True, "--latex": True}),
    "render": ([FIGURE, NUMBERS, NUMBERS.replace("npy", "csv"), PLANE.replace("png", "svg"),
                *(FIGURE + how for how in (
                    " --plain", " --no-boundary", " --hatch", " --star", " --chart infinity",
                    " --chart log", " --with bdf:2", " --spectrum s.csv", " --measured --steps 8")),
                *(PLANE.replace("radau-iia:2", "rk4") + how for how in (
                    " --stencil 1,0,-1", " --plain --stencil 1,0,-1")),
                *(PLANE + how for how in (
                    " --overlay", " --phase", " --plain --phase --w 1", " --overlay --spectrum s.csv",
                    " --all-w -1:1", " --plane zw")),
                NUMBERS + " --spectrum s.csv", NUMBERS + " --measured --steps 8",
                PLANE.replace(":2", ":2,bdf:2").replace("200", "300"), PLANE.replace(":2", ":2,bdf:2") + " --overlay",
                EQUATION + "example-1.1 --plane delta,eta",
                EQUATION + "example-1.1 --plane eta,h --view -3,1,0,1",
                EQUATION + "example-10.1 --plane eta,h --view -3,1,0,1"],
               {"-o": None, "--format": "pdf", "--plane": "zw", "--w": "0.7,1", "--all-w": "0:1",
                "--chart": "infinity", "--view": "-5,1,-4,4", "--size": "220x210",
                "--measured": True, "--problem": "example-1.1", "--param": "delta=-3", "--steps": "5",
                "--t0": "3", "--palette": "grey", "--contours": "0.5", "--phase": True,
                "--star": True, "--hatch": True, "--grid": True, "--plain": True,
                "--no-boundary": True, "--overlay": True, "--with": "bdf:3", "--columns": "2", "--title": "A title",
                "--boundary": "b.csv", "--spectrum": "s.csv", "--stencil": "1,-2,1", "--dx": "2",
                "--points": "5", "--h": "0.5", "--motion": "rotation",
                "--force": None}),
    "movie": ([FILM + " -o f/", FILM + " -o o.gif", FILM + " -o o.mp4", FILM + " --overlay -o f/",
               FILM + " --key t=0,w=0 --key t=1,w=1 -o f/", "--join pictures -o o.gif",
               "--join pictures -o o.mp4", FILM.replace(":2", ":2,bdf:2").replace("180x128", "244x300") + " -o f/",
               FILM + " --key t=0,view=-1:1:-1:1 -o f/",
               FILM + " --spectrum s.csv -o f/", FILM + " --quality draft --hatch -o f/",
               FILM.replace("radau-iia:2", "theta --w 0.5 --over theta=0.5:1") + " -o f/",
               FILM + " --stencil 1,0,-1 -o f/", FILM + " --measured --steps 8 -o f/"],
              {"-o": None, "--w": "-1:2", "--frames": "2", "--fps": "7", "--size": "192x160",
               "--ease": "pingpong", "--quality": "best", "--key": "t=0.5,w=7", "--over": "theta=0.6:1",
               "--shard": "1/2", "--join": None, "--paper": None,
               "--view": "-5,1,-4,4", "--palette": "grey", "--contours": "0.5", "--columns": "2",
               "--title": "A title", "--motion": "normalised", "--spectrum": "s.csv", "--h": "0.5",
               "--phase": True, "--star": True, "--hatch": True, "--no-boundary": True,
               "--overlay": True, "--force": None, "--grid": True, "--plane": "zw",
               "--chart": "infinity", "--measured": True, "--steps": "5", "--t0": "3",
               "--with": "bdf:3", "--stencil": "1,-2,1", "--dx": "2", "--points": "5"}),
    "validate": (["radau-iia:2 --size 9x9", "radau-iia:2 --size 9x9 --w 0.5 --json",
                  "radau-iia:2 --size 60x60 --w 0.5 -o o.png", "bdf:2 --plane zw --size 9x9"],
                 {"--plane": "zw", "--w": "0.7", "--view": "-5,1,-4,4", "--size": "8x7",
                  "--motion": "rotation", "--steps": "5", "--t0": "3", "--stepper": "plain",
                  "--all": None, "-o": "new.png", "--json": True, "--force": None}),
    "lab": (["pendulum --t1 0.2", "pendulum --t1 0.2 --json", "pendulum --t1 0.2 -o o.png",
             "pendulum --t1 0.2 --param y=0.5", "pendulum --t1 0.2 -o o.csv", "pendulum --t1 0.2 --animate f/ --size 160x128",
             "pendulum --t1 0.2 --method radau-iia:2 --h 0.02",
             "pendulum --t1 0.2 --animate f/ -o o.csv --size 160x128"],
            {"--formulation": "index-1", "--method": "bdf:careful", "--tol": "1e-3", "--h": "0.01",
             "--t1": "0.3", "--most-steps": "3", "--param": "y=0.5", "--keep-start": True, "-o": "new.csv",
             "--animate": "g/", "--fps": "7", "--speed": "0.3", "--size": "400x360",
             "--json": True, "--force": None}),
    "lab compare": (["pendulum --t1 0.2 --tols 1e-3,1e-4", "pendulum --t1 0.2 --tols 1e-3 --json",
                     "pendulum --t1 0.2 --tols 1e-3,1e-4 -o o.png",
                     "pendulum --t1 0.2 --tols 1e-3,1e-4 -o o.csv",
                     "pendulum --t1 0.2 --hs 0.02 --methods bdf:2"],
                    {"--formulations": "index-2", "--methods": "bdf:careful", "--tols": "1e-2",
                     "--hs": "0.01", "--t1": "0.3", "--most-steps": "3", "--param": "y=-0.3", "-o": "new.csv",
                     "--size": "300x280", "--json": True, "--force": None}),
    "lab map": (["pendulum --t1 0.2 --cells 2x2 --plane tol,g",
                 "pendulum --t1 0.2 --cells 2x2 --plane tol,g --json",
                 "pendulum --t1 0.2 --cells 2x2 --plane tol,g -o o.png",
                 "pendulum --t1 0.2 --cells 2x2 --plane tol,g -o o.csv",
                 "pendulum --t1 0.2 --cells 2x2 --plane h,g -o o.csv"],
                {"--plane": "g,tol", "--x": "1e-4:1e-3", "--y": "3:5", "--cells": "3x2",
                 "--formulation": "index-2", "--method": "bdf:careful", "--tol": "1e-3",
                 "--h": "0.01", "--t1": "0.3", "--most-steps": "3", "--param": "vy=0.2", "--show": "drift",
                 "-o": "new.csv", "--size": "300x280", "--json": True, "--force": None}),
    "lab stiffness": (["ascher-petzold-2", "ascher-petzold-2 --json"],
                      {"--t1": "0.3", "--param": "nu=10", "--json": True}),
    "largest-h": (["rk4 --spectrum s.csv", "bdf:2 --matrices E.csv A.csv --json",
                   "radau-iia:2 --spectrum s.csv --json", "rk4 --dae e.dae",
                   "implicit-euler --dae e.dae --json", "rk4 --dae e.dae -o o.png",
                   "rk4 --dae e.dae --t 1"],
                  {"--spectrum": "t.csv", "--matrices": "A.csv A.csv", "--dae": "f.dae",
                   "--omega": "0.5", "--t": "0:2", "--points": "5", "-o": "new.png", "--h": "0.3",
                   "--force": None, "--json": True}),
    "reproduce": (["example-10.1"], {"-o": None, "--force": None}),
    "lesson": (["", "./mine.lesson -o f/ --size 640x360 --fps 2",
                "./mine.lesson -o o.gif --size 640x360 --fps 2",
                "./mine.lesson -o o.mp4 --size 640x360 --fps 2"],
               {"-o": None, "--size": "660x400", "--fps": "3", "--quality": "best", "--json": True,
                "--force": None}),
    "explore": (["--script quit.script --size 900x700"],
                {"--script": None, "--workspace": None, "--size": "800x600"}),
}


def picture(data):
    """A PNG without what it tells about itself."""
    out, at = [], 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] not in (b"tEXt", b"iTXt", b"zTXt"):
            out.append(data[at:at + 12 + length])
        at += 12 + length
    return b"".join(out)


def words(data):
    """Text without times, and without the command that made it."""
    data = re.sub(rb"^recipe = .*", b"", data, flags=re.M)
    data = re.sub(rb'"(\w*seconds|cpu\w*)":[^,}]*', b"", data)
    return re.sub(rb"\d[\d.e-]* *s\b", b"", data)


def run(command, line):
    """(exit code, all that was printed and written, stderr)"""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            with open(os.path.join(folder, name), "w") as f:
                f.write(content)
        os.symlink(PICTURES.name, os.path.join(folder, "pictures"))
        done = subprocess.run([PROGRAM] + command.split() + line, cwd=folder, env=ENVIRONMENT,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        result = {"": words(done.stdout)}
        for at, _, names in os.walk(folder):
            for name in names:
                if name in FILES:
                    continue
                with open(os.path.join(at, name), "rb") as f:
                    data = f.read()
                clean = (picture if data.startswith(b"\x89PNG") else words if name.endswith(
                    (".csv", ".svg", ".txt")) else bytes)
                result[os.path.relpath(os.path.join(at, name), folder)] = clean(data)
        return done.returncode, result, done.stderr.decode(errors="replace")


def options_of(command):
    text = run(command, ["--help"])[1][""].decode().split("\noptions:\n")[1]
    return [o for o in re.findall(r"^  (--?[a-z0-9-]+)", text, re.M) if o != "--help"]


def check(command):
    """The complaints about one command."""
    bases, values = COMMANDS[command]
    options = options_of(command)
    found = [f"{command} {o}: has no value in this test" for o in options
             if o not in values and o not in PROMISES]
    useful = {o for o in values if values[o] is None}
    for base in bases:
        line = base.split()
        code, before, error = run(command, line)
        if code > 1:
            found.append(f"{command} {base}: exit {code}: {error.strip()}")
            continue
        writes = "-o" in line or "--animate" in line
        for option in options:
            value = values.get(option)
            is_there = option in line and (value is True or option in REPEATED or value in line)
            if is_there or value is None and (option != "--force" or writes) or (
                    option == "-o" and writes):
                continue
            given = [option] + ([] if value in (True, None) else
                                value.split() if option == "--matrices" else [value])
            code, after, error = run(command, line + given)
            name = f"{command} {base} {' '.join(given)}"
            named = re.search(r" (-\S+): has no effect", error)
            if code > 2 or named and named.group(1) not in line + given:
                found.append(f"{name}: exit {code}: {error.strip()}")
            elif code <= 1 and after != before:
                useful.add(option)
            elif code <= 1 and option not in PROMISES:
                found.append(f"{name}: ignored")
    return found + [f"{command} {o}: matters nowhere" for o in values if o not in useful]


ENVIRONMENT = dict(os.environ, SDL_VIDEODRIVER="dummy", HOME="/nonexistent", LC_ALL="C")
PICTURES = tempfile.TemporaryDirectory()
ENVIRONMENT.pop("SPINSCOPE_ASSETS", None)
subprocess.run([PROGRAM, "movie", "bdf:2", "--frames", "2", "--size", "160x128", "--force", "--quiet",
                "-o", PICTURES.name + "/"], check=True)
complaints = []
for each in REFUSED if not sys.argv[2:] else []:
    command, end = each.split()[0], each.split()[-1].split("=")[0]
    exit_code, _, told = run(command, each.split()[1:])
    if exit_code != 2 or end not in told:
        complaints.append(f"{each}: exit {exit_code}: {told.strip()}")
for each in sys.argv[2:] or COMMANDS:
    complaints += check(each)
print("\n".join(complaints))
sys.exit(1 if complaints else 0)
