#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what other build systems take glsort by, from the templates of cmake/recipes:
glsort.wrap (Meson), vcpkg/portfile.cmake and vcpkg.json, conanfile.py, fetch_content.cmake.

usage: write_recipes.py VERSION ARCHIVE OUT [ADDRESS]    ARCHIVE has the sources and meson.build;
                                ADDRESS: of the folder where it can be fetched
       write_recipes.py VERSION --meson OUT              meson.build alone, which an archive holds
"""

import hashlib
import re
import sys
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent / "recipes"
FOLDERS = {"portfile.cmake": "vcpkg", "vcpkg.json": "vcpkg"}
NOWHERE = "https://example.org/"  # an address that is reserved for examples


def fill(template, values, out):
    """@name@ is a value; other words between @ stay."""
    text = re.sub(r"@([a-z_0-9]+)@", lambda name: values.get(name[1], name[0]),
                  template.read_text(encoding="utf-8"))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")


def main():
    version, archive, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    address = sys.argv[4].rstrip("/") + "/" if sys.argv[4:] else ""
    major, minor, _ = version.split(".")
    values = {"version": version, "major": major, "minor": minor}
    meson = TEMPLATES / "meson.build.in"
    if sys.argv[2] == "--meson":
        fill(meson, values, out / "meson.build")
        return
    data = archive.read_bytes()
    values |= {"archive": archive.name, "address": address or NOWHERE,
               "sha256": hashlib.sha256(data).hexdigest(),
               "sha512": hashlib.sha512(data).hexdigest(),
               "source_url": f"source_url = {address}{archive.name}\n" if address else ""}
    for template in sorted(set(TEMPLATES.glob("*.in")) - {meson}):
        name = template.name[:-len(".in")]
        fill(template, values, out / FOLDERS.get(name, "") / name)


if __name__ == "__main__":
    main()
