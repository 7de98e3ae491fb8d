// SPDX-License-Identifier: MIT
// The schedules of draw orders, without GL: how many passes there are, that they fit into
// the memory of the largest, and that they keep to their scratch.
#include <string.h>

#include "host_faults.h"
#include "host_hazards.h"
#include "host_orders.h"
#include "host_test.h"
#include "plans.h"
#include "shader_ids.h"

enum { MOST = 5000 };

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

// A slice ends before the count on the GPU may: its work groups are its own.
TEST(passes_over_slices_are_sized_by_the_slices)
{
    static const uint16_t shaders[] = {SHADER_ORDER_POSITIONS, SHADER_ORDER_KEYS};
    const uint32_t most = 1000000;
    for (uint32_t i = 0; i < 2; ++i) {
        const glsort_order_desc desc = {.max_count = most,
                                        .position.stride = 4000,
                                        .transform = i == 0 ? GLSORT_TRANSFORM_PER_ELEMENT
                                                            : GLSORT_TRANSFORM_NONE,
                                        .count_source = GLSORT_COUNT_FROM_BUFFER};
        struct host_order m;
        uint32_t groups = 0;
        make(&m, &desc);
        host_order_build(&m, most, 1);
        assert_true(passes_by(&m, shaders[i]) > 1);
        for (uint32_t at = 0; at < m.core.schedule.pass_count; ++at) {
            const struct pass* p = &m.core.schedule.passes[at];
            if (p->shader != shaders[i])
                continue;
            assert_false(p->indirect);
            groups += p->groups;
        }
        assert_int_equal(groups, ceil_divide(most, ORDER_TILE));
        host_order_close(&m);
    }
}

// In a schedule of two views at a time, passes of the second one have no barrier.
TEST(two_views_take_turns)
{
    for (uint32_t way = 0; way < 32; ++way) {
        glsort_order_desc desc = {.max_count = MOST,
                                  .max_views = 5,
                                  .primitive = {.vertices = way % 2 * 3},
                                  .cull = (glsort_cull)(way / 2 % 2),
                                  .count_source = (glsort_count_source)(way / 4 % 2),
                                  .tuning = &(const glsort_tuning){
                                      .method = way / 8 == 0   ? GLSORT_METHOD_RANK
                                                : way / 8 == 1 ? GLSORT_METHOD_RADIX_CHAIN
                                                : way / 8 == 2
                                                    ? GLSORT_METHOD_ABISORT_PARTITION
                                                    : GLSORT_METHOD_RADIX_ITEMS}};
        if (desc.cull != GLSORT_CULL_NONE)
            desc.flags = GLSORT_ORDER_WRITES_VISIBLE;
        struct host_order m;
        make(&m, &desc);
        uint32_t before = way / 4 % 2; // the pass that prepares the count of all
        host_order_build(&m, MOST, 1);
        uint32_t after = passes_by(&m, SHADER_ORDER_COMMANDS); // of all views
        uint32_t passes = host_order_build(&m, MOST, 1) - before - after;
        for (uint32_t views = 1; views <= 5; ++views) {
            assert_int_equal(host_order_build(&m, MOST, views),
                             before + views * passes + after);
            assert_false(host_has_hazard(&m.core.schedule));
        }
        const struct pass* p = m.core.schedule.passes + before;
        for (uint32_t i = 0; i < 4 * passes; i += 2) {
            assert_ptr_equal(p[i].label, p[i + 1].label);
            assert_int_equal(p[i + 1].barriers, 0);
        }
        host_order_close(&m);
    }
}

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
        uint32_t more = methods[i].more;
        glsort_order_desc desc = {
            .max_count = MOST,
            .max_views = 4,
            .tuning = &(const glsort_tuning){.method = methods[i].method}};
        struct host_order m;
        make(&m, &desc);
        uint32_t sort = host_order_sort_passes(&m, MOST);
        assert_int_equal(host_order_build(&m, MOST, 1), sort + more);
        assert_int_equal(passes_by(&m, SHADER_ORDER_KEYS), more);
        assert_int_equal(host_order_build(&m, MOST, 4), 4 * (sort + more));
        host_schedule_check(&m.core.schedule, "order");
        assert_int_equal(host_order_build(&m, 0, 4), 0);
        host_order_close(&m);
        desc.count_source = GLSORT_COUNT_FROM_BUFFER;
        make(&m, &desc);
        assert_int_equal(host_order_build(&m, MOST, 1),
                         host_order_sort_passes(&m, MOST) + more);
        host_order_close(&m);
        desc.primitive.vertices = 2; // keys of several vertices, and an expansion
        make(&m, &desc);
        assert_int_equal(host_order_build(&m, MOST, 1),
                         host_order_sort_passes(&m, MOST) + 2);
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

TEST(every_count_and_number_of_views_fits)
{
    static const uint32_t counts[] = {0, 1, 255, 256, 1024, 1025, 2049, 4097, MOST};
    for (uint32_t way = 0; way < 32; ++way) {
        glsort_order_desc desc = {
            .max_count = MOST,
            .max_views = 8,
            .primitive = {.vertices = way % 2 * 3},
            .cull = way / 2 % 2 == 0 ? GLSORT_CULL_NONE : GLSORT_CULL_FRUSTUM,
            .count_source =
                way / 4 % 2 == 0 ? GLSORT_COUNT_FROM_ARGS : GLSORT_COUNT_FROM_BUFFER,
            .tuning = &(const glsort_tuning){.algorithm = way / 8 % 2 == 0
                                                              ? GLSORT_ALGORITHM_ABISORT
                                                              : GLSORT_ALGORITHM_RADIX},
            .command = way / 16 == 0 ? GLSORT_COMMAND_NONE : GLSORT_COMMAND_DRAW_ELEMENTS,
            .flags =
                way / 16 == 0 ? GLSORT_ORDER_WRITES_VISIBLE : GLSORT_ORDER_WRITES_DEPTHS,
        };
        struct host_order m;
        make(&m, &desc);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
            for (uint32_t views = 1; views <= 8; views += 7) {
                host_order_build(&m, counts[i], views);
                host_schedule_check(&m.core.schedule, "order");
            }
        host_order_close(&m);
    }
}

// Whatever an order reads and writes: eight storage blocks or, to exchange keys, ten, and
// groups and memory that the device has.
TEST(few_elements_take_one_pass_where_the_device_has_room)
{
    struct glsort_limits limits = least_limits(430, 0);
    static const struct {
        uint32_t group_size, shared_bytes, blocks, chained, software, most;
    } devices[] = {
        {1024, 32768, 8, 0, 0, 4096},   {1024, 32768, 8, 1, 0, 4096},
        {1024, 32767, 8, 1, 0, 4096},   {1024, 16384, 10, 1, 0, 4096},
        {1024, 32767, 10, 1, 0, 16384}, {1024, 49152, 16, 0, 0, 4096},
        {1023, 65536, 16, 1, 0, 4096},  {256, 16384, 8, 0, 0, 4096},
        {255, 16384, 8, 0, 0, 0},       {256, 16383, 8, 0, 0, 0},
        {1024, 32768, 16, 0, 1, 128},
    };
    for (uint32_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        limits.group_size = devices[i].group_size;
        limits.shared_bytes = devices[i].shared_bytes;
        limits.storage_blocks = devices[i].blocks;
        limits.chained_scan = devices[i].chained;
        limits.subgroup_size = devices[i].chained * 32;
        limits.is_software = devices[i].software;
        for (uint32_t way = 0; way < 16; ++way)
            for (uint32_t more = 0; more < 2; ++more) {
                glsort_order_desc desc = {
                    .max_count = devices[i].most + more,
                    .max_views = 8,
                    .primitive = {.vertices = way % 2 * 3},
                    .dead = {.test = GLSORT_DEAD_U32_EQUAL},
                    .cull = (glsort_cull)(way / 2 % 2),
                    .radius_source = (glsort_radius)(way / 2 % 2),
                    .count_source = (glsort_count_source)(way / 4 % 2),
                    .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                    .flags = GLSORT_ORDER_WRITES_VISIBLE |
                             (way / 8 != 0 ? GLSORT_ORDER_WRITES_DEPTHS : 0)};
                bool exchanges = devices[i].most > 4096;
                // No block for the depths.
                bool crowded = way % 4 == 3 && way / 8 != 0 && !exchanges;
                struct host_order m;
                if (desc.max_count == 0)
                    continue;
                host_order_open(&m, &limits, &desc);
                assert_int_equal(host_order_build(&m, desc.max_count, 8) == 1,
                                 more == 0 && !crowded);
                host_schedule_check(&m.core.schedule, "order");
                host_order_close(&m);
            }
    }
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
                glsort_order_desc desc = {
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

// 16 bits take radix two digits, and every view shares the scratch of the first.
TEST(fewer_bits_and_more_views_cost_no_more_than_they_must)
{
    enum { MANY = (1 << 17) + 1 }; // fewer are ordered two views at a time
    glsort_order_desc desc = {
        .max_count = MANY,
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX}};
    struct host_order m;
    make(&m, &desc);
    uint32_t whole = host_order_build(&m, MANY, 1);
    uint64_t scratch = glsort_schedule_scratch_bytes(&m.core.schedule);
    host_order_close(&m);
    desc.key_bits = 16;
    desc.max_views = 8;
    make(&m, &desc);
    uint32_t half = host_order_build(&m, MANY, 1);
    host_order_build(&m, MANY, 8);
    assert_true(half < whole);
    assert_int_equal(glsort_schedule_scratch_bytes(&m.core.schedule), scratch);
    host_order_close(&m);
}

// A large pool of which little is alive is sorted by what is best for little: the count
// of the run, or what is expected if the GPU has the count.
TEST(the_count_chooses_the_algorithm)
{
    glsort_order_desc desc = {.max_count = 1300000};
    struct host_order m;
    make(&m, &desc);
    host_order_build(&m, 1300000, 1);
    assert_int_equal(m.core.algorithm->id, GLSORT_ALGORITHM_RADIX);
    host_order_build(&m, 1000, 1);
    assert_int_not_equal(m.core.algorithm->id, GLSORT_ALGORITHM_RADIX);
    host_order_close(&m);
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    make(&m, &desc);
    assert_int_equal(m.core.algorithm->id, GLSORT_ALGORITHM_RADIX);
    host_order_close(&m);
    desc.expected_count = 1000;
    make(&m, &desc);
    assert_int_not_equal(m.core.algorithm->id, GLSORT_ALGORITHM_RADIX);
    assert_int_equal(m.core.max_count, 1300000);
    host_order_close(&m);
}

static uint32_t builds;

static void count_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s)
{
    ++builds;
    glsort_order_recipe.build(what, core, shape, s);
}

TEST(creation_builds_each_schedule_once)
{
    static const struct {
        glsort_method method;
        uint32_t most;
        uint32_t builds;
    } rows[] = {
        {GLSORT_METHOD_RADIX_CHAIN, 1 << 20, 1},
        {GLSORT_METHOD_RANK, 100000, 4}, // and for each number of merges
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const glsort_order_desc desc = {
            .max_count = rows[i].most,
            .tuning = &(const glsort_tuning){.method = rows[i].method},
            .cull = GLSORT_CULL_FRUSTUM,
            .command = GLSORT_COMMAND_DRAW_ELEMENTS,
        };
        struct glsort_limits limits = least_limits(430, 0);
        limits.storage_block_bytes = 1u << 31;
        limits.shared_bytes = 49152;
        struct recipe recipe = glsort_order_recipe;
        struct host_order m;
        struct message message = {""};
        const glsort_allocator allocator =
            glsort_memory_allocator(&(glsort_allocator){0});
        const struct call call = {"glsort_order_create", &message};
        assert_int_equal(glsort_order_fill(&desc, &limits, &m.what, &call), GLSORT_OK);
        recipe.build = count_build;
        builds = 0;
        assert_int_equal(glsort_plan_core_create(&m.core, &recipe, &m.what, 0, &limits,
                                                 NULL, &allocator, &call),
                         GLSORT_OK);
        assert_int_equal(builds, 1);
        struct shape shape = glsort_plan_core_largest(&m.core);
        do
            glsort_plan_core_build(&m.core, &shape);
        while (glsort_plan_core_other_programs(&m.core, &shape));
        assert_int_equal(builds, rows[i].builds);
        host_order_close(&m);
    }
}
