// SPDX-License-Identifier: MIT
// What the benchmark measures: every form of the library's algorithms, and the sorts of
// the CPU beside them. A new form is a new row of the table in forms.c.
#ifndef BENCH_FORMS_H
#define BENCH_FORMS_H

#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

struct pair {
    uint32_t key;
    uint32_t value;
};

typedef void (*peer_sort)(struct pair* pairs, size_t count);

struct form {
    const char* name;
    peer_sort peer; // NULL: a plan of the library, as follows
    glsort_algorithm algorithm;
    glsort_backend backend;
    glsort_split split;
    glsort_tree_schedule tree_schedule;
    uint32_t local_size;
    uint32_t merge_size;
    glsort_network network;
    glsort_ranking ranking;
};

extern const struct form forms[];
extern const uint32_t form_count;

enum { MAX_FORMS = 64 };

#endif
