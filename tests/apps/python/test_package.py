#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The installed package as a whole: its version, its page, its example.

usage: test_package.py SOURCE [unittest options]"""
import doctest
import inspect
import re
import subprocess
import sys
import tempfile
import typing
import unittest
from pathlib import Path

import glsort
from glsort import _binding
from glsort._binding import ffi, lib
from PIL import Image

SOURCE = Path(sys.argv.pop(1))


class Package(unittest.TestCase):
    def test_the_version_and_the_functions_are_those_of_the_headers(self):
        headers = "".join(path.read_text() for path in
                          (SOURCE / "include" / "glsort").glob("*.h"))
        numbers = re.findall(r"#define GLSORT_VERSION_[A-Z]+ (\d+)", headers)
        self.assertEqual(glsort.__version__, ".".join(numbers))
        functions = re.findall(r"(?m)^GLSORT_API .*?\b(glsort_\w+)\(", headers)
        self.assertGreater(len(functions), 40)
        for name in functions:
            self.assertEqual(ffi.typeof(getattr(lib, name)).kind, "function", name)

    def test_parameters_are_the_fields_of_the_structs(self):
        # The fields of the tuning are parameters, but for the sizes of trees. The number of
        # sources is that of the list.
        left_out = {"tuning", "source_count"}
        for owner, desc, args in ((glsort.Plan, "sort_desc", "sort_args"),
                                  (glsort.Segments, "segments_desc", "segments_args"),
                                  (glsort.Order, "order_desc", "order_args")):
            for method, name in ((owner.__init__, desc), (owner.run, args)):
                fields = {field for field, _ in ffi.typeof(f"glsort_{name}").fields}
                missing = fields - set(inspect.signature(method).parameters)
                self.assertEqual(missing - left_out, set(), name)

    def test_words_of_the_annotations_are_those_of_the_headers(self):
        for owner, desc, args in ((glsort.Context, "context_desc", None),
                                  (glsort.Plan, "sort_desc", "sort_args"),
                                  (glsort.Segments, "segments_desc", "segments_args"),
                                  (glsort.Order, "order_desc", "order_args")):
            for method, name in ((owner.__init__, desc), (getattr(owner, "run", None), args)):
                if name:
                    self.compare_hints(method, f"glsort_{name}")

    def compare_hints(self, method, struct):
        kinds = {field: each.type for field, each in
                 ffi.typeof(struct).fields + ffi.typeof("glsort_tuning").fields}
        for name, hint in typing.get_type_hints(method).items():
            kind = kinds.get(name)
            bits = _binding._PREFIXES.get((struct, name), "GLSORT_CONSUMER_")
            if kind and kind.kind == "enum":
                self.assertEqual(set(typing.get_args(hint)),
                                 set(_binding._words(list(kind.relements))), name)
            elif name in ("flags", "textures", "consumers"):
                known = [each for each in dir(lib) if
                         re.fullmatch(bits + _binding._FLAG, each)]
                self.assertEqual(set(typing.get_args(typing.get_args(hint)[0])),
                                 set(_binding._words(known, bits)), name)

    def test_the_package_has_a_licence_and_type_hints(self):
        folder = Path(glsort.__file__).parent
        self.assertIn("MIT", (folder / "LICENSE").read_text())
        self.assertTrue((folder / "py.typed").exists())

    def test_the_page_says_what_happens(self):
        result = doctest.testfile(str(SOURCE / "python" / "README.md"), module_relative=False)
        self.assertGreater(result.attempted, 10)
        self.assertEqual(result.failed, 0)

    def test_the_lines_of_the_page_for_installing_say_what_happens(self):
        page = (SOURCE / "docs" / "install.md").read_text()
        block = re.search(r"```python\n(.*?)```", page, re.DOTALL)
        names = {}
        exec(block[1], names)
        said = re.search(r"# \[(.*)\]", block[1])[1]
        self.assertEqual(names["order"].tolist(), [int(word) for word in said.split(",")])

    def test_the_example_draws_what_is_in_front_last(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, SOURCE / "python" / "examples" / "particles.py"],
                           cwd=folder, check=True, timeout=1500)
            image = Image.open(Path(folder) / "particles.png")
            image.load()
        self.assertEqual(image.size, (640, 640))
        # Where the knot crosses itself: the strands in front, and the background.
        for at, leads in (((235, 145), "B"), ((335, 365), "B"), ((285, 465), "R")):
            red, green, blue = image.resize((128, 128), Image.BOX).getpixel(
                (at[0] // 5, at[1] // 5))
            channels = {"R": red, "G": green, "B": blue}
            self.assertEqual(max(channels, key=channels.get), leads, (at, channels))
        self.assertEqual(image.getpixel((5, 5)), (0, 0, 0))


if __name__ == "__main__":
    unittest.main()
