// SPDX-License-Identifier: MIT
// A radix sort of depths as WebAssembly, for bench.html: as exact as glsort, and about
// what a page can do on one core. Three digits of 11 bits, by pairs of key and element.
#include <emscripten.h>
#include <stdint.h>
#include <string.h>

enum { DIGIT_BITS = 11, BINS = 1 << DIGIT_BITS, DIGITS = 3 };

struct pair {
    uint32_t key;
    uint32_t element;
};

extern unsigned char __heap_base;

static uint32_t bins[DIGITS][BINS];

void* radix_memory(void);
uint32_t* radix_order(const float* positions, struct pair* pairs, uint32_t count, float x,
                      float y, float z, float offset);

static uint32_t digit_of(uint32_t key, int digit)
{
    return key >> (digit * DIGIT_BITS) & (BINS - 1);
}

// Largest depths first: the order of the bits that keys get.
static uint32_t key_of(float depth)
{
    uint32_t bits;
    memcpy(&bits, &depth, sizeof bits);
    return bits & 0x80000000u ? bits : ~bits & 0x7FFFFFFFu;
}

static void scan(uint32_t* counts)
{
    uint32_t sum = 0;
    for (int i = 0; i < BINS; ++i) {
        uint32_t count = counts[i];
        counts[i] = sum;
        sum += count;
    }
}

static void permute(const struct pair* from, struct pair* to, uint32_t count, int digit)
{
    for (uint32_t i = 0; i < count; ++i)
        to[bins[digit][digit_of(from[i].key, digit)]++] = from[i];
}

// Where the caller's memory begins.
EMSCRIPTEN_KEEPALIVE void* radix_memory(void)
{
    return &__heap_base;
}

// Depths are positions (4 floats each) times (x, y, z), less the offset. `pairs` has room
// for 2 * count; the order is returned in it.
EMSCRIPTEN_KEEPALIVE uint32_t* radix_order(const float* positions, struct pair* pairs,
                                           uint32_t count, float x, float y, float z,
                                           float offset)
{
    struct pair* other = pairs + count;
    memset(bins, 0, sizeof bins);
    for (uint32_t i = 0; i < count; ++i) {
        const float* p = positions + 4 * (size_t)i;
        pairs[i] = (struct pair){key_of(p[0] * x + p[1] * y + p[2] * z - offset), i};
        for (int digit = 0; digit < DIGITS; ++digit)
            ++bins[digit][digit_of(pairs[i].key, digit)];
    }
    for (int digit = 0; digit < DIGITS; ++digit)
        scan(bins[digit]);
    permute(pairs, other, count, 0);
    permute(other, pairs, count, 1);
    permute(pairs, other, count, 2);
    uint32_t* order = (uint32_t*)pairs;
    for (uint32_t i = 0; i < count; ++i)
        order[i] = other[i].element;
    return order;
}
