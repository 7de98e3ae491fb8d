// SPDX-License-Identifier: MIT
// CMakeLists.txt has each operation of this file rounded by itself, as `precise` does in
// the shaders.
#include "list_copy.h"

#include <stdio.h>
#include <stdlib.h>

#include "program.h"

bool list_copy_take(struct list_copy* copy, const struct lists* lists, char* message)
{
    const struct list_totals* totals = &lists->last;
    const uint32_t pixels = (uint32_t)lists->width * (uint32_t)lists->height;
    const uint32_t count =
        totals->fragments < lists->capacity ? totals->fragments : lists->capacity;
    *copy = (struct list_copy){
        .pixels = pixels,
        .node_count = count,
        .longest = totals->longest,
        .heads = malloc((size_t)pixels * sizeof *copy->heads),
        .counts = malloc((size_t)pixels * sizeof *copy->counts),
        .nodes = malloc(((size_t)count + 1) * sizeof *copy->nodes),
    };
    if (!copy->heads || !copy->counts || !copy->nodes) {
        program_fail(message, "there is no memory for %u fragments", (unsigned)count);
        list_copy_free(copy);
        return false;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gfx_buffer_read(lists->heads, 0, (size_t)pixels * sizeof *copy->heads, copy->heads);
    gfx_buffer_read(lists->counts, 0, (size_t)pixels * sizeof *copy->counts,
                    copy->counts);
    gfx_buffer_read(lists->nodes, 0, (size_t)count * sizeof *copy->nodes, copy->nodes);
    return true;
}

void list_copy_free(struct list_copy* copy)
{
    free(copy->heads);
    free(copy->counts);
    free(copy->nodes);
    *copy = (struct list_copy){0};
}

bool list_copy_walk(const struct list_copy* copy, uint32_t pixel, uint32_t* nodes)
{
    uint32_t at = copy->heads[pixel];
    for (uint32_t i = 0; i < copy->counts[pixel]; ++i) {
        if (at >= copy->node_count)
            return false;
        nodes[i] = at;
        at = copy->nodes[at].next;
    }
    return at >= copy->node_count;
}

void list_blend(float light[3], uint32_t color)
{
    const float alpha = (float)(color >> 24) * (1.0f / 255.0f);
    for (int i = 0; i < 3; ++i) {
        const float root = (float)(color >> 8 * i & 255u) * (1.0f / 255.0f);
        const float part = (4.0f * (root * root) - light[i]) * alpha;
        light[i] = light[i] + part;
    }
}
