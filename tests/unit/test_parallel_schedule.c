// SPDX-License-Identifier: MIT
// The schedules of gathers, scans and segmented sorts, without GL: how many
// passes there are, what they may touch, and that they keep to what every device has.
#include <string.h>

#include "host_faults.h"
#include "host_test.h"
#include "plans.h"
#include "segments_build.h"
#include "shared/gather.h"
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

// reduce, scan, add; a count of the GPU takes one more, and a total is written without
// words too.
TEST(a_scan_takes_three_passes)
{
    glsort_scan_desc desc = {.max_count = MOST};
    struct made m;
    make(&m, &glsort_scan_recipe, &desc);
    const uint32_t total_out = m.shape.words[0];
    m.shape.words[0] = 0;
    assert_int_equal(build(&m, MOST), 3);
    assert_int_equal(m.core.schedule.passes[0].groups, MOST / SCAN_TILE + 1);
    assert_int_equal(m.core.schedule.passes[1].groups, 1);
    assert_int_equal(build(&m, 1), 3);
    assert_int_equal(build(&m, 0), 0);
    m.shape.words[0] = total_out;
    assert_int_equal(build(&m, 0), 1);
    release(&m);
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    make(&m, &glsort_scan_recipe, &desc);
    assert_int_equal(build(&m, MOST), 4);
    assert_true(m.core.schedule.passes[1].indirect && m.core.schedule.passes[3].indirect);
    assert_false(m.core.schedule.passes[2].indirect);
    release(&m);
}

// Words are read twice and written once; all else is a word for each tile.
TEST(a_scan_moves_three_words_for_each)
{
    const glsort_scan_desc desc = {.max_count = 1u << 20};
    struct made m;
    uint64_t bytes = 0;
    make(&m, &glsort_scan_recipe, &desc);
    build(&m, 1u << 20);
    for (uint32_t i = 0; i < 3; ++i)
        bytes +=
            m.core.schedule.passes[i].read_bytes + m.core.schedule.passes[i].write_bytes;
    assert_in_range(bytes, 12u << 20, (12u << 20) + 5 * 4 * ((1u << 20) / SCAN_TILE));
    assert_in_range(glsort_schedule_scratch_bytes(&m.core.schedule), 0,
                    4 * ((1u << 20) / SCAN_TILE) + 16);
    release(&m);
}

// One pass a stream, with no barrier between two of them.
TEST(a_gather_takes_a_pass_for_each_stream)
{
    struct made m;
    glsort_gather_desc desc = {.max_count = MOST, .stream_count = GLSORT_MOST_STREAMS};
    for (uint32_t i = 0; i < GLSORT_MOST_STREAMS; ++i)
        desc.streams[i] = (glsort_stream){8 + 4 * i, 40 + 4 * i};
    make(&m, &glsort_gather_recipe, &desc);
    m.shape.words[0] = 77;
    assert_int_equal(build(&m, MOST), GLSORT_MOST_STREAMS);
    for (uint32_t i = 0; i < GLSORT_MOST_STREAMS; ++i) {
        const struct pass* p = &m.core.schedule.passes[i];
        assert_int_equal(p->groups, MOST / GATHER_TILE + 1);
        assert_int_equal(p->barriers, 0);
        assert_int_equal(p->bindings[1].range_bytes, 76 * (40 + 4 * i) + 8 + 4 * i);
        assert_int_equal(p->write_bytes, MOST * (8 + 4 * i));
    }
    assert_int_equal(build(&m, 0), 0);
    m.shape.words[0] = 0; // there is nothing to bind
    assert_int_equal(build(&m, 5), GLSORT_MOST_STREAMS);
    assert_int_equal(glsort_schedule_scratch_bytes(&m.core.schedule), 0);
    release(&m);
}

// clear, mark, sort; for long segments one more for each doubling of a tile. The number
// does not depend on that of the segments.
TEST(a_segmented_sort_takes_passes_by_the_largest_length)
{
    static const struct {
        uint32_t max_length, passes;
    } list[] = {
        {1, 3},
        {SEGMENT_SHORT_MOST, 3},
        {SEGMENT_SHORT_MOST + 1, 3},
        {SEGMENT_TILE, 3},
        {SEGMENT_TILE + 1, 4},
        {8 * SEGMENT_TILE, 6},
        {0, 3 + 5}, // MOST, which is 25 tiles
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        const glsort_segments_desc desc = {.max_count = MOST,
                                           .max_segments = 1000,
                                           .max_length = list[i].max_length,
                                           .values = GLSORT_VALUES_4_BYTES};
        struct made m;
        make(&m, &glsort_segments_recipe, &desc);
        assert_int_equal(build(&m, MOST), list[i].passes);
        assert_int_equal(build(&m, 1), list[i].passes);
        assert_int_equal(build(&m, 0), 0);
        m.shape.words[0] = 0; // there is nothing to mark
        assert_int_equal(build(&m, MOST), list[i].passes - 1);
        release(&m);
    }
}

// Short segments are read and written once; the heads are a bit for each element.
TEST(a_sort_of_short_segments_moves_every_element_once)
{
    const glsort_segments_desc desc = {
        .max_count = 1u << 20, .equal_length = 32, .values = GLSORT_VALUES_4_BYTES};
    struct made m;
    uint64_t bytes = 0;
    make(&m, &glsort_segments_recipe, &desc);
    const struct schedule* s = &m.core.schedule;
    assert_int_equal(build(&m, 1u << 20), 3);
    for (uint32_t i = 0; i < 3; ++i)
        bytes += s->passes[i].read_bytes + s->passes[i].write_bytes;
    assert_in_range(bytes, 16u << 20, 17u << 20);
    assert_in_range(glsort_schedule_scratch_bytes(s), 1u << 17, (1u << 17) + 1000);
    release(&m);
}

// count, scan, offsets, fill; without lists the first and the third write the results.
TEST(lists_take_four_passes)
{
    struct made m;
    const glsort_lists_desc desc = {.max_lists = MOST, .max_nodes = 100};
    make(&m, &glsort_lists_recipe, &desc);
    assert_int_equal(build(&m, MOST), 4);
    assert_int_equal(build(&m, 1), 4);
    assert_int_equal(build(&m, 0), 2);
    m.shape.words[0] = 0;
    assert_int_equal(build(&m, MOST), 3);
    release(&m);
}

static uint32_t scratch_for_peeks(const struct schedule* s)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->scratch_count; ++i)
        found += strstr(s->scratch[i].name, "peek") != NULL;
    return found;
}

// Two sorts in textures of 64-bit keys, whose count is on the GPU: one of segments, which
// cannot peek, and one that can.
TEST(only_plans_that_can_peek_have_memory_for_peeks)
{
    struct made m;
    const glsort_segments_desc segments = {.max_count = MOST,
                                           .equal_length = 10,
                                           .key = GLSORT_KEY_U64,
                                           .values = GLSORT_VALUES_INDICES,
                                           .backend = GLSORT_BACKEND_FRAGMENT,
                                           .count_source = GLSORT_COUNT_FROM_BUFFER};
    const glsort_sort_desc sort = {.max_count = MOST,
                                   .key = GLSORT_KEY_U64,
                                   .values = GLSORT_VALUES_INDICES,
                                   .backend = GLSORT_BACKEND_FRAGMENT,
                                   .count_source = GLSORT_COUNT_FROM_BUFFER};
    make(&m, &glsort_segments_recipe, &segments);
    assert_int_equal(m.core.peek.pass_room, 0);
    assert_int_equal(m.core.peek.params_room, 0);
    assert_int_equal(scratch_for_peeks(&m.core.schedule), 0);
    release(&m);
    make(&m, &glsort_sort_recipe, &sort);
    assert_true(m.core.peek.pass_room > 0 && m.core.peek.params_room > 0);
    assert_int_equal(scratch_for_peeks(&m.core.schedule), 2);
    release(&m);
}
