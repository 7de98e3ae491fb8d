// SPDX-License-Identifier: MIT
// Passes that several algorithms have in common.
#ifndef GLSORT_STOCK_PASSES_H
#define GLSORT_STOCK_PASSES_H

#include "schedule.h"

// Compute: takes the count from the caller's buffer to SLOT_STATE, clamped to max_count,
// and sizes the dispatches that follow (STATE_* of shared/common.h).
void add_prepare_count(struct schedule* s, uint32_t max_count,
                       const struct glsort_limits* limits);

// Fragment: copies so many bytes of a buffer to a texture of R32UI, or to SLOT_STATE.
struct pass* add_upload(struct schedule* s, const char* label, uint8_t from, uint8_t to,
                        uint64_t bytes);

#endif
