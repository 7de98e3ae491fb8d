#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad input and options that mean nothing get one sentence and a non-zero exit, and leave no
file behind."""
import json
import os
import resource
import signal
import struct
import subprocess

import program
from program import Case, npy, raw

NO_DEVICE = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null",
             "__EGL_VENDOR_LIBRARY_DIRS": "/dev/null"}

# Rows: a command, in which @NAME is a file of the test's folder; its standard input, or files with
# their contents; parts of the sentence.
NO_NUMBER = [("sort", b"1\n\n" + bad + b"\n4\n", "standard input", "line 3", "not a number")
             for bad in (b"abc", b"12x", b"1 2", b"1.5", b"0x10", b"1\x002")]
NO_NUMBER += [("sort --type f64", b"1\n" + bad + b"\n", "line 2", bad.decode())
              for bad in (b"0x10", b"1e", b"1,5", b"infinit")]
NO_NUMBER += [("sort --type f32", b"1\n2\n" + nan + b"\n", "line 3", nan.decode(), "NaN")
              for nan in (b"nan", b"-NaN")]
NO_NUMBER += [("sort @bad.txt", {"bad.txt": b"1\n2\noops"}, "bad.txt", "line 3", "oops"),
              ("sort", b"x" * 100000, "line 1", "...")]

OUT_OF_RANGE = [(f"sort --type {kind}", b"1\n" + number, "line 2", number.decode(), "range", kind)
                for kind, number in (
                    ("u32", b"4294967296"), ("u32", b"-1"), ("i32", b"-2147483649"),
                    ("f32", b"1e39"), ("u32", b"99999999999999999999999999"), ("u16", b"65536"),
                    ("u64", b"18446744073709551616"), ("i64", b"-9223372036854775809"),
                    ("f64", b"1e309"))]

# The type that takes a number and all before it; none of them does.
HINTS = [(f"sort --type {kind}", before + number, f"; --type {fits} sorts such numbers")
         for kind, before, number, fits in (
             ("u32", b"", b"-1", "i32"), ("u32", b"", b"1.5", "f64"), ("u16", b"", b"65536", "u32"),
             ("f32", b"", b"1e39", "f64"), ("u64", b"", b"18446744073709551616", "f64"),
             ("u32", b"4294967295\n", b"-3", "i64"), ("i32", b"-3\n", b"4294967295", "i64"))]
HINTS += [("sort --type i32 @a.txt @b.txt", {"a.txt": b"-3\n", "b.txt": b"5000000000\n"},
           "; --type i64 sorts")]
MOST = b"18446744073709551615\n"
WITHOUT_HINT = (("u32", b"abc"), ("u32", b"1e999"), ("u64", MOST + b"-3"), ("u64", MOST + b"0.5"))


def npy_of(header, data=b"", start=b"\x93NUMPY\x01\x00"):
    """An .npy file of this header, whatever it says."""
    return start + struct.pack("<H", len(header)) + header + data


WHOLE = npy([1, 2, 3])
HEADER = b"{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }"
NPY = [(npy([1, 2], descr=descr), descr[:6], "<u4", "<i4", "<f4")
       for descr in ("'<f2'", "'>u4'", "[('a', '<u4')]")]
NPY += [(npy([1, 2], shape=shape), shape, "one dimension")
        for shape in ("(2, 1)", "()", "2", "(2)")]
NPY += [(WHOLE[:cut],) for cut in (0, 5, 9, 60, len(WHOLE) - 1, len(WHOLE) - 4)]
NPY += [(WHOLE + b"\0\0\0\0", "3 elements", "16 bytes"),
        (b"1\n2\n3\n4\n5\n6\n7\n", "not an .npy file"),
        (b"\x93NUMPY\x09\x00" + WHOLE[8:], "version 9.0"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + HEADER, "above the limit of 1048576"),
        (b"\x93NUMPY\x02\x00\xf0\xff\x0f\x00" + HEADER, "cut short")]
# Without data, the header is the end of what was read.
NPY += [(npy_of(HEADER[:cut]),) for cut in range(len(HEADER) - 5)]
NPY += [(npy_of(HEADER.replace(old, new), raw([2, 1])), says) for old, new, says in (
    (b"(2,)", b"(18446744073709551616,)", "18446744073709551615 elements"),
    (b"(2,)", b"(4611686018427387906,)", "4611686018427387906 elements"),
    (b"(2,)", b"(-2,)", "the shape is (-2,)"), (b", }", b", }\0", "zero byte"))]

FILES = [("sort", data, "standard input", says) for data, says in (
    ("3\n1\n".encode("utf-16"), "text in UTF-16; iconv"),
    ("3\n1\n".encode("utf-16-le"), "a zero byte follows"),
    (b"PK\3\4...", "a zip archive, such as an .npz"), (b"\x1f\x8b\x08\0", "gzip -dc"))]
FILES += [("sort --format text", npy([1]), "--format npy")]
FILES += [(f"sort {options} @short.raw", {"short.raw": raw([1, 2]) + b"\1\2\3"}, "short.raw", says)
          for options, says in (("", "11 bytes"), ("--type f64", "8-byte"))]
FILES += [("sort @a.npy", {"a.npy": data}, "a.npy", *says) for data, *says in NPY]
FILES += [("sort --type u32 @a.npy", {"a.npy": npy([1], "f32")}, "a.npy", "f32", "u32"),
          ("sort @a.txt @b.npy", {"a.txt": b"1\n", "b.npy": npy([1], "f32")},
           "b.npy", "of type f32", "a.txt of type u32", "one type"),
          ("sort @nowhere.txt", b"", "nowhere.txt", "No such file"),
          ("sort .", b"", "directory"), ("sort -o .", b"1\n", "directory"),
          ("sort -o @no/such/file", b"1\n", "no/such/file", "No such file"),
          ("sort --load @nowhere", b"", "nowhere", "No such file"),
          ("-q --dump @no/where", b"", "no/where")]

# Offsets of segments of three keys.
OFFSETS = [(f"sort --segments @{name} @k", {name: data, "k": b"5\n6\n7\n"}, name, *says)
           for name, data, *says in (
               ("o.txt", b"0\n2\n1\n", "offset 2 is 1", "before it, 2"),
               ("o.txt", b"0\n4\n", "offset 1 is 4", "there are 3 keys"),
               ("o.txt", b"-1\n2\n", "offset 0 is -1", "0 or more"),
               ("o.npy", npy([0, 2**64 - 5], "i64"), "offset 1 is -5"),
               ("o.npy", npy([0, 2**32], "u64"), "offset 1 is 4294967296"),
               ("o.txt", b"\n\n", "the number of offsets is 0", "at least 2"),
               ("o.txt", b"0\n1.5\n", "line 2", "not a number"),
               ("o.npy", npy([0, 0x40000000], "f32"), "integers, not f32"),
               ("o.raw", raw([0, 1]) + b"\x00", "9 bytes"))]
OFFSETS += [("sort --segments @none.txt", b"", "none.txt"), ("sort --segments .", b"1\n"),
            ("sort --segments -", b"1\n", "both the keys and the offsets")]

# Words after a command, each of which it refuses by a sentence that has the parts.
WORDS = {
    "": (("-x 2^32", "4294967295", "2^32"), ("-i 0", "--iterations"), ("bogus", "verify"),
         ("-d cpu -x 4294967295", "4294967295", "limit of"), ("-d cpu -d moon", '"moon"'),
         ("@a", '"glsort sort', "sorts the file")),
    "sort": (
        ("-p moon", "no device", 'platform "moon"'), ("-d 99", "no device", "99"),
        ("--api gl3.3 --backend compute @a", "compute"),
        ("--algorithm radix-chain --api gl3.3 @a", "GL 4.3"),
        ("-r", "--descending"), ("--reverse", "--descending"), ("-n", "--type"), ("-g", "--type"),
        ("--numeric-sort", "--type"), ("-s", "stable"), ("-t f32", "--type f32"),
        ("--type float", "f32"), ("-z", "glsort --help"), ("-S 1", "--memory"), ("-T 1", "--temp"),
        ("--algorithm bogus", "algorithm or form", "bogus", "glsort info"),
        ("--backend bogus", "fragment"), ("--api bogus", "gles3.0"), ("--format bogus", "npy"),
        ("--format raw,bogus", "npy"), ("--bits 8..7", "8..15"), ("--bits x", "8..15"),
        ("--bogus", "--bogus"), ("-Z", "-Z"),
        ("-o @t --type", "--type", "argument"), ("--quiet=yes", "--quiet", "no argument"),
        ("--json", "--json", "sort"), ("--order", "means nothing"),
        *((f"--memory {size}", "--memory")
          for size in ("", "x", "-1", "1X", "1MM", "0", "99999999999G")),
        ("--memory 1K", "--memory 1024", "at least 1024 are needed"),
        ("--memory 60K @a", "memory 30720"),
        *((f"--segments @o {option}", option.split()[0], "--segments") for option in (
            "--algorithm radix-tiles", "--algorithm radix", "--memory 1G"))),
    "info": (("--report --json", "--json and --report cannot both be printed"), ("--table @a",),
             ("--algorithm radix",)),
    "plan": (
        ("5 6", "6"), ("", "count"), ("many", "many"), ("8 -x 9", "twice"),
        ("5000000000", "4294967295", "5000000000"), ("--count 2^4..2^8", "2^4..2^8"),
        ("--device minimum --backend compute 2^31", "2147483648", "limit"),
        ("9 --alive 4 --algorithm tree", "count_source"), ("9 --alive x", "--alive"),
        ("5000 --algorithm bitonic-local-read --bits 8", "5000 keys are above the limit of 1024",
         "this method sorts a single block"),
        ("9 --algorithm quick", "quick", "glsort info"),
        ("9 --algorithm radix-chain --backend auto", "--backend"),
        ("9 --views 2", "--views", "--order"), ("--order 9 --type f32", "--type", "--order"),
        *((f"--order 9 {wrong}",)
          for wrong in ("--views 9", "--bits 8", "--primitives 65", "--cull sphere")),
        ("--order 2^31", "at most"),
        *((f"--segments {shape}", "NxL")
          for shape in ("9", "9x", "0x9", "9x9x9", "powerlaw", "65536x65536", "20000000000x1")),
        ("--segments 9x9 --order", "--segments"),
        ("--segments 9x9 --algorithm rank", "--algorithm"),
        ("4097 --segments 9x9 --bits 40",),
        ("100 --table @row --device large",), ("100 --table @row --device minimum",)),
    "verify": (("--segments @o", "means nothing"), ("--table @a",)),
    "bench": (
        ("@a", "one argument too many"), ("--verify",),
        *((f"{option}",) for option in (
            "-x 2^31", "-x many", "--budget 0", "--budget 1s", "-i 65", "--algorithm quick",
            "--values some", "--algorithm rank --backend fragment", "--order --cull 101",
            "--order -x 100 --alive 101", "--order --type f32")),
        ("-x 9 --bits 16", "--bits is for draw orders"), ("--views 2", "--views", "--order"),
        ("--segments 9x9,10xa", "--segments", "NxL"),
        ("--segments 9x9 --count 9", "--count", "--segments")),
    "tune": (("--values u32", "means nothing"), ("more",), ("--budget 0",), ("--table @a",),
             ("--count 255 -o @t",), ("--count 256 -o @no/such/folder",)),
}
OPTIONS = [(f"{command} {words}", {"a": b"2\n1\n", "o": b"0\n1\n",
                                   "row": b"compute any any bitonic-blocks\n"}, *says)
           for command, rows in WORDS.items() for words, *says in rows]

BAD_TABLES = [(f"{command} --table @bad.table", {"bad.table": data}, "table", says)
              for data, says in (
                  (b"", "has no row"), (b"\n\ncompute any\n", "line 3"),
                  (b"compute any any quick\n", '"quick"'),
                  (b"compute any any bitonic-blocks\n\0", "zero byte"))
              for command in ("sort", "plan 100")]
BAD_TABLES += [("sort --table @none", b"1\n", "none")]


class Refusals(Case):
    def check(self, rows):
        for command, data, *says in rows:
            with self.subTest(command=command, data=data):
                files = data if isinstance(data, dict) else {}
                for name, contents in files.items():
                    self.write(name, contents)
                words = [self.path(word[1:]) if word.startswith("@") else word
                         for word in command.split(" ") if word or "--memory " in command]
                if words[:1] == ["sort"] and "-o" not in words:
                    words += ["-o", self.path("out")]
                error = self.refused(*words, data=b"" if files else data, says=says)
                self.assertLess(len(error), 2000)
                self.assertEqual(sorted(os.listdir(self.folder)), sorted(files))
            for name in os.listdir(self.folder):
                os.unlink(self.path(name))

    def test_a_line_that_is_no_number_is_named(self):
        self.check(NO_NUMBER)

    def test_numbers_out_of_range_are_refused(self):
        self.check(OUT_OF_RANGE)

    def test_a_number_that_another_type_takes_is_refused_with_that_type(self):
        self.check(HINTS)
        for _, data, says in HINTS[:-1]:
            self.good("sort", *says.split()[1:3], data=data)
        for kind, data in WITHOUT_HINT:
            self.assertNotIn("--type", self.refused("sort", "--type", kind, data=data))

    def test_files_that_are_not_what_they_should_be_are_refused(self):
        self.check(FILES)

    def test_what_is_no_offset_of_segments_is_refused(self):
        self.check(OFFSETS)

    def test_words_that_mean_nothing_are_refused(self):
        self.check(OPTIONS)

    def test_a_bad_table_is_told_by_its_line(self):
        self.check(BAD_TABLES)


class BadFiles(Case):
    def test_a_full_disk_is_reported(self):
        data = b"2\n1\n"
        self.refused("sort", "-o", "/dev/full", data=data, says=["/dev/full", "No space"])
        with open("/dev/full", "wb") as full:
            for command in ("sort", "plan 16", "bench --json -x 100 -i 1 --algorithm radix",
                            "tune --count 2^9 --budget 0.5 -i 3"):
                self.refused(*command.split(), data=data, stdout=full,
                             says=["standard output"])

    def test_a_closed_pipe_ends_the_program_as_it_does_others(self):
        for arguments in (["sort"], ["info"]):
            with self.subTest(arguments=arguments):
                reader, writer = os.pipe()
                os.close(reader)
                done = program.run(*arguments, data=b"2\n1\n", stdout=writer)
                self.assertEqual(done, (-signal.SIGPIPE, None, ""))
                self.refused(*arguments, data=b"2\n1\n", stdout=writer,
                             restore_signals=False, says=["standard output", "Broken pipe"])
                os.close(writer)

    def test_closed_standard_streams_are_reported(self):
        for closing, name in (("<&-", "standard input"), (">&-", "standard output")):
            with self.subTest(closing=closing):
                done = subprocess.run(["sh", "-c", f'echo 1 | "$0" sort {closing}',
                                       program.PROGRAM], stderr=subprocess.PIPE,
                                      timeout=program.SECONDS, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn(name, done.stderr.decode())

    def test_no_file_is_left_when_writing_fails_half_way(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
        data = b"".join(b"%d\n" % i for i in range(10000))
        path = self.write("old.txt", b"what was there\n")
        for target in (self.path("new.txt"), path):
            with self.subTest(target=target):
                self.refused("sort", "-d", "cpu", "-o", target, data=data, preexec_fn=limit,
                             says=[os.path.basename(target), "File too large"],
                             env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "true"})
        self.assertEqual(os.listdir(self.folder), ["old.txt"])
        self.assertEqual(self.read("old.txt"), b"what was there\n")


class Devices(Case):
    def test_every_command_that_needs_a_device_says_so_without_one(self):
        for command in ("", "sort", "plan 100 --device this", "verify", "bench", "tune",
                        "bench --order", "bench --segments 10x10"):
            with self.subTest(command):
                self.refused(*command.split(), data=b"1\n", env=NO_DEVICE, says=["no device"])
        self.assertEqual(program.run("info", env=NO_DEVICE)[0], 1)

    def test_a_device_that_is_not_there_is_refused_with_those_that_are(self):
        devices = json.loads(self.good("info", "--json"))["devices"]
        known = [f"device {one['device_index']} of platform {one['platform_index']} "
                 f"({one['platform']}): {one['name']}" for one in devices]
        for word in ("moon", "", "-1", "4294967296", "0x0", "99"):
            self.refused("info", "--json", "-d", word,
                         says=["no device", f'"{word}"', "cpu", "gpu", *known])
        self.refused("sort", "-p", "moon", data=b"1\n",
                     says=["no device", 'platform "moon"', *known])
        self.refused("sort", "-p", "surfaceless", "-d", "7", data=b"1\n",
                     says=['"7"', '"surfaceless"', *known])


if __name__ == "__main__":
    program.main()
