# SPDX-License-Identifier: MIT
# The library: one set of objects, packed as a shared or a static library. Every symbol that
# the sources share is named glsort_*, so a static link clashes with nobody. All are hidden:
# the shared library shows only the functions of the public headers, and what links the static
# one shows none of its.

# Include paths for those who see the inside: the library itself and its tests.
function(glsort_inside target scope)
    set(root ${PROJECT_SOURCE_DIR})
    file(GLOB folders CONFIGURE_DEPENDS ${root}/src/* ${root}/src/sorts/*)
    list(FILTER folders EXCLUDE REGEX "/src/sorts$|\\.[ch]$")
    target_include_directories(${target} ${scope}
        ${root}/include ${folders} ${root}/shaders ${glsort_generated})
    target_include_directories(${target} SYSTEM ${scope}
        ${glsort_generated}/include)
endfunction()

function(glsort_add_objects target)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h)
    add_library(${target} OBJECT ${sources} ${headers}
        ${glsort_shader_source} ${glsort_glad_source})
    glsort_own_target(${target})
    glsort_inside(${target} PUBLIC)
    target_compile_definitions(${target} PRIVATE
        GLSORT_COMPUTE=$<BOOL:${GLSORT_COMPUTE}> GLSORT_FRAGMENT=$<BOOL:${GLSORT_FRAGMENT}>)
    target_link_libraries(${target} PUBLIC $<$<BOOL:${UNIX}>:m> ${CMAKE_DL_LIBS})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # One set of objects cannot serve both kinds: they differ in what is visible.
    if(glsort_shared)
        target_compile_definitions(${target} PRIVATE GLSORT_BUILD)
    else()
        target_compile_definitions(${target} PUBLIC GLSORT_STATIC)
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

# Adds a library TARGET of KIND, SHARED or STATIC.
function(glsort_add_library target kind)
    add_library(${target} ${kind} $<TARGET_OBJECTS:glsort_objects>)
    target_link_libraries(${target} PRIVATE $<$<BOOL:${UNIX}>:m> ${CMAKE_DL_LIBS})
    if(kind STREQUAL "STATIC")
        target_compile_definitions(${target} INTERFACE GLSORT_STATIC)
    endif()
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME glsort LINKER_LANGUAGE C
        VERSION ${PROJECT_VERSION}
        # Before 1.0 every minor version may break the binary interface.
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    if(kind STREQUAL "SHARED" AND UNIX AND NOT APPLE)
        set(script ${CMAKE_CURRENT_BINARY_DIR}/glsort.map)
        if(script MATCHES "[$]")
            message(FATAL_ERROR "glsort: the path of the build folder, "
                "${CMAKE_CURRENT_BINARY_DIR}, has a $, which CMake does not pass to the linker "
                "as it is; build in another folder")
        endif()
        configure_file(${PROJECT_SOURCE_DIR}/cmake/glsort.map.in ${script} @ONLY)
        # LINKER: would split the path at commas.
        target_link_options(${target} PRIVATE "SHELL:-Xlinker \"--version-script=${script}\"")
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
    endif()
endfunction()
