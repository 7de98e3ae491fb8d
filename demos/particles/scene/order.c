// SPDX-License-Identifier: MIT
#include "order.h"

#include <stdio.h>
#include <stdlib.h>

#include "gfx.h"
#include "scene.h"

bool order_create(struct order* order, const struct view_host* host, char* message)
{
    const struct sort_settings* settings = host->settings;
    const size_t bytes = (size_t)settings->count * sizeof(uint32_t);
    const glsort_sort_desc desc = {
        .max_count = settings->count,
        .key = GLSORT_KEY_F32,
        .direction = settings->order,
        .values = GLSORT_VALUES_INDICES,
        .tuning = &settings->tuning,
        .backend = settings->backend,
        .flags = GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS,
    };
    *order = (struct order){.sorter = host->sorter};
    if (glsort_sort_create(host->sorter, &desc, &order->plan) != GLSORT_OK ||
        glsort_plan_describe(order->plan, desc.max_count, 0, &order->info) != GLSORT_OK) {
        program_fail(message, "%s", glsort_last_error(host->sorter));
        order_destroy(order);
        return false;
    }
    order->keys = gfx_buffer(bytes, NULL);
    order->sorted = gfx_buffer(bytes, NULL);
    order->next = gfx_buffer(bytes, NULL);
    return true;
}

void order_destroy(struct order* order)
{
    gfx_buffer_delete(&order->keys);
    gfx_buffer_delete(&order->sorted);
    gfx_buffer_delete(&order->next);
    glsort_plan_destroy(order->plan);
    *order = (struct order){0};
}

static bool begin(struct order* order, const struct view_host* host)
{
    const uint32_t count = host->settings->count;
    const GLsizeiptr bytes = (GLsizeiptr)((size_t)count * sizeof(uint32_t));
    glsort_sort_args args = {
        .count = count,
        .keys_in = {.name = order->keys},
        .values_out = {.name = order->next},
        .consumers =
            GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_VERTEX | GLSORT_CONSUMER_COPY,
    };
    glBindBuffer(GL_COPY_READ_BUFFER, scene_keys(host->scene));
    glBindBuffer(GL_COPY_WRITE_BUFFER, order->keys);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
    order->version = host->scene->version;
    order->is_open = glsort_plan_hold(order->plan) == GLSORT_OK &&
                     glsort_sort_run(order->plan, &args) == GLSORT_OK;
    return order->is_open;
}

static bool end(struct order* order)
{
    const uint32_t finished = order->next;
    order->is_open = false;
    if (glsort_plan_end(order->plan) != GLSORT_OK)
        return false;
    order->next = order->sorted;
    order->sorted = finished;
    order->has_order = true;
    return true;
}

static bool sort_some(struct order* order, const struct view_host* host)
{
    const struct sort_settings* settings = host->settings;
    // An order is needed before anything can be drawn.
    bool whole = settings->passes_per_frame == 0 || !order->has_order;
    if (!order->is_open && !begin(order, host))
        return false;
    uint32_t passes =
        whole ? glsort_plan_passes_left(order->plan) : settings->passes_per_frame;
    if (glsort_plan_step(order->plan, passes) != GLSORT_OK)
        return false;
    return glsort_plan_passes_left(order->plan) > 0 || end(order);
}

bool order_frame(struct order* order, const struct view_host* host, char* message)
{
    bool due = !order->has_order || ++order->age >= host->settings->every;
    bool changed = !order->has_order || order->version != host->scene->version;
    if (!order->is_open && !(due && changed))
        return true;
    if (!order->is_open)
        order->age = 0;
    if (sort_some(order, host))
        return true;
    return program_fail(message, "%s", glsort_last_error(order->sorter));
}

bool order_rehearse(struct order* order, const struct view_host* host, char* message)
{
    order->has_order = false; // which sorts the whole
    const bool ok = sort_some(order, host);
    order->has_order = false;
    if (!ok)
        program_fail(message, "%s", glsort_last_error(order->sorter));
    glFinish();
    return ok;
}
