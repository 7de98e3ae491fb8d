#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort sort of more keys than --memory holds: the result is that of one stable sort,
within the memory, and whatever ends the program leaves no file."""
import os
import random
import resource
import signal
import subprocess
import tempfile
import time

import program
from program import Case, argsorted, npy, npy_parts, random_keys, raw, text, text_keys, words

KINDS = ("u32", "i32", "f32", "u64", "i64", "f64", "u16")
SMALL = ["--memory", "1M", "-d", "cpu"]
# Keys of 4 bytes that a chunk holds with 1M: half of it for the three chunks in flight.
CHUNK = (1 << 20) // 2 // (3 * 4)


class Results(Case):
    def test_chunks_of_every_type_come_out_as_one_stable_sort(self):
        for at, kind in enumerate(KINDS):
            for argsort in (False, True):
                with self.subTest(kind=kind, argsort=argsort):
                    descending = (at + argsort) % 2 == 1
                    keys = random_keys(100000, kind, nans=True)
                    options = ["--descending"] if descending else []
                    options += ["--argsort"] if argsort else []
                    output = self.good("sort", *SMALL, "--format", "raw", "--type", kind,
                                       *options, data=raw(keys, kind))
                    places = argsorted(keys, kind, descending)
                    expected = places if argsort else [keys[i] for i in places]
                    self.assertTrue(words(output, "u64" if argsort else kind) == expected)

    def test_ranges_of_bits_are_merged_by_these_bits(self):
        keys = random_keys(60000, "u64")
        output = self.good("sort", *SMALL, "--format", "raw", "--type", "u64", "--bits", "30..38",
                           data=raw(keys, "u64"))
        self.assertTrue(words(output, "u64") == sorted(keys, key=lambda key: key >> 30 & 511))

    def test_ties_across_chunks_stay_in_the_order_of_the_input(self):
        source = random.Random(5)
        keys = [source.randrange(2) for _ in range(80000)]
        output = self.good("sort", *SMALL, "--format", "raw", "--argsort", "-e", data=raw(keys))
        self.assertTrue(words(output, "u64") == argsorted(keys, "u32", False))

    def test_counts_around_a_chunk_are_sorted(self):
        for count in (CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK, 3 * CHUNK + 1):
            keys = random_keys(count, "u32")
            output = self.good("sort", *SMALL, "--format", "raw", data=raw(keys))
            self.assertTrue(words(output) == sorted(keys), count)

    def test_every_format_is_read_and_written_in_pieces(self):
        keys = random_keys(60000, "f64")
        places = argsorted(keys, "f64", False)
        expected = [keys[at] for at in places]
        files = {"npy": npy(keys, "f64"), "raw": raw(keys, "f64"),
                 "txt": text(keys, "f64")[:-1]}
        for name, data in files.items():
            source = self.write("keys." + name, data)
            output = self.good("sort", *SMALL, "--type", "f64", source, "--format", ",npy")
            self.assertTrue(npy_parts(output) == ("<f8", expected), name)
        self.good("sort", *SMALL, self.path("keys.npy"), "-o", self.path("keys.npy"))
        self.assertTrue(npy_parts(self.read("keys.npy")) == ("<f8", expected))
        output = self.good("sort", *SMALL, self.path("keys.raw"), "--type", "f64",
                           "--format", ",text")
        self.assertTrue(text_keys(output, "f64") == expected)

    def test_files_a_fifo_and_standard_input_are_sorted_together(self):
        parts = [random_keys(30000, "u32", seed) for seed in range(3)]
        os.mkfifo(self.path("fifo.raw"))
        one = self.write("one.npy", npy(parts[0]))
        with subprocess.Popen(["sh", "-c", 'cat "$0" > "$1"', self.write("b", raw(parts[1])),
                               self.path("fifo.raw")]) as feeder:
            output = self.good("sort", *SMALL, one, self.path("fifo.raw"), "-",
                               "--format", ",raw", data=text(parts[2], "u32"))
            self.assertEqual(feeder.wait(), 0)
        self.assertTrue(words(output) == sorted(sum(parts, [])))

    def test_a_bad_line_of_a_later_chunk_is_named_and_nothing_written(self):
        data = b"".join(b"%d\n" % i for i in range(300000)) + b"x\n"
        self.refused("sort", *SMALL, "-o", self.path("out.txt"), data=data,
                     says=["line 300001", '"x"'])
        self.assertEqual(os.listdir(self.folder), [])

    def test_files_with_part_of_a_key_or_too_few_are_refused_at_their_end(self):
        whole = npy(list(range(300000)))
        for data, part in ((whole[:-4], "1199996 bytes follow it"),
                           (whole + b"1234", "1200004 bytes follow it")):
            self.refused("sort", *SMALL, "--format", "npy", data=data, says=[part])
        self.refused("sort", *SMALL, "--format", "raw", data=b"x" * 1000001,
                     says=["1000001 bytes are not a whole number", "the last has 1"])


class Memory(Case):
    def peak(self, *arguments, data):
        """Bytes of the largest resident size."""
        with subprocess.Popen([program.PROGRAM, "sort", "--format", "raw", "-d", "cpu",
                               *arguments], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL) as sort:
            try:
                sort.stdin.write(data)
            finally:
                sort.stdin.close()
            _, status, usage = os.wait4(sort.pid, 0)
            sort.returncode = status
        self.assertEqual(status, 0)
        return usage.ru_maxrss * 1024

    def test_the_resident_size_does_not_grow_with_the_input(self):
        data = os.urandom(4 * 1800000)
        few = self.peak("--memory", "4M", data=data[:len(data) // 3])
        many = self.peak("--memory", "4M", data=data)
        if "asan" not in program.PROGRAM:
            self.assertLess(many - few, 4 << 20)

    def test_without_an_option_memory_is_half_of_what_ulimit_allows(self):
        keys = random_keys(300000, "u32")
        status, output, error = program.run(
            "sort", "--format", "raw", "-d", "cpu", "--timing", data=raw(keys),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_RSS, (2 << 20, 2 << 20)))
        self.assertEqual(status, 0)
        self.assertTrue(words(output) == sorted(keys))
        self.assertIn(f"{-(-len(keys) // CHUNK)} chunks in ", error)

    def test_a_line_and_a_header_without_end_are_refused(self):
        # Each would otherwise be kept in memory to its end.
        self.refused("sort", *SMALL, data=b"1\n" + b"2" * (2 << 20),
                     says=["line 2 is longer than 1048576 bytes"])
        self.refused("sort", *SMALL, data=b" " * (5 << 20), says=["line 1 is longer"])
        blanks = b" " * 1000000
        self.assertEqual(self.good("sort", *SMALL, data=blanks + b"2\n" + blanks + b"1\n"),
                         b"1\n2\n")
        start = b"\x93NUMPY\2\0"
        self.refused("sort", *SMALL, "--format", "npy",
                     data=start + (1 << 30).to_bytes(4, "little") + b" " * (3 << 20),
                     says=["header has 1073741836 bytes, above the limit of 1048576"])


class Ends(Case):
    """A pipe feeds some chunks, so that the program is in the middle of its work."""

    def temporary_of(self, sort):
        """True once the program has written a chunk to a file without a name."""
        try:
            links = [os.readlink(f"/proc/{sort.pid}/fd/{name}")
                     for name in os.listdir(f"/proc/{sort.pid}/fd")]
        except OSError:
            return False
        return any(link.startswith(self.folder) and "deleted" in link for link in links)

    def stop(self, number):
        with subprocess.Popen(
                [program.PROGRAM, "sort", "--format", "raw", *SMALL, "--temp", self.folder,
                 "-o", self.path("out.raw")], stdin=subprocess.PIPE) as sort:
            sort.stdin.write(os.urandom(4 * CHUNK * 3))
            sort.stdin.flush()
            until = time.monotonic() + program.SECONDS
            while not self.temporary_of(sort) and time.monotonic() < until:
                time.sleep(0.01)
            self.assertTrue(self.temporary_of(sort))
            sort.send_signal(number)
            sort.stdin.close()
            self.assertEqual(sort.wait(), -number)

    def test_signals_amid_chunks_leave_no_temporary_file(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            self.stop(number)
            left = os.listdir(self.folder)
            # After a kill nobody removes the output's own.
            self.assertEqual([name for name in left if number != signal.SIGKILL
                              or not name.startswith(".glsort-")], [])

    def test_signals_amid_the_merge_leave_no_file(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen(
                    [program.PROGRAM, "sort", "--format", "raw", *SMALL, "--temp",
                     self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sort:
                sort.stdin.write(os.urandom(4 * CHUNK * 3))
                sort.stdin.close()
                sort.stdout.read(4)  # the merge has begun, and waits for its reader
                sort.send_signal(number)
                self.assertEqual(sort.wait(), -number)
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_full_disk_amid_chunks_is_reported_and_leaves_no_file(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))
        self.refused("sort", "--format", "raw", *SMALL, "--temp", self.folder, "-o",
                     self.path("out.raw"), data=os.urandom(4 * CHUNK * 4),
                     preexec_fn=limit,
                     says=["temporary file in " + self.folder, "File too large"],
                     env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "true"})
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_disk_that_fills_amid_the_merge_is_reported_and_leaves_no_file(self):
        data = os.urandom(4 * CHUNK * 2)
        limit = len(data) * 3 // 2  # enough for the chunks, not for their text

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        self.refused("sort", "--format", "raw,text", *SMALL, "--temp", self.folder,
                     "-o", self.path("out.txt"), data=data,
                     preexec_fn=limit_files, says=["out.txt", "File too large"],
                     env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "true"})
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_folder_that_is_not_there_is_refused(self):
        data = os.urandom(4 * CHUNK * 2)
        self.refused("sort", "--format", "raw", *SMALL, "--temp", self.path("no"),
                     data=data, says=["temporary file in", "no", "No such file"])
        with tempfile.TemporaryDirectory() as folder:
            output = self.good("sort", "--format", "raw", *SMALL, data=data,
                               env={**os.environ, "TMPDIR": folder})
            self.assertEqual(len(output), len(data))


class Times(Case):
    def test_timing_shows_what_overlaps(self):
        status, output, error = program.run("sort", "--format", "raw", *SMALL, "-t",
                                            data=os.urandom(4 * CHUNK * 3))
        self.assertEqual((status, len(output)), (0, 4 * CHUNK * 3))
        self.assertRegex(error, r"(?m)^3 chunks in [\d.]+ s: reading \d+ %, sorting \d+ %, "
                                r"writing \d+ %, merging \d+ %$")
        status, output, error = program.run("sort", "-d", "cpu", "-t", data=b"2\n1\n")
        self.assertEqual((status, output), (0, b"1\n2\n"))
        self.assertRegex(error, r"(?m)^1 chunk in [\d.]+ s: reading \d+ %, .*merging 0 %$")


if __name__ == "__main__":
    program.main()
