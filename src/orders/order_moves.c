// SPDX-License-Identifier: MIT
#include "order_moves.h"

#include <assert.h>

#include "counting.h"
#include "shader_ids.h"

static_assert(sizeof(struct order_move_params) == 64, "std140 layout");
static_assert(offsetof(struct order_move_params, tile) == 16 &&
                  offsetof(struct order_move_params, cover) == 56,
              "cover_count.vert: what it reads");
static_assert(ORDER_MOST_SOURCES == GLSORT_MOST_SOURCES, "order_run.sources");

#define MOVE_PARAM(FIELD) offsetof(struct order_move_params, FIELD)

uint32_t glsort_order_moved_items(const struct order* order, uint32_t count)
{
    return order->desc.primitive.vertices > 0 ? order->vertex_count : count;
}

uint32_t glsort_order_most_moved(const glsort_order_desc* desc)
{
    return desc->primitive.vertices > 0 ? desc->max_vertices : desc->max_count;
}

uint32_t glsort_order_moved_piece(const glsort_order_desc* desc,
                                  const struct glsort_limits* limits)
{
    const bool ids = desc->transform == GLSORT_TRANSFORM_PER_ELEMENT;
    const struct bound_field fields[] = {
        {desc->position.stride, glsort_order_position_bytes(desc->position.format)},
        {ids ? desc->matrix_index.stride : 0, WORD_BYTES},
    };
    const uint32_t most = glsort_order_most_moved(desc);
    return desc->max_sources == 0 ? glsort_order_piece_of(fields, 2, most, limits) : most;
}

uint32_t glsort_order_moving_passes(const struct order* order)
{
    if (!glsort_order_moves(&order->desc))
        return 0;
    return order->desc.max_sources > 0 ? order->source_count : 1;
}

uint8_t glsort_order_source_slot(const glsort_order_desc* desc, uint32_t source)
{
    return (uint8_t)(desc->max_sources > 0 ? SLOT_SOURCES + source : SLOT_POSITIONS);
}

uint32_t glsort_order_source_items(const struct order* order, uint32_t source,
                                   uint32_t count)
{
    return order->desc.max_sources > 0 ? order->sources[source]
                                       : glsort_order_moved_items(order, count);
}

static uint32_t flags_of(const glsort_order_desc* desc)
{
    const struct {
        bool set;
        uint32_t flag;
    } list[] = {
        {desc->primitive.vertices > 0, ORDER_MOVE_VERTICES},
        {desc->max_sources > 0, ORDER_MOVE_SOURCES},
        {desc->transform != GLSORT_TRANSFORM_NONE, ORDER_MOVE_MATRICES},
        {desc->transform == GLSORT_TRANSFORM_PER_SOURCE, ORDER_MOVE_BY_SOURCE},
        {desc->transform == GLSORT_TRANSFORM_PER_SEGMENT, ORDER_MOVE_BY_SEGMENT},
    };
    uint32_t flags = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        flags |= list[i].set ? list[i].flag : 0;
    return flags;
}

struct order_move_params glsort_order_move_params(const struct order* order,
                                                  uint32_t source)
{
    const glsort_order_desc* desc = &order->desc;
    return (struct order_move_params){
        .position_stride = desc->position.stride / WORD_BYTES,
        .position_format = desc->position.format,
        .source = source,
        .ids_stride = desc->matrix_index.stride / WORD_BYTES,
        .segments = order->segment_count,
        .flags = flags_of(desc),
    };
}

void glsort_order_declare_moved(struct order_builder* b)
{
    const uint64_t most = glsort_order_most_moved(b->desc);
    if (glsort_order_moves(b->desc))
        b->moved = glsort_schedule_buffer(b->s, "moved positions", most * MOVED_BYTES);
}

// Binds the positions of `count` items of a source from `first` on.
static void bind_positions(struct order_builder* b, struct pass* p, uint32_t source,
                           uint32_t first, uint32_t count)
{
    const glsort_position* position = &b->desc->position;
    if (count > 0)
        glsort_pass_resource(
            p, glsort_order_source_slot(b->desc, source), GLSORT_READ, ORDER_POSITIONS,
            position->offset + (uint64_t)first * position->stride,
            glsort_order_span(count, position->stride,
                              glsort_order_position_bytes(position->format)),
            MOVE_PARAM(positions_base));
}

static void bind_matrices(struct order_builder* b, struct pass* p, uint32_t first,
                          uint32_t count)
{
    const glsort_order_desc* desc = b->desc;
    const glsort_field* index = &desc->matrix_index;
    if (desc->transform == GLSORT_TRANSFORM_NONE)
        return;
    glsort_pass_resource(p, SLOT_MATRICES, GLSORT_READ, ORDER_MOVE_MATRIX, 0,
                         (uint64_t)b->order->matrix_count * MATRIX_BYTES,
                         MOVE_PARAM(matrices_base));
    if (desc->transform == GLSORT_TRANSFORM_PER_ELEMENT)
        glsort_pass_resource(p, SLOT_MATRIX_INDICES, GLSORT_READ, ORDER_MOVE_IDS,
                             index->offset + (uint64_t)first * index->stride,
                             glsort_order_span(count, index->stride, WORD_BYTES),
                             MOVE_PARAM(ids_base));
    if (desc->transform == GLSORT_TRANSFORM_PER_SEGMENT)
        glsort_pass_resource(p, SLOT_OFFSETS_IN, GLSORT_READ, ORDER_MOVE_IDS, 0,
                             bytes_of_words((uint64_t)b->order->segment_count + 1),
                             MOVE_PARAM(ids_base));
}

// Moves the `count` items of a source from `first` on.
static void add_moved(struct order_builder* b, uint32_t source, uint32_t first,
                      uint32_t count,
                      void (*bind_count)(struct order_builder*, struct pass*))
{
    const bool whole = b->desc->max_sources > 0;
    const uint32_t items = glsort_order_moved_items(b->order, b->count);
    struct order_move_params params = glsort_order_move_params(b->order, source);
    struct pass* p =
        glsort_order_add_pass(b, "moved positions of items", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_POSITIONS, ceil_divide(count, ORDER_TILE));
    params.first = first;
    if (b->desc->primitive.vertices == 0)
        bind_count(b, p);
    bind_positions(b, p, source, first,
                   whole ? glsort_order_source_items(b->order, source, b->count) : count);
    bind_matrices(b, p, first, count);
    glsort_pass_buffer(p, b->moved, GLSORT_WRITE, ORDER_MOVED,
                       (uint64_t)items * MOVED_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_order_add_moved(struct order_builder* b,
                            void (*bind_count)(struct order_builder*, struct pass*))
{
    const uint32_t passes = glsort_order_moving_passes(b->order);
    const uint32_t items = glsort_order_moved_items(b->order, b->count);
    const uint32_t piece = glsort_order_moved_piece(b->desc, &b->core->limits);
    for (uint32_t source = 0; source < passes; ++source)
        for (uint32_t first = 0; first < items; first += piece)
            add_moved(b, source, first, items - first < piece ? items - first : piece,
                      bind_count);
}
