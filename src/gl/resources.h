// SPDX-License-Identifier: MIT
// The GL objects of one plan: its scratch, its uniform regions, its frame buffers. All
// are made when the plan is, none while it runs. Frame buffers with targets of the plan's
// own are attached and checked then, too, or by the first peek that draws to them; those
// with the caller's textures by every draw (glsort_resources_bind_caller_targets).
#ifndef GLSORT_RESOURCES_H
#define GLSORT_RESOURCES_H

#include "device.h"
#include "schedule.h"

// What a slot of the schedule is bound to.
struct slot_object {
    GLuint name;
    uint64_t offset; // bytes, of a caller's buffer
    uint64_t bytes;  // of a plan's buffer
    uint32_t width;  // texels, of a texture
    bool layered;    // texture with four layers
    GLenum format;   // internal format of a texture
};

enum { SLOT_OBJECTS = SLOT_SCRATCH + MAX_SCRATCH };

enum {
    UNIFORM_REGIONS = 3, // so that a new upload seldom meets parameters still in use
    FRAMEBUFFER_CACHE = 16,
};

// The render targets of a draw.
struct target_set {
    GLuint textures[4];
    uint32_t count;
    bool layered; // textures[0] has a layer per draw buffer
};

struct resources {
    GLuint scratch[MAX_SCRATCH];
    struct scratch described[MAX_SCRATCH];
    uint32_t scratch_count;

    GLuint state;         // count block and dispatch arguments made on the GPU, or 0
    GLuint uniforms;      // UNIFORM_REGIONS runs, then one peek
    uint32_t count_bytes; // of the count block that starts a region, aligned
    uint32_t region_bytes;
    uint32_t peek_at; // where the peek's region starts

    // Fragment only.
    GLuint vertex_array;
    GLuint staging; // 16 bytes: the last words of a download
    GLuint framebuffers[FRAMEBUFFER_CACHE];
    struct target_set attached[FRAMEBUFFER_CACHE];
    GLuint sampler; // nearest: a caller's own texture may want mipmaps that it lacks
    GLuint caller_framebuffer; // for the caller's textures, attached anew every time
    GLuint probe_framebuffer;  // to learn the format of one where nothing else tells
};

// Makes everything that runs of the schedule need. The state that it touches is that of
// STATE_CREATION. On failure nothing is left, not even a GL error.
glsort_result glsort_resources_create(struct resources* r, const struct device* d,
                                      const struct schedule* s, uint32_t max_count,
                                      uint32_t peek_params_bytes, bool fragment,
                                      struct message* message);
void glsort_resources_destroy(struct resources* r, const struct device* d);

// Whether the plan has some, whatever the run.
bool glsort_resources_have_textures(const struct resources* r);

// The plan's own slots; those of the caller stay as they are.
void glsort_resources_fill_slots(const struct resources* r, struct slot_object* slots);

// Attaches these textures of the plan's to a frame buffer, unless one has them. False if
// the driver cannot render to them at once. May bind the frame buffer.
bool glsort_resources_add_targets(struct resources* r, const struct device* d,
                                  const struct target_set* targets);

// Binds the frame buffer of targets that were added, for drawing and reading.
void glsort_resources_bind_targets(const struct resources* r, const struct device* d,
                                   const struct target_set* targets);

// The same for a texture of the caller's, attached anew every time: it may have been
// deleted, and its name used again, since the last run.
void glsort_resources_bind_caller_targets(const struct resources* r,
                                          const struct device* d,
                                          const struct target_set* targets);

// After a draw to the caller's texture, still bound: lets go of it, so that the caller
// may delete it.
void glsort_resources_release_caller(const struct device* d);

#endif
