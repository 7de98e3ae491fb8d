#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A shared library shows exactly the functions that the public headers declare, of one version
if asked; a static one has them, and every global symbol of it begins with glsort_.

usage: check_symbols.py --nm NM --headers FOLDER (--shared | --static | --dll) FILE
                        [--version VERSION]
    --dll: the import library of a DLL
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path


def declared(folder):
    texts = [path.read_text(encoding="ascii") for path in sorted(Path(folder).glob("*.h"))]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.S)
    return set(re.findall(r"^GLSORT_API\s[^;]*?\b(glsort_\w+)\(", text, flags=re.M))


def defined(nm, flags, path, version):
    output = subprocess.run([nm, *flags, "--defined-only", path], check=True,
                            capture_output=True, text=True).stdout
    lines = [line.split() for line in output.splitlines()]
    symbols = {words[-1] for words in lines if len(words) == 3 and words[1] != "A"}
    if version:  # others keep theirs, and are then not those of the headers
        symbols = {name.removesuffix(f"@@{version}") for name in symbols}
    # Emscripten holds the text of a function in JavaScript in a symbol of its own.
    symbols = {name.removeprefix("__em_js__") for name in symbols}
    # Sanitizers and coverage add symbols of their own.
    return {name for name in symbols if not re.match(r"_*(asan|ubsan|odr_asan|gcov)", name)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", required=True)
    parser.add_argument("--headers", required=True)
    parser.add_argument("--version", help="of the symbols of a shared library: GLSORT_0.1")
    library = parser.add_mutually_exclusive_group(required=True)
    library.add_argument("--shared")
    library.add_argument("--static")
    library.add_argument("--dll")
    args = parser.parse_args()

    public = declared(args.headers)
    path = args.shared or args.static or args.dll
    shown = defined(args.nm, ["-D"] if args.shared else ["-g"], path, args.version)
    if args.dll:  # what the compiler may call through a pointer, and the file's own symbols
        shown = {name.removeprefix("__imp_") for name in shown if name.startswith("__imp_")}
    if not public or not shown:
        sys.exit(f"{path}: {len(shown)} symbols, {len(public)} declared: nothing to compare")
    if args.shared or args.dll:
        words, foreign = "not public", shown - public
    else:
        words = "not named glsort_"
        foreign = {name for name in shown if not name.startswith("glsort_")}
    faults = []
    if foreign:
        faults.append(f"{words}: {', '.join(sorted(foreign))}")
    if public - shown:
        faults.append(f"declared but missing: {', '.join(sorted(public - shown))}")
    if faults:
        sys.exit(f"{path}: " + "; ".join(faults))
    print(f"{path}: {len(shown)} symbols, with the {len(public)} functions of the headers")


if __name__ == "__main__":
    main()
