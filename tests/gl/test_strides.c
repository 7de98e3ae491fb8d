// SPDX-License-Identifier: MIT
// Keys and values that are fields of larger structs: every form reads them where they
// are, and nothing after the last one.
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 2300, GARBAGE = 0x5A5A5A5A };

// The structs of an input: a buffer that ends with the last element.
struct structs {
    GLuint name;
    uint32_t lead; // words before the first element
    uint32_t words;
    uint32_t* held;
};

static uint32_t words_of(const struct structs* s, uint32_t stride, uint32_t element_words,
                         uint32_t count)
{
    return s->lead + (count - 1) * stride + element_words;
}

// stride: in words. room: elements that the buffer holds.
static void open_structs(struct structs* s, uint32_t lead, uint32_t stride,
                         uint32_t element_words, const uint32_t* elements, uint32_t count,
                         uint32_t room)
{
    *s = (struct structs){.lead = lead};
    s->words = words_of(s, stride, element_words, room);
    s->held = gl_take_words(s->words);
    for (uint32_t i = 0; i < s->words; ++i)
        s->held[i] = GARBAGE + i;
    for (uint32_t i = 0; i < count; ++i)
        memcpy(s->held + lead + i * stride, elements + i * element_words,
               4 * element_words);
    s->name = gl_buffer_create(&harness, 4 * (size_t)s->words, s->held);
}

static void close_structs(struct structs* s)
{
    uint32_t* now = gl_take_words(s->words);
    gl_buffer_read(&harness, s->name, 0, 4 * (size_t)s->words, now);
    assert_memory_equal(now, s->held, 4 * (size_t)s->words);
    harness.gl.DeleteBuffers(1, &s->name);
    free(now);
    free(s->held);
}

static glsort_resource resource_of(const struct structs* s)
{
    return (glsort_resource){.name = s->name, .offset = 4 * (uint64_t)s->lead};
}

static void step_and_peek(struct gl_sorter* w, const glsort_sort_args* args)
{
    struct gl_area values;
    gl_area_create_wide(&values, &harness, 0, w->value_words, 5, w->desc.plan.max_count);
    glsort_peek_args peek = {.values_out = gl_area_resource(&values)};
    assert_int_equal(begin_sort(w->plan, args), GLSORT_OK);
    // Before the first step a peek has the order of the input.
    gl_area_write(&values, NULL, 0);
    assert_int_equal(glsort_plan_peek(w->plan, &peek), GLSORT_OK);
    if (w->desc.plan.values >= GLSORT_VALUES_4_BYTES &&
        !gl_area_check(&values, w->values, args->count, "peek", w->trouble,
                       sizeof w->trouble))
        fail_msg("%s", w->trouble);
    while (glsort_plan_passes_left(w->plan) > 0) {
        assert_int_equal(glsort_plan_step(w->plan, 1), GLSORT_OK);
        assert_int_equal(glsort_plan_peek(w->plan, &peek), GLSORT_OK);
    }
    if (!gl_area_check(&values, w->sorted_values, args->count, "peek", w->trouble,
                       sizeof w->trouble))
        fail_msg("%s", w->trouble);
    assert_int_equal(glsort_plan_end(w->plan), GLSORT_OK);
    gl_area_destroy(&values);
}

static void check(const glsort_sort_desc* desc, uint32_t lead, bool steps)
{
    struct gl_sorter w;
    struct structs keys;
    struct structs values = {0};
    bool given = desc->values >= GLSORT_VALUES_4_BYTES;
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = desc->max_count - 7;
    gl_sorter_open_odd(&w, &harness, context, desc, false);
    gl_sorter_fill(&w, DATA_LOW_ENTROPY, lead, count);
    gl_sorter_load(&w, count);
    uint32_t room = on_gpu ? desc->max_count : count;
    uint32_t key_stride = desc->key_stride != 0 ? desc->key_stride / 4 : w.key_words;
    uint32_t value_stride =
        desc->value_stride != 0 ? desc->value_stride / 4 : w.value_words;
    open_structs(&keys, lead, key_stride, w.key_words, w.keys, count, room);
    glsort_sort_args args = gl_sorter_args(&w, count);
    args.keys_in = resource_of(&keys);
    if (given) {
        open_structs(&values, 2 * lead, value_stride, w.value_words, w.values, count,
                     room);
        args.values_in = resource_of(&values);
    }
    glsort_result result = glsort_sort_run(w.plan, &args);
    if (result != GLSORT_OK || !gl_sorter_holds(&w, count))
        gl_sorter_fail(&w, "strides %u and %u: %s", desc->key_stride, desc->value_stride,
                       result == GLSORT_OK ? w.trouble : glsort_last_error(context));
    if (steps && !on_gpu && desc->values != GLSORT_VALUES_NONE)
        step_and_peek(&w, &args);
    close_structs(&keys);
    if (given)
        close_structs(&values);
    gl_sorter_close(&w);
}

static void check_form(const struct gl_form* form, uint32_t turn)
{
    static const struct {
        glsort_key key;
        glsort_values values;
        uint32_t key_stride;
        uint32_t value_stride;
        uint32_t first_bit;
        uint32_t bit_count;
    } ways[] = {
        {GLSORT_KEY_F32, GLSORT_VALUES_INDICES, 32, 0, 0, 0},
        {GLSORT_KEY_U32, GLSORT_VALUES_4_BYTES, 12, 20, 0, 0},
        {GLSORT_KEY_I32, GLSORT_VALUES_4_BYTES, 0, 8, 0, 0},
        {GLSORT_KEY_U32, GLSORT_VALUES_NONE, 8, 0, 0, 0},
        {GLSORT_KEY_F64, GLSORT_VALUES_INDICES, 28, 0, 0, 0},
        {GLSORT_KEY_U64, GLSORT_VALUES_8_BYTES, 12, 36, 20, 40},
        {GLSORT_KEY_U32, GLSORT_VALUES_16_BYTES, 24, 16, 0, 0},
        {GLSORT_KEY_I32, GLSORT_VALUES_4_BYTES, 16, 12, 5, 13},
        {GLSORT_KEY_U16, GLSORT_VALUES_8_BYTES, 0, 12, 0, 0},
    };
    enum { WAYS = sizeof ways / sizeof ways[0] };
    for (uint32_t i = 0; i < WAYS; ++i) {
        glsort_sort_desc desc = form->plan;
        if (!gl_test_all() && i % 3 != turn % 3)
            continue;
        desc.max_count = gl_form_most(form, MOST);
        desc.key = ways[i].key;
        desc.values = ways[i].values;
        desc.key_stride = ways[i].key_stride;
        desc.value_stride = ways[i].value_stride;
        desc.first_bit = ways[i].first_bit;
        desc.bit_count = ways[i].bit_count;
        check(&desc, i, gl_test_all() || (i + turn) % 4 == 0);
        if (!gl_form_counts_on_gpu(form))
            continue;
        desc.count_source = GLSORT_COUNT_FROM_BUFFER;
        check(&desc, 3, false);
    }
}

static void every_form_sorts_by_a_field_of_a_struct(void** state)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form)
        for (uint32_t turn = 0; turn < 3; ++turn)
            if (gl_test_all() || turn == form % 3)
                check_form(&gl_forms[form], turn);
}

// Passes that read several elements at once do so in whole tiles only.
static void whole_tiles_are_read_with_their_gaps(void** state)
{
    static const char* const names[] = {"radix-tiles", "radix-chain", "bitonic-blocks",
                                        "abisort-partition", NULL};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(&gl_forms[form], &harness) ||
            !gl_form_among(&gl_forms[form], names))
            continue;
        glsort_sort_desc desc = gl_forms[form].plan;
        desc.max_count = 9000;
        desc.values = GLSORT_VALUES_4_BYTES;
        desc.key_stride = 12;
        desc.value_stride = 8;
        check(&desc, 3, false);
    }
}

// Fragment passes gather whole elements from what they have uploaded with its gaps.
static void structs_in_buffers_are_sorted_into_textures(void** state)
{
    static const char* const names[] = {"abisort-partition-fragment", "tree-fragment",
                                        "tree-stages-fragment", NULL};
    static const struct {
        glsort_key key;
        uint32_t key_stride;
        uint32_t bit_count;
    } ways[] = {
        {GLSORT_KEY_U64, 0, 0}, {GLSORT_KEY_U64, 12, 40}, {GLSORT_KEY_U32, 8, 13}};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 3 * gl_form_count; ++i) {
        const struct gl_form* form = &gl_forms[i / 3];
        if (!gl_form_fits(form, &harness) || !gl_form_among(form, names))
            continue;
        glsort_sort_desc desc = form->plan;
        desc.max_count = 900;
        desc.key = ways[i % 3].key;
        desc.key_stride = ways[i % 3].key_stride;
        desc.first_bit = ways[i % 3].bit_count > 0 ? 5 : 0;
        desc.bit_count = ways[i % 3].bit_count;
        desc.values = GLSORT_VALUES_4_BYTES;
        desc.value_stride = 8;
        desc.textures = GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_VALUES_OUT;
        check(&desc, 3, false);
        ++seen;
    }
    assert_true(seen > 0);
}

// ---- what a run refuses ---------------------------------------------------------------

static glsort_plan* plan_of(uint32_t key_stride, uint32_t value_stride)
{
    glsort_sort_desc desc = {.max_count = 100,
                             .values = GLSORT_VALUES_4_BYTES,
                             .key_stride = key_stride,
                             .value_stride = value_stride};
    return gl_make_plan(context, &desc);
}

static void expect_error(glsort_plan* plan, const glsort_sort_args* args,
                         glsort_result result, const char* sentence)
{
    assert_int_equal(glsort_sort_run(plan, args), result);
    if (strstr(glsort_last_error(context), sentence) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", glsort_last_error(context), sentence);
}

static void a_strided_range_ends_with_its_last_element(void** state)
{
    glsort_plan* plan = plan_of(20, 0);
    GLuint buffers[4];
    for (int i = 0; i < 4; ++i)
        buffers[i] = gl_buffer_create(&harness, i == 0 ? 8 + 99 * 20 + 4 : 400, NULL);
    glsort_sort_args args = {.count = 100,
                             .keys_in = {.name = buffers[0], .offset = 8},
                             .keys_out = {.name = buffers[1]},
                             .values_in = {.name = buffers[2]},
                             .values_out = {.name = buffers[3]}};
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    args.keys_in.offset = 12;
    expect_error(plan, &args, GLSORT_ERROR_RANGE,
                 "keys_in is a buffer of 1992 bytes, but 100 elements of 4 bytes, one "
                 "every 20, at offset 12 end at 1996");
    args.count = 99;
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    harness.gl.DeleteBuffers(4, buffers);
    glsort_plan_destroy(plan);
}

static void a_strided_input_is_not_sorted_in_place(void** state)
{
    glsort_plan* strided[] = {plan_of(8, 0), plan_of(0, 12), plan_of(4, 4)};
    static const char* const sentences[] = {
        "keys_in and keys_out are the same object at the same offset, but the input has "
        "an element every 8 bytes",
        "values_in and values_out are the same object at the same offset, but the input "
        "has an element every 12 bytes"};
    GLuint keys = gl_buffer_create(&harness, 4000, NULL);
    GLuint values = gl_buffer_create(&harness, 4000, NULL);
    glsort_sort_args args = {.count = 100,
                             .keys_in = {.name = keys},
                             .keys_out = {.name = keys},
                             .values_in = {.name = values},
                             .values_out = {.name = values}};
    for (int i = 0; i < 2; ++i) {
        expect_error(strided[i], &args, GLSORT_ERROR_ARGUMENT, sentences[i]);
        glsort_plan_destroy(strided[i]);
    }
    // A stride of the size of an element is the same as none.
    assert_int_equal(glsort_sort_run(strided[2], &args), GLSORT_OK);
    glsort_plan_destroy(strided[2]);
    harness.gl.DeleteBuffers(1, &keys);
    harness.gl.DeleteBuffers(1, &values);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_sorts_by_a_field_of_a_struct),
        cmocka_unit_test(whole_tiles_are_read_with_their_gaps),
        cmocka_unit_test(structs_in_buffers_are_sorted_into_textures),
        cmocka_unit_test(a_strided_range_ends_with_its_last_element),
        cmocka_unit_test(a_strided_input_is_not_sorted_in_place),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
