// SPDX-License-Identifier: MIT
// A plan without GL: the descriptor with its defaults, the chosen algorithm, and the
// schedules of the last requested run and peek. The entry points combine it with an
// executor; an offline plan consists of nothing else.
#ifndef GLSORT_PLAN_CORE_H
#define GLSORT_PLAN_CORE_H

#include "algorithm.h"
#include "caller_scratch.h"
#include "choice_table.h"
#include "memory.h"
#include "run_block.h"
#include "schedule.h"
#include "peek.h"

struct plan_core;

// A schedule of more than the plan's sort: passes that prepare elements, any number of
// sorts of the plan's algorithm (compose.h), and passes that finish.
struct composition {
    // Appends all passes of a run of `count` elements, 0 <= count <= max_count, to the
    // empty schedule, and sets its gpu_count. NULL: the plan builds its sort only.
    void (*build)(const void* what, const struct plan_core* core, uint32_t count,
                  struct schedule* s);
    // Returns the reason for what `build` does if it differs from the algorithm's reason,
    // otherwise NULL. The function may be NULL.
    const char* (*reason)(const void* what, const struct plan_core* core);
    // Appends the passes that write the order that a run of `count` elements has reached
    // after request->done passes. False, and no pass appended, if there is no such order
    // yet, or none that a peek can write. NULL: no peeks.
    bool (*peek)(const void* what, const struct plan_core* core, uint32_t count,
                 const struct peek_request* request, struct schedule* s);
    const void* what;
    // No algorithm is chosen: the descriptor only says what the caller's elements are,
    // and core->algorithm is NULL. `build` sorts nothing, or by passes of its own.
    // Compute only.
    bool alone;
    uint32_t run_bytes; // size of the per-run block (run_block.h)
};

struct plan_core {
    struct sort_desc desc;
    struct composition composition;
    struct glsort_limits limits;
    const struct algorithm* algorithm; // NULL with composition.alone
    char reason[ROW_REASON_BYTES];     // why this algorithm and backend
    uint32_t flags;                    // GLSORT_PLAN_*, GLSORT_CALLER_SCRATCH
    struct schedule schedule;
    struct schedule peek;
    struct run_block run; // the bytes of the next or open run
    uint32_t count;       // elements that the schedule sorts
    bool built;           // the schedule is complete
    uint64_t scratch_bytes;
    struct caller_scratch scratch; // all zero without GLSORT_CALLER_SCRATCH
};

// Checks the descriptor, chooses an algorithm, allocates memory for any schedule of the
// plan, and builds that of max_count. table: the context's, or NULL. On failure there is
// nothing to release.
glsort_result
glsort_plan_core_create(struct plan_core* core, const struct glsort_limits* limits,
                        const glsort_plan_desc* desc, const struct choice_table* table,
                        const glsort_allocator* allocator, const struct call* call);

// The same for a composition around the sort that desc describes.
glsort_result
glsort_plan_core_compose(struct plan_core* core, const struct glsort_limits* limits,
                         const glsort_plan_desc* desc, const struct choice_table* table,
                         const struct composition* composition,
                         const glsort_allocator* allocator, const struct call* call);
void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator);

// Builds core->schedule for `count` elements, count <= max_count, for a run in place or
// not, and sets core->run.count. Returns false if that is already the current schedule,
// which it then keeps.
bool glsort_plan_core_build(struct plan_core* core, uint32_t count, bool in_place);

// Called with *count == max_count first, then with what it has set: sets *count to a
// smaller count, whose run may need programs that runs of larger counts do not. False if
// there is none. A sort of max_count has the programs of all smaller sorts, but
// compositions on compute may choose programs by the count.
bool glsort_plan_core_other_programs(const struct plan_core* core, uint32_t* count);

// Builds core->peek: the passes that write the order after the first request->done
// passes. False only for a composition, if its `peek` is NULL or returns false.
bool glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request);

#endif
