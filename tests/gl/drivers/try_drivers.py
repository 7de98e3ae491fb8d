#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the sorts and the GL tests on every driver that renders on the CPU, and prints a row of
docs/drivers.md's table for each kind of context.

usage: try_drivers.py BUILD [--fuzz SECONDS] [--tsan BUILD] [DRIVER...]

  BUILD   the folder in which the target driver_tests is built
  --fuzz  also runs the random tests, for so long on each driver
  --tsan  also runs the test of threads as built there with ThreadSanitizer
  DRIVER  llvmpipe, softpipe, zink, swiftshader; all unless named. gpu, by this name
          only: every GL test on this machine's GPU
"""

import argparse
import collections
import itertools
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = ("matrix", "state", "lifetime", "order_backends", "threads")
GPU_TESTS = tuple(sorted(file.stem.removeprefix("test_") for file in
                         Path(__file__).parent.parent.glob("test_*.c")))
# In contexts with compute shaders, but not where `most` says that these take too long.
COMPUTE_TESTS = ("scan",)
COMPUTE_APIS = ("gl4.3", "gles3.1", "gles3.2")
STEP_SECONDS = 18000

# What "glsort verify" is given: every type of key up to a small count, and one type over
# several tiles.
FULL = ("--count 100", "--type u32 --count 10007")
# For drivers that take long.
SHORT = ("--count 17", "--type u32 --count 1025")

# most: the largest sort of the tests of all forms; None is their own choice.
Context = collections.namedtuple("Context", "api verify most tests")


def context(api, verify=FULL, most=None, tests=TESTS):
    return Context(api, verify, most, tests)


GPU = ({"GLSORT_TEST_DEVICE": "gpu"},
       [context(api, tuple(f"--device gpu {line}" for line in FULL), tests=GPU_TESTS)
        for api in ("gl4.3", "gl3.3", "gles3.2")])


def lavapipe():
    found = sorted(Path("/usr/share/vulkan/icd.d").glob("lvp_icd.*json"))
    if not found:
        sys.exit("try_drivers: no lavapipe; scripts/setup --drivers installs it")
    return str(found[0])


def drivers_in(build):
    angle = build / "tests" / "angle"
    if not (angle / "libGLESv2.so").exists():
        sys.exit("try_drivers: no ANGLE; scripts/setup --drivers fetches it")
    # On softpipe a work group of 1024 invocations is 1024 interpreters.
    return {
        "llvmpipe": ({"GALLIUM_DRIVER": "llvmpipe"},
                     [context("gl4.3"), context("gl3.3"), context("gles3.0"),
                      context("gles3.2")]),
        "softpipe": ({"GALLIUM_DRIVER": "softpipe"},
                     [context("gl3.3", SHORT),
                      context("gles3.1", ("--type u32 --count 3",), most=1025)]),
        "zink": ({"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1",
                  "VK_ICD_FILENAMES": lavapipe(), "NODEVICE_SELECT": "1"},
                 [context("gl4.3", SHORT), context("gl3.3", SHORT),
                  context("gles3.2", SHORT)]),
        "swiftshader": ({"LD_LIBRARY_PATH": str(angle),
                         "VK_ICD_FILENAMES": str(angle / "vk_swiftshader_icd.json")},
                        [context("gles3.0", SHORT), context("gles3.1", SHORT)]),
    }


def run(command, environment):
    """What the command prints, and how it failed: "" if it did not."""
    try:
        done = subprocess.run(command, env={**os.environ, **environment}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=STEP_SECONDS)
        # A crash of a thread of the driver ends a test without a word.
        return done.stdout, f"exit status {done.returncode}" if done.returncode else ""
    except subprocess.TimeoutExpired:
        return "", f"not done after {STEP_SECONDS} s"


def device_of(environment):
    device = environment.get("GLSORT_TEST_DEVICE")
    return ["--device", device] if device else []


class Trial:
    """One kind of context on one driver."""

    def __init__(self, build, environment, asked):
        self.build = build
        self.environment = dict(environment)
        self.asked = asked
        self.counts = collections.Counter()
        self.wrong = []

    def run(self, program, *arguments):
        command = [str(self.build / program), *arguments]
        text, failure = run(command, self.environment)
        if failure and "no tests for" not in text:
            self.wrong.append(" ".join([Path(program).name, *arguments, f"({failure})"]))
            print(text[-3000:], *command, failure, file=sys.stderr)
        return text

    def verify(self):
        for arguments in self.asked.verify:
            text = self.run("bin/glsort", "verify", "--api", self.asked.api,
                            *arguments.split())
            done = re.search(r"(\d+) sorts of .* and (\d+) draw orders", text)
            if done:
                self.counts["sorts"] += int(done[1])
                self.counts["orders"] += int(done[2])

    def test(self):
        if self.asked.most:
            self.environment["GLSORT_TEST_MOST"] = str(self.asked.most)
        computes = (self.asked.tests is TESTS and self.asked.api in COMPUTE_APIS and
                    not self.asked.most)
        for name in self.asked.tests + (COMPUTE_TESTS if computes else ()):
            text = self.run(f"tests/test_{name}", self.asked.api)
            self.counts["tests"] += len(re.findall(r"^\[       OK \]", text, re.MULTILINE))

    def watch_threads(self, build):
        """Drivers are not built with ThreadSanitizer, so races that are theirs are left out."""
        self.environment["TSAN_OPTIONS"] = "ignore_noninstrumented_modules=1"
        self.run(build / "tests/test_threads", self.asked.api)

    def fuzz(self, seconds):
        text = self.run("tests/fuzz_sorts", "--api", self.asked.api, "--seed", "21",
                        "--seconds", str(seconds))
        done = re.search(r"(\d+) cases in", text)
        self.counts["cases"] += int(done[1]) if done else 0

    def row(self):
        text, _ = run([str(self.build / "bin/glsort"), "info", "--json", "--api",
                       self.asked.api, *device_of(self.environment)], self.environment)
        info = json.loads(text[text.index("{"):])
        return " | ".join(["", info["renderer"], info["version"], self.asked.api,
                           *(f"{self.counts[what]:,}" for what in
                             ("sorts", "orders", "tests", "cases")),
                           "; ".join(self.wrong) or "none", refusals(info), ""]).strip()


def refusals(info):
    """How many forms of sorting the device lacks, and the reasons."""
    reasons = [form["reason"] for form in info["forms"] if not form["served"]]
    return "; ".join(f"{len(list(same))} forms: {reason}" for reason, same in
                     itertools.groupby(sorted(reasons))) or "none"


def try_driver(options, environment, contexts):
    """A row of the table for each kind of context, and whether anything was wrong."""
    rows, failed = [], False
    for asked in contexts:
        trial = Trial(options.build.resolve(), environment, asked)
        trial.verify()
        trial.test()
        if options.tsan:
            trial.watch_threads(options.tsan.resolve())
        if options.fuzz:
            trial.fuzz(options.fuzz / len(contexts))
        rows.append(trial.row())
        failed |= bool(trial.wrong)
    return rows, failed


def try_all(options, drivers):
    """Prints the table, and returns whether anything was wrong."""
    print("| driver | version | context | sorts | draw orders | tests | random cases | wrong "
          "| refused |\n|---|---|---|--:|--:|--:|--:|---|---|", flush=True)
    failed = False
    # As many drivers at once as there are processors.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        trials = [pool.submit(try_driver, options, *driver) for driver in drivers]
        for trial in trials:
            rows, wrong = trial.result()
            print(*rows, sep="\n", flush=True)
            failed |= wrong
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--fuzz", type=float, default=0)
    parser.add_argument("--tsan", type=Path)
    parser.add_argument("drivers", nargs="*")
    options = parser.parse_intermixed_args()
    drivers = {}
    if options.drivers != ["gpu"]:
        drivers = drivers_in(options.build.resolve())
    names = options.drivers or list(drivers)
    drivers["gpu"] = GPU
    if options.drivers == ["gpu"]:
        text, failure = run([str(options.build / "bin/glsort"), "info", *device_of(GPU[0])],
                            {})
        if failure:
            sys.exit("try_drivers: " + text.strip().splitlines()[-1])
    unknown = set(names) - drivers.keys()
    if unknown:
        parser.error(f"no driver {', '.join(sorted(unknown))}; there are "
                     f"{', '.join(drivers)}")
    return try_all(options, [drivers[name] for name in names])


if __name__ == "__main__":
    sys.exit(main())
