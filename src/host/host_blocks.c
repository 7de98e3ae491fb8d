// SPDX-License-Identifier: MIT
// Why a block is free when one is needed: n elements written are n read, and a run keeps
// less than a block of what was read of it, so that the runs together keep less than
// run_count blocks.
#include "host_blocks.h"

#include <assert.h>
#include <string.h>

#define NOTHING UINT32_MAX

uint64_t glsort_host_blocks_bytes(uint64_t count, uint32_t run_count, uint32_t block,
                                  uint32_t element_bytes)
{
    uint64_t spare = (uint64_t)run_count + 1;
    uint64_t results = (count + block - 1) / block;
    uint64_t most_places = results + 1 + spare;
    return spare * block * element_bytes +
           sizeof(uint32_t) * (results + 3 * most_places + run_count);
}

static uint32_t places(const struct host_blocks* b)
{
    return b->whole + 1 + b->spare;
}

bool glsort_host_blocks_open(struct host_blocks* b, const glsort_allocator* allocator)
{
    b->whole = (uint32_t)(b->count / b->block);
    b->results = (uint32_t)((b->count + b->block - 1) / b->block);
    b->spare = b->run_count + 1;
    size_t spare = (size_t)b->spare * b->block;
    b->spare_keys = glsort_memory_take(allocator, spare * b->key_bytes);
    if (b->value_bytes > 0)
        b->spare_values = glsort_memory_take(allocator, spare * b->value_bytes);
    b->place = glsort_memory_take(allocator, sizeof(uint32_t) * b->results);
    b->holds = glsort_memory_take(allocator, sizeof(uint32_t) * places(b));
    b->empty = glsort_memory_take(allocator, 2 * sizeof(uint32_t) * places(b));
    b->opened = glsort_memory_take(allocator, sizeof(uint32_t) * b->run_count);
    if (b->spare_keys == NULL || (b->value_bytes > 0 && b->spare_values == NULL) ||
        b->place == NULL || b->holds == NULL || b->empty == NULL || b->opened == NULL)
        return false;
    memset(b->holds, 0xFF, sizeof(uint32_t) * places(b));
    for (uint32_t i = 0; i < b->spare; ++i)
        b->empty[b->empty_count++] = b->whole + 1 + i;
    return true;
}

void glsort_host_blocks_close(struct host_blocks* b, const glsort_allocator* allocator)
{
    size_t spare = (size_t)b->spare * b->block;
    glsort_memory_give(allocator, b->spare_keys, spare * b->key_bytes);
    glsort_memory_give(allocator, b->spare_values, spare * b->value_bytes);
    glsort_memory_give(allocator, b->place, sizeof(uint32_t) * b->results);
    glsort_memory_give(allocator, b->holds, sizeof(uint32_t) * places(b));
    glsort_memory_give(allocator, b->empty, 2 * sizeof(uint32_t) * places(b));
    glsort_memory_give(allocator, b->opened, sizeof(uint32_t) * b->run_count);
    *b = (struct host_blocks){0};
}

static uint8_t* keys_at(const struct host_blocks* b, uint32_t place)
{
    size_t bytes = (size_t)b->block * b->key_bytes;
    return place <= b->whole ? b->keys + place * bytes
                             : b->spare_keys + (place - b->whole - 1) * bytes;
}

static uint8_t* values_at(const struct host_blocks* b, uint32_t place)
{
    size_t bytes = (size_t)b->block * b->value_bytes;
    if (b->values == NULL)
        return NULL;
    return place <= b->whole ? b->values + place * bytes
                             : b->spare_values + (place - b->whole - 1) * bytes;
}

static uint32_t result_size(const struct host_blocks* b, uint32_t result)
{
    uint64_t left = b->count - (uint64_t)result * b->block;
    return left < b->block ? (uint32_t)left : b->block;
}

static uint32_t take_empty(struct host_blocks* b)
{
    uint32_t place;
    do {
        assert(b->empty_count > 0);
        place = b->empty[--b->empty_count];
    } while (b->holds[place] != NOTHING);
    return place;
}

struct host_block glsort_host_blocks_next(struct host_blocks* b)
{
    uint32_t result = b->written++;
    uint32_t place = take_empty(b);
    b->place[result] = place;
    b->holds[place] = result;
    return glsort_host_blocks_at(b, result);
}

struct host_block glsort_host_blocks_at(const struct host_blocks* b, uint32_t result)
{
    uint32_t place = b->place[result];
    return (struct host_block){keys_at(b, place), values_at(b, place),
                               result_size(b, result)};
}

void glsort_host_blocks_read(struct host_blocks* b, uint32_t run, uint64_t read)
{
    uint32_t first = (uint32_t)((uint64_t)run * (b->run_size / b->block));
    for (; ((uint64_t)b->opened[run] + 1) * b->block <= read; ++b->opened[run])
        b->empty[b->empty_count++] = first + b->opened[run];
}

// ---- settling -------------------------------------------------------------------------

static void move(struct host_blocks* b, uint32_t result, uint32_t to)
{
    uint32_t from = b->place[result];
    size_t count = result_size(b, result);
    memcpy(keys_at(b, to), keys_at(b, from), count * b->key_bytes);
    if (b->values != NULL)
        memcpy(values_at(b, to), values_at(b, from), count * b->value_bytes);
    b->holds[from] = NOTHING;
    b->holds[to] = result;
    b->place[result] = to;
    if (from != b->whole)
        b->empty[b->empty_count++] = from;
}

void glsort_host_blocks_settle(struct host_blocks* b)
{
    if (b->results > b->whole) // the last, short block, whose place holds no other
        move(b, b->whole, b->whole);
    for (uint32_t place = 0; place < b->whole; ++place) {
        if (b->place[place] == place)
            continue;
        if (b->holds[place] != NOTHING)
            move(b, b->holds[place], take_empty(b));
        move(b, place, place);
    }
}
