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
        {SLOT_ELEMENTS_IN, WORD_BYTES, WORD_BYTES},
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

// moved: where the field is in the places of a list, or none.
static void bind_field(struct order_builder* b, struct pass* p, uint8_t slot,
                       uint8_t moved, uint8_t unit, const glsort_field* field,
                       size_t base_offset)
{
    if (moved != SLOT_NONE) {
        glsort_pass_buffer(p, moved, GLSORT_READ, unit, bytes_of_words(b->count));
        return;
    }
    glsort_pass_resource(p, slot, GLSORT_READ, unit,
                         field->offset + (uint64_t)b->bound_first * field->stride,
                         glsort_order_span(b->bound_count, field->stride, WORD_BYTES),
                         b->params_at + base_offset);
}

static uint64_t listed_bytes(const struct order_builder* b, uint32_t words)
{
    return bytes_of_words((uint64_t)b->count * words);
}

void glsort_order_bind_indices(struct order_builder* b, struct pass* p)
{
    if (b->listed_indices != SLOT_NONE) {
        glsort_pass_buffer(p, b->listed_indices, GLSORT_READ, ORDER_INDICES,
                           listed_bytes(b, b->desc->primitive.vertices));
        return;
    }
    glsort_pass_resource(
        p, glsort_order_index_slot(b->desc), GLSORT_READ, ORDER_INDICES, 0,
        glsort_order_index_words(b->desc, b->count, b->index_odd) * WORD_BYTES,
        b->params_at + ORDER_PARAM(indices_base));
}

void glsort_order_bind_list(struct order_builder* b, struct pass* p)
{
    glsort_pass_resource(p, SLOT_ELEMENTS_IN, GLSORT_READ, ORDER_INDICES, 0,
                         bytes_of_words(b->count), ORDER_PARAM(indices_base));
}

void glsort_order_bind_elements(struct order_builder* b, struct pass* p, uint32_t view,
                                uint32_t views)
{
    const glsort_order_desc* desc = b->desc;
    bind_positions(b, p, view, views);
    if (desc->primitive.vertices > 0)
        glsort_order_bind_indices(b, p);
    if (desc->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        bind_field(b, p, SLOT_RADII, b->listed_radii, ORDER_RADII, &desc->radius,
                   ORDER_PARAM(radii_base));
    if (desc->dead.test != GLSORT_DEAD_NONE)
        bind_field(b, p, SLOT_DEAD, b->listed_dead, ORDER_DEAD, &desc->dead.field,
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

// ---- listed elements ------------------------------------------------------------------

static bool has_radii(const glsort_order_desc* desc)
{
    return desc->radius_source == GLSORT_RADIUS_PER_ELEMENT;
}

static bool has_dead(const glsort_order_desc* desc)
{
    return desc->dead.test != GLSORT_DEAD_NONE;
}

bool glsort_order_moves_listed(const glsort_order_desc* desc)
{
    return glsort_order_lists(desc) &&
           (desc->primitive.vertices > 1 || has_radii(desc) || has_dead(desc));
}

void glsort_order_declare_listed(struct order_builder* b)
{
    const glsort_order_desc* desc = b->desc;
    const uint64_t words = bytes_of_words(desc->max_count);
    if (!glsort_order_lists(desc))
        return;
    if (desc->primitive.vertices > 1)
        b->listed_indices = glsort_schedule_buffer(b->s, "listed indices",
                                                   words * desc->primitive.vertices);
    if (has_radii(desc))
        b->listed_radii = glsort_schedule_buffer(b->s, "listed radii", words);
    if (has_dead(desc))
        b->listed_dead = glsort_schedule_buffer(b->s, "listed dead fields", words);
}

// An input that is moved: a field, or with `vertices` the indices.
struct moved {
    const char* label;
    uint8_t from;
    uint8_t to;
    uint32_t vertices;
    glsort_field field;
};

static void add_listed(struct order_builder* b, const struct moved* m,
                       void (*bind_count)(struct order_builder*, struct pass*))
{
    const uint32_t tiles = (b->count + ORDER_TILE - 1) / ORDER_TILE;
    struct order_params params = glsort_order_params(b->desc, b->count, 0, b->view_count);
    uint64_t bytes = glsort_order_span(b->element_count, m->field.stride, WORD_BYTES);
    if (m->vertices > 0)
        bytes = glsort_order_index_words(b->desc, b->element_count, b->index_odd) *
                WORD_BYTES;
    params.vertices = m->vertices;
    params.radius_stride = m->field.stride / WORD_BYTES;
    params.flags = b->desc->primitive.index == GLSORT_INDEX_U16 ? ORDER_INDEX_U16 : 0;
    struct pass* p =
        glsort_order_add_pass(b, m->label, GLSORT_PHASE_LOAD, SHADER_ORDER_LIST, tiles);
    bind_count(b, p);
    glsort_pass_resource(p, SLOT_ELEMENTS_IN, GLSORT_READ, ORDER_LIST, 0,
                         bytes_of_words(b->count), ORDER_PARAM(elements_base));
    glsort_pass_resource(p, m->from, GLSORT_READ, ORDER_INDICES, m->field.offset, bytes,
                         ORDER_PARAM(indices_base));
    glsort_pass_moves(p, listed_bytes(b, m->vertices > 0 ? m->vertices : 1));
    glsort_pass_buffer(p, m->to, GLSORT_WRITE, ORDER_LISTED,
                       listed_bytes(b, m->vertices > 0 ? m->vertices : 1));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_order_add_listed(struct order_builder* b,
                             void (*bind_count)(struct order_builder*, struct pass*))
{
    const struct moved list[] = {
        {.label = "listed indices of elements",
         .from = SLOT_INDICES_IN,
         .to = b->listed_indices,
         .vertices = b->desc->primitive.vertices},
        {.label = "listed radii of elements",
         .from = SLOT_RADII,
         .to = b->listed_radii,
         .field = b->desc->radius},
        {.label = "listed dead fields of elements",
         .from = SLOT_DEAD,
         .to = b->listed_dead,
         .field = b->desc->dead.field},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].to != SLOT_NONE)
            add_listed(b, &list[i], bind_count);
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
