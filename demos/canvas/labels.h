// SPDX-License-Identifier: MIT
// Texts over a picture: tags, captions, a notice, and the line between its two sides.
#ifndef DEMO_LABELS_H
#define DEMO_LABELS_H

#include "ui.h"

// A name with a disc of the colour before it. anchor: as in ui_text_at.
void label_tag(float x, float y, float anchor, float scale, ui_color color,
               const char* text);
// A line of text centred on x, legible over whatever is drawn. Where it is.
struct view_rect label_caption(float x, float y, float scale, const char* text);
// A line from top to bottom, with a handle to drag. It leaves out the caption, which may
// be NULL.
void label_split(const struct view_rect* area, float x, float scale,
                 const struct view_rect* caption);
// A sentence in a box, below the top of the area.
void label_notice(const struct view_rect* area, float scale, const char* text);

#endif
