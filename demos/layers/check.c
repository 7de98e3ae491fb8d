// SPDX-License-Identifier: MIT
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "list_copy.h"
#include "program.h"

struct check {
    struct list_copy copy;
    float* backdrop;        // RGBA
    uint32_t* walked;       // nodes of one pixel
    struct list_node* list; // the same, sorted
    const struct tone* tone;
    int width;
    struct check_report report;
};

// Far to near; equal depths by descending id.
static int compare_nodes(const void* a, const void* b)
{
    const struct list_node *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    return (x->id < y->id) - (x->id > y->id);
}

static void compose(struct check* c, uint32_t pixel, uint8_t rgb[3])
{
    const uint32_t count = c->copy.counts[pixel];
    const uint32_t x = pixel % (uint32_t)c->width, y = pixel / (uint32_t)c->width;
    const float* below = c->backdrop + 4 * (size_t)pixel;
    float light[3] = {below[0], below[1], below[2]};
    for (uint32_t i = 0; i < count; ++i)
        c->list[i] = c->copy.nodes[c->walked[i]];
    qsort(c->list, count, sizeof *c->list, compare_nodes);
    for (uint32_t i = 0; i < count; ++i) {
        list_blend(light, c->list[i].color);
        c->report.ties += i > 0 && c->list[i].depth == c->list[i - 1].depth;
    }
    tone_shown(c->tone, light, x, y, rgb);
}

static void compare(struct check* c, uint32_t pixel, const uint8_t* rgba)
{
    const size_t wide = (size_t)c->width, row = c->copy.pixels / wide - 1 - pixel / wide;
    const uint8_t* shown = rgba + 4 * (row * wide + pixel % wide);
    uint8_t rgb[3];
    int most = 0;
    compose(c, pixel, rgb);
    for (int i = 0; i < 3; ++i) {
        int off = abs(rgb[i] - shown[i]);
        most = off > most ? off : most;
    }
    c->report.wrong += most > 0;
    c->report.largest = most > c->report.largest ? most : c->report.largest;
    c->report.fragments += c->copy.counts[pixel];
}

static bool compare_all(struct check* c, const uint8_t* rgba, char* message)
{
    for (uint32_t pixel = 0; pixel < c->copy.pixels; ++pixel) {
        if (!list_copy_walk(&c->copy, pixel, c->walked))
            return program_fail(
                message, "the list of pixel %u has another length than was counted",
                (unsigned)pixel);

        compare(c, pixel, rgba);
    }
    return true;
}

bool check_composition(const struct lists* lists, const struct scene* scene,
                       const struct tone* tone, const uint8_t* rgba,
                       struct check_report* report, char* message)
{
    struct check c = {.tone = tone, .width = lists->width};
    if (!list_copy_take(&c.copy, lists, message))
        return false;
    c.backdrop = malloc((size_t)c.copy.pixels * 16);
    c.walked = malloc(((size_t)c.copy.longest + 1) * sizeof *c.walked);
    c.list = malloc(((size_t)c.copy.longest + 1) * sizeof *c.list);
    bool ok = c.backdrop && c.walked && c.list;
    if (ok) {
        gfx_bind_texture(0, scene->backdrop.texture);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, c.backdrop);
        ok = compare_all(&c, rgba, message);
    } else {
        program_fail(message, "there is no memory for a check");
    }
    *report = c.report;
    report->lost = lists->last.fragments - report->fragments;
    list_copy_free(&c.copy);
    free(c.backdrop);
    free(c.walked);
    free(c.list);
    return ok;
}
