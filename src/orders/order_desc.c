// SPDX-License-Identifier: MIT
#include "order_desc.h"

#include <stdio.h>

#include <glsort/glsort.h>

#include "build.h"
#include "choice.h"
#include "counting.h"
#include "order_draws.h"
#include "order_io.h"
#include "order_moves.h"
#include "order_passes.h"
#include "refusal.h"
#include "desc.h"

enum { MOST_SEGMENTS = 1 << 26 };

// What GL promises of buffer textures, 256 KiB: a pool of the caller's is often larger,
// so that the offsets of runs would be beyond.
enum { LEAST_BUFFER_TEXELS = 65536 };

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
                   GLSORT_ORDER_TEXTURE_MATRICES | GLSORT_ORDER_TEXTURE_MATRIX_INDICES
};

glsort_sort_desc glsort_order_elements(const void* what)
{
    const struct order_what* w = what;
    const glsort_order_desc* desc = &w->desc;
    const uint64_t t = w->traits;
    bool whole = is(t, WHOLE_KEYS);
    bool floats = whole && !is(t, INTEGERS);
    bool descends = whole && desc->direction == GLSORT_BACK_TO_FRONT;
    bool given = (t & (COMPACTS | CARRIES)) != 0;
    bool on_gpu = (t & (COMPACTS | COUNT_ON_GPU)) != 0;
    // The last pass of segments searches the sorted keys. Fragment passes write depths
    // from the keys of elements.
    bool searches = is(t, HAS_SEGMENTS) && (t & WRITES_RESULTS) != 0;
    bool discards = (!is(t, WRITES_DEPTHS) && !searches) || is(t, DRAWS);
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .expected_count = desc->expected_count,
        .key = floats ? GLSORT_KEY_F32 : GLSORT_KEY_U32,
        .direction = descends ? GLSORT_DESCENDING : GLSORT_ASCENDING,
        .values = given ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES,
        .tuning = desc->tuning,
        .backend = desc->backend,
        .textures = is(t, DRAWS) ? GLSORT_TEXTURES_ALL : 0,
        .bit_count = is(t, DRAWS) && !whole ? desc->key_bits : 0,
        .count_source = on_gpu ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
        .flags = discards ? GLSORT_PLAN_DISCARD_KEYS : 0u,
    };
}

// ---- checks ---------------------------------------------------------------------------

static glsort_result check_values(const glsort_order_desc* d, const struct call* call)
{
    const struct enumerant_field fields[] = {
        {"key_source", d->key_source, GLSORT_KEYS_FROM_U32, false},
        {"transform", d->transform, GLSORT_TRANSFORM_PER_SOURCE, false},
        {"position.format", d->position.format, GLSORT_POSITION_SNORM16, false},
        {"primitive.index", d->primitive.index, GLSORT_INDEX_U16, false},
        {"primitive.key", d->primitive.key, GLSORT_VERTEX_FARTHEST, false},
        {"dead.test", d->dead.test, GLSORT_DEAD_U32_UNEQUAL, false},
        {"count_source", d->count_source, GLSORT_COUNT_FROM_BUFFER, false},
        {"direction", d->direction, GLSORT_FRONT_TO_BACK, false},
        {"metric", d->metric, GLSORT_METRIC_DISTANCE, false},
        {"cull", d->cull, GLSORT_CULL_FRUSTUM, false},
        {"radius_source", d->radius_source, GLSORT_RADIUS_PER_ELEMENT, false},
        {"command", d->command, GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES, false},
        {"flags", d->flags, ALL_FLAGS | PLAN_FLAGS, true},
        {"textures", d->textures, ALL_TEXTURES, true},
        {"backend", d->backend, GLSORT_BACKEND_FRAGMENT, false},
    };
    return glsort_check_enumerants(fields, sizeof fields / sizeof fields[0], call);
}

static glsort_result check_multiples(const glsort_order_desc* d, const struct call* call)
{
    const struct {
        const char* field;
        uint32_t value;
    } list[] = {
        {"position.offset", d->position.offset},
        {"position.stride", d->position.stride},
        {"matrix_index.offset", d->matrix_index.offset},
        {"matrix_index.stride", d->matrix_index.stride},
        {"depth.offset", d->depth.offset},
        {"depth.stride", d->depth.stride},
        {"dead.field.offset", d->dead.field.offset},
        {"dead.field.stride", d->dead.field.stride},
        {"radius.offset", d->radius.offset},
        {"radius.stride", d->radius.stride},
        {"command_stride", d->command_stride},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].value % WORD_BYTES != 0)
            return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                    "%s %u is not a multiple of 4", list[i].field,
                                    list[i].value);
    return GLSORT_OK;
}

static glsort_result check_texel_words(const glsort_order_desc* d,
                                       const struct call* call)
{
    const struct {
        const char* field;
        uint32_t value;
    } list[] = {
        {"position", d->position.texel_words},
        {"radius", d->radius.texel_words},
        {"dead.field", d->dead.field.texel_words},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].value > 2 && list[i].value != 4)
            return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                    "%s.texel_words is %u; it must be 0, 1, 2 or 4",
                                    list[i].field, list[i].value);
    return GLSORT_OK;
}

static glsort_result check_ranges(const glsort_order_desc* d, const struct call* call)
{
    uint32_t position_bytes = glsort_order_position_bytes(d->position.format);
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    const struct {
        const char* field;
        uint32_t value;
        uint32_t least;
        uint32_t most;
        bool used;
    } list[] = {
        {"max_count", d->max_count, 1, UINT32_MAX, true},
        {"max_views", d->max_views, 1, GLSORT_MOST_VIEWS, d->max_views != 0},
        {"position.stride", d->position.stride, position_bytes, UINT32_MAX,
         d->position.stride != 0},
        {"primitive.vertices", d->primitive.vertices, 0, GLSORT_MOST_VERTICES, true},
        {"max_segments", d->max_segments, 0, MOST_SEGMENTS, true},
        {"max_sources", d->max_sources, 0, GLSORT_MOST_SOURCES, true},
        {"command_stride", d->command_stride, command_bytes, UINT32_MAX,
         d->command_stride != 0},
        {"instance_vertices", d->instance_vertices, 1, UINT32_MAX,
         d->command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
             d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].used &&
            (list[i].value < list[i].least || list[i].value > list[i].most))
            return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                    "%s is %u; it must be %u to %u", list[i].field,
                                    list[i].value, list[i].least, list[i].most);
    if (d->key_bits != 0 && d->key_bits != 16 && d->key_bits != 24 && d->key_bits != 32)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "key_bits is %u; it must be 16, 24 or 32", d->key_bits);
    return check_texel_words(d, call);
}

static bool is_set(glsort_field field)
{
    return field.offset != 0 || field.stride != 0 || field.texel_words != 0;
}

// Of a texture with an element in each texel only textures of words have the fields.
static bool has_bytes(uint32_t offset, uint32_t stride, uint32_t texel_words)
{
    return texel_words == 0 && (offset != 0 || stride != 0);
}

static bool is_field_of_texels(glsort_field field)
{
    return has_bytes(field.offset, field.stride, field.texel_words);
}

struct mistake {
    bool made;
    const char* sentence;
};

static glsort_result refuse_first(const struct mistake* list, size_t count,
                                  const struct call* call)
{
    for (size_t i = 0; i < count; ++i)
        if (list[i].made)
            return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED, "%s",
                                    list[i].sentence);
    return GLSORT_OK;
}

// A field that the others leave unused must be zero; any other value is a mistake.
static glsort_result check_unused(const glsort_order_desc* d, const struct call* call)
{
    bool frustum = d->cull == GLSORT_CULL_FRUSTUM;
    bool radii = d->radius_source == GLSORT_RADIUS_PER_ELEMENT;
    bool numbers = (d->flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) != 0;
    bool instances = d->command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
                     d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    bool u32_test =
        d->dead.test == GLSORT_DEAD_U32_EQUAL || d->dead.test == GLSORT_DEAD_U32_UNEQUAL;
    const struct mistake list[] = {
        {!frustum && radii, "radius_source PER_ELEMENT needs cull FRUSTUM"},
        {!radii && is_set(d->radius), "radius needs radius_source PER_ELEMENT"},
        {!frustum && (d->flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0,
         "flags CLIP_ZERO_TO_ONE needs cull FRUSTUM"},
        {d->primitive.vertices == 0 && (d->primitive.index != GLSORT_INDEX_U32 ||
                                        d->primitive.key != GLSORT_VERTEX_CENTROID),
         "primitive.index and primitive.key need primitive.vertices"},
        {d->primitive.vertices == 0 && d->max_vertices != 0,
         "max_vertices needs primitive.vertices"},
        {d->primitive.vertices == 0 && (d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0,
         "flags WRITES_ELEMENTS needs primitive.vertices"},
        {d->primitive.vertices == 0 && numbers,
         "flags PRIMITIVE_NUMBERS needs primitive.vertices"},
        {numbers && (d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0,
         "flags PRIMITIVE_NUMBERS is for orders without flags WRITES_ELEMENTS, which "
         "writes the numbers to elements_out"},
        {numbers && d->command == GLSORT_COMMAND_DRAW_ELEMENTS,
         "command DRAW_ELEMENTS needs vertices in order_out; flags PRIMITIVE_NUMBERS "
         "leaves them out"},
        {d->dead.test == GLSORT_DEAD_NONE &&
             (is_set(d->dead.field) || d->dead.f32 != 0.0f || d->dead.u32 != 0),
         "dead.field, dead.f32 and dead.u32 need a dead.test"},
        {u32_test && d->dead.f32 != 0.0f, "dead.f32 needs a dead.test of F32"},
        {!u32_test && d->dead.u32 != 0, "dead.u32 needs a dead.test of U32"},
        {d->command == GLSORT_COMMAND_NONE && d->command_stride != 0,
         "command_stride needs a command"},
        {!instances && d->instance_vertices != 0,
         "instance_vertices needs a command with INSTANCES"},
        {(d->key_bits == 16 || d->key_bits == 24) &&
             (d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0,
         "flags WRITES_DEPTHS needs key_bits 32"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

// What the source of the keys leaves unused.
static glsort_result check_source(const glsort_order_desc* d, const struct call* call)
{
    const bool depths = d->key_source != GLSORT_KEYS_FROM_POSITIONS;
    const bool integers = d->key_source == GLSORT_KEYS_FROM_U32;
    const struct mistake list[] = {
        {!depths && is_set(d->depth), "depth needs key_source FROM_F32 or FROM_U32"},
        {depths && (d->position.format != GLSORT_POSITION_F32 ||
                    d->position.offset != 0 || d->position.stride != 0),
         "position needs key_source FROM_POSITIONS"},
        {depths && d->metric != GLSORT_METRIC_DEPTH,
         "metric DISTANCE needs key_source FROM_POSITIONS"},
        {depths && d->cull != GLSORT_CULL_NONE,
         "cull FRUSTUM needs key_source FROM_POSITIONS; a shader that computes depths "
         "rejects "
         "what it does not see: by a NaN, or by the integer that comes last"},
        {integers && d->key_bits != 0 && d->key_bits != 32,
         "key_source FROM_U32 needs key_bits 32"},
        {integers && d->primitive.vertices > 1 &&
             d->primitive.key == GLSORT_VERTEX_CENTROID,
         "key_source FROM_U32 needs primitive.key NEAREST or FARTHEST: integers are not "
         "added"},
        {depths && (d->textures & GLSORT_ORDER_TEXTURE_POSITIONS) != 0,
         "textures POSITIONS needs key_source FROM_POSITIONS"},
        {!depths && (d->textures & GLSORT_ORDER_TEXTURE_DEPTHS_IN) != 0,
         "textures DEPTHS_IN needs key_source FROM_F32 or FROM_U32"},
        {is_set(d->depth) && (d->textures & GLSORT_ORDER_TEXTURE_DEPTHS_IN) != 0,
         "depth is for a buffer, but depths_in is a texture"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

// What positions in several buffers, and matrices, need and leave unused.
static glsort_result check_moves(const glsort_order_desc* d, const struct call* call)
{
    const bool moves = d->transform != GLSORT_TRANSFORM_NONE || d->max_sources > 0;
    const bool depths = d->key_source != GLSORT_KEYS_FROM_POSITIONS;
    const bool per_element = d->transform == GLSORT_TRANSFORM_PER_ELEMENT;
    const bool primitives = d->primitive.vertices > 0;
    const uint32_t indices = GLSORT_ORDER_TEXTURE_MATRIX_INDICES;
    const bool layers = (d->textures & GLSORT_ORDER_TEXTURE_POSITION_LAYERS) != 0;
    const struct mistake list[] = {
        {(d->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0 && (moves || depths),
         "flags LAYOUT_FROM_ARGS is for key_source FROM_POSITIONS, without transform "
         "and max_sources"},
        {moves && (d->position.texel_words > 0 || layers),
         "transform and max_sources read textures with an element in a texel: "
         "position.texel_words is 0, without textures POSITION_LAYERS"},
        {d->depth.texel_words > 0 || d->matrix_index.texel_words > 0,
         "depth.texel_words and matrix_index.texel_words must be 0"},
        {moves && depths, "transform and max_sources need key_source FROM_POSITIONS"},
        {d->transform == GLSORT_TRANSFORM_PER_SEGMENT && d->max_segments == 0,
         "transform PER_SEGMENT needs max_segments"},
        {d->transform == GLSORT_TRANSFORM_PER_SOURCE && d->max_sources == 0,
         "transform PER_SOURCE needs max_sources"},
        {!per_element && is_set(d->matrix_index),
         "matrix_index needs transform PER_ELEMENT"},
        {moves && primitives && d->max_vertices == 0,
         "transform and max_sources of primitives need max_vertices"},
        {d->max_sources > 0 && d->count_source == GLSORT_COUNT_FROM_BUFFER && !primitives,
         "max_sources needs a count from the CPU"},
        {d->transform == GLSORT_TRANSFORM_NONE &&
             (d->textures & GLSORT_ORDER_TEXTURE_MATRICES) != 0,
         "textures MATRICES needs a transform"},
        {!per_element && (d->textures & indices) != 0,
         "textures MATRIX_INDICES needs transform PER_ELEMENT"},
        {is_set(d->matrix_index) && (d->textures & indices) != 0,
         "matrix_index is for a buffer, but matrix_indices is a texture"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

// What orders of segments do not support; each sentence says what they need instead.
static glsort_result check_segments(const struct order_what* w, const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    bool tuned = tuning.algorithm != GLSORT_ALGORITHM_AUTO ||
                 tuning.method != GLSORT_METHOD_AUTO || tuning.local_size != 0 ||
                 tuning.merge_size != 0;
    const struct mistake list[] = {
        {is(w->traits, DRAWS), "the compute backend"},
        {d->primitive.vertices > 0, "points, not primitives"},
        {d->max_views > 1, "one view"},
        {is(w->traits, FILLS_REST), "flags without FILLS_REST"},
        {is(w->traits, COUNT_ON_GPU), "a count from the CPU"},
        {tuned,
         "tuning->algorithm AUTO and no other tuning: segments are sorted in a way of "
         "their own"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0] && d->max_segments != 0; ++i)
        if (list[i].made)
            return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                    "max_segments is %u, which needs %s", d->max_segments,
                                    list[i].sentence);
    return GLSORT_OK;
}

// Textures that the other fields leave unused, and fields that a texture replaces.
static glsort_result check_textures(const glsort_order_desc* d, const struct call* call)
{
    const uint32_t t = d->textures;
    const struct mistake list[] = {
        {(t & GLSORT_ORDER_TEXTURE_RADII) != 0 &&
             d->radius_source != GLSORT_RADIUS_PER_ELEMENT,
         "textures RADII needs radius_source PER_ELEMENT"},
        {(t & GLSORT_ORDER_TEXTURE_DEAD) != 0 && d->dead.test == GLSORT_DEAD_NONE,
         "textures DEAD needs a dead.test"},
        {(t & GLSORT_ORDER_TEXTURE_INDICES) != 0 && d->primitive.vertices == 0,
         "textures INDICES needs primitive.vertices"},
        {(t & GLSORT_ORDER_TEXTURE_DEPTHS) != 0 &&
             (d->flags & GLSORT_ORDER_WRITES_DEPTHS) == 0,
         "textures DEPTHS needs flags WRITES_DEPTHS"},
        {(t & GLSORT_ORDER_TEXTURE_VISIBLE) != 0 &&
             (d->flags & GLSORT_ORDER_WRITES_VISIBLE) == 0,
         "textures VISIBLE needs flags WRITES_VISIBLE"},
        {(t & GLSORT_ORDER_TEXTURE_ORDER_FOURS) != 0 &&
             (t & GLSORT_ORDER_TEXTURE_ORDER) == 0,
         "textures ORDER_FOURS needs textures ORDER"},
        {(t & GLSORT_ORDER_TEXTURE_POSITIONS) != 0 &&
             ((d->position.texel_words == 0 &&
               d->position.format != GLSORT_POSITION_F32) ||
              has_bytes(d->position.offset, d->position.stride, d->position.texel_words)),
         "position is for a buffer or for texel_words, but positions is a texture of "
         "floats"},
        {(t & GLSORT_ORDER_TEXTURE_RADII) != 0 && is_field_of_texels(d->radius),
         "radius is for a buffer or for texel_words, but radii is a texture"},
        {(t & GLSORT_ORDER_TEXTURE_DEAD) != 0 && is_field_of_texels(d->dead.field),
         "dead.field is for a buffer or for texel_words, but dead is a texture"},
        {(t & GLSORT_ORDER_TEXTURE_POSITIONS) == 0 && d->position.texel_words != 0,
         "position.texel_words needs textures POSITIONS"},
        {(t & GLSORT_ORDER_TEXTURE_RADII) == 0 && d->radius.texel_words != 0,
         "radius.texel_words needs textures RADII"},
        {(t & GLSORT_ORDER_TEXTURE_DEAD) == 0 && d->dead.field.texel_words != 0,
         "dead.field.texel_words needs textures DEAD"},
        {(t & GLSORT_ORDER_TEXTURE_POSITION_LAYERS) != 0 &&
             ((t & GLSORT_ORDER_TEXTURE_POSITIONS) == 0 || d->primitive.vertices > 0),
         "textures POSITION_LAYERS needs textures POSITIONS, and points"},
        {(t & GLSORT_ORDER_TEXTURE_INDICES) != 0 &&
             d->primitive.index == GLSORT_INDEX_U16,
         "primitive.index U16 needs indices_in to be a buffer"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

// True if an input is in a buffer that is copied to a texture whose size only a run
// knows: of what a first pass moves, or of vertices.
static bool is_unbounded(const struct order_what* w, bool moved)
{
    const struct shape shape = glsort_order_largest(&w->desc, w->desc.max_views);
    const struct order o = {&w->desc, w, &shape};
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        if (glsort_order_uses(w, row) && glsort_order_is_fetched(row) &&
            (w->desc.textures & row->argument.texture) == 0 &&
            glsort_order_is_moved(w, row) == moved &&
            (moved || glsort_order_whole(&o, row).items == 0))
            return true;
    }
    return false;
}

// True if the passes of keys read from buffers and from textures: the caller's, or the
// one with moved positions. Each of their programs reads from one of these.
static bool mixes_inputs(const struct order_what* w)
{
    bool textures = is(w->traits, TRANSFORMED);
    bool buffers = false;
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        if (!glsort_order_uses(w, row) || !glsort_order_is_fetched(row) ||
            glsort_order_is_moved(w, row))
            continue;
        const bool texture = (w->desc.textures & row->argument.texture) != 0;
        textures = textures || texture;
        buffers = buffers || !texture;
    }
    return textures && buffers;
}

static bool has_indirect_draws(const struct glsort_limits* limits)
{
    return limits->has_compute || limits->version >= (limits->is_gles ? 310u : 400u);
}

// What fragment passes do not write, and inputs whose size an upload cannot know.
static glsort_result check_draws(const struct order_what* w,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const struct mistake list[] = {
        {is(w->traits, WRITES_COMMANDS) && !has_indirect_draws(limits),
         "a command needs indirect draws, which GL has from 4.0 on and GLES from 3.1 on; "
         "draw all elements instead: order_out is filled after the visible ones"},
        {w->desc.command == GLSORT_COMMAND_DRAW_ELEMENTS &&
             is(w->traits, IN_TEXTURE(ORDER)),
         "command DRAW_ELEMENTS needs order_out to be a buffer"},
        {limits->is_gles && is_unbounded(w, true),
         "transform and max_sources in fragment passes of GLES need positions, matrices "
         "and matrix_indices in textures"},
        {is(w->traits, COPIES_INPUTS) && is_unbounded(w, false),
         "primitives in fragment passes of GLES, or with an input in a texture, need "
         "max_vertices, or positions in a texture (textures POSITIONS), or depths "
         "(textures DEPTHS_IN); those of 1 vertex also radii and dead, which they read "
         "by vertex"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

// On compute the order after the visible elements is undefined unless it is filled, so
// whoever draws must know their number.
static glsort_result check_counted(const struct order_what* w, const struct call* call)
{
    const bool counted = (w->traits & (DRAWS | WRITES_RESULTS | FILLS_REST)) != 0;
    const struct mistake list[] = {
        {!counted && is(w->traits, CULLS),
         "cull FRUSTUM on compute needs a command, flags WRITES_VISIBLE or flags "
         "FILLS_REST; otherwise the number of visible elements is unknown"},
        {!counted && is(w->traits, HAS_DEAD),
         "a dead.test on compute needs a command, flags WRITES_VISIBLE or flags "
         "FILLS_REST; otherwise the number of visible elements is unknown"},
    };
    return refuse_first(list, sizeof list / sizeof list[0], call);
}

static glsort_sort_desc choice_of(const glsort_order_desc* d)
{
    return (glsort_sort_desc){
        .tuning = d->tuning,
        .backend = d->backend,
        .textures = d->textures != 0 ? GLSORT_TEXTURES_ALL : 0,
    };
}

static glsort_result check_method(const glsort_order_desc* d, const struct call* call)
{
    const glsort_sort_desc sort = choice_of(d);
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    const glsort_method method = tuning.method;
    bool named = method != GLSORT_METHOD_AUTO;
    if (method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
        method == GLSORT_METHOD_BITONIC_LOCAL_KEEP)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED,
            "tuning->method %s sorts blocks separately, which is not a draw order",
            glsort_method_name(method));
    if (d->backend == GLSORT_BACKEND_FRAGMENT &&
        (glsort_choice_backends(&sort) & ON_FRAGMENT) == 0)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED, "tuning->%s %s has no fragment passes",
            named ? "method" : "algorithm",
            named ? glsort_method_name(method) : glsort_algorithm_name(tuning.algorithm));
    return GLSORT_OK;
}

// What the backend or the device lacks.
static glsort_result check_support(const struct order_what* w,
                                   const struct glsort_limits* limits,
                                   const struct call* call)
{
    const bool draws = is(w->traits, DRAWS);
    if (!draws && !limits->has_compute)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED, "backend COMPUTE: %s; the context is %s%u.%u",
            glsort_refusal_of_compute(limits).sentence, limits->is_gles ? "GLES " : "GL ",
            limits->version / 100, limits->version / 10 % 10);
    if (!draws && w->desc.textures != 0)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "textures need the fragment backend");
    glsort_result result = glsort_check_build(w->desc.backend, call);
    if (result == GLSORT_OK)
        result = check_method(&w->desc, call);
    return result == GLSORT_OK && draws ? check_draws(w, limits, call) : result;
}

// ---- sizes ----------------------------------------------------------------------------

// ", one every 248 bytes,"; nothing if there is no stride.
struct stride_text {
    char chars[40];
};

static struct stride_text stride_text(uint32_t stride)
{
    struct stride_text text = {""};
    if (stride > 0)
        snprintf(text.chars, sizeof text.chars, ", one every %u bytes,", stride);
    return text;
}

// On compute: what no binding of the device can hold, wherever it begins. Depths and
// outputs are bound view by view. Matrices are known in a run only.
static glsort_result check_bindings(const struct order_what* w,
                                    const struct glsort_limits* limits,
                                    const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    const struct shape shape = glsort_order_largest(d, 1),
                       all = glsort_order_largest(d, d->max_views);
    const uint64_t most = glsort_most_bound_bytes(limits);
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        const bool result = row->per == PER_RESULT || row->per == PER_SEGMENT;
        const struct order o = {d, w, result ? &all : &shape};
        const struct order_range r = glsort_order_whole(&o, row);
        const bool moves = glsort_order_in_pieces(w, row, true);
        const bool pieces = (moves && w->moved_piece > 0) ||
                            (glsort_order_in_pieces(w, row, false) && w->piece > 0);
        if (!glsort_order_uses(w, row) || row->per == PER_PLACE || row->per == PER_VIEW ||
            pieces)
            continue;
        if (result) {
            const glsort_result checked =
                glsort_alone_check_bytes(row->argument.field, r.bytes, limits, call);
            if (checked != GLSORT_OK)
                return checked;
            continue;
        }
        if (r.bytes <= most)
            continue;
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "%s: %u %s%s need a binding of %llu bytes, this device "
                                "binds at most %llu",
                                row->argument.field, r.items,
                                glsort_order_name_items(w, row),
                                stride_text(row->field_at > 0 ? r.stride : 0).chars,
                                (unsigned long long)r.bytes, (unsigned long long)most);
    }
    return GLSORT_OK;
}

// The first input that ends beyond the words of the largest buffer texture, or NULL.
static const struct order_row* find_beyond(const struct order* o, uint32_t most_texels)
{
    for (uint32_t i = 0; i < ORDER_ROWS; ++i) {
        const struct order_row* row = &glsort_order_rows[i];
        const struct order_range r = glsort_order_whole(o, row);
        if (glsort_order_uses(o->what, row) && glsort_order_is_fetched(row) &&
            !glsort_order_is_copied(o->what, row) && r.bytes > 0 &&
            (o->desc->textures & row->argument.texture) == 0 &&
            r.first + r.bytes > bytes_of_words(most_texels))
            return row;
    }
    return NULL;
}

// True if creation knows the sizes of all inputs, and textures can hold them.
static bool can_copy(const struct order_what* w, const struct glsort_limits* limits)
{
    struct order_what copies = *w;
    copies.traits |= COPIES_INPUTS;
    return !is(w->traits, TRANSFORMED) && !is_unbounded(w, false) &&
           glsort_order_most_texels(&copies) <= texture_capacity(limits->texture_size);
}

glsort_result glsort_order_fill_fetches(struct order_what* w, uint32_t most_texels,
                                        const struct glsort_limits* limits,
                                        const struct call* call)
{
    const struct shape shape = glsort_order_largest(&w->desc, w->desc.max_views);
    const struct order o = {&w->desc, w, &shape};
    const struct order_row* beyond = find_beyond(&o, most_texels);
    if ((beyond != NULL || most_texels <= LEAST_BUFFER_TEXELS) && can_copy(w, limits)) {
        w->traits |= COPIES_INPUTS;
        return GLSORT_OK;
    }
    if (beyond == NULL)
        return GLSORT_OK;
    const struct order_range r = glsort_order_whole(&o, beyond);
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s: %u %s%s end at byte %llu of the buffer, a buffer "
                            "texture of this device covers only the first %llu bytes; a "
                            "texture may hold them",
                            beyond->argument.field, r.items,
                            glsort_order_name_items(w, beyond),
                            stride_text(beyond->field_at > 0 ? r.stride : 0).chars,
                            (unsigned long long)(r.first + r.bytes),
                            (unsigned long long)bytes_of_words(most_texels));
}

// Keys and elements have a texel each, uploads one per word, downloads one per 4 words.
static glsort_result check_texels(const struct order_what* w,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    if ((uint64_t)d->max_count * glsort_order_vertices(d) > UINT32_MAX)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u primitives of %u vertices are more than 4294967295 indices", d->max_count,
            glsort_order_vertices(d));
    uint64_t texels = glsort_order_most_texels(w);
    uint64_t most = texture_capacity(limits->texture_size);
    if (texels > most)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u elements need a texture of %llu texels, this device has at most %llu",
            d->max_count, (unsigned long long)texels, (unsigned long long)most);
    return GLSORT_OK;
}

static glsort_result check_sizes(const struct order_what* w,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const glsort_order_desc* d = &w->desc;
    const bool draws = is(w->traits, DRAWS);
    const struct order o = {d, w, NULL};
    uint64_t indices = (uint64_t)d->max_count * glsort_order_indices_out(&o);
    if (!draws && indices * WORD_BYTES > limits->storage_block_bytes)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%llu indices of a view need a binding of %llu bytes, this device binds "
            "at most %llu",
            (unsigned long long)indices, (unsigned long long)(indices * WORD_BYTES),
            (unsigned long long)limits->storage_block_bytes);
    if (indices * d->max_views > UINT32_MAX)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u views of %llu indices exceed 4294967295, the most that a draw "
            "command can address",
            d->max_views, (unsigned long long)indices);
    if (!draws && is(w->traits, TRANSFORMED) &&
        (uint64_t)glsort_order_most_moved(d) * MOVED_BYTES > limits->storage_block_bytes)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u moved positions need a binding of %llu bytes, this device binds at most "
            "%llu",
            glsort_order_most_moved(d),
            (unsigned long long)glsort_order_most_moved(d) * MOVED_BYTES,
            (unsigned long long)limits->storage_block_bytes);
    return draws ? check_texels(w, limits, call) : check_bindings(w, limits, call);
}

// ---- defaults -------------------------------------------------------------------------

static glsort_backend backend_of(const glsort_order_desc* d,
                                 const struct glsort_limits* limits)
{
    const glsort_sort_desc sort = choice_of(d);
    return glsort_choice_backend(limits, &sort);
}

static void fill_defaults(glsort_order_desc* d, const struct glsort_limits* limits)
{
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    d->backend = backend_of(d, limits);
    if (d->max_views == 0)
        d->max_views = 1;
    if (d->key_bits == 0)
        d->key_bits = 32;
    if (d->position.stride == 0)
        d->position.stride = glsort_order_packed(
            glsort_order_position_bytes(d->position.format), d->position.texel_words);
    if (d->matrix_index.stride == 0)
        d->matrix_index.stride = WORD_BYTES;
    if (d->depth.stride == 0)
        d->depth.stride = WORD_BYTES;
    if (d->dead.field.stride == 0)
        d->dead.field.stride = glsort_order_packed(WORD_BYTES, d->dead.field.texel_words);
    if (d->radius.stride == 0)
        d->radius.stride = glsort_order_packed(WORD_BYTES, d->radius.texel_words);
    if (d->command_stride == 0)
        d->command_stride = command_bytes;
}

glsort_result glsort_order_fill(const void* given, const struct glsort_limits* limits,
                                void* what, const struct call* call)
{
    const glsort_order_desc* desc = given;
    struct order_what* kept = what;
    glsort_order_desc* filled = &kept->desc;
    glsort_result (*const checks[])(const glsort_order_desc*, const struct call*) = {
        check_values, check_multiples, check_ranges,   check_unused,
        check_source, check_moves,     check_textures,
    };
    glsort_result result = GLSORT_OK;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && result == GLSORT_OK; ++i)
        result = checks[i](desc, call);
    *kept = (struct order_what){.desc = *desc};
    if (result != GLSORT_OK)
        return result;
    fill_defaults(filled, limits);
    kept->traits = glsort_order_traits(filled);
    if (is(kept->traits, DRAWS) && (limits->is_gles || mixes_inputs(kept)))
        kept->traits |= COPIES_INPUTS;
    kept->piece = glsort_order_piece(kept, limits, false);
    kept->moved_piece = glsort_order_piece(kept, limits, true);
    kept->takes_all = glsort_order_takes_all(kept, limits);
    result = check_segments(kept, call);
    if (result == GLSORT_OK)
        result = check_support(kept, limits, call);
    if (result == GLSORT_OK)
        result = check_counted(kept, call);
    return result == GLSORT_OK ? check_sizes(kept, limits, call) : result;
}
