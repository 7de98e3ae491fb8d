#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links glsort as users do, and runs what comes out.

usage: consume.py --cmake .. --generator .. --cc .. --cxx .. --source .. --kind KIND
                  --work DIR CASE
cases: stage (builds and installs glsort under DIR), then any of find_package, pkg_config,
foreign_glad, posix_timer; add_subdirectory stands alone.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(*command, **more):
    print("+", shlex.join(str(part) for part in command), flush=True)
    subprocess.run([str(part) for part in command], check=True, **more)


def configure(args, source, build, *settings):
    run(args.cmake, "-S", source, "-B", build, "-G", args.generator,
        f"-DCMAKE_C_COMPILER={args.cc}", f"-DCMAKE_CXX_COMPILER={args.cxx}",
        "-DCMAKE_BUILD_TYPE=Release", *settings)
    run(args.cmake, "--build", build)


def stage(args):
    shutil.rmtree(args.work, ignore_errors=True)
    build = args.work / "build"
    configure(args, args.source, build,
              f"-DBUILD_SHARED_LIBS={'ON' if args.kind == 'shared' else 'OFF'}",
              "-DGLSORT_BUILD_TESTS=OFF", "-DGLSORT_BUILD_TOOLS=OFF",
              "-DGLSORT_BUILD_DEMOS=OFF", "-DGLSORT_BUILD_BENCH=OFF",
              "-DCMAKE_INSTALL_LIBDIR=lib", f"-DCMAKE_INSTALL_PREFIX={args.work / 'stage'}")
    run(args.cmake, "--install", build)


def find_package(args):
    build = args.work / "find_package"
    shutil.rmtree(build, ignore_errors=True)
    configure(args, HERE / "consumer", build,
              f"-DCMAKE_PREFIX_PATH={args.work / 'stage'}")
    run(build / "consumer_c")
    run(build / "consumer_cxx")


def pkg_config(args):
    libraries = args.work / "stage" / "lib"
    environment = dict(os.environ, PKG_CONFIG_PATH=str(libraries / "pkgconfig"),
                       LD_LIBRARY_PATH=str(libraries))
    flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "glsort"],
                                       check=True, capture_output=True, text=True,
                                       env=environment).stdout)
    program = args.work / "by_pkg_config"
    run(args.cc, HERE / "consumer" / "consumer.c", "-o", program, *flags)
    run(program, env=environment)


def foreign_glad(args):
    """A program with its own glad, whose functions keep their usual names."""
    generated = args.work / "build" / "generated"
    program = args.work / "foreign_glad"
    run(args.cc, HERE / "foreign" / "foreign.c", generated / "src" / "gl.c",
        "-I", generated / "include", "-I", args.work / "stage" / "include",
        "-DGLSORT_STATIC", args.work / "stage" / "lib" / "libglsort.a", "-lm",
        "-o", program)
    run(program)


def posix_timer(args):
    """A program that calls a function of POSIX, whose name one of glsort's could take."""
    program = args.work / "posix_timer"
    run(args.cc, HERE / "foreign" / "posix_timer.c", "-I", args.work / "stage" / "include",
        "-DGLSORT_STATIC", args.work / "stage" / "lib" / "libglsort.a", "-lm", "-lrt",
        "-o", program)
    run(program)


def add_subdirectory(args):
    build = args.work / "build"
    shutil.rmtree(build, ignore_errors=True)
    configure(args, HERE / "parent", build, f"-DGLSORT_SOURCE={args.source}")
    run(build / "parent_c")
    run(build / "parent_cxx")
    if (build / "glsort" / "bin").exists() or list(build.rglob("*_test")):
        sys.exit("a parent project was given programs that it did not ask for")


CASES = {case.__name__: case for case in
         (stage, find_package, pkg_config, foreign_glad, posix_timer, add_subdirectory)}


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "generator", "cc", "cxx", "source"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--kind", choices=("static", "shared"), required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("case", choices=CASES)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    try:
        CASES[args.case](args)
    except subprocess.CalledProcessError as error:
        sys.exit(f"consume {args.case}: {error}")


if __name__ == "__main__":
    main()
