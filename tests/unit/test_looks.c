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
        if (host_setup_at(i)->desc.algorithm == GLSORT_ALGORITHM_ABISORT) {
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
        cmocka_unit_test(neither_garbage_between_levels_nor_order_changes_a_bit),
        cmocka_unit_test(every_shader_of_both_forms_has_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
