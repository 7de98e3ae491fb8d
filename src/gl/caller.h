// SPDX-License-Identifier: MIT
// Queries the properties of the caller's buffers and textures before a run. The queries
// leave no GL error behind; save and restore keep the bindings.
#ifndef GLSORT_CALLER_H
#define GLSORT_CALLER_H

#include "device.h"

struct caller_buffer {
    bool exists;
    bool mapped; // other than persistently
    uint64_t bytes;
};

struct caller_texture {
    bool exists;
    bool is_2d;
    bool has_level; // level 0 has texels; without level queries: level 0 is renderable
    bool has_size;  // width and height are known
    GLenum format;  // internal format of level 0; GL_NONE: none that a run writes
    GLint width;
    GLint height;
    GLint base_level;
    GLint swizzle[4];
};

// The bindings that the queries change.
struct caller_bindings {
    GLint copy_read_buffer;
    GLint texture_2d;       // of the active unit
    GLint read_framebuffer; // only without level queries
};

// textures: true if textures will be queried. A GL context must be current.
void glsort_caller_save(struct caller_bindings* b, const struct device* d, bool textures);
void glsort_caller_restore(const struct caller_bindings* b, const struct device* d,
                           bool textures);

struct caller_buffer glsort_caller_buffer(const struct device* d, GLuint name);

// probe: a framebuffer without attachments. It has none afterwards either.
struct caller_texture glsort_caller_texture(const struct device* d, GLuint name,
                                            GLuint probe);

#endif
