// SPDX-License-Identifier: MIT
// A GL context, a glsort context on it, and the files of program binaries.
#ifndef SESSION_H
#define SESSION_H

#include "bench_gl.h"
#include "bench_types.h"
#include "bytes.h"
#include "forms.h"
#include "options.h"
#include "output.h"

struct session {
    const struct options* options;
    struct offscreen* offscreen;
    struct bench_gl gl;
    glsort_context* context;
    glsort_limits limits;
    enum offscreen_api api; // of the context created
    bool loaded;            // the binaries that --load names are in use
    struct output dump;     // open from the start, so that a bad path is known
};

// Creates both contexts as the options say, and makes them current. False, with a
// sentence printed, if it cannot.
bool session_open(struct session* s, const struct options* o);

// Fine after a failed open.
void session_close(struct session* s);

// Writes the program binaries to the file that --dump names, if there is one. Before any
// result, since it may fail.
bool session_dump(struct session* s);

const char* session_renderer(const struct session* s);

#endif
