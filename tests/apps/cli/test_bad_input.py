#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad input gets one sentence and a non-zero exit, and leaves no file behind."""
import json
import os
import resource
import signal
import struct
import subprocess
import time

import program
from program import Case, npy, raw


class BadKeys(Case):
    def test_a_line_that_is_no_number_is_named(self):
        for bad in (b"abc", b"12x", b"1 2", b"--1", b"1.5", b"0x10", b"1\x002"):
            with self.subTest(bad=bad):
                self.refused("sort", data=b"1\n\n" + bad + b"\n4\n",
                             says=["standard input", "line 3", "not a number"])
        self.refused("sort", "--type", "f32", data=b"1\n1.5.2\n", says=["line 2", "1.5.2"])
        for bad in (b"0x10", b"-0X1p3", b"+0x", b"1e", b"1,5", b"infinit"):
            self.refused("sort", "--type", "f64", data=b"1\n" + bad + b"\n",
                         says=["line 2", bad.decode()])
        path = self.write("bad.txt", b"1\n2\noops")
        self.refused("sort", path, says=["bad.txt", "line 3", "oops"])

    def test_a_long_line_is_shown_in_part(self):
        error = self.refused("sort", data=b"x" * 100000, says=["line 1", "..."])
        self.assertLess(len(error), 200)

    def test_numbers_out_of_range_are_refused(self):
        for kind, number in (("u32", b"4294967296"), ("u32", b"-1"), ("i32", b"2147483648"),
                             ("i32", b"-2147483649"), ("f32", b"1e39"), ("f32", b"-4e38"),
                             ("u32", b"99999999999999999999999999"), ("u16", b"65536"),
                             ("u64", b"18446744073709551616"), ("u64", b"-1"),
                             ("i64", b"9223372036854775808"), ("f64", b"1e309"),
                             ("i64", b"-9223372036854775809")):
            with self.subTest(kind=kind, number=number):
                self.refused("sort", "--type", kind, data=b"1\n" + number,
                             says=["line 2", number.decode(), "range", kind])

    def test_a_number_that_another_type_takes_is_refused_with_that_type(self):
        for kind, number, fits in (("u32", b"-1", "i32"), ("u32", b"1.5", "f64"),
                                   ("u32", b"1e3", "f64"), ("u32", b"4294967296", "u64"),
                                   ("u16", b"65536", "u32"), ("i32", b"-2147483649", "i64"),
                                   ("i64", b"0.5", "f64"), ("f32", b"1e39", "f64"),
                                   ("i64", b"9223372036854775808", "u64"),
                                   ("u64", b"-1", "i64"),
                                   ("u64", b"18446744073709551616", "f64")):
            with self.subTest(kind=kind, number=number):
                self.refused("sort", "--type", kind, data=number + b"\n",
                             says=[f"; --type {fits} sorts such numbers"])
        for line in (b"abc", b"1 2", b"1e999", b"1\x002", b"18446744073709551617"):
            self.assertNotIn("--type", self.refused("sort", data=line + b"\n"))

    def test_the_type_of_a_hint_takes_all_numbers_before_it_too(self):
        most = b"%d\n" % (2**64 - 1)
        for kind, before, number, fits in (
                ("u32", b"4294967295\n", b"-3", "i64"), ("u64", b"5000000000\n", b"-3", "i64"),
                ("i32", b"-3\n", b"4294967295", "i64"), ("u64", b"9007199254740992\n", b".5",
                                                         "f64"),
                ("i64", b"-9223372036854775808\n", b"9223372036854775808", "f64")):
            with self.subTest(kind=kind, number=number):
                self.refused("sort", "--type", kind, data=before + number,
                             says=[f"; --type {fits} sorts such numbers"])
                self.good("sort", "--type", fits, data=before + number)
        for before, number in ((most, b"-3"), (most, b"0.5")):
            self.assertNotIn("--type", self.refused("sort", "--type", "u64",
                                                    data=before + number))
        files = [self.write("a.txt", b"-3\n"), self.write("b.txt", b"5000000000\n")]
        self.refused("sort", "--type", "i32", *files, says=["; --type i64 sorts"])

    def test_files_that_are_no_text_are_named(self):
        for data, says in (("3\n1\n".encode("utf-16"), "text in UTF-16; iconv"),
                           ("3\n1\n".encode("utf-16-le"), "a zero byte follows"),
                           (b"PK\3\4...", "a zip archive, such as an .npz"),
                           (b"\x1f\x8b\x08\0", "gzip -dc")):
            with self.subTest(says=says):
                self.refused("sort", data=data, says=["standard input", says])
        self.refused("sort", "--format", "text", data=npy([1]), says=["--format npy"])

    def test_nan_in_text_is_refused(self):
        for nan in (b"nan", b"-NaN", b"nan(5)"):
            with self.subTest(nan=nan):
                self.refused("sort", "--type", "f32", data=b"1\n2\n" + nan + b"\n",
                             says=["line 3", nan.decode(), "NaN"])

    def test_a_raw_file_with_part_of_a_key_is_refused(self):
        path = self.write("short.raw", raw([1, 2]) + b"\x01\x02\x03")
        self.refused("sort", path, says=["short.raw", "11 bytes"])
        self.refused("sort", "--type", "f64", path, says=["short.raw", "8-byte"])

    def test_npy_files_of_other_types_are_refused(self):
        for descr in ("'<f2'", "'<i2'", "'<u1'", "'>u4'", "'|b1'", "[('a', '<u4')]"):
            with self.subTest(descr=descr):
                path = self.write("other.npy", npy([1, 2], descr=descr))
                self.refused("sort", path, says=["other.npy", descr[:6], "<u4", "<i4",
                                                 "<f4"])

    def test_npy_files_of_other_shapes_are_refused(self):
        for shape in ("(2, 1)", "()", "(1, 2, 1)", "2", "(2)", "(2L)", "( )", "2,"):
            with self.subTest(shape=shape):
                path = self.write("shape.npy", npy([1, 2], shape=shape))
                self.refused("sort", path, says=["shape.npy", shape, "one dimension"])

    def test_damaged_npy_files_are_refused(self):
        whole = npy([1, 2, 3])
        for cut in (0, 5, 9, 60, len(whole) - 1, len(whole) - 4):
            with self.subTest(cut=cut):
                path = self.write("cut.npy", whole[:cut])
                self.refused("sort", path, says=["cut.npy"])
        self.refused("sort", self.write("long.npy", whole + b"\0\0\0\0"),
                     says=["long.npy", "3 elements", "16 bytes"])
        self.refused("sort", self.write("text.npy", b"1\n2\n3\n4\n5\n6\n7\n"),
                     says=["text.npy", "not an .npy file"])
        self.refused("sort", self.write("new.npy", b"\x93NUMPY\x09\x00" + whole[8:]),
                     says=["new.npy", "version 9.0"])

    def npy_of(self, header, data=b""):
        """An .npy file of this header, whatever it says."""
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data

    def test_npy_headers_that_end_in_the_middle_are_refused(self):
        whole = b"{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }"
        parts = {whole[:cut]: "half.npy" for cut in range(len(whole) - 5)}
        parts.update({
            b"{'fortran_order': False, 'shape': (2,), 'descr':": "lacks descr",
            b"{'descr': '<u4', 'shape': (2,), 'fortran_order':": "lacks",
            b"{'descr': '<u4', 'fortran_order': False, 'shape':": "lacks",
            b"{'descr': '<u4', 'fortran_order': False, 'shape': ": "lacks",
            b"{'descr': '<u4', 'fortran_order': False, 'shape'": "lacks",
            b"{'descr': '<u4', 'fortran_order': False, 'shape': (": "the shape is (,",
            b"{'fortran_order': False, 'shape': (2,), 'descr': '": "of type '",
            b"{'fortran_order': False, 'shape': (2,), 'descr': '<u4": "of type '<u4",
            b"{'fortran_order': False, 'shape': (2,), 'descr': '" + b"x" * 999: "xxx,",
            b"": "lacks",
        })
        for header, says in parts.items():
            with self.subTest(header=header):
                # Without data, the header is the end of what was read.
                path = self.write("half.npy", self.npy_of(header))
                self.refused("sort", path, says=["half.npy", says])

    def test_npy_headers_with_hostile_values_are_refused(self):
        good = b"{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }"
        for old, new, says in (
                (b"(2,)", b"(18446744073709551616,)", "18446744073709551615 elements"),
                (b"(2,)", b"(4611686018427387906,)", "4611686018427387906 elements"),
                (b"(2,)", b"(-2,)", "the shape is (-2,)"),
                (b"(2,)", b"(2.0,)", "one dimension"),
                (b"(2,)", b"(2,", "one dimension"),
                (b", }", b", }\0", "zero byte"),
                (b"<u4", b"<u4\0", "zero byte"),
                (b"(2,)", b"(2,)\0", "zero byte")):
            with self.subTest(new=new):
                path = self.write("odd.npy",
                                  self.npy_of(good.replace(old, new), raw([2, 1])))
                self.refused("sort", path, says=["odd.npy", says])
        path = self.write("odd.npy", b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + good)
        self.refused("sort", path, says=["odd.npy", "above the limit of 1048576"])
        path = self.write("odd.npy", b"\x93NUMPY\x02\x00\xf0\xff\x0f\x00" + good)
        self.refused("sort", path, says=["odd.npy", "cut short"])

    def test_a_key_of_an_npy_header_may_also_be_a_value(self):
        header = (b"{'note': 'shape', 'descr': '<u4', 'fortran_order': False, "
                  b"'shape': (2,)}")
        path = self.write("note.npy", self.npy_of(header, raw([2, 1])))
        output = self.good("sort", path, "--output-format", "raw")
        self.assertEqual(output, raw([1, 2]))

    def test_a_type_that_contradicts_the_npy_file_is_refused(self):
        path = self.write("floats.npy", npy([1, 2], "f32"))
        self.refused("sort", "--type", "u32", path, says=["floats.npy", "f32", "u32"])


class BadFiles(Case):
    def test_a_missing_input_is_refused(self):
        self.refused("sort", self.path("nowhere.txt"), says=["nowhere.txt", "No such file"])

    def test_a_directory_is_refused_as_input_and_as_output(self):
        self.refused("sort", self.folder, says=["directory"])
        self.refused("sort", "-o", self.folder, data=b"1\n", says=["directory"])

    def test_an_output_in_a_missing_folder_is_refused(self):
        self.refused("sort", "-o", self.path("no/such/file"), data=b"1\n",
                     says=["no/such/file", "No such file"])

    def test_a_full_disk_is_reported(self):
        data = b"2\n1\n"
        self.refused("sort", "-o", "/dev/full", data=data, says=["/dev/full", "No space"])
        with open("/dev/full", "wb") as full:
            self.refused("sort", data=data, stdout=full,
                         says=["standard output", "No space"])
            self.refused("plan", "16", stdout=full, says=["standard output", "No space"])

    def test_a_closed_pipe_ends_the_program_as_it_does_others(self):
        for arguments in (["sort"], ["plan", "1024"], ["info"]):
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

    def test_no_file_is_left_when_the_program_is_stopped(self):
        arguments = ["sort", "-o", self.path("out.txt"), "--algorithm", "abisort-tree",
                     "--local", "1", "--merge", "2", "--schedule", "simple", "-d", "cpu"]
        data = b"".join(b"%d\n" % (i * 7919 % 1000003) for i in range(400000))
        with subprocess.Popen([program.PROGRAM, *arguments], stdin=subprocess.PIPE) as sort:
            sort.stdin.write(data)
            sort.stdin.close()
            while not os.listdir(self.folder) and sort.poll() is None:
                time.sleep(0.01)
            self.assertRegex(os.listdir(self.folder)[0], r"\A\.glsort-\w{6}\Z")
            sort.terminate()
            self.assertEqual(sort.wait(), -signal.SIGTERM)
        self.assertEqual(os.listdir(self.folder), [])

    def test_no_file_is_left_when_the_input_is_bad(self):
        self.refused("sort", "-o", self.path("out.txt"), data=b"1\nx\n")
        self.refused("sort", "-o", self.path("out.txt"), "-d", "99", data=b"1\n")
        self.assertEqual(os.listdir(self.folder), [])


class BadRequests(Case):
    def test_a_count_above_the_limit_is_refused_with_both_numbers(self):
        self.refused("plan", "--limits", "minimum", "--backend", "compute", "2^31",
                     says=["2147483648", "limit"])
        self.refused("plan", "5000000000", says=["4294967295", "5000000000"])
        self.refused("-d", "cpu", "-x", "4294967295", says=["4294967295", "limit of"])
        self.refused("-x", "2^32", says=["4294967295", "2^32"])

    def test_no_device_is_reported(self):
        nothing = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null",
                   "__EGL_VENDOR_LIBRARY_DIRS": "/dev/null"}
        self.refused("sort", data=b"1\n", env=nothing, says=["no device"])
        self.refused("sort", "-d", "99", data=b"1\n", says=["no device", "99"])
        self.refused("sort", "-p", "moon", data=b"1\n", says=["no device", "moon"])

    def test_every_command_that_needs_a_device_says_so_without_one(self):
        nothing = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null",
                   "__EGL_VENDOR_LIBRARY_DIRS": "/dev/null"}
        for command in ("", "sort", "plan 100 --limits device", "verify", "bench", "tune",
                        "bench --order", "bench --segments 10x10"):
            with self.subTest(command):
                self.refused(*command.split(), data=b"1\n", env=nothing, says=["no device"])
        self.assertEqual(program.run("info", env=nothing)[0], 1)

    def test_a_device_that_is_not_there_is_refused_with_those_that_are(self):
        devices = json.loads(self.good("info", "--json"))["devices"]
        known = [f"device {one['device_index']} of platform {one['platform_index']} "
                 f"({one['platform']}): {one['name']}" for one in devices]
        for word in ("moon", "", "-1", "4294967296", "18446744073709551616", "0x0", "0 ",
                     "CPU", "99"):
            for command in (["sort"], ["info", "--json"],
                            ["bench", "-x", "100", "-i", "1", "--algorithm", "radix"]):
                with self.subTest(word=word, command=command):
                    self.refused(*command, "-d", word, data=b"1\n",
                                 says=["no device", f'"{word}"', "cpu", "gpu", *known])
        for word in ("moon", "", "-1", "4294967296"):
            with self.subTest(platform=word):
                self.refused("sort", "-p", word, data=b"1\n",
                             says=["no device", f'platform "{word}"', *known])
        self.refused("sort", "-p", "surfaceless", "-d", "7", data=b"1\n",
                     says=['"7"', '"surfaceless"', *known])

    def test_compute_below_gl_4_3_is_refused(self):
        self.refused("sort", "--api", "gl3.3", "--backend", "compute", data=b"1\n",
                     says=["compute"])

    def test_habits_of_sort_are_refused_with_what_does_it_here(self):
        keys = self.write("keys.txt", b"2\n1\n")
        for words, hint in ((["-r"], "--descending"), (["--reverse"], "--descending"),
                            (["-n"], "--type"), (["--numeric-sort"], "--type"),
                            (["-g"], "--type"), (["-s"], "stable"),
                            (["-t", "f32"], "--type f32"), (["--type", "float"], "f32"),
                            (["-z"], "glsort --help")):
            self.refused("sort", *words, keys, says=[hint])
        self.refused(keys, says=[f'"glsort sort {keys}" sorts the file'])
        self.refused("bench", keys, says=["one argument too many"])

    def test_unknown_words_are_refused_with_the_known_ones(self):
        for option, says in (("--algorithm", "abisort-tree"), ("--backend", "fragment"),
                             ("--type", "f32"), ("--api", "gles3.0"), ("--format", "npy"),
                             ("--schedule", "overlapped")):
            with self.subTest(option=option):
                self.refused("sort", option, "bogus", says=[option, "bogus", says])

    def test_bad_options_are_refused(self):
        self.refused("sort", "--bogus", says=["--bogus"])
        self.refused("sort", "-Z", says=["-Z"])
        self.refused("sort", "--type", says=["--type", "argument"])
        self.refused("sort", "--quiet=yes", says=["--quiet", "no argument"])
        self.refused("bogus", says=["bogus", "verify"])
        self.refused("plan", "5", "6", says=["6"])
        self.refused("plan", says=["count"])
        self.refused("plan", "many", says=["many"])
        self.refused("plan", "8", "-x", "9", says=["twice"])
        self.refused("sort", "--json", says=["--json", "sort"])
        self.refused("-i", "0", says=["--iterations"])

    def test_sizes_that_a_tree_cannot_have_are_refused(self):
        self.refused("plan", "1024", "--algorithm", "abisort-tree", "--local", "3",
                     says=["local_size", "power of two"])
        self.refused("plan", "1024", "--algorithm", "abisort-tree", "--merge", "4096",
                     says=["1024"])

    def test_options_of_another_algorithm_are_refused(self):
        self.refused("plan", "9", "--algorithm", "radix", "--local", "8",
                     says=["local_size 8", "algorithm RADIX"])
        self.refused("plan", "9", "--form", "rank", "--merge", "16", says=["merge_size 16"])
        self.refused("plan", "9", "--algorithm", "bitonic", "--schedule", "simple",
                     says=["algorithm BITONIC", "method TREE_SIMPLE"])


if __name__ == "__main__":
    program.main()
