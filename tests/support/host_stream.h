// SPDX-License-Identifier: MIT
// A stream machine on the host. It runs the schedule of a real plan by mirrors of the
// shaders, which read the same parameters and do the same address arithmetic, and it
// checks every access against what the passes declare:
//
//   - a read lies in the declared range of a binding, was written before (in this level,
//     for nodes and paths), and is not in a range that the pass writes, unless the pass
//     is tile_in_place: then it is the instance's own range, and the instance has not
//     written yet
//   - a write goes to the instance's own slots: kernels name an output and a place in it,
//     the machine adds the address; it lies in the declared range, and no slot is written
//     twice
//   - no texture is both fetched from and a target in one draw
//   - no node is written twice in a level
//
// Instances run in a scrambled order, and with `poison` everything that is dead between
// two levels is overwritten. The first fault stops the run; `error` says what it was.
#ifndef GLSORT_HOST_STREAM_H
#define GLSORT_HOST_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "build.h"
#include "shared/array.h"
#include "shared/rank.h"
#include "shared/tree.h"
#include "shared/wide.h"

enum {
    HOST_SLOTS = SLOT_SCRATCH + MAX_SCRATCH,
    HOST_UNITS = 16,
    HOST_TARGETS = MAX_DRAW_BUFFERS,
    HOST_OUTPUTS = 32 // tree_stage.comp: one a phase
};

#define HOST_POISON 0xDEADBEEFu

// A buffer or texture, as words.
struct host_memory {
    const char* name;
    uint32_t* words;
    uint32_t* stamps; // number of the pass that wrote the word; 0: nobody
    size_t word_count;
    uint32_t item_words; // words a texel, of all layers; 1: buffer
    uint32_t layers;     // of an array texture, or 0
    uint32_t width;      // texels of a row; 0: buffer
    uint32_t rows;
    uint32_t first;   // word where the caller's range starts
    bool once;        // node streams: no slot is written twice in a level
    size_t write_end; // range that the pass in progress writes
    size_t write_first;
};

// A binding of the pass in progress: where it starts and what of it may be touched.
struct host_view {
    struct host_memory* memory; // NULL: nothing bound
    uint8_t access;
    size_t base; // word of the memory that the shader addresses as 0
    size_t first;
    size_t end;
    size_t first_too; // fetch: a second range of the same texture, or empty
    size_t end_too;
    uint32_t layer; // target: that of this draw buffer
};

// Where instances write: `per` items of `item_words` each, instance after instance.
struct host_output {
    const struct host_view* view;
    size_t base;
    uint32_t item_words;
    uint32_t per;
};

struct host_counts {
    uint64_t passes;
    uint64_t comparisons; // of the tree form, without those of idle lanes
    uint64_t read_bytes;
    uint64_t write_bytes;
};

struct host_machine {
    const struct plan_core* core;
    struct host_memory own[HOST_SLOTS];
    struct host_memory* slots[HOST_SLOTS]; // in place: the output is the input
    uint32_t count;                        // in the count block

    // Choices of a test.
    bool poison;
    bool no_tie_break;    // the shaders compare keys only
    bool nodes_rewritten; // do not check that nodes are written once
    uint32_t stage_lag;   // steps between stages, 2
    uint32_t order;       // another scrambled order

    char error[256]; // "" if none
    bool failed;
    struct host_counts counts;
    uint32_t pass_number;
    uint32_t run_pass; // number of the last pass that is not of a peek
    uint32_t barrier;  // the last pass before the last texture barrier
    uint32_t level;
    uint32_t level_start; // pass number

    // Of the pass in progress.
    const struct schedule* schedule;
    const struct pass* pass;
    union {
        struct array_params array;
        struct tree_params tree;
        struct tree_io_params io;
        struct tree_copy_params copy;
        struct stage_params stage;
        struct {
            struct prepare_params head;
            struct count_row rows[COUNT_ROWS_MANY];
        } prepare;
        struct wide_params wide;
        struct store_params store;
    } params;
    struct host_view storage[HOST_UNITS];
    struct host_view fetch[HOST_UNITS];
    struct host_view targets[HOST_TARGETS];
    struct host_view uniform;
    struct host_output outputs[HOST_OUTPUTS];
    uint64_t instance;
    bool wrote;
    bool discarded;
};

// Takes memory for the plan's scratch and for callers' resources of max_count elements.
void host_create(struct host_machine* m, const struct plan_core* core);
void host_destroy(struct host_machine* m);

// Makes the outputs the same memory as the inputs.
void host_in_place(struct host_machine* m);

// Starts a run: inputs as given (values may be NULL), as many words an element as their
// types have, all other memory unwritten.
// With a count on the GPU, `count` is what the caller's buffer holds.
void host_begin(struct host_machine* m, const uint32_t* keys, const uint32_t* values,
                uint32_t count);

// Runs pass `at` of the core's schedule, of its peek, or of one made by hand. False after
// a fault. A peek leaves the run's levels alone.
bool host_run_pass(struct host_machine* m, struct schedule* s, uint32_t at);
bool host_run(struct host_machine* m, struct schedule* s);

// The caller's range of a slot.
const uint32_t* host_words(const struct host_machine* m, uint8_t slot);

// True if nothing outside `count` elements of the caller's range of a slot was written.
bool host_guards_hold(const struct host_machine* m, uint8_t slot, uint32_t count);

// True if there is a mirror of this shader.
bool host_mirrors(uint16_t shader);

// The value of a define in the variant of the pass. Aborts if its shader has none so
// named.
uint32_t host_define(const struct pass* p, const char* name);

#endif
