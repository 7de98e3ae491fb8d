// SPDX-License-Identifier: MIT
#include "order_peek.h"

#include "shader_ids.h"

void glsort_order_move_outputs(struct schedule* s, uint32_t first_pass,
                               const glsort_order_desc* desc, uint32_t view)
{
    uint64_t first_bytes = (uint64_t)view * desc->max_count * WORD_BYTES;
    for (uint32_t i = first_pass; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            uint8_t slot = p->bindings[at].slot;
            if (slot == SLOT_VALUES_OUT || slot == SLOT_KEYS_OUT ||
                slot == SLOT_ELEMENTS_OUT)
                p->bindings[at].first_bytes += first_bytes;
        }
    }
}

// The last pass done that moved elements of the view whose sort began last. Passes of two
// views may take turns.
static const struct pass* last_move(const struct schedule* run, uint32_t done)
{
    const struct pass* last = glsort_last_move(run, done);
    for (uint32_t i = 0; i < done && last != NULL; ++i) {
        const struct pass* p = &run->passes[i];
        if (p->leaves.place != PLACE_UNCHANGED && p->part >= last->part)
            last = p;
    }
    return last;
}

// The slot of the count that the pass takes, or that it has prepared.
static uint8_t count_slot(const struct pass* p)
{
    uint8_t slot = SLOT_STATE;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage == USAGE_UNIFORM)
            slot = b->slot;
    }
    return p->prepares != SLOT_NONE ? p->prepares : slot;
}

void glsort_order_rename_state(struct schedule* s, uint32_t first_pass, uint8_t state)
{
    for (uint32_t i = first_pass; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        if (p->prepares == SLOT_STATE)
            p->prepares = state;
        for (uint32_t at = 0; at < p->binding_count; ++at)
            if (p->bindings[at].slot == SLOT_STATE)
                p->bindings[at].slot = state;
    }
}

// A peek does not prepare the count of the elements again: it reads that of the run's own
// passes.
bool glsort_order_peek(const void* what, const struct plan_core* core,
                       const struct peek_request* request, struct schedule* s)
{
    const glsort_order_desc* desc = what;
    const struct schedule* run = &core->schedule;
    const struct pass* after = last_move(run, request->done);
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    if (after == NULL || desc->max_segments > 0)
        return false;
    const struct peek peek = {
        .desc = &core->desc,
        .count = on_gpu ? desc->max_count : core->shape.count,
        .run = run,
        .after = after,
        .from = after->leaves,
        .keys = request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
        .values = request->values ? SLOT_PEEK_VALUES : SLOT_NONE,
    };
    s->gpu_count = run->gpu_count;
    glsort_peek_scratch(s, run);
    glsort_add_peek(core->algorithm, &peek, s);
    glsort_order_move_outputs(s, 0, desc, after->part - 1u);
    glsort_order_rename_state(s, 0, count_slot(after));
    return true;
}
