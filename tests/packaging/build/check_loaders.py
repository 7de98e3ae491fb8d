#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a loader of docs/install.md: its function find_gl, with the line that its table has for
a library. Skipped (77) where the compiler or the library's header is missing, unless the
library is required.

usage: check_loaders.py DOCUMENT LIBRARY WORK [--required] -- COMPILER [FLAGS]
       check_loaders.py DOCUMENT --list LIBRARY ...   fails unless the table has just these
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
FUNCTION = re.compile(r"<!-- loader:[^>]*-->\s*```c\n(.*?)```", re.DOTALL)
ROW = re.compile(r"^\| (\w+) \| `(<[\w/.]+>)` \| `([^`]+)` \|$", re.MULTILINE)
RETURN = re.compile(r"return [^;]+;")


def read_loaders(document):
    """The function, and the header and the line of each library."""
    text = Path(document).read_text(encoding="utf-8")
    functions = FUNCTION.findall(text)
    if len(functions) != 1 or len(RETURN.findall(functions[0])) != 1:
        sys.exit(f"{document}: not one function with one return after a loader marker")
    rows = ROW.findall(text[text.index(functions[0]):])
    return functions[0], {name: (header, line) for name, header, line in rows}


def compiles(compiler, path, text):
    path.write_text(text, encoding="utf-8")
    return subprocess.run([*compiler, "-fsyntax-only", path], check=False).returncode == 0


def main():
    if sys.argv[2] == "--list":
        names = list(read_loaders(sys.argv[1])[1])
        sys.exit(0 if names == sys.argv[3:] else f"the table has {', '.join(names)}")
    split = sys.argv.index("--")
    document, library, work, *flags = sys.argv[1:split]
    compiler = sys.argv[split + 1:]
    function, loaders = read_loaders(document)
    header, line = loaders[library]
    headers = Path(document).parents[1] / "build/headers/usr/include"  # by scripts/setup
    for folder in headers, headers / "SDL2", *headers.glob("*-linux-*"):
        compiler += ["-isystem", str(folder)]
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    include = f"#include {header}\n"
    if not shutil.which(compiler[0]) or not compiles(compiler, work / "header.inc", include):
        missing = f"{compiler[0]} compiles no {header}"
        if flags == ["--required"]:
            sys.exit(f"{missing}; scripts/setup installs it")
        print(f"skipped: {missing}")
        sys.exit(SKIPPED)
    program = (include + "#include <glsort/glsort.h>\n" + RETURN.sub(lambda _: line, function)
               + "void use_it(glsort_context_desc* gl);\n"
               "void use_it(glsort_context_desc* gl) { gl->get_proc = find_gl; }\n")
    if not compiles(compiler, work / "loader.inc", program):
        sys.exit(f"the loader of {library} does not compile:\n{program}")


if __name__ == "__main__":
    main()
