#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every variant of every program through glslangValidator, and some linked as programs.

usage: validate.py --glslang PROGRAM --embed embed_shaders.py --root SHADERS --work DIR

A process compiles many shaders in the time in which it links one. So all are compiled, and of
each program on each API the first variant and the last are linked: this finds recursion, and
outputs of a vertex shader that the fragment shader does not take. With GLSORT_TEST_ALL=1 all are.

Compute shaders that only desktop GL has are read a second time as ES 3.10: desktop GLSL
turns int into uint without a word, ES does not, and a sign that changes in silence is a bug
waiting.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

STRICT = ("#version 310 es\nprecision highp float;\nprecision highp int;\n"
          "precision highp usampler2D;\nprecision highp uimage2D;\n")


AT_ONCE = 40


def errors_of(command):
    """The lines of a run that say what is wrong, with source string numbers."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return []
    return [line for line in result.stdout.splitlines() + result.stderr.splitlines()
            if "ERROR" in line] or [f"glslangValidator ends with {result.returncode}"]


def compile_all(glslang, paths):
    """[(path, fault)] of these shaders: all at once, and one by one if there is a fault."""
    if not errors_of([glslang, *map(str, paths)]):
        return []
    return [(path, line) for path in paths for line in errors_of([glslang, str(path)])]


def is_linked(stem, programs):
    """True for the first and the last variant of a program on its API."""
    name, api, variant = stem.split(" ")[0].split(".")
    variants = [int(other.split(".")[2]) for other in programs
                if " " not in other and other.startswith(f"{name}.{api}.")]
    return int(variant) in (min(variants), max(variants))


def name_sources(line, names):
    """ERROR: 4:12: -> the name of source string 4."""
    def replace(match):
        at = int(match.group(1))
        return f"{names[at] if at < len(names) else at}:{match.group(2)}:"
    return re.sub(r"\b(\d+):(\d+):", replace, line, count=1)


def programs_of(folder):
    """{program.api.variant: files}, with the strict reading of compute shaders added."""
    programs = {}
    for path in sorted(folder.glob("*.*.*.*")):
        programs.setdefault(path.stem, []).append(path)
    strict = folder / "strict"
    strict.mkdir()
    for stem, files in list(programs.items()):
        text = files[0].read_text().removeprefix("#version 430 core\n")
        text = text.replace("layout(rg32ui,", "layout(rgba32ui,")  # ES 3.10 has no such images
        if files[0].suffix == ".comp" and stem.replace(".gl430.", ".es310.") not in programs:
            copy = strict / files[0].name
            copy.write_text(STRICT + text)
            programs[stem + " read as ES 3.10"] = [copy]
    return programs


def main():
    parser = argparse.ArgumentParser()
    for name in ("glslang", "embed", "root", "work"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    work = Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    subprocess.run([sys.executable, args.embed, "--root", args.root, "--expand", work],
                   check=True)
    names = json.loads((work / "files.json").read_text())
    programs, fault_count = programs_of(work), 0
    linked = {stem: files for stem, files in programs.items()
              if os.environ.get("GLSORT_TEST_ALL") == "1" or is_linked(stem, programs)}
    stems = {path: stem for stem, files in programs.items() for path in files}
    paths = list(stems)
    parts = [paths[at:at + AT_ONCE] for at in range(0, len(paths), AT_ONCE)]
    with ThreadPoolExecutor() as pool:
        compiled = list(pool.map(lambda part: compile_all(args.glslang, part), parts))
        links = list(pool.map(lambda files: errors_of([args.glslang, "-l", *map(str, files)]),
                              linked.values()))
    faults = [(stems[path], line) for part in compiled for path, line in part]
    for stem, lines in zip(linked, links):
        faults += [(stem, line) for line in lines]
    for stem, line in dict.fromkeys(faults):
        print(f"{stem}: {name_sources(line, names)}")
        fault_count += 1
    if fault_count or not programs:
        sys.exit(f"{fault_count} faults in {len(programs)} programs")
    print(f"{len(programs)} programs are valid, and {len(linked)} of them are linked")


if __name__ == "__main__":
    main()
