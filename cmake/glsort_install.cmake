# SPDX-License-Identifier: MIT
# Install rules: library, header, find_package and pkg-config files, the program.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glsort)
install(TARGETS glsort EXPORT glsort_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/glsort DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT glsort_targets NAMESPACE glsort:: FILE glsort-targets.cmake
    DESTINATION ${package_dir})
configure_package_config_file(cmake/glsort-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/glsort-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/glsort-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/glsort-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/glsort-config-version.cmake DESTINATION ${package_dir})

# The static archive needs the math library and a define; the shared one needs neither.
if(BUILD_SHARED_LIBS)
    set(glsort_pc_libs "-lglsort")
    set(glsort_pc_cflags "")
else()
    set(glsort_pc_libs "-lglsort -lm")
    set(glsort_pc_cflags " -DGLSORT_STATIC")
endif()
configure_file(cmake/glsort.pc.in ${CMAKE_CURRENT_BINARY_DIR}/glsort.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/glsort.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET glsort_program)
    if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
        file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
        set_target_properties(glsort_program PROPERTIES
            INSTALL_RPATH "$ORIGIN/${to_library}")
    endif()
    install(TARGETS glsort_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
