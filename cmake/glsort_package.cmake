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
# The shared and the static library may be installed side by side, by two builds.
set(glsort_targets_file glsort-static-targets.cmake)
if(glsort_shared)
    set(glsort_targets_file glsort-shared-targets.cmake)
endif()
export(TARGETS glsort NAMESPACE glsort::
    FILE ${CMAKE_CURRENT_BINARY_DIR}/${glsort_targets_file})
