// SPDX-License-Identifier: MIT
// Random descriptors, of narrow and of wide elements, sort when they run on the host's
// checked machine, and every peek on the way is a permutation.
#include <stdio.h>
#include <string.h>

#include "host_bench.h"
#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "keys.h"
#include "shader_table.h"
#include "wide_sort.h"

// The next call overwrites its tuning.
static glsort_sort_desc random_tree(uint64_t* random)
{
    static glsort_tuning tuning;
    uint32_t backend = 1 + host_random(random) % 2;
    uint32_t most_log = backend == GLSORT_BACKEND_FRAGMENT ? 5 : 11;
    tuning.method = (glsort_method)(GLSORT_METHOD_TREE + host_random(random) % 2);
    tuning.local_size = 1u << host_random(random) % most_log;
    tuning.merge_size = 2u << host_random(random) % (most_log - 1);
    return (glsort_sort_desc){
        .backend = (glsort_backend)backend,
        .tuning = &tuning,
    };
}

static glsort_sort_desc random_array(uint64_t* random)
{
    static const char* const names[] = {"abisort-fused", "abisort-partition",
                                        "abisort-fused-fragment",
                                        "abisort-partition-fragment"};
    glsort_sort_desc desc = glsort_form_find(names[host_random(random) % 4])->desc;
    desc.count_source = (glsort_count_source)(host_random(random) % 2);
    return desc;
}

static void choose_narrow(glsort_sort_desc* desc, uint64_t* random)
{
    desc->key = (glsort_key)(host_random(random) % 3);
    desc->values = (glsort_values)(host_random(random) % 3);
}

static void choose_wide(glsort_sort_desc* desc, uint64_t* random)
{
    desc->key = (glsort_key)(host_random(random) % 7);
    desc->values = (glsort_values)(host_random(random) % 5);
    uint32_t bits = glsort_key_bits(desc->key);
    if (host_random(random) % 2 == 0) {
        desc->first_bit = host_random(random) % bits;
        desc->bit_count = 1 + host_random(random) % (bits - desc->first_bit);
    }
}

// The setup's name describes its descriptor; the next call overwrites the text.
static struct host_setup random_setup(uint64_t* random, bool wide)
{
    static char name[256];
    struct host_setup setup = {.name = name, .in_place = host_random(random) % 3 == 0};
    glsort_sort_desc* desc = &setup.desc;
    bool tree = host_random(random) % 2 == 0;
    *desc = tree ? random_tree(random) : random_array(random);
    desc->direction = (glsort_direction)(host_random(random) % 2);
    if (wide)
        choose_wide(desc, random);
    else
        choose_narrow(desc, random);
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        desc->textures = (uint32_t)(host_random(random) % 16);
    if (desc->values != GLSORT_VALUES_NONE && host_random(random) % 4 == 0)
        desc->flags = GLSORT_PLAN_DISCARD_KEYS;
    snprintf(name, sizeof name,
             "%s, backend %d, key %d, order %d, values %d, textures %u, bits %u "
             "+ %u, local %u, merge %u, count source %d, flags %u, in place %d",
             glsort_method_name(desc->tuning->method), desc->backend, desc->key,
             desc->direction, desc->values, desc->textures, desc->first_bit,
             desc->bit_count, desc->tuning->local_size, desc->tuning->merge_size,
             desc->count_source, desc->flags, setup.in_place);
    return setup;
}

enum { UNIFORM = 0, FIVE_KEYS = 5, SOME_FLOATS = 6, LARGEST_KEYS = 7 };

static void sort_at_random(uint64_t* random, bool wide, bool peeks, uint32_t room)
{
    static const uint32_t hard[] = {UNIFORM, FIVE_KEYS, SOME_FLOATS, LARGEST_KEYS};
    struct host_bench bench;
    struct host_setup setup = random_setup(random, wide);
    uint32_t most = 1 + host_random(random) % room;
    uint32_t counts[4] = {most, host_random(random) % (most + 1),
                          host_random(random) % (most + 1), 1};
    host_bench_open(&bench, &setup, most);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t any = host_random(random) % HOST_DISTRIBUTIONS;
        host_bench_fill(&bench, counts[i], i == 0 ? hard[any % 4] : any);
        if (peeks)
            assert_nothing_wrong(host_bench_watch(&bench, counts[i]));
        else
            assert_nothing_wrong(host_bench_run(&bench, counts[i]));
    }
    host_bench_close(&bench);
}

static void random_descriptors_of_random_counts_sort(void** state)
{
    uint64_t random = 20261121;
    uint32_t rounds = host_test_all() ? 4000 : 250;
    for (uint32_t round = 0; round < rounds; ++round)
        sort_at_random(&random, false, false, 9000);
}

static void random_descriptors_of_wide_elements_sort(void** state)
{
    uint64_t random = 20261122;
    uint32_t rounds = host_test_all() ? 4000 : 300;
    for (uint32_t round = 0; round < rounds; ++round)
        sort_at_random(&random, true, false, 3000);
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    uint64_t random = 3;
    uint32_t rounds = host_test_all() ? 1000 : 80;
    for (uint32_t round = 0; round < rounds; ++round)
        sort_at_random(&random, true, true, 400);
}

// ---- what a schedule says of itself ---------------------------------------------------

static uint32_t passes_of(glsort_sort_desc desc, uint64_t* scratch_bytes)
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
    glsort_sort_desc desc = glsort_form_find("abisort-fused")->desc;
    desc.values = GLSORT_VALUES_INDICES;
    desc.flags = GLSORT_PLAN_DISCARD_KEYS;
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
    desc = glsort_form_find("abisort-fused")->desc;
    desc.values = GLSORT_VALUES_8_BYTES;
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
        cmocka_unit_test(random_descriptors_of_wide_elements_sort),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(wide_elements_cost_a_sort_a_word_and_a_gather),
        cmocka_unit_test(every_shader_has_a_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
