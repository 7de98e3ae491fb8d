// SPDX-License-Identifier: MIT
// The embedded shaders. cmake/embed_shaders.py writes shader_table.c and their
// identifiers (shader_ids.h) from shaders/manifest.json; programs.c compiles them.
#ifndef GLSORT_SHADER_TABLE_H
#define GLSORT_SHADER_TABLE_H

#include <stdint.h>

#include "shader_ids.h" // enum shader_id { SHADER_COUNT_PREPARE, ..., SHADER_ID_COUNT }

enum shader_api {
    SHADER_API_GL430,
    SHADER_API_GL330,
    SHADER_API_ES300,
    SHADER_API_ES310,
    SHADER_API_COUNT
};

// Flattened text of one stage without #version and defines; not zero-terminated. Empty if
// the build embeds no API of the program's.
struct shader_source {
    const char* text;
    uint32_t bytes;
};

struct shader_entry {
    const char* name;
    const char* file;              // below shaders/: "radix/radix_chain.comp"
    const uint8_t* apis;           // [variant_count]: bit per shader_api
    struct shader_source vertex;   // empty for compute
    struct shader_source fragment; // empty for compute
    struct shader_source compute;  // empty for draws
    const char* const* variants;   // [variant_count]: "#define WITH_VALUES 1\n..."
    const char* const* words;      // [variant_count]: "WITH_VALUES=1", without zeros
    uint32_t variant_count;
    const char* const* defines; // [define_count]: "WITH_VALUES", ...
    const uint16_t* values;     // [variant_count * define_count], by variant
    uint32_t define_count;
};

extern const struct shader_entry glsort_shader_table[SHADER_ID_COUNT];

// "#version" and precision lines, by shader_api.
extern const char* const glsort_shader_prefix[SHADER_API_COUNT];

// The file that a driver's message names as source string `at` (#line AT in the text),
// for at < glsort_shader_file_count.
extern const char* const glsort_shader_files[];
extern const uint32_t glsort_shader_file_count;

// Identifies the whole text of all shaders; part of the key of program binaries.
extern const char glsort_shader_hash[];

#endif
