// SPDX-License-Identifier: MIT
// CMakeLists.txt has each operation of this file rounded by itself, as `precise` does in
// the shaders.
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "program.h"

// What the GPU had, and the nodes of one pixel.
struct check {
    uint32_t pixels, node_count;
    float* backdrop; // RGBA
    uint32_t *heads, *counts;
    struct list_node* nodes;
    struct list_node* list; // as long as the longest
};

static void release(struct check* c)
{
    free(c->backdrop);
    free(c->heads);
    free(c->counts);
    free(c->nodes);
    free(c->list);
}

static bool take(struct check* c, const struct lists* lists, const struct scene* scene)
{
    const struct list_totals* totals = &lists->last;
    c->pixels = (uint32_t)lists->width * (uint32_t)lists->height;
    c->node_count =
        totals->fragments < lists->capacity ? totals->fragments : lists->capacity;
    c->backdrop = malloc((size_t)c->pixels * 16);
    c->heads = malloc((size_t)c->pixels * sizeof *c->heads);
    c->counts = malloc((size_t)c->pixels * sizeof *c->counts);
    c->nodes = malloc(((size_t)c->node_count + 1) * sizeof *c->nodes);
    c->list = malloc(((size_t)totals->longest + 1) * sizeof *c->list);
    if (!c->backdrop || !c->heads || !c->counts || !c->nodes || !c->list)
        return false;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gfx_buffer_read(lists->heads, 0, (size_t)c->pixels * sizeof *c->heads, c->heads);
    gfx_buffer_read(lists->counts, 0, (size_t)c->pixels * sizeof *c->counts, c->counts);
    gfx_buffer_read(lists->nodes, 0, (size_t)c->node_count * sizeof *c->nodes, c->nodes);
    gfx_bind_texture(0, scene->backdrop.texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, c->backdrop);
    return true;
}

// Far to near; equal depths by descending id.
static int compare_nodes(const void* a, const void* b)
{
    const struct list_node *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return (x->id < y->id) - (x->id > y->id);
}

// The list of a pixel, far to near. False if it is not as long as it was counted.
static bool take_list(struct check* c, uint32_t pixel)
{
    uint32_t at = c->heads[pixel];
    for (uint32_t i = 0; i < c->counts[pixel]; ++i) {
        if (at >= c->node_count)
            return false;
        c->list[i] = c->nodes[at];
        at = c->nodes[at].next;
    }
    qsort(c->list, c->counts[pixel], sizeof *c->list, compare_nodes);
    return at >= c->node_count;
}

static void over(float light[3], uint32_t color)
{
    const float alpha = (float)(color >> 24) * (1.0f / 255.0f);
    for (int i = 0; i < 3; ++i) {
        const float root = (float)(color >> 8 * i & 255u) * (1.0f / 255.0f);
        const float part = (4.0f * (root * root) - light[i]) * alpha;
        light[i] = light[i] + part;
    }
}

static void compare(const struct check* c, const struct tone* tone, int width,
                    uint32_t pixel, const uint8_t* rgba, struct check_report* report)
{
    const uint32_t x = pixel % (uint32_t)width, y = pixel / (uint32_t)width;
    float light[3] = {c->backdrop[4 * (size_t)pixel], c->backdrop[4 * (size_t)pixel + 1],
                      c->backdrop[4 * (size_t)pixel + 2]};
    uint8_t rgb[3];
    int most = 0;
    for (uint32_t i = 0; i < c->counts[pixel]; ++i) {
        over(light, c->list[i].color);
        report->ties += i > 0 && c->list[i].depth == c->list[i - 1].depth;
    }
    tone_shown(tone, light, x, y, rgb);
    const size_t row = c->pixels / (uint32_t)width - 1 - y;
    for (int i = 0; i < 3; ++i) {
        int off = abs(rgb[i] - rgba[4 * (row * (size_t)width + x) + (size_t)i]);
        most = off > most ? off : most;
    }
    report->wrong += most > 0;
    report->largest = most > report->largest ? most : report->largest;
}

bool check_composition(const struct lists* lists, const struct scene* scene,
                       const struct tone* tone, const uint8_t* rgba,
                       struct check_report* report, char* message)
{
    struct check c = {0};
    bool ok = take(&c, lists, scene);
    *report = (struct check_report){0};
    snprintf(message, PROGRAM_MESSAGE_BYTES, "there is no memory for a check");
    for (uint32_t pixel = 0; ok && pixel < c.pixels; ++pixel) {
        ok = take_list(&c, pixel);
        if (!ok) {
            snprintf(message, PROGRAM_MESSAGE_BYTES,
                     "the list of pixel %u is not as long as was counted",
                     (unsigned)pixel);
            break;
        }
        report->fragments += c.counts[pixel];
        compare(&c, tone, lists->width, pixel, rgba, report);
    }
    report->lost = lists->last.fragments - report->fragments;
    release(&c);
    return ok;
}
