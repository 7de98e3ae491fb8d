// SPDX-License-Identifier: MIT
// Queries the properties of the caller's buffers and textures before a run. The queries
// leave no GL error behind; save and restore keep the bindings.
#ifndef GLSORT_CALLER_H
#define GLSORT_CALLER_H

#include "device.h"

struct caller_buffer {
    bool exists;
    bool mapped;  // other than persistently
    bool indices; // WebGL: was an element array, and may be bound to nothing else
    uint64_t bytes;
};

struct caller_texture {
    bool exists;
    bool has_target; // the one that was asked for
    bool has_level;  // level 0 has texels; without level queries: level 0 is renderable
    bool has_size;   // width and height are known
    GLenum format;   // internal format of level 0; GL_NONE: not a format that runs use
    GLint width, height, depth, base_level;
    GLint swizzle[4];
};

// The last objects that checks have found usable. Kept in browsers alone, where a name is
// never used twice.
enum { KNOWN_OBJECTS = 64 };

struct known {
    struct known_object {
        GLuint name;
        GLenum kind;    // GL_BUFFER, or the internal format of a texture
        uint64_t bytes; // of a buffer
    } objects[KNOWN_OBJECTS];
    uint32_t next; // to be replaced
};

// True if a check has found this object usable as this kind, with at least this many
// bytes.
bool glsort_caller_knows(const struct device* d, GLuint name, GLenum kind,
                         uint64_t bytes);
void glsort_caller_learn(const struct device* d, GLuint name, GLenum kind,
                         uint64_t bytes);

// The bindings that the queries change.
struct caller_bindings {
    bool saved;
    GLint copy_read_buffer;
    GLint pixel_unpack_buffer;          // only in browsers
    GLint texture_2d, texture_2d_array; // of the active unit
    GLint read_framebuffer;             // only without level queries
};

// The first query saves the bindings in *b, which must be zero before it; restore them
// after the last one. A GL context must be current.
struct caller_buffer glsort_caller_buffer(struct caller_bindings* b,
                                          const struct device* d, GLuint name);

// probe: a framebuffer without attachments. It has none afterwards either.
// target: GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY.
struct caller_texture glsort_caller_texture(struct caller_bindings* b,
                                            const struct device* d, GLuint name,
                                            GLuint probe, GLenum target);

void glsort_caller_restore(const struct caller_bindings* b, const struct device* d);

#endif
