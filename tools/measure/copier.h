// SPDX-License-Identifier: MIT
// Copies between buffers on the GPU by a compute shader, at the device's full bandwidth.
// A sort's traffic is compared with this bandwidth, and copies keep the device busy while
// the CPU submits the run to be timed.
#ifndef BENCH_COPIER_H
#define BENCH_COPIER_H

#include "bench_gl.h"

struct copier {
    const struct bench_gl* gl;
    GLuint program;       // 0 without compute shaders: then GL copies
    uint64_t most_groups; // of one dispatch
};

// storage_block_bytes: the device's limit; 0 if it has no compute shaders.
void copier_create(struct copier* c, const struct bench_gl* gl,
                   uint64_t storage_block_bytes);
void copier_destroy(struct copier* c);

// Copies the first `bytes`, rounded up to 16 KiB; both buffers must have that room.
void copier_copy(const struct copier* c, GLuint from, GLuint to, uint64_t bytes);
uint64_t copier_room(uint64_t bytes); // that room

// Bytes read and written per second: the median of several copies of `bytes`, after
// others for warm_up_ms. is_software: by the CPU's clock, otherwise by time stamps. 0 if
// it cannot be measured.
double copier_rate(const struct copier* c, uint64_t bytes, bool is_software,
                   double warm_up_ms);

#endif
