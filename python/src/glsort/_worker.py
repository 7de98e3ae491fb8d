# SPDX-License-Identifier: MIT
"""The thread on which arrays are sorted.

A finalizer may run between any two lines of these functions and call them again, on any thread.
So they wait for nothing that the same thread may hold: SimpleQueue.put() may be interrupted by
itself, each job has a lock of its own, and two threads sort if a finalizer comes while the first
one starts. No thread of concurrent.futures: those accept nothing once the main thread has ended."""
from __future__ import annotations

import _thread
import atexit
import os
import sys
import threading
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Callable, Iterator

from ._binding import ffi

_jobs: SimpleQueue[_Job] = SimpleQueue()
_starting = threading.RLock()
_started = False
_process: int | None = None  # in which the thread runs

_here = threading.local()  # of the threads that sort: whether they are busy


class _Job:
    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.stop = ffi.new("int*")
        self._work = work
        self._result: Any = None
        self._error: BaseException | None = None
        self._ended = threading.Lock()
        self._ended.acquire()

    def run(self) -> None:
        try:
            if not self.stop[0]:
                self._result = self._work(self.stop)
        except BaseException as error:
            self._error = error
        self._ended.release()

    def answer(self) -> Any:
        """What the work returns or raises, when it has."""
        with self._ended:
            error, self._error = self._error, None
        if error is None:
            return self._result
        try:
            raise error
        finally:
            del error  # whose traceback has this frame


def check() -> None:
    """Raises RuntimeError where no sort can run."""
    if _process not in (None, os.getpid()):
        raise RuntimeError("glsort: this process was forked from one that has sorted, "
                           "and cannot use its GL context; start it with \"spawn\"")
    if sys.is_finalizing():  # nothing runs on other threads
        raise RuntimeError("glsort: the interpreter has ended, and no thread can sort")


def run(work: Callable[[Any], Any]) -> Any:
    """Returns what work(stop) returns or raises, on the thread that sorts. An exception here, such
    as KeyboardInterrupt, writes 1 to stop, an int*, and the work goes on until it reads that."""
    if hasattr(_here, "busy"):  # a finalizer, or a handler of the log, on the thread that sorts
        return work(ffi.new("int*"))
    _start()
    job = _Job(work)
    try:
        _jobs.put(job)
        return job.answer()
    except BaseException:
        job.stop[0] = 1
        raise


def _start() -> None:
    global _process, _started
    _process = os.getpid()  # before the lock, which a process that is forked here never gets
    with _starting:
        if not _started:
            _thread.start_new_thread(_loop, ())
            _started = True


def _loop() -> None:
    _here.busy = False
    while True:
        _jobs.get().run()


@contextmanager
def busy(what: str) -> Iterator[None]:
    """No other sort begins on this thread meanwhile."""
    if _here.busy:
        raise RuntimeError(f"glsort: {what} within a sort, on the thread that sorts")
    _here.busy = True
    try:
        yield
    finally:
        _here.busy = False


@atexit.register
def _wait() -> None:
    """A sort that was stopped still reads arrays, and uses a driver that ends with the process."""
    if _started and _process == os.getpid():
        job = _Job(lambda stop: None)
        _jobs.put(job)
        job.answer()
