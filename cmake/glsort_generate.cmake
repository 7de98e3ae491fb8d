# SPDX-License-Identifier: MIT
# What is generated at build time, unless a release archive brings it: glad, the embedded
# shaders, and the library as one C file that includes both.

# Adds OUT/include/glad/gl.h and OUT/src/gl.c.
function(glsort_generate_glad out)
    find_program(GLSORT_GLAD glad DOC "glad 2, the GL loader generator (python3-glad)")
    if(NOT GLSORT_GLAD)
        message(FATAL_ERROR "glsort: the program 'glad' (version 2) was not found. "
            "Debian and Ubuntu: apt install python3-glad; or run scripts/setup.")
    endif()
    execute_process(COMMAND ${GLSORT_GLAD} --help OUTPUT_VARIABLE help ERROR_QUIET)
    if(NOT help MATCHES "--merge")
        message(FATAL_ERROR "glsort: ${GLSORT_GLAD} is not glad 2, which is needed.")
    endif()
    string(JOIN "," extensions GL_KHR_debug GL_EXT_disjoint_timer_query
        GL_KHR_shader_subgroup
        GL_ARB_query_buffer_object GL_AMD_query_buffer_object GL_MESA_pack_invert
        GL_ANGLE_pack_reverse_row_order GL_EXT_window_rectangles
        GL_EXT_clip_cull_distance GL_ARB_direct_state_access GL_ARB_transform_feedback2
        GL_KHR_parallel_shader_compile GL_ARB_parallel_shader_compile
        GL_ARB_texture_barrier GL_NV_texture_barrier GL_ARB_multi_bind
        GL_ARB_buffer_storage GL_EXT_buffer_storage GL_NV_shader_thread_group
        GL_ARB_clip_control GL_EXT_clip_control)
    add_custom_command(OUTPUT ${glsort_glad_source}
        COMMAND ${GLSORT_GLAD} --quiet --api gl:core=4.3,gles2=3.2 --merge --reproducible
                --extensions ${extensions}
                --out-path ${out} c --mx
        COMMENT "Generating glad"
        VERBATIM)
endfunction()

# Adds OUT/shader_ids.h and OUT/shader_table.c.
function(glsort_embed_shaders out)
    set(script ${PROJECT_SOURCE_DIR}/cmake/embed_shaders.py)
    set(depfile ${CMAKE_CURRENT_BINARY_DIR}/shader_table.d)
    add_custom_command(OUTPUT ${glsort_shader_source}
        COMMAND ${Python3_EXECUTABLE} ${script} --root ${PROJECT_SOURCE_DIR}/shaders
                --out ${out} --depfile ${depfile}
        DEPENDS ${script} ${PROJECT_SOURCE_DIR}/shaders/manifest.json
        DEPFILE ${depfile}
        COMMENT "Embedding shaders"
        VERBATIM)
endfunction()

# Adds the target amalgamation: OUT/glsort/glsort.c, with the public headers and a first
# program beside it.
function(glsort_amalgamate out)
    set(script ${PROJECT_SOURCE_DIR}/cmake/amalgamate.py)
    set(depfile ${CMAKE_CURRENT_BINARY_DIR}/amalgamation.d)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/glsort/*.h)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.[ch])
    set(copied ${headers} ${PROJECT_SOURCE_DIR}/LICENSE
        ${PROJECT_SOURCE_DIR}/examples/first_sort.c)
    add_custom_command(OUTPUT ${out}/glsort/glsort.c
        COMMAND ${Python3_EXECUTABLE} ${script} --root ${PROJECT_SOURCE_DIR}
                --generated ${glsort_generated} --out ${out}/glsort/glsort.c
                --depfile ${depfile}
        COMMAND ${CMAKE_COMMAND} -E copy ${copied} ${out}/glsort
        DEPENDS ${script} ${sources} ${copied} ${glsort_shader_source} ${glsort_glad_source}
        DEPFILE ${depfile}
        COMMENT "Joining the library into one file"
        VERBATIM)
    add_custom_target(amalgamation DEPENDS ${out}/glsort/glsort.c)
endfunction()

# Sets glsort_glad_source and glsort_shader_source, files in the folder OUT.
macro(glsort_generate out)
    set(glsort_glad_source ${out}/src/gl.c ${out}/include/glad/gl.h
        ${out}/include/KHR/khrplatform.h)
    set(glsort_shader_source ${out}/shader_table.c ${out}/shader_ids.h)
    if(NOT glsort_is_release)
        find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
        glsort_generate_glad(${out})
        glsort_embed_shaders(${out})
        glsort_amalgamate(${CMAKE_CURRENT_BINARY_DIR}/amalgamation)
    endif()
    if(CMAKE_C_CLANG_TIDY) # which must have a check, here one that finds nothing in C
        file(WRITE ${out}/.clang-tidy "Checks: '-*,misc-definitions-in-headers'\n")
    endif()
endmacro()
