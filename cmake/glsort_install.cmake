# SPDX-License-Identifier: MIT
# Install rules: library, header, find_package and pkg-config files, licence and documents,
# the program.

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glsort)
install(TARGETS glsort EXPORT glsort_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        NAMELINK_COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
install(DIRECTORY include/glsort DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT development)
install(EXPORT glsort_targets NAMESPACE glsort:: FILE ${glsort_targets_file}
    DESTINATION ${package_dir} COMPONENT development)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/glsort-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/glsort-config-version.cmake DESTINATION ${package_dir}
    COMPONENT development)

# In a parent project CMAKE_INSTALL_DOCDIR is the parent's own folder.
if(PROJECT_IS_TOP_LEVEL)
    set(doc_dir ${CMAKE_INSTALL_DOCDIR})
else()
    set(doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/glsort)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/install_documents.cmake)
glsort_linked_documents(documents ${doc_dir} choosing.md gl-state.md draw-order.md
    integration.md recipes.md)
install(FILES LICENSE ${documents} examples/first_sort.c
    DESTINATION ${doc_dir} COMPONENT development)

# The pkg-config file finds the prefix from where it lies: so it is right for any --prefix of
# the installation, and after a move. With an absolute library folder it can only name the
# prefix that was configured, as CMake's own export files do.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(glsort_pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
    set(up /prefix)
    cmake_path(RELATIVE_PATH up BASE_DIRECTORY /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    set(glsort_pc_prefix "\${pcfiledir}/${up}")
endif()
set(glsort_pc_libdir "\${prefix}")
set(glsort_pc_includedir "\${prefix}")
cmake_path(APPEND glsort_pc_libdir ${CMAKE_INSTALL_LIBDIR}) # an absolute folder replaces the prefix
cmake_path(APPEND glsort_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})

# The static archive needs libm, the library of dlopen, and a define; the shared library needs
# none of them. Where both are installed, a program links with the pkg-config file of either:
# with that of the shared library also if it asks for --static.
set(glsort_pc_libs "-lglsort")
set(glsort_pc_private "-lm")
foreach(library IN LISTS CMAKE_DL_LIBS)
    string(APPEND glsort_pc_private " -l${library}")
endforeach()
set(glsort_pc_cflags "")
if(NOT glsort_shared)
    string(APPEND glsort_pc_libs " ${glsort_pc_private}")
    set(glsort_pc_private "")
    set(glsort_pc_cflags " -DGLSORT_STATIC")
endif()
configure_file(cmake/glsort.pc.in ${CMAKE_CURRENT_BINARY_DIR}/glsort.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/glsort.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET glsort_program)
    if(glsort_shared AND UNIX AND NOT APPLE)
        if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_BINDIR}")
            set(to_library ${CMAKE_INSTALL_FULL_LIBDIR})
        else()
            file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
            string(PREPEND to_library "$ORIGIN/")
        endif()
        set_target_properties(glsort_program PROPERTIES INSTALL_RPATH "${to_library}")
    endif()
    install(FILES docs/glsort.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
    install(TARGETS glsort_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        COMPONENT tools)
endif()
