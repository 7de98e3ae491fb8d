// SPDX-License-Identifier: MIT
// Compiled with -ffp-contract=off: every operation on floats is rounded by itself.
#include "order_work.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static const float least_depth = 1.0f, most_depth = 5.0f;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// ---- keys -----------------------------------------------------------------------------

static float depth_of(const glsort_order_view* v, const float* p)
{
    float x = (p[0] - v->origin[0]) * v->axis[0];
    float y = (p[1] - v->origin[1]) * v->axis[1];
    float z = (p[2] - v->origin[2]) * v->axis[2];
    float xy = x + y;
    return xy + z;
}

// Bit i: p is outside plane i. The spheres have no radius, so the sign decides.
static uint32_t outside_of(const glsort_order_view* v, const float* p)
{
    const float* m = v->clip;
    uint32_t outside = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        float plane[4];
        for (uint32_t column = 0; column < 4; ++column) {
            float w = m[4 * column + 3], other = m[4 * column + i / 2];
            plane[column] = i % 2 == 0 ? w + other : w - other;
        }
        float ax = plane[0] * p[0], by = plane[1] * p[1], cz = plane[2] * p[2];
        float axby = ax + by;
        float axbycz = axby + cz;
        outside |= (uint32_t)(axbycz + plane[3] < 0.0f) << i;
    }
    return outside;
}

static uint32_t vertex_of(const struct order_work* w, uint32_t element, uint32_t vertex)
{
    return w->indices ? w->indices[(size_t)element * w->vertices + vertex] : element;
}

// The sum of the vertices' depths. False if the element is culled.
static bool metric_of(const struct order_work* w, uint32_t view, uint32_t element,
                      float* metric)
{
    bool culls = w->task.desc.cull == GLSORT_CULL_FRUSTUM;
    uint32_t outside = culls ? 63 : 0;
    for (uint32_t i = 0; i < w->vertices; ++i) {
        const float* p =
            w->positions + (size_t)ORDER_POSITION_WORDS * vertex_of(w, element, i);
        float depth = depth_of(&w->views[view], p);
        *metric = i == 0 ? depth : *metric + depth;
        if (culls)
            outside &= outside_of(&w->views[view], p);
    }
    return outside == 0;
}

static bool has_floats(const struct order_work* w)
{
    return w->task.desc.key_bits == 0 || w->task.desc.key_bits == 32;
}

static uint32_t key_of(const struct order_work* w, float metric)
{
    if (has_floats(w))
        return bits_of(metric);
    uint32_t most = (1u << w->task.desc.key_bits) - 2;
    float near_key = w->key_near, far_key = w->key_far;
    if (w->indices) {
        near_key = near_key * (float)w->vertices;
        far_key = far_key * (float)w->vertices;
    }
    float span = far_key - near_key;
    float scale = (float)most / span;
    float above = metric - near_key;
    float steps = above * scale;
    uint32_t key = steps >= (float)most ? most : steps > 0.0f ? (uint32_t)steps : 0;
    return most - key;
}

// Ascends from back to front.
static uint32_t rank_of(const struct order_work* w, uint32_t key)
{
    if (!has_floats(w))
        return key;
    return key >> 31 ? key : ~(key | 0x80000000u);
}

// ---- the CPU's sort -------------------------------------------------------------------

struct pair {
    uint32_t rank, element;
};

// Radix sort of pairs. Returns the one of the two buffers that has the result.
static struct pair* sort_pairs(struct pair* from, struct pair* to, uint32_t count,
                               uint32_t bits)
{
    for (uint32_t shift = 0; shift < bits; shift += DIGIT_BITS) {
        uint32_t starts[DIGITS] = {0}, sum = 0;
        for (uint32_t i = 0; i < count; ++i)
            ++starts[from[i].rank >> shift & (DIGITS - 1)];
        for (uint32_t digit = 0; digit < DIGITS; ++digit) {
            uint32_t number = starts[digit];
            starts[digit] = sum;
            sum += number;
        }
        for (uint32_t i = 0; i < count; ++i)
            to[starts[from[i].rank >> shift & (DIGITS - 1)]++] = from[i];
        struct pair* other = from;
        from = to;
        to = other;
    }
    return from;
}

static uint32_t run_view(const struct order_work* w, uint32_t view, uint32_t* out)
{
    struct pair* pairs = (struct pair*)(void*)w->room;
    uint32_t visible = 0;
    for (uint32_t i = 0; i < w->task.count; ++i) {
        float metric = 0.0f;
        if (metric_of(w, view, i, &metric))
            pairs[visible++] = (struct pair){rank_of(w, key_of(w, metric)), i};
    }
    pairs = sort_pairs(pairs, pairs + w->task.count, visible,
                       has_floats(w) ? 32 : w->task.desc.key_bits);
    for (uint32_t i = 0; i < visible; ++i)
        for (uint32_t vertex = 0; vertex < w->vertices; ++vertex)
            out[(size_t)i * w->vertices + vertex] =
                vertex_of(w, pairs[i].element, vertex);
    return visible;
}

void order_work_run(const struct order_work* w, uint32_t* out)
{
    size_t stride = (size_t)w->task.desc.max_count * w->vertices;
    for (uint32_t view = 0; view < w->view_count; ++view)
        run_view(w, view, out + view * stride);
}

// ---- creation -------------------------------------------------------------------------

static float random_coordinate(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(uint32_t)(*state >> 32) / 2147483648.0f - 1.0f;
}

static void fill_positions(struct order_work* w)
{
    uint64_t state = 1;
    for (uint32_t i = 0; i < w->task.count; ++i) {
        float p[ORDER_POSITION_WORDS];
        for (uint32_t axis = 0; axis < ORDER_POSITION_WORDS; ++axis)
            p[axis] = random_coordinate(&state);
        for (uint32_t vertex = 0; vertex < w->vertices; ++vertex) {
            size_t at = (size_t)i * w->vertices + vertex;
            float* to = w->positions + ORDER_POSITION_WORDS * at;
            memcpy(to, p, sizeof p);
            to[2] = p[2] * (1.0f - 0.001f * (float)vertex);
            if (w->indices)
                w->indices[at] = (uint32_t)at;
        }
    }
}

// Depths are 1.5 to 3.5, on both sides of a power of two: between 2 and 4 all keys would
// have the same top byte, and a radix sort would skip it.
static void make_views(struct order_work* w)
{
    float inside = 1.0f - (float)w->task.cull_share / 100.0f;
    for (uint32_t i = 0; i < w->view_count; ++i) {
        glsort_order_view* v = &w->views[i];
        *v = (glsort_order_view){.origin = {0.0625f * (float)i, 0.0f, 2.5f},
                                 .axis = {0.03125f * (float)i, 0.0f, -1.0f}};
        v->clip[0] = 1.0f;
        v->clip[5] = v->clip[10] = v->clip[15] = inside;
    }
}

static bool take_memory(struct order_work* w)
{
    size_t count = w->task.count > 0 ? w->task.count : 1;
    size_t positions = (size_t)w->position_count * ORDER_POSITION_WORDS;
    bool good = true;
    w->positions = malloc(positions * sizeof *w->positions);
    w->room = malloc(4 * count * sizeof *w->room);
    if (w->task.desc.primitive.vertices > 0)
        w->indices = malloc(w->position_count * sizeof *w->indices);
    for (uint32_t i = 0; i < w->view_count; ++i) {
        struct order_view_work* v = &w->of_view[i];
        v->order = malloc(count * w->vertices * sizeof *v->order);
        good = good && v->order;
    }
    return good && w->positions && w->room &&
           (w->indices || w->task.desc.primitive.vertices == 0);
}

bool order_work_create(struct order_work* w, const struct order_task* task)
{
    const glsort_order_desc* desc = &task->desc;
    *w = (struct order_work){
        .task = *task,
        .view_count = desc->max_views == 0 ? 1 : desc->max_views,
        .vertices = desc->primitive.vertices == 0 ? 1 : desc->primitive.vertices,
        .key_near = least_depth,
        .key_far = most_depth,
    };
    uint64_t positions = (uint64_t)desc->max_count * w->vertices;
    w->position_count = positions > UINT32_MAX ? 0 : (uint32_t)positions;
    if (w->position_count == 0 || w->view_count > GLSORT_MOST_VIEWS || !take_memory(w)) {
        order_work_release(w);
        return false;
    }
    memset(w->positions, 0,
           (size_t)w->position_count * ORDER_POSITION_WORDS * sizeof *w->positions);
    if (w->indices)
        memset(w->indices, 0, w->position_count * sizeof *w->indices);
    fill_positions(w);
    make_views(w);
    for (uint32_t i = 0; i < w->view_count; ++i)
        w->of_view[i].visible = run_view(w, i, w->of_view[i].order);
    return true;
}

void order_work_release(struct order_work* w)
{
    free(w->positions);
    free(w->indices);
    free(w->room);
    for (uint32_t i = 0; i < GLSORT_MOST_VIEWS; ++i)
        free(w->of_view[i].order);
    *w = (struct order_work){0};
}

bool order_work_check(const struct order_work* w, uint32_t view, const uint32_t* out)
{
    const struct order_view_work* v = &w->of_view[view];
    return memcmp(out, v->order, (size_t)v->visible * w->vertices * sizeof *out) == 0;
}
