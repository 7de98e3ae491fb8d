// SPDX-License-Identifier: MIT
// Segmented sorts: every segment is that of a stable sort on the CPU, whatever the
// lengths of the segments are, and nothing else is touched.
#include <stdlib.h>
#include <string.h>

#include "gl_segmenter.h"
#include "plans.h"
#include "shared/segments.h"

GL_SUITE(.apis_of_all = 1 << GL_API_33_COMPAT);

// ---- tests ----------------------------------------------------------------------------

// Sorts segments of the lengths that `add` gives, which begin at element `first`; once
// more in place, but where values are indices.
static void check(const glsort_segments_desc* desc, enum gl_data data, uint32_t first,
                  void (*add)(struct gl_segmenter* s))
{
    struct gl_segmenter s;
    gl_segmenter_open(&s, &suite, desc);
    s.data = data;
    gl_segmenter_begin(&s, first);
    add(&s);
    gl_segmenter_check_run(&s);
    s.in_place = desc->values != GLSORT_VALUES_INDICES;
    gl_segmenter_check_run(&s);
    gl_segmenter_close(&s);
}

static void add_short_pairs(struct gl_segmenter* s)
{
    const uint32_t most = gl_test_all() ? 70 : harness.has_compute ? 40 : 20;
    for (uint32_t a = 0; a <= most; ++a)
        for (uint32_t b = 0; b <= most; ++b) {
            assert_true(gl_segmenter_add(s, a));
            assert_true(gl_segmenter_add(s, b));
        }
}

TEST(every_pair_of_short_lengths_is_sorted)
{
    const glsort_segments_desc desc = {.max_count = 71 * 71 * 70,
                                       .max_segments = 2 * 71 * 71,
                                       .values = GLSORT_VALUES_4_BYTES};
    check(&desc, DATA_LOW_ENTROPY, 0, add_short_pairs);
}

// Lengths around the limits of each form; after each of them comes a short segment, so
// that no two begin alike.
// clang-format off
static const uint32_t limits[] = {
    16, 32, 64, 128, 256, 512, SEGMENT_SHORT_MOST, SEGMENT_TILE, 2 * SEGMENT_TILE,
    3 * SEGMENT_TILE + 5, 4 * SEGMENT_TILE, 7 * SEGMENT_TILE + 1};
// clang-format on

enum { LIMITS = 3 * sizeof limits / sizeof limits[0] };

static void add_limits(struct gl_segmenter* s)
{
    for (uint32_t i = 0; i < LIMITS; ++i) {
        gl_segmenter_add(s, limits[i / 3] + i % 3 - 1);
        gl_segmenter_add(s, i % 5);
    }
}

TEST(lengths_around_the_limits_of_all_forms_are_sorted)
{
    for (uint32_t way = 0; way < 6; ++way) {
        const glsort_segments_desc desc = {.max_count = 150000,
                                           .max_segments = 2 * LIMITS,
                                           .direction = (glsort_direction)(way % 2),
                                           .values = (glsort_values)(way / 2)};
        check(&desc, way < 4 ? DATA_UNIFORM : DATA_TWO_VALUES, way % 3 * 7, add_limits);
    }
}

// Pairs of runs that are full, short, or one run alone; pieces of runs that are empty.
TEST(segments_of_many_tiles_are_merged)
{
    static const uint32_t tiles[] = {3, 8, 9, 33, 64};
    static const enum gl_data data[] = {DATA_UNIFORM,    DATA_SORTED,   DATA_REVERSED,
                                        DATA_TWO_VALUES, DATA_CONSTANT, DATA_ORGAN_PIPE};
    if (!harness.has_compute)
        skip();
    for (uint32_t way = 0; way < 6; way += gl_test_samples(&harness) ? 3 : 1) {
        const glsort_segments_desc desc = {
            .max_count = 120 * SEGMENT_TILE,
            .max_segments = 10,
            .direction = way % 2 != 0 ? GLSORT_DESCENDING : GLSORT_ASCENDING,
            .values = way == 1 ? GLSORT_VALUES_NONE : GLSORT_VALUES_4_BYTES,
            .flags = way == 5 ? GLSORT_PLAN_DISCARD_KEYS : 0u,
            .nearest = way == 4 ? GLSORT_MOST_NEAREST : 0,
        };
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        for (uint32_t i = gl_test_all() ? 0 : (way + 2) % 3;
             i < sizeof data / sizeof data[0]; i += gl_test_all() ? 1 : 3) {
            s.data = data[i];
            gl_segmenter_begin(&s, 7 * i);
            for (uint32_t j = 0; j < sizeof tiles / sizeof tiles[0]; ++j) {
                gl_segmenter_add(&s, tiles[j] * SEGMENT_TILE - 700 * (i % 3));
                gl_segmenter_add(&s, 5 * j);
            }
            gl_segmenter_check_run(&s);
        }
        gl_segmenter_close(&s);
    }
}

TEST(empty_segments_cost_nothing_but_their_offsets)
{
    const uint32_t most = gl_test_all() ? 1 << 20 : 1 << 17;
    const glsort_segments_desc desc = {
        .max_count = 5000, .max_segments = most, .values = GLSORT_VALUES_4_BYTES};
    struct gl_segmenter s;
    gl_segmenter_open(&s, &suite, &desc);
    gl_segmenter_begin(&s, 0);
    while (gl_segmenter_add(&s, 0)) {}
    s.count = 100; // elements of no segment
    s.in_place = true;
    gl_segmenter_check_run(&s);
    gl_segmenter_begin(&s, 0);
    for (uint32_t i = 0; i < most; ++i)
        gl_segmenter_add(&s, i % (most / 32) == 7 ? 100 + i % 37 : 0);
    gl_segmenter_check_run(&s);
    gl_segmenter_close(&s);
}

static void add_power_law(struct gl_segmenter* s)
{
    for (;;) {
        uint32_t limit = 1u << gl_segmenter_random(s, 16);
        if (!gl_segmenter_add(s, gl_segmenter_random(s, limit)))
            return;
    }
}

TEST(a_power_law_of_lengths_is_sorted)
{
    const glsort_segments_desc desc = {.max_count = gl_test_all() ? 200000 : 60000,
                                       .max_segments = 3000,
                                       .key = GLSORT_KEY_F32,
                                       .values = GLSORT_VALUES_4_BYTES};
    struct gl_segmenter s;
    gl_segmenter_open(&s, &suite, &desc);
    s.data = DATA_SPECIAL;
    for (uint32_t i = 0; i < (gl_test_all() ? 20u : 2u); ++i) {
        gl_segmenter_begin(&s, i % 3);
        add_power_law(&s);
        s.in_place = i % 2 != 0;
        gl_segmenter_check_run(&s);
    }
    gl_segmenter_close(&s);
}

TEST(counts_may_be_on_the_gpu_and_are_clamped)
{
    for (int way = 1; way < 4; ++way) {
        const glsort_segments_desc desc = {.max_count = 20000,
                                           .max_segments = 500,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .count_source = (glsort_count_source)(way % 2),
                                           .segment_count_source =
                                               (glsort_count_source)(way / 2)};
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        for (uint32_t i = 0; i < 4; ++i) {
            gl_segmenter_begin(&s, 0);
            for (uint32_t k = 0; k < 100 * i; ++k)
                gl_segmenter_add(&s, gl_segmenter_random(&s, i == 3 ? 120 : 60));
            s.in_place = i % 2 != 0;
            gl_segmenter_check_run(&s);
        }
        if (way == 3) { // both are larger than what there is
            gl_segmenter_begin(&s, 0);
            while (gl_segmenter_add(&s, 40)) {}
            s.in_place = false;
            gl_segmenter_write(&s);
            gl_area_write(&s.counts, (const uint32_t[]){0xFFFFFFFFu, 0x80000000u}, 2);
            const glsort_segments_args args = gl_segmenter_args(&s);
            assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_OK);
            gl_segmenter_check_outputs(&s);
        }
        gl_segmenter_close(&s);
    }
}

// How many elements a work group takes follows the longest short segment, wherever it is,
// unless there are long ones.
TEST(lengths_that_are_rare_are_sorted)
{
    static const struct {
        uint32_t usual, rare, every; // one in so many
    } mixes[] = {{1, 900, 2500},  {3, 1100, 150}, {3, 1100, 700},
                 {2, 1024, 1001}, {5, 2048, 90},  {30, 33, 199}};
    for (uint32_t i = 0; i < sizeof mixes / sizeof mixes[0]; ++i) {
        const glsort_segments_desc desc = {.max_count = 12000,
                                           .max_segments = 6000,
                                           .max_length = i % 2 != 0 ? 0 : mixes[i].rare,
                                           .values = GLSORT_VALUES_4_BYTES};
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        gl_segmenter_begin(&s, 0);
        for (uint32_t k = 1; gl_segmenter_add(
                 &s, k % mixes[i].every == 0 ? mixes[i].rare : mixes[i].usual);
             ++k) {}
        gl_segmenter_check_run(&s);
        gl_segmenter_close(&s);
    }
}

TEST(equal_lengths_need_no_offsets)
{
    static const uint32_t lengths[] = {1, 7, 32, 100, 1000, 3000, 6000};
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        const glsort_segments_desc desc = {.max_count = 20000,
                                           .equal_length = lengths[i],
                                           .values = GLSORT_VALUES_INDICES,
                                           .count_source = (glsort_count_source)(i % 2)};
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        s.count = 20000;
        gl_segmenter_check_run(&s);
        s.count = 5999;
        gl_segmenter_check_run(&s);
        s.count = 1;
        gl_segmenter_check_run(&s);
        gl_segmenter_close(&s);
    }
}

static void add_one_long(struct gl_segmenter* s)
{
    gl_segmenter_add(s, 5000);
    for (uint32_t i = 0; i < 150; ++i)
        gl_segmenter_add(s, gl_segmenter_random(s, 45));
    if (s->count + 20 <= s->desc.max_count)
        s->count += 20; // elements of no segment
}

TEST(all_types_are_sorted)
{
    static const uint32_t words[] = {0, 1, 2, 4};
    const int step = gl_test_samples(&harness) ? 5 : gl_test_all() ? 1 : 2;
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_U16; ++key)
        for (int values = key % step; values <= GLSORT_VALUES_16_BYTES; values += step) {
            const glsort_segments_desc desc = {
                .max_count = 12000,
                .max_segments = 200,
                .key = (glsort_key)key,
                .direction = (glsort_direction)((key + values) % 2),
                .values = (glsort_values)values,
                .flags = values == GLSORT_VALUES_INDICES ? GLSORT_PLAN_DISCARD_KEYS : 0};
            check(&desc, key % 2 != 0 ? DATA_FEW : DATA_SPECIAL, words[key % 4],
                  add_one_long);
        }
}

TEST(ranges_of_bits_are_sorted)
{
    const glsort_segments_desc desc = {.max_count = 12000,
                                       .max_segments = 200,
                                       .values = GLSORT_VALUES_4_BYTES,
                                       .first_bit = 5,
                                       .bit_count = 9};
    check(&desc, DATA_UNIFORM, 0, add_one_long);
}

static void add_short(struct gl_segmenter* s)
{
    gl_segmenter_add(s, 1024);
    gl_segmenter_add(s, 300);
    for (uint32_t i = 0; i < 150; ++i)
        gl_segmenter_add(s, gl_segmenter_random(s, 90));
}

// Without long segments compute takes both words of a key at once.
TEST(short_segments_of_wide_keys_are_sorted)
{
    for (uint32_t way = 0; way < 12; ++way) {
        const glsort_segments_desc desc = {
            .max_count = 9000,
            .max_segments = 200,
            .max_length = SEGMENT_SHORT_MOST,
            .key = (glsort_key)(GLSORT_KEY_U64 + way % 3),
            .direction = (glsort_direction)(way / 3 % 2),
            .values = way / 6 ? GLSORT_VALUES_4_BYTES : (glsort_values)(way % 4),
            .nearest = way == 7 && harness.has_compute ? 5 : 0,
            .flags = way == 8 ? GLSORT_PLAN_DISCARD_KEYS : 0};
        check(&desc, way % 2 != 0 ? DATA_FEW : DATA_SPECIAL, way % 5, add_short);
    }
}

static void add_limits_and_short(struct gl_segmenter* s)
{
    add_limits(s);
    add_short(s);
}

TEST(only_the_nearest_are_wanted)
{
    static const uint32_t nearest[] = {1, 2, 8, 31, 64};
    if (!harness.has_compute)
        skip();
    for (uint32_t i = 0; i < sizeof nearest / sizeof nearest[0];
         i += gl_test_samples(&harness) ? 3 : 1) {
        const glsort_segments_desc desc = {.max_count = 150000,
                                           .max_segments = 300,
                                           .key = i % 2 ? GLSORT_KEY_U64 : GLSORT_KEY_F32,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .nearest = nearest[i]};
        check(&desc, DATA_UNIFORM, 0, add_limits_and_short);
    }
}

// Keys and values are fields of one struct of 20 bytes.
TEST(elements_may_be_fields_of_structs)
{
    enum { COUNT = 3000, WORDS = 5 };
    for (int wide = 0; wide < 2; ++wide) {
        const glsort_segments_desc desc = {.max_count = COUNT,
                                           .equal_length = 77,
                                           .key = wide ? GLSORT_KEY_I64 : GLSORT_KEY_I32,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .key_stride = 4 * WORDS,
                                           .value_stride = 4 * WORDS};
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        s.count = COUNT;
        gl_segmenter_write(&s);
        uint32_t* structs = gl_take_words(WORDS * COUNT);
        for (uint32_t i = 0; i < COUNT; ++i) {
            structs[i * WORDS] = s.value_input[i];
            for (int word = 0; word <= wide; ++word)
                structs[i * WORDS + 2 + word] = s.key_input[(i << wide) + word];
        }
        GLuint buffer = gl_buffer_create(&harness, 4 * WORDS * COUNT, structs);
        glsort_segments_args args = gl_segmenter_args(&s);
        args.values_in = (glsort_resource){.name = buffer};
        args.keys_in = (glsort_resource){.name = buffer, .offset = 8};
        if (glsort_segments_run(s.segments, &args) != GLSORT_OK)
            fail_msg("%s", glsort_plan_last_error(s.segments));
        gl_segmenter_place(&s);
        gl_segmenter_check_output(&s, &s.keys_out, s.key_input, false, "keys_out");
        gl_segmenter_check_output(&s, &s.values_out, s.value_input, false, "values_out");
        harness.gl.DeleteBuffers(1, &buffer);
        free(structs);
        gl_segmenter_close(&s);
    }
}

// Whatever the offsets are, the guards hold and the run ends.
TEST(broken_offsets_touch_nothing_else)
{
    for (uint32_t way = 0; way < 5; ++way) {
        const glsort_segments_desc desc = {.max_count = 30000,
                                           .max_segments = 4000,
                                           .max_length = way == 2 ? 50 : 0,
                                           .key = way == 1 || way == 3 ? GLSORT_KEY_U64
                                                                       : GLSORT_KEY_U32,
                                           .values = GLSORT_VALUES_4_BYTES};
        char trouble[300];
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        s.count = 30000;
        s.segment_count = 4000;
        for (uint32_t i = 0; i <= 4000; ++i)
            s.offset_list[i] = way == 0   ? (uint32_t)gl_random(&s.seed)
                               : way == 1 ? (i % 2 != 0 ? 30000 : 0)
                               : way == 2 ? i * 7 + (i == 2000 ? 60 : 0)
                               : way == 4 ? i * 8 // the last ones run past the end
                                          : 30000 - i;
        gl_segmenter_write(&s);
        glsort_segments_args args = gl_segmenter_args(&s);
        assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_OK);
        // On compute nothing is sorted then.
        bool is_left = harness.has_compute && desc.key == GLSORT_KEY_U32;
        if ((is_left &&
             !gl_area_check(&s.keys_out, NULL, 0, "keys_out", trouble, sizeof trouble)) ||
            !gl_area_guards_hold(&s.keys_out, 30000, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&s.values_out, 30000, trouble, sizeof trouble))
            fail_msg("%s", trouble);
        gl_segmenter_check_inputs(&s);
        gl_segmenter_begin(&s, 0); // the next run is not affected
        while (gl_segmenter_add(&s, 40)) {}
        gl_segmenter_check_run(&s);
        gl_segmenter_close(&s);
    }
}

// ---- steps ----------------------------------------------------------------------------

// Writes new inputs and makes so many passes at a time of a run, of all or of the first.
static void run_in_steps(struct gl_segmenter* s, uint32_t passes, bool whole)
{
    gl_segmenter_write(s);
    const glsort_segments_args args = gl_segmenter_args(s);
    assert_int_equal(begin_segments(s->segments, &args), GLSORT_OK);
    do
        assert_int_equal(glsort_plan_step(s->segments, passes), GLSORT_OK);
    while (whole && glsort_plan_passes_left(s->segments) > 0);
    assert_int_equal(glsort_plan_end(s->segments), GLSORT_OK);
}

// Of segments with every number of merges from none to three.
TEST(a_run_in_steps_sorts_and_one_ended_early_spoils_none)
{
    static const uint32_t lengths[] = {7, 1100, 4100, 0, 2500, 1024, 64, 9000};
    for (uint32_t passes = 1; passes < 7; ++passes) {
        const glsort_segments_desc desc = {.max_count = 20000,
                                           .max_segments = 60,
                                           .key = passes % 2 != 0 ? GLSORT_KEY_F64
                                                                  : GLSORT_KEY_I32,
                                           .values = GLSORT_VALUES_4_BYTES};
        struct gl_segmenter s;
        gl_segmenter_open(&s, &suite, &desc);
        s.data = DATA_FEW;
        gl_segmenter_begin(&s, 0);
        for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i)
            gl_segmenter_add(&s, lengths[i]);
        run_in_steps(&s, passes, false);
        gl_segmenter_check_run(&s);
        run_in_steps(&s, passes, true);
        gl_segmenter_check_outputs(&s);
        gl_segmenter_close(&s);
    }
}

// GPUs that were not measured have programs of their own, which take fewer registers:
// short and long segments in one work group, of all ends that these may have.
TEST(few_registers_are_enough)
{
    glsort_context* of_renderer = context;
    if (!harness.has_compute)
        skip();
    mock.limits.hardware = true;
    context = gl_mock_context(&mock, 0);
    lengths_around_the_limits_of_all_forms_are_sorted(state);
    a_power_law_of_lengths_is_sorted(state);
    short_segments_of_wide_keys_are_sorted(state);
    only_the_nearest_are_wanted(state);
    segments_of_many_tiles_are_merged(state);
    glsort_context_destroy(context);
    context = of_renderer;
    mock.limits.hardware = false;
}
