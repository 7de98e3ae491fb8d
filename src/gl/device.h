// SPDX-License-Identifier: MIT
// The GL context as the library sees it: entry points, version, limits and features.
#ifndef GLSORT_DEVICE_H
#define GLSORT_DEVICE_H

#include <stdbool.h>

#include <glsort/glsort_inspect.h>
#include <glsort/glsort.h>

#include "browser.h"
#include "glad_prefix.h"
#include "memory.h"
#include "platform_lookup.h"
#include "shader_table.h"

struct device {
    // Only entry points of the context's version and extensions are set. An entry point
    // that an extension has under another name has the name of the core here.
    GladGLContext gl;
    struct glsort_limits limits;
    bool has_binaries;       // program binaries in at least one format
    bool parallel_compile;   // GL_KHR_ or GL_ARB_parallel_shader_compile: can be polled
    bool debug_output;       // GL 4.3, GLES 3.2, KHR_debug: messages can be turned off
    bool labels;             // KHR_debug exists and GLSORT_CONTEXT_DEBUG is set
    bool waits_for_copies;   // the driver is zink
    bool clobbers_state;     // the caller saves its own GL state
    bool resets_state;       // calls query no state, and leave `left`
    glsort_left_state left;  // what calls leave, with resets_state
    bool compatibility;      // GL: the compatibility profile
    bool indexed_viewport;   // GL 4.1: state of viewport 0 alone can be set
    bool indexed_blend;      // GL, GLES 3.2: blending and masks of each draw buffer
    bool pack_invert;        // GL_MESA_pack_invert
    bool pack_reverse;       // GL_ANGLE_pack_reverse_row_order
    bool clip_distances;     // GL, GL_EXT_ or GL_WEBGL_clip_cull_distance
    bool polygon_modes;      // GL, GL_WEBGL_polygon_mode
    bool clip_control;       // GL_ARB_ or GL_EXT_clip_control, outside browsers
    bool feedback_queries;   // GL 4.0, GLES: asked whether transform feedback is active
    bool query_buffers;      // GL 4.4: query results may go to a buffer
    bool multi_bind;         // GL_ARB_multi_bind: many binding points in one call
    bool named_buffers;      // GL_ARB_direct_state_access: no bind to query a buffer
    bool texture_targets;    // a texture's target can be queried by its name
    bool texture_levels;     // GL, GLES 3.1: format and size of a level can be queried
    uint32_t buffer_texels;  // GL: words of the largest buffer texture
    GLint window_rectangles; // GL_EXT_window_rectangles: their maximum number, or 0
    GLint debug_groups;      // how many can be open: one less than the stack's depth

    // What tells the GL context from another one: the platform's handle, and a label of
    // an object that contexts never share. A context at the address of one that is gone
    // has its handle, but not the label.
    struct platform_lookup platform;
    GLuint mark;        // a vertex array, or 0: GL keeps no labels
    char mark_text[32]; // its label

    // In browsers.
    uintptr_t context;   // of WebGL
    GLsync incarnation;  // an object that goes if the context is lost
    GLuint feedback;     // transform feedback without buffers
    struct known* known; // objects of the caller's that have passed a check
};

// Loads the entry points and reads the limits of the current GL context. Leaves no GL
// error behind and keeps the state.
glsort_result glsort_device_open(struct device* d, const glsort_context_desc* desc,
                                 struct message* message);

// Deletes the GL objects that opening has created. The device's GL context is current.
void glsort_device_delete(const struct device* d);

// Frees what else opening has taken; needs no GL context.
void glsort_device_release(struct device* d);

// NULL if the device's GL context is current on this thread and has the device's objects;
// otherwise what is wrong, as a clause. asks: GL, too, without which a context at the
// address of one that is gone passes for it.
const char* glsort_device_trouble(const struct device* d, bool asks);

// GLSORT_OK, or GLSORT_ERROR_CONTEXT with that clause as the sentence of entry point
// `call`. Queries nothing with GLSORT_CONTEXT_CLOBBERS_STATE.
glsort_result glsort_device_check_current(const struct device* d,
                                          const struct call* call);

// Also returns GLSORT_ERROR_STATE with a sentence if the GL context is in a mode, such as
// active transform feedback, in which GL would not do what `call` wants. draws: the call
// draws fragments. Queries only modes that GL can tell, and nothing with
// GLSORT_CONTEXT_CLOBBERS_STATE or in browsers.
glsort_result glsort_device_check_modes(const struct device* d, bool draws,
                                        const struct call* call);

// GL's pending errors that can be raised again: GL_INVALID_ENUM, GL_INVALID_VALUE and
// GL_INVALID_OPERATION. The caller's are taken so that an error of our own can be told
// from them, or because ours may be among them, and then raised again, unheard by a debug
// callback.
enum {
    ERROR_ENUM = 1 << 0,
    ERROR_VALUE = 1 << 1,
    ERROR_OPERATION = 1 << 2,
};
uint32_t glsort_device_take_errors(const struct device* d);
void glsort_device_raise_errors(const struct device* d, uint32_t errors);

// The API whose shader texts this device gets for compute or for draws.
enum shader_api glsort_device_shader_api(const struct device* d, bool compute);

// Labels an object for debuggers, if d->labels.
void glsort_device_label(const struct device* d, GLenum kind, GLuint name,
                         const char* label);

static inline GLint device_get(const struct device* d, GLenum name)
{
    GLint value = 0;
    d->gl.GetIntegerv(name, &value);
    return value;
}

// The name if such an object exists, otherwise 0: one that was deleted while it was bound
// cannot be bound again. `exists` is glIsBuffer, glIsTexture and so on.
static inline GLuint existing(PFNGLISBUFFERPROC exists, GLint name)
{
    return name != 0 && exists((GLuint)name) ? (GLuint)name : 0;
}

// Writes the minimum limits that the specification of a version guarantees, for GLES 3.1
// and 3.2 with what the compute backend needs. False for an unknown version.
bool glsort_device_minimum(uint32_t version, bool is_gles, struct glsort_limits* limits);

#endif
