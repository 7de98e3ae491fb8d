// SPDX-License-Identifier: MIT
#include "labels.h"

void label_tag(float x, float y, float anchor, float scale, ui_color color,
               const char* text)
{
    const float size = 17.0f * scale, pad = 12.0f * scale, height = 31.0f * scale;
    float width = ui_text_width(size, text) + 2.0f * pad + 14.0f * scale;
    float left = x - anchor * width;
    ui_round_rect(left, y, width, height, 0.5f * height,
                  ui_rgb(0.03f, 0.04f, 0.06f, 0.72f));
    ui_disc(left + pad + 3.0f * scale, y + 0.5f * height, 4.5f * scale, color);
    ui_text(left + pad + 14.0f * scale, y + 0.5f * (height - size), size,
            ui_tone(UI_TEXT), text);
}

// The line, but for what of it the caption covers.
static void draw_line(const struct view_rect* area, float x, float scale,
                      const struct view_rect* caption)
{
    const float left = x - scale, wide = 2.0f * scale, end = area->y + area->height;
    const ui_color color = ui_rgb(1.0f, 1.0f, 1.0f, 0.675f);
    const bool crosses =
        caption && left + wide > caption->x && left < caption->x + caption->width;
    ui_rect(left, area->y, wide, (crosses ? caption->y : end) - area->y, color);
    if (!crosses)
        return;
    const float below = caption->y + caption->height;
    ui_rect(left, below, wide, end - below, color);
}

void label_split(const struct view_rect* area, float x, float scale,
                 const struct view_rect* caption)
{
    const float s = scale, line = x, middle = area->y + 0.5f * area->height;
    const ui_color white = ui_rgb(1.0f, 1.0f, 1.0f, 0.9f);
    const float left[6] = {line - 4.0f * s,   middle - 5.0f * s, line - 4.0f * s,
                           middle + 5.0f * s, line - 10.0f * s,  middle};
    const float right[6] = {line + 4.0f * s, middle - 5.0f * s, line + 10.0f * s,
                            middle,          line + 4.0f * s,   middle + 5.0f * s};
    draw_line(area, x, s, caption);
    ui_disc(line, middle, 16.0f * s, ui_rgb(0.06f, 0.07f, 0.11f, 0.92f));
    ui_ring(line, middle, 16.0f * s, 1.5f * s, white);
    ui_triangle(left, white);
    ui_triangle(right, white);
}

struct view_rect label_caption(float x, float y, float scale, const char* text)
{
    const float size = 15.0f * scale, height = 27.0f * scale;
    float width = ui_text_width(size, text) + 28.0f * scale;
    ui_round_rect(x - 0.5f * width, y, width, height, 0.5f * height,
                  ui_rgb(0.03f, 0.04f, 0.06f, 0.55f));
    ui_text_at(x, y + 0.5f * (height - size), 0.5f, size,
               ui_rgb(0.86f, 0.89f, 0.96f, 0.85f), text);
    return (struct view_rect){x - 0.5f * width, y, width, height};
}

void label_notice(const struct view_rect* area, float scale, const char* text)
{
    const float s = scale, size = 16.0f * s;
    float width = ui_text_width(size, text) + 32.0f * s;
    float x = area->x + 0.5f * (area->width - width), y = area->y + 64.0f * s;
    ui_round_rect(x, y, width, 34.0f * s, 8.0f * s, ui_fade(ui_tone(UI_SURFACE), 0.95f));
    ui_outline(x, y, width, 34.0f * s, 8.0f * s, s, ui_tone(UI_BAD));
    ui_text(x + 16.0f * s, y + 9.0f * s, size, ui_tone(UI_TEXT), text);
}
