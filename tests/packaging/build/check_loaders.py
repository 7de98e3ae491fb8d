#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the loaders of docs/install.md in C and in C++: its function find_gl, with the line that
its table has for each library. Those of a library whose header or compiler is missing are left out,
except the REQUIRED ones.

usage: check_loaders.py DOCUMENT WORK INCLUDE CC CXX
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

REQUIRED = {"GLFW", "EGL", "GLX"}
FUNCTION = re.compile(r"<!-- loader:[^>]*-->\s*```c\n(.*?)```", re.DOTALL)
ROW = re.compile(r"^\| (\w+) \| `(<[\w/.]+>)` \| `([^`]+)` \|$", re.MULTILINE)
RETURN = re.compile(r"return [^;]+;")


def compiles(compiler, path, text):
    path.write_text(text, encoding="utf-8")
    return subprocess.run([*compiler, "-fsyntax-only", path], check=False).returncode == 0


def main():
    document, work, include, *compilers = sys.argv[1:]
    text = Path(document).read_text(encoding="utf-8")
    function = FUNCTION.search(text)[1]
    rows = ROW.findall(text[text.index(function):])
    if not REQUIRED <= {library for library, _, _ in rows}:
        sys.exit(f"{document}: the table lacks one of {', '.join(REQUIRED)}")
    headers = Path(document).parents[1] / "build/headers/usr/include"  # by scripts/setup
    flags = ["-Wall", "-Wextra", "-Werror", f"-I{include}"]
    for folder in headers, headers / "SDL2", "/usr/include/SDL2", *headers.glob("*-linux-*"):
        flags += ["-isystem", str(folder)]
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    for library, header, line in rows:
        for name, language in zip(compilers, ("c", "c++")):
            if library == "WGL":
                name = "x86_64-w64-mingw32-" + ("gcc" if language == "c" else "g++")
            compiler = [name, f"-std={language}11", "-x", language, *flags]
            opening = f"#include {header}\n"
            if not shutil.which(name) or not compiles(compiler, work / "header.inc", opening):
                if library in REQUIRED:
                    sys.exit(f"{name} compiles no {header}; scripts/setup installs it")
                print(f"left out: {name} compiles no {header}")
                continue
            program = (opening + "#include <glsort/glsort.h>\n"
                       + RETURN.sub(lambda _, line=line: line, function)
                       + "void use_it(glsort_context_desc* gl);\n"
                       "void use_it(glsort_context_desc* gl) { gl->get_proc = find_gl; }\n")
            if not compiles(compiler, work / "loader.inc", program):
                sys.exit(f"the loader of {library} does not compile:\n{program}")


if __name__ == "__main__":
    main()
