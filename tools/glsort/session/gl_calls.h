// SPDX-License-Identifier: MIT
// The few GL entry points that the program itself calls.
#ifndef GL_CALLS_H
#define GL_CALLS_H

#include <GL/glcorearb.h>

#include "offscreen.h"

struct gl_calls {
    PFNGLGETSTRINGPROC get_string;
    PFNGLGETERRORPROC get_error;
    PFNGLFINISHPROC finish;
    PFNGLGENBUFFERSPROC gen_buffers;
    PFNGLDELETEBUFFERSPROC delete_buffers;
    PFNGLBINDBUFFERPROC bind_buffer;
    PFNGLBUFFERDATAPROC buffer_data;
    PFNGLBUFFERSUBDATAPROC buffer_sub_data;
    PFNGLMAPBUFFERRANGEPROC map_buffer_range;
    PFNGLUNMAPBUFFERPROC unmap_buffer;
};

// False, with a sentence printed, if one is missing.
bool gl_calls_load(struct gl_calls* gl, struct offscreen* offscreen);

#endif
