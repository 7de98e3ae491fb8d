// SPDX-License-Identifier: MIT
#include "gl_calls.h"

#include "complain.h"

bool gl_calls_load(struct gl_calls* gl, struct offscreen* offscreen)
{
    const char* missing = NULL;
#define LOAD(type, member, name)                                                         \
    do {                                                                                 \
        gl->member = (type)offscreen_get_proc(offscreen, name);                          \
        if (!gl->member)                                                                 \
            missing = name;                                                              \
    } while (0)
    LOAD(PFNGLGETSTRINGPROC, get_string, "glGetString");
    LOAD(PFNGLGETERRORPROC, get_error, "glGetError");
    LOAD(PFNGLFINISHPROC, finish, "glFinish");
    LOAD(PFNGLGENBUFFERSPROC, gen_buffers, "glGenBuffers");
    LOAD(PFNGLDELETEBUFFERSPROC, delete_buffers, "glDeleteBuffers");
    LOAD(PFNGLBINDBUFFERPROC, bind_buffer, "glBindBuffer");
    LOAD(PFNGLBUFFERDATAPROC, buffer_data, "glBufferData");
    LOAD(PFNGLBUFFERSUBDATAPROC, buffer_sub_data, "glBufferSubData");
    LOAD(PFNGLMAPBUFFERRANGEPROC, map_buffer_range, "glMapBufferRange");
    LOAD(PFNGLUNMAPBUFFERPROC, unmap_buffer, "glUnmapBuffer");
#undef LOAD
    return !missing || complain("the GL driver lacks %s", missing);
}
