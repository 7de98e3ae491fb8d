#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library compiles for hosts of 32 bits without a warning, and a program there finds
nothing wrong. Skipped (77) where the compiler has no -m32, which on Debian takes
gcc-multilib.

usage: check_narrow.py ROOT GENERATED WORK -- CC [FLAGS]
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SKIPPED = 77


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)


def can_narrow(compiler, work):
    source, program = work / "empty.c", work / "empty"
    source.write_text("#include <stdlib.h>\nint main(void) { return 0; }\n")
    return (run(*compiler, "-m32", source, "-o", program).returncode == 0
            and run(program).returncode == 0)


def main():
    root, generated, work, _, *compiler = sys.argv[1:]
    root, generated, work = Path(root), Path(generated), Path(work)
    cc, flags = compiler[0], compiler[1:]
    work.mkdir(parents=True, exist_ok=True)
    if not can_narrow([cc], work):
        print(f"skipped: {cc} -m32 builds no program that runs here")
        sys.exit(SKIPPED)
    folders = [root / "include", root / "shaders", generated,
               *(path for path in sorted((root / "src").iterdir()) if path.is_dir())]
    common = ["-m32", "-std=c11", *(f"-I{folder}" for folder in folders),
              "-isystem", generated / "include", "-c"]
    jobs = [(source, flags) for source in sorted((root / "src").rglob("*.c"))]
    jobs += [(root / "tests/packaging/build/narrow/narrow_host.c", flags),
             (generated / "shader_table.c", []),
             (generated / "src/gl.c", ["-w", "-include", root / "src/gl/glad_prefix.h"])]
    objects = [work / f"{source.stem}.o" for source, _ in jobs]

    def compile_one(job):
        (source, options), target = job
        return run(cc, *common, *options, source, "-o", target)

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(compile_one, zip(jobs, objects)))
    results.append(run(cc, "-m32", *objects, "-lm", "-ldl", "-o", work / "narrow_host"))
    faults = [result.stderr for result in results if result.returncode]
    if not faults:
        result = run(work / "narrow_host")
        faults = [result.stdout + result.stderr] if result.returncode else []
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(jobs)} files compile for 32 bits, and nothing is wrong there")


if __name__ == "__main__":
    main()
