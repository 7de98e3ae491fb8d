// SPDX-License-Identifier: MIT
// How much a plan needs and how much a device can sort, without a device.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_setups.h"
#include "host_test.h"
#include "desc.h"
#include "plans.h"

// ---- memory ---------------------------------------------------------------------------

struct memory_use {
    uint64_t bytes;
    uint64_t row_bytes; // of a row of every texture, since the last ones may not be full
};

static struct memory_use memory_use(const glsort_sort_desc* desc, uint32_t count)
{
    struct host_setup setup = {.name = "scratch", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    struct memory_use use = {.bytes = glsort_pool_bytes(&core.scratch)};
    for (uint32_t i = 0; i < core.schedule.scratch_count; ++i) {
        const struct scratch* t = &core.schedule.scratch[i];
        if (t->format != FORMAT_BUFFER && (t->texels & (t->texels - 1)) != 0)
            use.row_bytes += t->bytes / (t->texels >> t->width_log);
    }
    host_core_close(&core);
    return use;
}

// The published figure, and what the transfers of buffers take: 4 bytes an element for
// keys in, 4 for values in, 4 for words out.
#define TREE(LOCAL, MERGE)                                                               \
    .tuning = &(const glsort_tuning)                                                     \
    {                                                                                    \
        .algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = LOCAL,                 \
        .merge_size = MERGE                                                              \
    }
#define METHOD(NAME)                                                                     \
    .tuning = &(const glsort_tuning)                                                     \
    {                                                                                    \
        .method = GLSORT_METHOD_##NAME                                                   \
    }
#define DRAWS .backend = GLSORT_BACKEND_FRAGMENT
#define ROW(PUBLISHED, TRANSFERS, ...)                                                   \
    {                                                                                    \
        {__VA_ARGS__}, PUBLISHED, TRANSFERS                                              \
    }

static const struct {
    glsort_sort_desc desc;
    double published;
    double transfers;
} memory_rows[] = {
    ROW(8.0, 0, METHOD(ABISORT_FUSED)),
    ROW(8.0, 0, METHOD(ABISORT_PARTITION)),
    ROW(72.0, 4, TREE(1, 2)),
    ROW(29.0, 4, TREE(8, 16)),
    ROW(16.4, 4, TREE(1024, 1024)),
    ROW(136.0, 12, TREE(1, 2), DRAWS),
    ROW(46.0, 12, TREE(8, 16), DRAWS),
    ROW(16.0, 12, METHOD(ABISORT_FUSED), DRAWS),
    ROW(16.1, 12, METHOD(ABISORT_PARTITION), DRAWS),
    // Native textures need no transfers, but the tree form needs a copy of the values.
    ROW(16.1, 0, METHOD(ABISORT_PARTITION), DRAWS, .textures = GLSORT_TEXTURES_ALL),
    ROW(46.0, 4, TREE(8, 16), DRAWS, .textures = GLSORT_TEXTURES_ALL),
};

TEST(every_form_stays_within_its_published_memory)
{
    static const uint32_t counts[] = {1u << 16, 65537, 1000000, 1u << 20, (1u << 20) + 1};
    for (size_t i = 0; i < sizeof memory_rows / sizeof memory_rows[0]; ++i)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            glsort_sort_desc desc = memory_rows[i].desc;
            desc.values = GLSORT_VALUES_4_BYTES;
            struct memory_use use = memory_use(&desc, counts[c]);
            double allowed =
                (memory_rows[i].published + memory_rows[i].transfers) * 1.005;
            if ((double)(use.bytes - use.row_bytes) > allowed * counts[c])
                fail_msg("row %zu, count %u: %.2f bytes an element, %.2f allowed", i,
                         counts[c], (double)use.bytes / counts[c], allowed);
        }
}

// ---- limits ---------------------------------------------------------------------------

static const uint32_t versions[] = {430, 330, 300};

static bool is_possible(const struct host_setup* setup, uint32_t version)
{
    return version == 430 || setup->desc.backend == GLSORT_BACKEND_FRAGMENT;
}

static struct glsort_limits minimum(uint32_t version)
{
    return least_limits(version, version == 300);
}

static void check_textures(const struct host_setup* setup, const struct plan_core* core)
{
    const struct schedule* s = &core->schedule;
    for (uint32_t i = 0; i < s->scratch_count; ++i) {
        const struct scratch* t = &s->scratch[i];
        if (t->format == FORMAT_BUFFER) {
            assert_true(t->bytes <= core->limits.storage_block_bytes);
            continue;
        }
        uint32_t width = 1u << t->width_log;
        if (width > core->limits.texture_size ||
            t->texels / width > core->limits.texture_size)
            fail_msg("%s, count %u: %s is %u x %u", setup->name, core->desc.max_count,
                     t->name, width, t->texels / width);
        assert_true(t->layers <= core->limits.texture_layers);
    }
}

static void check_passes(const struct plan_core* core)
{
    const struct glsort_limits* limits = &core->limits;
    for (uint32_t i = 0; i < core->schedule.pass_count; ++i) {
        const struct pass* p = &core->schedule.passes[i];
        if (p->kind == GLSORT_PASS_DISPATCH)
            assert_true(p->groups <= (uint64_t)limits->group_count * limits->group_count);
        for (uint32_t b = 0; b < p->binding_count; ++b)
            if (p->bindings[b].usage == USAGE_TARGET)
                assert_true(glsort_target_end(&core->schedule, &p->bindings[b]) <=
                            limits->draw_buffers);
    }
}

TEST(every_resource_fits_the_least_device_at_every_count)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i)
        for (uint32_t v = 0; v < 3; ++v) {
            if (!is_possible(host_setup_at(i), versions[v]))
                continue;
            struct glsort_limits limits = minimum(versions[v]);
            uint32_t most = glsort_plan_max_count(&limits, &host_setup_at(i)->desc, NULL);
            assert_true(most > 0);
            for (uint64_t count = 1; count <= most; count += count + count % 3) {
                struct plan_core core;
                if (!host_is_turn((uint32_t)count + i, 5))
                    continue;
                host_core_open(&core, host_setup_at(i), &limits, (uint32_t)count);
                check_textures(host_setup_at(i), &core);
                check_passes(&core);
                host_core_close(&core);
            }
            struct plan_core core;
            host_core_open(&core, host_setup_at(i), &limits, most);
            check_textures(host_setup_at(i), &core);
            check_passes(&core);
            host_core_close(&core);
        }
}

TEST(one_above_the_most_is_refused_with_both_numbers)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i)
        for (uint32_t v = 0; v < 3; ++v) {
            if (!is_possible(host_setup_at(i), versions[v]))
                continue;
            struct glsort_limits limits = minimum(versions[v]);
            glsort_sort_desc desc = host_setup_at(i)->desc;
            const char* reason = NULL;
            uint32_t most = glsort_max_count(&limits, &desc, &reason);
            assert_non_null(reason);
            glsort_plan* plan = NULL;
            char text[512] = "";
            desc.max_count = most + 1;
            assert_int_equal(offline_sort(&limits, &desc, text, sizeof text, &plan),
                             GLSORT_ERROR_LIMIT);
            assert_null(plan);
            char number[16];
            snprintf(number, sizeof number, " %u", most + 1);
            assert_non_null(strstr(text, number));
            snprintf(number, sizeof number, " %u", most);
            assert_non_null(strstr(text, number));
            assert_non_null(strstr(text, reason));
        }
}

// The most does not depend on the descriptor's max_count, although AUTO's choice does.
TEST(the_most_is_that_of_its_own_choice)
{
    static const uint32_t counts[] = {0, 1, 1u << 20, 1u << 28, (1u << 28) + 1, ~0u};
    for (uint32_t log = 25; log < 34; ++log) {
        struct glsort_limits limits = host_roomy_limits(430);
        limits.subgroup_size = 32;
        limits.chained_scan = true;
        limits.storage_block_bytes = UINT64_C(1) << log;
        glsort_sort_desc desc = {.values = GLSORT_VALUES_4_BYTES};
        const uint32_t most = glsort_max_count(&limits, &desc, NULL);
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
            desc.max_count = counts[i];
            assert_int_equal(glsort_max_count(&limits, &desc, NULL), most);
        }
        for (uint32_t i = 0; i < (most < UINT32_MAX ? 2u : 1u); ++i) {
            char text[512] = "";
            glsort_plan* plan = NULL;
            desc.max_count = most + i;
            glsort_result result = offline_sort(&limits, &desc, text, sizeof text, &plan);
            if (result != (i == 0 ? GLSORT_OK : GLSORT_ERROR_LIMIT))
                fail_msg("2^%u bytes, %u of %u: %s", log, desc.max_count, most, text);
            glsort_plan_destroy(plan);
        }
    }
}

TEST(a_larger_limit_never_lowers_the_most)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        uint32_t before = 0;
        for (uint32_t log = 10; log <= 15; ++log) {
            struct glsort_limits limits = minimum(430);
            limits.texture_size = 1u << log;
            limits.storage_block_bytes = 1ull << (2 * log);
            uint32_t most = glsort_plan_max_count(&limits, &host_setup_at(i)->desc, NULL);
            assert_true(most >= before);
            before = most;
        }
        assert_true(before <= 1u << 29);
    }
}

// ---- offline --------------------------------------------------------------------------

TEST(versions_that_no_device_has_are_refused)
{
    struct glsort_limits limits;
    assert_true(glsort_limits_minimum(320, 0, &limits) < 0);
    assert_true(glsort_limits_minimum(430, 1, &limits) < 0);
    assert_true(glsort_limits_minimum(300, 0, &limits) < 0);
}
