// SPDX-License-Identifier: MIT
// The schedules of gathers, scans and segmented sorts, without GL: how many
// passes there are, what they may touch, and that they keep to what every device has.
#include <string.h>

#include "host_faults.h"
#include "host_test.h"
#include "plans.h"
#include "segments_build.h"
#include "shared/scan.h"
#include "shared/segments.h"

enum { MOST = 50000 };

struct made {
    struct plan_core core;
    uint64_t what[64]; // the descriptor with its defaults
    struct shape shape;
    struct message message;
    glsort_allocator allocator;
};

// The shape is the largest.
static void make(struct made* m, const struct recipe* recipe, const void* desc)
{
    struct glsort_limits limits = least_limits(430, 0);
    *m = (struct made){.allocator = glsort_memory_allocator(&(glsort_allocator){0})};
    const struct call call = {recipe->create, &m->message};
    assert_true(recipe->what_bytes <= sizeof m->what);
    if (recipe->fill(desc, &limits, m->what, &call) != GLSORT_OK ||
        glsort_plan_core_create(&m->core, recipe, m->what, 0, &limits, NULL,
                                &m->allocator, &call) != GLSORT_OK)
        fail_msg("%s", m->message.text);
    m->shape = m->core.shape;
}

static void release(struct made* m)
{
    glsort_plan_core_release(&m->core, &m->allocator);
}

// Builds for this count and returns the number of passes.
static uint32_t build(struct made* m, uint32_t count)
{
    const struct schedule* s = &m->core.schedule;
    m->core.built = false;
    m->shape.count = count;
    glsort_plan_core_build(&m->core, &m->shape);
    assert_true(glsort_schedule_complete(s));
    host_schedule_check(s, m->core.recipe->noun);
    return s->pass_count;
}

#define SEGMENTS(LENGTH)                                                                 \
    &(const glsort_segments_desc)                                                        \
    {                                                                                    \
        .max_count = MOST, .max_segments = 1000, .max_length = LENGTH,                   \
        .values = GLSORT_VALUES_4_BYTES                                                  \
    }

// By MOST, 1 and no elements; and by MOST and none if there is nothing to mark, to list
// or to gather from, and no total is wanted.
static const struct {
    const struct recipe* recipe;
    const void* desc;
    uint32_t passes[5];
} rows[] = {
    // reduce, scan, add; a total is written without words too.
    {&glsort_scan_recipe, &(const glsort_scan_desc){.max_count = MOST}, {3, 3, 1, 3, 0}},
    // A count of the GPU takes one pass more, and is not known.
    {&glsort_scan_recipe,
     &(const glsort_scan_desc){.max_count = MOST,
                               .count_source = GLSORT_COUNT_FROM_BUFFER},
     {4, 4, 4, 4, 4}},
    // clear, mark, sort; for long segments one more for each doubling of a tile.
    {&glsort_segments_recipe, SEGMENTS(SEGMENT_SHORT_MOST + 1), {3, 3, 0, 2, 0}},
    {&glsort_segments_recipe, SEGMENTS(SEGMENT_TILE), {3, 3, 0, 2, 0}},
    {&glsort_segments_recipe, SEGMENTS(SEGMENT_TILE + 1), {4, 4, 0, 3, 0}},
    {&glsort_segments_recipe, SEGMENTS(8 * SEGMENT_TILE), {6, 6, 0, 5, 0}},
    {&glsort_segments_recipe, SEGMENTS(0), {8, 8, 0, 7, 0}}, // MOST, which is 25 tiles
    // count, scan, offsets, fill; without lists the first and third write the results.
    {&glsort_lists_recipe,
     &(const glsort_lists_desc){.max_lists = MOST, .max_nodes = 100},
     {4, 4, 2, 3, 2}},
    // One pass a stream.
    {&glsort_gather_recipe,
     &(const glsort_gather_desc){
         .max_count = MOST, .stream_count = 2, .streams = {{8, 40}, {12, 44}}},
     {2, 2, 0, 2, 0}},
};

TEST(calls_without_an_algorithm_take_so_many_passes)
{
    static const uint32_t counts[] = {MOST, 1, 0, MOST, 0};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        struct made m;
        make(&m, rows[row].recipe, rows[row].desc);
        for (uint32_t i = 0; i < 5; ++i) {
            m.shape.words[0] = i < 3 ? m.shape.words[0] : 0;
            const uint32_t passes = build(&m, counts[i]);
            if (passes != rows[row].passes[i])
                fail_msg("row %zu, build %u: %u passes", row, i, passes);
        }
        release(&m);
    }
}

static void expect_traffic(const struct recipe* recipe, const void* desc,
                           const uint32_t bytes[2], const uint32_t scratch[2])
{
    struct made m;
    uint64_t moved = 0;
    make(&m, recipe, desc);
    assert_int_equal(build(&m, 1u << 20), 3);
    for (uint32_t i = 0; i < 3; ++i)
        moved +=
            m.core.schedule.passes[i].read_bytes + m.core.schedule.passes[i].write_bytes;
    assert_in_range(moved, bytes[0], bytes[1]);
    assert_in_range(glsort_schedule_scratch_bytes(&m.core.schedule), scratch[0],
                    scratch[1]);
    release(&m);
}

// A scan reads words twice and writes them once, and all else is a word for each tile.
// Short segments are read and written once; their heads are a bit for each element.
TEST(scans_and_short_segments_move_little_more_than_their_elements)
{
    const uint32_t tiles = (1u << 20) / SCAN_TILE;
    expect_traffic(&glsort_scan_recipe, &(const glsort_scan_desc){.max_count = 1u << 20},
                   (const uint32_t[]){12u << 20, (12u << 20) + 5 * 4 * tiles},
                   (const uint32_t[]){0, 4 * tiles + 16});
    expect_traffic(&glsort_segments_recipe,
                   &(const glsort_segments_desc){.max_count = 1u << 20,
                                                 .equal_length = 32,
                                                 .values = GLSORT_VALUES_4_BYTES},
                   (const uint32_t[]){16u << 20, 17u << 20},
                   (const uint32_t[]){1u << 17, (1u << 17) + 1000});
}
