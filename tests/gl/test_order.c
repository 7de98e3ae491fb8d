// SPDX-License-Identifier: MIT
// Draw order: what a run writes is what the reference writes, byte for byte, and nothing
// else is touched.
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"
#include "desc.h"

enum { MOST_VERTICES = 6000, STEPPED = 3000 };

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static glsort_backend backend; // of the tests that run

static void needs_compute(void)
{
    if (backend != GLSORT_BACKEND_COMPUTE)
        skip();
}

static bool has_indirect_draws(void)
{
    return harness.limits.version >= (harness.gles ? 310u : 400u);
}

// The same in fragment passes, without commands where nothing can be drawn by them.
static void draw_instead(glsort_order_desc* d)
{
    d->backend = GLSORT_BACKEND_FRAGMENT;
    if (has_indirect_draws())
        return;
    if (d->command != GLSORT_COMMAND_NONE)
        d->flags |= GLSORT_ORDER_WRITES_VISIBLE;
    d->command = GLSORT_COMMAND_NONE;
    d->command_stride = d->instance_vertices = 0;
}

// An order on the backend; from buffers to buffers, or in fragment passes for every other
// seed from textures to textures.
static void open_order(struct gl_orderer* o, const glsort_order_desc* desc,
                       uint32_t vertices, uint64_t seed)
{
    glsort_order_desc d = *desc;
    d.backend = backend;
    if (backend == GLSORT_BACKEND_FRAGMENT) {
        draw_instead(&d);
        gl_order_use_textures(&d,
                              seed % 4 == 0   ? 511
                              : seed % 2 == 0 ? 127
                                              : 0,
                              harness.gles, MOST_VERTICES);
    }
    gl_orderer_open(o, &harness, context, &d, vertices, seed);
}

static bool is_served(glsort_method method)
{
    const glsort_sort_desc desc = {.tuning = &(const glsort_tuning){.method = method}};
    return glsort_max_count(&harness.limits, &desc, NULL) > 0;
}

static bool has_pass(struct gl_orderer* o, const char* shader)
{
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(o->order, o->desc.max_count, 1, &info),
                     GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(o->order, i, &pass), GLSORT_OK);
        if (strcmp(pass.shader, shader) == 0)
            return true;
    }
    return false;
}

// A device that is not known for it takes tickets. Counts around whole tiles and blocks
// of 64 tiles, and runs after one another, which need the zeros that each leaves.
TEST(a_chain_culls_in_a_single_pass)
{
    needs_compute();
    static const uint32_t counts[] = {2047, 2048, 2049, 0, 1, 131072, 131073, 135168, 9};
    for (uint32_t way = 0; way < 4 && is_served(GLSORT_METHOD_RADIX_CHAIN); ++way) {
        glsort_order_desc desc = {
            .max_count = 140000,
            .max_views = 1 + way % 2,
            .cull = (glsort_cull)(way / 2),
            .count_source = (glsort_count_source)(way % 2),
            .command = GLSORT_COMMAND_DRAW_ELEMENTS,
            .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}};
        struct gl_orderer o;
        if (way < 2)
            desc.dead.test = GLSORT_DEAD_F32_AT_MOST;
        if (way % 2 != 0)
            desc.primitive.vertices = 2;
        gl_orderer_open(&o, &harness, context, &desc, 100, way);
        assert_true(has_pass(&o, "radix/radix_cull.comp"));
        assert_false(has_pass(&o, "order/order_compact.comp"));
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, desc.max_views, way);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
            if (gl_test_all() || counts[i] < 9999 || (i + way) % 4 == 0)
                gl_orderer_check(&o, counts[i]);
        gl_orderer_close(&o);
    }
}

// Tiles of fewer than 6,000 visible elements publish nothing here. What a larger run has
// left in the table of the look-back must not look like their counts.
TEST(a_chain_does_not_take_the_counts_of_the_run_before)
{
    needs_compute();
    const glsort_order_desc desc = {
        .max_count = 20000,
        .cull = GLSORT_CULL_FRUSTUM,
        .flags = GLSORT_ORDER_WRITES_VISIBLE,
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}};
    if (!is_served(tuning_of(desc.tuning).method))
        skip();
    glsort_context* starved =
        gl_harness_context_defining(&harness, 0,
                                    "#define RADIX_PATIENCE 2u\n"
                                    "#define RADIX_IS_UNPUBLISHED(tile) "
                                    "(sort_count() < 6000u)\n");
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, starved, &desc, 0, 0);
    assert_true(has_pass(&o, "radix/radix_cull.comp"));
    gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, 1, 1);
    gl_orderer_check(&o, 20000);
    gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, 1, 2);
    gl_orderer_check(&o, 9000);
    gl_orderer_close(&o);
    glsort_context_destroy(starved);
}

// Points that are not culled: positions of all formats, some of them infinite or NaN.
TEST(the_first_pass_of_a_sort_computes_keys)
{
    needs_compute();
    // All but the last two compute keys; these two sort no count of the GPU's either.
    static const glsort_method methods[] = {
        GLSORT_METHOD_RANK,        GLSORT_METHOD_RADIX_TILES,
        GLSORT_METHOD_RADIX_CHAIN, GLSORT_METHOD_RADIX_ITEMS,
        GLSORT_METHOD_TREE,        GLSORT_METHOD_BITONIC_TWO_KERNELS};
    static const uint32_t bits[] = {32, 16, 24, 32};
    static const uint32_t most[] = {500, 1000, 2000, 9000};
    static const uint32_t strides[] = {0, 16, 12, 28};
    uint32_t stride = gl_test_samples(&harness) ? 3 : 1;
    for (uint32_t way = 0; way < 4 * sizeof methods / sizeof methods[0]; way += stride) {
        const glsort_method method = methods[way / 4];
        const bool computes = way / 4 < 4;
        glsort_order_desc desc = {
            .max_count = most[way % 4],
            .max_views = 1 + way % 2,
            .position = {.format = (glsort_position_format)(way % 3),
                         .offset = 4 * (way % 2),
                         .stride = strides[way % 4]},
            .direction = (glsort_draw_direction)(way / 2 % 2),
            .metric = (glsort_metric)(way % 2),
            .key_bits = bits[way % 4],
            .count_source = (glsort_count_source)(computes ? way / 2 % 2 : 0),
            .command = GLSORT_COMMAND_DRAW_ELEMENTS,
            .flags = bits[way % 4] == 32 ? GLSORT_ORDER_WRITES_DEPTHS
                                         : GLSORT_ORDER_WRITES_VISIBLE,
            .tuning = &(const glsort_tuning){.method = method}};
        struct gl_orderer o;
        if (!is_served(method))
            continue;
        gl_orderer_open(&o, &harness, context, &desc, 0, way);
        assert_int_equal(has_pass(&o, "order/order_keys.comp"), !computes);
        for (uint32_t run = 0; run < 4; ++run) {
            gl_orderer_fill(&o, run < 2 ? ORDER_DATA_SPECIAL : ORDER_DATA_LATTICE,
                            ORDER_SHARE_0, desc.max_views, run + way);
            gl_orderer_check(&o, run == 0   ? desc.max_count
                                 : run == 3 ? 0
                                            : desc.max_count / 2 + run);
        }
        gl_orderer_close(&o);
    }
}

// ---- counts ---------------------------------------------------------------------------

TEST(every_count_is_ordered)
{
    const uint32_t step = gl_test_all() ? 1 : 7, most = gl_test_all() ? 4200 : 520;
    for (uint32_t way = 0; way < 4; ++way) {
        glsort_order_desc desc = {.max_count = most,
                                  .cull = (glsort_cull)(way > 0),
                                  .count_source = (glsort_count_source)(way > 1),
                                  .primitive = {.vertices = way == 3 ? 3 : 0},
                                  .command = GLSORT_COMMAND_DRAW_ELEMENTS};
        struct gl_orderer o;
        open_order(&o, &desc, 100, 5);
        gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, 1, 11);
        for (uint32_t count = 0; count <= most; count += count < 20 ? 1 : step)
            gl_orderer_check(&o, count);
        for (uint32_t count = 511; count <= 513; ++count)
            gl_orderer_check(&o, count);
        gl_orderer_close(&o);
    }
}

// In textures, views begin within a row. In 65 texels, 250 of 257 elements leave a row of
// 32 free; in three times as many none.
TEST(a_count_in_a_buffer_may_be_any_word)
{
    for (uint32_t way = 0; way < 12; ++way) {
        const uint32_t most = way < 6 ? 3000 : 257;
        const uint32_t counts[] = {most, 1, 0, 64, most - 7, most + 1, UINT32_MAX, 150};
        glsort_order_desc desc = {.max_count = most,
                                  .max_views = 1 + way % 3,
                                  .count_source = GLSORT_COUNT_FROM_BUFFER,
                                  .flags = GLSORT_ORDER_WRITES_VISIBLE |
                                           GLSORT_ORDER_WRITES_DEPTHS};
        if (way % 6 >= 2)
            desc.primitive.vertices = 3;
        if (way % 6 >= 4)
            desc.flags |= GLSORT_ORDER_WRITES_ELEMENTS;
        struct gl_orderer o;
        open_order(&o, &desc, 200, way);
        gl_orderer_fill(&o, way < 6 ? ORDER_DATA_SPECIAL : ORDER_DATA_RANDOM,
                        ORDER_SHARE_0, desc.max_views, way);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
            gl_orderer_check(&o, counts[i]);
        gl_orderer_close(&o);
    }
}

// ---- one pass -------------------------------------------------------------------------

static uint32_t passes_of(struct gl_orderer* o, uint32_t count, uint32_t views)
{
    glsort_plan_info info;
    assert_int_equal(glsort_plan_describe(o->order, count, views, &info), GLSORT_OK);
    return info.pass_count;
}

// All outputs at once, of points or of triangles. Only triangles in a frustum have no
// room for depths.
static glsort_order_desc desc_of_few(uint32_t max_count, uint32_t way)
{
    glsort_order_desc desc = {.max_count = max_count,
                              .max_views = 1 + way % 3,
                              .direction = (glsort_draw_direction)(way / 2 % 2),
                              .key_bits = way % 4 == 3 ? 16 : 32,
                              .cull = (glsort_cull)(way / 4 % 2),
                              .count_source = (glsort_count_source)(way / 8 % 2),
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                              .flags = GLSORT_ORDER_WRITES_VISIBLE};
    if (way % 2 != 0)
        desc.primitive = (glsort_primitive){.vertices = 3, .index = GLSORT_INDEX_U16};
    if (desc.key_bits == 32 && (way % 2 == 0 || desc.cull == GLSORT_CULL_NONE))
        desc.flags |= GLSORT_ORDER_WRITES_DEPTHS;
    if (way % 3 == 0)
        desc.flags |= GLSORT_ORDER_FILLS_REST;
    if (way % 7 < 2)
        desc.dead = (glsort_dead){.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1};
    return desc;
}

// Every fifth way, and every eleventh where another API runs the same code.
static uint32_t few_step(void)
{
    return gl_test_all() ? 1 : gl_test_samples(&harness) ? 11 : 5;
}

static void check_few(glsort_context* c, uint32_t most)
{
    const uint32_t counts[] = {0,  1,   3,   31,           32,       33,  63,
                               65, 255, 257, most / 2 + 1, most - 1, most};
    for (uint32_t way = 0; way < 32; way += few_step()) {
        glsort_order_desc desc = desc_of_few(most, way);
        enum gl_order_data data = way % 3 == 0   ? ORDER_DATA_LATTICE
                                  : way % 3 == 1 ? ORDER_DATA_RANDOM
                                                 : ORDER_DATA_SPECIAL;
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, c, &desc, 100, way);
        assert_int_equal(passes_of(&o, most, desc.max_views), 1);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
            if (counts[i] > most || ((i + way) % 4 != 0 && !gl_test_all()))
                continue;
            // Other keys than those of the run before.
            gl_orderer_fill(&o, data, ORDER_SHARE_50, desc.max_views, way + i);
            gl_orderer_check(&o, counts[i]);
        }
        if (desc.count_source == GLSORT_COUNT_FROM_BUFFER)
            gl_orderer_check(&o, most + 9);
        gl_orderer_close(&o);
    }
}

static uint32_t most_in_one_pass(const glsort_limits* limits)
{
    if (limits->is_software != 0)
        return 128;
    bool exchanges = limits->group_size >= 1024 && limits->storage_blocks >= 10;
    return exchanges && limits->chained_scan != 0 ? 16384 : 4096;
}

TEST(few_elements_are_ordered_in_one_pass_up_to_a_limit)
{
    needs_compute();
    static const struct gl_forced_limits devices[] = {
        {.hardware = false},
        {.hardware = true, .group_size = 256},
        {.hardware = true},
    };
    const struct gl_forced_limits before = mock.limits;
    for (uint32_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        glsort_limits limits;
        mock.limits.hardware = devices[i].hardware;
        mock.limits.group_size = devices[i].group_size;
        glsort_context* c = gl_mock_context(&mock, 0);
        glsort_context_limits(c, &limits);
        const uint32_t most = most_in_one_pass(&limits);
        const glsort_order_desc more = desc_of_few(most + 1, 1);
        struct gl_orderer o;
        check_few(c, most);
        gl_orderer_open(&o, &harness, c, &more, 100, 1);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 1, 1);
        assert_true(passes_of(&o, more.max_count, 1) > 1);
        gl_orderer_check(&o, more.max_count);
        gl_orderer_close(&o);
        glsort_context_destroy(c);
        mock.limits = before;
    }
}

// As the GPUs that were measured, which order few elements in work groups of 1024.
static void look_measured(glsort_context* c)
{
    c->device.limits.is_software = 0;
    c->device.limits.chained_scan = 1;
    c->device.limits.subgroup_size = 32;
}

// One, two and four quads of keys for an invocation. On llvmpipe most groups have not
// begun when the first ones wait for their keys, so these compute the missing keys.
TEST(work_groups_exchange_keys)
{
    needs_compute();
    static const uint32_t most[] = {2049, 4097, 8193, 16384};
    if (harness.limits.has_compute == 0 || harness.limits.group_size < 1024 ||
        harness.limits.storage_blocks < 10)
        skip();
    for (uint32_t impatient = !gl_test_all(); impatient < 2; ++impatient) {
        glsort_context* c = gl_harness_context_defining(
            &harness, 0, impatient ? "#define ORDER_EXCHANGE_PATIENCE 1u\n" : NULL);
        look_measured(c);
        check_few(c, 2048); // no exchange
        uint32_t first = gl_test_samples(&harness) ? 3 : impatient;
        for (uint32_t i = first; i < sizeof most / sizeof most[0]; i += 1 + impatient)
            check_few(c, most[i]);
        glsort_context_destroy(c);
    }
}

// ---- edges ----------------------------------------------------------------------------

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Points on the x axis, seen along it from the origin.
static void put_points(struct gl_orderer* o, const float* x, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        o->position_words[3 * i] = bits_of(x[i]);
        o->position_words[3 * i + 1] = o->position_words[3 * i + 2] = 0;
    }
    gl_area_write(&o->positions, o->position_words, 3 * o->desc.max_count);
    memset(&o->args.views[0], 0, sizeof o->args.views[0]);
    o->args.views[0].axis[0] = 1.0f;
}

static void put_depths(struct gl_orderer* o, const uint32_t* depths, uint32_t count)
{
    memcpy(o->position_words, depths, 4 * count);
    memcpy(o->dead_words, depths, 4 * count);
    gl_area_write(&o->positions, depths, count);
    gl_area_write(&o->dead, depths, count);
}

static void expect_order(struct gl_orderer* o, const uint32_t* order, uint32_t count)
{
    gl_area_fetch(&o->order_out);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(o->order_out.read[o->order_out.lead + i], order[i]);
}

// An order of points by hand: their places on the axis and their radii, or one for all of
// them, or depths that the dead test reads, too; and what of them is visible, in order.
// The planes of the frustum are at 1 and -1.
struct edge {
    glsort_order_desc desc;
    float x[7];
    float radius;
    uint32_t words[7]; // radii or depths
    uint32_t visible, order[7];
};

static void check_edge(const struct edge* e)
{
    glsort_order_desc desc = e->desc;
    struct gl_orderer o;
    desc.flags |= GLSORT_ORDER_WRITES_VISIBLE;
    open_order(&o, &desc, 0, 1);
    gl_orderer_fill(&o, ORDER_DATA_SAME, ORDER_SHARE_0, 1, 1);
    if (desc.key_source == GLSORT_KEYS_FROM_POSITIONS)
        put_points(&o, e->x, desc.max_count);
    else
        put_depths(&o, e->words, desc.max_count);
    memset(o.args.views[0].origin, 0, sizeof o.args.views[0].origin);
    // Minus zero times -1 is zero, zero times -1 is minus zero.
    o.args.views[0].axis[1] = o.args.views[0].axis[2] = -1.0f;
    for (uint32_t i = 0; i < 4; ++i)
        o.args.views[0].clip[5 * i] = 1.0f;
    o.args.radius = e->radius;
    if (desc.radius_source == GLSORT_RADIUS_PER_ELEMENT) {
        memcpy(o.radius_words, e->words, 4 * desc.max_count);
        gl_area_write(&o.radii, o.radius_words, o.radii.room);
    }
    gl_orderer_check(&o, desc.max_count);
    gl_orderer_check(&o, desc.max_count); // the rejected ones are counted anew
    expect_order(&o, e->order, e->visible);
    gl_orderer_close(&o);
}

enum { NANS = 0x7FC00000, INFINITE = 0x7F800000 };
static const uint32_t minus_five = 0xC0A00000u, minus_infinite = 0xFF800000u;

TEST(depths_of_minus_zero_equal_those_of_zero)
{
    struct edge e = {.desc = {.max_count = 6, .flags = GLSORT_ORDER_WRITES_DEPTHS},
                     .x = {0.0f, -0.0f, 0.0f, -0.0f, 1.0f, -1.0f},
                     .visible = 6,
                     .order = {4, 0, 1, 2, 3, 5}};
    check_edge(&e);
    e.desc.direction = GLSORT_FRONT_TO_BACK;
    e.order[0] = 5;
    e.order[5] = 4;
    check_edge(&e);
}

TEST(a_sphere_that_touches_a_plane_is_visible)
{
    check_edge(&(const struct edge){
        .desc = {.max_count = 7,
                 .direction = GLSORT_FRONT_TO_BACK,
                 .cull = GLSORT_CULL_FRUSTUM},
        .x = {1.0f, 1.25f, 1.2500001f, -1.25f, -1.2500001f, 0.0f, 8.0f},
        .radius = 0.25f,
        .visible = 4,
        .order = {3, 5, 0, 1}});
}

// The point at 0 is inside, all others are beyond the plane at 1.
TEST(a_radius_that_is_a_nan_rejects_and_a_negative_one_has_no_sign)
{
    check_edge(&(const struct edge){.desc = {.max_count = 7,
                                             .direction = GLSORT_FRONT_TO_BACK,
                                             .cull = GLSORT_CULL_FRUSTUM,
                                             .radius_source = GLSORT_RADIUS_PER_ELEMENT},
                                    .x = {3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 0.0f, 8.0f},
                                    .words = {NANS, 0xFF800001u, minus_five, INFINITE,
                                              minus_five, NANS, minus_infinite},
                                    .visible = 3,
                                    .order = {2, 3, 6}});
}

TEST(a_key_that_overflows_is_rejected)
{
    check_edge(&(const struct edge){.desc = {.max_count = 4,
                                             .metric = GLSORT_METRIC_DISTANCE,
                                             .command = GLSORT_COMMAND_DRAW_ARRAYS},
                                    .x = {1e30f, 1.0f, -1e30f, 2.0f},
                                    .visible = 2,
                                    .order = {3, 1}});
}

// The chosen one is 3.0, or the integer with its bits.
TEST(a_nan_the_last_integer_and_a_chosen_depth_reject_elements)
{
    struct edge e = {
        .desc = {.max_count = 6,
                 .key_source = GLSORT_KEYS_FROM_F32,
                 .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 0x40400000u}},
        // 2.0, NaN, -1.0, infinity, 3.0, -0.0
        .words = {0x40000000u, NANS, 0xBF800000u, INFINITE, 0x40400000u, 0x80000000u},
        .visible = 4,
        .order = {3, 0, 5, 2}};
    check_edge(&e);
    e.desc.key_source = GLSORT_KEYS_FROM_U32;
    memcpy(e.words, (const uint32_t[]){7, 0, 0xFFFFFFFEu, 0xFFFFFFFFu, 0x40400000u, 1},
           sizeof e.words - 4);
    memcpy(e.order, (const uint32_t[]){3, 2, 0, 5}, 16);
    check_edge(&e);
    e.desc.direction = GLSORT_FRONT_TO_BACK;
    memcpy(e.order, (const uint32_t[]){1, 5, 0, 2}, 16);
    check_edge(&e);
}

// An emitter may keep its number of particles in the command that it draws them with.
TEST(the_count_may_be_a_word_of_the_command)
{
    if (!has_indirect_draws())
        skip();
    for (uint32_t way = 0; way < 2; ++way) {
        const uint32_t most = way == 0 ? 2000 : 120, count = most - 7;
        glsort_order_desc desc = {.max_count = most,
                                  .max_views = 3,
                                  .count_source = GLSORT_COUNT_FROM_BUFFER,
                                  .cull = GLSORT_CULL_FRUSTUM,
                                  .command = GLSORT_COMMAND_DRAW_ELEMENTS};
        struct gl_orderer o;
        open_order(&o, &desc, 0, 1);
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 3, 6);
        gl_orderer_reset(&o, count);
        o.args.count_in = o.args.command_out;
        gl_area_write(&o.command_out, &count, 1);
        assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
        gl_orderer_expect(&o, count);
        o.args.count_in = gl_area_resource(&o.count);
        gl_orderer_check(&o, count);
        gl_orderer_close(&o);
    }
}

// What an engine draws in a frame: meshes of several layouts, with the buffers of each.
TEST(one_order_serves_meshes_of_any_layout)
{
    static const glsort_order_layout layouts[] = {
        {.vertices = 3},
        {.vertices = 3,
         .position_stride = 32,
         .index = GLSORT_INDEX_U16,
         .dead_stride = 8},
        {.vertices = 1, .position_stride = 48, .radius_stride = 12},
        {.vertices = 2, .position_stride = 20, .index = GLSORT_INDEX_U16},
        {.vertices = 3},
    };
    glsort_order_desc desc = {
        .max_count = 1300,
        .max_views = 2,
        .position = {.offset = 4, .stride = 48},
        .primitive.vertices = 3,
        .max_vertices = 100,
        .cull = GLSORT_CULL_FRUSTUM,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .radius.stride = 12,
        .dead = {.test = GLSORT_DEAD_U32_EQUAL, .u32 = 1, .field.stride = 8},
        .flags = GLSORT_ORDER_FILLS_REST | GLSORT_ORDER_LAYOUT_FROM_ARGS,
        .backend = backend};
    glsort_plan* order = NULL;
    assert_int_equal(glsort_order_create(context, &desc, &order), GLSORT_OK);
    for (uint32_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        const glsort_order_layout* l = &layouts[i];
        glsort_order_desc of_run = desc;
        glsort_plan* of_one;
        struct gl_orderer o;
        of_run.position.stride = l->position_stride;
        of_run.radius.stride = l->radius_stride;
        of_run.dead.field.stride = l->dead_stride;
        of_run.primitive.vertices = l->vertices;
        of_run.primitive.index = l->index;
        gl_orderer_open(&o, &harness, context, &of_run, 100, i);
        of_one = o.order;
        o.order = order;
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, 2, i);
        o.args.layout = *l;
        gl_orderer_check(&o, 1300 - 200 * i);
        o.order = of_one;
        gl_orderer_close(&o);
    }
    glsort_plan_destroy(order);
}

// Two at a time where the device is not a CPU: an odd one is left in between and at the
// end.
TEST(views_take_turns_on_hardware)
{
    needs_compute();
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_CHAIN,
                                            GLSORT_METHOD_ABISORT_FUSED};
    mock.limits.hardware = true;
    glsort_context* c = gl_mock_context(&mock, 0);
    for (uint32_t way = 0; way < 12; ++way) {
        glsort_order_desc desc = {.max_count = 3000,
                                  .max_views = 5,
                                  .primitive = {.vertices = way % 2 * 3},
                                  .cull = (glsort_cull)(way / 2 % 2),
                                  .count_source = (glsort_count_source)(way % 3 == 0),
                                  .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                                  .flags = GLSORT_ORDER_WRITES_DEPTHS,
                                  .tuning =
                                      &(const glsort_tuning){.method = methods[way / 4]}};
        struct gl_orderer o;
        if (!is_served(tuning_of(desc.tuning).method))
            continue;
        gl_orderer_open(&o, &harness, c, &desc, 100, way);
        for (uint32_t views = 1; views <= 5; views += 2) {
            gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, views, views);
            gl_orderer_check(&o, views == 3 ? 2500 : 3000);
        }
        gl_orderer_close(&o);
    }
    glsort_context_destroy(c);
    mock.limits.hardware = false;
}

// Enough tiles for several rounds of the pass that scans their sums; of a chain so many
// that their status words take more than 16 KiB.
TEST(many_points_are_culled)
{
    const bool draws = backend == GLSORT_BACKEND_FRAGMENT;
    const bool chain =
        !draws && !gl_test_samples(&harness) && is_served(GLSORT_METHOD_RADIX_CHAIN);
    for (int way = 0; way < (chain ? 2 : 1); ++way) {
        const glsort_tuning tuning = {.method = way == 0 ? GLSORT_METHOD_AUTO
                                                         : GLSORT_METHOD_RADIX_CHAIN};
        glsort_order_desc desc = {.max_count = way == 1        ? 1u << 22
                                               : gl_test_all() ? 5000000
                                               : draws         ? 70000
                                                               : 1100000,
                                  .expected_count = 20000,
                                  .cull = GLSORT_CULL_FRUSTUM,
                                  .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                                  .tuning = &tuning};
        struct gl_orderer o;
        open_order(&o, &desc, 0, 1);
        assert_true(way == 0 || has_pass(&o, "order/order_cull.comp"));
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_99, 1, 4);
        gl_orderer_check(&o, desc.max_count);
        gl_orderer_close(&o);
    }
}

// ---- runs that end early --------------------------------------------------------------

// With nothing between the two runs that would wait for the GPU; and without an upload to
// words that the first one has written, which NVIDIA's driver loses.
TEST(a_run_right_after_one_that_ended_early_counts_anew)
{
    needs_compute();
    static const glsort_method methods[] = {
        GLSORT_METHOD_AUTO, GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_CHAIN,
        GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_ABISORT_FUSED};
    for (uint32_t i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
        const glsort_tuning tuning = {.method = methods[i]};
        const glsort_order_desc desc = {.max_count = STEPPED,
                                        .max_views = 2,
                                        .flags = GLSORT_ORDER_WRITES_VISIBLE,
                                        .tuning = &tuning};
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, context, &desc, 0, 7);
        gl_orderer_fill(&o, ORDER_DATA_SPECIAL, ORDER_SHARE_0, 2, 3);
        for (uint32_t passes = 1; passes < 8; ++passes) {
            gl_orderer_reset(&o, STEPPED);
            assert_int_equal(begin_order(o.order, &o.args), GLSORT_OK);
            assert_int_equal(glsort_plan_step(o.order, passes), GLSORT_OK);
            assert_int_equal(glsort_plan_end(o.order), GLSORT_OK);
            gl_mock_reset(&mock);
            assert_int_equal(glsort_order_run(o.order, &o.args), GLSORT_OK);
            assert_int_equal(mock.sub_data_calls, 0);
            gl_orderer_expect(&o, STEPPED);
        }
        gl_orderer_close(&o);
    }
}

// True without a name of an API, and with that of one of these.
static bool is_asked_for(int argc, char** argv, uint32_t apis)
{
    bool asked = argc == 1;
    for (int i = 0; i < GL_API_COUNT && !asked; ++i)
        asked = (apis >> i & 1) != 0 && strcmp(argv[1], gl_api_name((enum gl_api)i)) == 0;
    return asked;
}

int main(int argc, char** argv)
{
    const uint32_t on_fragments =
        1 << GL_API_43 | 1 << GL_API_41 | 1 << GL_API_33 | 1 << GL_API_ES30;
    struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .limits = {.uniform_alignment = 256, .storage_alignment = 256},
        .apis = GL_API_COMPUTE,
    };
    int failed = 0;
    backend = GLSORT_BACKEND_COMPUTE;
    if (is_asked_for(argc, argv, suite.apis))
        failed = gl_suite_run(argc, argv, &suite);
    backend = GLSORT_BACKEND_FRAGMENT;
    suite.apis = on_fragments | GL_API_ES_COMPUTE;
    suite.apis_of_all = GL_API_ES_COMPUTE;
    return failed + gl_suite_run(argc, argv, &suite);
}
