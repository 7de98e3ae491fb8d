// SPDX-License-Identifier: MIT
#include "caller_scratch.h"

// Scratch has an offset in the caller's buffer, which only storage bindings add.
static bool is_only_storage(const struct schedule* s, uint32_t slot)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t at = 0; at < s->passes[i].binding_count; ++at) {
            const struct binding* b = &s->passes[i].bindings[at];
            if (b->slot == slot && b->usage != USAGE_STORAGE)
                return false;
        }
    return true;
}

bool glsort_caller_scratch_lay_out(struct caller_scratch* c, const struct schedule* s,
                                   uint32_t alignment)
{
    *c = (struct caller_scratch){.bytes = 0};
    for (uint32_t i = 0; i < s->scratch_count; ++i) {
        const struct scratch* scratch = &s->scratch[i];
        if (scratch->format != FORMAT_BUFFER)
            return false;
        if (scratch->zeroed || !is_only_storage(s, SLOT_SCRATCH + i))
            continue;
        c->of_caller[i] = true;
        c->at[i] = c->bytes;
        c->bytes += (scratch->bytes + alignment - 1) / alignment * alignment;
    }
    return true;
}
