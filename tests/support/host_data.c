// SPDX-License-Identifier: MIT
#include "host_data.h"

#include <glsort/glsort_inspect.h>

#include <stdlib.h>
#include <string.h>

#include "gl_data.h"

uint32_t host_random(uint64_t* state)
{
    return (uint32_t)(gl_random(state) >> 32);
}

// ---- the order ------------------------------------------------------------------------

uint32_t host_key_words(glsort_key key)
{
    bool wide = key == GLSORT_KEY_U64 || key == GLSORT_KEY_I64 || key == GLSORT_KEY_F64;
    return wide ? 2 : 1;
}

uint32_t host_value_words(glsort_values values)
{
    if (values == GLSORT_VALUES_16_BYTES)
        return 4;
    return values == GLSORT_VALUES_8_BYTES ? 2 : 1;
}

uint64_t host_rank(const glsort_sort_desc* plan, const uint32_t* key)
{
    uint32_t bits = plan->key == GLSORT_KEY_U16 ? 16 : 32 * host_key_words(plan->key);
    uint32_t wanted = plan->bit_count != 0 ? plan->bit_count : bits - plan->first_bit;
    uint64_t top = (uint64_t)1 << (bits - 1);
    uint64_t rank = key[0];
    if (bits == 64)
        rank |= (uint64_t)key[1] << 32;
    if (plan->key == GLSORT_KEY_I32 || plan->key == GLSORT_KEY_I64)
        rank ^= top;
    // Sign and magnitude; -0 comes before +0.
    if (plan->key == GLSORT_KEY_F32 || plan->key == GLSORT_KEY_F64)
        rank = (rank & top) != 0 ? ~rank : rank | top;
    if (plan->direction == GLSORT_DESCENDING)
        rank = ~rank;
    return rank << (64 - plan->first_bit - wanted) >> (64 - wanted);
}

struct ranked {
    uint64_t rank;
    uint32_t place;
};

static void merge_runs(const struct ranked* from, struct ranked* to, uint64_t first,
                       uint64_t middle, uint64_t end)
{
    uint64_t a = first, b = middle;
    for (uint64_t i = first; i < end; ++i) {
        bool take_a = b >= end || (a < middle && from[a].rank <= from[b].rank);
        to[i] = take_a ? from[a++] : from[b++];
    }
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Sorts `from` into whichever of both arrays it returns.
static struct ranked* merge_sort(struct ranked* from, struct ranked* to, uint32_t count)
{
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t at = 0; at < count; at += 2 * run)
            merge_runs(from, to, at, lesser(at + run, count),
                       lesser(at + 2 * run, count));
        struct ranked* other = from;
        from = to;
        to = other;
    }
    return from;
}

// The local sort alone sorts blocks.
static uint32_t block_of(const glsort_sort_desc* plan)
{
    const glsort_tuning tuning =
        plan->tuning == NULL ? (glsort_tuning){0} : *plan->tuning;
    if (tuning.method != GLSORT_METHOD_BITONIC_LOCAL_READ &&
        tuning.method != GLSORT_METHOD_BITONIC_LOCAL_KEEP)
        return UINT32_MAX;
    return tuning.local_size == 0 ? 1024 : tuning.local_size;
}

void host_argsort(const glsort_sort_desc* plan, const uint32_t* keys, uint32_t count,
                  uint32_t* places)
{
    uint32_t block = block_of(plan) < count ? block_of(plan) : count;
    struct ranked* memory = malloc((2 * (size_t)block + 1) * sizeof *memory);
    if (memory == NULL)
        abort();
    for (uint32_t first = 0; first < count; first += block) {
        uint32_t end = (uint32_t)lesser((uint64_t)first + block, count);
        for (uint32_t i = first; i < end; ++i)
            memory[i - first] = (struct ranked){
                host_rank(plan, keys + (size_t)i * host_key_words(plan->key)), i};
        const struct ranked* sorted = merge_sort(memory, memory + block, end - first);
        for (uint32_t i = first; i < end; ++i)
            places[i] = sorted[i - first].place;
    }
    free(memory);
}

void host_gather(uint32_t* to, const uint32_t* from, const uint32_t* places,
                 uint32_t count, uint32_t words)
{
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t w = 0; w < words; ++w)
            to[(size_t)i * words + w] =
                from != NULL ? from[(size_t)places[i] * words + w] : places[i];
}

uint32_t* host_take_words(size_t count)
{
    uint32_t* words = calloc(count + 1, sizeof *words);
    if (words == NULL)
        abort();
    return words;
}

bool host_test_all(void)
{
    const char* all = getenv("GLSORT_TEST_ALL");
    return all != NULL && strcmp(all, "") != 0 && strcmp(all, "0") != 0;
}

uint32_t host_test_most(void)
{
    const char* most = getenv("GLSORT_TEST_MOST");
    unsigned long value = most != NULL ? strtoul(most, NULL, 10) : 0;
    return value > 0 && value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}
