// SPDX-License-Identifier: MIT
#include "order_io.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "build.h"
#include "counting.h"
#include "schedule.h"

enum { MATRIX_BYTES = 64, MATRIX_TEXELS = 4, VIEW_BYTES = sizeof(glsort_order_view) };

#define AT(FIELD) offsetof(glsort_order_args, FIELD)
#define IN(FIELD) offsetof(glsort_order_desc, FIELD)
#define BASE(FIELD) offsetof(struct order_params, FIELD)
#define MOVE_BASE(FIELD) offsetof(struct order_move_params, FIELD)
#define TEXTURE(NAME) GLSORT_ORDER_TEXTURE_##NAME
#define ROW(FIELD, SLOT, FLAGS, NEEDS, TEXTURE_BIT, PER, BYTES, FIELD_AT, ...)           \
    {                                                                                    \
        {#FIELD, AT(FIELD), SLOT, FLAGS, NEEDS, TEXTURE_BIT}, PER, BYTES, FIELD_AT,      \
            __VA_ARGS__                                                                  \
    }
#define SOURCE(I)                                                                        \
    ROW(sources[I].positions, SLOT_SOURCES + (I), ARGUMENT_INPUT, HAS_SOURCES,           \
        TEXTURE(POSITIONS), PER_SOURCE, 0, IN(position.offset), ORDER_POSITIONS,         \
        UNIT_POSITIONS, MOVE_BASE(positions_base))

static_assert(offsetof(glsort_position, stride) - offsetof(glsort_position, offset) ==
                      offsetof(glsort_field, stride) &&
                  offsetof(glsort_position, texel_words) -
                          offsetof(glsort_position, offset) ==
                      offsetof(glsort_field, texel_words),
              "a position is read as a field");
static_assert(MOVE_BASE(positions_base) == BASE(positions_base), "both read positions");

const struct order_row glsort_order_rows[] = {
    ROW(positions, SLOT_POSITIONS, ARGUMENT_INPUT, HAS_POSITIONS, TEXTURE(POSITIONS),
        PER_ITEM, 0, IN(position.offset), ORDER_POSITIONS, UNIT_POSITIONS,
        BASE(positions_base)),
    ROW(depths_in, SLOT_DEPTHS_IN, ARGUMENT_INPUT, HAS_DEPTHS_IN, TEXTURE(DEPTHS_IN),
        PER_DEPTH, WORD_BYTES, IN(depth), ORDER_POSITIONS, UNIT_POSITIONS,
        BASE(positions_base)),
    ROW(radii, SLOT_RADII, ARGUMENT_INPUT, HAS_RADII, TEXTURE(RADII), PER_POINT,
        WORD_BYTES, IN(radius), ORDER_RADII, UNIT_RADII, BASE(radii_base)),
    ROW(dead, SLOT_DEAD, ARGUMENT_INPUT, HAS_DEAD, TEXTURE(DEAD), PER_POINT, WORD_BYTES,
        IN(dead.field), ORDER_DEAD, UNIT_DEAD, BASE(dead_base)),
    ROW(indices_in, SLOT_INDICES_IN, ARGUMENT_INPUT, HAS_PRIMITIVES, TEXTURE(INDICES),
        PER_ELEMENT, 0, 0, ORDER_INDICES, UNIT_INDICES, BASE(indices_base)),
    SOURCE(0),
    SOURCE(1),
    SOURCE(2),
    SOURCE(3),
    SOURCE(4),
    SOURCE(5),
    SOURCE(6),
    SOURCE(7),
    ROW(matrices, SLOT_MATRICES, ARGUMENT_INPUT, HAS_MATRICES, TEXTURE(MATRICES),
        PER_MATRIX, MATRIX_BYTES, 0, ORDER_MOVE_MATRIX, UNIT_MATRICES,
        MOVE_BASE(matrices_base)),
    ROW(matrix_indices, SLOT_MATRIX_INDICES, ARGUMENT_INPUT, HAS_MATRIX_INDICES,
        TEXTURE(MATRIX_INDICES), PER_ITEM, WORD_BYTES, IN(matrix_index), ORDER_MOVE_IDS,
        UNIT_MOVE_IDS, MOVE_BASE(ids_base)),
    ROW(count_in, SLOT_COUNT_IN, ARGUMENT_COUNT | ARGUMENT_READ_FIRST, COUNT_ON_GPU, 0,
        PER_RUN, WORD_BYTES, 0, ORDER_COUNT_IN, 0, BASE(count_base)),
    ROW(views_in, SLOT_VIEWS_IN, ARGUMENT_INPUT | ARGUMENT_OPTIONAL, HAS_VIEWS, 0,
        PER_VIEW, VIEW_BYTES, 0, 0, 0, 0),
    ROW(offsets_in, SLOT_OFFSETS_IN, ARGUMENT_INPUT, HAS_SEGMENTS, 0, PER_SEGMENT,
        WORD_BYTES, 0, ORDER_OFFSETS, 0, BASE(offsets_base)),
    ROW(order_out, SLOT_VALUES_OUT, ARGUMENT_OUTPUT, 0, TEXTURE(ORDER), PER_PLACE, 0, 0,
        ORDER_OUT, 0, BASE(out_base)),
    ROW(depths_out, SLOT_KEYS_OUT, ARGUMENT_OUTPUT, WRITES_DEPTHS, TEXTURE(DEPTHS),
        PER_PLACE, WORD_BYTES, 0, ORDER_SORTED_KEYS, 0, BASE(depths_base)),
    ROW(visible_out, SLOT_VISIBLE_OUT, ARGUMENT_OUTPUT, WRITES_VISIBLE, TEXTURE(VISIBLE),
        PER_RESULT, WORD_BYTES, 0, ORDER_VISIBLE, 0, BASE(visible_base)),
    ROW(command_out, SLOT_COMMAND_OUT, ARGUMENT_OUTPUT, WRITES_COMMANDS, 0, PER_RESULT, 0,
        0, ORDER_COMMANDS, 0, BASE(commands_base)),
    ROW(elements_out, SLOT_ELEMENTS_OUT, ARGUMENT_OUTPUT, WRITES_ELEMENTS, 0, PER_PLACE,
        WORD_BYTES, 0, ORDER_ELEMENTS_IN, 0, BASE(elements_base)),
};

static_assert(sizeof glsort_order_rows / sizeof glsort_order_rows[0] == ORDER_ROWS,
              "the number of rows");

const struct order_row* glsort_order_row(uint8_t slot)
{
    for (uint32_t i = 0; i < ORDER_ROWS; ++i)
        if (glsort_order_rows[i].argument.slot == slot)
            return &glsort_order_rows[i];
    assert(false); // a slot of orders has a row
    return NULL;
}

bool glsort_order_uses(const struct order_what* what, const struct order_row* row)
{
    return is(what->traits, row->argument.needs);
}

bool glsort_order_is_fetched(const struct order_row* row)
{
    return (row->argument.flags & ARGUMENT_OUTPUT) == 0 && row->argument.texture != 0;
}

bool glsort_order_is_transformed(const struct order_what* what,
                                 const struct order_row* row)
{
    return is(what->traits, TRANSFORMED) &&
           (row->per == PER_ITEM || row->per == PER_SOURCE || row->per == PER_MATRIX);
}

bool glsort_order_is_copied(const struct order_what* what, const struct order_row* row)
{
    return is(what->traits, COPIES_INPUTS) && !glsort_order_is_transformed(what, row);
}

static uint32_t bytes_of_field(const glsort_order_desc* d, const struct order_row* row)
{
    return row->item_bytes > 0 ? row->item_bytes
                               : glsort_order_position_bytes(d->position.format);
}

void glsort_order_fill_strides(glsort_order_desc* d)
{
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        glsort_field field;
        if (row->field_at == 0)
            continue;
        memcpy(&field, (const char*)d + row->field_at, sizeof field);
        if (field.stride == 0)
            field.stride = glsort_order_packed(bytes_of_field(d, row), field.texel_words);
        memcpy((char*)d + row->field_at, &field, sizeof field);
    }
}

// ---- items ----------------------------------------------------------------------------

uint32_t glsort_order_items(const struct order* o, const struct order_row* row,
                            uint32_t elements)
{
    const uint32_t vertices = o->desc->primitive.vertices;
    switch (row->per) {
    case PER_ITEM:
    case PER_DEPTH: return vertices > 0 ? o->shape.vertices : elements;
    case PER_POINT: return order_is(o, LISTED) ? o->shape.vertices : elements;
    case PER_SOURCE: return o->shape.sources[row->argument.slot - SLOT_SOURCES];
    case PER_MATRIX: return o->shape.matrices;
    case PER_SEGMENT: return o->shape.segments + 1;
    case PER_ELEMENT:
    case PER_PLACE: return elements;
    default: return 1;
    }
}

// Items from those of a view to those of the next one.
static uint32_t view_step(const struct order* o, const struct order_row* row)
{
    const glsort_order_desc* d = o->desc;
    switch (row->per) {
    case PER_DEPTH: return d->primitive.vertices > 0 ? o->shape.vertices : d->max_count;
    case PER_PLACE: return d->max_count;
    case PER_RESULT:
    case PER_VIEW: return 1;
    default: return 0;
    }
}

static uint32_t bytes_of_item(const struct order* o, const struct order_row* row)
{
    const glsort_order_desc* d = o->desc;
    const uint32_t index = d->primitive.index == GLSORT_INDEX_U16 ? 2 : 4;
    switch (row->argument.slot) {
    case SLOT_INDICES_IN: return d->primitive.vertices * index;
    case SLOT_VALUES_OUT: return glsort_order_indices_out(o) * WORD_BYTES;
    case SLOT_COMMAND_OUT: return glsort_order_command_words(d->command) * WORD_BYTES;
    default: return bytes_of_field(d, row);
    }
}

static glsort_field field_of(const struct order* o, const struct order_row* row)
{
    glsort_field field = {.stride = bytes_of_item(o, row)};
    if (row->field_at > 0)
        memcpy(&field, (const char*)o->desc + row->field_at, sizeof field);
    else if (row->argument.slot == SLOT_COMMAND_OUT)
        field.stride = o->desc->command_stride;
    return field;
}

// ---- ranges ---------------------------------------------------------------------------

// Indices of 16 bits are read in words; odd: they begin in the upper half of one.
static uint64_t in_words(uint64_t bytes, bool odd)
{
    return (bytes + (odd ? WORD_BYTES / 2 : 0) + WORD_BYTES - 1) / WORD_BYTES *
           WORD_BYTES;
}

static void set_texels(const struct order* o, const struct order_row* row,
                       const struct order_part* part, uint32_t texel_words,
                       struct order_range* r)
{
    const glsort_order_desc* d = o->desc;
    const bool floats =
        (row->argument.texture & TEXTURE(POSITIONS)) != 0 && texel_words == 0;
    r->texel_bytes = floats ? TEXEL_BYTES : larger(texel_words, 1) * WORD_BYTES;
    r->texels = r->items;
    if (texel_words > 0)
        r->texels =
            saturated((r->first + r->bytes + r->texel_bytes - 1) / r->texel_bytes);
    if (row->per == PER_MATRIX) {
        r->texel_bytes = TEXEL_BYTES;
        r->texels = saturated((uint64_t)r->items * MATRIX_TEXELS);
    }
    if (row->argument.slot == SLOT_INDICES_IN)
        r->texels = saturated((uint64_t)r->items * d->primitive.vertices);
    if (row->argument.slot == SLOT_VALUES_OUT && r->items > 0)
        r->texels = (part->views - 1) * glsort_order_texels(o, d->max_count) +
                    glsort_order_texels(o, part->count);
}

struct order_range glsort_order_range(const struct order* o, const struct order_row* row,
                                      const struct order_part* part)
{
    const glsort_order_desc* d = o->desc;
    const glsort_field field = field_of(o, row);
    const uint64_t step = view_step(o, row);
    struct order_range r = {.stride = field.stride, .item_bytes = bytes_of_item(o, row)};
    const bool none = row->argument.slot == SLOT_INDICES_IN &&
                      (o->shape.options & ORDER_NO_INDICES) != 0;
    if (part->count > 0 && part->views > 0 && !none)
        r.items = saturated((part->views - 1) * step + part->count);
    r.first = field.offset + (part->view * step + part->first) * field.stride;
    r.bytes = r.items == 0 ? 0 : (r.items - 1) * (uint64_t)r.stride + r.item_bytes;
    if (row->argument.slot == SLOT_INDICES_IN)
        r.bytes =
            none ? 0 : in_words(r.bytes, (o->shape.options & ORDER_INDICES_ODD) != 0);
    if ((d->textures & row->argument.texture) != 0)
        set_texels(o, row, part, field.texel_words, &r);
    return r;
}

struct order_range glsort_order_whole(const struct order* o, const struct order_row* row)
{
    const bool of_segments = row->per == PER_RESULT && order_is(o, HAS_SEGMENTS);
    const struct order_part part = {
        .count = glsort_order_items(o, row, o->count),
        .views = of_segments ? o->shape.segments : o->shape.views,
    };
    return glsort_order_range(o, row, &part);
}

void glsort_order_describe(struct binding* b, const struct order_range* r)
{
    b->element_bytes = r->item_bytes;
    b->stride_bytes = r->stride;
}

const char* glsort_order_name_items(const struct order_what* what,
                                    const struct order_row* row)
{
    switch (row->per) {
    case PER_ITEM:
    case PER_DEPTH: return is(what->traits, HAS_PRIMITIVES) ? "vertices" : "elements";
    case PER_POINT: return is(what->traits, LISTED) ? "vertices" : "elements";
    case PER_SOURCE: return "positions";
    case PER_MATRIX: return "matrices";
    case PER_SEGMENT: return "segments and their end";
    case PER_VIEW: return "views";
    case PER_RESULT:
        return row->argument.slot == SLOT_COMMAND_OUT ? "commands" : "visible counts";
    default: return "elements";
    }
}

struct order glsort_order_largest(const struct order_what* what, uint32_t views)
{
    const glsort_order_desc* d = &what->desc;
    return (struct order){
        .desc = d,
        .what = what,
        .count = d->max_count,
        .shape = {.views = views,
                  .vertices = d->max_vertices,
                  .segments = d->max_segments,
                  .options =
                      d->primitive.index == GLSORT_INDEX_U16 ? ORDER_INDICES_ODD : 0},
    };
}

// ---- slices ---------------------------------------------------------------------------

bool glsort_order_in_slices(const struct order_what* what, const struct order_row* row,
                            bool transforms)
{
    const bool items = row->per == PER_ITEM || row->per == PER_DEPTH;
    if (is(what->traits, TRANSFORMED) && items)
        return transforms && !is(what->traits, HAS_SOURCES);
    return !transforms && !is(what->traits, HAS_PRIMITIVES) &&
           (items || row->per == PER_POINT);
}

uint32_t glsort_order_slice(const struct order_what* what,
                            const struct glsort_limits* limits, bool transforms)
{
    const glsort_order_desc* d = &what->desc;
    const struct order o = {.desc = d, .what = what};
    const uint64_t most = glsort_most_bound_bytes(limits);
    const uint32_t count =
        transforms && d->primitive.vertices > 0 ? d->max_vertices : d->max_count;
    uint64_t slice = UINT32_MAX;
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        const uint32_t stride = field_of(&o, row).stride;
        const uint32_t bytes = bytes_of_item(&o, row);
        if (!glsort_order_uses(what, row) ||
            !glsort_order_in_slices(what, row, transforms) || count == 0 ||
            (count - 1) * (uint64_t)stride + bytes <= most)
            continue;
        // Wherever it begins.
        const uint64_t room = most - limits->storage_alignment;
        const uint64_t fits = ((room - bytes) / stride + 1) / ORDER_TILE * ORDER_TILE;
        slice = fits < slice ? fits : slice;
    }
    return (uint32_t)slice;
}
