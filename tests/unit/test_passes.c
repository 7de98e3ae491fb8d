// SPDX-License-Identifier: MIT
// Passes of the sort phase and bytes moved, against the formulas that are published or
// derived in docs/algorithms.md.
#include "host_setups.h"
#include "host_test.h"
#include "plans.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "shared/rank.h"
#include "shared/radix.h"
#include "shared/radix_gather.h"

#define TREE GLSORT_ALGORITHM_ABISORT_TREE
#define FRAGMENT GLSORT_BACKEND_FRAGMENT

static uint32_t passes_of_count(const glsort_sort_desc* desc, uint32_t count,
                                bool in_place)
{
    struct host_setup setup = {.name = "passes", .desc = *desc, .in_place = in_place};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    host_core_build(&core, count);
    uint32_t passes = host_sort_passes(&core.schedule);
    host_core_close(&core);
    return passes;
}

// Passes of the sort phase for 2^log elements.
static uint32_t passes_of(const glsort_sort_desc* desc, uint32_t log)
{
    return passes_of_count(desc, 1u << log, false);
}

// The next call overwrites its tuning.
static glsort_sort_desc tree(glsort_method schedule, uint32_t local_log,
                             uint32_t merge_log)
{
    static glsort_tuning tuning;
    tuning = (glsort_tuning){
        .method = schedule, .local_size = 1u << local_log, .merge_size = 1u << merge_log};
    return (glsort_sort_desc){.tuning = &tuning};
}

TEST(the_pure_tree_takes_a_cubic_number_of_passes_if_simple)
{
    glsort_sort_desc desc = tree(GLSORT_METHOD_TREE_SIMPLE, 0, 1);
    for (uint32_t log = 0; log <= 20; ++log)
        assert_int_equal(passes_of(&desc, log), log * (log + 1) * (log + 2) / 6);
}

TEST(the_pure_tree_takes_log_squared_passes_if_overlapped)
{
    glsort_sort_desc desc = tree(GLSORT_METHOD_TREE, 0, 1);
    for (uint32_t log = 0; log <= 20; ++log)
        assert_int_equal(passes_of(&desc, log), log * log);
}

// apart: steps copy forward in draws of their own, as on renderers on the CPU.
static uint32_t overlapped_formula(uint32_t local, uint32_t merge, uint32_t log,
                                   bool apart)
{
    uint32_t passes = local > 0 && log > 0;
    for (uint32_t j = local + 1; j <= log; ++j) {
        passes += j <= merge ? 1 : 2 * j - merge;
        passes += apart && j > merge ? 2 * j - merge - 2 : 0;
    }
    return passes;
}

static uint32_t simple_formula(uint32_t local, uint32_t merge, uint32_t log, bool apart)
{
    uint32_t passes = local > 0 && log > 0;
    for (uint32_t j = local + 1; j <= log; ++j) {
        uint32_t stages = j <= merge ? 0 : j - merge;
        uint32_t phases = stages * (2 * j - stages + 1) / 2;
        passes += phases + 1;
        passes += apart && stages > 0 ? phases - 1 : 0;
    }
    return passes;
}

static uint32_t passes_on(const glsort_sort_desc* desc, uint32_t log, uint32_t version,
                          bool software)
{
    struct host_setup setup = {.name = "passes", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(version);
    struct plan_core core;
    limits.is_software = software;
    host_core_open(&core, &setup, &limits, 1u << log);
    host_core_build(&core, 1u << log);
    uint32_t passes = host_sort_passes(&core.schedule);
    host_core_close(&core);
    return passes;
}

static void check_sizes(glsort_backend backend, uint32_t most, bool apart)
{
    for (uint32_t local = 0; local <= most; ++local)
        for (uint32_t merge = 1; merge <= most; ++merge)
            for (uint32_t log = 0; log <= 20; log += 1 + log / 6) {
                glsort_sort_desc desc = tree(GLSORT_METHOD_TREE, local, merge);
                desc.backend = backend;
                assert_int_equal(passes_on(&desc, log, 430, apart),
                                 overlapped_formula(local, merge, log, apart));
                desc.tuning = tree(GLSORT_METHOD_TREE_SIMPLE, local, merge).tuning;
                assert_int_equal(passes_on(&desc, log, 430, apart),
                                 simple_formula(local, merge, log, apart));
            }
}

TEST(local_sorts_and_merges_save_the_passes_that_they_should)
{
    check_sizes(GLSORT_BACKEND_COMPUTE, 10, false);
    check_sizes(FRAGMENT, 4, false);
}

TEST(software_copies_every_step_but_the_last_of_a_level_in_a_draw_more)
{
    check_sizes(FRAGMENT, 4, true);
}

TEST(the_published_figures_come_out)
{
    static const struct {
        uint32_t log, local, merge, simple, overlapped, apart;
    } rows[] = {
        {12, 0, 1, 364, 144, 265},
        {16, 0, 1, 816, 256, 481},
        {20, 0, 1, 1540, 400, 761},
        {20, 3, 4, 1378, 338, 642},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        glsort_sort_desc desc =
            tree(GLSORT_METHOD_TREE_SIMPLE, rows[i].local, rows[i].merge);
        assert_int_equal(passes_of(&desc, rows[i].log), rows[i].simple);
        desc = tree(GLSORT_METHOD_TREE, rows[i].local, rows[i].merge);
        assert_int_equal(passes_of(&desc, rows[i].log), rows[i].overlapped);
        desc.backend = FRAGMENT;
        assert_int_equal(passes_of(&desc, rows[i].log), rows[i].overlapped);
        assert_int_equal(passes_on(&desc, rows[i].log, 430, true), rows[i].apart);
    }
    glsort_sort_desc wide = tree(GLSORT_METHOD_TREE, 10, 10);
    assert_int_equal(passes_of(&wide, 20), 211);
}

// Of the block of a stage of m phases, of 2^log elements and in eight layers.
static uint32_t stage_texels(uint32_t log, uint32_t m)
{
    return (1u << (log - m)) * ((m + 3) / 4);
}

// Passes: one a stage and one that ends a level, besides the local sort. With two
// textures every stage but the first of a level is behind one that copies.
static uint32_t stages_formula(uint32_t log, bool copies)
{
    uint32_t passes = log > 0;
    for (uint32_t j = 5; j <= log; ++j)
        passes += j - 4 + 1 + (copies ? j - 5 : 0);
    return passes;
}

// Two stages share a pass while the second is small. They are two draws, but one copy.
static uint32_t shared_copies(uint32_t log)
{
    uint32_t saved = 0;
    for (uint32_t j = 5; j <= log; ++j)
        for (uint32_t k = 1; k < j - 5; k += 2)
            saved += stage_texels(log, j - k) <= 4096;
    return saved;
}

TEST(a_stage_takes_a_draw_and_with_two_textures_a_copy)
{
    glsort_sort_desc desc = {.tuning = &(const glsort_tuning){.algorithm = TREE},
                             .backend = FRAGMENT};
    for (uint32_t log = 0; log <= 20; ++log) {
        desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES};
        assert_int_equal(passes_on(&desc, log, 450, false), stages_formula(log, false));
        assert_int_equal(passes_on(&desc, log, 330, false),
                         stages_formula(log, true) - shared_copies(log));
        desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES_COPY};
        assert_int_equal(passes_on(&desc, log, 450, false),
                         stages_formula(log, true) - shared_copies(log));
    }
}

TEST(a_stage_takes_a_dispatch)
{
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES}};
    for (uint32_t log = 1; log <= 20; ++log)
        assert_int_equal(passes_of(&desc, log), stages_formula(log, false));
    assert_int_equal(passes_of(&desc, 20), 153);
}

TEST(the_array_form_takes_one_or_two_passes_a_level)
{
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT}};
    for (uint32_t log = 0; log <= 22; ++log) {
        uint32_t levels = log > LOCAL_LARGE_TILE_LOG ? log - LOCAL_LARGE_TILE_LOG : 0;
        desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_FUSED};
        assert_int_equal(passes_of(&desc, log), 1 + levels);
        desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_PARTITION};
        assert_int_equal(passes_of(&desc, log), 1 + 2 * levels);
    }
}

// The local sort goes forwards, and every merge against the pass before.
TEST(merges_of_the_array_form_go_back_and_forth)
{
    for (uint32_t method = GLSORT_METHOD_ABISORT_FUSED;
         method <= GLSORT_METHOD_ABISORT_PARTITION; ++method) {
        struct host_setup setup = {
            .name = "back and forth",
            .desc = {.tuning = &(const glsort_tuning){.method = (glsort_method)method}}};
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        uint32_t merges = 0;
        host_core_open(&core, &setup, &limits, 100000);
        host_core_build(&core, 70000);
        for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
            const struct pass* p = &core.schedule.passes[i];
            const struct array_params* params =
                (const struct array_params*)(core.schedule.params + p->params_at);
            if (p->shader == SHADER_ARRAY_MERGE)
                assert_int_equal((params->io.flags & ARRAY_BACKWARDS) != 0,
                                 merges++ % 2 == 0);
        }
        assert_int_equal(merges, 5);
        host_core_close(&core);
    }
}

TEST(three_phases_take_larger_tiles_above_2_to_the_24)
{
    for (uint32_t large = 0; large < 2; ++large) {
        struct host_setup setup = {.name = "large tiles",
                                   .desc = {.tuning = &(const glsort_tuning){
                                                .method = GLSORT_METHOD_RADIX_TILES}}};
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        host_core_open(&core, &setup, &limits, (1u << 24) + large);
        host_core_build(&core, 1u << 20);
        const struct pass* p = &core.schedule.passes[core.schedule.pass_count - 1];
        uint32_t tile = large ? RADIX_LARGE_TILE : RADIX_TILE;
        assert_int_equal(p->groups, ((1u << 20) + tile - 1) / tile);
        assert_int_equal(host_define(p, "SHAPE"), large);
        host_core_close(&core);
    }
}

// 2^20 pairs: keys once for the histograms, which count the tiles of the first digit too,
// and for every other digit; elements read and written by four scatters; and a table.
TEST(narrow_tiles_move_81_bytes_for_each_of_2_to_the_20_pairs)
{
    struct glsort_limits limits = least_limits(310, 1);
    struct plan_core core;
    uint64_t bytes = 0;
    const struct host_setup setup = {
        .name = "narrow tiles",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES},
                 .values = GLSORT_VALUES_4_BYTES}};
    host_core_open(&core, &setup, &limits, 1u << 20);
    assert_int_equal(core.schedule.pass_count, 12);
    for (uint32_t i = 0; i < core.schedule.pass_count; ++i)
        bytes += core.schedule.passes[i].read_bytes + core.schedule.passes[i].write_bytes;
    const uint32_t tiles = (1u << 20) / (16 * RADIX_PART);
    assert_int_equal(bytes, (80ull << 20) + 4ull * 4 * tiles * RADIX_BINS * 4);
    assert_int_equal(host_define(&core.schedule.passes[2], "SHAPE"), 2);
    host_core_close(&core);
}

// The levels that end with each pass but the first.
static void expect_levels(const glsort_sort_desc* desc, uint32_t count, uint32_t passes,
                          const uint32_t* ends)
{
    struct host_setup setup = {.name = "levels", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    host_core_build(&core, count);
    assert_int_equal(core.schedule.pass_count, passes);
    for (uint32_t i = 1; i < passes; ++i)
        assert_int_equal(core.schedule.passes[i].level, ends[i]);
    host_core_close(&core);
}

// Runs of 2^11 elements if that is all there are or saves a pass, of 2^10 otherwise.
// Up to three levels a pass, and two where that reads too much; evenly, the most first.
TEST(merges_by_ranks_take_levels_together)
{
    const glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK},
    };
    for (uint32_t log = 0; log <= 28; ++log) {
        uint32_t levels = log == 17  ? 6
                          : log > 11 ? log - 10
                                     : 0,
                 most = log <= 17 ? 3 : 2;
        assert_int_equal(passes_of(&desc, log), 1 + (levels + most - 1) / most);
    }
    expect_levels(&desc, 1 << 17, 3, (const uint32_t[]){0, 14, 17});
    // Passes that merge in shared memory always merge 8 runs.
    glsort_sort_desc few = desc;
    few.expected_count = 300;
    expect_levels(&few, 1 << 13, 3, (const uint32_t[]){0, 12, 13});
    assert_int_equal(passes_of_count(&desc, (1u << 10) + 1, false), 1);
    assert_int_equal(passes_of_count(&desc, (1u << 11) + 1, false), 2);
}

// In place they are copied first.
TEST(up_to_16384_elements_are_ranked_in_one_pass)
{
    const glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK_ALL},
    };
    const uint32_t counts[] = {1, 2048, 2049, 4097, 16384};
    for (uint32_t i = 0; i < 5; ++i) {
        assert_int_equal(passes_of_count(&desc, counts[i], false), 1);
        assert_int_equal(passes_of_count(&desc, counts[i], true), 2);
    }
    for (uint32_t in_place = 0; in_place < 2; ++in_place)
        assert_int_equal(passes_of_count(&desc, 16385, in_place != 0), 3);
    for (uint32_t log = 15; log <= 17; ++log)
        assert_int_equal(passes_of(&desc, log), 3);
}

// In three phases a digit is three passes, in a chain one after a pass that counts all
// digits; in place, digits come in an even number.
TEST(radix_takes_passes_by_digits_whatever_the_count)
{
    for (uint32_t bits = 1; bits <= 32; ++bits)
        for (uint32_t log = 0; log <= 22; log += 11) {
            uint32_t digits = (bits + 7) / 8;
            glsort_sort_desc desc = {
                .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX},
                .bit_count = bits};
            desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN};
            assert_int_equal(passes_of(&desc, log), 1 + digits);
            assert_int_equal(passes_of_count(&desc, 1u << log, true),
                             1 + digits + digits % 2);
            desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES};
            assert_int_equal(passes_of(&desc, log), 3 * digits);
            assert_int_equal(passes_of_count(&desc, 1u << log, true),
                             3 * (digits + digits % 2));
            desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_ITEMS};
            assert_int_equal(passes_of(&desc, log), 3 * digits);
        }
}

// Eight passes a digit of 4 bits, six as long as sums of blocks are few.
// Work groups of the first digit's prescan.
static uint32_t scanning_groups(uint32_t count)
{
    struct host_setup setup = {
        .name = "prescan",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES}}};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, 1 << 20);
    host_core_build(&core, count);
    assert_int_equal(core.schedule.passes[1].shader, SHADER_RADIX_SCAN);
    uint32_t groups = core.schedule.passes[1].groups;
    host_core_close(&core);
    return groups;
}

TEST(one_work_group_scans_the_counts_of_four_tiles)
{
    assert_int_equal(scanning_groups(1), 1);
    assert_int_equal(scanning_groups(4 * RADIX_TILE), 1);
    assert_int_equal(scanning_groups(4 * RADIX_TILE + 1), RADIX_BINS);
}

TEST(radix_in_fragments_takes_passes_by_digits_of_4_bits)
{
    const uint32_t few = 96 * DRAW_BLOCK * DRAW_FAN;
    const glsort_tuning tuning = {.method = GLSORT_METHOD_RADIX_GATHER};
    for (uint32_t bits = 1; bits <= 32; ++bits) {
        const glsort_sort_desc desc = {
            .backend = FRAGMENT, .bit_count = bits, .tuning = &tuning};
        assert_int_equal(passes_of_count(&desc, 1, false), (bits + 3) / 4 * 6);
        assert_int_equal(passes_of_count(&desc, few, true), (bits + 3) / 4 * 6);
        assert_int_equal(passes_of_count(&desc, few + 1, false), (bits + 3) / 4 * 8);
    }
}

static uint32_t all_passes(const glsort_sort_desc* desc, uint32_t count)
{
    struct host_setup setup = {.name = "passes", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(330);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    host_core_build(&core, count);
    uint32_t passes = core.schedule.pass_count;
    host_core_close(&core);
    return passes;
}

TEST(a_range_of_bits_costs_the_array_form_in_fragments_no_pass)
{
    for (uint32_t way = 0; way < 6; ++way) {
        const glsort_tuning tuning = {.method = way % 2 == 0
                                                    ? GLSORT_METHOD_ABISORT_FUSED
                                                    : GLSORT_METHOD_ABISORT_PARTITION};
        glsort_sort_desc desc = {
            .backend = FRAGMENT,
            .tuning = &tuning,
            .values = way % 3 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES,
            .flags = way % 3 == 2 ? GLSORT_PLAN_DISCARD_KEYS : 0,
            .textures = way < 3 ? GLSORT_TEXTURES_ALL : 0,
        };
        const uint32_t whole = all_passes(&desc, 1u << 20);
        for (uint32_t bits = 1; bits < 32; bits += 5) {
            desc.bit_count = bits;
            for (desc.first_bit = 0; desc.first_bit + bits <= 32; desc.first_bit += 9)
                assert_int_equal(all_passes(&desc, 1u << 20), whole);
        }
        desc.first_bit = desc.bit_count = 0;
        desc.key = GLSORT_KEY_U16;
        assert_int_equal(all_passes(&desc, 1u << 20), whole);
    }
}

// The last pass of a chain on a device with full subgroups; host_core_close() to follow.
static const struct pass* build_chain(struct plan_core* core,
                                      const struct host_setup* setup,
                                      uint32_t chained_scan, uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = RADIX_CHUNK;
    limits.chained_scan = chained_scan;
    host_core_open(core, setup, &limits, count);
    host_core_build(core, count);
    return &core->schedule.passes[core->schedule.pass_count - 1];
}

static bool has_textures(const struct schedule* s)
{
    bool has = false;
    for (uint32_t i = 0; i < s->scratch_count; ++i)
        has |= s->scratch[i].format != FORMAT_BUFFER;
    return has;
}

static bool merges_by_texture(glsort_sort_desc desc, uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(430);
    const struct host_setup setup = {.name = "texture", .desc = desc};
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    bool has = has_textures(&core.schedule);
    host_core_close(&core);
    return has;
}

TEST(very_many_pairs_are_merged_by_way_of_a_texture)
{
    glsort_sort_desc desc = {
        .backend = GLSORT_BACKEND_COMPUTE,
        .values = GLSORT_VALUES_4_BYTES,
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_PARTITION}};
    assert_false(merges_by_texture(desc, (1 << 25) - 1));
    assert_true(merges_by_texture(desc, 1 << 25));
    assert_true(merges_by_texture(desc, 1 << 28));
    assert_false(merges_by_texture(desc, (1 << 28) + 1)); // more rows than there may be
    desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_ABISORT_FUSED};
    assert_true(merges_by_texture(desc, 1 << 25));
    desc.values = GLSORT_VALUES_NONE;
    assert_false(merges_by_texture(desc, 1 << 25));
    desc.values = GLSORT_VALUES_INDICES;
    assert_true(merges_by_texture(desc, 1 << 25));
    desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK};
    assert_false(merges_by_texture(desc, 1 << 25));
}

// Whether its groups wait for arguments, and ask for their tiles.
static void check_chain(uint32_t count, uint32_t chained_scan, glsort_count_source source,
                        bool indirect, bool tickets)
{
    const struct host_setup setup = {
        .name = "chain",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
                 .values = GLSORT_VALUES_4_BYTES,
                 .count_source = source}};
    struct plan_core core;
    const struct pass* p = build_chain(&core, &setup, chained_scan, count);
    const struct radix_params* params =
        (const struct radix_params*)(core.schedule.params + p->params_at);
    assert_int_equal(p->shader, SHADER_RADIX_CHAIN);
    assert_int_equal(p->indirect, indirect);
    assert_int_equal((params->io.flags & RADIX_TICKETS_IN_USE) != 0, tickets);
    host_core_close(&core);
}

TEST(chains_wait_if_they_are_long_and_take_tickets_if_they_must)
{
    const uint32_t tile = RADIX_GROUP_3 * RADIX_ITEMS_3;
    check_chain(1000, 1, GLSORT_COUNT_FROM_ARGS, false, false);
    check_chain(1000, 0, GLSORT_COUNT_FROM_ARGS, false, true);
    check_chain(1024 * tile, 1, GLSORT_COUNT_FROM_ARGS, false, false);
    check_chain(1024 * tile, 0, GLSORT_COUNT_FROM_ARGS, false, true);
    check_chain(1024 * tile + 1, 1, GLSORT_COUNT_FROM_ARGS, true, false);
    check_chain(1024 * tile + 1, 0, GLSORT_COUNT_FROM_ARGS, true, true);
    check_chain(1000, 1, GLSORT_COUNT_FROM_BUFFER, false, false);
    check_chain(1000, 0, GLSORT_COUNT_FROM_BUFFER, false, true);
    check_chain(100 * tile, 1, GLSORT_COUNT_FROM_BUFFER, false, false);
    check_chain(100 * tile, 0, GLSORT_COUNT_FROM_BUFFER, true, true);
    check_chain(1024 * tile + 1, 1, GLSORT_COUNT_FROM_BUFFER, true, false);
}

// Values apart, values in pairs with their keys, and pairs with a ping-pong texture.
enum { APART, PAIRS, TEXELS };

static void check_pairs(const struct glsort_limits* limits, uint32_t count,
                        uint32_t wanted)
{
    const struct host_setup setup = {
        .name = "pairs",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
                 .values = GLSORT_VALUES_4_BYTES}};
    struct plan_core core;
    host_core_open(&core, &setup, limits, count);
    host_core_build(&core, count);
    const struct pass* last = &core.schedule.passes[core.schedule.pass_count - 1];
    assert_int_equal(last->shader, SHADER_RADIX_CHAIN);
    assert_int_equal(host_define(last, "PAIRS"), wanted);
    assert_int_equal(has_textures(&core.schedule), wanted == TEXELS);
    if (count > 1 << 24)
        assert_true((double)glsort_schedule_scratch_bytes(&core.schedule) < 8.27 * count);
    host_core_close(&core);
}

TEST(pairs_of_a_chain_take_nine_storage_blocks)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = RADIX_CHUNK;
    limits.storage_blocks = 8;
    check_pairs(&limits, 5000, APART);
    check_pairs(&limits, (1 << 24) + 1, APART);
    limits.storage_blocks = 9;
    check_pairs(&limits, 5000, PAIRS);
}

TEST(very_many_pairs_of_a_chain_take_a_texture)
{
    struct glsort_limits limits = host_roomy_limits(430);
    limits.subgroup_size = RADIX_CHUNK;
    check_pairs(&limits, 1 << 24, PAIRS);
    check_pairs(&limits, (1 << 24) + 1, TEXELS);
    check_pairs(&limits, 1 << 28, TEXELS);
    // Two words a pair need not fit in one storage block then.
    limits.storage_block_bytes = 1 << 28;
    check_pairs(&limits, 1 << 25, TEXELS);
    check_pairs(&limits, 1 << 26, TEXELS);
    limits.pair_texels = (1 << 25) - 1;
    check_pairs(&limits, 1 << 25, PAIRS);
    check_pairs(&limits, 1 << 26, APART);
}

static void check_shape(glsort_values values, uint32_t count, uint32_t group,
                        uint32_t items)
{
    const struct host_setup setup = {
        .name = "shape",
        .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
                 .values = values}};
    struct plan_core core;
    const struct pass* p = build_chain(&core, &setup, 1, count);
    assert_int_equal(p->groups, (count + group * items - 1) / (group * items));
    host_core_close(&core);
}

TEST(tiles_of_a_chain_grow_with_the_count)
{
    check_shape(GLSORT_VALUES_NONE, 1081344, RADIX_GROUP_2, RADIX_ITEMS_2);
    check_shape(GLSORT_VALUES_NONE, 1081345, RADIX_GROUP_4, RADIX_ITEMS_4);
    check_shape(GLSORT_VALUES_NONE, 1216513, RADIX_GROUP_3, RADIX_ITEMS_3);
    check_shape(GLSORT_VALUES_NONE, 1 << 28, RADIX_GROUP_3, RADIX_ITEMS_3);
    check_shape(GLSORT_VALUES_4_BYTES, 1081344, RADIX_GROUP_2, RADIX_ITEMS_2);
    check_shape(GLSORT_VALUES_4_BYTES, 1081345, RADIX_GROUP_4, RADIX_ITEMS_4);
    check_shape(GLSORT_VALUES_4_BYTES, 1216513, RADIX_GROUP_3, RADIX_ITEMS_3);
    check_shape(GLSORT_VALUES_4_BYTES, 1520640, RADIX_GROUP_3, RADIX_ITEMS_3);
    check_shape(GLSORT_VALUES_4_BYTES, 1520641, RADIX_GROUP_2, RADIX_ITEMS_2);
    check_shape(GLSORT_VALUES_4_BYTES, 2621440, RADIX_GROUP_2, RADIX_ITEMS_2);
    check_shape(GLSORT_VALUES_4_BYTES, 2621441, RADIX_GROUP_3, RADIX_ITEMS_3);
}

static double sort_bytes_per_element(const glsort_sort_desc* desc, uint32_t count)
{
    struct host_setup setup = {.name = "bytes", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, count);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < core.schedule.pass_count; ++i)
        if (core.schedule.passes[i].phase == GLSORT_PHASE_SORT)
            bytes +=
                core.schedule.passes[i].read_bytes + core.schedule.passes[i].write_bytes;
    host_core_close(&core);
    return (double)bytes / count;
}

TEST(a_count_just_above_a_power_of_two_costs_no_more_per_element)
{
    static const uint32_t sizes[][2] = {{0, 1}, {3, 4}, {10, 10}};
    for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t strict = 0; strict < 2; ++strict) {
            glsort_sort_desc desc = tree(GLSORT_METHOD_TREE, sizes[i][0], sizes[i][1]);
            if (strict && sizes[i][0] > 4)
                continue;
            desc.backend = strict ? FRAGMENT : GLSORT_BACKEND_COMPUTE;
            double above = sort_bytes_per_element(&desc, (1u << 16) + 1);
            double whole = sort_bytes_per_element(&desc, 1u << 17);
            assert_true(above < 1.01 * whole && above > 0.99 * whole);
        }
}

static uint32_t passes_and_scratch(glsort_sort_desc desc, uint64_t* scratch_bytes)
{
    const struct host_setup setup = {.name = "passes", .desc = desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, 1u << 20);
    uint32_t passes = core.schedule.pass_count;
    *scratch_bytes = glsort_pool_bytes(&core.scratch);
    host_core_close(&core);
    return passes;
}

// Per element: words and order 4 each, the copy for a run in place as wide as the
// element, and what the algorithm takes.
TEST(wide_elements_cost_a_sort_a_word_and_a_gather)
{
    uint64_t narrow_bytes = 0;
    uint64_t bytes = 0;
    const uint64_t element = 1u << 20;
    glsort_sort_desc desc = glsort_form_find("abisort-fused")->desc;
    desc.values = GLSORT_VALUES_INDICES;
    desc.flags = GLSORT_PLAN_DISCARD_KEYS;
    uint32_t narrow = passes_and_scratch(desc, &narrow_bytes);
    desc.flags = 0;
    desc.key = GLSORT_KEY_F64;
    assert_int_equal(passes_and_scratch(desc, &bytes), 2 * narrow + 3);
    assert_int_equal(bytes, narrow_bytes + 12 * element);
    desc.values = GLSORT_VALUES_16_BYTES;
    assert_int_equal(passes_and_scratch(desc, &bytes), 2 * narrow + 4);
    assert_int_equal(bytes, narrow_bytes + 32 * element);
    desc.first_bit = 20;
    desc.bit_count = 32;
    assert_int_equal(passes_and_scratch(desc, &bytes), narrow + 3);
    desc = glsort_form_find("abisort-fused")->desc;
    desc.values = GLSORT_VALUES_8_BYTES;
    assert_int_equal(passes_and_scratch(desc, &bytes), narrow + 1);
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
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
