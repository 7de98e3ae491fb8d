// SPDX-License-Identifier: MIT
// Segmented sorts of u32 keys with u32 values, timed and checked, by shapes such as
// "65536x32" and "powerlaw". bench/peers/cub_segments.cu times CUB's on the same keys and
// segments.
#ifndef BENCH_SEGMENT_WORK_H
#define BENCH_SEGMENT_WORK_H

#include <stdint.h>

#include "bench_session.h"

// "NxL": N segments of L elements each. "powerlaw": many short segments, few long ones,
// of 2^22 elements in all; *length is 0 then, and *segments the most that there can be.
// False if it is neither, or has more than 2^28 elements.
bool segment_shape_read(const char* shape, uint32_t* segments, uint32_t* length);

// A sentence that says what shapes are.
extern const char segment_shapes_known[];

struct segment_times {
    uint32_t elements, segments, longest;
    double ms;              // with the default of max_length
    double known_length_ms; // with that of the longest segment
    double nearest_ms;      // the same, and with nearest 8; 0 without compute
};

// False, with a sentence, if it failed or the result was wrong.
bool segment_work(const struct bench_session* session, const char* shape,
                  struct segment_times* times, char* message, size_t message_bytes);

#endif
