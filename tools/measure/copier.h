// SPDX-License-Identifier: MIT
// Copies between buffers on the GPU by a compute shader, as fast as the device can. That
// is the measure of a sort's traffic, and what keeps the device at work while the CPU
// submits what is timed next.
#ifndef BENCH_COPIER_H
#define BENCH_COPIER_H

#include "bench_gl.h"

struct copier {
    const struct bench_gl* gl;
    GLuint program;       // 0: no compute shaders, then GL's own copies
    uint64_t most_groups; // of one dispatch
};

// storage_block_bytes: the device's limit; 0 if it has no compute shaders.
void copier_create(struct copier* c, const struct bench_gl* gl,
                   uint64_t storage_block_bytes);
void copier_destroy(struct copier* c);

// Copies the first `bytes`, and a few more: both buffers have a multiple of 16 KiB.
void copier_copy(const struct copier* c, GLuint from, GLuint to, uint64_t bytes);
uint64_t copier_room(uint64_t bytes); // rounded up so

// Bytes read and written in a second, the median of several copies of `bytes`.
// is_software: by the CPU's clock, otherwise by time stamps. 0 if it cannot be measured.
double copier_rate(const struct copier* c, uint64_t bytes, bool is_software);

#endif
