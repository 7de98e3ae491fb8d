// SPDX-License-Identifier: MIT
// No invocation of a pass takes more than 65,535 rounds of its loops, all loops added up,
// at the largest counts that devices promise: llvmpipe ends all loops of an
// invocation after so many, in silence, and other drivers end programs that take long.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_arrays.h>

#include "host_setups.h"
#include "host_test.h"
#include "shader_table.h"
#include "shared/rank.h"
#include "shared/lists.h"
#include "shared/order.h"
#include "shared/radix.h"
#include "shared/radix_gather.h"
#include "shared/radix_runs.h"
#include "shared/scan.h"
#include "shared/segments.h"

enum { ROUNDS_MOST = 65535 };

// ---- rounds by parameters -------------------------------------------------------------

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t rounds_of_items(const struct pass* p, const void* data, uint32_t count)
{
    const struct runs_params* params = data;
    if (p->shader == SHADER_RADIX_ITEMS_SCAN)
        return divide_up(count, params->run_keys);
    return 2 * RADIX_BINS + params->run_keys;
}

// A group counts the keys of several tiles, RADIX_GROUP at a time, and adds up its rest.
static uint64_t rounds_of_count(const struct pass* p, const void* data, uint32_t count)
{
    const struct radix_params* params = data;
    uint64_t tiles = divide_up(divide_up(count, params->tile), params->group_count);
    return tiles * (1 + params->tile / RADIX_GROUP + 1);
}

static uint64_t rounds_of_scan(const struct pass* p, const void* data, uint32_t count)
{
    const struct radix_params* params = data;
    return divide_up(params->group_count, RADIX_GROUP) * (1 + 3 * WORD_BITS);
}

// Spans of keys in turns, or four keys of an invocation at a time, and their rest, tile
// by tile; bins and the clearing of the table, the digits at the end.
static uint64_t rounds_of_histograms(const struct pass* p, const void* data,
                                     uint32_t count)
{
    const struct radix_params* params = data;
    uint64_t words = 0;
    if (params->group_count > 0)
        return 2 * rounds_of_count(p, data, count) + 3 * 4 +
               RADIX_MOST_DIGITS * (1 + 3 * WORD_BITS);
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_STORAGE && p->bindings[i].unit == RADIX_STATUS)
            words = p->bindings[i].range_bytes / 4;
    return divide_up(count, (uint64_t)p->groups * RADIX_ALL_SPAN) + 4 +
           divide_up(words, (uint64_t)p->groups * RADIX_ALL_GROUP) +
           RADIX_MOST_DIGITS * (1 + 3 * WORD_BITS);
}

// ---- shaders whose rounds grow with a count or a size ---------------------------------

#define SEARCH_ROUNDS (WORD_BITS + 1)
// Most iterations of a look-back, if no other tile in flight publishes, which radix.c
// derives; and those of ranks in shared memory.
#define LOOK_BACK_ROUNDS                                                                 \
    (31 * (2 * RADIX_PATIENCE + RADIX_TILE_GROUP + RADIX_GROUP_0 * RADIX_ITEMS_0) +      \
     (3 + 2 + 2 + 3) * WORD_BITS + 8)
// The sums of tiles of 2^30 keys, which is more than any binding holds, or of 2^31 words
// in the larger tiles of a scan, and for each span of them the loops over items, rows and
// columns of lib/scan.glsl.
#define SCAN_SUMS_ROUNDS                                                                 \
    ((1u << 30) / ORDER_TILE / SCAN_SUMS_SPAN * (1 + 2 * SCAN_SUMS_ITEMS + 3 * 16))
// Keys and comparisons of slices of four keys each, at most 8 chunks of them, and
// vertices to write.
#define ORDER_ALL_ROUNDS                                                                 \
    (8 * (1 + ORDER_ALL_SMALL_CHUNK / ORDER_ALL_SMALL_GROUP * GLSORT_MOST_VERTICES +     \
          ORDER_ALL_SMALL_CHUNK / 4) +                                                   \
     GLSORT_MOST_VERTICES)
// Comparisons with a slice of the tile, the quads, a search for each, and the counts;
// reads of quads, then the keys of those that no group has published, words to clear, and
// vertices to write.
#define ORDER_EXCHANGE_ROUNDS                                                            \
    (RANK_TILE_MOST + 2 * 4 + 4 * WORD_BITS + 32 + RANK_TILE_MOST / 4 + 1 +              \
     (ORDER_EXCHANGE_PATIENCE + 1) * 4 + (16 + 1) * (1 + GLSORT_MOST_VERTICES) + 3 * 4 + \
     32 + RANK_TILES_MOST / 4 / RANK_TILE_GROUP + 1 + GLSORT_MOST_VERTICES)
// Keys of points, a prefix sum, and a look-back. On llvmpipe work groups start in order,
// and a group waits only for those in flight with it: at worst for a block of them, and
// then it counts the elements of one. A device that is not llvmpipe may go on for longer.
#define ORDER_CULL_ROUNDS                                                                \
    (ORDER_CULL_MOST / ORDER_CULL_GROUP * 2 + 2 * 32 +                                   \
     (ORDER_CULL_BLOCK + 2) * (1 + ORDER_CULL_PATIENCE) + ORDER_CULL_MOST)
// The same, the digits of each key, the table of the look-back for as many keys as there
// are elements, and the digits.
#define RADIX_CULL_ROUNDS                                                                \
    (ORDER_CULL_ROUNDS + ORDER_CULL_MOST / ORDER_CULL_GROUP +                            \
     ORDER_CULL_MOST / (RADIX_GROUP_0 * RADIX_ITEMS_0) * 2 + RADIX_MOST_DIGITS)
// The sums of sums of 2^29 elements.
#define RADIX_TOP_ROUNDS ((1u << 29) / (DRAW_BLOCK * DRAW_FAN * DRAW_FAN) + 1)
// Words of the heads of 2^31 elements; the segments, and the tiles of the longest one.
#define SEGMENT_CLEAR_ROUNDS ((1u << 26) / (SEGMENT_MOST_GROUPS * SEGMENT_CLEAR_GROUP))
#define SEGMENT_MARK_ROUNDS                                                              \
    (GLSORT_MOST_SEGMENTS / (SEGMENT_MOST_GROUPS * SEGMENT_MARK_GROUP) +                 \
     GLSORT_MOST_SEGMENT_LENGTH / SEGMENT_TILE)

// The loops of all other shaders go over tiles, digits or the bits of a word.
static const struct loops {
    uint16_t shader;
    uint64_t most; // rounds at any count; 0: by the parameters
    uint64_t (*rounds)(const struct pass* p, const void* params, uint32_t count);
} list[] = {
    {SHADER_COUNT_PREPARE, COUNT_ROWS_MANY / PREPARE_GROUP, NULL},
    {SHADER_RANK_MERGE, RANK_STAGED_MOST / 32 + SEARCH_ROUNDS + WORD_BITS, NULL},
    {SHADER_RANK_ALL, RANK_ALL_MOST, NULL},
    {SHADER_RADIX_HISTOGRAMS, 0, rounds_of_histograms},
    {SHADER_RADIX_CULL, RADIX_CULL_ROUNDS, NULL},
    {SHADER_RADIX_COUNT, 0, rounds_of_count},
    {SHADER_RADIX_SCAN, 0, rounds_of_scan},
    {SHADER_RADIX_CHAIN, LOOK_BACK_ROUNDS, NULL},
    {SHADER_RADIX_ITEMS_COUNT, 0, rounds_of_items},
    {SHADER_RADIX_ITEMS_SCAN, 0, rounds_of_items},
    {SHADER_RADIX_ITEMS_PERMUTE, 0, rounds_of_items},
    {SHADER_SCAN_SUMS, SCAN_SUMS_ROUNDS, NULL},
    {SHADER_SEGMENT_CLEAR, SEGMENT_CLEAR_ROUNDS, NULL},
    {SHADER_SEGMENT_MARK, SEGMENT_MARK_ROUNDS, NULL},
    {SHADER_LIST_COUNT, LIST_MOST_NODES, NULL},
    {SHADER_LIST_FILL, LIST_MOST_NODES, NULL},
    {SHADER_ORDER_KEYS, ORDER_ITEMS* GLSORT_MOST_VERTICES, NULL},
    {SHADER_ORDER_ALL, ORDER_ALL_ROUNDS, NULL},
    {SHADER_ORDER_EXCHANGE, ORDER_EXCHANGE_ROUNDS, NULL},
    {SHADER_ORDER_CULL, ORDER_CULL_ROUNDS, NULL},
    {SHADER_ORDER_COMPACT,
     2 * ORDER_TILE / ORDER_SERIAL_GROUP + 3 * 16 +
         ORDER_UNSCANNED_MOST / ORDER_SERIAL_GROUP,
     NULL},
    {SHADER_RADIX_TOP_DRAW, RADIX_TOP_ROUNDS, NULL},
};

TEST(no_constant_allows_more_rounds)
{
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].most > ROUNDS_MOST)
            fail_msg("%s: %llu rounds", glsort_shader_table[list[i].shader].name,
                     (unsigned long long)list[i].most);
}

static const struct loops* loops_of(uint16_t shader)
{
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].shader == shader)
            return &list[i];
    return NULL;
}

// ---- the passes -----------------------------------------------------------------------

static uint32_t check_passes(const struct plan_core* core, const char* name)
{
    const struct schedule* s = &core->schedule;
    uint32_t checked = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        bool shaded = p->kind == GLSORT_PASS_DISPATCH || p->kind == GLSORT_PASS_DRAW;
        const struct loops* loops = shaded ? loops_of(p->shader) : NULL;
        if (loops == NULL || loops->rounds == NULL)
            continue;
        uint64_t rounds = loops->rounds(p, s->params + p->params_at, core->shape.count);
        if (rounds == 0 || rounds > ROUNDS_MOST)
            fail_msg("%s, %u elements: %llu rounds in pass %u, %s", name,
                     core->shape.count, (unsigned long long)rounds, i,
                     glsort_shader_table[p->shader].name);
        ++checked;
    }
    return checked;
}

// At what the device promises, and at counts that are sorted by another number of passes.
static uint32_t check_setup(const struct host_setup* setup,
                            const struct glsort_limits* limits)
{
    uint32_t checked = 0;
    uint32_t most = glsort_max_count(limits, &setup->desc, NULL);
    for (uint32_t count = most; count > 0; count /= 61) {
        struct plan_core core;
        host_core_open(&core, setup, limits, count);
        checked += check_passes(&core, setup->name);
        host_core_close(&core);
    }
    return checked;
}

TEST(no_loop_outlasts_llvmpipe_at_the_most_that_a_device_promises)
{
    static const uint64_t block_bytes[] = {1u << 27, 1u << 31, 1ull << 34};
    uint32_t checked = 0;
    for (int device = 0; device < 3; ++device)
        for (uint32_t i = 0; i < host_setup_count(); ++i) {
            const struct host_setup* setup = host_setup_at(i);
            struct glsort_limits limits = host_roomy_limits(setup->version);
            limits.storage_block_bytes = block_bytes[device];
            checked += check_setup(setup, &limits);
        }
    assert_true(checked > 3 * 40);
}
