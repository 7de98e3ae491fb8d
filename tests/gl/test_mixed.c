// SPDX-License-Identifier: MIT
// Each of the caller's four resources is a buffer or a texture by itself: all sixteen
// combinations, with every kind of values, in place, with a count on the GPU, in steps.
#include <stdlib.h>

#include "browser.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 300, NAMES = 256, WAYS = 5 };

static const glsort_values value_kinds[] = {GLSORT_VALUES_NONE, GLSORT_VALUES_INDICES,
                                            GLSORT_VALUES_4_BYTES, GLSORT_VALUES_8_BYTES};

static glsort_sort_desc desc_of(const struct gl_form* form, uint32_t textures,
                                glsort_values values)
{
    glsort_sort_desc desc = form->plan;
    desc.max_count = gl_form_most(form, MOST);
    desc.textures = textures;
    desc.values = values;
    return desc;
}

static bool takes_part(const struct gl_form* form)
{
    return form->plan.backend == GLSORT_BACKEND_FRAGMENT &&
           gl_form_wanted(form, &harness);
}

static void check(const glsort_sort_desc* desc, bool in_place)
{
    struct gl_sorter s;
    gl_sorter_open_odd(&s, &harness, context, desc, in_place);
    gl_sorter_check(&s, DATA_LOW_ENTROPY, 1, desc->max_count - 23);
    gl_sorter_close(&s);
}

// The ways to run: in place or not, with a count on the GPU, keys of one word or two,
// without keys.
static void check_way(const struct gl_form* form, uint32_t textures, glsort_values values,
                      uint32_t way)
{
    glsort_sort_desc desc = desc_of(form, textures, values);
    desc.key = textures / 2 % 2 == 0 ? GLSORT_KEY_I64 : GLSORT_KEY_F32;
    if (way >= 2 && gl_form_counts_on_gpu(form))
        desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    if (way == 4 && values != GLSORT_VALUES_NONE)
        desc.flags |= GLSORT_PLAN_DISCARD_KEYS;
    check(&desc, way % 2 == 1);
    if (gl_test_all()) {
        desc.key = GLSORT_KEY_U32;
        check(&desc, way % 2 == 0);
    }
}

// Each kind of values in one way if not everything is tested, another one every time.
static void check_textures(const struct gl_form* form, uint32_t textures)
{
    for (uint32_t i = 0; i < sizeof value_kinds / sizeof value_kinds[0]; ++i)
        for (uint32_t way = 0; way < WAYS; ++way)
            if (gl_test_all() || way == (textures + i) % WAYS)
                check_way(form, textures, value_kinds[i], way);
}

static void each_resource_is_a_buffer_or_a_texture(void** state)
{
    uint32_t forms = 0;
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!takes_part(&gl_forms[form]))
            continue;
        for (uint32_t textures = 0; textures <= GLSORT_TEXTURES_ALL; ++textures)
            check_textures(&gl_forms[form], textures);
        ++forms;
    }
    assert_true(forms > 0);
}

// ---- the passes -----------------------------------------------------------------------

static void only_buffers_are_uploaded_and_downloaded(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!takes_part(&gl_forms[form]))
            continue;
        for (uint32_t at = form % 3; at < 5 * 16; at += gl_test_all() ? 1 : 3) {
            glsort_plan_info info;
            uint32_t textures = at % 16;
            glsort_values values = (glsort_values)(at / 16);
            glsort_sort_desc desc = desc_of(&gl_forms[form], textures, values);
            glsort_plan* plan = gl_make_plan(context, &desc);
            uint32_t kinds[4] = {0};
            assert_int_equal(glsort_plan_describe(plan, desc.max_count, 0, &info),
                             GLSORT_OK);
            for (uint32_t i = 0; i < info.pass_count; ++i) {
                glsort_pass_info pass;
                assert_int_equal(glsort_plan_pass(plan, i, &pass), GLSORT_OK);
                ++kinds[pass.kind];
            }
            bool given = values >= GLSORT_VALUES_4_BYTES;
            bool any = values != GLSORT_VALUES_NONE;
            assert_int_equal(kinds[GLSORT_PASS_UPLOAD],
                             !(textures & GLSORT_TEXTURE_KEYS_IN) +
                                 (given && !(textures & GLSORT_TEXTURE_VALUES_IN)));
            assert_int_equal(kinds[GLSORT_PASS_DOWNLOAD],
                             !(textures & GLSORT_TEXTURE_KEYS_OUT) +
                                 (any && !(textures & GLSORT_TEXTURE_VALUES_OUT)));
            glsort_plan_destroy(plan);
        }
    }
}

// ---- peeks ----------------------------------------------------------------------------

enum { FIRST_VALUE = 1000 };

static void check_permutation(struct gl_sorter* s, struct gl_area* keys,
                              struct gl_area* values, uint32_t count)
{
    uint32_t* of_keys = gl_take_words(count);
    uint32_t* of_values = gl_take_words(count);
    uint8_t seen[MOST] = {0};
    for (uint32_t i = 0; i < count; ++i) {
        of_values[i] = values->read[values->lead + i];
        uint32_t place = of_values[i] - FIRST_VALUE;
        assert_true(place < count && seen[place]++ == 0);
        of_keys[i] = s->keys[place];
    }
    if (!gl_area_check(keys, of_keys, count, "keys", s->trouble, sizeof s->trouble) ||
        !gl_area_check(values, of_values, count, "values", s->trouble, sizeof s->trouble))
        fail_msg("algorithm %d, textures %u: %s", s->desc.plan.tuning->algorithm,
                 s->desc.plan.textures, s->trouble);
    free(of_keys);
    free(of_values);
}

// After every step both outputs of a peek are a permutation of the input.
static void watch(const struct gl_form* form, uint32_t textures)
{
    struct gl_sorter s;
    struct gl_area keys;
    struct gl_area values;
    struct gl_sorter_desc desc = {.plan = desc_of(form, textures, GLSORT_VALUES_4_BYTES)};
    gl_sorter_open(&s, &harness, context, &desc);
    uint32_t count = desc.plan.max_count;
    bool keys_texture = (textures & GLSORT_TEXTURE_KEYS_OUT) != 0;
    bool values_texture = (textures & GLSORT_TEXTURE_VALUES_OUT) != 0;
    gl_area_create(&keys, &harness, keys_texture ? 37 : 0, keys_texture ? 0 : 3, count);
    gl_area_create(&values, &harness, values_texture ? 41 : 0, values_texture ? 0 : 5,
                   count);
    gl_sorter_fill(&s, DATA_UNIFORM, textures, count);
    for (uint32_t i = 0; i < count; ++i)
        s.values[i] = FIRST_VALUE + i;
    gl_sorter_load(&s, count);
    glsort_sort_args args = gl_sorter_args(&s, count);
    glsort_peek_args peek = {.keys_out = gl_area_resource(&keys),
                             .values_out = gl_area_resource(&values)};
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    for (;;) {
        gl_area_write(&keys, NULL, 0);
        gl_area_write(&values, NULL, 0);
        assert_int_equal(glsort_plan_peek(s.plan, &peek), GLSORT_OK);
        gl_area_fetch(&values);
        check_permutation(&s, &keys, &values, count);
        if (glsort_plan_passes_left(s.plan) == 0)
            break;
        assert_int_equal(glsort_plan_step(s.plan, 1), GLSORT_OK);
    }
    assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
    assert_true(gl_sorter_holds(&s, count));
    gl_area_destroy(&keys);
    gl_area_destroy(&values);
    gl_sorter_close(&s);
}

static void the_outputs_of_a_peek_are_as_those_of_the_run(void** state)
{
    static const uint32_t masks[] = {
        GLSORT_TEXTURE_KEYS_IN, GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_VALUES_IN,
        GLSORT_TEXTURE_VALUES_OUT, GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_OUT};
    for (uint32_t form = 0; form < gl_form_count; ++form)
        for (uint32_t i = 0; i < 4 && takes_part(&gl_forms[form]); ++i)
            watch(&gl_forms[form], masks[i]);
}

// ---- names ----------------------------------------------------------------------------

// Buffers and textures have names of their own, so a buffer and a texture of equal names
// are not a range in place.
static void a_buffer_and_a_texture_may_have_one_name(void** state)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = desc_of(gl_form_named("abisort-fused-fragment"),
                                                  GLSORT_TEXTURE_KEYS_IN,
                                                  GLSORT_VALUES_NONE)};
    if (IS_BROWSER) // there a name is never used twice
        skip();
    gl_sorter_open(&s, &harness, context, &desc);
    GLuint name = 0;
    GLuint names[NAMES];
    GLuint textures[2 * NAMES] = {0};
    uint32_t words[MOST] = {0};
    harness.gl.GenBuffers(NAMES, names);
    for (int i = 0; i < 2 * NAMES && name == 0; ++i) {
        gl_area_destroy(&s.keys_in);
        harness.gl.GenTextures(1, &textures[i]); // the next area has another name
        gl_area_create(&s.keys_in, &harness, 61, 0, MOST);
        for (int k = 0; k < NAMES; ++k)
            name = names[k] == s.keys_in.name ? names[k] : name;
    }
    assert_int_not_equal(name, 0);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    harness.gl.BufferData(GL_COPY_WRITE_BUFFER, sizeof words, words, GL_DYNAMIC_COPY);
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    args.keys_out = (glsort_resource){.name = name};
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    gl_buffer_read(&harness, name, 0, sizeof words, words);
    for (uint32_t i = 0; i < MOST; ++i)
        assert_int_equal(words[i], s.sorted_keys[i]);
    harness.gl.DeleteBuffers(NAMES, names);
    harness.gl.DeleteTextures(2 * NAMES, textures);
    gl_sorter_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_and_a_texture_may_have_one_name),
        cmocka_unit_test(each_resource_is_a_buffer_or_a_texture),
        cmocka_unit_test(only_buffers_are_uploaded_and_downloaded),
        cmocka_unit_test(the_outputs_of_a_peek_are_as_those_of_the_run),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
