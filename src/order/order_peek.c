// SPDX-License-Identifier: MIT
#include "order_peek.h"

enum { WORD_BYTES = 4 };

void glsort_order_move_outputs(struct schedule* s, uint32_t first_pass,
                               const glsort_order_desc* desc, uint32_t view)
{
    uint64_t first_bytes = (uint64_t)view * desc->max_count * WORD_BYTES;
    for (uint32_t i = first_pass; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            uint8_t slot = p->bindings[at].slot;
            if (slot == SLOT_VALUES_OUT || slot == SLOT_KEYS_OUT)
                p->bindings[at].first_bytes += first_bytes;
        }
    }
}

// A peek does not prepare the count of the elements again: it is where the run's own
// passes find it.
bool glsort_order_peek(const void* what, const struct plan_core* core, uint32_t count,
                       const struct peek_request* request, struct schedule* s)
{
    const struct order* order = what;
    const glsort_order_desc* desc = &order->desc;
    const struct schedule* run = &core->schedule;
    const struct pass* after = glsort_last_move(run, request->done);
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    if (after == NULL)
        return false;
    const struct peek peek = {
        .desc = &core->desc,
        .count = on_gpu ? desc->max_count : count,
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
    return true;
}
