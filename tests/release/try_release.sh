#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a release twice, and compares; then tries each part of it in a fresh Debian root that has
# compilers, CMake and Mesa, but neither Python nor glad. Needs root, mmdebstrap (scripts/setup
# --release) and the Debian archive.
#   try_release.sh WORK    WORK keeps the root for the next time
set -euo pipefail
work=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=tests/release
root=$work/root files=$work/files

if [ "$(id -u)" -ne 0 ]; then
    echo "try_release: fresh roots are made by root; run it as such" >&2
    exit 1
fi
mkdir -p "$work"
scripts/release --out "$work/first"
scripts/release --out "$work/second"
diff -r "$work/first" "$work/second"
echo "try_release: two runs gave the same bytes"

if [ ! -e "$root.made" ]; then
    rm -rf "$root"
    packages=(gcc g++ clang cmake make libegl-dev libopengl-dev libglew-dev libepoxy-dev
        libegl-mesa0 libgl1-mesa-dri)
    mmdebstrap --variant=apt --include="${packages[*]}" bookworm "$root"
    touch "$root.made"
fi
if [ -e "$root/usr/bin/python3" ] || [ -e "$root/usr/bin/glad" ]; then
    echo "try_release: the fresh root has Python or glad" >&2
    exit 1
fi

rm -rf "$files"
mkdir -p "$files/packages"
cp $here/try_*.sh "$work"/first/*.tar.gz "$files"
cp "$work"/first/*.deb "$files/packages"
python3 -m zipfile -e "$work"/first/*-single.zip "$files/single"
sh $here/prepare.sh . "$files/programs"

# try_it SCRIPT ARGUMENT...
try_it() {
    sh $here/run_in_root.sh "$root" "$files" sh "/try/$1" "${@:2}"
    echo "try_release: $1 passed"
}
try_it try_single.sh /try/single /try/programs /tmp/work gcc clang
try_it try_archive.sh "/try/$(basename "$work"/first/*.tar.gz)" /try/programs /tmp/work gcc clang
try_it try_packages.sh /try/packages /try/programs /tmp/work
