#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort.sort in processes that are interrupted, fork, end, or may not have executable memory."""
import os
import signal
import subprocess
import sys
import textwrap
import time
import unittest
from unittest import mock

import glsort
import numpy as np
from glsort import _arrays, _binding, _worker

HANGS_AFTER = 600
SORT = "glsort.sort(np.array([2, 1])).tolist()"

# What scripts begin with; in_fork() sorts in a forked process, and prints how that ends.
BEGIN = """
import atexit, os, signal, threading
import numpy as np
def in_fork():
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            print("child:", %s, flush=True)
        except Exception as error:
            print("child:", type(error).__name__, error, flush=True)
        os._exit(0)
    print("ends with", os.waitpid(child, 0)[1])
""" % SORT
FORKED = ("child: RuntimeError glsort: this process was forked from one that has sorted, and "
          "cannot use its GL context; start it with \"spawn\"\nends with 0\n")


class Processes(unittest.TestCase):
    def run_script(self, text, **environment):
        return subprocess.run(
            [sys.executable, "-c", BEGIN + textwrap.dedent(text)],
            env={**os.environ, **environment}, capture_output=True, text=True, check=False,
            timeout=HANGS_AFTER)

    def assertPrints(self, text, wanted):
        done = self.run_script(text)
        self.assertEqual((done.stdout, done.stderr, done.returncode), (wanted, "", 0))

    # ---- interrupts

    def test_an_interrupt_ends_a_sort_before_it_is_done(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))
        glsort.sort(np.array([2, 1]))  # opens the device
        said, open_device = [], _arrays._open_device

        def interrupt():
            time.sleep(0.2)  # until the main thread waits: a signal just before that is seen late
            os.kill(os.getpid(), signal.SIGINT)
            return open_device()

        def keep(result, sentence):
            said.append((result, _binding.text(sentence)))
            _binding.check(result, sentence)

        with mock.patch.object(_arrays, "_open_device", interrupt), \
                mock.patch.object(_arrays, "check", keep):
            with self.assertRaises(KeyboardInterrupt):
                glsort.sort(np.arange(1 << 21))
            _worker.run(lambda stop: None)  # comes after it
        self.assertRegex(said[0][1], r"args.stop has ended the sort at \d+ of 2097152 elements")
        self.assertEqual(glsort.sort(np.array([2, 1])).tolist(), [1, 2])

    def test_a_script_that_is_interrupted_ends(self):
        done = self.run_script("""
            import glsort
            signal.signal(signal.SIGINT, signal.default_int_handler)
            %s
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            while True:
                glsort.sort(np.arange(1 << 21))
            """ % SORT)
        self.assertEqual(done.returncode, -signal.SIGINT, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], "KeyboardInterrupt")

    # ---- forks

    def test_a_process_forked_after_a_first_sort_is_refused(self):
        self.assertPrints(f"""
            import glsort
            print({SORT}, flush=True)
            in_fork()
            """, f"[1, 2]\n{FORKED}")

    def test_a_process_forked_before_the_first_sort_sorts(self):
        self.assertPrints(f"""
            import glsort
            in_fork()
            print({SORT})
            """, "child: [1, 2]\nends with 0\n[1, 2]\n")

    # ---- ends

    def test_a_thread_sorts_after_the_main_one_has_ended(self):
        for first in ("", SORT):
            self.assertPrints(f"""
                import glsort
                {first}
                def late():
                    threading.main_thread().join()
                    print({SORT}, flush=True)
                threading.Thread(target=late).start()
                """, "[1, 2]\n")

    def test_functions_that_run_at_exit_sort(self):
        for first in ("", SORT):
            self.assertPrints(f"""
                atexit.register(lambda: print({SORT}))
                import glsort
                atexit.register(lambda: print({SORT}))
                {first}
                """, "[1, 2]\n[1, 2]\n")

    def test_a_sort_on_a_thread_that_the_process_does_not_wait_for_harms_no_end(self):
        self.assertPrints(f"""
            import glsort
            {SORT}
            def sort():
                while True:
                    glsort.sort(np.arange(1 << 18))
            threading.Thread(target=sort, daemon=True).start()
            """, "")

    def test_a_finalizer_after_the_end_is_refused_and_does_not_hang(self):
        done = self.run_script(f"""
            import glsort
            class Late:
                sort, keys = glsort.sort, np.array([2, 1])
                def __del__(self):
                    Late.sort(Late.keys)
            late = Late()
            {SORT}
            """)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("RuntimeError: glsort: the interpreter has ended, and no thread can sort",
                      done.stderr)

    def test_arrays_live_no_longer_than_the_sort_and_its_error(self):
        keys = np.arange(9.0)
        before = sys.getrefcount(keys)
        glsort.sort(keys)
        with self.assertRaises(glsort.Error):
            glsort.sort(keys, memory=1)
        _worker.run(lambda stop: None)
        self.assertEqual(sys.getrefcount(keys), before)

    # ---- executable memory

    def test_without_executable_memory_it_sorts_where_the_driver_does(self):
        done = self.run_script(f"""
            import ctypes  # from here on no memory of the process is writable and executable
            if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0:  # PR_SET_MDWE, its first bit
                raise SystemExit("cannot deny it")
            import glsort
            print({SORT})
            """, GALLIUM_DRIVER="softpipe")
        if "cannot deny it" in done.stderr:
            self.skipTest("this kernel cannot deny executable memory")
        self.assertEqual((done.stdout, done.returncode), ("[1, 2]\n", 0), done.stderr)

    def test_where_callbacks_cannot_be_made_one_warning_says_so(self):
        with mock.patch.object(_binding, "ffi", mock.Mock(**{
                "callback.side_effect": MemoryError("no memory that is executable"),
                "NULL": _binding.ffi.NULL})):
            _binding.log.cache_clear()
            self.addCleanup(_binding.log.cache_clear)
            with self.assertLogs("glsort", "WARNING") as logged:
                self.assertEqual(_binding.log(), _binding.ffi.NULL)
                self.assertEqual(_binding.log(), _binding.ffi.NULL)
        self.assertEqual(logged.output, ["WARNING:glsort:glsort: the library's messages are "
                                         "lost: no memory that is executable"])


if __name__ == "__main__":
    unittest.main()
