#!/bin/sh
# SPDX-License-Identifier: MIT
# Gathers in a folder the programs that the other scripts here build: where those run, there
# may be neither Python nor glad.
#   prepare.sh ROOT FOLDER
set -eu
root=$1 programs=$2
rm -rf "$programs"
mkdir -p "$programs"
cp "$root/tests/packaging/release/quick_start.c" "$root/tests/packaging/release/not_finite.c" \
    "$root/examples/first_sort.c" "$programs"
cp -r "$root/tests/packaging/build/consumer" "$programs"
python3 "$root/tests/packaging/docs/take_programs.py" "$root/README.md" "quick start" \
    --to "$programs/readme_quick_start.h"
glad --quiet --api gl:core=4.3 --reproducible --out-path "$programs/glad" c
