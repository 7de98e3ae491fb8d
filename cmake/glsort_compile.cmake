# SPDX-License-Identifier: MIT
# How our own C and C++ are compiled.

# Warnings for a target of ours. Never for what others include.
function(glsort_warnings target)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        set(both -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wvla)
        set(only_c -Wstrict-prototypes -Wmissing-prototypes)
        target_compile_options(${target} PRIVATE ${both}
            $<$<COMPILE_LANGUAGE:C>:${only_c}>
            $<$<BOOL:${MINGW}>:-Wno-float-conversion> # of its isnan
            $<$<BOOL:${GLSORT_WERROR}>:-Werror>)
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${GLSORT_WERROR}>:/WX>)
    endif()
endfunction()

# Language level, visibility, warnings and arithmetic of a target of ours: floats are rounded
# one by one, and may be NaN, whatever the flags of a parent project allow.
function(glsort_own_target target)
    glsort_warnings(${target})
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -fno-fast-math -fno-finite-math-only)
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /fp:precise)
    endif()
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 11 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
endfunction()
