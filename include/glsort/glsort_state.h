/* SPDX-License-Identifier: MIT
 * Copyright (c) the glsort authors
 *
 * glsort_state.h: what calls do with the GL state that they touch, which gl-state.md
 * lists. A context has one of three rules:
 *
 *   kept       Calls query the state, and restore it. The default, except in browsers.
 *   reset      Calls leave GL's initial values, or what glsort_context_leave() names.
 *              They query only the bindings that checks of buffers and textures and the
 *              reading of time stamps change, and a viewport (see below). The default
 *              in browsers, where a query can wait for another process, so that keeping
 *              the state costs milliseconds a run.
 *   clobbered  Calls query and restore nothing: GLSORT_CONTEXT_CLOBBERS_STATE.
 *
 * With all rules a GL error that is pending stays pending, and no call leaves one behind;
 * gl-state.md has the exceptions.
 */
#ifndef GLSORT_STATE_H
#define GLSORT_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "glsort.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Further flags of glsort_context_desc; at most one of KEEPS_STATE, RESETS_STATE
 * and CLOBBERS_STATE. */
#define GLSORT_CONTEXT_RESETS_STATE (1u << 2)
#define GLSORT_CONTEXT_KEEPS_STATE (1u << 3)
/* Browsers: the page sets polygon modes by WEBGL_polygon_mode. Then glsort enables
 * this extension, about which browsers print a warning on the console, and draws
 * in the mode FILL. Without the flag, results are wrong while the mode is LINE.
 * Elsewhere the flag does nothing. */
#define GLSORT_CONTEXT_USES_POLYGON_MODE (1u << 4)

/* Capabilities that are enabled after a call. */
#define GLSORT_LEFT_BLEND (1u << 0)
#define GLSORT_LEFT_CULL_FACE (1u << 1)
#define GLSORT_LEFT_DEPTH_TEST (1u << 2)
#define GLSORT_LEFT_SCISSOR_TEST (1u << 3)
#define GLSORT_LEFT_STENCIL_TEST (1u << 4)

/* Zero in every field is GL's initial value. Calls set only what they may have changed:
 * gl-state.md says which of this, by backend. */
typedef struct glsort_left_state {
    uint32_t program;
    uint32_t vertex_array;
    uint32_t draw_framebuffer;
    uint32_t read_framebuffer;
    /* x, y, width, height. All zero: in browsers the drawing buffer, elsewhere the
     * viewport before the call, which is queried. */
    int32_t viewport[4];
    uint32_t enabled; /* GLSORT_LEFT_* */
} glsort_left_state;

/* Sets what later calls of a context with GLSORT_CONTEXT_RESETS_STATE leave behind, such
 * as the framebuffer that the caller is drawing to. The objects must exist during these
 * calls.
 * Errors: ARGUMENT  a pointer is NULL, or enabled has unknown bits
 *         RANGE     the viewport has a negative size
 *         STATE     the context has another rule
 * GL context: none needed. Lifetime: left is copied. Cost: none. */
GLSORT_API glsort_result glsort_context_leave(glsort_context* context,
                                              const glsort_left_state* left);

/* Browsers: a run asks WebGL about a buffer or texture when it uses it for the first
 * time, again after 64 others, and about a buffer when it needs more bytes of it. Call
 * this after shrinking a buffer that runs have used, or after defining such a texture
 * anew or changing its parameters: the next runs ask again. Elsewhere every run asks, and
 * this does nothing. NULL is allowed.
 * GL context: none needed. Cost: none. */
GLSORT_API void glsort_context_recheck(glsort_context* context);

#ifdef __cplusplus
}
#endif

#endif
