// SPDX-License-Identifier: MIT
// What several views have in common: titles, colours of phases, a state.
#ifndef DEMO_VIEW_PARTS_H
#define DEMO_VIEW_PARTS_H

#include "record.h"
#include "ui.h"
#include "view.h"

// Writes that there is no memory; false, to be returned.
bool view_no_memory(char* message);

// What is shown and a line about it, at the top left; and at the top right, in large.
void view_title(const struct view_frame* frame, const char* title, const char* line);
void view_title_right(const struct view_frame* frame, float size, const char* title,
                      const char* line);

// Breaks the text between words into lines no wider than `width`, at most two; what has
// no room even so ends in "...". How many lines there are.
enum { VIEW_TITLE_LINES = 2, VIEW_LINE_BYTES = 128 };
int view_break(const char* text, float size, float width,
               char lines[VIEW_TITLE_LINES][VIEW_LINE_BYTES]);

ui_color view_phase_color(glsort_phase phase);
// What the colours of the phases mean, in text of 12 units; gives where it ends.
float view_phase_legend(float x, float y, float scale);

// The array after p passes as a texture, in columns from left to right.
enum array_colors { ARRAY_BY_RANK, ARRAY_BY_DISTANCE };
bool view_array(uint32_t* texture, const struct record* record, uint32_t p, int width,
                int height, enum array_colors colors, char* message);

#endif
