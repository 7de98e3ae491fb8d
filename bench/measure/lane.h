// SPDX-License-Identifier: MIT
// One of the things that are measured in turns: a plan of the library, or a peer.
#ifndef BENCH_LANE_H
#define BENCH_LANE_H

#include "measure.h"

// What the CPU maps is a copy: a driver may move a small buffer that is mapped to the CPU's
// memory, where a pass that scatters is slow: 4,096 pairs took 27 us instead of 15. What it
// writes again and again is not what is timed, either.
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

// What all lanes of a task share.
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

struct lane {
    struct arena* arena;
    const struct form* form; // NULL: a peer
    const struct peer* peer;
    struct row row;
    glsort_plan* plan;
    double estimate_ms;
    double spent_ms;
};

bool arena_create(struct arena* arena, struct bench* bench, const struct task* task);
void arena_release(struct arena* arena);

bool lane_is_live(const struct lane* lane);
void lane_refuse(struct lane* lane, const char* sentence);

// Of a plan: creates it. A refusal is kept in the row.
void plan_lane_create(struct lane* lane);
// Puts something else where the last lane left the right result.
void plan_lane_poison(const struct lane* lane);
// Runs once and waits; milliseconds, below 0 on failure. submit_ms: may be NULL.
double plan_lane_run(struct lane* lane, double* submit_ms);
// Takes a sample of every time but end_to_end.
void plan_lane_sample(struct lane* lane);
void plan_lane_sample_transfer(struct lane* lane);
bool plan_lane_check(struct lane* lane);
// Gives the plan up for one with time stamps around every pass, and reads those of `runs`
// runs; 0: only what passes there are.
void plan_lane_split(struct lane* lane, uint32_t runs);

// Of a peer, the same.
double peer_lane_run(struct lane* lane);
bool peer_lane_check(struct lane* lane);
// Bytes of a record.
size_t peer_record_bytes(const struct task* task);

#endif
