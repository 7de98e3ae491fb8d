// SPDX-License-Identifier: MIT
// Contexts that go before their plans, by destruction or because the GL context is lost:
// nothing is left behind, nothing is used after it was freed, and every call says so.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_meter.h"
#include "handles.h"
#include "plans.h"

GL_SUITE(.no_context = true);

enum { MOST = 3000, PLANS = 3 };

// ---- host memory ----------------------------------------------------------------------

static glsort_context* open_context(struct host_meter* meter, const char* table)
{
    glsort_context* c = NULL;
    glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc,
        .get_proc_user = &mock,
        .allocator = host_meter_allocator(meter),
        .table = table,
    };
    *meter = (struct host_meter){0};
    assert_int_equal(glsort_context_create(&desc, &c), GLSORT_OK);
    return c;
}

static glsort_sort_desc plan_desc(glsort_algorithm algorithm)
{
    return (glsort_sort_desc){
        .max_count = MOST,
        .values = GLSORT_VALUES_4_BYTES,
        .tuning = tuning_named(algorithm),
        .flags = GLSORT_PLAN_TIMINGS,
    };
}

static void open_plans(glsort_context* c, glsort_plan** plans)
{
    static const glsort_algorithm algorithms[PLANS] = {
        GLSORT_ALGORITHM_ABISORT,
        GLSORT_ALGORITHM_ABISORT_TREE,
        GLSORT_ALGORITHM_BITONIC,
    };
    for (int i = 0; i < PLANS; ++i) {
        glsort_sort_desc desc = plan_desc(algorithms[i]);
        // In compute passes it needs larger work groups than some devices have.
        if (desc.tuning->algorithm == GLSORT_ALGORITHM_BITONIC)
            desc.backend = GLSORT_BACKEND_FRAGMENT;
        plans[i] = gl_make_plan(c, &desc);
    }
}

static void expect_nothing_left(const struct host_meter* meter)
{
    host_meter_expect_empty(meter);
    assert_int_equal(gl_mock_live(&mock), 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- calls ----------------------------------------------------------------------------

// The sentence names the call and what became of the context.
static void expect_refused(const glsort_plan* plan, glsort_result result,
                           const char* call, const char* fate)
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, "%s: the context of this plan was %s", call, fate);
    if (result != GLSORT_ERROR_STATE)
        fail_msg("%s gives %s", call, glsort_result_name(result));
    if (strcmp(glsort_plan_last_error(plan), wanted) != 0)
        fail_msg("\"%s\", not \"%s\"", glsort_plan_last_error(plan), wanted);
}

static void expect_all_refused(glsort_plan* plan, const char* fate)
{
    const glsort_sort_args run = {.count = 1, .keys_in = {.name = 1}};
    const glsort_peek_args peek = {.keys_out = {.name = 1}};
    glsort_plan_info info = {.count = 77};
    glsort_pass_info pass = {.groups = 77};
    uint64_t ns = 77;
    uint32_t passes = 1;
    expect_refused(plan, glsort_sort_run(plan, &run), "glsort_sort_run", fate);
    expect_refused(plan, glsort_sort_run(plan, NULL), "glsort_sort_run", fate);
    expect_refused(plan, begin_sort(plan, &run), "glsort_plan_hold", fate);
    expect_refused(plan, glsort_plan_step(plan, 1), "glsort_plan_step", fate);
    expect_refused(plan, glsort_plan_end(plan), "glsort_plan_end", fate);
    expect_refused(plan, glsort_plan_peek(plan, &peek), "glsort_plan_peek", fate);
    expect_refused(plan, glsort_plan_describe(plan, 1, 0, &info), "glsort_plan_describe",
                   fate);
    expect_refused(plan, glsort_plan_pass(plan, 0, &pass), "glsort_plan_pass", fate);
    expect_refused(plan, glsort_plan_timings(plan, &ns, &passes), "glsort_plan_timings",
                   fate);
    assert_int_equal(glsort_plan_passes_left(plan), 0);
    assert_int_equal(info.count, 77);
    assert_int_equal(pass.groups, 77);
    assert_int_equal(ns, 77);
    assert_int_equal(passes, 1);
}

// Of number PLANS there is none. Those that outlive it refuse every call.
TEST(plans_may_go_before_their_context_in_any_order_or_after_it)
{
    for (int first = 0; first <= PLANS; ++first)
        for (int second = 0; second <= PLANS; ++second) {
            struct host_meter meter;
            glsort_plan* plans[PLANS + 1] = {NULL};
            glsort_context* c = open_context(&meter, NULL);
            open_plans(c, plans);
            glsort_plan_destroy(plans[first]);
            if (second != first)
                glsort_plan_destroy(plans[second]);
            glsort_context_destroy(c);
            assert_int_equal(gl_mock_live(&mock), 0);
            for (int i = 0; i < PLANS; ++i)
                if (i != first && i != second) {
                    assert_string_equal(glsort_plan_last_error(plans[i]), "");
                    expect_all_refused(plans[i], "destroyed");
                    glsort_plan_destroy(plans[i]);
                }
            expect_nothing_left(&meter);
        }
}

// Of a table, whose rows are the context's.
TEST(a_reason_lives_as_long_as_its_plan)
{
    struct host_meter meter;
    glsort_plan_info info;
    glsort_sort_desc desc = {.max_count = MOST};
    glsort_context* c = open_context(&meter, "compute any any abisort-partition\n"
                                             "fragment any any bitonic-packed\n");
    glsort_plan* plan = gl_make_plan(c, &desc);
    assert_int_equal(glsort_plan_describe(plan, 1, 0, &info), GLSORT_OK);
    glsort_context_destroy(c);
    const char* line =
        harness.has_compute ? "line 1 of the table" : "line 2 of the table";
    assert_non_null(strstr(info.reason, line));
    glsort_plan_destroy(plan);
    expect_nothing_left(&meter);
}

// ---- a lost GL context ----------------------------------------------------------------

static uint32_t trapped_calls;

static void trap(void)
{
    ++trapped_calls;
}

// From here on every GL call of the context's is counted and does nothing. All entry
// points of the library are in this struct, one after the other, after its flags.
static void trap_all_calls(glsort_context* c)
{
    GladGLContext* gl = &c->device.gl;
    void (*const to_trap)(void) = trap;
    for (size_t at = offsetof(GladGLContext, ActiveShaderProgram);
         at + sizeof to_trap <= sizeof *gl; at += sizeof to_trap)
        memcpy((char*)gl + at, &to_trap, sizeof to_trap);
    trapped_calls = 0;
}

static void begin_run(struct gl_harness* h, glsort_plan* plan)
{
    glsort_resource buffers[4];
    for (int i = 0; i < 4; ++i)
        buffers[i] = (glsort_resource){.name = gl_buffer_create(h, 4 * MOST, NULL)};
    const glsort_sort_args args = {
        .count = MOST,
        .keys_in = buffers[0],
        .values_in = buffers[1],
        .keys_out = buffers[2],
        .values_out = buffers[3],
    };
    assert_int_equal(begin_sort(plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(plan, 1), GLSORT_OK);
    assert_true(glsort_plan_passes_left(plan) > 0);
}

// The calls that ending a context makes, with plans and in the middle of a run, and the
// plans after it. The GL context is one of its own, and gone before or after that.
static uint32_t calls_of(void (*finish)(glsort_context*), const char* fate, bool before)
{
    struct gl_harness lost = {.api = harness.api};
    struct host_meter meter;
    glsort_plan* plans[PLANS];
    gl_harness_open(&lost, harness.api);
    gl_mock_open(&mock, &lost);
    glsort_context* c = open_context(&meter, NULL);
    open_plans(c, plans);
    glsort_plan_destroy(plans[0]);
    begin_run(&lost, plans[1]);
    assert_true(gl_mock_live(&mock) > 0);
    trap_all_calls(c);
    if (before)
        gl_harness_close(&lost);
    finish(c);
    if (!before)
        gl_harness_close(&lost);
    for (int i = 1; i < PLANS; ++i) {
        expect_all_refused(plans[i], fate);
        glsort_plan_destroy(plans[i]);
    }
    host_meter_expect_empty(&meter);
    assert_true(offscreen_make_current(harness.offscreen));
    gl_mock_open(&mock, &harness);
    return trapped_calls;
}

TEST(without_its_gl_context_a_context_ends_without_a_gl_call)
{
    assert_int_equal(calls_of(glsort_context_abandon, "abandoned", false), 0);
    assert_int_equal(calls_of(glsort_context_abandon, "abandoned", true), 0);
    assert_int_equal(calls_of(glsort_context_destroy, "destroyed", true), 0);
    // The trap does catch: a destruction falls into it.
    assert_true(calls_of(glsort_context_destroy, "destroyed", false) > 0);
}
