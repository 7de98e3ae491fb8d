// SPDX-License-Identifier: MIT
#include "view_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "palette.h"
#include "waterfall_image.h"

bool view_no_memory(char* message)
{
    return program_fail(message, "there is no memory for this view");
}

// ---- titles

void view_title(const struct view_frame* frame, const char* title, const char* line)
{
    const float s = frame->scale, x = frame->area.x + 20.0f * s;
    ui_text(x, frame->area.y + 12.0f * s, 24.0f * s, ui_tone(UI_TEXT), title);
    ui_text(x, frame->area.y + 40.0f * s, 14.0f * s, ui_tone(UI_DIM_TEXT), line);
}

void view_title_right(const struct view_frame* frame, float size, const char* title,
                      const char* line)
{
    const float s = frame->scale;
    const float x = frame->area.x + frame->area.width - 20.0f * s;
    ui_text_at(x, frame->area.y + 12.0f * s, 1.0f, size * s, ui_tone(UI_ACCENT), title);
    ui_text_at(x, frame->area.y + 40.0f * s, 1.0f, 14.0f * s, ui_tone(UI_DIM_TEXT), line);
}

// Copies as many whole words as fit, at least one, and gives what is left of the text.
static const char* take_line(const char* text, float size, float width,
                             char line[VIEW_LINE_BYTES])
{
    size_t taken = 0;
    for (size_t at = 0; at + 1 < VIEW_LINE_BYTES; ++at) {
        if (text[at] != ' ' && text[at] != '\0')
            continue;
        char trial[VIEW_LINE_BYTES];
        snprintf(trial, sizeof trial, "%.*s", (int)at, text);
        if (taken > 0 && ui_text_width(size, trial) > width)
            break;
        taken = at;
        if (text[at] == '\0')
            break;
    }
    snprintf(line, VIEW_LINE_BYTES, "%.*s", (int)taken, text);
    return text + taken + (text[taken] == ' ');
}

int view_break(const char* text, float size, float width,
               char lines[VIEW_TITLE_LINES][VIEW_LINE_BYTES])
{
    int count = 0;
    while (*text && count < VIEW_TITLE_LINES)
        text = take_line(text, size, width, lines[count++]);
    if (!*text || count == 0)
        return count;
    char* last = lines[count - 1];
    char shorter[VIEW_LINE_BYTES];
    take_line(last, size, width - ui_text_width(size, " ..."), shorter);
    snprintf(last, VIEW_LINE_BYTES, "%.*s ...", VIEW_LINE_BYTES - 5, shorter);
    return count;
}

// ---- phases

ui_color view_phase_color(glsort_phase phase)
{
    switch (phase) {
    case GLSORT_PHASE_LOAD: return ui_rgb(0.40f, 0.62f, 0.95f, 1.0f);
    case GLSORT_PHASE_STORE: return ui_rgb(0.55f, 0.85f, 0.62f, 1.0f);
    default: return ui_rgb(0.95f, 0.72f, 0.36f, 1.0f);
    }
}

float view_phase_legend(float x, float y, float scale)
{
    static const struct {
        glsort_phase phase;
        const char* name;
    } phases[] = {{GLSORT_PHASE_LOAD, "load"},
                  {GLSORT_PHASE_SORT, "sort"},
                  {GLSORT_PHASE_STORE, "store"}};
    const float s = scale, size = 12.0f * s;
    for (int i = 0; i < 3; ++i) {
        ui_rect(x, y + 1.0f * s, 10.0f * s, 10.0f * s, view_phase_color(phases[i].phase));
        ui_text(x + 15.0f * s, y, size, ui_tone(UI_DIM_TEXT), phases[i].name);
        x += ui_text_width(size, phases[i].name) + 32.0f * s;
    }
    return x;
}

// ---- the array

static void paint(const struct record* record, uint32_t place, uint32_t rank,
                  enum array_colors colors, uint8_t* rgba)
{
    const float n = (float)record->count;
    if (colors == ARRAY_BY_RANK)
        palette_key((float)rank / n, rgba);
    else
        palette_heat(sqrtf(fabsf((float)rank - (float)place) / n), rgba);
    rgba[3] = 255;
}

bool view_array(uint32_t* texture, const struct record* record, uint32_t p, int width,
                int height, enum array_colors colors, char* message)
{
    const uint32_t* order = record_order(record, p);
    const uint32_t columns = (uint32_t)width, rows = (uint32_t)height;
    uint8_t* rgba = malloc(4 * (size_t)columns * rows);
    if (!rgba)
        return view_no_memory(message);
    for (size_t i = 0; i < (size_t)columns * rows; ++i) {
        uint32_t place =
            waterfall_place(columns, rows, record->count, (uint32_t)(i % columns),
                            (uint32_t)(i / columns));
        paint(record, place, record->ranks[order[place]], colors, rgba + 4 * i);
    }
    gfx_texture_delete(texture);
    *texture = gfx_texture(width, height, GFX_RGBA8, false, rgba);
    free(rgba);
    return true;
}
