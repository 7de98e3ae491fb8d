// SPDX-License-Identifier: MIT
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "load.h"
#include "scene.h"
#include "view_parts.h"

enum {
    SOFTWARE_PARTICLES = 16384,
    USUAL_PARTICLES = 262144,
    SOFTWARE_SPLATS = 131072,
    USUAL_SPLATS = 1048576
};

static const char* const scene_names[] = {"smoke", "beads", "cloud", "splats"};

// ---- scene and view

static uint32_t usual_count(const struct app* app)
{
    if (load_held(app) > 0)
        return load_held(app);
    if (app->kind == PARTICLES_SPLATS)
        return app->host.limits.is_software ? SOFTWARE_SPLATS : USUAL_SPLATS;
    return app->host.limits.is_software ? SOFTWARE_PARTICLES : USUAL_PARTICLES;
}

static uint32_t most_of(enum particle_kind kind)
{
    return kind == PARTICLES_SPLATS ? MOST_SPLATS : MOST_PARTICLES;
}

static bool limit_count(struct app* app, char* message)
{
    struct sort_settings* s = &app->settings;
    const uint32_t most = app->view->max_count, held = load_held(app);
    const uint32_t there = held > 0 ? held : most_of(app->kind);
    if (s->count > there) {
        if (app->options.sort.count == s->count && app->shell.frames == 0)
            return program_fail(message, "--count %u is more than the %u %s of %s",
                                (unsigned)s->count, (unsigned)there, load_parts(app),
                                held > 0 ? load_name(app) : scene_names[app->kind]);

        s->count = there;
    }
    if (most > 0 && s->count > most)
        s->count = most;
    return true;
}

// A renderer on the CPU draws smoke, which is soft, with fewer pixels where it must move.
static float quality_of(const struct app* app)
{
    const bool moves = !app->shell.headless || app->options.program.frames > 1;
    if (!app->host.limits.is_software || !moves)
        return 1.0f;
    return app->kind == PARTICLES_SMOKE ? 0.35f : 0.7f;
}

// Where a scene looks best from, unless the user says where.
static void aim(const struct app* app, struct scene_look* look)
{
    const bool is_cloud = app->kind == PARTICLES_CLOUD && app->is_pond;
    const bool is_made = app->kind == PARTICLES_SPLATS && load_held(app) == 0;
    if (is_cloud || is_made) { // from low over the near bank of the pond
        look->yaw = isnan(look->yaw) ? 160.0f : look->yaw;
        look->pitch = isnan(look->pitch) ? 22.0f : look->pitch;
        look->zoom *= is_cloud ? 2.1f : 1.6f;
    }
    if (is_cloud)
        look->opacity_scale *= 0.85f;
}

// Has the scene made of as many points or splats as are wanted, all or copies of some;
// false if there is no memory.
static bool thin(const struct app* app, struct scene_desc* desc, struct cloud* points,
                 struct splats* splats)
{
    const uint32_t count = app->settings.count;
    const bool is_all = app->splats.count == count;
    desc->cloud = points;
    desc->splats = is_all ? &app->splats : splats;
    switch (app->kind) {
    case PARTICLES_CLOUD: return cloud_copy(points, &app->cloud, count);
    case PARTICLES_SPLATS: return is_all || splats_copy(splats, &app->splats, count);
    default: return true;
    }
}

static bool create_scene(struct app* app, char* message)
{
    const struct options* o = &app->options;
    struct cloud points = {0};
    struct splats splats = {0};
    struct scene_desc desc = {
        .kind = app->kind,
        .seed = o->seed,
        .count = app->settings.count,
        .quality = quality_of(app),
        .look = {o->yaw, o->pitch, o->zoom, o->splat, o->opacity},
    };
    aim(app, &desc.look);
    if (!thin(app, &desc, &points, &splats))
        return program_fail(message, "there is no memory for %u of its %s",
                            (unsigned)app->settings.count, load_parts(app));

    struct scene* scene = scene_create(&desc, message);
    cloud_free(&points);
    splats_free(&splats);
    if (!scene)
        return false;
    scene_destroy(app->host.scene);
    app->host.scene = scene;
    return true;
}

static bool make(struct app* app, char* message)
{
    if (!load_open(app, message))
        return false;
    bool new_kind = app->kind != app->applied_kind;
    if (app->settings.count == 0 || (new_kind && app->host.scene))
        app->settings.count = usual_count(app);
    if (!limit_count(app, message) || !load_finish(app, message))
        return false;
    if (!app->host.scene || new_kind || app->settings.count != app->applied.count) {
        if (!create_scene(app, message))
            return false;
    } else {
        scene_touch(app->host.scene);
    }
    app->applied_kind = app->kind;
    return true;
}

static void destroy_view(struct app* app)
{
    if (app->view_state)
        app->view->destroy(app->view_state);
    free(app->view_state);
}

static bool show(struct app* app, const struct view* view, char* message)
{
    if (app->view_state && app->view == view) {
        if (!view->restart)
            return true;
        return view->restart(app->view_state, message);
    }
    void* made = calloc(1, view->bytes);
    if (!made)
        return view_no_memory(message);
    if (!view->create(made, &app->host, message)) {
        view->destroy(made);
        free(made);
        return false;
    }
    destroy_view(app);
    app->view = view;
    app->view_state = made;
    return true;
}

// Makes scene and view fit the settings.
static bool apply(struct app* app, char* message)
{
    const struct view* shown = app->view;
    app->view = app->wanted_view; // whose limit counts
    bool ok = make(app, message);
    app->view = shown;
    ok = ok && show(app, app->wanted_view, message);
    if (ok)
        app->applied = app->settings;
    return ok;
}

static bool is_changed(const struct app* app)
{
    const struct sort_settings *a = &app->settings, *b = &app->applied;
    return a->tuning.algorithm != b->tuning.algorithm || a->backend != b->backend ||
           a->order != b->order || a->count != b->count ||
           (a->every > 1) != (b->every > 1) || app->kind != app->applied_kind ||
           app->view != app->wanted_view;
}

void app_notice(void* state, const char* text, float seconds)
{
    shell_notice(&((struct app*)state)->shell, text, seconds);
}

// A choice that cannot be had is taken back, and said to be impossible.
static bool follow_settings(struct app* app, char* message)
{
    enum particle_kind kind = app->applied_kind;
    const struct view* view = app->view;
    if (!is_changed(app))
        return true;
    if (apply(app, message))
        return true;
    if (app->shell.headless)
        return false;
    app_notice(app, message, 6.0f);
    app->settings = app->applied;
    app->kind = kind;
    app->wanted_view = view;
    return apply(app, message);
}

// ---- life

bool app_create(void* state, glsort_get_proc get_proc, void* user, bool headless,
                char* message)
{
    struct app* app = state;
    const struct options* options = &app->options;
    *app = (struct app){
        .options = *options,
        .settings = options->sort,
        .kind = options->scene,
        .applied_kind = options->scene,
        .view = options->view,
        .wanted_view = options->view,
        .line = app->line,
        .shell = shell_of(&options->program, headless, 316.0f),
    };
    app->host.settings = &app->settings;
    app->host.line = app->line;
    app->host.headless = headless;
    app->host.is_still = program_is_still(&options->program);
    app->host.options = &app->options;
    app->host.sorter = shell_sorter(get_proc, user, options->program.debug, message);
    if (!app->host.sorter)
        return false;
    glsort_context_limits(app->host.sorter, &app->host.limits);
    return apply(app, message);
}

void app_destroy(void* state)
{
    struct app* app = state;
    destroy_view(app);
    scene_destroy(app->host.scene);
    glsort_context_destroy(app->host.sorter);
    cloud_free(&app->cloud);
    splats_free(&app->splats);
    *app = (struct app){0};
}

void app_describe_scene(const struct app* app, char* text, size_t bytes)
{
    const char* name = load_name(app);
    snprintf(text, bytes, "%s", name ? name : scene_names[app->kind]);
}

// ---- the panel

static void pick_view(struct app* app)
{
    for (int i = 0; i < view_count; ++i) {
        if (i > 0 && i % 3 != 0)
            ui_same_line();
        if (ui_tab(views[i]->title, views[i] == app->wanted_view))
            app->wanted_view = views[i];
    }
}

enum { MOST_ALGORITHMS = 16 };

static void pick_sort(struct sort_settings* s)
{
    const char* algorithms[MOST_ALGORITHMS];
    int algorithm_count = 0;
    static const char* const backends[] = {"auto", "compute", "fragment"};
    static const char* const orders[] = {"near first", "far first"};
    int algorithm = (int)s->tuning.algorithm, backend = (int)s->backend,
        order = (int)s->order;
    int every = (int)s->every;
    for (uint32_t a = 0; a < glsort_algorithm_count() && a < MOST_ALGORITHMS; ++a)
        algorithms[algorithm_count++] = glsort_algorithm_name((glsort_algorithm)a);
    if (ui_combo("algorithm", &algorithm, algorithms, algorithm_count))
        s->tuning.algorithm = (glsort_algorithm)algorithm;
    if (ui_combo("backend", &backend, backends, 3))
        s->backend = (glsort_backend)backend;
    if (ui_combo("order", &order, orders, 2))
        s->order = (glsort_direction)order;
    if (ui_slider_words("sort every", &every, 1, 60, every > 1 ? "%d frames" : "frame"))
        s->every = (uint32_t)every;
}

static void draw_panel(struct app* app, const struct view_frame* frame)
{
    int kind = (int)app->kind;
    uint32_t most = app->view->max_count ? app->view->max_count : most_of(app->kind);
    if (!shell_panel_begin(&app->shell, frame))
        return;
    pick_view(app);
    ui_heading("Particles");
    if (ui_combo("scene", &kind, scene_names, 4))
        app->kind = (enum particle_kind)kind;
    ui_slider_power("count", &app->settings.count, LEAST_PARTICLES, most);
    ui_heading("Sort");
    pick_sort(&app->settings);
    if (app->view->panel)
        app->view->panel(app->view_state);
    shell_panel_end(&app->shell);
}

// ---- a frame

// The scene extends under the panel; drawings in two dimensions must not.
struct view_frame app_last_frame(const struct app* app, uint32_t frame, int width,
                                 int height, float scale)
{
    struct view_frame last = shell_frame(&app->shell, frame, width, height, scale);
    last.time = app->time;
    return last;
}

bool app_frame(void* state, const struct ui_input* input, uint32_t frame, int width,
               int height, float scale, float step, char* message)
{
    struct app* app = state;
    if (!follow_settings(app, message))
        return false;
    bool moves = !app->shell.paused && !app->view->freezes && app->shell.frames > 0;
    if (moves)
        scene_step(app->host.scene, fminf(step, 0.05f));
    app->time += (double)step;
    struct view_frame shown = app_last_frame(app, frame, width, height, scale);
    shell_begin(&app->shell, &shown, input, step);
    draw_panel(app, &shown);
    bool ok = app->view->draw(app->view_state, &shown, message);
    return shell_end(&app->shell, &shown, step, ok, message);
}

void app_key(void* state, int key)
{
    struct app* app = state;
    if (key >= '1' && key < '1' + view_count) {
        app->wanted_view = views[key - '1'];
    } else if (key == '\t') {
        app->shell.shows_panel = !app->shell.shows_panel;
    } else if (key == ' ' && !app->view->freezes) {
        app->shell.paused = !app->shell.paused;
    } else if (key == 'r' && app->view == &scene_view) {
        scene_reset_camera(app->host.scene);
    } else if (app->view->key) {
        app->view->key(app->view_state, key);
    }
}
