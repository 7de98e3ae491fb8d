#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort sort gives what Python's stable sort gives, in every format and on every
path."""
import os
import random

import program
from program import Case, argsorted, npy, npy_parts, random_keys, raw, text, text_keys, words

KINDS = ("u32", "i32", "f32", "u64", "i64", "f64", "u16")

# API, backend, algorithm
WAYS = (("gl4.3", "compute", "abisort-tree"), ("gl4.3", "fragment", "abisort"),
        ("gl3.3", "auto", "bitonic"), ("gles3.0", "auto", "abisort"))


class Formats(Case):
    def expected(self, keys, kind, descending, argsort):
        places = argsorted(keys, kind, descending)
        return places if argsort else [keys[at] for at in places]

    def arguments(self, kind, descending, argsort):
        options = ["--type", kind]
        options += ["--descending"] if descending else []
        return options + (["--argsort"] if argsort else [])

    def cases(self):
        for kind in KINDS:
            for descending, argsort in ((False, False), (True, False), (True, True)):
                yield kind, descending, argsort

    def test_text_files_and_npy_files_which_say_their_type_are_sorted(self):
        for kind, descending, argsort in self.cases():
            with self.subTest(kind=kind, descending=descending, argsort=argsort):
                options = self.arguments(kind, descending, argsort)
                to = "u64" if argsort else kind
                keys = random_keys(1025, kind)
                expected = self.expected(keys, kind, descending, argsort)
                output = self.good("sort", *options, data=text(keys, kind))
                self.assertEqual(text_keys(output, to), expected)
                source = self.write("keys.npy", npy(keys, kind, version=1 + descending))
                self.good("sort", source, "-o", self.path("sorted.npy"), *options[2:])
                self.assertEqual(npy_parts(self.read("sorted.npy")),
                                 (program.DESCRIPTORS[to], expected))
                keys = random_keys(3001, kind, nans=True)
                source = self.write("keys.raw", raw(keys, kind))
                output = self.good("sort", source, "-o", self.path("sorted.bin"), *options)
                self.assertEqual((output, words(self.read("sorted.bin"), to)),
                                 (b"", self.expected(keys, kind, descending, argsort)))
                self.assertEqual(self.read("keys.raw"), raw(keys, kind))

    def test_formats_can_be_named_and_mixed(self):
        keys = random_keys(100, "i32")
        expected = self.expected(keys, "i32", False, False)
        data = self.write("no_ending", raw(keys))
        output = self.good("sort", "--format", "raw,text", "--type", "i32", data)
        self.assertEqual(text_keys(output, "i32"), expected)
        output = self.good("sort", "--format=npy", "-", data=npy(keys, "i32"))
        self.assertEqual(npy_parts(output), ("<i4", expected))
        self.good("sort", "--type", "i32", "-o", self.path("out.npy"),
                  data=text(keys, "i32"))
        self.assertEqual(npy_parts(self.read("out.npy")), ("<i4", expected))
        self.good("sort", self.write("KEYS.RAW", raw(keys)), "--type", "i32",
                  "-o", self.path("OUT.NPY"))
        self.assertEqual(npy_parts(self.read("OUT.NPY")), ("<i4", expected))

    def test_an_npy_file_is_one_under_any_name(self):
        data = npy([3, 1, 2], "f64")
        for arguments in ([], [self.write("keys.txt", data)], [self.write("keys", data)]):
            self.assertEqual(npy_parts(self.good("sort", *arguments, data=data)),
                             ("<f8", [1, 2, 3]))
        self.assertEqual(npy_parts(self.good("sort", "--segments", self.write(
            "offsets", npy([0, 2, 3])), data=data)), ("<f8", [1, 3, 2]))

    def test_headers_of_npy_files_are_read_as_numpy_does(self):
        for options in ({"fortran": True}, {"shape": "(3L,)"}, {"shape": "( 3 ,\t)"},
                        {"descr": "'=u4'"}, {"descr": "'u4'"}, {"descr": '"<u4"'}):
            with self.subTest(options=options):
                self.assertEqual(npy_parts(self.good("sort", "--format", "npy",
                                                     data=npy([3, 1, 2], **options))),
                                 ("<u4", [1, 2, 3]))

    def test_numbers_that_a_type_rounds_are_counted(self):
        for kind, data, said in (
                ("f32", b"0.1234567890123\n16777217.5\n0.5\n",
                 "f32 rounds 2 of the numbers; --type f64 keeps them all"),
                ("f32", b"16777217\n-3\n",
                 "f32 rounds 1 of the numbers; --type i32 keeps them all"),
                ("f64", b"0.12345678901234567890\n1e-400\n1\n",
                 "f64 rounds 2 of the numbers")):
            with self.subTest(data=data):
                for options in ([], ["--argsort", "--memory", "1M"]):
                    status, output, error = program.run("sort", "--type", kind, *options,
                                                        data=data)
                    self.assertEqual((status, output.count(b"\n")),
                                     (0, data.count(b"\n")))
                    self.assertTrue(error.startswith("glsort: warning: " + said), error)
                self.good("sort", "--quiet", "--type", kind, data=data)
        self.good("sort", "--type", "f32", data=b"0.1\n000.5000000000000000000\n-0\ninf\n"
                  b"1e-45\n16777216\n0e-99\n")

    def test_floats_read_back_as_the_same_bits(self):
        """Random ones, and those around each limit of a format and of its exact integers."""
        for kind, mantissa, more in (("f32", 23, [0x3DCCCCCD, 0x4B189680, 0xCB189680, 0xCF000000]),
                                     ("f64", 52, [0x3FB999999999999A, 0x433FFFFFFFFFFFFF,
                                                  0x430C6BF526340000])):
            bits = 8 * program.size_of(kind)
            sign, infinity = 1 << bits - 1, (1 << bits - 1) - (1 << mantissa)
            source = random.Random(3)
            keys = [source.getrandbits(bits) for _ in range(4000)]
            keys = [key for key in keys if key & infinity != infinity]
            keys += [0, sign, 1, sign + 1, (1 << mantissa) - 1, 1 << mantissa, infinity - 1,
                     infinity, sign + infinity, *more]
            output = self.good("sort", "--format", "raw,text", "--type", kind, data=raw(keys, kind))
            self.assertEqual(text_keys(output, kind), self.expected(keys, kind, False, False))
            self.assertIn(b"\n0.1\n", output)
            self.assertIn(b"\n-0\n0\n", output)
            self.assertEqual(text_keys(self.good("sort", "--type", kind, data=output), kind),
                             text_keys(output, kind))

    def test_bits_can_be_picked_and_verified(self):
        keys = random_keys(2000, "u64")
        for first, bits in ((24, 16), (60, 4), (0, 40)):
            with self.subTest(first=first, bits=bits):
                output = self.good("sort", "--format", "raw", "--type", "u64", "-e",
                                   "--bits", f"{first}..{first + bits - 1}",
                                   data=raw(keys, "u64"))
                picked = sorted(keys, key=lambda key: key >> first & (1 << bits) - 1)
                self.assertEqual(words(output, "u64"), picked)

    def test_text_may_have_blanks_signs_and_no_last_line_feed(self):
        output = self.good("sort", "--type", "i32", data=b"  3\t\r\n\n+2\n-1 \n\r\n0x\n"
                           .replace(b"0x", b"2147483647") + b"-2147483648")
        self.assertEqual(output, b"-2147483648\n-1\n2\n3\n2147483647\n")
        self.assertEqual(self.good("sort", data=b"\xef\xbb\xbf3\n1\n"), b"1\n3\n")
        output = self.good("sort", "--type", "f32", data=b"inf\n-Infinity\n1e3\n.5\n-0")
        self.assertEqual(output, b"-inf\n-0\n0.5\n1000\ninf\n")

    def test_nothing_and_one_key_are_sorted(self):
        self.assertEqual(self.good("sort"), b"")
        self.assertEqual(self.good("sort", "--verify"), b"")
        self.assertEqual(self.good("sort", data=b"5"), b"5\n")
        self.assertEqual(self.good("sort", "--argsort", data=b"\n9\n"), b"0\n")
        output = self.good("sort", "--format", "npy", data=npy([], "f32"))
        self.assertEqual(npy_parts(output), ("<f4", []))

    def test_a_file_can_be_sorted_onto_itself_and_keeps_its_permissions(self):
        keys = random_keys(50, "u32")
        path = self.write("same.raw", raw(keys))
        program.os.chmod(path, 0o640)
        self.good("sort", path, "-o", path)
        self.assertEqual(words(self.read("same.raw")), sorted(keys))
        self.assertEqual(program.os.stat(path).st_mode & 0o777, 0o640)
        self.assertEqual(program.os.listdir(self.folder), ["same.raw"])

    def test_several_files_are_sorted_together(self):
        one, two, three = ([5, 1, 4], [], [3, 1])
        files = [self.write("one.txt", text(one, "u32")), self.write("two.raw", raw(two)),
                 self.write("three.npy", npy(three))]
        keys = one + two + three
        self.assertEqual(self.good("sort", *files), text(sorted(keys), "u32"))
        self.assertEqual(self.good("sort", *files, "--argsort"),
                         text(argsorted(keys, "u32", False), "u32"))
        self.assertEqual(npy_parts(self.good("sort", files[2], "-", data=b"2\n")),
                         ("<u4", [1, 2, 3]))
        doubles = [self.write(f"{at}.raw", raw([at + 7, at], "f64")) for at in range(3)]
        self.assertEqual(self.good("sort", "--type", "f64", *doubles, "-o",
                                   self.path("0.raw")), b"")
        self.assertEqual(words(self.read("0.raw"), "f64"), [0, 1, 2, 7, 8, 9])


class Ways(Case):
    def test_every_algorithm_backend_and_api_gives_the_same(self):
        keys = random_keys(5003, "f32", nans=True)
        places = argsorted(keys, "f32", True)
        for api, backend, algorithm in WAYS:
            with self.subTest(api=api, backend=backend, algorithm=algorithm):
                arguments = ["sort", "--format", "raw", "--type", "f32", "--descending", "--api",
                             api, "--backend", backend, "--algorithm", algorithm]
                output = self.good(*arguments, "--verify", data=raw(keys))
                self.assertEqual(words(output), [keys[at] for at in places])
                output = self.good(*arguments, "--argsort", data=raw(keys))
                self.assertEqual(words(output, "u64"), places)

    def test_softpipe_sorts_by_items(self):
        keys = random_keys(1000, "u32")
        for options in ([], ["--algorithm", "radix-items"]):
            output = self.good("sort", "--format", "raw", "-d", "cpu", "--api", "gles3.1",
                               *options, data=raw(keys),
                               env={**os.environ, "GALLIUM_DRIVER": "softpipe"})
            self.assertEqual(words(output), sorted(keys), options)


if __name__ == "__main__":
    program.main()
