// SPDX-License-Identifier: MIT
// Elements on the GPU, of which a run may touch only its own, and guards around them: a
// buffer with guard words on both sides, or a texture with an element a texel and guard
// texels after them.
#ifndef GL_AREA_H
#define GL_AREA_H

#include "gl_harness.h"

struct gl_area {
    struct gl_harness* h;
    GLuint name;
    uint32_t width;         // texture: its width; 0: a buffer
    uint32_t element_words; // 1, 2 or 4
    bool floats;            // texture: RGBA of floats, or of halves in 2 words
    uint32_t layer_rows;    // array texture: rows of a layer; 0: another, or a buffer
    uint32_t room;          // elements
    uint32_t lead;          // buffer: guard words before
    uint32_t stride;        // buffer: words from an element to the next
    uint32_t total;         // words
    uint32_t* words;        // what was written last
    uint32_t* read;
};

enum { GL_GUARD_WORDS = 67 };

// Creates an area of single words; or of elements of `element_words` words.
void gl_area_create(struct gl_area* a, struct gl_harness* h, uint32_t width,
                    uint32_t lead, uint32_t room);
void gl_area_create_wide(struct gl_area* a, struct gl_harness* h, uint32_t width,
                         uint32_t element_words, uint32_t lead, uint32_t room);
// A buffer of fields of structs of `stride` words. It ends with the last field.
void gl_area_create_strided(struct gl_area* a, struct gl_harness* h, uint32_t stride,
                            uint32_t element_words, uint32_t lead, uint32_t room);
// A texture of RGBA32F or, with 2 words an element, RGBA16F. It is only written: fetching
// returns what was written.
void gl_area_create_floats(struct gl_area* a, struct gl_harness* h, uint32_t width,
                           uint32_t element_words, uint32_t room);
// The same in the layers of an array texture, of words or of floats.
void gl_area_create_layers(struct gl_area* a, struct gl_harness* h, uint32_t width,
                           uint32_t element_words, bool floats, uint32_t room);
void gl_area_destroy(struct gl_area* a);
// All guards, then count elements.
void gl_area_write(struct gl_area* a, const uint32_t* words, uint32_t count);
// Where the area does not hold these elements and guards everywhere else: writes a
// sentence and returns false. True if the area was not created.
bool gl_area_check(struct gl_area* a, const uint32_t* words, uint32_t count,
                   const char* name, char* trouble, size_t trouble_bytes);
// The same, failing the test.
void gl_area_expect(struct gl_area* a, const void* words, uint32_t count,
                    const char* name);
// True if there is no area, or if all around its first count elements are guards.
bool gl_area_guards_hold(struct gl_area* a, uint32_t count, char* trouble,
                         size_t trouble_bytes);
// Reads all words to a->read.
void gl_area_fetch(struct gl_area* a);
glsort_resource gl_area_resource(const struct gl_area* a);

// Memory for so many words; fails the test if there is none.
uint32_t* gl_take_words(size_t count);

#endif
