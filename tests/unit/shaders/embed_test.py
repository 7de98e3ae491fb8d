#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What embed_shaders.py does with good and bad shaders, and that validate.py finds faults.

usage: embed_test.py EMBED_SHADERS VALIDATE GLSLANG_VALIDATOR
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EMBED, VALIDATE, GLSLANG = "", "", ""

COMMON = """#ifndef COMMON_H
#define COMMON_H
#ifndef GLSORT_GLSL
#include <stdint.h>
#endif
#define SIZE 64
#endif
"""
PASS = """#include "shared/common.h"
#include "lib/twice.glsl"
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
void main() { keys[0] = twice(uint(FIRST) + uint(SECOND)); }
"""
TWICE = '#include "shared/common.h"\nuint twice(uint a) { return 2u * a; }\n'


class Embed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name) / "shaders"
        self.out = Path(self.folder.name) / "out"
        (self.root / "lib").mkdir(parents=True)
        (self.root / "shared").mkdir()
        self.write("shared/common.h", COMMON)
        self.write("lib/twice.glsl", TWICE)
        self.write("add.comp", PASS)
        self.manifest(name="add", file="add.comp", apis=["gl430"],
                      defines={"FIRST": 2, "SECOND": 2})

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        (self.root / name).write_bytes(text.encode("utf-8"))

    def manifest(self, **program):
        self.write("manifest.json", json.dumps({"programs": [program]}))

    def embed(self, *options):
        return subprocess.run([sys.executable, EMBED, "--root", self.root, *options],
                              capture_output=True, text=True, check=False)

    def expand(self, api="gl430"):
        result = self.embed("--expand", self.out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return {path.name: path.read_text() for path in self.out.glob(f"*.{api}.*.comp")}

    def expect_refusal(self, words):
        result = self.embed("--out", self.out)
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stderr, words)
        self.assertNotIn("Traceback", result.stderr)

    def test_a_variant_has_each_include_once_and_a_value_of_each_define(self):
        self.manifest(name="add", file="add.comp", apis=["gl430"],
                      defines={"SIZE_OF": [8, 64], "SHAPE": 3})
        texts = self.expand()
        self.assertEqual(len(texts), 6)
        text = texts["add.gl430.5.comp"]
        self.assertTrue(text.startswith("#version 430 core\n"))
        self.assertIn("#define SIZE_OF 64\n#define SHAPE 2\n", text)
        self.assertEqual(text.count("#define SIZE 64"), 1)
        self.assertNotIn("#include", text)

    def test_what_never_occurs_is_not_built(self):
        self.manifest(name="add", file="add.comp", apis=["gl430"],
                      defines={"FIRST": 2, "SECOND": 3}, never=[{"FIRST": 1, "SECOND": 0}])
        texts = self.expand()
        self.assertEqual(len(texts), 5)
        self.assertIn("#define FIRST 0\n#define SECOND 1\n", texts["add.gl430.1.comp"])
        self.assertNotIn("#define FIRST 1\n#define SECOND 0\n", "".join(texts.values()))
        self.embed("--out", self.out)
        self.assertIn("{0, 255, 1, 2, 3, 4}", (self.out / "shader_ids.h").read_text())

    def test_compute_shaders_are_built_for_es_but_for_what_only_desktop_gl_has(self):
        self.manifest(name="add", file="add.comp", apis=["gl430"],
                      defines={"FIRST": 2, "SECOND": 2}, desktop=[{"FIRST": 1, "SECOND": 0}])
        self.assertEqual(len(self.expand()), 4)
        texts = self.expand("es310")
        self.assertEqual(sorted(texts), [f"add.es310.{at}.comp" for at in (0, 2, 3)])
        self.assertTrue(texts["add.es310.0.comp"].startswith("#version 310 es\n"))
        self.assertIn("apis_add[] = {9, 1, 9, 9};", self.table())

    def table(self):
        result = self.embed("--out", self.out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return (self.out / "shader_table.c").read_text()

    def test_every_file_read_is_a_dependency(self):
        depfile = Path(self.folder.name) / "deps"
        self.embed("--out", self.out, "--depfile", depfile)
        rule = depfile.read_text()
        for name in ("add.comp", "lib/twice.glsl", "shared/common.h"):
            self.assertIn(str(self.root / name), rule)
        self.assertTrue(rule.startswith(str(self.out / "shader_table.c") + ":"))

    def test_the_hash_follows_every_include_but_no_comment(self):
        def digest():
            return re.search(r'glsort_shader_hash\[\] = "(\w{64})"', self.table()).group(1)
        before = digest()
        self.assertEqual(before, digest())
        self.write("shared/common.h", COMMON + "// The end.\n")
        self.assertEqual(before, digest())
        self.write("shared/common.h", "\n" + COMMON)  # another #line
        moved = digest()
        self.write("shared/common.h", COMMON.replace("64", "32"))
        self.assertEqual(len({before, moved, digest()}), 3)

    def test_a_missing_include_and_text_outside_ascii_are_named_with_their_place(self):
        self.write("lib/twice.glsl", '\n#include "lib/nowhere.glsl"\n')
        self.expect_refusal(r"lib/twice\.glsl:2: no such file: .*nowhere\.glsl")
        self.write("add.comp", "// \u00bd\n" + PASS)
        self.expect_refusal("add.comp: byte 3 is not ASCII")

    def test_a_broken_manifest_is_refused(self):
        good = {"name": "add", "file": "add.comp", "apis": ["gl430"], "defines": {}}
        for bad, words in (({"apis": ["gl210"]}, "unknown API: gl210"),
                           ({"vertex": "v.vert"}, "vertex shader exactly if it draws"),
                           ({"colour": 1}, "unknown field: colour"),
                           ({"defines": {"SIZE": [4, 4]}}, "two or more different"),
                           ({"defines": {"SIZE": 256}}, "has 256 variants"),
                           ({"never": [{"SIZE": 1}]}, "SIZE 1 under never, which is not a value")):
            self.manifest(**{**good, **bad})
            self.expect_refusal(words)

    def validate(self):
        return subprocess.run([sys.executable, VALIDATE, "--glslang", GLSLANG, "--embed",
                               EMBED, "--root", self.root, "--work", self.out],
                              capture_output=True, text=True, check=False)

    def test_a_fault_in_one_variant_is_found_and_placed(self):
        result = self.validate()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.write("lib/twice.glsl",
                   TWICE + "#if FIRST && SECOND\nuint broken = nothing;\n#endif\n")
        result = self.validate()
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"add\.gl430\.3: .*lib/twice\.glsl:4:")
        self.assertNotIn("add.gl430.2", result.stdout)


if __name__ == "__main__":
    EMBED, VALIDATE, GLSLANG = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
