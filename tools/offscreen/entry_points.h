// SPDX-License-Identifier: MIT
// The entry points that belong to a version of GL, from the Khronos registry; written at
// build time by list_entry_points.py, in the order of its list.
#ifndef ENTRY_POINTS_H
#define ENTRY_POINTS_H

#include <stddef.h>

enum entry_points_of {
    ENTRY_POINTS_GL43_CORE,
    ENTRY_POINTS_GL43_COMPATIBILITY,
    ENTRY_POINTS_GL41_CORE,
    ENTRY_POINTS_GL33_CORE,
    ENTRY_POINTS_GL33_COMPATIBILITY,
    ENTRY_POINTS_GLES30,
    ENTRY_POINTS_GLES31,
    ENTRY_POINTS_GLES32,
    ENTRY_POINTS_COUNT,
};

struct entry_points {
    const char* const* names; // sorted
    size_t count;
};

extern const struct entry_points entry_points[ENTRY_POINTS_COUNT];

#endif
