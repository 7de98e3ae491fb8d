// SPDX-License-Identifier: MIT
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "list_copy.h"
#include "program.h"

// Pixels that are looked at, in each direction.
enum { CANDIDATES_X = 96, CANDIDATES_Y = 54 };

// ---- choosing pixels

struct choice {
    struct list_copy copy;
    uint32_t *offsets, *sorted; // of glsort
    int width, height;
    const struct scene* scene;
};

static void blend_all(const struct list_node* nodes, uint32_t count, float light[3])
{
    for (uint32_t i = 0; i < count; ++i)
        list_blend(light, nodes[i].color);
}

static bool take_list(const struct choice* c, uint32_t pixel, struct progress_list* list)
{
    uint32_t walked[PROGRESS_MOST];
    const uint32_t count = c->copy.counts[pixel], first = c->offsets[pixel];
    *list = (struct progress_list){.pixel = pixel, .count = count};
    if (count < PROGRESS_LEAST || count > PROGRESS_MOST ||
        !list_copy_walk(&c->copy, pixel, walked))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t node =
            walked[count - 1 - i]; // the first one is the last of a list
        list->appended[i] = c->copy.nodes[node];
        list->sorted[i] = c->copy.nodes[c->sorted[first + i]];
        for (uint32_t place = 0; place < count; ++place) {
            if (c->sorted[first + place] == node)
                list->places[i] = place;
        }
    }
    return true;
}

// How much the order matters to what is seen, over black.
static float wrongness(const struct progress_list* list)
{
    float appended[3] = {0.0f, 0.0f, 0.0f}, sorted[3] = {0.0f, 0.0f, 0.0f}, sum = 0.0f;
    blend_all(list->appended, list->count, appended);
    blend_all(list->sorted, list->count, sorted);
    for (int i = 0; i < 3; ++i)
        sum += fabsf(sqrtf(appended[i]) - sqrtf(sorted[i]));
    return sum;
}

static bool is_near(const struct progress* p, int x, int y)
{
    for (int i = 0; i < p->list_count; ++i) {
        const int pixel = (int)p->lists[i].pixel;
        const int dx = x - pixel % p->width, dy = y - pixel / p->width;
        if (dx * dx + dy * dy < p->width * p->width / 81)
            return true;
    }
    return false;
}

static bool choose_next(const struct choice* c, const struct progress* p,
                        struct progress_list* best)
{
    float most = 0.0f;
    for (int i = 0; i < CANDIDATES_X * CANDIDATES_Y; ++i) {
        const int x = (2 * (i % CANDIDATES_X) + 1) * c->width / (2 * CANDIDATES_X);
        const int y = (2 * (i / CANDIDATES_X) + 1) * c->height / (2 * CANDIDATES_Y);
        struct progress_list list;
        if (is_near(p, x, y) || !take_list(c, (uint32_t)(y * c->width + x), &list))
            continue;
        const float wrong = wrongness(&list);
        if (wrong > most) {
            most = wrong;
            *best = list;
        }
    }
    return most > 0.0f;
}

static void choose(const struct choice* c, struct progress* p)
{
    while (p->list_count < PROGRESS_PIXELS) {
        struct progress_list* list = &p->lists[p->list_count];
        float rgba[4];
        if (!choose_next(c, p, list))
            return;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, c->scene->backdrop.frame);
        glReadPixels((int)list->pixel % c->width, (int)list->pixel / c->width, 1, 1,
                     GL_RGBA, GL_FLOAT, rgba);
        memcpy(list->backdrop, rgba, sizeof list->backdrop);
        p->list_count++;
    }
}

bool progress_take(struct progress* progress, const struct lists* lists,
                   const struct resolve* resolve, const struct scene* scene,
                   char* message)
{
    struct choice c = {.width = lists->width, .height = lists->height, .scene = scene};
    if (!list_copy_take(&c.copy, lists, message))
        return false;
    const size_t offset_bytes = ((size_t)c.copy.pixels + 1) * sizeof *c.offsets;
    const size_t node_bytes = (size_t)c.copy.node_count * sizeof *c.sorted;
    c.offsets = malloc(offset_bytes);
    c.sorted = malloc(node_bytes + 1);
    bool ok = c.offsets && c.sorted;
    *progress = (struct progress){.width = lists->width, .height = lists->height};
    if (ok) {
        gfx_buffer_read(resolve->offsets, 0, offset_bytes, c.offsets);
        gfx_buffer_read(resolve->sorted, 0, node_bytes, c.sorted);
        choose(&c, progress);
    } else {
        program_fail(message, "there is no memory for this view");
    }
    list_copy_free(&c.copy);
    free(c.offsets);
    free(c.sorted);
    return ok;
}

// ---- drawing

static ui_color color_of(const struct tone* tone, const float light[3])
{
    uint8_t rgb[3];
    tone_shown(tone, light, 0, 0, rgb);
    return ui_rgb((float)rgb[0] / 255.0f, (float)rgb[1] / 255.0f, (float)rgb[2] / 255.0f,
                  1.0f);
}

// A fragment as a bar of its colour, as long as it is opaque.
static void draw_node(const struct tone* tone, const struct list_node* node, float x,
                      float y, float width, float height, bool to_the_left)
{
    float light[3] = {0.0f, 0.0f, 0.0f};
    const float part = fmaxf((float)(node->color >> 24) / 255.0f, 0.06f);
    list_blend(light, node->color | 0xFF000000u);
    if (to_the_left)
        x += (1.0f - part) * width;
    ui_rect(x, y, part * width, fmaxf(height, 1.0f), color_of(tone, light));
}

static void draw_result(const struct tone* tone, const struct progress_list* list,
                        const struct list_node* nodes, float x, float y, float width,
                        float scale)
{
    float light[3];
    memcpy(light, list->backdrop, sizeof light);
    blend_all(nodes, list->count, light);
    ui_round_rect(x, y, width, 22.0f * scale, 4.0f * scale, color_of(tone, light));
    ui_outline(x, y, width, 22.0f * scale, 4.0f * scale, scale, ui_tone(UI_OUTLINE));
}

static void draw_rows(const struct progress_list* list, const struct tone* tone,
                      const struct view_rect* r, float bar, float scale)
{
    const float row = r->height / (float)list->count, high = 0.72f * row;
    const float from = r->x + bar + 3.0f * scale;
    const float to = r->x + r->width - bar - 3.0f * scale, bend = 0.5f * (to - from);
    for (uint32_t i = 0; i < list->count; ++i) {
        const uint32_t place = list->places[i];
        const float y = r->y + row * (float)i, end = r->y + row * (float)place;
        const float rank = (float)place / (float)(list->count - 1);
        const float points[8] = {
            from,      y + 0.5f * high,   from + bend, y + 0.5f * high,
            to - bend, end + 0.5f * high, to,          end + 0.5f * high};
        ui_curve(points, 1.5f * scale, ui_fade(ui_key_color(rank), 0.85f));
        draw_node(tone, &list->appended[i], r->x, y, bar, high, true);
        draw_node(tone, &list->sorted[place], to + 3.0f * scale, end, bar, high, false);
    }
}

static void draw_list(const struct progress_list* list, const struct tone* tone,
                      const struct view_rect* card, int number, float scale)
{
    const float s = scale, pad = 14.0f * s, x = card->x + pad;
    const float width = card->width - 2.0f * pad, bar = 0.26f * width;
    const struct view_rect rows = {x, card->y + 34.0f * s, width,
                                   card->height - 78.0f * s};
    const float below = card->y + card->height - 34.0f * s;
    char text[40];
    ui_round_rect(card->x, card->y, card->width, card->height, 8.0f * s,
                  ui_tone(UI_SURFACE));
    ui_outline(card->x, card->y, card->width, card->height, 8.0f * s, s,
               ui_tone(UI_OUTLINE));
    snprintf(text, sizeof text, "%d", number);
    ui_text(x, card->y + 8.0f * s, 16.0f * s, ui_tone(UI_ACCENT), text);
    snprintf(text, sizeof text, "%u layers", (unsigned)list->count);
    ui_text_at(x + width, card->y + 10.0f * s, 1.0f, 13.0f * s, ui_tone(UI_DIM_TEXT),
               text);
    draw_rows(list, tone, &rows, bar, s);
    draw_result(tone, list, list->appended, x, below, bar, s);
    draw_result(tone, list, list->sorted, x + width - bar, below, bar, s);
    ui_text_at(x + 0.5f * width, below + 4.0f * s, 0.5f, 13.0f * s, ui_tone(UI_DIM_TEXT),
               "blended");
}

static void draw_picture(const struct progress* p, const struct view_rect* r, float scale,
                         uint32_t picture)
{
    const float s = scale;
    ui_image(r->x, r->y, r->width, r->height, picture);
    ui_outline(r->x, r->y, r->width, r->height, 0.0f, s, ui_tone(UI_OUTLINE));
    for (int i = 0; i < p->list_count; ++i) {
        const int pixel = (int)p->lists[i].pixel;
        const float x =
            r->x + r->width * ((float)(pixel % p->width) + 0.5f) / (float)p->width;
        const float y = r->y + r->height * (1.0f - ((float)(pixel / p->width) + 0.5f) /
                                                       (float)p->height);
        char text[16];
        snprintf(text, sizeof text, "%d", i + 1);
        ui_disc(x, y, 2.5f * s, ui_rgb(1.0f, 1.0f, 1.0f, 1.0f));
        ui_disc(x + 12.0f * s, y - 12.0f * s, 9.5f * s,
                ui_rgb(0.03f, 0.04f, 0.06f, 0.85f));
        ui_text_at(x + 12.0f * s, y - 19.0f * s, 0.5f, 14.0f * s, ui_tone(UI_ACCENT),
                   text);
    }
}

void progress_draw(const struct progress* progress, const struct tone* tone,
                   const struct view_rect* area, float scale, uint32_t picture,
                   uint32_t heat)
{
    const float s = scale, gap = 14.0f * s, top = area->y + 78.0f * s;
    const float left = 0.45f * area->width,
                cell = (area->width - left - 2.0f * gap) / 3.0f;
    const float high = (area->height - 78.0f * s - 2.0f * gap) / 2.0f;
    const float wide = left - 2.0f * gap;
    struct view_rect shown = {area->x + gap, top, wide,
                              wide * (float)progress->height / (float)progress->width};
    ui_text(area->x + 20.0f * s, area->y + 12.0f * s, 24.0f * s, ui_tone(UI_TEXT),
            "One sort for each pixel");
    ui_text(
        area->x + 20.0f * s, area->y + 44.0f * s, 14.0f * s, ui_tone(UI_DIM_TEXT),
        "Fragments from top to bottom: on the left as they were appended, on the right "
        "sorted from far to near. A bar is as long as its fragment is opaque.");
    draw_picture(progress, &shown, s, picture);
    shown.y += shown.height + 0.5f * gap;
    shown.height = fminf(shown.height, area->y + area->height - shown.y - gap);
    draw_picture(progress, &shown, s, heat);
    for (int i = 0; i < progress->list_count; ++i) {
        const struct view_rect card = {
            area->x + left + (float)(i % 3) * (cell + 0.5f * gap),
            top + (float)(i / 3) * (high + 0.5f * gap), cell, high};
        draw_list(&progress->lists[i], tone, &card, i + 1, s);
    }
}
