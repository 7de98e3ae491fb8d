// SPDX-License-Identifier: MIT
// The whole GL state as lines of text, so that before and after can be compared. It asks
// for far more than the library touches, and shares no list with it.
#ifndef GL_DUMP_H
#define GL_DUMP_H

#include "gl_harness.h"

// Of the compatibility profile, which glad leaves out here.
#define GL_POLYGON_STIPPLE 0x0B42

struct gl_dump {
    char (*lines)[160];
    uint32_t count;
    uint32_t room;
};

// Fails the test if a query gives a GL error, so the lists stay honest for each API.
void gl_dump_take(struct gl_dump* dump, struct gl_harness* h);
void gl_dump_free(struct gl_dump* dump);

// True if equal; otherwise both lines of the first few differences are printed. Lines
// that contain one of the words in `but` (NULL-terminated, or NULL) may differ.
bool gl_dump_equal(const struct gl_dump* before, const struct gl_dump* after,
                   const char* const* but);

// True if the lines that contain the word are equal. Prints nothing.
bool gl_dump_equal_in(const struct gl_dump* before, const struct gl_dump* after,
                      const char* word);

// The objects of a state in which nothing is as GL makes it.
struct gl_hostile {
    GLuint buffers[8];
    GLuint textures[4]; // 2-D, array, cube, of a buffer
    GLuint sampler;
    GLuint framebuffers[2];
    GLuint renderbuffer;
    GLuint vertex_array;
    GLuint program;
    GLuint pipeline;
};

// Changes whatever the API lets one change, above all what could drop or move a fragment,
// break a transfer or an integer fetch.
void gl_hostile_set(struct gl_hostile* s, struct gl_harness* h);
void gl_hostile_clear(struct gl_hostile* s, struct gl_harness* h);

#endif
