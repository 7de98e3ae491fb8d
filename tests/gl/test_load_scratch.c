// SPDX-License-Identifier: MIT
// Scratch that the caller owns: plans share it in turns, touch nothing around it, and
// refuse what would mix two runs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>
#include <glsort/glsort.h>

#include "gl_dump.h"
#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static const struct gl_suite suite = {
    .harness = &harness,
    .mock = &mock,
    .context = &context,
    .apis = GL_API_COMPUTE,
    .tests_open = true,
    .limits = {.storage_alignment = 256},
};

enum { MOST = 9000, ALIGNMENT = 256, PLANS = 3 };

static void expect(glsort_result result, glsort_result wanted, const char* words)
{
    if (result != wanted)
        fail_msg("%s instead of %s: %s", glsort_result_name(result),
                 glsort_result_name(wanted), glsort_last_error(context));
    assert_string_equal(glsort_last_error(context), words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static struct gl_sorter_desc desc_of(const char* form, glsort_values values)
{
    struct gl_sorter_desc desc = {.plan = gl_form_named(form)->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = values;
    desc.plan.flags = GLSORT_PLAN_CALLER_SCRATCH;
    return desc;
}

static glsort_result set(glsort_plan* plan, GLuint name, uint64_t offset)
{
    const glsort_resource scratch = {.name = name, .offset = offset};
    return glsort_plan_set_scratch(plan, &scratch);
}

// ---- a range with guards around -------------------------------------------------------

struct range {
    struct gl_area area; // all of it guards
    uint64_t bytes;
};

static void open_range(struct range* r, uint64_t bytes)
{
    r->bytes = bytes;
    gl_area_create(&r->area, &harness, 0, ALIGNMENT / 4, (uint32_t)(bytes / 4));
    gl_area_write(&r->area, NULL, 0);
}

static glsort_resource resource_of(const struct range* r)
{
    return gl_area_resource(&r->area);
}

// Fills the range, as another plan would.
static void poison(struct range* r, uint32_t word)
{
    uint32_t* words = gl_take_words(r->bytes / 4);
    for (size_t i = 0; i < r->bytes / 4; ++i)
        words[i] = word;
    gl_buffer_write(&harness, r->area.name, ALIGNMENT, r->bytes, words);
    free(words);
}

static void close_range(struct range* r)
{
    char trouble[256] = "";
    if (!gl_area_guards_hold(&r->area, (uint32_t)(r->bytes / 4), trouble, sizeof trouble))
        fail_msg("around the scratch: %s", trouble);
    gl_area_destroy(&r->area);
}

static uint64_t larger_bytes(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// ---- sharing --------------------------------------------------------------------------

static const char* const compute_forms[] = {
    "abisort-fused",  "abisort-partition", "tree",        "rank",        "rank-all",
    "bitonic-blocks", "radix-tiles",       "radix-items", "radix-chain", NULL};

static uint64_t own_bytes(void)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < mock.object_count; ++i)
        bytes += (uint64_t)mock.objects[i].size;
    return bytes;
}

static uint64_t bytes_made(glsort_sort_desc desc, uint32_t flags, uint64_t* scratch)
{
    const uint64_t before = own_bytes();
    desc.flags = flags;
    glsort_plan* plan = gl_make_plan(context, &desc);
    const uint64_t made = own_bytes() - before;
    *scratch = glsort_plan_scratch_bytes(plan);
    glsort_plan_destroy(plan);
    return made;
}

// The plan makes what it does without the flag, but for these bytes.
static void expect_scratch_is_not_made(const glsort_sort_desc* desc)
{
    uint64_t bytes, none;
    const uint64_t with = bytes_made(*desc, (uint32_t)GLSORT_PLAN_CALLER_SCRATCH, &bytes);
    const uint64_t without = bytes_made(*desc, 0, &none);
    assert_int_equal(none, 0);
    assert_int_equal(bytes % ALIGNMENT, 0);
    assert_true(bytes > MOST * 4);
    assert_in_range(without - with, bytes - 16 * ALIGNMENT, bytes);
}

static void run_all(struct gl_sorter* sorters, struct range* range, uint32_t seed)
{
    static const uint32_t counts[] = {MOST, 1, 4097, MOST - 1};
    for (uint32_t round = 0; round < 4; ++round)
        for (uint32_t i = 0; i < PLANS; ++i) {
            if (round % 2 != 0)
                poison(range, 0xFFFFFFFFu - round);
            gl_sorter_check(&sorters[i], DATA_UNIFORM, seed + round, counts[round]);
        }
}

// Each form with pairs of words, wide elements, and a count on the GPU where it takes
// one.
static void plans_share_scratch_in_turns_and_touch_nothing_around(void** state)
{
    gl_suite_open(&suite);
    for (uint32_t f = 0; compute_forms[f] != NULL; ++f) {
        struct gl_sorter s[PLANS];
        struct range range;
        uint64_t bytes = 0;
        for (uint32_t i = 0; i < PLANS; ++i) {
            struct gl_sorter_desc desc =
                desc_of(compute_forms[f],
                        i == 1 ? GLSORT_VALUES_16_BYTES : GLSORT_VALUES_4_BYTES);
            if (i == 1)
                desc.plan.key = GLSORT_KEY_U64;
            if (i == 2 && gl_form_counts_on_gpu(gl_form_named(compute_forms[f])))
                desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
            expect_scratch_is_not_made(&desc.plan);
            gl_sorter_open(&s[i], &harness, context, &desc);
            bytes = larger_bytes(bytes, glsort_plan_scratch_bytes(s[i].plan));
        }
        open_range(&range, bytes);
        const glsort_resource scratch = resource_of(&range);
        for (uint32_t i = 0; i < PLANS; ++i) {
            assert_int_equal(glsort_plan_set_scratch(s[i].plan, &scratch), GLSORT_OK);
            assert_int_equal(glsort_plan_warm(s[i].plan), GLSORT_OK);
        }
        run_all(s, &range, f);
        for (uint32_t i = 0; i < PLANS; ++i)
            gl_sorter_close(&s[i]);
        close_range(&range);
    }
    gl_suite_close(&suite);
}

// Another buffer, or another offset, between two runs.
static void scratch_moves_between_runs(void** state)
{
    struct gl_sorter s;
    struct range ranges[2];
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    gl_sorter_open(&s, &harness, context, &desc);
    for (int i = 0; i < 2; ++i)
        open_range(&ranges[i], glsort_plan_scratch_bytes(s.plan));
    for (int i = 0; i < 4; ++i) {
        const glsort_resource scratch = resource_of(&ranges[i % 2]);
        assert_int_equal(glsort_plan_set_scratch(s.plan, &scratch), GLSORT_OK);
        poison(&ranges[i % 2], 0x12345678u);
        gl_sorter_check(&s, DATA_UNIFORM, (uint64_t)i, MOST);
    }
    gl_sorter_close(&s);
    for (int i = 0; i < 2; ++i)
        close_range(&ranges[i]);
    gl_suite_close(&suite);
}

static void a_run_in_the_callers_scratch_can_be_watched(void** state)
{
    struct gl_sorter s;
    struct gl_view view;
    struct range range;
    gl_suite_open(&suite);
    for (uint32_t f = 0; compute_forms[f] != NULL; ++f) {
        struct gl_sorter_desc desc = desc_of(compute_forms[f], GLSORT_VALUES_4_BYTES);
        gl_sorter_open(&s, &harness, context, &desc);
        open_range(&range, glsort_plan_scratch_bytes(s.plan) + ALIGNMENT);
        const glsort_resource scratch = resource_of(&range);
        assert_int_equal(glsort_plan_set_scratch(s.plan, &scratch), GLSORT_OK);
        gl_view_open(&view, &s);
        gl_sorter_watch(&s, &view, DATA_UNIFORM, 5000);
        gl_view_close(&view);
        gl_sorter_close(&s);
        close_range(&range);
    }
    gl_suite_close(&suite);
}

static void an_offline_plan_knows_the_bytes(void** state)
{
    struct glsort_limits limits;
    gl_suite_open(&suite);
    glsort_context_limits(context, &limits);
    for (uint32_t f = 0; compute_forms[f] != NULL; ++f) {
        glsort_plan* offline = NULL;
        glsort_sort_desc desc = desc_of(compute_forms[f], GLSORT_VALUES_INDICES).plan;
        glsort_plan* plan = gl_make_plan(context, &desc);
        assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &offline), GLSORT_OK);
        assert_int_equal(glsort_plan_scratch_bytes(plan),
                         glsort_plan_scratch_bytes(offline));
        glsort_plan_destroy(offline);
        glsort_plan_destroy(plan);
        desc.flags = 0;
        plan = gl_make_plan(context, &desc);
        assert_int_equal(glsort_plan_scratch_bytes(plan), 0);
        glsort_plan_destroy(plan);
    }
    gl_suite_close(&suite);
}

// ---- refusals -------------------------------------------------------------------------

static void set_scratch_refuses_what_runs_could_not_use(void** state)
{
#define SET "glsort_plan_set_scratch: "
    char words[256];
    gl_suite_open(&suite);
    glsort_sort_desc desc = desc_of("rank", GLSORT_VALUES_4_BYTES).plan;
    glsort_plan* plan = gl_make_plan(context, &desc);
    const uint64_t bytes = glsort_plan_scratch_bytes(plan);
    GLuint buffer = gl_buffer_create(&harness, bytes, NULL);
    const glsort_resource wide = {.name = buffer, .width = 3};
    expect(glsort_plan_set_scratch(plan, NULL), GLSORT_ERROR_ARGUMENT,
           SET "scratch is NULL");
    expect(glsort_plan_set_scratch(plan, &wide), GLSORT_ERROR_ARGUMENT,
           SET "scratch has a width (3), but is a buffer");
    expect(set(plan, buffer, 4), GLSORT_ERROR_RANGE,
           SET "scratch.offset 4 is not a multiple of 256, the alignment of storage "
               "buffers on this device");
    snprintf(words, sizeof words,
             SET "the scratch needs %llu bytes, buffer %u has %llu from offset 256 on",
             (unsigned long long)bytes, buffer, (unsigned long long)(bytes - 256));
    expect(set(plan, buffer, 256), GLSORT_ERROR_RANGE, words);
    snprintf(words, sizeof words,
             SET "the scratch needs %llu bytes, buffer %u has 0 from offset %llu on",
             (unsigned long long)bytes, buffer, (unsigned long long)(4 * bytes));
    expect(set(plan, buffer, 4 * bytes), GLSORT_ERROR_RANGE, words);
    assert_int_equal(set(plan, buffer, UINT64_MAX - 255), GLSORT_ERROR_RANGE);
    expect(set(plan, 1234567, 0), GLSORT_ERROR_ARGUMENT,
           SET "the scratch is 1234567, which is not a buffer of the current GL context");
    glsort_plan_destroy(plan);
    desc.flags = 0;
    plan = gl_make_plan(context, &desc);
    expect(
        set(plan, buffer, 0), GLSORT_ERROR_ARGUMENT,
        SET
        "created without GLSORT_PLAN_CALLER_SCRATCH, this plan has scratch of its own");
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

static void refuse(glsort_sort_desc desc, const char* words)
{
    glsort_plan* plan = NULL;
    assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_UNSUPPORTED);
    assert_null(plan);
    if (strstr(glsort_last_error(context), words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", glsort_last_error(context), words);
}

static void expect_buffers_alone(glsort_plan* plan, uint32_t count)
{
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(plan, i, &pass), GLSORT_OK);
        for (uint32_t use = 0; use < pass.use_count; ++use)
            if (strcmp(pass.uses[use].usage, "fetch") == 0 ||
                strcmp(pass.uses[use].usage, "image") == 0)
                fail_msg("%s uses %s as a texture", pass.label, pass.uses[use].slot);
    }
}

// As large as plans that without the flag keep pairs in a texture.
static void the_largest_plans_keep_their_scratch_in_the_callers_buffer(void** state)
{
    gl_suite_open(&suite);
    struct glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t i = 0; i < gl_texture_form_count && limits.pair_texels > 0; ++i) {
        glsort_sort_desc desc = gl_texture_forms[i].plan;
        glsort_plan* plan = NULL;
        char text[256] = "";
        desc.values = GLSORT_VALUES_4_BYTES;
        desc.flags = GLSORT_PLAN_CALLER_SCRATCH;
        if (offline_sort(&limits, &desc, text, sizeof text, &plan) != GLSORT_OK)
            fail_msg("%s", text);
        assert_true(glsort_plan_scratch_bytes(plan) >= 8 * (uint64_t)desc.max_count);
        expect_buffers_alone(plan, desc.max_count);
        glsort_plan_destroy(plan);
    }
    gl_suite_close(&suite);
}

static void plans_of_fragment_passes_refuse_the_flag(void** state)
{
    gl_suite_open(&suite);
    refuse((glsort_sort_desc){.max_count = 100,
                              .backend = GLSORT_BACKEND_FRAGMENT,
                              .flags = GLSORT_PLAN_CALLER_SCRATCH},
           "flags GLSORT_PLAN_CALLER_SCRATCH needs the compute backend");
    gl_suite_close(&suite);
}

static void a_run_without_scratch_is_refused(void** state)
{
    struct gl_sorter s;
    char words[256];
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    gl_sorter_open(&s, &harness, context, &desc);
    const uint64_t bytes = glsort_plan_scratch_bytes(s.plan);
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    snprintf(
        words, sizeof words,
        "glsort_sort_run: created with GLSORT_PLAN_CALLER_SCRATCH, but no scratch is "
        "set; %llu "
        "bytes are needed",
        (unsigned long long)bytes);
    expect(glsort_sort_run(s.plan, &args), GLSORT_ERROR_STATE, words);
    assert_int_equal(glsort_plan_warm(s.plan), GLSORT_ERROR_STATE);
    args.count = 0;
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    GLuint buffer = gl_buffer_create(&harness, bytes, NULL);
    assert_int_equal(set(s.plan, buffer, 0), GLSORT_OK);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    // Taken away, and deleted without a word.
    args.count = MOST;
    assert_int_equal(set(s.plan, 0, 0), GLSORT_OK);
    expect(glsort_sort_run(s.plan, &args), GLSORT_ERROR_STATE, words);
    assert_int_equal(set(s.plan, buffer, 0), GLSORT_OK);
    harness.gl.DeleteBuffers(1, &buffer);
    snprintf(
        words, sizeof words,
        "glsort_sort_run: the scratch is %u, which is not a buffer of the current GL "
        "context",
        buffer);
    expect(glsort_sort_run(s.plan, &args), GLSORT_ERROR_ARGUMENT, words);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

static void a_run_does_not_sort_within_its_own_scratch(void** state)
{
    char words[256];
    gl_suite_open(&suite);
    glsort_sort_desc desc = desc_of("radix-tiles", GLSORT_VALUES_NONE).plan;
    glsort_plan* plan = gl_make_plan(context, &desc);
    const uint64_t bytes = glsort_plan_scratch_bytes(plan);
    GLuint buffer = gl_buffer_create(&harness, bytes + 2 * MOST * 4, NULL);
    assert_int_equal(set(plan, buffer, 0), GLSORT_OK);
    glsort_sort_args args = {
        .count = MOST,
        .keys_in = {.name = buffer, .offset = bytes},
        .keys_out = {.name = buffer, .offset = bytes + MOST * 4 - 4},
    };
    args.keys_in.offset -= 4;
    snprintf(words, sizeof words,
             "glsort_sort_run: keys_in and the scratch of this plan overlap in buffer %u",
             buffer);
    expect(glsort_sort_run(plan, &args), GLSORT_ERROR_ARGUMENT, words);
    args.keys_in.offset += 4;
    args.keys_out.offset += 4;
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

// ---- runs in steps --------------------------------------------------------------------

static void an_open_run_keeps_others_from_its_scratch(void** state)
{
    struct gl_sorter s[2];
    char words[256];
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    for (int i = 0; i < 2; ++i)
        gl_sorter_open(&s[i], &harness, context, &desc);
    const uint64_t bytes = glsort_plan_scratch_bytes(s[0].plan);
    GLuint buffer = gl_buffer_create(&harness, 2 * bytes, NULL);
    assert_int_equal(set(s[0].plan, buffer, 0), GLSORT_OK);
    assert_int_equal(set(s[1].plan, buffer, bytes - ALIGNMENT), GLSORT_OK);
    gl_sorter_begin(&s[0], DATA_UNIFORM, 1, MOST);
    assert_int_equal(glsort_plan_step(s[0].plan, 2), GLSORT_OK);

    gl_sorter_fill(&s[1], DATA_UNIFORM, 2, MOST);
    gl_sorter_load(&s[1], MOST);
    const glsort_sort_args args = gl_sorter_args(&s[1], MOST);
    snprintf(
        words, sizeof words,
        "glsort_sort_run: the scratch, %llu bytes of buffer %u at offset %llu, is in use "
        "by the open run of another plan; end that first",
        (unsigned long long)bytes, buffer, (unsigned long long)(bytes - ALIGNMENT));
    expect(glsort_sort_run(s[1].plan, &args), GLSORT_ERROR_STATE, words);
    assert_int_equal(begin_sort(s[1].plan, &args), GLSORT_ERROR_STATE);
    assert_int_equal(glsort_plan_warm(s[1].plan), GLSORT_ERROR_STATE);
    expect(set(s[0].plan, buffer, 0), GLSORT_ERROR_STATE,
           SET "a run of this plan is open; end it first");
    // Beside it both may be open.
    assert_int_equal(set(s[1].plan, buffer, bytes), GLSORT_OK);
    assert_int_equal(begin_sort(s[1].plan, &args), GLSORT_OK);
    while (glsort_plan_passes_left(s[1].plan) > 0) {
        assert_int_equal(glsort_plan_step(s[1].plan, 1), GLSORT_OK);
        assert_int_equal(glsort_plan_step(s[0].plan, 1), GLSORT_OK);
    }
    gl_sorter_finish(&s[0], MOST);
    gl_sorter_finish(&s[1], MOST);
    // And again in the same place once it is over.
    assert_int_equal(set(s[1].plan, buffer, 0), GLSORT_OK);
    gl_sorter_check(&s[1], DATA_UNIFORM, 3, MOST);
    gl_sorter_check(&s[0], DATA_UNIFORM, 4, MOST);
    for (int i = 0; i < 2; ++i)
        gl_sorter_close(&s[i]);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

static bool has_barrier(GLbitfield bit)
{
    uint32_t last = mock.barrier_count;
    return last > 0 && (mock.barriers[last - 1] & bit) != 0 &&
           mock.barrier_at[last - 1] == mock.dispatch_calls;
}

// The next plan begins without a barrier of its own.
static void whatever_ends_a_run_its_scratch_is_coherent(void** state)
{
    struct gl_sorter s;
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    gl_sorter_open(&s, &harness, context, &desc);
    GLuint buffer = gl_buffer_create(&harness, glsort_plan_scratch_bytes(s.plan), NULL);
    assert_int_equal(set(s.plan, buffer, 0), GLSORT_OK);
    gl_mock_reset(&mock);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    assert_true(has_barrier(GL_SHADER_STORAGE_BARRIER_BIT));
    gl_mock_reset(&mock);
    assert_int_equal(glsort_plan_warm(s.plan), GLSORT_OK);
    assert_true(has_barrier(GL_SHADER_STORAGE_BARRIER_BIT));
    for (int destroys = 0; destroys < 2; ++destroys) {
        gl_sorter_begin(&s, DATA_UNIFORM, 1, MOST);
        gl_mock_reset(&mock);
        assert_int_equal(glsort_plan_step(s.plan, 2), GLSORT_OK);
        assert_false(has_barrier(GL_SHADER_STORAGE_BARRIER_BIT));
        if (destroys == 0) {
            assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
        } else {
            glsort_plan_destroy(s.plan);
            s.plan = NULL;
        }
        assert_true(has_barrier(GL_SHADER_STORAGE_BARRIER_BIT));
    }
    gl_sorter_close(&s);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

static void setting_scratch_leaves_the_state_as_it_was(void** state)
{
    struct gl_hostile hostile;
    struct gl_dump before, after;
    gl_suite_open(&suite);
    glsort_sort_desc desc = desc_of("rank", GLSORT_VALUES_4_BYTES).plan;
    glsort_plan* plan = gl_make_plan(context, &desc);
    GLuint buffer = gl_buffer_create(&harness, glsort_plan_scratch_bytes(plan), NULL);
    gl_hostile_set(&hostile, &harness);
    gl_dump_take(&before, &harness);
    assert_int_equal(set(plan, buffer, 0), GLSORT_OK);
    assert_int_equal(set(plan, 1234567, 0), GLSORT_ERROR_ARGUMENT);
    gl_dump_take(&after, &harness);
    assert_true(gl_dump_equal(&before, &after, NULL));
    gl_dump_free(&before);
    gl_dump_free(&after);
    gl_hostile_clear(&hostile, &harness);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

// ---- orders ---------------------------------------------------------------------------

static void orders_and_plans_share_scratch(void** state)
{
    struct gl_sorter s;
    struct gl_orderer o[2];
    struct range range;
    char words[256];
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    glsort_order_desc what = {.max_count = 3000,
                              .max_views = 2,
                              .algorithm = GLSORT_ALGORITHM_ABISORT}; // takes scratch
    what.flags = (uint32_t)GLSORT_PLAN_CALLER_SCRATCH;
    gl_sorter_open(&s, &harness, context, &desc);
    uint64_t bytes = glsort_plan_scratch_bytes(s.plan);
    for (int i = 0; i < 2; ++i) {
        if (i == 1) {
            what.cull = GLSORT_CULL_FRUSTUM;
            what.count_source = GLSORT_COUNT_FROM_BUFFER;
            what.command = GLSORT_COMMAND_DRAW_ELEMENTS;
        }
        gl_orderer_open(&o[i], &harness, context, &what, 0, 1);
        gl_orderer_fill(&o[i], ORDER_DATA_RANDOM, ORDER_SHARE_50, 2, 1);
        assert_true(glsort_plan_scratch_bytes(o[i].order) > 0);
        bytes = larger_bytes(bytes, glsort_plan_scratch_bytes(o[i].order));
    }
    snprintf(words, sizeof words,
             "glsort_order_run: created with GLSORT_PLAN_CALLER_SCRATCH, but no scratch "
             "is set; "
             "%llu bytes are needed",
             (unsigned long long)glsort_plan_scratch_bytes(o[0].order));
    o[0].args.count = 3000;
    expect(glsort_order_run(o[0].order, &o[0].args), GLSORT_ERROR_STATE, words);
    open_range(&range, bytes);
    glsort_resource scratch = resource_of(&range);
    assert_int_equal(glsort_plan_set_scratch(s.plan, &scratch), GLSORT_OK);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(glsort_plan_set_scratch(o[i].order, &scratch), GLSORT_OK);
        assert_int_equal(glsort_plan_warm(o[i].order), GLSORT_OK);
    }
    for (uint32_t round = 0; round < 3; ++round) {
        poison(&range, 0xFFFFFFFFu - round);
        gl_orderer_check(&o[0], 3000 - round);
        gl_sorter_check(&s, DATA_UNIFORM, round, MOST);
        gl_orderer_check(&o[1], 2999 + round);
    }
    gl_sorter_begin(&s, DATA_UNIFORM, 1, MOST);
    assert_int_equal(glsort_order_run(o[0].order, &o[0].args), GLSORT_ERROR_STATE);
    gl_sorter_finish(&s, MOST);
    glsort_order_args args = o[0].args;
    args.order_out = scratch;
    snprintf(words, sizeof words,
             "glsort_order_run: order_out and the scratch of this plan overlap in buffer "
             "%u",
             scratch.name);
    expect(glsort_order_run(o[0].order, &args), GLSORT_ERROR_ARGUMENT, words);
    scratch.offset = 4;
    assert_int_equal(glsort_plan_set_scratch(o[0].order, &scratch), GLSORT_ERROR_RANGE);
    assert_int_equal(
        strncmp(glsort_last_error(context), "glsort_plan_set_scratch: scratch.", 33), 0);
    for (int i = 0; i < 2; ++i)
        gl_orderer_close(&o[i]);
    gl_sorter_close(&s);
    close_range(&range);
    gl_suite_close(&suite);
}

// ---- runs of nothing ------------------------------------------------------------------

static bool binds_scratch(const glsort_plan* plan)
{
    const struct schedule* s = &plan->core.schedule;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t at = 0; at < s->passes[i].binding_count; ++at) {
            const uint8_t slot = s->passes[i].bindings[at].slot;
            if (slot >= SLOT_SCRATCH &&
                plan->core.caller_scratch.of_caller[slot - SLOT_SCRATCH])
                return true;
        }
    return false;
}

static void expect_needs_none(glsort_plan* plan, glsort_result result)
{
    if (result != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    assert_true(plan->core.schedule.pass_count > 0);
    assert_false(binds_scratch(plan));
    glsort_plan_destroy(plan);
}

static glsort_plan* make_scan(void)
{
    const glsort_scan_desc desc = {.max_count = MOST,
                                   .flags = GLSORT_PLAN_CALLER_SCRATCH};
    glsort_plan* plan;
    assert_int_equal(glsort_scan_create(context, &desc, &plan), GLSORT_OK);
    return plan;
}

static glsort_plan* make_lists(void)
{
    const glsort_lists_desc desc = {
        .max_lists = 60, .max_nodes = MOST, .flags = GLSORT_PLAN_CALLER_SCRATCH};
    glsort_plan* plan;
    assert_int_equal(glsort_lists_create(context, &desc, &plan), GLSORT_OK);
    return plan;
}

static glsort_plan* make_order(glsort_algorithm algorithm)
{
    const uint32_t flags =
        (uint32_t)GLSORT_PLAN_CALLER_SCRATCH | (uint32_t)GLSORT_ORDER_WRITES_VISIBLE;
    const glsort_order_desc desc = {.max_count = MOST,
                                    .algorithm = algorithm,
                                    .cull = GLSORT_CULL_FRUSTUM,
                                    .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                                    .flags = flags};
    glsort_plan* plan;
    assert_int_equal(glsort_order_create(context, &desc, &plan), GLSORT_OK);
    return plan;
}

static void a_run_of_nothing_that_binds_no_scratch_needs_none(void** state)
{
    static const glsort_algorithm algorithms[] = {
        GLSORT_ALGORITHM_AUTO, GLSORT_ALGORITHM_RADIX, GLSORT_ALGORITHM_ABISORT};
    glsort_plan* plan;
    gl_suite_open(&suite);
    GLuint buffer = gl_buffer_create(&harness, 1024, NULL);
    for (int i = 0; i < 3; ++i) {
        const glsort_order_args args = {
            .views = {{.axis = {0, 0, 1},
                       .clip = {[0] = 1, [5] = 1, [10] = 1, [15] = 1}}},
            .visible_out = {.name = buffer},
            .command_out = {.name = buffer, .offset = 512}};
        plan = make_order(algorithms[i]);
        expect_needs_none(plan, glsort_order_run(plan, &args));
    }
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

static void expect_needs_scratch(glsort_plan* plan, const char* run, glsort_result result)
{
    char words[256];
    snprintf(words, sizeof words,
             "%s: created with GLSORT_PLAN_CALLER_SCRATCH, but no scratch is set; %llu "
             "bytes are needed",
             run, (unsigned long long)glsort_plan_scratch_bytes(plan));
    expect(result, GLSORT_ERROR_STATE, words);
}

// A scan of nothing with a total, and no lists, still have passes that write to scratch.
static void a_run_of_nothing_that_binds_scratch_is_refused_without(void** state)
{
    gl_suite_open(&suite);
    GLuint buffer = gl_buffer_create(&harness, 1 << 20, NULL);
    const glsort_scan_args total = {.total_out = {.name = buffer}};
    glsort_plan* plan = make_scan();
    expect_needs_scratch(plan, "glsort_scan_run", glsort_scan_run(plan, &total));
    assert_int_equal(set(plan, buffer, ALIGNMENT), GLSORT_OK);
    assert_int_equal(glsort_scan_run(plan, &total), GLSORT_OK);
    assert_true(binds_scratch(plan));
    glsort_plan_destroy(plan);
    plan = make_lists();
    const glsort_lists_args none = {.offsets_out = {.name = buffer}};
    expect_needs_scratch(plan, "glsort_lists_run", glsort_lists_run(plan, &none));
    assert_int_equal(set(plan, buffer, ALIGNMENT), GLSORT_OK);
    assert_int_equal(glsort_lists_run(plan, &none), GLSORT_OK);
    assert_true(binds_scratch(plan));
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &buffer);
    gl_suite_close(&suite);
}

// It would overwrite what the open run has reached.
static void an_open_run_keeps_runs_of_nothing_from_its_scratch(void** state)
{
    struct gl_sorter s;
    gl_suite_open(&suite);
    struct gl_sorter_desc desc = desc_of("radix-tiles", GLSORT_VALUES_4_BYTES);
    glsort_plan* scan = make_scan();
    gl_sorter_open(&s, &harness, context, &desc);
    GLuint buffer = gl_buffer_create(&harness, 1 << 20, NULL);
    GLuint total = gl_buffer_create(&harness, 4, NULL);
    const glsort_scan_args args = {.total_out = {.name = total}};
    assert_int_equal(set(s.plan, buffer, 0), GLSORT_OK);
    assert_int_equal(set(scan, buffer, 0), GLSORT_OK);
    gl_sorter_begin(&s, DATA_UNIFORM, 1, MOST);
    while (glsort_plan_passes_left(s.plan) > 0) {
        assert_int_equal(glsort_plan_step(s.plan, 1), GLSORT_OK);
        assert_int_equal(glsort_scan_run(scan, &args), GLSORT_ERROR_STATE);
    }
    gl_sorter_finish(&s, MOST);
    assert_int_equal(glsort_scan_run(scan, &args), GLSORT_OK);
    glsort_plan_destroy(scan);
    gl_sorter_close(&s);
    harness.gl.DeleteBuffers(1, &buffer);
    harness.gl.DeleteBuffers(1, &total);
    gl_suite_close(&suite);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_share_scratch_in_turns_and_touch_nothing_around),
        cmocka_unit_test(scratch_moves_between_runs),
        cmocka_unit_test(a_run_in_the_callers_scratch_can_be_watched),
        cmocka_unit_test(an_offline_plan_knows_the_bytes),
        cmocka_unit_test(set_scratch_refuses_what_runs_could_not_use),
        cmocka_unit_test(the_largest_plans_keep_their_scratch_in_the_callers_buffer),
        cmocka_unit_test(plans_of_fragment_passes_refuse_the_flag),
        cmocka_unit_test(a_run_without_scratch_is_refused),
        cmocka_unit_test(a_run_does_not_sort_within_its_own_scratch),
        cmocka_unit_test(an_open_run_keeps_others_from_its_scratch),
        cmocka_unit_test(whatever_ends_a_run_its_scratch_is_coherent),
        cmocka_unit_test(setting_scratch_leaves_the_state_as_it_was),
        cmocka_unit_test(orders_and_plans_share_scratch),
        cmocka_unit_test(a_run_of_nothing_that_binds_no_scratch_needs_none),
        cmocka_unit_test(a_run_of_nothing_that_binds_scratch_is_refused_without),
        cmocka_unit_test(an_open_run_keeps_runs_of_nothing_from_its_scratch),
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
