// SPDX-License-Identifier: MIT
// The particles, blended in memory order on one side of a line and in the order that
// glsort made on the other.
#include "scene_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "gfx.h"
#include "labels.h"
#include "options.h"
#include "scene.h"
#include "ui.h"
#include "view_parts.h"
#include "words.h"

struct scene_state {
    const struct view_host* host;
    struct draw_order order;
    struct timer_probe drawing; // of the sorted side
    float split;                // part of the width
    bool drags_split;
    bool turns; // the camera goes round by itself
    float pull; // of the mouse
};

static bool create(void* view, const struct view_host* host, char* message)
{
    struct scene_state* state = view;
    *state = (struct scene_state){
        .host = host, .split = host->options->split, .turns = true, .pull = 2.5f};
    timer_probe_create(&state->drawing);
    return draw_order_create(&state->order, host, message);
}

static void destroy(void* view)
{
    struct scene_state* state = view;
    draw_order_destroy(&state->order);
    timer_probe_destroy(&state->drawing);
}

static bool restart(void* view, char* message)
{
    struct scene_state* state = view;
    struct draw_order made;
    if (!draw_order_create(&made, state->host, message))
        return false;
    draw_order_destroy(&state->order);
    state->order = made;
    return true;
}

// ---- mouse

static void steer(struct scene_state* state, const struct view_frame* frame)
{
    const struct view_mouse* mouse = &frame->mouse;
    const struct view_rect* area = &frame->area;
    float line = area->x + state->split * area->width;
    if (mouse->pressed)
        state->drags_split = fabsf(mouse->x - line) < 10.0f * frame->scale;
    if (!mouse->left)
        state->drags_split = false;
    if (state->drags_split) {
        float split = (mouse->x - area->x) / area->width;
        state->split = fminf(fmaxf(split, 0.0f), 1.0f);
    } else if (mouse->left && scene_drag(state->host->scene, mouse, area)) {
        state->turns = false;
    }
    scene_wheel(state->host->scene, mouse);
    scene_attract(state->host->scene, area, mouse->x, mouse->y,
                  mouse->right ? state->pull : 0.0f);
}

// ---- drawing

static void draw_halves(struct scene_state* state, const struct view_frame* frame,
                        float line)
{
    const struct view_rect* area = &frame->area;
    struct scene* scene = state->host->scene;
    const float right = area->x + area->width;
    struct view_rect unsorted = {area->x, area->y, line - area->x, area->height};
    struct view_rect sorted = {line, area->y, right - line, area->height};
    const struct scene_list in_memory = {scene->memory_order, scene->particles.count, 0};
    scene_draw_part(scene, frame, area, &unsorted, &in_memory);
    timer_probe_begin(&state->drawing);
    scene_draw_part(scene, frame, area, &sorted, &state->order.list);
    timer_probe_end(&state->drawing);
}

// The tags of both sides and the caption, whose place is returned.
static struct view_rect draw_labels(const struct scene_state* state,
                                    const struct view_frame* frame, float line)
{
    const struct view_rect* area = &frame->area;
    const float s = frame->scale, top = area->y + 20.0f * s;
    const glsort_plan_info* info = &state->order.info;
    const float right = area->x + area->width;
    bool far_first = state->host->settings->order == GLSORT_DESCENDING;
    const uint32_t count = state->host->settings->count, visible = state->order.visible;
    char text[160], in_view[64] = "";
    if (visible != count)
        snprintf(in_view, sizeof in_view, "   \xc2\xb7   %s in view",
                 words_count(visible).text);
    if (line - area->x > 140.0f * s)
        label_tag(line - 14.0f * s, top, 1.0f, s, ui_tone(UI_BAD), "unsorted");
    if (right - line > 180.0f * s)
        label_tag(line + 14.0f * s, top, 0.0f, s, ui_tone(far_first ? UI_GOOD : UI_BAD),
                  far_first ? "sorted by glsort" : "sorted, near to far");
    snprintf(text, sizeof text, "%s %s%s   \xc2\xb7   %s on %s   \xc2\xb7   %u passes",
             words_count(count).text, particles_word(state->host->scene->particles.kind),
             in_view, glsort_algorithm_name(info->algorithm), backend_name(info->backend),
             (unsigned)info->pass_count);
    return label_caption(area->x + 0.5f * area->width, area->y + area->height - 42.0f * s,
                         s, text);
}

static bool draw(void* view, const struct view_frame* frame, char* message)
{
    struct scene_state* state = view;
    steer(state, frame);
    if (state->turns)
        scene_go_round(state->host->scene, frame);
    if (!draw_order_frame(&state->order, state->host, scene_aspect(&frame->area),
                          message))
        return false;
    float line = roundf(frame->area.x + state->split * frame->area.width);
    draw_halves(state, frame, line);
    if (state->host->options->program.plain)
        return true;
    const struct view_rect caption = draw_labels(state, frame, line);
    if (state->split > 0.0f && state->split < 1.0f)
        label_split(&frame->area, line, frame->scale, &caption);
    return true;
}

static void show_time(const char* what, double ms)
{
    if (ms >= 0.0)
        ui_value(what, "%.2f ms", ms);
    else
        ui_value(what, "none");
}

static void panel(void* view)
{
    struct scene_state* state = view;
    const glsort_plan_info* info = &state->order.info;
    struct particles* particles = &state->host->scene->particles;
    ui_heading("Look");
    ui_slider_float("split", &state->split, 0.0f, 1.0f, "%.2f");
    const bool moves = particles->kind != PARTICLES_SPLATS;
    if (moves)
        ui_slider_float("size", &particles->radius_scale, 0.3f, 3.0f, "%.2f");
    ui_slider_float("opacity", &particles->opacity_scale, 0.2f, 2.5f, "%.2f");
    if (moves)
        ui_slider_float("pull", &state->pull, -6.0f, 6.0f, "%.1f");
    ui_check("camera goes round", &state->turns);
    ui_heading("This sort");
    ui_value("bytes a particle", "%.0f", info->bytes_per_element);
    ui_value("in view", "%u", (unsigned)state->order.visible);
    if (state->host->headless)
        return; // pictures are alike on every machine
    show_time("GPU time", draw_order_ms(&state->order));
    show_time("drawn in", state->drawing.ms);
}

static void key(void* view, int pressed)
{
    struct scene_state* state = view;
    if (pressed == KEY_LEFT)
        state->split = fmaxf(state->split - 0.05f, 0.0f);
    else if (pressed == KEY_RIGHT)
        state->split = fminf(state->split + 0.05f, 1.0f);
    else if (pressed == KEY_HOME)
        state->split = 0.5f;
}

const struct view scene_view = {
    .name = "scene",
    .title = "Scene",
    .summary = "particles blended unsorted and sorted, side by side",
    .bytes = sizeof(struct scene_state),
    .create = create,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .key = key,
    .destroy = destroy,
};

// ---- the proof

double scene_view_sort_ms(const void* view)
{
    const struct scene_state* state = view;
    return draw_order_ms(&state->order);
}

double scene_view_draw_ms(const void* view)
{
    const struct scene_state* state = view;
    return state->drawing.ms;
}

static void picture_of(struct scene_state* state, const struct view_frame* frame,
                       const struct scene_list* list, uint8_t* rgba)
{
    scene_draw_part(state->host->scene, frame, &frame->area, &frame->area, list);
    gfx_bind(frame->frame, frame->width, frame->height);
    gfx_read_pixels(frame->width, frame->height, rgba);
}

static void compare_pictures(const uint8_t* sorted, const uint8_t* unsorted,
                             const uint8_t* by_cpu, size_t pixels,
                             struct scene_report* report)
{
    double sum = 0.0;
    size_t far = 0;
    for (size_t i = 0; i < 4 * pixels; i += 4) {
        int most = 0;
        for (size_t c = i; c < i + 3; ++c) {
            int wrong = abs(sorted[c] - by_cpu[c]), other = abs(sorted[c] - unsorted[c]);
            report->largest = wrong > report->largest ? wrong : report->largest;
            most = other > most ? other : most;
            sum += other;
        }
        far += most > 16;
    }
    report->unsorted_mean = sum / (3.0 * (double)pixels);
    report->unsorted_share = (double)far / (double)pixels;
}

bool scene_view_check(void* view, const struct view_frame* frame,
                      struct scene_report* report, char* message)
{
    struct scene_state* state = view;
    const size_t pixels = (size_t)frame->width * (size_t)frame->height;
    uint8_t* pictures = malloc(3 * 4 * pixels);
    *report = (struct scene_report){.info = state->order.info};
    if (!pictures)
        return program_fail(message, "there is no memory for a check");

    bool ok = draw_order_check(&state->order, state->host, &report->order, message);
    if (ok) {
        uint8_t *sorted = pictures, *unsorted = sorted + 4 * pixels;
        uint8_t* by_cpu = unsorted + 4 * pixels;
        struct scene_list list = {0, state->host->scene->particles.count, 0};
        picture_of(state, frame, &state->order.list, sorted);
        list.indices = state->host->scene->memory_order;
        picture_of(state, frame, &list, unsorted);
        picture_of(state, frame, &report->order.by_cpu, by_cpu);
        compare_pictures(sorted, unsorted, by_cpu, pixels, report);
        gfx_buffer_delete(&report->order.by_cpu.indices);
    }
    free(pictures);
    return ok;
}
