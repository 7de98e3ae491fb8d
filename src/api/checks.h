// SPDX-License-Identifier: MIT
// The arguments of a run, described by one table for each kind of run. One walk over it
// refuses what the run cannot use, compares ranges, and fills the slots.
#ifndef GLSORT_CHECKS_H
#define GLSORT_CHECKS_H

#include "handles.h"
#include "texture_checks.h"

// A resource in the arguments of a run, and what of it the run may access.
struct run_argument {
    const char* field;
    const glsort_resource* resource;
    bool used;     // by runs of some count
    bool wanted;   // by this run
    bool optional; // wanted only if it is given
    bool output;
    bool read_first; // before anything is written, so outputs may overlap it
    bool copied;     // by glCopyBufferSubData, so that no binding limits it
    bool fetched;    // in fragment passes as a buffer texture, not copied
    // The output may be this input as a whole: the same offset in the same buffer.
    const glsort_resource* in_place;
    uint32_t alignment; // of the offset, bytes; 0: 4
    uint64_t first;     // bytes from the offset to the first that the run may access
    uint64_t bytes;     // from that byte, rounded down to a multiple of 4
    // The parts that are bound one at a time, such as those of views; 0: bound as a
    // whole.
    uint32_t parts;
    uint64_t part_bytes;
    uint64_t part_step; // bytes from one part to the next
    const char* what;   // for sentences: what `number` counts, in the plural
    uint32_t number;
    uint32_t element_bytes; // of a strided input, for sentences; otherwise the two are
    uint32_t stride_bytes;  // equal
    bool is_texture;        // with an element in each texel; otherwise a buffer
    struct texture_format format;
    uint32_t texels;
};

struct run_call {
    const char* call; // the entry point
    const char* what; // the object: "scan"
    const struct glsort_plan* plan;
    uint64_t most_bound_bytes; // of a storage binding
};

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

// The arguments of a run that are not resources.
glsort_result glsort_arguments_check_run(const struct run_call* call, uint32_t count,
                                         uint32_t consumers);
glsort_result glsort_arguments_check_consumers(const struct run_call* call,
                                               uint32_t consumers);

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
