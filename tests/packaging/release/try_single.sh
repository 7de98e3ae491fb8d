#!/bin/sh
# SPDX-License-Identifier: MIT
# One compiler call turns glsort.c into an object, all of whose external symbols are named
# glsort_; a shared library that links it shows none of them; and a program in C99 and in
# C++11, with each GL loader that is there, links it and sorts. Compiled with -ffast-math, it
# refuses what is not finite.
#   try_single.sh SINGLE PROGRAMS WORK COMPILER...
#       SINGLE    a folder that has glsort/glsort.c and the headers
#       PROGRAMS  quick_start.c, not_finite.c, first_sort.c, readme_quick_start.h, and glad/:
#                 include/glad/gl.h, src/gl.c
#       COMPILER  gcc or clang; those without a C++ compiler (g++, clang++) try C alone
set -eu
single=$1 programs=$2 work=$3
shift 3
mkdir -p "$work"
strict="-Wall -Wextra -Wpedantic -Werror"

# try_program COMPILER-WITH-STANDARD LOADER FLAGS...
try_program() {
    compiler=$1 loader=$2
    shift 2
    # shellcheck disable=SC2086 # words of their own
    $compiler $strict -c "$programs/quick_start.c" -o "$work/quick_start.o" \
        -I"$single" -I"$programs" -I"$programs/glad/include" "-DWITH_$loader"
    # shellcheck disable=SC2086
    ${compiler%% *} "$work/quick_start.o" "$work/glsort.o" "$@" \
        -o "$work/quick_start" -lEGL -lm -ldl
    echo "$compiler: $("$work/quick_start")"
}

for compiler in "$@"; do
    plus=$(echo "$compiler" | sed 's/gcc$/g++/; s/clang$/clang++/')
    # shellcheck disable=SC2086
    "$compiler" -std=c11 $strict -fPIC -fvisibility=hidden -c "$single/glsort/glsort.c" \
        -o "$work/glsort.o"
    foreign=$(nm -g --defined-only "$work/glsort.o" | awk '$3 !~ /^glsort_/ { print $3 }')
    if [ -n "$foreign" ]; then
        echo "glsort.o has symbols not named glsort_:" $foreign >&2
        exit 1
    fi
    "$compiler" -shared "$work/glsort.o" -o "$work/plugin.so" -lm -ldl
    shown=$(nm -D --defined-only "$work/plugin.so")
    if [ -n "$shown" ]; then
        echo "a shared library with glsort.o shows:" $shown >&2
        exit 1
    fi
    if "$compiler" -x c++ -fsyntax-only "$single/glsort/glsort.c" 2>"$work/as_cxx" ||
        [ "$(grep -c error: "$work/as_cxx")" != 1 ] || ! grep "compile as C11" "$work/as_cxx"; then
        echo "glsort.c as C++ is not refused by one sentence:" >&2
        cat "$work/as_cxx" >&2
        exit 1
    fi
    "$compiler" -std=c11 -O1 -ffast-math -c "$single/glsort/glsort.c" -o "$work/fast.o"
    # shellcheck disable=SC2086
    "$compiler" -std=c11 $strict "$programs/not_finite.c" "$work/fast.o" -I"$single" \
        -I"$programs" -o "$work/not_finite" -lEGL -lOpenGL -lm -ldl
    "$work/not_finite"
    "$compiler" -w -c "$programs/glad/src/gl.c" -I"$programs/glad/include" -o "$work/glad.o"
    for standard in "$compiler -std=c99" "$plus -x c++ -std=c++11"; do
        command -v "${standard%% *}" >/dev/null || continue
        try_program "$standard" NOTHING -lOpenGL
        try_program "$standard" GLAD "$work/glad.o"
        [ ! -e /usr/include/GL/glew.h ] || try_program "$standard" GLEW -lGLEW -lOpenGL
        [ ! -e /usr/include/epoxy/gl.h ] || try_program "$standard" EPOXY -lepoxy
    done
done
