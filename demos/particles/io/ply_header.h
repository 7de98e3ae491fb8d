// SPDX-License-Identifier: MIT
// PLY files: the header, a text that lists elements and their properties, and the values
// of the element "vertex", one vertex after another. What they mean is the caller's.
//
// Lines end in LF, CR LF or CR; words are separated by any blanks; a byte order mark
// before the text is skipped. Elements before the vertices and lists are skipped too.
#ifndef DEMO_PLY_HEADER_H
#define DEMO_PLY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "read_result.h"

enum {
    PLY_MOST_PROPERTIES = 256,
    PLY_MOST_ELEMENTS = 16,
    PLY_HEADER_BYTES = 1 << 20,
    PLY_NO_ROLE = -1
};

enum ply_format { PLY_NO_FORMAT, PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN };

enum ply_type { PLY_I8, PLY_U8, PLY_I16, PLY_U16, PLY_I32, PLY_U32, PLY_F32, PLY_F64 };

// A property that has a meaning to the caller.
struct ply_name {
    const char* name;
    int role; // 0 and up
};

struct ply_property {
    enum ply_type type;       // of the value, or of each value of a list
    enum ply_type count_type; // of the count before a list
    bool is_list;
    int role;        // PLY_NO_ROLE: a list, not among the caller's names, or named before
    uint32_t offset; // in a record of a binary file without lists
};

struct ply_element {
    uint64_t count;
    uint32_t first_property;
    uint32_t property_count;
    uint32_t record_bytes; // in a binary file; with lists, the least
    bool has_list;
};

struct ply_header {
    enum ply_format format;
    struct ply_property properties[PLY_MOST_PROPERTIES];
    uint32_t property_count;
    struct ply_element elements[PLY_MOST_ELEMENTS]; // the last one is the vertices
    uint32_t element_count;
    uint64_t vertex_count; // 1 and up
    size_t bytes;          // of the header: the data follow
    uint64_t bytes_before; // of the data before the vertices, at least
    uint64_t bytes_after;  // of the data after the vertices, at least
};

// True if a file that begins so claims to be a PLY file.
bool ply_header_begins(const char* text, size_t bytes);

// text: the beginning of the file, with the whole header.
struct read_result ply_header_read(const char* text, size_t bytes,
                                   const struct ply_name* names, size_t name_count,
                                   struct ply_header* header);

// Fails if a file of this length cannot hold the vertices.
struct read_result ply_header_check_length(const struct ply_header* header,
                                           uint64_t file_bytes);

const struct ply_element* ply_header_vertices(const struct ply_header* header);

// The property with this role; NULL if there is none.
const struct ply_property* ply_header_find(const struct ply_header* header, int role);

// The value of a colour that is full if the whole range of the type is used; 1 of floats.
double ply_full_color(enum ply_type type);

// The property's value in the record of a vertex without lists in a binary file.
double ply_value(const struct ply_header* header, const struct ply_property* property,
                 const void* record);

// ---- the vertices

struct ply_stream {
    const struct ply_header* header;
    FILE* file;
    char* window; // a part of the file, of which `at` to `end` is unread
    size_t at;
    size_t end;
    bool flows;     // text: values go on over the ends of lines
    uint64_t taken; // vertices
};

// Goes to the first vertex. A text has a line for each element, whose further numbers are
// skipped; if the first line has too few, or there is no other, line ends are blanks.
struct read_result ply_stream_open(struct ply_stream* stream, FILE* file,
                                   const struct ply_header* header);
void ply_stream_close(struct ply_stream* stream);

// The next vertex: values by role; those of no property stay as they are. In text, "nan"
// and "inf" in all their spellings are NaN. False and a sentence if it cannot be read.
bool ply_stream_next(struct ply_stream* stream, double* values,
                     struct read_result* failure);

#endif
