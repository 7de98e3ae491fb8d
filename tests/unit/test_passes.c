// SPDX-License-Identifier: MIT
// Passes, bytes and scratch of schedules, against the figures that are published or
// derived in docs/algorithms.md.
#include <string.h>

#include "host_setups.h"
#include "host_test.h"
#include "plans.h"
#include "shader_ids.h"
#include "shared/radix.h"
#include "shared/radix_gather.h"
#include "shared/tree.h"

#define COUNT_OF(LIST) (sizeof(LIST) / sizeof((LIST)[0]))
#define SIZES(NAME, LOCAL, MERGE)                                                        \
    TUNING(.method = GLSORT_METHOD_##NAME, .local_size = LOCAL, .merge_size = MERGE)
#define DRAWS .backend = GLSORT_BACKEND_FRAGMENT
#define VALUES .values = GLSORT_VALUES_4_BYTES

// Opens a plan of desc.max_count elements, or of `count` if that is 0, with the schedule
// of `count`; host_core_close() to follow. Returns the last pass.
static const struct pass* open_core(struct plan_core* core, const glsort_limits* limits,
                                    glsort_sort_desc desc, uint32_t count, bool in_place)
{
    const struct host_setup setup = {
        .name = "passes", .desc = desc, .in_place = in_place};
    host_core_open(core, &setup, limits, desc.max_count != 0 ? desc.max_count : count);
    host_core_build(core, count);
    return &core->schedule.passes[core->schedule.pass_count - 1];
}

static const void* params_of(const struct plan_core* core, const struct pass* p)
{
    return core->schedule.params + p->params_at;
}

// ---- numbers of passes ----------------------------------------------------------------

enum { FEW_DRAWN = 96 * DRAW_BLOCK * DRAW_FAN }; // whose sums of blocks take a pass less

static const struct {
    uint32_t passes, count;
    bool in_place, software;
    uint32_t version;
    glsort_sort_desc desc;
} pass_rows[] = {
    // Renderers on the CPU copy every step but the last of a level in a draw more.
    {761, 1 << 20, false, true, 430, {SIZES(TREE, 1, 2), DRAWS}},
    {705, 1 << 12, false, true, 430, {SIZES(TREE_SIMPLE, 1, 2), DRAWS}},
    // A stage a pass; with two textures most stages are behind a draw that copies.
    {153, 1 << 20, false, false, 430, {METHOD(TREE_STAGES)}},
    {153, 1 << 20, false, false, 450, {METHOD(TREE_STAGES), DRAWS}},
    {243, 1 << 20, false, false, 330, {METHOD(TREE_STAGES), DRAWS}},
    {243, 1 << 20, false, false, 450, {METHOD(TREE_STAGES_COPY), DRAWS}},
    // Runs of 2^11 elements if that is all there are or saves a pass, of 2^10 otherwise.
    // Up to three levels a pass, and two where that reads too much.
    {1, 1 << 11, false, false, 430, {METHOD(RANK)}},
    {2, (1 << 11) + 1, false, false, 430, {METHOD(RANK)}},
    {3, 1 << 17, false, false, 430, {METHOD(RANK)}},
    {5, 1 << 18, false, false, 430, {METHOD(RANK)}},
    {10, 1 << 28, false, false, 430, {METHOD(RANK)}},
    // In one pass; in place they are copied first.
    {1, 16384, false, false, 430, {METHOD(RANK_ALL)}},
    {2, 16384, true, false, 430, {METHOD(RANK_ALL)}},
    // In a chain a pass a digit after one that counts all digits, in three phases three;
    // in place digits come in an even number.
    {2, 1, false, false, 430, {METHOD(RADIX_CHAIN), .bit_count = 8}},
    {3, 1 << 22, true, false, 430, {METHOD(RADIX_CHAIN), .bit_count = 8}},
    {5, 1 << 22, true, false, 430, {METHOD(RADIX_CHAIN), .bit_count = 17}},
    {3, 1 << 22, false, false, 430, {METHOD(RADIX_TILES), .bit_count = 1}},
    {6, 1, true, false, 430, {METHOD(RADIX_TILES), .bit_count = 9}},
    {9, 1 << 11, false, false, 430, {METHOD(RADIX_ITEMS), .bit_count = 17}},
    // Whole keys of 64 bits, in eight digits or in runs.
    {9, 1 << 20, false, false, 430, {METHOD(RADIX_CHAIN), .key = GLSORT_KEY_U64}},
    {9,
     1 << 20,
     false,
     false,
     430,
     {METHOD(RADIX_CHAIN), .key = GLSORT_KEY_F64, .values = GLSORT_VALUES_8_BYTES}},
    {3, 64 << 10, false, false, 430, {METHOD(RANK), .key = GLSORT_KEY_I64}},
    // In fragments eight passes for 4 bits, six as long as sums of blocks are few.
    {6, 1, false, false, 430, {METHOD(RADIX_GATHER), DRAWS, .bit_count = 4}},
    {12, FEW_DRAWN, true, false, 430, {METHOD(RADIX_GATHER), DRAWS, .bit_count = 5}},
    {16, FEW_DRAWN + 1, false, false, 430, {METHOD(RADIX_GATHER), DRAWS, .bit_count = 5}},
};

TEST(the_sort_phase_takes_so_many_passes)
{
    for (size_t i = 0; i < COUNT_OF(pass_rows); ++i) {
        struct glsort_limits limits = host_roomy_limits(pass_rows[i].version);
        struct plan_core core;
        limits.is_software = pass_rows[i].software;
        open_core(&core, &limits, pass_rows[i].desc, pass_rows[i].count,
                  pass_rows[i].in_place);
        if (host_sort_passes(&core.schedule) != pass_rows[i].passes)
            fail_msg("row %zu: %u passes instead of %u", i,
                     host_sort_passes(&core.schedule), pass_rows[i].passes);
        host_core_close(&core);
    }
}

// The table "Figures" of docs/algorithms.md: pairs with values, all passes, those of the
// sort, bytes an element, and scratch an element.
TEST(the_figures_of_the_document_come_out)
{
    static const struct {
        const char* form;
        uint32_t passes[3], sort_passes;
        double bytes[3], scratch;
    } rows[] = {
        {"rank-all", {1, 3, 6}, 6, {16, 48, 96}, 8.00},
        {"rank", {2, 3, 6}, 6, {32, 48, 96}, 8.00},
        {"abisort-fused", {1, 5, 9}, 9, {16, 80, 144}, 8.00},
        {"abisort-partition", {1, 9, 17}, 17, {16, 80, 145}, 8.00},
        {"abisort-fused-fragment", {14, 18, 22}, 18, {360, 540, 752}, 28.00},
        {"abisort-partition-fragment", {20, 28, 36}, 32, {349, 487, 629}, 28.06},
        {"tree-pure-simple", {366, 818, 1542}, 1540, {1440, 2016, 2592}, 76.00},
        {"tree-pure", {146, 258, 402}, 400, {1440, 2016, 2592}, 76.00},
        {"tree-simple", {276, 692, 1380}, 1378, {464, 680, 896}, 33.00},
        {"tree", {108, 208, 340}, 338, {464, 680, 896}, 33.00},
        {"tree-wide", {29, 105, 213}, 211, {105, 205, 304}, 20.39},
        {"tree-stages", {46, 92, 154}, 153, {392, 584, 776}, 32.00},
        {"tree-pure-fragment", {149, 261, 405}, 400, {2283, 3218, 4154}, 148.00},
        {"tree-fragment", {110, 210, 342}, 338, {643, 957, 1272}, 58.00},
        {"bitonic-blocks", {1, 9, 25}, 25, {16, 152, 408}, 4.00},
        {"bitonic-two-kernels", {34, 92, 166}, 166, {552, 1480, 2664}, 4.00},
        {"bitonic-columns-fragment", {83, 141, 215}, 210, {1944, 3336, 5112}, 28.00},
        {"bitonic-packed-fragment", {32, 53, 79}, 75, {720, 1224, 1848}, 28.00},
        {"radix-tiles", {12, 12, 12}, 12, {84, 84, 84}, 8.27},
        {"radix-chain", {5, 5, 5}, 5, {77, 78, 78}, 9.14},
        {"radix-items", {12, 12, 12}, 12, {144, 96, 84}, 8.25},
        {"radix-gather-fragment", {52, 52, 68}, 64, {293, 317, 338}, 38.38},
    };
    for (size_t i = 0; i < COUNT_OF(rows); ++i)
        for (uint32_t at = 0; at < 3; ++at) {
            const uint32_t count = 1u << (12 + 4 * at);
            const struct glsort_limits limits = host_roomy_limits(430);
            glsort_sort_desc desc = glsort_form_find(rows[i].form)->desc;
            glsort_plan* plan = NULL;
            glsort_plan_info info;
            desc.max_count = count;
            desc.values = GLSORT_VALUES_4_BYTES;
            assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
            assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
            double bytes = info.bytes_per_element - rows[i].bytes[at];
            double scratch = (double)info.scratch_bytes / count - rows[i].scratch;
            bool right = info.pass_count == rows[i].passes[at] && bytes * bytes <= 0.2501;
            if (at == 2)
                right &= info.sort_pass_count == rows[i].sort_passes &&
                         scratch * scratch <= 0.00003;
            if (!right)
                fail_msg("%s, %u elements: %u passes, %u of the sort, %.2f bytes, %.3f",
                         rows[i].form, count, info.pass_count, info.sort_pass_count,
                         info.bytes_per_element, (double)info.scratch_bytes / count);
            glsort_plan_destroy(plan);
        }
}

// ---- comparisons ----------------------------------------------------------------------

// Each pair of a phase is compared once, and so is each of a column of the last merge: of
// a level of 2^j elements 2 * 2^j - j - 2 times.
TEST(the_schedule_compares_exactly_as_often_as_the_chapter)
{
    const glsort_sort_desc descs[] = {
        {SIZES(TREE, 1, 2), .values = GLSORT_VALUES_INDICES},
        {SIZES(TREE_SIMPLE, 1, 2), .values = GLSORT_VALUES_INDICES}};
    const struct glsort_limits limits = host_roomy_limits(430);
    for (uint32_t log = 1; log <= 20; ++log)
        for (size_t d = 0; d < COUNT_OF(descs); ++d) {
            struct plan_core core;
            uint64_t total = 0, before = 0, count = 1u << log;
            open_core(&core, &limits, descs[d], 1u << log, false);
            for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
                const struct pass* p = &core.schedule.passes[i];
                const struct tree_params* params = params_of(&core, p);
                if (strcmp(p->label, "tree phase") == 0)
                    total += params->pair_count;
                if (strcmp(p->label, "finish tree level") != 0)
                    continue;
                total += (uint64_t)params->block_log << (log - 1);
                assert_int_equal(total - before, (1ull << (log - p->level)) *
                                                     ((2ull << p->level) - p->level - 2));
                before = total;
            }
            assert_int_equal(total, 2 * count * log - 4 * count + log + 4);
            host_core_close(&core);
        }
}

// ---- chains ---------------------------------------------------------------------------

static struct glsort_limits chains(uint32_t chained_scan)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = RADIX_CHUNK;
    limits.chained_scan = chained_scan;
    return limits;
}

// Whether its groups wait for arguments, and ask for their tiles.
TEST(chains_wait_if_they_are_long_and_take_tickets_if_they_must)
{
    const uint32_t tile = RADIX_GROUP_3 * RADIX_ITEMS_3;
    const struct {
        uint32_t count, chained_scan;
        glsort_count_source source;
        bool indirect, tickets;
    } rows[] = {
        {1024 * tile, 1, GLSORT_COUNT_FROM_ARGS, false, false},
        {1024 * tile, 0, GLSORT_COUNT_FROM_ARGS, false, true},
        {1024 * tile + 1, 1, GLSORT_COUNT_FROM_ARGS, true, false},
        {1024 * tile + 1, 0, GLSORT_COUNT_FROM_ARGS, true, true},
        {100 * tile, 1, GLSORT_COUNT_FROM_BUFFER, false, false},
        {100 * tile, 0, GLSORT_COUNT_FROM_BUFFER, true, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        const glsort_sort_desc desc = {METHOD(RADIX_CHAIN), VALUES,
                                       .count_source = rows[i].source};
        const struct glsort_limits limits = chains(rows[i].chained_scan);
        struct plan_core core;
        const struct pass* p = open_core(&core, &limits, desc, rows[i].count, false);
        const struct radix_params* params = params_of(&core, p);
        assert_int_equal(p->shader, SHADER_RADIX_CHAIN);
        assert_int_equal(p->indirect, rows[i].indirect);
        assert_int_equal((params->io.flags & RADIX_TICKETS_IN_USE) != 0, rows[i].tickets);
        host_core_close(&core);
    }
}

// Pairs take nine storage blocks, and very many a texture, in which two words a pair need
// not fit in one storage block.
TEST(pairs_of_a_chain_are_apart_together_or_in_a_texture)
{
    enum { APART, PAIRS, TEXELS, MANY = 1 << 24 };
    static const struct {
        uint32_t count, wanted, blocks, block_log, texels;
    } rows[] = {
        {5000, APART, 8, 36, 1 << 28},   {5000, PAIRS, 9, 36, 1 << 28},
        {MANY, PAIRS, 16, 36, 1 << 28},  {MANY + 1, TEXELS, 16, 36, 1 << 28},
        {2 * MANY, PAIRS, 16, 28, MANY}, {4 * MANY, APART, 16, 28, MANY},
    };
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        struct glsort_limits limits = chains(0);
        struct plan_core core;
        limits.storage_blocks = rows[i].blocks;
        limits.storage_block_bytes = UINT64_C(1) << rows[i].block_log;
        limits.pair_texels = rows[i].texels;
        const struct pass* last =
            open_core(&core, &limits, (glsort_sort_desc){METHOD(RADIX_CHAIN), VALUES},
                      rows[i].count, false);
        assert_int_equal(last->shader, SHADER_RADIX_CHAIN);
        assert_int_equal(host_define(last, "PAIRS"), rows[i].wanted);
        if (rows[i].count > MANY)
            assert_true((double)glsort_schedule_scratch_bytes(&core.schedule) <
                        8.27 * rows[i].count);
        host_core_close(&core);
    }
}

// ---- bytes ----------------------------------------------------------------------------

static uint64_t sort_bytes(const glsort_limits* limits, glsort_sort_desc desc,
                           uint32_t count)
{
    struct plan_core core;
    uint64_t bytes = 0;
    open_core(&core, limits, desc, count, false);
    for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
        const struct pass* p = &core.schedule.passes[i];
        bytes += p->phase == GLSORT_PHASE_SORT ? p->read_bytes + p->write_bytes : 0;
    }
    host_core_close(&core);
    return bytes;
}

// 2^20 pairs: keys once for the histograms, which count the tiles of the first digit too,
// and for every other digit; elements read and written by four scatters; and a table.
TEST(narrow_tiles_move_81_bytes_for_each_of_2_to_the_20_pairs)
{
    const struct glsort_limits limits = least_limits(310, 1);
    const uint64_t tiles = (1u << 20) / (16 * RADIX_PART);
    assert_int_equal(
        sort_bytes(&limits, (glsort_sort_desc){METHOD(RADIX_TILES), VALUES}, 1u << 20),
        (80ull << 20) + 4 * 4 * tiles * RADIX_BINS * 4);
}

// What the pass moves of the look-back's table.
static uint64_t table_bytes_of(const struct pass* p)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_STORAGE && p->bindings[i].unit == RADIX_STATUS)
            bytes = p->bindings[i].range_bytes;
    return p->shader == SHADER_RADIX_CHAIN ? 2 * bytes : bytes;
}

// Bytes an element of a chain, but for its table; only indices are wanted where keys are
// discarded.
TEST(elements_shrink_where_only_indices_are_wanted)
{
    enum { DISCARD = GLSORT_PLAN_DISCARD_KEYS };
    static const struct {
        uint32_t count, bits, flags, digits, bytes;
        glsort_values values;
    } rows[] = {
        {1 << 22, 32, DISCARD, 4, 52, GLSORT_VALUES_INDICES},
        {1 << 23, 27, DISCARD, 3, 36, GLSORT_VALUES_INDICES}, // digits of 9 bits
        {1 << 14, 17, DISCARD, 2, 20, GLSORT_VALUES_INDICES},
        {1 << 24, 27, DISCARD, 4, 52, GLSORT_VALUES_INDICES}, // no room for 9 bits
        {1 << 20, 32, DISCARD, 4, 68, GLSORT_VALUES_INDICES}, // too few to gain
        {1 << 22, 27, DISCARD, 4, 68, GLSORT_VALUES_4_BYTES},
        {1 << 22, 27, 0, 4, 68, GLSORT_VALUES_INDICES},
    };
    const struct glsort_limits limits = chains(1);
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        const glsort_sort_desc desc = {METHOD(RADIX_CHAIN), .values = rows[i].values,
                                       .bit_count = rows[i].bits, .flags = rows[i].flags};
        struct plan_core core;
        uint64_t bytes = 0;
        open_core(&core, &limits, desc, rows[i].count, false);
        assert_int_equal(core.schedule.pass_count, 1 + rows[i].digits);
        for (uint32_t at = 0; at < core.schedule.pass_count; ++at) {
            const struct pass* p = &core.schedule.passes[at];
            const uint64_t table = table_bytes_of(p);
            bytes += p->read_bytes + p->write_bytes - table;
        }
        assert_int_equal(bytes, (uint64_t)rows[i].bytes * rows[i].count);
        host_core_close(&core);
    }
}

TEST(a_count_just_above_a_power_of_two_costs_no_more_per_element)
{
    const glsort_sort_desc descs[] = {{SIZES(TREE, 1, 2)}, {SIZES(TREE, 8, 16), DRAWS}};
    const struct glsort_limits limits = host_roomy_limits(430);
    for (size_t i = 0; i < COUNT_OF(descs); ++i) {
        double above = (double)sort_bytes(&limits, descs[i], (1u << 16) + 1) * 2;
        double whole = (double)sort_bytes(&limits, descs[i], 1u << 17);
        assert_true(above < 1.01 * whole && above > 0.99 * whole);
    }
}

// Per element: words and order 4 each, the copy for a run in place as wide as the
// element, and what the algorithm takes.
TEST(wide_elements_cost_a_sort_a_word_and_a_gather)
{
    const struct {
        uint32_t sorts, more_passes, more_bytes;
        glsort_sort_desc desc;
    } rows[] = {
        {1, 0, 0, {.values = GLSORT_VALUES_INDICES, .flags = GLSORT_PLAN_DISCARD_KEYS}},
        {2, 3, 12, {.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_INDICES}},
        {2, 4, 32, {.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_16_BYTES}},
        {1,
         3,
         32,
         {.key = GLSORT_KEY_F64,
          .values = GLSORT_VALUES_16_BYTES,
          .first_bit = 20,
          .bit_count = 32}},
        {1, 1, 0, {.values = GLSORT_VALUES_8_BYTES}},
    };
    const struct glsort_limits limits = host_roomy_limits(430);
    uint32_t passes = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < COUNT_OF(rows); ++i) {
        glsort_sort_desc desc = rows[i].desc;
        struct plan_core core;
        desc.tuning = glsort_form_find("abisort-fused")->desc.tuning;
        desc.backend = GLSORT_BACKEND_COMPUTE;
        open_core(&core, &limits, desc, 1u << 20, false);
        if (i == 0) {
            passes = core.schedule.pass_count;
            bytes = glsort_pool_bytes(&core.scratch);
        }
        assert_int_equal(core.schedule.pass_count,
                         rows[i].sorts * passes + rows[i].more_passes);
        if (rows[i].more_bytes > 0)
            assert_int_equal(glsort_pool_bytes(&core.scratch),
                             bytes + ((uint64_t)rows[i].more_bytes << 20));
        host_core_close(&core);
    }
}
