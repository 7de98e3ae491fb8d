// SPDX-License-Identifier: MIT
// One run of a plan on random input, in random places: each range in a buffer or texture
// of its own or all in one buffer, at random offsets, some of them in place.
#ifndef FUZZ_JOB_H
#define FUZZ_JOB_H

#include "fuzz_driver.h"
#include "fuzz_memory.h"

enum fuzz_place {
    FUZZ_KEYS_IN,
    FUZZ_KEYS_OUT,
    FUZZ_VALUES_IN,
    FUZZ_VALUES_OUT,
    FUZZ_COUNT_IN,
    FUZZ_PEEK_KEYS,
    FUZZ_PEEK_VALUES,
    FUZZ_PLACES
};

// Elements in a memory of the job.
struct fuzz_range {
    struct fuzz_memory* memory; // NULL: none
    size_t first;               // word
    uint32_t element_words;
};

struct fuzz_job {
    struct fuzz_world* world;
    glsort_sort_desc desc;
    uint32_t count; // elements that are sorted
    uint32_t room;  // elements that a range holds
    struct fuzz_memory memories[FUZZ_PLACES];
    struct fuzz_range ranges[FUZZ_PLACES];
    bool keys_in_place;
    bool values_in_place;
    bool values_are_keys; // the same range is read as both
    uint32_t* keys;       // the input; the values that the library makes are here too
    uint32_t* values;
    uint32_t* sorted_keys;
    uint32_t* sorted_values;
    glsort_sort_args args; // of the whole run, right in every field
};

// Draws the count, the input and the places of a run, and uploads it.
void fuzz_job_open(struct fuzz_job* j, struct fuzz_world* w, struct fuzz_random* r,
                   const glsort_sort_desc* desc);
void fuzz_job_close(struct fuzz_job* j);

// Fails the case unless all memory is as it should be. Before a run and after a refused
// call that is: untouched.
void fuzz_job_check(const struct fuzz_job* j, const char* after);
// From here on the outputs should be sorted.
void fuzz_job_expect_sorted(struct fuzz_job* j);
// From here on the outputs may hold what they now hold: after a run that was cut short.
void fuzz_job_adopt_outputs(struct fuzz_job* j);

// Peeks at the open run of the plan, at some or all of what it has, and checks that what
// came is a permutation of the input, or if no passes are left, the result.
void fuzz_job_peek(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan);

// Makes arguments wrong in one way, for which a run must be refused. False: they are
// NULL.
bool fuzz_job_spoil(const struct fuzz_job* j, struct fuzz_random* r,
                    glsort_sort_args* args);

#endif
