# SPDX-License-Identifier: MIT
# The include rules of CONTRIBUTING.md as a check: cmake -DROOT=DIR -P check_layers.cmake
#
#   include/     <stddef.h>, <stdint.h> and "glsort.h", but no other public header
#   src/plan     src/plan, shaders/shared
#   src/sorts/*  the same, and headers of the same folder; no library that does I/O
#   src/*        passes of recipes, any folder not named here: its own, src/plan, shaders/shared;
#                src/orders also src/sorts/segments
#   src/gl       src/gl, src/plan, shaders/shared, glad through glad_prefix.h
#   src/api      all of src
#   src/host     src/plan, src/gl, and of src/api handles.h
#   shaders      shaders/lib, shaders/shared and the same folder; shared includes shared alone;
#                first passes also order/computed_keys.glsl and order/cull.glsl
#   tools/threads         the public headers
#   tools/measure         the public headers, tools/offscreen; tests also tools/reference
#   tools/reference       the public headers
#   tools/glsort, bench   the public headers, tools/offscreen, tools/streams, tools/threads,
#                         tools/measure; tools/glsort also tools/reference
#   tools/mpi             the public headers, tools/offscreen, tools/streams, and of
#                         tools/glsort io and keys
#   demos/*               the public headers, demos/canvas, tools/offscreen, tools/streams,
#                         tools/reference; adapters for engines the public headers,
#                         demos/orders, and their examples tools/offscreen
#   examples              the public headers, tools/offscreen
#   (and each of these the headers of its own folder and of its subfolders)
cmake_minimum_required(VERSION 3.21)

set(fault_count 0)
set(checked_count 0)

macro(fault file text)
    message(SEND_ERROR "${file}: ${text}")
    math(EXPR fault_count "${fault_count} + 1")
endmacro()

# Sets OWN and SYSTEM to the names in #include "..." and #include <...> of the file.
function(read_includes path)
    file(STRINGS ${path} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
    set(own "")
    set(system "")
    foreach(line IN LISTS lines)
        if(line MATCHES "include[ \t]*\"([^\"]+)\"")
            list(APPEND own ${CMAKE_MATCH_1})
        elseif(line MATCHES "include[ \t]*<([^>]+)>")
            list(APPEND system ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(OWN ${own} PARENT_SCOPE)
    set(SYSTEM ${system} PARENT_SCOPE)
endfunction()

# A sort is a folder of src/sorts and one of shaders. The passes of recipes that do more
# than a sort are in any other folder of src and one of shaders.
file(GLOB algorithms RELATIVE ${ROOT}/src ${ROOT}/src/sorts/*)
file(GLOB recipes RELATIVE ${ROOT}/src ${ROOT}/src/*)
list(REMOVE_ITEM recipes plan gl api sorts host)

# The folder of ours that a flat include comes from: plan, sorts/radix, gl, api, shared,
# generated, or nothing.
function(layer_of name result)
    set(layer "")
    if(name MATCHES "^shared/")
        set(layer shared)
    elseif(name STREQUAL "shader_ids.h")
        set(layer generated)
    else()
        foreach(folder IN ITEMS plan gl api host ${recipes} ${algorithms})
            if(EXISTS ${ROOT}/src/${folder}/${name})
                set(layer ${folder})
            endif()
        endforeach()
    endif()
    set(${result} "${layer}" PARENT_SCOPE)
endfunction()

# Files of src/FOLDER include those of the layers that follow, and generated ones.
macro(check_source_layer folder)
    set(allowed ${ARGN} shared generated)
    file(GLOB files ${ROOT}/src/${folder}/*.c ${ROOT}/src/${folder}/*.h)
    foreach(file IN LISTS files)
        math(EXPR checked_count "${checked_count} + 1")
        read_includes(${file})
        foreach(name IN LISTS OWN)
            layer_of(${name} layer)
            if(NOT layer)
                fault(${file} "includes \"${name}\", which is in no layer")
            elseif(NOT "${layer}" IN_LIST allowed)
                fault(${file} "src/${folder} must not include ${layer}: \"${name}\"")
            endif()
        endforeach()
        foreach(name IN LISTS SYSTEM)
            if(name MATCHES "^(GL|GLES[0-9]*|EGL|KHR|glad)/")
                get_filename_component(base ${file} NAME)
                if(NOT base STREQUAL "glad_prefix.h")
                    fault(${file} "must not include <${name}>")
                endif()
            elseif("${folder}" MATCHES "^sorts/"
                   AND NOT name MATCHES "^(assert|limits|std(bool|def|int)|string)\\.h$"
                   AND NOT name MATCHES "^glsort/glsort(_inspect|_arrays)?\\.h$")
                fault(${file} "an algorithm is pure: must not include <${name}>")
            endif()
        endforeach()
    endforeach()
endmacro()

check_source_layer(plan plan)
check_source_layer(gl plan gl)
check_source_layer(api plan gl api ${recipes} ${algorithms})
check_source_layer(host plan gl api host)
file(GLOB files ${ROOT}/src/host/*.[ch])
foreach(file IN LISTS files)
    read_includes(${file})
    foreach(name IN LISTS OWN)
        layer_of(${name} layer)
        if(layer STREQUAL "api" AND NOT name STREQUAL "handles.h")
            fault(${file} "src/host may include only handles.h of src/api, not ${name}")
        endif()
    endforeach()
endforeach()
foreach(folder IN LISTS recipes algorithms)
    if(folder STREQUAL "orders") # orders of segments are sorted as segments are
        check_source_layer(${folder} plan ${folder} sorts/segments)
    else()
        check_source_layer(${folder} plan ${folder})
    endif()
endforeach()

file(GLOB files ${ROOT}/include/glsort/*.h)
foreach(file IN LISTS files)
    math(EXPR checked_count "${checked_count} + 1")
    read_includes(${file})
    foreach(name IN LISTS OWN SYSTEM)
        if(NOT name MATCHES "^(stddef|stdint)\\.h$"
           AND (NOT name STREQUAL "glsort.h" OR file MATCHES "/glsort\\.h$"))
            fault(${file} "a public header must not include ${name}")
        endif()
    endforeach()
endforeach()

file(GLOB_RECURSE files ${ROOT}/shaders/*.comp ${ROOT}/shaders/*.frag
    ${ROOT}/shaders/*.vert ${ROOT}/shaders/*.glsl ${ROOT}/shaders/*.h)
foreach(file IN LISTS files)
    math(EXPR checked_count "${checked_count} + 1")
    read_includes(${file})
    file(RELATIVE_PATH folder ${ROOT}/shaders ${file})
    get_filename_component(folder ${folder} DIRECTORY)
    set(computed "order/(computed_keys|cull)\\.glsl")
    set(rule "^((lib|${folder})/[a-z0-9_]+\\.glsl|${computed}|shared/[a-z0-9_]+\\.h)$")
    if(file MATCHES "/shared/[^/]+$")
        set(rule "^shared/[a-z0-9_]+\\.h$")
    endif()
    foreach(name IN LISTS OWN)
        if(NOT name MATCHES "${rule}")
            fault(${file} "must not include \"${name}\"")
        elseif(NOT EXISTS ${ROOT}/shaders/${name})
            fault(${file} "includes \"${name}\", which does not exist")
        endif()
    endforeach()
    foreach(name IN LISTS SYSTEM)
        if(NOT name STREQUAL "stdint.h" OR NOT file MATCHES "/shared/[^/]+$")
            fault(${file} "must not include <${name}>")
        endif()
    endforeach()
endforeach()

# Files of FOLDER, a program or what programs share, include the public headers, headers of
# the same folder and those of the folders that follow.
function(check_program folder)
    file(GLOB_RECURSE files ${ROOT}/${folder}/*.c ${ROOT}/${folder}/*.h
        ${ROOT}/${folder}/*.cpp ${ROOT}/${folder}/*.cu)
    set(seen ${generated_headers})
    foreach(room IN ITEMS ${folder} ${ARGN})
        file(GLOB_RECURSE headers ${ROOT}/${room}/*.h ${ROOT}/${room}/*.cuh)
        foreach(header IN LISTS headers)
            get_filename_component(name ${header} NAME)
            list(APPEND seen ${name})
        endforeach()
    endforeach()
    foreach(file IN LISTS files)
        math(EXPR checked_count "${checked_count} + 1")
        read_includes(${file})
        foreach(name IN LISTS OWN)
            layer_of(${name} layer)
            if("${name}" IN_LIST seen)
                continue()
            endif()
            if(layer OR name MATCHES "/")
                fault(${file} "sees the inside of glsort: \"${name}\"")
            else()
                fault(${file} "${folder} must not include \"${name}\"")
            endif()
        endforeach()
        foreach(name IN LISTS SYSTEM)
            if(name MATCHES "^glsort/" AND NOT name MATCHES "^glsort/glsort(_[a-z]+)?\\.h$")
                fault(${file} "must not include <${name}>")
            endif()
        endforeach()
    endforeach()
    set(checked_count ${checked_count} PARENT_SCOPE)
    set(fault_count ${fault_count} PARENT_SCOPE)
endfunction()

set(generated_headers bench_commit.h shader_texts.h)
check_program(tools/offscreen)
check_program(tools/streams)
check_program(tools/threads)
check_program(tools/measure tools/offscreen tools/reference)
check_program(tools/reference)
check_program(tools/glsort tools/offscreen tools/streams tools/threads tools/measure
    tools/reference)
check_program(tools/mpi tools/offscreen tools/streams tools/glsort/io tools/glsort/keys)
check_program(examples tools/offscreen)
check_program(bench tools/offscreen tools/streams tools/threads tools/measure)
file(GLOB demos RELATIVE ${ROOT} ${ROOT}/demos/*)
foreach(demo IN LISTS demos)
    if(demo MATCHES "^demos/(vtk|osg|ogre|coin)$")
        check_program(${demo} demos/orders tools/offscreen)
    elseif(IS_DIRECTORY ${ROOT}/${demo})
        check_program(${demo} demos/canvas tools/offscreen tools/streams tools/reference)
    endif()
endforeach()
file(GLOB rooms RELATIVE ${ROOT} ${ROOT}/tools/*)
foreach(room IN LISTS rooms)
    if(IS_DIRECTORY ${ROOT}/${room}
       AND NOT room MATCHES "^tools/(offscreen|streams|threads|reference|measure|glsort|mpi)$")
        fault(${room} "is a folder without a rule")
    endif()
endforeach()

# ---- rooms ----------------------------------------------------------------------------
# The table of CONTRIBUTING.md: each room's folders, and the lines and variants that it may
# grow to. With -DTABLE=shader_table.c, the generated file, variants are counted too.

function(count_lines folder result)
    set(sum 0)
    file(GLOB files LIST_DIRECTORIES false ${ROOT}/${folder}/*)
    foreach(file IN LISTS files)
        file(READ ${file} text)
        string(REGEX MATCHALL "\n" lines "${text}")
        list(LENGTH lines count)
        math(EXPR sum "${sum} + ${count}")
    endforeach()
    set(${result} ${sum} PARENT_SCOPE)
endfunction()

# The variants of the programs whose files are in the folder of shaders.
function(count_variants folder result)
    set(sum 0)
    string(REGEX REPLACE "^shaders/?" "" inside ${folder})
    if(TABLE AND folder MATCHES "^shaders")
        file(STRINGS ${TABLE} lines REGEX "^        \\.(file|variant_count) = ")
        foreach(line IN LISTS lines)
            if(line MATCHES "file = \"(.*)\"")
                get_filename_component(of "${CMAKE_MATCH_1}" DIRECTORY)
            elseif("${of}" STREQUAL "${inside}" AND line MATCHES "= ([0-9]+)")
                math(EXPR sum "${sum} + ${CMAKE_MATCH_1}")
            endif()
        endforeach()
    endif()
    set(${result} ${sum} PARENT_SCOPE)
endfunction()

set(rows "")
if(EXISTS ${ROOT}/CONTRIBUTING.md)
    file(STRINGS ${ROOT}/CONTRIBUTING.md rows
        REGEX "^\\| [a-z ]+ \\| [a-z/, ]+ \\| [0-9,]+ \\| [0-9]+ \\| [0-9,]+ \\| [0-9]+ \\|$")
endif()
set(roomed "")
foreach(row IN LISTS rows)
    string(REPLACE "|" ";" cells "${row}")
    list(GET cells 1 2 5 6 cells)
    list(TRANSFORM cells STRIP)
    list(POP_FRONT cells room folders most_lines most_variants)
    string(REPLACE "," "" most_lines ${most_lines})
    string(REPLACE ", " ";" folders ${folders})
    list(APPEND roomed ${folders})
    set(room_lines 0)
    set(room_variants 0)
    foreach(folder IN LISTS folders)
        count_lines(${folder} lines)
        count_variants(${folder} variants)
        math(EXPR room_lines "${room_lines} + ${lines}")
        math(EXPR room_variants "${room_variants} + ${variants}")
    endforeach()
    message(STATUS "${room}: ${room_lines} lines of ${most_lines}, ${room_variants} variants "
        "of ${most_variants}")
    if(room_lines GREATER most_lines OR room_variants GREATER most_variants)
        fault(CONTRIBUTING.md "the room ${room} is larger than it may be")
    endif()
endforeach()
file(GLOB folders RELATIVE ${ROOT} ${ROOT}/src/* ${ROOT}/src/sorts/* ${ROOT}/shaders/*)
foreach(folder IN LISTS folders)
    if(rows AND IS_DIRECTORY ${ROOT}/${folder} AND NOT folder STREQUAL "src/sorts"
       AND NOT folder IN_LIST roomed)
        fault(${folder} "is in no room of CONTRIBUTING.md")
    endif()
endforeach()

if(checked_count EQUAL 0)
    message(FATAL_ERROR "${ROOT}: no files to check")
endif()
message(STATUS "${checked_count} files, ${fault_count} faults")
