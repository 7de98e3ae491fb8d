// SPDX-License-Identifier: MIT
// An order with buffers for all that it reads and writes, each at an odd offset after
// guard words, and the check of a run against the reference.
#ifndef GL_ORDERER_H
#define GL_ORDERER_H

#include "gl_area.h"
#include "order_reference.h"

enum gl_order_data {
    ORDER_DATA_RANDOM,
    ORDER_DATA_LATTICE, // few different depths
    ORDER_DATA_SAME,    // one position
    ORDER_DATA_SPECIAL, // every eighth position has an infinity or NaN
    ORDER_DATA_COUNT,
};

// Share of the positions that the frustum rejects.
enum gl_order_share {
    ORDER_SHARE_0,
    ORDER_SHARE_50,
    ORDER_SHARE_99,
    ORDER_SHARE_100,
    ORDER_SHARE_PERSPECTIVE, // a camera among them
    ORDER_SHARE_COUNT,
};

enum { GL_ORDERER_SOURCES = 3, GL_ORDERER_MATRICES = 5 };

struct gl_orderer {
    struct gl_harness* h;
    glsort_plan* order;
    glsort_order_desc desc;   // with the format of a texture of positions
    bool fragment;            // the backend
    uint32_t vertices;        // number of positions
    struct gl_area positions; // or depths of every view
    struct gl_area sources[GL_ORDERER_SOURCES], matrices, matrix_indices;
    struct gl_area radii, dead, indices, count, views, offsets;
    struct gl_area order_out, depths_out, visible_out, command_out, elements_out;
    uint32_t index_odd; // 1: indices of 16 bits begin in the upper half of a word
    uint32_t *position_words, *radius_words, *dead_words, *index_words;
    uint32_t *matrix_words, *matrix_index_words;
    uint32_t* offset_list; // the caller's, with room for the most segments
    uint32_t segment_count;
    glsort_order_args args; // of the next run
    char trouble[512];
};

// Makes textures of these resources (bits of GLSORT_ORDER_TEXTURE_*), except those that
// the order does not use or that must be buffers, and clears the fields that only buffers
// have. On GLES others too, where fragment passes need them; elsewhere these may need the
// most vertices.
void gl_order_use_textures(glsort_order_desc* d, uint32_t textures, bool gles,
                           uint32_t vertices);

// Fails the test if the order is refused. vertices: of primitives.
void gl_orderer_open(struct gl_orderer* o, struct gl_harness* h, glsort_context* context,
                     const glsort_order_desc* desc, uint32_t vertices, uint64_t seed);
void gl_orderer_close(struct gl_orderer* o);

// Fills the inputs, and o->args with the resources and `views` views.
void gl_orderer_fill(struct gl_orderer* o, enum gl_order_data data,
                     enum gl_order_share share, uint32_t views, uint64_t seed);

// Runs `count` elements, which a count on the GPU may exceed, and compares all that was
// written. Fails the test with what differs.
void gl_orderer_check(struct gl_orderer* o, uint32_t count);
// Only compares.
void gl_orderer_expect(struct gl_orderer* o, uint32_t count);
// Writes guards to the outputs and `count` to the count buffer.
void gl_orderer_reset(struct gl_orderer* o, uint32_t count);

#endif
