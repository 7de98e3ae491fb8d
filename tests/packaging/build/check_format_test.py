#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Controls of check_format.py: what is too wide is found, and only the text of comments is
wrapped."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import check_format

WORDS = "word " * 17  # 85 columns with the last blank


class WideLines(unittest.TestCase):
    def run_check(self, name, text, *options):
        """What the check says of a tree with this file, and the file after it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            for file in (path, Path(folder) / "src" / "plain.c"):
                file.parent.mkdir(exist_ok=True)
                file.write_text(text if file == path else "int plain;\n", encoding="utf-8")
            said, failed = io.StringIO(), False
            with mock.patch.object(sys, "argv", ["check_format.py", "-", folder, *options]), \
                    contextlib.redirect_stdout(said):
                try:
                    check_format.main()
                except SystemExit:
                    failed = True
            self.assertEqual(bool(said.getvalue()), failed)
            return said.getvalue(), path.read_text(encoding="utf-8")

    def expect_fixed(self, text, wanted):
        said, fixed = self.run_check("src/a.c", text, "--fix")
        self.assertEqual(fixed, wanted)
        self.assertEqual(said, "")

    def expect_only_reported(self, text):
        said, fixed = self.run_check("src/a.c", text, "--fix")
        self.assertEqual(fixed, text)
        self.assertIn("a.c:1: ", said)

    def test_a_line_of_one_column_too_many_is_found_in_every_language(self):
        for name, most in (("src/a.c", 90), ("include/a.h", 90), ("tests/a.cpp", 90),
                           ("shaders/a.comp", 90), ("shaders/a.glsl", 90),
                           ("tests/a.py", 100), ("cmake/a.cmake", 100),
                           ("src/CMakeLists.txt", 100)):
            for columns in (most, most + 1):
                said, _ = self.run_check(name, "x" * columns + "\n")
                self.assertEqual(f"{name}:1: {most + 1} columns" in said, columns > most)

    def test_a_wide_comment_is_found_without_being_changed(self):
        text = f"// {WORDS}words\n"
        said, after = self.run_check("src/a.c", text)
        self.assertIn("a.c:1: 93 columns", said)
        self.assertEqual(after, text)

    def test_what_is_too_much_goes_to_the_next_line_and_on(self):
        self.expect_fixed(f"// {WORDS}more\n// {WORDS}x\n// end.\n//\n// Another.\n",
                          f"// {WORDS.strip()}\n// more {'word ' * 15}word\n"
                          "// word x end.\n//\n// Another.\n")

    def test_a_line_without_a_next_one_gets_one_of_its_indent(self):
        self.expect_fixed(f"    // {WORDS}\n    int x;\n".replace("word \n", "wordy\n"),
                          f"    // {'word ' * 15}word\n    // wordy\n    int x;\n")

    def test_a_block_comment_keeps_its_end_with_its_last_word(self):
        self.expect_fixed(f"/* {WORDS}x */\n", f"/* {WORDS.strip()}\n * x */\n")

    def test_items_of_a_list_keep_their_indent(self):
        self.expect_fixed(f"// - {WORDS}so\n//   on\n// - next\n",
                          f"// - {WORDS.strip()}\n//   so on\n// - next\n")
        self.expect_fixed(f"// - {WORDS}so\n// - next\n",
                          f"// - {WORDS.strip()}\n//   so\n// - next\n")

    def test_a_rule_of_dashes_is_cut(self):
        self.expect_fixed("// ---- title " + "-" * 80 + "\n",
                          "// ---- title " + "-" * 76 + "\n")

    def test_tables_code_and_comments_behind_code_are_only_reported(self):
        self.expect_only_reported(f"// | {WORDS}| x |\n")
        self.expect_only_reported(f"// name    {WORDS}\n".replace(" \n", "s\n"))
        self.expect_only_reported(f"int x; // {WORDS}\n".replace(" \n", "s\n"))
        self.expect_only_reported(f"*{'pointer = *' * 8} pointer;\n")
        self.expect_only_reported(f"* {WORDS}and words;\n")
        self.expect_only_reported(f"/* x */ {WORDS}and words;\n")
        self.expect_only_reported("// " + "x" * 100 + "\n")


if __name__ == "__main__":
    unittest.main()
