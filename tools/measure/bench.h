// SPDX-License-Identifier: MIT
// A benchmark: what to measure, where, and what earlier counts have shown.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench_gl.h"
#include "copier.h"
#include "forms.h"
#include "peer.h"
#include "row.h"

enum { MAX_LANES = 80, MAX_ONLY = 16 };

// What to measure; all zero: everything, with the defaults.
// Several times what the caches of a GPU hold.
enum { COLD_BYTES = 256 << 20 };

struct choice {
    double seconds;   // approximate, for all forms of one task; slow ones run less often
    uint32_t samples; // most samples of a form
    // Only rows that have one of these: "radix-tiles", a form's name, or "radix",
    // "radix/tiles" or "compute", whole parts of "algorithm/variant/backend". NULL ends
    // the list.
    const char* only[MAX_ONLY + 1];
    const char* backend;       // only those of this backend; NULL: all
    const struct forms* forms; // to choose from; NULL: all
    // Measures sorts and orders alone: no transfers and passes, and of orders no other
    // ways to make them.
    bool sorts_alone;
    bool cold; // copies of COLD_BYTES come before each time stamp, not of the outputs
    double warm_up_ms; // runs that are not counted take so long; 0: the default
    bool starts_cold;  // no such runs at all
    // Leaves out forms that were so many times slower at the count before than the best
    // of their backend; 0: none.
    double hopeless;
};

struct bench {
    struct bench_gl gl;
    glsort_context* context;
    glsort_limits limits;
    struct copier copier;
    struct choice choice;
    struct forms forms;       // of choice, or all
    const struct peer* peers; // NULL: none
    // Called with every row; may be NULL.
    void (*watch)(void* user, const struct row* row);
    void* watch_user;
    // Milliseconds per element at each lane's last count, to predict the next; or 0.
    double last_ms_an_element[MAX_LANES];
    uint64_t rate_bytes; // size at which copy_rate was measured
    double copy_rate;
    GLuint cold[2]; // of COLD_BYTES; 0 until they are needed
};

#endif
