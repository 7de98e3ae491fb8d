// SPDX-License-Identifier: MIT
// A sort written down: the order that the elements are in after every pass, and what each
// pass did. Made on the GPU by stepping through a plan and peeking after each step; read
// by the views that show how a sort goes.
#ifndef DEMO_RECORD_H
#define DEMO_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort_inspect.h>

enum { RECORD_MAX_COUNT = 1 << 16, RECORD_LABEL_BYTES = 32 };

// A pass and the order after it.
struct record_pass {
    char label[RECORD_LABEL_BYTES];
    glsort_phase phase;
    uint32_t level; // as in glsort_pass_info, these four
    uint32_t stage;
    uint32_t stages;
    uint32_t step;
    uint64_t read_bytes;
    uint64_t write_bytes;
    double comparisons; // about, see record_comparisons()
    double ns;          // on the GPU; below 0: no time stamps here
    uint32_t moved;     // elements in another place than before the pass
    double in_order;   // share of all pairs that are in order: a half at random, 1 sorted
    double neighbours; // the same of neighbours
};

struct progress_line;

struct record {
    glsort_plan_info info;
    uint32_t count;
    uint32_t pass_count;
    struct record_pass* passes; // pass_count + 1: [0] is the input, [p] after p passes
    uint32_t* orders;           // the same, each of count: the element at every place
    uint32_t* ranks;            // of every element: its place in a stable sort on the CPU
    uint32_t* keys;             // of every element, as integers that ascend
    double total_ns;            // below 0: no time stamps
    bool sorted;                // the last order is that of the CPU
};

// Sorts the keys, of desc's type, by a plan of desc (whose count, values and flags are
// ours to choose) and writes it down. False and a sentence on failure; *record is then
// empty. Waits for the GPU many times; `line` says how far it is, and may be NULL.
bool record_make(struct record* record, glsort_context* context,
                 const glsort_sort_desc* desc, const uint32_t* keys, uint32_t count,
                 struct progress_line* line, char* message);
void record_free(struct record* record);

// The elements at their places after p passes, 0 to pass_count.
const uint32_t* record_order(const struct record* record, uint32_t p);

// Pass p (1 to pass_count) as the theory has it: comparisons of two elements, not
// counting the searches of an array merge. Several columns of a level in several passes
// are shared out evenly.
double record_comparisons(const struct record* record, uint32_t p);

// True if a pass does all phases of a stage of the tree form.
bool record_takes_stages(const struct record* record);

// True if pass p copies nodes of trees forward, and so leaves the elements where they
// are.
bool record_copies_nodes(const struct record* record, uint32_t p);

// Bytes read and written by passes 1 to p.
uint64_t record_bytes(const struct record* record, uint32_t p);

#endif
