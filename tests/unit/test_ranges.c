// SPDX-License-Identifier: MIT
// Where a level of the tree form writes: ranges without gaps, the closed forms for full
// trees, and that every pass of every form keeps off what it reads.
#include <stdio.h>
#include <string.h>

#include "host_data.h"
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

// The blocks of a step lie one after the other, by rising stage.
TEST(the_blocks_of_a_step_follow_each_other)
{
    struct tree_level v;
    glsort_tree_level_plan(&v, 100003, 17, 2, true);
    for (uint32_t s = 0; s < v.step_count; ++s) {
        struct tree_step step = glsort_tree_level_step(&v, s);
        uint32_t slot = step.first_slot;
        for (uint32_t c = 0; c < step.stage_count; ++c) {
            uint32_t k = step.first_stage + c;
            assert_int_equal(v.blocks[k][step.first_phase - 2 * c], slot);
            slot += 2 * v.pairs[k];
        }
        assert_int_equal(slot, step.first_slot + 2 * step.pair_count);
    }
}

static uint32_t last_stage(const struct tree_level* v, uint32_t step)
{
    return step / 2 < v->stage_count - 1 ? step / 2 : v->stage_count - 1;
}

static uint32_t first_stage(const struct tree_level* v, uint32_t step)
{
    return step > v->level - 1 ? step - (v->level - 1) : 0;
}

static void check_closed_forms(uint32_t trees, uint32_t level, uint32_t merge)
{
    struct tree_level v;
    glsort_tree_level_plan(&v, trees << level, level, merge, true);
    uint32_t b = v.block_log;
    if (v.stage_count == 0) {
        assert_int_equal(v.step_count, 0);
        assert_int_equal(v.node_count, 0);
        return;
    }
    assert_int_equal(v.step_count, 2 * level - b - 1);
    uint32_t start = 0; // of the step, divided by the trees
    for (uint32_t s = 0; s < v.step_count; ++s) {
        uint32_t k0 = first_stage(&v, s);
        uint32_t k1 = last_stage(&v, s);
        uint32_t width = (4u << k1) - (2u << k0);
        struct tree_step step = glsort_tree_level_step(&v, s);
        assert_int_equal(step.first_stage, k0);
        assert_int_equal(step.stage_count, k1 - k0 + 1);
        assert_int_equal(step.first_slot, trees * start);
        assert_int_equal(2 * step.pair_count, trees * width);
        for (uint32_t k = k0; k <= k1; ++k)
            assert_int_equal(v.blocks[k][s - 2 * k],
                             trees * (start + (2u << k) - (2u << k0)));
        start += width;
    }
    assert_int_equal(v.node_count,
                     trees * ((b + 2) * (2u << v.stage_count) - 2 * level - 4));
}

TEST(full_trees_lie_where_the_closed_forms_say)
{
    for (uint32_t trees = 1; trees <= 9; trees += 2)
        for (uint32_t level = 1; level <= 17; ++level)
            for (uint32_t merge = 1; merge <= 10; ++merge)
                check_closed_forms(trees, level, merge);
}

// The stage and the pair in it of an instance: by scan, as the shaders find them, and by
// the position of the highest bit.
TEST(instances_decode_to_the_same_stage_both_ways)
{
    const uint32_t trees = 3;
    struct tree_level v;
    glsort_tree_level_plan(&v, trees << 9, 9, 2, true);
    for (uint32_t s = 0; s < v.step_count; ++s) {
        struct tree_step step = glsort_tree_level_step(&v, s);
        for (uint32_t id = 0; id < step.pair_count; ++id) {
            uint32_t stage = step.first_stage;
            uint32_t first = 0;
            while (id - first >= v.pairs[stage])
                first += v.pairs[stage++];
            uint32_t k = 0;
            while (2u << k <= id / trees + (1u << step.first_stage))
                ++k;
            assert_int_equal(stage, k);
            assert_int_equal(id - first,
                             id - trees * ((1u << k) - (1u << step.first_stage)));
        }
    }
}

TEST(the_example_of_32_elements_comes_out)
{
    static const uint32_t ends[] = {2, 4, 10, 16, 30, 42, 66, 82};
    struct tree_level v;
    glsort_tree_level_plan(&v, 32, 5, 1, true);
    assert_int_equal(v.step_count, 8);
    for (uint32_t s = 0; s < 8; ++s) {
        struct tree_step step = glsort_tree_level_step(&v, s);
        assert_int_equal(step.first_slot + 2 * step.pair_count, ends[s]);
    }
    assert_int_equal(v.blocks[1][1], 12);
    assert_int_equal(v.blocks[2][2], 42);
    assert_int_equal(v.blocks[3][1], 66);
}

TEST(subtrees_of_sentinels_alone_are_skipped)
{
    struct tree_level v;
    glsort_tree_level_plan(&v, 65537, 17, 1, true);
    for (uint32_t k = 0; k < v.stage_count; ++k)
        assert_int_equal(v.pairs[k], (65537 + (1u << (17 - k)) - 1) >> (17 - k));
    assert_true(v.node_count < 3u * 65537 + 17 * 17 * 2);
}

// ---- declarations ---------------------------------------------------------------------

static bool overlap(const struct binding* a, const struct binding* b)
{
    return a->slot == b->slot && a->first_bytes < b->first_bytes + b->range_bytes &&
           b->first_bytes < a->first_bytes + a->range_bytes;
}

// NULL, or what is wrong with a use of one slot by two bindings of one pass.
static const char* conflict(const struct pass* p, const struct binding* reader,
                            const struct binding* writer)
{
    if ((writer->access & GLSORT_WRITE) == 0 || reader == writer)
        return NULL;
    if (reader->usage == USAGE_FETCH && writer->usage == USAGE_TARGET &&
        reader->slot == writer->slot)
        return "a texture is fetched from and a target";
    if (p->kind == GLSORT_PASS_DOWNLOAD && writer->usage == USAGE_COPY)
        return NULL; // after the draw
    if (!p->tile_in_place && overlap(reader, writer))
        return "a range is bound twice, once for writing";
    return NULL;
}

static const char* outside(const struct schedule* s, const struct binding* b)
{
    if (b->slot < SLOT_SCRATCH)
        return NULL;
    const struct scratch* scratch = &s->scratch[b->slot - SLOT_SCRATCH];
    if (b->slot - SLOT_SCRATCH >= (int)s->scratch_count)
        return "a slot that does not exist";
    return b->first_bytes + b->range_bytes > scratch->bytes ? "a range past the end"
                                                            : NULL;
}

static const char* unit_clash(const struct pass* p, uint32_t i)
{
    for (uint32_t other = 0; other < i; ++other)
        if (p->bindings[i].usage == p->bindings[other].usage &&
            p->bindings[i].unit == p->bindings[other].unit &&
            p->bindings[i].usage != USAGE_COPY)
            return "two bindings in one place";
    return NULL;
}

static const char* pass_fault(const struct schedule* s, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const char* fault = outside(s, &p->bindings[i]);
        if (fault == NULL)
            fault = unit_clash(p, i);
        for (uint32_t other = 0; other < p->binding_count && fault == NULL; ++other)
            fault = conflict(p, &p->bindings[i], &p->bindings[other]);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

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
    for (uint32_t at = 0; at < core.schedule.pass_count; ++at) {
        const struct pass* p = &core.schedule.passes[at];
        const char* fault = pass_fault(&core.schedule, p);
        if (fault != NULL)
            fail_msg("%s, count %u, pass %u (%s): %s", setup->name, count, at, p->label,
                     fault);
    }
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

// NULL, or what is wrong with a pass of stages: with one texture it reads other texels
// than it draws to.
static const char* stages_fault(const struct schedule* s, const struct pass* p, bool one)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        const char* fault = outside(s, b);
        for (uint32_t at = 0; at < p->binding_count && fault == NULL; ++at) {
            const struct binding* other = &p->bindings[at];
            bool shared = b->usage == USAGE_TARGET && other->usage == USAGE_FETCH &&
                          b->slot == other->slot;
            if (shared && !one)
                fault = "a texture is fetched from and a target";
            if (shared && overlap(b, other))
                fault = "a range is read and drawn to";
        }
        if (fault != NULL)
            return fault;
    }
    return NULL;
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
    for (uint32_t at = 0; at < core.schedule.pass_count; ++at) {
        const struct pass* p = &core.schedule.passes[at];
        bool one = limits->has_texture_barrier && limits->draw_buffers >= 8;
        const char* fault = stages_fault(&core.schedule, p, one);
        if (fault != NULL)
            fail_msg("%u of %u elements, pass %u (%s): %s", count, max_count, at,
                     p->label, fault);
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
