// SPDX-License-Identifier: MIT
#include "host_data.h"

#include <stdlib.h>
#include <string.h>

const char* host_distribution_name(uint32_t distribution)
{
    static const char* const names[HOST_DISTRIBUTIONS] = {
        "uniform",    "sorted",    "reversed",    "all equal",
        "organ pipe", "five keys", "some floats", "largest keys",
    };
    return names[distribution];
}

uint32_t host_random(uint64_t* state)
{
    // Steele, Lea and Flood's SplitMix.
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 32);
}

static uint32_t float_key(uint64_t* state)
{
    static const uint32_t special[] = {0x7F800000u, 0xFF800000u, 0x80000000u,
                                       0,           0x7FC00000u, 0xFFC00001u,
                                       1,           0x80000001u};
    uint32_t word = host_random(state);
    if (word % 4 == 0)
        return special[word / 4 % 8];
    float value = (float)(word % 1000) / 8.0f - 60.0f;
    memcpy(&word, &value, sizeof word);
    return word;
}

void host_fill(uint32_t* keys, uint32_t count, uint32_t distribution)
{
    uint64_t state = 1 + count * 8ull + distribution;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = host_random(&state);
        switch (distribution) {
        case 0: keys[i] = word; break;
        case 1: keys[i] = i; break;
        case 2: keys[i] = count - i; break;
        case 3: keys[i] = 7; break;
        case 4: keys[i] = i < count / 2 ? i : count - i; break;
        case 5: keys[i] = word % 5; break;
        case 6: keys[i] = float_key(&state); break;
        default: keys[i] = 0xFFFFFFFEu + word % 2; break;
        }
    }
}

int64_t host_rank(glsort_key key, glsort_direction order, uint32_t word)
{
    int64_t rank = word;
    bool negative = word >> 31 != 0;
    if (key == GLSORT_KEY_I32 && negative)
        rank -= (int64_t)1 << 32;
    // Sign and magnitude; -0 comes before +0.
    if (key == GLSORT_KEY_F32 && negative)
        rank = -1 - (int64_t)(word & 0x7FFFFFFFu);
    return order == GLSORT_DESCENDING ? -rank : rank;
}

struct ranked {
    uint64_t rank;
    uint32_t place;
};

static void merge(const struct ranked* from, struct ranked* to, uint64_t first,
                  uint64_t middle, uint64_t end)
{
    uint64_t a = first, b = middle;
    for (uint64_t i = first; i < end; ++i) {
        bool take_a = b >= end || (a < middle && from[a].rank <= from[b].rank);
        to[i] = take_a ? from[a++] : from[b++];
    }
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void host_order(const uint64_t* ranks, uint32_t count, uint32_t* places)
{
    struct ranked* memory = malloc((2 * (size_t)count + 1) * sizeof *memory);
    if (memory == NULL)
        abort();
    struct ranked* from = memory;
    struct ranked* to = memory + count;
    for (uint32_t i = 0; i < count; ++i)
        from[i] = (struct ranked){ranks[i], i};
    for (uint64_t run = 1; run < count; run *= 2) {
        for (uint64_t at = 0; at < count; at += 2 * run)
            merge(from, to, at, smaller(at + run, count), smaller(at + 2 * run, count));
        struct ranked* other = from;
        from = to;
        to = other;
    }
    for (uint32_t i = 0; i < count; ++i)
        places[i] = from[i].place;
    free(memory);
}

uint64_t* host_take_ranks(uint32_t count)
{
    uint64_t* ranks = malloc(((size_t)count + 1) * sizeof *ranks);
    if (ranks == NULL)
        abort();
    return ranks;
}

void host_argsort(const uint32_t* keys, uint32_t count, glsort_key key,
                  glsort_direction order, uint32_t* indices)
{
    uint64_t* ranks = host_take_ranks(count);
    for (uint32_t i = 0; i < count; ++i)
        ranks[i] = (uint64_t)host_rank(key, order, keys[i]) ^ (uint64_t)1 << 63;
    host_order(ranks, count, indices);
    free(ranks);
}

bool host_test_all(void)
{
    const char* all = getenv("GLSORT_TEST_ALL");
    return all != NULL && strcmp(all, "") != 0 && strcmp(all, "0") != 0;
}
