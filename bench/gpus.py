#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What several GPUs of one host add: sorts of arrays in CPU memory by a process for each
GPU, alone and at the same time; then, if mpirun and glsort-mpi are there, one sort by a rank
for each GPU.

    gpus.py --devices 0,1 --log 28       # devices as "glsort info" numbers them
"""
import argparse
import re
import shutil
import subprocess
import sys

from run import find_program

WAYS = ("at once", "4 chunks, device")


def start(bench, device, log):
    return subprocess.Popen([bench, "--device", device, str(log)],
                            stdout=subprocess.PIPE, text=True)


def speeds(process):
    """Mkeys/s of keys, by way."""
    said = process.communicate()[0]
    if process.returncode != 0:
        sys.exit(said)
    return {way: float(re.search(rf"(?m)^{way} +keys .* ([\d.]+)$", said)[1])
            for way in WAYS}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", default="0,1")
    parser.add_argument("--log", type=int, default=28, help="log2 of the keys of a GPU")
    parser.add_argument("--bench", help="the program glsort-host-bench")
    parser.add_argument("--no-mpi", action="store_true", help="leaves out the ranks")
    options = parser.parse_args()
    devices = options.devices.split(",")
    bench = find_program("glsort-host-bench", options.bench)
    if bench is None:
        sys.exit("gpus.py: no glsort-host-bench")
    print(f"2^{options.log} u32 keys a GPU, in CPU memory, Mkeys/s")
    alone = [speeds(start(bench, device, options.log)) for device in devices]
    together = [start(bench, device, options.log) for device in devices]
    together = [speeds(process) for process in together]
    for way in WAYS:
        one, all_ = ([rates[way] for rates in rows] for rows in (alone, together))
        print(f"{way}: alone {', '.join(f'{rate:.1f}' for rate in one)}; together "
              f"{' + '.join(f'{rate:.1f}' for rate in all_)} = {sum(all_):.1f}, "
              f"{sum(all_) / one[0]:.2f} times the first", flush=True)
    if options.no_mpi:
        return
    mpi = find_program("glsort-mpi", None)
    if mpi is None or shutil.which("mpirun") is None:
        print("one sort by all GPUs: not measured, needs mpirun and glsort-mpi")
        return
    subprocess.run(["mpirun", "--oversubscribe", "-n", str(len(devices)), mpi, "bench",
                    "-x", str(1 << options.log)], check=True)


if __name__ == "__main__":
    main()
