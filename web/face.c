// SPDX-License-Identifier: MIT
// The C side of glsort.mjs: where the fields of the public structs are, and what the
// enumerants are. JavaScript calls everything else in the library directly.
#include <emscripten.h>
#include <stddef.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>
#include <glsort/glsort_arrays.h>
#include <glsort/glsort.h>

enum kind { WORD, FLOAT, DOUBLE, LONG, TEXT, CHARACTERS, RESOURCE };

struct entry {
    const char* name;
    uint32_t value; // an offset, a size or an enumerant
    uint32_t kind;  // of a field
};

// Arrays of floats, and views, are floats one after the other.
#define KIND(type, field)                                                                \
    _Generic(((type*)0)->field, float : FLOAT, float* : FLOAT,                           \
             glsort_order_view* : FLOAT, double : DOUBLE, uint64_t : LONG,               \
             const char* : TEXT, char* : CHARACTERS, glsort_resource : RESOURCE,         \
             default : WORD)
// clang-format off
#define FIELD(type, field) {#type "." #field, offsetof(type, field), KIND(type, field)}
#define SIZE(type) {#type, sizeof(type), 0}
#define NUMBER(name) {#name, (uint32_t)(name), 0}
// clang-format on

static const struct entry entries[] = {
#include "face_rows.inc" // made by face_rows.py
};

const struct entry* glsort_web_entry(uint32_t at);

// Returns entry `at`; NULL past the last one.
EMSCRIPTEN_KEEPALIVE const struct entry* glsort_web_entry(uint32_t at)
{
    return at < sizeof entries / sizeof entries[0] ? &entries[at] : NULL;
}
