// SPDX-License-Identifier: MIT
#include "draw_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order_reference.h"

enum { COMMAND_BYTES = 20 };

// Without indirect draws there is neither a command nor culling: all elements are drawn.
static glsort_order_desc describe(const struct view_host* host, bool has_command)
{
    const struct sort_settings* s = host->settings;
    const uint32_t stride = scene_stride(host->scene);
    const uint32_t vertices =
        host->scene->particles.kind == PARTICLES_SPLATS ? SPLAT_VERTICES : 0;
    glsort_order_desc desc = {
        .max_count = s->count,
        .position = {.stride = stride},
        .direction =
            s->order == GLSORT_DESCENDING ? GLSORT_BACK_TO_FRONT : GLSORT_FRONT_TO_BACK,
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
    read_probe_create(&order->counted, sizeof order->visible);
    return true;
}

void draw_order_destroy(struct draw_order* order)
{
    gfx_buffer_delete(&order->list.indices);
    gfx_buffer_delete(&order->list.command);
    timer_probe_destroy(&order->timer);
    read_probe_destroy(&order->counted);
    glsort_plan_destroy(order->order);
    *order = (struct draw_order){0};
}

static bool run(struct draw_order* order, const struct view_host* host, float aspect)
{
    order->args = (glsort_order_args){
        .count = host->settings->count,
        .positions = {.name = host->scene->particles.state[host->scene->particles.now]},
        .views = {scene_order_view(host->scene, aspect)},
        .order_out = {.name = order->list.indices},
        .command_out = {.name = order->list.command},
        .consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_VERTEX |
                     GLSORT_CONSUMER_INDIRECT | GLSORT_CONSUMER_COPY,
    };
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
    const uint32_t version = host->scene->version;
    bool due = !order->has_order || ++order->age >= settings->every;
    bool changed =
        !order->has_order || order->version != version || order->aspect != aspect;
    if (due && changed) {
        if (!run(order, host, aspect))
            return program_fail(message, "%s", glsort_plan_last_error(order->order));

        order->has_order = true;
        order->version = version;
        order->aspect = aspect;
        order->age = 0;
        if (order->list.command)
            read_probe_copy(&order->counted, order->list.command,
                            count_word(order) * sizeof order->visible);
    }
    // Pictures are alike on every machine.
    read_probe_take(&order->counted, host->headless, &order->visible);
    return true;
}

double draw_order_ms(const struct draw_order* order)
{
    return order->timer.ms;
}

// ---- checking

bool draw_order_check(const struct draw_order* order, const struct view_host* host,
                      struct order_check* check, char* message)
{
    const uint32_t count = host->settings->count;
    const size_t bytes = (size_t)count * sizeof(uint32_t);
    const size_t state_bytes = (size_t)count * scene_stride(host->scene);
    uint32_t* state = malloc(state_bytes + 4 * bytes);
    if (!state)
        return program_fail(message, "there is no memory for a check");
    uint32_t *wanted = state + state_bytes / sizeof *state, *depths = wanted + count;
    uint32_t *places = depths + count, *indices = places + count;
    glsort_order_desc whole = order->desc;
    struct order_input input = {.desc = &whole,
                                .args = &order->args,
                                .count = count,
                                .positions = state,
                                .radii = state};
    struct order_output output = {.order = wanted, .depths = depths};
    gfx_buffer_read(order->args.positions.name, 0, state_bytes, state);
    gfx_buffer_read(order->list.indices, 0, bytes, indices);
    *check = (struct order_check){.drawn = count};
    if (order->list.command)
        gfx_buffer_read(order->list.command, count_word(order) * sizeof check->drawn,
                        sizeof check->drawn, &check->drawn);
    whole.cull = GLSORT_CULL_NONE; // the place of each, in view or not
    order_reference(&input, 0, &output);
    check->unordered = count - output.visible;
    for (uint32_t i = 0; i < count; ++i)
        places[wanted[i]] = i;
    for (uint32_t i = 1; i < count; ++i)
        check->before += places[i - 1] > places[i];
    input.desc = &order->desc;
    order_reference(&input, 0, &output);
    check->wrong = check->drawn != output.ordered;
    for (uint32_t i = 0; i < check->drawn && i < count; ++i) {
        const uint32_t last = indices[i > 0 ? i - 1 : 0], here = indices[i];
        check->wrong += i >= output.ordered || here != wanted[i];
        check->after += last >= count || here >= count || places[last] > places[here];
    }
    check->by_cpu = (struct scene_list){
        gfx_buffer(output.ordered * sizeof *wanted, wanted), output.ordered, 0};
    free(state);
    return true;
}
