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
#include "recipe.h"

struct plan_core {
    struct sort_desc desc;
    const struct recipe* recipe;
    const void* what; // see recipe.h
    struct glsort_limits limits;
    const struct algorithm* algorithm; // NULL: the recipe chooses none
    char reason[ROW_REASON_BYTES];     // why this algorithm and backend
    uint32_t flags;                    // of the descriptor
    struct schedule schedule;
    struct schedule peek;
    struct run_block run; // the bytes of the next or open run
    struct shape shape;   // of the schedule
    bool built;           // the schedule is complete
    size_t pass_bytes;    // allocated
    size_t params_bytes;
    uint64_t scratch_bytes;
    struct caller_scratch scratch; // all zero without GLSORT_PLAN_CALLER_SCRATCH
};

// Chooses an algorithm for recipe->elements(what), allocates memory for any schedule of
// the plan, and builds the largest. what: checked, and outlives the core. flags: those of
// every plan that its descriptor has. table: the context's, or NULL. On failure there is
// nothing to release.
glsort_result glsort_plan_core_create(struct plan_core* core, const struct recipe* recipe,
                                      const void* what, uint32_t flags,
                                      const struct glsort_limits* limits,
                                      const struct choice_table* table,
                                      const glsort_allocator* allocator,
                                      const struct call* call);
void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator);

// The shape of the largest schedule.
struct shape glsort_plan_core_largest(const struct plan_core* core);

// Builds core->schedule for a run of this shape, and sets core->run.count. Returns false
// if that is already the current schedule, which it then keeps.
bool glsort_plan_core_build(struct plan_core* core, const struct shape* shape);

// Called with the largest shape first, then with what it has set: sets the shape to that
// of a smaller count, whose run needs programs that runs of larger counts do not. False
// if there is none: a schedule of max_count has the programs of all smaller ones, except
// those of algorithm.fewer_passes and recipe.empty_shader.
bool glsort_plan_core_other_programs(const struct plan_core* core, struct shape* shape);

// Builds core->peek: the passes that write the order after the first request->done
// passes. False if the recipe has none.
bool glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request);

#endif
