# SPDX-License-Identifier: MIT
# Negative controls of check_layers.cmake: each of these trees breaks one rule and must be
# refused for it; the last breaks none.
cmake_minimum_required(VERSION 3.21)

function(expect verdict file text)
    file(REMOVE_RECURSE ${WORK})
    foreach(header IN ITEMS src/plan/schedule.h src/gl/programs.h src/api/context.h
            src/algo/radix.h src/algo/abisort_tree_layout.h tools/offscreen/offscreen.h
            shaders/shared/common.h shaders/lib/count.glsl)
        file(WRITE ${WORK}/${header} "\n")
    endforeach()
    file(WRITE ${WORK}/src/algo/radix.c
        "#include \"radix.h\"\nconst struct algorithm glsort_radix_algorithm = {0};\n")
    file(WRITE ${WORK}/${file} "${text}\n")
    if(ARGC GREATER 3)
        file(WRITE ${WORK}/${ARGV3} "${ARGV4}\n")
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CHECK}
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    string(REGEX REPLACE "[ \n]+" " " output "${output}") # CMake folds long lines
    if(verdict STREQUAL "fine" AND NOT result EQUAL 0)
        message(SEND_ERROR "refused, but fine: ${file}: ${text}\n${output}")
    elseif(NOT verdict STREQUAL "fine" AND result EQUAL 0)
        message(SEND_ERROR "not found: ${file}: ${text}")
    elseif(NOT verdict STREQUAL "fine" AND NOT output MATCHES "${verdict}")
        message(SEND_ERROR "found for another reason: ${file}: ${text}\n${output}")
    endif()
endfunction()

expect("must not include gl" src/plan/tuning.c "#include \"programs.h\"")
expect("must not include algo" src/plan/tuning.c "#include \"radix.h\"")
expect("must not include gl" src/algo/bitonic.c "  #  include \"programs.h\"")
expect("must not include <GL/gl.h>" src/algo/bitonic.c "#include <GL/gl.h>")
set(bitonic "const struct algorithm glsort_bitonic_algorithm = {0}\;")
expect("must not know another" src/algo/bitonic.c "#include \"radix.h\"\n${bitonic}")
expect("must not know another" src/algo/bitonic.c
    "#include \"abisort_tree_layout.h\"\n${bitonic}" src/algo/abisort_tree_layout.h
    "#include \"radix.h\"")
expect("is pure" src/algo/bitonic.c "#include <stdio.h>")
expect("must not include api" src/gl/run.c "#include \"context.h\"")
expect("must not include algo" src/gl/run.c "#include \"radix.h\"")
expect("must not include <glad/gl.h>" src/gl/run.c "#include <glad/gl.h>")
expect("in no layer" src/api/plan.c "#include \"nowhere.h\"")
expect("public header" include/glsort/glsort.h "#include <stdbool.h>")
expect("must not include" shaders/shared/tree.h "#include \"lib/count.glsl\"")
expect("does not exist" shaders/a.comp "#include \"lib/nowhere.glsl\"")
expect("sees the inside" tools/glsort/main.c "#include \"schedule.h\"")
expect("sees the inside" demos/hello/hello.c "#include \"../../src/plan/schedule.h\"")
expect("sees the inside" bench/bench.c "#include \"shared/common.h\"")
expect(fine tools/glsort/main.c "#include <glsort/glsort.h>\n#include \"offscreen.h\"")
expect(fine src/algo/bitonic.c "#include \"abisort_tree_layout.h\"\n${bitonic}")
expect(fine src/api/plan.c "#include \"programs.h\"\n#include \"schedule.h\"")
file(REMOVE_RECURSE ${WORK})
