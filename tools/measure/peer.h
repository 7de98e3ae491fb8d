// SPDX-License-Identifier: MIT
// CPU sorts to compare the library with. They sort an array of records by ascending rank:
// a record is the value's words, then padding to a multiple of the rank's size, then the
// rank, of 4 or 8 bytes.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct peer {
    const char* algorithm;
    const char* variant;
    bool stable;
    // False, without any effect, if it cannot sort such records.
    bool (*sort)(void* records, size_t count, uint32_t rank_bytes, uint32_t value_bytes);
};

// Byte offset of the rank, which is the end of a record.
static inline uint32_t peer_rank_offset(uint32_t rank_bytes, uint32_t value_bytes)
{
    return (value_bytes + rank_bytes - 1) / rank_bytes * rank_bytes;
}

// The sorts of this build of glsort-bench. The table ends with a name of NULL.
extern const struct peer cpu_peers[];

#ifdef __cplusplus
}
#endif

#endif
