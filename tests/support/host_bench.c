// SPDX-License-Identifier: MIT
#include "host_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"

struct glsort_limits host_limits(uint32_t version, uint32_t max_count)
{
    struct glsort_limits limits;
    uint32_t wanted = version == 0 ? 430 : version;
    if (glsort_limits_minimum(wanted, wanted == 300, &limits) != GLSORT_OK)
        abort();
    // The smallest tiles are one instance a lane of 64.
    uint32_t side = 2;
    while ((uint64_t)side * side * TREE_GROUP < max_count)
        ++side;
    limits.group_count = side;
    limits.has_ballots = limits.has_compute;
    return limits;
}

static uint32_t* take_words(uint32_t count)
{
    uint32_t* words = calloc(count + 1, sizeof *words);
    if (words == NULL)
        abort();
    return words;
}

struct glsort_limits host_roomy_limits(uint32_t version)
{
    struct glsort_limits limits = host_limits(version, 1);
    limits.group_count = 65535;
    limits.storage_block_bytes = (uint64_t)1 << 36;
    limits.storage_blocks = 16;
    limits.texture_size = 32768;
    limits.pair_texels = version == 430 ? 1u << 28 : 0;
    return limits;
}

// Merges by ranks scatter, which the host's machine cannot do, so AUTO is not them.
static glsort_plan_desc without_ranks(glsort_plan_desc desc)
{
    if (desc.algorithm == GLSORT_ALGORITHM_AUTO && desc.method == GLSORT_METHOD_AUTO)
        desc.algorithm = GLSORT_ALGORITHM_ABISORT;
    return desc;
}

void host_core_open(struct plan_core* core, const struct host_setup* setup,
                    const struct glsort_limits* limits, uint32_t max_count)
{
    glsort_plan_desc desc = without_ranks(setup->desc);
    desc.max_count = max_count;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct message message;
    if (glsort_plan_core_create(core, limits, &desc, NULL, &allocator, &message) !=
        GLSORT_OK) {
        fprintf(stderr, "%s: %s\n", setup->name, message.text);
        abort();
    }
    core->desc.in_place = setup->in_place;
}

void host_core_close(struct plan_core* core)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_plan_core_release(core, &allocator);
}

void host_core_build(struct plan_core* core, uint32_t count)
{
    core->built = false;
    glsort_plan_core_build(core, count, core->desc.in_place);
    if (!glsort_schedule_complete(&core->schedule))
        abort();
}

void host_bench_open(struct host_bench* bench, const struct host_setup* setup,
                     uint32_t max_count)
{
    memset(bench, 0, sizeof *bench);
    bench->setup = setup;
    struct glsort_limits limits = host_limits(setup->version, max_count);
    host_core_open(&bench->core, setup, &limits, max_count);
    host_create(&bench->machine, &bench->core);
    if (setup->in_place)
        host_in_place(&bench->machine);
    bench->machine.poison = true;
    bench->keys = take_words(max_count);
    bench->values = take_words(max_count);
    bench->indices = take_words(max_count);
}

void host_bench_close(struct host_bench* bench)
{
    host_destroy(&bench->machine);
    host_core_close(&bench->core);
    free(bench->keys);
    free(bench->values);
    free(bench->indices);
}

void host_bench_fill(struct host_bench* bench, uint32_t count, uint32_t distribution)
{
    host_fill(bench->keys, count, distribution);
    for (uint32_t i = 0; i < count; ++i)
        bench->values[i] = i * 2654435761u + 12345u;
    host_argsort(bench->keys, count, bench->core.desc.key, bench->core.desc.direction,
                 bench->indices);
}

void host_bench_begin(struct host_bench* bench, uint32_t count)
{
    bool own_values = bench->core.desc.values == GLSORT_VALUES_4_BYTES;
    bool gpu_count = bench->core.desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    host_core_build(&bench->core, gpu_count ? bench->core.desc.max_count : count);
    host_begin(&bench->machine, bench->keys, own_values ? bench->values : NULL, count);
}

static bool is_whole(const struct host_bench* bench, uint8_t slot, const uint32_t* words,
                     uint32_t count)
{
    return memcmp(host_words(&bench->machine, slot), words, count * sizeof *words) == 0 &&
           host_guards_hold(&bench->machine, slot, count);
}

static const char* wrong_output(struct host_bench* bench, uint8_t slot, uint32_t count)
{
    const uint32_t* out = host_words(&bench->machine, slot);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = bench->indices[i];
        uint32_t wanted = bench->keys[from];
        if (slot == SLOT_VALUES_OUT)
            wanted = bench->core.desc.values == GLSORT_VALUES_4_BYTES
                         ? bench->values[from]
                         : from;
        if (out[i] == wanted)
            continue;
        snprintf(bench->text, sizeof bench->text, "%s: count %u, %s[%u] is %u, not %u",
                 bench->setup->name, count, slot == SLOT_KEYS_OUT ? "keys" : "values", i,
                 out[i], wanted);
        return bench->text;
    }
    if (!host_guards_hold(&bench->machine, slot, count))
        return "an output was written outside its range";
    return NULL;
}

const char* host_bench_wrong(struct host_bench* bench, uint32_t count)
{
    const struct sort_desc* desc = &bench->core.desc;
    const char* wrong = NULL;
    if (!desc->discard_keys)
        wrong = wrong_output(bench, SLOT_KEYS_OUT, count);
    if (wrong == NULL && desc->values != GLSORT_VALUES_NONE)
        wrong = wrong_output(bench, SLOT_VALUES_OUT, count);
    if (wrong != NULL || bench->setup->in_place)
        return wrong;
    if (!is_whole(bench, SLOT_KEYS_IN, bench->keys, count))
        return "the keys of the input were changed";
    if (desc->values == GLSORT_VALUES_4_BYTES &&
        !is_whole(bench, SLOT_VALUES_IN, bench->values, count))
        return "the values of the input were changed";
    return NULL;
}

const char* host_bench_sort(struct host_bench* bench, uint32_t count,
                            uint32_t distribution)
{
    host_bench_fill(bench, count, distribution);
    host_bench_begin(bench, count);
    if (host_run(&bench->machine, &bench->core.schedule))
        return host_bench_wrong(bench, count);
    snprintf(bench->text, sizeof bench->text, "%s: count %u, %s: %s", bench->setup->name,
             count, host_distribution_name(distribution), bench->machine.error);
    return bench->text;
}

uint32_t host_sort_passes(const struct schedule* s)
{
    uint32_t passes = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        passes += s->passes[i].phase == GLSORT_PHASE_SORT;
    return passes;
}
