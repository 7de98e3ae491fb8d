#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Segments on the command line: each is what Python's stable sort makes of it; plans and times
of them."""
import json
import os

import program
from program import Case, argsorted, npy, npy_parts, random_keys, raw, text, words

NO_GPU = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null"}
LENGTHS = (3, 0, 70, 1, 1024, 1025, 0, 2, 5000, 17)
FIRST = 5  # keys before the first segment


def offsets_of(lengths, first=FIRST):
    offsets = [first]
    for length in lengths:
        offsets.append(offsets[-1] + length)
    return offsets


def expected(keys, kind, offsets, descending=False):
    """The place that each key comes from."""
    places = list(range(len(keys)))
    for first, end in zip(offsets, offsets[1:]):
        places[first:end] = [first + at for at in
                             argsorted(keys[first:end], kind, descending)]
    return places


class Segments(Case):
    def setUp(self):
        super().setUp()
        self.offsets = offsets_of(LENGTHS)
        self.file = self.write("offsets.txt", text(self.offsets, "u32"))

    def keys(self, kind):
        return random_keys(self.offsets[-1] + 9, kind, nans=True)  # 9 behind the last one

    def test_every_segment_is_sorted_by_itself(self):
        for kind in ("u32", "f32", "i64", "u16"):
            for options in ([], ["--descending"]):
                with self.subTest(kind=kind, options=options):
                    keys = self.keys(kind)
                    output = self.good("sort", "--format", "raw", "--type", kind,
                                       "--segments", self.file, "-e", *options,
                                       data=raw(keys, kind))
                    places = expected(keys, kind, self.offsets, bool(options))
                    self.assertEqual(words(output, kind), [keys[at] for at in places])

    def test_indices_count_from_the_first_key(self):
        keys = self.keys("u32")
        places = expected(keys, "u32", self.offsets)
        command = ["sort", "--format", "raw", "--argsort", "-e", "--segments", self.file]
        self.assertEqual(words(self.good(*command, data=raw(keys)), "u64"), places)

    def test_offsets_come_in_every_format(self):
        keys = self.keys("u32")
        sorted_keys = [keys[at] for at in expected(keys, "u32", self.offsets)]
        source = self.write("keys.npy", npy(keys))
        files = [self.write("offsets.raw", raw(self.offsets)), "-"]
        files += [self.write(f"{kind}.npy", npy(self.offsets, kind))
                  for kind in ("u16", "u32", "i32", "u64", "i64")]
        for file in files:
            with self.subTest(file=file):
                self.good("sort", source, "--segments", file, "-o", self.path("out.npy"),
                          data=self.read("offsets.txt"))
                self.assertEqual(npy_parts(self.read("out.npy"))[1], sorted_keys)
        for options in (("--api", "gl3.3"), ("--backend", "fragment")):
            self.good("sort", source, "--segments", self.file, *options,
                      "-o", self.path("out.npy"))
            self.assertEqual(npy_parts(self.read("out.npy"))[1], sorted_keys)

    def test_bits_and_times_are_those_of_sorts(self):
        keys = [at * 2654435761 % 2**32 for at in range(self.offsets[-1])]
        low = [key >> 4 & 15 for key in keys]
        status, output, error = program.run(
            "sort", "--format", "raw", "--bits", "4..7", "--segments",
            self.file, "-e", "-t", data=raw(keys))
        self.assertEqual((status, error.splitlines()[0].split()[:2]), (0, ["keys", "clock"]))
        self.assertEqual(words(output),
                         [keys[at] for at in expected(low, "u32", self.offsets)])

    def test_segments_may_be_empty_and_keys_in_none(self):
        file = self.write("none.txt", b"2\n2\n2\n")
        self.assertEqual(self.good("sort", "--segments", file, data=b"3\n2\n1\n"),
                         b"3\n2\n1\n")
        self.assertEqual(self.good("sort", "--argsort", "--segments", file,
                                   data=b"3\n2\n1\n"), b"0\n1\n2\n")
        file = self.write("zeros.txt", b"0\n0\n")
        self.assertEqual(self.good("sort", "--segments", file), b"")

    def test_a_wrong_result_is_found(self):
        file = self.write("few.txt", b"2\n5\n5\n12\n")
        keys = text(range(20, 0, -1), "u32")
        status, output, error = program.run("sort", "-e", "--segments", file, data=keys,
                                            broken=True)
        self.assertEqual((status, output), (1, b""))
        self.assertIn("verification failed", error)
        self.assertIn("segment 0 of 3", error)


class Plans(Case):
    def plan(self, *arguments):
        return json.loads(self.good("plan", "--json", *arguments, env=NO_GPU))

    def test_a_plan_says_its_segments(self):
        plan = self.plan("--segments", "7x2049", "--values", "u32")
        self.assertEqual((plan["segments"], plan["longest"], plan["count"]), (7, 2049, 7 * 2049))

    def test_a_count_and_options_may_be_given(self):
        plan = self.plan("5000", "--segments", "1000x64", "--type", "f64", "--descending")
        self.assertEqual((plan["count"], plan["type"], plan["order"]),
                         (5000, "f64", "descending"))
        plan = self.plan("--segments", "100x64", "--backend", "fragment")
        self.assertEqual((plan["backend"], plan["passes"][0]["purpose"]),
                         ("fragment", "upload offsets"))
        plan = self.plan("--segments", "100x64", "--alive", "6400")
        self.assertEqual(plan["passes"][0]["purpose"], "prepare count")

    def test_the_text_begins_with_the_segments(self):
        output = self.good("plan", "--segments", "65536x32", env=NO_GPU).decode()
        self.assertEqual(output.splitlines()[0],
                         "segmented sort on compute: 65536 segments of up to 32 keys, in "
                         "all 2097152 u32 keys, ascending, values none")


class Times(Case):
    def test_shapes_are_timed_and_checked(self):
        rows = json.loads(self.good("bench", "--segments", "30x32,3x1100", "--json"))
        self.assertEqual([(row["shape"], row["segments"], row["longest"], row["elements"])
                          for row in rows],
                         [("30x32", 30, 32, 960), ("3x1100", 3, 1100, 3300)])
        for row in rows:
            self.assertGreater(row["ms"], 0)
            self.assertGreater(row["known_length_ms"], 0)
            self.assertGreater(row["nearest_8_ms"], 0)
        lines = self.good("bench", "--segments", "7x9", "--api", "gl3.3").decode()
        self.assertEqual([line.split()[0] for line in lines.splitlines()],
                         ["shape", "7x9"])


if __name__ == "__main__":
    program.main()
