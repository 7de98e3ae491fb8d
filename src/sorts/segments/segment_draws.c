// SPDX-License-Identifier: MIT
// Two stable sorts of all elements, least significant key first: by the keys, then by the
// numbers of the segments. wide.c calls this with key words and, as values,
// positions in the input, all in textures of the plan.
#include "segment_sort.h"

#include <assert.h>

#include "passes.h"
#include "counting.h"
#include "shader_ids.h"
#include "shared/segments.h"

static_assert(sizeof(struct segment_draw_params) == 64,
              "std140 layout, cover_count.vert");

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    const struct marked_segments* segments;
    uint32_t count;
    uint8_t width_log;
    uint8_t by_key; // positions in the order of the keys
    uint8_t ids;    // the numbers of their segments
    uint32_t shared;
};

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    struct builder b = {
        .s = s,
        .desc = desc,
        .limits = limits,
        .segments = desc->what,
        .count = count,
        .width_log = texture_width_log(desc->max_count),
    };
    b.by_key = glsort_schedule_texture(s, "order by keys", FORMAT_R32UI, b.width_log,
                                       desc->max_count);
    b.ids = glsort_schedule_texture(s, "segment numbers", FORMAT_R32UI, b.width_log,
                                    desc->max_count);
    b.shared = s->scratch_count;
    return b;
}

static struct place words_in(uint8_t slot)
{
    return (struct place){.slot = slot, .words = 1};
}

static void add_sort(struct builder* b, const struct sort_desc* desc)
{
    glsort_add_sort(b->s, b->segments->inner, desc, b->limits, b->count,
                    (struct sort_part){1, b->shared});
}

static void add_sort_by_keys(struct builder* b)
{
    struct sort_desc desc = *b->desc;
    desc.in_place = false;
    desc.ends.values_out = words_in(b->by_key);
    add_sort(b, &desc);
}

static void add_sort_by_ids(struct builder* b)
{
    struct sort_desc desc = *b->desc;
    desc.in_place = false;
    desc.values = GLSORT_VALUES_4_BYTES;
    desc.bit_count = WORD_BITS;
    desc.ends.keys_in = words_in(b->ids);
    desc.ends.values_in = words_in(b->by_key);
    add_sort(b, &desc);
}

static void bind_fetch(struct pass* p, uint8_t slot, uint8_t unit, uint64_t words)
{
    if (slot == SLOT_NONE)
        return;
    glsort_pass_fetch(p, slot, unit, words * WORD_BYTES);
}

static void add_ids(struct builder* b)
{
    const struct marked_segments* segments = b->segments;
    const struct segment_draw_params params = {
        .segment_count = segments->segment_count,
        .count_on_gpu = segments->count != SLOT_NONE,
        .equal_length = segments->equal_length,
        .offsets_log = segments->offsets_log,
        .target_width = 1u << b->width_log,
        .width_log = b->width_log,
        .cover = glsort_cover(b->s, 1),
    };
    struct pass* p = glsort_schedule_pass(b->s, "numbers of segments", GLSORT_PASS_DRAW,
                                          GLSORT_PHASE_SORT, SHADER_SEGMENT_IDS_DRAW);
    p->groups = b->count;
    p->width_log = b->width_log;
    bind_fetch(p, b->by_key, UNIT_VALUES_IN, b->count);
    bind_fetch(p, segments->offsets, UNIT_KEYS_IN, (uint64_t)segments->segment_count + 1);
    bind_fetch(p, segments->count, UNIT_REST, 1);
    glsort_pass_target(p, b->ids, 0, bytes_of_words(b->count));
    glsort_bind_count(b->s, p);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    add_sort_by_keys(&b);
    add_ids(&b);
    add_sort_by_ids(&b);
}

const struct algorithm glsort_segment_draws = {
    .name = "segments",
    .build = build,
};
