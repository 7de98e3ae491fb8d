// SPDX-License-Identifier: MIT
// Rows that say which choices are fastest for which plans, and the parser of rows that
// the caller passes to a context as text. glsort_inspect.h defines the grammar.
#ifndef GLSORT_CHOICE_TABLE_H
#define GLSORT_CHOICE_TABLE_H

#include <glsort/glsort_inspect.h>

#include "memory.h"

// Values of a row.
enum { ROW_KEYS = 1, ROW_PAIRS = 2, ROW_ANY = ROW_KEYS | ROW_PAIRS };

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

#endif
