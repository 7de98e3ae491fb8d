#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Doxygen reads in place of a public header: the comments, which are plain C there, as
documentation comments. Text stays text; code, lists of errors and other lines in columns
keep their lines.

usage: doxygen_filter.py HEADER
"""
import re
import sys
import textwrap
from pathlib import Path

COMMENT = re.compile(r"^(?P<code>[^\n]*?)(?P<comment>/\*.*?\*/)(?P<after>\n\n?|)",
                     re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"/\* -{4,} (.+?) -{4,} \*/")
LABEL = re.compile(r"(?:Errors|GL context|GL state|Lifetime|Cost)\b[^.:]*:")
TOGETHER = re.compile(r"(glsort_\w+)(\([^;]*\);\n)(?=GLSORT_API )")
# Flags below the one that has the comment of all.
FLAGS = re.compile(r"^#define (GLSORT_\w+) [^/\n]*\n((?:#define GLSORT_\w+ [^/\n]*\n)+)",
                   re.MULTILINE)


def lines_of(comment):
    """The text of a comment, with each label at the start of a line."""
    text = re.sub(r"(?m)^ *\*(?!/) ?", "", comment[2:-2]).strip("\n ")
    text = re.sub(rf"(?<=\.) (?={LABEL.pattern})", "\n", text)
    return [line.rstrip() for line in text.splitlines()]


def escaped(line):
    """The line without marks that Doxygen would obey; in quotes it obeys none."""
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r'("[^"]*")|([\\@#%])', lambda at: at[1] or "\\" + at[2], line)


def keeps_its_line(line, after_kept, after_blank):
    """True for code, for columns, and for what continues either."""
    if re.search(r"\S {2,}\S", line) or line.startswith(("|", "    ")):
        return True
    return line.startswith("  ") and (after_kept or after_blank)


def blocks_of(comment):
    """Runs of lines that are all kept or all text, each as (kept, lines). A label is a run
    of its own."""
    runs = [(False, [])]
    for line in lines_of(comment):
        label = LABEL.match(line)
        if label:
            runs += [(False, ["", f"<b>{label[0]}</b>"]), (False, [])]
            line = " " * label.end() + line[label.end():]
        before, lines = runs[-1]
        kept = keeps_its_line(line.lstrip() if label else line, before,
                              lines and not lines[-1])
        if line and kept != before:
            runs.append((kept, []))
        runs[-1][1].append(escaped(line.lstrip() if label and not kept else line))
    return [(kept, lines) for kept, lines in runs if lines]


def documentation(comment):
    """The comment in Doxygen's commands."""
    out = []
    for kept, lines in blocks_of(comment):
        text = "\n".join(lines)
        if kept:
            text = textwrap.dedent(text).strip("\n")
            out.append(f"<pre>\n{text}\n</pre>")
        else:
            out.append(re.sub("`([^`]+)`", r"<code>\1</code>", text))
    return "\n".join(out)


def document(header):
    title = None
    is_first = True

    def replace(found):
        nonlocal title, is_first
        code, comment, after = found["code"], found["comment"], found["after"]
        section = SECTION.fullmatch(comment)
        if section:
            title = section[1]
        if section or "clang-format" in comment:
            return code + after
        if code.strip():
            return f"{code}/**< {documentation(comment)} */{after}"
        if is_first:
            is_first = False
            text = re.sub(r"SPDX.*\n.*authors\n \*\n \* (?:glsort(?:_\w+\.h)?: )?(.)",
                          lambda at: at[1].upper(), comment)
            return f"/** @file\n{documentation(text)} */{after}"
        if after == "\n\n":  # it belongs to no declaration
            return f"/** @file\n@par {title}\n{documentation(comment)} */{after}"
        return f"{code}/** {documentation(comment)} */{after}"

    def refer(found):
        first, others = found[1], found[2]
        heading = found[0][:-len(others)]
        return heading + others.replace("\n", f" /**< See {first}. */\n")

    text = FLAGS.sub(refer, COMMENT.sub(replace, header))
    return TOGETHER.sub(r"\1\2/** @copydoc \1 */\n", text)


if __name__ == "__main__":
    sys.stdout.write(document(Path(sys.argv[1]).read_text(encoding="utf-8")))
