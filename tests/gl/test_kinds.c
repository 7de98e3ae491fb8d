// SPDX-License-Identifier: MIT
// A plan of any kind is a plan, by one table of kinds: what exists once serves all of
// them, and each is run only by the function of its name. Each resource of a run is
// needed unless its header says otherwise, may be exactly as large as that says and no
// word smaller, and may touch but not overlap an output. What is refused begins no pass.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>

#include "checks.h"
#include "handles.h"
#include "gl_dump.h"
#include "gl_suite.h"
#include "host_hazards.h"
#include "host_meter.h"
#include "plans.h"

GL_SUITE(.apis = GL_API_ALL);

enum { N = 60, NODES = 100, RECORDS = 70, MOST_FIELDS = 12, MOST_ARGS = 8192 };
enum { KINDS = 12, PLENTY = 200 };

// A kind of plan whose runs have everything: its resources with their bytes.
struct kind {
    bool on_fragment; // without textures, too
    const struct recipe* recipe;
    glsort_result (*create)(glsort_context* c, const void* desc, uint32_t flags,
                            glsort_plan** plan);
    glsort_result (*run)(glsort_plan* plan, const void* args);
    const void* desc;
    uint32_t numbers[8]; // the arguments that are no resources: offset and value
    struct {
        const char* field;
        uint32_t bytes;
    } fields[MOST_FIELDS];
};

// ---- the kinds ------------------------------------------------------------------------

#define CALLS(KIND)                                                                      \
    static glsort_result create_##KIND(glsort_context* c, const void* desc,              \
                                       uint32_t flags, glsort_plan** plan)               \
    {                                                                                    \
        glsort_##KIND##_desc d = *(const glsort_##KIND##_desc*)desc;                     \
        d.flags |= flags;                                                                \
        return glsort_##KIND##_create(c, &d, plan);                                      \
    }                                                                                    \
    static glsort_result run_##KIND(glsort_plan* plan, const void* args)                 \
    {                                                                                    \
        return glsort_##KIND##_run(plan, args);                                          \
    }

CALLS(sort)
CALLS(order)
CALLS(segments)
CALLS(lists)
CALLS(gather)
CALLS(scan)

// The calls, and a descriptor of these fields.
#define KIND(NAME, ...)                                                                  \
    &glsort_##NAME##_recipe, create_##NAME, run_##NAME, &(const glsort_##NAME##_desc)    \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define AT(TYPE, FIELD) offsetof(glsort_##TYPE##_args, FIELD)
static const struct kind kinds[KINDS] = {
    {true,
     KIND(sort, .max_count = 2 * N, .key = GLSORT_KEY_U64,
          .values = GLSORT_VALUES_16_BYTES, .key_stride = 12, .value_stride = 20),
     {AT(sort, count), N},
     {{"keys_in", 12 * (N - 1) + 8},
      {"keys_out", 8 * N},
      {"values_in", 20 * (N - 1) + 16},
      {"values_out", 16 * N}}},
    {true,
     KIND(sort, .max_count = N, .values = GLSORT_VALUES_INDICES,
          .flags = GLSORT_PLAN_DISCARD_KEYS, .count_source = GLSORT_COUNT_FROM_BUFFER),
     {0},
     {{"keys_in", 4 * N}, {"values_out", 4 * N}, {"count_in", 4}}},
    {true,
     KIND(order, .max_count = 2 * N, .max_views = 2, .position = {.stride = 20},
          .radius_source = GLSORT_RADIUS_PER_ELEMENT, .cull = GLSORT_CULL_FRUSTUM,
          .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS),
     {AT(order, count), N, AT(order, view_count), 2},
     {{"positions", 20 * (N - 1) + 12},
      {"radii", 4 * N},
      {"order_out", 4 * (2 * N + N)}, // a view begins at a multiple of max_count
      {"depths_out", 4 * (2 * N + N)},
      {"visible_out", 4 * 2}}},
    {false,
     KIND(order, .max_count = N, .max_views = 2, .count_source = GLSORT_COUNT_FROM_BUFFER,
          .cull = GLSORT_CULL_FRUSTUM, .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1},
          .command = GLSORT_COMMAND_DRAW_ELEMENTS),
     {AT(order, view_count), 2},
     {{"positions", 12 * N},
      {"dead", 4 * N},
      {"count_in", 4},
      {"views_in", 96 * 2},
      {"order_out", 4 * 2 * N},
      {"command_out", 20 * 2}}},
    {false,
     KIND(order, .max_count = 2 * N, .max_segments = 9),
     {AT(order, count), N, AT(order, segment_count), 3},
     {{"positions", 12 * N}, {"offsets_in", 4 * (3 + 1)}, {"order_out", 4 * N}}},
    {true,
     KIND(order, .max_count = 2 * N, .primitive = {.vertices = 3},
          .max_vertices = 2 * NODES, .flags = GLSORT_ORDER_WRITES_ELEMENTS),
     {AT(order, count), N, AT(order, vertex_count), NODES},
     {{"positions", 12 * NODES},
      {"indices_in", 4 * 3 * N},
      {"order_out", 4 * 3 * N},
      {"elements_out", 4 * N}}},
    {true,
     KIND(segments, .max_count = 2 * N, .max_segments = 9,
          .values = GLSORT_VALUES_8_BYTES, .key_stride = 8,
          .segment_count_source = GLSORT_COUNT_FROM_BUFFER),
     {AT(segments, count), N},
     {{"keys_in", 8 * (N - 1) + 4},
      {"keys_out", 4 * N},
      {"values_in", 8 * N},
      {"values_out", 8 * N},
      {"offsets_in", 4 * (9 + 1)},
      {"segment_count_in", 4}}},
    {true,
     KIND(segments, .max_count = 2 * N, .max_segments = 9),
     {AT(segments, count), N, AT(segments, segment_count), 3},
     {{"keys_in", 4 * N}, {"keys_out", 4 * N}, {"offsets_in", 4 * (3 + 1)}}},
    {false,
     KIND(lists, .max_lists = 2 * N, .max_nodes = NODES, .node_stride = 12,
          .node_count_source = GLSORT_COUNT_FROM_BUFFER),
     {AT(lists, list_count), N},
     {{"heads_in", 4 * N},
      {"next_in", 12 * (NODES - 1) + 4},
      {"keys_in", 12 * (NODES - 1) + 4},
      {"ids_in", 12 * (NODES - 1) + 4},
      {"offsets_out", 4 * (N + 1)},
      {"keys_out", 8 * NODES},
      {"nodes_out", 4 * NODES},
      {"overflow_out", 4},
      {"node_count_in", 4}}},
    {false,
     KIND(lists, .max_lists = 2 * N, .max_nodes = NODES),
     {AT(lists, list_count), N, AT(lists, node_count), NODES},
     {{"heads_in", 4 * N},
      {"next_in", 4 * NODES},
      {"keys_in", 4 * NODES},
      {"ids_in", 4 * NODES},
      {"offsets_out", 4 * (N + 1)},
      {"keys_out", 8 * NODES},
      {"nodes_out", 4 * NODES},
      {"overflow_out", 4}}},
    {false,
     KIND(gather, .max_count = 2 * N, .stream_count = 2, .streams = {{8, 12}, {4, 0}}),
     {AT(gather, count), N, AT(gather, record_count), RECORDS},
     {{"order_in", 4 * N},
      {"in[0]", 12 * (RECORDS - 1) + 8},
      {"out[0]", 8 * N},
      {"in[1]", 4 * RECORDS},
      {"out[1]", 4 * N}}},
    {false,
     KIND(scan, .max_count = 2 * N),
     {AT(scan, count), N},
     {{"words_in", 4 * N}, {"sums_out", 4 * N}, {"total_out", 4}}},
};

// True for the first kind of its functions, which stands for all others of them.
static bool is_first(const struct kind* kind)
{
    return kind == kinds || kind[-1].run != kind->run;
}

// ---- one of them ----------------------------------------------------------------------

struct subject {
    const struct kind* kind;
    glsort_plan* plan;
    uint32_t count; // of its fields
    const struct argument* arguments[MOST_FIELDS];
    GLuint buffers[MOST_FIELDS]; // each of exactly the bytes of the field
    union {
        uint64_t aligned[MOST_ARGS / 8];
        char bytes[MOST_ARGS];
    } args;
};

static glsort_resource* resource_of(struct subject* s, uint32_t field)
{
    return (glsort_resource*)(s->args.bytes + s->arguments[field]->at);
}

static const struct argument* argument_named(const struct recipe* recipe,
                                             const char* field)
{
    for (uint32_t i = 0; i < recipe->argument_count; ++i)
        if (strcmp(recipe_argument(recipe, i)->field, field) == 0)
            return recipe_argument(recipe, i);
    fail_msg("the table of %s has no %s", recipe->run, field);
    return NULL;
}

static glsort_result run(struct subject* s)
{
    return s->kind->run(s->plan, s->args.bytes);
}

static void ok(const struct subject* s, glsort_result result)
{
    if (result != GLSORT_OK)
        fail_msg("%s: %s", s->kind->recipe->noun, glsort_plan_last_error(s->plan));
}

static void accept(struct subject* s)
{
    ok(s, run(s));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void set_views(glsort_order_args* args)
{
    for (int v = 0; v < 2; ++v) {
        args->views[v].axis[2] = 1;
        for (int i = 0; i < 4; ++i)
            args->views[v].clip[5 * i] = 1;
    }
}

// Without a plan.
static void open_subject(struct subject* s, const struct kind* kind)
{
    *s = (struct subject){.kind = kind};
    if (kind->recipe == &glsort_order_recipe)
        set_views((glsort_order_args*)s->args.bytes);
    for (int i = 0; i < 8; i += 2)
        if (kind->numbers[i + 1] != 0)
            memcpy(s->args.bytes + kind->numbers[i], &kind->numbers[i + 1], 4);
    for (; s->count < MOST_FIELDS && kind->fields[s->count].field != NULL; ++s->count) {
        const uint32_t i = s->count;
        static const uint32_t zeros[512];
        assert_true(kind->fields[i].bytes <= sizeof zeros);
        s->arguments[i] = argument_named(kind->recipe, kind->fields[i].field);
        s->buffers[i] = gl_buffer_create(&harness, kind->fields[i].bytes, zeros);
        resource_of(s, i)->name = s->buffers[i];
    }
}

static void close_subject(struct subject* s)
{
    harness.gl.DeleteBuffers((GLsizei)s->count, s->buffers);
    glsort_plan_destroy(s->plan);
}

static void create(struct subject* s, glsort_context* c, uint32_t flags)
{
    if (s->kind->create(c, s->kind->desc, flags, &s->plan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(c));
}

// With a plan of each kind, or of the first of each; or with no plan.
enum which { ALL, FIRST, FIRST_WITHOUT_PLANS };

static void for_each_kind(enum which which, void (*see)(struct subject* s))
{
    for (uint32_t k = 0; k < KINDS; ++k) {
        struct subject s;
        if ((!harness.has_compute && !kinds[k].on_fragment) ||
            (which != ALL && !is_first(&kinds[k])))
            continue;
        open_subject(&s, &kinds[k]);
        if (which != FIRST_WITHOUT_PLANS)
            create(&s, context, 0);
        see(&s);
        close_subject(&s);
    }
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- the call of each kind ------------------------------------------------------------

static void refuse_other_kinds(struct subject* s)
{
    const struct recipe* own = s->kind->recipe;
    for (uint32_t k = 0; k < KINDS; ++k) {
        char words[256];
        const struct recipe* by = kinds[k].recipe;
        snprintf(words, sizeof words, "%s: this plan is a %s, which %s() runs", by->run,
                 own->noun, own->run);
        for (int given = 0; given < 2 && by != own; ++given) {
            assert_int_equal(kinds[k].run(s->plan, given ? s->args.bytes : NULL),
                             GLSORT_ERROR_ARGUMENT);
            assert_string_equal(glsort_last_error(context), words);
        }
    }
}

TEST(a_run_refuses_a_plan_of_every_other_kind)
{
    for_each_kind(FIRST, refuse_other_kinds);
}

static void expect_error(const struct subject* s, glsort_result result,
                         glsort_result wanted, const char* call, const char* reason)
{
    char words[256];
    snprintf(words, sizeof words, "%s: %s", call, reason);
    assert_int_equal(result, wanted);
    assert_string_equal(glsort_plan_last_error(s->plan), words);
}

static void refuse_nothing(struct subject* s)
{
    glsort_plan* plan;
    expect_error(s, s->kind->run(s->plan, NULL), GLSORT_ERROR_ARGUMENT,
                 s->kind->recipe->run, "args is NULL");
    assert_int_equal(s->kind->run(NULL, s->args.bytes), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(s->kind->create(context, s->kind->desc, 1u << 30, &plan),
                     GLSORT_ERROR_ARGUMENT);
    assert_null(plan);
}

TEST(every_kind_refuses_nothing_as_arguments)
{
    for_each_kind(FIRST, refuse_nothing);
}

// ---- steps ----------------------------------------------------------------------------

static void expect_state_error(const struct subject* s, glsort_result result,
                               const char* call, const char* reason)
{
    expect_error(s, result, GLSORT_ERROR_STATE, call, reason);
}

static glsort_result poll_all(glsort_plan* plan)
{
    glsort_result result = GLSORT_NOT_READY;
    for (uint32_t i = 0; i < PLENTY && result == GLSORT_NOT_READY; ++i)
        result = glsort_plan_poll(plan);
    return result;
}

static void refuse_unfinished(struct subject* s)
{
    static const char unfinished[] =
        "the creation in steps is not finished: poll until it is, or finish it";
    glsort_pass_info pass;
    uint64_t ns[1];
    uint32_t count = 1;
    expect_state_error(s, run(s), s->kind->recipe->run, unfinished);
    expect_state_error(s, glsort_plan_hold(s->plan), "glsort_plan_hold", unfinished);
    expect_state_error(s, glsort_plan_describe(s->plan, 1, 0, NULL),
                       "glsort_plan_describe", unfinished);
    expect_state_error(s, glsort_plan_pass(s->plan, 0, &pass), "glsort_plan_pass",
                       unfinished);
    expect_state_error(s, glsort_plan_timings(s->plan, ns, &count), "glsort_plan_timings",
                       unfinished);
    expect_state_error(s, glsort_plan_warm(s->plan), "glsort_plan_warm", unfinished);
    expect_state_error(s, glsort_plan_step(s->plan, 1), "glsort_plan_step",
                       "no run of this plan is open");
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
}

// By a driver that takes its time, whose programs no run asks for.
static void create_and_warm(struct subject* s)
{
    for (int steps = 0; steps < 2; ++steps) {
        glsort_context* c = gl_mock_context(&mock, 0);
        mock.completion_delay = c->device.parallel_compile ? 4 : 0;
        create(s, c, steps != 0 ? GLSORT_PLAN_CREATE_IN_STEPS : 0);
        if (steps != 0) {
            refuse_unfinished(s);
            ok(s, poll_all(s->plan));
        }
        ok(s, glsort_plan_warm(s->plan));
        mock.compiler_calls = 0;
        accept(s);
        assert_int_equal(mock.compiler_calls, 0);
        mock.completion_delay = 0;
        glsort_plan_destroy(s->plan);
        s->plan = NULL;
        glsort_context_destroy(c);
    }
}

TEST(every_kind_is_created_in_steps_and_warmed_up)
{
    for_each_kind(FIRST_WITHOUT_PLANS, create_and_warm);
}

static void run_in_steps(struct subject* s)
{
    static const char open[] = "a run of this plan is open; end it first";
    const bool peeks = s->kind->recipe == &glsort_sort_recipe;
    const glsort_peek_args nothing = {.consumers = 0};
    glsort_plan_info info;
    glsort_pass_info pass;
    ok(s, glsort_plan_describe(s->plan, 1, 0, &info));
    assert_int_equal(glsort_plan_describe(s->plan, 2 * N + 1, 0, &info),
                     GLSORT_ERROR_RANGE);
    if (s->kind->recipe == &glsort_order_recipe)
        assert_int_equal(glsort_plan_describe(s->plan, 1, 100, &info),
                         GLSORT_ERROR_RANGE);
    ok(s, glsort_plan_hold(s->plan));
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
    accept(s);
    const uint32_t passes = glsort_plan_passes_left(s->plan);
    assert_true(passes > 0);
    ok(s, glsort_plan_pass(s->plan, passes - 1, &pass));
    expect_state_error(s, run(s), s->kind->recipe->run, open);
    expect_state_error(s, glsort_plan_warm(s->plan), "glsort_plan_warm", open);
    assert_int_equal(glsort_plan_hold(s->plan), GLSORT_ERROR_STATE);
    assert_int_equal(glsort_plan_describe(s->plan, 1, 0, &info), GLSORT_ERROR_STATE);
    // Also where nothing is asked for, so that a program learns it before it has outputs.
    assert_true(peeks || glsort_plan_peek(s->plan, &nothing) == GLSORT_NOT_READY);
    ok(s, glsort_plan_step(s->plan, 1));
    assert_int_equal(glsort_plan_passes_left(s->plan), passes - 1);
    ok(s, glsort_plan_step(s->plan, passes));
    ok(s, glsort_plan_end(s->plan));
    accept(s); // not held any more
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
    ok(s, glsort_plan_hold(s->plan));
    assert_int_equal(s->kind->run(s->plan, NULL), GLSORT_ERROR_ARGUMENT);
    accept(s); // a run that fails ends the hold
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
}

TEST(every_kind_runs_in_steps_and_is_described)
{
    for_each_kind(FIRST, run_in_steps);
}

// ---- without a device -----------------------------------------------------------------

// The passes, their labels and barriers, and the memory are those on the device.
static void expect_alike(glsort_plan* a, glsort_plan* b, uint32_t count)
{
    glsort_plan_info on_device, offline;
    glsort_pass_info p, q;
    assert_int_equal(glsort_plan_describe(a, count, 0, &on_device), GLSORT_OK);
    assert_int_equal(glsort_plan_describe(b, count, 0, &offline), GLSORT_OK);
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

static void try_offline(struct subject* s)
{
    static const char words[] = "an offline plan cannot run";
    glsort_limits limits;
    glsort_plan* on_device = s->plan;
    glsort_context_limits(context, &limits);
    create(s, offline_context(&limits), 0);
    expect_alike(on_device, s->plan, N);
    expect_alike(on_device, s->plan, 3);
    expect_state_error(s, run(s), s->kind->recipe->run, words);
    expect_state_error(s, glsort_plan_warm(s->plan), "glsort_plan_warm", words);
    expect_state_error(s, glsort_plan_poll(s->plan), "glsort_plan_poll",
                       "an offline plan has nothing to finish");
    assert_int_equal(glsort_plan_hold(s->plan), GLSORT_ERROR_STATE);
    glsort_plan_destroy(on_device);
}

TEST(every_kind_can_be_offline)
{
    for_each_kind(ALL, try_offline);
}

// ---- GL -------------------------------------------------------------------------------

// And the next run finds everything as the one before left it: it uploads nothing.
static void keep_state(struct subject* s)
{
    glsort_plan* other;
    struct gl_hostile hostile;
    struct gl_dump before, after;
    accept(s);
    gl_hostile_set(&hostile, &harness);
    gl_dump_take(&before, &harness);
    gl_mock_reset(&mock);
    ok(s, run(s));
    assert_int_equal(mock.sub_data_calls, 0);
    assert_int_equal(s->kind->create(context, s->kind->desc, 0, &other), GLSORT_OK);
    glsort_plan_destroy(other);
    gl_dump_take(&after, &harness);
    assert_true(gl_dump_equal(&before, &after, NULL));
    assert_int_equal(mock.get_error_calls, 0);
    gl_dump_free(&before);
    gl_dump_free(&after);
    gl_hostile_clear(&hostile, &harness);
}

TEST(every_kind_leaves_the_state_as_it_was)
{
    for_each_kind(FIRST, keep_state);
}

static void expect_no_hazard(struct subject* s)
{
    accept(s);
    assert_false(host_has_hazard(&s->plan->core.schedule));
}

TEST(no_pass_of_any_kind_reads_what_no_barrier_made_visible)
{
    for_each_kind(ALL, expect_no_hazard);
}

static void time_passes(struct subject* s)
{
    glsort_plan* untimed = s->plan;
    uint64_t ns[64];
    uint32_t count = 64;
    const bool can = harness.limits.has_timestamps != 0;
    assert_int_equal(glsort_plan_timings(untimed, ns, &count), GLSORT_UNAVAILABLE);
    glsort_plan_destroy(untimed);
    create(s, context, GLSORT_PLAN_TIMINGS);
    assert_int_equal(glsort_plan_timings(s->plan, ns, &count),
                     can ? GLSORT_NOT_READY : GLSORT_UNAVAILABLE);
    accept(s);
    harness.gl.Finish();
    count = 64;
    assert_int_equal(glsort_plan_timings(s->plan, ns, &count),
                     can ? GLSORT_OK : GLSORT_UNAVAILABLE);
    assert_true(!can || count == s->plan->core.schedule.pass_count);
}

TEST(every_pass_has_a_time_if_asked_for)
{
    for_each_kind(FIRST, time_passes);
}

// ---- failures -------------------------------------------------------------------------

enum { TIMED_STEPS = GLSORT_PLAN_CREATE_IN_STEPS | GLSORT_PLAN_TIMINGS };

// A creation with these flags, and its polls.
static glsort_result create_whole(struct subject* s, glsort_context* c, uint32_t flags)
{
    const glsort_result result = s->kind->create(c, s->kind->desc, flags, &s->plan);
    return s->plan != NULL ? poll_all(s->plan) : result;
}

static void count_errors(void* user, glsort_severity severity, const char* message)
{
    uint32_t* errors = user;
    assert_true(message[0] != '\0');
    *errors += severity == GLSORT_SEVERITY_ERROR;
}

// A texture that cannot be a target at all was not made, for want of memory.
static glsort_result result_of(enum gl_fault fault)
{
    return fault == FAULT_NONE ? GLSORT_OK
           : fault >= FAULT_CREATE_SHADER && fault <= FAULT_LINK
               ? GLSORT_ERROR_SHADER
               : GLSORT_ERROR_DEVICE_MEMORY;
}

// Each GL call that can fail fails once, at each of its calls. The creation is refused in
// the name of its call, and leaves nothing; a poll that fails may be repeated.
static bool fail_creation(struct subject* s, uint32_t flags, enum gl_fault fault,
                          uint32_t at)
{
    uint32_t errors = 0;
    const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                      .get_proc_user = &mock,
                                      .log = count_errors,
                                      .log_user = &errors};
    glsort_context* c = gl_make_context(&desc, NULL);
    const long live = gl_mock_live(&mock);
    gl_mock_fail(&mock, fault, at);
    const glsort_result result = create_whole(s, c, flags);
    const bool reached = mock.fault_seen >= at;
    const char* call = s->plan == NULL ? "_create: " : "glsort_plan_poll: ";
    gl_mock_fail(&mock, FAULT_NONE, 0);
    if (result != result_of(reached ? fault : FAULT_NONE) &&
        (fault != FAULT_FRAMEBUFFER_STATUS || result != GLSORT_ERROR_LIMIT))
        fail_msg("%s, fault %d, call %u gives %s", s->kind->recipe->noun, fault, at,
                 glsort_result_name(result));
    assert_true(flags != 0 || (s->plan == NULL) == reached);
    if (reached && strstr(glsort_last_error(c), call) == NULL)
        fail_msg("%s: %s", s->kind->recipe->noun, glsort_last_error(c));
    assert_int_equal(errors, reached && (fault == FAULT_COMPILE || fault == FAULT_LINK));
    assert_int_equal(mock.pending, GL_NO_ERROR);
    if (s->plan == NULL)
        create(s, c, 0); // the context is whole
    ok(s, glsort_plan_finish(s->plan));
    accept(s);
    glsort_plan_destroy(s->plan);
    s->plan = NULL;
    glsort_context_destroy(c);
    assert_true(gl_mock_live(&mock) <= live);
    return reached;
}

static void fail_creations(struct subject* s)
{
    for (int i = 0; i < 2; ++i)
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; ++fault) {
            uint32_t at = 1;
            while (fail_creation(s, i == 0 ? 0 : TIMED_STEPS, (enum gl_fault)fault, at))
                ++at;
            assert_true(at > 1 || fault > FAULT_BUFFER_DATA);
        }
}

TEST(a_creation_that_fails_leaves_nothing)
{
    for_each_kind(FIRST_WITHOUT_PLANS, fail_creations);
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
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void fail_host_memory(struct subject* s, uint32_t flags)
{
    struct host_meter meter = {.fails_on = true};
    const glsort_context_desc desc = {.get_proc = gl_mock_get_proc,
                                      .get_proc_user = &mock,
                                      .allocator = host_meter_allocator(&meter)};
    glsort_context* c = gl_make_context(&desc, NULL);
    glsort_result result = GLSORT_ERROR_HOST_MEMORY;
    const uint32_t blocks = meter.blocks;
    for (uint32_t left = 1; result != GLSORT_OK; ++left) {
        meter.fails_at = meter.calls + left;
        result = create_whole(s, c, flags);
        if (result == GLSORT_OK)
            result = glsort_plan_warm(s->plan);
        if (result == GLSORT_OK) { // a run takes none
            meter.fails_at = meter.calls + 1;
            accept(s);
        } else {
            assert_int_equal(result, GLSORT_ERROR_HOST_MEMORY);
            assert_non_null(strstr(glsort_last_error(c), "no host memory"));
        }
        glsort_plan_destroy(s->plan);
        s->plan = NULL;
        assert_int_equal(meter.blocks, blocks);
        assert_in_range(left, 1, PLENTY);
    }
    glsort_context_destroy(c);
    host_meter_expect_empty(&meter);
}

static void fail_host_memory_twice(struct subject* s)
{
    fail_host_memory(s, 0);
    fail_host_memory(s, TIMED_STEPS);
}

TEST(a_creation_without_host_memory_leaves_nothing_and_a_run_takes_none)
{
    for_each_kind(FIRST_WITHOUT_PLANS, fail_host_memory_twice);
}

static void outlive_context(struct subject* s)
{
    glsort_context* c = gl_mock_context(&mock, 0);
    create(s, c, 0);
    glsort_context_destroy(c);
    expect_state_error(s, run(s), s->kind->recipe->run,
                       "the context of this plan was destroyed");
}

TEST(every_kind_outlives_its_context_and_refuses_to_run)
{
    for_each_kind(FIRST_WITHOUT_PLANS, outlive_context);
}

// ---- arguments ------------------------------------------------------------------------

static void refuse_named(struct subject* s, const char* name, glsort_result wanted,
                         const char* words)
{
    gl_mock_reset(&mock);
    glsort_result result = s->kind->run(s->plan, s->args.bytes);
    const char* text = result == GLSORT_OK ? "" : glsort_plan_last_error(s->plan);
    if (result != wanted || strstr(text, name) == NULL || strstr(text, words) == NULL)
        fail_msg("%s: %s of %s is answered by %s \"%s\" instead of \"%s\"",
                 s->kind->recipe->run, name, s->kind->recipe->noun,
                 glsort_result_name(result), text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    assert_int_equal(mock.dispatch_calls + mock.range_calls, 0);
}

static void refuse(struct subject* s, uint32_t field, glsort_result wanted,
                   const char* words)
{
    refuse_named(s, s->kind->fields[field].field, wanted, words);
}

// Views are then in args.views.
static bool may_be_none(const char* field)
{
    static const char* const fields[] = {"views_in", "indices_in", "ids_in",
                                         "overflow_out", "total_out"};
    bool found = false;
    for (uint32_t i = 0; i < sizeof fields / sizeof fields[0]; ++i)
        found |= strcmp(field, fields[i]) == 0;
    return found;
}

static void try_field(struct subject* s, uint32_t field)
{
    glsort_resource* r = resource_of(s, field);
    r->name = 0;
    if (may_be_none(s->kind->fields[field].field))
        accept(s);
    else
        refuse(s, field, GLSORT_ERROR_ARGUMENT, "is not given");
    r->name = 987654;
    refuse(s, field, GLSORT_ERROR_ARGUMENT,
           "is 987654, which is not a buffer of the current GL context");
    *r = (glsort_resource){.name = s->buffers[field], .offset = 2};
    refuse(s, field, GLSORT_ERROR_RANGE, "is not a multiple of 4");
    r->offset = UINT64_MAX - 3;
    refuse(s, field, GLSORT_ERROR_RANGE, "exceeds the largest byte offset of GL");
    r->offset = 4; // there is room for no word less
    refuse(s, field, GLSORT_ERROR_RANGE, "at offset 4 end");
    *r = (glsort_resource){.name = s->buffers[field], .width = 1};
    refuse(s, field, GLSORT_ERROR_ARGUMENT, "has a width (1), but is a buffer");
    *r = (glsort_resource){.name = s->buffers[field]};
}

static void try_each_field(struct subject* s)
{
    for (uint32_t i = 0; i < s->count; ++i)
        try_field(s, i);
}

TEST(every_buffer_is_given_exists_begins_at_a_word_and_has_room)
{
    for_each_kind(ALL, try_each_field);
}

static bool has_field(const struct subject* s, const struct argument* argument)
{
    bool found = false;
    for (uint32_t i = 0; i < s->count; ++i)
        found |= s->arguments[i]->at == argument->at;
    return found;
}

static void give_each_more(struct subject* s)
{
    const struct recipe* recipe = s->kind->recipe;
    for (uint32_t i = 0; i < recipe->argument_count; ++i) {
        const struct argument* more = recipe_argument(recipe, i);
        glsort_resource* r = (glsort_resource*)(s->args.bytes + more->at);
        if (has_field(s, more) || strcmp(more->field, "views_in") == 0)
            continue;
        r->name = s->buffers[0];
        refuse_named(s, more->field, GLSORT_ERROR_ARGUMENT, "does not use it");
        r->name = 0;
    }
}

TEST(a_resource_that_a_plan_has_no_use_for_is_refused)
{
    for_each_kind(ALL, give_each_more);
}

// Above what the plan has room for; of the records of a gather, what the buffers hold.
static void raise_each_number(struct subject* s)
{
    for (int i = 0; i < 8 && s->kind->numbers[i + 1] != 0; i += 2) {
        uint32_t* number = (uint32_t*)(s->args.bytes + s->kind->numbers[i]);
        const bool records = i > 0 && s->kind->recipe == &glsort_gather_recipe;
        *number = 1000;
        refuse_named(s, "1000", GLSORT_ERROR_RANGE,
                     records ? "" : " is above the plan's ");
        *number = s->kind->numbers[i + 1];
    }
}

TEST(a_number_that_is_too_large_is_refused)
{
    for_each_kind(ALL, raise_each_number);
}

static bool is_count(const struct subject* s, uint32_t field)
{
    return strcmp(s->kind->fields[field].field, "count_in") == 0;
}

// Puts the other resource behind the field's, and then a word before that.
static void join(struct subject* s, uint32_t field, uint32_t other)
{
    const uint32_t bytes = s->kind->fields[field].bytes;
    const GLuint both =
        gl_buffer_create(&harness, bytes + s->kind->fields[other].bytes, NULL);
    *resource_of(s, field) = (glsort_resource){.name = both};
    *resource_of(s, other) = (glsort_resource){.name = both, .offset = bytes};
    accept(s);
    resource_of(s, other)->offset = bytes - 4;
    if (s->kind->recipe == &glsort_order_recipe &&
        (is_count(s, field) || is_count(s, other)))
        accept(s); // it is read before anything is written
    else
        refuse(s, other, GLSORT_ERROR_ARGUMENT, "overlap in buffer");
    *resource_of(s, field) = (glsort_resource){.name = s->buffers[field]};
    *resource_of(s, other) = (glsort_resource){.name = s->buffers[other]};
    harness.gl.DeleteBuffers(1, &both);
}

static bool is_output(const struct subject* s, uint32_t field)
{
    return strstr(s->kind->fields[field].field, "out") != NULL;
}

static void join_pairs(struct subject* s)
{
    for (uint32_t a = 0; a < s->count; ++a)
        for (uint32_t b = 0; b < s->count; ++b)
            if (a != b && (is_output(s, a) || is_output(s, b)))
                join(s, a, b);
}

TEST(an_output_may_touch_another_resource_but_not_overlap_it)
{
    for_each_kind(ALL, join_pairs);
}

static void try_consumers(struct subject* s)
{
    uint32_t* consumers = (uint32_t*)(s->args.bytes + s->kind->recipe->consumers_at);
    for (uint32_t bit = 1; bit != 0; bit *= 2) {
        *consumers = bit;
        assert_int_equal(s->kind->run(s->plan, s->args.bytes),
                         bit > GLSORT_CONSUMER_STORAGE ? GLSORT_ERROR_ARGUMENT
                                                       : GLSORT_OK);
    }
    *consumers = 0;
}

TEST(a_bit_of_consumers_is_known_or_refused)
{
    for_each_kind(ALL, try_consumers);
}
