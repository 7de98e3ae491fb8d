// SPDX-License-Identifier: MIT
// Turns the passes of a schedule into GL calls, on either backend. Knows no algorithm.
#ifndef GLSORT_EXECUTOR_H
#define GLSORT_EXECUTOR_H

#include "device.h"
#include "programs.h"
#include "resources.h"
#include "schedule.h"
#include "shared/common.h"

// A schedule ready to run: slots bound to objects, parameters uploaded.
struct executor {
    const struct device* device;
    struct programs* programs;
    struct resources* resources;
    struct slot_object slots[SLOT_OBJECTS];
    uint32_t region_at; // bytes, of the uniform region in use
    bool groups;        // passes are debug groups: wanted, and the stack has room
    struct unit_texture {
        GLenum target;
        GLuint name; // 0: none
    } units[UNIT_COUNT];
};

// Makes the frame buffers of all draws to the plan's own textures that have none yet.
// False if the driver cannot render to one of these sets of targets at once. Changes the
// bound frame buffer.
bool glsort_executor_make_targets(struct executor* e, const struct schedule* s);

// Writes what the parameters need to know of the caller's objects: the words before the
// first element of a buffer in its binding, the width of a texture. True if any changed.
bool glsort_executor_patch_params(const struct executor* e, struct schedule* s);

// Uploads the parameters, and the count unless the GPU has it, to the region at `at`.
void glsort_executor_upload(struct executor* e, const struct schedule* s, uint32_t at,
                            uint32_t count, uint32_t max_count);

// What is the same for all passes of one call.
void glsort_executor_start(struct executor* e, const struct schedule* s, bool fragment);

void glsort_executor_run_pass(struct executor* e, const struct pass* p);

// Makes the results visible to storage blocks and to these consumers.
void glsort_executor_final_barrier(const struct executor* e, uint32_t consumers);

#endif
