// SPDX-License-Identifier: MIT
// The time line view: the particles sorted as the settings say, every few frames or a few
// passes at a time, and under them what each pass of that sort costs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "options.h"
#include "order.h"
#include "words.h"
#include "scene.h"
#include "ui.h"
#include "view.h"
#include "view_parts.h"

struct timeline {
    const struct view_host* host;
    struct order order;
    glsort_pass_info* passes; // order.info.pass_count
    uint64_t* stamps;         // of the last run
    double* ns;               // of each pass, smoothed over the runs; below 0: none yet
    uint32_t runs;            // that the times are of
    bool turns;               // the camera goes round by itself
    int picked;               // pass under the mouse; -1: none
};

// Where the bars are: time upwards from the middle line, bytes downwards.
struct bars {
    struct view_rect all;
    float middle;
    float slot; // width of a pass
    float scale;
    double most_ns;
    double most_bytes;
};

static void forget(struct timeline* t)
{
    order_destroy(&t->order);
    free(t->passes);
    free(t->stamps);
    free(t->ns);
    t->passes = NULL;
    t->stamps = NULL;
    t->ns = NULL;
    t->runs = 0;
    t->picked = -1;
}

static bool take_passes(struct timeline* t, char* message)
{
    uint32_t count = t->order.info.pass_count;
    t->passes = calloc(count + 1, sizeof *t->passes);
    t->stamps = calloc(count + 1, sizeof *t->stamps);
    t->ns = calloc(count + 1, sizeof *t->ns);
    if (!t->passes || !t->stamps || !t->ns)
        return view_no_memory(message);
    for (uint32_t p = 0; p < count; ++p) {
        t->ns[p] = -1.0;
        if (glsort_plan_pass(t->order.plan, p, &t->passes[p]) != GLSORT_OK)
            return program_fail(message, "%s", glsort_plan_last_error(t->order.plan));
    }
    return true;
}

static bool restart(void* view, char* message)
{
    struct timeline* t = view;
    struct timeline made = {.host = t->host, .turns = t->turns, .picked = -1};
    if (!order_create(&made.order, t->host, message))
        return false;
    if (!take_passes(&made, message)) {
        forget(&made);
        return false;
    }
    forget(t);
    *t = made;
    return true;
}

static bool create(void* view, const struct view_host* host, char* message)
{
    struct timeline* t = view;
    t->host = host;
    t->turns = true;
    return restart(t, message);
}

static void destroy(void* view)
{
    forget(view);
}

// Takes the stamps of the last finished run, if they are there; before order_frame, which
// reads them too and drops them.
static void take_times(struct timeline* t)
{
    uint32_t count = t->order.info.pass_count;
    if (glsort_plan_timings(t->order.plan, t->stamps, &count) != GLSORT_OK)
        return;
    double part = t->runs < 8 ? 1.0 / (t->runs + 1.0) : 0.12;
    for (uint32_t p = 0; p < count; ++p) {
        double old = t->ns[p] < 0.0 ? (double)t->stamps[p] : t->ns[p];
        t->ns[p] = old + part * ((double)t->stamps[p] - old);
    }
    t->runs++;
}

// A picture has no earlier frame to take times of: sorts a few times for them, after some
// runs in which the driver compiles.
static bool rehearse(struct timeline* t, char* message)
{
    enum { WARM_RUNS = 2, TIMED_RUNS = 5 };
    for (int i = 0; i < WARM_RUNS + TIMED_RUNS; ++i) {
        if (!order_rehearse(&t->order, t->host, message))
            return false;
        if (i == WARM_RUNS)
            t->runs = 0;
        take_times(t);
    }
    return true;
}

static void steer(struct timeline* t, const struct view_frame* frame,
                  const struct view_rect* where)
{
    const struct view_mouse* m = &frame->mouse;
    struct scene* scene = t->host->scene;
    bool inside = m->y < where->y + where->height && m->x < where->x + where->width;
    if (inside && m->left && scene_drag(scene, m, where))
        t->turns = false;
    if (inside)
        scene_wheel(scene, m);
    if (t->turns)
        scene_go_round(scene, frame);
    scene_touch(scene);
}

// ---- figures

static double bytes_of(const glsort_pass_info* pass)
{
    return (double)(pass->read_bytes + pass->write_bytes);
}

static double total_ns(const struct timeline* t)
{
    double sum = 0.0;
    for (uint32_t p = 0; p < t->order.info.pass_count; ++p)
        sum += t->ns[p];
    return t->runs > 0 ? sum : -1.0;
}

static double total_bytes(const struct timeline* t)
{
    double sum = 0.0;
    for (uint32_t p = 0; p < t->order.info.pass_count; ++p)
        sum += bytes_of(&t->passes[p]);
    return sum;
}

// ---- drawing

static void draw_title(const struct timeline* t, const struct view_rect* r, float s)
{
    const glsort_plan_info* info = &t->order.info;
    char line[200];
    double ns = total_ns(t), bytes = total_bytes(t);
    snprintf(line, sizeof line, "%s on %s", glsort_algorithm_name(info->algorithm),
             backend_name(info->backend));
    ui_text(r->x, r->y, 20.0f * s, ui_tone(UI_TEXT), line);
    int used = snprintf(line, sizeof line, "%s keys in %u passes: %s moved",
                        words_count(info->count).text, (unsigned)info->pass_count,
                        words_bytes(bytes).text);
    if (used > 0 && ns > 0.0)
        snprintf(line + used, sizeof line - (size_t)used, " in %s, %s",
                 words_time(ns).text, words_rate(bytes, ns).text);
    ui_text_at(r->x + r->width, r->y + 2.0f * s, 1.0f, 16.0f * s, ui_tone(UI_TEXT), line);
}

static void draw_bar(const struct timeline* t, const struct bars* b, uint32_t p)
{
    const glsort_pass_info* pass = &t->passes[p];
    const float s = b->scale, gap = b->slot > 4.0f * s ? 1.5f * s : 0.0f;
    float x = b->all.x + (float)p * b->slot, wide = b->slot - gap;
    float up = b->middle - b->all.y - 32.0f * s;
    float down = b->all.y + b->all.height - b->middle;
    ui_color color = view_phase_color(pass->phase);
    if ((int)p == t->picked)
        ui_rect(x, b->all.y, wide, b->all.height, ui_fade(ui_tone(UI_TEXT), 0.12f));
    if (t->runs > 0 && b->most_ns > 0.0) {
        float high = up * (float)(t->ns[p] / b->most_ns);
        ui_rect(x, b->middle - high, wide, high, color);
    }
    float deep = down * (float)(bytes_of(pass) / b->most_bytes);
    ui_rect(x, b->middle + 2.0f * s, wide, deep - 2.0f * s, ui_fade(color, 0.45f));
    if (pass->barriers) {
        float size = b->slot < 10.0f * s ? 1.6f * s : 4.0f * s, y = b->all.y + 4.0f * s;
        float points[6] = {x - gap / 2.0f - size, y,
                           x - gap / 2.0f + size, y,
                           x - gap / 2.0f,        y + 1.6f * size};
        ui_triangle(points, ui_tone(UI_ACCENT));
    }
}

// Where a bar is wide enough: its time above it, its bytes and their rate below.
static void label_bar(const struct timeline* t, const struct bars* b, uint32_t p)
{
    const glsort_pass_info* pass = &t->passes[p];
    const float s = b->scale, size = 13.0f * s,
                x = b->all.x + ((float)p + 0.5f) * b->slot;
    float up = b->middle - b->all.y - 32.0f * s;
    float part = b->most_ns > 0.0 ? (float)(t->ns[p] / b->most_ns) : 0.0f;
    if (b->slot < 70.0f * s)
        return;
    if (t->runs > 0)
        ui_text_at(x, b->middle - up * part - size - 3.0f * s, 0.5f, size,
                   ui_tone(UI_TEXT), words_time(t->ns[p]).text);
    if (ui_text_width(size, pass->purpose) < b->slot - 4.0f * s)
        ui_text_at(x, b->middle + 6.0f * s, 0.5f, size, ui_tone(UI_TEXT), pass->purpose);
    ui_text_at(x, b->middle + 23.0f * s, 0.5f, size, ui_tone(UI_TEXT),
               words_bytes(bytes_of(pass)).text);
    if (!t->host->limits.is_software)
        ui_text_at(x, b->middle + 40.0f * s, 0.5f, size, ui_tone(UI_TEXT),
                   words_rate(bytes_of(pass), t->ns[p]).text);
}

static void pick(struct timeline* t, const struct bars* b, const struct view_mouse* m)
{
    float x = (m->x - b->all.x) / b->slot;
    bool inside = m->y >= b->all.y && m->y < b->all.y + b->all.height && x >= 0.0f &&
                  x < (float)t->order.info.pass_count;
    t->picked = inside ? (int)x : -1;
}

static struct bars draw_bars(struct timeline* t, const struct view_frame* frame,
                             const struct view_rect* r)
{
    const float s = frame->scale;
    uint32_t count = t->order.info.pass_count;
    struct bars b = {.all = *r,
                     .middle = floorf(r->y + 0.62f * r->height),
                     .slot = r->width / (float)(count ? count : 1),
                     .scale = s,
                     .most_bytes = 1.0};
    b.slot = b.slot < 260.0f * s ? b.slot : 260.0f * s;
    for (uint32_t p = 0; p < count; ++p) {
        b.most_ns = t->ns[p] > b.most_ns ? t->ns[p] : b.most_ns;
        b.most_bytes = bytes_of(&t->passes[p]) > b.most_bytes ? bytes_of(&t->passes[p])
                                                              : b.most_bytes;
    }
    pick(t, &b, &frame->mouse);
    for (uint32_t p = 0; p < count; ++p)
        draw_bar(t, &b, p);
    for (uint32_t p = 0; p < count; ++p)
        label_bar(t, &b, p);
    return b;
}

static void draw_legend(const struct timeline* t, const struct bars* b,
                        const struct view_rect* r, float s)
{
    const float size = 12.0f * s, x = view_phase_legend(r->x, r->y, s);
    float points[6] = {x,
                       r->y + 2.0f * s,
                       x + 9.0f * s,
                       r->y + 2.0f * s,
                       x + 4.5f * s,
                       r->y + 10.0f * s};
    ui_triangle(points, ui_tone(UI_ACCENT));
    ui_text(x + 15.0f * s, r->y, size, ui_tone(UI_DIM_TEXT), "barrier before the pass");
    char text[160];
    struct words time = words_time(b->most_ns), bytes = words_bytes(b->most_bytes);
    if (t->runs == 0)
        snprintf(text, sizeof text,
                 "down: bytes moved, to %s; time stamps come with the next frame",
                 bytes.text);
    else
        snprintf(text, sizeof text, "up: time, to %s%s; down: bytes moved, to %s",
                 time.text,
                 t->host->limits.is_software ? " (rough time stamps of a CPU)" : "",
                 bytes.text);
    ui_text_at(r->x + r->width, r->y, 1.0f, size, ui_tone(UI_DIM_TEXT), text);
}

// How old the order is that the particles are drawn in.
static void draw_state(const struct timeline* t, const struct view_rect* r, float s)
{
    const struct sort_settings* set = t->host->settings;
    char line[160];
    snprintf(line, sizeof line, "sorted every frame");
    if (set->every > 1)
        snprintf(line, sizeof line, "sorted every %u frames", (unsigned)set->every);
    if (set->passes_per_frame > 0)
        snprintf(line, sizeof line, "sorted %u passes a frame, %u still to do",
                 (unsigned)set->passes_per_frame,
                 (unsigned)glsort_plan_passes_left(t->order.plan));
    float wide = ui_text_width(16.0f * s, line) + 24.0f * s;
    ui_round_rect(r->x + 16.0f * s, r->y + 16.0f * s, wide, 30.0f * s, 15.0f * s,
                  ui_rgb(0.03f, 0.04f, 0.06f, 0.72f));
    ui_text(r->x + 28.0f * s, r->y + 22.0f * s, 16.0f * s, ui_tone(UI_TEXT), line);
}

static bool draw(void* view, const struct view_frame* frame, char* message)
{
    struct timeline* t = view;
    const float s = frame->scale, pad = 20.0f * s;
    const struct view_rect* a = &frame->area;
    struct view_rect scene = {a->x, a->y, a->width, floorf(a->height - 296.0f * s)};
    struct view_rect title = {a->x + pad, scene.y + scene.height + 14.0f * s,
                              a->width - 2.0f * pad, 24.0f * s};
    struct view_rect bars = {title.x, title.y + 36.0f * s, title.width, 192.0f * s};
    struct view_rect legend = {title.x, bars.y + bars.height + 12.0f * s, title.width,
                               14.0f * s};
    steer(t, frame, &scene);
    take_times(t);
    if (t->host->headless && frame->number == 0 && !rehearse(t, message))
        return false;
    if (!order_frame(&t->order, t->host, message))
        return false;
    scene_draw(t->host->scene, frame, &scene, t->order.sorted,
               t->host->scene->particles.count);
    if (!t->host->options->program.plain)
        draw_state(t, &scene, s);
    draw_title(t, &title, s);
    struct bars drawn = draw_bars(t, frame, &bars);
    draw_legend(t, &drawn, &legend, s);
    return true;
}

static void panel(void* view)
{
    struct timeline* t = view;
    int passes = (int)t->host->settings->passes_per_frame;
    if (ui_slider_words("passes a frame", &passes, 0, 32, passes > 0 ? "%d" : "all"))
        t->host->settings->passes_per_frame = (uint32_t)passes;
    if (t->picked < 0 || t->picked >= (int)t->order.info.pass_count) {
        ui_note(
            "Hold the mouse over a bar for its figures. Sort less often or in slices, "
            "and watch where the order is stale.");
        return;
    }
    const glsort_pass_info* pass = &t->passes[t->picked];
    ui_heading("Under the mouse");
    ui_value("pass", "%d of %u", t->picked + 1, (unsigned)t->order.info.pass_count);
    ui_value("does", "%s", pass->purpose);
    if (pass->level > 0)
        ui_value("level", "%u", (unsigned)pass->level);
    ui_value("groups or fragments", "%s", words_count(pass->groups).text);
    ui_value("reads", "%s", words_bytes((double)pass->read_bytes).text);
    ui_value("writes", "%s", words_bytes((double)pass->write_bytes).text);
    ui_value("GPU time", "%s", words_time(t->ns[t->picked]).text);
    ui_value("rate", "%s", words_rate(bytes_of(pass), t->ns[t->picked]).text);
}

const struct view timeline_view = {
    .name = "timeline",
    .title = "Timeline",
    .summary = "what each pass costs, and what sorting less often or in slices does",
    .bytes = sizeof(struct timeline),
    .create = create,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .destroy = destroy,
};
