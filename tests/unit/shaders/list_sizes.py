#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what every variant of every compute shader takes of the device, as a C table.

usage: list_sizes.py --glslang PROGRAM --embed embed_shaders.py --root SHADERS --work DIR
                     --out FILE

glslangValidator compiles each variant to SPIR-V, which names the size of its work groups,
its shared variables with their types, and its storage blocks.
"""

import argparse
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Of SPIR-V: instructions, and values of operands.
EXECUTION_MODE, TYPE_BOOL, TYPE_INT, TYPE_FLOAT = 16, 20, 21, 22
TYPE_VECTOR, TYPE_ARRAY = 23, 28
TYPE_STRUCT, TYPE_POINTER, CONSTANT, VARIABLE = 30, 32, 43, 59
LOCAL_SIZE = 17
WORKGROUP, STORAGE_BUFFER = 4, 12


def instructions(binary):
    """Each as its code and its operands."""
    data = binary.read_bytes()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    at = 5
    while at < len(words):
        length, code = words[at] >> 16, words[at] & 0xFFFF
        yield code, words[at + 1:at + length]
        at += length


class Module:
    """The instructions of a SPIR-V module that tell sizes."""

    def __init__(self, binary):
        self.group, self.shared_bytes, self.blocks = 0, 0, 0
        sizes, constants, pointers = {}, {}, {}
        for code, op in instructions(binary):
            if code == EXECUTION_MODE and op[1] == LOCAL_SIZE:
                self.group = op[2] * op[3] * op[4]
            elif code == TYPE_BOOL:
                sizes[op[0]] = 4
            elif code in (TYPE_INT, TYPE_FLOAT):
                sizes[op[0]] = op[1] // 8
            elif code == TYPE_VECTOR:
                sizes[op[0]] = sizes.get(op[1], 0) * op[2]  # bool has no size
            elif code == CONSTANT:
                constants[op[1]] = op[2]
            elif code == TYPE_ARRAY:
                sizes[op[0]] = sizes.get(op[1], 0) * constants[op[2]]
            elif code == TYPE_STRUCT:
                sizes[op[0]] = sum(sizes.get(member, 0) for member in op[1:])
            elif code == TYPE_POINTER:
                pointers[op[0]] = op[2]
            elif code == VARIABLE and op[2] == WORKGROUP:
                self.shared_bytes += sizes[pointers[op[0]]]
            elif code == VARIABLE and op[2] == STORAGE_BUFFER:
                self.blocks += 1


def measure(glslang, path):
    binary = path.with_name(path.name + ".spv")
    result = subprocess.run([glslang, "-V", "--auto-map-bindings", "--target-env", "vulkan1.1",
                             "-o", binary, path], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{path.name}: {result.stdout}{result.stderr}")
    return Module(binary)


def main():
    parser = argparse.ArgumentParser()
    for name in ("glslang", "embed", "root", "work", "out"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    work = Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    subprocess.run([sys.executable, args.embed, "--root", args.root, "--expand", work],
                   check=True)
    paths = sorted(work.glob("*.gl430.*.comp"))
    with ThreadPoolExecutor() as pool:
        modules = list(pool.map(lambda path: measure(args.glslang, path), paths))
    lines = ["// Written by tests/unit/shaders/list_sizes.py."]
    for path, module in zip(paths, modules):
        name, _, variant, _ = path.name.split(".")
        lines.append(f"{{SHADER_{name.upper()}, {variant}, {{{module.group}, "
                     f"{module.shared_bytes}, {module.blocks}}}}},")
    Path(args.out).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
