// SPDX-License-Identifier: MIT
// Passes that several algorithms use.
#ifndef GLSORT_STOCK_PASSES_H
#define GLSORT_STOCK_PASSES_H

#include "algorithm.h"
#include "schedule.h"

// Appends the pass that copies the count from the caller's buffer to SLOT_STATE. On
// compute it also clamps the count to max_count and writes the dispatch arguments of the
// passes that glsort_pass_counted() sizes by the count.
void glsort_add_take_count(struct schedule* s, const struct algorithm* algorithm,
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits);

// Compute: a pass that clamps the count in word `at` of `from` to max_count, and writes
// it and dispatch arguments to `to`, which has STATE_WORDS words.
struct count_preparation {
    uint8_t from;
    uint32_t at; // 0 if `from` is the caller's buffer
    uint8_t to;
    uint32_t max_count;
    uint32_t plan_tile; // elements of a work group in passes around the sort; or 0
    bool many_rows;     // room for COUNT_ROWS_MANY rows, otherwise COUNT_ROWS_FEW
};

// The parameters of a pass that prepares a count.
struct prepare_table {
    struct prepare_params params;
    struct count_row rows[COUNT_ROWS_MANY];
};

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation);

// The preparation for a sort on compute: from the caller's count to SLOT_STATE.
struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc);

// Compute: makes the GPU size the pass by the count in `slot`, as the row says: the last
// pass so far that has written a count there also writes the dispatch arguments. Passes
// with equal rows share them.
void glsort_pass_counted(struct schedule* s, struct pass* p, uint8_t slot,
                         const struct count_row* row);

// Compute: binds the count, and if it is on the GPU sizes the pass by it: a work group
// for each `tile` elements, or as the row says. The passes of a peek, which need not be
// fast, have the size of max_count.
void glsort_bind_tiles(struct schedule* s, struct pass* p, uint32_t tile);
void glsort_bind_row(struct schedule* s, struct pass* p, const struct count_row* row);

// The same for a pass whose groups beyond those of the row return at once. If it has few
// (p->groups, for the largest count), all are dispatched, without arguments from the GPU.
void glsort_bind_groups(struct schedule* s, struct pass* p, const struct count_row* row);

// Fragment: the parameter word `cover` of a draw (cover_count.vert), which limits it to
// the rows that hold elements below a count on the GPU. Each texel holds `items`
// elements.
uint32_t glsort_cover(const struct schedule* s, uint32_t items);

// Fragment: copies `bytes` of a buffer to an R32UI texture or to SLOT_STATE.
struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes);

// Binds the count block if the GPU has written it; otherwise it is in the per-run block.
void glsort_bind_count(const struct schedule* s, struct pass* p);

#endif
