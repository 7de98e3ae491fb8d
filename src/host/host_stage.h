// SPDX-License-Identifier: MIT
// Moves arrays between CPU memory and buffers of the GPU in pieces, so that the CPU
// copies one piece while the GPU copies another: through buffers that stay mapped, where
// GL has them (GL 4.4, GL_ARB_ or GL_EXT_buffer_storage), otherwise by glBufferSubData
// and by mapping for each piece.
#ifndef GLSORT_HOST_STAGE_H
#define GLSORT_HOST_STAGE_H

#include <glsort/glsort_host.h>

#include "device.h"
#include "memory.h"

enum { STAGE_SLOTS = 4 };

struct stage_slots {
    GLuint name;     // of a buffer of STAGE_SLOTS pieces
    uint8_t* mapped; // NULL: not mapped
    GLsync fences[STAGE_SLOTS];
};

struct host_stage {
    const struct device* device;
    uint32_t piece_bytes;
    bool stays_mapped;
    struct stage_slots up;
    struct stage_slots down;
    uint8_t* bounce;               // a piece in CPU memory, unless the slots stay mapped
    glsort_host_parallel parallel; // the caller's threads; NULL: there are none
    void* parallel_user;
};

// Writes or reads `bytes` bytes of an array, from byte `at` on. Calls for different bytes
// may run at the same time, in any order. A call begins at a multiple of 4096.
typedef void (*stage_piece)(void* user, uint64_t at, uint8_t* data, size_t bytes);

// One direction of an exchange.
struct stage_flow {
    uint64_t bytes; // 0: nothing moves
    stage_piece piece;
    void* user;
};

// The memory that a stage needs.
uint64_t glsort_host_stage_bytes(uint32_t piece_bytes);

// False, with all closed again, if there is no memory. Changes the state of
// STATE_CREATION.
bool glsort_host_stage_open(struct host_stage* s, const struct device* d,
                            uint32_t piece_bytes, const glsort_allocator* allocator);
// Pieces are copied by these threads from now on.
void glsort_host_stage_share(struct host_stage* s, glsort_host_parallel parallel,
                             void* user);
void glsort_host_stage_close(struct host_stage* s, const glsort_allocator* allocator);

// Reads the first down->bytes bytes of the buffer and then writes its first up->bytes
// bytes, piece by piece, and waits until all is read. False if the driver cannot map a
// buffer or waits for nothing. Changes the state of STATE_CREATION.
bool glsort_host_stage_exchange(struct host_stage* s, GLuint buffer,
                                const struct stage_flow* down,
                                const struct stage_flow* up);

#endif
