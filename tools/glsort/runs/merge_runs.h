// SPDX-License-Identifier: MIT
// Merges all runs of the temporary file into the output, at once. The system reads ahead,
// and a thread writes what was merged while the next part is.
#ifndef MERGE_RUNS_H
#define MERGE_RUNS_H

#include "chunk.h"

bool merge_runs(struct sorting* s);

#endif
