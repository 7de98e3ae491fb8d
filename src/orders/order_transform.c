// SPDX-License-Identifier: MIT
#include "order_transform.h"

#include <assert.h>

#include "counting.h"
#include "shader_ids.h"

static_assert(sizeof(struct order_move_params) == 64, "std140 layout");
static_assert(offsetof(struct order_move_params, tile) == 16 &&
                  offsetof(struct order_move_params, cover) == 56,
              "cover_count.vert: what it reads");
static_assert(ORDER_MOST_SOURCES == GLSORT_MOST_SOURCES, "order_run.sources");

uint32_t glsort_order_transformed_items(const struct order* order, uint32_t count)
{
    return order_is(order, HAS_PRIMITIVES) ? order->shape.vertices : count;
}

uint32_t glsort_order_most_transformed(const glsort_order_desc* desc)
{
    return desc->primitive.vertices > 0 ? desc->max_vertices : desc->max_count;
}

uint32_t glsort_order_transforming_passes(const struct order* order)
{
    if (!order_is(order, TRANSFORMED))
        return 0;
    return order_is(order, HAS_SOURCES) ? order->shape.options >> ORDER_SOURCES_SHIFT : 1;
}

uint8_t glsort_order_source_slot(const struct order* order, uint32_t source)
{
    return (uint8_t)(order_is(order, HAS_SOURCES) ? SLOT_SOURCES + source
                                                  : SLOT_POSITIONS);
}

static uint32_t flags_of(const struct order* o)
{
    const glsort_transform transform = o->desc->transform;
    const struct {
        bool set;
        uint32_t flag;
    } list[] = {
        {order_is(o, HAS_PRIMITIVES), ORDER_MOVE_VERTICES},
        {order_is(o, HAS_SOURCES), ORDER_MOVE_SOURCES},
        {order_is(o, HAS_MATRICES), ORDER_MOVE_MATRICES},
        {transform == GLSORT_TRANSFORM_PER_SOURCE, ORDER_MOVE_BY_SOURCE},
        {transform == GLSORT_TRANSFORM_PER_SEGMENT, ORDER_MOVE_BY_SEGMENT},
    };
    uint32_t flags = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        flags |= list[i].set ? list[i].flag : 0;
    return flags;
}

struct order_move_params glsort_order_transform_params(const struct order* order,
                                                       uint32_t source)
{
    const glsort_order_desc* desc = order->desc;
    return (struct order_move_params){
        .position_stride = desc->position.stride / WORD_BYTES,
        .position_format = desc->position.format,
        .source = source,
        .ids_stride = desc->matrix_index.stride / WORD_BYTES,
        .segments = order->shape.segments,
        .flags = flags_of(order),
    };
}

void glsort_order_declare_transformed(struct order_builder* b)
{
    const uint64_t most = glsort_order_most_transformed(b->desc);
    if (order_is(b->order, TRANSFORMED))
        b->moved =
            glsort_schedule_buffer(b->s, "moved positions", most * TRANSFORMED_BYTES);
}

// Binds what moves the positions of `count` items from `first` on: of a source all.
static void bind_moved(struct order_builder* b, struct pass* p, uint32_t source,
                       uint32_t first, uint32_t count)
{
    const uint8_t positions = glsort_order_source_slot(b->order, source);
    const struct order_part items = {.first = first, .count = count, .views = 1};
    const struct order_use offsets = {SLOT_OFFSETS_IN, GLSORT_READ, ORDER_MOVE_IDS,
                                      offsetof(struct order_move_params, ids_base)};
    if (order_is(b->order, HAS_SOURCES))
        glsort_order_bind(b, p, positions, 0, 1);
    else
        glsort_order_bind_part(b, p, positions, &items);
    if (!order_is(b->order, HAS_MATRICES))
        return;
    glsort_order_bind(b, p, SLOT_MATRICES, 0, 1);
    if (order_is(b->order, HAS_MATRIX_INDICES))
        glsort_order_bind_part(b, p, SLOT_MATRIX_INDICES, &items);
    if (b->desc->transform == GLSORT_TRANSFORM_PER_SEGMENT)
        glsort_order_bind_use(b, p, &offsets, 0, 1);
}

// Moves the `count` items of a source from `first` on.
static void add_moved(struct order_builder* b, uint32_t source, uint32_t first,
                      uint32_t count, glsort_order_bind_count* bind_count)
{
    const uint32_t items = glsort_order_transformed_items(b->order, b->count);
    struct order_move_params params = glsort_order_transform_params(b->order, source);
    struct pass* p =
        glsort_order_add_pass(b, "moved positions of items", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_POSITIONS, ceil_divide(count, ORDER_TILE));
    params.first = first;
    if (!order_is(b->order, HAS_PRIMITIVES))
        bind_count(b, p);
    bind_moved(b, p, source, first, count);
    glsort_pass_buffer(p, b->moved, GLSORT_WRITE, ORDER_MOVED,
                       (uint64_t)items * TRANSFORMED_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_order_add_transformed(struct order_builder* b,
                                  glsort_order_bind_count* over_all,
                                  glsort_order_bind_count* bind_count)
{
    const uint32_t passes = glsort_order_transforming_passes(b->order);
    const uint32_t items = glsort_order_transformed_items(b->order, b->count);
    const uint32_t slice = b->order->what->transformed_slice;
    for (uint32_t source = 0; source < passes; ++source)
        for (uint32_t first = 0; first < items; first += smaller(slice, items - first))
            add_moved(b, source, first, smaller(slice, items - first),
                      items <= slice ? over_all : bind_count);
}
