// SPDX-License-Identifier: MIT
// Where a level of the tree form writes: ranges without gaps; and that every pass of
// every form keeps off what it reads.
#include <stdio.h>
#include <string.h>

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

static void check_declarations(const struct host_setup* setup, uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
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
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
        for (uint32_t i = 0; i < host_setup_count(); ++i)
            if (is_declared(host_setup_at(i)))
                check_declarations(host_setup_at(i), counts[c]);
    }
}

struct span {
    uint64_t first;
    uint64_t end;
};

// A pass reads no buffer that no pass has written, and all that the last one has. Not so
// the paths: stages that begin have none, and those of stages that end are not read.
static void check_flow(const struct host_setup* setup, uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(setup->version);
    struct span all[MAX_SCRATCH] = {{0, 0}}, last[MAX_SCRATCH] = {{0, 0}};
    struct plan_core core;
    host_core_open(&core, setup, &limits, count);
    for (uint32_t i = 0; i < 2 * core.schedule.pass_count; ++i) {
        const struct pass* p = &core.schedule.passes[i / 2];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            const struct binding* b = &p->bindings[at];
            const struct span now = {b->first_bytes, b->first_bytes + b->range_bytes};
            if (b->usage != USAGE_STORAGE || b->slot < SLOT_SCRATCH ||
                (b->access & (i % 2 == 0 ? GLSORT_READ : GLSORT_WRITE)) == 0)
                continue;
            struct span* written = &all[b->slot - SLOT_SCRATCH];
            struct span* before = &last[b->slot - SLOT_SCRATCH];
            if (i % 2 == 0) {
                const char* name = core.schedule.scratch[b->slot - SLOT_SCRATCH].name;
                if (strncmp(name, "paths", 5) != 0 &&
                    (now.first < written->first || now.end > written->end ||
                     now.first > before->first || now.end < before->end))
                    fail_msg("%s, count %u, pass %u (%s) reads bytes %llu to %llu of %s",
                             setup->name, count, i / 2, p->label,
                             (unsigned long long)now.first, (unsigned long long)now.end,
                             name);
                continue;
            }
            *before = now;
            if (written->end == 0)
                *written = now;
            written->first = now.first < written->first ? now.first : written->first;
            written->end = now.end > written->end ? now.end : written->end;
        }
    }
    host_core_close(&core);
}

TEST(every_pass_reads_what_the_last_one_has_written)
{
    static const uint32_t counts[] = {1, 37, 300, 5000, 70000};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
        for (uint32_t i = 0; i < host_adaptive_count(); ++i)
            check_flow(host_setup_at(i), counts[c]);
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

// With a count on the GPU the last merge may find the elements in the outputs: then it
// copies them in place.
static bool may_copy_in_place(const struct pass* p)
{
    return p->indirect && strcmp(p->label, "merge runs by tiles") == 0 &&
           (p->leaves.keys == SLOT_KEYS_OUT || p->leaves.values == SLOT_VALUES_OUT) &&
           !p->leaves.mapped;
}

TEST(of_abisort_only_local_sorts_and_last_merges_work_in_place)
{
    for (uint32_t i = 0; i < host_adaptive_count(); ++i) {
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        host_core_open(&core, host_setup_at(i), &limits, 100000);
        for (uint32_t at = 0; at < core.schedule.pass_count; ++at)
            if (core.schedule.passes[at].tile_in_place &&
                !may_copy_in_place(&core.schedule.passes[at]))
                assert_int_equal(
                    strncmp(core.schedule.passes[at].label, "local sort", 10), 0);
        host_core_close(&core);
    }
}
