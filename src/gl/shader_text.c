// SPDX-License-Identifier: MIT
// Puts the texts of stages together, and reads drivers' messages about them.
#include "shader_table.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- texts ----------------------------------------------------------------------------

static void append(struct shader_text* t, const char* string)
{
    assert(t->count < SHADER_TEXT_STRINGS);
    if (*string != '\0')
        t->strings[t->count++] = string;
}

// Appends a file that is not in *seen, which has a bit for each file.
static void append_file(struct shader_text* t, uint32_t file, uint32_t* seen)
{
    const struct shader_file* f = &glsort_shader_files[file];
    if ((seen[file / 32] >> file % 32 & 1u) != 0)
        return;
    seen[file / 32] |= 1u << file % 32;
    for (uint32_t i = 0; i < f->piece_count; ++i) {
        append(t, f->pieces[i].text);
        if (f->pieces[i].follows != 0)
            append_file(t, f->pieces[i].follows, seen);
    }
}

void glsort_shader_text(struct shader_text* text, const struct shader_entry* entry,
                        uint8_t variant, uint16_t file, enum shader_api api,
                        const char* extra)
{
    uint32_t seen[SHADER_FILE_COUNT / 32 + 1] = {0};
    assert(variant < entry->variant_count && glsort_shader_files[file].piece_count > 0);
    size_t used = 0;
    text->count = 0;
    text->defines[0] = '\0';
    for (uint32_t i = 0; i < entry->define_count; ++i)
        used += (size_t)snprintf(text->defines + used, sizeof text->defines - used,
                                 "#define %s %u\n", entry->defines[i],
                                 entry->values[variant * entry->define_count + i]);
    assert(used < sizeof text->defines);
    append(text, glsort_shader_prefix[api]);
    append(text, extra != NULL ? extra : "");
    append(text, text->defines);
    append_file(text, file, seen);
}

// ---- messages -------------------------------------------------------------------------

void glsort_shader_name_files(char* named, size_t bytes, const char* message)
{
    size_t used = 0;
    bool begins = true;       // a word
    bool parenthesis = false; // around the line number; it becomes a colon
    for (const char* at = message; *at != '\0' && used + 1 < bytes;) {
        char* end = (char*)at;
        unsigned long file = 0;
        if (begins && isdigit((unsigned char)*at))
            file = strtoul(at, &end, 10);
        // A line number follows the file number: "27:84", "27(84)", and NAME:84 here.
        // Where the text of the caller's ends too early, NVIDIA has neither: "(0)".
        bool is_place = (*end == ':' || *end == '(') && isdigit((unsigned char)end[1]);
        if (end > at && file < SHADER_FILE_COUNT && is_place) {
            int length = snprintf(named + used, bytes - used, "%s",
                                  glsort_shader_files[file].name);
            used += (size_t)length < bytes - used ? (size_t)length : bytes - used - 1;
            parenthesis = *end == '(';
            at = end;
        }
        begins = isspace((unsigned char)*at) != 0;
        if (parenthesis && *at == ')') {
            parenthesis = false;
            ++at;
        } else if (used + 1 < bytes) {
            named[used++] = parenthesis && *at == '(' ? ':' : *at;
            ++at;
        }
    }
    if (bytes > 0)
        named[used] = '\0';
}
