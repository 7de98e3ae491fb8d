#!/bin/bash
# SPDX-License-Identifier: MIT
# Compiles create_plans for the drivers of 64-bit ARM, against what scripts/setup --null-drivers
# has unpacked.
#   build_for_arm64.sh BUILD DRIVERS    in the project's folder; BUILD has the generated files
set -euo pipefail
generated=$1/generated
out=$1/tests/create_plans_arm64
libraries=$2/arm64/root/usr/lib/aarch64-linux-gnu

python3 cmake/amalgamate.py --root . --generated "$generated" --out "$out.c"
# The headers of EGL and of GL are the same for all machines.
aarch64-linux-gnu-gcc -std=c11 -O1 -D_POSIX_C_SOURCE=200809L -Iinclude -Iinclude/glsort \
    -Itools/offscreen -idirafter /usr/include tests/gl/drivers/create_plans.c \
    tools/offscreen/offscreen_common.c tools/offscreen/offscreen_egl.c \
    "$generated/entry_points.c" "$out.c" -o "$out" "$libraries/libEGL.so.1" \
    -Wl,--allow-shlib-undefined -lm
