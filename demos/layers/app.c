// SPDX-License-Identifier: MIT
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "labels.h"
#include "palette.h"
#include "progress_line.h"
#include "shader_texts.h"
#include "words.h"

enum { HEAT_COLORS = 64, HEAT_MOST = 127, LEAST_LENGTH = 256 };

// ---- life

static bool create_heat(struct app* app, char* message)
{
    uint8_t colors[HEAT_COLORS][4];
    char defines[48];
    for (int i = 0; i < HEAT_COLORS; ++i) {
        palette_heat((float)i / (HEAT_COLORS - 1), colors[i]);
        colors[i][3] = 255;
    }
    app->heat_scale = gfx_texture(HEAT_COLORS, 1, GFX_RGBA8, false, colors);
    snprintf(defines, sizeof defines, "#define HEAT_COLORS %d.0\n", HEAT_COLORS);
    app->heat_program = gfx_program_of(
        &(struct gfx_shaders){
            .version = 430,
            .vertex = GFX_TEXTS(gfx_screen_vertex),
            .fragment = GFX_TEXTS(defines, node_glsl, heat_frag),
        },
        message);
    return app->heat_program != 0;
}

static bool refuse_without_lists(const struct options* o, char* message)
{
    const char* what = o->view == VIEW_HEAT        ? "--view heat"
                       : o->view == VIEW_PROGRESS  ? "--view progress"
                       : o->view == VIEW_METHODS   ? "--view methods"
                       : o->sort == SORT_INSERTION ? "--sort insertion"
                       : o->layers > 0.0f          ? "--layers"
                       : o->check                  ? "--check"
                       : o->compare                ? "--compare"
                                                   : NULL;
    if (what)
        program_fail(
            message,
            "%s is about lists of fragments, which need GL 4.3; this context has GL "
            "3.3, where triangles are sorted",
            what);
    return what != NULL;
}

// Says what begins, once the GPU has done what came before.
static void begin_stage(const struct app* app, const char* what)
{
    if (!app->line || !app->line->wanted)
        return;
    glFinish();
    progress_line_stage(app->line, what, 0, 0);
}

static void reset_camera(struct app* app)
{
    const struct options* o = &app->options;
    app->camera = scene_camera;
    if (!isnan(o->yaw))
        app->camera.yaw = o->yaw;
    if (!isnan(o->pitch))
        app->camera.pitch = o->pitch;
    app->camera.distance /= o->zoom;
}

bool app_create(void* state, glsort_get_proc get_proc, void* user, bool headless,
                char* message)
{
    struct app* app = state;
    const struct options* options = &app->options;
    *app = (struct app){
        .options = *options,
        .line = app->line,
        .shell = shell_of(&options->program, headless, 300.0f),
        .turns = !headless,
        .view = (int)options->view,
        .sort = (int)options->sort,
        .split = options->split,
        .time = options->time,
    };
    reset_camera(app);
    app->sorter = shell_sorter(get_proc, user, options->program.debug, message);
    if (!app->sorter)
        return false;
    glsort_limits limits;
    glsort_context_limits(app->sorter, &limits);
    app->has_lists = limits.has_compute && gfx_has_compute();
    if ((!app->has_lists && refuse_without_lists(options, message)) ||
        !scene_create(&app->scene, options->seed, message))
        return false;
    tone_create(&app->tone);
    if (!blended_create(&app->blended, &app->scene, app->has_lists ? NULL : app->sorter,
                        message))
        return false;
    if (!app->has_lists) {
        app->sort = SORT_TRIANGLES;
        return true;
    }
    return lists_create(&app->lists, message) && create_heat(app, message) &&
           methods_create(&app->methods, message) &&
           resolve_create(&app->resolve, app->sorter, options->registers, message) &&
           (options->layers == 0.0f ||
            app_set_layers(app, options->layers, options->program.width,
                           options->program.height, message));
}

void app_destroy(void* state)
{
    struct app* app = state;
    resolve_destroy(&app->resolve);
    methods_destroy(&app->methods);
    lists_destroy(&app->lists);
    blended_destroy(&app->blended);
    tone_destroy(&app->tone);
    scene_destroy(&app->scene);
    gfx_target_destroy(&app->thumbnails[0]);
    gfx_target_destroy(&app->thumbnails[1]);
    gfx_target_destroy(&app->panel);
    gfx_texture_delete(&app->heat_scale);
    glDeleteProgram(app->heat_program);
    glsort_context_destroy(app->sorter);
    *app = (struct app){0};
}

// ---- lists

double app_layers(const struct app* app)
{
    const struct list_totals* t = &app->lists.last;
    return t->pixels > 0 ? (double)t->fragments / t->pixels : 0.0;
}

static uint32_t power_above(uint32_t n)
{
    uint32_t power = LEAST_LENGTH;
    while (power < n)
        power *= 2;
    return power;
}

// Room for the fragments of the last lists and some more. A window drops what no buffer
// holds; off screen, lists_fit refuses it.
static uint32_t wanted_capacity(const struct app* app, const struct scene_view* view)
{
    const struct lists* lists = &app->lists;
    const uint32_t needed = lists->last.fragments;
    const uint32_t usual = 6u * (uint32_t)view->width * (uint32_t)view->height;
    uint32_t wanted = lists->capacity > 0 ? lists->capacity : usual;
    if (needed > wanted)
        wanted = needed + needed / 8;
    if (wanted > lists->most && (needed <= lists->most || !app->shell.headless))
        wanted = lists->most;
    return wanted;
}

// Makes the lists of the columns from `left` to `right`. Off screen all fragments have
// room; in a window those that do not are dropped, and the next frames have more.
static bool make_lists(struct app* app, const struct scene_view* view, int left,
                       int right, char* message)
{
    struct lists* lists = &app->lists;
    bool waits = app->shell.headless, changed = false, again = true;
    begin_stage(app, "appending fragments to the lists");
    for (int round = 0; again && round < 3; ++round) {
        if (!lists_fit(lists, view->width, view->height, wanted_capacity(app, view),
                       &changed, message))
            return false;
        if (changed)
            app->resolve.max_length = 0;
        lists_build(lists, &app->scene, view, left, right);
        lists_read_totals(lists, waits);
        again = waits && lists->last.fragments > lists->capacity;
    }
    return true;
}

static bool sort_lists(struct app* app, char* message)
{
    struct resolve* resolve = &app->resolve;
    const uint32_t needed = power_above(app->lists.last.longest);
    begin_stage(app, "sorting the lists");
    if (resolve->max_length < needed &&
        !resolve_fit(resolve, &app->lists, needed, message))
        return false;
    return resolve_sort(resolve, &app->lists, message);
}

bool app_set_layers(struct app* app, float layers, int width, int height, char* message)
{
    const struct scene_view view = scene_view_of(&app->camera, width, height);
    const bool headless = app->shell.headless;
    float low = 0.0f, high = 16.0f, density = 1.0f;
    bool ok = true, is_close = false;
    app->shell.headless = true; // which waits for the totals
    for (int round = 0; ok && !is_close && round < 12; ++round) {
        ok = scene_populate(&app->scene, density, message);
        if (ok)
            scene_animate(&app->scene, app->time);
        ok = ok && scene_draw_backdrop(&app->scene, &view, message) &&
             make_lists(app, &view, 0, width, message);
        const double now = app_layers(app), wanted = (double)layers;
        is_close = fabs(now - wanted) < 0.02 * wanted;
        // More strands and puffs also cover more pixels, so it is not in proportion.
        *(now < wanted ? &low : &high) = density;
        density *= (float)(wanted / fmax(now, 1.0));
        if (density <= low || density >= high)
            density = 0.5f * (low + high);
    }
    app->shell.headless = headless;
    if (ok && !is_close)
        program_fail(
            message,
            "--layers %g cannot be had: seen from here, the scene has %.1f layers on "
            "average, whatever there is in it",
            (double)layers, app_layers(app));
    return ok && is_close;
}

// ---- views

// The columns from `left` on, by lists.
static bool draw_lists(struct app* app, int sort, const struct scene_view* view, int left,
                       uint32_t frame, char* message)
{
    if (!make_lists(app, view, left, view->width, message) ||
        (sort == SORT_SEGMENTS && !sort_lists(app, message)))
        return false;
    begin_stage(app, "blending the sorted lists");
    resolve_draw(&app->resolve, sort == SORT_SEGMENTS, &app->lists, &app->scene,
                 &app->tone, left, view->width, frame);
    return true;
}

bool app_draw_sorted(struct app* app, const struct gfx_target* target, int sort,
                     char* message)
{
    const struct scene_view view =
        scene_view_of(&app->camera, target->width, target->height);
    scene_animate(&app->scene, app->time);
    return scene_draw_backdrop(&app->scene, &view, message) &&
           draw_lists(app, sort, &view, 0, target->frame, message);
}

static bool draw_picture(struct app* app, const struct view_frame* frame,
                         const struct scene_view* view, int line, char* message)
{
    if (line > 0)
        begin_stage(app, "blending in the order of drawing");
    if (line > 0 && !blended_draw(&app->blended, &app->scene, view, &app->tone, false, 0,
                                  line, frame->frame, message))
        return false;
    if (line >= view->width)
        return true;
    if (app->has_lists)
        return draw_lists(app, app->sort, view, line, frame->frame, message);
    return blended_draw(&app->blended, &app->scene, view, &app->tone, true, line,
                        view->width, frame->frame, message);
}

// The layers of the lists that were made last.
static void show_heat(struct app* app, uint32_t frame)
{
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    lists_use(&app->lists, app->heat_program);
    gfx_set_float(app->heat_program, "most", HEAT_MOST);
    gfx_set_int(app->heat_program, "scale", 0);
    gfx_bind_texture(0, app->heat_scale);
    gfx_bind(frame, app->lists.width, app->lists.height);
    gfx_draw_screen(app->heat_program);
}

static bool fit_thumbnails(struct app* app, int width, int height, char* message)
{
    if (app->thumbnails[1].width != width || app->thumbnails[1].height != height)
        app->progress_view.width = 0;
    return gfx_target_fit(&app->thumbnails[0], width, height, GFX_RGBA8, message) &&
           gfx_target_fit(&app->thumbnails[1], width, height, GFX_RGBA8, message);
}

// Makes the lists anew if the camera or the picture's size has changed; time stands
// still.
static bool follow_progress(struct app* app, const struct scene_view* view, char* message)
{
    if (memcmp(view, &app->progress_view, sizeof *view) == 0)
        return true;
    if (!app_draw_sorted(app, &app->thumbnails[0], SORT_SEGMENTS, message) ||
        !progress_take(&app->progress, &app->lists, &app->resolve, &app->scene, message))
        return false;
    show_heat(app, app->thumbnails[1].frame);
    app->progress_view = *view;
    return true;
}

static bool draw_progress(struct app* app, const struct view_frame* frame,
                          const struct scene_view* view, char* message)
{
    if (!fit_thumbnails(app, view->width, view->height, message) ||
        !follow_progress(app, view, message))
        return false;
    shell_clear(frame);
    progress_draw(&app->progress, &app->tone, &frame->area, frame->scale,
                  app->thumbnails[0].texture, app->thumbnails[1].texture);
    return true;
}

static bool draw_heat(struct app* app, const struct view_frame* frame,
                      const struct scene_view* view, char* message)
{
    if (!make_lists(app, view, 0, view->width, message))
        return false;
    show_heat(app, frame->frame);
    return true;
}

// ---- methods

enum { PANELS = 5 };

static const struct {
    const char* name;
    enum ui_tone tone; // of its label: wrong, roughly right or right
} panels[PANELS] = {
    {"unsorted", UI_BAD},        {"triangles in order", UI_GOOD}, {"weighted", UI_ACCENT},
    {"hashed alpha", UI_ACCENT}, {"A-buffer", UI_GOOD},
};

// Draws the scene by one of the methods to the panel.
static bool draw_panel_of(struct app* app, int method, const struct scene_view* view,
                          char* message)
{
    const struct gfx_target* panel = &app->panel;
    switch (method) {
    case 0:
    case 1:
        return blended_draw(&app->blended, &app->scene, view, &app->tone, method == 1, 0,
                            view->width, panel->frame, message);
    case 2:
        return methods_draw_weighted(&app->methods, &app->scene, view, &app->tone,
                                     panel->frame, message);
    case 3:
        return methods_draw_hashed(&app->methods, &app->scene, view, &app->tone,
                                   panel->frame, message);
    default: return app_draw_sorted(app, panel, SORT_SEGMENTS, message);
    }
}

static int panel_edge(const struct view_frame* frame, int panel)
{
    return (int)lroundf(frame->area.width * (float)panel / PANELS);
}

// The same camera in each, side by side.
static bool draw_methods(struct app* app, const struct view_frame* frame, char* message)
{
    const int width = panel_edge(frame, 1), height = frame->height;
    const struct scene_view view = scene_view_of(&app->camera, width, height);
    if (!blended_fit_order(&app->blended, &app->scene, app->sorter, message) ||
        !gfx_target_fit(&app->panel, width, height, GFX_RGBA8, message) ||
        !scene_draw_backdrop(&app->scene, &view, message))
        return false;
    for (int i = 0; i < PANELS; ++i) {
        begin_stage(app, panels[i].name);
        if (!draw_panel_of(app, i, &view, message))
            return false;
        const int left = panel_edge(frame, i), right = panel_edge(frame, i + 1);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, app->panel.frame);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame->frame);
        glBlitFramebuffer(0, 0, right - left, height, left, 0, right, height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    return true;
}

// ---- labels

static void draw_heat_legend(const struct view_frame* frame)
{
    const float s = frame->scale, wide = 360.0f * s, high = 12.0f * s;
    const float x = frame->area.x + 24.0f * s, y = frame->area.y + 24.0f * s;
    ui_round_rect(x - 12.0f * s, y - 10.0f * s, wide + 24.0f * s, 62.0f * s, 8.0f * s,
                  ui_rgb(0.03f, 0.04f, 0.06f, 0.72f));
    ui_text(x, y - 3.0f * s, 14.0f * s, ui_tone(UI_TEXT), "layers of a pixel");
    for (int i = 0; i < HEAT_COLORS; ++i)
        ui_rect(x + wide * (float)i / HEAT_COLORS, y + 17.0f * s,
                wide / HEAT_COLORS + 1.0f, high,
                ui_heat_color((float)i / (HEAT_COLORS - 1)));
    for (int layers = 0; layers <= HEAT_MOST; layers = 2 * layers + 1) {
        char text[16];
        float part = log2f(1.0f + (float)layers) / log2f(1.0f + HEAT_MOST);
        snprintf(text, sizeof text, "%d", layers);
        ui_text_at(x + part * wide, y + 32.0f * s, part, 13.0f * s, ui_tone(UI_DIM_TEXT),
                   text);
    }
}

// "4,194,304 fragments, 345,600 lists, 12.1 layers on average, at most 60", as the last
// lists were.
static void describe_lists(const struct app* app, char* text, size_t bytes)
{
    const struct list_totals* totals = &app->lists.last;
    int used = snprintf(
        text, bytes,
        "%s fragments   \xc2\xb7   %s lists   \xc2\xb7   %.1f layers on average, at "
        "most %u",
        words_count(totals->fragments).text, words_count(totals->pixels).text,
        app_layers(app), (unsigned)totals->longest);
    if (totals->fragments > app->lists.capacity && used > 0 && (size_t)used < bytes)
        snprintf(text + used, bytes - (size_t)used, "   \xc2\xb7   %u have no room",
                 (unsigned)(totals->fragments - app->lists.capacity));
}

static void draw_split_tags(const struct app* app, const struct view_frame* frame,
                            float line)
{
    static const char* const names[] = {"every pixel sorted by glsort",
                                        "every pixel sorted in the shader",
                                        "triangles sorted by glsort"};
    const float s = frame->scale, top = frame->area.y + 20.0f * s;
    if (line > 140.0f * s)
        label_tag(line - 14.0f * s, top, 1.0f, s, ui_tone(UI_BAD), "unsorted");
    if (frame->area.x + frame->area.width - line > 240.0f * s)
        label_tag(line + 14.0f * s, top, 0.0f, s, ui_tone(UI_GOOD), names[app->sort]);
}

static void draw_panel_tags(const struct view_frame* frame)
{
    const float s = frame->scale;
    for (int i = 0; i < PANELS; ++i) {
        const float left = frame->area.x + (float)panel_edge(frame, i);
        if (i > 0)
            ui_rect(left - 1.0f * s, frame->area.y, 2.0f * s, frame->area.height,
                    ui_rgb(1.0f, 1.0f, 1.0f, 0.5f));
        label_tag(left + 14.0f * s, frame->area.y + 20.0f * s, 0.0f, s,
                  ui_tone(panels[i].tone), panels[i].name);
    }
}

static void draw_labels(const struct app* app, const struct view_frame* frame, int line)
{
    const struct view_rect* area = &frame->area;
    const float s = frame->scale;
    char text[256];
    if (app->view == VIEW_PICTURE)
        draw_split_tags(app, frame, (float)line);
    else if (app->view == VIEW_METHODS)
        draw_panel_tags(frame);
    else
        draw_heat_legend(frame);
    if (app->has_lists)
        describe_lists(app, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s triangles   \xc2\xb7   no compute shaders",
                 words_count(app->scene.index_count / 3).text);
    const struct view_rect caption = label_caption(
        area->x + 0.5f * area->width, area->y + area->height - 42.0f * s, s, text);
    if (app->view == VIEW_PICTURE && line > 0 && line < frame->width)
        label_split(area, (float)line, s, &caption);
}

// ---- the panel

static void show_ms(const char* name, const struct timer_probe* probe)
{
    if (probe->ms >= 0.0)
        ui_value(name, "%.2f ms", probe->ms);
    else
        ui_value(name, "none");
}

static void show_counters(const struct app* app)
{
    const struct list_totals* totals = &app->lists.last;
    ui_heading("Lists");
    ui_value("fragments", "%u", (unsigned)totals->fragments);
    ui_value("lists", "%u", (unsigned)totals->pixels);
    ui_value("layers", "%.1f", app_layers(app));
    ui_value("longest", "%u", (unsigned)totals->longest);
    if (app->shell.headless)
        return; // pictures are alike on every machine
    ui_heading("GPU time");
    show_ms("lists", &app->lists.building);
    if (app->sort == SORT_SEGMENTS)
        show_ms("sort", &app->resolve.sorting);
    show_ms(app->sort == SORT_SEGMENTS ? "composition" : "sort, composition",
            &app->resolve.composing);
}

static void draw_panel(struct app* app, const struct view_frame* frame)
{
    if (!shell_panel_begin(&app->shell, frame))
        return;
    for (int i = 0; app->has_lists && i < VIEWS; ++i) {
        if (i > 0)
            ui_same_line();
        if (ui_tab(view_names[i], i == app->view))
            app->view = i;
    }
    ui_heading("Layers");
    if (app->has_lists)
        ui_combo("sort", &app->sort, sort_names, 2);
    ui_slider_float("split", &app->split, 0.0f, 1.0f, "%.2f");
    ui_check("camera goes round", &app->turns);
    if (app->has_lists)
        show_counters(app);
    shell_panel_end(&app->shell);
}

// ---- frames

static void steer(struct app* app, const struct view_frame* frame)
{
    const struct view_mouse* mouse = &frame->mouse;
    const struct view_rect* area = &frame->area;
    const float line = app->split * (float)frame->width;
    if (mouse->pressed)
        app->drags_split =
            app->view == VIEW_PICTURE && fabsf(mouse->x - line) < 10.0f * frame->scale;
    if (!mouse->left)
        app->drags_split = false;
    if (app->drags_split) {
        app->split = fminf(fmaxf(mouse->x / (float)frame->width, 0.0f), 1.0f);
    } else if (mouse->left && (mouse->dx != 0.0f || mouse->dy != 0.0f)) {
        camera_turn(&app->camera, mouse->dx / area->height, -mouse->dy / area->height);
        app->turns = false;
    }
    if (mouse->wheel != 0.0f)
        camera_zoom(&app->camera, mouse->wheel);
}

static void advance(struct app* app, float step)
{
    if (app->shell.frames > 0 && !app->shell.paused && app->view != VIEW_PROGRESS) {
        app->time += fminf(step, 0.05f);
        if (app->turns)
            app->camera.yaw += 5.0f * step;
    }
}

static bool draw_view(struct app* app, const struct view_frame* frame, char* message)
{
    const struct scene_view view =
        scene_view_of(&app->camera, frame->width, frame->height);
    const int line = (int)lroundf(app->split * (float)frame->width);
    scene_animate(&app->scene, app->time);
    if (!scene_draw_backdrop(&app->scene, &view, message))
        return false;
    if (app->view == VIEW_PROGRESS)
        return draw_progress(app, frame, &view, message);
    bool ok = app->view == VIEW_HEAT ? draw_heat(app, frame, &view, message)
              : app->view == VIEW_METHODS
                  ? draw_methods(app, frame, message)
                  : draw_picture(app, frame, &view, line, message);
    if (ok && !app->options.program.plain)
        draw_labels(app, frame, line);
    return ok;
}

bool app_draw(void* state, const struct ui_input* input, uint32_t frame, int width,
              int height, float scale, float step, char* message)
{
    struct app* app = state;
    struct view_frame shown = shell_frame(&app->shell, frame, width, height, scale);
    advance(app, step);
    shell_begin(&app->shell, &shown, input, step);
    draw_panel(app, &shown);
    steer(app, &shown);
    bool ok = draw_view(app, &shown, message);
    return shell_end(&app->shell, &shown, step, ok, message);
}

void app_notice(void* state, const char* text, float seconds)
{
    shell_notice(&((struct app*)state)->shell, text, seconds);
}

void app_key(void* state, int key)
{
    struct app* app = state;
    if (key >= '1' && key < '1' + VIEWS && app->has_lists)
        app->view = key - '1';
    else if (key == '\t')
        app->shell.shows_panel = !app->shell.shows_panel;
    else if (key == ' ')
        app->shell.paused = !app->shell.paused;
    else if (key == 'i' && app->has_lists)
        app->sort = app->sort == SORT_SEGMENTS ? SORT_INSERTION : SORT_SEGMENTS;
    else if (key == 'r')
        reset_camera(app);
    else if (key == KEY_LEFT)
        app->split = fmaxf(app->split - 0.05f, 0.0f);
    else if (key == KEY_RIGHT)
        app->split = fminf(app->split + 0.05f, 1.0f);
    else if (key == KEY_HOME)
        app->split = 0.5f;
}
