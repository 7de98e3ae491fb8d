#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort-mpi gives the file of one stable sort under any number of ranks, shares the work
equally, and ends with one sentence if a rank fails."""
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import unittest

import program
from program import Case, argsorted, npy, npy_parts, random_keys, raw, text, text_keys, words

MPIRUN = [sys.argv.pop(1), "--oversubscribe", "--quiet"]
PROGRAM = os.path.abspath(sys.argv.pop(1))
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
               "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
KINDS = ("u32", "i32", "f32", "u64", "i64", "f64", "u16")


class Mpi(Case):
    def run_ranks(self, ranks, *arguments, command=None, **options):
        command = command or [*MPIRUN, "-n", str(ranks), PROGRAM, *arguments]
        done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, check=False,
                              stdin=subprocess.DEVNULL, timeout=program.SECONDS, **options)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def sorts(self, ranks, *arguments):
        """Runs what must succeed; gives what it says with --timing."""
        status, output, error = self.run_ranks(ranks, "sort", *arguments, "-t")
        self.assertEqual((status, output), (0, ""), (arguments, error))
        return error

    def sentence(self, done):
        """The one sentence of a job that failed."""
        status, output, error = done
        self.assertNotEqual(status, 0)
        said = [line for line in error.splitlines() if line.startswith("glsort-mpi: ")]
        self.assertEqual((len(said), output), (1, ""), error)
        return said[0]


class Results(Mpi):
    def test_every_type_and_format_comes_out_as_one_stable_sort(self):
        endings = ("npy", "raw", "txt")
        for at, kind in enumerate(KINDS):
            ranks, ending, descending = 1 + at % 5, endings[at % 3], at % 2 == 1
            argsort = at % 3 == 0 or kind == "u16"
            with self.subTest(kind=kind, ranks=ranks, ending=ending):
                keys = random_keys(5003, kind, nans=ending != "txt")
                write = {"npy": npy, "raw": raw, "txt": text}[ending]
                source = self.write("in." + ending, write(keys, kind))
                options = ["--descending"] if descending else []
                options += ["--argsort"] if argsort else []
                self.sorts(ranks, source, "-o", self.path("out." + ending), "--type", kind,
                           *options)
                places = argsorted(keys, kind, descending)
                data, shown = self.read("out." + ending), "u64" if argsort else kind
                got = (npy_parts(data)[1] if ending == "npy" else
                       words(data, shown) if ending == "raw" else text_keys(data, shown))
                self.assertTrue(got == (places if argsort else [keys[i] for i in places]))

    def test_ties_of_all_ranks_stay_in_the_order_of_the_input(self):
        source = random.Random(3)
        for ranks, values in ((2, 1), (3, 2), (5, 3)):
            keys = [source.randrange(values) for _ in range(4001)]
            self.sorts(ranks, self.write("in.raw", raw(keys)), "--argsort", "--piece", "1K",
                       "-o", self.path("out.raw"))
            self.assertEqual(words(self.read("out.raw"), "u64"),
                             argsorted(keys, "u32", False))

    def test_parts_are_equal_for_every_distribution(self):
        source = random.Random(4)
        count = 30000
        for name, keys in (
                ("uniform", [source.getrandbits(32) for _ in range(count)]),
                ("constant", [7] * count), ("reversed", list(range(count, 0, -1))),
                ("two values", [source.randrange(2) for _ in range(count)]),
                ("organ pipe", [min(i, count - i) for i in range(count)])):
            with self.subTest(name=name):
                said = self.sorts(4, self.write("in.raw", raw(keys)), "-o",
                                  self.path("out.raw"))
                self.assertLess(float(re.search(r"largest part ([\d.]+)", said)[1]), 1.001)
                self.assertTrue(words(self.read("out.raw")) == sorted(keys))

    def test_fewer_keys_than_ranks_and_none_are_sorted(self):
        for count in (0, 1, 2, 4):
            keys = list(range(count, 0, -1))
            self.sorts(5, self.write("in.txt", text(keys, "u32")), "-o", self.path("out.txt"))
            self.assertEqual(text_keys(self.read("out.txt"), "u32"), sorted(keys))

    def test_lines_of_any_length_are_read_once(self):
        source = random.Random(6)
        lines = [b"%s%d%s\n" % (b" " * source.choice((0, 0, 3, 700)), i,
                                b"\n" * source.choice((0, 0, 9))) for i in range(999, 0, -1)]
        self.sorts(5, self.write("in.txt", b"".join(lines)[:-1].rstrip()), "-o",
                   self.path("out.txt"))
        self.assertEqual(self.read("out.txt"), b"".join(b"%d\n" % i for i in range(1, 1000)))

    def test_a_memory_for_each_rank_is_kept_to(self):
        keys = random_keys(60000, "u64")
        self.sorts(2, self.write("in.raw", raw(keys, "u64")), "--type", "u64", "--memory",
                   "800K", "-o", self.path("out.raw"))
        self.assertTrue(words(self.read("out.raw"), "u64") == sorted(keys))

    def test_the_benchmark_shows_how_ranks_scale(self):
        status, output, error = self.run_ranks(3, "bench", "-x", "3000")
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(len(re.findall(r"(?m)^rank [012]: \S", output)), 3)
        rows = re.findall(r"(?m)^(strong|weak) +(\d) +(\d+) ", output)
        self.assertEqual(rows, [("strong", "1", "3000"), ("weak", "1", "3000"),
                                ("strong", "2", "3000"), ("weak", "2", "6000"),
                                ("strong", "3", "3000"), ("weak", "3", "9000")])


class Failures(Mpi):
    def test_a_bad_line_is_named_by_its_number_in_the_file(self):
        lines = [b"%d\n" % i for i in range(3000)]
        lines[2345] = b"x\n"
        path = self.write("in.txt", b"".join(lines))
        said = self.sentence(self.run_ranks(4, "sort", path, "-o", self.path("out.txt")))
        self.assertIn('line 2346: "x" is not a number', said)
        self.assertEqual(os.listdir(self.folder), ["in.txt"])

    def test_a_job_says_once_what_is_wrong_with_its_request(self):
        good = self.write("in.raw", raw([2, 1]))
        many = self.write("many.raw", raw(range(9999)))
        out = ["-o", self.path("out.raw")]
        os.mkfifo(self.path("fifo"))
        for arguments, words_ in (
                (["sort", self.path("no.raw"), *out], "no such file"),
                (["sort", good], "sort needs -o"), (["quick"], "sort and bench"),
                (["sort", good, *out, "--quick"], "--help"),
                (["sort", many, *out, "--memory", "1K"], "memory 1024 is too small"),
                (["sort", good, *out, "--type", "u8"], "--type is u32"),
                (["sort", good, "-o", self.path("no/out")], "No such file"),
                (["sort", self.path("fifo"), *out], "ranks read regular files only"),
                (["sort", self.write("odd.raw", b"12345"), *out], "whole number of 4-byte")):
            with self.subTest(arguments=arguments):
                self.assertIn(words_, self.sentence(self.run_ranks(2, *arguments)))
        self.assertNotIn("out.raw", os.listdir(self.folder))

    def test_without_an_option_ranks_share_half_of_what_ulimit_allows(self):
        path = self.write("in.raw", raw(range(9999)))
        said = self.sentence(self.run_ranks(
            2, "sort", path, "-o", self.path("out.raw"),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_RSS, (4096, 4096))))
        self.assertIn("memory 1024 is too small", said)

    def test_a_rank_without_a_device_ends_the_job_with_one_sentence(self):
        path = self.write("in.raw", raw(range(1000)))
        sort = [PROGRAM, "sort", path, "-o", self.path("out.raw")]
        said = self.sentence(self.run_ranks(0, command=[
            *MPIRUN, "-n", "2", *sort, ":", "-n", "1", "env",
            "__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null", *sort]))
        self.assertIn("rank 2 of 3: ", said)
        self.assertEqual(os.listdir(self.folder), ["in.raw"])

    def ranks_of(self, job):
        """The processes of ranks, which mpirun starts in their order."""
        done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(job.pid)],
                              capture_output=True, check=False)
        return sorted(int(pid) for pid in done.stdout.split())

    def bytes_of_temporary(self):
        try:
            return sum(os.path.getsize(self.path(name)) for name in os.listdir(self.folder)
                       if name.startswith(".glsort-"))
        except FileNotFoundError:
            return 0

    def test_a_kill_of_the_rank_that_made_the_file_leaves_none(self):
        path = self.write("in.raw", os.urandom(4 << 22))
        command = [*MPIRUN, "-n", "3", PROGRAM, "sort", path, "-o", self.path("out.raw")]
        amid = False  # the file was being written
        for _ in range(5):
            with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL) as job:
                while job.poll() is None and self.bytes_of_temporary() == 0:
                    time.sleep(0.001)
                if job.poll() is None:
                    os.kill(self.ranks_of(job)[0], signal.SIGKILL)
                amid = job.wait() != 0
            left = [name for name in os.listdir(self.folder) if name != "out.raw"]
            self.assertEqual(left, ["in.raw"])
            if amid:
                return
        self.fail("the job always ended before it could be killed")

    def test_an_end_at_any_moment_leaves_the_whole_result_or_none(self):
        path = self.write("in.raw", os.urandom(4 << 20))
        whole = raw(sorted(words(self.read("in.raw"))))
        command = [*MPIRUN, "-n", "3", PROGRAM, "sort", path, "-o", self.path("out.raw")]
        start = time.monotonic()
        subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, check=True)
        seconds = time.monotonic() - start
        self.assertTrue(self.read("out.raw") == whole)
        moments = 40 if program.ALL else 8
        for at in range(moments):
            if "out.raw" in os.listdir(self.folder):
                os.remove(self.path("out.raw"))
            with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL,
                                  stdin=subprocess.DEVNULL) as job:
                time.sleep(seconds * (at + 1) / moments)
                ranks = self.ranks_of(job)
                if at % 2 == 0 and len(ranks) > 1:  # rank 0: see above
                    os.kill(ranks[1 + at // 2 % (len(ranks) - 1)], signal.SIGKILL)
                else:
                    job.send_signal((signal.SIGINT, signal.SIGTERM)[at // 2 % 2])
                job.wait()
            left = sorted(os.listdir(self.folder))
            if "out.raw" in left:
                self.assertTrue(self.read("out.raw") == whole)
                left.remove("out.raw")
            self.assertEqual(left, ["in.raw"], at)

    @unittest.skipUnless(os.geteuid() == 0, "mounts a small disk, as root")
    def test_a_full_disk_is_reported_once_and_leaves_no_file(self):
        disk = self.path("disk")
        os.mkdir(disk)
        mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk]
        if subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("nothing can be mounted here")
        try:
            path = self.write("in.raw", os.urandom(400000))
            said = self.sentence(self.run_ranks(2, "sort", path, "-o", disk + "/out.raw"))
            self.assertIn("cannot write " + disk, said)
            self.assertEqual(os.listdir(disk), [])
        finally:
            subprocess.run(["umount", disk], check=True)


if __name__ == "__main__":
    unittest.main()
