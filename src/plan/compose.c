// SPDX-License-Identifier: MIT
#include "compose.h"

#include <string.h>

struct renaming glsort_renaming_none(void)
{
    struct renaming names;
    for (uint32_t i = 0; i < sizeof names.to; ++i)
        names.to[i] = (uint8_t)i;
    return names;
}

static bool is_same_scratch(const struct scratch* a, const struct scratch* b)
{
    return strcmp(a->name, b->name) == 0 && a->format == b->format &&
           a->layers == b->layers && a->width_log == b->width_log &&
           a->bytes == b->bytes && a->texels == b->texels && a->zeroed == b->zeroed;
}

void glsort_share_scratch(struct schedule* s, uint32_t shared, uint32_t first,
                          struct renaming* names)
{
    uint32_t end = first;
    for (uint32_t i = first; i < s->scratch_count; ++i) {
        uint32_t at = shared;
        while (at < first && !is_same_scratch(&s->scratch[at], &s->scratch[i]))
            ++at;
        if (at == first) {
            at = end++;
            s->scratch[at] = s->scratch[i];
        }
        names->to[SLOT_SCRATCH + i] = (uint8_t)(SLOT_SCRATCH + at);
    }
    s->scratch_count = end;
}

static void set_word(struct schedule* s, const struct pass* p, uint16_t at, uint32_t word)
{
    if (s->params_wanted <= s->params_room)
        memcpy(s->params + p->params_at + 4 * at, &word, sizeof word);
}

static void rename_slots(struct schedule* s, struct pass* p, const struct renaming* names)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        uint8_t from = b->slot;
        b->slot = names->to[from];
        if (b->slot == from || b->slot < SLOT_SCRATCH)
            continue;
        const struct scratch* to = &s->scratch[b->slot - SLOT_SCRATCH];
        if (to->format == FORMAT_BUFFER || from >= SLOT_SCRATCH)
            continue;
        if (b->base_at != NO_BASE)
            set_word(s, p, b->base_at, 1u << to->width_log);
        if (b->usage == USAGE_TARGET)
            p->width_log = to->width_log;
    }
}

void glsort_adopt_passes(struct schedule* s, uint32_t first, uint8_t part,
                         const struct renaming* names)
{
    for (uint32_t i = first; i < s->pass_count; ++i) {
        struct elements* at = &s->passes[i].leaves;
        s->passes[i].part = part;
        rename_slots(s, &s->passes[i], names);
        at->keys = names->to[at->keys];
        at->values = names->to[at->values];
        at->copy = names->to[at->copy];
        at->other_keys = names->to[at->other_keys];
        at->other_values = names->to[at->other_values];
    }
}
