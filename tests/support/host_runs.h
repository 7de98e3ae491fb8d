// SPDX-License-Identifier: MIT
// Makes lib/runs.glsl and lib/cut.glsl C: the host searches with the shaders' own
// text. The including file defines run_key(position), and map_key() comes with it.
#ifndef GLSORT_HOST_RUNS_H
#define GLSORT_HOST_RUNS_H

#include "host_glsl.h"
#include "shared/array.h"

typedef struct run_pair run_pair;

static run_pair pair_at(uint position, uint run_log, uint count);
static uint run_key(uint position);
static bool is_below_cut(run_pair pair, uint run_log, uint rank, uint place);
static uint lowest_cut(run_pair pair, uint rank);
static bool is_index_below_cut(run_pair pair, uint run_log, uint rank, uint index);
// Not every shader searches in both ways.
MAYBE_UNUSED static uint search_cut(run_pair pair, uint run_log, uint rank, uint low,
                                    uint high);
static uint cut_of_rank(run_pair pair, uint run_log, uint rank);

#endif
