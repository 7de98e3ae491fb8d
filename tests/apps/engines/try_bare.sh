#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the commands of the first sections of the READMEs of demos/vtk, osg, coin and ogre in a
# bare Debian root, with a mesh of its own. Needs root, mmdebstrap (scripts/setup --release) and the
# Debian archive.
#   try_bare.sh WORK    WORK keeps the root for the next time
set -euo pipefail
work=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
root=$work/root files=$work/files

if [ "$(id -u)" -ne 0 ]; then
    echo "try_bare: fresh roots are made by root; run it as such" >&2
    exit 1
fi
if [ ! -e "$root.made" ]; then
    rm -rf "$root"
    mkdir -p "$work"
    mmdebstrap --variant=apt bookworm "$root"
    touch "$root.made"
fi
rm -rf "$files"
mkdir -p "$files"
git clone --quiet . "$files/glsort"

# The triangles of mesh.obj and of reversed.obj are the same, in opposite orders.
awk -v mesh="$files/mesh.obj" -v reversed="$files/reversed.obj" 'BEGIN {
    srand(1)
    most = 12000
    for (i = 0; i < most; ++i) {
        x = rand(); y = rand(); z = rand()
        for (corner = 0; corner < 3; ++corner) {
            point = sprintf("v %.6f %.6f %.6f", x + rand() / 9, y + rand() / 9, z + rand() / 9)
            print point >mesh
            print point >reversed
        }
    }
    for (i = 0; i < most; ++i) {
        printf "f %d %d %d\n", 3 * i + 1, 3 * i + 2, 3 * i + 3 >mesh
        k = most - 1 - i
        printf "f %d %d %d\n", 3 * k + 1, 3 * k + 2, 3 * k + 3 >reversed
    }
}'

# The commands, which begin with "$", and the same with the other mesh.
commands_of() {
    sed -n '/^## In a program/q; s/^    \$ //p' "demos/$1/README.md"
}
of_mesh=$(commands_of vtk | grep -- '--mesh FILE --out mine.png')
{
    echo "set -ex"
    echo "cd /try/glsort"
    commands_of vtk | sed 's|FILE|/try/mesh.obj|'
    sed 's|FILE|/try/reversed.obj|; s|mine|reversed|' <<<"$of_mesh"
    echo "mv picture.png vtk.png"
    commands_of osg
    echo "mv picture.png osg.png"
    commands_of coin
    echo "mv picture.png coin.png"
    commands_of ogre
    echo "python3 tests/apps/engines/check_pictures.py"
} >"$files/commands.sh"
sh tests/packaging/release/run_in_root.sh "$root" "$files" sh /try/commands.sh
