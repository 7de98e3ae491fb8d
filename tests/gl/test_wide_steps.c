// SPDX-License-Identifier: MIT
// Sorts of wide elements in steps: after every pass a peek shows a permutation of the
// input, keys with their values, and the run ends as if nobody had looked.
#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static glsort_context* context;

enum { MOST = 2600 };

static void watch_plan(glsort_sort_desc desc, bool in_place)
{
    struct gl_sorter s;
    struct gl_view v;
    desc.max_count = MOST;
    gl_sorter_open_odd(&s, &harness, context, &desc, in_place);
    gl_view_open(&v, &s);
    gl_sorter_watch(&s, &v, DATA_UNIFORM, 1);
    gl_sorter_watch(&s, &v, DATA_FEW, 100);
    gl_sorter_watch(&s, &v, DATA_UNIFORM, gl_test_all() ? 2500 : 1030);
    gl_view_close(&v);
    gl_sorter_close(&s);
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
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        const glsort_sort_desc* form = &gl_forms[i].plan;
        if ((textures != 0 && form->backend != GLSORT_BACKEND_FRAGMENT) ||
            (source == GLSORT_COUNT_FROM_BUFFER && !gl_form_counts_on_gpu(&gl_forms[i])))
            continue;
        for (uint32_t at = 0; at < WAYS; ++at) {
            glsort_sort_desc desc = *form;
            if (!gl_test_all() && (i + at) % 8 != 0)
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
    glsort_sort_desc desc = {
        .max_count = MOST, .key = GLSORT_KEY_U64, .values = GLSORT_VALUES_8_BYTES};
    struct gl_sorter s;
    struct gl_view v;
    gl_sorter_open_odd(&s, &harness, context, &desc, false);
    gl_view_open(&v, &s);
    gl_sorter_begin(&s, DATA_UNIFORM, 5, 2000);
    while (glsort_plan_passes_left(s.plan) > 0) {
        gl_sorter_require(&s, glsort_plan_step(s.plan, 1));
        gl_view_peek(&v, &s, true, false, 2000);
        gl_view_peek(&v, &s, false, true, 2000);
        assert_true(gl_view_is_permutation(&v, &s, 2000));
    }
    gl_sorter_finish(&s, 2000);
    gl_view_close(&v);
    gl_sorter_close(&s);
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
    const struct gl_suite suite = {
        .harness = &harness, .context = &context, .apis_of_all = GL_API_ES_COMPUTE};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
