// SPDX-License-Identifier: MIT
// One GL context as the library sees it: its entry points, version and limits.
#ifndef GLSORT_DEVICE_H
#define GLSORT_DEVICE_H

#include <stdbool.h>

#include "glad_prefix.h"
#include "memory.h"
#include "shader_table.h"

struct device {
    GladGLContext gl; // only the entry points of the context's version are set
    struct glsort_limits limits;
    bool has_binaries;       // program binaries in at least one format
    bool labels;             // KHR_debug is there and wanted
    bool clobbers_state;     // the caller saves its own GL state
    bool compatibility;      // GL: the compatibility profile
    bool indexed_viewport;   // GL 4.1: state of viewport 0 alone can be set
    bool indexed_blend;      // GL, GLES 3.2: blending and masks of each draw buffer
    bool pack_invert;        // GL_MESA_pack_invert
    bool pack_reverse;       // GL_ANGLE_pack_reverse_row_order
    bool clip_distances;     // GL, GL_EXT_clip_cull_distance
    bool query_buffers;      // GL 4.4: results of queries may go to a buffer
    bool texture_targets;    // GL 4.5: a texture's target can be asked for by its name
    bool texture_levels;     // GL, GLES 3.1: format and size of a level can be asked for
    GLint window_rectangles; // GL_EXT_window_rectangles: the most that there can be, or 0
    GLint debug_groups;      // the most that can be open, one less than the stack's depth
};

// Loads the entry points and reads the limits of the context that is current. Leaves no
// GL error and no state behind.
glsort_result glsort_device_open(struct device* d, const glsort_context_desc* desc,
                                 struct message* message);

// False if no GL context is current on this thread.
bool glsort_device_has_context(const struct device* d);

// The newest GLSL that the shaders of this kind come in for this device.
enum shader_api glsort_device_shader_api(const struct device* d, bool compute);

// Names an object in debuggers, if labels are wanted.
void glsort_device_label(const struct device* d, GLenum kind, GLuint name,
                         const char* label);

// The limits that every device of a version must offer; false if there is no such
// version.
bool glsort_device_minimum(uint32_t version, bool is_gles, struct glsort_limits* limits);

#endif
