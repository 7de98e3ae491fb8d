// SPDX-License-Identifier: MIT
// Frame buffers are made and checked with a plan, from its schedules of max_count in
// place and not: no run of fewer elements may draw to a set of targets that is not among
// them.
#include "host_data.h"
#include "host_faults.h"
#include "host_test.h"
#include "plans.h"
#include "build.h"

static void check_runs(struct plan_core* core, const struct host_targets* all,
                       uint32_t count)
{
    for (int in_place = 0; in_place < 2; ++in_place) {
        glsort_plan_core_build(
            core, &(struct shape){.count = count, .in_place = in_place != 0});
        host_targets_check(all, &core->schedule, core->algorithm->name);
    }
}

// The peeks between any two passes need a few more.
static void check_peeks(struct plan_core* core, struct host_targets all)
{
    const uint32_t passes = core->schedule.pass_count;
    for (uint32_t done = 0; done <= passes; done += 1 + passes / 50) {
        const struct peek_request request = {
            .done = done,
            .keys = !core->desc.discard_keys,
            .values = core->desc.values != GLSORT_VALUES_NONE,
        };
        glsort_plan_core_build_peek(core, &request);
        host_targets_add(&all, &core->peek);
    }
}

// version: of the least limits; those of GLES have 4 draw buffers.
static void check_plan(const glsort_sort_desc* desc, uint32_t version)
{
    struct glsort_limits limits = least_limits(version, version == 300);
    struct plan_core core;
    struct message message = {""};
    struct host_targets all = {.count = 0};
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
    host_targets_add(&all, &core.schedule);
    glsort_plan_core_build(&core,
                           &(struct shape){.count = desc->max_count, .in_place = false});
    host_targets_add(&all, &core.schedule);
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
