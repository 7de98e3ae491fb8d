// SPDX-License-Identifier: MIT
// Creation in steps never waits for a program and ends in the plan that creation at once
// gives; warming up gives work to every program that a run can use, and changes nothing.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort.h>

#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"

GL_SUITE(.tests_open = true, .apis = GL_API_COMPUTE | 1 << GL_API_33 | 1 << GL_API_ES30);

enum { MOST = 5000, PLENTY = 200 };

// ---- what is made in steps ------------------------------------------------------------

// A context whose driver lists the extension or not.
static void open_suite(bool hides_parallel)
{
    gl_suite_open(&suite);
    mock.hides_parallel = hides_parallel;
    if (!hides_parallel)
        return;
    glsort_context_destroy(context);
    context = gl_mock_context(&mock, 0);
}

static bool is_wanted(const struct gl_form* form)
{
    static const char* const names[] = {
        "abisort-partition",    "abisort-partition-fragment", "tree",     "tree-fragment",
        "tree-stages-fragment", "tree-stages-copy-fragment",  "rank-all", "radix-tiles",
        "bitonic-blocks",       "bitonic-packed-fragment",    NULL};
    return gl_form_fits(form, &harness) && (gl_test_all() || gl_form_among(form, names));
}

static glsort_sort_desc desc_of(uint32_t form)
{
    glsort_sort_desc desc = gl_forms[form].plan;
    desc.max_count = MOST;
    desc.values = GLSORT_VALUES_4_BYTES;
    return desc;
}

static uint32_t any_form(void)
{
    return gl_form_place(harness.has_compute ? "abisort-partition"
                                             : "abisort-partition-fragment");
}

static glsort_plan* begin(const glsort_sort_desc* desc)
{
    glsort_plan* plan = NULL;
    if (begin_creation(context, desc, &plan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    return plan;
}

// One poll of a driver that the mock makes slow. True if the plan is finished.
static bool poll(glsort_plan* plan)
{
    gl_mock_reset(&mock);
    glsort_result result = glsort_plan_poll(plan);
    if (result < GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    assert_true(mock.link_calls <= 1);
    assert_int_equal(mock.waits, 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    return result == GLSORT_OK;
}

static uint32_t polls_of(glsort_plan* plan)
{
    uint32_t polls = 1;
    while (!poll(plan))
        assert_in_range(++polls, 1, PLENTY);
    return polls;
}

// Sorts with this plan, in place of one that is created at once.
static void sort_with(glsort_plan* plan, const glsort_sort_desc* desc, uint64_t seed)
{
    struct gl_sorter s;
    const struct gl_sorter_desc all = {.plan = *desc, .room = MOST};
    gl_sorter_open(&s, &harness, context, &all);
    glsort_plan* other = s.plan;
    s.plan = plan;
    gl_sorter_check(&s, DATA_UNIFORM, seed, MOST);
    gl_sorter_check(&s, DATA_UNIFORM, seed + 1, 17);
    s.plan = other;
    gl_sorter_close(&s);
}

// ---- creation in steps ----------------------------------------------------------------

TEST(polls_never_wait_and_end_in_a_plan_that_sorts)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        open_suite(false);
        if (is_wanted(&gl_forms[form])) {
            glsort_sort_desc desc = desc_of(form);
            mock.completion_delay = 3;
            gl_mock_reset(&mock);
            glsort_plan* plan = begin(&desc);
            assert_int_equal(mock.link_calls, 1);
            assert_int_equal(mock.waits, 0);
            const uint32_t programs = plan->program_count;
            const uint32_t polls = polls_of(plan);
            assert_in_range(polls, programs, programs + 6);
            assert_true(poll(plan)); // and again
            assert_int_equal(glsort_plan_finish(plan), GLSORT_OK);
            mock.completion_delay = 0;
            sort_with(plan, &desc, form);
            glsort_plan_destroy(plan);
        }
        gl_suite_close(&suite);
    }
}

TEST(without_the_extension_a_poll_waits_for_one_program)
{
    open_suite(true);
    assert_false(context->device.parallel_compile);
    glsort_sort_desc desc = desc_of(any_form());
    gl_mock_reset(&mock);
    glsort_plan* plan = begin(&desc);
    assert_int_equal(mock.link_queries, 0);
    uint32_t polls = 0;
    while (!poll(plan)) {
        assert_true(mock.link_queries <= 1);
        ++polls;
    }
    assert_int_equal(polls, plan->program_count);
    sort_with(plan, &desc, 1);
    glsort_plan_destroy(plan);
    gl_suite_close(&suite);
}

// Two plans of the same form need the same programs, and each is started once, by either
// plan. Either may be destroyed before it is finished.
TEST(unfinished_plans_share_programs)
{
    for (int destroyed = 0; destroyed < 3; ++destroyed) {
        open_suite(false);
        glsort_sort_desc desc = desc_of(any_form());
        gl_mock_reset(&mock);
        glsort_plan* plans[2] = {begin(&desc), begin(&desc)};
        const uint32_t programs = plans[0]->program_count;
        uint32_t links = mock.link_calls;
        mock.completion_delay = 9;
        bool done = false;
        for (uint32_t i = 0; !done; ++i) {
            assert_in_range(i, 0, PLENTY);
            if (destroyed < 2 && i == 1) {
                assert_true(mock.live[KIND_SHADER] > 0);
                glsort_plan_destroy(plans[destroyed]);
                plans[destroyed] = NULL;
            }
            done = true;
            for (int k = 0; k < 2; ++k) {
                done &= plans[k] == NULL || poll(plans[k]);
                links += plans[k] == NULL ? 0 : mock.link_calls;
            }
        }
        assert_int_equal(links, programs);
        assert_int_equal(mock.live[KIND_SHADER], 0);
        mock.completion_delay = 0;
        for (int k = 0; k < 2; ++k) {
            if (plans[k] != NULL)
                sort_with(plans[k], &desc, (uint64_t)k);
            glsort_plan_destroy(plans[k]);
        }
        gl_suite_close(&suite);
    }
}

TEST(a_plan_is_destroyed_or_left_alone_after_any_poll)
{
    for (uint32_t polls = 0;; ++polls) {
        bool done = false;
        open_suite(false);
        glsort_sort_desc desc = desc_of(any_form());
        glsort_plan* plan = begin(&desc);
        mock.completion_delay = 1;
        for (uint32_t i = 0; i < polls && !done; ++i)
            done = poll(plan);
        glsort_plan_destroy(plan);
        // Programs that are linked are the context's, for later plans.
        assert_int_equal(gl_mock_live(&mock), mock.live[KIND_PROGRAM]);
        plan = begin(&desc);
        for (uint32_t i = 0; i < polls && !done; ++i)
            done = poll(plan);
        glsort_context_destroy(context);
        assert_int_equal(gl_mock_live(&mock), 0);
        assert_int_equal(glsort_plan_poll(plan), GLSORT_ERROR_STATE);
        assert_string_equal(glsort_plan_last_error(plan),
                            "glsort_plan_poll: the context of this plan was destroyed");
        glsort_plan_destroy(plan);
        context = gl_mock_context(&mock, 0);
        mock.completion_delay = 0;
        gl_suite_close(&suite);
        if (done)
            break;
    }
}

// ---- creation at once -----------------------------------------------------------------

// So that the driver's threads translate them side by side.
TEST(all_programs_are_linked_before_a_status_is_asked_for)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_TILES,
                                            GLSORT_METHOD_RADIX_ITEMS,
                                            GLSORT_METHOD_ABISORT_FUSED};
    if (!harness.limits.has_compute)
        skip();
    for (uint32_t at = 0; at < 8; ++at) {
        gl_suite_open(&suite);
        const glsort_tuning tuning = {.method = methods[at % 4]};
        const glsort_sort_desc desc = {
            .max_count = 100000, .values = GLSORT_VALUES_4_BYTES, .tuning = &tuning};
        mock.completion_delay = at < 4 ? 0 : 2;
        gl_mock_reset(&mock);
        glsort_plan* plan = gl_make_plan(context, &desc);
        assert_in_range(plan->program_count, 2, mock.links_unasked);
        glsort_plan_destroy(plan);
        gl_suite_close(&suite);
    }
}

// ---- warming up -----------------------------------------------------------------------

// Fails unless every program that has worked since the last call is among the warm ones.
static void forget_work(bool* warm)
{
    memcpy(warm, mock.worked, sizeof mock.worked);
    memset(mock.worked, 0, sizeof mock.worked);
}

static void expect_warm(const bool* warm, const char* what)
{
    for (uint32_t i = 0; i < MOCK_PROGRAMS; ++i)
        if (mock.worked[i] && !warm[i])
            fail_msg("%s uses program %u, which is not warm", what, i);
}

static void expect_all_worked(const glsort_plan* plan, const char* what)
{
    for (uint32_t i = 0; i < plan->program_count; ++i) {
        struct program_id id = plan->programs[i];
        assert_true(context->programs.names[id.shader][id.variant] < MOCK_PROGRAMS);
        if (!mock.worked[context->programs.names[id.shader][id.variant]])
            fail_msg("%s: warming up leaves out shader %u, variant %u", what, id.shader,
                     id.variant);
    }
}

static void run_counts(struct gl_sorter* s, const char* what)
{
    static const uint32_t counts[] = {1, 2, 63, 1000, 1025, MOST, 4097, 8191, 16385};
    static bool warm[MOCK_PROGRAMS];
    forget_work(warm);
    gl_mock_poison(&mock, 0x9E3779B9u);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        if (counts[i] <= s->desc.plan.max_count)
            gl_sorter_check(s, DATA_UNIFORM, i, counts[i]);
    expect_warm(warm, what);
}

static void warm_and_run(const struct gl_form* form, struct gl_sorter_desc desc)
{
    struct gl_sorter s;
    gl_sorter_open(&s, &harness, context, &desc);
    memset(mock.worked, 0, sizeof mock.worked);
    gl_mock_poison(&mock, 0xFFFFFFFFu);
    const long live = gl_mock_live(&mock);
    assert_int_equal(glsort_plan_warm(s.plan), GLSORT_OK);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    assert_int_equal(gl_mock_live(&mock), live);
    expect_all_worked(s.plan, form->name);
    run_counts(&s, form->name);
    gl_sorter_close(&s);
}

static struct gl_sorter_desc sorter_desc(const struct gl_form* form, uint32_t way)
{
    struct gl_sorter_desc desc = {.plan = form->plan, .in_place = way == 1};
    desc.plan.max_count = form->plan.backend == GLSORT_BACKEND_FRAGMENT ? MOST : 16385;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    if (way == 2) {
        desc.plan.key = GLSORT_KEY_U64;
        desc.plan.values = GLSORT_VALUES_16_BYTES;
    }
    if (way == 3)
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
    if (way == 4)
        desc.plan.textures = GLSORT_TEXTURES_ALL;
    desc.plan.max_count = gl_form_most(form, desc.plan.max_count);
    return desc;
}

static bool goes_way(const struct gl_form* form, uint32_t way)
{
    bool fragment = form->plan.backend == GLSORT_BACKEND_FRAGMENT;
    return (way != 3 || gl_form_counts_on_gpu(form)) && (way != 4 || fragment);
}

TEST(no_run_uses_a_program_that_is_not_warm)
{
    uint32_t turn = 0;
    open_suite(false);
    for (uint32_t form = 0; form < gl_form_count; ++form)
        for (uint32_t way = 0; way < 5; ++way) {
            bool main_way = way == 0 || way == 3;
            if (!is_wanted(&gl_forms[form]) || !goes_way(&gl_forms[form], way) ||
                !(gl_test_all() || main_way || ++turn % 3 == 0))
                continue;
            warm_and_run(&gl_forms[form], sorter_desc(&gl_forms[form], way));
        }
    gl_suite_close(&suite);
}

static const glsort_order_desc orders[] = {
    {.count_source = GLSORT_COUNT_FROM_BUFFER},
    {.max_views = 2,
     .cull = GLSORT_CULL_FRUSTUM,
     .command = GLSORT_COMMAND_DRAW_ELEMENTS,
     .flags = GLSORT_ORDER_WRITES_VISIBLE},
    {.max_views = 2,
     .count_source = GLSORT_COUNT_FROM_BUFFER,
     .cull = GLSORT_CULL_FRUSTUM,
     .dead = {.test = GLSORT_DEAD_F32_AT_MOST},
     .flags = GLSORT_ORDER_WRITES_VISIBLE},
    {.primitive = {.vertices = 3},
     .dead = {.test = GLSORT_DEAD_U32_EQUAL},
     .flags = GLSORT_ORDER_WRITES_ELEMENTS | GLSORT_ORDER_WRITES_VISIBLE},
    {.key_bits = 16,
     .dead = {.test = GLSORT_DEAD_U32_UNEQUAL, .u32 = 7},
     .flags = GLSORT_ORDER_WRITES_VISIBLE},
    {.backend = GLSORT_BACKEND_FRAGMENT,
     .cull = GLSORT_CULL_FRUSTUM,
     .flags = GLSORT_ORDER_WRITES_VISIBLE,
     .textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_ORDER |
                 GLSORT_ORDER_TEXTURE_VISIBLE},
};

TEST(no_run_of_an_order_uses_a_program_that_is_not_warm)
{
    static bool warm[MOCK_PROGRAMS];
    open_suite(false);
    for (uint32_t i = 0; i < sizeof orders / sizeof orders[0]; ++i) {
        struct gl_orderer o;
        glsort_order_desc desc = orders[i];
        desc.max_count = MOST;
        if (!harness.has_compute)
            desc.command = GLSORT_COMMAND_NONE;
        if (!harness.has_compute && harness.gles && desc.primitive.vertices > 0)
            desc.textures = GLSORT_ORDER_TEXTURE_POSITIONS;
        gl_orderer_open(&o, &harness, context, &desc, 200, i);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 1, i);
        memset(mock.worked, 0, sizeof mock.worked);
        mock.empty_dispatches = 0;
        assert_int_equal(glsort_plan_warm(o.order), GLSORT_OK);
        assert_int_equal(mock.empty_dispatches, 0);
        forget_work(warm);
        gl_mock_poison(&mock, 0x9E3779B9u);
        gl_orderer_check(&o, 1);
        gl_orderer_check(&o, MOST);
        expect_warm(warm, "an order");
        gl_orderer_close(&o);
    }
    gl_suite_close(&suite);
}

// The time stamps of a run stay.
TEST(warming_up_does_not_show)
{
    struct gl_sorter s;
    uint64_t ns[64];
    uint32_t count = 64;
    open_suite(false);
    struct gl_sorter_desc desc = {.plan = desc_of(any_form())};
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    gl_sorter_open(&s, &harness, context, &desc);
    assert_int_equal(glsort_plan_warm(s.plan), GLSORT_OK);
    glsort_result result = glsort_plan_timings(s.plan, ns, &count);
    assert_true(result == GLSORT_NOT_READY || result == GLSORT_UNAVAILABLE);
    // Between two runs, of which the first is over on the GPU later.
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_warm(s.plan), GLSORT_OK);
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_check(&s, DATA_UNIFORM, 2, 1234);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

TEST(warming_up_without_memory_says_so_and_leaves_nothing)
{
    static const enum gl_fault faults[] = {FAULT_GEN_BUFFERS, FAULT_BUFFER_DATA,
                                           FAULT_GEN_TEXTURES, FAULT_TEX_IMAGE};
    struct gl_sorter s;
    open_suite(false);
    struct gl_sorter_desc desc = {.plan = desc_of(any_form())};
    if (!harness.has_compute)
        desc.plan.textures = GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_OUT;
    gl_sorter_open(&s, &harness, context, &desc);
    const long live = gl_mock_live(&mock);
    for (int i = 0; i < (harness.has_compute ? 2 : 4); ++i) {
        gl_mock_fail(&mock, faults[i], 1);
        assert_int_equal(glsort_plan_warm(s.plan), GLSORT_ERROR_DEVICE_MEMORY);
        gl_mock_fail(&mock, FAULT_NONE, 0);
        assert_int_equal(mock.pending, GL_NO_ERROR);
        assert_int_equal(gl_mock_live(&mock), live);
        gl_sorter_check(&s, DATA_UNIFORM, (uint64_t)i, MOST);
    }
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}
