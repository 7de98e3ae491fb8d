// SPDX-License-Identifier: MIT
// The count in a GPU buffer: only the GPU knows it, and what lies beyond it stays.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { CAPACITY = 5003 };

static const uint32_t counts[] = {0,    1,    2,    7,    8,    9,        63,      64,
                                  65,   1023, 1024, 1025, 2047, 2048,     2049,    4095,
                                  4096, 4097, 4998, 5001, 5002, CAPACITY, CAPACITY};

static void open_sorter(struct gl_sorter* s, uint32_t form, glsort_values values,
                        bool in_place, bool textures)
{
    struct gl_sorter_desc desc = {
        .plan = gl_forms[form].plan,
        .in_place = in_place,
        .leads = {1, 3, 5, 7, 11},
    };
    desc.plan.max_count = gl_form_most(&gl_forms[form], CAPACITY);
    desc.plan.values = values;
    desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
    desc.plan.textures = textures ? GLSORT_TEXTURES_ALL : 0;
    gl_sorter_open(s, &harness, context, &desc);
}

static bool fits(uint32_t form)
{
    return gl_form_counts_on_gpu(&gl_forms[form]) &&
           gl_form_wanted(&gl_forms[form], &harness);
}

// gl_sorter fills everything beyond the count with guard words, also inside the capacity.
static void check_counts(struct gl_sorter* s)
{
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        if (counts[i] <= s->desc.plan.max_count)
            gl_sorter_check(s, DATA_LOW_ENTROPY, i, counts[i]);
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
}

static void check_tails(bool textures)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        bool fragment = gl_forms[form].plan.backend == GLSORT_BACKEND_FRAGMENT;
        if (!fits(form) || (textures && !fragment))
            continue;
        for (uint32_t way = 0; way < 4; ++way) {
            struct gl_sorter s;
            open_sorter(&s, form,
                        way % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES,
                        way >= 2, textures);
            check_counts(&s);
            gl_sorter_close(&s);
        }
    }
}

static void a_tail_beyond_the_count_stays_untouched_in_buffers(void** state)
{
    check_tails(false);
}

static void a_tail_beyond_the_count_stays_untouched_in_textures(void** state)
{
    check_tails(true);
}

static void discarded_keys_leave_the_values_of_the_count(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_forms[form].plan};
        desc.plan.max_count = gl_form_most(&gl_forms[form], CAPACITY);
        desc.plan.values = GLSORT_VALUES_INDICES;
        desc.plan.flags = GLSORT_PLAN_DISCARD_KEYS;
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        gl_sorter_open(&s, &harness, context, &desc);
        check_counts(&s);
        gl_sorter_close(&s);
    }
}

static void a_count_above_the_capacity_is_the_capacity(void** state)
{
    static const uint32_t excessive[] = {CAPACITY + 1, 0x7FFFFFFFu, 0x80000000u,
                                         0xFFFFFFFFu, 0xFFFFF801u};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form))
            continue;
        struct gl_sorter s;
        uint32_t capacity = gl_form_most(&gl_forms[form], CAPACITY);
        open_sorter(&s, form, GLSORT_VALUES_4_BYTES, false, false);
        for (uint32_t i = 0; i < 5; ++i) {
            gl_sorter_fill(&s, DATA_UNIFORM, i, capacity);
            gl_sorter_load(&s, capacity);
            gl_area_write(&s.count, &excessive[i], 1);
            glsort_sort_args args = gl_sorter_args(&s, 0);
            assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
            // The count buffer is the caller's: it keeps its excess.
            if (!gl_area_check(&s.count, &excessive[i], 1, "count_in", s.trouble,
                               sizeof s.trouble))
                fail_msg("%s: %s", gl_forms[form].name, s.trouble);
            gl_area_write(&s.count, &capacity, 1);
            if (!gl_sorter_holds(&s, capacity))
                fail_msg("%s: %s", gl_forms[form].name, s.trouble);
        }
        gl_sorter_close(&s);
    }
}

static void a_count_that_changes_between_runs_is_read_anew(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form))
            continue;
        struct gl_sorter s;
        uint32_t capacity = gl_form_most(&gl_forms[form], CAPACITY);
        open_sorter(&s, form, GLSORT_VALUES_INDICES, false, false);
        for (uint32_t i = 0; i < 12; ++i) {
            gl_mock_poison(&mock, 0xDEADBEEFu);
            gl_sorter_check(&s, DATA_UNIFORM, i, i % 2 == 0 ? capacity - i : i);
        }
        gl_sorter_close(&s);
    }
}

static void peeking_shows_the_count_that_the_gpu_has(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form))
            continue;
        struct gl_sorter s;
        struct gl_view v;
        open_sorter(&s, form, GLSORT_VALUES_INDICES, false, false);
        gl_view_open(&v, &s);
        gl_sorter_begin(&s, DATA_UNIFORM, form, 3001);
        gl_view_peek(&v, &s, true, false, 3001);
        if (!gl_area_check(&v.keys, s.keys, 3001, "peek", s.trouble, sizeof s.trouble))
            gl_sorter_fail(&s, "first: %s", s.trouble);
        gl_sorter_require(&s, glsort_plan_step(s.plan, UINT32_MAX));
        gl_view_peek(&v, &s, true, true, 3001);
        gl_view_check_sorted(&v, &s, 3001);
        gl_sorter_finish(&s, 3001);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

// What is kept beyond the count for the run's outputs is not what a peek keeps for its
// own.
static void a_peek_between_any_two_passes_spoils_no_tail(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form))
            continue;
        struct gl_sorter s;
        struct gl_view v;
        open_sorter(&s, form, GLSORT_VALUES_4_BYTES, false, false);
        gl_view_open(&v, &s);
        gl_sorter_watch(&s, &v, DATA_UNIFORM, 1501);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

// ---- plans of many levels -------------------------------------------------------------

// Merges of up to 5 levels above the local sort, 18 tiles of the bitonic network, and in
// fragments 14 levels.
enum { MANY = 70000 };

static void open_many(struct gl_sorter* s, uint32_t form, uint32_t way, bool textures)
{
    struct gl_sorter_desc desc = {
        .plan = gl_forms[form].plan,
        .in_place = way % 2 != 0,
        .leads = {1, 3, 5, 7, 11},
    };
    desc.plan.max_count = gl_form_most(&gl_forms[form], MANY);
    desc.plan.values = way < 2 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE;
    desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
    desc.plan.textures = textures ? GLSORT_TEXTURES_ALL : 0;
    desc.plan.expected_count = way < 2 ? 0 : 1500;
    gl_sorter_open(s, &harness, context, &desc);
}

// An odd and an even number of merges that a count needs leave the elements in different
// buffers, from which the last pass takes them.
static void the_levels_that_a_count_needs_sort_it(void** state)
{
    static const uint32_t levels[] = {4096,  4097,  8192,  8193,  MANY, 16384, 16385,
                                      32768, 32769, 65536, 65537, 513,  3,     1024};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        bool fragment = gl_forms[form].plan.backend == GLSORT_BACKEND_FRAGMENT;
        bool radix = gl_forms[form].plan.tuning->algorithm == GLSORT_ALGORITHM_RADIX;
        for (uint32_t way = 0; fits(form) && way < 4; ++way) {
            struct gl_sorter s;
            if (!gl_test_all() && way != form % 4)
                continue;
            open_many(&s, form, way, fragment && way < 2);
            for (uint32_t i = 0; i < sizeof levels / sizeof levels[0]; ++i) {
                if (levels[i] > s.desc.plan.max_count || (radix && i % 4 != way))
                    continue;
                gl_mock_poison(&mock, 0xDEADBEEFu);
                gl_sorter_check(&s, DATA_LOW_ENTROPY, i, levels[i]);
            }
            gl_sorter_close(&s);
        }
    }
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
}

static void peeks_follow_the_levels_that_a_count_needs(void** state)
{
    static const uint32_t watched[] = {4097, 9001, 300};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form) || (!gl_test_all() && form % 2 != 0))
            continue;
        struct gl_sorter s;
        struct gl_view v;
        open_many(&s, form, form / 2 % 2, false);
        gl_view_open(&v, &s);
        for (uint32_t i = 0; i < 3; ++i)
            if (watched[i] <= s.desc.plan.max_count && (gl_test_all() || i == form % 3))
                gl_sorter_watch(&s, &v, DATA_UNIFORM, watched[i]);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

// ---- what draws cover -----------------------------------------------------------------

#define FRAGMENT_INVOCATIONS 0x82F4 // of GL_ARB_pipeline_statistics_query

static bool counts_invocations(void)
{
    GLint count = 0;
    bool has = false;
    harness.gl.GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i)
        has |= strcmp((const char*)harness.gl.GetStringi(GL_EXTENSIONS, (GLuint)i),
                      "GL_ARB_pipeline_statistics_query") == 0;
    return has;
}

// Fragments that a run shades, also those that it discards.
static uint32_t fragments_of(struct gl_sorter* s, uint32_t count)
{
    const GladGLContext* gl = &harness.gl;
    GLuint query = 0;
    GLuint fragments = 0;
    gl_sorter_fill(s, DATA_UNIFORM, 1, count);
    gl_sorter_load(s, count);
    gl->GenQueries(1, &query);
    glsort_sort_args args = gl_sorter_args(s, 0);
    gl->BeginQuery(FRAGMENT_INVOCATIONS, query);
    glsort_result result = glsort_sort_run(s->plan, &args);
    gl->EndQuery(FRAGMENT_INVOCATIONS);
    gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, &fragments);
    gl->DeleteQueries(1, &query);
    gl_sorter_require(s, result);
    if (!gl_sorter_holds(s, count))
        gl_sorter_fail(s, "%s", s->trouble);
    return fragments;
}

static void draws_cover_the_rows_of_the_count_alone(void** state)
{
    if (!counts_invocations())
        skip();
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!fits(form) || gl_forms[form].plan.backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        struct gl_sorter s;
        open_many(&s, form, 0, true);
        uint32_t all = fragments_of(&s, MANY);
        assert_true(all > 10 * MANY / 8);
        assert_int_equal(fragments_of(&s, 0), 0);
        // A row of each texture: in the levels of 8 and 16 elements, but in all digits.
        bool digits = gl_forms[form].plan.tuning->algorithm == GLSORT_ALGORITHM_RADIX;
        assert_in_range(fragments_of(&s, 17), 1, all / (digits ? 12 : 50));
        // Three fourths of the levels and an eighth of the rows; renderers shade whole
        // blocks of fragments.
        assert_in_range(fragments_of(&s, MANY / 8), all / 16, all / 5);
        gl_sorter_close(&s);
    }
}

// Buffers as large as max_count, which may be bound whole: for the long run of tests.
static void counts_of_the_gpu_go_by_way_of_a_texture(void** state)
{
    static const uint32_t few[] = {5000, 0, 200001, 1, 131073};
    if (!harness.has_compute || !gl_test_all())
        skip();
    for (uint32_t i = 0; i < gl_texture_form_count; ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_texture_forms[i].plan};
        desc.plan.values = i % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES;
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t at = 0; at < sizeof few / sizeof few[0]; ++at)
            gl_sorter_check(&s, DATA_LOW_ENTROPY, at, few[at]);
        gl_sorter_close(&s);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tail_beyond_the_count_stays_untouched_in_buffers),
        cmocka_unit_test(a_tail_beyond_the_count_stays_untouched_in_textures),
        cmocka_unit_test(discarded_keys_leave_the_values_of_the_count),
        cmocka_unit_test(a_count_above_the_capacity_is_the_capacity),
        cmocka_unit_test(a_count_that_changes_between_runs_is_read_anew),
        cmocka_unit_test(peeking_shows_the_count_that_the_gpu_has),
        cmocka_unit_test(a_peek_between_any_two_passes_spoils_no_tail),
        cmocka_unit_test(the_levels_that_a_count_needs_sort_it),
        cmocka_unit_test(peeks_follow_the_levels_that_a_count_needs),
        cmocka_unit_test(draws_cover_the_rows_of_the_count_alone),
        cmocka_unit_test(counts_of_the_gpu_go_by_way_of_a_texture),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .limits = {.uniform_alignment = 256, .storage_alignment = 256},
        .apis_of_all = GL_API_ES_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
