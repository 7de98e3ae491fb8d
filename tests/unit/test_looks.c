// SPDX-License-Identifier: MIT
// What may be looked at or spoiled on the way: a peek after every pass is a permutation
// of the input and leaves the run alone, garbage between levels and another order of the
// instances change nothing.
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "shader_table.h"

static void check_peeks(const struct host_setup* setup, uint32_t max_count,
                        uint32_t count, uint32_t distribution)
{
    struct host_bench bench;
    host_bench_open(&bench, setup, max_count);
    host_bench_fill(&bench, count, distribution);
    assert_nothing_wrong(host_bench_watch(&bench, count));
    host_bench_close(&bench);
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    static const uint32_t counts[] = {1,   2,   3,   4,   5,   7,   8,   13,
                                      16,  17,  31,  33,  64,  65,  100, 127,
                                      128, 129, 255, 257, 600, 1000};
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        for (uint32_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
            if (host_is_turn(c + i, 8))
                check_peeks(host_setup_at(i), counts[c], counts[c], (c + i) % 8);
}

static void peeks_of_several_tiles_are_permutations(void** state)
{
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        if (host_setup_at(i)->desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT) {
            check_peeks(host_setup_at(i), 5001, 5001, 5);
            check_peeks(host_setup_at(i), 5001, 2049, 0);
        }
}

static void a_peek_of_a_count_in_a_buffer_is_a_permutation(void** state)
{
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        if (host_setup_at(i)->desc.count_source == GLSORT_COUNT_FROM_BUFFER)
            for (uint32_t count = 1; count < 300; count += 37)
                check_peeks(host_setup_at(i), 300, count, count % 8);
}

// ---- runs -----------------------------------------------------------------------------

// The peek shows each run of `length` elements of the input in stable order.
static void check_runs(struct host_bench* bench, uint32_t count, uint32_t length,
                       const char* label)
{
    const struct host_setup* setup = bench->setup;
    const uint32_t* keys = host_words(&bench->machine, SLOT_PEEK_KEYS);
    const uint32_t* values = host_words(&bench->machine, SLOT_PEEK_VALUES);
    bool has_keys = !bench->core.desc.discard_keys;
    bool has_values = setup->desc.values != GLSORT_VALUES_NONE;
    bool given = setup->desc.values == GLSORT_VALUES_4_BYTES;
    for (uint32_t first = 0; first < count; first += length) {
        uint32_t end = count - first < length ? count : first + length;
        host_argsort(&setup->desc, bench->keys + first, end - first, bench->indices);
        for (uint32_t i = first; i < end; ++i) {
            uint32_t from = first + bench->indices[i - first];
            if ((has_keys && keys[i] != bench->keys[from]) ||
                (has_values && values[i] != (given ? bench->values[from] : from)))
                fail_msg("%s, count %u, peek after %s: element %u of runs of %u is not "
                         "that of the input at %u",
                         setup->name, count, label, i, length, from);
        }
    }
}

// A pass says by its level which runs it makes, and a peek shows these, not what an
// earlier pass has left elsewhere.
static void watch_runs(const struct host_setup* setup, uint32_t count)
{
    struct host_bench bench;
    host_bench_open(&bench, setup, count);
    host_bench_fill(&bench, count, 5);
    host_bench_begin(&bench, count);
    struct schedule* s = &bench.core.schedule;
    for (uint32_t done = 1; done <= s->pass_count; ++done) {
        const struct pass* p = &s->passes[done - 1];
        if (!host_run_pass(&bench.machine, s, done - 1))
            fail_msg("%s: %s", setup->name, bench.machine.error);
        if (p->level == 0 || p->part != 0 || p->leaves.place == PLACE_UNCHANGED)
            continue;
        assert_nothing_wrong(host_bench_peek(&bench, done, count));
        check_runs(&bench, count, 1u << p->level, p->label);
    }
    host_bench_close(&bench);
}

static void a_peek_after_a_merge_shows_the_runs_that_it_made(void** state)
{
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        if (host_setup_at(i)->desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT &&
            host_is_turn(i, 3))
            watch_runs(host_setup_at(i), 9001);
}

static int compare_words(const void* a, const void* b)
{
    uint32_t x = *(const uint32_t*)a;
    uint32_t y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

// Peeks at the values, which differ, and sorts them in each block.
static void peek_at_blocks(struct host_bench* bench, uint32_t done, uint32_t count,
                           uint32_t* values)
{
    uint32_t log = bench->core.desc.merge_log;
    uint32_t block = log > 0 ? 1u << log : 1u << SIXTEENS_LOG;
    assert_nothing_wrong(host_bench_peek(bench, done, count));
    memcpy(values, host_words(&bench->machine, SLOT_PEEK_VALUES), count * 4);
    for (uint32_t first = 0; first < count; first += block)
        qsort(values + first, block, 4, compare_words);
}

static bool ends_trees(const struct pass* p)
{
    return strcmp(p->label, "merge sixteens of trees") == 0 ||
           strcmp(p->label, "merge sixteens of stages") == 0;
}

static uint32_t watch_ends(const struct host_setup* setup, uint32_t count)
{
    uint32_t* before = host_take_words(count);
    uint32_t* merged = host_take_words(count);
    uint32_t seen = 0;
    struct host_bench bench;
    host_bench_open(&bench, setup, count);
    host_bench_fill(&bench, count, 5);
    host_bench_begin(&bench, count);
    struct schedule* s = &bench.core.schedule;
    for (uint32_t done = 0; done < s->pass_count; ++done) {
        bool ends = ends_trees(&s->passes[done]);
        uint32_t half = ends ? host_define(&s->passes[done], "HALF") : 0;
        if (ends && half < 2)
            peek_at_blocks(&bench, done, count, before);
        assert_true(host_run_pass(&bench.machine, s, done));
        if (!ends || half == 1)
            continue;
        peek_at_blocks(&bench, done + 1, count, merged);
        ++seen;
        if (memcmp(before, merged, count * 4) != 0)
            fail_msg("%s: a peek after %u passes shows no blocks to merge", setup->name,
                     done);
    }
    host_bench_close(&bench);
    free(before);
    free(merged);
    return seen;
}

// The merge that ends a level exchanges elements within its blocks alone. So the peek
// before it shows the blocks, and not the array as it was before the level.
static void a_peek_at_the_end_of_trees_shows_the_blocks_to_merge(void** state)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < host_mirrored_count(); ++i) {
        const glsort_sort_desc* desc = &host_setup_at(i)->desc;
        if (desc->tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE &&
            desc->backend == GLSORT_BACKEND_FRAGMENT &&
            desc->values != GLSORT_VALUES_NONE)
            seen += watch_ends(host_setup_at(i), 256);
    }
    assert_true(seen > 0);
}

// ---- garbage, order -------------------------------------------------------------------

static void run_with(struct host_bench* bench, uint32_t count, bool poison,
                     uint32_t order)
{
    host_bench_begin(bench, count);
    bench->machine.poison = poison;
    bench->machine.order = order;
    if (!host_run(&bench->machine, &bench->core.schedule))
        fail_msg("%s, order %u: %s", bench->setup->name, order, bench->machine.error);
}

static void compare_with(struct host_bench* bench, uint32_t count, bool poison,
                         uint32_t order, uint32_t* const before[HOST_SLOTS])
{
    run_with(bench, count, poison, order);
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot) {
        const struct host_memory* memory = &bench->machine.own[slot];
        // Garbage stays where nothing was written; outputs are the same.
        bool output = slot == SLOT_KEYS_OUT || slot == SLOT_VALUES_OUT;
        if (memory->words == NULL || (!output && poison))
            continue;
        if (memcmp(memory->words, before[slot], memory->word_count * 4) != 0)
            fail_msg("%s, order %u: %s differs", bench->setup->name, order, memory->name);
    }
}

static void check_garbage_and_order(const struct host_setup* setup, uint32_t count)
{
    struct host_bench bench;
    host_bench_open(&bench, setup, count);
    host_bench_fill(&bench, count, 5);
    run_with(&bench, count, false, 0);
    uint32_t* before[HOST_SLOTS] = {0};
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot) {
        const struct host_memory* memory = &bench.machine.own[slot];
        if (memory->words == NULL)
            continue;
        before[slot] = malloc(memory->word_count * 4);
        memcpy(before[slot], memory->words, memory->word_count * 4);
    }
    compare_with(&bench, count, true, 0, before);
    compare_with(&bench, count, false, 1, before);
    compare_with(&bench, count, false, 5, before);
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot)
        free(before[slot]);
    host_bench_close(&bench);
}

static void neither_garbage_between_levels_nor_order_changes_a_bit(void** state)
{
    static const uint32_t counts[] = {1, 37, 256, 1000, 5003};
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        for (uint32_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
            if (host_is_turn(c + i, 8))
                check_garbage_and_order(host_setup_at(i), counts[c]);
}

static bool starts_with(const char* text, const char* start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static void every_shader_of_both_forms_has_a_mirror(void** state)
{
    for (uint16_t id = 0; id < SHADER_ID_COUNT; ++id) {
        const char* name = glsort_shader_table[id].name;
        if (!host_mirrors(id) &&
            (starts_with(name, "array_") || starts_with(name, "tree_")))
            fail_msg("%s has no mirror", name);
    }
    assert_true(host_mirrors(SHADER_COUNT_PREPARE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(peeks_of_several_tiles_are_permutations),
        cmocka_unit_test(a_peek_of_a_count_in_a_buffer_is_a_permutation),
        cmocka_unit_test(a_peek_after_a_merge_shows_the_runs_that_it_made),
        cmocka_unit_test(a_peek_at_the_end_of_trees_shows_the_blocks_to_merge),
        cmocka_unit_test(neither_garbage_between_levels_nor_order_changes_a_bit),
        cmocka_unit_test(every_shader_of_both_forms_has_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
