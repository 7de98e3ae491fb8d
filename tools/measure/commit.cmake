# SPDX-License-Identifier: MIT
# Writes OUT, a header that names the commit of SOURCE, whenever that has changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    RESULT_VARIABLE failed)
if(failed OR commit STREQUAL "")
    set(commit "not known")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define BENCH_COMMIT \"${commit}\"\n")
