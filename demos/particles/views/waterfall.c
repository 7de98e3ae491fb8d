// SPDX-License-Identifier: MIT
// The waterfall view: a whole sort as one image, a band for each pass, with what the
// passes are on the left and how sorted the elements are on the right. The mouse picks an
// element and follows it through all bands.
#include "waterfall_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "image.h"
#include "words.h"
#include "ui.h"
#include "view.h"
#include "view_parts.h"
#include "watch.h"

enum { MIN_SIDE = 64, WIDTH_STEP = 32 };

struct waterfall {
    struct watch watch;
    struct waterfall_image image;
    uint32_t texture;
    bool has_times;
    bool stale;                        // the image is not of the record
    int picked_pass;                   // under the mouse; -1: none
    uint32_t* places;                  // of the picked element after each pass
    char saved[PROGRAM_MESSAGE_BYTES]; // what became of the last press of "Save"
};

// Where the parts of the view are, in pixels.
struct layout {
    struct view_rect image;
    float scale;
    float levels; // left edge of the names of the levels
    float chart;  // left edge of the chart of sortedness
    float times;  // left edge of the bars of time
    float labels; // left edge of the labels of the passes
    float column; // width of a chart
};

static void destroy(void* view)
{
    struct waterfall* w = view;
    watch_close(&w->watch);
    waterfall_image_free(&w->image);
    gfx_texture_delete(&w->texture);
    free(w->places);
}

// Settings that cannot be had are refused before anything is drawn.
static bool restart(void* view, char* message)
{
    struct waterfall* w = view;
    bool changed;
    bool ok = watch_update(&w->watch, &changed, message);
    w->stale = w->stale || changed || !ok;
    return ok;
}

static bool create(void* view, const struct view_host* host, char* message)
{
    struct waterfall* w = view;
    watch_open(&w->watch, host, true);
    w->picked_pass = -1;
    return restart(w, message);
}

static struct layout lay_out(const struct view_frame* frame, bool has_times)
{
    const float s = frame->scale;
    const struct view_rect* a = &frame->area;
    struct layout l = {.scale = s, .column = 64.0f * s};
    float left = 128.0f * s, right = 96.0f * s + l.column;
    right += has_times ? l.column + 12.0f * s : 0.0f;
    // A whole number of columns for each of the long runs: their ends are then sharp.
    int width = (int)(a->width - left - right - 40.0f * s) / WIDTH_STEP * WIDTH_STEP;
    int height = (int)(a->height - 118.0f * s);
    l.image.x = (float)(int)(a->x + left);
    l.image.y = (float)(int)(a->y + 72.0f * s);
    l.image.width = (float)(width > MIN_SIDE ? width : MIN_SIDE);
    l.image.height = (float)(height > MIN_SIDE ? height : MIN_SIDE);
    l.levels = a->x + 24.0f * s;
    l.chart = l.image.x + l.image.width + 18.0f * s;
    l.times = l.chart + l.column + 12.0f * s;
    l.labels = (has_times ? l.times : l.chart) + l.column + 12.0f * s;
    return l;
}

// The image for this size of the view.
static bool refresh(struct waterfall* w, const struct layout* l, char* message)
{
    uint32_t width = (uint32_t)l->image.width, height = (uint32_t)l->image.height;
    const struct record* record = &w->watch.record;
    bool fits = w->image.width == width &&
                (w->image.height == height || record->pass_count >= height);
    if (!w->stale && fits && w->texture)
        return true;
    waterfall_image_free(&w->image);
    gfx_texture_delete(&w->texture);
    free(w->places);
    w->places = malloc((record->pass_count + 1) * sizeof *w->places);
    if (!w->places || !waterfall_image_create(&w->image, record, width, height))
        return view_no_memory(message);
    w->texture = gfx_texture((int)w->image.width, (int)w->image.height, GFX_RGBA8, false,
                             w->image.rgba);
    w->stale = false;
    return true;
}

// ---- what surrounds the image

static float band_top(const struct waterfall* w, const struct layout* l, uint32_t p)
{
    float rows = (float)w->image.height;
    float row =
        p < w->image.band_count ? (float)w->image.bands[p].first : (float)w->image.height;
    return l->image.y + row * l->image.height / rows;
}

static void draw_title(const struct waterfall* w, const struct view_frame* frame)
{
    const struct record* record = &w->watch.record;
    char title[128], line[192];
    watch_title(&w->watch, title, sizeof title);
    snprintf(line, sizeof line,
             "%s elements from top to bottom through %u pass%s, coloured by where each "
             "belongs",
             words_count(record->count).text, (unsigned)record->pass_count,
             record->pass_count == 1 ? "" : "es");
    view_title(frame, title, line);
}

// The level of pass p, or 0 for passes of none: as the left side groups them.
static uint32_t level_of(const struct record* record, uint32_t p)
{
    return p == 0 || p > record->pass_count ? 0 : record->passes[p].level;
}

static void name_group(const struct waterfall* w, uint32_t first, char* text,
                       size_t text_bytes)
{
    const struct record* record = &w->watch.record;
    uint32_t level = level_of(record, first);
    if (first == 0)
        snprintf(text, text_bytes, "input");
    else if (level == 0)
        snprintf(text, text_bytes, "%s", record->passes[first].label);
    else if (record->info.algorithm == GLSORT_ALGORITHM_RADIX)
        snprintf(text, text_bytes, "digit %u", (unsigned)level);
    else
        snprintf(text, text_bytes, "runs of %s", words_count((double)(1u << level)).text);
}

// Brackets around the passes of a level, and its name where there is room.
static void draw_groups(const struct waterfall* w, const struct layout* l)
{
    const struct record* record = &w->watch.record;
    const float s = l->scale, x = l->image.x - 14.0f * s, size = 13.0f * s;
    float free_from = 0.0f;
    for (uint32_t first = 0, end; first <= record->pass_count; first = end) {
        end = first + 1;
        while (end <= record->pass_count && first > 0 && level_of(record, first) > 0 &&
               level_of(record, end) == level_of(record, first))
            ++end;
        float top = band_top(w, l, first), bottom = band_top(w, l, end);
        char name[64];
        name_group(w, first, name, sizeof name);
        ui_color color = first == 0 ? ui_tone(UI_OUTLINE)
                                    : view_phase_color(record->passes[first].phase);
        float gap = bottom - top > 4.0f * s ? 1.0f * s : 0.0f;
        ui_rect(x, top + gap, 4.0f * s, bottom - top - 2.0f * gap, ui_fade(color, 0.85f));
        float y = (top + bottom - size) / 2.0f;
        if (y >= free_from) {
            ui_text_at(x - 8.0f * s, y, 1.0f, size, ui_tone(UI_DIM_TEXT), name);
            free_from = y + size;
        }
    }
}

// Labels of passes at the right, where there is room. A label that several passes in a
// row share is drawn once, unless their bands are high.
static void draw_labels(const struct waterfall* w, const struct layout* l)
{
    const struct record* record = &w->watch.record;
    const float s = l->scale, size = 12.0f * s;
    float free_from = 0.0f;
    const char* before = "";
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        const struct waterfall_band* band = &w->image.bands[p];
        float top = band_top(w, l, p), bottom = band_top(w, l, p + 1);
        float digit = (bottom - top) * (float)band->digit_rows / (float)band->rows;
        float y = (top + bottom - digit - size) / 2.0f;
        bool news = strcmp(before, record->passes[p].label) != 0;
        if (y < free_from || (!news && bottom - top < 2.2f * size))
            continue;
        if (digit > size)
            ui_text(l->labels, bottom - (digit + size) / 2.0f, size, ui_tone(UI_DIM_TEXT),
                    "its digit");
        ui_text(l->labels, y, size, ui_tone(UI_DIM_TEXT), record->passes[p].label);
        before = record->passes[p].label;
        free_from = y + size;
    }
}

// Two bars for each order: pairs in order, from a half on, and time of the pass.
static void draw_charts(const struct waterfall* w, const struct layout* l)
{
    const struct record* record = &w->watch.record;
    const float s = l->scale, bottom = l->image.y + l->image.height;
    double most = 0.0;
    for (uint32_t p = 1; p <= record->pass_count; ++p)
        most = record->passes[p].ns > most ? record->passes[p].ns : most;
    for (uint32_t p = 0; p <= record->pass_count; ++p) {
        const struct record_pass* pass = &record->passes[p];
        float top = band_top(w, l, p), high = band_top(w, l, p + 1) - top;
        float gap = high > 3.0f * s ? 1.0f * s : 0.0f;
        float part = (float)pass->in_order;
        ui_rect(l->chart, top, l->column, high - gap, ui_tone(UI_SURFACE));
        ui_rect(l->chart, top, l->column * part, high - gap,
                ui_key_color(0.12f + 0.3f * part));
        if (p == 0 || !w->has_times)
            continue;
        ui_rect(l->times, top, l->column, high - gap, ui_tone(UI_SURFACE));
        ui_rect(l->times, top, l->column * (float)(pass->ns / (most + 1.0)), high - gap,
                ui_heat_color(0.35f + 0.45f * (float)(pass->ns / (most + 1.0))));
    }
    float y = bottom + 6.0f * s, size = 11.0f * s;
    ui_text(l->chart, y, size, ui_tone(UI_DIM_TEXT), "pairs in order");
    ui_text(l->chart, y + size, size, ui_tone(UI_DIM_TEXT), "0 to 100 %");
    if (w->has_times) {
        char text[64];
        snprintf(text, sizeof text, "to %s", words_time(most).text);
        ui_text(l->times, y, size, ui_tone(UI_DIM_TEXT), "GPU time");
        ui_text(l->times, y + size, size, ui_tone(UI_DIM_TEXT), text);
    }
}

static void draw_legend(const struct layout* l)
{
    const float s = l->scale, size = 12.0f * s;
    const float y = l->image.y + l->image.height + 14.0f * s;
    float x = l->image.x, wide = 180.0f * s;
    ui_text(x, y, size, ui_tone(UI_DIM_TEXT), "belongs first");
    x += ui_text_width(size, "belongs first") + 8.0f * s;
    for (int i = 0; i < 24; ++i)
        ui_gradient(x + wide * (float)i / 24.0f, y + 1.0f * s, wide / 24.0f, 11.0f * s,
                    ui_key_color((float)i / 24.0f), ui_key_color((float)(i + 1) / 24.0f));
    x += wide + 8.0f * s;
    ui_text(x, y, size, ui_tone(UI_DIM_TEXT), "last");
    x += ui_text_width(size, "last") + 32.0f * s;
    view_phase_legend(x, y, s);
}

// ---- the element under the mouse

static void follow(struct waterfall* w, uint32_t element)
{
    const struct record* record = &w->watch.record;
    for (uint32_t p = 0; p <= record->pass_count; ++p) {
        const uint32_t* order = record_order(record, p);
        uint32_t place = 0;
        while (place + 1 < record->count && order[place] != element)
            ++place;
        w->places[p] = place;
    }
}

// The band and element under the mouse, if it is over the image.
static bool pick(struct waterfall* w, const struct layout* l,
                 const struct view_mouse* mouse, uint32_t* element)
{
    float x = (mouse->x - l->image.x) / l->image.width;
    float y = (mouse->y - l->image.y) / l->image.height;
    w->picked_pass = -1;
    if (x < 0.0f || x >= 1.0f || y < 0.0f || y >= 1.0f)
        return false;
    uint32_t row = (uint32_t)(y * (float)w->image.height), p = 0;
    while (p + 1 < w->image.band_count && w->image.bands[p + 1].first <= row)
        ++p;
    const struct waterfall_band* band = &w->image.bands[p];
    uint32_t place =
        waterfall_place(w->image.width, band->rows, w->watch.record.count,
                        (uint32_t)(x * (float)w->image.width), row - band->first);
    w->picked_pass = (int)p;
    *element = record_order(&w->watch.record, p)[place];
    return true;
}

static void draw_path(const struct waterfall* w, const struct layout* l, uint32_t element)
{
    const struct record* record = &w->watch.record;
    float last_x = 0.0f, last_y = 0.0f, s = l->scale;
    ui_color color = ui_key_color((float)record->ranks[element] / (float)record->count);
    for (int dark = 1; dark >= 0; --dark) {
        for (uint32_t p = 0; p <= record->pass_count; ++p) {
            float x =
                l->image.x + l->image.width * (float)w->places[p] / (float)record->count;
            float y = (band_top(w, l, p) + band_top(w, l, p + 1)) / 2.0f;
            float thick = dark ? 5.0f * s : 2.5f * s;
            if (p > 0)
                ui_line(last_x, last_y, x, y, thick,
                        dark ? ui_rgb(0.0f, 0.0f, 0.0f, 0.75f)
                             : ui_rgb(1.0f, 1.0f, 1.0f, 1.0f));
            last_x = x;
            last_y = y;
        }
    }
    ui_disc(last_x, last_y, 7.0f * s, ui_rgb(1.0f, 1.0f, 1.0f, 1.0f));
    ui_disc(last_x, last_y, 5.0f * s, color);
}

static bool draw(void* view, const struct view_frame* frame, char* message)
{
    struct waterfall* w = view;
    uint32_t element;
    if (!restart(w, message))
        return false;
    // A picture is to be the same every time.
    w->has_times = w->watch.record.total_ns >= 0.0 && !w->watch.host->headless;
    struct layout l = lay_out(frame, w->has_times);
    if (!refresh(w, &l, message))
        return false;
    draw_title(w, frame);
    ui_image_down(l.image.x, l.image.y, l.image.width, l.image.height, w->texture);
    draw_groups(w, &l);
    draw_charts(w, &l);
    draw_labels(w, &l);
    draw_legend(&l);
    if (pick(w, &l, &frame->mouse, &element)) {
        follow(w, element);
        draw_path(w, &l, element);
    }
    return true;
}

static void panel_of_pass(const struct waterfall* w)
{
    const struct record* record = &w->watch.record;
    const struct record_pass* pass = &record->passes[w->picked_pass];
    ui_heading("Under the mouse");
    ui_value("pass", "%d of %u", w->picked_pass, (unsigned)record->pass_count);
    ui_value("does", "%s", pass->label);
    ui_value("pairs in order", "%s", words_percent(pass->in_order).text);
    ui_value("moved", "%s", words_count(pass->moved).text);
    if (w->picked_pass == 0)
        return;
    ui_value("bytes", "%s",
             words_bytes((double)(pass->read_bytes + pass->write_bytes)).text);
    ui_value("GPU time", "%s", words_time(pass->ns).text);
}

static void panel(void* view)
{
    struct waterfall* w = view;
    watch_choose_form(&w->watch, "form", "as chosen above");
    if (ui_button("save the bands as PNG") && w->image.rgba) {
        const char* path = "glsort-waterfall.png";
        // The bands alone, pixel for pixel.
        if (image_write_png(path, (int)w->image.width, (int)w->image.height,
                            w->image.rgba, w->saved))
            snprintf(w->saved, sizeof w->saved, "saved as %s", path);
    }
    if (w->saved[0])
        ui_note(w->saved);
    if (w->picked_pass >= 0 && w->picked_pass <= (int)w->watch.record.pass_count)
        panel_of_pass(w);
    else
        ui_note("Hold the mouse over the image to follow one element.");
}

const struct view waterfall_view = {
    .name = "waterfall",
    .title = "Waterfall",
    .summary = "the whole sort as one image, a band of pixels for each pass",
    .max_count = RECORD_MAX_COUNT,
    .freezes = true,
    .bytes = sizeof(struct waterfall),
    .create = create,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .destroy = destroy,
};
