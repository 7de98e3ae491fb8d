// SPDX-License-Identifier: MIT
// The GL entry points that measuring and the program glsort need.
#ifndef BENCH_GL_H
#define BENCH_GL_H

#include <stdbool.h>

#include <GL/glcorearb.h>

#include "offscreen.h"

// Those of GL 4.3 and of time stamps are NULL where the context has none.
#define BENCH_GL_CALLS(X)                                                                \
    X(PFNGLGETSTRINGPROC, GetString)                                                     \
    X(PFNGLGETERRORPROC, GetError)                                                       \
    X(PFNGLFINISHPROC, Finish)                                                           \
    X(PFNGLGENBUFFERSPROC, GenBuffers)                                                   \
    X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                                             \
    X(PFNGLBINDBUFFERPROC, BindBuffer)                                                   \
    X(PFNGLBUFFERDATAPROC, BufferData)                                                   \
    X(PFNGLBUFFERSUBDATAPROC, BufferSubData)                                             \
    X(PFNGLCOPYBUFFERSUBDATAPROC, CopyBufferSubData)                                     \
    X(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                                           \
    X(PFNGLUNMAPBUFFERPROC, UnmapBuffer)                                                 \
    X(PFNGLBINDBUFFERRANGEPROC, BindBufferRange)                                         \
    X(PFNGLCREATESHADERPROC, CreateShader)                                               \
    X(PFNGLSHADERSOURCEPROC, ShaderSource)                                               \
    X(PFNGLCOMPILESHADERPROC, CompileShader)                                             \
    X(PFNGLDELETESHADERPROC, DeleteShader)                                               \
    X(PFNGLCREATEPROGRAMPROC, CreateProgram)                                             \
    X(PFNGLATTACHSHADERPROC, AttachShader)                                               \
    X(PFNGLLINKPROGRAMPROC, LinkProgram)                                                 \
    X(PFNGLGETPROGRAMIVPROC, GetProgramiv)                                               \
    X(PFNGLUSEPROGRAMPROC, UseProgram)                                                   \
    X(PFNGLDELETEPROGRAMPROC, DeleteProgram)                                             \
    X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute)                                         \
    X(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                                             \
    X(PFNGLGENQUERIESPROC, GenQueries)                                                   \
    X(PFNGLDELETEQUERIESPROC, DeleteQueries)                                             \
    X(PFNGLQUERYCOUNTERPROC, QueryCounter)                                               \
    X(PFNGLGETQUERYOBJECTUI64VPROC, GetQueryObjectui64v)

struct bench_gl {
#define MEMBER(TYPE, NAME) TYPE NAME;
    BENCH_GL_CALLS(MEMBER)
#undef MEMBER
};

// False if the context lacks an entry point that every GL has.
bool bench_gl_load(struct bench_gl* gl, struct offscreen* offscreen);

#endif
