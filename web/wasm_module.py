#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs a WebAssembly file into a JavaScript module: `gzip` is the text of its gzip in base64.

usage: wasm_module.py MODULE WASM
"""
import base64
import gzip
import sys
from pathlib import Path


def main():
    packed = gzip.compress(Path(sys.argv[2]).read_bytes(), mtime=0)
    Path(sys.argv[1]).write_text("// Made by wasm_module.py.\n"
                                 f'export const gzip = "{base64.b64encode(packed).decode()}";\n')


if __name__ == "__main__":
    main()
