// SPDX-License-Identifier: MIT
// Checks on the GPU: what a stable sort writes is right, for every type, direction and
// range of bits; and each way in which it can be wrong is found, and where.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"
#include "host_data.h"
#include "shared/verify.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 5 * VERIFY_TILE + 3, NOWHERE = -1 };

// A check with inputs and a right output of them, for the test to break.
struct verifier {
    glsort_plan* verify;
    glsort_verify_desc desc;
    uint32_t count, key_words, value_words, key_step, value_step;
    uint32_t *keys, *values;          // inputs, packed
    uint32_t *sorted, *sorted_values; // outputs
    uint32_t* places;                 // where they were
    struct gl_area keys_in, values_in, keys_out, values_out, count_in, result;
};

static bool given(const struct verifier* v)
{
    return v->desc.values > GLSORT_VALUES_INDICES;
}

static uint32_t step_of(uint32_t stride, uint32_t words)
{
    return stride == 0 ? words : stride / 4;
}

static void open_verifier(struct verifier* v, const glsort_verify_desc* desc)
{
    *v = (struct verifier){.desc = *desc};
    if (glsort_verify_create(context, desc, &v->verify) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    v->key_words = host_key_words(desc->key);
    v->value_words = host_value_words(desc->values);
    v->key_step = step_of(desc->key_stride, v->key_words);
    v->value_step = step_of(desc->value_stride, v->value_words);
    size_t most = desc->max_count;
    v->keys = gl_take_words(most * v->key_words);
    v->values = gl_take_words(most * v->value_words);
    v->sorted = gl_take_words(most * v->key_words);
    v->sorted_values = gl_take_words(most * v->value_words);
    v->places = gl_take_words(most);
    gl_area_create(&v->keys_in, &harness, 0, 3, desc->max_count * v->key_step);
    gl_area_create(&v->values_in, &harness, 0, 5, desc->max_count * v->value_step);
    gl_area_create(&v->keys_out, &harness, 0, 7, desc->max_count * v->key_words);
    gl_area_create(&v->values_out, &harness, 0, 9, desc->max_count * v->value_words);
    gl_area_create(&v->count_in, &harness, 0, 11, 1);
    gl_area_create(&v->result, &harness, 0, 13, 2);
}

static void close_verifier(struct verifier* v)
{
    struct gl_area* areas[] = {&v->keys_in,    &v->values_in, &v->keys_out,
                               &v->values_out, &v->count_in,  &v->result};
    for (int i = 0; i < 6; ++i)
        gl_area_destroy(areas[i]);
    free(v->keys);
    free(v->values);
    free(v->sorted);
    free(v->sorted_values);
    free(v->places);
    glsort_plan_destroy(v->verify);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static glsort_sort_desc plan_of(const glsort_verify_desc* d)
{
    return (glsort_sort_desc){.max_count = d->max_count,
                              .key = d->key,
                              .direction = d->direction,
                              .values = d->values,
                              .first_bit = d->first_bit,
                              .bit_count = d->bit_count};
}

static void sort(struct verifier* v, enum gl_data data, uint64_t seed, uint32_t count)
{
    glsort_sort_desc plan = plan_of(&v->desc);
    v->count = count;
    gl_data_fill(data, v->desc.key, seed, v->keys, count);
    host_argsort(&plan, v->keys, count, v->places);
    for (uint32_t i = 0; i < count * v->value_words; ++i)
        v->values[i] = (uint32_t)(gl_random(&seed) >> 16);
    host_gather(v->sorted, v->keys, v->places, count, v->key_words);
    if (v->desc.values == GLSORT_VALUES_INDICES)
        host_gather(v->sorted_values, NULL, v->places, count, 1);
    else
        host_gather(v->sorted_values, v->values, v->places, count, v->value_words);
}

static void spread(struct gl_area* area, const uint32_t* words, uint32_t count,
                   uint32_t size, uint32_t step)
{
    uint32_t total = count == 0 ? 0 : (count - 1) * step + size;
    uint32_t* spaced = gl_take_words(total);
    for (uint32_t i = 0; i < total; ++i)
        spaced[i] = i * 2654435761u;
    for (uint32_t i = 0; i < count; ++i)
        memcpy(&spaced[i * step], &words[i * size], 4 * (size_t)size);
    gl_area_write(area, spaced, total);
    free(spaced);
}

static glsort_verify_args args_of(struct verifier* v)
{
    const uint32_t flags = v->desc.flags;
    glsort_verify_args args = {.result_out = gl_area_resource(&v->result)};
    if ((flags & GLSORT_VERIFY_NO_KEYS_IN) == 0)
        args.keys_in = gl_area_resource(&v->keys_in);
    if ((flags & GLSORT_VERIFY_NO_KEYS_OUT) == 0)
        args.keys_out = gl_area_resource(&v->keys_out);
    if (given(v))
        args.values_in = gl_area_resource(&v->values_in);
    if (v->desc.values != GLSORT_VALUES_NONE)
        args.values_out = gl_area_resource(&v->values_out);
    if (v->desc.count_source == GLSORT_COUNT_FROM_BUFFER)
        args.count_in = gl_area_resource(&v->count_in);
    else
        args.count = v->count;
    return args;
}

// Runs the check on what v holds, and expects these two words and nothing else.
static void expect_asked(struct verifier* v, uint32_t asked, uint32_t faults, int at)
{
    const uint32_t wanted[2] = {faults, (uint32_t)at};
    char trouble[300];
    spread(&v->keys_in, v->keys, v->count, v->key_words, v->key_step);
    spread(&v->values_in, v->values, v->count, v->value_words, v->value_step);
    gl_area_write(&v->keys_out, v->sorted, v->count * v->key_words);
    gl_area_write(&v->values_out, v->sorted_values, v->count * v->value_words);
    gl_area_write(&v->count_in, &asked, 1);
    gl_area_write(&v->result, NULL, 0);
    glsort_verify_args args = args_of(v);
    if (glsort_verify_run(v->verify, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(v->verify));
    if (!gl_area_check(&v->result, wanted, 2, "result_out", trouble, sizeof trouble))
        fail_msg("key %d, values %d, flags %u: %s", v->desc.key, v->desc.values,
                 v->desc.flags, trouble);
}

static void expect(struct verifier* v, uint32_t faults, int at)
{
    expect_asked(v, v->count, faults, at);
}

static void swap_words(uint32_t* words, uint32_t size, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < size; ++i) {
        uint32_t word = words[a * size + i];
        words[a * size + i] = words[b * size + i];
        words[b * size + i] = word;
    }
}

// ---- right outputs --------------------------------------------------------------------

// The enumerants of every key, direction and values, with strides and ranges of bits.
static glsort_verify_desc desc_at(uint32_t way)
{
    glsort_verify_desc d = {
        .max_count = MOST,
        .key = (glsort_key)(way % 7),
        .direction = (glsort_direction)(way / 7 % 2),
        .values = (glsort_values)(way / 14 % 5),
        .count_source = (glsort_count_source)(way % 2),
    };
    if (way % 3 == 1)
        d.key_stride = 4 * (host_key_words(d.key) + way % 5);
    if (way % 4 == 1 && d.values > GLSORT_VALUES_INDICES)
        d.value_stride = 4 * (host_value_words(d.values) + way % 3);
    if (way % 5 == 2) {
        d.first_bit = 3;
        d.bit_count = d.key == GLSORT_KEY_U16 ? 11 : host_key_words(d.key) == 2 ? 40 : 17;
    }
    return d;
}

static void every_sort_that_is_right_is_said_to_be(void** state)
{
    static const uint32_t counts[] = {0, 1, 2, VERIFY_TILE, VERIFY_TILE + 1, MOST};
    for (uint32_t way = 0; way < 70; ++way) {
        struct verifier v;
        glsort_verify_desc desc = desc_at(way);
        open_verifier(&v, &desc);
        for (uint32_t i = 0; i < 6; ++i) {
            sort(&v, i % 2 == 0 ? DATA_SPECIAL : DATA_FEW, way + i, counts[i]);
            expect(&v, 0, NOWHERE);
        }
        close_verifier(&v);
    }
}

static void inputs_that_are_gone_and_keys_that_are_discarded_are_no_fault(void** state)
{
    for (uint32_t way = 0; way < 28; ++way) {
        struct verifier v;
        glsort_verify_desc desc = desc_at(way);
        desc.key_stride = 0;
        desc.flags = GLSORT_VERIFY_NO_KEYS_IN;
        open_verifier(&v, &desc);
        sort(&v, DATA_FEW, way, MOST);
        expect(&v, 0, NOWHERE);
        close_verifier(&v);
        if (desc.values != GLSORT_VALUES_INDICES)
            continue;
        desc.flags = GLSORT_VERIFY_NO_KEYS_OUT;
        open_verifier(&v, &desc);
        sort(&v, DATA_FEW, way, MOST);
        expect(&v, 0, NOWHERE);
        close_verifier(&v);
    }
}

static void a_count_above_the_most_is_the_most(void** state)
{
    struct verifier v;
    glsort_verify_desc desc = {.max_count = MOST,
                               .values = GLSORT_VALUES_INDICES,
                               .count_source = GLSORT_COUNT_FROM_BUFFER};
    open_verifier(&v, &desc);
    sort(&v, DATA_FEW, 1, MOST);
    expect_asked(&v, MOST + 1, 0, NOWHERE);
    expect_asked(&v, 0xFFFFFFFFu, 0, NOWHERE);
    swap_words(v.sorted_values, 1, MOST - 2, MOST - 1);
    expect_asked(&v, 0xFFFFFFFFu, GLSORT_VERIFY_UNSTABLE, MOST - 1);
    close_verifier(&v);
}

// ---- wrong outputs --------------------------------------------------------------------

// Ascending, all different: the ranks are the places.
static void number(struct verifier* v, uint32_t count)
{
    v->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        v->sorted[i] = v->keys[i] = 10 * i;
        v->sorted_values[i] = v->values[i] = i;
    }
}

static const uint32_t spots[] = {1,           2,    255,     256, VERIFY_TILE - 1,
                                 VERIFY_TILE, 4000, MOST - 1};

enum { SPOTS = sizeof spots / sizeof spots[0] };

static void two_elements_that_changed_places_are_unsorted_there(void** state)
{
    for (uint32_t values = 0; values <= GLSORT_VALUES_4_BYTES; ++values) {
        struct verifier v;
        glsort_verify_desc desc = {.max_count = MOST, .values = (glsort_values)values};
        open_verifier(&v, &desc);
        for (uint32_t i = 0; i < SPOTS; ++i) {
            number(&v, MOST);
            swap_words(v.sorted, 1, spots[i] - 1, spots[i]);
            if (values > 0)
                swap_words(v.sorted_values, 1, spots[i] - 1, spots[i]);
            expect(&v, GLSORT_VERIFY_UNSORTED, (int)spots[i]);
        }
        close_verifier(&v);
    }
}

static void a_key_that_changed_is_no_permutation(void** state)
{
    for (uint32_t values = 0; values <= GLSORT_VALUES_4_BYTES; ++values) {
        struct verifier v;
        glsort_verify_desc desc = {.max_count = MOST, .values = (glsort_values)values};
        open_verifier(&v, &desc);
        for (uint32_t i = 0; i < SPOTS; ++i) {
            bool indices = values == GLSORT_VALUES_INDICES;
            number(&v, MOST);
            v.sorted[spots[i]] += 1; // still in order
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, indices ? (int)spots[i] : NOWHERE);
            number(&v, MOST);
            v.sorted[spots[i]] = v.sorted[spots[i] - 1]; // one twice, one lost
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, indices ? (int)spots[i] : NOWHERE);
        }
        close_verifier(&v);
    }
}

// Every word of values of any size counts, and which key it belongs to.
static void a_value_that_changed_or_went_to_another_key_is_no_permutation(void** state)
{
    for (uint32_t way = 0; way < 3; ++way) {
        struct verifier v;
        glsort_verify_desc desc = {
            .max_count = MOST, .values = (glsort_values)(GLSORT_VALUES_4_BYTES + way)};
        open_verifier(&v, &desc);
        for (uint32_t word = 0; word < v.value_words; ++word) {
            sort(&v, DATA_UNIFORM, way, MOST);
            v.sorted_values[1234 * v.value_words + word] ^= 1u << 7 * word;
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, NOWHERE);
        }
        sort(&v, DATA_UNIFORM, way, MOST);
        swap_words(v.sorted_values, v.value_words, 17, 4321);
        expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, NOWHERE);
        close_verifier(&v);
    }
}

static void indices_must_be_those_of_the_keys(void** state)
{
    for (uint32_t flags = 0; flags < 3; ++flags) {
        struct verifier v;
        glsort_verify_desc desc = {
            .max_count = MOST, .values = GLSORT_VALUES_INDICES, .flags = flags};
        open_verifier(&v, &desc);
        number(&v, MOST);
        v.sorted_values[2000] = MOST; // none of the input
        expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, 2000);
        v.sorted_values[2000] = 0xFFFFFFFFu;
        expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, 2000);
        number(&v, MOST);
        v.sorted_values[2000] = 2001; // one twice, one lost
        if (flags == 0)
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, 2000);
        else if (flags == GLSORT_VERIFY_NO_KEYS_OUT)
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION | GLSORT_VERIFY_UNSTABLE, 2001);
        else
            expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, NOWHERE);
        close_verifier(&v);
    }
}

static void equal_keys_in_another_order_are_unstable(void** state)
{
    for (uint32_t flags = 0; flags < 3; ++flags) {
        struct verifier v;
        glsort_verify_desc desc = {
            .max_count = MOST, .values = GLSORT_VALUES_INDICES, .flags = flags};
        open_verifier(&v, &desc);
        for (uint32_t i = 0; i < SPOTS; ++i) {
            sort(&v, DATA_CONSTANT, 1, MOST);
            swap_words(v.sorted_values, 1, spots[i] - 1, spots[i]);
            expect(&v, GLSORT_VERIFY_UNSTABLE, (int)spots[i]);
        }
        close_verifier(&v);
    }
}

// The bits that are not sorted by need not be in order, but belong to the key.
static void bits_outside_the_range_are_moved_but_not_compared(void** state)
{
    struct verifier v;
    glsort_verify_desc desc = {.max_count = 4, .first_bit = 8, .bit_count = 8};
    open_verifier(&v, &desc);
    const uint32_t in[] = {0x70105, 0x50102, 0x30203, 0x10201};
    v.count = 4;
    memcpy(v.keys, in, sizeof in);
    memcpy(v.sorted, in, sizeof in);
    expect(&v, 0, NOWHERE);
    v.sorted[2] ^= 0x1000000;
    expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, NOWHERE);
    swap_words(v.sorted, 1, 1, 2);
    v.sorted[1] ^= 0x1000000;
    expect(&v, GLSORT_VERIFY_UNSORTED, 2);
    close_verifier(&v);
}

static void both_words_of_a_wide_key_are_compared(void** state)
{
    struct verifier v;
    glsort_verify_desc desc = {.max_count = 3, .key = GLSORT_KEY_I64};
    open_verifier(&v, &desc);
    const uint32_t in[] = {5, 0xFFFFFFFFu, 6, 0xFFFFFFFFu, 4, 0};
    v.count = 3;
    memcpy(v.keys, in, sizeof in);
    memcpy(v.sorted, in, sizeof in);
    expect(&v, 0, NOWHERE);
    swap_words(v.sorted, 2, 0, 1); // the low word alone is out of order
    expect(&v, GLSORT_VERIFY_UNSORTED, 1);
    swap_words(v.sorted, 2, 0, 1);
    swap_words(v.sorted, 2, 1, 2); // the high one
    expect(&v, GLSORT_VERIFY_UNSORTED, 2);
    for (uint32_t word = 4; word < 6; ++word) { // of the last key, which grows
        memcpy(v.sorted, in, sizeof in);
        v.sorted[word] += 1;
        expect(&v, GLSORT_VERIFY_NOT_PERMUTATION, NOWHERE);
    }
    close_verifier(&v);
}

// A fault of one run is not seen by the next.
static void the_first_of_several_faults_is_told_and_then_forgotten(void** state)
{
    struct verifier v;
    glsort_verify_desc desc = {.max_count = MOST, .values = GLSORT_VALUES_INDICES};
    open_verifier(&v, &desc);
    number(&v, MOST);
    v.sorted_values[4500] = v.sorted_values[3] = MOST + 7;
    swap_words(v.sorted, 1, 2600, 2601);
    expect(&v, GLSORT_VERIFY_NOT_PERMUTATION | GLSORT_VERIFY_UNSORTED, 3);
    number(&v, MOST);
    expect(&v, 0, NOWHERE);
    number(&v, 0);
    expect(&v, 0, NOWHERE);
    close_verifier(&v);
}

// ---- sorts of the library -------------------------------------------------------------

// Keys and indices that a plan writes, with no read-back between.
static void a_sort_on_the_gpu_is_checked_there(void** state)
{
    struct verifier v;
    glsort_verify_desc desc = {.max_count = MOST,
                               .key = GLSORT_KEY_F32,
                               .direction = GLSORT_DESCENDING,
                               .values = GLSORT_VALUES_INDICES};
    open_verifier(&v, &desc);
    sort(&v, DATA_SPECIAL, 3, MOST);
    expect(&v, 0, NOWHERE);
    gl_area_write(&v.keys_out, NULL, 0);
    gl_area_write(&v.values_out, NULL, 0);
    glsort_sort_desc what = plan_of(&desc);
    glsort_plan* plan = gl_make_plan(context, &what);
    glsort_verify_args args = args_of(&v);
    glsort_sort_args run = {.count = MOST,
                            .keys_in = args.keys_in,
                            .keys_out = args.keys_out,
                            .values_out = args.values_out};
    const uint32_t right[2] = {0, 0xFFFFFFFFu};
    char trouble[300];
    assert_int_equal(glsort_sort_run(plan, &run), GLSORT_OK);
    gl_area_write(&v.result, NULL, 0);
    assert_int_equal(glsort_verify_run(v.verify, &args), GLSORT_OK);
    if (!gl_area_check(&v.result, right, 2, "result", trouble, sizeof trouble))
        fail_msg("%s", trouble);
    glsort_plan_destroy(plan);
    close_verifier(&v);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sort_that_is_right_is_said_to_be),
        cmocka_unit_test(inputs_that_are_gone_and_keys_that_are_discarded_are_no_fault),
        cmocka_unit_test(a_count_above_the_most_is_the_most),
        cmocka_unit_test(two_elements_that_changed_places_are_unsorted_there),
        cmocka_unit_test(a_key_that_changed_is_no_permutation),
        cmocka_unit_test(a_value_that_changed_or_went_to_another_key_is_no_permutation),
        cmocka_unit_test(indices_must_be_those_of_the_keys),
        cmocka_unit_test(equal_keys_in_another_order_are_unstable),
        cmocka_unit_test(bits_outside_the_range_are_moved_but_not_compared),
        cmocka_unit_test(both_words_of_a_wide_key_are_compared),
        cmocka_unit_test(the_first_of_several_faults_is_told_and_then_forgotten),
        cmocka_unit_test(a_sort_on_the_gpu_is_checked_there),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context, .apis = GL_API_COMPUTE};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
