# SPDX-License-Identifier: MIT
# The package of the build tree: find_package finds it with glsort_DIR, and a parent project
# may export() libraries that link glsort.
include(CMakePackageConfigHelpers)

configure_package_config_file(cmake/glsort-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/glsort-config.cmake
    INSTALL_DESTINATION lib/cmake/glsort # for paths, of which this file has none
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/glsort-config-version.cmake
    COMPATIBILITY SameMinorVersion)
export(TARGETS glsort NAMESPACE glsort::
    FILE ${CMAKE_CURRENT_BINARY_DIR}/glsort-targets.cmake)
