// SPDX-License-Identifier: MIT
// What changes with every run: each run has a block of its own in a ring, and the
// parameters are uploaded only if they have changed.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"
#include "handles.h"
#include "state.h"
#include "plans.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 3000, FLIGHTS = 200, BLOCK_WORDS = RUN_BLOCK_BYTES / 4 };

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

// ---- calls of a run -------------------------------------------------------------------

TEST(no_dispatch_sets_what_is_set)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_COMPUTE ||
            !gl_form_fits(&gl_forms[form], &harness))
            continue;
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[form]);
        gl_sorter_check(&s, DATA_UNIFORM, 1, gl_form_most(&gl_forms[form], 2900));
        mock.repeats = mock.repeats_since_draw = 0;
        mock.drawn = false;
        run(&s, gl_form_most(&gl_forms[form], 2900));
        if (mock.repeats > 0)
            fail_msg("%s sets %u things again", gl_forms[form].name, mock.repeats);
        gl_sorter_close(&s);
    }
}

// Of the newest context, which binds many points in one call. It keeps the caller's
// state, and the caller has bound no buffer to a point.
TEST(a_run_binds_and_asks_for_little_besides_its_passes)
{
    struct gl_harness newest;
    struct gl_mock newest_mock;
    gl_harness_open_newest(&newest, harness.api);
    gl_mock_open(&newest_mock, &newest);
    glsort_context* c = gl_mock_context(&newest_mock, 0);
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_COMPUTE ||
            !gl_form_fits(&gl_forms[form], &newest))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_forms[form].plan};
        desc.plan.max_count = gl_form_most(&gl_forms[form], MOST);
        desc.plan.values = GLSORT_VALUES_INDICES;
        gl_sorter_open(&s, &newest, c, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, 1, desc.plan.max_count);
        glsort_sort_args args = gl_sorter_args(&s, desc.plan.max_count);
        gl_mock_reset(&newest_mock);
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        const uint32_t most = harness.gles ? 3 * newest_mock.dispatch_calls + 27
                                           : 2 * newest_mock.dispatch_calls + 4;
        if (newest_mock.bind_calls > most ||
            newest_mock.get_calls > (harness.gles ? 30 : 27))
            fail_msg("%s: %u dispatches, %u binds, %u queries", gl_forms[form].name,
                     newest_mock.dispatch_calls, newest_mock.bind_calls,
                     newest_mock.get_calls);
        gl_sorter_close(&s);
    }
    glsort_context_destroy(c);
    gl_mock_close(&newest_mock);
    gl_harness_close(&newest);
    assert_true(offscreen_make_current(harness.offscreen));
    gl_mock_use(&mock);
}

// The parameters of a tree's levels depend on the count.
TEST(other_parameters_are_uploaded_with_another_count)
{
    static const char* const names[] = {"tree", "tree-fragment", "tree-stages-fragment",
                                        "tree-stages-copy-fragment", NULL};
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(&gl_forms[form], &harness) ||
            !gl_form_among(&gl_forms[form], names))
            continue;
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[form]);
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        run(&s, 100);
        assert_int_equal(mock.sub_data_calls, 2);
        gl_sorter_check(&s, DATA_UNIFORM, 1, 100);
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        gl_sorter_close(&s);
    }
}

// Each upload goes to another region than the runs before it, which the GPU may still
// have to read, and than that of peeks.
TEST(other_parameters_go_to_another_region)
{
    struct gl_sorter s;
    uint32_t at[3 * UNIFORM_REGIONS];
    open_sorter(&s, gl_form_named("tree-fragment"));
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    for (uint32_t i = 0; i < 3 * UNIFORM_REGIONS; ++i) {
        run(&s, 100 + 200 * (i % 7));
        at[i] = s.plan->executor.region_at;
        assert_true(at[i] != s.plan->resources.peek_at);
        for (uint32_t k = 1; k < UNIFORM_REGIONS && k <= i; ++k)
            assert_true(at[i] != at[i - k]);
    }
    gl_sorter_close(&s);
}

// Writes must not wait for runs that the GPU has not finished, so a block is not written
// again before all others were.
TEST(a_run_takes_the_next_block_and_keeps_it)
{
    struct gl_sorter s;
    GLintptr at[RUN_BLOCKS];
    open_sorter(&s, gl_form_named("abisort-partition-fragment"));
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    for (uint32_t i = 0; i < 3 * RUN_BLOCKS; ++i) {
        run(&s, 2000 + i % 2);
        assert_int_equal(mock.count_at, mock.sub_data_at);
        if (i >= RUN_BLOCKS)
            assert_int_equal(mock.count_at, at[i % RUN_BLOCKS]);
        for (uint32_t k = 0; k < i && k < RUN_BLOCKS; ++k)
            assert_true(k == i % RUN_BLOCKS || at[k] != mock.count_at);
        at[i % RUN_BLOCKS] = mock.count_at;
    }
    // Steps keep the block of their run. Uploads and downloads need none.
    uint32_t bound = 0;
    glsort_sort_args args = gl_sorter_args(&s, 1999);
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    GLintptr own = mock.sub_data_at;
    while (glsort_plan_passes_left(s.plan) > 0) {
        mock.count_at = -1;
        assert_int_equal(glsort_plan_step(s.plan, 1), GLSORT_OK);
        assert_true(mock.count_at == own || mock.count_at == -1);
        bound += mock.count_at == own;
    }
    assert_true(bound >= s.plan->core.schedule.pass_count / 2);
    assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
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
    gl_sorter_fill(&s, DATA_UNIFORM, 7, most);
    gl_sorter_load(&s, most);
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
        if (!gl_area_check_if_any(&out[i], s.places, counts[i], form->name, s.trouble,
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

// ---- blocks of more than the count ----------------------------------------------------

// The objects of a plan whose block is larger, without an algorithm.
struct blocks {
    struct executor executor;
    struct resources resources;
    struct schedule schedule;
    struct pool pool; // empty
    struct run_block block;
    struct gl_state state;
};

static void open_blocks(struct blocks* b, uint32_t bytes)
{
    struct message message;
    *b = (struct blocks){.block.bytes = bytes};
    b->executor = (struct executor){
        .device = &context->device,
        .resources = &b->resources,
    };
    const struct resources_wanted wanted = {
        .scratch = &b->pool, .params_bytes = 16, .run_bytes = bytes};
    glsort_state_save(&b->state, &context->device, STATE_CREATION | STATE_RUN);
    assert_int_equal(
        glsort_resources_create(&b->resources, &context->device, &wanted,
                                &(const struct call){"glsort_sort_create", &message}),
        GLSORT_OK);
}

static void close_blocks(struct blocks* b)
{
    glsort_state_restore(&b->state, &context->device);
    glsort_resources_destroy(&b->resources, &context->device);
}

// The bytes that a program sees at a binding point.
static void read_bound(GLuint point, uint32_t* words, uint32_t bytes)
{
    GLint name = 0;
    GLint64 at = 0;
    GLint64 size = 0;
    harness.gl.GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, point, &name);
    harness.gl.GetInteger64i_v(GL_UNIFORM_BUFFER_START, point, &at);
    harness.gl.GetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, point, &size);
    assert_int_equal(size, bytes);
    gl_buffer_read(&harness, (GLuint)name, (size_t)at, bytes, words);
}

TEST(a_larger_block_is_bound_whole)
{
    static const uint32_t sizes[] = {32, 48, 272, RUN_BLOCK_BYTES};
    uint32_t seen[BLOCK_WORDS];
    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; ++size) {
        struct blocks b;
        open_blocks(&b, sizes[size]);
        for (uint32_t run = 0; run < 2 * RUN_BLOCKS + 3; ++run) {
            for (uint32_t i = 0; i < BLOCK_WORDS; ++i)
                b.block.words[i] = run * 5000 + i;
            gl_mock_reset(&mock);
            glsort_executor_write_run(&b.executor, &b.block);
            assert_int_equal(mock.sub_data_calls, 1);
            assert_int_equal(mock.sub_data_bytes, sizes[size]);
            glsort_executor_start(&b.executor, &b.schedule, !harness.has_compute,
                                  &b.state);
            glsort_executor_bind_ranges(&b.executor);
            read_bound(BIND_RUN, seen, sizes[size]);
            assert_memory_equal(seen, b.block.words, sizes[size]);
            read_bound(BIND_COUNT, seen, sizeof(struct count_block));
            assert_memory_equal(seen, b.block.words, sizeof(struct count_block));
        }
        close_blocks(&b);
    }
}

// Whatever the offsets are, and although the words of the block stay the same.
TEST(pieces_come_from_gpu_buffers)
{
    struct blocks b;
    uint32_t matrix[64];
    uint32_t seen[BLOCK_WORDS];
    open_blocks(&b, 272);
    GLuint buffer = gl_buffer_create(&harness, sizeof matrix, NULL);
    b.executor.slots[SLOT_VALUES_IN] = (struct slot_object){.name = buffer, .offset = 4};
    b.block.copy_count = 2;
    for (uint32_t run = 0; run < 100; ++run) {
        for (uint32_t i = 0; i < 64; ++i)
            matrix[i] = run << 8 | i;
        gl_buffer_write(&harness, buffer, 0, sizeof matrix, matrix);
        uint32_t from = run % 44;
        b.block.copies[0] = (struct run_copy){SLOT_VALUES_IN, 4 * from, 16 + 64, 64};
        b.block.copies[1] = (struct run_copy){SLOT_VALUES_IN, 0, 268, 4};
        glsort_executor_write_run(&b.executor, &b.block);
        glsort_executor_start(&b.executor, &b.schedule, !harness.has_compute, &b.state);
        glsort_executor_bind_ranges(&b.executor);
        glsort_executor_bind_ranges(&b.executor);
        read_bound(BIND_RUN, seen, 272);
        for (uint32_t i = 0; i < 272 / 4; ++i) {
            uint32_t expected = i == 67             ? matrix[1]
                                : i >= 20 && i < 36 ? matrix[1 + from + i - 20]
                                                    : 0;
            assert_int_equal(seen[i], expected);
        }
    }
    close_blocks(&b);
    harness.gl.DeleteBuffers(1, &buffer);
}

// Without copies in between the words would be taken for written.
TEST(a_block_without_copies_is_written_after_one_with)
{
    struct blocks b;
    uint32_t seen[BLOCK_WORDS];
    const uint32_t word = 77;
    open_blocks(&b, 32);
    GLuint buffer = gl_buffer_create(&harness, sizeof word, &word);
    b.executor.slots[SLOT_VALUES_IN] = (struct slot_object){.name = buffer};
    b.block.copies[0] = (struct run_copy){SLOT_VALUES_IN, 0, 16, 4};
    for (uint32_t run = 0; run < 6; ++run) {
        b.block.copy_count = run % 2;
        glsort_executor_write_run(&b.executor, &b.block);
        glsort_executor_start(&b.executor, &b.schedule, !harness.has_compute, &b.state);
        glsort_executor_bind_ranges(&b.executor);
        glsort_executor_bind_ranges(&b.executor);
        read_bound(BIND_RUN, seen, 32);
        assert_int_equal(seen[4], run % 2 == 0 ? 0 : word);
    }
    close_blocks(&b);
    harness.gl.DeleteBuffers(1, &buffer);
}

TEST(the_binding_of_a_larger_block_is_restored)
{
    struct blocks b;
    GLint before[2] = {0, 0};
    GLuint buffer = gl_buffer_create(&harness, 1024, NULL);
    harness.gl.BindBufferRange(GL_UNIFORM_BUFFER, BIND_RUN, buffer, 256, 512);
    harness.gl.BindBuffer(GL_COPY_READ_BUFFER, buffer);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    open_blocks(&b, 64);
    glsort_state_restore(&b.state, &context->device);
    glsort_state_save(&b.state, &context->device,
                      (harness.has_compute ? STATE_COMPUTE : STATE_FRAGMENT) | STATE_RUN |
                          STATE_UPLOADS | STATE_COPIES);
    b.executor.slots[SLOT_VALUES_IN] = (struct slot_object){.name = buffer};
    b.block.copies[0] = (struct run_copy){SLOT_VALUES_IN, 0, 16, 4};
    b.block.copy_count = 1;
    glsort_executor_write_run(&b.executor, &b.block);
    glsort_executor_start(&b.executor, &b.schedule, !harness.has_compute, &b.state);
    glsort_executor_bind_ranges(&b.executor);
    close_blocks(&b);
    harness.gl.GetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, BIND_RUN, &before[0]);
    assert_int_equal(before[0], buffer);
    harness.gl.GetIntegerv(GL_COPY_READ_BUFFER_BINDING, &before[0]);
    harness.gl.GetIntegerv(GL_COPY_WRITE_BUFFER_BINDING, &before[1]);
    assert_int_equal(before[0], buffer);
    assert_int_equal(before[1], buffer);
    harness.gl.DeleteBuffers(1, &buffer);
}

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
