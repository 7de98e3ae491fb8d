# SPDX-License-Identifier: MIT
# For the scripts, which source it at the root of the sources.

# was_configured_here FOLDER: as the build folder of these sources.
was_configured_here() {
    local cache=$1/CMakeCache.txt
    [ "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")" -ef . ] &&
        [ "$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$cache")" -ef "$1" ]
}

# configure_folder FOLDER CMAKE...: runs the command CMAKE... for the build folder. A new one
# gets Ninja if there is one. One that was configured elsewhere, such as that of a checkout that
# was copied or moved, is configured anew.
configure_folder() {
    local folder=$1 generator=()
    shift
    if [ -e "$folder/CMakeCache.txt" ] && ! was_configured_here "$folder"; then
        echo "$folder was configured elsewhere, and is configured anew" >&2
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    fi
    if [ ! -e "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    "$@" -B "$folder" "${generator[@]}"
}
