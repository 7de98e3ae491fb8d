// SPDX-License-Identifier: MIT
// What WebGL offers that GL has no call for, through emscripten. Elsewhere these
// functions answer as for a GL context that is current and never lost.
#ifndef GLSORT_BROWSER_H
#define GLSORT_BROWSER_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

#include "glad_prefix.h"

#if defined(__EMSCRIPTEN__)

enum { IS_BROWSER = 1 };

// NULL if a context of WebGL is current and not lost; otherwise what is wrong, as a
// clause.
const char* glsort_browser_trouble(void);

// A glsort_get_proc.
glsort_proc glsort_browser_get_proc(void* user, const char* name);

// Enables an extension of the current context, by its name without "GL_".
bool glsort_browser_enable(const char* extension);

// The current context, for comparisons.
uintptr_t glsort_browser_context(void);

// Size of the drawing buffer, which is the initial viewport.
void glsort_browser_drawing_size(GLfloat size[2]);

// The renderer, also where GL_RENDERER hides it; at most `bytes` with the final zero.
void glsort_browser_renderer(char* name, int bytes);

// Of WEBGL_polygon_mode, which must be enabled.
void glsort_browser_polygon_mode(GLenum face, GLenum mode);

// True if a query of elapsed time is active.
bool glsort_browser_is_timing(void);

#else

enum { IS_BROWSER = 0 };

#define glsort_browser_trouble() ((const char*)NULL)
#define glsort_browser_get_proc NULL
#define glsort_browser_enable(extension) false
#define glsort_browser_context() 0
#define glsort_browser_drawing_size(size) ((void)0)
#define glsort_browser_renderer(name, bytes) ((void)0)
#define glsort_browser_polygon_mode(face, mode) ((void)0)
#define glsort_browser_is_timing() false

#endif

#endif
