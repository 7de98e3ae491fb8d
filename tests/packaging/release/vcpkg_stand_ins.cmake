# SPDX-License-Identifier: MIT
# Runs a portfile with functions that stand for vcpkg's: what the port names is fetched, built,
# installed and there. It does not show that vcpkg itself takes the port.
#   cmake -DPORTFILE=FILE -DARCHIVE=FILE -DWORK=FOLDER -P vcpkg_stand_ins.cmake
set(CURRENT_PACKAGES_DIR ${WORK}/packages)

function(run)
    execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_download_distfile into)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILENAME;SHA512" "URLS")
    file(SHA512 ${ARCHIVE} hash)
    if(NOT hash STREQUAL arg_SHA512 OR NOT arg_URLS MATCHES "^https://.*/${arg_FILENAME}$")
        message(FATAL_ERROR "${arg_URLS} of ${arg_SHA512} is not ${ARCHIVE} of ${hash}")
    endif()
    set(${into} ${ARCHIVE} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive into option archive)
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${WORK}/source)
    file(GLOB source ${WORK}/source/*)
    set(${into} ${source} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    run(-S ${arg_SOURCE_PATH} -B ${WORK}/build -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Debug
        -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
    run(--build ${WORK}/build --parallel 2)
    run(--install ${WORK}/build)
endfunction()

function(need file)
    if(NOT EXISTS ${file})
        message(FATAL_ERROR "the port has made no ${file}")
    endif()
endfunction()

function(vcpkg_cmake_config_fixup option folder)
    need(${CURRENT_PACKAGES_DIR}/${folder}/glsort-config.cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
    need(${CURRENT_PACKAGES_DIR}/lib/pkgconfig/glsort.pc)
endfunction()

function(vcpkg_install_copyright option file)
    need(${file})
    set(port_is_whole TRUE PARENT_SCOPE)
endfunction()

include(${PORTFILE})
need(${CURRENT_PACKAGES_DIR}/include/glsort/glsort.h)
if(NOT port_is_whole)
    message(FATAL_ERROR "the port installs no copyright")
endif()
