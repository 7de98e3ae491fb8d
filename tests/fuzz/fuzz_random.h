// SPDX-License-Identifier: MIT
// Reproducible random numbers: the same seed and case give the same draws everywhere. So
// that they do with every compiler, no expression or initializer draws twice: C leaves
// open which draw would be first.
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct fuzz_random {
    uint64_t state;
};

// The start of the sequence of this case.
struct fuzz_random fuzz_random_of(uint64_t seed, uint64_t number);

uint64_t fuzz_bits(struct fuzz_random* r);
uint32_t fuzz_word(struct fuzz_random* r);
// 0 to end - 1; end is not 0.
uint32_t fuzz_below(struct fuzz_random* r, uint32_t end);
// first to last, both included.
uint32_t fuzz_between(struct fuzz_random* r, uint32_t first, uint32_t last);
// True once in n draws.
bool fuzz_one_in(struct fuzz_random* r, uint32_t n);
// 1 to most, with a weight on small counts and on those where sorts change their ways:
// powers of two, tiles and blocks, and one less and one more.
uint32_t fuzz_count(struct fuzz_random* r, uint32_t most);

#endif
