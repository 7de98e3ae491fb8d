#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Creates and warms up plans of every kind on drivers of Mesa without their hardware: a shim of
Mesa's answers for the kernel, and the driver compiles for a GPU, has its limits and runs nothing.
Prints the rows of docs/drivers.md's table. Fails if a plan does, for another reason than a limit,
if there is a GL error, or if the program dies; a driver that hangs, does not start, takes too long
or has no more memory is a row.

usage: try_null.py BUILD DRIVERS [WORD...]

  BUILD    the folder in which the target create_plans is built
  DRIVERS  what scripts/setup --null-drivers makes
  WORD     only the devices that have it in driver or name, such as iris or G52
"""

import collections
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

# Each in a process of its own: the shim of freedreno has 4 GiB for all objects of a process.
COUNTS = (1000, 60000, 1000000, 3000000)
SILENT = 120  # seconds without a line: the driver hangs

# shown: words of the renderer's name, which another driver would not have. mesa: where the driver
# comes from, see environment_of. seconds: more is too long.
Device = collections.namedtuple("Device", "driver name shown shim environment mesa api seconds",
                                defaults=("amd64", "gl4.3", 600))


def amd(gpu, compiler):
    debug = "cs,vs,ps,stats" + (",useaco" if compiler == "ACO" else "")
    return Device("radeonsi", f"{gpu}, {compiler}", f"radeonsi, {gpu}, {compiler}", "amdgpu",
                  {"AMDGPU_GPU_ID": gpu, "AMD_DEBUG": debug})


# Messages about programs do not come out of a thread of the driver's.
def intel(platform, shown, mesa):
    return Device("iris", platform + (", 22.3" if mesa == "system" else ""), shown, "intel",
                  {"INTEL_STUB_GPU_PLATFORM": platform, "GALLIUM_THREAD": "0"}, mesa)


def arm(driver, name, shown, **environment):
    return Device(driver, name, shown, driver, {**environment, "GALLIUM_THREAD": "0"}, "arm64",
                  "gles3.1", 1500)


INTEL = (("skl", "(SKL GT2)"), ("tgl", "(TGL GT2)"), ("dg2", "(DG2)"))
DEVICES = [*(amd(gpu, "ACO") for gpu in ("polaris10", "vega10", "navi21", "navi31", "gfx1150")),
           amd("navi21", "LLVM"),
           Device("nouveau", "NVF0", "NVF0", "nouveau", {"NOUVEAU_CHIPSET": "f0"}),
           *(intel(*gpu, mesa) for mesa in ("amd64", "system") for gpu in INTEL),
           arm("freedreno", "Adreno 630", "FD630", FD_GPU_ID="630", FD_MESA_DEBUG="shaderdb"),
           arm("freedreno", "Adreno 740", "FD740", FD_GPU_ID="740", FD_MESA_DEBUG="shaderdb"),
           arm("panfrost", "Mali-G52", "Mali-G52", PAN_GPU_ID="7212"),
           arm("v3d", "V3D 4.2", "V3D 4.2")]

# What the drivers print of a program that has too few registers, and the units of its numbers.
SPILLS = {
    r"Spilled SGPRs: (\d+)": ("scalar registers",),
    r"Spilled VGPRs: (\d+)": ("vector registers",),
    r"\blocal: (\d+), shared:": ("bytes of local memory",),
    r"(\d+):(\d+) spills:fills": ("spills", "fills"),
    r"(\d+) stp, (\d+) ldp": ("spills", "fills"),
}
REGISTERS = (r"\bVGPRS: (\d+)", r"\bgpr: (\d+)", r"(\d+) full", r"(\d+) max-temps")
AT_ONCE = {r"Max Waves: (\d+)": "waves", r"(\d+) waves": "waves", r"(\d+) threads": "threads"}

LIBRARIES = {"amd64": "usr/lib/x86_64-linux-gnu", "arm64": "usr/lib/aarch64-linux-gnu"}


def environment_of(device, drivers):
    """Of the driver: with the system's Mesa only the shim is ours."""
    libraries = drivers / device.mesa / "root" / LIBRARIES.get(device.mesa, "")
    shim = drivers / "intel" if device.shim == "intel" else libraries
    environment = {**os.environ, **device.environment,
                   "LD_PRELOAD": str(shim / f"lib{device.shim}_noop_drm_shim.so"),
                   "MESA_SHADER_CACHE_DISABLE": "true"}
    if device.mesa == "system":
        return environment
    vendor = drivers / f"egl_vendor_{device.mesa}.json"
    vendor.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": {
        "library_path": str(libraries / "libEGL_mesa.so.0")}}))
    return {**environment,
            "__EGL_VENDOR_LIBRARY_FILENAMES": str(vendor),
            "LD_LIBRARY_PATH": str(libraries),
            "LIBGL_DRIVERS_PATH": str(libraries / "dri")}


def command_of(device, build, drivers, count):
    if device.mesa != "arm64":
        return [build / "tests" / "create_plans", device.api, str(count)]
    return ["qemu-aarch64-static", "-L", drivers / "arm64" / "root",
            build / "tests" / "create_plans_arm64", device.api, str(count)]


def read_all(process, seconds):
    """What the process prints, and what ended it, if it did not end by itself."""
    text, end = b"", time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        ready = left > 0 and select.select([process.stdout], [], [], min(left, SILENT))[0]
        chunk = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
        text += chunk
        if not chunk:
            break
    if ready:
        return text, ""
    process.kill()
    return text, "hangs" if left > SILENT else f"not done in {seconds} s"


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
        self.lacking = 0  # plans for which the shim had no memory
        self.stopped = ""
        self.done = False
        self.count = 0
        self.program = ""  # the process and its number there
        self.names = {}
        self.spills = collections.defaultdict(set)
        self.told = 0
        self.registers = (0, "")
        self.at_once = (1 << 30, "", "")
        self.seconds = 0.0

    def run(self, build, drivers):
        start = time.monotonic()
        for count in COUNTS:
            if not self.stopped:
                self.run_count(build, drivers, count)
        self.seconds = time.monotonic() - start

    def run_count(self, build, drivers, count):
        self.done = False
        self.count = count
        with subprocess.Popen(command_of(self.device, build, drivers, count),
                              stdin=subprocess.DEVNULL,
                              env=environment_of(self.device, drivers),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            text, self.stopped = read_all(process, self.device.seconds)
        status = process.returncode
        text = text.decode(errors="replace")
        for line in text.splitlines():
            self.read(line)
        if self.started() and not self.stopped and (status != 0 or not self.done):
            self.wrong.setdefault(self.plan, f"exit status {status}")
        # Of the shim, which does not take all back; a driver would have told glsort.
        for plan in [plan for plan, what in self.wrong.items() if "GL_OUT_OF_MEMORY" in what]:
            del self.wrong[plan]
            self.lacking += 1
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
            self.program = (self.count, rest[0])
        elif word == "name":
            self.names[(self.count, rest[0])] = rest[1]
        elif word == "done":
            self.done = True
        else:
            self.read_statistics(line)

    def read_statistics(self, line):
        for pattern, units in SPILLS.items():
            found = re.search(pattern, line)
            self.told += found is not None
            if found and any(int(number) for number in found.groups()):
                self.spills[self.program].add(", ".join(
                    f"{number} {unit}" for number, unit in zip(found.groups(), units)))
        for pattern in REGISTERS:
            found = re.search(pattern, line)
            if found:
                self.registers = max(self.registers, (int(found[1]), self.program))
        for pattern, unit in AT_ONCE.items():
            found = re.search(pattern, line)
            if found:
                self.at_once = min(self.at_once, (int(found[1]), self.program, unit))

    def most_registers(self):
        number, program = self.registers
        return f"{number} ({self.names.get(program, '?')})" if number else ""

    def least_at_once(self):
        number, program, unit = self.at_once
        return f"{number} {unit} ({self.names.get(program, '?')})" if unit else ""

    def spilling(self):
        """The programs that have spills, and how many."""
        if not self.told:
            return "not printed"
        names = {f"{self.names.get(program, '?')}: {', '.join(sorted(words))}"
                 for program, words in self.spills.items()}
        return "; ".join(sorted(names)) or "none"

    def row(self, notes):
        name = [self.device.driver, self.device.name]
        if not self.started():
            state = "does not start" + (f": {self.renderer}" if self.renderer else "")
            return "| " + " | ".join([*name, state, *[""] * 9]) + " |"
        refused = []
        for sentence, count in self.refused.items():
            if sentence not in notes:
                notes.append(sentence)
            refused.append(f"{count} ({notes.index(sentence) + 1})")
        wrong = [f"{self.stopped}, in: {self.plan}"] if self.stopped else []
        if self.lacking:
            wrong.append(f"{self.lacking} lack memory of the shim")
        if self.wrong:
            plan, what = next(iter(self.wrong.items()))
            wrong.append(f"{len(self.wrong)}, first {plan}: {what}")
        version = re.match(r"(?:OpenGL (ES) )?([\d.]+)", self.version)
        return "| " + " | ".join([*name, f"GL{version[1] or ''} {version[2]}", *self.limits,
                                  f"{self.made}", ", ".join(refused) or "none",
                                  "; ".join(wrong) or "none", self.most_registers(),
                                  self.least_at_once(), self.spilling()]) + " |"


def check(build, drivers, words):
    """Prints the table, and returns whether anything is wrong."""
    for program in ("create_plans", "create_plans_arm64"):
        if not (build / "tests" / program).exists():
            sys.exit(f"try_null: no {build / 'tests' / program}; scripts/test --drivers null "
                     "builds it")
    if not (drivers / "amd64/root").exists():
        sys.exit("try_null: no drivers; scripts/setup --null-drivers makes them")
    trials = [Trial(device) for device in DEVICES
              if not words or any(word in f"{device.driver} {device.name}" for word in words)]
    notes = []
    print("| driver | device | context | work group | shared bytes | storage blocks | made "
          "| refused | failed | most registers | fewest at once | programs that spill |\n"
          "|---|---|---|--:|--:|--:|--:|---|---|---|---|---|")
    for trial in trials:
        trial.run(build, drivers)
        print(trial.row(notes), flush=True)
    print()
    for number, sentence in enumerate(notes, 1):
        print(f"{number}. {sentence}")
    versions = sorted({re.sub(r".*(?=Mesa)", "", trial.version)
                       for trial in trials if trial.version})
    seconds = ", ".join(f"{trial.device.name} {trial.seconds:.0f} s" for trial in trials)
    print(f"\n{', '.join(versions)}; {seconds}", flush=True)
    if not any(trial.made for trial in trials):
        sys.exit("try_null: no driver has made a plan")
    return any(trial.wrong for trial in trials)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(check(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]))
