// SPDX-License-Identifier: MIT
// glsort bench --segments: the times of segmented sorts.
#ifndef BENCH_SEGMENTS_H
#define BENCH_SEGMENTS_H

#include "options.h"

// False, with a sentence printed, if something failed.
bool bench_segments(const struct options* o);

#endif
