# SPDX-License-Identifier: MIT
"""Compiles shaders to SPIR-V by glslangValidator, and reads the instructions of a module."""

import struct
import subprocess
import sys

TYPE_IMAGE, TYPE_SAMPLED_IMAGE = 25, 27
EXECUTION_MODE, TYPE_BOOL, TYPE_INT, TYPE_FLOAT = 16, 20, 21, 22
TYPE_VECTOR, TYPE_ARRAY = 23, 28
TYPE_STRUCT, TYPE_POINTER, CONSTANT, VARIABLE = 30, 32, 43, 59
DECORATE = 71

# Values of operands.
LOCAL_SIZE = 17
UNIFORM_CONSTANT, UNIFORM, OUTPUT, WORKGROUP, STORAGE_BUFFER = 0, 2, 3, 4, 12
BINDING, LOCATION = 33, 30
DIMENSION_BUFFER = 5


def compile_module(glslang, path, *options):
    """The file of SPIR-V beside the shader's."""
    binary = path.with_name(path.name + ".spv")
    result = subprocess.run([glslang, "-V", "--auto-map-bindings", *options, "-o", binary, path],
                            capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{path.name}: {result.stdout}{result.stderr}")
    return binary


def instructions(binary):
    """Each as its code and its operands."""
    data = binary.read_bytes()
    words = struct.unpack(f"<{len(data) // 4}I", data)
    at = 5
    while at < len(words):
        length, code = words[at] >> 16, words[at] & 0xFFFF
        yield code, words[at + 1:at + length]
        at += length
