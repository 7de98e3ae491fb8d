// SPDX-License-Identifier: MIT
// The GL objects of one plan: scratch, uniform regions, framebuffers. The creation of the
// plan creates all of them; a run creates none. Framebuffers for the plan's own textures
// are attached and checked at creation, or by the first peek that draws to them. The
// framebuffer for the caller's textures is attached by every draw
// (glsort_resources_attach_caller).
#ifndef GLSORT_RESOURCES_H
#define GLSORT_RESOURCES_H

#include "device.h"
#include "pool.h"
#include "schedule.h"

// The GL object that a slot of the schedule refers to.
struct slot_object {
    GLuint name;
    uint64_t offset; // bytes, of a caller's buffer
    uint64_t bytes;  // of a plan's buffer; of a caller's 0, unless it is a stand-in
    uint32_t width;  // texels, of a texture
    uint8_t layers;  // of an array texture; 0: any other texture, or a buffer
    GLenum format;   // internal format of a texture
};

enum { SLOT_OBJECTS = SLOT_SCRATCH + MAX_SCRATCH };

enum {
    UNIFORM_REGIONS = 3, // so an upload rarely waits for parameters that are in use
    RUN_BLOCKS = 64,     // so a run rarely waits for a block that is in use
    // A tree of wide elements needs 18, with 4 draw buffers; for each of four tiers.
    FRAMEBUFFER_CACHE = 80,
};

// The render targets of a draw: for each draw buffer a texture or a layer of one.
struct target {
    GLuint texture;
    GLint layer; // -1: not of an array texture
};
struct target_set {
    struct target of[MAX_DRAW_BUFFERS];
    uint32_t count;
};

// Scratch of all plans of a context and a backend: one run at a time uses it, and leaves
// nothing there for the next. Buffers grow, and keep their names.
struct shared_scratch {
    struct pool pool;
    GLuint names[POOL_OBJECTS];
    uint32_t plans; // that use it; the last one deletes it
};

struct resources {
    const struct pool* pool;       // the plan's
    struct shared_scratch* shared; // NULL: all scratch is the plan's own
    GLuint scratch[POOL_OBJECTS];

    GLuint state;    // count block and dispatch arguments made on the GPU, or 0
    GLuint uniforms; // UNIFORM_REGIONS regions for runs, then one for peeks
    uint32_t region_bytes;
    uint32_t peek_at; // byte offset of the region for peeks
    uint32_t uniform_bytes;

    GLuint runs;              // ring of RUN_BLOCKS blocks, or 0
    uint32_t run_bytes;       // used bytes of a block
    uint32_t run_block_bytes; // from one block to the next

    // Fragment only.
    GLuint buffer_textures[UNIT_COUNT]; // of schedule.buffer_units
    GLuint vertex_array;
    GLuint staging; // 16 bytes for the last words of a download
    GLuint framebuffers[FRAMEBUFFER_CACHE];
    struct target_set attached[FRAMEBUFFER_CACHE];
    GLuint sampler; // nearest: a caller's texture may ask for mipmaps that it lacks
    GLuint caller_framebuffer; // every draw attaches the caller's texture again
    GLuint probe_framebuffer;  // queries a format where GL has no other way
};

// Writes zeros to the scratch that needs them after a run that has ended too early.
void glsort_resources_clear(const struct resources* r, const struct device* d);

// Creates all objects that runs of the schedule need. Changes the state of
// STATE_CREATION. On failure nothing is left behind, not even a GL error.
struct resources_wanted {
    const struct pool* scratch;    // outlives the resources
    struct shared_scratch* shared; // likewise; NULL: all scratch is the plan's own
    uint32_t max_count;
    uint32_t params_bytes; // of the largest schedule of a run, and of a peek
    uint32_t peek_params_bytes;
    bool gpu_count;       // of any schedule
    uint8_t buffer_units; // of all schedules
    uint32_t run_bytes;   // of a run_block; 0: none
    bool fragment;
};
glsort_result glsort_resources_create(struct resources* r, const struct device* d,
                                      const struct resources_wanted* wanted,
                                      const struct call* call);
void glsort_resources_destroy(struct resources* r, const struct device* d);

// The same without a current GL context: deletes no objects.
void glsort_resources_forget(struct resources* r);

// Makes all scratch the plan's own, for a run between whose passes other plans run. The
// slots change. Changes the state of STATE_CREATION. On failure nothing changes.
glsort_result glsort_resources_unshare(struct resources* r, const struct device* d,
                                       const struct call* call);

// A buffer whose contents are undefined. False if there is no memory; *name may then be
// an object to delete. The state of STATE_CREATION changes.
bool glsort_resources_make_buffer(const struct device* d, GLuint* name, const char* label,
                                  uint64_t bytes);

// Writes to a buffer that glsort has made. All uploads go through this function, so that
// all have one target, GL_UNIFORM_BUFFER: NVIDIA's driver 580.159.04 loses an upload
// through another target right after one through this (docs/integration.md).
void glsort_resources_upload(const struct device* d, GLuint name, uint64_t at,
                             uint64_t bytes, const void* data);

// True if a texture of GL_TEXTURE_2D, of a format that can be rendered to, has its
// memory. Changes the draw framebuffer.
bool glsort_resources_has_memory(const struct device* d, GLuint texture);

// True if any scratch of the plan is a texture.
bool glsort_resources_have_textures(const struct resources* r);

// Sets the slots of the plan's own objects: of the state, and of the scratch of a
// schedule. objects: indices into the pool, by scratch. The caller's slots stay
// unchanged.
void glsort_resources_fill_slots(const struct resources* r, const struct schedule* s,
                                 const uint8_t* objects, struct slot_object* slots);

// Attaches these textures of the plan to a framebuffer, unless one has them already.
// False if the driver cannot render to all of them at once. May bind the framebuffer.
bool glsort_resources_add_targets(struct resources* r, const struct device* d,
                                  const struct target_set* targets);

// The framebuffer of targets that were added.
GLuint glsort_resources_framebuffer(const struct resources* r,
                                    const struct target_set* targets);

// Attaches a texture of the caller's to the bound framebuffer, caller_framebuffer, for
// one draw: its name may denote a different texture in the next run. 0 detaches it, so
// that deleting the texture frees its memory.
void glsort_resources_attach_caller(const struct device* d, GLuint texture);

#endif
