// SPDX-License-Identifier: MIT
// How a GL test program runs: all its tests on one API after another, each API in a
// process of its own, on a harness, a mock and a context that are opened and closed here.
#ifndef GL_SUITE_H
#define GL_SUITE_H

#include "gl_mock.h"
#include "host_test.h"

struct gl_suite {
    struct gl_harness* harness;
    struct gl_mock* mock;     // NULL or unmocked: nothing between library and GL
    glsort_context** context; // NULL or no_context: the tests make their own
    bool unmocked;
    bool no_context;
    struct gl_forced_limits limits; // of the mock
    uint32_t apis;                  // bits of 1 << gl_api; 0: all
    uint32_t apis_of_all;           // of these: only if everything is tested, or named
    bool opens_newest;              // as gl_harness_open_newest
    bool tests_open;                // every test calls gl_suite_open and gl_suite_close
};

// The harness, mock, context and suite of a program, by these names, and its main:
// GL_SUITE(.apis = GL_API_COMPUTE);
#define GL_SUITE(...)                                                                    \
    static struct gl_harness harness;                                                    \
    static struct gl_mock mock;                                                          \
    static glsort_context* context;                                                      \
    static const struct gl_suite suite;                                                  \
    int main(int argc, char** argv)                                                      \
    {                                                                                    \
        return gl_suite_run(argc, argv, &suite);                                         \
    }                                                                                    \
    static const struct gl_suite suite = {                                               \
        .harness = &harness, .mock = &mock, .context = &context, __VA_ARGS__}

// Opens what the suite wants; the harness has the API already, which gl_suite_run sets.
void gl_suite_open(const struct gl_suite* suite);
// The same with these limits.
void gl_suite_open_with(const struct gl_suite* suite, struct gl_forced_limits limits);
// Closes it. Fails if the mock met trouble, GL objects are left or an error is pending.
void gl_suite_close(const struct gl_suite* suite);

// For main: what it returns. With an API's name as the first argument only that one runs,
// in this process; with "newest" as the second one, in the newest context of its kind.
int gl_suite_run(int argc, char** argv, const struct gl_suite* suite);

#endif
