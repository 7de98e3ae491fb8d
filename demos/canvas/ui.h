// SPDX-License-Identifier: MIT
// Controls and drawing in two dimensions for the views, as plain C functions over Dear
// ImGui. Works with a window and without one.
//
// Drawing goes to a list that is painted over what the view drew with GL and under the
// panel. Coordinates are pixels of the frame, the origin at its top left corner.
#ifndef DEMO_UI_H
#define DEMO_UI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- colours --------------------------------------------------------------------------

// A colour as ImGui packs it; parts 0 to 1.
typedef uint32_t ui_color;

ui_color ui_rgb(float red, float green, float blue, float alpha);
// The colour with its alpha multiplied.
ui_color ui_fade(ui_color color, float alpha);
// The demo's two scales, of one look in all views. A key's rank, 0 first to 1 last, as
// hue; a distance from the final place, 0 none to 1 the whole array, from dark to white.
ui_color ui_key_color(float rank);
ui_color ui_heat_color(float distance);

// The colours of the demo's surfaces and texts.
enum ui_tone {
    UI_BACKGROUND,
    UI_SURFACE, // a card on the background
    UI_OUTLINE,
    UI_TEXT,
    UI_DIM_TEXT,
    UI_ACCENT,
    UI_GOOD,
    UI_BAD
};
ui_color ui_tone(enum ui_tone tone);

// ---- drawing --------------------------------------------------------------------------

struct view_rect {
    float x, y, width, height; // pixels, the origin at the top left
};

void ui_rect(float x, float y, float width, float height, ui_color color);
void ui_round_rect(float x, float y, float width, float height, float radius,
                   ui_color color);
void ui_outline(float x, float y, float width, float height, float radius,
                float thickness, ui_color color);
// Colours of the left and of the right edge.
void ui_gradient(float x, float y, float width, float height, ui_color left,
                 ui_color right);
void ui_line(float x0, float y0, float x1, float y1, float thickness, ui_color color);
// A cubic Bezier curve through four points: x0, y0, ... x3, y3.
void ui_curve(const float points[8], float thickness, ui_color color);
void ui_triangle(const float points[6], ui_color color);
void ui_disc(float x, float y, float radius, ui_color color);
void ui_ring(float x, float y, float radius, float thickness, ui_color color);
// A GL texture; its first row at the bottom.
void ui_image(float x, float y, float width, float height, uint32_t texture);
// The same with its first row at the top.
void ui_image_down(float x, float y, float width, float height, uint32_t texture);

// Text of a height in pixels, its top left corner at x, y.
void ui_text(float x, float y, float size, ui_color color, const char* text);
// anchor: 0 is left of x, 0.5 centred on it, 1 right-aligned to it.
void ui_text_at(float x, float y, float anchor, float size, ui_color color,
                const char* text);
float ui_text_width(float size, const char* text);

// Until ui_clip_end, drawing touches this rectangle only.
void ui_clip(float x, float y, float width, float height);
void ui_clip_end(void);

// ---- controls, for a view's panel -----------------------------------------------------

// True in the frame in which the user changed or pressed it.
bool ui_button(const char* label);
bool ui_tab(const char* label, bool is_shown);
bool ui_check(const char* label, bool* value);
bool ui_combo(const char* label, int* at, const char* const* names, int count);
bool ui_slider(const char* label, int* value, int low, int high);
// What the slider shows is text, with at most a %d for the value.
bool ui_slider_words(const char* label, int* value, int low, int high, const char* text);
bool ui_slider_float(const char* label, float* value, float low, float high,
                     const char* format);
// A slider over powers of two: low and high included.
bool ui_slider_power(const char* label, uint32_t* value, uint32_t low, uint32_t high);
void ui_heading(const char* text);
void ui_note(const char* text); // dim and wrapped
void ui_value(const char* name, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void ui_same_line(void);

// ---- for main alone -------------------------------------------------------------------

// font: a file, or NULL or absent for ImGui's own.
bool ui_create(const char* font, char* message);
void ui_destroy(void);
struct ui_input {
    float x, y, wheel; // pixels; the wheel's steps of this frame
    bool left, right;
};
// scale: as in view_frame; what it makes of the fonts is kept until it changes.
void ui_begin(int width, int height, float scale, float time_step,
              const struct ui_input* input);
void ui_end(void); // paints all of it into the bound frame
bool ui_wants_mouse(void);
void ui_panel_begin(const char* title, float x, float y, float width, float height);
void ui_panel_end(void);

#ifdef __cplusplus
}
#endif

#endif
