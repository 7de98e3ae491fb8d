#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example in the opening comment of glsort_arrays.h compiles.

usage: check_example.py HEADER CC [FLAGS]
"""

import re
import subprocess
import sys
from pathlib import Path

PROGRAM = """#include <stdio.h>
#include <glsort/glsort_arrays.h>
#define GL_SHADER_STORAGE_BARRIER_BIT 0x2000
void glMemoryBarrier(unsigned barriers);
enum { WIDTH = 1280, HEIGHT = 720, NODES = 1 << 22 };
void run_example(glsort_context* context, unsigned heads, unsigned nodes, unsigned used,
                 unsigned offsets, unsigned keys, unsigned sorted);
void run_example(glsort_context* context, unsigned heads, unsigned nodes, unsigned used,
                 unsigned offsets, unsigned keys, unsigned sorted)
{
"""


def main():
    header, *compiler = sys.argv[1:]
    text = Path(header).read_text(encoding="ascii")
    comment = text[text.index("Example:"):text.index("*/")]
    code = re.search(r"(?m)(?:^ \*     .*\n(?:^ \*\n)*)+", comment)
    lines = [line[3:] for line in code.group().split("\n")]
    if not any("_run(" in line for line in lines):
        sys.exit(f"{header}: the example runs nothing")
    subprocess.run([*compiler, "-fsyntax-only", "-x", "c", "-"], check=True, text=True,
                   input=PROGRAM + "\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
