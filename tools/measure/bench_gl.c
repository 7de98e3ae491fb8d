// SPDX-License-Identifier: MIT
#include "bench_gl.h"

bool bench_gl_load(struct bench_gl* gl, struct offscreen* offscreen)
{
#define LOAD(TYPE, NAME) gl->NAME = (TYPE)offscreen_get_proc(offscreen, "gl" #NAME);
    BENCH_GL_CALLS(LOAD)
#undef LOAD
    return gl->GetString && gl->GetError && gl->Finish && gl->GenBuffers &&
           gl->BufferData && gl->CopyBufferSubData && gl->MapBufferRange;
}
