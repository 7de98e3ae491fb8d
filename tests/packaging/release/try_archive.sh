#!/bin/sh
# SPDX-License-Identifier: MIT
# The archive of sources needs a C compiler and CMake: configured, built, installed, moved, and
# used by find_package from C and C++, by each compiler, as a static and as a shared library.
#   try_archive.sh ARCHIVE PROGRAMS WORK COMPILER...    PROGRAMS as for try_single.sh, and
#                                                       consumer/
set -eu
archive=$1 programs=$2 work=$3
shift 3
mkdir -p "$work"
tar xzf "$archive" -C "$work"
source=$(echo "$work"/glsort-*)

for compiler in "$@"; do
    plus=$(echo "$compiler" | sed 's/gcc$/g++/; s/clang$/clang++/')
    here=$work/$compiler
    mkdir -p "$here"
    # Both kinds side by side, in one prefix.
    for shared in ON OFF; do
        cmake -S "$source" -B "$here/build" -DCMAKE_C_COMPILER="$compiler" \
            -DGLSORT_SHARED=$shared -DGLSORT_WERROR=ON -DCMAKE_INSTALL_LIBDIR=lib
        cmake --build "$here/build" --parallel 2
        cmake --install "$here/build" --prefix "$here/first"
    done
    mv "$here/first" "$here/moved"
    for kind in shared static; do
        cmake -S "$programs/consumer" -B "$here/use-$kind" -DCMAKE_C_COMPILER="$compiler" \
            -DCMAKE_CXX_COMPILER="$plus" -DCMAKE_PREFIX_PATH="$here/moved" \
            -DGLSORT_KIND=$kind
        cmake --build "$here/use-$kind"
        "$here/use-$kind/consumer_c"
        "$here/use-$kind/consumer_cxx"
    done
    "$compiler" -std=c99 "$programs/quick_start.c" -o "$here/quick_start" \
        -I"$here/moved/include" -I"$programs" -DGLSORT_STATIC \
        "$here/moved/lib/libglsort.a" -lOpenGL -lEGL -lm -ldl
    "$here/quick_start"
done
