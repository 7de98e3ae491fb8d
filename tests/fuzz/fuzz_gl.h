// SPDX-License-Identifier: MIT
// The GL context that a process of the fuzzer runs on, and the entry points that it calls
// itself.
#ifndef FUZZ_GL_H
#define FUZZ_GL_H

#include <stdbool.h>

#include <GL/glcorearb.h>

#include "offscreen.h"

#define FUZZ_GL_CALLS(CALL)                                                              \
    CALL(PFNGLBINDBUFFERPROC, BindBuffer)                                                \
    CALL(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                                      \
    CALL(PFNGLBINDTEXTUREPROC, BindTexture)                                              \
    CALL(PFNGLBUFFERDATAPROC, BufferData)                                                \
    CALL(PFNGLBUFFERSUBDATAPROC, BufferSubData)                                          \
    CALL(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                                          \
    CALL(PFNGLDELETEFRAMEBUFFERSPROC, DeleteFramebuffers)                                \
    CALL(PFNGLDELETETEXTURESPROC, DeleteTextures)                                        \
    CALL(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D)                            \
    CALL(PFNGLGENBUFFERSPROC, GenBuffers)                                                \
    CALL(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                                      \
    CALL(PFNGLGENTEXTURESPROC, GenTextures)                                              \
    CALL(PFNGLGETERRORPROC, GetError)                                                    \
    CALL(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                                        \
    CALL(PFNGLREADPIXELSPROC, ReadPixels)                                                \
    CALL(PFNGLTEXIMAGE2DPROC, TexImage2D)                                                \
    CALL(PFNGLTEXPARAMETERIPROC, TexParameteri)                                          \
    CALL(PFNGLTEXSUBIMAGE2DPROC, TexSubImage2D)                                          \
    CALL(PFNGLUNMAPBUFFERPROC, UnmapBuffer)

struct fuzz_gl {
    struct offscreen* offscreen;
    bool has_compute;
#define FUZZ_GL_MEMBER(TYPE, NAME) TYPE NAME;
    FUZZ_GL_CALLS(FUZZ_GL_MEMBER)
#undef FUZZ_GL_MEMBER
};

// The names for --api: "newest" (what the driver has, GL 4.5 on Mesa), and the names of
// offscreen_api_name(), which are these versions and no more.
bool fuzz_gl_knows(const char* api);

// Opens a context of the API, on the software renderer or on the device that
// GLSORT_TEST_DEVICE names, and makes it current; fails the case if there is none, or
// skips all if the named device gives only a later version. Mesa decides once a process
// which version it offers.
void fuzz_gl_open(struct fuzz_gl* gl, const char* api);
void fuzz_gl_close(struct fuzz_gl* gl);

// Fails the case if a GL error is pending after the call of this name.
void fuzz_gl_expect_no_error(const struct fuzz_gl* gl, const char* call);

#endif
