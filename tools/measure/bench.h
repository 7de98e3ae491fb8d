// SPDX-License-Identifier: MIT
// A benchmark: what is to be measured, where, and what was learned so far.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench_gl.h"
#include "copier.h"
#include "forms.h"
#include "peer.h"
#include "row.h"

enum { MAX_LANES = 80, MAX_ONLY = 16 };

// What is wanted; all zero: everything, with the defaults.
struct choice {
    double seconds;   // about, for all forms of one task; slow ones are run less often
    uint32_t samples; // of a form, at most
    // Only rows that have one of these: "radix-tiles", a form's name, or "radix",
    // "radix/tiles" or "compute", whole parts of "algorithm/variant/backend". NULL ends
    // the list.
    const char* only[MAX_ONLY + 1];
    const char* backend;       // only those of this backend; NULL: all
    const struct forms* forms; // to choose from; NULL: all that there are
    bool sorts_alone;          // without transfers and passes
};

struct bench {
    struct offscreen* offscreen;
    struct bench_gl gl;
    glsort_context* context;
    glsort_limits limits;
    struct copier copier;
    struct choice choice;
    struct forms forms;       // of choice, or all
    const struct peer* peers; // NULL: none
    const char* table;        // that the context is given; NULL: none
    // Sees every row, NULL: nobody does.
    void (*watch)(void* user, const struct row* row);
    void* watch_user;
    // Milliseconds an element of each lane's last count, to foresee the next; 0: unknown.
    double last_ms_an_element[MAX_LANES];
    uint64_t rate_bytes; // what copy_rate is for
    double copy_rate;
};

#endif
