// SPDX-License-Identifier: MIT
// Rows that say which choices are fastest for which plans, and the parser of rows that
// the caller passes to a context as text. glsort_inspect.h defines the grammar.
#ifndef GLSORT_CHOICE_H
#define GLSORT_CHOICE_H

#include <stdbool.h>

#include <glsort/glsort_inspect.h>

#include "algorithm.h"
#include "memory.h"

// Elements of a row. Keys of 64 bits are also the pairs of a word and an index that the
// other rows were measured with.
enum {
    ROW_KEYS = 1,
    ROW_PAIRS = 2,
    ROW_ANY = ROW_KEYS | ROW_PAIRS,
    ROW_KEYS_64 = 4 // with and without values; only in the library's own rows
};

enum { ROW_REASON_BYTES = 72 }; // every reason for a choice fits

struct choice_row {
    uint32_t devices; // library's own rows: bits 1 << enum device_class of choice.c
    glsort_backend backend;
    uint32_t values; // ROW_*
    uint32_t most;   // largest count that the row covers: expected_count of a plan
    uint32_t bits;   // largest number of bits to sort by that the row covers; 0: any
    glsort_method method;
    char reason[ROW_REASON_BYTES]; // "": only for descriptors that name the algorithm
};

struct choice_table {
    struct choice_row* rows;
    uint32_t count; // 0: none was given
};

// Parses the text; NULL gives no rows. On failure there is nothing to release; the
// sentence about a wrong row names its line.
glsort_result glsort_choice_table_read(struct choice_table* table, const char* text,
                                       const glsort_allocator* allocator,
                                       struct message* message);
void glsort_choice_table_release(struct choice_table* table,
                                 const glsort_allocator* allocator);

// ---- choosing -------------------------------------------------------------------------

// Resolves AUTO: chooses backend and method by count, values and device, from a table of
// measured thresholds.

struct choice {
    const struct algorithm* algorithm;
    const struct method* method; // of the algorithm
    glsort_backend backend;      // never AUTO
    const char* reason;          // static, or owned by the table
};

// True for renderers on the CPU, and for GPUs whose limits and features are those of an
// H100, in GL or in GLES. Only there are programs whose large work groups need most
// registers known to have enough: elsewhere smaller groups do the same.
bool glsort_choice_measured(const struct glsort_limits* limits);

// The backends that the descriptor's method, or its algorithm, leaves to choose from, as
// ON_* bits.
uint32_t glsort_choice_backends(const glsort_sort_desc* desc);

// The backend of a descriptor, chosen here if the descriptor says AUTO.
glsort_backend glsort_choice_backend(const struct glsort_limits* limits,
                                     const glsort_sort_desc* desc);

// Fills *c with the method that the descriptor names. If it names none, the library's own
// rows decide. If it names only an algorithm, that algorithm's rows decide; if none of
// these is for the backend, *c gets the algorithm's first method there. Preference `at` 0
// is the fastest measured; the caller tries the next one if the device cannot serve this
// one, or not for so many elements. False past the last preference. desc->max_count is
// the count to choose for, here and below.
bool glsort_choice_make(const struct glsort_limits* limits, const glsort_sort_desc* desc,
                        uint32_t at, struct choice* c);

// Fills *c from the first row of the table, from *at on, that fits, and moves *at past
// it. False if no row fits. table may be NULL.
bool glsort_choice_from_table(const struct choice_table* table,
                              const struct glsort_limits* limits,
                              const glsort_sort_desc* desc, uint32_t* at,
                              struct choice* c);

#endif
