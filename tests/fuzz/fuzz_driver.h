// SPDX-License-Identifier: MIT
// The frame of a fuzz program: cases one after the other until the time is up, in a child
// process, so that the parent can say how to repeat the case that ended it, whether that
// was a failed check, a crash, a sanitizer or a case that hangs.
#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>

#include <glsort/glsort_inspect.h>

#include "fuzz_gl.h"
#include "fuzz_random.h"

// Memory that the library takes: counted, handed out dirty, and refused when a case
// wishes.
struct fuzz_heap {
    uint32_t calls; // to allocate and to release
    uint32_t blocks;
    size_t bytes;
    uint32_t fails_in; // the allocation that fails, from 1; 0: none does
};

// What the cases of a process share. A case depends on nothing that an earlier one left
// here: the context's linked programs only make it faster.
struct fuzz_world {
    struct fuzz_gl gl;
    struct fuzz_heap heap;
    glsort_context* context;
    glsort_limits limits;
    uint64_t seed;
    uint64_t number;  // of the case
    uint64_t refused; // cases whose descriptor no plan can serve
};

struct fuzz_program {
    double seconds;     // how long, without --seconds
    double seconds_all; // the same if GLSORT_TEST_ALL is set
    // Draws everything from r. Returns if all is well, and leaves no plan.
    void (*run_case)(struct fuzz_world* w, struct fuzz_random* r);
};

// For main: what it returns.
int fuzz_main(int argc, char** argv, const struct fuzz_program* program);

// Prints the sentence and ends the process; the parent prints the notes of the case.
_Noreturn __attribute__((format(printf, 1, 2))) void fuzz_fail(const char* format, ...);
// Ends the process because this device can run no case at all.
_Noreturn void fuzz_skip(const char* reason);
// Adds to what is printed should the case fail: what it has drawn.
__attribute__((format(printf, 1, 2))) void fuzz_note(const char* format, ...);

// Fails the case if the result is no enumerant, if it is an error and the sentence says
// nothing, or if a GL error is left.
void fuzz_expect_sane(struct fuzz_world* w, const char* call, glsort_result result,
                      const char* sentence);
// The same, and the call must have succeeded.
void fuzz_expect_ok(struct fuzz_world* w, const char* call, glsort_result result,
                    const char* sentence);
// The same, and the call must have been refused.
void fuzz_expect_refused(struct fuzz_world* w, const char* call, glsort_result result,
                         const char* sentence);

#endif
