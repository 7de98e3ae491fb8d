#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example in the opening comment of a public header compiles, inside a C file that
declares what it uses and includes it as "example.inc".

usage: check_example.py HEADER SOURCE WORK -- CC [FLAGS]
"""

import re
import subprocess
import sys
from pathlib import Path


def example_of(text):
    """The first lines of the opening comment after 'Example:' that are indented as code."""
    comment = text[:text.index("*/")]
    code = re.search(r"(?m)(?:^ \*     .*\n(?:^ \*\n)*)+", comment[comment.index("Example:"):])
    return [line[3:] for line in code.group().split("\n")]


def main():
    header, source, work, dashes, *compiler = sys.argv[1:]
    if dashes != "--":
        sys.exit(__doc__)
    lines = example_of(Path(header).read_text(encoding="ascii"))
    Path(work).mkdir(parents=True, exist_ok=True)
    (Path(work) / "example.inc").write_text("\n".join(lines) + "\n", encoding="ascii")
    if not any("_run(" in line for line in lines):
        sys.exit(f"{header}: the example runs nothing")
    subprocess.run([*compiler, f"-I{work}", "-fsyntax-only", source], check=True)
    print(f"{header}: {len(lines)} lines compile")


if __name__ == "__main__":
    main()
