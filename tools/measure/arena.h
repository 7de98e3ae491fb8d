// SPDX-License-Identifier: MIT
// What all lanes of one task share: its data, and buffers on the GPU.
#ifndef BENCH_ARENA_H
#define BENCH_ARENA_H

#include "bench.h"

// The CPU maps only copies: 4,096 pairs take 13 us instead of 11 on an H100 (580.159) in
// buffers that were mapped, which the driver may then keep in the CPU's memory. Nor are
// the buffers that the CPU writes for every sample those that are timed.
enum {
    KEYS_IN,
    VALUES_IN,
    KEYS_OUT,
    VALUES_OUT,
    KEYS_READ,
    VALUES_READ,
    KEYS_SENT, // what the CPU writes before a sort with transfers
    VALUES_SENT,
    POISON,
    LANE_BUFFERS
};

struct arena {
    struct bench* bench;
    struct workload work;
    GLuint buffers[LANE_BUFFERS];
    GLuint queries[2];
    void* bytes;   // the peers' records, or downloaded data
    bool stamps;   // the device has usable time stamps
    char* message; // the first failure
    size_t message_bytes;
};

bool arena_create(struct arena* arena, struct bench* bench, const struct task* task);
void arena_release(struct arena* arena);

// Size of the task's data in one of the buffers; 0: none.
size_t arena_bytes(const struct arena* arena, int buffer);
// Overwrites the outputs.
void arena_poison(const struct arena* arena);
// Does nothing if `from` is NULL.
void arena_upload(const struct arena* arena, int buffer, const void* from);

#endif
