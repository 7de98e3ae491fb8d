#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the commands of docs/install.md's section "A first result", or of python/README.md, as they
# are, in a fresh root. The last command says in a comment what it prints.
#   try_first_result.sh DOCUMENT WAY FOLDER    WAY: of the marker above the commands; FOLDER has
#                                              the files of a release, or of a checkout
set -eu
document=$(realpath "$1") way=$2
cd "$3"
sed -n "/<!-- first result, $way[ :]/,/^[^ <]/s/^    //p" "$document" >commands
wanted=$(sed -n '$s/.*# //p' commands)
apt-get update -q
echo "---- $way"
sh -eux ./commands >printed
cat printed
if [ -z "$wanted" ] || [ "$(tail -n 1 printed | tr -d '\r')" != "$wanted" ]; then
    echo "try_first_result: $way did not print $wanted" >&2
    exit 1
fi
