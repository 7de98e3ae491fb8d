// SPDX-License-Identifier: MIT
// A plan used again and again, whole or in steps: in pieces of any size a sort ends as
// one run does, and whatever earlier runs, other plans or the driver left in its memory,
// the next result is right. What a peek between any two passes shows of every form is
// the matrix's.
#include <string.h>

#include "browser.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"

GL_SUITE(.limits = {.uniform_alignment = 256, .storage_alignment = 256},
         .apis_of_all = GL_API_ES_COMPUTE);

enum { MOST = 5000, LESS = 4200, MOST_PASSES = 800 };

static void open_sorter(struct gl_sorter* s, const struct gl_form* form,
                        glsort_values values, bool in_place)
{
    struct gl_sorter_desc desc = {
        .plan = form->plan, .in_place = in_place, .room = MOST, .leads = {1, 2, 5, 6, 0}};
    if (desc.plan.max_count == 0)
        desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.values = values;
    desc.plan.key = GLSORT_KEY_F32;
    desc.plan.direction = GLSORT_DESCENDING;
    gl_sorter_open(s, &harness, context, &desc);
}

// ---- steps ----------------------------------------------------------------------------

static void sort_in_steps(struct gl_sorter* s, uint32_t passes, uint32_t count)
{
    glsort_plan_info info;
    gl_sorter_require(s, glsort_plan_describe(s->plan, count, 0, &info));
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
    gl_sorter_begin(s, DATA_UNIFORM, passes + count, count);
    // In place some sorts of few elements copy first.
    uint32_t left = glsort_plan_passes_left(s->plan);
    assert_in_range(left, info.pass_count, info.pass_count + 1);
    while (left > 0) {
        gl_sorter_require(s, glsort_plan_step(s->plan, passes));
        left -= passes < left ? passes : left;
        assert_int_equal(glsort_plan_passes_left(s->plan), left);
    }
    gl_sorter_require(s, glsort_plan_step(s->plan, 0));
    gl_sorter_require(s, glsort_plan_end(s->plan));
    if (!gl_sorter_holds(s, count))
        gl_sorter_fail(s, "%u keys in steps of %u passes: %s", count, passes, s->trouble);
}

TEST(steps_of_any_size_end_as_one_run_does)
{
    static const uint32_t counts[] = {0, 1, 33, 1025, 4097};
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_4_BYTES, i % 2 == 1);
        for (uint32_t at = 0; at < 5; ++at)
            for (uint32_t passes = 1; passes < 20; passes += 2)
                if (counts[at] < 4000 || passes == 1 || passes == 7)
                    sort_in_steps(&s, passes, gl_form_most(&gl_forms[i], counts[at]));
        gl_sorter_close(&s);
    }
}

TEST(a_run_ended_early_spoils_no_later_run)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        uint32_t most = gl_form_most(&gl_forms[i], MOST);
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_4_BYTES, false);
        for (uint32_t passes = 0; passes < 7; ++passes) {
            gl_sorter_begin(&s, DATA_UNIFORM, passes, most);
            gl_sorter_require(&s, glsort_plan_step(s.plan, passes));
            gl_sorter_require(&s, glsort_plan_end(s.plan));
            gl_sorter_check(&s, DATA_UNIFORM, passes, 1500 + passes);
        }
        gl_sorter_close(&s);
    }
}

// ---- peeks ----------------------------------------------------------------------------

// The merges of abisort write the texture if there is more than one run of 4096.
TEST(a_peek_at_a_pair_texture_is_a_permutation)
{
    static const uint32_t counts[] = {257, 2999, MOST};
    for (uint32_t i = 0; i < 2 * gl_texture_form_count && harness.has_compute; ++i) {
        const struct gl_form* form = &gl_texture_forms[i / 2];
        struct gl_sorter s;
        struct gl_view v;
        open_sorter(&s, form, i % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES,
                    i % 2 != 0);
        gl_view_open(&v, &s);
        for (uint32_t at = 0; at < 3; ++at)
            gl_sorter_watch(&s, &v, DATA_UNIFORM, counts[at]);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

TEST(a_peek_writes_only_what_is_asked_for)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_INDICES, false);
        gl_sorter_begin(&s, DATA_UNIFORM, i, 2500);
        gl_sorter_require(&s, glsort_plan_step(s.plan, 2));
        for (uint32_t which = 0; which < 3; ++which) {
            struct gl_view v;
            gl_view_open(&v, &s);
            gl_view_peek(&v, &s, which == 1, which == 2, 2500);
            gl_view_close(&v);
        }
        gl_sorter_finish(&s, 2500);
        gl_sorter_close(&s);
    }
}

// ---- timings --------------------------------------------------------------------------

static glsort_result poll_timings(glsort_plan* plan, uint64_t* pass_ns,
                                  uint32_t* pass_count)
{
    uint32_t room = *pass_count;
    glsort_result result = GLSORT_NOT_READY;
    for (int i = 0; i < 1000 && result == GLSORT_NOT_READY; ++i) {
        *pass_count = room;
        harness.gl.Finish();
        result = glsort_plan_timings(plan, pass_ns, pass_count);
    }
    return result;
}

// A loop that polls until the times are there must end, also after a run of no passes.
TEST(timings_come_by_polling_and_none_are_lost)
{
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    struct gl_sorter s;
    glsort_plan_info info;
    if (IS_BROWSER) // there the results of queries come between two frames
        skip();
    const struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST,
                 .flags = GLSORT_PLAN_TIMINGS,
                 .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX}}};
    gl_sorter_open(&s, &harness, context, &desc);
    assert_int_equal(glsort_plan_timings(s.plan, ns, &count), GLSORT_NOT_READY);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 3000);
    // While these wait to be read, another run records none.
    gl_sorter_check(&s, DATA_UNIFORM, 2, 100);
    gl_sorter_require(&s, glsort_plan_describe(s.plan, 3000, 0, &info));
    assert_true(info.pass_count > 1);
    count = 1;
    ns[1] = 4711;
    assert_int_equal(poll_timings(s.plan, ns, &count), GLSORT_ERROR_RANGE);
    assert_int_equal(count, info.pass_count);
    assert_int_equal(ns[1], 4711); // there was room for one
    count = MOST_PASSES;
    assert_int_equal(poll_timings(s.plan, ns, &count), GLSORT_OK);
    assert_int_equal(count, info.pass_count);
    for (uint32_t at = 0; at < count; ++at)
        assert_in_range(ns[at], 0, 10000000000ull);
    gl_sorter_check(&s, DATA_UNIFORM, 3, 0);
    assert_int_equal(poll_timings(s.plan, ns, &count), GLSORT_OK);
    assert_int_equal(count, 0);
    gl_sorter_close(&s);
}

// ---- run after run --------------------------------------------------------------------

// The output of one run is the input of the next, back and forth, with no call between.
TEST(runs_can_be_chained_without_a_barrier_between)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[form], GLSORT_VALUES_4_BYTES, false);
        const uint32_t most = s.desc.plan.max_count;
        glsort_sort_args there = gl_sorter_ready(&s, DATA_LOW_ENTROPY, form, most);
        glsort_sort_args back = there;
        back.keys_in = there.keys_out;
        back.keys_out = there.keys_in;
        back.values_in = there.values_out;
        back.values_out = there.values_in;
        assert_int_equal(glsort_sort_run(s.plan, &there), GLSORT_OK);
        assert_int_equal(glsort_sort_run(s.plan, &back), GLSORT_OK);
        assert_int_equal(glsort_sort_run(s.plan, &there), GLSORT_OK);
        // The inputs were sorted by the second run.
        memcpy(s.keys, s.sorted_keys, most * sizeof *s.keys);
        memcpy(s.values, s.sorted_values, most * sizeof *s.values);
        if (!gl_sorter_holds(&s, most))
            fail_msg("%s: %s", gl_forms[form].name, s.trouble);
        gl_sorter_close(&s);
    }
}

// Offsets and counts that change from run to run patch the parameters anew.
TEST(one_plan_serves_many_buffers_and_offsets)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[form], GLSORT_VALUES_INDICES, false);
        for (uint32_t i = 0; i < 7; ++i) {
            struct gl_area out;
            struct gl_area kept = s.keys_out;
            gl_area_create(&out, &harness, 0, i * 13, MOST);
            s.keys_out = out;
            gl_sorter_check(&s, DATA_UNIFORM, i, 4000 - i);
            gl_sorter_check(&s, DATA_UNIFORM, i + 9, 4000 - i);
            s.keys_out = kept;
            gl_sorter_check(&s, DATA_UNIFORM, i + 20, 4000 - i);
            gl_area_destroy(&out);
        }
        gl_sorter_close(&s);
    }
}

// ---- shared scratch -------------------------------------------------------------------

static uint64_t shared_bytes(void)
{
    return glsort_pool_bytes(&context->shared[0].pool) +
           glsort_pool_bytes(&context->shared[1].pool);
}

TEST(ten_plans_have_the_scratch_of_one)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter sorters[10];
        assert_int_equal(shared_bytes(), 0);
        open_sorter(&sorters[0], &gl_forms[form], GLSORT_VALUES_4_BYTES, false);
        const uint64_t bytes = shared_bytes();
        assert_true(bytes > 0);
        for (uint32_t i = 1; i < 10; ++i)
            open_sorter(&sorters[i], &gl_forms[form], GLSORT_VALUES_4_BYTES, false);
        assert_int_equal(shared_bytes(), bytes);
        for (uint32_t i = 0; i < 10; ++i)
            gl_sorter_close(&sorters[i]);
    }
}

// Larger plans enlarge the buffers of the others, whether they come or go.
TEST(plans_of_other_sizes_share_and_sort)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter small, large;
        struct gl_sorter_desc desc = {.plan = gl_forms[form].plan};
        desc.plan.max_count = gl_form_most(&gl_forms[form], LESS);
        gl_sorter_open(&small, &harness, context, &desc);
        gl_sorter_check(&small, DATA_UNIFORM, 1, 300);
        open_sorter(&large, &gl_forms[form], GLSORT_VALUES_4_BYTES, false);
        gl_sorter_check(&small, DATA_UNIFORM, 2, 300);
        gl_sorter_check(&large, DATA_UNIFORM, 3, large.desc.plan.max_count);
        gl_sorter_check(&small, DATA_UNIFORM, 4, 299);
        gl_sorter_close(&large);
        gl_sorter_check(&small, DATA_UNIFORM, 5, 298);
        gl_sorter_close(&small);
    }
}

TEST(without_memory_to_grow_the_others_still_sort)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        bool failed = true;
        struct gl_sorter_desc desc = {.plan = gl_forms[form].plan};
        const enum gl_fault fault = desc.plan.backend == GLSORT_BACKEND_FRAGMENT
                                        ? FAULT_TEX_IMAGE
                                        : FAULT_BUFFER_DATA;
        desc.plan.max_count = gl_form_most(&gl_forms[form], LESS);
        gl_sorter_open(&s, &harness, context, &desc);
        desc.plan.max_count = gl_form_most(&gl_forms[form], MOST);
        for (uint32_t at = 1; failed; ++at) {
            glsort_plan* plan = NULL;
            gl_mock_fail(&mock, fault, at);
            glsort_result result = glsort_sort_create(context, &desc.plan, &plan);
            failed = mock.fault_seen >= at;
            gl_mock_fail(&mock, FAULT_NONE, 0);
            glsort_plan_destroy(plan);
            assert_int_equal(result, failed ? GLSORT_ERROR_DEVICE_MEMORY : GLSORT_OK);
            gl_take_error(&harness);
            gl_sorter_check(&s, DATA_UNIFORM, at, 300);
        }
        gl_sorter_close(&s);
    }
}
