// SPDX-License-Identifier: MIT
// Draw order: what a run writes is what the reference writes, byte for byte, and nothing
// else is touched.
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_orderer.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

// Through the mock: what broke a rule of GL.
static void expect_no_trouble(void)
{
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static uint32_t pick(uint64_t* seed, uint32_t choices)
{
    return (uint32_t)(gl_random(seed) >> 20) % choices;
}

// ---- combinations ---------------------------------------------------------------------

static uint32_t any_count(uint64_t* seed)
{
    static const uint32_t limits[] = {1, 2, 31, 255, 256, 511, 1023, 1024, 1025, 2049};
    if (pick(seed, 2) == 0)
        return limits[pick(seed, 10)];
    return 1 + pick(seed, pick(seed, 4) == 0 ? 5000 : 300);
}

static glsort_field any_field(uint64_t* seed)
{
    return (glsort_field){.offset = 4 * pick(seed, 5), .stride = 4 * pick(seed, 5)};
}

static void choose_what(glsort_order_desc* d, uint64_t* seed)
{
    d->position.format = (glsort_position_format)pick(seed, 4);
    d->position.offset = 4 * pick(seed, 4);
    if (pick(seed, 2) == 0)
        d->position.stride = 12 + 4 * pick(seed, 6);
    d->max_views = pick(seed, 4);
    if (pick(seed, 2) == 0) {
        d->primitive.vertices = 1 + pick(seed, pick(seed, 4) == 0 ? 9 : 3);
        d->primitive.index = (glsort_index)pick(seed, 2);
        d->primitive.key = (glsort_vertex)pick(seed, 3);
    }
    if (pick(seed, 3) == 0) {
        d->dead.test = (glsort_dead_test)(1 + pick(seed, 4));
        d->dead.field = any_field(seed);
        d->dead.f32 = (float)pick(seed, 3);
        d->dead.u32 = pick(seed, 3);
    }
    if (pick(seed, 2) == 0) {
        d->cull = GLSORT_CULL_FRUSTUM;
        d->radius_source = (glsort_radius)pick(seed, 2);
        if (d->radius_source == GLSORT_RADIUS_PER_ELEMENT)
            d->radius = any_field(seed);
        d->flags |= pick(seed, 2) == 0 ? GLSORT_ORDER_CLIP_ZERO_TO_ONE : 0;
    }
}

static glsort_order_desc any_desc(uint64_t* seed)
{
    static const uint32_t bits[] = {0, 32, 16, 24};
    static const glsort_algorithm algorithms[] = {
        GLSORT_ALGORITHM_AUTO, GLSORT_ALGORITHM_ABISORT, GLSORT_ALGORITHM_RADIX};
    glsort_order_desc d = {.max_count = any_count(seed)};
    choose_what(&d, seed);
    d.count_source = (glsort_count_source)pick(seed, 2);
    d.direction = (glsort_draw_direction)pick(seed, 2);
    d.metric = (glsort_metric)pick(seed, 2);
    d.key_bits = bits[pick(seed, 4)];
    d.command = (glsort_command)pick(seed, 6);
    if (d.command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
        d.command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES)
        d.instance_vertices = 4;
    if (d.command == GLSORT_COMMAND_DISPATCH)
        d.group_elements = 1 + pick(seed, 64);
    if (d.command != GLSORT_COMMAND_NONE) {
        d.command_stride = pick(seed, 2) == 0 ? 0 : 20 + 4 * pick(seed, 3);
        d.flags |= pick(seed, 3) == 0 ? GLSORT_ORDER_KEEPS_COMMAND : 0;
    }
    d.flags |= pick(seed, 2) == 0 ? GLSORT_ORDER_WRITES_VISIBLE : 0;
    if (d.key_bits == 0 || d.key_bits == 32)
        d.flags |= pick(seed, 2) == 0 ? GLSORT_ORDER_WRITES_DEPTHS : 0;
    d.algorithm = algorithms[pick(seed, 3)];
    d.expected_count = pick(seed, 3) == 0 ? 1 + d.max_count / 3 : 0;
    return d;
}

// Three runs of different data, views and counts of one order.
static void check_any(uint64_t seed)
{
    struct gl_orderer o;
    glsort_order_desc desc = any_desc(&seed);
    uint32_t most_views = desc.max_views == 0 ? 1 : desc.max_views;
    gl_orderer_open(&o, &harness, context, &desc, 1 + pick(&seed, 400), seed);
    for (int run = 0; run < 3; ++run) {
        uint32_t count = run == 0 ? desc.max_count : pick(&seed, desc.max_count + 1);
        if (desc.count_source == GLSORT_COUNT_FROM_BUFFER && pick(&seed, 4) == 0)
            count = desc.max_count + pick(&seed, 1000);
        gl_orderer_fill(&o, (enum gl_order_data)pick(&seed, ORDER_DATA_COUNT),
                        (enum gl_order_share)pick(&seed, ORDER_SHARE_COUNT),
                        1 + pick(&seed, most_views), seed);
        if (pick(&seed, 3) == 0)
            o.args.views_in = gl_area_resource(&o.views);
        gl_mock_poison(&mock, 0xDEADBEEFu);
        gl_orderer_check(&o, count);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void any_combination_gives_the_bytes_of_the_reference(void** state)
{
    uint32_t combinations = gl_test_all() ? 4000 : 150;
    for (uint32_t i = 0; i < combinations; ++i)
        check_any(i * 7919 + 1);
}

// ---- counts ---------------------------------------------------------------------------

static void check_counts(const glsort_order_desc* desc, enum gl_order_share share)
{
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, context, desc, 100, 5);
    gl_orderer_fill(&o, ORDER_DATA_LATTICE, share, 1, 11);
    uint32_t step = gl_test_all() ? 1 : 7;
    for (uint32_t count = 0; count <= 300; count += count < 20 ? 1 : step)
        gl_orderer_check(&o, count);
    for (uint32_t tile = 512; tile <= desc->max_count; tile += 512)
        for (uint32_t count = tile - 1; count <= tile + 1 && count <= desc->max_count;
             ++count)
            gl_orderer_check(&o, count);
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void every_count_is_ordered(void** state)
{
    glsort_order_desc desc = {.max_count = gl_test_all() ? 4200 : 1100,
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    check_counts(&desc, ORDER_SHARE_50);
    desc.cull = GLSORT_CULL_FRUSTUM;
    check_counts(&desc, ORDER_SHARE_50);
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    check_counts(&desc, ORDER_SHARE_50);
    desc.primitive.vertices = 3;
    check_counts(&desc, ORDER_SHARE_50);
}

static void every_share_may_be_culled(void** state)
{
    glsort_order_desc desc = {.max_count = 3000,
                              .cull = GLSORT_CULL_FRUSTUM,
                              .flags = GLSORT_ORDER_WRITES_VISIBLE |
                                       GLSORT_ORDER_WRITES_DEPTHS,
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    static const uint32_t least[] = {0, 1200, 2900, 3000, 0};
    static const uint32_t most[] = {100, 1800, 2999, 3000, 3000};
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, context, &desc, 0, 3);
    for (uint32_t share = 0; share < ORDER_SHARE_COUNT; ++share) {
        gl_orderer_fill(&o, ORDER_DATA_RANDOM, (enum gl_order_share)share, 1, 29);
        o.args.radius = 0.0f;
        gl_orderer_check(&o, 3000);
        gl_area_fetch(&o.visible_out);
        uint32_t rejected = 3000 - o.visible_out.read[o.visible_out.lead];
        assert_in_range(rejected, least[share], most[share]);
    }
    gl_orderer_close(&o);
    expect_no_trouble();
}

static void equal_depths_keep_the_order_of_the_input(void** state)
{
    glsort_order_desc desc = {.max_count = 2500, .cull = GLSORT_CULL_FRUSTUM};
    struct gl_orderer o;
    for (uint32_t direction = 0; direction < 2; ++direction) {
        desc.direction = (glsort_draw_direction)direction;
        gl_orderer_open(&o, &harness, context, &desc, 0, 3);
        gl_orderer_fill(&o, ORDER_DATA_SAME, ORDER_SHARE_0, 1, 29);
        gl_orderer_check(&o, 2500);
        gl_area_fetch(&o.order_out);
        for (uint32_t i = 0; i < 2500; ++i)
            assert_int_equal(o.order_out.read[o.order_out.lead + i], i);
        gl_orderer_close(&o);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_combination_gives_the_bytes_of_the_reference),
        cmocka_unit_test(every_count_is_ordered),
        cmocka_unit_test(every_share_may_be_culled),
        cmocka_unit_test(equal_depths_keep_the_order_of_the_input),
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
