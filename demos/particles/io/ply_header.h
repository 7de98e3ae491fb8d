// SPDX-License-Identifier: MIT
// The header of a PLY file: a text that lists elements and their properties. Only the
// element "vertex" is read; what its properties mean is the caller's.
#ifndef DEMO_PLY_HEADER_H
#define DEMO_PLY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read_result.h"

enum { PLY_MOST_PROPERTIES = 256, PLY_NO_ROLE = -1 };

enum ply_format { PLY_NO_FORMAT, PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN };

enum ply_type { PLY_I8, PLY_U8, PLY_I16, PLY_U16, PLY_I32, PLY_U32, PLY_F32, PLY_F64 };

// A property that has a meaning to the caller.
struct ply_name {
    const char* name;
    int role; // 0 and up
};

struct ply_property {
    enum ply_type type;
    int role;        // PLY_NO_ROLE: its name is not among the caller's
    uint32_t offset; // in the record of a vertex; for binary files
};

struct ply_header {
    enum ply_format format;
    struct ply_property properties[PLY_MOST_PROPERTIES];
    uint32_t property_count;
    uint32_t record_bytes;
    uint64_t vertex_count; // 1 and up
    size_t bytes;          // of the header: the data follow
};

// True if a file that begins so claims to be a PLY file.
bool ply_header_begins(const char* text, size_t bytes);

// text: the beginning of the file, with the whole header.
struct read_result ply_header_read(const char* text, size_t bytes,
                                   const struct ply_name* names, size_t name_count,
                                   struct ply_header* header);

// The first property with this role; NULL if there is none.
const struct ply_property* ply_header_find(const struct ply_header* header, int role);

// The property's value in the record of a vertex of a binary file.
double ply_value(const struct ply_header* header, const struct ply_property* property,
                 const void* record);

#endif
