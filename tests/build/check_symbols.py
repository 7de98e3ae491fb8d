#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A library shows exactly the functions that the public header declares.

usage: check_symbols.py --nm NM --header glsort.h (--shared | --static | --renamed) FILE
--renamed asks less: no symbol of a glad that is not ours.
"""

import argparse
import re
import subprocess
import sys


def declared(header):
    text = re.sub(r"/\*.*?\*/", "", open(header, encoding="ascii").read(), flags=re.S)
    return set(re.findall(r"^GLSORT_API\s[^;]*?\b(glsort_\w+)\(", text, flags=re.M))


def defined(nm, flags, path):
    output = subprocess.run([nm, *flags, "--defined-only", path], check=True,
                            capture_output=True, text=True).stdout
    symbols = {line.split()[-1] for line in output.splitlines() if len(line.split()) == 3}
    # Sanitizers and coverage add symbols of their own.
    return {name for name in symbols if not re.match(r"_*(asan|ubsan|odr_asan|gcov)", name)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--header", required=True)
    parser.add_argument("--shared")
    parser.add_argument("--static")
    parser.add_argument("--renamed")
    args = parser.parse_args()

    public = declared(args.header)
    path = args.shared or args.static or args.renamed
    shown = defined(args.nm, ["-D"] if args.shared else ["-g"], path)
    if args.renamed:
        foreign = sorted(name for name in shown if re.match(r"(glad|GLAD|gl[A-Z])", name))
        sys.exit(f"{path}: not renamed: {', '.join(foreign)}" if foreign else 0)
    if not public or not shown:
        sys.exit(f"{path}: {len(shown)} symbols, {len(public)} declared: nothing to compare")
    faults = []
    if shown - public:
        faults.append(f"not public: {', '.join(sorted(shown - public))}")
    if public - shown:
        faults.append(f"declared but missing: {', '.join(sorted(public - shown))}")
    if faults:
        sys.exit(f"{path}: " + "; ".join(faults))
    print(f"{path}: the {len(shown)} functions of the header and nothing else")


if __name__ == "__main__":
    main()
