# SPDX-License-Identifier: MIT
"""take_programs.py: what it takes out of a document, and what it refuses."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = None
DOCUMENT = """# A page

<!-- page, first: why it is here -->
```c
int a;
```

<!-- page, second -->
```glsl
void main() {} // "here"
```

<!-- other, frame -->
```c
int b;
```
"""


class TakePrograms(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def take(self, text, *options):
        self.path("page.md").write_text(text, encoding="utf-8")
        return subprocess.run([sys.executable, "-B", SCRIPT, self.path("page.md"), *options],
                              capture_output=True, text=True, check=False)

    def test_c_is_taken_as_it_is_and_glsl_as_a_string(self):
        done = self.take(DOCUMENT, "page", "--to", self.path("out"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.path("out").read_text(encoding="utf-8"),
                         'int a;\n\nstatic const char second[] =\n'
                         '    "void main() {} // \\"here\\"\\n";\n')

    def test_code_without_a_marker_is_found(self):
        done = self.take(DOCUMENT, "page", "--to", self.path("out"), "--every")
        self.assertIn("a block of code without a marker", done.stderr)
        alone = DOCUMENT[:DOCUMENT.index("<!-- other")]
        done = self.take(alone, "page", "--to", self.path("out"), "--every")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_two_blocks_of_one_name_and_none_at_all_are_refused(self):
        for text in (DOCUMENT.replace("second", "first"), "nothing"):
            done = self.take(text, "page", "--to", self.path("out"))
            self.assertIn("no blocks of page, or two of one name", done.stderr)

    def test_a_frame_is_looked_for_in_comments(self):
        self.path("a.h").write_text("/* As here:\n *     int b;\n */\n", "utf-8")
        self.assertEqual(
            self.take(DOCUMENT, "other", "--frame-in", self.path("a.h")).returncode, 0)
        self.path("b.h").write_text("/* As here:\n *     int c;\n */\n", "utf-8")
        done = self.take(DOCUMENT, "other", "--frame-in", self.path("b.h"))
        self.assertIn("does not hold the frame", done.stderr)


if __name__ == "__main__":
    SCRIPT = sys.argv.pop(1)
    unittest.main(verbosity=2)
