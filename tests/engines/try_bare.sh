#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the commands of the first sections of demos/vtk/README.md and demos/osg/README.md in a bare
# Debian root, with a mesh of its own. Needs root, mmdebstrap (scripts/setup --release) and the
# Debian archive.
#   try_bare.sh WORK    WORK keeps the root for the next time
set -euo pipefail
work=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
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
awk -v folder="$files" 'BEGIN {
    srand(1)
    for (i = 1; i <= 9000; ++i)
        points = points sprintf("v %.6f %.6f %.6f\n", rand(), rand(), rand())
    for (i = 1; i <= 9000; i += 3) {
        triangle = sprintf("f %d %d %d\n", i, i + 1, i + 2)
        forward = forward triangle
        backward = triangle backward
    }
    printf "%s%s", points, forward >(folder "/mesh.obj")
    printf "%s%s", points, backward >(folder "/reversed.obj")
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
    echo "python3 tests/engines/check_pictures.py"
} >"$files/commands.sh"
sh tests/release/run_in_root.sh "$root" "$files" sh /try/commands.sh
