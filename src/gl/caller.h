// SPDX-License-Identifier: MIT
// What GL says of the caller's buffers and textures before a run. Asking leaves no GL
// error behind, and the bindings as they were.
#ifndef GLSORT_CALLER_H
#define GLSORT_CALLER_H

#include "device.h"

struct caller_buffer {
    bool exists;
    bool mapped; // and not persistently
    uint64_t bytes;
};

struct caller_texture {
    bool exists;
    bool is_2d;
    bool has_level; // level 0 has texels, and where GL cannot tell, is a render target
    bool has_size;  // width and height are known
    GLenum format;  // internal format of level 0; GL_NONE: none that a run takes
    GLint width;
    GLint height;
    GLint base_level;
    GLint swizzle[4];
};

// What asking changes.
struct caller_bindings {
    GLint copy_read_buffer;
    GLint texture_2d;       // of the active unit
    GLint read_framebuffer; // where frame buffers tell what textures are
};

// textures: whether any are going to be asked about. Needs a context that is current.
void glsort_caller_save(struct caller_bindings* b, const struct device* d, bool textures);
void glsort_caller_restore(const struct caller_bindings* b, const struct device* d,
                           bool textures);

struct caller_buffer glsort_caller_buffer(const struct device* d, GLuint name);

// probe: a frame buffer without attachments, which it is again afterwards.
struct caller_texture glsort_caller_texture(const struct device* d, GLuint name,
                                            GLuint probe);

#endif
