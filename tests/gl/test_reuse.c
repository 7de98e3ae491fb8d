// SPDX-License-Identifier: MIT
// One plan used again and again: whatever earlier runs, other plans or the driver left in
// its memory, the next result is right.
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

// The output of one run is the input of the next, back and forth, with no call between.
TEST(runs_can_be_chained_without_a_barrier_between)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        struct gl_sorter s;
        open_sorter(&s, form, GLSORT_VALUES_4_BYTES, false);
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
        open_sorter(&sorters[0], form, GLSORT_VALUES_4_BYTES, false);
        const uint64_t bytes = shared_bytes();
        assert_true(bytes > 0);
        for (uint32_t i = 1; i < 10; ++i)
            open_sorter(&sorters[i], form, GLSORT_VALUES_4_BYTES, false);
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
