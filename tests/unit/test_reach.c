// SPDX-License-Identifier: MIT
// Every variant of every program is one that some plan runs: a sort of one of the forms
// or of AUTO; a draw order by AUTO or by a method that a table may name; a segmented
// sort; or a gather, a scan or lists: orders at chosen counts on chosen devices, then
// random descriptors on random devices, until all have been met.
#include <stdbool.h>
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_arrays.h>

#include "handles.h"
#include "host_faults.h"
#include "host_setups.h"
#include "host_test.h"
#include "catalogue.h"
#include "desc.h"
#include "plans.h"

enum { CASES = 50000 }; // that a fault tries; about 3000 meet all

static struct host_programs seen;
static uint64_t random_state; // of the random numbers

static uint32_t variant_count(void)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < SHADER_ID_COUNT; ++id)
        count += glsort_shader_table[id].variant_count;
    return count;
}

// ---- random choices -------------------------------------------------------------------

// 0 to end - 1.
static uint32_t below(uint32_t end)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((random_state >> 33) * end >> 31);
}

static uint32_t one_of(const uint32_t* numbers, uint32_t count)
{
    return numbers[below(count)];
}

#define ONE_OF(...)                                                                      \
    one_of((const uint32_t[]){__VA_ARGS__},                                              \
           sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))

// Where plans take another way.
static const uint32_t counts[] = {100,     700,     1100,    2049,    4097,
                                  8193,    16000,   1 << 17, 3 << 16, 1 << 20,
                                  9 << 17, 1 << 22, 3 << 23, 1 << 26};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static struct glsort_limits random_device(bool fragments)
{
    bool is_gles = below(4) == 0;
    uint32_t version = fragments ? (is_gles ? 300 : 330) : (is_gles ? 310 : 430);
    struct glsort_limits limits = least_limits(version, is_gles);
    limits.texture_size = ONE_OF(4096, 16384);
    limits.has_texture_barrier = fragments && !is_gles && below(2) == 0;
    limits.is_software = below(4) == 0;
    if (fragments)
        return limits;
    limits.group_size = ONE_OF(1024, 1024, 1024, 512, 256);
    limits.shared_bytes = ONE_OF(16384, 32768, 49152, 49152);
    limits.storage_blocks = ONE_OF(8, 16, 16);
    limits.storage_block_bytes = UINT64_C(1) << 31;
    limits.subgroup_size = ONE_OF(0, 32);
    limits.chained_scan = limits.subgroup_size != 0 && below(4) != 0;
    limits.pair_texels = is_gles ? 0 : below(2) << 28;
    return limits;
}

// ---- plans ----------------------------------------------------------------------------

static void see_peeks(struct plan_core* core)
{
    const bool discards = core->desc.discard_keys;
    const bool valued = core->desc.values != GLSORT_VALUES_NONE;
    const uint32_t passes = core->schedule.pass_count;
    for (uint32_t i = 0; i < 3; ++i) {
        const struct peek_request request = {
            .done = below(passes + 1),
            .keys = !discards && (i != 1 || !valued),
            .values = valued && i < 2,
        };
        if ((request.keys || request.values) &&
            glsort_plan_core_build_peek(core, &request))
            host_programs_add(&seen, &core->peek);
    }
}

static void see_plan(struct glsort_plan* plan)
{
    const uint32_t most = plan->core.desc.max_count;
    host_programs_add(&seen, &plan->core.schedule);
    for (uint32_t i = 0; i < 2; ++i) {
        glsort_plan_core_build(&plan->core,
                               &(struct shape){.count = i == 0 ? most : below(most) + 1,
                                               .in_place = i == 0});
        host_programs_add(&seen, &plan->core.schedule);
        see_peeks(&plan->core);
    }
}

static void see_sort(const struct glsort_limits* limits, const glsort_sort_desc* desc)
{
    glsort_plan* plan = NULL;
    if (offline_sort(limits, desc, NULL, 0, &plan) == GLSORT_OK)
        see_plan(plan);
    glsort_plan_destroy(plan);
}

// Those of local sorts, and of the merges that end a level of trees, are a user's.
static void choose_sizes(glsort_tuning* tuning)
{
    if (tuning->method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
        tuning->method == GLSORT_METHOD_BITONIC_LOCAL_KEEP)
        tuning->local_size = 1u << below(11);
    if (tuning->method == GLSORT_METHOD_TREE)
        tuning->merge_size = 2u << below(4);
}

static void try_sort(void)
{
    const uint32_t at = below(glsort_form_count() + HOST_ODD_FORMS + 4);
    const glsort_form* form = glsort_form_at(at);
    glsort_sort_desc desc = {0}; // AUTO
    if (form != NULL)
        desc = form->desc;
    else if (at < glsort_form_count() + HOST_ODD_FORMS)
        desc = host_odd_forms[at - glsort_form_count()].desc;
    glsort_tuning tuning = tuning_of(desc.tuning);
    choose_sizes(&tuning);
    desc.tuning = &tuning;
    desc.max_count = counts[below(COUNTS)];
    desc.expected_count = below(2) * counts[below(COUNTS)];
    desc.key = (glsort_key)ONE_OF(GLSORT_KEY_U32, GLSORT_KEY_U32, GLSORT_KEY_F64);
    desc.values = (glsort_values)below(5);
    desc.count_source = (glsort_count_source)below(2);
    desc.bit_count = below(4) == 0 ? 12 : 0;
    desc.flags = below(4) == 0 ? GLSORT_PLAN_DISCARD_KEYS : 0;
    const bool draws = desc.backend == GLSORT_BACKEND_FRAGMENT;
    const uint32_t outputs = GLSORT_TEXTURE_KEYS_OUT | GLSORT_TEXTURE_VALUES_OUT;
    if (draws)
        desc.textures = ONE_OF(0, 0, GLSORT_TEXTURES_ALL, GLSORT_TEXTURES_ALL, outputs);
    const struct glsort_limits limits = random_device(draws);
    see_sort(&limits, &desc);
}

// The forms at counts where their ways differ, the largest one also in tiles for fewer
// expected elements.
static void see_compute_sorts(void)
{
    static const uint32_t expected[] = {0, 1000, 1 << 17, 1 << 20, 9 << 17};
    static const glsort_sort_desc kinds[] = {
        {.values = GLSORT_VALUES_NONE},
        {.values = GLSORT_VALUES_4_BYTES},
        {.values = GLSORT_VALUES_INDICES,
         .flags = GLSORT_PLAN_DISCARD_KEYS,
         .bit_count = 18},
    };
    const glsort_form* form;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        for (uint32_t i = 0; i < 6 * (COUNTS + 4); ++i) {
            const uint32_t way = i / 6;
            struct glsort_limits limits = host_roomy_limits(430);
            glsort_sort_desc desc = host_desc_of(&form->desc, &kinds[i / 2 % 3]);
            limits.subgroup_size = i % 2 * 32;
            limits.chained_scan = i % 2;
            desc.max_count = way < COUNTS ? counts[way] : counts[COUNTS - 1];
            desc.expected_count = way < COUNTS ? 0 : expected[way - COUNTS + 1];
            if (desc.backend == GLSORT_BACKEND_COMPUTE)
                see_sort(&limits, &desc);
        }
}

static void see_wide_chains(void)
{
    static const uint32_t expected[] = {1 << 12, 1 << 17, 1 << 20, 1 << 24};
    static const glsort_tuning chain = {.method = GLSORT_METHOD_RADIX_CHAIN};
    struct glsort_limits limits = host_roomy_limits(430);
    for (uint32_t i = 0; i < 80; ++i) {
        limits.subgroup_size = i / 40 * 32;
        limits.chained_scan = i / 40;
        see_sort(&limits, &(glsort_sort_desc){
                              .max_count = 1 << 24,
                              .expected_count = expected[i % 4],
                              .key = i / 20 % 2 == 0 ? GLSORT_KEY_U32 : GLSORT_KEY_U64,
                              .values = (glsort_values)(i / 4 % 5),
                              .tuning = &chain,
                          });
    }
}

static void see_order(const struct glsort_limits* limits, const glsort_order_desc* desc)
{
    glsort_plan* order = NULL;
    if (offline_order(limits, desc, NULL, 0, &order) == GLSORT_OK)
        see_plan(order);
    glsort_plan_destroy(order);
}

// Compute: such orders need a command or the number of what is left.
static bool removes(const glsort_order_desc* desc)
{
    return desc->cull != GLSORT_CULL_NONE || desc->dead.test != GLSORT_DEAD_NONE;
}

// The methods that AUTO takes, or a table may name, at counts where their ways differ.
static void see_orders_on(const struct glsort_limits* limits)
{
    static const glsort_method methods[] = {
        GLSORT_METHOD_AUTO,        GLSORT_METHOD_RANK,
        GLSORT_METHOD_RADIX_CHAIN, GLSORT_METHOD_RADIX_TILES,
        GLSORT_METHOD_RADIX_ITEMS, GLSORT_METHOD_ABISORT_FUSED};
    for (uint32_t at = 0; at < COUNTS; ++at)
        for (uint32_t way = 0; way < 24 * sizeof methods / sizeof methods[0]; ++way) {
            bool depths = way / 2 % 2 == 0 && way / 8 % 3 == 2;
            glsort_order_desc desc = {
                .max_count = counts[at],
                .primitive.vertices = way % 2 == 0 ? 0 : 3,
                .cull = (glsort_cull)(way / 2 % 2),
                .dead.test = (glsort_dead_test)(way / 4 % 2),
                .key_source = depths ? GLSORT_KEYS_FROM_F32 : GLSORT_KEYS_FROM_POSITIONS,
                .key_bits = way / 8 % 3 == 1 ? 16 : 32,
                .tuning = &(const glsort_tuning){.method = methods[way / 24]},
            };
            desc.flags = removes(&desc) ? GLSORT_ORDER_WRITES_VISIBLE : 0;
            see_order(limits, &desc);
        }
}

static void see_compute_orders(void)
{
    static const struct {
        uint32_t subgroup_size, chained_scan, group_size, shared_bytes, storage_blocks;
        uint32_t is_gles, is_software;
    } devices[] = {
        {32, 1, 1024, 49152, 16, 0, 0}, {32, 0, 1024, 49152, 16, 0, 0},
        {0, 0, 1024, 49152, 16, 1, 0},  {32, 1, 1024, 32768, 8, 0, 0},
        {0, 0, 1024, 32768, 8, 0, 0},   {0, 0, 256, 16384, 8, 0, 0},
        {0, 0, 1024, 32768, 16, 0, 1},
    };
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        struct glsort_limits limits = host_roomy_limits(430);
        limits.subgroup_size = devices[i].subgroup_size;
        limits.chained_scan = devices[i].chained_scan;
        limits.group_size = devices[i].group_size;
        limits.shared_bytes = devices[i].shared_bytes;
        limits.storage_blocks = devices[i].storage_blocks;
        limits.is_gles = devices[i].is_gles;
        limits.is_software = devices[i].is_software;
        see_orders_on(&limits);
    }
}

static void choose_order_inputs(glsort_order_desc* d)
{
    if (below(2) == 0) {
        d->primitive.vertices = 3;
        d->primitive.index = (glsort_index)below(2);
    }
    if (below(2) == 0) {
        d->cull = GLSORT_CULL_FRUSTUM;
        d->radius_source = (glsort_radius)below(2);
    }
    if (below(2) == 0)
        d->dead.test = GLSORT_DEAD_F32_AT_MOST;
    d->position.stride = ONE_OF(0, 32);
    d->position.format = (glsort_position_format)ONE_OF(
        GLSORT_POSITION_F32, GLSORT_POSITION_F32, GLSORT_POSITION_F16);
    d->count_source = (glsort_count_source)(below(4) == 0);
    if (d->backend == GLSORT_BACKEND_FRAGMENT) {
        d->textures = below(2) * GLSORT_ORDER_TEXTURE_POSITIONS +
                      below(2) * GLSORT_ORDER_TEXTURE_ORDER;
        if ((d->textures & GLSORT_ORDER_TEXTURE_ORDER) != 0)
            d->textures |= below(2) * GLSORT_ORDER_TEXTURE_ORDER_FOURS;
        if (d->dead.test != GLSORT_DEAD_NONE)
            d->textures |= below(2) * GLSORT_ORDER_TEXTURE_DEAD;
        if (d->radius_source == GLSORT_RADIUS_PER_ELEMENT)
            d->textures |= below(2) * GLSORT_ORDER_TEXTURE_RADII;
        if (d->primitive.vertices > 0)
            d->textures |= below(2) * GLSORT_ORDER_TEXTURE_INDICES;
    }
    if ((d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) != 0) {
        d->position = (glsort_position){.texel_words = below(2) * 4};
        if (d->primitive.vertices == 0)
            d->textures |= below(2) * GLSORT_ORDER_TEXTURE_POSITION_LAYERS;
    }
    if (d->cull == GLSORT_CULL_NONE && below(2) == 0) {
        d->key_source = (glsort_key_source)(1 + below(2));
        d->position = (glsort_position){0};
        d->primitive.key =
            d->primitive.vertices > 0 ? GLSORT_VERTEX_NEAREST : GLSORT_VERTEX_CENTROID;
        d->textures &= ~(uint32_t)GLSORT_ORDER_TEXTURE_POSITION_LAYERS;
        if ((d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) != 0)
            d->textures ^=
                GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_DEPTHS_IN;
    }
}

static void try_order(void)
{
    glsort_order_desc desc = {
        .max_count = counts[below(COUNTS)],
        .backend = (glsort_backend)(1 + below(2)),
        .max_views = 1 + below(2),
    };
    glsort_tuning tuning = {.method = GLSORT_METHOD_AUTO};
    const bool draws = desc.backend == GLSORT_BACKEND_FRAGMENT;
    choose_order_inputs(&desc);
    desc.tuning = &tuning;
    if (!draws) // that a table may name
        tuning.method = (glsort_method)ONE_OF(
            GLSORT_METHOD_AUTO, GLSORT_METHOD_AUTO, GLSORT_METHOD_AUTO,
            GLSORT_METHOD_RADIX_CHAIN, GLSORT_METHOD_RADIX_CHAIN, GLSORT_METHOD_RANK,
            GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_RADIX_ITEMS,
            GLSORT_METHOD_ABISORT_FUSED);
    desc.key_bits = ONE_OF(0, 0, 16);
    desc.expected_count = below(2) * counts[below(COUNTS)];
    desc.flags |= below(2) * GLSORT_ORDER_WRITES_DEPTHS;
    if (below(2) == 0 && desc.key_source == GLSORT_KEYS_FROM_POSITIONS) {
        desc.transform = GLSORT_TRANSFORM_PER_ELEMENT;
        desc.max_sources = 2 * below(2);
        desc.max_vertices = desc.primitive.vertices > 0 ? 5000 : 0;
        desc.textures |= draws * below(2) * GLSORT_ORDER_TEXTURE_MATRICES;
        desc.textures |= draws * below(2) * GLSORT_ORDER_TEXTURE_MATRIX_INDICES;
    } else if (below(4) == 0) {
        desc.primitive = (glsort_primitive){.vertices = 1};
        desc.textures |= draws * below(2) * GLSORT_ORDER_TEXTURE_INDICES;
    }
    desc.flags |= !draws && removes(&desc) ? GLSORT_ORDER_WRITES_VISIBLE : 0;
    desc.flags |= desc.primitive.vertices > 0 ? ONE_OF(0, GLSORT_ORDER_WRITES_ELEMENTS,
                                                       GLSORT_ORDER_PRIMITIVE_NUMBERS)
                                              : 0;
    desc.command =
        (glsort_command)ONE_OF(GLSORT_COMMAND_NONE, GLSORT_COMMAND_DRAW_ARRAYS);
    if (!draws && below(4) == 0)
        desc.flags |= GLSORT_ORDER_FILLS_REST;
    if (!draws && below(8) == 0)
        desc.max_segments = 100;
    struct glsort_limits limits = random_device(draws);
    if (draws && desc.command != GLSORT_COMMAND_NONE)
        limits.version = limits.is_gles ? 310 : 410; // without compute shaders
    see_order(&limits, &desc);
}

static void try_segments(void)
{
    glsort_segments_desc desc = {
        .max_count = counts[below(COUNTS)],
        .max_segments = 1000,
        .max_length = ONE_OF(0, 100, 5000),
        .key = (glsort_key)ONE_OF(GLSORT_KEY_U32, GLSORT_KEY_U64),
        .values = (glsort_values)below(4),
        .backend = (glsort_backend)(1 + below(2)),
        .flags = below(2) * GLSORT_PLAN_DISCARD_KEYS,
    };
    const bool draws = desc.backend == GLSORT_BACKEND_FRAGMENT;
    const struct glsort_limits limits = random_device(draws);
    glsort_plan* segments = NULL;
    if (offline_segments(&limits, &desc, NULL, 0, &segments) == GLSORT_OK)
        see_plan(segments);
    glsort_plan_destroy(segments);
}

// ---- gathers, lists and scans ---------------------------------------------------------

static void see_parallel_calls(void)
{
    struct glsort_limits limits = least_limits(430, 0);
    const glsort_gather_desc gather = {
        .max_count = 5000, .stream_count = 1, .streams = {{8, 8}}};
    const glsort_lists_desc lists = {.max_lists = 5000, .max_nodes = 9000};
    const glsort_scan_desc scan = {.max_count = 5000};
    glsort_plan* plans[3];
    glsort_context* context = offline_context(&limits);
    assert_int_equal(glsort_gather_create(context, &gather, &plans[0]), GLSORT_OK);
    assert_int_equal(glsort_lists_create(context, &lists, &plans[1]), GLSORT_OK);
    assert_int_equal(glsort_scan_create(context, &scan, &plans[2]), GLSORT_OK);
    for (int i = 0; i < 3; ++i) {
        host_programs_add(&seen, &plans[i]->core.schedule);
        glsort_plan_destroy(plans[i]);
    }
}

// ---- tests ----------------------------------------------------------------------------

TEST(every_variant_is_one_that_some_plan_runs)
{
    uint32_t missing = 0;
    see_parallel_calls();
    see_compute_sorts();
    see_wide_chains();
    see_compute_orders();
    for (uint32_t n = 0; n < CASES && seen.count < variant_count(); ++n) {
        try_sort();
        try_order();
        if (n % 8 == 0)
            try_segments();
    }
    for (uint32_t id = 0; id < SHADER_ID_COUNT; ++id)
        for (uint32_t i = 0; i < glsort_shader_table[id].variant_count; ++i)
            if (!seen.has[id][i]) {
                print_error("no plan runs %s %s\n", glsort_shader_table[id].name,
                            glsort_shader_table[id].words[i]);
                ++missing;
            }
    assert_int_equal(missing, 0);
}
