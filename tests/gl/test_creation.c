// SPDX-License-Identifier: MIT
// What a creation asks of the driver, and in which order; and that no run asks for more.
#include "gl_orderer.h"
#include "gl_segmenter.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"

GL_SUITE(.tests_open = true, .apis = 1u << GL_API_43 | 1u << GL_API_ES32,
         .apis_of_all = 1u << GL_API_ES32);

// ---- runs -----------------------------------------------------------------------------

enum { MOST = 3000 };

// In a driver that takes its time: `delay` questions until a program is there.
static void open_slow(uint32_t delay)
{
    gl_suite_open(&suite);
    mock.completion_delay = delay;
}

// A creation at once or, with the flag, all that is left of it.
static void finish(glsort_plan* plan, uint32_t flags)
{
    if (flags != 0 && glsort_plan_finish(plan) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(plan));
    mock.compiler_calls = 0;
}

static void expect_no_compiler_call(const char* name)
{
    if (mock.compiler_calls != 0)
        fail_msg("%s: %u calls for the compiler in a run", name, mock.compiler_calls);
}

TEST(no_run_of_a_sort_asks_the_compiler)
{
    for (uint32_t at = 0; at < gl_form_count; ++at) {
        static const uint32_t counts[] = {MOST, MOST - 777, 1025, 3, 0};
        const uint32_t flags = at % 2 == 0 ? 0 : GLSORT_PLAN_CREATE_IN_STEPS;
        struct gl_sorter_desc desc = {.plan = gl_forms[at].plan, .in_place = at % 3 == 0};
        struct gl_sorter s;
        open_slow(4);
        if (gl_form_fits(&gl_forms[at], &harness)) {
            desc.plan.max_count = gl_form_most(&gl_forms[at], MOST);
            desc.plan.values = GLSORT_VALUES_4_BYTES;
            desc.plan.flags = flags;
            gl_sorter_open(&s, &harness, context, &desc);
            finish(s.plan, flags);
            for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
                if (counts[i] <= desc.plan.max_count)
                    gl_sorter_check(&s, DATA_UNIFORM, i, counts[i]);
            expect_no_compiler_call(gl_forms[at].name);
            gl_sorter_close(&s);
        }
        gl_suite_close(&suite);
    }
}

TEST(no_run_of_an_order_asks_the_compiler)
{
    static const glsort_method methods[] = {GLSORT_METHOD_AUTO, GLSORT_METHOD_RANK,
                                            GLSORT_METHOD_RADIX_TILES,
                                            GLSORT_METHOD_RADIX_CHAIN};
    for (uint32_t at = 0; at < 4; ++at) {
        const glsort_tuning tuning = {.method = methods[at]};
        const glsort_order_desc desc = {.max_count = MOST,
                                        .primitive.vertices = at,
                                        .cull = at % 2 == 0 ? GLSORT_CULL_FRUSTUM
                                                            : GLSORT_CULL_NONE,
                                        .flags = GLSORT_ORDER_WRITES_VISIBLE,
                                        .tuning = &tuning};
        struct gl_orderer o;
        open_slow(4);
        if (harness.has_compute || at == 0) {
            gl_orderer_open(&o, &harness, context, &desc, MOST / 2, at);
            finish(o.order, 0);
            gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 1, at);
            gl_orderer_check(&o, MOST);
            gl_orderer_check(&o, 100);
            expect_no_compiler_call("order");
            gl_orderer_close(&o);
        }
        gl_suite_close(&suite);
    }
}

TEST(no_run_of_segments_asks_the_compiler)
{
    const glsort_segments_desc desc = {
        .max_count = MOST, .max_segments = 20, .values = GLSORT_VALUES_INDICES};
    struct gl_segmenter s;
    open_slow(4);
    gl_segmenter_open(&s, &suite, &desc);
    finish(s.segments, 0);
    gl_segmenter_begin(&s, 5);
    while (gl_segmenter_add(&s, 1 + gl_segmenter_random(&s, 900)))
        ;
    gl_segmenter_check_run(&s);
    expect_no_compiler_call("segments");
    gl_segmenter_close(&s);
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
TEST(all_programs_are_linked_before_a_status_is_asked_for)
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

TEST(a_creation_saves_the_state_once)
{
    gl_suite_open(&suite);
    create(GLSORT_METHOD_RANK, 0);
    assert_int_equal(mock.state_saves, 1);
    create(GLSORT_METHOD_RADIX_TILES, GLSORT_PLAN_CREATE_IN_STEPS);
    assert_int_equal(mock.state_saves, 1);
    gl_suite_close(&suite);
}
