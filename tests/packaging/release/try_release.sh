#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a release twice, and compares; builds by its recipes; tries each part of it in a fresh
# Debian root that has compilers, CMake and Mesa, but neither Python nor glad; and runs the commands
# of docs/install.md's section "A first result", and those of python/README.md, in roots that have
# nothing. Needs root, mmdebstrap (scripts/setup --release) and the Debian archive.
#   try_release.sh WORK    WORK keeps the roots for the next time
set -euo pipefail
work=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
here=tests/packaging/release
files=$work/files

if [ "$(id -u)" -ne 0 ]; then
    echo "try_release: fresh roots are made by root; run it as such" >&2
    exit 1
fi
mkdir -p "$work"
scripts/release --out "$work/first"
scripts/release --out "$work/second"
diff -r "$work/first" "$work/second"
echo "try_release: two runs gave the same bytes"
python3 -B $here/test_recipes.py "$work/first"

# make_root NAME [PACKAGE...]: the folder $work/NAME.
make_root() {
    local root=$work/$1
    [ ! -e "$root.made" ] || return 0
    rm -rf "$root"
    mmdebstrap --variant=apt ${2:+"--include=${*:2}"} bookworm "$root"
    touch "$root.made"
    if [ -e "$root/usr/bin/python3" ] || [ -e "$root/usr/bin/glad" ]; then
        echo "try_release: the fresh root has Python or glad" >&2
        exit 1
    fi
}
make_root bare
make_root root gcc g++ clang cmake make libegl-dev libopengl-dev libglew-dev libepoxy-dev \
    libegl-mesa0 libgl1-mesa-dri

rm -rf "$files"
mkdir -p "$files/packages"
cp $here/try_*.sh docs/install.md "$work"/first/*.{tar.gz,zip,deb} "$files"
cp "$work"/first/*.deb "$files/packages"
python3 -m zipfile -e "$work"/first/*-single.zip "$files/single"
sh $here/prepare.sh . "$files/programs"
mkdir "$files/checkout"
git ls-files -z | tar c --null -T - | tar x -C "$files/checkout"

# try_it ROOT SCRIPT ARGUMENT...
try_it() {
    sh $here/run_in_root.sh "$work/$1" "$files" sh "/try/$2" "${@:3}"
    echo "try_release: ${*:2} passed"
}
for way in single packages pip windows; do
    try_it bare try_first_result.sh /try/install.md $way /try
done
try_it bare try_first_result.sh /try/checkout/python/README.md checkout /try/checkout
try_it root try_single.sh /try/single /try/programs /tmp/work gcc clang
try_it root try_archive.sh "/try/$(basename "$work"/first/*-lean.tar.gz)" /try/programs /tmp/work \
    gcc clang
try_it root try_packages.sh /try/packages /try/programs /tmp/work
