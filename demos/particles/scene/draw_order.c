// SPDX-License-Identifier: MIT
#include "draw_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_BYTES = 20 };

// False for some passes a frame and for depths in steps of 8 or 32 bits, which only a
// sort of keys can do.
static bool can_be_drawn(const struct sort_settings* s)
{
    bool steps = s->key == GLSORT_KEY_U32;
    return s->passes_per_frame == 0 && (!steps || s->key_bits == 16 || s->key_bits == 24);
}

// Without indirect draws there is neither a command nor culling: all elements are drawn.
static glsort_order_desc describe(const struct view_host* host, bool has_command)
{
    const struct sort_settings* s = host->settings;
    const uint32_t stride = scene_stride(host->scene);
    const uint32_t vertices = scene_instance_vertices(host->scene);
    glsort_order_desc desc = {
        .max_count = s->count,
        .position = {.stride = stride},
        .direction =
            s->order == GLSORT_DESCENDING ? GLSORT_BACK_TO_FRONT : GLSORT_FRONT_TO_BACK,
        .key_bits = s->key == GLSORT_KEY_U32 ? s->key_bits : 0,
        .tuning = &s->tuning,
        .backend = s->backend,
    };
    if (has_command) {
        desc.command = vertices > 0 ? GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES
                                    : GLSORT_COMMAND_DRAW_ELEMENTS;
        desc.instance_vertices = vertices;
    }
    // An order that serves several frames must hold what comes into view meanwhile.
    if (has_command && s->every == 1) {
        desc.cull = GLSORT_CULL_FRUSTUM;
        desc.radius_source = GLSORT_RADIUS_PER_ELEMENT;
        desc.radius = (glsort_field){.offset = PARTICLE_RADIUS, .stride = stride};
    }
    return desc;
}

static glsort_result create_best(struct draw_order* order, const struct view_host* host)
{
    if (!can_be_drawn(host->settings))
        return GLSORT_ERROR_UNSUPPORTED;
    order->desc = describe(host, true);
    glsort_result result = glsort_order_create(host->sorter, &order->desc, &order->order);
    if (result != GLSORT_ERROR_UNSUPPORTED)
        return result;
    order->desc = describe(host, false);
    return glsort_order_create(host->sorter, &order->desc, &order->order);
}

bool draw_order_create(struct draw_order* order, const struct view_host* host,
                       char* message)
{
    const uint32_t count = host->settings->count;
    *order = (struct draw_order){.visible = count};
    glsort_result result = create_best(order, host);
    if (result == GLSORT_ERROR_UNSUPPORTED) {
        bool ok = order_create(&order->keyed, host, message);
        order->info = order->keyed.info;
        return ok;
    }
    if (result != GLSORT_OK ||
        glsort_plan_describe(order->order, count, 1, &order->info) != GLSORT_OK) {
        program_fail(message, "%s", glsort_last_error(host->sorter));
        draw_order_destroy(order);
        return false;
    }
    order->list.indices = gfx_buffer((size_t)count * sizeof(uint32_t), NULL);
    order->list.count = count;
    if (order->desc.command)
        order->list.command = gfx_buffer(COMMAND_BYTES, NULL);
    timer_probe_create(&order->timer);
    word_probe_create(&order->counted);
    return true;
}

void draw_order_destroy(struct draw_order* order)
{
    if (order->order) {
        gfx_buffer_delete(&order->list.indices);
        gfx_buffer_delete(&order->list.command);
        timer_probe_destroy(&order->timer);
        word_probe_destroy(&order->counted);
        glsort_plan_destroy(order->order);
    } else {
        order_destroy(&order->keyed);
    }
    *order = (struct draw_order){0};
}

static bool run(struct draw_order* order, const struct view_host* host, float aspect)
{
    const struct particle_range range = scene_range(host->scene);
    order->args = (glsort_order_args){
        .count = host->settings->count,
        .positions = {.name = scene_positions(host->scene)},
        .views = {scene_order_view(host->scene, aspect)},
        .order_out = {.name = order->list.indices},
        .command_out = {.name = order->list.command},
        .consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_VERTEX |
                     GLSORT_CONSUMER_INDIRECT | GLSORT_CONSUMER_COPY,
    };
    if (order->desc.key_bits) {
        order->args.key_near = range.nearest;
        order->args.key_far = range.nearest + range.span;
    }
    if (order->desc.radius_source == GLSORT_RADIUS_PER_ELEMENT)
        order->args.radii = order->args.positions;
    // Transform feedback wrote the positions, and needs no barrier.
    timer_probe_begin(&order->timer);
    bool ok = glsort_order_run(order->order, &order->args) == GLSORT_OK;
    timer_probe_end(&order->timer);
    return ok;
}

// The word of the command to read: count, or instanceCount after it.
static uint32_t count_word(const struct draw_order* order)
{
    return order->desc.instance_vertices > 0 ? 1 : 0;
}

bool draw_order_frame(struct draw_order* order, const struct view_host* host,
                      float aspect, char* message)
{
    const struct sort_settings* settings = host->settings;
    const uint32_t version = scene_version(host->scene);
    if (!order->order) {
        bool ok = order_frame(&order->keyed, host, message);
        order->list = (struct scene_list){order->keyed.sorted, settings->count, 0};
        return ok;
    }
    bool due = !order->has_order || ++order->age >= settings->every;
    bool changed =
        !order->has_order || order->version != version || order->aspect != aspect;
    if (due && changed) {
        if (!run(order, host, aspect)) {
            return program_fail(message, "%s", glsort_plan_last_error(order->order));
        }
        order->has_order = true;
        order->version = version;
        order->aspect = aspect;
        order->age = 0;
        if (order->list.command)
            word_probe_copy(&order->counted, order->list.command, count_word(order));
    }
    // Pictures are alike on every machine.
    word_probe_take(&order->counted, host->headless, &order->visible);
    return true;
}

double draw_order_ms(const struct draw_order* order)
{
    return order->order ? order->timer.ms : order->keyed.passes_ms;
}

// ---- checking: the rules of docs/draw-order.md on the CPU. CMakeLists.txt has each
// operation rounded by itself.

static float depth_of(const glsort_order_view* view, const float* p)
{
    const float *o = view->origin, *a = view->axis;
    return ((p[0] - o[0]) * a[0] + (p[1] - o[1]) * a[1]) + (p[2] - o[2]) * a[2];
}

static uint32_t key_of(const struct draw_order* order, float depth)
{
    const bool far_first = order->desc.direction == GLSORT_BACK_TO_FRONT;
    const uint32_t bits = order->desc.key_bits;
    uint32_t key;
    if (bits == 0) {
        depth += 0.0f; // -0 becomes +0
        memcpy(&key, &depth, sizeof key);
        key ^= key >> 31 ? 0xFFFFFFFFu : 0x80000000u;
        return far_first ? ~key : key;
    }
    const uint32_t most = (1u << bits) - 2u;
    const float near = order->args.key_near, far = order->args.key_far;
    const float step = (depth - near) * ((float)most / (far - near));
    key = step < 0.0f ? 0u : step >= (float)most ? most : (uint32_t)step;
    return far_first ? most - key : key;
}

static bool is_outside(const float plane[4], const float* p)
{
    const float radius = p[PARTICLE_RADIUS / sizeof *p];
    float s = ((plane[0] * p[0] + plane[1] * p[1]) + plane[2] * p[2]) + plane[3];
    float n = (plane[0] * plane[0] + plane[1] * plane[1]) + plane[2] * plane[2];
    return s < 0.0f && s * s > (radius * radius) * n;
}

static bool is_in_view(const struct draw_order* order, const float* p)
{
    const float* m = order->args.views[0].clip;
    if (order->desc.cull == GLSORT_CULL_NONE)
        return true;
    if (isnan(p[PARTICLE_RADIUS / sizeof *p]))
        return false;
    for (int side = 0; side < 6; ++side) {
        float plane[4];
        for (int i = 0; i < 4; ++i) {
            float w = m[4 * i + 3], other = m[4 * i + side / 2];
            plane[i] = side % 2 ? w - other : w + other;
        }
        if (is_outside(plane, p))
            return false;
    }
    return true;
}

static void rank(const struct draw_order* order, uint32_t index, const float* p,
                 struct order_lists* lists)
{
    const float depth = depth_of(&order->args.views[0], p);
    lists->unordered += !isfinite(depth);
    lists->ranks[index] = (struct order_rank){
        .is_outside = !is_in_view(order, p), .key = key_of(order, depth), .index = index};
}

bool draw_order_check(const struct draw_order* order, const struct view_host* host,
                      struct order_check* check, char* message)
{
    const uint32_t count = host->settings->count;
    const size_t stride = scene_stride(host->scene), words = stride / sizeof(float);
    struct order_lists lists;
    if (!order->order)
        return order_check(&order->keyed, host, check, message);
    if (!order_lists_create(&lists, count, message))
        return false;
    float* state = malloc(count * stride);
    if (!state) {
        program_fail(message, "there is no memory for a check");
        order_lists_destroy(&lists);
        return false;
    }
    gfx_buffer_read(order->args.positions.name, 0, count * stride, state);
    for (uint32_t i = 0; i < count; ++i)
        rank(order, i, state + i * words, &lists);
    lists.drawn = count;
    if (order->list.command)
        gfx_buffer_read(order->list.command, count_word(order) * sizeof lists.drawn,
                        sizeof lists.drawn, &lists.drawn);
    gfx_buffer_read(order->list.indices, 0, (size_t)count * sizeof *lists.indices,
                    lists.indices);
    order_compare(&lists, check);
    order_lists_destroy(&lists);
    free(state);
    return true;
}
