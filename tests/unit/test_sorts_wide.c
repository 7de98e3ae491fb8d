// SPDX-License-Identifier: MIT
// Wide elements on the host's checked machine: what every pass reads has been written,
// lies in what it declares, and nobody else writes it; the result is sorted, and so is
// every look at it a permutation. Descriptors at random.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_bench.h"
#include "host_data.h"
#include "host_test.h"
#include "keys.h"
#include "shader_table.h"
#include "wide_sort.h"

struct wide_bench {
    char name[256];
    struct plan_core core;
    struct host_machine machine;
    bool in_place;
    uint32_t* keys;
    uint32_t* values;
    uint32_t* indices;
};

static uint32_t* take_words(size_t count)
{
    uint32_t* words = calloc(count + 1, sizeof *words);
    assert_non_null(words);
    return words;
}

// ---- what to sort ---------------------------------------------------------------------

static glsort_plan_desc random_form(uint64_t* random)
{
    bool tree = host_random(random) % 3 == 0;
    glsort_plan_desc desc = {
        .algorithm = tree ? GLSORT_ALGORITHM_ABISORT_TREE : GLSORT_ALGORITHM_ABISORT,
        .backend = (glsort_backend)(1 + host_random(random) % 2),
    };
    desc.method =
        (glsort_method)((tree ? GLSORT_METHOD_TREE : GLSORT_METHOD_ABISORT_FUSED) +
                        host_random(random) % 2);
    if (!tree)
        desc.count_source = (glsort_count_source)(host_random(random) % 2);
    if (desc.backend == GLSORT_BACKEND_FRAGMENT)
        desc.storage = (glsort_storage)(host_random(random) % 2);
    return desc;
}

static glsort_plan_desc random_desc(uint64_t* random)
{
    glsort_plan_desc desc = random_form(random);
    desc.max_count = 1 + host_random(random) % 3000;
    desc.key = (glsort_key)(host_random(random) % 7);
    desc.direction = (glsort_direction)(host_random(random) % 2);
    desc.values = (glsort_values)(host_random(random) % 5);
    if (desc.values != GLSORT_VALUES_NONE && host_random(random) % 4 == 0)
        desc.flags = GLSORT_PLAN_DISCARD_KEYS;
    uint32_t bits = glsort_key_bits(desc.key);
    if (host_random(random) % 2 == 0) {
        desc.first_bit = host_random(random) % bits;
        desc.bit_count = 1 + host_random(random) % (bits - desc.first_bit);
    }
    return desc;
}

static void open_bench(struct wide_bench* b, const glsort_plan_desc* desc, bool in_place)
{
    *b = (struct wide_bench){.in_place = in_place};
    snprintf(
        b->name, sizeof b->name,
        "algorithm %d, backend %d, key %d, order %d, values %d, storage %d, bits %u + "
        "%u, count source %d, flags %u, in place %d",
        desc->algorithm, desc->backend, desc->key, desc->direction, desc->values,
        desc->storage, desc->first_bit, desc->bit_count, desc->count_source, desc->flags,
        in_place);
    const struct host_setup setup = {
        .name = b->name, .desc = *desc, .in_place = in_place};
    struct glsort_limits limits = host_limits(
        desc->backend == GLSORT_BACKEND_FRAGMENT ? 330 : 430, desc->max_count);
    host_core_open(&b->core, &setup, &limits, desc->max_count);
    b->core.desc.in_place = false; // as it was built
    host_create(&b->machine, &b->core);
    if (in_place)
        host_in_place(&b->machine);
    b->machine.poison = true;
    b->keys = take_words((size_t)desc->max_count * 2);
    b->values = take_words((size_t)desc->max_count * 4);
    b->indices = take_words(desc->max_count);
}

static void close_bench(struct wide_bench* b)
{
    host_destroy(&b->machine);
    host_core_close(&b->core);
    free(b->keys);
    free(b->values);
    free(b->indices);
}

// ---- the order on the CPU -------------------------------------------------------------

static uint64_t rank_of(const struct wide_bench* b, uint32_t at)
{
    const struct sort_desc* desc = &b->core.desc;
    uint32_t bits = glsort_key_bits(desc->key);
    uint64_t top = (uint64_t)1 << (bits - 1);
    uint64_t rank = b->keys[at * glsort_key_words(desc->key)];
    if (bits == 64)
        rank |= (uint64_t)b->keys[2 * at + 1] << 32;
    if (desc->key == GLSORT_KEY_I32 || desc->key == GLSORT_KEY_I64)
        rank ^= top;
    if (desc->key == GLSORT_KEY_F32 || desc->key == GLSORT_KEY_F64)
        rank = (rank & top) != 0 ? ~rank : rank | top;
    if (desc->direction == GLSORT_DESCENDING)
        rank = ~rank;
    return rank << (64 - desc->first_bit - desc->bit_count) >> (64 - desc->bit_count);
}

static void fill(struct wide_bench* b, uint32_t count, uint64_t* random)
{
    bool few = host_random(random) % 2 == 0;
    uint32_t key_count = count * glsort_key_words(b->core.desc.key);
    for (uint32_t i = 0; i < key_count; ++i) {
        uint32_t word = host_random(random);
        b->keys[i] = few ? (word % 3) * 0x7FFFFFFFu : word;
    }
    for (uint32_t i = 0; i < 4 * count; ++i)
        b->values[i] = i * 2654435761u + 12345u;
    uint64_t* ranks = host_take_ranks(count);
    for (uint32_t i = 0; i < count; ++i)
        ranks[i] = rank_of(b, i);
    host_order(ranks, count, b->indices);
    free(ranks);
}

// ---- runs -----------------------------------------------------------------------------

// True if element `at` of a slot is that which was at place `from` of the input.
static bool is_element(const struct wide_bench* b, uint8_t slot, bool keys, uint32_t at,
                       uint32_t from)
{
    const struct sort_desc* desc = &b->core.desc;
    uint32_t words =
        keys ? glsort_key_words(desc->key) : glsort_value_words(desc->values);
    const uint32_t* found = host_words(&b->machine, slot) + (size_t)at * words;
    if (!keys && desc->values == GLSORT_VALUES_INDICES)
        return *found == from;
    const uint32_t* wanted = (keys ? b->keys : b->values) + (size_t)from * words;
    return memcmp(found, wanted, words * sizeof *wanted) == 0;
}

static void check_slot(const struct wide_bench* b, uint8_t slot, bool keys, bool sorted,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (!is_element(b, slot, keys, i, sorted ? b->indices[i] : i))
            fail_msg("%s, count %u: element %u of %s is wrong", b->name, count, i,
                     b->machine.slots[slot]->name);
    if (!host_guards_hold(&b->machine, slot, count))
        fail_msg("%s, count %u: %s was written outside its range", b->name, count,
                 b->machine.slots[slot]->name);
}

// Values that no two elements share, or the places themselves, say where each came from.
static void check_permutation(const struct wide_bench* b, uint32_t done, uint32_t count)
{
    const struct sort_desc* desc = &b->core.desc;
    bool* seen = calloc(count + 1, sizeof *seen);
    assert_non_null(seen);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = 0;
        while (from < count &&
               (seen[from] || !is_element(b, SLOT_PEEK_VALUES, false, i, from)))
            ++from;
        if (from == count ||
            (!desc->discard_keys && !is_element(b, SLOT_PEEK_KEYS, true, i, from)))
            fail_msg("%s, count %u, peek after %u passes: element %u is of nowhere",
                     b->name, count, done, i);
        seen[from] = true;
    }
    free(seen);
}

static void peek(struct wide_bench* b, uint32_t done, uint32_t count)
{
    const struct peek_request request = {
        .done = done, .keys = !b->core.desc.discard_keys, .values = true};
    glsort_plan_core_build_peek(&b->core, &request);
    if (!host_run(&b->machine, &b->core.peek))
        fail_msg("%s, count %u, peek after %u passes: %s", b->name, count, done,
                 b->machine.error);
    check_permutation(b, done, count);
}

static void run(struct wide_bench* b, uint32_t count, bool peeks)
{
    struct schedule* s = &b->core.schedule;
    const struct sort_desc* desc = &b->core.desc;
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    glsort_plan_core_build(&b->core, on_gpu ? desc->max_count : count, b->in_place);
    host_begin(&b->machine, b->keys, values_given(desc->values) ? b->values : NULL,
               count);
    for (uint32_t done = 0; done <= s->pass_count; ++done) {
        if (peeks && desc->values != GLSORT_VALUES_NONE)
            peek(b, done, count);
        if (done < s->pass_count && !host_run_pass(&b->machine, s, done))
            fail_msg("%s, count %u: %s", b->name, count, b->machine.error);
    }
}

static void check_outputs(const struct wide_bench* b, uint32_t count)
{
    const struct sort_desc* desc = &b->core.desc;
    if (!desc->discard_keys)
        check_slot(b, SLOT_KEYS_OUT, true, true, count);
    if (desc->values != GLSORT_VALUES_NONE)
        check_slot(b, SLOT_VALUES_OUT, false, true, count);
    if (b->in_place)
        return;
    check_slot(b, SLOT_KEYS_IN, true, false, count);
    if (values_given(desc->values))
        check_slot(b, SLOT_VALUES_IN, false, false, count);
}

static void sort_at_random(uint64_t* random, bool peeks)
{
    struct wide_bench b;
    glsort_plan_desc desc = random_desc(random);
    if (peeks)
        desc.max_count = desc.max_count % 400 + 1;
    open_bench(&b, &desc, host_random(random) % 3 == 0);
    uint32_t counts[3] = {desc.max_count, host_random(random) % (desc.max_count + 1), 1};
    for (uint32_t i = 0; i < 3; ++i) {
        fill(&b, counts[i], random);
        run(&b, counts[i], peeks);
        check_outputs(&b, counts[i]);
    }
    close_bench(&b);
}

static void random_descriptors_of_random_counts_sort(void** state)
{
    uint64_t random = 20261122;
    uint32_t rounds = host_test_all() ? 4000 : 300;
    for (uint32_t round = 0; round < rounds; ++round)
        sort_at_random(&random, false);
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    uint64_t random = 3;
    uint32_t rounds = host_test_all() ? 1000 : 80;
    for (uint32_t round = 0; round < rounds; ++round)
        sort_at_random(&random, true);
}

// ---- what a schedule says of itself ---------------------------------------------------

static uint32_t passes_of(glsort_plan_desc desc, uint64_t* scratch_bytes)
{
    const struct host_setup setup = {.name = "passes", .desc = desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, &setup, &limits, 1u << 20);
    uint32_t passes = core.schedule.pass_count;
    *scratch_bytes = core.scratch_bytes;
    host_core_close(&core);
    return passes;
}

// Per element: words and order 4 each, the copy for a run in place as wide as the
// element, and what the algorithm takes.
static void wide_elements_cost_a_sort_a_word_and_a_gather(void** state)
{
    uint64_t narrow_bytes = 0;
    uint64_t bytes = 0;
    const uint64_t element = 1u << 20;
    glsort_plan_desc desc = {
        .algorithm = GLSORT_ALGORITHM_ABISORT,
        .method = GLSORT_METHOD_ABISORT_FUSED,
        .values = GLSORT_VALUES_INDICES,
        .flags = GLSORT_PLAN_DISCARD_KEYS,
    };
    uint32_t narrow = passes_of(desc, &narrow_bytes);
    desc.flags = 0;
    desc.key = GLSORT_KEY_F64;
    assert_int_equal(passes_of(desc, &bytes), 2 * narrow + 3);
    assert_int_equal(bytes, narrow_bytes + 12 * element);
    desc.values = GLSORT_VALUES_16_BYTES;
    assert_int_equal(passes_of(desc, &bytes), 2 * narrow + 4);
    assert_int_equal(bytes, narrow_bytes + 32 * element);
    desc.first_bit = 20;
    desc.bit_count = 32;
    assert_int_equal(passes_of(desc, &bytes), narrow + 3);
    desc = (glsort_plan_desc){.algorithm = GLSORT_ALGORITHM_ABISORT,
                              .method = GLSORT_METHOD_ABISORT_FUSED,
                              .values = GLSORT_VALUES_8_BYTES};
    assert_int_equal(passes_of(desc, &bytes), narrow + 1);
}

static void every_shader_has_a_mirror(void** state)
{
    uint32_t found = 0;
    for (uint16_t id = 0; id < SHADER_ID_COUNT; ++id)
        if (strncmp(glsort_shader_table[id].name, "wide_", 5) == 0) {
            assert_true(host_mirrors(id));
            ++found;
        }
    assert_int_equal(found, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_descriptors_of_random_counts_sort),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(wide_elements_cost_a_sort_a_word_and_a_gather),
        cmocka_unit_test(every_shader_has_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
