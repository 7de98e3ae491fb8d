// SPDX-License-Identifier: MIT
#include "sort_build.h"

#include "element_arrays.h"
#include "source_sink.h"
#include "stock_passes.h"
#include "wide_sort.h"

// Appends the pass that takes a count from the GPU if there is one. Returns the count
// that passes of a run of `count` elements are sized for.
static uint32_t begin(const struct plan_core* core, uint32_t count, bool takes_count,
                      struct schedule* s)
{
    s->gpu_count = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    if (s->gpu_count && takes_count)
        glsort_add_take_count(s, core->algorithm, &core->desc, &core->limits);
    return s->gpu_count ? core->desc.max_count : count;
}

void glsort_sort_build(const void* what, const struct plan_core* core,
                       const struct shape* shape, struct schedule* s)
{
    (void)what;
    uint32_t count = begin(core, shape->count, true, s);
    if (glsort_wide_applies(core->algorithm, &core->desc))
        glsort_wide_build(core->algorithm, &core->desc, &core->limits, count, s);
    else
        core->algorithm->build(&core->desc, &core->limits, count, s);
}

static void add_peek(const struct plan_core* core, uint32_t count,
                     const struct peek_request* request, struct schedule* s)
{
    const struct schedule* run = &core->schedule;
    struct peek peek = {
        .desc = &core->desc,
        .count = count,
        .run = run,
        .after = glsort_last_move(run, request->done),
        .from = glsort_inputs(&core->desc),
        .keys = request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
        .values = request->values ? SLOT_PEEK_VALUES : SLOT_NONE,
    };
    if (peek.after != NULL)
        peek.from = peek.after->leaves;
    glsort_peek_scratch(s, run);
    glsort_add_peek(core->algorithm, &peek, s);
}

bool glsort_sort_peek(const void* what, const struct plan_core* core,
                      const struct peek_request* request, struct schedule* s)
{
    (void)what;
    // If any pass of the run is done, the first one has taken the count. Doing so again
    // would overwrite the dispatch arguments of the other passes.
    uint32_t count = begin(core, core->shape.count, request->done == 0, s);
    if (glsort_wide_applies(core->algorithm, &core->desc))
        glsort_wide_peek(core->algorithm, &core->desc, &core->limits, count,
                         &core->schedule, request, s);
    else
        add_peek(core, count, request, s);
    return true;
}
