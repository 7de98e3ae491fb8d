// SPDX-License-Identifier: MIT
// The progress view: the particles blended in the order that the sort has reached, beside
// the array itself, and everything else that is known of the pass. Plays, pauses, steps
// and is scrubbed like a film.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "options.h"
#include "words.h"
#include "stage.h"
#include "tree_figure.h"
#include "ui.h"
#include "view.h"
#include "view_parts.h"
#include "watch.h"

enum { FLOW_THREADS = 160, CARDS = 6 };

struct progress {
    struct watch watch;
    double at;   // passes done, with the part of the one that is under way
    float speed; // passes a second
    bool plays;
    bool scrubs;        // the mouse holds the film
    bool rested;        // the end has been reached by playing
    struct stage stage; // the particles
    uint32_t shown;     // the order that the textures show; UINT32_MAX: none
    uint32_t keys;      // textures: ranks,
    uint32_t heat;      // and distances
    int wide, high;     // of both
    uint32_t* before;   // place of every element before the pass, and after it
    uint32_t* after;
    uint32_t flowed; // the pass that they are of
    struct tree_figure tree;
    bool is_tree; // the tree takes the place of particles and array
};

// Where things are, in pixels.
struct spots {
    struct view_rect scene, keys, heat, flow, film, cards;
    float scale;
};

static void destroy(void* view)
{
    struct progress* p = view;
    watch_close(&p->watch);
    stage_free(&p->stage);
    gfx_texture_delete(&p->keys);
    gfx_texture_delete(&p->heat);
    tree_figure_reset(&p->tree);
    free(p->before);
    free(p->after);
}

static void go_to(struct progress* p, double at)
{
    double end = p->watch.record.pass_count;
    p->at = at < 0.0 ? 0.0 : at > end ? end : at;
}

// Takes a new record in.
static bool take_record(struct progress* p, char* message)
{
    const struct record* record = &p->watch.record;
    size_t bytes = record->count * sizeof(uint32_t);
    stage_reset(&p->stage);
    tree_figure_reset(&p->tree);
    free(p->before);
    free(p->after);
    p->before = malloc(bytes);
    p->after = malloc(bytes);
    p->shown = p->flowed = UINT32_MAX;
    if (!p->before || !p->after)
        return view_no_memory(message);
    float seconds = (float)record->pass_count / 20.0f;
    if (p->speed <= 0.0f)
        p->speed = seconds > 0.7f ? seconds : 0.7f;
    go_to(p, p->at);
    return true;
}

// Settings that cannot be had are refused before anything is drawn.
static bool restart(void* view, char* message)
{
    struct progress* p = view;
    bool changed;
    return watch_update(&p->watch, &changed, message) &&
           (!changed || take_record(p, message));
}

// Where one picture shows most: the order is half way from chance, where a half of all
// pairs is in order, to sorted. A sort that gets there at once is shown in the middle of
// the pass that does it.
static double best_moment(const struct record* record)
{
    uint32_t nearest = 0, leap = 0;
    double rise = 0.0;
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        const double now = record->passes[p].in_order;
        const double by = now - record->passes[p - 1].in_order;
        if (fabs(now - 0.75) < fabs(record->passes[nearest].in_order - 0.75))
            nearest = p;
        if (by > rise) {
            rise = by;
            leap = p;
        }
    }
    const bool is_half_way = fabs(record->passes[nearest].in_order - 0.75) < 0.15;
    return is_half_way || leap == 0 ? nearest : leap - 0.5;
}

static void choose_moment(struct progress* p)
{
    const struct view_host* host = p->watch.host;
    const struct record* record = &p->watch.record;
    const uint32_t tree = p->is_tree ? tree_figure_best(record) : 0;
    if (host->options->start_pass != NO_PASS)
        go_to(p, host->options->start_pass);
    else if (host->is_still)
        go_to(p, tree > 0 ? tree : best_moment(record));
}

static bool create(void* view, const struct view_host* host, char* message)
{
    struct progress* p = view;
    watch_open(&p->watch, host, false);
    bool draws = host->settings->backend == GLSORT_BACKEND_FRAGMENT || !gfx_has_compute();
    if (p->is_tree && !host->options->form)
        p->watch.form = glsort_form_find(draws ? "tree-fragment" : "tree-pure");
    p->plays = !host->is_still &&
               (host->options->start_pass == 0 || host->options->start_pass == NO_PASS);
    if (!restart(p, message))
        return false;
    choose_moment(p);
    return true;
}

static bool create_tree(void* view, const struct view_host* host, char* message)
{
    ((struct progress*)view)->is_tree = true;
    return create(view, host, message);
}

static struct spots lay_out(const struct view_frame* frame)
{
    const float s = frame->scale, pad = 20.0f * s;
    const struct view_rect* a = &frame->area;
    struct spots l = {.scale = s};
    float top = a->y + 62.0f * s, bottom = a->y + a->height - 232.0f * s;
    float left = a->x + pad, wide = a->width - 2.0f * pad;
    float high = bottom - top > 80.0f * s ? bottom - top : 80.0f * s;
    float column = floorf(0.42f * wide);
    l.scene = (struct view_rect){left, top, wide - column - pad, high};
    float right = left + l.scene.width + pad, half = (high - 44.0f * s) / 2.0f;
    l.keys = (struct view_rect){right, top + 18.0f * s, column, half};
    l.heat = (struct view_rect){right, top + half + 44.0f * s, column, half};
    l.flow = (struct view_rect){left, bottom + 20.0f * s, wide, 66.0f * s};
    l.film = (struct view_rect){left, bottom + 98.0f * s, wide, 44.0f * s};
    l.cards = (struct view_rect){left, bottom + 156.0f * s, wide, 58.0f * s};
    return l;
}

// ---- time

// The pass whose doing is shown; 0 before the first.
static uint32_t pass_of(const struct progress* p)
{
    return (uint32_t)ceil(p->at - 1e-9);
}

// How far it is, 0 to 1.
static float part_of(const struct progress* p)
{
    return pass_of(p) == 0 ? 1.0f : (float)(p->at - (pass_of(p) - 1.0));
}

// The order that has been reached.
static uint32_t reached(const struct progress* p)
{
    return part_of(p) > 0.999f ? pass_of(p) : pass_of(p) - 1;
}

static void step_by(struct progress* p, int passes)
{
    p->plays = false;
    go_to(p, (passes > 0 ? floor(p->at + 1e-9) : ceil(p->at - 1e-9)) + passes);
}

static void toggle(struct progress* p)
{
    if (!p->plays && p->at >= p->watch.record.pass_count)
        p->at = 0.0;
    p->plays = !p->plays;
}

static void play(struct progress* p, const struct view_frame* frame)
{
    double end = p->watch.record.pass_count;
    if (!p->plays || frame->number == 0)
        return;
    go_to(p, p->at + (double)(p->speed * frame->step));
    p->plays = p->at < end;
}

static void scrub(struct progress* p, const struct view_frame* frame,
                  const struct spots* l)
{
    const struct view_mouse* m = &frame->mouse;
    float x = (m->x - l->film.x) / l->film.width;
    float y = (m->y - l->film.y) / l->film.height;
    if (m->pressed && x >= -0.02f && x <= 1.02f && y >= -0.3f && y <= 1.3f)
        p->scrubs = true;
    p->scrubs = p->scrubs && m->left;
    if (!p->scrubs)
        return;
    p->plays = false;
    go_to(p, floor((double)x * p->watch.record.pass_count + 0.5));
}

// ---- pictures of the order

static bool show_order(struct progress* p, const struct spots* l, char* message)
{
    const struct record* record = &p->watch.record;
    uint32_t at = reached(p);
    int wide = (int)l->keys.width, high = (int)l->keys.height;
    if (p->shown == at && wide == p->wide && high == p->high)
        return true;
    if (!view_array(&p->keys, record, at, wide, high, ARRAY_BY_RANK, message) ||
        !view_array(&p->heat, record, at, wide, high, ARRAY_BY_DISTANCE, message))
        return false;
    p->shown = at;
    p->wide = wide;
    p->high = high;
    return true;
}

static void find_places(struct progress* p, uint32_t pass)
{
    const struct record* record = &p->watch.record;
    if (p->flowed == pass)
        return;
    const uint32_t* from = record_order(record, pass ? pass - 1 : 0);
    const uint32_t* to = record_order(record, pass);
    for (uint32_t i = 0; i < record->count; ++i) {
        p->before[from[i]] = i;
        p->after[to[i]] = i;
    }
    p->flowed = pass;
}

// ---- drawing

static void describe_pass(const struct record* record, uint32_t at, char* text,
                          size_t text_bytes)
{
    const struct record_pass* pass = &record->passes[at];
    struct words runs = words_count(ldexp(1.0, (int)pass->level));
    if (pass->stages > 0 && record_takes_stages(record))
        snprintf(text, text_bytes, "%s: stage %u, phases 0 to %u, of the merge to %s",
                 pass->label, (unsigned)pass->stage, (unsigned)pass->step, runs.text);
    else if (pass->stages > 0)
        snprintf(text, text_bytes, "%s: stages %u to %u, step %u of the merge to %s",
                 pass->label, (unsigned)pass->stage,
                 (unsigned)(pass->stage + pass->stages - 1), (unsigned)pass->step,
                 runs.text);
    else if (record_copies_nodes(record, at))
        snprintf(text, text_bytes, "%s: of the merge to %s", pass->label, runs.text);
    else if (pass->level == 0)
        snprintf(text, text_bytes, "%s", pass->label);
    else if (record->info.algorithm == GLSORT_ALGORITHM_RADIX)
        snprintf(text, text_bytes, "%s: digit %u", pass->label, (unsigned)pass->level);
    else
        snprintf(text, text_bytes, "%s: makes runs of %s", pass->label, runs.text);
}

static void draw_title(const struct progress* p, const struct view_frame* frame)
{
    const struct record* record = &p->watch.record;
    char title[128], line[128], what[128] = "the input, as it lies in memory";
    uint32_t at = pass_of(p);
    if (at > 0)
        describe_pass(record, at, what, sizeof what);
    snprintf(line, sizeof line, "pass %u of %u", (unsigned)at,
             (unsigned)record->pass_count);
    view_title_right(frame, 24.0f, line, what);
    watch_title(&p->watch, title, sizeof title);
    snprintf(line, sizeof line,
             p->is_tree
                 ? (record_takes_stages(record)
                        ? "%s elements in bitonic trees; numbers are ranks, and below "
                          "them slots in the order of phases"
                        : "%s elements in bitonic trees; numbers are ranks, and below "
                          "them the slots written to")
                 : "%s particles, drawn in the order reached so far",
             words_count(record->count).text);
    view_title(frame, title, line);
}

static void caption(const struct view_rect* r, float s, const char* text)
{
    ui_text(r->x, r->y - 17.0f * s, 13.0f * s, ui_tone(UI_DIM_TEXT), text);
}

// Where a place is in a rectangle of the order, and how far to the right.
static void spot(const struct view_rect* r, uint32_t place, uint32_t count, float* x,
                 float* y)
{
    float columns = (float)(int)r->width;
    float at = (float)place / (float)count * columns;
    *x = r->x + floorf(at);
    *y = r->y + (at - floorf(at)) * r->height;
}

static float smooth(float part)
{
    return part * part * (3.0f - 2.0f * part);
}

// Some of the elements on their way through the picture of the array.
static void draw_travellers(const struct progress* p, const struct spots* l)
{
    const struct record* record = &p->watch.record;
    const struct view_rect* r = &l->keys;
    const float way = part_of(p), part = smooth(way), size = 3.0f * l->scale;
    // They come out of the picture and sink into the next one.
    const float there = fminf(1.0f, 5.0f * way * (1.0f - way));
    if (there < 0.01f)
        return;
    ui_rect(r->x, r->y, r->width, r->height, ui_rgb(0.0f, 0.0f, 0.0f, 0.55f * there));
    uint32_t step = record->count / 1500 + 1;
    for (uint32_t e = 0; e < record->count; e += step) {
        float x0, y0, x1, y1;
        spot(r, p->before[e], record->count, &x0, &y0);
        spot(r, p->after[e], record->count, &x1, &y1);
        ui_rect(x0 + (x1 - x0) * part - size / 2.0f, y0 + (y1 - y0) * part - size / 2.0f,
                size, size, ui_key_color((float)record->ranks[e] / (float)record->count));
    }
}

// Threads from the places before the pass to those after it.
static void draw_flow(const struct progress* p, const struct spots* l)
{
    const struct record* record = &p->watch.record;
    const struct view_rect* r = &l->flow;
    const float s = l->scale, part = smooth(part_of(p));
    ui_round_rect(r->x, r->y, r->width, r->height, 4.0f * s, ui_tone(UI_SURFACE));
    uint32_t threads = record->count < FLOW_THREADS ? record->count : FLOW_THREADS;
    for (uint32_t i = 0; i < threads; ++i) {
        // Evenly over the array before the pass.
        uint32_t place =
            (uint32_t)((uint64_t)(2 * i + 1) * record->count / (2 * threads));
        uint32_t from = pass_of(p) ? pass_of(p) - 1 : 0;
        uint32_t e = record_order(record, from)[place];
        float n = (float)record->count, x0 = r->x + r->width * (float)place / n;
        float x1 = r->x + r->width * (float)p->after[e] / n;
        float y0 = r->y + 6.0f * s, y1 = r->y + r->height - 6.0f * s, high = y1 - y0;
        ui_color color = ui_key_color((float)record->ranks[e] / n);
        float points[8] = {x0, y0, x0, y0 + 0.5f * high, x1, y0 + 0.5f * high, x1, y1};
        ui_curve(points, 1.4f * s, ui_fade(color, 0.55f));
        ui_rect(x0 - 1.5f * s, y0 - 3.0f * s, 3.0f * s, 3.0f * s, color);
        float way = part * part * (3.0f - 2.0f * part);
        ui_disc(x0 + (x1 - x0) * way, y0 + high * part, 2.4f * s, color);
    }
}

// How sorted each order is, as the hills behind the handle.
static void draw_film(const struct progress* p, const struct spots* l)
{
    const struct record* record = &p->watch.record;
    const struct view_rect* r = &l->film;
    const float s = l->scale, n = (float)record->pass_count;
    ui_round_rect(r->x, r->y, r->width, r->height, 4.0f * s, ui_tone(UI_SURFACE));
    for (uint32_t i = 1; i <= record->pass_count; ++i) {
        const struct record_pass* pass = &record->passes[i];
        float x0 = r->x + r->width * (float)(i - 1) / n;
        float wide = r->width / n, gap = wide > 4.0f * s ? 1.0f * s : 0.0f;
        float high = (float)pass->in_order * (r->height - 4.0f * s);
        bool done = i <= reached(p);
        ui_rect(x0, r->y + r->height - high, wide - gap, high,
                ui_fade(ui_key_color(0.12f + 0.3f * (float)pass->in_order),
                        done ? 1.0f : 0.3f));
        if (i > 1 && pass->level != record->passes[i - 1].level)
            ui_rect(x0 - gap, r->y, 1.0f * s, r->height, ui_tone(UI_OUTLINE));
    }
    float x = r->x + r->width * (float)p->at / n;
    ui_rect(x - 1.0f * s, r->y - 5.0f * s, 2.0f * s, r->height + 10.0f * s,
            ui_tone(UI_TEXT));
    ui_disc(x, r->y - 5.0f * s, 5.0f * s, ui_tone(UI_TEXT));
    ui_text(r->x + 6.0f * s, r->y + 4.0f * s, 12.0f * s, ui_tone(UI_TEXT),
            "pairs in order");
}

struct card {
    const char* name;
    struct words value;
};

static void draw_cards(const struct progress* p, const struct spots* l)
{
    const struct record* record = &p->watch.record;
    const struct record_pass* now = &record->passes[reached(p)];
    double comparisons = 0.0;
    for (uint32_t i = 1; i <= reached(p); ++i)
        comparisons += record->passes[i].comparisons;
    // A picture is to be the same every time, so it shows no times.
    bool timed = record->total_ns >= 0.0 && !p->watch.host->headless;
    struct card cards[CARDS] = {
        {"pairs in order", words_percent(now->in_order)},
        {"neighbours in order", words_percent(now->neighbours)},
        {"moved by this pass", words_count(now->moved)},
        {"comparisons so far, about", words_count(comparisons)},
        {"read and written so far",
         words_bytes((double)record_bytes(record, reached(p)))},
        {"GPU time of this pass", words_time(reached(p) ? now->ns : 0.0)},
    };
    const struct view_rect* r = &l->cards;
    int count = timed ? CARDS : CARDS - 1;
    const float s = l->scale, gap = 10.0f * s;
    float wide = (r->width - gap * (float)(count - 1)) / (float)count;
    for (int i = 0; i < count; ++i) {
        float x = r->x + (float)i * (wide + gap);
        ui_round_rect(x, r->y, wide, r->height, 6.0f * s, ui_tone(UI_SURFACE));
        ui_text(x + 10.0f * s, r->y + 8.0f * s, 12.0f * s, ui_tone(UI_DIM_TEXT),
                cards[i].name);
        ui_text(x + 10.0f * s, r->y + 26.0f * s, 21.0f * s, ui_tone(UI_TEXT),
                cards[i].value.text);
    }
}

// The tree over all of the stage; passes that have none show the array.
static void draw_large(struct progress* p, const struct spots* l)
{
    struct view_rect all = {l->scene.x, l->scene.y + 18.0f * l->scale,
                            l->keys.x + l->keys.width - l->scene.x,
                            l->scene.height - 18.0f * l->scale};
    if (tree_figure_set(&p->tree, &p->watch.record, pass_of(p))) {
        caption(&all, l->scale, p->tree.caption);
        ui_text_at(all.x + all.width, all.y - 17.0f * l->scale, 1.0f, 13.0f * l->scale,
                   ui_tone(UI_DIM_TEXT),
                   "blue: exchanged, values and pointers; white: compared and left");
        tree_figure_draw(&p->tree, &all, l->scale);
        return;
    }
    caption(&all, l->scale,
            "no tree in this pass; the array, coloured by where each "
            "element belongs");
    ui_image_down(all.x, all.y, all.width, all.height, p->keys);
}

static void draw_array(struct progress* p, const struct spots* l)
{
    const struct record* record = &p->watch.record;
    caption(&l->keys, l->scale, "the array, coloured by where each element belongs");
    ui_image_down(l->keys.x, l->keys.y, (float)p->wide, (float)p->high, p->keys);
    draw_travellers(p, l);
    if (tree_figure_set(&p->tree, record, pass_of(p))) {
        ui_clip(l->heat.x, l->heat.y - 20.0f * l->scale, l->heat.width, l->heat.height);
        caption(&l->heat, l->scale, p->tree.caption);
        ui_clip_end();
        tree_figure_draw(&p->tree, &l->heat, l->scale);
        return;
    }
    caption(&l->heat, l->scale, "how far each element still has to go");
    ui_image_down(l->heat.x, l->heat.y, (float)p->wide, (float)p->high, p->heat);
}

static bool draw(void* view, const struct view_frame* frame, char* message)
{
    struct progress* p = view;
    struct spots l = lay_out(frame);
    // While the camera turns, the previous order is good enough.
    if (!p->is_tree)
        stage_steer(p->watch.host->scene, frame, &l.scene, &p->watch.holds);
    if (!restart(p, message))
        return false;
    play(p, frame);
    scrub(p, frame, &l);
    if (!show_order(p, &l, message))
        return false;
    if (!p->is_tree && !stage_draw(&p->stage, p->watch.host->scene, &p->watch.record,
                                   reached(p), frame, &l.scene, message))
        return false;
    find_places(p, pass_of(p));
    draw_title(p, frame);
    if (p->is_tree)
        draw_large(p, &l);
    else
        draw_array(p, &l);
    draw_flow(p, &l);
    draw_film(p, &l);
    draw_cards(p, &l);
    return true;
}

static void key(void* view, int key)
{
    struct progress* p = view;
    switch (key) {
    case ' ': toggle(p); break;
    case KEY_LEFT: step_by(p, -1); break;
    case KEY_RIGHT: step_by(p, 1); break;
    case KEY_HOME:
        p->plays = false;
        go_to(p, 0.0);
        break;
    case KEY_END:
        p->plays = false;
        go_to(p, p->watch.record.pass_count);
        break;
    default: break;
    }
}

static void panel(void* view)
{
    struct progress* p = view;
    int pass = (int)pass_of(p), end = (int)p->watch.record.pass_count;
    watch_choose_form(&p->watch, "form", "as chosen above");
    ui_heading("Film");
    if (ui_button(p->plays ? "pause" : "play"))
        toggle(p);
    ui_same_line();
    if (ui_button("back"))
        step_by(p, -1);
    ui_same_line();
    if (ui_button("step"))
        step_by(p, 1);
    if (end > 0 && ui_slider("pass", &pass, 0, end)) {
        p->plays = false;
        go_to(p, pass);
    }
    ui_slider_float("speed", &p->speed, 0.1f, 30.0f, "%.1f passes/s");
    ui_note("Space plays and pauses, the arrow keys step, Home and End go to the ends; "
            "drag along the hills to scrub, and over the particles to turn them.");
}

const struct view progress_view = {
    .name = "progress",
    .title = "Progress",
    .summary = "the particles in the order reached, pass by pass",
    .max_count = RECORD_MAX_COUNT,
    .freezes = true,
    .bytes = sizeof(struct progress),
    .create = create,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .key = key,
    .destroy = destroy,
};

const struct view tree_view = {
    .name = "tree",
    .title = "Tree",
    .summary = "GPU-ABiSort's bitonic tree of one merge, pass by pass",
    .max_count = RECORD_MAX_COUNT,
    .freezes = true,
    .bytes = sizeof(struct progress),
    .create = create_tree,
    .restart = restart,
    .draw = draw,
    .panel = panel,
    .key = key,
    .destroy = destroy,
};
