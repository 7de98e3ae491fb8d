// SPDX-License-Identifier: MIT
// Draw orders that begin with the order of the run before: whatever happens between two
// runs, each writes what the reference writes, byte for byte; and merges that an order
// does not need draw nothing.
#include <math.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 3000, ALL_TEXTURES = 127 };

static const struct gl_suite suite = {
    .harness = &harness,
    .mock = &mock,
    .context = &context,
    .apis = 1 << GL_API_33 | 1 << GL_API_ES30 | 1 << GL_API_43,
    .apis_of_all = 1 << GL_API_43,
};

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

static uint32_t pick(uint64_t* seed, uint32_t choices)
{
    return (uint32_t)(gl_random(seed) >> 20) % choices;
}

static void open_order(struct gl_orderer* o, const glsort_order_desc* desc, uint64_t seed)
{
    glsort_order_desc d = *desc;
    d.flags |= GLSORT_ORDER_FROM_LAST;
    d.backend = GLSORT_BACKEND_FRAGMENT;
    gl_orderer_open(o, &harness, context, &d, 500, seed);
}

static uint32_t views_of(const struct gl_orderer* o)
{
    return o->desc.max_views == 0 ? 1 : o->desc.max_views;
}

// Other positions, and cameras that look elsewhere.
static void cut(struct gl_orderer* o, enum gl_order_data data, uint64_t seed)
{
    const uint32_t shares = o->desc.cull == GLSORT_CULL_FRUSTUM ? ORDER_SHARE_COUNT : 1;
    gl_orderer_fill(o, data, (enum gl_order_share)(seed % shares), views_of(o), seed);
}

static void turn(struct gl_orderer* o, float degrees)
{
    const float angle = degrees * 3.14159265f / 180.0f;
    for (uint32_t view = 0; view < GLSORT_MOST_VIEWS; ++view) {
        float* axis = o->args.views[view].axis;
        const float x = axis[0], z = axis[2];
        axis[0] = cosf(angle) * x - sinf(angle) * z;
        axis[2] = sinf(angle) * x + cosf(angle) * z;
    }
}

// ---- exactness ------------------------------------------------------------------------

static glsort_order_desc any_desc(uint64_t* seed)
{
    static const uint32_t bits[] = {0, 0, 16, 24};
    static const uint32_t counts[] = {1, 8, 17, 129, 1025, MOST};
    glsort_order_desc d = {
        .max_count = counts[pick(seed, 6)],
        .max_views = pick(seed, 4),
        .key_bits = bits[pick(seed, 4)],
        .direction = (glsort_draw_direction)pick(seed, 2),
        .metric = (glsort_metric)pick(seed, 2),
        .cull = (glsort_cull)pick(seed, 2),
        .flags = pick(seed, 2) == 0 ? GLSORT_ORDER_WRITES_VISIBLE : 0,
    };
    if (d.key_bits == 0 && pick(seed, 2) == 0)
        d.flags |= GLSORT_ORDER_WRITES_DEPTHS;
    if (pick(seed, 3) == 0)
        d.dead.test = GLSORT_DEAD_U32_EQUAL;
    d.primitive.vertices = pick(seed, 3) == 0 ? 3 : 0;
    if (d.primitive.vertices > 0 || pick(seed, 2) == 0)
        d.textures = GLSORT_ORDER_TEXTURE_POSITIONS;
    if (pick(seed, 2) == 0)
        d.textures |= GLSORT_ORDER_TEXTURE_ORDER;
    if (pick(seed, 4) == 0)
        d.max_views = 0;
    return d;
}

// What happens between two frames. All of it leaves an order that is not the right one.
static void pass_time(struct gl_orderer* o, uint32_t* count, uint64_t* seed)
{
    switch (pick(seed, 8)) {
    case 0: return;
    case 1: turn(o, 0.05f); return;
    case 2: turn(o, 1.0f); return;
    case 3: turn(o, 40.0f); return;
    case 4: cut(o, ORDER_DATA_SPECIAL, gl_random(seed)); return;
    case 5: cut(o, ORDER_DATA_LATTICE, gl_random(seed)); return;
    case 6: *count = 1 + pick(seed, o->desc.max_count); return;
    default: o->args.view_count = 1 + pick(seed, views_of(o)); return;
    }
}

static void check_frames(uint32_t orders, uint64_t seed)
{
    for (uint32_t i = 0; i < orders; ++i) {
        const glsort_order_desc desc = any_desc(&seed);
        uint32_t count = desc.max_count;
        struct gl_orderer o;
        open_order(&o, &desc, gl_random(&seed));
        cut(&o, ORDER_DATA_RANDOM, gl_random(&seed));
        for (uint32_t frame = 0; frame < 10; ++frame) {
            gl_orderer_check(&o, count); // which overwrites the caller's copy before
            pass_time(&o, &count, &seed);
        }
        gl_orderer_close(&o);
    }
    expect_no_trouble();
}

enum { HALVES = 6 };

struct halves {
    struct gl_orderer* o;
    uint32_t count;          // elements
    uint32_t size;           // of a half
    uint32_t places[HALVES]; // where each of the first halves goes
    uint32_t depths[MOST];   // a permutation
};

// Moves the first halves of the order, each as a whole, and orders anew.
static void move_halves(struct halves* h)
{
    struct gl_orderer* o = h->o;
    for (uint32_t i = 0; i < h->count; ++i) {
        const uint32_t half = h->depths[i] / h->size;
        if (half < HALVES)
            h->depths[i] = h->places[half] * h->size + h->depths[i] % h->size;
        const float depth = (float)h->depths[i];
        memcpy(&o->position_words[i], &depth, sizeof depth);
    }
    gl_area_write(&o->positions, o->position_words, o->positions.room);
    gl_orderer_check(o, h->count);
}

// In every order in which none is more than two places away.
static void move_halves_in_any_order(struct halves* h, uint32_t first, uint32_t taken)
{
    if (first == HALVES) {
        move_halves(h);
        return;
    }
    for (uint32_t to = first < 2 ? 0 : first - 2; to < HALVES && to <= first + 2; ++to)
        if ((taken >> to & 1) == 0) {
            h->places[first] = to;
            move_halves_in_any_order(h, first + 1, taken | 1u << to);
        }
}

// Runs of twice as many elements are then sorted, and on both sides of each boundary only
// halves are out of order; but one of them may belong behind the next run.
static void check_halves(void)
{
    static const uint32_t sizes[] = {8, 16, 32};
    static struct halves h;
    const glsort_order_desc desc = {.max_count = 20 * 32 + 5,
                                    .key_source = GLSORT_KEYS_FROM_F32,
                                    .direction = GLSORT_FRONT_TO_BACK,
                                    .textures = GLSORT_ORDER_TEXTURE_ORDER};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_RANDOM, 9);
    h = (struct halves){.o = &o, .count = desc.max_count};
    for (uint32_t i = 0; i < h.count; ++i)
        h.depths[i] = i;
    for (uint32_t at = 0; at < sizeof sizes / sizeof sizes[0]; ++at) {
        h.size = sizes[at];
        move_halves_in_any_order(&h, 0, 0);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void every_frame_is_exact_whatever_happened_before_it(void** state)
{
    check_frames(gl_test_all() ? 200 : 12, harness.api);
}

static void halves_of_runs_that_change_places_are_ordered(void** state)
{
    check_halves();
}

// A fragment then writes 8 elements instead of 16.
static void every_frame_is_exact_with_four_draw_buffers(void** state)
{
    gl_suite_close(&suite);
    gl_suite_open_with(&suite, (struct gl_forced_limits){.draw_buffers = 4});
    check_frames(gl_test_all() ? 100 : 6, 77 + harness.api);
    check_halves();
    gl_suite_close(&suite);
    gl_suite_open(&suite);
}

// Elements far from their places, in every number of levels.
static void displacements_of_every_size_are_repaired(void** state)
{
    static const uint32_t counts[] = {15, 16, 17, 33, 64, 200, 1024, 1025, 2999};
    const glsort_order_desc desc = {.max_count = MOST,
                                    .textures = GLSORT_ORDER_TEXTURE_ORDER};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at) {
        cut(&o, ORDER_DATA_RANDOM, at);
        for (float degrees = 0.01f; degrees < 90.0f; degrees *= 3.0f) {
            gl_orderer_check(&o, counts[at]);
            turn(&o, degrees);
        }
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

// The views that a run leaves out keep theirs; those of another count are none.
static void a_view_that_comes_again_begins_with_its_own_order(void** state)
{
    const glsort_order_desc desc = {.max_count = MOST, .max_views = 3};
    static const struct {
        uint32_t views, count;
    } runs[] = {{3, MOST}, {1, MOST}, {3, MOST}, {1, 77}, {3, MOST}, {2, 77}, {3, 77}};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_LATTICE, 9);
    for (uint32_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        o.args.view_count = runs[i].views;
        gl_orderer_check(&o, runs[i].count);
        turn(&o, 0.5f);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void warming_up_between_two_frames_changes_neither(void** state)
{
    const glsort_order_desc desc = {.max_count = MOST, .max_views = 2};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_RANDOM, 9);
    for (uint32_t frame = 0; frame < 4; ++frame) {
        require(&o, glsort_plan_warm(o.order));
        gl_orderer_check(&o, frame == 2 ? 40 : MOST);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

// ---- in steps -------------------------------------------------------------------------

static glsort_plan* begin(struct gl_orderer* o, uint32_t count)
{
    gl_orderer_reset(o, count);
    glsort_plan_hold(o->order);
    require(o, glsort_order_run(o->order, &o->args));
    return o->order;
}

static void a_run_ended_early_is_no_last_order(void** state)
{
    const glsort_order_desc desc = {.max_count = MOST,
                                    .textures = GLSORT_ORDER_TEXTURE_ORDER};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_RANDOM, 9);
    for (uint32_t passes = 0; passes < 40; passes += 3) {
        glsort_plan* plan = begin(&o, MOST);
        require(&o, glsort_plan_step(plan, passes));
        require(&o, glsort_plan_end(plan));
        gl_orderer_check(&o, MOST);
        turn(&o, 0.3f);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void expect_permutation(const struct gl_area* values, uint32_t pass)
{
    static bool seen[MOST];
    const uint32_t* at = values->read + values->lead;
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < MOST; ++i) {
        if (at[i] >= MOST || seen[at[i]])
            fail_msg("after pass %u: element %u is %u", pass, i, at[i]);
        seen[at[i]] = true;
    }
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    const glsort_order_desc desc = {.max_count = MOST,
                                    .textures = GLSORT_ORDER_TEXTURE_ORDER};
    struct gl_area values;
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_RANDOM, 9);
    gl_area_create(&values, &harness, 64, 0, MOST);
    for (uint32_t frame = 0; frame < 3; ++frame) {
        glsort_plan* plan = begin(&o, MOST);
        const glsort_peek_args peek = {.values_out = gl_area_resource(&values)};
        bool begun = false;
        for (uint32_t at = 0; glsort_plan_passes_left(plan) > 0; ++at) {
            glsort_pass_info pass;
            assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
            begun |= pass.phase == GLSORT_PHASE_SORT;
            require(&o, glsort_plan_step(plan, 1));
            const glsort_result result = glsort_plan_peek(plan, &peek);
            if (begun)
                require(&o, result);
            else
                assert_int_equal(result, GLSORT_NOT_READY);
            gl_area_fetch(&values);
            if (begun)
                expect_permutation(&values, at);
        }
        assert_true(begun);
        gl_area_fetch(&o.order_out);
        const size_t bytes = MOST * sizeof(uint32_t);
        assert_memory_equal(values.read + values.lead,
                            o.order_out.read + o.order_out.lead, bytes);
        require(&o, glsort_plan_end(plan));
        gl_orderer_expect(&o, MOST);
        turn(&o, 0.2f);
    }
    gl_area_destroy(&values);
    gl_orderer_close(&o);
    expect_no_trouble();
}

// ---- what is drawn --------------------------------------------------------------------

// The merges that draw anything in a run, but for the last one.
static uint32_t merges_drawn(struct gl_orderer* o)
{
    const GladGLContext* gl = &harness.gl;
    glsort_plan* plan = begin(o, MOST);
    GLuint query, merges = 0;
    gl->GenQueries(1, &query);
    for (uint32_t at = 0; glsort_plan_passes_left(plan) > 0; ++at) {
        glsort_pass_info pass;
        GLuint any = 0;
        assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
        gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query);
        require(o, glsort_plan_step(plan, 1));
        gl->EndQuery(GL_ANY_SAMPLES_PASSED);
        gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, &any);
        merges += strcmp(pass.purpose, "merge runs by texels") == 0 && any != 0;
    }
    gl->DeleteQueries(1, &query);
    require(o, glsort_plan_end(plan));
    gl_orderer_expect(o, MOST);
    return merges;
}

static void an_order_that_has_not_moved_is_not_merged(void** state)
{
    const glsort_order_desc desc = {.max_count = MOST,
                                    .textures = GLSORT_ORDER_TEXTURE_ORDER};
    struct gl_orderer o;
    open_order(&o, &desc, 3);
    cut(&o, ORDER_DATA_RANDOM, 9);
    const uint32_t all = merges_drawn(&o);
    assert_in_range(all, 7, 8); // to runs of 2048, from those of 8 or 16
    assert_int_equal(merges_drawn(&o), 0);
    turn(&o, 0.2f);
    assert_in_range(merges_drawn(&o), 1, all - 3);
    turn(&o, 90.0f);
    assert_int_equal(merges_drawn(&o), all);
    assert_int_equal(merges_drawn(&o), 0);
    // Another count begins anew, also if it is that of the run before the last.
    gl_orderer_check(&o, MOST - 1);
    assert_int_equal(merges_drawn(&o), all);
    gl_orderer_close(&o);
    expect_no_trouble();
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_is_exact_whatever_happened_before_it),
        cmocka_unit_test(every_frame_is_exact_with_four_draw_buffers),
        cmocka_unit_test(displacements_of_every_size_are_repaired),
        cmocka_unit_test(halves_of_runs_that_change_places_are_ordered),
        cmocka_unit_test(a_view_that_comes_again_begins_with_its_own_order),
        cmocka_unit_test(warming_up_between_two_frames_changes_neither),
        cmocka_unit_test(a_run_ended_early_is_no_last_order),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(an_order_that_has_not_moved_is_not_merged),
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
