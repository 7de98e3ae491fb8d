// SPDX-License-Identifier: MIT
// What all forms and peers that are measured on one task share: its data, and buffers on
// the GPU.
#ifndef BENCH_ARENA_H
#define BENCH_ARENA_H

#include "bench.h"

// What the CPU maps is a copy: a driver may move a small buffer that is mapped to the
// CPU's memory, where a pass that scatters is slow: 4,096 pairs took 27 us instead of 15.
// What it writes again and again is not what is timed, either.
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
    void* bytes;   // the peers' records, or what transfers bring
    bool stamps;   // time stamps are there and worth using
    char* message; // the first failure
    size_t message_bytes;
};

bool arena_create(struct arena* arena, struct bench* bench, const struct task* task);
void arena_release(struct arena* arena);

// Of the task's data in one of the buffers; 0: it has none.
size_t arena_bytes(const struct arena* arena, int buffer);
// Overwrites the outputs.
void arena_poison(const struct arena* arena);
// Nothing if `from` is NULL.
void arena_upload(const struct arena* arena, int buffer, const void* from);

#endif
