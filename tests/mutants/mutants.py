#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the tests by mutants: small faults in src and shaders, made one at a time.

usage: mutants.py list                       the mutants of this tree, in the order of a run
       mutants.py run RESULTS [OPTION...]    makes them and runs tests
       mutants.py summary RESULTS [AFTER]    what survived, by room; compared with a later run

run copies a commit to a folder of its own and builds it there. Each mutant first meets the tests
that rooms.txt names for its room, until one fails; then those still "open" meet all other tests,
quick ones first, until both take SECONDS of CPU time together. RESULTS has a line of JSON for each
result: "open", "killed" with the test, "survived", or "does not compile"; and for the CPU time of
each test without a mutant, before its first use. A test that hangs, or takes ten times that, has
failed. A second run with the same RESULTS goes on where the first ended. No limit is one of the
clock, so runs may go on beside other work.

Not run are tests whose subject is text (format, layers, tidy, lint, hashes of shader text,
documents, unit_labels), those of packages (build, python, web), those marked slow, and those that
fail without a mutant.

An operator is a regular expression and a replacement. Of its matches in a room it takes those
whose file name and line have the smallest hashes. So an edit elsewhere moves no mutant, and a
mutant whose line is gone is replaced by the next one; summary names both.
"""

import argparse
import hashlib
import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from itertools import chain, zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LABELS = {"unit", "gl", "cli", "bench", "demos", "fuzz"}
TEXT_TESTS = re.compile(r"unit_labels$|docs_")
ELSEWHERE = ("browser.", "platform_lookup.")  # files of code that other systems compile
GLSL_ERROR = re.compile(r"\d\(\d+\): error: ")  # of Mesa
MEMORY = 12 << 30  # bytes of addresses that a process may take
IDLE = 120  # seconds without any CPU time, after which a test hangs
NOT_WRITTEN = ("text", "span", "near")  # of a mutant, to the results
AT_ONCE = 10  # tests that are built before the first of them runs

# ---- operators ------------------------------------------------------------------------------

PAIRS = ("< <=", "> >=", "== !=", "&& ||", "<< >>", "+= -=", "min( max(", "KEYS_ VALUES_", ".x .y",
         ".keys .values", ".in .out", "GLSORT_ASCENDING GLSORT_DESCENDING")
SWAPS = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}


def swap(match):
    token = match[match.lastindex]
    return match[0].replace(token, SWAPS[token])


OPERATORS = {
    "constant": (r"(?<![\w.])(\d+)(u?)(?![\w.])", lambda m: f"{int(m[1]) + 1}{m[2]}"),
    "comparison": (r" (<=?|>=?|==|!=) ", swap),
    "condition": (r" (&&|\|\|) ", swap),
    "direction": (r" (<<|>>|\+=|-=) |\b(min\(|max\()|\b(GLSORT_(?:A|DE)SCENDING)\b", swap),
    "slot": (r"\bSLOT_(KEYS_|VALUES_)|(?<=\w)(\.(?:[xy]|keys|values|in|out))\b", swap),
    "branch": (r"\? ([\w.]+) : ([\w.]+)(?=[;,)])", r"? \2 : \1"),
    "range": (r" ([+-]) 1(u?)(?![\w.])", r" \1 0\2"),
    "stride": (r" \* (?=[\w(])", r" + "),
    "check": (r"^( +(?:\} else )?if )\(.+\)( \{)?$", r"\1(0 != 0)\2"),
    "barrier": (r"^( +)(?:group_sync|\S*[bB]arrier\w*)\(.*\);$", r"\1;"),
    "clear": (r"^( +)(?:memset\(.*\)|[\w.>-]+(?:\[.*\])?\S* = (?:0u?|false|NULL|\w+\(0u\)));$",
              r"\1;"),
    "call": (r"^( +)[\w.>-]+\(.*\);$", r"\1;"),
}
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
                      r"|^ *#(?! *define)[^\n]*|\b(?:static_)?assert\(.*?\);", re.M | re.S)


def blanked(text):
    """Spaces for comments, strings, directives other than #define, and assertions."""
    return NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def key_of(mutant):
    return (Path(mutant["file"]).name, *(mutant[n] for n in ("operator", "old", "new", "again")))


def mutant_at(operator, path, text, span, new):
    start, end = text.rfind("\n", 0, span[0]) + 1, text.find("\n", span[1])
    return {"file": path, "line": text.count("\n", 0, start) + 1, "operator": operator,
            "old": text[start:end].strip(), "again": 0, "span": span,
            "new": (text[start:span[0]] + new + text[span[1]:end]).strip(),
            "text": text[:span[0]] + new + text[span[1]:]}


def mutants_of(files, operator):
    """Every mutant of {path: text} by an operator, in the order in which they are taken."""
    if isinstance(operator, tuple):
        path, old, new = operator
        at = files.get(path, "").find(old)
        return [mutant_at("hand", path, files[path], (at, at + len(old)), new)] if at >= 0 else []
    pattern, change = OPERATORS[operator]
    found, seen = [], Counter()
    for path, text in files.items():
        for m in re.finditer(pattern, blanked(text), re.M):
            new = change(m) if callable(change) else m.expand(change)
            mutant = mutant_at(operator, path, text, m.span(), new)
            seen[key_of(mutant)] += 1
            found.append(mutant | {"again": seen[key_of(mutant)] - 1})  # of equal lines
    return sorted(found, key=lambda m: hashlib.sha1(repr(key_of(m)).encode()).digest())


def read_rooms():
    """[(folders, tests, operators)]; an operator by hand is a tuple (path, old, new)."""
    rooms = []
    for line in Path(__file__).with_name("rooms.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        if " => " in line:
            rooms[-1][2].append(re.fullmatch(r"(\S+): (.*) => (.*)", line).groups())
        else:
            folders, tests, *operators = line.split()
            rooms.append((folders, tests, operators))
    return rooms


def mutants_of_room(files, folders, tests, operators):
    inside = {path: text for path, text in files.items()
              if str(Path(path).parent) in folders.split(",") and not path.endswith(".json")
              and not Path(path).name.startswith(ELSEWHERE)}
    taken = {}
    for operator in operators:
        free = [m for m in mutants_of(inside, operator) if (m["file"], m["span"]) not in taken]
        if not free:
            print(f"mutants: {folders}: no place for {operator}, so a constant", file=sys.stderr)
            free = [m for m in mutants_of(inside, "constant")
                    if (m["file"], m["span"]) not in taken]
        taken[free[0]["file"], free[0]["span"]] = free[0] | {"room": folders, "near": tests}
    return taken.values()


def all_mutants(files):
    """The first of each room, then the second of each, and so on."""
    missing = ({str(Path(path).parent) for path in files} -
               {folder for folders, *_ in read_rooms() for folder in folders.split(",")})
    if missing:
        sys.exit(f"mutants: no room has {', '.join(sorted(missing))}")
    rooms = (mutants_of_room(files, *room) for room in read_rooms())
    return list(filter(None, chain(*zip_longest(*rooms))))


# ---- the run --------------------------------------------------------------------------------

def unpack(commit, tree):
    """Writes what differs, so that ninja builds only that; returns {path: text} of the code."""
    archive = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True,
                             stdout=subprocess.PIPE).stdout
    files = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for member in filter(tarfile.TarInfo.isfile, members):
            path, data = tree / member.name, members.extractfile(member).read()
            if not path.is_file() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                path.chmod(member.mode)
            if member.name.startswith(("src/", "shaders/")):
                files[member.name] = data.decode()
    return files


def cpu_of(session):
    """CPU seconds of the processes of a session, and of their children that have ended."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # has just ended
        if fields[3] == str(session):
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Tree:
    """A commit in a folder, its build and its tests."""

    def __init__(self, commit, work, jobs):
        self.source, self.build, self.jobs = work / "tree", work / "build", jobs
        self.files = unpack(commit, self.source)
        if not (self.build / "build.ninja").exists():
            options = [f"-DGLSORT_BUILD_{part}=ON" for part in ("TOOLS", "DEMOS", "BENCH", "TESTS")]
            subprocess.run(["cmake", "--preset", "dev", "-G", "Ninja", "-B", self.build,
                            "-DGLSORT_WERROR=OFF", *options], cwd=self.source, check=True)
        subprocess.run(["ninja", f"-j{jobs}"], cwd=self.build, check=True)
        known = {line.split(":")[0] for line in self.printed("ninja", "-t", "targets", "all")}
        listed = json.loads("".join(self.printed("ctest", "--show-only=json-v1", "-LE", "slow")))
        self.targets = {}  # {test: what ninja must build for it}
        for test in listed["tests"]:
            labels = {p["name"]: p["value"] for p in test["properties"]}.get("LABELS", [])
            if LABELS & set(labels) and not TEXT_TESTS.match(test["name"]):
                words = (os.path.relpath(word, self.build) for word in test["command"])
                self.targets[test["name"]] = [word for word in words if word in known]

    def printed(self, *command):
        return subprocess.run(command, cwd=self.build, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.splitlines()

    def builds(self, tests):
        targets = sorted({target for test in tests for target in self.targets[test]})
        return not targets or subprocess.run(["ninja", f"-j{self.jobs}", *targets], cwd=self.build,
                                             stdout=subprocess.DEVNULL).returncode == 0

    def fault_of(self, test, most=float("inf")):
        """What a test prints that fails or takes more than `most` CPU seconds; "" if it passes."""
        command = ["ctest", "--output-on-failure", "-R", f"^{test}$".replace(".", "\\.")]
        with tempfile.TemporaryFile("w+", errors="replace") as out:
            child = subprocess.Popen(command, cwd=self.build, stdout=out, stderr=out,
                                     start_new_session=True)
            cpu, since = 0, time.monotonic()
            while child.poll() is None:
                try:
                    child.wait(1)
                except subprocess.TimeoutExpired:
                    now = cpu_of(child.pid)
                    since = time.monotonic() if now > cpu else since
                    cpu = max(cpu, now)
                    if cpu > most or time.monotonic() - since > IDLE:
                        os.killpg(child.pid, signal.SIGKILL)
            out.seek(0)
            return out.read() + "failed" if child.returncode else ""

    def seconds_of(self, test):
        """CPU seconds of a test without a mutant; None if it fails."""
        self.builds([test])
        before = sum(os.times()[2:4])
        return None if self.fault_of(test) else round(sum(os.times()[2:4]) - before, 2)

    def result_of(self, mutant, tests):
        """The result with these tests, which are [(name, CPU seconds without a mutant)]."""
        path = self.source / mutant["file"]
        path.write_text(mutant["text"])
        try:
            for at, (test, seconds) in enumerate(tests):
                if at % AT_ONCE == 0 and not self.builds(t for t, _ in tests[at:at + AT_ONCE]):
                    return {"result": "does not compile"}
                fault = self.fault_of(test, 10 * seconds + 20)
                if mutant["file"].startswith("shaders") and GLSL_ERROR.search(fault):
                    return {"result": "does not compile"}
                if fault:
                    return {"result": "killed", "test": test, "ran": at + 1}
            return {"result": "survived", "ran": len(tests)}
        finally:
            path.write_text(self.files[mutant["file"]])


def tests_for(near, measured, seconds):
    """[(test, CPU seconds)], first of the tests that match and then of all others."""
    order = sorted((not re.search(near, test), cpu, test) for test, cpu in measured.items()
                   if cpu is not None)
    tests = []
    for _, cpu, test in order:
        if cpu < seconds:
            seconds -= cpu
            tests.append((test, cpu))
    return tests


def read_results(path):
    """(commit, {test: CPU seconds}, {key: mutant}) of a file of results."""
    lines = list(map(json.loads, path.read_text().splitlines())) if path.exists() else []
    return (lines[0]["commit"] if lines else None,
            {line["measured"]: line["seconds"] for line in lines if "measured" in line},
            {key_of(line): line for line in lines if "operator" in line})


def run(args):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    begun, measured, done = read_results(args.results)
    commit = begun or subprocess.run(["git", "-C", ROOT, "rev-parse", args.commit], check=True,
                                     text=True, stdout=subprocess.PIPE).stdout.strip()
    tree = Tree(commit, args.work or Path(f"/tmp/mutants-{commit[:10]}"), args.jobs)
    with args.results.open("a", buffering=1) as out:
        if not begun:
            print(json.dumps({"commit": commit}), file=out)
        mutants = all_mutants(tree.files)
        for is_near, mutant in chain(((True, m) for m in mutants), ((False, m) for m in mutants)):
            key = key_of(mutant)
            if (key in done) if is_near else (done[key]["result"] != "open"):
                continue
            tests = [t for t in tree.targets if bool(re.search(mutant["near"], t)) == is_near]
            for test in filter(lambda t: t not in measured, tests):
                measured[test] = tree.seconds_of(test)
                print(json.dumps({"measured": test, "seconds": measured[test]}), file=out)
            taken = tests_for(mutant["near"], measured, args.seconds)
            result = tree.result_of(mutant, [t for t in taken if t[0] in tests])
            if is_near and result["result"] == "survived":
                result["result"] = "open"
            done[key] = {k: v for k, v in mutant.items() if k not in NOT_WRITTEN} | result
            print(json.dumps(done[key]), file=out)
            print(line_of(done[key]), flush=True)


# ---- reports --------------------------------------------------------------------------------

def line_of(m):
    result = " ".join((m.get("result", ""), m.get("test", ""))).strip()
    return f"{m['file']}:{m['line']}: {m['operator']}: {m['old']} => {m['new']}  {result}".strip()


def compare(before, after):
    """Lines about what a later run has found otherwise."""
    for what, keys, mutants in (("only before", before.keys() - after.keys(), before),
                                ("only after", after.keys() - before.keys(), after)):
        yield from sorted(f"{what}: {line_of(mutants[key])}" for key in keys)
    for was in ("killed", "survived"):
        yield from sorted(f"{was} before: {line_of(after[key])}" for key in before.keys() & after
                          if before[key]["result"] == was != after[key]["result"])


def summary(args):
    mutants = read_results(args.results)[2]
    found = Counter((room, m["result"]) for m in mutants.values() for room in (m["room"], "all"))
    for room in sorted({room for room, _ in found}):
        print(f"{room:42}", *(f"{found[room, result]:3} {result}"
                              for result in ("killed", "survived", "open", "does not compile")))
    if args.after:
        lines = compare(mutants, read_results(args.after)[2])
    else:
        lines = sorted(line_of(m) for m in mutants.values() if m["result"] in ("survived", "open"))
    print(*lines, sep="\n")


def code_of(root):
    return {str(path.relative_to(root)): path.read_text() for top in ("src", "shaders")
            for path in sorted((root / top).rglob("*.*"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("list")
    one.set_defaults(do=lambda _: print(*map(line_of, all_mutants(code_of(ROOT))), sep="\n"))
    one = commands.add_parser("run")
    one.set_defaults(do=run)
    one.add_argument("results", type=Path)
    one.add_argument("--commit", default="HEAD", help="of new RESULTS (HEAD)")
    one.add_argument("--work", type=Path, help="folder (/tmp/mutants-COMMIT)")
    one.add_argument("--seconds", type=float, default=240, help="CPU time of a mutant's tests")
    one.add_argument("-j", dest="jobs", type=int, default=1, help="compilers at a time (1)")
    one = commands.add_parser("summary")
    one.set_defaults(do=summary)
    one.add_argument("results", type=Path)
    one.add_argument("after", type=Path, nargs="?")
    args = parser.parse_args()
    args.do(args)


if __name__ == "__main__":
    main()
