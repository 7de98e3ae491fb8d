// SPDX-License-Identifier: MIT
#include "order_run.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "floats.h"
#include "order_desc.h"
#include "recipe.h"

// Divisions are here, on the CPU, since GPUs need not round them correctly.

static_assert(SHAPE_LAYOUT == 5, "glsort_order_take_layout");
static_assert(sizeof(glsort_order_view) == sizeof(struct order_view), "a view by value");

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Converts a bound of the key range to the metric that the shaders compute: squared for
// distances, times the number of vertices for the sum that stands for a centroid.
static float metric_at(const glsort_order_desc* desc, float key)
{
    uint32_t vertices = desc->primitive.vertices;
    float metric =
        desc->metric == GLSORT_METRIC_DISTANCE ? glsort_rounded(key * key) : key;
    if (vertices == 0 || desc->primitive.key != GLSORT_VERTEX_CENTROID)
        return metric;
    return glsort_rounded(metric * (float)vertices);
}

static float key_scale(const glsort_order_desc* desc, const glsort_order_args* args)
{
    float span = metric_at(desc, args->key_far) - metric_at(desc, args->key_near);
    float most = (float)((1u << desc->key_bits) - 2);
    return most / glsort_rounded(span);
}

const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args)
{
    if (!glsort_are_finite(&args->key_near, 1) || !glsort_are_finite(&args->key_far, 1))
        return "both must be finite";
    if (args->key_far <= args->key_near)
        return "key_far must be above key_near";
    if (desc->metric == GLSORT_METRIC_DISTANCE && args->key_near < 0.0f)
        return "key_near must not be negative with metric DISTANCE";
    const float nearest = metric_at(desc, args->key_near);
    const float farthest = metric_at(desc, args->key_far);
    const float metrics[] = {nearest, farthest, glsort_rounded(farthest - nearest)};
    if (!glsort_are_finite(metrics, 3))
        return "the range of their metrics must not exceed the largest float";
    const float scale = glsort_rounded(key_scale(desc, args));
    return glsort_are_finite(&scale, 1)
               ? NULL
               : "the range of their metrics is too small to be divided";
}

static void set_scale(const glsort_order_desc* desc, const glsort_order_args* args,
                      struct order_run* run)
{
    const float* scale = args->position_scale;
    const float* bias = args->position_bias;
    bool none = scale[0] == 0.0f && scale[1] == 0.0f && scale[2] == 0.0f;
    float most = desc->position.format == GLSORT_POSITION_UNORM16 ? 65535.0f : 32767.0f;
    float x = (none ? 1.0f : scale[0]) / glsort_rounded(most);
    float y = (none ? 1.0f : scale[1]) / glsort_rounded(most);
    float z = (none ? 1.0f : scale[2]) / glsort_rounded(most);
    run->position_scale = (uvec4){bits_of(x), bits_of(y), bits_of(z), 0};
    run->position_bias = (uvec4){bits_of(bias[0]), bits_of(bias[1]), bits_of(bias[2]), 0};
}

// A source also writes what is between its last item and the next source.
static void set_sources(const glsort_order_desc* desc, const glsort_order_args* args,
                        struct order_run* run)
{
    for (uint32_t i = 0; desc->max_sources > 0 && i < args->source_count; ++i) {
        const glsort_order_source_args* source = &args->sources[i];
        bool is_last = i + 1 == args->source_count;
        run->sources[i] = (uvec4){source->base, source->count, i == 0 ? 0 : source->base,
                                  is_last ? UINT32_MAX : source[1].base};
    }
}

void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run)
{
    run->radius = bits_of(args->radius);
    run->vertex_count = args->vertex_count;
    run->base_vertex = (uint32_t)args->base_vertex;
    run->draw_vertex = (uint32_t)args->base_vertex;
    run->index_odd = glsort_order_odd(desc->primitive.index, args->indices_in.offset);
    run->first_index = (uint32_t)(args->order_out.offset / WORD_BYTES);
    set_scale(desc, args, run);
    run->matrix_count = args->matrix_count;
    set_sources(desc, args, run);
    memcpy(run->views, args->views, view_count * sizeof run->views[0]);
    if (desc->key_bits == 32)
        return;
    run->key_near = bits_of(metric_at(desc, args->key_near));
    run->key_scale = bits_of(key_scale(desc, args));
}

// ---- layouts --------------------------------------------------------------------------

// A number of args.layout: 0 means `least`; at most that of the descriptor.
struct layout_number {
    const char* field;
    const char* limit;
    uint32_t value;
    uint32_t least;
    uint32_t most;
    bool used;
    const char* needs;
};

static glsort_result check_layout_number(const struct call* call,
                                         const struct layout_number* n)
{
    if (!n->used && n->value != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "layout.%s is %u, but this order does not use it: that "
                                "needs %s",
                                n->field, n->value, n->needs);
    if (n->used && n->value > n->most)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "layout.%s %u is above the plan's %s %u", n->field,
                                n->value, n->limit, n->most);
    if (n->used && n->value < n->least)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "layout.%s is %u; it must be %u to %u", n->field,
                                n->value, n->least, n->most);
    return GLSORT_OK;
}

static glsort_result check_stride(const struct call* call, const char* field,
                                  uint32_t stride)
{
    if (stride % WORD_BYTES == 0)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                            "layout.%s %u is not a multiple of 4", field, stride);
}

static uint32_t or_packed(uint32_t stride, uint32_t bytes, uint32_t texel_words)
{
    return stride == 0 ? glsort_order_packed(bytes, texel_words) : stride;
}

glsort_result glsort_order_take_layout(const struct call* call,
                                       const glsort_order_desc* d,
                                       const glsort_order_layout* l, uint32_t* taken)
{
    const bool from_args = (d->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0;
    const bool primitives = from_args && d->primitive.vertices > 0;
    const bool radii = from_args && d->radius_source == GLSORT_RADIUS_PER_ELEMENT;
    const bool dead = from_args && d->dead.test != GLSORT_DEAD_NONE;
    const char* flag = "flags LAYOUT_FROM_ARGS";
    const uint32_t position = glsort_order_position_bytes(d->position.format);
    const uint32_t strides[] = {
        or_packed(l->position_stride, position, d->position.texel_words),
        or_packed(l->radius_stride, WORD_BYTES, d->radius.texel_words),
        or_packed(l->dead_stride, WORD_BYTES, d->dead.field.texel_words)};
    const struct layout_number list[] = {
        {"position_stride", "position.stride",
         from_args ? strides[0] : l->position_stride, position, d->position.stride,
         from_args, flag},
        {"radius_stride", "radius.stride", radii ? strides[1] : l->radius_stride,
         WORD_BYTES, d->radius.stride, radii,
         from_args ? "radius_source PER_ELEMENT" : flag},
        {"dead_stride", "dead.field.stride", dead ? strides[2] : l->dead_stride,
         WORD_BYTES, d->dead.field.stride, dead, from_args ? "a dead.test" : flag},
        {"vertices", "primitive.vertices", l->vertices, 1, d->primitive.vertices,
         primitives, from_args ? "primitive.vertices" : flag},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        glsort_result result = check_layout_number(call, &list[i]);
        if (result == GLSORT_OK && i < sizeof strides / sizeof strides[0])
            result = check_stride(call, list[i].field, list[i].value);
        if (result != GLSORT_OK)
            return result;
    }
    if (l->index > GLSORT_INDEX_U16 || (!primitives && l->index != GLSORT_INDEX_U32))
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "layout.index is %u; it must be 0, or 1 for primitives with "
            "flags LAYOUT_FROM_ARGS",
            l->index);
    if (primitives && l->index < d->primitive.index)
        return glsort_call_fail(
            call, GLSORT_ERROR_RANGE,
            "layout.index is U32, above the plan's primitive.index U16");
    if (l->index == GLSORT_INDEX_U16 && (d->textures & GLSORT_ORDER_TEXTURE_INDICES) != 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "layout.index U16 needs indices_in to be a buffer");
    const uint32_t values[] = {list[0].value, list[1].value, list[2].value, l->vertices,
                               (uint32_t)l->index};
    if (from_args)
        memcpy(taken, values, sizeof values);
    return GLSORT_OK;
}

// ---- checks ---------------------------------------------------------------------------

struct numbers {
    const struct call* call;
    const glsort_order_desc* desc;
    const glsort_order_args* args;
    uint32_t count;
};

static bool is_scaled(const glsort_order_desc* d)
{
    return d->position.format == GLSORT_POSITION_UNORM16 ||
           d->position.format == GLSORT_POSITION_SNORM16;
}

// The first component that is not zero, or the last one.
static double any_of(const float* v)
{
    return v[0] != 0.0f ? v[0] : v[1] != 0.0f ? v[1] : v[2];
}

static bool is_whole(double value)
{
    return value == floor(value);
}

// ---- numbers that the order does not use ----------------------------------------------

static glsort_result check_unused(const struct numbers* c)
{
    const glsort_order_desc* d = c->desc;
    const glsort_order_args* a = c->args;
    bool spheres =
        d->cull == GLSORT_CULL_FRUSTUM && d->radius_source == GLSORT_RADIUS_FROM_ARGS;
    bool primitives = d->primitive.vertices > 0;
    bool based = primitives || d->command == GLSORT_COMMAND_DRAW_ELEMENTS ||
                 d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    const struct {
        const char* field;
        double value;
        bool used;
        const char* needs;
    } list[] = {
        {"radius", a->radius, spheres, "cull FRUSTUM and radius_source FROM_ARGS"},
        {"position_scale", any_of(a->position_scale), is_scaled(d),
         "position.format UNORM16 or SNORM16"},
        {"position_bias", any_of(a->position_bias), is_scaled(d),
         "position.format UNORM16 or SNORM16"},
        {"vertex_count", a->vertex_count, primitives, "primitive.vertices"},
        {"source_count", a->source_count, d->max_sources > 0, "max_sources"},
        {"matrix_count", a->matrix_count, d->transform != GLSORT_TRANSFORM_NONE,
         "a transform"},
        {"base_vertex", a->base_vertex, based,
         "primitive.vertices or a command DRAW_ELEMENTS"},
        {"key_near", a->key_near, d->key_bits < 32, "key_bits 16 or 24"},
        {"key_far", a->key_far, d->key_bits < 32, "key_bits 16 or 24"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].value != 0.0 && !list[i].used)
            return glsort_call_fail(
                c->call, GLSORT_ERROR_ARGUMENT,
                "%s is %.*g, but this order does not use it: that needs %s",
                list[i].field, is_whole(list[i].value) ? 10 : 6, list[i].value,
                list[i].needs);
    return GLSORT_OK;
}

// ---- numbers of the elements ----------------------------------------------------------

static glsort_result check_finite(const struct numbers* c, const char* field,
                                  const float* values, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (!glsort_are_finite(&values[i], 1))
            return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                    "%s[%u] is %g; it must be finite", field, i,
                                    (double)values[i]);
    return GLSORT_OK;
}

// The items that sources have: vertices of primitives, or elements.
static uint32_t items_of(const glsort_order_desc* d, const glsort_order_args* a,
                         uint32_t count)
{
    return d->primitive.vertices > 0 ? a->vertex_count : count;
}

static glsort_result check_sources(const struct numbers* c, uint32_t items)
{
    uint64_t end = 0;
    if (c->args->source_count == 0)
        return glsort_call_fail(
            c->call, GLSORT_ERROR_RANGE,
            "source_count is 0, but the order has positions in sources");
    for (uint32_t i = 0; i < c->args->source_count; ++i) {
        const glsort_order_source_args* source = &c->args->sources[i];
        if (source->base < end)
            return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                    "sources[%u].base is %u, the source before ends at "
                                    "%llu",
                                    i, source->base, (unsigned long long)end);
        end = (uint64_t)source->base + source->count;
        if (end > items)
            return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                    "sources[%u] ends at %llu, the run has %u positions",
                                    i, (unsigned long long)end, items);
    }
    return GLSORT_OK;
}

static glsort_result check_moves(const struct numbers* c)
{
    const glsort_order_desc* d = c->desc;
    const uint32_t items = items_of(d, c->args, c->count);
    if (d->transform == GLSORT_TRANSFORM_NONE && d->max_sources == 0)
        return GLSORT_OK;
    if (d->transform != GLSORT_TRANSFORM_NONE && c->args->matrix_count == 0)
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "matrix_count is 0, but the order has a transform");
    return d->max_sources > 0 ? check_sources(c, items) : GLSORT_OK;
}

static glsort_result check_elements(const struct numbers* c)
{
    const glsort_order_desc* d = c->desc;
    const glsort_order_args* a = c->args;
    if (!glsort_are_finite(&a->radius, 1) || a->radius < 0.0f)
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "radius is %g; it must be finite, at least 0",
                                (double)a->radius);
    const char* mistake = d->key_bits < 32 ? glsort_order_range_mistake(d, a) : NULL;
    if (mistake != NULL)
        return glsort_call_fail(
            c->call, GLSORT_ERROR_RANGE,
            "key_near %g and key_far %g do not form a range for keys of %u bits: %s",
            (double)a->key_near, (double)a->key_far, d->key_bits, mistake);
    if (d->primitive.vertices > 0 && a->vertex_count == 0)
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "vertex_count is 0, but there are primitives");
    if (d->max_vertices > 0 && a->vertex_count > d->max_vertices)
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "vertex_count %u is above the plan's max_vertices %u",
                                a->vertex_count, d->max_vertices);
    glsort_result result = check_moves(c);
    if (result == GLSORT_OK)
        result = check_finite(c, "position_scale", a->position_scale, 3);
    return result == GLSORT_OK ? check_finite(c, "position_bias", a->position_bias, 3)
                               : result;
}

// ---- views ----------------------------------------------------------------------------

static glsort_result check_floats(const struct numbers* c, uint32_t view,
                                  const char* field, const float* values, uint32_t count)
{
    char name[32];
    if (glsort_are_finite(values, count))
        return GLSORT_OK;
    snprintf(name, sizeof name, "views[%u].%s", view, field);
    return check_finite(c, name, values, count);
}

static bool is_zero(const float* values, uint32_t count, uint32_t step)
{
    for (uint32_t i = 0; i < count; ++i)
        if (values[i * step] != 0.0f)
            return false;
    return true;
}

static glsort_result check_view(const struct numbers* c, uint32_t at)
{
    const glsort_order_view* view = &c->args->views[at];
    bool depth = c->desc->metric == GLSORT_METRIC_DEPTH;
    bool frustum = c->desc->cull == GLSORT_CULL_FRUSTUM;
    glsort_result result = check_floats(c, at, "origin", view->origin, 3);
    if (result == GLSORT_OK && depth)
        result = check_floats(c, at, "axis", view->axis, 3);
    if (result == GLSORT_OK && frustum)
        result = check_floats(c, at, "clip", view->clip, 16);
    if (result != GLSORT_OK)
        return result;
    if (depth && is_zero(view->axis, 3, 1))
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "views[%u].axis is zero; metric DEPTH needs the "
                                "direction in which depth grows",
                                at);
    if (frustum && is_zero(view->clip + 3, 4, 4))
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "views[%u].clip has a fourth row of zeros; cull "
                                "FRUSTUM needs the matrix to clip space",
                                at);
    return GLSORT_OK;
}

glsort_result glsort_order_check_numbers(const struct call* call,
                                         const glsort_order_desc* desc,
                                         const glsort_order_args* args, uint32_t count,
                                         uint32_t views)
{
    const struct numbers c = {call, desc, args, count};
    glsort_result result = check_unused(&c);
    if (result == GLSORT_OK && count > 0)
        result = check_elements(&c);
    bool given = count > 0 && args->views_in.name == 0 &&
                 desc->key_source == GLSORT_KEYS_FROM_POSITIONS;
    for (uint32_t at = 0; at < views && given && result == GLSORT_OK; ++at)
        result = check_view(&c, at);
    return result;
}
