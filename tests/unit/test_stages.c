// SPDX-License-Identifier: MIT
// What a merge looks like on the way: after every stage the tree, flattened, is Batcher's
// half-cleaner network after as many columns, position by position, and so are the blocks
// that the array form would gather. And after every level all schedules of the tree form
// have left the same bits.
#include <stdlib.h>
#include <string.h>

#include "host_bench.h"
#include "host_data.h"
#include "host_runs.h"
#include "host_test.h"
#include "tree_level.h"

enum { MOST = 1 << 14 };

struct element {
    uint32_t key;
    uint32_t index;
};

static const struct element* source; // of the level in progress

static uint run_key(uint position)
{
    return source[position].key;
}

#include "lib/cut.glsl"

// ---- three ways to the same state -----------------------------------------------------

// In-order of a subtree whose nodes are in the stream or implied by the source.
static struct element* flatten(const uint32_t* nodes, uint32_t level, uint32_t address,
                               uint32_t height, struct element* out)
{
    struct element here;
    uint32_t left;
    uint32_t right;
    if ((address & TREE_IN_ARRAY) == 0) {
        const uint32_t* node = nodes + 4 * (size_t)address;
        here = (struct element){node[0], node[1]};
        left = node[2];
        right = node[3];
    } else {
        uint32_t at = address & ~TREE_IN_ARRAY;
        uint32_t size = 1u << level;
        uint32_t i = at % size;
        here = source[i < size / 2 ? at : at - i + 3 * (size / 2) - 1 - i];
        uint32_t reach = ((i + 1) & -(i + 1)) / 2;
        left = (at - reach) | TREE_IN_ARRAY;
        right = (at + reach) | TREE_IN_ARRAY;
    }
    if (height > 1)
        out = flatten(nodes, level, left, height - 1, out);
    *out++ = here;
    return height > 1 ? flatten(nodes, level, right, height - 1, out) : out;
}

static void flatten_all(const uint32_t* nodes, const struct tree_level* v, uint32_t stage,
                        struct element* out)
{
    uint32_t height = v->level - 1 - stage;
    for (uint32_t y = 0; y < v->count >> height; ++y) {
        out = flatten(nodes, v->level, v->blocks[stage][1] + y, height, out);
        const uint32_t* spare = nodes + 4 * (size_t)(v->blocks[stage][0] + y);
        *out++ = (struct element){spare[0], spare[1]};
    }
}

static bool is_greater(struct element a, struct element b)
{
    return a.key > b.key || (a.key == b.key && a.index > b.index);
}

static void network_columns(uint32_t count, uint32_t level, uint32_t columns,
                            struct element* out)
{
    uint32_t size = 1u << level;
    for (uint32_t g = 0; g < count; ++g) {
        uint32_t i = g % size;
        out[g] = source[i < size / 2 ? g : g - i + 3 * (size / 2) - 1 - i];
    }
    for (uint32_t stride = size / 2; columns-- > 0; stride /= 2)
        for (uint32_t i = 0; i < count; ++i)
            if ((i & stride) == 0 && is_greater(out[i], out[i + stride])) {
                struct element kept = out[i];
                out[i] = out[i + stride];
                out[i + stride] = kept;
            }
}

// Blocks of the array form, each element at its place in the sequence modulo the block.
static void gathered_blocks(uint32_t count, uint32_t level, uint32_t block,
                            struct element* out)
{
    uint32_t run = 1u << (level - 1);
    for (uint32_t first = 0; first < count; first += block) {
        run_pair pair = pair_at(first, level - 1, count);
        uint32_t rank = first - pair.base;
        uint32_t i0 = cut_of_rank(pair, level - 1, rank);
        uint32_t i1 = cut_of_rank(pair, level - 1, rank + block);
        for (uint32_t i = i0; i < i1; ++i)
            out[first + i % block] = source[pair.base + i];
        for (uint32_t z = rank - i0; z < rank + block - i1; ++z)
            out[first + (2 * run - 1 - z) % block] = source[pair.base + run + z];
    }
}

struct states {
    struct element tree[MOST];
    struct element network[MOST];
    struct element blocks[MOST];
};

static uint8_t slot_named(const struct schedule* s, const char* name)
{
    for (uint32_t i = 0; i < s->scratch_count; ++i)
        if (strcmp(s->scratch[i].name, name) == 0)
            return (uint8_t)(SLOT_SCRATCH + i);
    fail_msg("no scratch called %s", name);
    return SLOT_NONE;
}

static uint8_t slot_bound(const struct pass* p, uint32_t access, uint32_t unit)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].access == access && p->bindings[i].unit == unit)
            return p->bindings[i].slot;
    fail_msg("nothing is bound at %u", unit);
    return SLOT_NONE;
}

static void compare_states(struct host_machine* m, const struct pass* p, uint32_t count,
                           struct states* states)
{
    struct tree_level v;
    glsort_tree_level_plan(&v, count, p->level, 1, false);
    source = (const struct element*)(const void*)host_words(
        m, slot_bound(p, GLSORT_READ, TREE_ELEMENTS_IN));
    const uint32_t* nodes = host_words(m, slot_named(m->schedule, "nodes"));
    flatten_all(nodes, &v, p->stage, states->tree);
    network_columns(count, p->level, p->stage + 1u, states->network);
    gathered_blocks(count, p->level, 1u << (p->level - 1 - p->stage), states->blocks);
    size_t bytes = count * sizeof(struct element);
    assert_memory_equal(states->tree, states->network, bytes);
    assert_memory_equal(states->blocks, states->network, bytes);
}

static const struct host_setup pure = {
    .name = "pure tree, simple",
    .desc = {.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_TREE_SIMPLE,
                                              .local_size = 1,
                                              .merge_size = 2},
             .values = GLSORT_VALUES_INDICES},
};

static uint32_t check_stages(uint32_t log, uint32_t distribution, struct states* states)
{
    uint32_t stages = 0;
    struct host_bench bench;
    host_bench_open(&bench, &pure, 1u << log);
    host_bench_fill(&bench, 1u << log, distribution);
    host_bench_begin(&bench, 1u << log);
    const struct schedule* s = &bench.core.schedule;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        if (!host_run_pass(&bench.machine, &bench.core.schedule, i))
            fail_msg("%s", bench.machine.error);
        if (strcmp(p->label, "tree phase") != 0 || p->step != p->level - 1u - p->stage)
            continue;
        compare_states(&bench.machine, p, 1u << log, states);
        ++stages;
    }
    host_bench_close(&bench);
    return stages;
}

static void after_every_stage_tree_network_and_array_agree(void** state)
{
    struct states* states = malloc(sizeof *states);
    assert_non_null(states);
    uint32_t last = host_test_all() ? 14 : 10;
    for (uint32_t log = 2; log <= last; ++log)
        for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d)
            // Levels j have j - 1 stages; the last one is part of the finish.
            assert_int_equal(check_stages(log, d, states), log * (log - 1) / 2);
    free(states);
}

// ---- levels ---------------------------------------------------------------------------

static void run_level(struct host_bench* bench, uint32_t* at, uint32_t level)
{
    struct schedule* s = &bench->core.schedule;
    while (*at < s->pass_count && s->passes[*at].phase != GLSORT_PHASE_STORE &&
           s->passes[*at].level <= level)
        if (!host_run_pass(&bench->machine, s, (*at)++))
            fail_msg("%s: %s", bench->setup->name, bench->machine.error);
}

static const uint32_t* level_result(const struct host_bench* bench, uint32_t at)
{
    const struct pass* p = &bench->core.schedule.passes[at - 1];
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if ((p->bindings[i].access & GLSORT_WRITE) != 0)
            return host_words(&bench->machine, p->bindings[i].slot);
    return NULL;
}

static void compare_levels(uint32_t local, uint32_t merge, uint32_t count,
                           uint32_t distribution)
{
    glsort_tuning tunings[4];
    struct host_setup setups[4];
    struct host_bench benches[4];
    uint32_t at[4] = {0};
    for (uint32_t i = 0; i < 4; ++i) {
        tunings[i] = (glsort_tuning){
            .method = i % 2 == 0 ? GLSORT_METHOD_TREE_SIMPLE : GLSORT_METHOD_TREE,
            .local_size = local,
            .merge_size = merge,
        };
        setups[i] = (struct host_setup){
            .name = i % 2 == 0 ? "simple" : "overlapped",
            .desc = {.tuning = &tunings[i],
                     .backend = i < 2 ? GLSORT_BACKEND_COMPUTE : GLSORT_BACKEND_FRAGMENT,
                     .values = GLSORT_VALUES_INDICES},
        };
        host_bench_open(&benches[i], &setups[i], count);
        host_bench_fill(&benches[i], count, distribution);
        host_bench_begin(&benches[i], count);
    }
    for (uint32_t level = 0; level <= 12; ++level)
        for (uint32_t i = 0; i < 4; ++i) {
            run_level(&benches[i], &at[i], level);
            assert_memory_equal(level_result(&benches[i], at[i]),
                                level_result(&benches[0], at[0]),
                                count * sizeof(struct element));
        }
    for (uint32_t i = 0; i < 4; ++i)
        host_bench_close(&benches[i]);
}

static void simple_overlapped_and_strict_levels_leave_the_same_bits(void** state)
{
    static const uint32_t counts[] = {1, 2, 3, 17, 64, 100, 255, 256, 257, 1000, 3001};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
        for (uint32_t d = (uint32_t)c % 3; d < HOST_DISTRIBUTIONS; d += 3) {
            compare_levels(1, 2, counts[c], d);
            compare_levels(8, 16, counts[c], d);
            compare_levels(4, 8, counts[c], d);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_every_stage_tree_network_and_array_agree),
        cmocka_unit_test(simple_overlapped_and_strict_levels_leave_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
