// SPDX-License-Identifier: MIT
#include "order_traits.h"

#include "counting.h"
#include "desc.h"

static bool has_floats(const glsort_order_desc* d, uint32_t texture, uint32_t texel_words)
{
    return (d->textures & texture) != 0 && texel_words == 0;
}

static bool is_tuned(const glsort_order_desc* d)
{
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    return tuning.algorithm != GLSORT_ALGORITHM_AUTO ||
           tuning.method != GLSORT_METHOD_AUTO || tuning.local_size != 0 ||
           tuning.merge_size != 0;
}

// What the fields say by themselves.
static uint64_t traits_of_fields(const glsort_order_desc* d)
{
    const bool depths = d->key_source != GLSORT_KEYS_FROM_POSITIONS;
    const bool primitives = d->primitive.vertices > 0;
    const glsort_command c = d->command;
    const bool indexed =
        c == GLSORT_COMMAND_DRAW_ELEMENTS || c == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    const bool numbers = (d->flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) != 0;
    const bool by_args = (d->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0;
    const struct {
        bool holds;
        uint64_t trait;
    } list[] = {
        {d->count_source == GLSORT_COUNT_FROM_BUFFER, COUNT_ON_GPU},
        {!depths && d->max_sources == 0, HAS_POSITIONS},
        {depths, HAS_DEPTHS_IN},
        {!depths, HAS_VIEWS},
        {d->radius_source == GLSORT_RADIUS_PER_ELEMENT, HAS_RADII},
        {d->dead.test != GLSORT_DEAD_NONE, HAS_DEAD},
        {primitives, HAS_PRIMITIVES},
        {d->max_sources > 0, HAS_SOURCES | TRANSFORMED},
        {d->transform != GLSORT_TRANSFORM_NONE, HAS_MATRICES | TRANSFORMED},
        {d->transform == GLSORT_TRANSFORM_PER_ELEMENT, HAS_MATRIX_INDICES},
        {d->max_segments > 0, HAS_SEGMENTS},
        {(d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0, WRITES_DEPTHS},
        {(d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0, WRITES_VISIBLE},
        {(d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0, WRITES_ELEMENTS},
        {c != GLSORT_COMMAND_NONE, WRITES_COMMANDS},
        {primitives && !numbers, WRITES_VERTICES},
        {numbers, WRITES_NUMBERS},
        {(d->flags & GLSORT_ORDER_FILLS_REST) != 0, FILLS_REST},
        {d->cull == GLSORT_CULL_FRUSTUM, BY_FRUSTUM},
        {d->key_source == GLSORT_KEYS_FROM_U32, INTEGERS},
        {d->primitive.vertices == 1 && !by_args, LISTED},
        {d->backend == GLSORT_BACKEND_FRAGMENT, DRAWS},
        {d->key_bits == 0 || d->key_bits == 32, WHOLE_KEYS},
        {d->position.format == GLSORT_POSITION_UNORM16 ||
             d->position.format == GLSORT_POSITION_SNORM16,
         SCALED},
        {indexed, INDEXED},
        {c == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
             c == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES,
         INSTANCES},
        {by_args, LAID_OUT_BY_ARGS},
        {d->position.format == GLSORT_POSITION_F32, WORD_POSITIONS},
        {d->dead.test == GLSORT_DEAD_F32_AT_MOST ||
             d->dead.test == GLSORT_DEAD_F32_AT_LEAST,
         DEAD_BY_FLOATS},
        {d->dead.test == GLSORT_DEAD_U32_EQUAL || d->dead.test == GLSORT_DEAD_U32_UNEQUAL,
         DEAD_BY_WORDS},
        {d->cull == GLSORT_CULL_FRUSTUM && d->radius_source == GLSORT_RADIUS_FROM_ARGS,
         RADIUS_BY_ARGS},
        {primitives || indexed, HAS_VERTICES},
        {d->primitive.vertices > 1 && d->primitive.key == GLSORT_VERTEX_CENTROID,
         CENTROIDS},
        {primitives && d->max_vertices == 0, UNSIZED},
        {!primitives && d->count_source == GLSORT_COUNT_FROM_BUFFER, POINTS_ON_GPU},
        {has_floats(d, GLSORT_ORDER_TEXTURE_POSITIONS, d->position.texel_words),
         FLOAT_POSITIONS},
        {has_floats(d, GLSORT_ORDER_TEXTURE_RADII, d->radius.texel_words), FLOAT_RADII},
        {has_floats(d, GLSORT_ORDER_TEXTURE_DEAD, d->dead.field.texel_words), FLOAT_DEAD},
        {d->max_views > 1, SEVERAL_VIEWS},
        {is_tuned(d), TUNED},
        {primitives && by_args && d->primitive.index == GLSORT_INDEX_U16, NARROW_BY_ARGS},
    };
    uint64_t traits = (uint64_t)d->textures << 48;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        traits |= list[i].holds ? list[i].trait : 0;
    return traits;
}

uint64_t glsort_order_traits(const void* desc)
{
    const glsort_order_desc* d = desc;
    const uint64_t t = traits_of_fields(d);
    const bool draws = is(t, DRAWS);
    const uint64_t rejects = t & (BY_FRUSTUM | HAS_DEAD | FILLS_REST);
    const bool compacts = rejects != 0 && (t & (DRAWS | HAS_SEGMENTS)) == 0;
    const bool carries = is(t, LISTED) && d->primitive.index == GLSORT_INDEX_U32 &&
                         (t & (WRITES_NUMBERS | WRITES_ELEMENTS)) == 0;
    // No variant is plain that removes elements only to fill the rest.
    const bool plain = (t & (HAS_DEPTHS_IN | HAS_DEAD)) == 0 && is(t, WHOLE_KEYS) &&
                       (t & (WORD_POSITIONS | TRANSFORMED)) != 0 && rejects != FILLS_REST;
    const bool counted = (t & (DRAWS | WRITES_RESULTS | FILLS_REST)) != 0;
    return t | (counted ? 0 : UNCOUNTED) | (compacts ? COMPACTS : 0) |
           (carries && !draws ? MAY_CARRY : 0) | (plain ? PLAIN : 0);
}

glsort_order_desc glsort_order_laid_out(const glsort_order_desc* desc,
                                        const uint32_t* layout)
{
    glsort_order_desc d = *desc;
    if (layout[0] == 0)
        return d;
    d.position.stride = layout[0];
    d.radius.stride = layout[1];
    d.dead.field.stride = layout[2];
    d.primitive.vertices = layout[3];
    d.primitive.index = (glsort_index)layout[4];
    return d;
}

uint32_t glsort_order_vertices(const glsort_order_desc* desc)
{
    return desc->primitive.vertices == 0 ? 1 : desc->primitive.vertices;
}

uint32_t glsort_order_odd(glsort_index index, uint64_t offset)
{
    return index == GLSORT_INDEX_U16 ? (uint32_t)(offset / 2 % 2) : 0;
}

uint32_t glsort_order_indices_out(const struct order* o)
{
    return order_is(o, WRITES_VERTICES) ? o->desc->primitive.vertices : 1;
}

uint32_t glsort_order_texels(const struct order* o, uint32_t count)
{
    uint32_t indices = count * glsort_order_indices_out(o);
    return order_is(o, IN_TEXTURE(ORDER_FOURS)) ? ceil_divide(indices, 4) : indices;
}

uint32_t glsort_order_position_bytes(glsort_position_format format)
{
    return format == GLSORT_POSITION_F32 ? 12 : 8;
}

uint32_t glsort_order_command_words(glsort_command command)
{
    switch (command) {
    case GLSORT_COMMAND_NONE: return 0;
    case GLSORT_COMMAND_DRAW_ELEMENTS:
    case GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES: return 5;
    default: return 4;
    }
}

uint32_t glsort_order_packed(uint32_t item_bytes, uint32_t texel_words)
{
    uint32_t texel_bytes = texel_words * WORD_BYTES;
    return texel_bytes > item_bytes ? texel_bytes : item_bytes;
}
