// SPDX-License-Identifier: MIT
#include "gl_segmenter.h"

#include <stdlib.h>
#include <string.h>

#include "host_data.h"

#define UNSORTED 0xFFFFFFFFu

static bool discards(const struct gl_segmenter* s)
{
    return (s->desc.flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
}

static bool has_values_in(const struct gl_segmenter* s)
{
    return s->desc.values >= GLSORT_VALUES_4_BYTES;
}

void gl_segmenter_open(struct gl_segmenter* s, const struct gl_suite* suite,
                       const glsort_segments_desc* desc)
{
    struct gl_harness* h = suite->harness;
    uint32_t most = desc->max_count;
    *s = (struct gl_segmenter){
        .suite = suite,
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
    if (glsort_segments_create(*suite->context, desc, &s->segments) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(*suite->context));
    gl_area_create_wide(&s->keys, h, 0, s->key_words, 3, most);
    gl_area_create_wide(&s->keys_out, h, 0, s->key_words, 5, most);
    gl_area_create_wide(&s->values, h, 0, s->value_words, 7, most);
    gl_area_create_wide(&s->values_out, h, 0, s->value_words, 9, most);
    gl_area_create(&s->offsets, h, 0, 11, desc->max_segments + 1);
    gl_area_create(&s->counts, h, 0, 1, 2);
    s->key_input = gl_take_words((size_t)most * s->key_words);
    s->value_input = gl_take_words((size_t)most * s->value_words);
    s->offset_list = gl_take_words(desc->max_segments + 1);
    s->places = gl_take_words(most);
}

void gl_segmenter_close(struct gl_segmenter* s)
{
    struct gl_area* areas[] = {&s->keys,       &s->keys_out, &s->values,
                               &s->values_out, &s->offsets,  &s->counts};
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; ++i)
        gl_area_destroy(areas[i]);
    glsort_plan_destroy(s->segments);
    free(s->key_input);
    free(s->value_input);
    free(s->offset_list);
    free(s->places);
    assert_string_equal(s->suite->mock->trouble, "");
    assert_int_equal(gl_take_error(s->suite->harness), GL_NO_ERROR);
}

// ---- a run and its check --------------------------------------------------------------

// Returns how many offsets to write. With the segment count on the GPU, those that follow
// the count make one more segment of the elements that are left, which no run must sort.
static uint32_t list_offsets(struct gl_segmenter* s)
{
    uint32_t used = s->segment_count + 1;
    uint32_t room = s->desc.max_segments + 1;
    if (s->desc.equal_length != 0)
        return 0;
    if (s->desc.segment_count_source != GLSORT_COUNT_FROM_BUFFER)
        return used;
    for (uint32_t i = used; i < room; ++i)
        s->offset_list[i] = s->count;
    return room;
}

void gl_segmenter_write(struct gl_segmenter* s)
{
    const uint32_t counts[] = {s->count, s->segment_count};
    gl_data_fill(s->data, s->desc.key, s->seed++, s->key_input, s->count);
    for (uint32_t i = 0; i < s->count * s->value_words; ++i)
        s->value_input[i] = i * 2654435761u + 17;
    gl_area_write(&s->keys, s->key_input, s->count);
    gl_area_write(&s->keys_out, NULL, 0);
    gl_area_write(&s->values, s->value_input, s->count);
    gl_area_write(&s->values_out, NULL, 0);
    s->offset_count = list_offsets(s);
    gl_area_write(&s->offsets, s->offset_list, s->offset_count);
    gl_area_write(&s->counts, counts, 2);
}

glsort_segments_args gl_segmenter_args(const struct gl_segmenter* s)
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

static void place_segment(struct gl_segmenter* s, uint32_t first, uint32_t end)
{
    uint32_t length = end - first;
    uint32_t* places = s->places + first;
    host_argsort(&s->plan, s->key_input + (size_t)first * s->key_words, length, places);
    for (uint32_t i = 0; i < length; ++i)
        places[i] =
            s->desc.nearest == 0 || i < s->desc.nearest ? places[i] + first : UNSORTED;
}

void gl_segmenter_place(struct gl_segmenter* s)
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

// Within segments the output is the input in the order of the places. Elements of no
// segment may be anything, but in place they stay what they were in the input.
void gl_segmenter_check_output(struct gl_segmenter* s, struct gl_area* out,
                               const uint32_t* input, bool in_place, const char* name)
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

void gl_segmenter_check_inputs(struct gl_segmenter* s)
{
    char trouble[300];
    bool held = gl_area_check(&s->offsets, s->offset_list, s->offset_count, "offsets_in",
                              trouble, sizeof trouble) &&
                (s->in_place || gl_area_check(&s->keys, s->key_input, s->count, "keys_in",
                                              trouble, sizeof trouble)) &&
                (s->in_place || gl_area_check(&s->values, s->value_input, s->count,
                                              "values_in", trouble, sizeof trouble));
    if (!held)
        fail_msg("%s", trouble);
}

static void run(struct gl_segmenter* s)
{
    gl_segmenter_write(s);
    gl_mock_poison(s->suite->mock, 0xDEADBEEFu);
    glsort_segments_args args = gl_segmenter_args(s);
    if (glsort_segments_run(s->segments, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(s->segments));
}

void gl_segmenter_check_outputs(struct gl_segmenter* s)
{
    gl_segmenter_place(s);
    bool given = has_values_in(s);
    if (!discards(s))
        gl_segmenter_check_output(s, s->in_place ? &s->keys : &s->keys_out, s->key_input,
                                  s->in_place, "keys_out");
    if (s->desc.values != GLSORT_VALUES_NONE)
        gl_segmenter_check_output(s, s->in_place && given ? &s->values : &s->values_out,
                                  given ? s->value_input : NULL, s->in_place,
                                  "values_out");
    gl_segmenter_check_inputs(s);
}

void gl_segmenter_check_run(struct gl_segmenter* s)
{
    run(s);
    gl_segmenter_check_outputs(s);
}

// ---- segments -------------------------------------------------------------------------

void gl_segmenter_begin(struct gl_segmenter* s, uint32_t first)
{
    s->segment_count = 0;
    s->offset_list[0] = s->count = first;
}

// False if it no longer fits.
bool gl_segmenter_add(struct gl_segmenter* s, uint32_t length)
{
    if (s->segment_count == s->desc.max_segments || s->desc.max_count - s->count < length)
        return false;
    s->count += length;
    s->offset_list[++s->segment_count] = s->count;
    return true;
}

uint32_t gl_segmenter_random(struct gl_segmenter* s, uint32_t end)
{
    return (uint32_t)((gl_random(&s->seed) >> 32) % end);
}
