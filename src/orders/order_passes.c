// SPDX-License-Identifier: MIT
#include "order_passes.h"

#include "order_transform.h"
#include "shader_ids.h"

void glsort_order_add_views(struct schedule* s, uint32_t views,
                            const struct order_steps* steps,
                            const struct order_sets* sets)
{
    const uint8_t count_slot = s->count_slot;
    uint32_t shared[2] = {0, 0};
    uint32_t first = 0;
    for (uint32_t view = 0; view < views; ++view) {
        const uint32_t at = sets->used == 2 ? view % 2 : 0;
        void* set = sets->sets[at];
        if (view == at)
            shared[at] = s->scratch_count;
        s->count_slot = sets->counts[at];
        s->turn_at = at == 1 ? first + 1 : 0;
        first = at == 0 ? s->pass_count : first;
        steps->keys(set, view);
        steps->sort(set, view, shared[at]);
        steps->results(set, view);
    }
    s->count_slot = count_slot;
    s->turn_at = 0;
}

struct pass* glsort_order_add_pass(struct order_builder* b, const char* label,
                                   uint8_t phase, uint16_t shader, uint32_t groups)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = groups;
    return p;
}

// ---- the caller's resources -----------------------------------------------------------

static struct order_use use_of(const struct order_row* row)
{
    const bool output = (row->argument.flags & ARGUMENT_OUTPUT) != 0;
    return (struct order_use){row->argument.slot, output ? GLSORT_WRITE : GLSORT_READ,
                              row->unit, row->base_at};
}

static void bind_range(struct order_builder* b, struct pass* p,
                       const struct order_use* use, const struct order_part* part)
{
    const struct order_row* row = glsort_order_row(use->slot);
    const struct order_range r = glsort_order_range(b->order, row, part);
    if (r.bytes == 0)
        return;
    glsort_pass_resource(p, use->slot, use->access, use->unit, r.first, r.bytes,
                         b->params_at + use->base_at);
    if ((row->argument.flags & ARGUMENT_OUTPUT) == 0)
        glsort_order_describe(&p->bindings[p->binding_count - 1], &r);
}

void glsort_order_bind_part(struct order_builder* b, struct pass* p, uint8_t slot,
                            const struct order_part* part)
{
    const struct order_use use = use_of(glsort_order_row(slot));
    bind_range(b, p, &use, part);
}

void glsort_order_bind_use(struct order_builder* b, struct pass* p,
                           const struct order_use* use, uint32_t view, uint32_t views)
{
    const struct order_row* row = glsort_order_row(use->slot);
    const struct order_part part = {
        .first = b->bound_first,
        .count = glsort_order_items(b->order, row, b->bound_count),
        .view = view,
        .views = views,
    };
    bind_range(b, p, use, &part);
}

void glsort_order_bind(struct order_builder* b, struct pass* p, uint8_t slot,
                       uint32_t view, uint32_t views)
{
    const struct order_use use = use_of(glsort_order_row(slot));
    glsort_order_bind_use(b, p, &use, view, views);
}

void glsort_order_bind_elements(struct order_builder* b, struct pass* p, uint32_t view,
                                uint32_t views)
{
    if (b->moved != SLOT_NONE)
        glsort_pass_bind(
            p, b->moved, USAGE_STORAGE, GLSORT_READ, ORDER_POSITIONS,
            (uint64_t)b->bound_first * TRANSFORMED_BYTES,
            (uint64_t)glsort_order_transformed_items(b->order, b->bound_count) *
                TRANSFORMED_BYTES);
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        if (glsort_order_uses(b->order->what, row) && glsort_order_is_fetched(row) &&
            !glsort_order_is_transformed(b->order->what, row))
            glsort_order_bind(b, p, row->argument.slot, view, views);
    }
}

struct ends glsort_order_outputs(const struct order* o, uint32_t view)
{
    const uint8_t elements =
        order_is(o, WRITES_ELEMENTS) ? SLOT_ELEMENTS_OUT : SLOT_VALUES_OUT;
    const uint64_t first = bytes_of_words((uint64_t)view * o->desc->max_count);
    return (struct ends){
        .keys_out = {.slot = SLOT_KEYS_OUT, .words = 1, .first_bytes = first},
        .values_out = {.slot = elements, .words = 1, .first_bytes = first},
    };
}

// ---- results --------------------------------------------------------------------------

void glsort_order_bind_results(struct order_builder* b, struct pass* p, uint32_t view,
                               uint32_t views)
{
    static const uint8_t slots[] = {SLOT_COMMAND_OUT, SLOT_VISIBLE_OUT};
    for (size_t i = 0; i < sizeof slots; ++i) {
        const struct order_part part = {.count = 1, .view = view, .views = views};
        if (glsort_order_uses(b->order->what, glsort_order_row(slots[i])))
            glsort_order_bind_part(b, p, slots[i], &part);
    }
}
