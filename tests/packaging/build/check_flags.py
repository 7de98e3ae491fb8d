#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a file that combines every flag of every public header with every other one, in
each of the standards that the compiler knows, with warnings as errors. Values of two
enumerations would be a warning in C++20 and an error in C++26.

usage: check_flags.py HEADERS WORK LANGUAGE STANDARD... -- COMPILER [OPTION...]
       LANGUAGE is c or c++; standards that the compiler does not know are left out
"""
import re
import subprocess
import sys
from pathlib import Path

WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-pedantic", "-Werror")
FLAG = re.compile(r"\b(GLSORT_\w+)(?: = 1 <<| = 0x| \(?1u? <<)")
FEWEST = 40  # of all headers: a change of their form must not hide them


def flags_of(folder):
    """The names of the flags, by header."""
    found = {path.name: FLAG.findall(re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"),
                                            flags=re.DOTALL))
             for path in sorted(folder.glob("*.h"))}
    return {name: flags for name, flags in found.items() if flags}


def source_of(flags):
    names = [name for of_header in flags.values() for name in of_header]
    lines = [f"#include <glsort/{header}>" for header in flags]
    lines.append("#include <glsort/glsort.h>\nuint32_t combined(void);")
    lines.append("uint32_t combined(void)\n{\n    uint32_t all = 0;")
    lines += [f"    all ^= {a} | {b};" for a in names for b in names if a < b]
    lines.append("    return all & ~GLSORT_PLAN_TIMINGS;\n}\n")
    return "\n".join(lines)


def knows(compiler, language, standard):
    return subprocess.run([*compiler, f"-std={standard}", "-x", language, "-fsyntax-only",
                           "/dev/null"], capture_output=True, check=False).returncode == 0


def main():
    cut = sys.argv.index("--")
    headers, work, language, *standards = sys.argv[1:cut]
    compiler = sys.argv[cut + 1:]
    flags = flags_of(Path(headers))
    count = sum(map(len, flags.values()))
    if count < FEWEST:
        sys.exit(f"check_flags: found {count} flags in {headers}, at least {FEWEST} are there")
    source = Path(work)
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(source_of(flags), "utf-8")
    tried = [one for one in standards if knows(compiler, language, one)]
    if not tried:
        sys.exit(f"check_flags: {compiler[0]} knows none of {' '.join(standards)}")
    for standard in tried:
        done = subprocess.run([*compiler, f"-std={standard}", "-x", language,
                               "-fsyntax-only", *WARNINGS, source], check=False,
                              text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{done.stderr[:2000]}\ncheck_flags: not quiet in {standard}")
    print(f"{count} flags of {len(flags)} headers in {' '.join(tried)}: quiet")


if __name__ == "__main__":
    main()
