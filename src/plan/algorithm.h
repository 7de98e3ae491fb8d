// SPDX-License-Identifier: MIT
// The interface between the plan and an algorithm: a descriptor with defaults filled in,
// and the functions that an algorithm implements. All of them are pure: no GL, no state.
#ifndef GLSORT_ALGORITHM_H
#define GLSORT_ALGORITHM_H

#include "refusal.h"
#include "schedule.h"

// A plan's descriptor with every default filled in. Builders read it.
struct sort_desc {
    uint32_t max_count;
    uint32_t expected_count; // 1 to max_count: what choices for speed use
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_method method;   // AUTO only if it is the algorithm's only one
    glsort_backend backend; // never AUTO
    glsort_count_source count_source;
    uint32_t textures;   // GLSORT_TEXTURE_* of resources that the plan uses
    uint32_t key_stride; // of the inputs, bytes; 0 if packed
    uint32_t value_stride;
    bool discard_keys;
    bool numbers;       // values are below max_count, also if they are inputs
    bool narrow;        // 32-bit keys, most likely from 16 neighbouring octaves of floats
    uint32_t first_bit; // first_bit + bit_count <= bits of a key, bit_count > 0
    uint32_t bit_count;
    bool in_place; // an output is an input: a first pass must not scatter to the outputs
    // Not 0: the first pass computes the keys (computes_keys below), and takes this many
    // more bytes of parameters, after its own. `computed` is the value of its define
    // COMPUTED.
    uint32_t computed_bytes;
    uint32_t computed;
    // Binds what the keys are computed from, and writes those parameters.
    void (*compute)(void* maker, struct pass* p, void* params);
    void* maker;
    bool culls; // the first pass also removes elements (culls below)
    // Fragment: the values of elements with the key `reject` are written as `rejected`.
    bool rejects;
    uint32_t reject;
    uint32_t rejected;
    struct ends ends;    // where elements come from and go to (passes.h)
    const void* what;    // data of an algorithm that a recipe supplies, or NULL
    uint32_t local_log;  // log2 of local_size
    uint32_t merge_log;  // log2 of merge_size
    uint32_t group_size; // limits of the device, by which some passes choose their tiles
    uint32_t shared_bytes;
    bool measured; // glsort_choice_measured()
};

// The largest count that a sort supports, and which limit decides it.
struct capacity {
    uint32_t max_count;
    const char* reason; // a static sentence
};

// All sorts by merging have one limit, so that tables and documentation agree: the limit
// of abisort-tree, whose node addresses have 31 bits. 32-bit positions would allow more.
static inline struct capacity capacity_of_merges(void)
{
    return (struct capacity){1u << 29, "sorts by merging take at most 2^29 elements"};
}

// What the largest storage block or texture holds, if it is less.
static inline struct capacity capacity_within(struct capacity c,
                                              const struct sort_desc* desc, uint64_t held)
{
    if (held >= c.max_count)
        return c;
    return (struct capacity){(uint32_t)held,
                             desc->backend == GLSORT_BACKEND_COMPUTE
                                 ? "4 bytes per key must fit in one storage block"
                                 : "one texel per element must fit in the largest "
                                   "texture"};
}

// What a peek writes: the order that a run has reached, and its destinations.
struct peek {
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes
    const struct schedule* run;
    const struct pass* after; // the last pass of the run that moved elements, or NULL
    struct elements from;     // where it left them, or the inputs
    uint8_t keys;             // destination, or none; never with discard_keys
    uint8_t values;
};

#define BACKEND_BIT(BACKEND) (1u << (BACKEND))

enum {
    ON_COMPUTE = 1 << GLSORT_BACKEND_COMPUTE,
    ON_FRAGMENT = 1 << GLSORT_BACKEND_FRAGMENT
};

// One of an algorithm's ways to sort, and the fields of a descriptor that it uses.
struct method {
    glsort_method id;  // AUTO if the algorithm has no other method
    const char* name;  // of its first form, without "-fragment"; NULL if id is AUTO
    uint32_t backends; // ON_*
    // ABOUT_LOCAL_SIZE, ABOUT_MERGE_SIZE, ABOUT_COUNT_SOURCE: fields that it uses.
    uint32_t uses;
    uint32_t local_size; // defaults of the sizes, if it uses them
    uint32_t merge_size;
    bool sorts_blocks; // each block of local_size elements by itself
    bool scatters;     // and therefore has no fragment passes
    bool chains;       // by decoupled look-back, with which draw orders then cull, too
};

// An algorithm of the list (catalogue.h) sorts keys and values of one word each; only
// some support a bit range. wide_sort.h composes every other sort from these. An
// algorithm that a recipe supplies has only a name, `build` and, if needed, `peek`.
struct algorithm {
    glsort_algorithm id;
    const char* name;    // as glsort_algorithm_name() returns it
    uint32_t bit_ranges; // ON_*: sorts by first_bit and bit_count by itself there

    // At least one. A descriptor that names the algorithm but no method gets the first
    // method of the backend, unless a row of choice.c or of a table names one.
    const struct method* methods;
    uint32_t method_count;

    // Returns why the algorithm does not support the descriptor, or NOT_REFUSED.
    struct refusal (*refuses)(const struct sort_desc* desc,
                              const struct glsort_limits* limits);

    // Returns the largest count on a device with these limits. Ignores desc->max_count.
    struct capacity (*capacity)(const struct sort_desc* desc,
                                const struct glsort_limits* limits);

    // True if keys of two words and values of several need no passes around sorts of
    // words (wide_sort.h), for desc->max_count elements. Then `peek` writes every order
    // that a run reaches. NULL: never.
    bool (*sorts_wide)(const struct sort_desc* desc, const struct glsort_limits* limits);

    // True if the first pass can compute the keys instead of reading them (shaders/order/
    // computed_keys.glsl), with desc->computed_bytes. NULL: no such pass.
    bool (*computes_keys)(const struct sort_desc* desc);

    // True if the first pass can also remove elements and move the others together
    // (shaders/order/cull.glsl): with desc->culls, and the count on the GPU. It leaves
    // its variant and its work groups to the recipe. NULL: no such pass.
    bool (*culls)(const struct sort_desc* desc, const struct glsort_limits* limits);

    // Appends the passes that sort `count` elements, 0 <= count <= desc->max_count, and
    // declares scratch for max_count. If schedule.gpu_count is set, the count, which is
    // at most `count`, is written by a pass that is already appended; with desc->culls,
    // by the first pass of the sort. Each pass that moves elements records where it
    // leaves them, so that a peek finds them. Each pass must obey a count on the GPU:
    // glsort_bind_tiles() and the functions beside it bind such a count to a dispatch,
    // glsort_cover() to a draw. The draws that write the caller's outputs record nothing,
    // on purpose: their source still holds all elements, and draws cannot read the
    // caller's buffers.
    void (*build)(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s);

    // In a schedule with a count on the GPU, sized for `count`: returns the largest count
    // below whose schedule has a program that no larger one has, or 0. NULL: none has.
    uint32_t (*fewer_passes)(const struct sort_desc* desc, uint32_t count);

    // With a count on the GPU, a schedule may have more than COUNT_ROWS_FEW passes whose
    // sizes differ (glsort_pass_counted()).
    bool many_count_rows;

    // Appends the passes that write the order reached, where peek->from.place is
    // PLACE_INSIDE. NULL if no pass of the algorithm leaves elements there.
    void (*peek)(const struct peek* peek, struct schedule* s);
};

// True if the algorithm sorts by a range of bits by itself.
static inline bool takes_bit_ranges(const struct algorithm* algorithm,
                                    glsort_backend backend)
{
    return (algorithm->bit_ranges & BACKEND_BIT(backend)) != 0;
}

// True if the algorithm sorts such elements by itself.
static inline bool sorts_wide_elements(const struct algorithm* algorithm,
                                       const struct sort_desc* desc,
                                       const struct glsort_limits* limits)
{
    return algorithm->sorts_wide != NULL && algorithm->sorts_wide(desc, limits);
}

#endif
