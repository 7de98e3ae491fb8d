// SPDX-License-Identifier: MIT
// What loading relies on: a plan for max_count has every program and every set of targets
// of any run, and a few small counts have every program too.
#include "build.h"
#include "catalogue.h"
#include "host_faults.h"
#include "host_setups.h"
#include "host_test.h"
#include "plans.h"

#include <glsort/glsort.h>

enum { MOST_RUNS = 3 };

// The kinds of elements, and where they are.
static const glsort_sort_desc kinds[] = {
    {.values = GLSORT_VALUES_NONE},
    {.values = GLSORT_VALUES_4_BYTES},
    {.key = GLSORT_KEY_U64, .values = GLSORT_VALUES_16_BYTES},
    {.values = GLSORT_VALUES_4_BYTES, .count_source = GLSORT_COUNT_FROM_BUFFER},
    {.values = GLSORT_VALUES_4_BYTES, .bit_count = 24}, // may be sorted in place
    {.values = GLSORT_VALUES_8_BYTES, .textures = GLSORT_TEXTURES_ALL},
    {.values = GLSORT_VALUES_INDICES, .textures = GLSORT_TEXTURE_KEYS_OUT},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

// False if there is no such plan.
static bool open_core(struct plan_core* core, const glsort_form* form,
                      const glsort_sort_desc* kind, bool is_gles, uint32_t max_count)
{
    const bool draws = form->desc.backend == GLSORT_BACKEND_FRAGMENT;
    struct glsort_limits limits = least_limits(!draws    ? 430
                                               : is_gles ? 300
                                                         : 330,
                                               draws && is_gles);
    struct host_setup setup = {form->name, .desc = host_desc_of(&form->desc, kind)};
    if (kind->bit_count != 0)
        setup.desc.key_stride = 8;
    if (setup.desc.textures != 0 && !draws)
        return false;
    limits.storage_block_bytes = UINT32_MAX;
    limits.texture_size = 16384;
    if (glsort_max_count(&limits, &setup.desc, NULL) < max_count)
        return false;
    host_core_open(core, &setup, &limits, max_count);
    return true;
}

static void build(struct plan_core* core, uint32_t count, bool in_place)
{
    glsort_plan_core_build(core, &(struct shape){.count = count, .in_place = in_place});
}

static void for_each_plan(void (*check)(struct plan_core*, const char*))
{
    static const uint32_t counts[] = {1, 33, 1000, 5000, 1 << 17, 1 << 20, 3 << 23};
    enum { COUNTS = sizeof counts / sizeof counts[0] };
    uint32_t checked = 0;
    for (uint32_t f = 0; f < glsort_form_count(); ++f)
        for (uint32_t i = 0; i < KINDS * COUNTS; ++i) {
            struct plan_core core;
            const glsort_form* form = glsort_form_at(f);
            if (!host_is_turn(f + i, 3) ||
                !open_core(&core, form, &kinds[i % KINDS], i % 2, counts[i / KINDS]))
                continue;
            check(&core, form->name);
            host_core_close(&core);
            ++checked;
        }
    assert_in_range(checked, 100, 10000);
}

// ---- programs -------------------------------------------------------------------------

static void check_counts(struct plan_core* core, const struct host_programs* set,
                         const char* name)
{
    uint32_t most = core->desc.max_count;
    for (uint64_t count = 1; count <= most; count += count / 3 + 1)
        for (int in_place = 0; in_place < 2; ++in_place) {
            build(core, (uint32_t)count, in_place != 0);
            host_programs_check(set, &core->schedule, name);
        }
}

static void check_max_count(struct plan_core* core, const char* name)
{
    struct host_programs set = {.count = 0};
    for (int in_place = 0; in_place < 2; ++in_place) {
        build(core, core->desc.max_count, in_place != 0);
        host_programs_add(&set, &core->schedule);
    }
    check_counts(core, &set, name);
}

TEST(every_program_of_any_count_is_one_of_max_count)
{
    for_each_plan(check_max_count);
}

static void check_coverage(struct plan_core* core, const char* name)
{
    struct host_programs set = {.count = 0};
    struct coverage coverage;
    const struct method* method = glsort_method_of(core->algorithm, core->desc.method);
    bool on_gpu = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    glsort_coverage_find(core, on_gpu, &coverage);
    if (!coverage.complete)
        fail_msg("%s: %u runs do not cover all", name, coverage.run_count);
    assert_in_range(coverage.run_count, 1, MOST_RUNS);
    for (uint32_t i = 0; i < coverage.run_count; ++i) {
        bool takes_fewer = (method->uses & ABOUT_COUNT_SOURCE) != 0;
        assert_true(coverage.runs[i].count <= COVERAGE_ELEMENTS || takes_fewer);
        build(core, coverage.runs[i].count, coverage.runs[i].in_place);
        host_programs_add(&set, &core->schedule);
    }
    check_counts(core, &set, name);
}

TEST(a_few_small_counts_have_every_program)
{
    for_each_plan(check_coverage);
}

// ---- targets --------------------------------------------------------------------------

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

static void check_targets(struct plan_core* core, const char* name)
{
    struct host_targets all = {.count = 0};
    const uint32_t most = core->desc.max_count;
    for (int in_place = 0; in_place < 2; ++in_place) {
        build(core, most, in_place != 0);
        host_targets_add(&all, &core->schedule);
    }
    check_peeks(core, all);
    for (uint64_t count = 0; count <= most; count += 1 + most / 37)
        for (int in_place = 0; in_place < 2; ++in_place) {
            build(core, (uint32_t)count, in_place != 0);
            host_targets_check(&all, &core->schedule, name);
        }
}

TEST(no_run_draws_to_targets_that_the_plan_has_not_made)
{
    for_each_plan(check_targets);
}
