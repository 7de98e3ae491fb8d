// SPDX-License-Identifier: MIT
// The embedded shaders: every source file once. cmake/embed_shaders.py writes
// shader_table.c and the identifiers (shader_ids.h) from shaders/manifest.json;
// shader_text.c puts the text of a stage together as a list of strings for
// glShaderSource, and programs.c compiles it.
#ifndef GLSORT_SHADER_TABLE_H
#define GLSORT_SHADER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends.h"
#include "shader_ids.h" // enum shader_id { SHADER_COUNT_PREPARE, ..., SHADER_ID_COUNT }

enum shader_api {
    SHADER_API_GL430,
    SHADER_API_GL330,
    SHADER_API_ES300,
    SHADER_API_ES310,
    SHADER_API_COUNT
};

// A file is cut where it includes another one.
struct shader_piece {
    const char* text; // "#line 7 12\n..." without comments; may be ""
    uint16_t follows; // the number of the file that is included after it; 0: none
};

struct shader_file {
    const char* name; // below shaders/: "lib/scan.glsl"
    const struct shader_piece* pieces;
    uint32_t piece_count; // 0 if only a backend that the build lacks uses the file
};

struct shader_entry {
    const char* name;
    const char* file; // below shaders/: "radix/radix_chain.comp"
    // Numbers of the files of the stages; 0: the program has no such stage.
    uint16_t vertex;
    uint16_t fragment;
    uint16_t compute;
    const uint8_t* apis;      // [variant_count]: bit per shader_api
    const char* const* words; // [variant_count]: "WITH_VALUES=1", without zeros
    uint32_t variant_count;
    const char* const* defines; // [define_count]: "WITH_VALUES", ...
    const uint16_t* values;     // [variant_count * define_count], by variant
    uint32_t define_count;
};

extern const struct shader_entry glsort_shader_table[SHADER_ID_COUNT];

// "#version" and precision lines, by shader_api.
extern const char* const glsort_shader_prefix[SHADER_API_COUNT];

// By number, which is also the source string number of #line and of drivers' messages.
// File 0 stands for the lines before the first file.
extern const struct shader_file glsort_shader_files[SHADER_FILE_COUNT];

// Identifies the texts of all programs; part of the key of program binaries.
extern const char glsort_shader_hash[];

// ---- texts ----------------------------------------------------------------------------

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
// "lib/scan.glsl:84(1)" for "27:84(1)", "lib/scan.glsl(84)" for "27(84)". Writes at most
// `bytes` bytes.
void glsort_shader_name_files(char* named, size_t bytes, const char* message);

#endif
