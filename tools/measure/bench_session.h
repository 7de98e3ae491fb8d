// SPDX-License-Identifier: MIT
// A GL context with the library's on it, and times of what is submitted to it: for
// benchmarks that measure one thing or compare it with a few others.
#ifndef BENCH_BENCH_SESSION_H
#define BENCH_BENCH_SESSION_H

#include <stddef.h>

#include <glsort/glsort.h>

#include "bench_gl.h"

struct bench_session {
    struct offscreen* offscreen;
    struct bench_gl gl;
    glsort_context* context;
    GLuint queries[2];
    GLuint leads[2];  // what copies before runs move
    bool is_software; // the times are those of the clock
};

// False, with a sentence, if there is no such context. bench_session_close() is fine
// then, too.
bool bench_session_open(struct bench_session* session, const struct offscreen_desc* desc,
                        char* message, size_t message_bytes);
void bench_session_close(struct bench_session* session);

// For bench_session_time(), also on a GL context and a context that another has opened.
// False, with a sentence, without time stamps.
bool bench_session_start(struct bench_session* session, char* message,
                         size_t message_bytes);
void bench_session_stop(struct bench_session* session);

// What main() returns of a program that measures in a session of GL 4.3, which is opened
// here: `bench` gets the arguments, and prints what is wrong with them.
int bench_session_main(struct bench_session* session, int argc, char** argv,
                       bool (*bench)(void* user, int argc, char** argv), void* user);

// A buffer; data may be NULL.
GLuint bench_session_buffer(const struct bench_session* session, uint64_t bytes,
                            const void* data);

// The next of some random words; the state begins as any number.
uint32_t bench_random(uint64_t* state);

// What is timed.
struct timed {
    // The GPU copies before each run, so that all of it is submitted before the GPU comes
    // to it.
    bool leads;
    bool (*run)(const void* user);
    const void* user;
};

// Milliseconds, the median of 21 runs after others that warm the device up for 0.2 s.
// False if a run failed.
bool bench_session_time(const struct bench_session* session, const struct timed* timed,
                        double* ms);

#endif
