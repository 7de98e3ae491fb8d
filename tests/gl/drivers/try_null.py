#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Creates and warms up plans of every kind on drivers of Mesa without their hardware: a shim of
Mesa's answers for the kernel, and the driver compiles for a GPU, has its limits and runs nothing.
Prints the rows of docs/drivers.md's table. Fails if a plan does, for another reason than a limit,
if there is a GL error, or if the program dies; a driver that hangs or does not start is a row.

usage: try_null.py BUILD DRIVERS

  BUILD    the folder in which the target create_plans is built
  DRIVERS  what scripts/setup --null-drivers unpacks
"""

import collections
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 600  # of a device: it hangs

# shown: words of the renderer's name, which another driver would not have.
Device = collections.namedtuple("Device", "driver name shown shim environment")


def amd(gpu, compiler):
    debug = "cs,vs,ps,stats" + (",useaco" if compiler == "ACO" else "")
    return Device("radeonsi", f"{gpu}, {compiler}", f"radeonsi, {gpu}, {compiler}", "amdgpu",
                  {"AMDGPU_GPU_ID": gpu, "AMD_DEBUG": debug})


DEVICES = [*(amd(gpu, "ACO") for gpu in ("polaris10", "vega10", "navi21", "navi31", "gfx1150")),
           amd("navi21", "LLVM"),
           Device("nouveau", "NVF0", "NVF0", "nouveau", {"NOUVEAU_CHIPSET": "f0"})]

# What the drivers print of a program that has too few registers.
SPILLS = {
    r"Spilled SGPRs: (\d+)": "scalar registers",
    r"Spilled VGPRs: (\d+)": "vector registers",
    r"\blocal: (\d+), shared:": "bytes of local memory",
}


def environment_of(device, drivers):
    libraries = drivers / "usr/lib/x86_64-linux-gnu"
    vendor = drivers / "egl_vendor.json"
    vendor.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": {
        "library_path": str(libraries / "libEGL_mesa.so.0")}}))
    return {**os.environ, **device.environment,
            "__EGL_VENDOR_LIBRARY_FILENAMES": str(vendor),
            "LD_LIBRARY_PATH": str(libraries),
            "LIBGL_DRIVERS_PATH": str(libraries / "dri"),
            "LD_PRELOAD": str(libraries / f"lib{device.shim}_noop_drm_shim.so"),
            "MESA_SHADER_CACHE_DISABLE": "true"}


class Trial:
    """What create_plans and the driver have printed."""

    def __init__(self, device):
        self.device = device
        self.renderer = ""
        self.version = ""
        self.limits = ["", "", ""]
        self.plan = ""
        self.made = 0
        self.refused = collections.Counter()
        self.wrong = {}  # by plan, the first thing that is
        self.hangs = False
        self.done = False
        self.program = ""
        self.names = {}
        self.spills = collections.defaultdict(set)
        self.told = 0
        self.seconds = 0.0

    def run(self, program, drivers):
        start = time.monotonic()
        try:
            done = subprocess.run([program], env=environment_of(self.device, drivers),
                                  check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=SECONDS)
            text, status = done.stdout, done.returncode
        except subprocess.TimeoutExpired as late:
            text, status, self.hangs = late.stdout or b"", 0, True
        self.seconds = time.monotonic() - start
        text = text.decode(errors="replace")
        for line in text.splitlines():
            self.read(line)
        if self.started() and not self.hangs and (status != 0 or not self.done):
            self.wrong.setdefault(self.plan, f"exit status {status}")
        if self.wrong or not self.started():
            print(text[-2000:], file=sys.stderr)

    def started(self):
        return self.device.shown in self.renderer

    def read(self, line):
        word, *rest = line.split("\t")
        if word == "device":
            self.renderer, self.version = rest
        elif word == "limits":
            self.limits = [f"{int(number):,}" for number in rest]
        elif word == "plan":
            self.plan = rest[0]
        elif word == "made":
            self.made += 1
        elif word == "refused":
            self.refused[re.sub(r"max_count \d+ is", "max_count is", rest[0].split(";")[0])] += 1
        elif word in ("failed", "error"):
            self.wrong.setdefault(self.plan, rest[0])
        elif word == "program":
            self.program = rest[0]
        elif word == "name":
            self.names[rest[0]] = rest[1]
        elif word == "done":
            self.done = True
        else:
            self.read_statistics(line)

    def read_statistics(self, line):
        for pattern, unit in SPILLS.items():
            found = re.search(pattern, line)
            self.told += found is not None
            if found and int(found[1]):
                self.spills[self.program].add(f"{found[1]} {unit}")

    def spilling(self):
        """How many programs have spills, of how many, and their names."""
        if not self.told:
            return "not printed"
        names = [f"{self.names.get(program, '?')}: {', '.join(sorted(words))}"
                 for program, words in self.spills.items()]
        return f"{len(names)} of {len(self.names)}" + "".join(f"; {name}" for name in names)

    def row(self, notes):
        name = [self.device.driver, self.device.name]
        if not self.started():
            state = "does not start" + (f": {self.renderer}" if self.renderer else "")
            return "| " + " | ".join([*name, state, *[""] * 7]) + " |"
        refused = []
        for sentence, count in self.refused.items():
            if sentence not in notes:
                notes.append(sentence)
            refused.append(f"{count} ({notes.index(sentence) + 1})")
        wrong = [f"hangs in: {self.plan}"] if self.hangs else []
        if self.wrong:
            plan, what = next(iter(self.wrong.items()))
            wrong.append(f"{len(self.wrong)}, first {plan}: {what}")
        version = re.sub(r" \(.*\) .*", "", self.version)
        return "| " + " | ".join([*name, f"GL {version}", *self.limits, f"{self.made}",
                                  ", ".join(refused) or "none", "; ".join(wrong) or "none",
                                  self.spilling()]) + " |"


def check(build, drivers):
    """Prints the table, and returns whether anything is wrong."""
    program = build / "tests" / "create_plans"
    if not program.exists():
        sys.exit(f"try_null: no {program}; the target create_plans builds it")
    if not (drivers / "usr").exists():
        sys.exit("try_null: no drivers; scripts/setup --null-drivers unpacks them")
    trials, notes = [Trial(device) for device in DEVICES], []
    print("| driver | device | context | work group | shared bytes | storage blocks | made "
          "| refused | failed | programs that spill |\n|---|---|---|--:|--:|--:|--:|---|---|---|")
    for trial in trials:
        trial.run(program, drivers)
        print(trial.row(notes), flush=True)
    print()
    for number, sentence in enumerate(notes, 1):
        print(f"{number}. {sentence}")
    versions = sorted({re.sub(r".*\) ", "", trial.version) for trial in trials if trial.version})
    seconds = ", ".join(f"{trial.device.name} {trial.seconds:.0f} s" for trial in trials)
    print(f"\n{', '.join(versions)}; {seconds}", flush=True)
    if not any(trial.made for trial in trials):
        sys.exit("try_null: no driver has made a plan")
    return any(trial.wrong for trial in trials)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(check(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
