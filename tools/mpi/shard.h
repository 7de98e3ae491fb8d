// SPDX-License-Identifier: MIT
// The part of all keys that a rank holds.
#ifndef SHARD_H
#define SHARD_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "complain.h"
#include "key_list.h"

struct shard {
    glsort_key type;
    uint64_t count;
    uint32_t* bits;      // keys_words() a key
    uint64_t* positions; // in the input; NULL: not wanted
};

static inline size_t shard_key_bytes(const struct shard* s)
{
    return 4 * (size_t)keys_words(s->type);
}

// Makes room for count keys, and for positions if they are wanted.
static inline bool shard_allocate(struct shard* s, uint64_t count, bool positions)
{
    size_t room = count > 0 ? (size_t)count : 1;
    s->count = count;
    s->bits = malloc(room * shard_key_bytes(s));
    s->positions = positions ? malloc(room * sizeof *s->positions) : NULL;
    return (s->bits && (!positions || s->positions)) || complain_of_memory();
}

static inline void shard_release(struct shard* s)
{
    free(s->bits);
    free(s->positions);
    s->bits = NULL;
    s->positions = NULL;
    s->count = 0;
}

// The first of `count` elements that rank `rank` of `size` holds, if all hold equally
// many.
static inline uint64_t shard_first(uint64_t count, int rank, int size)
{
    uint64_t r = (uint64_t)rank;
    uint64_t p = (uint64_t)size;
    return count / p * r + count % p * r / p;
}

#endif
