# SPDX-License-Identifier: MIT
# The documents that are installed, with links that lead somewhere there: to each other and to
# the headers. A link to what is not installed becomes its text.

# Documents of docs/, to be installed in `doc_dir` beside examples/first_sort.c. Sets `into` to
# the files to install.
function(glsort_linked_documents into doc_dir)
    set(include_dir ${CMAKE_INSTALL_INCLUDEDIR})
    if(IS_ABSOLUTE "${include_dir}" OR IS_ABSOLUTE "${doc_dir}")
        cmake_path(ABSOLUTE_PATH include_dir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
        cmake_path(ABSOLUTE_PATH doc_dir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
    endif()
    cmake_path(RELATIVE_PATH include_dir BASE_DIRECTORY "${doc_dir}")
    set(files "")
    foreach(name IN LISTS ARGN)
        if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/docs/${name})
            continue() # a source distribution for Python has no documents
        endif()
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS docs/${name})
        file(READ docs/${name} text)
        # What stays is marked; no document has this word.
        string(REGEX REPLACE "\\]\\((#|https?:)" "](@KEPT@\\1" text "${text}")
        string(REPLACE "](../examples/first_sort.c" "](@KEPT@first_sort.c" text "${text}")
        string(REPLACE "](../include/" "](@KEPT@${include_dir}/" text "${text}")
        foreach(other IN LISTS ARGN)
            string(REPLACE "](${other}" "](@KEPT@${other}" text "${text}")
        endforeach()
        string(REGEX REPLACE "!?\\[([^]]*)\\]\\([^@)][^)]*\\)" "\\1" text "${text}")
        string(REPLACE "@KEPT@" "" text "${text}")
        file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/documents/${name} "${text}")
        list(APPEND files ${CMAKE_CURRENT_BINARY_DIR}/documents/${name})
    endforeach()
    set(${into} ${files} PARENT_SCOPE)
endfunction()
