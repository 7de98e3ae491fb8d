#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The links of the documents, and the comments of the headers as Doxygen reads them. scripts/docs
itself fails on a warning of Doxygen's and on a dead link of the site.
"""
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs" / "site"))
import doxygen_filter  # noqa: E402


class Reference(unittest.TestCase):
    def test_every_comment_of_the_headers_is_documentation_and_no_code_is_lost(self):
        for path in sorted((ROOT / "include" / "glsort").glob("*.h")):
            header = path.read_text(encoding="utf-8")
            found = doxygen_filter.document(header)
            self.assertNotRegex(found, r"/\*(?!\*)", path.name)
            self.assertEqual(found.count("<pre>"), found.count("</pre>"), path.name)
            code = [re.sub(r"\s+", " ", re.sub(r"(?s)/\*.*?\*/", "", text))
                    for text in (header, found)]
            self.assertEqual(code[0], code[1], path.name)

    def test_every_constant_of_the_headers_has_a_comment(self):
        for path in sorted((ROOT / "include" / "glsort").glob("*.h")):
            lines = doxygen_filter.document(path.read_text(encoding="utf-8")).split("\n")
            for before, line in zip(lines, lines[1:]):
                if re.match(r"#define GLSORT_(?!API)\w+ \S", line) and "/**<" not in line:
                    self.assertRegex(before, r"^((?!/\*\*<).)*\*/$", f"{path.name}: {line}")


DOCUMENTS = [path for folder in ("", "docs", "python", "demos", "demos/*", ".github/*")
             for path in sorted(ROOT.glob(f"{folder}/*.md".lstrip("/")))]


def anchor_of(heading):
    """The anchor that GitHub and pandoc give a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def dead_links(paths):
    """Links of Markdown documents to a file or a heading that is not there."""
    dead, checked = [], 0
    for path in paths:
        for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
            place, _, anchor = link.partition("#")
            if ":" in place:
                continue
            checked += 1
            target = path.parent / place if place else path
            headings = (re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                        if anchor and target.exists() else [])
            if not target.exists() or anchor and anchor not in map(anchor_of, headings):
                dead.append(f"{path.name}: {link}")
    return dead if checked else ["no links"]


class Documents(unittest.TestCase):
    def test_their_links_lead_to_files_and_headings(self):
        self.assertEqual(dead_links(DOCUMENTS), [])


if __name__ == "__main__":
    unittest.main()
