// SPDX-License-Identifier: MIT
// Sorts that the matrix does not reach: plans for very many elements, limits of single
// methods, and what once went wrong.
#include <assert.h>
#include <string.h>

#include "browser.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"
#include "shared/bitonic.h"
#include "shared/rank.h"

GL_SUITE(.apis_of_all = 1 << GL_API_33_COMPAT);

enum { NAMES = 256, FEW = 300, MANY = 70000 };

// ---- what once went wrong -------------------------------------------------------------

// Drivers submit work whenever they like, and have to keep its order all the same.
static void GLAD_API_PTR submit_and_copy(GLenum from, GLenum to, GLintptr from_at,
                                         GLintptr to_at, GLsizeiptr bytes)
{
    harness.gl.Flush();
    harness.gl.CopyBufferSubData(from, to, from_at, to_at, bytes);
}

static glsort_proc find_submitting(void* offscreen, const char* name)
{
    if (strcmp(name, "glCopyBufferSubData") == 0)
        return (glsort_proc)submit_and_copy;
    return offscreen_get_proc(offscreen, name);
}

// Downloads of keys and of values copy their last one to three words from one buffer.
TEST(the_last_words_are_right_if_work_is_submitted_before_they_are_copied)
{
    const glsort_context_desc desc = {.get_proc = find_submitting,
                                      .get_proc_user = harness.offscreen};
    struct gl_sorter s;
    struct gl_sorter_desc sorts = {.plan = gl_form_named("bitonic-packed-fragment")->plan,
                                   .leads = {3, 5, 1, 7, 0}};
    sorts.plan.max_count = 31;
    sorts.plan.values = GLSORT_VALUES_INDICES;
    glsort_context* submitting = gl_make_context(&desc, NULL);
    gl_sorter_open(&s, &harness, submitting, &sorts);
    for (uint32_t seed = 0; seed < 5; ++seed)
        for (uint32_t count = 0; count <= 31; ++count)
            gl_sorter_check(&s, DATA_UNIFORM, seed, count);
    gl_sorter_close(&s);
    glsort_context_destroy(submitting);
}

// Buffers and textures have names of their own, so a buffer and a texture of equal names
// are not a range in place.
TEST(a_buffer_and_a_texture_may_have_one_name)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = gl_form_named("abisort-fused-fragment")->plan};
    desc.plan.max_count = FEW;
    desc.plan.textures = GLSORT_TEXTURE_KEYS_IN;
    if (IS_BROWSER) // there a name is never used twice
        skip();
    gl_sorter_open(&s, &harness, context, &desc);
    GLuint name = 0;
    GLuint names[NAMES];
    GLuint textures[2 * NAMES] = {0};
    uint32_t words[FEW] = {0};
    harness.gl.GenBuffers(NAMES, names);
    for (int i = 0; i < 2 * NAMES && name == 0; ++i) {
        gl_area_destroy(&s.keys_in);
        harness.gl.GenTextures(1, &textures[i]); // the next area has another name
        gl_area_create(&s.keys_in, &harness, 61, 0, FEW);
        for (int k = 0; k < NAMES; ++k)
            name = names[k] == s.keys_in.name ? names[k] : name;
    }
    assert_int_not_equal(name, 0);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    harness.gl.BufferData(GL_COPY_WRITE_BUFFER, sizeof words, words, GL_DYNAMIC_COPY);
    glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, FEW);
    args.keys_out = (glsort_resource){.name = name};
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    gl_buffer_read(&harness, name, 0, sizeof words, words);
    for (uint32_t i = 0; i < FEW; ++i)
        assert_int_equal(words[i], s.sorted_keys[i]);
    harness.gl.DeleteBuffers(NAMES, names);
    harness.gl.DeleteTextures(2 * NAMES, textures);
    gl_sorter_close(&s);
}

// A stride of the size of an element is the same as none.
TEST(a_strided_input_is_not_sorted_in_place)
{
    for (uint32_t stride = 4; stride <= 8; stride += 4) {
        const glsort_sort_desc desc = {.max_count = 100, .key_stride = stride};
        const GLuint keys = gl_buffer_create(&harness, 4000, NULL);
        const glsort_sort_args args = {
            .count = 100, .keys_in = {.name = keys}, .keys_out = {.name = keys}};
        glsort_plan* plan = gl_make_plan(context, &desc);
        assert_int_equal(glsort_sort_run(plan, &args),
                         stride == 4 ? GLSORT_OK : GLSORT_ERROR_ARGUMENT);
        assert_true(stride == 4 || strstr(glsort_last_error(context),
                                          "an element every 8 bytes") != NULL);
        glsort_plan_destroy(plan);
        harness.gl.DeleteBuffers(1, &keys);
    }
}

// ---- limits ---------------------------------------------------------------------------

// The local networks sort each block by itself; wide elements need a single one.
TEST(blocks_of_any_size_are_sorted_by_themselves)
{
    const glsort_sort_desc wide[] = {
        {.key = GLSORT_KEY_U64}, {.values = GLSORT_VALUES_8_BYTES}, {.bit_count = 8}};
    for (uint32_t turn = 0; harness.has_compute && turn < 2 * 11; ++turn) {
        const uint32_t size = 1u << turn / 2;
        const glsort_tuning tuning = {.method = turn % 2 != 0
                                                    ? GLSORT_METHOD_BITONIC_LOCAL_KEEP
                                                    : GLSORT_METHOD_BITONIC_LOCAL_READ,
                                      .local_size = size};
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = {.max_count = 4 * size + 5,
                                               .direction = GLSORT_DESCENDING,
                                               .values = (glsort_values)(turn % 3),
                                               .tuning = &tuning},
                                      .in_place = turn % 4 < 2};
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t count = 0; count <= desc.plan.max_count; count += 1 + size / 3)
            gl_sorter_check(&s, DATA_LOW_ENTROPY, count, count);
        gl_sorter_close(&s);
        glsort_plan* plan = NULL;
        glsort_sort_desc one = wide[turn % 3];
        one.tuning = &tuning;
        one.max_count = size + 1;
        assert_int_equal(glsort_sort_create(context, &one, &plan), GLSORT_ERROR_LIMIT);
        assert_non_null(
            strstr(glsort_last_error(context), "a single block of local_size"));
    }
}

// By ranks three levels take one pass, in which any of up to eight runs may be short or
// missing. Runs that are too many to be staged merge in memory: runs of 512 in 8 and then
// 4 ways, runs of 1024 in 4 and 2 ways. Networks of tiles for millions sort two of them.
TEST(runs_and_tiles_of_any_number_are_merged)
{
    enum { S = 1 << RANK_RUN_SMALL_LOG, M = 1 << RANK_RUN_MEDIUM_LOG };
    enum { TILE = 1 << BITONIC_MEDIUM_LOG };
    static const struct {
        glsort_sort_desc plan;
        glsort_method method;
        bool in_place;
        uint32_t counts[8];
    } merges[] = {
        {{.max_count = 8 * S, .values = GLSORT_VALUES_INDICES},
         GLSORT_METHOD_RANK,
         false,
         {8 * S, 7 * S - 1, 6 * S + 1, 5 * S, 4 * S - 125, 3 * S + 1, 2 * S + 1, S + 1}},
        {{.max_count = 8 * M, .values = GLSORT_VALUES_INDICES},
         GLSORT_METHOD_RANK,
         false,
         {8 * M, 7 * M - 1, 6 * M + 1, 5 * M, 4 * M - 125, 3 * M + 1, 2 * M + 1, M + 1}},
        {{.max_count = 32 * S},
         GLSORT_METHOD_RANK,
         false,
         {32 * S, 31 * S - 1, 8 * S + 1, S + 1}},
        {{.max_count = 32 * S,
          .values = GLSORT_VALUES_4_BYTES,
          .flags = GLSORT_PLAN_DISCARD_KEYS},
         GLSORT_METHOD_RANK,
         true,
         {32 * S, 31 * S + 1, 9 * S - 1, S}},
        {{.max_count = 1 << 19, .values = GLSORT_VALUES_INDICES},
         GLSORT_METHOD_RANK,
         false,
         {(1 << 17) + 1025, 1 << 17, 4 * M + 1, M + 1}},
        {{.max_count = (1 << 19) + 1, .values = GLSORT_VALUES_INDICES},
         GLSORT_METHOD_BITONIC_BLOCKS,
         false,
         {2 * TILE - 1, 2 * TILE, 2 * TILE + 1}},
    };
    static_assert(RANK_STAGED_MOST < 32 * S, "these are not staged");
    for (size_t i = 0; harness.has_compute && i < sizeof merges / sizeof *merges; ++i) {
        const glsort_tuning tuning = {.method = merges[i].method};
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = merges[i].plan,
                                      .in_place = merges[i].in_place,
                                      .leads = {1, 2, 3, 5, 0}};
        desc.plan.tuning = &tuning;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, merges[i].counts, 8);
        gl_sorter_check(&s, DATA_TWO_VALUES, i, merges[i].counts[1]);
        gl_sorter_close(&s);
    }
}

// ---- very many elements ---------------------------------------------------------------

// More sums of blocks than a fragment adds up, so that there is a level between.
TEST(many_elements_take_another_level_of_sums)
{
    static const enum gl_data data[] = {DATA_UNIFORM, DATA_ORGAN_PIPE, DATA_HOT_DIGIT};
    static const glsort_tuning radix = {.method = GLSORT_METHOD_RADIX_GATHER};
    for (uint32_t way = 0; way < 2; ++way) {
        struct gl_sorter s;
        const glsort_sort_desc desc = {.max_count = 200003,
                                       .backend = GLSORT_BACKEND_FRAGMENT,
                                       .tuning = &radix,
                                       .values = way == 0 ? GLSORT_VALUES_INDICES
                                                          : GLSORT_VALUES_4_BYTES,
                                       .textures = way == 0 ? GLSORT_TEXTURES_ALL : 0,
                                       .count_source = (glsort_count_source)way,
                                       .bit_count = way == 0 ? 8 : 20};
        gl_sorter_open_odd(&s, &harness, context, &desc, false);
        for (uint32_t i = 0; i < (gl_test_all() ? 3 : 1); ++i)
            gl_sorter_check(&s, data[i], i, 184321 - i);
        gl_sorter_check(&s, DATA_UNIFORM, way, way == 0 ? 200003 : 1000);
        gl_sorter_close(&s);
    }
}

static void check_texture(const struct gl_form* form, glsort_values values,
                          uint32_t flags, bool in_place, glsort_count_source source)
{
    // Merges in odd and even numbers, runs across a strip of texels, which is 131,072.
    static const uint32_t counts[] = {0,    1,     4096,   4097,   8192,
                                      8193, 16385, 131071, 131073, 140001};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = form->plan,
                                  .in_place = in_place,
                                  .room = 140001,
                                  .leads = {1, 2, 3, 5, 0}};
    if (source == GLSORT_COUNT_FROM_BUFFER) { // whole areas are bound
        desc.room = 0;
        memset(desc.leads, 0, sizeof desc.leads);
    }
    desc.plan.values = values;
    desc.plan.flags = flags;
    desc.plan.count_source = source;
    desc.plan.key = in_place ? GLSORT_KEY_F32 : GLSORT_KEY_I32;
    desc.plan.direction = in_place ? GLSORT_DESCENDING : GLSORT_ASCENDING;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_expect_texture(&s);
    gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
    gl_sorter_close(&s);
}

TEST(runs_of_very_many_pairs_merge_by_way_of_a_texture)
{
    for (uint32_t i = 0; i < gl_texture_form_count && harness.limits.pair_texels > 0;
         ++i) {
        const struct gl_form* form = &gl_texture_forms[i];
        check_texture(form, GLSORT_VALUES_4_BYTES, 0, false, GLSORT_COUNT_FROM_ARGS);
        check_texture(form, GLSORT_VALUES_INDICES, 0, true, GLSORT_COUNT_FROM_ARGS);
        check_texture(form, GLSORT_VALUES_4_BYTES, GLSORT_PLAN_DISCARD_KEYS, true,
                      GLSORT_COUNT_FROM_ARGS);
        if (gl_test_all())
            check_texture(form, GLSORT_VALUES_INDICES, 0, false,
                          GLSORT_COUNT_FROM_BUFFER);
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
    gl_sorter_ready(s, DATA_UNIFORM, 1, count);
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

TEST(draws_cover_the_rows_of_the_count_alone)
{
    if (!counts_invocations())
        skip();
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_FRAGMENT ||
            !gl_form_counts_on_gpu(&gl_forms[form]) ||
            !gl_form_wanted(&gl_forms[form], &harness))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_forms[form].plan};
        desc.plan.max_count = MANY;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        desc.plan.textures = GLSORT_TEXTURES_ALL;
        gl_sorter_open(&s, &harness, context, &desc);
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
