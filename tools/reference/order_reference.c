// SPDX-License-Identifier: MIT
// Compiled with -ffp-contract=off: every operation on floats is rounded by itself.
#include "order_reference.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    float x, y, z;
};

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_number(float value)
{
    return (bits_of(value) & 0x7F800000u) != 0x7F800000u;
}

// A float's bits as an unsigned integer in the same order, with -0 as +0.
static uint32_t rank_of(uint32_t bits)
{
    if (bits == 0x80000000u)
        bits = 0;
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

// ---- positions ------------------------------------------------------------------------

// Sign, exponent and significand by their definition.
static float float_of_half(uint32_t half)
{
    uint32_t exponent = half >> 10 & 31;
    uint32_t significand = half & 1023;
    uint32_t sign = half >> 15 << 31;
    if (exponent == 31)
        return float_of(sign | 0x7F800000u | significand << 13);
    float value = exponent == 0 ? (float)significand : (float)(1024 + significand);
    for (uint32_t i = exponent == 0 ? 1 : exponent; i < 25; ++i)
        value *= 0.5f;
    for (uint32_t i = 25; i < exponent; ++i)
        value *= 2.0f;
    return float_of(sign | bits_of(value));
}

static float scale_of(const struct order_input* in, int axis)
{
    const float* scale = in->args->position_scale;
    bool none = scale[0] == 0.0f && scale[1] == 0.0f && scale[2] == 0.0f;
    float most =
        in->desc->position.format == GLSORT_POSITION_UNORM16 ? 65535.0f : 32767.0f;
    return (none ? 1.0f : scale[axis]) / most;
}

static float component(const struct order_input* in, const uint32_t* words, int axis)
{
    uint32_t shorts = words[axis / 2] >> (16 * (axis % 2)) & 0xFFFF;
    float step;
    switch (in->desc->position.format) {
    case GLSORT_POSITION_F32: return float_of(words[axis]);
    case GLSORT_POSITION_F16: return float_of_half(shorts);
    case GLSORT_POSITION_UNORM16: step = (float)shorts; break;
    default: step = shorts == 0x8000 ? -32767.0f : (float)(int16_t)shorts; break;
    }
    float product = step * scale_of(in, axis);
    return product + in->args->position_bias[axis];
}

static struct vector position_of(const struct order_input* in, uint32_t at)
{
    uint32_t tight = in->desc->position.format == GLSORT_POSITION_F32 ? 12 : 8;
    uint32_t stride = in->desc->position.stride == 0 ? tight : in->desc->position.stride;
    const uint32_t* words =
        in->positions + in->desc->position.offset / 4 + (size_t)at * (stride / 4);
    return (struct vector){component(in, words, 0), component(in, words, 1),
                           component(in, words, 2)};
}

static uint32_t field_of(const uint32_t* words, glsort_field field, uint32_t at)
{
    uint32_t stride = field.stride == 0 ? 4 : field.stride;
    return words[field.offset / 4 + (size_t)at * (stride / 4)];
}

// The source that has a position of this number; ~0 if none has.
static uint32_t source_of(const struct order_input* in, uint32_t at)
{
    for (uint32_t i = 0; i < in->args->source_count; ++i)
        if (at - in->args->sources[i].base < in->args->sources[i].count &&
            at >= in->args->sources[i].base)
            return i;
    return ~0u;
}

static struct vector transformed(const float* m, struct vector p)
{
    float moved[3];
    for (int i = 0; i < 3; ++i) {
        float x = m[i] * p.x;
        float y = m[4 + i] * p.y;
        float z = m[8 + i] * p.z;
        float xy = x + y;
        float xyz = xy + z;
        moved[i] = xyz + m[12 + i];
    }
    return (struct vector){moved[0], moved[1], moved[2]};
}

// A NaN if there is no such position, or no such matrix.
static struct vector moved_position(const struct order_input* in, uint32_t at)
{
    const struct vector none = {float_of(0x7FC00000u), 0, 0};
    const glsort_order_desc* d = in->desc;
    float matrix[16];
    uint32_t source = d->max_sources > 0 ? source_of(in, at) : 0;
    if (source == ~0u)
        return none;
    if (d->transform == GLSORT_TRANSFORM_NONE)
        return position_of(in, at);
    if (d->transform == GLSORT_TRANSFORM_PER_ELEMENT)
        source = field_of(in->matrix_indices, d->matrix_index, at);
    else if (d->transform == GLSORT_TRANSFORM_PER_SEGMENT)
        source = in->matrix_indices[at];
    if (source >= in->args->matrix_count)
        return none;
    memcpy(matrix, in->matrices + 16 * (size_t)source, sizeof matrix);
    return transformed(matrix, position_of(in, at));
}

// ---- what a view makes of a position --------------------------------------------------

static float metric_of(const struct order_input* in, const glsort_order_view* view,
                       struct vector p)
{
    float dx = p.x - view->origin[0];
    float dy = p.y - view->origin[1];
    float dz = p.z - view->origin[2];
    bool distance = in->desc->metric == GLSORT_METRIC_DISTANCE;
    float x = dx * (distance ? dx : view->axis[0]);
    float y = dy * (distance ? dy : view->axis[1]);
    float z = dz * (distance ? dz : view->axis[2]);
    float xy = x + y;
    return xy + z;
}

// Bit i: the sphere is outside plane i of left, right, bottom, top, near, far.
static uint32_t outside_of(const struct order_input* in, const glsort_order_view* view,
                           struct vector p, float radius)
{
    const float* m = view->clip;
    bool from_zero = (in->desc->flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0;
    uint32_t outside = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        float plane[4];
        for (uint32_t column = 0; column < 4; ++column) {
            float w = m[4 * column + 3];
            float other = m[4 * column + i / 2];
            plane[column] = i % 2 == 0 ? w + other : w - other;
            if (i == 4 && from_zero)
                plane[column] = other;
        }
        float aa = plane[0] * plane[0];
        float bb = plane[1] * plane[1];
        float cc = plane[2] * plane[2];
        float aabb = aa + bb;
        float square = aabb + cc;
        float ax = plane[0] * p.x;
        float by = plane[1] * p.y;
        float cz = plane[2] * p.z;
        float axby = ax + by;
        float axbycz = axby + cz;
        float s = axbycz + plane[3];
        float rr = radius * radius;
        float reach = rr * square;
        float ss = s * s;
        if (s < 0.0f && ss > reach)
            outside |= 1u << i;
    }
    return outside;
}

// ---- elements -------------------------------------------------------------------------

struct element {
    bool rejected;
    float metric;
    uint32_t depth; // its bits; or the caller's
    uint32_t key;   // ascends in the requested order
    uint32_t at;    // its number
    uint32_t place; // in the list, if there is one
};

static bool is_dead(const struct order_input* in, uint32_t at)
{
    const glsort_dead* dead = &in->desc->dead;
    if (dead->test == GLSORT_DEAD_NONE)
        return false;
    uint32_t field = field_of(in->dead, dead->field, at);
    uint32_t limit = rank_of(bits_of(dead->f32));
    switch (dead->test) {
    case GLSORT_DEAD_F32_AT_MOST: return rank_of(field) <= limit;
    case GLSORT_DEAD_F32_AT_LEAST: return rank_of(field) >= limit;
    case GLSORT_DEAD_U32_EQUAL: return field == dead->u32;
    default: return field != dead->u32;
    }
}

static uint32_t index_of(const struct order_input* in, uint32_t at)
{
    if (in->indices == NULL)
        return at;
    if (in->desc->primitive.index == GLSORT_INDEX_U32)
        return in->indices[at];
    return in->indices[at / 2] >> (16 * (at % 2)) & 0xFFFF;
}

static uint32_t vertices_of(const struct order_input* in)
{
    return in->desc->primitive.vertices == 0 ? 1 : in->desc->primitive.vertices;
}

static float joined(const struct order_input* in, float a, float b)
{
    switch (in->desc->primitive.key) {
    case GLSORT_VERTEX_CENTROID: return a + b;
    case GLSORT_VERTEX_NEAREST: return a < b ? a : b;
    default: return a < b ? b : a;
    }
}

static bool has_integers(const struct order_input* in)
{
    return in->desc->key_source == GLSORT_KEYS_FROM_U32;
}

static bool is_nan(uint32_t depth)
{
    return (depth & 0x7FFFFFFFu) > 0x7F800000u;
}

// The depth of two vertices.
static uint32_t joined_depth(const struct order_input* in, uint32_t a, uint32_t b)
{
    if (in->desc->primitive.key == GLSORT_VERTEX_CENTROID)
        return bits_of(float_of(a) + float_of(b));
    bool nearer = has_integers(in) ? a < b : rank_of(a) < rank_of(b);
    return nearer == (in->desc->primitive.key == GLSORT_VERTEX_NEAREST) ? a : b;
}

// What the radius and the field of the dead test belong to: of a primitive of one vertex
// that vertex. False if it is not there.
static bool find_owner(const struct order_input* in, uint32_t at, uint32_t* owner)
{
    *owner = at;
    if (in->desc->primitive.vertices != 1 ||
        (in->desc->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0)
        return true;
    *owner = index_of(in, at) + (uint32_t)in->args->base_vertex;
    return *owner < in->args->vertex_count;
}

// From depths: e->depth.
static void take_depth(const struct order_input* in, uint32_t view, struct element* e)
{
    uint32_t last = in->desc->direction == GLSORT_BACK_TO_FRONT ? 0 : ~0u;
    uint32_t vertices = vertices_of(in);
    uint32_t owner;
    e->rejected = !find_owner(in, e->at, &owner) || is_dead(in, owner);
    for (uint32_t i = 0; i < vertices && !e->rejected; ++i) {
        uint32_t at = view * in->desc->max_count + e->at;
        if (in->desc->primitive.vertices > 0) {
            at = index_of(in, e->at * vertices + i) + (uint32_t)in->args->base_vertex;
            if (at >= in->args->vertex_count) {
                e->rejected = true;
                return;
            }
            at += view * in->args->vertex_count;
        }
        uint32_t depth = field_of(in->positions, in->desc->depth, at);
        e->rejected = has_integers(in) ? depth == last : is_nan(depth);
        e->depth = i == 0 ? depth : joined_depth(in, e->depth, depth);
    }
    e->rejected = e->rejected || (!has_integers(in) && is_nan(e->depth));
}

static void look_at(const struct order_input* in, const glsort_order_view* view,
                    struct element* e)
{
    uint32_t vertices = vertices_of(in);
    uint32_t outside = in->desc->cull == GLSORT_CULL_FRUSTUM ? 63 : 0;
    float radius = in->args->radius;
    uint32_t owner;
    e->rejected = !find_owner(in, e->at, &owner) || is_dead(in, owner);
    if (in->desc->radius_source == GLSORT_RADIUS_PER_ELEMENT && !e->rejected) {
        uint32_t bits = field_of(in->radii, in->desc->radius, owner);
        radius = float_of(bits);
        e->rejected = e->rejected || is_nan(bits);
    }
    for (uint32_t i = 0; i < vertices && !e->rejected; ++i) {
        uint32_t vertex = e->at;
        if (in->desc->primitive.vertices > 0) {
            vertex = index_of(in, e->at * vertices + i) + (uint32_t)in->args->base_vertex;
            if (vertex >= in->args->vertex_count) {
                e->rejected = true;
                return;
            }
        }
        struct vector p = moved_position(in, vertex);
        float metric = metric_of(in, view, p);
        if (!is_number(p.x) || !is_number(p.y) || !is_number(p.z) || !is_number(metric))
            e->rejected = true;
        e->metric = i == 0 ? metric : joined(in, e->metric, metric);
        outside &= outside_of(in, view, p, radius);
    }
    e->rejected = e->rejected || !is_number(e->metric) || outside != 0;
    e->depth = bits_of(e->metric);
}

static uint32_t quantised(const struct order_input* in, float metric)
{
    uint32_t most = (1u << in->desc->key_bits) - 2;
    float near_key = in->args->key_near;
    float far_key = in->args->key_far;
    if (in->desc->metric == GLSORT_METRIC_DISTANCE) {
        near_key = near_key * near_key;
        far_key = far_key * far_key;
    }
    if (in->desc->primitive.vertices > 0 &&
        in->desc->primitive.key == GLSORT_VERTEX_CENTROID) {
        near_key = near_key * (float)in->desc->primitive.vertices;
        far_key = far_key * (float)in->desc->primitive.vertices;
    }
    float span = far_key - near_key;
    float scale = (float)most / span;
    float above = metric - near_key;
    float steps = above * scale;
    uint32_t key = steps >= (float)most ? most : steps > 0.0f ? (uint32_t)steps : 0;
    return in->desc->direction == GLSORT_BACK_TO_FRONT ? most - key : key;
}

static uint32_t key_of(const struct order_input* in, const struct element* e)
{
    if (in->desc->key_bits == 16 || in->desc->key_bits == 24)
        return quantised(in, float_of(e->depth));
    uint32_t rank = has_integers(in) ? e->depth : rank_of(e->depth);
    return in->desc->direction == GLSORT_BACK_TO_FRONT ? ~rank : rank;
}

// Equal keys are ordered by index, which makes the sort stable.
static int compare(const void* left, const void* right)
{
    const struct element* a = left;
    const struct element* b = right;
    if (a->rejected != b->rejected)
        return a->rejected ? 1 : -1;
    if (!a->rejected && a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

// ---- commands -------------------------------------------------------------------------

uint32_t order_command_words(glsort_command command)
{
    bool indexed = command == GLSORT_COMMAND_DRAW_ELEMENTS ||
                   command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES;
    return command == GLSORT_COMMAND_NONE ? 0 : indexed ? 5 : 4;
}

static void command_of(const struct order_input* in, uint32_t view, uint32_t visible,
                       uint32_t* words)
{
    uint32_t k = vertices_of(in);
    uint32_t start = view * in->desc->max_count;
    memset(words, 0, 5 * sizeof *words);
    switch (in->desc->command) {
    case GLSORT_COMMAND_DRAW_ARRAYS:
    case GLSORT_COMMAND_DRAW_ELEMENTS:
        words[0] = visible * k;
        words[1] = 1;
        words[2] = start * k;
        if (in->desc->command == GLSORT_COMMAND_DRAW_ARRAYS)
            return;
        words[2] += in->first_index;
        words[3] = (uint32_t)in->args->base_vertex;
        return;
    case GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES:
        words[0] = in->desc->instance_vertices;
        words[1] = visible;
        words[3] = in->no_base_instance ? 0 : start;
        return;
    case GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES:
        words[0] = in->desc->instance_vertices;
        words[1] = visible;
        words[3] = (uint32_t)in->args->base_vertex;
        words[4] = in->no_base_instance ? 0 : start;
        return;
    default: return;
    }
}

// ---- the whole ------------------------------------------------------------------------

// Puts an element, or ~0 for none, at position i of the order.
static void put(const struct order_input* input, uint32_t i, uint32_t element,
                struct order_output* output)
{
    bool both = (input->desc->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0;
    bool whole = input->desc->primitive.vertices == 0 ||
                 (input->desc->flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) != 0;
    uint32_t k = vertices_of(input);
    if (both)
        output->elements[i] = element;
    if (whole)
        output->order[i] = element;
    for (uint32_t at = 0; at < k && !whole; ++at)
        output->order[i * k + at] =
            element == ~0u ? ~0u : index_of(input, element * k + at);
}

static uint32_t end_of_rest(const struct order_input* input, uint32_t count)
{
    bool on_gpu = input->desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    return on_gpu ? input->desc->max_count : count;
}

void order_reference(const struct order_input* input, uint32_t view,
                     struct order_output* output)
{
    uint32_t count =
        input->count < input->desc->max_count ? input->count : input->desc->max_count;
    struct element* elements = malloc((count + 1) * sizeof *elements);
    bool fills = (input->desc->flags & GLSORT_ORDER_FILLS_REST) != 0;
    bool removes = (input->desc->cull != GLSORT_CULL_NONE ||
                    input->desc->dead.test != GLSORT_DEAD_NONE || fills) &&
                   !input->fragment;
    // The NaN, or the integer, that comes last.
    bool back = input->desc->direction == GLSORT_BACK_TO_FRONT;
    bool integers = has_integers(input);
    uint32_t last = integers ? (back ? 0 : ~0u) : (back ? ~0u : ~0u >> 1);
    output->visible = 0;
    for (uint32_t i = 0; i < count; ++i) {
        elements[i] = (struct element){.at = i, .place = i};
        if (input->desc->key_source == GLSORT_KEYS_FROM_POSITIONS)
            look_at(input, &input->args->views[view], &elements[i]);
        else
            take_depth(input, view, &elements[i]);
        if (!elements[i].rejected)
            elements[i].key = key_of(input, &elements[i]);
        output->visible += !elements[i].rejected;
    }
    qsort(elements, count, sizeof *elements, compare);
    output->ordered = removes ? output->visible : count;
    for (uint32_t i = 0; i < output->ordered; ++i) {
        uint32_t at = elements[i].at;
        uint32_t bits = elements[i].depth;
        bool is_minus_zero = bits == 0x80000000u && !integers;
        output->depths[i] = elements[i].rejected ? last : is_minus_zero ? 0 : bits;
        put(input, i, input->fragment && elements[i].rejected ? ~0u : at, output);
    }
    if (input->fragment && input->desc->count_source == GLSORT_COUNT_FROM_BUFFER)
        for (; output->ordered < input->desc->max_count; ++output->ordered) {
            put(input, output->ordered, ~0u, output);
            output->depths[output->ordered] = last;
        }
    output->filled = output->ordered;
    if (fills && !input->fragment)
        for (; output->filled < end_of_rest(input, count); ++output->filled)
            put(input, output->filled, ~0u, output);
    command_of(input, view, output->visible, output->command);
    free(elements);
}
