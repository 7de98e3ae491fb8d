// SPDX-License-Identifier: MIT
// The text of a program's stage as a list of strings for glShaderSource, put together
// from the embedded files; and drivers' messages about such texts.
#ifndef GLSORT_SHADER_TEXT_H
#define GLSORT_SHADER_TEXT_H

#include <stddef.h>

#include "shader_table.h"

enum { SHADER_TEXT_STRINGS = 3 + SHADER_MOST_PIECES };

struct shader_text {
    const char* strings[SHADER_TEXT_STRINGS]; // zero-terminated; in *this and the table
    uint32_t count;
    char defines[SHADER_MOST_DEFINE_BYTES];
};

// Fills *text with a stage of the entry: the version, `extra` (NULL: none), the defines
// of the variant, then the file with its includes, each once. `file` is entry->vertex,
// .fragment or .compute.
void glsort_shader_text(struct shader_text* text, const struct shader_entry* entry,
                        uint8_t variant, uint16_t file, enum shader_api api,
                        const char* extra);

// Copies a driver's message with the names of files instead of their numbers:
// "lib/scan.glsl:84(1)" for "27:84(1)", and likewise for "27(84)". Truncated to bytes.
void glsort_shader_name_files(char* named, size_t bytes, const char* message);

#endif
