#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The links of the documents, and the parts of scripts/docs that are ours: what Doxygen reads
of a header, and the check of a site's links."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs" / "site"))
import check_links  # noqa: E402
import doxygen_filter  # noqa: E402

HEADER = """/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_x.h: what it is for.
 *   name    in columns
 *           that go on
 * and text again. Example:
 *     int code = 5 % 3;
 *
 *     code("%s", a < b);
 */
#define A 1 /* a number */

/* What to do. */
#define GLSORT_B (1u << 0)
#define GLSORT_C (1u << 1)
#define GLSORT_D (1u << 2) /* of its own */
/* ---- a section ---- */

/* About the section, of no declaration. */

/* Does `it`. Errors: ARGUMENT  a is NULL
 *         RANGE     a is 100 %
 * GL context: none. Cost: none. */
GLSORT_API int glsort_a(int a);
GLSORT_API int glsort_b(int b);
"""

DOCUMENTED = """/** @file
What it is for.
<pre>
name    in columns
        that go on
</pre>
and text again. Example:
<pre>
int code = 5 \\% 3;

code("%s", a &lt; b);
</pre> */
#define A 1 /**< a number */

/** What to do. */
#define GLSORT_B (1u << 0)
#define GLSORT_C (1u << 1) /**< See GLSORT_B. */
#define GLSORT_D (1u << 2) /**< of its own */


/** @file
@par a section
About the section, of no declaration. */

/** Does <code>it</code>.

<b>Errors:</b>
<pre>
ARGUMENT  a is NULL
RANGE     a is 100 \\%
</pre>

<b>GL context:</b>
none.

<b>Cost:</b>
none. */
GLSORT_API int glsort_a(int a);
/** @copydoc glsort_a */
GLSORT_API int glsort_b(int b);
"""


class Reference(unittest.TestCase):
    def test_comments_become_documentation_and_columns_stay(self):
        found = doxygen_filter.document(HEADER)
        self.assertEqual(found, DOCUMENTED)

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


class Documents(unittest.TestCase):
    def test_their_links_lead_to_files_and_headings(self):
        checked = 0
        for path in DOCUMENTS:
            for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
                place, _, anchor = link.partition("#")
                if ":" in place:
                    continue
                target = path.parent / place if place else path
                self.assertTrue(target.exists(), f"{path.name}: {link}")
                if anchor:
                    headings = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                    self.assertIn(anchor, [anchor_of(text) for text in headings], path.name)
                checked += 1
        self.assertGreater(checked, 40)

    def test_the_readme_is_read_at_one_go_and_the_changelog_is_a_page(self):
        for name, least, most in ("README.md", 150, 200), ("CHANGELOG.md", 30, 135):
            lines = (ROOT / name).read_text(encoding="utf-8").count("\n")
            self.assertTrue(least <= lines <= most, f"{name}: {lines} lines")

    def test_paragraphs_about_the_inside_are_short(self):
        text = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")
        for paragraph in re.split(r"\n\s*\n|\n(?= *[-*] |\d+\. )", text):
            if not paragraph.startswith(("```", "|")):
                self.assertLessEqual(len(paragraph.strip().splitlines()), 8, paragraph)

    def test_a_fork_runs_what_continuous_integration_runs(self):
        workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
        self.assertRegex(workflow, r"(?m)^ +run: \.ci/run$")
        self.assertTrue((ROOT / ".ci/run").stat().st_mode & 0o100)


class Links(unittest.TestCase):
    def faults(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder).resolve()
            for name, text in pages.items():
                (site / f"{name}.html").write_text(text, encoding="utf-8")
            return check_links.check(site)[0]

    def test_a_site_without_faults_has_none(self):
        self.assertEqual(self.faults(
            index='<a href="b.html#x">b</a> <a href="#y" id="y">y</a>'
                  '<a href="https://example.org/">out</a>',
            b='<h1 id="x"></h1><img src="index.html">'), [])

    def test_each_kind_of_fault_is_found(self):
        self.assertEqual(self.faults(index='<a href="gone.html">b</a>'),
                         ["index.html: gone.html leads nowhere"])
        self.assertEqual(self.faults(index='<img src="/etc/passwd">'),
                         ["index.html: /etc/passwd leads nowhere"])
        self.assertEqual(self.faults(index='<a href="#gone">b</a>'),
                         ["index.html: #gone names no anchor"])
        self.assertEqual(self.faults(index="", b=""), ["b.html: nothing links to it"])


if __name__ == "__main__":
    unittest.main()
