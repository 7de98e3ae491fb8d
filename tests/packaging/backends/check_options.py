#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The options GLSORT_COMPUTE and GLSORT_FRAGMENT leave shaders out of the library.

usage: check_options.py --cmake CMAKE --cc CC --source ROOT --generated DIR --work DIR
"""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

# Words that only the shaders of one backend have.
COMPUTE, FRAGMENT = b"local_size_x", b"gl_FragCoord"


def configure(args, compute, fragment):
    """The same folder each time, so that the compiler is examined once."""
    return subprocess.run(
        [args.cmake, "-S", args.source, "-B", args.work, "-G", "Unix Makefiles",
         f"-DCMAKE_C_COMPILER={args.cc}", "-DGLSORT_BUILD_TOOLS=OFF", "-DGLSORT_BUILD_DEMOS=OFF",
         "-DGLSORT_BUILD_BENCH=OFF", "-DGLSORT_BUILD_TESTS=OFF", f"-DGLSORT_COMPUTE={compute}",
         f"-DGLSORT_FRAGMENT={fragment}"],
        capture_output=True, text=True, check=False)


def words_in_table(args, compute, fragment):
    """Which of the words the object of the shaders has, compiled with the defines of the build."""
    result = configure(args, compute, fragment)
    if result.returncode != 0:
        sys.exit(result.stdout + result.stderr)
    commands = [entry["command"] for entry in
                json.loads((args.work / "compile_commands.json").read_text(encoding="utf-8"))
                if entry["file"].endswith("shader_table.c")]
    defines = [word for word in shlex.split(commands[0]) if word.startswith("-D")]
    binary = args.work / "shader_table.o"
    subprocess.run([args.cc, "-c", *defines, "-o", binary, "-I", args.generated,
                    *("-I" + str(Path(args.source, folder)) for folder in ("src/gl", "src/plan")),
                    Path(args.generated, "shader_table.c")], check=True)
    data = binary.read_bytes()
    return [word for word in (COMPUTE, FRAGMENT) if word in data]


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "cc", "source", "generated", "work"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    args.work = Path(args.work)
    shutil.rmtree(args.work, ignore_errors=True)
    for compute, fragment, wanted in (("ON", "ON", [COMPUTE, FRAGMENT]),
                                      ("ON", "OFF", [COMPUTE]), ("OFF", "ON", [FRAGMENT])):
        found = words_in_table(args, compute, fragment)
        if found != wanted:
            sys.exit(f"compute {compute}, fragment {fragment}: the library has {found}")
    refused = configure(args, "OFF", "OFF")
    if refused.returncode == 0 or "leaves" not in refused.stderr:
        sys.exit(f"a library without a backend is configured: {refused.stderr}")


if __name__ == "__main__":
    main()
