// SPDX-License-Identifier: MIT
// Draw orders in steps: in pieces of any size they end as one run does; once the sort of
// a view has begun, a peek after any pass shows a permutation of the elements that it
// sorts.
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

// ---- peeks ----------------------------------------------------------------------------

// What peeks write to.
struct view {
    struct gl_area values;
    struct gl_area keys;
    bool* seen;
};

static bool has_depths(const struct gl_orderer* o)
{
    return (o->desc.flags & GLSORT_ORDER_WRITES_DEPTHS) != 0 && !o->fragment;
}

// Peeks of fragment passes write textures.
static void open_view(struct view* v, uint32_t width)
{
    gl_area_create(&v->values, &harness, width, width == 0 ? 3 : 0, MOST);
    gl_area_create(&v->keys, &harness, 0, 5, MOST);
    v->seen = (bool*)gl_take_words(MOST);
}

static void close_view(struct view* v)
{
    gl_area_destroy(&v->values);
    gl_area_destroy(&v->keys);
    free(v->seen);
}

static glsort_result peek(struct gl_orderer* o, struct view* v)
{
    glsort_peek_args args = {.values_out = gl_area_resource(&v->values)};
    if (has_depths(o))
        args.keys_out = gl_area_resource(&v->keys);
    gl_area_write(&v->values, NULL, 0);
    gl_area_write(&v->keys, NULL, 0);
    glsort_result result = glsort_plan_peek(o->order, &args);
    gl_area_fetch(&v->values);
    gl_area_fetch(&v->keys);
    return result;
}

static void expect_guards(const struct gl_area* a, uint32_t written)
{
    for (uint32_t i = 0; i < a->total; ++i)
        if ((i < a->lead || i >= a->lead + written) && a->read[i] != a->words[i])
            fail_msg("word %d of a peek is written", (int)i - (int)a->lead);
}

// What the sort of a view has: how many elements; of points, also which and their depths.
struct sorted {
    uint32_t count;
    uint32_t visible;
    bool which[MOST];
    uint32_t depths[MOST];
};

static void find_sorted(const struct gl_orderer* o, uint32_t view, uint32_t count,
                        struct sorted* sorted)
{
    const struct order_input in = {
        .desc = &o->desc,
        .args = &o->args,
        .count = count,
        .positions = o->position_words,
        .radii = o->radius_words,
        .dead = o->dead_words,
        .indices = o->index_words,
    };
    struct order_output out = {.order = gl_take_words((size_t)3 * MOST),
                               .depths = gl_take_words(MOST)};
    bool points = o->desc.primitive.vertices == 0 && !o->fragment;
    order_reference(&in, view, &out);
    memset(sorted->which, !points, sizeof sorted->which);
    for (uint32_t i = 0; i < out.ordered && points; ++i) {
        sorted->which[out.order[i]] = true;
        sorted->depths[out.order[i]] = out.depths[i];
    }
    sorted->count = o->fragment ? count : out.ordered; // these sort all
    sorted->visible = out.visible;
    free(out.order);
    free(out.depths);
}

// Each of the sorted elements once with its depth, and nothing else. All shapes with
// depths have points.
static void expect_permutation(const struct gl_orderer* o, const struct view* v,
                               const struct sorted* sorted, uint32_t pass)
{
    const uint32_t* values = v->values.read + v->values.lead;
    const uint32_t* keys = v->keys.read + v->keys.lead;
    expect_guards(&v->values, sorted->count);
    expect_guards(&v->keys, has_depths(o) ? sorted->count : 0);
    memset(v->seen, 0, MOST);
    for (uint32_t i = 0; i < sorted->count; ++i) {
        if (values[i] >= MOST || v->seen[values[i]] || !sorted->which[values[i]])
            fail_msg("after pass %u: element %u of %u is %u", pass, i, sorted->count,
                     values[i]);
        if (has_depths(o) && keys[i] != sorted->depths[values[i]])
            fail_msg("after pass %u: depth %u of %u is 0x%x", pass, i, sorted->count,
                     keys[i]);
        v->seen[values[i]] = true;
    }
}

// At the end of a view's sort its elements are in the order that the run writes.
static void expect_end(struct gl_orderer* o, const struct view* v, uint32_t view,
                       const struct sorted* sorted)
{
    const uint32_t* values = v->values.read + v->values.lead;
    uint32_t k = o->fragment ? 0 : o->desc.primitive.vertices;
    uint32_t end = o->fragment ? sorted->visible : sorted->count;
    gl_area_fetch(&o->order_out);
    const uint32_t* order = o->order_out.read + o->order_out.lead;
    bool narrow = o->desc.primitive.index == GLSORT_INDEX_U16;
    for (uint32_t i = 0; i < end; ++i) {
        uint32_t from = values[i] * k, at = (view * MOST + i) * (k == 0 ? 1 : k);
        uint32_t wanted = k == 0   ? values[i]
                          : narrow ? o->index_words[from / 2] >> 16 * (from % 2) & 0xFFFF
                                   : o->index_words[from];
        if (order[at] != wanted)
            fail_msg("view %u: place %u has %u, the peek %u", view, i, order[at], wanted);
    }
}

static bool begins_view(const glsort_pass_info* pass)
{
    return strcmp(pass->purpose, "keys of positions") == 0 ||
           strcmp(pass->purpose, "keys of visible elements") == 0 ||
           strcmp(pass->purpose, "cull and count digits") == 0 ||
           strcmp(pass->purpose, "draw element keys") == 0 ||
           strstr(pass->defines, "COMPUTED=") != NULL;
}

// True if the sort of the view that began last ends with the pass. Where views take
// turns, the first of two is not known to end before the second begins.
static bool ends_with(const struct gl_orderer* o, uint32_t begun, uint32_t at,
                      uint32_t passes)
{
    glsort_plan* plan = o->order;
    glsort_pass_info pass;
    glsort_limits limits;
    if (at + 1 == passes)
        return true;
    glsort_context_limits(context, &limits);
    if (limits.is_software == 0 && !o->fragment && begun % 2 == 1 &&
        begun < o->args.view_count)
        return false;
    assert_int_equal(glsort_plan_pass(plan, at + 1, &pass), GLSORT_OK);
    return begins_view(&pass) || strcmp(pass.purpose, "write commands") == 0;
}

static void watch(struct gl_orderer* o, struct view* v, uint32_t count)
{
    static struct sorted sorted;
    uint32_t views = o->args.view_count == 0 ? 1 : o->args.view_count;
    glsort_plan* plan = begin(o, count);
    uint32_t passes = glsort_plan_passes_left(plan), begun = 0, shown = 0;
    assert_int_equal(peek(o, v), GLSORT_NOT_READY);
    for (uint32_t at = 0; at < passes; ++at) {
        glsort_pass_info pass;
        assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
        if (begins_view(&pass))
            find_sorted(o, begun++, count, &sorted);
        require(o, glsort_plan_step(plan, 1));
        glsort_result result = peek(o, v);
        if (pass.phase == GLSORT_PHASE_SORT)
            shown = begun;
        if (shown == 0 && result == GLSORT_NOT_READY) {
            expect_guards(&v->values, 0);
            continue;
        }
        require(o, result);
        if (shown != begun) // of the view before, or the input of this one
            continue;
        expect_permutation(o, v, &sorted, at);
        if (ends_with(o, begun, at, passes))
            expect_end(o, v, begun - 1, &sorted);
    }
    assert_int_equal(begun, views);
    require(o, glsort_plan_end(plan));
    gl_orderer_expect(o, count);
}

// Not AUTO, which on GPUs orders so few elements in one pass.
static void a_peek_after_every_pass_of_a_sort_is_a_permutation(void** state)
{
    static const glsort_algorithm algorithms[] = {
        GLSORT_ALGORITHM_ABISORT, GLSORT_ALGORITHM_RANK, GLSORT_ALGORITHM_BITONIC,
        GLSORT_ALGORITHM_RADIX};
    static const uint32_t counts[] = {1, 100, 1025, MOST};
    struct view v;
    open_view(&v, 0);
    for (uint32_t shape = 0; shape < SHAPES; ++shape)
        for (uint32_t a = 0; a < 4; ++a) {
            glsort_order_desc desc = shapes[shape];
            struct gl_orderer o;
            desc.algorithm = algorithms[a];
            open_order(&o, &desc);
            for (uint32_t at = 0; at < 4; ++at)
                if (gl_test_all() || a == 0 || at == 3)
                    watch(&o, &v, counts[at]);
            gl_orderer_close(&o);
        }
    close_view(&v);
    expect_no_trouble();
}

// Every method that an order can have, and the trees, which sort no count of the GPU's.
static void peeks_follow_every_method(void** state)
{
    struct view v;
    uint32_t seen = 0;
    open_view(&v, 0);
    for (uint32_t method = 1; method <= GLSORT_METHOD_RADIX_CHAIN; ++method)
        for (uint32_t culls = 0; culls < 2; ++culls) {
            glsort_order_desc desc = shapes[culls];
            glsort_plan* order = NULL;
            struct gl_orderer o;
            desc.tuning = &(const glsort_tuning){.method = (glsort_method)method};
            desc.backend = GLSORT_BACKEND_COMPUTE;
            if (glsort_order_create(context, &desc, &order) != GLSORT_OK)
                continue;
            glsort_plan_destroy(order);
            open_order(&o, &desc);
            watch(&o, &v, culls == 0 ? 2100 : MOST);
            gl_orderer_close(&o);
            ++seen;
        }
    assert_true(seen >= 18);
    close_view(&v);
    expect_no_trouble();
}

// True if pass `at` and the next one are the same pass of two views.
static bool begins_pair(const glsort_plan* plan, uint32_t at, uint32_t passes)
{
    glsort_pass_info pass, next;
    if (at + 1 == passes)
        return false;
    assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
    assert_int_equal(glsort_plan_pass(plan, at + 1, &next), GLSORT_OK);
    return strcmp(pass.label, next.label) == 0 && pass.level == next.level;
}

// A view's sort begins when its visible elements are counted. A pass of the first of two
// views does not change what a peek shows of the second.
static void watch_turns(struct gl_orderer* o, struct view* v)
{
    static struct sorted sorted;
    static uint32_t before[MOST];
    glsort_plan* plan = begin(o, MOST);
    const uint32_t* values = v->values.read + v->values.lead;
    uint32_t passes = glsort_plan_passes_left(plan), begun = 0, same = 0;
    for (uint32_t at = 0; at < passes; ++at) {
        glsort_pass_info pass;
        bool keeps = begun == 2 && begins_pair(plan, at, passes);
        assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
        if (strcmp(pass.purpose, "prepare count") == 0 ||
            strcmp(pass.purpose, "keys of visible elements") == 0 ||
            strcmp(pass.purpose, "cull and count digits") == 0) // count them, too
            find_sorted(o, begun++, MOST, &sorted);
        require(o, glsort_plan_step(plan, 1));
        glsort_result result = peek(o, v);
        assert_int_equal(result, begun == 0 ? GLSORT_NOT_READY : GLSORT_OK);
        if (begun > 0)
            expect_permutation(o, v, &sorted, at);
        if (keeps)
            assert_memory_equal(values, before, 4 * sorted.count);
        memcpy(before, values, sizeof before);
        same += keeps;
    }
    assert_int_equal(begun, 3);
    assert_true(same > 1);
    expect_end(o, v, 2, &sorted);
    require(o, glsort_plan_end(plan));
    gl_orderer_expect(o, MOST);
}

// Views take turns only where the device is not a CPU.
static void peeks_follow_views_that_take_turns(void** state)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_TILES,
                                            GLSORT_METHOD_RADIX_CHAIN};
    struct view v;
    open_view(&v, 0);
    mock.limits.hardware = true;
    glsort_context* c = gl_mock_context(&mock, 0);
    for (uint32_t i = 0; i < 3; ++i) {
        glsort_order_desc desc = shapes[1];
        struct gl_orderer o;
        desc.tuning = &(const glsort_tuning){.method = methods[i]};
        gl_orderer_open(&o, &harness, c, &desc, 500, 7);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 3, 11);
        watch_turns(&o, &v);
        gl_orderer_close(&o);
    }
    glsort_context_destroy(c);
    mock.limits.hardware = false;
    close_view(&v);
    expect_no_trouble();
}

static void a_peek_of_fragment_passes_writes_a_texture(void** state)
{
    static const glsort_order_desc list[] = {
        {.max_count = MOST, .max_views = 2, .flags = GLSORT_ORDER_WRITES_DEPTHS},
        {.max_count = MOST,
         .max_views = 3,
         .cull = GLSORT_CULL_FRUSTUM,
         .flags = GLSORT_ORDER_WRITES_VISIBLE},
        {.max_count = MOST,
         .max_views = 2,
         .count_source = GLSORT_COUNT_FROM_BUFFER,
         .key_bits = 16},
    };
    static const glsort_algorithm algorithms[] = {GLSORT_ALGORITHM_ABISORT,
                                                  GLSORT_ALGORITHM_ABISORT_TREE,
                                                  GLSORT_ALGORITHM_BITONIC};
    struct view v;
    uint32_t seen = 0;
    open_view(&v, 64);
    for (uint32_t shape = 0; shape < 3; ++shape)
        for (uint32_t a = 0; a < 3; ++a) {
            glsort_order_desc desc = list[shape];
            glsort_plan* order = NULL;
            struct gl_orderer o;
            desc.algorithm = algorithms[a];
            desc.backend = GLSORT_BACKEND_FRAGMENT;
            if (glsort_order_create(context, &desc, &order) != GLSORT_OK)
                continue;
            glsort_plan_destroy(order);
            open_order(&o, &desc);
            watch(&o, &v, 1025);
            gl_orderer_close(&o);
            ++seen;
        }
    assert_true(seen >= 7);
    close_view(&v);
    expect_no_trouble();
}

// The count block is what an earlier pass of the run has written: the pass after which
// the elements can be seen.
static void a_peek_waits_for_the_count_of_the_run(void** state)
{
    glsort_order_desc desc = shapes[1];
    glsort_result result = GLSORT_NOT_READY;
    struct gl_orderer o;
    struct view v;
    desc.max_views = 1;
    desc.tuning = &(const glsort_tuning){
        .method = GLSORT_METHOD_ABISORT_FUSED}; // AUTO may take a single pass
    open_order(&o, &desc);
    open_view(&v, 0);
    glsort_plan* plan = begin(&o, MOST);
    while (result == GLSORT_NOT_READY) {
        require(&o, glsort_plan_step(plan, 1));
        gl_mock_reset(&mock);
        result = peek(&o, &v);
    }
    require(&o, result);
    assert_int_equal(mock.barrier_at[0], 0);
    assert_true((mock.barriers[0] & GL_UNIFORM_BARRIER_BIT) != 0);
    require(&o, glsort_plan_end(plan));
    close_view(&v);
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void a_peek_of_no_elements_writes_nothing(void** state)
{
    struct view v;
    open_view(&v, 0);
    for (uint32_t i = 0; i < SHAPES; ++i) {
        struct gl_orderer o;
        if (shapes[i].count_source == GLSORT_COUNT_FROM_BUFFER)
            continue;
        open_order(&o, &shapes[i]);
        glsort_plan* plan = begin(&o, 0);
        while (glsort_plan_passes_left(plan) > 0) {
            require(&o, peek(&o, &v));
            expect_guards(&v.values, 0);
            require(&o, glsort_plan_step(plan, 1));
        }
        require(&o, peek(&o, &v));
        require(&o, glsort_plan_end(plan));
        gl_orderer_close(&o);
    }
    close_view(&v);
    expect_no_trouble();
}

static void a_peek_into_a_buffer_of_the_run_is_refused(void** state)
{
    struct gl_orderer o;
    open_order(&o, &shapes[1]);
    glsort_plan* plan = begin(&o, MOST);
    require(&o, glsort_plan_step(plan, 6));
    const glsort_resource of_run[] = {o.args.positions, o.args.order_out,
                                      o.args.depths_out, o.args.command_out};
    for (int i = 0; i < 4; ++i) {
        const glsort_peek_args args = {.values_out = of_run[i]};
        assert_int_equal(glsort_plan_peek(plan, &args), GLSORT_ERROR_ARGUMENT);
        assert_non_null(
            strstr(glsort_plan_last_error(plan), "nor any of the run's resources"));
    }
    require(&o, glsort_plan_step(plan, UINT32_MAX));
    require(&o, glsort_plan_end(plan));
    gl_orderer_expect(&o, MOST);
    gl_orderer_close(&o);
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
        cmocka_unit_test(a_peek_after_every_pass_of_a_sort_is_a_permutation),
        cmocka_unit_test(peeks_follow_every_method),
        cmocka_unit_test(peeks_follow_views_that_take_turns),
        cmocka_unit_test(a_peek_of_fragment_passes_writes_a_texture),
        cmocka_unit_test(a_peek_waits_for_the_count_of_the_run),
        cmocka_unit_test(a_peek_of_no_elements_writes_nothing),
        cmocka_unit_test(a_peek_into_a_buffer_of_the_run_is_refused),
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
