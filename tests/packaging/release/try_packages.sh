#!/bin/sh
# SPDX-License-Identifier: MIT
# The Debian packages install, with what they depend on; the program sorts; a program is built
# by pkg-config and by find_package; and removing them leaves nothing.
#   try_packages.sh FOLDER PROGRAMS WORK    FOLDER has the packages; PROGRAMS as for
#                                           try_archive.sh
set -eu
folder=$1 programs=$2 work=$3
mkdir -p "$work"
apt-get update -q
apt-get install -q -y --no-install-recommends pkg-config
list_glsort() {
    find / -xdev \( -path "$work" -o -path "$folder" \) -prune -o -name '*glsort*' -print | sort
}
list_glsort >"$work/before"

apt-get install -q -y --no-install-recommends "$folder"/*.deb
[ "$(printf '3\n1\n2\n' | glsort sort | tr '\n' ' ')" = "1 2 3 " ]
glsort -x 100000 --verify

# shellcheck disable=SC2046 # words of their own
gcc -std=c99 "$programs/quick_start.c" -I"$programs" -o "$work/quick_start" \
    $(pkg-config --cflags --libs glsort) -lOpenGL -lEGL
"$work/quick_start"
ldd "$work/quick_start" | grep libglsort
for kind in shared static; do
    cmake -S "$programs/consumer" -B "$work/use-$kind" -DGLSORT_KIND=$kind
    cmake --build "$work/use-$kind"
    "$work/use-$kind/consumer_c"
    "$work/use-$kind/consumer_cxx"
done

apt-get purge -q -y glsort 'libglsort*'
list_glsort >"$work/after"
diff "$work/before" "$work/after"
