// SPDX-License-Identifier: MIT
#include "order_check.h"

#include <assert.h>
#include <stddef.h>

#include "field_rows.h"
#include "floats.h"
#include "order_params.h"
#include "refusal.h"

enum { MOST_SEGMENTS = 1 << 26 };

enum {
    ALL_FLAGS = GLSORT_ORDER_WRITES_VISIBLE | GLSORT_ORDER_WRITES_DEPTHS |
                GLSORT_ORDER_CLIP_ZERO_TO_ONE | GLSORT_ORDER_WRITES_ELEMENTS |
                GLSORT_ORDER_FILLS_REST | GLSORT_ORDER_PRIMITIVE_NUMBERS |
                GLSORT_ORDER_LAYOUT_FROM_ARGS,
    ALL_TEXTURES = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_RADII |
                   GLSORT_ORDER_TEXTURE_DEAD | GLSORT_ORDER_TEXTURE_INDICES |
                   GLSORT_ORDER_TEXTURE_ORDER | GLSORT_ORDER_TEXTURE_DEPTHS |
                   GLSORT_ORDER_TEXTURE_VISIBLE | GLSORT_ORDER_TEXTURE_ORDER_FOURS |
                   GLSORT_ORDER_TEXTURE_POSITION_LAYERS | GLSORT_ORDER_TEXTURE_DEPTHS_IN |
                   GLSORT_ORDER_TEXTURE_MATRICES | GLSORT_ORDER_TEXTURE_MATRIX_INDICES,
    FIELD_WORDS = 3, // of a glsort_field, and of position.format, offset and stride
};

// Bits v for valid values v.
#define KEY_BITS (1 | 1ull << 16 | 1ull << 24 | 1ull << 32)
#define TEXEL_WORD_COUNTS (1 | 1 << 1 | 1 << 2 | 1 << 4)

// ---- descriptors ----------------------------------------------------------------------

#define AT(FIELD) offsetof(glsort_order_desc, FIELD)
#define FLAG(NAME, NEEDS, EXCLUDES, SENTENCE)                                            \
    ROW_UNUSED_BITS("flags " #NAME, flags, 0, GLSORT_ORDER_##NAME, NEEDS, EXCLUDES,      \
                    SENTENCE)
#define TEXTURE(NAME, NEEDS, EXCLUDES, SENTENCE)                                         \
    ROW_UNUSED_BITS("textures " #NAME, textures, 0, GLSORT_ORDER_TEXTURE_##NAME, NEEDS,  \
                    EXCLUDES, SENTENCE)

const struct field_row glsort_order_fields[] = {
    ROW_ENUMERANT(key_source, GLSORT_KEYS_FROM_U32),
    ROW_ENUMERANT(transform, GLSORT_TRANSFORM_PER_SOURCE),
    ROW_ENUMERANT(position.format, GLSORT_POSITION_SNORM16),
    ROW_ENUMERANT(primitive.index, GLSORT_INDEX_U16),
    ROW_ENUMERANT(primitive.key, GLSORT_VERTEX_FARTHEST),
    ROW_ENUMERANT(dead.test, GLSORT_DEAD_U32_UNEQUAL),
    ROW_ENUMERANT(count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_ENUMERANT(direction, GLSORT_FRONT_TO_BACK),
    ROW_ENUMERANT(metric, GLSORT_METRIC_DISTANCE),
    ROW_ENUMERANT(cull, GLSORT_CULL_FRUSTUM),
    ROW_ENUMERANT(radius_source, GLSORT_RADIUS_PER_ELEMENT),
    ROW_ENUMERANT(command, GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES),
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_BITS(flags, (uint32_t)ALL_FLAGS | PLAN_FLAGS),
    ROW_BITS(textures, ALL_TEXTURES),

    ROW_MULTIPLE(position.offset),
    ROW_MULTIPLE(position.stride),
    ROW_MULTIPLE(matrix_index.offset),
    ROW_MULTIPLE(matrix_index.stride),
    ROW_MULTIPLE(depth.offset),
    ROW_MULTIPLE(depth.stride),
    ROW_MULTIPLE(dead.field.offset),
    ROW_MULTIPLE(dead.field.stride),
    ROW_MULTIPLE(radius.offset),
    ROW_MULTIPLE(radius.stride),
    ROW_MULTIPLE(command_stride),
    ROW_ONE_OF(key_bits, KEY_BITS, "16, 24 or 32"),
    ROW_ONE_OF(position.texel_words, TEXEL_WORD_COUNTS, "0, 1, 2 or 4"),
    ROW_ONE_OF(radius.texel_words, TEXEL_WORD_COUNTS, "0, 1, 2 or 4"),
    ROW_ONE_OF(dead.field.texel_words, TEXEL_WORD_COUNTS, "0, 1, 2 or 4"),
    ROW_ONE_OF(depth.texel_words, 1, "0"),
    ROW_ONE_OF(matrix_index.texel_words, 1, "0"),

    ROW_WITHIN(max_count, 1, UINT32_MAX, 0),
    ROW_WITHIN(primitive.vertices, 0, GLSORT_MOST_VERTICES, 0),
    ROW_WITHIN(max_segments, 0, MOST_SEGMENTS, 0),
    ROW_WITHIN(max_sources, 0, GLSORT_MOST_SOURCES, 0),
    ROW_WITHIN(instance_vertices, 1, UINT32_MAX, INSTANCES),
    ROW_MAY_BE(max_views, 1, GLSORT_MOST_VIEWS, 0),
    ROW_MAY_BE(position.stride, 12, UINT32_MAX, WORD_POSITIONS),
    ROW_MAY_BE(position.stride, 8, UINT32_MAX, 0),
    ROW_MAY_BE(command_stride, 20, UINT32_MAX, INDEXED),
    ROW_MAY_BE(command_stride, 16, UINT32_MAX, WRITES_COMMANDS),

    // What the keys are made of.
    ROW_UNUSED("depth", depth, FIELD_WORDS, HAS_DEPTHS_IN, 0,
               "needs key_source FROM_F32 or FROM_U32"),
    ROW_UNUSED("depth", depth, FIELD_WORDS, 0, IN_TEXTURE(DEPTHS_IN),
               "is for a buffer, but depths_in is a texture"),
    ROW_UNUSED("position", position, FIELD_WORDS, HAS_VIEWS, 0,
               "needs key_source FROM_POSITIONS"),
    ROW_UNUSED(
        "position", position, FIELD_WORDS, 0, FLOAT_POSITIONS,
        "is for a buffer or for texel_words, but positions is a texture of floats"),
    ROW_UNUSED("position.texel_words", position.texel_words, 0, IN_TEXTURE(POSITIONS), 0,
               "needs textures POSITIONS"),
    ROW_UNUSED(
        "position.texel_words", position.texel_words, 0, 0, TRANSFORMED,
        "must be 0 with transform or max_sources, which read textures with an element "
        "in a texel"),
    ROW_UNUSED("metric DISTANCE", metric, 0, HAS_VIEWS, 0,
               "needs key_source FROM_POSITIONS"),
    ROW_UNUSED(
        "cull FRUSTUM", cull, 0, HAS_VIEWS, 0,
        "needs key_source FROM_POSITIONS; a shader that computes depths rejects what "
        "it does not see: by a NaN, or by the integer that comes last"),
    ROW_VALUE("key_source FROM_U32", key_source, GLSORT_KEYS_FROM_U32, WHOLE_KEYS, 0,
              "needs key_bits 32"),
    ROW_VALUE("key_source FROM_U32", key_source, GLSORT_KEYS_FROM_U32, 0, CENTROIDS,
              "needs primitive.key NEAREST or FARTHEST: integers are not added"),
    TEXTURE(POSITIONS, HAS_VIEWS, 0, "needs key_source FROM_POSITIONS"),
    TEXTURE(POSITION_LAYERS, IN_TEXTURE(POSITIONS), HAS_PRIMITIVES,
            "needs textures POSITIONS, and points"),
    TEXTURE(POSITION_LAYERS, 0, TRANSFORMED,
            "is for orders without transform and max_sources"),
    TEXTURE(DEPTHS_IN, HAS_DEPTHS_IN, 0, "needs key_source FROM_F32 or FROM_U32"),
    FLAG(LAYOUT_FROM_ARGS, HAS_VIEWS, TRANSFORMED,
         "is for key_source FROM_POSITIONS, without transform and max_sources"),

    // Matrices and sources.
    ROW_UNUSED("transform", transform, 0, HAS_VIEWS, 0,
               "needs key_source FROM_POSITIONS"),
    ROW_UNUSED("transform", transform, 0, 0, UNSIZED, "of primitives needs max_vertices"),
    ROW_UNUSED("max_sources", max_sources, 0, HAS_VIEWS, 0,
               "needs key_source FROM_POSITIONS"),
    ROW_UNUSED("max_sources", max_sources, 0, 0, UNSIZED,
               "of primitives needs max_vertices"),
    ROW_UNUSED("max_sources", max_sources, 0, 0, POINTS_ON_GPU,
               "needs a count from the CPU"),
    ROW_VALUE("transform PER_SEGMENT", transform, GLSORT_TRANSFORM_PER_SEGMENT,
              HAS_SEGMENTS, 0, "needs max_segments"),
    ROW_VALUE("transform PER_SOURCE", transform, GLSORT_TRANSFORM_PER_SOURCE, HAS_SOURCES,
              0, "needs max_sources"),
    ROW_UNUSED("matrix_index", matrix_index, FIELD_WORDS, HAS_MATRIX_INDICES, 0,
               "needs transform PER_ELEMENT"),
    ROW_UNUSED("matrix_index", matrix_index, FIELD_WORDS, 0, IN_TEXTURE(MATRIX_INDICES),
               "is for a buffer, but matrix_indices is a texture"),
    TEXTURE(MATRICES, HAS_MATRICES, 0, "needs a transform"),
    TEXTURE(MATRIX_INDICES, HAS_MATRIX_INDICES, 0, "needs transform PER_ELEMENT"),

    // Primitives.
    ROW_UNUSED("primitive.index", primitive.index, 0, HAS_PRIMITIVES, 0,
               "needs primitive.vertices"),
    ROW_UNUSED("primitive.index U16", primitive.index, 0, 0, IN_TEXTURE(INDICES),
               "needs indices_in to be a buffer"),
    ROW_UNUSED("primitive.key", primitive.key, 0, HAS_PRIMITIVES, 0,
               "needs primitive.vertices"),
    ROW_UNUSED("max_vertices", max_vertices, 0, HAS_PRIMITIVES, 0,
               "needs primitive.vertices"),
    FLAG(WRITES_ELEMENTS, HAS_PRIMITIVES, 0, "needs primitive.vertices"),
    FLAG(PRIMITIVE_NUMBERS, HAS_PRIMITIVES, 0, "needs primitive.vertices"),
    FLAG(PRIMITIVE_NUMBERS, 0, WRITES_ELEMENTS,
         "is for orders without flags WRITES_ELEMENTS, which writes the numbers to "
         "elements_out"),
    ROW_VALUE("command DRAW_ELEMENTS", command, GLSORT_COMMAND_DRAW_ELEMENTS, 0,
              WRITES_NUMBERS,
              "needs vertices in order_out; flags PRIMITIVE_NUMBERS leaves them out"),
    TEXTURE(INDICES, HAS_PRIMITIVES, 0, "needs primitive.vertices"),

    // What rejects elements.
    ROW_UNUSED("radius_source PER_ELEMENT", radius_source, 0, BY_FRUSTUM, 0,
               "needs cull FRUSTUM"),
    ROW_UNUSED("radius", radius, FIELD_WORDS, HAS_RADII, 0,
               "needs radius_source PER_ELEMENT"),
    ROW_UNUSED("radius", radius, 2, 0, FLOAT_RADII,
               "is for a buffer or for texel_words, but radii is a texture"),
    ROW_UNUSED("radius.texel_words", radius.texel_words, 0, IN_TEXTURE(RADII), 0,
               "needs textures RADII"),
    FLAG(CLIP_ZERO_TO_ONE, BY_FRUSTUM, 0, "needs cull FRUSTUM"),
    TEXTURE(RADII, HAS_RADII, 0, "needs radius_source PER_ELEMENT"),
    ROW_UNUSED("dead.field", dead.field, FIELD_WORDS, HAS_DEAD, 0, "needs a dead.test"),
    ROW_UNUSED("dead.field", dead.field, 2, 0, FLOAT_DEAD,
               "is for a buffer or for texel_words, but dead is a texture"),
    ROW_UNUSED("dead.field.texel_words", dead.field.texel_words, 0, IN_TEXTURE(DEAD), 0,
               "needs textures DEAD"),
    ROW_UNUSED_BITS("dead.f32", dead.f32, 0, INT32_MAX, DEAD_BY_FLOATS, 0, // but the sign
                    "needs a dead.test of F32"),
    ROW_UNUSED("dead.u32", dead.u32, 0, DEAD_BY_WORDS, 0, "needs a dead.test of U32"),
    TEXTURE(DEAD, HAS_DEAD, 0, "needs a dead.test"),

    // Outputs.
    ROW_UNUSED("command_stride", command_stride, 0, WRITES_COMMANDS, 0,
               "needs a command"),
    ROW_UNUSED("instance_vertices", instance_vertices, 0, INSTANCES, 0,
               "needs a command with INSTANCES"),
    FLAG(WRITES_DEPTHS, WHOLE_KEYS, 0, "needs key_bits 32"),
    TEXTURE(DEPTHS, WRITES_DEPTHS, 0, "needs flags WRITES_DEPTHS"),
    TEXTURE(VISIBLE, WRITES_VISIBLE, 0, "needs flags WRITES_VISIBLE"),
    TEXTURE(ORDER_FOURS, IN_TEXTURE(ORDER), 0, "needs textures ORDER"),
};

// When the backend is known.
#define NEEDS_COUNT                                                                      \
    "on compute needs a command, flags WRITES_VISIBLE or flags FILLS_REST; otherwise "   \
    "the number of visible elements is unknown"
static const struct field_row filled_rows[] = {
    ROW_UNUSED("max_segments", max_segments, 0, 0, DRAWS, "needs the compute backend"),
    ROW_UNUSED("max_segments", max_segments, 0, 0, HAS_PRIMITIVES,
               "needs points, not primitives"),
    ROW_UNUSED("max_segments", max_segments, 0, 0, SEVERAL_VIEWS, "needs one view"),
    ROW_UNUSED("max_segments", max_segments, 0, 0, FILLS_REST,
               "needs flags without FILLS_REST"),
    ROW_UNUSED("max_segments", max_segments, 0, 0, COUNT_ON_GPU,
               "needs a count from the CPU"),
    ROW_UNUSED(
        "max_segments", max_segments, 0, 0, TUNED,
        "needs tuning->algorithm AUTO and no other tuning: segments are sorted in a "
        "way of their own"),
    ROW_UNUSED("textures", textures, 0, DRAWS, 0, "need the fragment backend"),
    ROW_VALUE("command DRAW_ELEMENTS", command, GLSORT_COMMAND_DRAW_ELEMENTS, 0,
              IN_TEXTURE(ORDER), "needs order_out to be a buffer"),
    ROW_UNUSED("cull FRUSTUM", cull, 0, 0, UNCOUNTED, NEEDS_COUNT),
    ROW_UNUSED("a dead.test", dead.test, 0, 0, UNCOUNTED, NEEDS_COUNT),
};

static_assert(sizeof glsort_order_fields / sizeof glsort_order_fields[0] == ORDER_FIELDS,
              "the number of rows");

glsort_result glsort_order_check_filled(const struct order_what* what,
                                        const struct call* call)
{
    const struct field_check c = {&what->desc, NULL, what->traits, "order", .call = call};
    return glsort_check_fields(&c, FIELD_ROWS(filled_rows));
}

// ---- the numbers of runs --------------------------------------------------------------

#undef AT
#define AT(FIELD) offsetof(glsort_order_args, FIELD)
#define BY_ARGS "flags LAYOUT_FROM_ARGS"

static const struct field_row args_rows[] = {
    ROW_IN_PLAN(view_count, glsort_order_desc, max_views, 0, 0),
    ROW_IN_PLAN(segment_count, glsort_order_desc, max_segments, 0, 0),
    ROW_NUMBER(source_count, NUMBER_IS_UNUSED, 0, HAS_SOURCES, "max_sources"),
    ROW_IN_PLAN(source_count, glsort_order_desc, max_sources, 0, 0),
    ROW_NUMBER(radius, FLOAT_IS_UNUSED, 0, RADIUS_BY_ARGS,
               "cull FRUSTUM and radius_source FROM_ARGS"),
    ROW_NUMBER(position_scale, FLOAT_IS_UNUSED, 3, SCALED,
               "position.format UNORM16 or SNORM16"),
    ROW_NUMBER(position_bias, FLOAT_IS_UNUSED, 3, SCALED,
               "position.format UNORM16 or SNORM16"),
    ROW_NUMBER(vertex_count, NUMBER_IS_UNUSED, 0, HAS_PRIMITIVES, "primitive.vertices"),
    ROW_NUMBER(matrix_count, NUMBER_IS_UNUSED, 0, HAS_MATRICES, "a transform"),
    ROW_NUMBER(base_vertex, SIGNED_IS_UNUSED, 0, HAS_VERTICES,
               "primitive.vertices or a command DRAW_ELEMENTS"),
    {"key_near", AT(key_near), FLOAT_IS_UNUSED, 0, 0, 0, 0, WHOLE_KEYS,
     "key_bits 16 or 24"},
    {"key_far", AT(key_far), FLOAT_IS_UNUSED, 0, 0, 0, 0, WHOLE_KEYS,
     "key_bits 16 or 24"},
};

// Only where the arguments have a layout.
static const struct field_row layout_rows[] = {
    ROW_NUMBER(layout.position_stride, NUMBER_IS_UNUSED, 0, LAID_OUT_BY_ARGS, BY_ARGS),
    ROW_NUMBER(layout.radius_stride, NUMBER_IS_UNUSED, 0, LAID_OUT_BY_ARGS, BY_ARGS),
    ROW_NUMBER(layout.radius_stride, NUMBER_IS_UNUSED, 0, HAS_RADII,
               "radius_source PER_ELEMENT"),
    ROW_NUMBER(layout.dead_stride, NUMBER_IS_UNUSED, 0, LAID_OUT_BY_ARGS, BY_ARGS),
    ROW_NUMBER(layout.dead_stride, NUMBER_IS_UNUSED, 0, HAS_DEAD, "a dead.test"),
    ROW_NUMBER(layout.vertices, NUMBER_IS_UNUSED, 0, LAID_OUT_BY_ARGS, BY_ARGS),
    ROW_NUMBER(layout.vertices, NUMBER_IS_UNUSED, 0, HAS_PRIMITIVES,
               "primitive.vertices"),
    ROW_NUMBER(layout.index, NUMBER_IS_UNUSED, 0, LAID_OUT_BY_ARGS, BY_ARGS),
    ROW_NUMBER(layout.index, NUMBER_IS_UNUSED, 0, HAS_PRIMITIVES, "primitive.vertices"),
    ROW_ENUMERANT(layout.index, GLSORT_INDEX_U16),
    ROW_MULTIPLE(layout.position_stride),
    ROW_MULTIPLE(layout.radius_stride),
    ROW_MULTIPLE(layout.dead_stride),
    ROW_MAY_BE(layout.position_stride, 12, UINT32_MAX, WORD_POSITIONS),
    ROW_MAY_BE(layout.position_stride, 8, UINT32_MAX, 0),
    ROW_WITHIN(layout.vertices, 1, UINT32_MAX, LAID_OUT_BY_ARGS | HAS_PRIMITIVES),
    ROW_IN_PLAN(layout.position_stride, glsort_order_desc, position.stride, 0, 0),
    ROW_IN_PLAN(layout.radius_stride, glsort_order_desc, radius.stride, 0, 0),
    ROW_IN_PLAN(layout.dead_stride, glsort_order_desc, dead.field.stride, 0, 0),
    ROW_IN_PLAN(layout.vertices, glsort_order_desc, primitive.vertices, 0, 0),
    ROW_VALUE("layout.index U32", layout.index, GLSORT_INDEX_U32, 0, NARROW_BY_ARGS,
              "is above the plan's primitive.index U16"),
    ROW_VALUE("layout.index U16", layout.index, GLSORT_INDEX_U16, 0, IN_TEXTURE(INDICES),
              "needs indices_in to be a buffer"),
};

// Of a run with elements.
static const struct field_row element_rows[] = {
    ROW_NUMBER(vertex_count, NUMBER_IS_NEEDED, 0, HAS_PRIMITIVES, "there are primitives"),
    ROW_IN_PLAN(vertex_count, glsort_order_desc, max_vertices, HAS_PRIMITIVES, UNSIZED),
    ROW_NUMBER(matrix_count, NUMBER_IS_NEEDED, 0, HAS_MATRICES,
               "the order has a transform"),
    ROW_NUMBER(source_count, NUMBER_IS_NEEDED, 0, HAS_SOURCES,
               "the order has positions in sources"),
    ROW_NUMBER(position_scale, FLOAT_IS_FINITE, 3, 0, ""),
    ROW_NUMBER(position_bias, FLOAT_IS_FINITE, 3, 0, ""),
};

static bool has_layout(const glsort_order_layout* l)
{
    return (l->position_stride | l->radius_stride | l->dead_stride | l->vertices |
            (uint32_t)l->index) != 0;
}

glsort_result glsort_order_check_args(const struct order_what* what,
                                      const glsort_order_args* args,
                                      const struct call* call)
{
    const struct field_check c = {args, &what->desc, what->traits, "order", .call = call};
    const glsort_result result = glsort_check_fields(&c, FIELD_ROWS(args_rows));
    if (result != GLSORT_OK ||
        (!is(what->traits, LAID_OUT_BY_ARGS) && !has_layout(&args->layout)))
        return result;
    return glsort_check_fields(&c, FIELD_ROWS(layout_rows));
}

static glsort_result check_sources(const glsort_order_args* args, uint32_t items,
                                   const struct call* call)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < args->source_count; ++i) {
        const glsort_order_source_args* source = &args->sources[i];
        if (source->base < end)
            return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                    "sources[%u].base is %u, the source before ends at "
                                    "%llu",
                                    i, source->base, (unsigned long long)end);
        end = (uint64_t)source->base + source->count;
        if (end > items)
            return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                    "sources[%u] ends at %llu, the run has %u positions",
                                    i, (unsigned long long)end, items);
    }
    return GLSORT_OK;
}

static glsort_result check_keys(const struct order* o, const glsort_order_args* a,
                                const struct call* call)
{
    if (!glsort_are_finite(&a->radius, 1) || a->radius < 0.0f)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "radius is %g; it must be finite, at least 0",
                                (double)a->radius);
    const char* mistake =
        order_is(o, WHOLE_KEYS) ? NULL : glsort_order_range_mistake(o->desc, a);
    if (mistake == NULL)
        return GLSORT_OK;
    return glsort_call_fail(
        call, GLSORT_ERROR_RANGE,
        "key_near %g and key_far %g do not form a range for keys of %u bits: %s",
        (double)a->key_near, (double)a->key_far, o->desc->key_bits, mistake);
}

static bool is_zero(const float* values, uint32_t count, uint32_t step)
{
    for (uint32_t i = 0; i < count; ++i)
        if (values[i * step] != 0.0f)
            return false;
    return true;
}

enum { USES_AXIS = 1, USES_CLIP = 2 }; // traits of a view
#undef AT
#define AT(FIELD) offsetof(glsort_order_view, FIELD)
static const struct field_row view_rows[] = {
    {"origin", AT(origin), FLOAT_IS_FINITE, 3, 0, 0, 0, 0, ""},
    {"axis", AT(axis), FLOAT_IS_FINITE, 3, 0, 0, USES_AXIS, 0, ""},
    {"clip", AT(clip), FLOAT_IS_FINITE, 16, 0, 0, USES_CLIP, 0, ""},
};

static glsort_result check_view(const struct order* o, const glsort_order_view* view,
                                uint32_t at, const struct call* call)
{
    const bool depth = o->desc->metric == GLSORT_METRIC_DEPTH;
    const bool frustum = order_is(o, BY_FRUSTUM);
    const uint64_t traits = (depth ? USES_AXIS : 0) | (frustum ? USES_CLIP : 0);
    const struct field_check c = {view, NULL, traits, "order", "views", at, call};
    const glsort_result result = glsort_check_fields(&c, FIELD_ROWS(view_rows));
    if (result != GLSORT_OK)
        return result;
    if (depth && is_zero(view->axis, 3, 1))
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "views[%u].axis is zero; metric DEPTH needs the "
                                "direction in which depth grows",
                                at);
    if (frustum && is_zero(view->clip + 3, 4, 4))
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "views[%u].clip has a fourth row of zeros; cull "
                                "FRUSTUM needs the matrix to clip space",
                                at);
    return GLSORT_OK;
}

glsort_result glsort_order_check_numbers(const struct order* o,
                                         const glsort_order_args* args,
                                         const struct call* call)
{
    const struct field_check c = {args, &o->what->desc, o->what->traits, "order",
                                  .call = call};
    const uint32_t items = order_is(o, HAS_PRIMITIVES) ? args->vertex_count : o->count;
    if (o->count == 0)
        return GLSORT_OK;
    glsort_result result = check_keys(o, args, call);
    if (result == GLSORT_OK)
        result = glsort_check_fields(&c, FIELD_ROWS(element_rows));
    if (result == GLSORT_OK)
        result = check_sources(args, items, call);
    const bool given = args->views_in.name == 0 && order_is(o, HAS_VIEWS);
    for (uint32_t at = 0; at < o->shape.views && given && result == GLSORT_OK; ++at)
        result = check_view(o, &args->views[at], at, call);
    return result;
}

#undef AT
