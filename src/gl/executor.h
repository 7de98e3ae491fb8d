// SPDX-License-Identifier: MIT
// Turns the passes of a schedule into GL calls on either backend. Independent of the
// algorithms.
#ifndef GLSORT_EXECUTOR_H
#define GLSORT_EXECUTOR_H

#include "device.h"
#include "programs.h"
#include "resources.h"
#include "run_block.h"
#include "schedule.h"
#include "shared/common.h"
#include "state.h"

// What the passes of one call have set so far, so that none sets it again. Zero: as the
// caller has left it.
struct bound {
    GLuint program;
    GLuint framebuffer;
    GLenum active; // texture unit
    struct bound_range {
        GLuint name; // 0: not set yet
        uint64_t first, bytes;
    } uniform[STATE_UNIFORM_POINTS], storage[STATE_MOST_STORAGE_POINTS];
    // Bit i: the range is not bound yet; the next dispatch or draw binds it.
    uint32_t new_uniform, new_storage;
    GLuint indirect; // buffer of dispatch arguments
    struct viewport {
        GLint x, y;
        GLsizei width, height;
    } viewport;
    struct unit_texture {
        GLenum target;
        GLuint name; // 0: none
        bool of_caller;
    } units[UNIT_COUNT];
};

// What runs the schedules of one plan: slots bound to objects, parameters uploaded.
struct executor {
    const struct device* device;
    struct programs* programs;
    struct resources* resources;
    uint32_t storage_points; // that the programs use, and state.h keeps
    uint32_t draw_buffers;   // the most that a pass of a run draws to
    struct slot_object slots[SLOT_OBJECTS];
    uint32_t region_at;                      // bytes, of the uniform region in use
    uint32_t run_at;                         // bytes, of the per-run block in use
    uint32_t run_index;                      // of that block in the ring
    uint32_t run_words[RUN_BLOCK_BYTES / 4]; // what was written to it
    uint32_t run_bytes;                      // of these words, from the front
    bool run_written;                        // the block holds them
    bool groups; // push a debug group per pass: enabled, and the stack has room
    struct bound bound;
};

// Attaches to framebuffers the target sets of all draws that render to the plan's own
// textures, unless they are attached. False if the driver cannot render to one of these.
// Changes the bound framebuffer.
bool glsort_executor_make_targets(struct executor* e, const struct schedule* s);

// Writes into the parameters what depends on the caller's objects: the words between the
// start of a binding and the first element of a buffer, the width of a texture. True if
// any of them changed.
bool glsort_executor_patch_params(const struct executor* e, struct schedule* s);

// Uploads the parameters to the uniform region at byte `at`.
void glsort_executor_upload(struct executor* e, const struct schedule* s, uint32_t at);

// True if glsort_executor_write_run() has something to write.
bool glsort_executor_run_differs(const struct executor* e, const struct run_block* block);

// Begins a run: writes the block to the next one of the ring, for all steps and peeks of
// the run. Writes nothing if the last run's block has the same words and no copies.
void glsort_executor_write_run(struct executor* e, const struct run_block* block);

// Sets the state and bindings that all passes of one call share. The state is the
// caller's, saved in this call.
void glsort_executor_start(struct executor* e, const struct schedule* s, bool fragment,
                           const struct gl_state* state);

// Binds the ranges that the start or a pass has set since: many in one call where GL can.
void glsort_executor_bind_ranges(struct executor* e);

void glsort_executor_run_pass(struct executor* e, const struct pass* p);

// Makes the results visible to the next run and to these GLSORT_CONSUMER_*; 0: to all.
void glsort_executor_final_barrier(const struct executor* e, uint32_t consumers);

#endif
