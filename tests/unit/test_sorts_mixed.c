// SPDX-License-Identifier: MIT
// Descriptors at random, run on the host's checked machine, sort.
#include <stdio.h>

#include "host_data.h"
#include "host_sweep.h"
#include "host_test.h"

static glsort_plan_desc random_tree(uint64_t* random)
{
    uint32_t backend = 1 + host_random(random) % 2;
    uint32_t most_log = backend == GLSORT_BACKEND_FRAGMENT ? 5 : 11;
    return (glsort_plan_desc){
        .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
        .backend = (glsort_backend)backend,
        .method = (glsort_method)(GLSORT_METHOD_TREE + host_random(random) % 2),
        .local_size = 1u << host_random(random) % most_log,
        .merge_size = 2u << host_random(random) % (most_log - 1),
    };
}

static glsort_plan_desc random_array(uint64_t* random)
{
    return (glsort_plan_desc){
        .algorithm = GLSORT_ALGORITHM_ABISORT,
        .backend = (glsort_backend)(1 + host_random(random) % 2),
        .method = (glsort_method)(GLSORT_METHOD_ABISORT_FUSED + host_random(random) % 2),
        .count_source = (glsort_count_source)(host_random(random) % 2),
    };
}

static struct host_setup random_setup(uint64_t* random, char* name, size_t name_bytes)
{
    struct host_setup setup = {.name = name, .in_place = host_random(random) % 3 == 0};
    bool tree = host_random(random) % 2 == 0;
    setup.desc = tree ? random_tree(random) : random_array(random);
    setup.desc.key = (glsort_key)(host_random(random) % 3);
    setup.desc.direction = (glsort_direction)(host_random(random) % 2);
    setup.desc.values = (glsort_values)(host_random(random) % 3);
    if (setup.desc.backend == GLSORT_BACKEND_FRAGMENT && host_random(random) % 2 == 0)
        setup.desc.storage = GLSORT_STORAGE_TEXTURES;
    if (setup.desc.values != GLSORT_VALUES_NONE && host_random(random) % 4 == 0)
        setup.desc.flags = GLSORT_PLAN_DISCARD_KEYS;
    snprintf(
        name, name_bytes,
        "%s, backend %d, values %d, storage %d, local %u, merge %u, count source %d, "
        "flags %u, in place %d",
        glsort_method_name(setup.desc.method), setup.desc.backend, setup.desc.values,
        setup.desc.storage, setup.desc.local_size, setup.desc.merge_size,
        setup.desc.count_source, setup.desc.flags, setup.in_place);
    return setup;
}

static void random_descriptors_of_random_counts_sort(void** state)
{
    uint64_t random = 20261121;
    uint32_t rounds = host_test_all() ? 4000 : 250;
    for (uint32_t round = 0; round < rounds; ++round) {
        char name[256];
        struct host_setup setup = random_setup(&random, name, sizeof name);
        uint32_t most = 1 + host_random(&random) % 9000;
        uint32_t counts[3] = {most, host_random(&random) % (most + 1),
                              host_random(&random) % (most + 1)};
        host_sweep_one_plan(&setup, 1, counts, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_descriptors_of_random_counts_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
