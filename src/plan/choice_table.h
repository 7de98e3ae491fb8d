// SPDX-License-Identifier: MIT
// Rows that say what is fastest for which plans, and the reader of those that a context
// is given as text. glsort.h has the grammar.
#ifndef GLSORT_CHOICE_TABLE_H
#define GLSORT_CHOICE_TABLE_H

#include "memory.h"

// Values of a row.
enum { ROW_KEYS = 1, ROW_PAIRS = 2, ROW_ANY = ROW_KEYS | ROW_PAIRS };

enum { ROW_REASON_BYTES = 72 }; // of every other reason for a choice, too

struct choice_row {
    uint32_t devices; // of the library's own rows: 1 << a class of choice.c
    glsort_backend backend;
    uint32_t values;            // ROW_*
    uint32_t most;              // elements of a plan
    glsort_algorithm algorithm; // AUTO in these four, of a text: left open
    glsort_ranking ranking;
    glsort_split split;
    glsort_local local;
    char reason[ROW_REASON_BYTES];
};

struct choice_table {
    struct choice_row* rows;
    uint32_t count; // 0: none was given
};

// Reads the text; NULL gives no rows. On failure the sentence names the line, and there
// is nothing to release.
glsort_result glsort_choice_table_read(struct choice_table* table, const char* text,
                                       const glsort_allocator* allocator,
                                       struct message* message);
void glsort_choice_table_release(struct choice_table* table,
                                 const glsort_allocator* allocator);

#endif
