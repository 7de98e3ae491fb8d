// SPDX-License-Identifier: MIT
#include "order_passes.h"

#include "order_moves.h"
#include "shader_ids.h"

struct pass* glsort_order_add_pass(struct order_builder* b, const char* label,
                                   uint8_t phase, uint16_t shader, uint32_t groups)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = groups;
    return p;
}

// ---- inputs ---------------------------------------------------------------------------

static bool is_source(uint8_t slot)
{
    return slot >= SLOT_SOURCES && slot <= SLOT_SOURCES_END;
}

void glsort_order_mark_elements(struct schedule* s, const glsort_order_desc* desc)
{
    const struct order_items items = glsort_order_items(desc);
    bool texels = (desc->textures & items.texture) != 0;
    uint32_t indices =
        desc->primitive.vertices * (desc->primitive.index == GLSORT_INDEX_U16 ? 2u : 4u);
    const struct {
        uint8_t slot;
        uint32_t bytes;
        uint32_t stride;
    } inputs[] = {
        {items.slot, texels ? items.texel_bytes : items.bytes,
         texels ? items.texel_bytes : items.stride},
        {SLOT_RADII, WORD_BYTES, desc->radius.stride},
        {SLOT_DEAD, WORD_BYTES, desc->dead.field.stride},
        {SLOT_INDICES_IN, indices, indices},
        {SLOT_MATRICES, MATRIX_BYTES, MATRIX_BYTES},
        {SLOT_MATRIX_INDICES, WORD_BYTES, desc->matrix_index.stride},
    };
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t at = 0; at < s->passes[i].binding_count; ++at)
            for (size_t in = 0; in < sizeof inputs / sizeof inputs[0]; ++in) {
                struct binding* b = &s->passes[i].bindings[at];
                uint8_t slot = is_source(b->slot) ? SLOT_POSITIONS : b->slot;
                if (slot != inputs[in].slot)
                    continue;
                b->element_bytes = inputs[in].bytes;
                b->stride_bytes = inputs[in].stride;
            }
}

static void bind_positions(struct order_builder* b, struct pass* p, uint32_t view,
                           uint32_t views)
{
    const struct order_items items = glsort_order_items(b->desc);
    const uint64_t before =
        (uint64_t)view * glsort_order_view_items(b->desc, b->vertex_count);
    if (b->moved != SLOT_NONE) {
        glsort_pass_bind(p, b->moved, USAGE_STORAGE, GLSORT_READ, ORDER_POSITIONS,
                         (uint64_t)b->bound_first * MOVED_BYTES,
                         (uint64_t)glsort_order_moved_items(b->order, b->bound_count) *
                             MOVED_BYTES);
        return;
    }
    uint32_t count =
        glsort_order_item_count(b->desc, b->bound_count, b->vertex_count, views);
    glsort_pass_resource(p, items.slot, GLSORT_READ, ORDER_POSITIONS,
                         items.offset + (before + b->bound_first) * items.stride,
                         glsort_order_span(count, items.stride, items.bytes),
                         b->params_at + ORDER_PARAM(positions_base));
}

static void bind_field(struct order_builder* b, struct pass* p, uint8_t slot,
                       uint8_t unit, const glsort_field* field, size_t base_offset)
{
    const uint32_t items =
        glsort_order_field_items(b->desc, b->bound_count, b->vertex_count);
    glsort_pass_resource(p, slot, GLSORT_READ, unit,
                         field->offset + (uint64_t)b->bound_first * field->stride,
                         glsort_order_span(items, field->stride, WORD_BYTES),
                         b->params_at + base_offset);
}

void glsort_order_bind_indices(struct order_builder* b, struct pass* p)
{
    glsort_pass_resource(p, SLOT_INDICES_IN, GLSORT_READ, ORDER_INDICES, 0,
                         glsort_order_index_words(b->desc, b->count, b->index_odd) *
                             WORD_BYTES,
                         b->params_at + ORDER_PARAM(indices_base));
}

void glsort_order_bind_elements(struct order_builder* b, struct pass* p, uint32_t view,
                                uint32_t views)
{
    const glsort_order_desc* desc = b->desc;
    bind_positions(b, p, view, views);
    if (desc->primitive.vertices > 0)
        glsort_order_bind_indices(b, p);
    if (desc->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        bind_field(b, p, SLOT_RADII, ORDER_RADII, &desc->radius, ORDER_PARAM(radii_base));
    if (desc->dead.test != GLSORT_DEAD_NONE)
        bind_field(b, p, SLOT_DEAD, ORDER_DEAD, &desc->dead.field,
                   ORDER_PARAM(dead_base));
}

struct ends glsort_order_outputs(const glsort_order_desc* desc, uint32_t view)
{
    const uint8_t elements =
        glsort_order_writes_elements(desc) ? SLOT_ELEMENTS_OUT : SLOT_VALUES_OUT;
    const uint64_t first = bytes_of_words((uint64_t)view * desc->max_count);
    return (struct ends){
        .keys_out = {.slot = SLOT_KEYS_OUT, .words = 1, .first_bytes = first},
        .values_out = {.slot = elements, .words = 1, .first_bytes = first},
    };
}

// ---- results --------------------------------------------------------------------------

void glsort_order_bind_results(struct order_builder* b, struct pass* p, uint32_t view,
                               uint32_t views)
{
    const glsort_order_desc* desc = b->desc;
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(desc->command);
    if (desc->command != GLSORT_COMMAND_NONE)
        glsort_pass_resource(
            p, SLOT_COMMAND_OUT, GLSORT_WRITE, ORDER_COMMANDS,
            (uint64_t)view * desc->command_stride,
            glsort_order_span(views, desc->command_stride, command_bytes),
            b->params_at + ORDER_PARAM(commands_base));
    if ((desc->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        glsort_pass_resource(p, SLOT_VISIBLE_OUT, GLSORT_WRITE, ORDER_VISIBLE,
                             bytes_of_words(view), bytes_of_words(views),
                             b->params_at + ORDER_PARAM(visible_base));
}
