// SPDX-License-Identifier: MIT
// Adaptive bitonic sorting on arrays in fragment passes, level by level as in
// abisort_array.c. The elements are in one of two ping-pong textures of four layers,
// eight elements per texel; or, with eight draw buffers, of eight layers and sixteen.
#include <assert.h>
#include <stddef.h>

#include "abisort_levels.h"
#include "abisort_tuning.h"
#include "counting.h"
#include "passes.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "store.h"

static_assert(CUT_STRIDE % WIDE_TEXEL_ITEMS == 0,
              "array_merge.frag: a fragment must not cross a stride");

static_assert(offsetof(struct array_params, cover) == 56 &&
                  offsetof(struct array_params, merges) == 60,
              "cover_count.vert: what it reads");

enum { CUT_BYTES = 4 };

static uint32_t key_mask(const struct sort_desc* desc)
{
    uint32_t bits = desc->bit_count;
    return low_ones(bits) << desc->first_bit;
}

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    struct elements elements[2];
    uint8_t cuts;
    uint8_t width_log; // of all textures of the plan
    bool wide;         // a fragment writes sixteen elements
    uint32_t items_log;
};

static uint32_t items_log(bool wide)
{
    return wide ? WIDE_TEXEL_ITEMS_LOG : TEXEL_ITEMS_LOG;
}

static uint32_t texels_of(const struct builder* b, uint32_t count)
{
    return ceil_divide(count, 1u << b->items_log);
}

static bool is_wide(const struct glsort_limits* limits)
{
    bool gains = limits->is_software != 0 || WIDE_DRAWS_ON_GPUS;
    return gains && limits->draw_buffers >= MAX_DRAW_BUFFERS &&
           limits->texture_layers >= MAX_DRAW_BUFFERS;
}

// At least the texels of the plan's largest texture. If a resource is a caller's buffer,
// that may be the texture for its transfer, with one texel per word.
static uint32_t largest_texels(const struct builder* b)
{
    uint32_t transfers = glsort_transfer_texels(b->desc, b->desc->max_count);
    return transfers > 0 ? transfers : texels_of(b, b->desc->max_count);
}

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    static const char* const names[] = {"elements 0", "elements 1"};
    uint32_t max = desc->max_count;
    bool wide = is_wide(limits);
    struct builder b = {
        .s = s, .desc = desc, .count = count, .wide = wide, .items_log = items_log(wide)};
    b.width_log = texture_width_log(largest_texels(&b));
    for (int i = 0; i < 2; ++i)
        b.elements[i] = (struct elements){
            .place = wide ? PLACE_SIXTEENS : PLACE_LAYERS,
            .keys = glsort_schedule_layers(s, names[i], wide ? 8 : 4, b.width_log,
                                           texels_of(&b, max)),
            .mapped = true,
            .bytes = (uint64_t)count * ELEMENT_BYTES,
        };
    if (desc->method == GLSORT_METHOD_ABISORT_PARTITION)
        b.cuts = glsort_schedule_texture(s, "cuts", FORMAT_R32UI, b.width_log,
                                         ceil_divide(max, CUT_STRIDE));
    glsort_declare_transfers(s, desc, b.width_log);
    return b;
}

static struct pass* add_draw(struct builder* b, const char* label, uint16_t shader,
                             uint32_t texels)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, shader);
    p->width_log = b->width_log;
    p->groups = texels;
    glsort_bind_count(b->s, p);
    return p;
}

// Searches and merges fetch some elements several times, together `bytes`.
static void fetch_elements(struct pass* p, struct elements from, uint64_t bytes)
{
    glsort_pass_fetch(p, from.keys, UNIT_ELEMENTS, from.bytes);
    glsort_pass_moves(p, bytes);
}

// A fragment writes all elements of a texel, even if the count ends within it.
static void target_elements(struct builder* b, struct pass* p, struct elements to)
{
    uint64_t elements = (uint64_t)texels_of(b, b->count) << b->items_log;
    glsort_pass_target(p, to.keys, 0, elements * ELEMENT_BYTES);
    glsort_pass_moves(p, to.bytes);
    p->leaves = to;
}

static void draw_local(struct builder* b)
{
    const struct transfers* in = &b->s->transfers;
    struct pass* p = add_draw(b, "local sort of texels", SHADER_ARRAY_LOCAL_DRAW,
                              texels_of(b, b->count));
    struct array_params params = {
        .io = glsort_io_first(b->desc),
        .width_log = b->width_log,
        .cover = glsort_cover(b->s, 1u << b->items_log),
    };
    p->variant = variant_array_local_draw(b->wide);
    params.io.key_mask = key_mask(b->desc);
    params.io.keys_in_base = params.io.values_in_base = 1u << b->width_log;
    params.io.keys_out_base = 1u << b->width_log;
    glsort_pass_place(p, &in->keys, b->count, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN,
                      IO_BASE(keys_in_base));
    if (in->values.slot != SLOT_NONE) {
        params.io.flags |= IO_READ_VALUES;
        glsort_pass_place(p, &in->values, b->count, USAGE_FETCH, GLSORT_READ,
                          UNIT_VALUES_IN, IO_BASE(values_in_base));
    }
    target_elements(b, p, b->elements[0]);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// True if a separate pass searches for cuts when sorted runs of 1 << run_log are merged:
// short runs gain nothing from it, and a stride must not span two pairs of runs.
static bool partitions(const struct builder* b, uint32_t run_log)
{
    return b->cuts != SLOT_NONE && run_log >= CUT_STRIDE_LOG;
}

// With a count on the GPU, a draw of a level above the count covers nothing.
static struct array_params level_params(const struct builder* b, uint32_t run_log,
                                        uint32_t items)
{
    uint32_t cover = glsort_cover(b->s, items);
    return (struct array_params){
        .io = {.keys_out_base = 1u << b->width_log, .key_mask = key_mask(b->desc)},
        .run_log = run_log,
        .width_log = b->width_log,
        .cover = cover != 0 ? cover | COVER_MERGE : 0,
        .merges = 1u << run_log,
    };
}

static void draw_partition(struct builder* b, struct elements from, uint32_t run_log)
{
    uint32_t cuts = ceil_divide(b->count, CUT_STRIDE);
    struct pass* p =
        add_draw(b, "partition runs by strides", SHADER_ARRAY_PARTITION_DRAW, cuts);
    struct array_params params = level_params(b, run_log, CUT_STRIDE);
    p->variant = variant_array_partition_draw(b->wide);
    p->level = (uint8_t)(run_log + 1);
    fetch_elements(p, from, (uint64_t)cuts * 2 * ELEMENT_BYTES * run_log);
    glsort_pass_target(p, b->cuts, 0, (uint64_t)cuts * CUT_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// cuts: the pass before has found them.
static void draw_merge(struct builder* b, struct elements from, struct elements to,
                       uint32_t run_log, bool cuts)
{
    uint32_t texels = texels_of(b, b->count);
    struct pass* p = add_draw(b, "merge runs by texels", SHADER_ARRAY_MERGE_DRAW, texels);
    struct array_params params = level_params(b, run_log, 1u << b->items_log);
    p->variant = variant_array_merge_draw(cuts, b->wide);
    p->level = (uint8_t)(run_log + 1);
    // The search, two initial fetches, and one fetch per output. A search without cuts
    // counts as run_log steps, although it may take one more.
    uint32_t steps = cuts ? CUT_STRIDE_LOG : run_log;
    uint32_t items = 1u << b->items_log;
    fetch_elements(p, from, (uint64_t)texels * ELEMENT_BYTES * (2 * steps + items + 2));
    target_elements(b, p, to);
    if (cuts) {
        glsort_pass_fetch(p, b->cuts, UNIT_CUTS,
                          (uint64_t)ceil_divide(b->count, CUT_STRIDE) * CUT_BYTES);
        glsort_pass_moves(p, (uint64_t)texels * 2 * CUT_BYTES);
    }
    // With a count on the GPU the two passes differ in `cover`: the elements per texel.
    if (cuts && !b->s->gpu_count)
        glsort_pass_same_params(b->s, p);
    else
        glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_abisort_build_draws(const struct sort_desc* desc,
                                const struct glsort_limits* limits, uint32_t count,
                                struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    glsort_add_uploads(s, desc, count);
    draw_local(&b);
    uint32_t levels = glsort_abisort_levels(count, b.items_log);
    struct elements at = b.elements[0];
    for (uint32_t i = 0; i < levels; ++i) {
        uint32_t run_log = b.items_log + i;
        struct elements to = glsort_merged(s, at, b.elements[(i + 1) % 2], run_log);
        if (partitions(&b, run_log))
            draw_partition(&b, at, run_log);
        draw_merge(&b, at, to, run_log, partitions(&b, run_log));
        at = to;
    }
    glsort_store_result(s, desc, count, NULL, at);
}
