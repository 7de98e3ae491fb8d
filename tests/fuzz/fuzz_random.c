// SPDX-License-Identifier: MIT
#include "fuzz_random.h"

// SplitMix64.
uint64_t fuzz_bits(struct fuzz_random* r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

struct fuzz_random fuzz_random_of(uint64_t seed, uint64_t number)
{
    struct fuzz_random r = {seed};
    r.state = fuzz_bits(&r) ^ number;
    r.state = fuzz_bits(&r);
    return r;
}

uint32_t fuzz_word(struct fuzz_random* r)
{
    return (uint32_t)(fuzz_bits(r) >> 32);
}

uint32_t fuzz_below(struct fuzz_random* r, uint32_t end)
{
    return (uint32_t)(((uint64_t)fuzz_word(r) * end) >> 32);
}

uint32_t fuzz_between(struct fuzz_random* r, uint32_t first, uint32_t last)
{
    return first + fuzz_below(r, last - first + 1);
}

bool fuzz_one_in(struct fuzz_random* r, uint32_t n)
{
    return fuzz_below(r, n) == 0;
}

uint32_t fuzz_count(struct fuzz_random* r, uint32_t most)
{
    static const uint32_t edges[] = {8,    64,   255,  256,   512,   1000,
                                     1024, 2048, 3072, 4096,  6144,  7168,
                                     8192, 9216, 9999, 12288, 16384, 65536};
    uint32_t count = 0;
    switch (fuzz_below(r, 4)) {
    case 0: count = fuzz_between(r, 1, 70); break;
    case 1: count = 1u << fuzz_below(r, 15); break;
    case 2: count = edges[fuzz_below(r, sizeof edges / sizeof edges[0])]; break;
    default: return fuzz_between(r, 1, most);
    }
    count += 1 - fuzz_below(r, 3);
    return count >= 1 && count <= most ? count : fuzz_between(r, 1, most);
}
