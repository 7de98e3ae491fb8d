// SPDX-License-Identifier: MIT
// A plan without GL: the descriptor with its defaults, what sorts which counts, and the
// schedules of the last requested run and peek. The entry points combine it with an
// executor; an offline plan consists of nothing else.
#ifndef GLSORT_BUILD_H
#define GLSORT_BUILD_H

#include "algorithm.h"
#include "choice.h"
#include "memory.h"
#include "pool.h"
#include "recipe.h"
#include "run_block.h"
#include "schedule.h"

// What sorts the counts up to `most` that the tier before it does not sort. Its
// descriptor is the descriptor of a plan of `most` elements.
struct tier {
    uint32_t most;
    const struct algorithm* algorithm; // NULL: the recipe chooses none
    struct sort_desc desc;
    char reason[ROW_REASON_BYTES]; // why this algorithm and backend
    uint8_t objects[MAX_SCRATCH];  // of plan_core.scratch, by scratch of its schedules
};

// Tiers of fragment passes need framebuffers of their own.
enum { MOST_TIERS = 16, MOST_DRAWN_TIERS = 4 };

struct plan_core {
    uint32_t max_count;
    struct tier tiers[MOST_TIERS]; // by rising counts; the last one ends at max_count
    uint32_t tier_count;
    uint32_t tier; // of the schedule, or of max_count before there is a schedule
    const struct algorithm* algorithm; // of this tier
    struct sort_desc desc;             // of this tier, and in_place of the schedule
    const struct recipe* recipe;
    const void* what; // see recipe.h
    struct glsort_limits limits;
    uint32_t flags; // of the descriptor
    struct schedule schedule;
    struct schedule peek;
    struct run_block block; // the bytes of the next or open run
    struct shape shape;     // of the schedule
    bool built;             // the schedule is complete
    size_t pass_bytes;      // allocated
    size_t params_bytes;
    struct pool scratch; // of the schedules of all tiers
};

// Chooses the algorithms for recipe->elements(what), allocates memory for any schedule of
// the plan, and builds the largest. what: checked, and outlives the core. flags: from the
// descriptor, the flags that every plan takes. table: the context's, or NULL. On failure
// there is nothing to release.
glsort_result glsort_plan_core_create(struct plan_core* core, const struct recipe* recipe,
                                      const void* what, uint32_t flags,
                                      const struct glsort_limits* limits,
                                      const struct choice_table* table,
                                      const glsort_allocator* allocator,
                                      const struct call* call);
void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator);

// The shape of the largest schedule, and of the largest of a tier.
struct shape glsort_plan_core_largest(const struct plan_core* core);
struct shape glsort_plan_core_largest_of(const struct plan_core* core, uint32_t tier);

// The tier of a run of `count` elements.
const struct tier* glsort_plan_core_tier(const struct plan_core* core, uint32_t count);

// Why the schedule's algorithm and backend were chosen.
const char* glsort_plan_core_reason(const struct plan_core* core);

// Builds core->schedule for a run of this shape, and sets core->block.count. Returns
// false if that is already the current schedule, which it then keeps.
bool glsort_plan_core_build(struct plan_core* core, const struct shape* shape);

// Sets the shape to the shape of a smaller count whose run needs programs that runs of
// larger counts do not. Call it with the largest shape, then with what it has set, until
// it returns false: there is no other. The largest schedule of a tier has the programs of
// all smaller schedules, except for algorithm.fewer_passes and for no elements.
bool glsort_plan_core_other_programs(const struct plan_core* core, struct shape* shape);

// Builds core->peek: the passes that write the order after the first request->done
// passes. False if the recipe has none.
bool glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request);

// ---- recipes without a chosen algorithm -----------------------------------------------

// What the recipes for which no algorithm is chosen share: the fields that each of their
// descriptors has, and passes over one count of elements.

// Of a call that has compute passes only: refuses the fragment backend, and a device
// without compute.
glsort_result glsort_alone_check(glsort_backend backend,
                                 const struct glsort_limits* limits,
                                 const struct call* call);

// Refuses the resource that the field describes if its bytes do not fit in one binding of
// the device.
glsort_result glsort_alone_check_bytes(const char* field, uint64_t bytes,
                                       const struct glsort_limits* limits,
                                       const struct call* call);

// Bytes of the largest binding that shaders can address, with 32-bit positions.
uint64_t glsort_most_bound_bytes(const struct glsort_limits* limits);

struct alone_builder {
    struct schedule* s;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t tile;  // elements of a work group
    bool on_gpu;
};

// Begins the schedule; if the count is on the GPU, with the pass that reads it.
struct alone_builder glsort_alone_start(const struct plan_core* core, uint32_t count,
                                        uint32_t tile, struct schedule* s);

// Appends a dispatch with the count bound: one work group per tile, or a single work
// group whatever the count is.
struct pass* glsort_alone_over_tiles(struct alone_builder* b, const char* label,
                                     uint16_t shader);
struct pass* glsort_alone_once(struct alone_builder* b, const char* label,
                               uint16_t shader);

// ---- counts that cover a plan ---------------------------------------------------------

// A few small counts whose schedules together have every program of a plan, with every
// combination of texture formats that it is used with. For warming up: drivers translate
// a program when it is first used, and again for other formats.

// For a count above COVERAGE_ELEMENTS the passes are sized for that count, but run with
// COVERAGE_ELEMENTS elements, as with a count on the GPU. Only methods that support a
// count on the GPU need this.
enum { COVERAGE_RUNS = 16, COVERAGE_ELEMENTS = 1 << 16 };

struct covering_run {
    uint32_t count;
    bool in_place;
};

struct coverage {
    struct covering_run runs[COVERAGE_RUNS];
    uint32_t run_count;
    bool complete; // all combinations found are covered
};

// The shape of such a run.
struct shape glsort_covering_shape(const struct plan_core* core, struct covering_run run);

// Tries counts up to max_count; with a count on the GPU, which has one schedule for all,
// max_count alone. Builds schedules, and leaves none: the next run builds its own.
void glsort_coverage_find(struct plan_core* core, bool counts_on_gpu,
                          struct coverage* coverage);

#endif
