// SPDX-License-Identifier: MIT
// Draw orders in steps: in pieces of any size they end as one run does.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "gl_orderer.h"
#include "gl_suite.h"
#include "plans.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 3000 };

static void expect_no_trouble(void)
{
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void require(const struct gl_orderer* o, glsort_result result)
{
    if (result != GLSORT_OK)
        fail_msg("%s: %s", glsort_result_name(result), glsort_plan_last_error(o->order));
}

static void expect(glsort_result result, glsort_result wanted, const char* text,
                   const char* words)
{
    assert_int_equal(result, wanted);
    assert_string_equal(text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// Of orders in every shape: with and without culling, of primitives and narrow indices,
// with the count on the GPU, with several views.
static const glsort_order_desc shapes[] = {
    {.max_count = MOST, .flags = GLSORT_ORDER_WRITES_DEPTHS},
    {.max_count = MOST,
     .max_views = 3,
     .cull = GLSORT_CULL_FRUSTUM,
     .command = GLSORT_COMMAND_DRAW_ELEMENTS,
     .flags = GLSORT_ORDER_WRITES_DEPTHS},
    {.max_count = MOST,
     .max_views = 2,
     .count_source = GLSORT_COUNT_FROM_BUFFER,
     .key_bits = 16,
     .direction = GLSORT_FRONT_TO_BACK},
    {.max_count = MOST,
     .max_views = 2,
     .primitive = {.vertices = 3},
     .cull = GLSORT_CULL_FRUSTUM,
     .count_source = GLSORT_COUNT_FROM_BUFFER,
     .flags = GLSORT_ORDER_WRITES_VISIBLE},
    {.max_count = MOST,
     .max_views = 2,
     .primitive = {.vertices = 2, .index = GLSORT_INDEX_U16},
     .key_bits = 24},
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void open_order(struct gl_orderer* o, const glsort_order_desc* desc)
{
    gl_orderer_open(o, &harness, context, desc, 500, 7);
    gl_orderer_fill(o, ORDER_DATA_RANDOM, ORDER_SHARE_50,
                    desc->max_views == 0 ? 1 : desc->max_views, 11);
}

static glsort_plan* begin(struct gl_orderer* o, uint32_t count)
{
    gl_orderer_reset(o, count);
    require(o, begin_order(o->order, &o->args));
    return o->order;
}

// ---- steps ----------------------------------------------------------------------------

static void steps_of_any_size_end_as_one_run_does(void** state)
{
    static const uint32_t counts[] = {0, 1, 33, 1025, MOST};
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        struct gl_orderer o;
        open_order(&o, &shapes[shape]);
        for (uint32_t at = 0; at < 5; ++at)
            for (uint32_t passes = 1; passes < 12; passes += 3) {
                glsort_plan* plan = begin(&o, counts[at]);
                while (glsort_plan_passes_left(plan) > 0)
                    require(&o, glsort_plan_step(plan, passes));
                require(&o, glsort_plan_end(plan));
                gl_orderer_expect(&o, counts[at]);
            }
        gl_orderer_close(&o);
    }
    expect_no_trouble();
}

static void a_run_ended_early_spoils_no_later_run(void** state)
{
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        struct gl_orderer o;
        open_order(&o, &shapes[shape]);
        for (uint32_t passes = 0; passes < 16; ++passes) {
            glsort_plan* plan = begin(&o, MOST);
            require(&o, glsort_plan_step(plan, passes));
            require(&o, glsort_plan_end(plan));
            gl_orderer_check(&o, MOST - passes);
        }
        gl_orderer_close(&o);
    }
    expect_no_trouble();
}

// Elements with no number for a depth are counted by the keys pass, and the last pass
// clears their number.
static void a_run_ended_early_leaves_no_rejected_elements_behind(void** state)
{
    const glsort_order_desc desc = {
        .max_count = MOST, .max_views = 2, .flags = GLSORT_ORDER_WRITES_VISIBLE};
    struct gl_orderer o;
    open_order(&o, &desc);
    gl_orderer_fill(&o, ORDER_DATA_SPECIAL, ORDER_SHARE_0, 2, 3);
    for (uint32_t passes = 1; passes < 6; ++passes) {
        glsort_plan* plan = begin(&o, MOST);
        require(&o, glsort_plan_step(plan, passes));
        require(&o, glsort_plan_end(plan));
        gl_orderer_check(&o, MOST);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

// With nothing between the two runs that would wait for the GPU; and without an upload to
// words that the first one has written, which NVIDIA's driver loses.
static void a_run_right_after_one_that_ended_early_counts_anew(void** state)
{
    static const glsort_method methods[] = {
        GLSORT_METHOD_AUTO, GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_CHAIN,
        GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_ABISORT_FUSED};
    enum { METHODS = sizeof methods / sizeof methods[0] };
    for (uint32_t i = 0; i < METHODS; ++i) {
        const glsort_tuning tuning = {.method = methods[i]};
        const glsort_order_desc desc = {.max_count = MOST,
                                        .max_views = 2,
                                        .flags = GLSORT_ORDER_WRITES_VISIBLE,
                                        .tuning = &tuning};
        struct gl_orderer o;
        open_order(&o, &desc);
        gl_orderer_fill(&o, ORDER_DATA_SPECIAL, ORDER_SHARE_0, 2, 3);
        for (uint32_t passes = 1; passes < 8; ++passes) {
            glsort_plan* plan = begin(&o, MOST);
            require(&o, glsort_plan_step(plan, passes));
            require(&o, glsort_plan_end(plan));
            gl_mock_reset(&mock);
            require(&o, glsort_order_run(plan, &o.args));
            assert_int_equal(mock.sub_data_calls, 0);
            gl_orderer_expect(&o, MOST);
        }
        gl_orderer_close(&o);
    }
    expect_no_trouble();
}

// ---- the plan -------------------------------------------------------------------------

static void an_order_with_an_open_run_refuses_another(void** state)
{
    struct gl_orderer o;
    open_order(&o, &shapes[1]);
    glsort_plan* plan = begin(&o, 900);
#define OPEN ": a run of this plan is open"
    expect(glsort_order_run(o.order, &o.args), GLSORT_ERROR_STATE,
           glsort_plan_last_error(o.order), "glsort_order_run" OPEN "; end it first");
    expect(begin_order(o.order, &o.args), GLSORT_ERROR_STATE,
           glsort_plan_last_error(o.order), "glsort_plan_hold" OPEN "; end it first");
    expect(glsort_plan_describe(o.order, 1, 1, NULL), GLSORT_ERROR_STATE,
           glsort_plan_last_error(o.order), "glsort_plan_describe" OPEN);
    require(&o, glsort_plan_step(plan, UINT32_MAX));
    require(&o, glsort_plan_end(plan));
    gl_orderer_expect(&o, 900);
    expect(begin_order(o.order, NULL), GLSORT_ERROR_ARGUMENT,
           glsort_plan_last_error(o.order), "glsort_order_run: args is NULL");
    assert_int_equal(begin_order(NULL, &o.args), GLSORT_ERROR_ARGUMENT);
    gl_orderer_check(&o, 900);
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void every_pass_of_an_order_has_a_time(void** state)
{
    glsort_order_desc desc = shapes[1];
    struct gl_orderer o;
    uint64_t ns[64];
    uint32_t count = 64;
    glsort_plan_info info;
    desc.flags |= GLSORT_PLAN_TIMINGS;
    open_order(&o, &desc);
    glsort_plan* plan = o.order;
    assert_int_equal(glsort_plan_timings(plan, ns, &count), GLSORT_NOT_READY);
    gl_orderer_check(&o, 1500);
    glsort_result result = GLSORT_NOT_READY;
    for (int i = 0; i < 1000 && result == GLSORT_NOT_READY; ++i) {
        count = 64;
        harness.gl.Finish();
        result = glsort_plan_timings(plan, ns, &count);
    }
    assert_int_equal(result, GLSORT_OK);
    require(&o, glsort_plan_describe(o.order, 1500, 3, &info));
    assert_int_equal(count, info.pass_count);
    gl_orderer_close(&o);

    count = 64;
    open_order(&o, &shapes[1]);
    assert_int_equal(glsort_plan_timings(o.order, ns, &count), GLSORT_UNAVAILABLE);
    gl_orderer_close(&o);
    expect_no_trouble();
}

// ---- without a device -----------------------------------------------------------------

static void an_offline_order_has_the_passes_of_one_on_the_device(void** state)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        const glsort_order_desc* desc = &shapes[shape];
        glsort_plan *online = NULL, *offline = NULL;
        glsort_plan_info a, b;
        char message[256] = "";
        uint32_t views = desc->max_views == 0 ? 1 : desc->max_views;
        assert_int_equal(glsort_order_create(context, desc, &online), GLSORT_OK);
        assert_int_equal(offline_order(&limits, desc, message, sizeof message, &offline),
                         GLSORT_OK);
        assert_int_equal(glsort_plan_describe(online, 2000, views, &a), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(offline, 2000, views, &b), GLSORT_OK);
        assert_int_equal(a.pass_count, b.pass_count);
        assert_int_equal(a.scratch_bytes, b.scratch_bytes);
        for (uint32_t i = 0; i < a.pass_count; ++i) {
            glsort_pass_info p, q;
            assert_int_equal(glsort_plan_pass(online, i, &p), GLSORT_OK);
            assert_int_equal(glsort_plan_pass(offline, i, &q), GLSORT_OK);
            assert_string_equal(p.label, q.label);
            assert_int_equal(p.barriers, q.barriers);
        }
        const glsort_order_args args = {.count = 1};
        expect(glsort_order_run(offline, &args), GLSORT_ERROR_STATE,
               glsort_plan_last_error(offline),
               "glsort_order_run: an offline plan cannot run");
        glsort_plan_destroy(online);
        glsort_plan_destroy(offline);
    }
    expect_no_trouble();
}

static void an_offline_order_is_refused_in_a_sentence(void** state)
{
    glsort_limits limits;
    char message[256] = "";
    glsort_plan* order = (glsort_plan*)message;
    glsort_order_desc desc = {.max_count = 9, .max_views = 99};
    glsort_context_limits(context, &limits);
    expect(offline_order(NULL, &desc, message, sizeof message, &order),
           GLSORT_ERROR_ARGUMENT, message,
           "glsort_context_create_offline: limits is NULL");
    assert_null(order);
    expect(offline_order(&limits, &desc, message, sizeof message, &order),
           GLSORT_ERROR_RANGE, message,
           "glsort_order_create: max_views is 99; it must be 1 to 8");
    assert_null(order);
    desc.max_views = 0;
    desc.max_count = UINT32_MAX;
    assert_int_equal(offline_order(&limits, &desc, message, sizeof message, &order),
                     GLSORT_ERROR_LIMIT);
    limits.storage_alignment = 3;
    desc.max_count = 9;
    assert_int_equal(offline_order(&limits, &desc, message, sizeof message, &order),
                     GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "limits.storage_alignment"));
    expect_no_trouble();
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_any_size_end_as_one_run_does),
        cmocka_unit_test(a_run_ended_early_spoils_no_later_run),
        cmocka_unit_test(a_run_ended_early_leaves_no_rejected_elements_behind),
        cmocka_unit_test(a_run_right_after_one_that_ended_early_counts_anew),
        cmocka_unit_test(an_order_with_an_open_run_refuses_another),
        cmocka_unit_test(every_pass_of_an_order_has_a_time),
        cmocka_unit_test(an_offline_order_has_the_passes_of_one_on_the_device),
        cmocka_unit_test(an_offline_order_is_refused_in_a_sentence),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .limits = {.uniform_alignment = 256, .storage_alignment = 256},
        .apis = GL_API_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
