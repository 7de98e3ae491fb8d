// SPDX-License-Identifier: MIT
#include "order.h"

#include <stdio.h>
#include <stdlib.h>

#include "gfx.h"

enum { MAX_PASSES = 4096 };

glsort_sort_desc order_plan_desc(const struct sort_settings* settings)
{
    glsort_sort_desc desc = {
        .max_count = settings->count,
        .key = settings->key,
        .direction = settings->order,
        .values = GLSORT_VALUES_INDICES,
        .tuning = &settings->tuning,
        .backend = settings->backend,
        .flags = GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS,
    };
    // The only algorithm that takes fewer passes for fewer bits of the key.
    if (settings->tuning.algorithm == GLSORT_ALGORITHM_RADIX &&
        settings->key == GLSORT_KEY_U32)
        desc.bit_count = settings->key_bits;
    return desc;
}

bool order_create(struct order* order, const struct view_host* host, char* message)
{
    const glsort_sort_desc desc = order_plan_desc(host->settings);
    const size_t bytes = (size_t)desc.max_count * sizeof(uint32_t);
    *order = (struct order){.sorter = host->sorter, .passes_ms = -1.0};
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

static void take_time(struct order* order)
{
    uint64_t pass_ns[MAX_PASSES];
    uint32_t count = MAX_PASSES;
    if (glsort_plan_timings(order->plan, pass_ns, &count) != GLSORT_OK)
        return;
    order->passes_ms = 0.0;
    for (uint32_t i = 0; i < count; ++i)
        order->passes_ms += (double)pass_ns[i] * 1e-6;
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
    order->version = scene_version(host->scene);
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
    bool changed = !order->has_order || order->version != scene_version(host->scene);
    take_time(order);
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

// ---- checking

static bool is_finite_key(uint32_t bits, const struct sort_settings* settings)
{
    const uint32_t exponent = 0x7F800000u;
    return settings->key != GLSORT_KEY_F32 || (bits & exponent) != exponent;
}

// The key as an unsigned number in whose order it is sorted.
static uint32_t ordered(uint32_t bits, const struct sort_settings* settings)
{
    if (settings->key == GLSORT_KEY_F32)
        bits ^= bits >> 31 ? 0xFFFFFFFFu : 0x80000000u;
    return settings->order == GLSORT_DESCENDING ? ~bits : bits;
}

bool order_lists_create(struct order_lists* lists, uint32_t count, char* message)
{
    *lists = (struct order_lists){
        .count = count,
        .ranks = malloc((size_t)count * sizeof *lists->ranks),
        .indices = malloc((size_t)count * sizeof *lists->indices),
    };
    if (lists->ranks && lists->indices)
        return true;
    program_fail(message, "there is no memory for a check");
    order_lists_destroy(lists);
    return false;
}

void order_lists_destroy(struct order_lists* lists)
{
    free(lists->ranks);
    free(lists->indices);
    *lists = (struct order_lists){0};
}

static int compare_ranks(const void* a, const void* b)
{
    const struct order_rank *x = a, *y = b;
    if (x->is_outside != y->is_outside)
        return x->is_outside < y->is_outside ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

void order_compare(struct order_lists* lists, struct order_check* check)
{
    struct order_rank* ranks = lists->ranks;
    uint32_t* indices = lists->indices;
    const uint32_t count = lists->count;
    *check = (struct order_check){.drawn = lists->drawn, .unordered = lists->unordered};
    if (lists->drawn > count) {
        check->wrong = lists->drawn - count;
        lists->drawn = count;
    }
    for (uint32_t i = 1; i < count; ++i)
        check->before += ranks[i - 1].key > ranks[i].key;
    for (uint32_t i = 1; i < lists->drawn; ++i) {
        uint32_t here = indices[i], last = indices[i - 1];
        check->after +=
            here >= count || last >= count || ranks[last].key > ranks[here].key;
    }
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    for (uint32_t i = 0; i < count; ++i) {
        bool is_drawn = i < lists->drawn;
        check->wrong += is_drawn == ranks[i].is_outside;
        check->wrong += is_drawn && ranks[i].index != indices[i];
        indices[i] = ranks[i].index;
    }
    check->cpu_order = gfx_buffer((size_t)count * sizeof *indices, indices);
}

bool order_check(const struct order* order, const struct view_host* host,
                 struct order_check* check, char* message)
{
    const uint32_t count = host->settings->count;
    const size_t bytes = (size_t)count * sizeof(uint32_t);
    struct order_lists lists;
    if (order->is_open) {
        return program_fail(
            message, "a sort is under way, which cannot be checked; leave --passes out");
    }
    if (!order_lists_create(&lists, count, message))
        return false;
    gfx_buffer_read(order->keys, 0, bytes, lists.indices);
    for (uint32_t i = 0; i < count; ++i) {
        lists.ranks[i] = (struct order_rank){
            .key = ordered(lists.indices[i], host->settings), .index = i};
        lists.unordered += !is_finite_key(lists.indices[i], host->settings);
    }
    gfx_buffer_read(order->sorted, 0, bytes, lists.indices);
    lists.drawn = count;
    order_compare(&lists, check);
    order_lists_destroy(&lists);
    return true;
}
