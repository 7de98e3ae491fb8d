// SPDX-License-Identifier: MIT
// A GL ES 3.0 that says yes to everything and does nothing, with program binaries: enough
// for a context, and for a plan until it needs memory.
#ifndef FUZZ_NO_GL_H
#define FUZZ_NO_GL_H

#include <stdbool.h>

#include <glsort/glsort.h>

// False: programs link from text alone.
extern bool no_gl_links_binaries;

// For glsort_context_desc.get_proc.
glsort_proc no_gl_get_proc(void* user, const char* name);

#endif
