# SPDX-License-Identifier: MIT
# Debian packages by CPack: libglsort0.1 (the shared library), libglsort-dev (headers, static
# library, find_package and pkg-config) and glsort (the program). scripts/release runs it, with
# GLSORT_STATIC_BUILD, the build folder of a static library.
set(GLSORT_STATIC_BUILD "" CACHE PATH "Packages: the build folder of the static library")
mark_as_advanced(GLSORT_STATIC_BUILD)

get_target_property(soversion glsort SOVERSION)
set(library_package libglsort${soversion})
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development tools)
set(CPACK_PACKAGE_NAME glsort)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the glsort authors")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# A package must not depend on the modification times of the files.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/set_file_times.cmake)

set(about "glsort sorts keys, with or without values, in GL buffers and textures, and orders")
string(APPEND about "\nparticles and other translucent geometry back to front.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "${about}\nThis package has the shared library.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libglsort-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${about}\nThis package has the development files.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME glsort)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "${about}\nThis package has the program.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_CURRENT_BINARY_DIR})

# The static library first, so that the find_package and pkg-config files are those of the
# shared one.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_CURRENT_BINARY_DIR};glsort;ALL;/")
if(GLSORT_STATIC_BUILD)
    list(PREPEND CPACK_INSTALL_CMAKE_PROJECTS ${GLSORT_STATIC_BUILD} glsort ALL /)
endif()

# Left out of "cmake --install": packages only.
foreach(part IN ITEMS library:${library_package} development:libglsort-dev tools:glsort)
    string(REPLACE ":" ";" part ${part})
    list(GET part 0 component)
    list(GET part 1 package)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/debian_copyright.txt RENAME copyright
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}
        COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
