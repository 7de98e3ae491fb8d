// SPDX-License-Identifier: MIT
// A plan of any kind is a plan: what exists once serves all of them, and each kind is run
// only by the function of its name.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>

#include "gl_dump.h"
#include "gl_suite.h"
#include "handles.h"
#include "host_meter.h"
#include "plans.h"

GL_SUITE(.apis = GL_API_ALL);

enum { COUNT = 1000, BUFFER_BYTES = 1 << 20, BUFFERS = 8, PLENTY = 200 };

static GLuint buffers[BUFFERS];

// A kind: its creation with some flags, and its run with arguments, or with none.
struct kind {
    const char* noun;
    const char* run_name;
    glsort_result (*create)(glsort_context* c, uint32_t flags, glsort_plan** plan);
    glsort_result (*run)(glsort_plan* plan, bool args);
    uint32_t count, parts; // of the run, as glsort_plan_describe() takes them
};

static glsort_result make_sort(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_sort_desc d = {
        .max_count = COUNT, .values = GLSORT_VALUES_4_BYTES, .flags = flags};
    return glsort_sort_create(c, &d, plan);
}

static glsort_result run_sort(glsort_plan* plan, bool args)
{
    const glsort_sort_args a = {.count = COUNT,
                                .keys_in = {.name = buffers[0]},
                                .keys_out = {.name = buffers[1]},
                                .values_in = {.name = buffers[2]},
                                .values_out = {.name = buffers[3]}};
    return glsort_sort_run(plan, args ? &a : NULL);
}

static glsort_result make_order(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_order_desc d = {.max_count = COUNT,
                                 .max_views = 2,
                                 .tuning = tuning_named(GLSORT_ALGORITHM_ABISORT),
                                 .primitive = {.vertices = 3},
                                 .max_vertices = COUNT,
                                 .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1},
                                 .flags = flags | GLSORT_ORDER_WRITES_VISIBLE};
    return glsort_order_create(c, &d, plan);
}

static glsort_result run_order(glsort_plan* plan, bool args)
{
    const glsort_order_args a = {.count = COUNT,
                                 .positions = {.name = buffers[0]},
                                 .dead = {.name = buffers[2]},
                                 .vertex_count = COUNT,
                                 .views = {{.axis = {0, 0, 1}}},
                                 .order_out = {.name = buffers[1]},
                                 .visible_out = {.name = buffers[3]}};
    return glsort_order_run(plan, args ? &a : NULL);
}

static glsort_result make_segments(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_segments_desc d = {
        .max_count = COUNT, .max_segments = 50, .flags = flags};
    return glsort_segments_create(c, &d, plan);
}

static glsort_result run_segments(glsort_plan* plan, bool args)
{
    const glsort_segments_args a = {.count = COUNT,
                                    .segment_count = 3,
                                    .offsets_in = {.name = buffers[2]},
                                    .keys_in = {.name = buffers[0]},
                                    .keys_out = {.name = buffers[1]}};
    return glsort_segments_run(plan, args ? &a : NULL);
}

static glsort_result make_lists(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_lists_desc d = {.max_lists = 60, .max_nodes = COUNT, .flags = flags};
    return glsort_lists_create(c, &d, plan);
}

static glsort_result run_lists(glsort_plan* plan, bool args)
{
    const glsort_lists_args a = {.list_count = 60,
                                 .node_count = COUNT,
                                 .heads_in = {.name = buffers[0]},
                                 .next_in = {.name = buffers[1]},
                                 .keys_in = {.name = buffers[2]},
                                 .offsets_out = {.name = buffers[3]},
                                 .keys_out = {.name = buffers[4]},
                                 .nodes_out = {.name = buffers[5]}};
    return glsort_lists_run(plan, args ? &a : NULL);
}

static glsort_result make_gather(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_gather_desc d = {
        .max_count = COUNT, .stream_count = 1, .streams = {{12, 0}}, .flags = flags};
    return glsort_gather_create(c, &d, plan);
}

static glsort_result run_gather(glsort_plan* plan, bool args)
{
    const glsort_gather_args a = {.count = COUNT,
                                  .order_in = {.name = buffers[0]},
                                  .record_count = COUNT,
                                  .in = {{.name = buffers[1]}},
                                  .out = {{.name = buffers[2]}}};
    return glsort_gather_run(plan, args ? &a : NULL);
}

static glsort_result make_scan(glsort_context* c, uint32_t flags, glsort_plan** plan)
{
    const glsort_scan_desc d = {.max_count = COUNT, .flags = flags};
    return glsort_scan_create(c, &d, plan);
}

static glsort_result run_scan(glsort_plan* plan, bool args)
{
    const glsort_scan_args a = {.count = COUNT,
                                .words_in = {.name = buffers[0]},
                                .sums_out = {.name = buffers[1]}};
    return glsort_scan_run(plan, args ? &a : NULL);
}

static const struct kind kinds[] = {
    {"sort", "glsort_sort_run", make_sort, run_sort, COUNT, 0},
    {"order", "glsort_order_run", make_order, run_order, COUNT, 1},
    {"segmented sort", "glsort_segments_run", make_segments, run_segments, COUNT, 3},
    {"plan of lists", "glsort_lists_run", make_lists, run_lists, 60, 0},
    {"gather", "glsort_gather_run", make_gather, run_gather, COUNT, 0},
    {"scan", "glsort_scan_run", make_scan, run_scan, COUNT, 0},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

// Without compute shaders the last three do not exist.
static uint32_t kind_count(void)
{
    return harness.has_compute ? KINDS : 3;
}

static void ok(glsort_result result, const char* what)
{
    if (result != GLSORT_OK)
        fail_msg("%s: %s: %s", what, glsort_result_name(result),
                 glsort_last_error(context));
}

static void expect_no_trouble(void)
{
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void open_buffers(void)
{
    for (int i = 0; i < BUFFERS; ++i) {
        static const uint32_t zeros[BUFFER_BYTES / 4];
        buffers[i] = gl_buffer_create(&harness, BUFFER_BYTES, zeros);
    }
}

static void close_buffers(void)
{
    harness.gl.DeleteBuffers(BUFFERS, buffers);
    expect_no_trouble();
}

// ---- tests ----------------------------------------------------------------------------

static void expect_refused(const glsort_context* c, const struct kind* of,
                           const struct kind* by, glsort_result result)
{
    char words[256];
    snprintf(words, sizeof words, "%s: this plan is a %s, which %s() runs", by->run_name,
             of->noun, of->run_name);
    assert_int_equal(result, GLSORT_ERROR_ARGUMENT);
    assert_string_equal(glsort_last_error(c), words);
}

static void refuse_all_pairs(glsort_context* c)
{
    for (uint32_t of = 0; of < kind_count(); ++of) {
        glsort_plan* plan;
        assert_int_equal(kinds[of].create(c, 0, &plan), GLSORT_OK);
        for (uint32_t by = 0; by < kind_count(); ++by)
            if (by != of) {
                expect_refused(c, &kinds[of], &kinds[by], kinds[by].run(plan, true));
                expect_refused(c, &kinds[of], &kinds[by], kinds[by].run(plan, false));
            }
        assert_int_equal(kinds[of].run(plan, true), GLSORT_OK);
        glsort_plan_destroy(plan);
    }
}

TEST(a_run_refuses_a_plan_of_every_other_kind)
{
    open_buffers();
    refuse_all_pairs(context);
    close_buffers();
}

TEST(so_it_does_where_state_is_clobbered)
{
    open_buffers();
    glsort_context* other = gl_harness_context(&harness, GLSORT_CONTEXT_CLOBBERS_STATE);
    refuse_all_pairs(other);
    glsort_context_destroy(other);
    close_buffers();
}

TEST(every_kind_refuses_nothing_as_arguments)
{
    for (uint32_t i = 0; i < kind_count(); ++i) {
        char words[64];
        glsort_plan* plan;
        snprintf(words, sizeof words, "%s: args is NULL", kinds[i].run_name);
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        assert_int_equal(kinds[i].run(plan, false), GLSORT_ERROR_ARGUMENT);
        assert_string_equal(glsort_plan_last_error(plan), words);
        assert_int_equal(kinds[i].run(NULL, true), GLSORT_ERROR_ARGUMENT);
        glsort_plan_destroy(plan);
        assert_int_equal(kinds[i].create(context, 1u << 30, &plan),
                         GLSORT_ERROR_ARGUMENT);
        assert_null(plan);
    }
    expect_no_trouble();
}

static glsort_result poll_all(glsort_plan* plan)
{
    glsort_result result = GLSORT_NOT_READY;
    for (uint32_t i = 0; i < PLENTY && result == GLSORT_NOT_READY; ++i)
        result = glsort_plan_poll(plan);
    return result;
}

// A creation with these flags, and its polls.
static glsort_result create_whole(const struct kind* kind, glsort_context* c,
                                  uint32_t flags, glsort_plan** plan)
{
    const glsort_result result = kind->create(c, flags, plan);
    return *plan != NULL ? poll_all(*plan) : result;
}

static void expect_state_error(const glsort_plan* plan, glsort_result result,
                               const char* call, const char* reason)
{
    char words[256];
    snprintf(words, sizeof words, "%s: %s", call, reason);
    assert_int_equal(result, GLSORT_ERROR_STATE);
    assert_string_equal(glsort_plan_last_error(plan), words);
}

static void refuse_unfinished(const struct kind* kind, glsort_plan* plan)
{
    static const char unfinished[] =
        "the creation in steps is not finished: poll until it is, or finish it";
    glsort_pass_info pass;
    uint64_t ns[1];
    uint32_t count = 1;
    expect_state_error(plan, kind->run(plan, true), kind->run_name, unfinished);
    expect_state_error(plan, glsort_plan_hold(plan), "glsort_plan_hold", unfinished);
    expect_state_error(plan, glsort_plan_describe(plan, 1, 0, NULL),
                       "glsort_plan_describe", unfinished);
    expect_state_error(plan, glsort_plan_pass(plan, 0, &pass), "glsort_plan_pass",
                       unfinished);
    expect_state_error(plan, glsort_plan_timings(plan, ns, &count), "glsort_plan_timings",
                       unfinished);
    expect_state_error(plan, glsort_plan_warm(plan), "glsort_plan_warm", unfinished);
    expect_state_error(plan, glsort_plan_step(plan, 1), "glsort_plan_step",
                       "no run of this plan is open");
    assert_int_equal(glsort_plan_passes_left(plan), 0);
}

// By a driver that takes its time, whose programs no run asks for.
TEST(every_kind_is_created_in_steps_and_warmed_up)
{
    open_buffers();
    for (uint32_t i = 0; i < 2 * kind_count(); ++i) {
        const struct kind* kind = &kinds[i / 2];
        const uint32_t flags = i % 2 == 0 ? GLSORT_PLAN_CREATE_IN_STEPS : 0;
        glsort_context* c = gl_mock_context(&mock, 0);
        glsort_plan* plan;
        mock.completion_delay = c->device.parallel_compile ? 4 : 0;
        ok(kind->create(c, flags, &plan), kind->noun);
        if (flags != 0) {
            refuse_unfinished(kind, plan);
            ok(poll_all(plan), kind->noun);
        }
        ok(glsort_plan_warm(plan), kind->noun);
        mock.compiler_calls = 0;
        ok(kind->run(plan, true), kind->noun);
        if (mock.compiler_calls != 0)
            fail_msg("%s: %u calls for the compiler in a run", kind->noun,
                     mock.compiler_calls);
        mock.completion_delay = 0;
        glsort_plan_destroy(plan);
        glsort_context_destroy(c);
    }
    close_buffers();
}

TEST(every_kind_runs_in_steps_and_is_described)
{
    static const char open[] = "a run of this plan is open; end it first";
    open_buffers();
    for (uint32_t i = 0; i < kind_count(); ++i) {
        glsort_plan* plan;
        glsort_plan_info info;
        glsort_pass_info pass;
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        ok(glsort_plan_describe(plan, 1, 0, &info), kinds[i].noun);
        assert_int_equal(glsort_plan_describe(plan, COUNT + 1, 0, &info),
                         GLSORT_ERROR_RANGE);
        ok(glsort_plan_hold(plan), kinds[i].noun);
        assert_int_equal(glsort_plan_passes_left(plan), 0);
        ok(kinds[i].run(plan, true), kinds[i].noun);
        uint32_t passes = glsort_plan_passes_left(plan);
        assert_true(passes > 0);
        ok(glsort_plan_pass(plan, passes - 1, &pass), kinds[i].noun);
        expect_state_error(plan, kinds[i].run(plan, true), kinds[i].run_name, open);
        expect_state_error(plan, glsort_plan_warm(plan), "glsort_plan_warm", open);
        assert_int_equal(glsort_plan_hold(plan), GLSORT_ERROR_STATE);
        assert_int_equal(glsort_plan_describe(plan, 1, 0, &info), GLSORT_ERROR_STATE);
        ok(glsort_plan_step(plan, 1), kinds[i].noun);
        assert_int_equal(glsort_plan_passes_left(plan), passes - 1);
        ok(glsort_plan_step(plan, passes), kinds[i].noun);
        ok(glsort_plan_end(plan), kinds[i].noun);
        ok(kinds[i].run(plan, true), kinds[i].noun); // not held any more
        assert_int_equal(glsort_plan_passes_left(plan), 0);
        glsort_plan_destroy(plan);
    }
    close_buffers();
}

// Also where nothing is asked for, so that a program learns it before it has outputs.
TEST(kinds_without_peeks_are_never_ready_for_one)
{
    const glsort_peek_args nothing = {.consumers = 0};
    uint32_t without = 0;
    open_buffers();
    for (uint32_t i = 0; i < kind_count(); ++i) {
        glsort_plan* plan;
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        ok(glsort_plan_hold(plan), kinds[i].noun);
        ok(kinds[i].run(plan, true), kinds[i].noun);
        const glsort_result result = glsort_plan_peek(plan, &nothing);
        assert_true(result == GLSORT_OK || result == GLSORT_NOT_READY);
        without += result == GLSORT_NOT_READY;
        glsort_plan_destroy(plan);
    }
    assert_int_equal(without, kind_count() - 1); // all but sorts
    close_buffers();
}

TEST(a_run_that_fails_ends_the_hold)
{
    open_buffers();
    for (uint32_t i = 0; i < kind_count(); ++i) {
        glsort_plan* plan;
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        ok(glsort_plan_hold(plan), kinds[i].noun);
        assert_int_equal(kinds[i].run(plan, false), GLSORT_ERROR_ARGUMENT);
        ok(kinds[i].run(plan, true), kinds[i].noun);
        assert_int_equal(glsort_plan_passes_left(plan), 0);
        glsort_plan_destroy(plan);
    }
    close_buffers();
}

// The passes, their labels and barriers, and the memory are those on the device.
static void expect_alike(glsort_plan* a, glsort_plan* b, uint32_t count, uint32_t parts)
{
    glsort_plan_info on_device, offline;
    glsort_pass_info p, q;
    assert_int_equal(glsort_plan_describe(a, count, parts, &on_device), GLSORT_OK);
    assert_int_equal(glsort_plan_describe(b, count, parts, &offline), GLSORT_OK);
    assert_int_equal(on_device.pass_count, offline.pass_count);
    assert_int_equal(on_device.scratch_bytes, offline.scratch_bytes);
    assert_true(offline.pass_count > 0);
    for (uint32_t i = 0; i < offline.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(a, i, &p), GLSORT_OK);
        assert_int_equal(glsort_plan_pass(b, i, &q), GLSORT_OK);
        assert_string_equal(p.label, q.label);
        assert_int_equal(p.barriers, q.barriers);
    }
}

TEST(every_kind_can_be_offline)
{
    static const char offline[] = "an offline plan cannot run";
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t i = 0; i < kind_count(); ++i) {
        glsort_plan *plan, *on_device;
        assert_int_equal(kinds[i].create(offline_context(&limits), 0, &plan), GLSORT_OK);
        assert_int_equal(kinds[i].create(context, 0, &on_device), GLSORT_OK);
        expect_alike(on_device, plan, kinds[i].count, kinds[i].parts);
        expect_alike(on_device, plan, kinds[i].count / 20, kinds[i].parts);
        expect_state_error(plan, kinds[i].run(plan, true), kinds[i].run_name, offline);
        expect_state_error(plan, glsort_plan_warm(plan), "glsort_plan_warm", offline);
        expect_state_error(plan, glsort_plan_poll(plan), "glsort_plan_poll",
                           "an offline plan has nothing to finish");
        assert_int_equal(glsort_plan_hold(plan), GLSORT_ERROR_STATE);
        glsort_plan_destroy(plan);
        glsort_plan_destroy(on_device);
    }
    expect_no_trouble();
}

TEST(every_pass_has_a_time_if_asked_for)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    open_buffers();
    for (uint32_t i = 0; i < 2 * kind_count(); ++i) {
        const struct kind* kind = &kinds[i / 2];
        const bool timed = i % 2 == 0 && limits.has_timestamps != 0;
        glsort_plan* plan;
        glsort_plan_info info;
        uint64_t ns[64];
        uint32_t count = 64;
        ok(kind->create(context, i % 2 == 0 ? GLSORT_PLAN_TIMINGS : 0, &plan),
           kind->noun);
        assert_int_equal(glsort_plan_timings(plan, ns, &count),
                         timed ? GLSORT_NOT_READY : GLSORT_UNAVAILABLE);
        ok(kind->run(plan, true), kind->noun);
        harness.gl.Finish();
        count = 64;
        assert_int_equal(glsort_plan_timings(plan, ns, &count),
                         timed ? GLSORT_OK : GLSORT_UNAVAILABLE);
        ok(glsort_plan_describe(plan, kind->count, kind->parts, &info), kind->noun);
        assert_true(!timed || count == info.pass_count);
        glsort_plan_destroy(plan);
    }
    close_buffers();
}

// ---- GL -------------------------------------------------------------------------------

// And the next run finds everything as the one before left it: it uploads nothing.
TEST(every_kind_leaves_the_state_as_it_was)
{
    open_buffers();
    for (uint32_t i = 0; i < kind_count(); ++i) {
        glsort_plan *plan, *other;
        struct gl_hostile hostile;
        struct gl_dump before, after;
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        ok(kinds[i].run(plan, true), kinds[i].noun);
        gl_hostile_set(&hostile, &harness);
        gl_dump_take(&before, &harness);
        gl_mock_reset(&mock);
        ok(kinds[i].run(plan, true), kinds[i].noun);
        assert_int_equal(mock.sub_data_calls, 0);
        ok(kinds[i].create(context, 0, &other), kinds[i].noun);
        glsort_plan_destroy(other);
        gl_dump_take(&after, &harness);
        assert_true(gl_dump_equal(&before, &after, NULL));
        assert_int_equal(mock.get_error_calls, 0);
        gl_dump_free(&before);
        gl_dump_free(&after);
        gl_hostile_clear(&hostile, &harness);
        glsort_plan_destroy(plan);
    }
    close_buffers();
}

static bool overlap(const glsort_pass_use* a, const glsort_pass_use* b)
{
    return strcmp(a->slot, b->slot) == 0 &&
           a->first_bytes < b->first_bytes + b->range_bytes &&
           b->first_bytes < a->first_bytes + a->range_bytes;
}

// Told from the description alone: between a pass that writes a range through a storage
// block and the next that uses it through one there is a barrier.
TEST(no_pass_of_any_kind_reads_what_no_barrier_made_visible)
{
    for (uint32_t i = 0; harness.has_compute && i < kind_count(); ++i) {
        glsort_plan* plan;
        glsort_plan_info info;
        glsort_pass_use written[64];
        uint32_t count = 0;
        ok(kinds[i].create(context, 0, &plan), kinds[i].noun);
        ok(glsort_plan_describe(plan, kinds[i].count, kinds[i].parts, &info),
           kinds[i].noun);
        for (uint32_t at = 0; at < info.pass_count; ++at) {
            glsort_pass_info pass;
            ok(glsort_plan_pass(plan, at, &pass), kinds[i].noun);
            count = (pass.barriers & GLSORT_BARRIER_STORAGE) != 0 ? 0 : count;
            const uint32_t before = count;
            for (uint32_t use = 0; use < pass.use_count; ++use) {
                if (strcmp(pass.uses[use].usage, "storage") != 0)
                    continue;
                for (uint32_t k = 0; k < before; ++k)
                    if (overlap(&written[k], &pass.uses[use]))
                        fail_msg("%s: pass %u uses %s without a barrier", kinds[i].noun,
                                 at, pass.uses[use].slot);
                if ((pass.uses[use].access & GLSORT_WRITE) != 0 && count < 64)
                    written[count++] = pass.uses[use];
            }
        }
        glsort_plan_destroy(plan);
    }
}

// ---- failures -------------------------------------------------------------------------

// Each GL call that can fail fails once, at each of its calls. The creation is refused in
// the name of its call, and leaves nothing; a poll that fails may be repeated.
static bool fail_creation(const struct kind* kind, uint32_t flags, enum gl_fault fault,
                          uint32_t at)
{
    glsort_context* c = gl_mock_context(&mock, 0);
    const long live = gl_mock_live(&mock);
    glsort_plan* plan = NULL;
    gl_mock_fail(&mock, fault, at);
    const glsort_result result = create_whole(kind, c, flags, &plan);
    const bool reached = mock.fault_seen >= at;
    const char* call = plan == NULL ? "_create: " : "glsort_plan_poll: ";
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(result != GLSORT_OK, reached);
    assert_true(flags != 0 || (plan == NULL) == reached);
    if (reached && strstr(glsort_last_error(c), call) == NULL)
        fail_msg("%s: %s", kind->noun, glsort_last_error(c));
    assert_int_equal(mock.pending, GL_NO_ERROR);
    if (plan != NULL) {
        ok(glsort_plan_finish(plan), kind->noun);
        ok(kind->run(plan, true), kind->noun);
    }
    glsort_plan_destroy(plan);
    glsort_context_destroy(c);
    assert_true(gl_mock_live(&mock) <= live);
    return reached;
}

enum { TIMED_STEPS = GLSORT_PLAN_CREATE_IN_STEPS | GLSORT_PLAN_TIMINGS };

TEST(a_creation_that_fails_leaves_nothing)
{
    open_buffers();
    for (uint32_t i = 0; i < 2 * kind_count(); ++i)
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; ++fault) {
            uint32_t at = 1;
            while (fail_creation(&kinds[i / 2], i % 2 == 0 ? 0 : TIMED_STEPS,
                                 (enum gl_fault)fault, at))
                ++at;
            assert_true(at > 1 || fault > FAULT_BUFFER_DATA);
        }
    close_buffers();
}

TEST(a_context_without_host_memory_leaves_nothing)
{
    static const char blob[100] = "not a blob";
    glsort_result result = GLSORT_ERROR_HOST_MEMORY;
    for (uint32_t at = 1; result != GLSORT_OK; ++at) {
        struct host_meter meter = {.fails_at = at};
        char message[256] = "";
        glsort_context* c = NULL;
        const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                          .get_proc_user = &mock,
                                          .allocator = host_meter_allocator(&meter),
                                          .message = message,
                                          .message_bytes = sizeof message,
                                          .programs = blob,
                                          .programs_bytes = sizeof blob,
                                          .table = "compute any any rank\n"};
        result = glsort_context_create_defining(&desc, "#define NOTHING 1\n", &c);
        assert_int_equal(result,
                         meter.calls >= at ? GLSORT_ERROR_HOST_MEMORY : GLSORT_OK);
        assert_true(result == GLSORT_OK || strstr(message, "no host memory") != NULL);
        glsort_context_destroy(c);
        host_meter_expect_empty(&meter);
        assert_in_range(at, 1, PLENTY);
    }
    expect_no_trouble();
}

TEST(a_creation_without_host_memory_leaves_nothing)
{
    for (uint32_t i = 0; i < 2 * kind_count(); ++i) {
        struct host_meter meter = {.fails_on = true};
        const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                          .get_proc_user = &mock,
                                          .allocator = host_meter_allocator(&meter)};
        glsort_context* c = NULL;
        glsort_result result = GLSORT_ERROR_HOST_MEMORY;
        assert_int_equal(glsort_context_create(&desc, &c), GLSORT_OK);
        const uint32_t blocks = meter.blocks;
        for (uint32_t left = 1; result == GLSORT_ERROR_HOST_MEMORY; ++left) {
            glsort_plan* plan = NULL;
            meter.fails_at = meter.calls + left;
            result = create_whole(&kinds[i / 2], c, i % 2 == 0 ? 0 : TIMED_STEPS, &plan);
            if (result == GLSORT_OK)
                result = glsort_plan_warm(plan);
            if (result != GLSORT_OK)
                assert_non_null(strstr(glsort_last_error(c), "no host memory"));
            glsort_plan_destroy(plan);
            assert_int_equal(meter.blocks, blocks);
            assert_in_range(left, 1, PLENTY);
        }
        assert_int_equal(result, GLSORT_OK);
        glsort_context_destroy(c);
        host_meter_expect_empty(&meter);
    }
    expect_no_trouble();
}

TEST(every_kind_outlives_its_context_and_refuses_to_run)
{
    open_buffers();
    for (uint32_t i = 0; i < kind_count(); ++i) {
        char words[100];
        glsort_context* c = gl_mock_context(&mock, 0);
        glsort_plan* plan = NULL;
        snprintf(words, sizeof words, "%s: the context of this plan was destroyed",
                 kinds[i].run_name);
        assert_int_equal(kinds[i].create(c, 0, &plan), GLSORT_OK);
        glsort_context_destroy(c);
        assert_int_equal(kinds[i].run(plan, true), GLSORT_ERROR_STATE);
        assert_string_equal(glsort_plan_last_error(plan), words);
        glsort_plan_destroy(plan);
    }
    close_buffers();
}
