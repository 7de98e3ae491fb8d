// SPDX-License-Identifier: MIT
// The C side of glsort.mjs: where the fields of the public structs are, and what the
// enumerants are. JavaScript calls everything else in the library directly.
#include <emscripten.h>
#include <stddef.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>
#include <glsort/glsort_arrays.h>
#include <glsort/glsort.h>

enum kind { WORD, FLOAT, DOUBLE, LONG, TEXT, CHARACTERS, RESOURCE };

struct entry {
    const char* name;
    uint32_t value; // an offset, a size or an enumerant
    uint32_t kind;  // of a field
};

// Arrays of floats, and views, are floats one after the other.
#define KIND(type, field)                                                                \
    _Generic(((type*)0)->field, float : FLOAT, float* : FLOAT,                           \
             glsort_order_view* : FLOAT, double : DOUBLE, uint64_t : LONG,               \
             const char* : TEXT, char* : CHARACTERS, glsort_resource : RESOURCE,         \
             default : WORD)
// clang-format off
#define FIELD(type, field) {#type "." #field, offsetof(type, field), KIND(type, field)}
#define SIZE(type) {#type, sizeof(type), 0}
#define NUMBER(name) {#name, (uint32_t)(name), 0}
#define SOURCE(i)                                                                        \
    FIELD(glsort_order_args, sources[i].positions),                                      \
        FIELD(glsort_order_args, sources[i].base),                                       \
        FIELD(glsort_order_args, sources[i].count)
// clang-format on

static const struct entry entries[] = {
    SIZE(glsort_resource),
    FIELD(glsort_resource, name),
    FIELD(glsort_resource, width),
    FIELD(glsort_resource, offset),

    SIZE(glsort_context_desc),
    FIELD(glsort_context_desc, flags),
    FIELD(glsort_context_desc, message),
    FIELD(glsort_context_desc, message_bytes),

    SIZE(glsort_sort_desc),
    FIELD(glsort_sort_desc, max_count),
    FIELD(glsort_sort_desc, expected_count),
    FIELD(glsort_sort_desc, key),
    FIELD(glsort_sort_desc, direction),
    FIELD(glsort_sort_desc, values),
    FIELD(glsort_sort_desc, backend),
    FIELD(glsort_sort_desc, textures),
    FIELD(glsort_sort_desc, flags),
    FIELD(glsort_sort_desc, first_bit),
    FIELD(glsort_sort_desc, bit_count),
    FIELD(glsort_sort_desc, tuning),

    SIZE(glsort_sort_args),
    FIELD(glsort_sort_args, count),
    FIELD(glsort_sort_args, keys_in),
    FIELD(glsort_sort_args, keys_out),
    FIELD(glsort_sort_args, values_in),
    FIELD(glsort_sort_args, values_out),

    SIZE(glsort_peek_args),
    FIELD(glsort_peek_args, keys_out),
    FIELD(glsort_peek_args, values_out),

    SIZE(glsort_order_desc),
    FIELD(glsort_order_desc, max_count),
    FIELD(glsort_order_desc, expected_count),
    FIELD(glsort_order_desc, max_views),
    FIELD(glsort_order_desc, key_source),
    FIELD(glsort_order_desc, position.format),
    FIELD(glsort_order_desc, position.offset),
    FIELD(glsort_order_desc, position.stride),
    FIELD(glsort_order_desc, position.texel_words),
    FIELD(glsort_order_desc, depth.offset),
    FIELD(glsort_order_desc, depth.stride),
    FIELD(glsort_order_desc, max_sources),
    FIELD(glsort_order_desc, transform),
    FIELD(glsort_order_desc, primitive.vertices),
    FIELD(glsort_order_desc, primitive.index),
    FIELD(glsort_order_desc, primitive.key),
    FIELD(glsort_order_desc, max_vertices),
    FIELD(glsort_order_desc, dead.test),
    FIELD(glsort_order_desc, dead.field.offset),
    FIELD(glsort_order_desc, dead.field.stride),
    FIELD(glsort_order_desc, dead.field.texel_words),
    FIELD(glsort_order_desc, dead.f32),
    FIELD(glsort_order_desc, dead.u32),
    FIELD(glsort_order_desc, count_source),
    FIELD(glsort_order_desc, direction),
    FIELD(glsort_order_desc, metric),
    FIELD(glsort_order_desc, key_bits),
    FIELD(glsort_order_desc, cull),
    FIELD(glsort_order_desc, radius_source),
    FIELD(glsort_order_desc, radius.offset),
    FIELD(glsort_order_desc, radius.stride),
    FIELD(glsort_order_desc, radius.texel_words),
    FIELD(glsort_order_desc, flags),
    FIELD(glsort_order_desc, textures),
    FIELD(glsort_order_desc, tuning),

    SIZE(glsort_order_args),
    FIELD(glsort_order_args, count),
    FIELD(glsort_order_args, count_in),
    FIELD(glsort_order_args, positions),
    FIELD(glsort_order_args, source_count),
    SOURCE(0),
    SOURCE(1),
    SOURCE(2),
    SOURCE(3),
    SOURCE(4),
    SOURCE(5),
    SOURCE(6),
    SOURCE(7),
    FIELD(glsort_order_args, matrices),
    FIELD(glsort_order_args, matrix_count),
    FIELD(glsort_order_args, matrix_indices),
    FIELD(glsort_order_args, depths_in),
    FIELD(glsort_order_args, radii),
    FIELD(glsort_order_args, dead),
    FIELD(glsort_order_args, indices_in),
    FIELD(glsort_order_args, vertex_count),
    FIELD(glsort_order_args, base_vertex),
    FIELD(glsort_order_args, radius),
    FIELD(glsort_order_args, position_scale),
    FIELD(glsort_order_args, position_bias),
    FIELD(glsort_order_args, key_near),
    FIELD(glsort_order_args, key_far),
    FIELD(glsort_order_args, view_count),
    FIELD(glsort_order_args, views),
    FIELD(glsort_order_args, order_out),
    FIELD(glsort_order_args, visible_out),

    SIZE(glsort_segments_desc),
    FIELD(glsort_segments_desc, max_count),
    FIELD(glsort_segments_desc, max_segments),
    FIELD(glsort_segments_desc, equal_length),
    FIELD(glsort_segments_desc, max_length),
    FIELD(glsort_segments_desc, nearest),
    FIELD(glsort_segments_desc, key),
    FIELD(glsort_segments_desc, direction),
    FIELD(glsort_segments_desc, values),
    FIELD(glsort_segments_desc, count_source),
    FIELD(glsort_segments_desc, segment_count_source),
    FIELD(glsort_segments_desc, key_stride),
    FIELD(glsort_segments_desc, value_stride),
    FIELD(glsort_segments_desc, first_bit),
    FIELD(glsort_segments_desc, bit_count),
    FIELD(glsort_segments_desc, flags),

    SIZE(glsort_segments_args),
    FIELD(glsort_segments_args, count),
    FIELD(glsort_segments_args, segment_count),
    FIELD(glsort_segments_args, count_in),
    FIELD(glsort_segments_args, segment_count_in),
    FIELD(glsort_segments_args, offsets_in),
    FIELD(glsort_segments_args, keys_in),
    FIELD(glsort_segments_args, keys_out),
    FIELD(glsort_segments_args, values_in),
    FIELD(glsort_segments_args, values_out),

    SIZE(glsort_limits),
    FIELD(glsort_limits, is_software),
    FIELD(glsort_limits, has_timestamps),
    FIELD(glsort_limits, texture_size),

    SIZE(glsort_form),
    FIELD(glsort_form, name),
    FIELD(glsort_form, description),
    FIELD(glsort_form, whole_count),
    FIELD(glsort_form, desc),

    SIZE(glsort_plan_info),
    FIELD(glsort_plan_info, algorithm),
    FIELD(glsort_plan_info, method),
    FIELD(glsort_plan_info, reason),
    FIELD(glsort_plan_info, pass_count),
    FIELD(glsort_plan_info, sort_pass_count),
    FIELD(glsort_plan_info, scratch_bytes),
    FIELD(glsort_plan_info, bytes_per_element),

    SIZE(glsort_pass_info),
    FIELD(glsort_pass_info, label),
    FIELD(glsort_pass_info, purpose),
    FIELD(glsort_pass_info, phase),
    FIELD(glsort_pass_info, level),
    FIELD(glsort_pass_info, read_bytes),
    FIELD(glsort_pass_info, write_bytes),

    NUMBER(GLSORT_NOT_READY),
    NUMBER(GLSORT_PLAN_CREATE_IN_STEPS),
    NUMBER(GLSORT_KEY_U32),
    NUMBER(GLSORT_KEY_I32),
    NUMBER(GLSORT_KEY_F32),
    NUMBER(GLSORT_KEY_U64),
    NUMBER(GLSORT_KEY_I64),
    NUMBER(GLSORT_KEY_F64),
    NUMBER(GLSORT_KEY_U16),
    NUMBER(GLSORT_ASCENDING),
    NUMBER(GLSORT_DESCENDING),
    NUMBER(GLSORT_VALUES_NONE),
    NUMBER(GLSORT_VALUES_INDICES),
    NUMBER(GLSORT_VALUES_4_BYTES),
    NUMBER(GLSORT_VALUES_8_BYTES),
    NUMBER(GLSORT_VALUES_16_BYTES),
    NUMBER(GLSORT_BACKEND_FRAGMENT),
    NUMBER(GLSORT_TEXTURE_KEYS_IN),
    NUMBER(GLSORT_TEXTURE_KEYS_OUT),
    NUMBER(GLSORT_TEXTURE_VALUES_IN),
    NUMBER(GLSORT_TEXTURE_VALUES_OUT),
    NUMBER(GLSORT_PLAN_DISCARD_KEYS),
    NUMBER(GLSORT_KEYS_FROM_F32),
    NUMBER(GLSORT_KEYS_FROM_U32),
    NUMBER(GLSORT_TRANSFORM_NONE),
    NUMBER(GLSORT_TRANSFORM_PER_ELEMENT),
    NUMBER(GLSORT_TRANSFORM_PER_SOURCE),
    NUMBER(GLSORT_POSITION_F32),
    NUMBER(GLSORT_POSITION_F16),
    NUMBER(GLSORT_POSITION_UNORM16),
    NUMBER(GLSORT_POSITION_SNORM16),
    NUMBER(GLSORT_VERTEX_CENTROID),
    NUMBER(GLSORT_VERTEX_NEAREST),
    NUMBER(GLSORT_VERTEX_FARTHEST),
    NUMBER(GLSORT_INDEX_U32),
    NUMBER(GLSORT_INDEX_U16),
    NUMBER(GLSORT_DEAD_F32_AT_MOST),
    NUMBER(GLSORT_DEAD_F32_AT_LEAST),
    NUMBER(GLSORT_DEAD_U32_EQUAL),
    NUMBER(GLSORT_DEAD_U32_UNEQUAL),
    NUMBER(GLSORT_COUNT_FROM_BUFFER),
    NUMBER(GLSORT_BACK_TO_FRONT),
    NUMBER(GLSORT_FRONT_TO_BACK),
    NUMBER(GLSORT_METRIC_DEPTH),
    NUMBER(GLSORT_METRIC_DISTANCE),
    NUMBER(GLSORT_CULL_NONE),
    NUMBER(GLSORT_CULL_FRUSTUM),
    NUMBER(GLSORT_RADIUS_PER_ELEMENT),
    NUMBER(GLSORT_ORDER_WRITES_VISIBLE),
    NUMBER(GLSORT_ORDER_PRIMITIVE_NUMBERS),
    NUMBER(GLSORT_ORDER_TEXTURE_POSITIONS),
    NUMBER(GLSORT_ORDER_TEXTURE_DEPTHS_IN),
    NUMBER(GLSORT_ORDER_TEXTURE_MATRICES),
    NUMBER(GLSORT_ORDER_TEXTURE_MATRIX_INDICES),
    NUMBER(GLSORT_ORDER_TEXTURE_RADII),
    NUMBER(GLSORT_ORDER_TEXTURE_DEAD),
    NUMBER(GLSORT_ORDER_TEXTURE_INDICES),
    NUMBER(GLSORT_ORDER_TEXTURE_ORDER),
    NUMBER(GLSORT_ORDER_TEXTURE_ORDER_FOURS),
    NUMBER(GLSORT_ORDER_TEXTURE_POSITION_LAYERS),
    NUMBER(GLSORT_ORDER_TEXTURE_VISIBLE),
    NUMBER(GLSORT_CONTEXT_RESETS_STATE),
    NUMBER(GLSORT_CONTEXT_USES_POLYGON_MODE),
};

const struct entry* glsort_web_entry(uint32_t at);

// Returns entry `at`; NULL past the last one.
EMSCRIPTEN_KEEPALIVE const struct entry* glsort_web_entry(uint32_t at)
{
    return at < sizeof entries / sizeof entries[0] ? &entries[at] : NULL;
}
