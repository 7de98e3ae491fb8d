// SPDX-License-Identifier: MIT
// What the mirrors of the shaders see of the host's stream machine.
#ifndef GLSORT_HOST_KERNEL_H
#define GLSORT_HOST_KERNEL_H

#include "host_stream.h"
#include "shader_ids.h"

// Optimised even if nothing else is, because millions of instances run.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__)
#pragma GCC optimize("O2")
#endif

struct host_shader {
    uint16_t id;
    // Instances of a work group that write on their own; 0: the group is the instance, or
    // the fragment is.
    uint32_t lanes;
    void (*start)(struct host_machine* m); // of a pass: declares the outputs; may be NULL
    void (*run)(struct host_machine* m, uint32_t instance);
};

struct host_shaders {
    const struct host_shader* all;
    size_t count;
};

extern const struct host_shaders host_array_shaders;
extern const struct host_shaders host_tree_shaders;
extern const struct host_shaders host_stage_shaders;
extern const struct host_shaders host_wide_shaders;
extern const struct host_shaders host_store_shaders;

// Group bodies that are files of their own, because they include lib/tile.glsl for
// different tiles.
void host_array_local(struct host_machine* m, uint32_t group);
void host_array_merge(struct host_machine* m, uint32_t group);

// Keeps the first fault of a run.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void host_fail(struct host_machine* m, const char* format, ...);

// sort_count() of lib/count.glsl.
uint32_t host_count(struct host_machine* m);

// skipped_merges() of lib/merges.glsl.
uint32_t host_skipped_merges(uint32_t merges, uint32_t count);

// Words `at` and up of a storage block, at >= 0 as the shader counts them.
void host_read(struct host_machine* m, uint32_t binding, size_t at, uint32_t words,
               uint32_t* out);
uint32_t host_read_word(struct host_machine* m, uint32_t binding, size_t at);

// Words `skip` and up of a texel; layer l of a layered texture starts at word 4 * l.
void host_fetch(struct host_machine* m, uint32_t unit, uint32_t x, uint32_t y,
                uint32_t skip, uint32_t words, uint32_t* out);

// Output `at` of a dispatch: `per` items an instance, the first at item `first`.
void host_output(struct host_machine* m, uint32_t at, uint32_t binding,
                 uint32_t item_words, size_t first, uint32_t per);

// Item `place` of the instance's own. No kernel can name an address.
void host_put(struct host_machine* m, uint32_t output, uint32_t place,
              const uint32_t* words);

// The four words that a fragment leaves in a draw buffer; none is bound: ignored.
void host_emit(struct host_machine* m, uint32_t draw_buffer, const uint32_t words[4]);
void host_discard(struct host_machine* m);

// As host_fetch, but the words may never have been written: a copy of whole rows.
void host_fetch_any(struct host_machine* m, uint32_t unit, uint32_t x, uint32_t y,
                    uint32_t skip, uint32_t words, uint32_t* out);

// Sixteen elements of a fragment: sorts bitonic blocks of `size`; writes the layers of
// the pass's HALF.
struct host_item {
    uint32_t key;
    uint32_t index;
};
void host_merge_items(struct host_machine* m, struct host_item item[16], uint32_t size);
void host_emit_items(struct host_machine* m, const struct host_item item[16]);

#endif
