#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every variant of every program through glslangValidator, linked as a program.

usage: validate.py --glslang PROGRAM --embed embed_shaders.py --root SHADERS --work DIR

Compute shaders that only desktop GL has are read a second time as ES 3.10: desktop GLSL
turns int into uint without a word, ES does not, and a sign that changes in silence is a bug
waiting.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

STRICT = ("#version 310 es\nprecision highp float;\nprecision highp int;\n"
          "precision highp usampler2D;\nprecision highp uimage2D;\n")


def validate(glslang, files):
    """Faults of one program, with source string numbers."""
    result = subprocess.run([glslang, "-l", *map(str, files)], capture_output=True,
                            text=True, check=False)
    if result.returncode == 0:
        return []
    return [line for line in result.stdout.splitlines() + result.stderr.splitlines()
            if "ERROR" in line] or [f"glslangValidator ends with {result.returncode}"]


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
    with ThreadPoolExecutor() as pool:
        results = pool.map(lambda files: validate(args.glslang, files), programs.values())
    for stem, lines in zip(programs, results):
        for line in lines:
            print(f"{stem}: {name_sources(line, names)}")
            fault_count += 1
    if fault_count or not programs:
        sys.exit(f"{fault_count} faults in {len(programs)} programs")
    print(f"{len(programs)} programs are valid")


if __name__ == "__main__":
    main()
