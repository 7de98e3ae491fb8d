#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times "glsort sort" of a file of random u32 keys, beside what the disk and the bus to the
GPU allow. For a machine with a GPU, where bench/bundle.py has put the programs:

    large.py --count 2^32 --folder /some/fast/disk      # needs twice 16 GiB there
    large.py --count 2^30 --memory 8G                   # in chunks

Removes its files. Keys are checked by NumPy, if it is there: ascending, with the same sum.
"""
import argparse
import array
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from run import PLACES, find_program, number

PIECE = 64 << 20


def write_piece(path, at, count):
    file = os.open(path, os.O_WRONLY)
    os.pwrite(file, os.urandom(count), at)
    os.close(file)


def make_keys(path, count):
    """Random bytes by all cores, which cost more than the disk on some machines."""
    path.touch()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        list(pool.map(write_piece, *zip(*((path, at, min(PIECE, count - at))
                                          for at in range(0, count, PIECE)))))
    os.sync()


def forget(path):
    """Lets the system forget what it has cached of the file."""
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def disk_speeds(path):
    """GB/s of reading the file, and of writing as much beside it, to the disk itself."""
    forget(path)
    copy = path.with_suffix(".copy")
    room = memoryview(bytearray(PIECE))
    start = time.monotonic()
    with open(path, "rb", buffering=0) as file:
        while file.readinto(room):
            pass
    read = time.monotonic() - start
    left = path.stat().st_size
    start = time.monotonic()
    with open(copy, "wb", buffering=0) as file:
        while left > 0:
            left -= file.write(room[:min(PIECE, left)])
        os.fsync(file.fileno())
    written = time.monotonic() - start
    copy.unlink()
    return [path.stat().st_size / seconds / 1e9 for seconds in (read, written)]


def sort(command):
    """Wall seconds, seconds of CPU, the peak resident size, and what --timing says."""
    start = time.monotonic()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        said = program.stderr.read()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode != 0:
        sys.exit(said)
    wall = time.monotonic() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, said


def check(before, after):
    try:
        import numpy
    except ImportError:
        return "not checked: there is no NumPy"
    count = PIECE // 4
    sums = [0, 0]
    last = 0
    for which, path in enumerate((before, after)):
        with open(path, "rb") as file:
            while len(keys := numpy.fromfile(file, "<u4", count)) > 0:
                sums[which] += int(keys.sum(dtype="u8"))
                if which == 1 and (keys[0] < last or (keys[1:] < keys[:-1]).any()):
                    return "WRONG: not ascending"
                last = keys[-1] if which == 1 else last
    return "ascending, with the same sum" if sums[0] == sums[1] else "WRONG: other keys"


def bus(bench, device):
    """The line of copies alone; none on a software renderer."""
    if bench is None:
        return "not measured: no glsort-host-bench"
    command = [bench, *(["--device", device] if device else []), "12"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search("copies.*", said)
    return found[0] if found else "none: the renderer is the CPU"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=number, default=number("2^32"))
    parser.add_argument("--folder", help="for both files and temporary ones")
    parser.add_argument("--memory", help="of glsort sort")
    parser.add_argument("--device", help='as "glsort info" numbers them')
    parser.add_argument("--glsort", help="the program")
    options = parser.parse_args()
    program = find_program("glsort", options.glsort)
    if program is None:
        sys.exit(f"large.py: no glsort in {', '.join(map(str, PLACES))}")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        keys, result = pathlib.Path(folder, "keys.raw"), pathlib.Path(folder, "sorted.raw")
        size = options.count * array.array("I").itemsize
        make_keys(keys, size)
        read, written = disk_speeds(keys)
        print(f"{options.count} u32 keys, {size / 1e9:.1f} GB; {os.cpu_count()} cores")
        print(f"disk: {read:.2f} GB/s read, {written:.2f} GB/s written")
        print(f"bus: {bus(find_program('glsort-host-bench', None), options.device)}")
        command = [program, "sort", "-t", keys, "-o", result, "--temp", folder]
        command += ["--memory", options.memory] if options.memory else []
        command += ["--device", options.device] if options.device else []
        forget(keys)
        wall, cpu, peak, said = sort(command)
        print(f"sort: {wall:.2f} s, {options.count / wall / 1e6:.1f} Mkeys/s, "
              f"{size / wall / 1e9:.2f} GB/s; {cpu:.1f} s of CPU, peak "
              f"{peak / 2**30:.2f} GiB")
        print(re.search(r"\d+ chunks? in .*", said)[0])
        verdict = check(keys, result)
        print(f"result: {verdict}")
        if verdict.startswith("WRONG"):
            sys.exit(1)


if __name__ == "__main__":
    main()
