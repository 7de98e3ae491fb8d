// SPDX-License-Identifier: MIT
// What the programs of a plan take of a device: work groups, shared memory and storage
// blocks, as the compiler counts them, against the limits that the plan was made for.
#include <string.h>

#include "host_orders.h"
#include "host_setups.h"
#include "host_test.h"
#include "shader_table.h"
#include "plans.h"

struct need {
    uint32_t group_size;
    uint32_t shared_bytes;
    uint32_t storage_blocks;
};

static const struct {
    uint32_t shader;
    uint32_t variant;
    struct need need;
} compiled[] = {
#include "shader_sizes.h" // written by tests/unit/shaders/list_sizes.py
};

static struct need need_of(const struct pass* p)
{
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; ++i)
        if (compiled[i].shader == p->shader && compiled[i].variant == p->variant)
            return compiled[i].need;
    fail_msg("no sizes of %s", glsort_shader_table[p->shader].name);
    return (struct need){0, 0, 0};
}

static void check_passes(const struct schedule* s, const struct glsort_limits* l,
                         const char* name)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        if (p->kind != GLSORT_PASS_DISPATCH)
            continue;
        const struct shader_entry* entry = &glsort_shader_table[p->shader];
        const struct need need = need_of(p);
        if (need.group_size > l->group_size || need.shared_bytes > l->shared_bytes ||
            need.storage_blocks > l->storage_blocks)
            fail_msg("%s: %s %s takes %u invocations, %u bytes and %u blocks, the device "
                     "has %u, %u and %u",
                     name, entry->name, entry->words[p->variant], need.group_size,
                     need.shared_bytes, need.storage_blocks, l->group_size,
                     l->shared_bytes, l->storage_blocks);
        const enum shader_api api = l->is_gles ? SHADER_API_ES310 : SHADER_API_GL430;
        if ((entry->apis[p->variant] & 1u << api) == 0)
            fail_msg("%s: %s %s is not built for GLES", name, entry->name,
                     entry->words[p->variant]);
    }
}

// ---- devices --------------------------------------------------------------------------

enum { DEVICES = 2 * 3 * 3 * 2 };

// From the least of GLES to a large one.
static struct glsort_limits device_at(uint32_t at)
{
    static const uint32_t groups[] = {256, 512, 1024};
    static const uint32_t bytes[] = {16384, 32768, 49152};
    bool is_gles = at % 2 == 0;
    struct glsort_limits limits = least_limits(is_gles ? 310 : 430, is_gles);
    limits.group_size = groups[at / 2 % 3];
    limits.shared_bytes = bytes[at / 6 % 3];
    limits.subgroup_size = at / 18 == 0 ? 0 : 32;
    limits.storage_blocks = at / 18 == 0 ? 8 : 16;
    limits.storage_block_bytes = UINT64_C(1) << 32;
    limits.pair_texels = is_gles ? 0 : 1u << 28;
    return limits;
}

static const uint32_t counts[] = {1,    513,  1025,          2049,
                                  7169, 8193, (1 << 20) + 1, (1 << 24) + 1};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static void check_plan(const struct glsort_limits* limits, const char* name,
                       glsort_sort_desc desc)
{
    const struct host_setup setup = {.name = name, .desc = desc};
    struct plan_core core;
    host_core_open(&core, &setup, limits, desc.max_count);
    check_passes(&core.schedule, limits, name);
    host_core_close(&core);
}

// ---- tests ----------------------------------------------------------------------------

TEST(every_form_takes_no_more_than_its_device_has)
{
    for (uint32_t device = 0; device < DEVICES; ++device) {
        const struct glsort_limits limits = device_at(device);
        const glsort_form* form;
        uint32_t served = 0;
        for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
            if (device > 0 && !host_is_turn(device + at, 5))
                continue;
            for (uint32_t i = 0; i < COUNTS * 3; ++i) {
                glsort_sort_desc desc = form->desc;
                desc.max_count = counts[i / 3];
                desc.values = (glsort_values)(i % 3 == 2 ? GLSORT_VALUES_8_BYTES : i % 3);
                desc.key = i % 3 == 2 ? GLSORT_KEY_U64 : GLSORT_KEY_U32;
                if (glsort_max_count(&limits, &desc, NULL) < desc.max_count)
                    continue;
                check_plan(&limits, form->name, desc);
                served += desc.backend == GLSORT_BACKEND_COMPUTE;
            }
        }
        assert_true(served > 0);
    }
}

TEST(every_order_takes_no_more_than_its_device_has)
{
    static const uint32_t most[] = {300, 4000, 3000000};
    for (uint32_t device = 0; device < DEVICES; ++device)
        for (uint32_t way = 0; way < 12; ++way) {
            const struct glsort_limits limits = device_at(device);
            const glsort_order_desc desc = {
                .max_count = most[way / 4],
                .max_views = 1 + way % 2,
                .primitive.vertices = way % 4 == 1 ? 3 : 0,
                .cull = way % 2 == 0 ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE,
                .command = GLSORT_COMMAND_DRAW_ELEMENTS,
            };
            struct host_order o;
            host_order_open(&o, &limits, &desc);
            check_passes(&o.core.schedule, &limits, "order");
            host_order_close(&o);
        }
}

// Scans, gathers, draw orders and what several algorithms use have no larger form, but
// for the one pass that orders few elements, and the sort of segments of wide keys.
TEST(programs_of_no_algorithm_fit_the_least_device)
{
    static const char* const sized[] = {"abisort/",
                                        "rank/",
                                        "radix/",
                                        "bitonic/",
                                        "order/order_all.",
                                        "order/order_exchange.",
                                        "order/order_cull.",
                                        "segments/segment_sort."};
    const struct glsort_limits least = device_at(0);
    for (size_t i = 0; i < sizeof compiled / sizeof compiled[0]; ++i) {
        const char* file = glsort_shader_table[compiled[i].shader].file;
        const struct need need = compiled[i].need;
        bool has_sizes = false;
        for (size_t at = 0; at < sizeof sized / sizeof sized[0]; ++at)
            has_sizes |= strncmp(file, sized[at], strlen(sized[at])) == 0;
        if (!has_sizes && (need.group_size > least.group_size ||
                           need.shared_bytes > least.shared_bytes ||
                           need.storage_blocks > least.storage_blocks))
            fail_msg("%s takes %u invocations, %u bytes and %u blocks", file,
                     need.group_size, need.shared_bytes, need.storage_blocks);
    }
}
