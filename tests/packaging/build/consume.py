#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links glsort as users do, and runs what comes out.

usage: consume.py --cmake .. --generator .. --cc .. --cxx .. --source .. --kind KIND
                  --work DIR CASE
cases: stage (builds and installs glsort under DIR), then any of find_package, pkg_config,
documents, plugin; after the stages of both kinds, side_by_side; alone stand add_subdirectory,
parent_settings, linkage, macos, engine.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "docs"))
from test_site import dead_links  # noqa: E402

STAGE_BUILD = "a, 'build' & (more)"
ALONE = [f"-DGLSORT_BUILD_{part}=OFF" for part in ("TESTS", "TOOLS", "DEMOS", "BENCH")]


def run(*command, **more):
    print("+", shlex.join(str(part) for part in command), flush=True)
    subprocess.run([str(part) for part in command], check=True, **more)


def configure(args, source, build, *settings):
    run(args.cmake, "-S", source, "-B", build, "-G", args.generator,
        f"-DCMAKE_C_COMPILER={args.cc}", f"-DCMAKE_CXX_COMPILER={args.cxx}", *settings)


def build_in(args, source, build, *settings, programs=()):
    """Builds and runs the programs."""
    configure(args, source, build, "-DCMAKE_BUILD_TYPE=Release", *settings)
    run(args.cmake, "--build", build)
    for program in programs:
        run(build / program)


PARENT = ("parent_c", "parent_cxx")
CONSUMER = ("consumer_c", "consumer_cxx")


def emptied(folder):
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def install_moved(args, build, prefix):
    """Installs where nothing was configured for, and moves the tree once it is there."""
    there = prefix.with_name(prefix.name + "_before")
    run(args.cmake, "--install", build, "--prefix", there)
    there.rename(prefix)


def stage(args):
    """Installs in three layouts: stage, the ordinary one; multiarch; absolute, whose
    libraries have a place of their own. The name of the build folder is an awkward one."""
    shutil.rmtree(args.work, ignore_errors=True)
    build = args.work / STAGE_BUILD
    build_in(args, args.source, build,
             f"-DGLSORT_SHARED={'ON' if args.kind == 'shared' else 'OFF'}", *ALONE,
             "-DCMAKE_INSTALL_LIBDIR=lib")
    install_moved(args, build, args.work / "stage")
    configure(args, args.source, build, "-DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu")
    install_moved(args, build, args.work / "multiarch")
    configure(args, args.source, build, f"-DCMAKE_INSTALL_PREFIX={args.work / 'absolute'}",
              f"-DCMAKE_INSTALL_LIBDIR={args.work / 'libraries'}")
    run(args.cmake, "--install", build)


def find_package(args):
    build_in(args, HERE / "consumer", emptied(args.work / "find_package"),
             f"-DCMAKE_PREFIX_PATH={args.work / 'stage'}", programs=CONSUMER)


def asked_for(args, prefix, name, *settings):
    """The result of configuring a program that asks for glsort so."""
    return subprocess.run([args.cmake, "-S", HERE / "consumer", "-B", emptied(args.work / name),
                           "-G", args.generator, f"-DCMAKE_C_COMPILER={args.cc}",
                           f"-DCMAKE_CXX_COMPILER={args.cxx}", f"-DCMAKE_PREFIX_PATH={prefix}",
                           *settings], check=False, capture_output=True, text=True)


def side_by_side(args):
    """Static and shared in one prefix, of which a component or BUILD_SHARED_LIBS takes one."""
    prefix = emptied(args.work / "both")
    for kind in ("static", "shared"):
        shutil.copytree(args.work.with_name(f"consume_{kind}") / "stage", prefix, symlinks=True,
                        dirs_exist_ok=True)
    if "GLSORT_STATIC" in (prefix / "lib/pkgconfig/glsort.pc").read_text(encoding="utf-8"):
        sys.exit("glsort.pc is not of the shared library, which was installed last")
    for name, kind, settings in (
            ("by_default", "shared", ()),
            ("by_variable", "static", ("-DBUILD_SHARED_LIBS=OFF",)),
            ("shared", "shared", ("-DGLSORT_KIND=shared",)),
            ("static", "static", ("-DGLSORT_KIND=static", "-DBUILD_SHARED_LIBS=ON"))):
        result = asked_for(args, prefix, name, *settings)
        if result.returncode or f"glsort is {kind}" not in result.stdout:
            sys.exit(f"{name}: not the {kind} library:\n{result.stdout}{result.stderr}")
        build_in(args, HERE / "consumer", args.work / name, programs=CONSUMER)
    for prefix, kinds, sentence in (
            (prefix, "shared;static", "one folder and those below it have one kind"),
            (prefix, "fast", "no fast library of glsort is installed here"),
            (args.work.with_name("consume_static") / "stage", "shared",
             "no shared library of glsort is installed here")):
        result = asked_for(args, prefix, "refused", f"-DGLSORT_KIND={kinds}")
        if result.returncode == 0 or sentence not in " ".join(result.stderr.split()):
            sys.exit(f"{kinds}: not refused with \"{sentence}\":\n{result.stderr}")


def pkg_config(args):
    for libraries in (args.work / "stage" / "lib",
                      args.work / "multiarch" / "lib" / "x86_64-linux-gnu",
                      args.work / "libraries"):
        environment = dict(os.environ, PKG_CONFIG_PATH=str(libraries / "pkgconfig"),
                           LD_LIBRARY_PATH=str(libraries))
        flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "glsort"],
                                           check=True, capture_output=True, text=True,
                                           env=environment).stdout)
        program = args.work / "by_pkg_config"
        run(args.cc, HERE / "consumer" / "consumer.c", "-o", program, *flags)
        run(program, env=environment)


def documents(args):
    """The licence, and every document that the installed headers name, lie where it says; and
    all links of documents lead to something that is installed."""
    stage = args.work / "stage"
    header = "".join(path.read_text(encoding="ascii")
                     for path in sorted((stage / "include" / "glsort").glob("*.h")))
    folder = "share/doc/glsort"
    named = set(re.findall(r"[\w./-]+\.md\b", header))
    missing = [name for name in ("LICENSE", *sorted(named))
               if not (stage / folder / name).is_file()]
    if missing or not named or folder not in header:
        sys.exit(f"the headers name {named}; not in {folder}: {', '.join(missing)}")
    dead = dead_links((stage / folder).glob("*.md"))
    if dead:
        sys.exit(f"{len(dead)} links of installed documents lead nowhere:\n" + "\n".join(dead))


def plugin(args):
    """A shared library that links the static one shows nothing of it, so that two plugins of a
    program may have one each, of different versions."""
    library = args.work / "plugin.so"
    run(args.cc, "-shared", "-fPIC", HERE / "consumer" / "consumer.c", "-o", library,
        "-I", args.work / "stage" / "include", "-DGLSORT_STATIC",
        "-Wl,--whole-archive", args.work / "stage" / "lib" / "libglsort.a",
        "-Wl,--no-whole-archive", "-lm", "-ldl")
    shown = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                           capture_output=True, text=True).stdout
    names = sorted(line.split()[-1] for line in shown.splitlines())
    if names != ["main"]:
        sys.exit(f"a plugin shows {', '.join(names)}")


def cache_of(build):
    """Names in a CMake cache that a user sees."""
    text = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    entries = re.findall(r"^([^/#\n][^:\n]*):([A-Z]+)=", text, flags=re.M)
    return {name for name, kind in entries if kind not in ("INTERNAL", "STATIC")}


def add_subdirectory(args):
    build, without = emptied(args.work) / "build", args.work / "without"
    build_in(args, HERE / "parent", build, f"-DGLSORT_SOURCE={args.source}",
             "-DEXPECTED_TYPE=STATIC_LIBRARY", programs=PARENT)
    if (build / "glsort" / "bin").exists() or list(build.rglob("*_test")):
        sys.exit("a parent project was given programs that it did not ask for")
    configure(args, HERE / "parent", without, "-DCMAKE_BUILD_TYPE=Release",
              "-DGLSORT_SOURCE=", "-DEXPECTED_TYPE=")
    foreign = sorted(name for name in cache_of(build) - cache_of(without)
                     if not name.startswith("GLSORT_"))
    if foreign:
        sys.exit(f"in the cache of a parent project: {', '.join(foreign)}")


def parent_settings(args):
    """A parent's wishes for its own code, all at once, break no glsort in it, and its shared
    library shows the same functions."""
    build = emptied(args.work) / "build"
    build_in(args, HERE / "parent", build, f"-DGLSORT_SOURCE={args.source}",
             "-DEXPECTED_TYPE=SHARED_LIBRARY", "-DGLSORT_SHARED=ON", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON",
             "-DCMAKE_C_VISIBILITY_PRESET=default", "-DCMAKE_C_STANDARD=99",
             "-DCMAKE_C_EXTENSIONS=OFF", programs=PARENT)
    headers = args.source / "include" / "glsort"
    version = re.findall(r"#define GLSORT_VERSION_M\w+ (\d+)",
                         (headers / "glsort.h").read_text(encoding="ascii"))
    run(sys.executable, HERE / "check_symbols.py", "--nm", "nm", "--headers", headers,
        "--shared", build / "glsort" / "libglsort.so",
        "--version", f"GLSORT_{'.'.join(version)}")


def linkage(args):
    """BUILD_SHARED_LIBS decides, whenever it is set, unless GLSORT_SHARED does."""
    build = emptied(args.work) / "build"
    for settings, kind in ((("-DBUILD_SHARED_LIBS=OFF",), "STATIC"),
                           (("-DBUILD_SHARED_LIBS=ON",), "SHARED"),
                           (("-DGLSORT_SHARED=OFF",), "STATIC"),
                           (("-DBUILD_SHARED_LIBS=OFF", "-DGLSORT_SHARED=ON"), "SHARED")):
        configure(args, HERE / "parent", build, f"-DGLSORT_SOURCE={args.source}",
                  f"-DEXPECTED_TYPE={kind}_LIBRARY", *settings)


def macos(args):
    """Configured as for macOS, the library is linked by options of its linker alone. There is
    no such linker here, so nothing is built."""
    build = emptied(args.work) / "build"
    args.generator = "Unix Makefiles"
    configure(args, args.source, build, "-DCMAKE_SYSTEM_NAME=Darwin",
              "-DCMAKE_C_COMPILER_WORKS=ON", "-DCMAKE_INSTALL_NAME_TOOL=install_name_tool",
              "-DGLSORT_SHARED=ON", *ALONE)
    link = (build / "CMakeFiles" / "glsort.dir" / "link.txt").read_text(encoding="utf-8")
    if "-dynamiclib" not in link or ".dylib" not in link or \
            re.search(r"soname|-Wl,--|-Wl,-z|version-script|\.so\b|-ldl", link):
        sys.exit(f"not how a library for macOS is linked: {link}")


def use_engine(args, user, *packages):
    build_in(args, HERE / "engine_user", user, *packages, programs=(
        "user_static_private", "user_static_public", "user_shared_private",
        "user_shared_public"))


def engine(args):
    """Libraries that link glsort are exported and found, from the tree where they were
    built and from the one where they were installed."""
    build = emptied(args.work) / "build"
    # With the install rules of a static glsort; with a shared one in the engine's own set.
    for name, install in (("rules", "ON"), ("own_set", "OFF")):
        configure(args, HERE / "engine", build, "-DCMAKE_BUILD_TYPE=Debug",
                  f"-DGLSORT_SOURCE={args.source}", f"-DGLSORT_INSTALL={install}",
                  f"-DGLSORT_SHARED={'OFF' if install == 'ON' else 'ON'}")
        run(args.cmake, "--build", build)
        use_engine(args, args.work / f"user_of_build_{name}", f"-Dengine_DIR={build}",
                   f"-Dglsort_DIR={build / 'glsort'}")
        stage = args.work / f"stage_{name}"
        install_moved(args, build, stage)
        use_engine(args, args.work / f"user_of_stage_{name}", f"-DCMAKE_PREFIX_PATH={stage}")


CASES = {case.__name__: case for case in
         (stage, find_package, side_by_side, pkg_config, documents, plugin, add_subdirectory,
          parent_settings, linkage, macos, engine)}


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "generator", "cc", "cxx"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--source", type=Path, required=True)
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
