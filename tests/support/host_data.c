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

int64_t host_rank(glsort_key key, glsort_order order, uint32_t word)
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
    int64_t rank;
    uint32_t index;
};

static int compare_ranked(const void* left, const void* right)
{
    const struct ranked* a = left;
    const struct ranked* b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

void host_argsort(const uint32_t* keys, uint32_t count, glsort_key key,
                  glsort_order order, uint32_t* indices)
{
    struct ranked* list = malloc((count + 1) * sizeof *list);
    if (list == NULL)
        abort();
    for (uint32_t i = 0; i < count; ++i)
        list[i] = (struct ranked){host_rank(key, order, keys[i]), i};
    qsort(list, count, sizeof *list, compare_ranked);
    for (uint32_t i = 0; i < count; ++i)
        indices[i] = list[i].index;
    free(list);
}

bool host_test_all(void)
{
    const char* all = getenv("GLSORT_TEST_ALL");
    return all != NULL && all[0] != '\0';
}
