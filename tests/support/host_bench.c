// SPDX-License-Identifier: MIT
#include "host_bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "desc.h"

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
    return limits;
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

// Merges by ranks scatter, which the host's machine cannot do, so AUTO becomes abisort.
static glsort_sort_desc without_ranks(glsort_sort_desc desc)
{
    static const glsort_tuning abisort = {.algorithm = GLSORT_ALGORITHM_ABISORT};
    const glsort_tuning tuning = tuning_of(desc.tuning);
    if (tuning.algorithm == GLSORT_ALGORITHM_AUTO && tuning.method == GLSORT_METHOD_AUTO)
        desc.tuning = &abisort;
    return desc;
}

void host_core_open(struct plan_core* core, const struct host_setup* setup,
                    const struct glsort_limits* limits, uint32_t max_count)
{
    glsort_sort_desc desc = without_ranks(setup->desc);
    desc.max_count = max_count;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct message message;
    struct glsort_limits own = *limits;
    own.is_software |= setup->software;
    if (glsort_plan_core_create(
            core, &glsort_sort_recipe, &desc, 0, &own, NULL, &allocator,
            &(const struct call){"glsort_sort_create", &message}) != GLSORT_OK) {
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
    glsort_plan_core_build(
        core, &(struct shape){.count = count, .in_place = core->desc.in_place});
    if (!glsort_schedule_complete(&core->schedule))
        abort();
}

void host_bench_open(struct host_bench* bench, const struct host_setup* setup,
                     uint32_t max_count)
{
    memset(bench, 0, sizeof *bench);
    bench->setup = setup;
    bool draws = setup->desc.backend == GLSORT_BACKEND_FRAGMENT;
    struct glsort_limits limits =
        host_limits(setup->version == 0 && draws ? 330 : setup->version, max_count);
    host_core_open(&bench->core, setup, &limits, max_count);
    host_create(&bench->machine, &bench->core);
    if (setup->in_place)
        host_in_place(&bench->machine);
    bench->machine.poison = true;
    bench->key_words = host_key_words(setup->desc.key);
    bench->value_words = host_value_words(setup->desc.values);
    bench->keys = host_take_words((size_t)max_count * bench->key_words);
    bench->values = host_take_words((size_t)max_count * bench->value_words);
    bench->indices = host_take_words(max_count);
    bench->sorted_keys = host_take_words((size_t)max_count * bench->key_words);
    bench->sorted_values = host_take_words((size_t)max_count * bench->value_words);
}

void host_bench_close(struct host_bench* bench)
{
    host_destroy(&bench->machine);
    host_core_close(&bench->core);
    free(bench->keys);
    free(bench->values);
    free(bench->indices);
    free(bench->sorted_keys);
    free(bench->sorted_values);
}

static bool takes_values(const struct host_bench* bench)
{
    return bench->setup->desc.values >= GLSORT_VALUES_4_BYTES;
}

void host_bench_fill(struct host_bench* bench, uint32_t count, uint32_t distribution)
{
    bench->distribution = distribution;
    host_fill(bench->keys, count * bench->key_words, distribution);
    for (uint32_t i = 0; i < count * bench->value_words; ++i)
        bench->values[i] = i * 2654435761u + 12345u;
    host_argsort(&bench->setup->desc, bench->keys, count, bench->indices);
    host_gather(bench->sorted_keys, bench->keys, bench->indices, count, bench->key_words);
    host_gather(bench->sorted_values, takes_values(bench) ? bench->values : NULL,
                bench->indices, count, bench->value_words);
}

void host_bench_begin(struct host_bench* bench, uint32_t count)
{
    bool gpu_count = bench->core.desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    host_core_build(&bench->core, gpu_count ? bench->core.desc.max_count : count);
    host_begin(&bench->machine, bench->keys, takes_values(bench) ? bench->values : NULL,
               count);
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static const char*
say(struct host_bench* bench, uint32_t count, const char* format, ...)
{
    char words[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    snprintf(bench->text, sizeof bench->text, "%.160s, count %u: %s", bench->setup->name,
             count, words);
    return bench->text;
}

// NULL if the slot holds these elements and nothing around them was written.
static const char* wrong_slot(struct host_bench* bench, uint8_t slot,
                              const uint32_t* wanted, uint32_t words, uint32_t count)
{
    const uint32_t* found = host_words(&bench->machine, slot);
    const char* name = bench->machine.slots[slot]->name;
    for (uint32_t i = 0; i < count * words; ++i)
        if (found[i] != wanted[i])
            return say(bench, count, "word %u of element %u of %s is %u, not %u",
                       i % words, i / words, name, found[i], wanted[i]);
    if (!host_guards_hold(&bench->machine, slot, count))
        return say(bench, count, "%s was written outside its range", name);
    return NULL;
}

const char* host_bench_wrong(struct host_bench* bench, uint32_t count)
{
    const struct sort_desc* desc = &bench->core.desc;
    const char* wrong = NULL;
    if (!desc->discard_keys)
        wrong =
            wrong_slot(bench, SLOT_KEYS_OUT, bench->sorted_keys, bench->key_words, count);
    if (wrong == NULL && desc->values != GLSORT_VALUES_NONE)
        wrong = wrong_slot(bench, SLOT_VALUES_OUT, bench->sorted_values,
                           bench->value_words, count);
    if (wrong != NULL || bench->setup->in_place)
        return wrong;
    wrong = wrong_slot(bench, SLOT_KEYS_IN, bench->keys, bench->key_words, count);
    if (wrong == NULL && takes_values(bench))
        wrong =
            wrong_slot(bench, SLOT_VALUES_IN, bench->values, bench->value_words, count);
    return wrong;
}

const char* host_bench_run(struct host_bench* bench, uint32_t count)
{
    host_bench_begin(bench, count);
    if (host_run(&bench->machine, &bench->core.schedule))
        return host_bench_wrong(bench, count);
    return say(bench, count, "%s data: %s", host_distribution_name(bench->distribution),
               bench->machine.error);
}

const char* host_bench_sort(struct host_bench* bench, uint32_t count,
                            uint32_t distribution)
{
    host_bench_fill(bench, count, distribution);
    return host_bench_run(bench, count);
}

// ---- peeks ----------------------------------------------------------------------------

// An element: the key and the value that the plan gives it.
struct element {
    uint32_t words[6];
};

static int compare_elements(const void* a, const void* b)
{
    return memcmp(a, b, sizeof(struct element));
}

// The elements, in an order that depends only on their contents.
static struct element* elements_of(const struct host_bench* bench, const uint32_t* keys,
                                   const uint32_t* values, uint32_t count)
{
    struct element* all = calloc(count + 1, sizeof *all);
    if (all == NULL)
        abort();
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t key = i * bench->key_words;
        uint32_t value = i * bench->value_words;
        if (!bench->core.desc.discard_keys)
            memcpy(all[i].words, keys + key, 4 * bench->key_words);
        if (takes_values(bench))
            memcpy(all[i].words + 2, values + value, 4 * bench->value_words);
        else if (bench->core.desc.values == GLSORT_VALUES_INDICES)
            all[i].words[2] = values != NULL ? values[i] : i;
    }
    qsort(all, count, sizeof *all, compare_elements);
    return all;
}

const char* host_bench_peek(struct host_bench* bench, uint32_t done, uint32_t count)
{
    const struct sort_desc* desc = &bench->core.desc;
    const struct peek_request request = {.done = done,
                                         .keys = !desc->discard_keys,
                                         .values = desc->values != GLSORT_VALUES_NONE};
    glsort_plan_core_build_peek(&bench->core, &request);
    if (!host_run(&bench->machine, &bench->core.peek))
        return say(bench, count, "peek after %u passes: %s", done, bench->machine.error);
    struct element* wanted = elements_of(
        bench, bench->keys, takes_values(bench) ? bench->values : NULL, count);
    struct element* found =
        elements_of(bench, host_words(&bench->machine, SLOT_PEEK_KEYS),
                    host_words(&bench->machine, SLOT_PEEK_VALUES), count);
    bool same = memcmp(wanted, found, count * sizeof *found) == 0;
    free(wanted);
    free(found);
    return same ? NULL
                : say(bench, count, "peek after %u passes: not a permutation", done);
}

// NULL if the last peek, after all passes, has shown what the run has written.
static const char* wrong_last_peek(struct host_bench* bench, uint32_t count)
{
    const struct sort_desc* desc = &bench->core.desc;
    const char* wrong = NULL;
    if (!desc->discard_keys)
        wrong = wrong_slot(bench, SLOT_PEEK_KEYS, bench->sorted_keys, bench->key_words,
                           count);
    if (wrong == NULL && desc->values != GLSORT_VALUES_NONE)
        wrong = wrong_slot(bench, SLOT_PEEK_VALUES, bench->sorted_values,
                           bench->value_words, count);
    return wrong;
}

const char* host_bench_watch(struct host_bench* bench, uint32_t count)
{
    struct schedule* s = &bench->core.schedule;
    host_bench_begin(bench, count);
    for (uint32_t done = 0; done <= s->pass_count; ++done) {
        const char* wrong = host_bench_peek(bench, done, count);
        if (wrong != NULL)
            return wrong;
        if (done < s->pass_count && !host_run_pass(&bench->machine, s, done))
            return say(bench, count, "after a peek: %s", bench->machine.error);
    }
    const char* wrong = wrong_last_peek(bench, count);
    return wrong != NULL ? wrong : host_bench_wrong(bench, count);
}

uint32_t host_sort_passes(const struct schedule* s)
{
    uint32_t passes = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        passes += s->passes[i].phase == GLSORT_PHASE_SORT;
    return passes;
}
