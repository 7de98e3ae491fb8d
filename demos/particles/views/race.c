// SPDX-License-Identifier: MIT
// The race view: up to four sorts of the same keys side by side, under one clock. Each
// lane shows the particles in the order that its sort has reached, and the array.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "options.h"
#include "words.h"
#include "stage.h"
#include "ui.h"
#include "view.h"
#include "view_parts.h"
#include "watch.h"

enum { MAX_LANES = MOST_RIVALS };

// What the clock counts.
enum race_clock { CLOCK_PASSES, CLOCK_BYTES, CLOCK_TIME, CLOCKS };

static const char* const clock_names[CLOCKS] = {"passes", "bytes moved", "GPU time"};

// The hues of the lanes in the curves below them.
static const float lane_hues[MAX_LANES] = {0.30f, 0.72f, 0.52f, 0.97f};

struct lane {
    struct watch watch;
    double* ends;       // what the clock shows when pass p is done; pass_count + 1
    struct stage stage; // the particles
    uint32_t picture;   // texture of the array
    int wide, high;     // of it
    uint32_t shown;     // pass that the picture is of; UINT32_MAX: none
};

struct race {
    const struct view_host* host;
    struct lane lanes[MAX_LANES];
    int count;
    int clock;     // enum race_clock
    int counted;   // the clock that `ends` are of
    int lines;     // of the longest title
    double at;     // of the clock
    double part;   // of its end
    float seconds; // that the slowest takes
    bool plays;
};

// ---- the runners

static void enter(struct race* race, const glsort_form* form)
{
    if (!form || !watch_can(race->host, form) || race->count == MAX_LANES)
        return;
    struct lane* lane = &race->lanes[race->count++];
    watch_open(&lane->watch, race->host, false);
    lane->watch.form = form;
    lane->shown = UINT32_MAX;
}

static bool refuse_rival(const struct rival* rival, const glsort_form* form,
                         const struct view_host* host, char* message)
{
    const char* why = "there is no such form on this backend";
    const char* name = form ? form->name : glsort_algorithm_name(rival->algorithm);
    bool served = form && glsort_max_count(&host->limits, &form->desc, &why) > 0;
    if (served && form->whole_count < UINT32_MAX)
        why = "it sorts blocks of a work group, each by itself";
    return program_fail(message, "%s cannot take part in the race: %s%s", name,
                        served ? "it sorts too few elements: " : "", why);
}

static bool enter_rival(struct race* race, const struct rival* rival, char* message)
{
    glsort_backend backend = race->host->settings->backend;
    const glsort_form* form = rival->form;
    if (backend == GLSORT_BACKEND_AUTO && !gfx_has_compute())
        backend = GLSORT_BACKEND_FRAGMENT;
    if (!form)
        form = watch_form_of(rival->algorithm, backend);
    if (!form || !watch_can(race->host, form))
        return refuse_rival(rival, form, race->host, message);
    enter(race, form);
    return true;
}

// Those asked for, or one form each of four algorithms.
static bool enter_all(struct race* race, char* message)
{
    static const char* const usual[] = {"abisort-partition-fragment", "radix-tiles",
                                        "tree", "bitonic-packed-fragment",
                                        "tree-fragment"};
    const glsort_form* form;
    const struct options* o = race->host->options;
    for (int i = 0; i < o->rival_count; ++i) {
        if (!enter_rival(race, &o->rivals[i], message))
            return false;
    }
    for (int i = 0; o->rival_count == 0 && i < 5; ++i)
        enter(race, glsort_form_find(usual[i]));
    for (uint32_t at = 0; race->count < 2 && (form = glsort_form_at(at)) != NULL; ++at)
        enter(race, form);
    return true;
}

static void leave(struct lane* lane)
{
    watch_close(&lane->watch);
    stage_free(&lane->stage);
    gfx_texture_delete(&lane->picture);
    free(lane->ends);
    *lane = (struct lane){0};
}

static void destroy(void* view)
{
    struct race* race = view;
    for (int i = 0; i < race->count; ++i)
        leave(&race->lanes[i]);
}

// ---- the clock

static double cost(const struct record_pass* pass, int clock)
{
    switch (clock) {
    case CLOCK_BYTES: return (double)(pass->read_bytes + pass->write_bytes);
    case CLOCK_TIME: return pass->ns > 0.0 ? pass->ns : 0.0;
    default: return 1.0;
    }
}

static double end_of(const struct lane* lane)
{
    return lane->ends[lane->watch.record.pass_count];
}

static double end_of_all(const struct race* race)
{
    double end = 0.0;
    for (int i = 0; i < race->count; ++i)
        end = end_of(&race->lanes[i]) > end ? end_of(&race->lanes[i]) : end;
    return end;
}

static uint32_t reached(const struct lane* lane, double at)
{
    uint32_t p = 0;
    while (p < lane->watch.record.pass_count && lane->ends[p + 1] <= at)
        ++p;
    return p;
}

// Brings the records up to date and counts what the clock counts.
static bool prepare(struct race* race, char* message)
{
    bool anew = race->counted != race->clock;
    for (int i = 0; i < race->count; ++i) {
        struct lane* lane = &race->lanes[i];
        bool changed;
        if (!watch_update(&lane->watch, &changed, message))
            return false;
        if (lane->watch.record.total_ns < 0.0 && race->clock == CLOCK_TIME) {
            race->clock = CLOCK_PASSES;
            anew = true;
        }
        if (!changed)
            continue;
        anew = true;
        lane->shown = UINT32_MAX;
        stage_reset(&lane->stage);
    }
    for (int i = 0; anew && i < race->count; ++i) {
        struct lane* lane = &race->lanes[i];
        const struct record* record = &lane->watch.record;
        free(lane->ends);
        lane->ends = calloc(record->pass_count + 1, sizeof *lane->ends);
        if (!lane->ends)
            return view_no_memory(message);
        for (uint32_t p = 1; p <= record->pass_count; ++p)
            lane->ends[p] = lane->ends[p - 1] + cost(&record->passes[p], race->clock);
    }
    if (anew)
        race->at = race->part * end_of_all(race);
    const uint32_t start = race->host->options->start_pass;
    if (anew && start != NO_PASS && start > 0 && race->clock == CLOCK_PASSES)
        race->at = start;
    race->counted = race->clock;
    return true;
}

static bool create(void* view, const struct view_host* host, char* message)
{
    struct race* race = view;
    race->host = host;
    race->seconds = 16.0f;
    race->counted = -1;
    // Times differ from run to run, and a picture is to be the same every time.
    race->clock = host->headless ? CLOCK_BYTES : CLOCK_TIME;
    race->plays = true;
    race->part = host->headless ? 0.3 : 0.0;
    return enter_all(race, message) && prepare(race, message);
}

static struct words clock_words(int clock, double at)
{
    switch (clock) {
    case CLOCK_BYTES: return words_bytes(at);
    case CLOCK_TIME: return words_time(at);
    default: return words_count(floor(at));
    }
}

// 1 for the lane that is done first.
static int place_of(const struct race* race, int lane)
{
    int place = 1;
    for (int i = 0; i < race->count; ++i)
        place += end_of(&race->lanes[i]) < end_of(&race->lanes[lane]);
    return place;
}

// ---- a lane

static const float title_size = 17.0f, title_line = 20.0f;

static int break_title(const struct lane* lane, float width, float s,
                       char lines[VIEW_TITLE_LINES][VIEW_LINE_BYTES])
{
    char title[VIEW_LINE_BYTES];
    watch_title(&lane->watch, title, sizeof title);
    return view_break(title, title_size * s, width - 11.0f * s, lines);
}

// Of the lane whose title needs most: the pictures of all begin at one height.
static int title_lines(const struct race* race, float width, float s)
{
    char lines[VIEW_TITLE_LINES][VIEW_LINE_BYTES];
    int most = 1;
    for (int i = 0; i < race->count; ++i) {
        int count = break_title(&race->lanes[i], width, s, lines);
        most = count > most ? count : most;
    }
    return most;
}

static bool show_order(struct lane* lane, uint32_t pass, int wide, int high,
                       char* message)
{
    if (lane->shown == pass && lane->wide == wide && lane->high == high)
        return true;
    if (!view_array(&lane->picture, &lane->watch.record, pass, wide, high, ARRAY_BY_RANK,
                    message))
        return false;
    lane->shown = pass;
    lane->wide = wide;
    lane->high = high;
    return true;
}

static ui_color lane_color(int lane)
{
    return ui_key_color(lane_hues[lane]);
}

static void draw_heading(const struct race* race, int at, const struct view_rect* r,
                         float s)
{
    static const char* const places[] = {"", "1st", "2nd", "3rd", "4th"};
    const struct lane* lane = &race->lanes[at];
    char title[VIEW_TITLE_LINES][VIEW_LINE_BYTES], line[96];
    uint32_t pass = reached(lane, race->at);
    const struct record* record = &lane->watch.record;
    const int lines = break_title(lane, r->width, s, title);
    const float below = r->y + (float)(race->lines - 1) * title_line * s;
    ui_clip(r->x, r->y, r->width, r->height);
    ui_rect(r->x, r->y + 3.0f * s, 4.0f * s, 16.0f * s, lane_color(at));
    for (int i = 0; i < lines; ++i)
        ui_text(r->x + 11.0f * s, r->y + (float)i * title_line * s, title_size * s,
                ui_tone(UI_TEXT), title[i]);
    snprintf(line, sizeof line, "pass %u of %u%s%s", (unsigned)pass,
             (unsigned)record->pass_count, pass > 0 ? ": " : "",
             pass > 0 ? record->passes[pass].label : "");
    ui_text(r->x + 11.0f * s, below + 22.0f * s, 13.0f * s, ui_tone(UI_DIM_TEXT), line);
    ui_clip_end();
    if (race->at < end_of(lane))
        return;
    snprintf(line, sizeof line, "%s", places[place_of(race, at)]);
    float wide = ui_text_width(15.0f * s, line) + 16.0f * s;
    ui_round_rect(r->x + r->width - wide, below + 18.0f * s, wide, 22.0f * s, 6.0f * s,
                  lane_color(at));
    ui_text(r->x + r->width - wide + 8.0f * s, below + 21.0f * s, 15.0f * s,
            ui_rgb(0.04f, 0.05f, 0.07f, 1.0f), line);
}

static bool draw_lane(struct race* race, int at, const struct view_frame* frame,
                      const struct view_rect* r, char* message)
{
    const float s = frame->scale, foot = 26.0f * s;
    const float head = 46.0f * s + (float)(race->lines - 1) * title_line * s;
    struct lane* lane = &race->lanes[at];
    float array = floorf((r->height - head - foot) * 0.26f);
    struct view_rect picture = {r->x, r->y + head, floorf(r->width),
                                floorf(r->height - head - foot - array - 10.0f * s)};
    float top = floorf(picture.y + picture.height + 10.0f * s);
    uint32_t pass = reached(lane, race->at);
    if (!show_order(lane, pass, (int)r->width, (int)array, message) ||
        !stage_draw(&lane->stage, race->host->scene, &lane->watch.record, pass, frame,
                    &picture, message))
        return false;
    ui_image_down(floorf(r->x), top, (float)lane->wide, (float)lane->high, lane->picture);
    float end = (float)end_of(lane), part = end > 0.0f ? (float)race->at / end : 1.0f;
    part = part > 1.0f ? 1.0f : part;
    float y = top + array + 10.0f * s;
    ui_round_rect(r->x, y, r->width, 6.0f * s, 3.0f * s, ui_tone(UI_SURFACE));
    ui_round_rect(r->x, y, r->width * part, 6.0f * s, 3.0f * s, lane_color(at));
    draw_heading(race, at, r, s);
    return true;
}

// ---- the curves

static float curve_x(const struct view_rect* r, double at, double end)
{
    return r->x + r->width * (float)(end > 0.0 ? at / end : 1.0);
}

// The least share of pairs in order on the chart, in tenths.
static int lowest_tenth(const struct race* race)
{
    double least = 0.5;
    for (int i = 0; i < race->count; ++i) {
        const struct record* record = &race->lanes[i].watch.record;
        for (uint32_t p = 0; p <= record->pass_count; ++p)
            least = fmin(least, record->passes[p].in_order);
    }
    return (int)floor(least * 10.0 - 0.5) > 0 ? (int)floor(least * 10.0 - 0.5) : 0;
}

static float curve_y(const struct view_rect* r, double in_order, int low)
{
    return r->y + r->height *
                      (1.0f - (float)(in_order - 0.1 * low) / (1.0f - 0.1f * (float)low));
}

static void draw_curve(const struct race* race, int at, const struct view_rect* r,
                       double end, int low, float s)
{
    const struct lane* lane = &race->lanes[at];
    const struct record* record = &lane->watch.record;
    float x = r->x, y = curve_y(r, record->passes[0].in_order, low);
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        bool done = lane->ends[p] <= race->at;
        ui_color color = ui_fade(lane_color(at), done ? 1.0f : 0.25f);
        float x1 = curve_x(r, lane->ends[p], end);
        float y1 = curve_y(r, record->passes[p].in_order, low);
        ui_line(x, y, x1, y, done ? 2.4f * s : 1.2f * s, color);
        ui_line(x1, y, x1, y1, done ? 2.4f * s : 1.2f * s, color);
        x = x1;
        y = y1;
    }
    ui_disc(x, y, 4.5f * s,
            ui_fade(lane_color(at), race->at >= end_of(lane) ? 1 : 0.35f));
}

static void draw_curves(const struct race* race, const struct view_rect* r, float s)
{
    double end = end_of_all(race);
    char text[96];
    ui_round_rect(r->x - 64.0f * s, r->y - 10.0f * s, r->width + 76.0f * s,
                  r->height + 20.0f * s, 6.0f * s, ui_tone(UI_SURFACE));
    ui_text(r->x - 56.0f * s, r->y + 0.3f * r->height - 7.0f * s, 12.0f * s,
            ui_tone(UI_DIM_TEXT), "pairs in");
    ui_text(r->x - 56.0f * s, r->y + 0.3f * r->height + 7.0f * s, 12.0f * s,
            ui_tone(UI_DIM_TEXT), "order");
    int low = lowest_tenth(race);
    for (int tenth = low; tenth <= 10; ++tenth) {
        float y = curve_y(r, 0.1 * tenth, low);
        ui_line(r->x, y, r->x + r->width, y, 1.0f * s, ui_tone(UI_OUTLINE));
        snprintf(text, sizeof text, "%d %%", 10 * tenth);
        if (tenth == 10 || tenth == 5)
            ui_text_at(r->x - 8.0f * s, y - 7.0f * s, 1.0f, 12.0f * s,
                       ui_tone(UI_DIM_TEXT), text);
    }
    for (int i = 0; i < race->count; ++i)
        draw_curve(race, i, r, end, low, s);
    float x = curve_x(r, race->at, end);
    ui_line(x, r->y - 6.0f * s, x, r->y + r->height + 6.0f * s, 2.0f * s,
            ui_tone(UI_TEXT));
}

static void draw_title(const struct race* race, const struct view_frame* frame)
{
    char line[128];
    snprintf(line, sizeof line, "%s elements; the clock counts %s",
             words_count(race->lanes[0].watch.record.count).text,
             clock_names[race->clock]);
    view_title(frame, "The same keys", line);
    view_title_right(frame, 30.0f, clock_words(race->clock, race->at).text, "");
}

// Settings that cannot be had are refused before anything is drawn.
static bool restart(void* view, char* message)
{
    return prepare(view, message);
}

static void run_clock(struct race* race, const struct view_frame* frame)
{
    double end = end_of_all(race);
    if (race->plays && frame->number > 0)
        race->at += end * (double)(frame->step / race->seconds);
    race->at = race->at < end ? race->at : end;
    race->part = end > 0.0 ? race->at / end : 0.0;
}

// Turns the camera by the mouse over any of the pictures. While it turns, the previous
// orders are good enough.
static void steer(struct race* race, const struct view_frame* frame,
                  const struct view_rect* lane)
{
    struct view_rect pictures = {frame->area.x, lane->y, frame->area.width,
                                 0.7f * lane->height};
    bool turns = race->lanes[0].watch.holds;
    stage_steer(race->host->scene, frame, &pictures, &turns);
    for (int i = 0; i < race->count; ++i)
        race->lanes[i].watch.holds = turns;
}

static bool draw(void* view, const struct view_frame* frame, char* message)
{
    struct race* race = view;
    const float s = frame->scale, gap = 18.0f * s, chart = 116.0f * s;
    const struct view_rect* a = &frame->area;
    float wide = a->width - 40.0f * s - gap * (float)(race->count - 1);
    struct view_rect lane = {.y = a->y + 70.0f * s,
                             .width = floorf(wide / (float)race->count),
                             .height = a->height - 70.0f * s - chart - 46.0f * s};
    race->lines = title_lines(race, lane.width, s);
    steer(race, frame, &lane);
    if (!prepare(race, message))
        return false;
    run_clock(race, frame);
    for (int i = 0; i < race->count; ++i) {
        lane.x = a->x + 20.0f * s + (float)i * (lane.width + gap);
        if (!draw_lane(race, i, frame, &lane, message))
            return false;
    }
    struct view_rect curves = {a->x + 84.0f * s, a->y + a->height - chart - 24.0f * s,
                               a->width - 116.0f * s, chart};
    draw_title(race, frame);
    draw_curves(race, &curves, s);
    return true;
}

// ---- controls

static void restart_clock(struct race* race)
{
    race->at = 0.0;
    race->plays = true;
}

static void panel(void* view)
{
    struct race* race = view;
    int lanes = race->count;
    ui_heading("Race");
    if (ui_button(race->plays ? "pause" : "play"))
        race->plays = !race->plays;
    ui_same_line();
    if (ui_button("from the start"))
        restart_clock(race);
    ui_combo("clock", &race->clock, clock_names, CLOCKS);
    ui_slider_float("length", &race->seconds, 2.0f, 120.0f, "%.0f s");
    if (ui_slider("lanes", &lanes, 2, MAX_LANES)) {
        while (race->count > lanes)
            leave(&race->lanes[--race->count]);
        while (race->count < lanes)
            enter(race, watch_form_of(GLSORT_ALGORITHM_AUTO, GLSORT_BACKEND_FRAGMENT));
    }
    for (int i = 0; i < race->count; ++i) {
        char label[24];
        snprintf(label, sizeof label, "lane %d", i + 1);
        watch_choose_form(&race->lanes[i].watch, label, NULL);
    }
}

static void key(void* view, int key)
{
    struct race* race = view;
    if (key == ' ' && race->at >= end_of_all(race))
        restart_clock(race);
    else if (key == ' ')
        race->plays = !race->plays;
    else if (key == KEY_HOME)
        restart_clock(race);
    else if (key == KEY_END)
        race->at = end_of_all(race);
}

const struct view race_view = {
    .name = "race",
    .title = "Race",
    .summary = "two to four sorts of the same keys side by side",
    .max_count = RECORD_MAX_COUNT,
    .freezes = true,
    .bytes = sizeof(struct race),
    .create = create,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .key = key,
    .destroy = destroy,
};
