// SPDX-License-Identifier: MIT
// What changes with every run: each run has a block of its own in a ring, and the
// parameters are uploaded only if they have changed.
#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"
#include "handles.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 3000, FLIGHTS = 200 };

static void open_sorter(struct gl_sorter* s, const struct gl_form* form)
{
    struct gl_sorter_desc desc = {.plan = form->plan};
    desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.values = GLSORT_VALUES_INDICES;
    gl_sorter_open(s, &harness, context, &desc);
}

static void run(struct gl_sorter* s, uint32_t count)
{
    glsort_sort_args args = gl_sorter_args(s, count);
    gl_mock_reset(&mock);
    assert_int_equal(glsort_sort_run(s->plan, &args), GLSORT_OK);
}

// Between powers of two the passes differ in their number of work groups alone.
TEST(a_run_of_another_count_writes_its_block_alone)
{
    static const char* const names[] = {"abisort-fused",  "abisort-partition",
                                        "rank",           "abisort-fused-fragment",
                                        "bitonic-blocks", NULL};
    uint32_t seen = 0;
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(&gl_forms[form], &harness) ||
            !gl_form_among(&gl_forms[form], names))
            continue;
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[form]);
        gl_sorter_check(&s, DATA_UNIFORM, 1, 2900);
        for (uint32_t count = 2899; count > 2890; --count) {
            run(&s, count);
            assert_int_equal(mock.sub_data_calls, 1);
            assert_int_equal(mock.sub_data_bytes, sizeof(struct count_block));
        }
        run(&s, 2891); // as before: nothing to write
        assert_int_equal(mock.sub_data_calls, 0);
        glsort_plan_info info;
        assert_int_equal(glsort_plan_describe(s.plan, 17, 0, &info), GLSORT_OK);
        run(&s, 2891);
        assert_int_equal(mock.sub_data_calls, 0);
        gl_sorter_check(&s, DATA_UNIFORM, 2, 2891);
        gl_sorter_close(&s);
        ++seen;
    }
    assert_int_equal(seen, harness.has_compute ? 5 : 1);
}

// Writes must not wait for runs that the GPU has not finished, so a block is not written
// again before all others were.
TEST(a_run_takes_the_next_block)
{
    struct gl_sorter s;
    GLintptr at[RUN_BLOCKS];
    open_sorter(&s, gl_form_named("abisort-partition-fragment"));
    gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
    for (uint32_t i = 0; i < 3 * RUN_BLOCKS; ++i) {
        run(&s, 2000 + i % 2);
        for (uint32_t k = 0; k < i && k < RUN_BLOCKS; ++k)
            assert_int_equal(at[k] == mock.count_at, k == i % RUN_BLOCKS);
        at[i % RUN_BLOCKS] = mock.count_at;
    }
    gl_sorter_close(&s);
}

// Nothing waits between the runs, which are more than the ring has blocks.
static void fly(const struct gl_form* form)
{
    struct gl_sorter s;
    struct gl_area out[FLIGHTS];
    uint32_t counts[FLIGHTS];
    open_sorter(&s, form);
    uint32_t most = s.desc.plan.max_count < 300 ? s.desc.plan.max_count : 300;
    gl_sorter_ready(&s, DATA_UNIFORM, 7, most);
    for (uint32_t i = 0; i < FLIGHTS; ++i)
        gl_area_create(&out[i], &harness, 0, 1, most);
    for (uint32_t i = 0; i < FLIGHTS; ++i) {
        counts[i] = 1 + i * 37 % most;
        glsort_sort_args args = gl_sorter_args(&s, counts[i]);
        args.values_out = gl_area_resource(&out[i]);
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    }
    for (uint32_t i = 0; i < FLIGHTS; ++i) {
        host_argsort(&s.desc.plan, s.keys, counts[i], s.places);
        if (!gl_area_check(&out[i], s.places, counts[i], form->name, s.trouble,
                           sizeof s.trouble))
            fail_msg("run %u of %u elements: %s", i, counts[i], s.trouble);
        gl_area_destroy(&out[i]);
    }
    gl_sorter_close(&s);
}

TEST(two_hundred_runs_in_flight_keep_their_counts)
{
    static const char* const names[] = {
        "abisort-partition",       "rank", "radix-chain",
        "bitonic-blocks",          "tree", "abisort-partition-fragment",
        "bitonic-packed-fragment", NULL};
    for (uint32_t form = 0; form < gl_form_count; ++form)
        if (gl_form_fits(&gl_forms[form], &harness) &&
            gl_form_among(&gl_forms[form], names))
            fly(&gl_forms[form]);
}

// ---- uploads --------------------------------------------------------------------------

// A run in steps that ends early, so that the next one writes the scratch that must be
// clear, and warming up, which fills buffers that stand in for the caller's.
static void upload_all(const struct gl_form* form, glsort_count_source source)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = form->plan, .leads = {1, 2, 3, 4, 5}};
    desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.count_source = source;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_require(&s, glsort_plan_warm(s.plan));
    gl_sorter_begin(&s, DATA_UNIFORM, 1, 1000);
    gl_sorter_require(&s, glsort_plan_step(s.plan, 1));
    gl_sorter_require(&s, glsort_plan_end(s.plan));
    gl_sorter_check(&s, DATA_UNIFORM, 2, 900);
    gl_sorter_close(&s);
}

TEST(all_uploads_to_buffers_of_glsort_have_one_target)
{
    static const char* const names[] = {"abisort-partition",
                                        "tree",
                                        "rank",
                                        "radix-tiles",
                                        "radix-chain",
                                        "abisort-partition-fragment",
                                        "tree-fragment",
                                        "tree-stages-fragment",
                                        NULL};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(&gl_forms[form], &harness) ||
            (!gl_test_all() && !gl_form_among(&gl_forms[form], names)))
            continue;
        upload_all(&gl_forms[form], GLSORT_COUNT_FROM_ARGS);
        if (gl_form_counts_on_gpu(&gl_forms[form]))
            upload_all(&gl_forms[form], GLSORT_COUNT_FROM_BUFFER);
    }
    assert_int_equal(mock.upload_target, GL_UNIFORM_BUFFER);
    assert_string_equal(mock.trouble, "");
}
