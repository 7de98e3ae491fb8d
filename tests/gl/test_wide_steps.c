// SPDX-License-Identifier: MIT
// Sorts of wide elements in steps: after every pass a peek shows a permutation of the
// input, keys with their values, and the run ends as if nobody had looked.
#include <stdlib.h>
#include <string.h>

#include "gl_suite.h"
#include "gl_wide.h"

static struct gl_harness harness;
static glsort_context* context;

enum { MOST = 2600 };

// What a peek writes to.
struct view {
    struct gl_area keys;
    struct gl_area values;
    bool seen[MOST];
};

static bool has_values(const struct gl_wide* w)
{
    return w->desc.values != GLSORT_VALUES_NONE;
}

static bool has_keys(const struct gl_wide* w)
{
    return (w->desc.flags & GLSORT_PLAN_DISCARD_KEYS) == 0;
}

static void open_view(struct view* v, const struct gl_wide* w)
{
    bool keys = (w->desc.textures & GLSORT_TEXTURE_KEYS_OUT) != 0;
    bool values = (w->desc.textures & GLSORT_TEXTURE_VALUES_OUT) != 0;
    *v = (struct view){0};
    if (has_keys(w))
        gl_area_create_wide(&v->keys, &harness, keys ? 71 : 0, w->key_words, keys ? 0 : 9,
                            MOST);
    if (has_values(w))
        gl_area_create_wide(&v->values, &harness, values ? 73 : 0, w->value_words,
                            values ? 0 : 11, MOST);
}

static void close_view(struct view* v)
{
    gl_area_destroy(&v->keys);
    gl_area_destroy(&v->values);
}

static void require(const struct gl_wide* w, glsort_result result)
{
    char text[256];
    if (result != GLSORT_OK)
        fail_msg("%s: %s", gl_wide_describe(w, text, sizeof text),
                 glsort_last_error(w->context));
}

// Undoes what gl_wide_fill() makes values of, and compares the whole of it.
static uint32_t place_of_value(const struct gl_wide* w, const uint32_t* value,
                               uint32_t count)
{
    uint32_t inverse = 1; // of the factor, modulo 2^32
    for (int i = 0; i < 5; ++i)
        inverse *= 2 - 2246822519u * inverse;
    uint32_t place = (*value - w->values[0]) * inverse / w->value_words;
    bool same = place < count && memcmp(w->values + place * w->value_words, value,
                                        w->value_words * 4) == 0;
    return same ? place : count;
}

// The place in the input of element `at` of the view: its index, or the one that its
// value was made from, or that of the same key that has not been seen.
static uint32_t place_of(const struct gl_wide* w, const struct view* v, uint32_t at,
                         uint32_t count)
{
    if (has_values(w)) {
        const uint32_t* value = v->values.read + v->values.lead + at * w->value_words;
        bool is_index = w->desc.values == GLSORT_VALUES_INDICES;
        return is_index ? *value : place_of_value(w, value, count);
    }
    const uint32_t* key = v->keys.read + v->keys.lead + at * w->key_words;
    for (uint32_t i = 0; i < count; ++i)
        if (!v->seen[i] && memcmp(w->keys + i * w->key_words, key, w->key_words * 4) == 0)
            return i;
    return count;
}

static bool is_permutation(const struct gl_wide* w, struct view* v, uint32_t count)
{
    memset(v->seen, 0, sizeof v->seen);
    if (has_keys(w))
        gl_area_fetch(&v->keys);
    if (has_values(w))
        gl_area_fetch(&v->values);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = place_of(w, v, i, count);
        if (place >= count || v->seen[place])
            return false;
        if (has_keys(w) && memcmp(v->keys.read + v->keys.lead + i * w->key_words,
                                  w->keys + place * w->key_words, w->key_words * 4) != 0)
            return false;
        v->seen[place] = true;
    }
    return true;
}

static void check_guards(struct gl_wide* w, struct gl_area* a, uint32_t count)
{
    if (!gl_area_guards_hold(a, count, w->trouble, sizeof w->trouble))
        fail_msg("%s", w->trouble);
}

static void look(struct gl_wide* w, struct view* v, uint32_t done, uint32_t count)
{
    char text[256];
    const glsort_peek_args args = {
        .keys_out = gl_area_resource(&v->keys),
        .values_out = gl_area_resource(&v->values),
        .consumers = GLSORT_CONSUMER_COPY,
    };
    if (has_keys(w))
        gl_area_write(&v->keys, NULL, 0);
    if (has_values(w))
        gl_area_write(&v->values, NULL, 0);
    require(w, glsort_peek(w->plan, &args));
    if (!is_permutation(w, v, count))
        fail_msg("%s: after %u passes over %u keys the peek is no permutation",
                 gl_wide_describe(w, text, sizeof text), done, count);
    check_guards(w, &v->keys, count);
    check_guards(w, &v->values, count);
}

static void watch(struct gl_wide* w, struct view* v, enum gl_wide_data data,
                  uint32_t count)
{
    char text[256];
    gl_wide_fill(w, data, count, count);
    gl_wide_load(w, count);
    glsort_run_args args = gl_wide_args(w, count);
    require(w, glsort_begin(w->plan, &args));
    uint32_t passes = glsort_passes_left(w->plan);
    for (uint32_t done = 0; done <= passes; ++done) {
        look(w, v, done, count);
        require(w, glsort_step(w->plan, 1));
    }
    require(w, glsort_end(w->plan));
    gl_wide_describe(w, text, sizeof text);
    if ((has_keys(w) && !gl_area_check(&v->keys, w->sorted_keys, count, "last peek",
                                       w->trouble, sizeof w->trouble)) ||
        (has_values(w) && !gl_area_check(&v->values, w->sorted_values, count, "last peek",
                                         w->trouble, sizeof w->trouble)) ||
        !gl_wide_holds(w, count))
        fail_msg("%s, %u keys watched: %s", text, count, w->trouble);
}

static void watch_plan(glsort_plan_desc desc, bool in_place)
{
    struct gl_wide w;
    struct view v;
    desc.max_count = MOST;
    gl_wide_open(&w, &harness, context, &desc, in_place);
    open_view(&v, &w);
    watch(&w, &v, WIDE_UNIFORM, 1);
    watch(&w, &v, WIDE_FEW, 100);
    watch(&w, &v, WIDE_UNIFORM, gl_test_all() ? 2500 : 1030);
    close_view(&v);
    gl_wide_close(&w);
}

// The ways to have wide elements, which differ in what a peek has to do.
static const struct {
    glsort_key key;
    glsort_values values;
    uint32_t first_bit;
    uint32_t bit_count;
    uint32_t flags;
    bool in_place;
} ways[] = {
    {.key = GLSORT_KEY_U64, .values = GLSORT_VALUES_8_BYTES},
    {.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_INDICES, .in_place = true},
    {.key = GLSORT_KEY_I64, .values = GLSORT_VALUES_NONE, .in_place = true},
    {.key = GLSORT_KEY_U32, .values = GLSORT_VALUES_16_BYTES, .in_place = true},
    {.key = GLSORT_KEY_F32, .values = GLSORT_VALUES_8_BYTES},
    {.key = GLSORT_KEY_U64,
     .values = GLSORT_VALUES_4_BYTES,
     .flags = GLSORT_PLAN_DISCARD_KEYS},
    {.key = GLSORT_KEY_U64,
     .values = GLSORT_VALUES_INDICES,
     .flags = GLSORT_PLAN_DISCARD_KEYS},
    {.key = GLSORT_KEY_I64,
     .values = GLSORT_VALUES_16_BYTES,
     .first_bit = 20,
     .bit_count = 39,
     .in_place = true},
    {.key = GLSORT_KEY_U16, .values = GLSORT_VALUES_8_BYTES, .in_place = true},
};

enum { WAYS = sizeof ways / sizeof ways[0] };

static void watch_forms(uint32_t textures, glsort_count_source source)
{
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        const glsort_plan_desc* form = &gl_forms[i].plan;
        if (!gl_form_wanted(&gl_forms[i], &harness) ||
            (textures != 0 && form->backend != GLSORT_BACKEND_FRAGMENT) ||
            (source == GLSORT_COUNT_FROM_BUFFER && !gl_form_counts_on_gpu(&gl_forms[i])))
            continue;
        for (uint32_t at = 0; at < WAYS; ++at) {
            glsort_plan_desc desc = *form;
            if (!gl_test_all() && (i + at) % 3 != 0)
                continue;
            desc.key = ways[at].key;
            desc.values = ways[at].values;
            desc.first_bit = ways[at].first_bit;
            desc.bit_count = ways[at].bit_count;
            desc.flags = ways[at].flags;
            desc.direction = (glsort_direction)(at % 2);
            desc.textures = textures;
            desc.count_source = source;
            watch_plan(desc, ways[at].in_place);
        }
    }
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    watch_forms(0, GLSORT_COUNT_FROM_ARGS);
}

static void a_peek_into_a_buffer_and_a_texture_is_a_permutation(void** state)
{
    watch_forms(GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_OUT,
                GLSORT_COUNT_FROM_ARGS);
    watch_forms(GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_VALUES_IN,
                GLSORT_COUNT_FROM_ARGS);
}

static void a_peek_into_textures_is_a_permutation(void** state)
{
    watch_forms(GLSORT_TEXTURES_ALL, GLSORT_COUNT_FROM_ARGS);
}

static void a_peek_with_a_count_on_the_gpu_is_a_permutation(void** state)
{
    watch_forms(0, GLSORT_COUNT_FROM_BUFFER);
}

// Keys alone and values alone, which the tests above never ask for.
static void a_peek_may_want_keys_alone_or_values_alone(void** state)
{
    glsort_plan_desc desc = {
        .max_count = MOST, .key = GLSORT_KEY_U64, .values = GLSORT_VALUES_8_BYTES};
    struct gl_wide w;
    struct view v;
    gl_wide_open(&w, &harness, context, &desc, false);
    open_view(&v, &w);
    gl_wide_fill(&w, WIDE_UNIFORM, 5, 2000);
    gl_wide_load(&w, 2000);
    glsort_run_args args = gl_wide_args(&w, 2000);
    const glsort_peek_args keys = {.keys_out = gl_area_resource(&v.keys)};
    const glsort_peek_args values = {.values_out = gl_area_resource(&v.values),
                                     .consumers = GLSORT_CONSUMER_COPY};
    require(&w, glsort_begin(w.plan, &args));
    while (glsort_passes_left(w.plan) > 0) {
        require(&w, glsort_step(w.plan, 1));
        gl_area_write(&v.keys, NULL, 0);
        gl_area_write(&v.values, NULL, 0);
        require(&w, glsort_peek(w.plan, &keys));
        require(&w, glsort_peek(w.plan, &values));
        assert_true(is_permutation(&w, &v, 2000));
    }
    require(&w, glsort_end(w.plan));
    assert_true(gl_wide_holds(&w, 2000));
    close_view(&v);
    gl_wide_close(&w);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(a_peek_into_textures_is_a_permutation),
        cmocka_unit_test(a_peek_into_a_buffer_and_a_texture_is_a_permutation),
        cmocka_unit_test(a_peek_with_a_count_on_the_gpu_is_a_permutation),
        cmocka_unit_test(a_peek_may_want_keys_alone_or_values_alone),
    };
    const struct gl_suite suite = {.harness = &harness, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
