#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a command in a copy of a root that is thrown away afterwards, with a folder of files at
# /try. Needs root, and a kernel with overlay mounts.
#   run_in_root.sh ROOT FOLDER COMMAND...
set -eu
root=$(realpath "$1") folder=$(realpath "$2")
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/upper" "$scratch/work" "$scratch/merged"
export root folder scratch

# The mounts end with their name space.
# shellcheck disable=SC2016 # expanded by the inner shell
unshare --mount --pid --fork sh -euc '
    mount -t overlay overlay "$scratch/merged" \
        -o "lowerdir=$root,upperdir=$scratch/upper,workdir=$scratch/work"
    mount -t proc proc "$scratch/merged/proc"
    mount --rbind /dev "$scratch/merged/dev"
    cp /etc/hosts /etc/resolv.conf "$scratch/merged/etc"
    mkdir "$scratch/merged/try"
    cp -r "$folder/." "$scratch/merged/try"
    cd "$scratch/merged/etc/apt/apt.conf.d"
    echo "APT::Get::Assume-Yes yes; APT::Install-Recommends no;" >99try
    exec chroot "$scratch/merged" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        DEBIAN_FRONTEND=noninteractive "$@"' sh "$@"
