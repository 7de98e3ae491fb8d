// SPDX-License-Identifier: MIT
// A plan without GL: the descriptor with its defaults, the algorithm that serves it, and
// the schedule of the count that was asked for last. The entry points put it together
// with an executor; an offline plan is only this.
#ifndef GLSORT_PLAN_CORE_H
#define GLSORT_PLAN_CORE_H

#include "algorithm.h"
#include "choice_table.h"
#include "memory.h"
#include "schedule.h"

struct plan_core {
    struct sort_desc desc;
    struct glsort_limits limits;
    const struct algorithm* algorithm;
    char reason[ROW_REASON_BYTES]; // why this algorithm and backend
    uint32_t flags;                // GLSORT_PLAN_*
    struct schedule schedule;
    struct schedule peek;
    uint32_t count; // that the schedule is for
    bool built;
    uint64_t scratch_bytes;
};

// Checks the descriptor, chooses, takes memory for the schedules of max_count and builds
// that of max_count. table: of the context, or NULL. On failure the core needs no
// release.
glsort_result
glsort_plan_core_create(struct plan_core* core, const struct glsort_limits* limits,
                        const glsort_plan_desc* desc, const struct choice_table* table,
                        const glsort_allocator* allocator, struct message* message);
void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator);

// Makes core->schedule that of `count` elements, count <= max_count, for a run in place
// or not; keeps it if it is that already. True if it was built anew.
bool glsort_plan_core_build(struct plan_core* core, uint32_t count, bool in_place);

// Makes core->peek the passes that show what the first request->done passes left.
void glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request);

// See glsort_max_count().
uint32_t glsort_plan_max_count(const struct glsort_limits* limits,
                               const glsort_plan_desc* desc, const char** reason);

#endif
