#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C of the repository is as .clang-format says; lines of C, C++ and GLSL have at most 90
columns, those of Python and CMake 100. clang-format leaves comments alone, and cannot wrap
those with lists, so their lines are counted and wrapped here.

usage: check_format.py CLANG_FORMAT ROOT [--fix]
--fix formats the code and wraps the text of comments that is too wide. It only reports tables,
figures and other aligned lines, comments behind code, and whatever is no C, C++ or GLSL.
"-" as CLANG_FORMAT only counts and wraps.
"""

import re
import subprocess
import sys
from pathlib import Path

FORMATTED = ("include", "src", "tools", "demos", "examples", "bench", "tests", "web")
COUNTED = (*FORMATTED, "shaders", "cmake", "python")
C_SUFFIXES = {".c", ".h", ".cpp"}
COMMENT_SUFFIXES = C_SUFFIXES | {".comp", ".frag", ".vert", ".glsl"}
MOST = {suffix: 90 for suffix in COMMENT_SUFFIXES} | {".py": 100, ".cmake": 100}

# A line that is nothing but a comment: indent, mark, blanks, the sign of a list's item, text.
COMMENT = re.compile(r"(\s*)(//|/\*|\*)( +)((?:[-*]|\d+\.) +|)(\S.*)")
# "---- title -------", alone in a comment.
RULE = re.compile(r"(\s*(?://|/\*) -{2,} .+? )(-+)((?: \*/)?)")


def most_columns(path):
    return MOST[".cmake" if path.name == "CMakeLists.txt" else path.suffix]


def files_below(root, folders, suffixes):
    return [path for folder in folders for path in sorted((root / folder).rglob("*"))
            if path.suffix in suffixes]


def counted_files(root):
    lists = [root / "CMakeLists.txt"]
    lists += [path for folder in COUNTED for path in sorted((root / folder).rglob("*.txt"))]
    return [*files_below(root, COUNTED, MOST),
            *(path for path in lists if path.name == "CMakeLists.txt" and path.exists())]


def is_aligned(text):
    """Part of a table or figure, or of a macro: what is in it must stay in its column."""
    return re.search(r"\S {2,}\S|^\||\|$|-{3}|={3}|\\$", text.removesuffix("*/").rstrip())


class Line:
    """A line of a file, and whether it is the text of a comment that may be wrapped."""

    def __init__(self, whole, in_block):
        match = COMMENT.fullmatch(whole)
        self.whole = whole
        self.text = None
        if not match or (match[2] == "*") != in_block or is_aligned(match[5]):
            return
        if match[2] != "//" and "*/" in match[5].removesuffix("*/"):
            return  # code behind a comment
        indent, mark, blanks, item, self.text = match.groups()
        self.is_item = bool(item)
        self.head = indent + mark + blanks + item
        self.next_head = indent + (" *" if mark == "/*" else mark) + blanks + " " * len(item)

    def goes_on_in(self, other):
        return other.text is not None and not other.is_item and other.head == self.next_head

    def set_text(self, text):
        self.text = text
        self.whole = self.head + text


def lines_of(text):
    in_block = False
    for whole in text.split("\n"):
        yield Line(whole, in_block)
        in_block = "*/" not in whole and (in_block or whole.lstrip().startswith("/*"))


def wrapped(text, most):
    """The file's text with what is beyond the last column moved to the next line of the
    same paragraph, or to a new one."""
    done, rest = [], list(lines_of(text))
    while rest:
        line = rest.pop(0)
        done.append(line)
        rule = RULE.fullmatch(line.whole)
        too_many = len(line.whole) - most
        if rule and 0 < too_many < len(rule[2]):
            line.whole = rule[1] + rule[2][too_many:] + rule[3]
        elif line.text is not None and too_many > 0:
            # The end of a comment stays with its last word.
            text = re.sub(r" \*/$", "\0*/", line.text)
            cut = text.rfind(" ", 0, most - len(line.head) + 1)
            if cut > 0:
                beyond = text[cut + 1:].replace("\0", " ")
                line.set_text(text[:cut])
                if rest and line.goes_on_in(rest[0]):
                    rest[0].set_text(f"{beyond} {rest[0].text}")
                else:
                    # Made by hand, since a word may look like the sign of an item.
                    rest.insert(0, Line("", False))
                    rest[0].is_item = False
                    rest[0].head = rest[0].next_head = line.next_head
                    rest[0].set_text(beyond)
    return "\n".join(line.whole for line in done)


def fix(program, root, formatted):
    for path in files_below(root, COUNTED, COMMENT_SUFFIXES):
        text = path.read_text(encoding="utf-8")
        better = wrapped(text, most_columns(path))
        if better != text:
            path.write_text(better, encoding="utf-8")
    if program != "-":
        subprocess.run([program, "-i", *formatted], check=True)


def check_format(program, formatted):
    if program == "-":
        return True
    result = subprocess.run([program, "--dry-run", "-Werror", *formatted],
                            capture_output=True, text=True, check=False)
    places = re.findall(r"^(.*?):(\d+):\d+: ", result.stderr, flags=re.M)
    for name in dict.fromkeys(name for name, _ in places):
        lines = list(dict.fromkeys(line for other, line in places if other == name))
        print(f"{name}: format of line {', '.join(lines[:8])}{' ...' * (len(lines) > 8)}")
    return result.returncode == 0


def check_columns(files):
    faults = 0
    for path in files:
        most = most_columns(path)
        for at, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if len(line) > most:
                faults += 1
                print(f"{path}:{at}: {len(line)} columns, at most {most}")
    return faults == 0


def main():
    program, root = sys.argv[1], Path(sys.argv[2])
    formatted = [str(path) for path in files_below(root, FORMATTED, C_SUFFIXES)]
    if not formatted:
        sys.exit(f"{root}: no files")
    if "--fix" in sys.argv[3:]:
        fix(program, root, formatted)
    is_formatted = check_format(program, formatted)
    if not check_columns(counted_files(root)) or not is_formatted:
        sys.exit(f"to repair what can be: {sys.argv[0]} {program} {root} --fix")


if __name__ == "__main__":
    main()
