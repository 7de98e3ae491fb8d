// SPDX-License-Identifier: MIT
// Where a level of the tree form writes: ranges without gaps; that every pass of every
// form keeps off what it reads, and to the memory of its plan; and sums of sizes.
#include <string.h>

#include "counting.h"
#include "host_data.h"
#include "host_faults.h"
#include "host_setups.h"
#include "host_test.h"
#include "shader_ids.h"
#include "shared/tree.h"
#include "tree_level.h"

TEST(the_steps_of_a_level_tile_the_node_stream)
{
    static const uint32_t counts[] = {1, 2, 3, 7, 8, 31, 100, 1000, 4095, 65537, 1000000};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
        for (uint32_t level = 1; level <= 21; ++level)
            for (uint32_t merge = 1; merge <= 10; merge += 3)
                for (uint32_t overlapped = 0; overlapped < 2; ++overlapped) {
                    struct tree_level v;
                    glsort_tree_level_plan(&v, counts[c], level, merge, overlapped);
                    uint32_t end = 0;
                    for (uint32_t s = 0; s < v.step_count; ++s) {
                        struct tree_step step = glsort_tree_level_step(&v, s);
                        assert_int_equal(step.first_slot, end);
                        assert_true(step.pair_count > 0);
                        end += 2 * step.pair_count;
                    }
                    assert_int_equal(end, v.node_count);
                }
}

// ---- declarations ---------------------------------------------------------------------

// In place the outputs are the inputs.
static void join_ends(struct schedule* s)
{
    for (uint32_t at = 0; at < s->pass_count; ++at)
        for (uint32_t i = 0; i < s->passes[at].binding_count; ++i) {
            struct binding* b = &s->passes[at].bindings[i];
            if (b->slot == SLOT_KEYS_OUT)
                b->slot = SLOT_KEYS_IN;
            if (b->slot == SLOT_VALUES_OUT)
                b->slot = SLOT_VALUES_IN;
        }
}

// In place it is settled on the GPU which of its three places a digit of radix uses, but
// for ranking by items.
static bool is_declared(const struct host_setup* setup)
{
    return setup->desc.tuning->algorithm != GLSORT_ALGORITHM_RADIX || !setup->in_place ||
           strstr(setup->name, "radix-items") != NULL;
}

static void check_declarations(const struct host_setup* setup, uint32_t count,
                               uint32_t alignment)
{
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    limits.uniform_alignment = alignment;
    host_core_open(&core, setup, &limits, count);
    host_core_build(&core, count);
    if (setup->in_place)
        join_ends(&core.schedule);
    host_schedule_check(&core.schedule, setup->name);
    host_core_close(&core);
}

TEST(no_pass_of_any_size_reads_a_range_that_it_writes)
{
    static const uint32_t counts[] = {1,    2,     9,       100,     1024,   1025,
                                      2048, 65537, 1000000, 1 << 20, 3000001};
    for (uint32_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
        for (uint32_t i = 0; i < host_setup_count(); ++i)
            if (is_declared(host_setup_at(i)))
                check_declarations(host_setup_at(i), counts[c], 4u << c % 4 * 2);
}

TEST(no_count_needs_more_room_than_the_largest)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        host_core_open(&core, host_setup_at(i), &limits, 2500);
        for (uint32_t count = 0; count <= 2500; ++count) {
            if (!host_is_turn(count + i, 20))
                continue;
            host_core_build(&core, count); // aborts if it does not fit
            assert_int_equal(glsort_schedule_scratch_bytes(&core.schedule),
                             glsort_pool_bytes(&core.scratch));
        }
        host_core_close(&core);
    }
}

static uint32_t draw_count(uint64_t* random)
{
    uint32_t most = 1u << (1 + host_random(random) % 22);
    return 1 + host_random(random) % most;
}

static void check_stages(const glsort_limits* limits, const struct host_setup* setup,
                         uint32_t max_count, uint32_t count)
{
    struct plan_core core;
    host_core_open(&core, setup, limits, max_count);
    host_core_build(&core, count);
    assert_true(glsort_schedule_draw_buffers(&core.schedule) <= limits->draw_buffers);
    host_schedule_check(&core.schedule, setup->name);
    for (uint32_t at = 0; at < core.schedule.pass_count; ++at) {
        const struct pass* p = &core.schedule.passes[at];
        if (p->shader != SHADER_STAGE_DRAW && p->shader != SHADER_STAGE_TWO_DRAW)
            continue;
        // The last group of phases is full: no walk goes on below the leaves.
        const struct stage_params* params =
            (const struct stage_params*)(core.schedule.params + p->params_at);
        assert_int_equal(params->groups * host_define(p, "LAYERS") / 2,
                         params->phases + params->phase_offset);
    }
    host_core_close(&core);
}

// How stages share passes, and so where their nodes are, follows from the count.
TEST(stages_of_any_count_stay_in_the_textures_of_any_plan)
{
    const struct host_setup setup = {
        .name = "stages",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES},
                 .values = GLSORT_VALUES_4_BYTES}};
    uint64_t random = 35;
    for (uint32_t i = 0; i < 6000; ++i) {
        glsort_limits limits = host_roomy_limits(330);
        limits.has_texture_barrier = i % 3 == 0;
        limits.draw_buffers = i % 3 == 1 ? 4 : 8;
        limits.is_software = i % 2;
        uint32_t a = draw_count(&random), b = draw_count(&random);
        check_stages(&limits, &setup, a > b ? a : b, a > b ? b : a);
    }
}

TEST(a_range_that_ends_too_late_is_found_whatever_its_sum)
{
    // Of 32-bit hosts: GL's offsets are their pointer differences.
    const uint64_t most = INT32_MAX;
    assert_true(range_ends_by(0, most, most));
    assert_true(range_ends_by(most, 0, most));
    assert_true(range_ends_by(4, most - 4, most));
    assert_false(range_ends_by(5, most - 4, most));
    assert_false(range_ends_by(0, most + 1, most));
    assert_false(range_ends_by(UINT64_MAX, 0, most));
    assert_false(range_ends_by(UINT64_MAX, 1, most));
    assert_false(range_ends_by(UINT64_MAX - 3, UINT64_MAX - 3, most));
    for (uint64_t count = 1; count <= UINT32_MAX; count *= 2)
        assert_int_equal(range_ends_by(0, count * 16, most), count < 1u << 27);
}
