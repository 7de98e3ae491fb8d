// SPDX-License-Identifier: MIT
// Sorts of more elements than fit in a storage block. The array is cut into pieces, each
// of which fits in a block wherever the caller's offset puts it. The algorithm sorts each
// piece by itself; then neighbours are merged, in as many rounds as there are pieces:
//
//   round 0, 2, ..   pieces 0 and 1, 2 and 3, ..
//   round 1, 3, ..   pieces 1 and 2, 3 and 4, ..
//
// A merge leaves the smaller elements of two neighbours in the first and the others in
// the second, so it is a comparator of a sorting network, odd-even transposition, whose
// keys are pieces. Its passes bind two whole pieces and write one: ranges that the CPU
// knows. Since only neighbours are merged, and stably, equal keys keep their order.
#ifndef GLSORT_PIECE_SORT_H
#define GLSORT_PIECE_SORT_H

#include "algorithm.h"
#include "run_block.h"

// Bounds the passes, which are as many as the square of the pieces.
enum { MOST_PIECES = 32 };

// The elements of a piece if at most `fit` fit in a block; 0 if there can be no pieces.
uint32_t glsort_piece_size(const struct glsort_limits* limits, uint32_t fit);

// Bytes of the per-run block: it has a count for whole pieces, and one for the last.
uint32_t glsort_piece_run_bytes(const struct glsort_limits* limits);
void glsort_piece_fill_counts(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct run_block* run);

// Like algorithm.build, for a descriptor with pieces (sort_desc.piece).
void glsort_piece_build(const struct algorithm* algorithm, const struct sort_desc* desc,
                        const struct glsort_limits* limits, uint32_t count,
                        struct schedule* s);

#endif
