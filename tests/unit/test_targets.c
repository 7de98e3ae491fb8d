// SPDX-License-Identifier: MIT
// Frame buffers are made and checked with a plan, from its schedules of max_count in
// place and not: no run of fewer elements may draw to a set of targets that is not among
// them.
#include <string.h>

#include "host_data.h"
#include "host_test.h"
#include "plans.h"
#include "build.h"
#include "resources.h"

enum { SETS = 64 };

struct set {
    struct {
        uint8_t slot;
        uint8_t layer;
    } targets[MAX_DRAW_BUFFERS];
};

struct sets {
    struct set list[SETS];
    uint32_t count;
};

// Of a draw to the plan's own textures; false if there are none or some are the caller's.
static bool own_targets(const struct schedule* s, const struct pass* p, struct set* set)
{
    uint32_t targets = 0;
    uint32_t callers = 0;
    memset(set, 0, sizeof *set);
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_TARGET)
            continue;
        uint32_t count = glsort_target_end(s, b) - b->unit;
        assert_in_range(b->unit + count, 0, MAX_DRAW_BUFFERS);
        for (uint32_t at = 0; at < count; ++at) {
            set->targets[b->unit + at].slot = b->slot;
            set->targets[b->unit + at].layer = (uint8_t)(b->first_layer + at);
        }
        targets += count;
        callers += count > 0 && b->slot < SLOT_SCRATCH;
    }
    // What is checked of a caller's texture alone would not be enough for two.
    assert_true(callers == 0 || targets == 1);
    return targets > 0 && callers == 0;
}

static bool holds(const struct sets* all, const struct set* set)
{
    for (uint32_t i = 0; i < all->count; ++i)
        if (memcmp(&all->list[i], set, sizeof *set) == 0)
            return true;
    return false;
}

static void collect(struct sets* all, const struct schedule* s)
{
    struct set set;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        if (!own_targets(s, &s->passes[i], &set) || holds(all, &set))
            continue;
        assert_true(all->count < SETS);
        all->list[all->count++] = set;
    }
}

static void check_runs(struct plan_core* core, const struct sets* all, uint32_t count)
{
    struct set set;
    for (int in_place = 0; in_place < 2; ++in_place) {
        glsort_plan_core_build(
            core, &(struct shape){.count = count, .in_place = in_place != 0});
        for (uint32_t i = 0; i < core->schedule.pass_count; ++i)
            if (own_targets(&core->schedule, &core->schedule.passes[i], &set) &&
                !holds(all, &set))
                fail_msg("%s of %u in place %d: pass %u, %s, has targets of its own",
                         core->algorithm->name, count, in_place, i,
                         core->schedule.passes[i].label);
    }
}

// The peeks between any two passes need a few more.
static void check_peeks(struct plan_core* core, struct sets all)
{
    const uint32_t passes = core->schedule.pass_count;
    for (uint32_t done = 0; done <= passes; done += 1 + passes / 50) {
        const struct peek_request request = {
            .done = done,
            .keys = !core->desc.discard_keys,
            .values = core->desc.values != GLSORT_VALUES_NONE,
        };
        glsort_plan_core_build_peek(core, &request);
        collect(&all, &core->peek);
    }
    assert_in_range(all.count, 0, FRAMEBUFFER_CACHE);
}

// version: of the least limits; those of GLES have 4 draw buffers.
static void check_plan(const glsort_sort_desc* desc, uint32_t version)
{
    struct glsort_limits limits = least_limits(version, version == 300);
    struct plan_core core;
    struct message message = {""};
    struct sets all = {.count = 0};
    const glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_result result = glsort_plan_core_create(
        &core, &glsort_sort_recipe, desc, 0, &limits, NULL, &allocator,
        &(const struct call){"glsort_sort_create", &message});
    if (result != GLSORT_OK) // the tree form and the network take no count from the GPU
        assert_int_equal(desc->count_source, GLSORT_COUNT_FROM_BUFFER);
    if (result != GLSORT_OK)
        return;
    glsort_plan_core_build(&core,
                           &(struct shape){.count = desc->max_count, .in_place = true});
    collect(&all, &core.schedule);
    glsort_plan_core_build(&core,
                           &(struct shape){.count = desc->max_count, .in_place = false});
    collect(&all, &core.schedule);
    uint32_t step = desc->max_count < 100 ? 1 : 1 + desc->max_count / 37;
    for (uint32_t count = 0; count <= desc->max_count; count += step)
        check_runs(&core, &all, count);
    glsort_plan_core_build(&core,
                           &(struct shape){.count = desc->max_count, .in_place = true});
    check_peeks(&core, all);
    glsort_plan_core_release(&core, &allocator);
}

// Every type, or every seventh: plans begin at different ones in turn.
static void check_types(glsort_sort_desc desc, uint32_t turn)
{
    const uint32_t step = host_test_all() ? 1 : 7;
    static const glsort_key keys[] = {GLSORT_KEY_U32, GLSORT_KEY_U64, GLSORT_KEY_U16};
    for (uint32_t type = turn % step; type < 3 * 5 * 2 * 16; type += step) {
        desc.key = keys[type % 3];
        desc.values = (glsort_values)(type / 3 % 5);
        desc.count_source = (glsort_count_source)(type / 15 % 2);
        desc.textures = type / 30;
        check_plan(&desc, type / step % 2 == 0 ? 330 : 300);
    }
}

TEST(no_run_draws_to_targets_that_the_plan_has_not_made)
{
    const glsort_sort_desc forms[] = {
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_FUSED}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_PARTITION}},
        {.tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT_TREE}},
        {.tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
                                          .local_size = 1,
                                          .merge_size = 2}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_SIMPLE,
                                          .local_size = 16}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_BITONIC_COLUMNS}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_BITONIC_PACKED}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES}},
        {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_GATHER}},
    };
    static const uint32_t counts[] = {1, 2, 8, 9, 16, 17, 33, 64, 65, 1000, 5000};
    for (size_t form = 0; form < sizeof forms / sizeof forms[0]; ++form) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
            glsort_sort_desc desc = forms[form];
            desc.backend = GLSORT_BACKEND_FRAGMENT;
            desc.max_count = counts[i];
            check_types(desc, (uint32_t)(form + i));
        }
    }
}
