// SPDX-License-Identifier: MIT
// While the driver still translates the programs of a plan, its drafts do the same. What
// a creation asks of the driver, and in which order.
#include <stdio.h>
#include <string.h>

#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "shader_table.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static const struct gl_suite suite = {
    .harness = &harness,
    .mock = &mock,
    .context = &context,
    .tests_open = true,
    .apis = 1u << GL_API_43 | 1u << GL_API_ES32,
    .apis_of_all = 1u << GL_API_ES32,
};

enum { NEVER = 255 }; // a completion_delay that no test outlasts

// In this context no program ever becomes complete, but those that are waited for.
static void open_slow(const char* defines)
{
    const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                      .get_proc_user = &mock};
    gl_suite_open(&suite);
    glsort_context_destroy(context);
    assert_int_equal(glsort_context_create_defining(&desc, defines, &context), GLSORT_OK);
    mock.completion_delay = NEVER;
}

// Passes whose programs are drafts; fails the test if a pass waited for another program.
static uint32_t drafts_of(const glsort_plan* plan)
{
    uint32_t drafts = 0;
    for (uint32_t i = 0; i < plan->core.schedule.pass_count; ++i) {
        const struct pass* p = &plan->core.schedule.passes[i];
        if (p->draft != 0 && !p->is_draft)
            fail_msg("%s is no draft", glsort_shader_table[p->shader].name);
        drafts += p->is_draft;
    }
    return drafts;
}

// ---- drafts do what programs do -------------------------------------------------------

struct kind {
    glsort_method method;
    uint32_t max_count; // 0: MOST
    glsort_key key;
    glsort_values values;
    bool in_place;
    bool on_gpu; // the count
    uint32_t bits;
};

enum { MOST = 9000 };

static const struct kind kinds[] = {
    {.method = GLSORT_METHOD_RANK},
    {.method = GLSORT_METHOD_RANK, .values = GLSORT_VALUES_4_BYTES, .in_place = true},
    {.method = GLSORT_METHOD_RANK, .max_count = 1500, .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RANK,
     .max_count = 1 << 18, // merges of 4 ways
     .key = GLSORT_KEY_F32,
     .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RANK,
     .key = GLSORT_KEY_U64,
     .values = GLSORT_VALUES_8_BYTES,
     .on_gpu = true},
    {.method = GLSORT_METHOD_RANK, .max_count = 4000, .on_gpu = true},
    {.method = GLSORT_METHOD_RANK_ALL, .max_count = 1900, .in_place = true},
    {.method = GLSORT_METHOD_RANK_ALL, .values = GLSORT_VALUES_4_BYTES, .on_gpu = true},
    {.method = GLSORT_METHOD_RANK_ALL,
     .max_count = 9001,
     .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RANK_ALL, .values = GLSORT_VALUES_4_BYTES, .in_place = true},
    {.method = GLSORT_METHOD_RADIX_TILES, .values = GLSORT_VALUES_4_BYTES},
    {.method = GLSORT_METHOD_RADIX_TILES, .key = GLSORT_KEY_F32, .in_place = true},
    {.method = GLSORT_METHOD_RADIX_TILES,
     .max_count = (1 << 24) + 1, // larger tiles
     .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RADIX_BALLOTS, .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RADIX_CHAIN, .key = GLSORT_KEY_F32, .in_place = true},
    {.method = GLSORT_METHOD_RADIX_CHAIN, .values = GLSORT_VALUES_4_BYTES},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .values = GLSORT_VALUES_INDICES,
     .on_gpu = true,
     .bits = 12},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .key = GLSORT_KEY_I32,
     .values = GLSORT_VALUES_4_BYTES,
     .in_place = true,
     .bits = 24},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .max_count = (1 << 24) + 1, // pairs between digits are in a texture, on GL
     .values = GLSORT_VALUES_4_BYTES},
    {.method = GLSORT_METHOD_RADIX_CHAIN, .key = GLSORT_KEY_I64, .in_place = true},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .key = GLSORT_KEY_F64,
     .values = GLSORT_VALUES_INDICES},
    {.method = GLSORT_METHOD_RADIX_CHAIN, .values = GLSORT_VALUES_8_BYTES},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .key = GLSORT_KEY_U64,
     .values = GLSORT_VALUES_8_BYTES,
     .in_place = true},
    {.method = GLSORT_METHOD_RADIX_CHAIN,
     .max_count = 1 << 23,
     .values = GLSORT_VALUES_16_BYTES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// With outputs aligned to pairs, or all of it at odd words.
static void check_kind(const struct kind* kind, bool is_odd)
{
    static const uint32_t even[] = {1, 2, 3, 6, 7};
    static const uint32_t odd[] = {1, 1, 1, 1, 1};
    const glsort_tuning tuning = {.method = kind->method};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = kind->max_count != 0 ? kind->max_count : MOST,
                 .key = kind->key,
                 .values = kind->values,
                 .bit_count = kind->bits,
                 .direction = (glsort_direction)is_odd,
                 .count_source =
                     kind->on_gpu ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
                 .tuning = &tuning},
        .in_place = kind->in_place,
    };
    desc.room = desc.plan.max_count < MOST ? desc.plan.max_count : MOST;
    if (glsort_max_count(&harness.limits, &desc.plan, NULL) < desc.plan.max_count)
        return;
    memcpy(desc.leads, is_odd ? odd : even, sizeof desc.leads);
    gl_sorter_open(&s, &harness, context, &desc);
    const uint32_t counts[] = {desc.room, desc.room - 777, 1025, 3, 0};
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        gl_sorter_check(&s, i % 2 == 0 ? DATA_UNIFORM : DATA_LOW_ENTROPY, i, counts[i]);
        assert_true(drafts_of(s.plan) > 0 || counts[i] == 0);
    }
    gl_sorter_close(&s);
}

static void drafts_sort_as_their_programs_do(void** state)
{
    open_slow(NULL);
    for (uint32_t at = 0; at < KINDS; ++at)
        for (uint32_t odd = 0; odd < 2; ++odd)
            if (gl_test_all() || (at + odd) % 2 == 0)
                check_kind(&kinds[at], odd != 0);
    gl_suite_close(&suite);
}

// The look-back of a draft goes back tile by tile.
static void unpublished_tiles_do_not_block_a_draft(void** state)
{
    static const char* const unpublished[] = {"(tile == 0u)", "(tile % 3u != 1u)",
                                              "true"};
    for (uint32_t i = 0; i < 3; ++i) {
        char defines[160];
        snprintf(defines, sizeof defines,
                 "#define RADIX_PATIENCE 2u\n#define RADIX_IS_UNPUBLISHED(tile) %s\n",
                 unpublished[i]);
        open_slow(defines);
        check_kind(&(const struct kind){.method = GLSORT_METHOD_RADIX_CHAIN,
                                        .values = GLSORT_VALUES_4_BYTES,
                                        .on_gpu = i == 1},
                   false);
        check_kind(&(const struct kind){.method = GLSORT_METHOD_RADIX_CHAIN,
                                        .key = GLSORT_KEY_U64},
                   true);
        gl_suite_close(&suite);
    }
}

// Digits of a run may be moved by drafts and by programs in turn.
static void a_chain_goes_on_with_programs_that_come_between_its_digits(void** state)
{
    static const glsort_tuning chain = {.method = GLSORT_METHOD_RADIX_CHAIN};
    struct gl_sorter s;
    const struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST, .values = GLSORT_VALUES_4_BYTES, .tuning = &chain}};
    open_slow(NULL);
    if (glsort_max_count(&harness.limits, &desc.plan, NULL) >= MOST) {
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        assert_int_equal(glsort_plan_finish(s.plan), GLSORT_OK);
        for (uint32_t drafted = 0; drafted < 4; ++drafted) {
            struct schedule* schedule = &s.plan->core.schedule;
            gl_sorter_begin(&s, DATA_UNIFORM, drafted, MOST);
            for (uint32_t i = 1; i < schedule->pass_count; ++i)
                schedule->passes[i].is_draft = i % 2 == drafted % 2 || drafted == 2;
            gl_sorter_finish(&s, MOST);
            for (uint32_t i = 0; i < schedule->pass_count; ++i)
                schedule->passes[i].is_draft = false;
        }
        gl_sorter_close(&s);
    }
    gl_suite_close(&suite);
}

static void drafts_compute_the_keys_of_orders(void** state)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_TILES,
                                            GLSORT_METHOD_RADIX_CHAIN};
    open_slow(NULL);
    for (uint32_t at = 0; at < 3; ++at) {
        const glsort_tuning tuning = {.method = methods[at]};
        const glsort_order_desc desc = {
            .max_count = MOST, .primitive.vertices = at, .tuning = &tuning};
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, context, &desc, 4000, at);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_0, 1, at);
        gl_orderer_check(&o, MOST);
        assert_true(drafts_of(o.order) > 0);
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

// ---- creations ------------------------------------------------------------------------

static void create(glsort_method method, uint32_t flags)
{
    const glsort_tuning tuning = {.method = method};
    const glsort_sort_desc desc = {.max_count = 100000,
                                   .values = GLSORT_VALUES_4_BYTES,
                                   .flags = flags,
                                   .tuning = &tuning};
    glsort_plan* plan = NULL;
    gl_mock_reset(&mock);
    if (glsort_sort_create(context, &desc, &plan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    if (flags == 0)
        assert_in_range(mock.links_unasked, plan->program_count, UINT32_MAX);
    glsort_plan_destroy(plan);
}

// So that the driver's threads translate them side by side.
static void all_programs_are_linked_before_a_status_is_asked_for(void** state)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_TILES,
                                            GLSORT_METHOD_RADIX_ITEMS,
                                            GLSORT_METHOD_ABISORT_FUSED};
    for (uint32_t at = 0; at < 8; ++at) {
        gl_suite_open(&suite);
        mock.completion_delay = at < 4 ? 0 : 2;
        create(methods[at % 4], 0);
        assert_in_range(mock.links_unasked, 2, UINT32_MAX);
        gl_suite_close(&suite);
    }
}

// In a driver with one thread a draft would wait for its program.
static void drafts_come_before_their_programs_in_a_cold_driver(void** state)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK,
                                            GLSORT_METHOD_RADIX_TILES};
    uint32_t drafts = 0;
    for (uint32_t at = 0; at < 2; ++at) {
        const glsort_tuning tuning = {.method = methods[at]};
        const glsort_sort_desc desc = {.max_count = 100000, .tuning = &tuning};
        glsort_plan* plan = NULL;
        open_slow("");
        assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_OK);
        for (uint32_t i = 1; i < plan->program_count; ++i) {
            const struct program_id id = plan->programs[i];
            const struct programs* p = &context->programs;
            if (plan->drafts[i] == 0)
                continue;
            const GLuint draft = p->names[id.shader][plan->drafts[i]];
            assert_true(draft > 0 && draft < p->started[id.shader][id.variant].name);
            ++drafts;
        }
        glsort_plan_destroy(plan);
        gl_suite_close(&suite);
    }
    assert_true(drafts > 1);
}

static void a_creation_saves_the_state_once(void** state)
{
    gl_suite_open(&suite);
    create(GLSORT_METHOD_RANK, 0);
    assert_int_equal(mock.state_saves, 1);
    create(GLSORT_METHOD_RADIX_TILES, GLSORT_PLAN_CREATE_IN_STEPS);
    assert_int_equal(mock.state_saves, 1);
    gl_suite_close(&suite);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drafts_sort_as_their_programs_do),
        cmocka_unit_test(unpublished_tiles_do_not_block_a_draft),
        cmocka_unit_test(a_chain_goes_on_with_programs_that_come_between_its_digits),
        cmocka_unit_test(drafts_compute_the_keys_of_orders),
        cmocka_unit_test(all_programs_are_linked_before_a_status_is_asked_for),
        cmocka_unit_test(drafts_come_before_their_programs_in_a_cold_driver),
        cmocka_unit_test(a_creation_saves_the_state_once),
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
