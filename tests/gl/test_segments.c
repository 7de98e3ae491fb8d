// SPDX-License-Identifier: MIT
// Segmented sorts: every segment is that of a stable sort on the CPU, whatever the
// lengths of the segments are, and nothing else is touched.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_segments.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"
#include "host_data.h"
#include "shared/segments.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

// A segmented sort with its buffers, and the segments of the next run.
struct segmenter {
    glsort_segments* segments;
    glsort_segments_desc desc;
    glsort_plan_desc plan; // that of a sort of one segment
    uint32_t key_words, value_words;
    struct gl_area keys, keys_out, values, values_out, offsets, counts;
    uint32_t *key_input, *value_input;
    uint32_t *offset_list, *places; // for each position the one that comes there
    uint32_t count, segment_count;
    uint64_t seed;
    enum gl_data data;
    bool in_place;
};

#define UNSORTED 0xFFFFFFFFu

static bool discards(const struct segmenter* s)
{
    return (s->desc.flags & GLSORT_SEGMENTS_DISCARD_KEYS) != 0;
}

static bool has_values_in(const struct segmenter* s)
{
    return s->desc.values >= GLSORT_VALUES_4_BYTES;
}

static void open_segmenter(struct segmenter* s, const glsort_segments_desc* desc)
{
    uint32_t most = desc->max_count;
    *s = (struct segmenter){
        .desc = *desc,
        .plan = {.max_count = most,
                 .key = desc->key,
                 .direction = desc->direction,
                 .values = desc->values,
                 .first_bit = desc->first_bit,
                 .bit_count = desc->bit_count},
        .key_words = host_key_words(desc->key),
        .value_words = host_value_words(desc->values),
        .seed = 1,
    };
    if (glsort_segments_create(context, desc, &s->segments) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_area_create_wide(&s->keys, &harness, 0, s->key_words, 3, most);
    gl_area_create_wide(&s->keys_out, &harness, 0, s->key_words, 5, most);
    gl_area_create_wide(&s->values, &harness, 0, s->value_words, 7, most);
    gl_area_create_wide(&s->values_out, &harness, 0, s->value_words, 9, most);
    gl_area_create(&s->offsets, &harness, 0, 11, desc->max_segments + 1);
    gl_area_create(&s->counts, &harness, 0, 1, 2);
    s->key_input = gl_take_words((size_t)most * s->key_words);
    s->value_input = gl_take_words((size_t)most * s->value_words);
    s->offset_list = gl_take_words(desc->max_segments + 1);
    s->places = gl_take_words(most);
}

static void close_segmenter(struct segmenter* s)
{
    struct gl_area* areas[] = {&s->keys,       &s->keys_out, &s->values,
                               &s->values_out, &s->offsets,  &s->counts};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; ++i)
        gl_area_destroy(areas[i]);
    glsort_segments_destroy(s->segments);
    free(s->key_input);
    free(s->value_input);
    free(s->offset_list);
    free(s->places);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- a run and its check --------------------------------------------------------------

static void write_inputs(struct segmenter* s)
{
    const uint32_t counts[] = {s->count, s->segment_count};
    gl_data_fill(s->data, s->desc.key, s->seed++, s->key_input, s->count);
    for (uint32_t i = 0; i < s->count * s->value_words; ++i)
        s->value_input[i] = i * 2654435761u + 17;
    gl_area_write(&s->keys, s->key_input, s->count);
    gl_area_write(&s->keys_out, NULL, 0);
    gl_area_write(&s->values, s->value_input, s->count);
    gl_area_write(&s->values_out, NULL, 0);
    gl_area_write(&s->offsets, s->offset_list,
                  s->desc.equal_length != 0 ? 0 : s->segment_count + 1);
    gl_area_write(&s->counts, counts, 2);
}

static glsort_segments_args args_of(const struct segmenter* s)
{
    glsort_resource none = {0};
    glsort_resource segment_count = gl_area_resource(&s->counts);
    bool counts[2] = {s->desc.count_source == GLSORT_COUNT_FROM_BUFFER,
                      s->desc.segment_count_source == GLSORT_COUNT_FROM_BUFFER};
    bool has_values = s->desc.values != GLSORT_VALUES_NONE;
    segment_count.offset += 4;
    const struct gl_area* keys_out = s->in_place ? &s->keys : &s->keys_out;
    const struct gl_area* values_out =
        s->in_place && has_values_in(s) ? &s->values : &s->values_out;
    return (glsort_segments_args){
        .count = counts[0] ? 0 : s->count,
        .segment_count = counts[1] || s->desc.equal_length != 0 ? 0 : s->segment_count,
        .count_in = counts[0] ? gl_area_resource(&s->counts) : none,
        .segment_count_in = counts[1] ? segment_count : none,
        .offsets_in = s->desc.equal_length != 0 ? none : gl_area_resource(&s->offsets),
        .keys_in = gl_area_resource(&s->keys),
        .keys_out = discards(s) ? none : gl_area_resource(keys_out),
        .values_in = has_values_in(s) ? gl_area_resource(&s->values) : none,
        .values_out = has_values ? gl_area_resource(values_out) : none,
    };
}

static void place_segment(struct segmenter* s, uint32_t first, uint32_t end)
{
    uint32_t length = end - first;
    uint32_t* places = s->places + first;
    host_argsort(&s->plan, s->key_input + (size_t)first * s->key_words, length, places);
    for (uint32_t i = 0; i < length; ++i)
        places[i] =
            s->desc.nearest == 0 || i < s->desc.nearest ? places[i] + first : UNSORTED;
}

static void place_all(struct segmenter* s)
{
    uint32_t equal = s->desc.equal_length;
    for (uint32_t i = 0; i < s->count; ++i)
        s->places[i] = UNSORTED;
    for (uint32_t first = 0; equal != 0 && first < s->count; first += equal)
        place_segment(s, first, s->count - first < equal ? s->count : first + equal);
    for (uint32_t i = 0; equal == 0 && i < s->segment_count; ++i)
        if (s->offset_list[i] < s->offset_list[i + 1])
            place_segment(s, s->offset_list[i], s->offset_list[i + 1]);
}

// The output is the input in the order of the places; elsewhere it may be anything, but
// in place and of no segment it is the input.
static void check_output(struct segmenter* s, struct gl_area* out, const uint32_t* input,
                         bool in_place, const char* name)
{
    char trouble[300];
    uint32_t words = out->element_words;
    uint32_t* wanted = gl_take_words((size_t)s->count * words);
    gl_area_fetch(out);
    for (uint32_t i = 0; i < s->count * words; ++i) {
        uint32_t place = s->places[i / words];
        bool kept = in_place && s->desc.nearest == 0;
        if (place != UNSORTED)
            wanted[i] = input != NULL ? input[place * words + i % words] : place;
        else
            wanted[i] = kept && input != NULL ? input[i] : out->read[out->lead + i];
    }
    if (!gl_area_check(out, wanted, s->count, name, trouble, sizeof trouble))
        fail_msg("%s (%u elements, %u segments, seed %u)", trouble, s->count,
                 s->segment_count, (unsigned)s->seed - 1);
    free(wanted);
}

static void check_inputs(struct segmenter* s)
{
    char trouble[300];
    uint32_t offsets = s->desc.equal_length != 0 ? 0 : s->segment_count + 1;
    bool held = gl_area_check(&s->offsets, s->offset_list, offsets, "offsets_in", trouble,
                              sizeof trouble) &&
                (s->in_place || gl_area_check(&s->keys, s->key_input, s->count, "keys_in",
                                              trouble, sizeof trouble)) &&
                (s->in_place || gl_area_check(&s->values, s->value_input, s->count,
                                              "values_in", trouble, sizeof trouble));
    if (!held)
        fail_msg("%s", trouble);
}

static void run(struct segmenter* s)
{
    write_inputs(s);
    gl_mock_poison(&mock, 0xDEADBEEFu);
    glsort_segments_args args = args_of(s);
    if (glsort_segments_run(s->segments, &args) != GLSORT_OK)
        fail_msg("%s", glsort_segments_last_error(s->segments));
}

static void check_run(struct segmenter* s)
{
    run(s);
    place_all(s);
    bool given = has_values_in(s);
    if (!discards(s))
        check_output(s, s->in_place ? &s->keys : &s->keys_out, s->key_input, s->in_place,
                     "keys_out");
    if (s->desc.values != GLSORT_VALUES_NONE)
        check_output(s, s->in_place && given ? &s->values : &s->values_out,
                     given ? s->value_input : NULL, s->in_place, "values_out");
    check_inputs(s);
}

// ---- segments -------------------------------------------------------------------------

static void begin_segments(struct segmenter* s, uint32_t first)
{
    s->segment_count = 0;
    s->offset_list[0] = s->count = first;
}

// False if it no longer fits.
static bool add_segment(struct segmenter* s, uint32_t length)
{
    if (s->segment_count == s->desc.max_segments || s->desc.max_count - s->count < length)
        return false;
    s->count += length;
    s->offset_list[++s->segment_count] = s->count;
    return true;
}

static uint32_t random_below(struct segmenter* s, uint32_t end)
{
    return (uint32_t)((gl_random(&s->seed) >> 32) % end);
}

// ---- tests ----------------------------------------------------------------------------

static void every_pair_of_short_lengths_is_sorted(void** state)
{
    const uint32_t most = gl_test_all() ? 70 : harness.has_compute ? 40 : 20;
    const glsort_segments_desc desc = {.max_count = 71 * 71 * 70,
                                       .max_segments = 2 * 71 * 71,
                                       .values = GLSORT_VALUES_4_BYTES};
    struct segmenter s;
    open_segmenter(&s, &desc);
    s.data = DATA_LOW_ENTROPY;
    begin_segments(&s, 0);
    for (uint32_t a = 0; a <= most; ++a)
        for (uint32_t b = 0; b <= most; ++b) {
            assert_true(add_segment(&s, a));
            assert_true(add_segment(&s, b));
        }
    check_run(&s);
    s.in_place = true;
    check_run(&s);
    close_segmenter(&s);
}

// Around the limits of each form; a short one behind it, so that no two begin alike.
static const uint32_t limits[] = {
    1,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    128,
    129,
    255,
    256,
    257,
    511,
    512,
    513,
    SEGMENT_SHORT_MOST - 1,
    SEGMENT_SHORT_MOST,
    SEGMENT_SHORT_MOST + 1,
    SEGMENT_TILE - 1,
    SEGMENT_TILE,
    SEGMENT_TILE + 1,
    2 * SEGMENT_TILE - 1,
    2 * SEGMENT_TILE,
    2 * SEGMENT_TILE + 1,
    3 * SEGMENT_TILE + 5,
    4 * SEGMENT_TILE,
    4 * SEGMENT_TILE + 1,
    7 * SEGMENT_TILE + 1,
};

enum { LIMITS = sizeof limits / sizeof limits[0] };

static void add_limits(struct segmenter* s)
{
    for (uint32_t i = 0; i < LIMITS; ++i) {
        add_segment(s, limits[i]);
        add_segment(s, i % 5);
    }
}

static void lengths_around_the_limits_of_all_forms_are_sorted(void** state)
{
    for (int way = 0; way < 6; ++way) {
        const glsort_segments_desc desc = {.max_count = 100000,
                                           .max_segments = 2 * LIMITS,
                                           .direction = way % 2 != 0 ? GLSORT_DESCENDING
                                                                     : GLSORT_ASCENDING,
                                           .values = (glsort_values)(way / 2)};
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.data = way < 4 ? DATA_UNIFORM : DATA_TWO_VALUES;
        begin_segments(&s, way % 3 * 7);
        add_limits(&s);
        check_run(&s);
        s.in_place = true;
        check_run(&s);
        close_segmenter(&s);
    }
}

static void one_segment_may_be_all(void** state)
{
    const uint32_t most = gl_test_all() ? (1 << 20) + 3 : (1 << 14) + 3;
    const glsort_segments_desc desc = {
        .max_count = most, .max_segments = 1, .values = GLSORT_VALUES_INDICES};
    struct segmenter s;
    open_segmenter(&s, &desc);
    begin_segments(&s, 0);
    add_segment(&s, most);
    check_run(&s);
    begin_segments(&s, 5);
    add_segment(&s, most / 2);
    check_run(&s);
    close_segmenter(&s);
}

static void empty_segments_cost_nothing_but_their_offsets(void** state)
{
    const uint32_t most = gl_test_all() ? 1 << 20 : 1 << 17;
    const glsort_segments_desc desc = {
        .max_count = 5000, .max_segments = most, .values = GLSORT_VALUES_4_BYTES};
    struct segmenter s;
    open_segmenter(&s, &desc);
    begin_segments(&s, 0);
    while (add_segment(&s, 0)) {}
    s.count = 100; // elements of no segment
    s.in_place = true;
    check_run(&s);
    begin_segments(&s, 0);
    for (uint32_t i = 0; i < most; ++i)
        add_segment(&s, i % (most / 32) == 7 ? 100 + i % 37 : 0);
    check_run(&s);
    close_segmenter(&s);
}

static void add_power_law(struct segmenter* s)
{
    for (;;) {
        uint32_t limit = 1u << random_below(s, 16);
        if (!add_segment(s, random_below(s, limit)))
            return;
    }
}

static void a_power_law_of_lengths_is_sorted(void** state)
{
    const glsort_segments_desc desc = {.max_count = gl_test_all() ? 200000 : 60000,
                                       .max_segments = 3000,
                                       .key = GLSORT_KEY_F32,
                                       .values = GLSORT_VALUES_4_BYTES};
    struct segmenter s;
    open_segmenter(&s, &desc);
    s.data = DATA_SPECIAL;
    for (uint32_t i = 0; i < (gl_test_all() ? 20u : 2u); ++i) {
        begin_segments(&s, i % 3);
        add_power_law(&s);
        s.in_place = i % 2 != 0;
        check_run(&s);
    }
    close_segmenter(&s);
}

static void counts_may_be_on_the_gpu(void** state)
{
    for (int way = 1; way < 4; ++way) {
        const glsort_segments_desc desc = {.max_count = 20000,
                                           .max_segments = 500,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .count_source = (glsort_count_source)(way % 2),
                                           .segment_count_source =
                                               (glsort_count_source)(way / 2)};
        struct segmenter s;
        open_segmenter(&s, &desc);
        for (uint32_t i = 0; i < 4; ++i) {
            begin_segments(&s, 0);
            for (uint32_t k = 0; k < 100 * i; ++k)
                add_segment(&s, random_below(&s, i == 3 ? 120 : 60));
            s.in_place = i % 2 != 0;
            check_run(&s);
        }
        close_segmenter(&s);
    }
}

static void equal_lengths_need_no_offsets(void** state)
{
    static const uint32_t lengths[] = {1, 7, 32, 100, 1000, 3000, 6000};
    for (uint32_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        const glsort_segments_desc desc = {.max_count = 20000,
                                           .equal_length = lengths[i],
                                           .values = GLSORT_VALUES_INDICES,
                                           .count_source = (glsort_count_source)(i % 2)};
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.count = 20000;
        check_run(&s);
        s.count = 5999;
        check_run(&s);
        s.count = 1;
        check_run(&s);
        close_segmenter(&s);
    }
}

static void all_types_are_sorted(void** state)
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
                .flags =
                    values == GLSORT_VALUES_INDICES ? GLSORT_SEGMENTS_DISCARD_KEYS : 0};
            struct segmenter s;
            open_segmenter(&s, &desc);
            s.data = key % 2 != 0 ? DATA_FEW : DATA_SPECIAL;
            begin_segments(&s, words[key % 4]);
            add_segment(&s, 5000);
            for (uint32_t i = 0; i < 150; ++i)
                add_segment(&s, random_below(&s, 45));
            check_run(&s);
            s.in_place = values != GLSORT_VALUES_INDICES;
            check_run(&s);
            close_segmenter(&s);
        }
}

// Without long segments compute takes both words of a key at once.
static void short_segments_of_wide_keys_are_sorted(void** state)
{
    for (int way = 0; way < 12; ++way) {
        const glsort_segments_desc desc = {
            .max_count = 9000,
            .max_segments = 200,
            .max_length = SEGMENT_SHORT_MOST,
            .key = (glsort_key)(GLSORT_KEY_U64 + way % 3),
            .direction = (glsort_direction)(way / 3 % 2),
            .values = way / 6 ? GLSORT_VALUES_4_BYTES : (glsort_values)(way % 4),
            .nearest = way == 7 && harness.has_compute ? 5 : 0,
            .flags = way == 8 ? GLSORT_SEGMENTS_DISCARD_KEYS : 0};
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.data = way % 2 != 0 ? DATA_FEW : DATA_SPECIAL;
        begin_segments(&s, way % 5);
        add_segment(&s, 1024);
        add_segment(&s, 300);
        for (uint32_t i = 0; i < 150; ++i)
            add_segment(&s, random_below(&s, 90));
        check_run(&s);
        s.in_place = desc.values != GLSORT_VALUES_INDICES;
        check_run(&s);
        close_segmenter(&s);
    }
}

// Keys and values are fields of one struct of 20 bytes.
static void elements_may_be_fields_of_structs(void** state)
{
    enum { COUNT = 3000, WORDS = 5 };
    for (int wide = 0; wide < 2; ++wide) {
        const glsort_segments_desc desc = {.max_count = COUNT,
                                           .equal_length = 77,
                                           .key = wide ? GLSORT_KEY_I64 : GLSORT_KEY_I32,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .key_stride = 4 * WORDS,
                                           .value_stride = 4 * WORDS};
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.count = COUNT;
        write_inputs(&s);
        uint32_t* structs = gl_take_words(WORDS * COUNT);
        for (uint32_t i = 0; i < COUNT; ++i) {
            structs[i * WORDS] = s.value_input[i];
            for (int word = 0; word <= wide; ++word)
                structs[i * WORDS + 2 + word] = s.key_input[(i << wide) + word];
        }
        GLuint buffer = gl_buffer_create(&harness, 4 * WORDS * COUNT, structs);
        glsort_segments_args args = args_of(&s);
        args.values_in = (glsort_resource){.name = buffer};
        args.keys_in = (glsort_resource){.name = buffer, .offset = 8};
        if (glsort_segments_run(s.segments, &args) != GLSORT_OK)
            fail_msg("%s", glsort_segments_last_error(s.segments));
        place_all(&s);
        check_output(&s, &s.keys_out, s.key_input, false, "keys_out");
        check_output(&s, &s.values_out, s.value_input, false, "values_out");
        harness.gl.DeleteBuffers(1, &buffer);
        free(structs);
        close_segmenter(&s);
    }
}

static void expect_refusal(const glsort_segments_desc* desc, const char* sentence)
{
    glsort_segments* segments = (glsort_segments*)context;
    assert_true(glsort_segments_create(context, desc, &segments) < 0);
    assert_null(segments);
    if (strstr(glsort_last_error(context), sentence) == NULL)
        fail_msg("%s", glsort_last_error(context));
}

static void wrong_descriptors_are_refused(void** state)
{
    static const struct {
        glsort_segments_desc desc;
        const char* sentence;
    } list[] = {
        {{.max_segments = 1}, "glsort_segments_create: max_count is 0"},
        {{.max_count = 1}, "max_segments is 0 and equal_length 0; one of them must be 0"},
        {{.max_count = 1, .max_segments = 1, .equal_length = 1},
         "max_segments is 1 and equal_length 1; one of them must be 0"},
        {{.max_count = 1, .max_segments = GLSORT_MOST_SEGMENTS + 1},
         "max_segments is 67108865; it must be at most 67108864"},
        {{.max_count = 1, .max_segments = 1, .nearest = 65},
         "nearest is 65; it must be at most 64"},
        {{.max_count = 9, .equal_length = 9, .max_length = 8},
         "max_length 8 is less than equal_length 9"},
        {{.max_count = 1, .max_segments = 1, .max_length = (1u << 26) + 1},
         "max_length is 67108865 and equal_length 0; each must be at most 67108864"},
        {{.max_count = 1, .max_segments = 1, .flags = 2},
         "glsort_segments_create: flags is 2, the largest valid value is 1"},
        {{.max_count = 1, .max_segments = 1, .flags = 1},
         "flags DISCARD_KEYS leaves nothing if there are no values"},
        {{.max_count = 1, .max_segments = 1, .key = (glsort_key)99},
         "glsort_segments_create: key is 99, the largest valid value is"},
        {{.max_count = 1, .max_segments = 1, .key_stride = 6},
         "glsort_segments_create: key_stride must be 0 or a multiple of 4"},
        {{.max_count = 1,
          .equal_length = 1,
          .segment_count_source = GLSORT_COUNT_FROM_BUFFER},
         "segment_count_source BUFFER, but with equal_length"},
        {{.max_count = 1,
          .max_segments = 1,
          .nearest = 3,
          .backend = GLSORT_BACKEND_FRAGMENT},
         "nearest is 3, which needs compute shaders"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        expect_refusal(&list[i].desc, list[i].sentence);
}

static void wrong_arguments_change_nothing(void** state)
{
    const glsort_segments_desc desc = {.max_count = 100, .max_segments = 10};
    struct segmenter s;
    open_segmenter(&s, &desc);
    begin_segments(&s, 0);
    while (add_segment(&s, 10)) {}
    write_inputs(&s);
    const glsort_segments_args good = args_of(&s);
    glsort_segments_args args = good;
    args.segment_count = 11;
    assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_ERROR_RANGE);
    assert_string_equal(glsort_segments_last_error(s.segments),
                        "glsort_segments_run: segment_count 11 is above the segmented "
                        "sort's max_segments 10");
    args = good;
    args.count = 101;
    assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_ERROR_RANGE);
    args = good;
    args.offsets_in.name = 0;
    assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_ERROR_ARGUMENT);
    assert_string_equal(glsort_segments_last_error(s.segments),
                        "glsort_segments_run: offsets_in is none, but this segmented "
                        "sort needs it");
    args = good;
    args.keys_out = args.keys_in;
    args.keys_out.offset += 4;
    assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_ERROR_ARGUMENT);
    args = good;
    args.values_out = args.keys_out;
    assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_ERROR_ARGUMENT);
    check_run(&s);
    close_segmenter(&s);
}

static void ranges_of_bits_are_sorted(void** state)
{
    const glsort_segments_desc desc = {.max_count = 12000,
                                       .max_segments = 200,
                                       .values = GLSORT_VALUES_4_BYTES,
                                       .first_bit = 5,
                                       .bit_count = 9};
    struct segmenter s;
    open_segmenter(&s, &desc);
    begin_segments(&s, 0);
    add_segment(&s, 5000);
    for (uint32_t i = 0; i < 150; ++i)
        add_segment(&s, random_below(&s, 45));
    check_run(&s);
    close_segmenter(&s);
}

static void only_the_nearest_are_wanted(void** state)
{
    static const uint32_t nearest[] = {1, 2, 8, 31, 64};
    if (!harness.has_compute)
        skip();
    for (uint32_t i = 0; i < sizeof nearest / sizeof nearest[0];
         i += gl_test_samples(&harness) ? 3 : 1) {
        const glsort_segments_desc desc = {.max_count = 60000,
                                           .max_segments = 300,
                                           .key = i % 2 ? GLSORT_KEY_U64 : GLSORT_KEY_F32,
                                           .values = GLSORT_VALUES_4_BYTES,
                                           .nearest = nearest[i]};
        struct segmenter s;
        open_segmenter(&s, &desc);
        begin_segments(&s, 0);
        add_limits(&s);
        for (uint32_t k = 0; k < 200; ++k)
            add_segment(&s, random_below(&s, 90));
        check_run(&s);
        s.in_place = true;
        check_run(&s);
        close_segmenter(&s);
    }
}

static void fragment_passes_write_the_same(void** state)
{
    for (int way = 0; way < 8; ++way) {
        const glsort_segments_desc desc = {
            .max_count = 9000,
            .max_segments = 400,
            .backend = GLSORT_BACKEND_FRAGMENT,
            .key = way % 2 != 0 ? GLSORT_KEY_F64 : GLSORT_KEY_F32,
            .direction = (glsort_direction)(way / 4),
            .values = (glsort_values)(way % 5),
            .count_source = (glsort_count_source)(way / 2 % 2),
            .segment_count_source = (glsort_count_source)(way / 4),
        };
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.data = way % 3 != 0 ? DATA_FEW : DATA_SPECIAL;
        begin_segments(&s, 3);
        add_segment(&s, 5000);
        for (uint32_t i = 0; i < 150; ++i)
            add_segment(&s, random_below(&s, 45));
        s.count += s.count < 9000; // an element of no segment
        check_run(&s);
        s.in_place = way % 2 == 0;
        check_run(&s);
        close_segmenter(&s);
    }
}

// Whatever the offsets are, the guards hold and the run ends.
static void broken_offsets_touch_nothing_else(void** state)
{
    for (uint32_t way = 0; way < 6; ++way) {
        const glsort_segments_desc desc = {
            .max_count = 30000,
            .max_segments = 4000,
            .max_length = way == 2 ? 50 : 0,
            .key = way == 1 || way == 3 ? GLSORT_KEY_U64 : GLSORT_KEY_U32,
            .values = GLSORT_VALUES_4_BYTES,
            .segment_count_source = (glsort_count_source)(way == 4)};
        char trouble[300];
        struct segmenter s;
        open_segmenter(&s, &desc);
        s.count = 30000;
        s.segment_count = way == 4 ? 0x80000001u : 4000;
        for (uint32_t i = 0; i <= 4000; ++i)
            s.offset_list[i] = way == 0   ? (uint32_t)gl_random(&s.seed)
                               : way == 1 ? (i % 2 != 0 ? 30000 : 0)
                               : way == 2 ? i * 7 + (i == 2000 ? 60 : 0)
                               : way == 5 ? i * 8 // the last ones run past the end
                                          : 30000 - i;
        uint32_t segments = s.segment_count;
        s.segment_count = 4000;
        s.desc.segment_count_source = GLSORT_COUNT_FROM_ARGS;
        write_inputs(&s);
        s.desc.segment_count_source = desc.segment_count_source;
        s.segment_count = segments;
        gl_area_write(&s.counts, (const uint32_t[]){30000, segments}, 2);
        glsort_segments_args args = args_of(&s);
        assert_int_equal(glsort_segments_run(s.segments, &args), GLSORT_OK);
        s.segment_count = 4000;
        // On compute nothing is sorted then.
        bool is_left = harness.has_compute && desc.key == GLSORT_KEY_U32;
        if (is_left &&
            !gl_area_check(&s.keys_out, NULL, 0, "keys_out", trouble, sizeof trouble))
            fail_msg("%s", trouble);
        if (!gl_area_guards_hold(&s.keys_out, 30000, trouble, sizeof trouble) ||
            !gl_area_guards_hold(&s.values_out, 30000, trouble, sizeof trouble))
            fail_msg("%s", trouble);
        check_inputs(&s);
        begin_segments(&s, 0); // the next run is not affected
        while (add_segment(&s, 40)) {}
        check_run(&s);
        close_segmenter(&s);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_short_lengths_is_sorted),
        cmocka_unit_test(lengths_around_the_limits_of_all_forms_are_sorted),
        cmocka_unit_test(one_segment_may_be_all),
        cmocka_unit_test(empty_segments_cost_nothing_but_their_offsets),
        cmocka_unit_test(a_power_law_of_lengths_is_sorted),
        cmocka_unit_test(counts_may_be_on_the_gpu),
        cmocka_unit_test(equal_lengths_need_no_offsets),
        cmocka_unit_test(all_types_are_sorted),
        cmocka_unit_test(short_segments_of_wide_keys_are_sorted),
        cmocka_unit_test(elements_may_be_fields_of_structs),
        cmocka_unit_test(wrong_descriptors_are_refused),
        cmocka_unit_test(wrong_arguments_change_nothing),
        cmocka_unit_test(ranges_of_bits_are_sorted),
        cmocka_unit_test(only_the_nearest_are_wanted),
        cmocka_unit_test(fragment_passes_write_the_same),
        cmocka_unit_test(broken_offsets_touch_nothing_else),
    };
    const struct gl_suite suite = {.harness = &harness,
                                   .mock = &mock,
                                   .context = &context,
                                   .apis_of_all = 1 << GL_API_33_COMPAT};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
