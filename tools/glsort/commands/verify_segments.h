// SPDX-License-Identifier: MIT
// The segmented sorts of `glsort verify`.
#ifndef VERIFY_SEGMENTS_H
#define VERIFY_SEGMENTS_H

#include <glsort/glsort_arrays.h>

#include "session.h"

// Sorts segments of mixed lengths, up to `largest` keys at once, over all data. Adds the
// runs to *runs. False, with a sentence printed, if one differs from the CPU.
bool verify_segments(const struct session* session, const glsort_segments_desc* desc,
                     uint32_t seed, uint64_t* runs);

#endif
