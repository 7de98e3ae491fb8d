# SPDX-License-Identifier: MIT
# Writes OUT, a header that names the commit of SOURCE, whenever that has changed. A release
# archive holds its name in a file.
if(EXISTS ${SOURCE}/generated/commit.txt)
    file(STRINGS ${SOURCE}/generated/commit.txt commit)
else()
    # Not that of a repository around this one.
    cmake_path(GET SOURCE PARENT_PATH ceiling)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${ceiling}
            git -C ${SOURCE} describe --always --dirty --abbrev=10
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
        RESULT_VARIABLE failed)
endif()
if(failed OR commit STREQUAL "")
    set(commit "not known")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define BENCH_COMMIT \"${commit}\"\n")
