# SPDX-License-Identifier: MIT
# The library: one set of objects, packed as a shared or a static library that shows
# glsort_* and nothing else.

# Include paths for those who see the inside: the library itself and its tests.
function(glsort_inside target scope)
    set(root ${PROJECT_SOURCE_DIR})
    file(GLOB algorithms ${root}/src/algo/*)
    target_include_directories(${target} ${scope}
        ${root}/include ${root}/src/api ${root}/src/plan ${root}/src/gl ${algorithms}
        ${root}/shaders ${PROJECT_BINARY_DIR}/generated)
    target_include_directories(${target} SYSTEM ${scope}
        ${PROJECT_BINARY_DIR}/generated/include)
endfunction()

function(glsort_add_objects target)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h)
    add_library(${target} OBJECT ${sources} ${headers}
        ${glsort_shader_source} ${glsort_glad_source})
    glsort_own_target(${target})
    glsort_inside(${target} PUBLIC)
    target_link_libraries(${target} PUBLIC $<$<BOOL:${UNIX}>:m>)
    # LTO objects have no symbols yet for objcopy to make local.
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
    # On Windows one set of objects cannot serve both kinds: dllexport says which.
    if(WIN32 AND NOT BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC GLSORT_STATIC)
    else()
        target_compile_definitions(${target} PRIVATE GLSORT_BUILD)
    endif()

    set(prefix ${PROJECT_SOURCE_DIR}/src/gl/glad_prefix.h)
    list(GET glsort_glad_source 0 glad_c)
    if(MSVC)
        set(glad_options /FI${prefix} /w)
    else()
        set(glad_options -include ${prefix} -w)
    endif()
    set_source_files_properties(${glad_c} PROPERTIES COMPILE_OPTIONS "${glad_options}")
endfunction()

# All objects linked into one, its hidden symbols made local: so a static link clashes
# with nobody. Sets RESULT to the object, or to nothing where the tools do not do ELF.
function(glsort_localized_object target result)
    set(${result} "" PARENT_SCOPE)
    if(NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" OR NOT CMAKE_OBJCOPY)
        return()
    endif()
    set(one ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
    list(FILTER flags EXCLUDE REGEX "^-f(sanitize|lto|profile)")
    add_custom_command(OUTPUT ${one}
        COMMAND ${CMAKE_C_COMPILER} ${flags} -nostdlib -r -o ${one}
                $<TARGET_OBJECTS:glsort_objects>
        COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${one}
        DEPENDS glsort_objects $<TARGET_OBJECTS:glsort_objects>
        COMMENT "Making internal symbols local"
        COMMAND_EXPAND_LISTS VERBATIM)
    set_source_files_properties(${one} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    set(${result} ${one} PARENT_SCOPE)
endfunction()

# Adds a library TARGET of KIND, SHARED or STATIC.
function(glsort_add_library target kind)
    set(contents $<TARGET_OBJECTS:glsort_objects>)
    if(kind STREQUAL "STATIC")
        glsort_localized_object(${target} object)
        if(object)
            set(contents ${object})
        endif()
        target_static(${target} ${contents})
    else()
        add_library(${target} SHARED ${contents})
        target_link_libraries(${target} PRIVATE $<$<BOOL:${UNIX}>:m>)
    endif()
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME glsort LINKER_LANGUAGE C
        VERSION ${PROJECT_VERSION}
        # Before 1.0 every minor version may break the binary interface.
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

function(target_static target)
    add_library(${target} STATIC ${ARGN})
    target_link_libraries(${target} PRIVATE $<$<BOOL:${UNIX}>:m>)
    target_compile_definitions(${target} INTERFACE GLSORT_STATIC)
endfunction()
