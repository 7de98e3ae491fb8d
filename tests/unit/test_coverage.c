// SPDX-License-Identifier: MIT
// What loading relies on: a few small counts have every program of every run; max_count
// has every program too; and scratch in the caller's buffer is bound as storage alone.
#include <string.h>

#include "build.h"
#include "handles.h"
#include "host_faults.h"
#include "host_setups.h"
#include "host_test.h"
#include "catalogue.h"

#include <glsort/glsort.h>

enum { MOST_RUNS = 3 };

static struct glsort_limits limits_of(bool fragment)
{
    struct glsort_limits limits;
    glsort_limits_minimum(fragment ? 330 : 430, 0, &limits);
    limits.storage_block_bytes = UINT32_MAX;
    limits.texture_size = 16384;
    return limits;
}

// A plan of the form for elements of the kind `way`; false if there is none.
static bool open_core(struct plan_core* core, const glsort_form* form, uint32_t way,
                      uint32_t max_count)
{
    struct message m;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct glsort_limits limits =
        limits_of(form->desc.backend == GLSORT_BACKEND_FRAGMENT);
    glsort_sort_desc desc = form->desc;
    desc.max_count = max_count;
    desc.values = way == 0 ? GLSORT_VALUES_NONE : GLSORT_VALUES_4_BYTES;
    if (way == 2) {
        desc.key = GLSORT_KEY_U64;
        desc.values = GLSORT_VALUES_16_BYTES;
    }
    if (way == 3)
        desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    if (way == 4) { // whose values may be sorted in place
        desc.key_stride = 8;
        desc.bit_count = 24;
    }
    return glsort_plan_core_create(
               core, &glsort_sort_recipe, &desc, 0, &limits, NULL, &allocator,
               &(const struct call){"glsort_sort_create", &m}) == GLSORT_OK;
}

static void close_core(struct plan_core* core)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_plan_core_release(core, &allocator);
}

static void for_each_plan(void (*check)(struct plan_core*, const char*))
{
    static const uint32_t counts[] = {1, 1000, 5000, 1 << 17, 1 << 20, 3 << 23};
    uint32_t checked = 0;
    for (uint32_t f = 0; f < glsort_form_count(); ++f)
        for (uint32_t way = 0; way < 5; ++way)
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
                struct plan_core core;
                const glsort_form* form = glsort_form_at(f);
                if (!host_is_turn(checked + (uint32_t)i, 2) ||
                    !open_core(&core, form, way, counts[i]))
                    continue;
                check(&core, form->name);
                close_core(&core);
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
            glsort_plan_core_build(core, &(struct shape){.count = (uint32_t)count,
                                                         .in_place = in_place != 0});
            host_programs_check(set, &core->schedule, name);
        }
}

static void check_max_count(struct plan_core* core, const char* name)
{
    struct host_programs set = {.count = 0};
    for (int in_place = 0; in_place < 2; ++in_place) {
        glsort_plan_core_build(core, &(struct shape){.count = core->desc.max_count,
                                                     .in_place = in_place != 0});
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
    assert_false(core->built);
    if (!coverage.complete)
        fail_msg("%s: %u runs do not cover all", name, coverage.run_count);
    assert_in_range(coverage.run_count, 1, MOST_RUNS);
    for (uint32_t i = 0; i < coverage.run_count; ++i) {
        bool takes_fewer = (method->uses & ABOUT_COUNT_SOURCE) != 0;
        assert_true(coverage.runs[i].count <= COVERAGE_ELEMENTS || takes_fewer);
        glsort_plan_core_build(core,
                               &(struct shape){.count = coverage.runs[i].count,
                                               .in_place = coverage.runs[i].in_place});
        host_programs_add(&set, &core->schedule);
    }
    check_counts(core, &set, name);
}

TEST(a_few_small_counts_have_every_program)
{
    for_each_plan(check_coverage);
}
