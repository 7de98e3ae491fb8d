// SPDX-License-Identifier: MIT
#include "order_sizes.h"

#include <stdbool.h>
#include <stddef.h>

#include "alone.h"
#include "extent.h"
#include "order_desc.h"
#include "order_draws.h"

static bool draws(const glsort_order_desc* desc)
{
    return desc->backend == GLSORT_BACKEND_FRAGMENT;
}

// The caller's inputs, and the bytes of them that a run of max_count needs in one
// binding. Those of vertices are known in a run only.
enum { INPUTS = 4 };

struct input {
    const char* field;
    bool used;
    uint32_t texture;
    uint64_t first; // from the resource's offset
    uint64_t bytes;
};

static void list_inputs(const glsort_order_desc* d, struct input* list)
{
    uint32_t count = d->max_count;
    bool primitives = d->primitive.vertices > 0;
    uint32_t position_bytes = glsort_order_position_bytes(d->position.format);
    list[0] = (struct input){
        .field = "positions",
        .used = !primitives,
        .texture = GLSORT_ORDER_TEXTURE_POSITIONS,
        .first = d->position.offset,
        .bytes = glsort_order_span(count, d->position.stride, position_bytes),
    };
    list[1] = (struct input){
        .field = "radii",
        .used = d->radius_source == GLSORT_RADIUS_PER_ELEMENT,
        .texture = GLSORT_ORDER_TEXTURE_RADII,
        .first = d->radius.offset,
        .bytes = glsort_order_span(count, d->radius.stride, WORD_BYTES),
    };
    list[2] = (struct input){
        .field = "dead",
        .used = d->dead.test != GLSORT_DEAD_NONE,
        .texture = GLSORT_ORDER_TEXTURE_DEAD,
        .first = d->dead.field.offset,
        .bytes = glsort_order_span(count, d->dead.field.stride, WORD_BYTES),
    };
    list[3] = (struct input){
        .field = "indices_in",
        .used = primitives,
        .texture = GLSORT_ORDER_TEXTURE_INDICES,
        .bytes = glsort_order_index_words(d, count) * WORD_BYTES,
    };
}

// Of the resources with something for each segment or view; visible_out is smaller.
static glsort_result check_results(const glsort_order_desc* d,
                                   const struct glsort_limits* limits,
                                   const struct call* call)
{
    uint32_t results = d->max_segments > 0 ? d->max_segments : d->max_views;
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    const struct {
        const char* field;
        bool used;
        uint64_t bytes;
    } list[] = {
        {"offsets_in", d->max_segments > 0, ((uint64_t)d->max_segments + 1) * WORD_BYTES},
        {"command_out", d->command != GLSORT_COMMAND_NONE,
         glsort_order_span(results, d->command_stride, command_bytes)},
    };
    glsort_result result = GLSORT_OK;
    for (size_t i = 0; i < sizeof list / sizeof list[0] && result == GLSORT_OK; ++i)
        if (list[i].used)
            result = glsort_alone_check_bytes(list[i].field, list[i].bytes, limits, call);
    return result;
}

// On compute: what no binding of the device can hold, wherever it begins.
static glsort_result check_bindings(const glsort_order_desc* d,
                                    const struct glsort_limits* limits,
                                    const struct call* call)
{
    struct input list[INPUTS];
    glsort_result result = GLSORT_OK;
    list_inputs(d, list);
    for (size_t i = 0; i < INPUTS && result == GLSORT_OK; ++i)
        if (list[i].used)
            result = glsort_alone_check_bytes(list[i].field, list[i].bytes, limits, call);
    return result == GLSORT_OK ? check_results(d, limits, call) : result;
}

glsort_result glsort_order_check_fetches(const glsort_order_desc* d, uint32_t most_texels,
                                         const struct call* call)
{
    struct input list[INPUTS];
    uint64_t most = bytes_of_words(most_texels);
    list_inputs(d, list);
    for (size_t i = 0; i < INPUTS; ++i)
        if (list[i].used && (d->textures & list[i].texture) == 0 &&
            list[i].first + list[i].bytes > most)
            return glsort_call_fail(
                call, GLSORT_ERROR_LIMIT,
                "%s of %u elements ends at byte %llu of its buffer, a buffer "
                "texture of this device covers only the first %llu bytes",
                list[i].field, d->max_count,
                (unsigned long long)(list[i].first + list[i].bytes),
                (unsigned long long)most);
    return GLSORT_OK;
}

// Keys and elements have a texel each, uploads one per word, downloads one per 4 words.
static glsort_result check_texels(const glsort_order_desc* d,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    if ((uint64_t)d->max_count * glsort_order_vertices(d) > UINT32_MAX)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u primitives of %u vertices are more than 4294967295 indices", d->max_count,
            glsort_order_vertices(d));
    uint64_t texels = glsort_order_most_texels(d, limits);
    uint64_t most = texture_capacity(limits->texture_size);
    if (texels > most)
        return glsort_call_fail(
            call, GLSORT_ERROR_LIMIT,
            "%u elements need a texture of %llu texels, this device has at most %llu",
            d->max_count, (unsigned long long)texels, (unsigned long long)most);
    return GLSORT_OK;
}

glsort_result glsort_order_check_sizes(const glsort_order_desc* d,
                                       const struct glsort_limits* limits,
                                       const struct call* call)
{
    uint64_t indices = (uint64_t)d->max_count * glsort_order_indices_out(d);
    if (!draws(d) && indices * WORD_BYTES > limits->storage_block_bytes)
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
    return draws(d) ? check_texels(d, limits, call) : check_bindings(d, limits, call);
}
