// SPDX-License-Identifier: MIT
// The ways to make a draw order that are measured in turn:
//
//   order/one-call     glsort_order_run()
//   cpu/radix          culling, keys and a radix sort on the CPU, by one thread
#ifndef BENCH_ORDER_LANES_H
#define BENCH_ORDER_LANES_H

#include "lane.h"
#include "order_work.h"

// Buffers on the GPU.
enum {
    ORDER_POSITIONS,
    ORDER_INDICES,
    ORDER_COUNT,
    ORDER_OUT,
    ORDER_VISIBLE,
    ORDER_POISON,
    ORDER_READ, // what the CPU maps: see arena.h
    ORDER_BUFFERS
};

struct order_arena {
    struct arena base;
    struct order_work work;
    GLuint buffers[ORDER_BUFFERS];
    uint32_t* out; // the CPU's result
};

bool order_arena_create(struct order_arena* a, struct bench* bench,
                        const struct order_task* task);
void order_arena_release(struct order_arena* a);

void order_lanes_list(struct lanes* lanes, struct order_arena* a);

#endif
