// SPDX-License-Identifier: MIT
// How much a plan needs and how much a device can sort, without a device.
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
    TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = LOCAL,              \
           .merge_size = MERGE)
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

static void check_fit(const struct host_setup* setup, const struct glsort_limits* limits,
                      uint32_t count)
{
    struct plan_core core;
    host_core_open(&core, setup, limits, count);
    check_textures(setup, &core);
    check_passes(&core);
    host_core_close(&core);
}

TEST(every_resource_fits_the_least_device_at_every_count)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i)
        for (uint32_t v = 0; v < 3; ++v) {
            const struct host_setup* setup = host_setup_at(i);
            if (versions[v] != 430 && setup->desc.backend != GLSORT_BACKEND_FRAGMENT)
                continue;
            const struct glsort_limits limits =
                least_limits(versions[v], versions[v] == 300);
            uint32_t most = glsort_plan_max_count(&limits, &setup->desc, NULL);
            assert_true(most > 0);
            for (uint64_t count = 1; count <= most; count += count + count % 3)
                if (host_is_turn((uint32_t)count + i, 5))
                    check_fit(setup, &limits, (uint32_t)count);
            check_fit(setup, &limits, most);
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
