// SPDX-License-Identifier: MIT
// The arguments of a run, described by one table for each kind of run. One walk over it
// refuses what the run cannot use, compares ranges, and fills the slots.
#ifndef GLSORT_CHECKS_H
#define GLSORT_CHECKS_H

#include "arguments.h"

enum argument_flag {
    ARGUMENT_INPUT = 0,
    ARGUMENT_OUTPUT = 1,
    ARGUMENT_IN_PLACE = 2,    // may be the input in the slot before, as a whole
    ARGUMENT_COUNT = 4,       // an input of one word that every run needs
    ARGUMENT_OPTIONAL = 8,    // used only if it is given
    ARGUMENT_READ_FIRST = 16, // before anything is written, so outputs may overlap it
};

// A resource among the arguments.
struct argument {
    const char* field;
    uint16_t at; // of its glsort_resource in the struct of the arguments
    uint8_t slot;
    uint8_t flags;
    uint32_t needs;   // bits of run_arguments.has; without them all, nothing uses it
    uint32_t texture; // the bit of run_arguments.textures that makes it a texture, or 0
};

struct run_arguments;

struct run_kind {
    const char* noun; // "scan"
    const struct argument* arguments;
    uint32_t argument_count; // at most MOST_ARGUMENTS
    bool by_words; // shaders number words, so a binding has at most 2^31 of them
    // Says what this run accesses of an argument that is used: wanted, bytes, and the
    // fields after them. Not called for counts.
    void (*measure)(const struct run_arguments* r, const struct argument* argument,
                    struct run_argument* measured);
    // What only this kind refuses, after names and ranges; or NULL.
    glsort_result (*refuse)(const struct run_arguments* r, const char* call);
};

enum { MOST_ARGUMENTS = 18 };

// The arguments of one run.
struct run_arguments {
    const struct run_kind* kind;
    struct glsort_plan* plan;
    const void* object; // what the plan belongs to
    const void* args;
    uint32_t count; // on the GPU: max_count
    uint32_t has;   // bits of the kind's own: what the descriptor asks for
    uint32_t textures;
};

// Refuses the arguments of entry point `call`, or sets the slots of the plan.
glsort_result glsort_arguments_take(const struct run_arguments* r, const char* call);

// Sets the slots of a run that accesses nothing.
void glsort_arguments_set_slots(const struct run_arguments* r);

// The kinds of the stand-ins for textures, by slot (stand_ins.h).
void glsort_arguments_stand_ins(const struct run_arguments* r, uint8_t* kinds);

// Measures r->count keys or values in the slot of the argument.
void glsort_measure_elements(const struct run_arguments* r,
                             const struct argument* argument,
                             struct run_argument* measured);

#endif
