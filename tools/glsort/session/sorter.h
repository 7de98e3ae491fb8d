// SPDX-License-Identifier: MIT
// A plan, or a segmented sort, with buffers of its own: keys and values go in from
// memory, run, and come back.
#ifndef SORTER_H
#define SORTER_H

#include <glsort/glsort_arrays.h>

#include "progress_line.h"
#include "segment_list.h"
#include "session.h"

enum {
    SORTER_KEYS_IN,
    SORTER_KEYS_OUT,
    SORTER_VALUES_IN,
    SORTER_VALUES_OUT,
    SORTER_OFFSETS,
    SORTER_BUFFERS
};

struct sorter {
    const struct session* session;
    glsort_plan* plan;
    bool is_segmented;
    uint32_t segment_count;
    glsort_sort_desc desc;
    uint32_t words[SORTER_BUFFERS]; // of an element
    GLuint buffers[SORTER_BUFFERS]; // 0: not needed
    uint32_t max_passes;
};

// Seconds of one run: on the GPU by its time stamps, and by the wall clock.
struct sorter_time {
    bool has_gpu;
    double gpu;
    double wall;
};

// Each is false with a sentence printed if it fails. desc->max_count may be 0.
bool sorter_open(struct sorter* s, const struct session* session,
                 const glsort_sort_desc* desc);
// The same for a sort of every segment, in place, so that keys of no segment stay where
// they are. desc has its method and algorithm unset.
bool sorter_open_segments(struct sorter* s, const struct session* session,
                          const glsort_sort_desc* desc, const struct segment_list* list);
void sorter_close(struct sorter* s);

// Keys and values are in words, as many as their types have. values: NULL unless the plan
// takes the caller's.
bool sorter_load(struct sorter* s, const uint32_t* keys, const uint32_t* values,
                 uint32_t count);

// Runs once and waits. Shows progress if it is not NULL and wanted, else in one go.
bool sorter_run(struct sorter* s, uint32_t count, struct progress_line* progress,
                struct sorter_time* time);

// keys, values: NULL if not wanted.
bool sorter_read(struct sorter* s, uint32_t* keys, uint32_t* values, uint32_t count);

// What the plan has chosen, such as "abisort on compute".
void sorter_describe(struct sorter* s, char text[64]);

#endif
