#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the page into one HTML file, which browsers open without a server: modules, the worker
and the WebAssembly become data: addresses under the names of an import map.

usage: single_file.py SITE PAGE
"""
import base64
import json
import re
import sys
from pathlib import Path

IMPORT = re.compile(r'(\bfrom\s*|\bimport\s*\(?)"(\./[^"]+)"')
ADDRESS = re.compile(r'new URL\("\./([^"]+)", import\.meta\.url\)')


def data_url(kind, data):
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def replaced(text, old, new):
    """Text with old replaced, which must be there."""
    if old not in text:
        raise SystemExit(f"single_file: there is no {old}")
    return text.replace(old, new)


class Packer:
    def __init__(self, site):
        self.site = site
        self.modules = {}

    def name(self, path):
        return "page/" + path.relative_to(self.site).as_posix()

    def add(self, path):
        """Adds a module and those that it imports; returns its text with their names."""
        text = path.read_text()

        def rename(match):
            imported = (path.parent / match[2]).resolve()
            if self.name(imported) not in self.modules:
                self.modules[self.name(imported)] = None  # being added
                packed = self.add(imported)
                self.modules[self.name(imported)] = data_url("text/javascript", packed.encode())
            return f'{match[1]}"{self.name(imported)}"'

        return self.without_addresses(IMPORT.sub(rename, text))

    def without_addresses(self, text):
        return ADDRESS.sub(lambda match: json.dumps(self.address(self.site / match[1])), text)

    def address(self, path):
        """What a file becomes that is fetched, or is a worker's: workers have no import map, so
        what they import is in their text."""
        if path.suffix == ".wasm":
            return data_url("application/wasm", path.read_bytes())
        inside = IMPORT.sub(lambda m: m[1] + json.dumps(data_url(
            "text/javascript", (self.site / m[2]).read_bytes())), path.read_text())
        return data_url("text/javascript", inside.encode())


def pack(site):
    packer = Packer(site)
    main = packer.add(site / "main.mjs")
    html = (site / "index.html").read_text()
    style = (site / "page.css").read_text()
    html = replaced(html, '<link rel="stylesheet" href="page.css">', f"<style>\n{style}</style>")
    measuring = '    <p class="note"><a href="bench.html">Measure</a> this machine.</p>\n'
    html = replaced(html, measuring, "")
    scripts = (f'<script type="importmap">{json.dumps({"imports": packer.modules})}</script>\n'
               f'<script type="module">\n{main}</script>')
    return replaced(html, '<script type="module" src="main.mjs"></script>', scripts)


def main():
    site, page = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    page.write_text(pack(site))


if __name__ == "__main__":
    main()
