#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where -o writes to, what it leaves alone, and what messages send to the terminal."""
import ctypes
import os
import resource
import signal
import stat
import subprocess
import time
import unittest

import program
from program import Case

# A window title, the cursor, a bell, a C1 control, a byte that is no UTF-8, a line feed.
HOSTILE = b"\x1b]0;title\x07\x1b[2J\r\x7f\xc2\x9b31m\xff\xed\xa0\x80\n\t"
MASKED = (r"\x1b]0;title\x07\x1b[2J\x0d\x7f\xc2\x9b31m\xff\xed\xa0\x80\n\t")

SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGRTMIN)


def lose_power():
    """Makes root obey the permissions of files: takes CAP_DAC_OVERRIDE from what the
    program may have."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, 1, 0, 0, 0) != 0:
        os._exit(99)


class Messages(Case):
    def masked(self, *arguments, data=b""):
        """The sentence of a refusal, in which the hostile text is masked."""
        arguments = [word if isinstance(word, bytes) else word.encode()
                     for word in arguments]
        done = subprocess.run([program.PROGRAM.encode(), *arguments], input=data,
                              capture_output=True, timeout=program.SECONDS, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""), done)
        self.assertRegex(done.stderr, rb"\Aglsort: [^\x00-\x1f\x7f]+\n\Z", arguments)
        done.stderr.decode()
        return done.stderr.decode()

    def test_hostile_arguments_are_masked(self):
        path = os.path.join(self.folder.encode(), HOSTILE)
        for arguments in (["sort", path], ["sort", "-o", path + b"/more"], [HOSTILE],
                          ["sort", "--type", HOSTILE], ["plan", HOSTILE], ["--load", path],
                          [b"--" + HOSTILE]):
            with self.subTest(arguments=arguments):
                self.assertIn(MASKED, self.masked(*arguments))

    def test_hostile_contents_of_files_are_masked(self):
        line = HOSTILE.replace(b"\r", b"").replace(b"\n", b"")
        masked = MASKED.replace(r"\x0d", "").replace(r"\n", "")
        self.assertIn(masked, self.masked("sort", data=line))
        header = b"{'descr': '" + HOSTILE + b"', 'fortran_order': False, 'shape': (1,)}"
        magic = b"\x93NUMPY\x01\x00"
        path = self.write("a.npy", magic + bytes([len(header), 0]) + header)
        self.assertIn(MASKED, self.masked("sort", path))

    def test_characters_that_show_nothing_or_turn_the_text_around_are_masked(self):
        # A mark of byte order, which Windows begins text files with; right to left.
        self.assertIn(r'line 2: "\xef\xbb\xbf1" is not a number',
                      self.masked("sort", data=b"2\n\xef\xbb\xbf1\n"))
        path = self.path("a\u202etxt.\u200bexe")
        self.assertIn(r"a\xe2\x80\xaetxt.\xe2\x80\x8bexe", self.masked("sort", path))
        for name in ("grün", "ключи", "鍵", "🔑", "می\u200cخواهم"):
            self.assertIn(name, self.masked("sort", self.path(name)))


class Links(Case):
    def link(self, name, target):
        os.symlink(target, self.path(name))
        return self.path(name)

    def test_a_link_to_nothing_yet_makes_the_file_at_its_end(self):
        os.mkdir(self.path("folder"))
        self.link("folder/inner", "../end.txt")
        for name, target, end in (("plain", "new.txt", "new.txt"),
                                  ("whole", self.path("other.txt"), "other.txt"),
                                  ("chain", "folder/inner", "end.txt")):
            with self.subTest(name=name):
                self.good("sort", "-o", self.link(name, target), data=b"2\n1\n")
                self.assertTrue(os.path.islink(self.path(name)))
                self.assertEqual(self.read(end), b"1\n2\n")
        self.assertTrue(os.path.islink(self.path("folder/inner")))
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["chain", "end.txt", "folder", "new.txt", "other.txt", "plain",
                          "whole"])

    def test_a_link_that_leads_nowhere_is_refused(self):
        circle = self.link("circle", "circle")
        self.refused("sort", "-o", circle, data=b"1\n", says=["circle", "symbolic links"])
        lost = self.link("lost", "no/such/file")
        self.refused("sort", "-o", lost, data=b"1\n", says=["lost", "No such file"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["circle", "lost"])


class Files(Case):
    def test_a_read_only_file_is_refused_but_to_root(self):
        path = self.write("kept.txt", b"precious\n")
        os.chmod(path, 0o444)
        for arguments in (["sort", "-o", path], ["-q", "--dump", path],
                          ["sort", "--dump", path]):
            self.refused(*arguments, data=b"1\n", preexec_fn=lose_power,
                         says=["kept.txt", "Permission denied"])
        self.assertEqual(self.read("kept.txt"), b"precious\n")
        self.assertEqual(os.listdir(self.folder), ["kept.txt"])
        if os.geteuid() == 0:
            self.good("sort", "-o", path, data=b"2\n1\n")
            self.assertEqual(self.read("kept.txt"), b"1\n2\n")

    def test_a_new_file_has_the_permissions_of_the_mask(self):
        self.good("sort", "-o", self.path("new.txt"), data=b"1\n",
                  preexec_fn=lambda: os.umask(0o027))
        mode = stat.S_IMODE(os.stat(self.path("new.txt")).st_mode)
        self.assertEqual(mode, 0o640)


class Kept(Case):
    """A file that is written anew stays the same file, as with sort -o."""

    def setUp(self):
        super().setUp()
        self.file = self.write("keys.txt", b"3\n1\n2\n")

    def sorts_onto_itself(self, **options):
        self.good("sort", self.file, "-o", self.file, **options)
        self.assertEqual(self.read("keys.txt"), b"1\n2\n3\n")

    def test_a_file_that_is_mounted_is_written(self):
        outside = self.write("outside", b"")
        script = 'mount --bind "$1" "$2" && "$0" sort "$2" "$3" -o "$2"'
        done = subprocess.run(["unshare", "-m", "sh", "-c", script, program.PROGRAM, outside,
                               self.write("mounted", b""), self.file],
                              capture_output=True, check=False, timeout=program.SECONDS)
        if b"permission denied" in done.stderr or b"unshare failed" in done.stderr:
            self.skipTest("nothing can be mounted here")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.read("outside"), b"1\n2\n3\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["keys.txt", "mounted", "outside"])

    def test_a_result_that_cannot_be_copied_stays_and_is_named(self):
        os.link(self.file, self.path("second"))
        with subprocess.Popen([program.PROGRAM, "sort", "-o", self.file],
                              stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lose_power) as sort:
            sort.stdin.write(b"7\n5\n" * 9)
            sort.stdin.flush()
            until = time.monotonic() + program.SECONDS
            while len(os.listdir(self.folder)) < 3 and time.monotonic() < until:
                time.sleep(0.002)
            os.chmod(self.file, 0o444)
            sort.stdin.close()
            error = sort.stderr.read().decode()
            self.assertEqual(sort.wait(), 1)
        self.assertRegex(error, r"\Aglsort: cannot write .*keys.txt: Permission denied; the "
                         r"result is in [^\n]*/\.glsort-\w{6}\n\Z")
        name = os.path.basename(error.split(" is in ")[1].strip())
        self.assertEqual(self.read(name), b"5\n" * 9 + b"7\n" * 9)
        self.assertEqual(self.read("keys.txt"), b"3\n1\n2\n")

    def test_further_links_and_attributes_stay(self):
        os.link(self.file, self.path("second"))
        self.sorts_onto_itself()
        self.assertEqual(self.read("second"), b"1\n2\n3\n")
        os.unlink(self.path("second"))
        try:
            os.setxattr(self.file, "user.note", b"x")
        except OSError:
            self.skipTest("this file system has no attributes")
        self.sorts_onto_itself()
        self.assertEqual(os.listxattr(self.file), ["user.note"])
        self.assertEqual(os.listdir(self.folder), ["keys.txt"])

    @unittest.skipUnless(os.geteuid() == 0, "gives a file away, as root")
    def test_owner_and_group_stay(self):
        for owner in ((1000, 1001), (0, 1001), (1000, 0)):
            os.chown(self.file, *owner)
            os.chmod(self.file, 0o600)
            self.sorts_onto_itself()
            status = os.stat(self.file)
            self.assertEqual((status.st_uid, status.st_gid, status.st_mode & 0o7777),
                             (*owner, 0o600))

    def test_a_folder_that_must_not_change_is_left_alone(self):
        os.chmod(self.folder, 0o555)
        self.addCleanup(os.chmod, self.folder, 0o755)
        self.sorts_onto_itself(preexec_fn=lose_power)
        self.refused("sort", "-o", self.path("new.txt"), data=b"1\n", preexec_fn=lose_power,
                     says=["new.txt", "Permission denied"])

    def test_descriptors_are_written_by_their_names(self):
        self.assertEqual(self.good("sort", self.file, "-o", "/dev/stdout"), b"1\n2\n3\n")
        for gone in (False, True):
            with open(self.path("out"), "w+b") as out:
                if gone:
                    os.unlink(self.path("out"))
                self.good("sort", self.file, "-o", f"/dev/fd/{out.fileno()}",
                          pass_fds=[out.fileno()])
                self.assertEqual(out.read(), b"1\n2\n3\n")

    def test_outputs_are_opened_before_anything_is_printed(self):
        for where in (".", "/dev/full", self.path("no/such/file")):
            with self.subTest(where=where):
                for arguments in ([], ["sort", self.file],
                                  ["sort", self.file, "--segments",
                                   self.write("offsets.txt", b"0\n3\n")]):
                    self.refused(*arguments, "--dump", where, says=[where])
        self.refused("sort", "-o", ".", self.write("bad.txt", b"x\n"), says=["directory"])


class Signals(Case):
    def stop(self, number, before=lambda: None):
        """Sends the signal while the output has its temporary name, which must vanish."""
        def prepare():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            before()
        # Raw keys are read at once, and this sort of them takes seconds.
        arguments = ["sort", "--format", "raw", "-o", self.path("out.raw"), "-d", "cpu",
                     "--algorithm", "tree-pure-simple"]
        with subprocess.Popen([program.PROGRAM, *arguments], stdin=subprocess.PIPE,
                              preexec_fn=prepare) as sort:
            sort.stdin.write(os.urandom(4 << 19))
            sort.stdin.close()
            until = time.monotonic() + program.SECONDS
            while not os.listdir(self.folder) and time.monotonic() < until:
                time.sleep(0.002)
            self.assertRegex(os.listdir(self.folder)[0], r"\A\.glsort-\w{6}\Z")
            sort.send_signal(number)
            if before.__name__ == "ignore":
                time.sleep(0.2)
                self.assertIsNone(sort.poll())
                self.assertEqual(len(os.listdir(self.folder)), 1)
                number = signal.SIGTERM
                sort.send_signal(number)
            self.assertEqual(sort.wait(), -number)
        self.assertEqual(os.listdir(self.folder), [])

    def test_no_file_is_left_by_any_signal_that_ends_the_program(self):
        for number in SIGNALS:
            for name in os.listdir(self.folder):  # of one that failed
                os.unlink(self.path(name))
            with self.subTest(signal=number):
                self.stop(number)

    def test_a_signal_that_was_ignored_stays_ignored(self):
        def ignore():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.stop(signal.SIGHUP, ignore)


if __name__ == "__main__":
    program.main()
