// SPDX-License-Identifier: MIT
// The schedules of draw orders, without GL: their passes, as docs/draw-order.md lists
// them, that every count and number of views fits into what was made for the largest, and
// that no run needs a program or a frame buffer that the plan has not made.
#include <string.h>

#include "host_faults.h"
#include "host_hazards.h"
#include "host_orders.h"
#include "host_test.h"
#include "plans.h"
#include "shader_ids.h"
#include "shared/order.h"

enum { MOST = 5000 };

static const glsort_order_desc plain = {.max_count = MOST, .max_views = 4};

static void make(struct host_order* o, const glsort_order_desc* desc)
{
    struct glsort_limits limits = least_limits(430, 0);
    host_order_open(o, &limits, desc);
}

static uint32_t passes_by(const struct host_order* m, uint16_t shader)
{
    uint32_t passes = 0;
    for (uint32_t i = 0; i < m->core.schedule.pass_count; ++i)
        passes += m->core.schedule.passes[i].shader == shader;
    return passes;
}

// ---- numbers of passes ----------------------------------------------------------------

// As many as the sort of ready keys where its first pass can compute them.
TEST(points_cost_at_most_one_pass_more_than_their_sort)
{
    static const struct {
        glsort_method method;
        uint32_t more;
    } methods[] = {{GLSORT_METHOD_RANK, 0},          {GLSORT_METHOD_RANK_ALL, 1},
                   {GLSORT_METHOD_RADIX_TILES, 0},   {GLSORT_METHOD_RADIX_CHAIN, 0},
                   {GLSORT_METHOD_ABISORT_FUSED, 1}, {GLSORT_METHOD_RADIX_ITEMS, 0},
                   {GLSORT_METHOD_BITONIC_BLOCKS, 1}};
    for (uint32_t i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
        const glsort_tuning tuning = {.method = methods[i].method};
        glsort_order_desc desc = plain;
        struct host_order m;
        desc.tuning = &tuning;
        make(&m, &desc);
        uint32_t sort = host_order_sort_passes(&m, MOST);
        assert_int_equal(host_order_build(&m, MOST, 1), sort + methods[i].more);
        assert_int_equal(host_order_build(&m, MOST, 4), 4 * (sort + methods[i].more));
        assert_int_equal(host_order_build(&m, 0, 4), 0);
        host_order_close(&m);
        desc.primitive.vertices = 2; // keys of several vertices, and an expansion
        make(&m, &desc);
        assert_int_equal(host_order_build(&m, MOST, 1),
                         host_order_sort_passes(&m, MOST) + 2);
        host_order_close(&m);
    }
}

// In a schedule of two views at a time, passes of the second one have no barrier.
TEST(two_views_take_turns)
{
    static const glsort_method methods[] = {GLSORT_METHOD_RANK, GLSORT_METHOD_RADIX_CHAIN,
                                            GLSORT_METHOD_ABISORT_PARTITION};
    for (uint32_t i = 0; i < 3; ++i) {
        const glsort_tuning tuning = {.method = methods[i]};
        glsort_order_desc desc = plain;
        struct host_order m;
        desc.tuning = &tuning;
        make(&m, &desc);
        const uint32_t passes = host_order_build(&m, MOST, 4);
        const struct pass* p = m.core.schedule.passes;
        for (uint32_t at = 0; at < passes; at += 2) {
            assert_ptr_equal(p[at].label, p[at + 1].label);
            assert_int_equal(p[at + 1].barriers, 0);
        }
        host_order_close(&m);
    }
}

// prepare count, keys, compact, prepare count; then the sort without its own
// preparation; expand, commands. Many tiles need a scan.
TEST(culled_primitives_cost_six_passes_more)
{
    glsort_order_desc desc = {.max_count = MOST,
                              .primitive = {.vertices = 3},
                              .cull = GLSORT_CULL_FRUSTUM,
                              .count_source = GLSORT_COUNT_FROM_BUFFER,
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    struct host_order m;
    make(&m, &desc);
    uint32_t sort = host_order_sort_passes(&m, MOST) - 1;
    assert_int_equal(host_order_build(&m, MOST, 1), sort + 6);
    host_order_close(&m);
    for (uint32_t more = 0; more < 2; ++more) {
        desc.max_count = ORDER_UNSCANNED_MOST * ORDER_TILE + more;
        make(&m, &desc);
        host_order_build(&m, desc.max_count, 1);
        assert_int_equal(passes_by(&m, SHADER_SCAN_SUMS), more);
        host_order_close(&m);
    }
}

// Keys, the visible count and the order; of one view in a texture the sort's last pass
// writes the order.
TEST(a_view_in_fragment_passes_costs_three_more_than_its_sort_or_one)
{
    struct glsort_limits limits = least_limits(330, 0);
    glsort_order_desc desc = plain;
    struct host_order o;
    host_order_open(&o, &limits, &desc);
    uint32_t sort = host_order_sort_passes(&o, MOST);
    assert_int_equal(host_order_build(&o, MOST, 1), sort + 3);
    assert_int_equal(host_order_build(&o, MOST, 4), 4 * (sort + 3));
    assert_int_equal(host_order_build(&o, 0, 4), 0);
    host_order_close(&o);
    // Culling costs no pass; depths one for each view, all visible counts one.
    desc.cull = GLSORT_CULL_FRUSTUM;
    desc.flags = GLSORT_ORDER_WRITES_DEPTHS | GLSORT_ORDER_WRITES_VISIBLE;
    host_order_open(&o, &limits, &desc);
    assert_int_equal(host_order_build(&o, MOST, 4), 4 * (sort + 4) + 1);
    assert_int_equal(host_order_build(&o, 0, 4), 1);
    host_order_close(&o);
    desc = (glsort_order_desc){.max_count = MOST,
                               .cull = GLSORT_CULL_FRUSTUM,
                               .textures = GLSORT_ORDER_TEXTURE_POSITIONS |
                                           GLSORT_ORDER_TEXTURE_ORDER};
    host_order_open(&o, &limits, &desc);
    sort = host_order_sort_passes(&o, MOST);
    assert_int_equal(host_order_build(&o, MOST, 1), sort + 1);
    host_order_close(&o);
}

// Whatever an order reads and writes: eight storage blocks or, to exchange keys, ten, and
// groups and memory that the device has.
TEST(few_elements_take_one_pass_where_the_device_has_room)
{
    static const struct {
        uint32_t group_size, shared_bytes, blocks, chained, software, most;
    } devices[] = {
        {1024, 32768, 8, 1, 0, 4096},   {1024, 16384, 10, 1, 0, 4096},
        {1024, 32767, 10, 1, 0, 16384}, {1024, 49152, 16, 0, 0, 4096},
        {1023, 65536, 16, 1, 0, 4096},  {256, 16384, 8, 0, 0, 4096},
        {1024, 32768, 16, 0, 1, 128},
    };
    for (uint32_t i = 0; i < sizeof devices / sizeof devices[0]; ++i)
        for (uint32_t way = 0; way < 8; ++way) {
            struct glsort_limits limits = least_limits(430, 0);
            const uint32_t more = way % 2;
            const glsort_order_desc desc = {
                .max_count = devices[i].most + more,
                .max_views = 8,
                .primitive = {.vertices = way / 2 % 2 * 3},
                .dead = {.test = GLSORT_DEAD_U32_EQUAL},
                .cull = GLSORT_CULL_FRUSTUM,
                .count_source = (glsort_count_source)(way / 4),
                .command = GLSORT_COMMAND_DRAW_ELEMENTS,
            };
            struct host_order m;
            limits.group_size = devices[i].group_size;
            limits.shared_bytes = devices[i].shared_bytes;
            limits.storage_blocks = devices[i].blocks;
            limits.chained_scan = devices[i].chained;
            limits.subgroup_size = devices[i].chained * 32;
            limits.is_software = devices[i].software;
            host_order_open(&m, &limits, &desc);
            assert_int_equal(host_order_build(&m, desc.max_count, 8) == 1, more == 0);
            host_schedule_check(&m.core.schedule, "order");
            host_order_close(&m);
        }
}

// A large pool of which little is alive is sorted by what is best for little: the count
// of the run, or what is expected if the GPU has the count, but never more than the most.
TEST(the_count_chooses_the_algorithm)
{
    enum { MANY = 1300000, CPU = GLSORT_COUNT_FROM_ARGS, GPU = GLSORT_COUNT_FROM_BUFFER };
    static const struct {
        uint32_t source, expected, count;
        bool radix;
    } rows[] = {{CPU, 0, MANY, true},
                {CPU, 0, 1000, false},
                {GPU, 0, MANY, true},
                {GPU, 1000, MANY, false},
                {GPU, UINT32_MAX, MANY, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const glsort_order_desc desc = {.max_count = MANY,
                                        .expected_count = rows[i].expected,
                                        .count_source =
                                            (glsort_count_source)rows[i].source};
        struct host_order m;
        make(&m, &desc);
        host_order_build(&m, rows[i].count, 1);
        assert_int_equal(m.core.algorithm->id == GLSORT_ALGORITHM_RADIX, rows[i].radix);
        host_order_close(&m);
    }
}

// ---- every count ----------------------------------------------------------------------

static void check_order(const struct glsort_limits* limits, const glsort_order_desc* desc)
{
    static const uint32_t counts[] = {0, 1, 3, 4, 9, 255, 256, 1025, 4097, MOST};
    struct host_targets all = {.count = 0};
    struct host_order o;
    host_order_open(&o, limits, desc);
    host_order_build(&o, MOST, 8);
    host_targets_add(&all, &o.core.schedule);
    for (uint32_t i = 0; i < 2 * sizeof counts / sizeof counts[0]; ++i) {
        host_order_build(&o, counts[i / 2], 1 + i % 2 * 7);
        host_schedule_check(&o.core.schedule, "order");
        host_targets_check(&all, &o.core.schedule, "order");
        if (desc->backend == GLSORT_BACKEND_COMPUTE)
            assert_false(host_has_hazard(&o.core.schedule));
    }
    host_order_close(&o);
}

static const glsort_tuning tunings[] = {
    {.algorithm = GLSORT_ALGORITHM_ABISORT},      {.algorithm = GLSORT_ALGORITHM_BITONIC},
    {.algorithm = GLSORT_ALGORITHM_ABISORT_TREE}, {.algorithm = GLSORT_ALGORITHM_RADIX},
    {.method = GLSORT_METHOD_RADIX_CHAIN},        {.method = GLSORT_METHOD_RANK},
};

TEST(every_count_and_number_of_views_fits_on_compute)
{
    const struct glsort_limits limits = least_limits(430, 0);
    for (uint32_t way = 0; way < 64; ++way) {
        glsort_order_desc desc = {
            .max_count = MOST,
            .max_views = 8,
            .backend = GLSORT_BACKEND_COMPUTE,
            .primitive = {.vertices = way % 2 * 3},
            .cull = (glsort_cull)(way / 2 % 2),
            .count_source = (glsort_count_source)(way / 4 % 2),
            .tuning = &tunings[way / 8 % 4 == 0 ? 0 : 2 + way / 8 % 4],
            .command = way / 32 == 0 ? GLSORT_COMMAND_NONE : GLSORT_COMMAND_DRAW_ELEMENTS,
            .flags =
                way / 32 == 0 ? GLSORT_ORDER_WRITES_VISIBLE : GLSORT_ORDER_WRITES_DEPTHS,
        };
        check_order(&limits, &desc);
    }
}

TEST(every_kind_of_resource_fits_in_fragment_passes)
{
    for (uint32_t way = 0; way < 128 * 3 * 4; way += 5) { // every mask at least twice
        const bool is_gles = way / 384 % 2 != 0;
        const struct glsort_limits limits = least_limits(is_gles ? 300 : 330, is_gles);
        glsort_order_desc desc = {
            .max_count = MOST,
            .max_views = 8,
            .primitive = {.vertices = 3},
            .dead = {.test = GLSORT_DEAD_U32_EQUAL},
            .cull = GLSORT_CULL_FRUSTUM,
            .radius_source = GLSORT_RADIUS_PER_ELEMENT,
            .flags = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS,
            .tuning = &tunings[way / 128 % 3],
            .textures = way % 128,
            .max_vertices = way % 16 == 0 ? 0 : MOST, // no or some inputs in textures
            .count_source = way / 128 % 3 == 0 ? (glsort_count_source)(way / 768)
                                               : GLSORT_COUNT_FROM_ARGS,
        };
        if (is_gles)
            desc.textures |= GLSORT_ORDER_TEXTURE_POSITIONS;
        if (way % 3 == 0)
            desc.flags |= GLSORT_ORDER_WRITES_ELEMENTS;
        check_order(&limits, &desc);
    }
}

TEST(every_view_shares_the_scratch_of_the_first)
{
    struct glsort_limits limits = least_limits(330, 0);
    glsort_order_desc desc = {.max_count = MOST};
    struct host_order one, eight;
    host_order_open(&one, &limits, &desc);
    desc.max_views = 8;
    host_order_open(&eight, &limits, &desc);
    assert_int_equal(glsort_pool_bytes(&one.core.scratch),
                     glsort_pool_bytes(&eight.core.scratch));
    host_order_close(&one);
    host_order_close(&eight);
}

// ---- programs -------------------------------------------------------------------------

// Returns false if there is no such order.
static bool check_programs(const struct glsort_limits* limits,
                           const glsort_order_desc* desc)
{
    static struct host_programs used;
    struct host_order m;
    used = (struct host_programs){.count = 0};
    if (!host_order_try(&m, limits, desc))
        return false;
    for (uint32_t i = 0; i < m.core.tier_count; ++i) {
        struct shape linked = glsort_plan_core_largest_of(&m.core, i);
        do {
            host_order_build(&m, linked.count, desc->max_views);
            host_programs_add(&used, &m.core.schedule);
        } while (glsort_plan_core_other_programs(&m.core, &linked));
    }
    host_order_build(&m, 0, desc->max_views);
    host_programs_add(&used, &m.core.schedule);
    for (uint32_t count = 0; count < desc->max_count; count += 1 + count / 8) {
        host_order_build(&m, count, 1 + count % desc->max_views);
        host_programs_check(&used, &m.core.schedule, "order");
    }
    host_order_close(&m);
    return true;
}

TEST(no_count_needs_programs_that_are_not_linked)
{
    static const uint32_t most[] = {700, 3000, 9000, 17000, 40000, 140000, 600000};
    uint32_t checked = 0;
    for (uint32_t way = 0; way < 16; ++way) {
        struct glsort_limits limits = least_limits(430, 0);
        limits.storage_blocks = 16;
        limits.shared_bytes = 49152;
        limits.chained_scan = way % 2;
        limits.subgroup_size = limits.chained_scan != 0 ? 32 : 0;
        limits.is_software = way % 4 == 2;
        for (uint32_t method = 0; method <= GLSORT_METHOD_RADIX_CHAIN; ++method)
            for (uint32_t i = 0; i < sizeof most / sizeof most[0]; ++i) {
                const glsort_order_desc desc = {
                    .max_count = most[i],
                    .max_views = 1 + i % 2,
                    .cull = (glsort_cull)(way / 4 % 2),
                    .primitive = {.vertices = way / 8 * 3},
                    .tuning = &(const glsort_tuning){.method = (glsort_method)method},
                    .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                };
                checked += check_programs(&limits, &desc);
            }
    }
    assert_true(checked > 1000);
}
