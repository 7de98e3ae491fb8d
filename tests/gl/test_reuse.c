// SPDX-License-Identifier: MIT
// One plan used again and again: whatever earlier runs, other plans or the driver left in
// its memory, the next result is right.
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"

GL_SUITE(.apis_of_all = GL_API_ES_COMPUTE);

enum { MOST = 5003, LESS = 4200 };

static void open_sorter(struct gl_sorter* s, uint32_t form, glsort_values values,
                        bool in_place)
{
    struct gl_sorter_desc desc = {.plan = gl_forms[form].plan, .in_place = in_place};
    desc.plan.max_count = gl_form_most(&gl_forms[form], MOST);
    desc.plan.values = values;
    gl_sorter_open(s, &harness, context, &desc);
}

// A sorted result sorted again in place stays what it is, values too: that is stability.
TEST(a_result_fed_back_in_stays_as_it_is)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        open_sorter(&s, form, GLSORT_VALUES_4_BYTES, true);
        const uint32_t count = s.desc.plan.max_count - 1;
        gl_sorter_check(&s, DATA_LOW_ENTROPY, form, count);
        for (int i = 0; i < 3; ++i) {
            glsort_sort_args args = gl_sorter_args(&s, count);
            assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        }
        if (!gl_sorter_holds(&s, count))
            fail_msg("%s: %s", gl_forms[form].name, s.trouble);
        gl_sorter_close(&s);
    }
}

// The output of one run is the input of the next, back and forth, with no call between.
TEST(runs_can_be_chained_without_a_barrier_between)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        open_sorter(&s, form, GLSORT_VALUES_4_BYTES, false);
        const uint32_t most = s.desc.plan.max_count;
        gl_sorter_fill(&s, DATA_LOW_ENTROPY, form, most);
        gl_sorter_load(&s, most);
        glsort_sort_args there = gl_sorter_args(&s, most);
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
        open_sorter(&s, form, GLSORT_VALUES_INDICES, false);
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

TEST(many_plans_live_side_by_side)
{
    struct gl_sorter sorters[32];
    uint32_t opened = 0;
    assert_true(gl_form_count <= sizeof sorters / sizeof sorters[0]);
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form)
        open_sorter(&sorters[opened++], form, GLSORT_VALUES_4_BYTES, false);
    for (int turn = 0; turn < 2; ++turn) {
        for (uint32_t i = 0; i < opened; ++i) {
            gl_sorter_fill(&sorters[i], DATA_UNIFORM, i, 3000 + i);
            gl_sorter_load(&sorters[i], 3000 + i);
            glsort_sort_args args = gl_sorter_args(&sorters[i], 3000 + i);
            assert_int_equal(glsort_sort_run(sorters[i].plan, &args), GLSORT_OK);
        }
        for (uint32_t i = 0; i < opened; ++i)
            if (!gl_sorter_holds(&sorters[i], 3000 + i))
                fail_msg("plan %u: %s", i, sorters[i].trouble);
    }
    for (uint32_t i = 0; i < opened; ++i)
        gl_sorter_close(&sorters[i]);
}

// ---- shared scratch -------------------------------------------------------------------

static uint64_t shared_bytes(void)
{
    return glsort_pool_bytes(&context->shared[0].pool) +
           glsort_pool_bytes(&context->shared[1].pool);
}

// Of the scratch of a plan, what it leaves to no later run.
static uint64_t bytes_to_share(const struct gl_sorter* s)
{
    const struct pool* pool = &s->plan->core.scratch;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < pool->count; ++i)
        if (!pool->objects[i].zeroed && !pool->objects[i].cleared_after_cut)
            bytes += pool->objects[i].bytes;
    return bytes;
}

TEST(ten_plans_have_the_scratch_of_one)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter sorters[10];
        assert_int_equal(shared_bytes(), 0);
        open_sorter(&sorters[0], form, GLSORT_VALUES_4_BYTES, false);
        const uint64_t bytes = shared_bytes();
        assert_int_equal(bytes, bytes_to_share(&sorters[0]));
        const long live = mock.live[KIND_BUFFER] + mock.live[KIND_TEXTURE];
        open_sorter(&sorters[1], form, GLSORT_VALUES_4_BYTES, false);
        const long own = mock.live[KIND_BUFFER] + mock.live[KIND_TEXTURE] - live;
        for (uint32_t i = 2; i < 10; ++i)
            open_sorter(&sorters[i], form, GLSORT_VALUES_4_BYTES, false);
        assert_int_equal(shared_bytes(), bytes);
        assert_int_equal(mock.live[KIND_BUFFER] + mock.live[KIND_TEXTURE],
                         live + 9 * own);
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
        open_sorter(&large, form, GLSORT_VALUES_4_BYTES, false);
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
