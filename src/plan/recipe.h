// SPDX-License-Identifier: MIT
// What a kind of plan is made of: the passes that it builds from a descriptor, and the
// arguments of its runs. Every public ..._create() and ..._run() names its recipe; all
// else is the same for every plan.
#ifndef GLSORT_RECIPE_H
#define GLSORT_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

#include "field_rows.h"
#include "schedule.h"
#include "store.h"

struct call;
struct device;
struct measured;
struct plan_core;
struct run;
struct run_block;

// ---- the arguments of a run -----------------------------------------------------------

enum argument_flag {
    ARGUMENT_INPUT = 0,
    ARGUMENT_OUTPUT = 1,
    ARGUMENT_IN_PLACE = 2,    // may be the input in the slot before, as a whole
    ARGUMENT_COUNT = 4,       // an input of one word that every run needs
    ARGUMENT_OPTIONAL = 8,    // used only if it is given
    ARGUMENT_READ_FIRST = 16, // before anything is written, so outputs may overlap it
    ARGUMENT_ELEMENTS = 32,   // keys or values of a sort, which the walk measures
    ARGUMENT_SORTED = ARGUMENT_ELEMENTS | ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE,
};

// A resource among the arguments. The struct of the arguments begins with the count, a
// uint32_t; a resource in SLOT_COUNT_IN, if it is needed, replaces it.
struct argument {
    const char* field;
    uint16_t at; // of its glsort_resource in the struct of the arguments
    uint8_t slot;
    uint8_t flags;
    uint32_t needs;   // bits of run.has: nothing uses it unless all of them are set
    uint32_t texture; // the bit of run.textures that makes it a texture, or 0
};

// A bit of `has`, for recipes whose count may be on the GPU.
enum { COUNT_ON_GPU = 1 };

// ---- shapes ---------------------------------------------------------------------------

enum { SHAPE_WORDS = 24 };

// What the passes of a run depend on besides the descriptor. As long as two runs have the
// same shape, they have the same schedule.
struct shape {
    uint32_t count; // of elements, at most max_count; max_count if it is on the GPU
    bool in_place;  // an output is its input
    uint32_t words[SHAPE_WORDS]; // the recipe's own
};

bool glsort_shape_equal(const struct shape* a, const struct shape* b);

struct recipe {
    const char* noun;   // for sentences: "scan"
    const char* create; // the public functions: "glsort_scan_create"
    const char* run;
    const char* count;     // names of the count among the arguments and of its limit in
    const char* max_count; // the descriptor; NULL: "count" and "max_count"

    // ---- the descriptor

    uint32_t flags_at;   // offset of its field `flags`
    uint32_t tuning_at;  // of its field `tuning`; 0: it has none
    uint32_t what_bytes; // of what the plan keeps of it, which is `what` below
    // What its fields must be, and the traits that these rows name; NULL: none.
    struct field_rows fields;
    uint64_t (*traits)(const void* desc);
    // Fills in *what, with defaults where the descriptor has zeros, and checks the rest.
    glsort_result (*fill)(const void* desc, const struct glsort_limits* limits,
                          void* what, const struct call* call);
    // Checks what only a device knows, and fills in what follows from it; or NULL.
    glsort_result (*fill_device)(void* what, const struct device* device,
                                 const struct call* call);
    // The sort inside; or, if no algorithm is chosen, what the elements are.
    glsort_sort_desc (*elements)(const void* what);
    // True if an algorithm is chosen; otherwise `build` sorts nothing, or by passes of
    // its own. NULL: none is.
    bool (*sorts)(const void* what);
    // The shape whose schedule needs the most memory and scratch. Its count is set. NULL:
    // nothing but the count matters.
    void (*largest)(const void* what, struct shape* shape);
    // Bit i: shape.words[i] has options, such as outputs that may be left out. Before the
    // first run, a plan is described with the options of `smallest`.
    uint32_t option_words;

    // ---- schedules

    // Appends all passes of a run to the empty schedule, and sets its gpu_count.
    void (*build)(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s);
    // The reason for what `build` does, if it differs from the algorithm's; or NULL, as
    // the function may be.
    const char* (*reason)(const void* what, const struct plan_core* core);
    // Appends the passes that write the order that a run of the core's shape has reached
    // after request->done passes. False if there is no such order yet, or none that a
    // peek can write. NULL: no peeks.
    bool (*peek)(const void* what, const struct plan_core* core,
                 const struct peek_request* request, struct schedule* s);
    uint32_t run_bytes; // of the per-run block (run_block.h); 0: the count alone

    // ---- runs (arguments.h)

    // All resources of a run; recipe_argument() has one. Rows of the recipe's own begin
    // with the argument.
    const struct argument* first_argument;
    uint32_t argument_count;
    uint32_t argument_bytes; // of a row; 0: of an argument
    uint32_t args_bytes;     // of the struct of the arguments
    uint32_t consumers_at;   // offset of the field `consumers`
    bool by_words; // shaders number words, so a binding has at most 2^31 of them
    // What the descriptor asks for: bits that arguments need. Textures: of them.
    uint32_t (*has)(const void* what, const struct plan_core* core);
    uint32_t (*textures)(const void* what); // NULL: none
    // Checks the numbers among the arguments, and fills in the shape but for in_place.
    // NULL: nothing but the count matters.
    glsort_result (*shape)(const struct run* run, struct shape* shape,
                           const struct call* call);
    // Says what this run accesses of an argument: sets `wanted`, `bytes` and what else is
    // not 0 of the fields that the walk has not set. Not called for counts. NULL: all are
    // ARGUMENT_ELEMENTS.
    void (*measure)(const struct run* run, const struct argument* argument,
                    struct measured* m);
    // Fills in the per-run block but for its count; or NULL.
    void (*fill_block)(const struct run* run, struct run_block* block);

    // ---- descriptions and warming up

    // Fills in the shape of a run of shape->count elements in so many parts
    // (glsort_plan_describe); what a run's arguments decide is kept. Returns the most
    // parts if there are too many, otherwise 0. NULL: there are no parts.
    uint32_t (*describe)(const void* what, uint32_t parts, struct shape* shape);
    const char* parts;  // what they are called
    bool in_place;      // runs in place may have other passes
    const char* larger; // ends the sentence about too many elements: what sorts them
    // The shape of a run that warms up: its count is set, and may be any. NULL: nothing
    // but the count matters.
    void (*smallest)(const void* what, struct shape* shape);
    // The arguments whose numbers fill_block takes then. NULL with fill_block.
    const void* (*warm_args)(void);
    // Words of an input for which a run does its work; 0 for all others.
    uint32_t (*warm_word)(const void* what, uint8_t slot);
};

static inline const struct argument* recipe_argument(const struct recipe* recipe,
                                                     uint32_t i)
{
    const uint32_t bytes = recipe->argument_bytes;
    const char* rows = (const char*)recipe->first_argument;
    return bytes == 0 ? &recipe->first_argument[i]
                      : (const struct argument*)(rows + (size_t)i * bytes);
}

extern const struct recipe glsort_sort_recipe;
extern const struct recipe glsort_order_recipe;
extern const struct recipe glsort_segments_recipe;
extern const struct recipe glsort_lists_recipe;
extern const struct recipe glsort_gather_recipe;
extern const struct recipe glsort_scan_recipe;

#endif
