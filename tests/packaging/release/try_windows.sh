#!/bin/bash
# SPDX-License-Identifier: MIT
# The library for Windows: it exports the functions of the headers and needs only Windows' own
# libraries; the quick start sorts under Wine with the DLL, the static library and the single
# file; find_package finds both. Needs mingw-w64 and Wine (scripts/setup --windows).
#   try_windows.sh WORK
set -euo pipefail
work=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
programs=$work/programs
strict="-Wall -Wextra -Wpedantic -Werror"
tool=x86_64-w64-mingw32

scripts/release --windows --out "$work/files"
rm -rf "$work/windows" "$work/single"
python3 -m zipfile -e "$work"/files/*-windows-x86_64.zip "$work/windows"
python3 -m zipfile -e "$work"/files/*-single.zip "$work/single"
sh tests/packaging/release/prepare.sh . "$programs"
stage=$(echo "$work"/windows/*)

# ---- what the DLL shows and needs
python3 tests/packaging/build/check_symbols.py --nm $tool-nm --headers "$stage/include/glsort" \
    --dll "$stage/lib/libglsort.dll.a"
foreign=$($tool-objdump -p "$stage/bin/libglsort.dll" | sed -n 's/.*DLL Name: //p' |
    grep -vixE 'KERNEL32.dll|msvcrt.dll') || true
if [ -n "$foreign" ]; then
    echo "try_windows: libglsort.dll needs $foreign" >&2
    exit 1
fi

# ---- programs
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEPATH="$stage/bin"
run_windows() {
    xvfb-run -a /usr/lib/wine/wine64 "$@" 2>"$work/wine.log" || {
        cat "$work/wine.log" >&2
        return 1
    }
}
# try_program NAME COMPILER-WITH-STANDARD FLAG...
try_program() {
    # shellcheck disable=SC2086 # words of their own
    $2 $strict -DWITH_GLAD "$programs/quick_start.c" -I"$programs" -I"$programs/glad/include" \
        -c -o "$work/quick_start.o" $GLSORT_FLAGS
    ${2%% *} "$work/quick_start.o" "$work/glad.o" -o "$work/$1.exe" "${@:3}" -lopengl32 -lgdi32
    echo "$1: $(run_windows "$work/$1.exe")"
}
$tool-gcc -w -c "$programs/glad/src/gl.c" -I"$programs/glad/include" -o "$work/glad.o"
# shellcheck disable=SC2086
$tool-gcc -std=c11 $strict -c "$work/single/glsort/glsort.c" -o "$work/glsort.o"
for standard in "$tool-gcc -std=c99" "$tool-g++ -x c++ -std=c++11"; do
    language=${standard##*=}
    GLSORT_FLAGS="-I$stage/include" try_program "dll-$language" "$standard" \
        "$stage/lib/libglsort.dll.a"
    GLSORT_FLAGS="-I$stage/include -DGLSORT_STATIC" try_program "static-$language" "$standard" \
        "$stage/lib/libglsort.a" -static
    GLSORT_FLAGS="-I$work/single -DGLSORT_STATIC" try_program "single-$language" "$standard" \
        "$work/glsort.o" -static
done

# ---- the program: in every API of WGL, and files that it writes
glsort() {
    run_windows "$stage/bin/glsort.exe" "$@"
}
# try_api VERSION BACKEND: in a context that has this version and none above, which is Mesa's to
# limit, and so on this backend.
try_api() {
    MESA_GL_VERSION_OVERRIDE=$1 MESA_GLSL_VERSION_OVERRIDE=${1/./}0 \
        glsort -x 10000 --verify --api "gl$1" | tee "$work/api.txt"
    grep -q " on $2, " "$work/api.txt"
}
try_api 4.3 compute
try_api 3.3 fragment
[ "$(printf '2.5\n-1\n1e-20\n' | glsort sort --type f32 | tr '\n' ' ')" = "-1 1e-20 2.5 " ]
printf '3\n1\n2\n' >"$work/numbers.txt"
cp "$work/numbers.txt" "$work/sorted.txt"
(cd "$work" && glsort sort numbers.txt -o sorted.txt)
printf '1\n2\n3\n' | cmp - "$work/sorted.txt"

# In chunks, through a temporary file in the folder that is asked for, which leaves nothing.
seq 200000 -1 1 >"$work/many.txt"
mkdir -p "$work/temp"
(cd "$work" && glsort sort --memory 1M --temp temp many.txt -o sorted.txt)
seq 200000 | cmp - "$work/sorted.txt"
[ -z "$(ls "$work/temp")" ]
if (cd "$work" && glsort sort --memory 1M --temp none many.txt -o none.txt); then
    echo "try_windows: a temporary file in a folder that is not there" >&2
    exit 1
fi

# ---- find_package
for kind in shared static; do
    cmake -S "$programs/consumer" -B "$work/use-$kind" -DCMAKE_PREFIX_PATH="$stage" \
        --toolchain "$PWD/cmake/mingw-w64.cmake" -DGLSORT_KIND=$kind \
        -DCMAKE_EXE_LINKER_FLAGS="-static-libgcc -static-libstdc++"
    cmake --build "$work/use-$kind"
    run_windows "$work/use-$kind/consumer_c.exe"
done
echo "try_windows: passed"
