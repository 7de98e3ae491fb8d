// SPDX-License-Identifier: MIT
// A segmented sort with its buffers, and a run of it beside a stable sort of every
// segment on the CPU.
#ifndef GL_SEGMENTER_H
#define GL_SEGMENTER_H

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"

// A segmented sort with its buffers, and the segments of the next run.
struct gl_segmenter {
    const struct gl_suite* suite;
    glsort_plan* segments;
    glsort_segments_desc desc;
    glsort_sort_desc plan; // that of a sort of one segment
    uint32_t key_words, value_words;
    struct gl_area keys, keys_out, values, values_out, offsets, counts;
    uint32_t *key_input, *value_input;
    uint32_t *offset_list, *places; // for each position the one that comes there
    uint32_t count, segment_count;
    uint32_t offset_count; // written to the buffer
    uint64_t seed;
    enum gl_data data;
    bool in_place;
};

// Buffers with guards around them. All of these fail the test where they fail.
void gl_segmenter_open(struct gl_segmenter* s, const struct gl_suite* suite,
                       const glsort_segments_desc* desc);
void gl_segmenter_close(struct gl_segmenter* s);

// The segments of the next run: `begin` removes all and sets where the first one will
// begin; `add` appends one, and is false if it does not fit.
void gl_segmenter_begin(struct gl_segmenter* s, uint32_t first);
bool gl_segmenter_add(struct gl_segmenter* s, uint32_t length);
uint32_t gl_segmenter_random(struct gl_segmenter* s, uint32_t end);

// Runs, and compares outputs and inputs.
void gl_segmenter_check_run(struct gl_segmenter* s);

// Its parts: writes new inputs; the arguments of a run; where each element comes to;
// compares an output, and what must not have changed.
void gl_segmenter_write(struct gl_segmenter* s);
glsort_segments_args gl_segmenter_args(const struct gl_segmenter* s);
void gl_segmenter_place(struct gl_segmenter* s);
void gl_segmenter_check_output(struct gl_segmenter* s, struct gl_area* out,
                               const uint32_t* input, bool in_place, const char* name);
void gl_segmenter_check_outputs(struct gl_segmenter* s);
void gl_segmenter_check_inputs(struct gl_segmenter* s);

#endif
