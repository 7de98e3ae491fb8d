# SPDX-License-Identifier: MIT
# Compiles for 64-bit Windows with mingw-w64 (Debian: gcc-mingw-w64-x86-64):
#   cmake --preset windows
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# scripts/setup --windows puts cJSON, which the program needs, into a folder of its own.
get_filename_component(packages ${CMAKE_CURRENT_LIST_DIR}/../build/windows-packages ABSOLUTE)
set(ENV{PKG_CONFIG_LIBDIR} ${packages}/lib/pkgconfig)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${packages})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
