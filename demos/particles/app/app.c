// SPDX-License-Identifier: MIT
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gfx.h"
#include "labels.h"
#include "ply.h"
#include "scene.h"

enum { SOFTWARE_PARTICLES = 16384, USUAL_PARTICLES = 262144, KNOT_POINTS = 65536 };

static const char default_ply[] = "/usr/share/assimp/models/PLY/pond.0.ply";
static const float panel_width = 316.0f;
static const char* const scene_names[] = {"smoke", "beads", "cloud"};

// ---- the cloud

static bool exists(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static bool read_cloud(struct app* app, const char* path, char* message)
{
    const char* slash = strrchr(path, '/');
    struct ply_result result = ply_read(path, &app->cloud);
    if (!result.ok) {
        snprintf(message, VIEW_MESSAGE_BYTES, "%s: %s", path, result.sentence);
        return false;
    }
    int used =
        snprintf(app->cloud_name, sizeof app->cloud_name, "%s", slash ? slash + 1 : path);
    if (result.damaged > 0 && used > 0 && (size_t)used < sizeof app->cloud_name)
        snprintf(app->cloud_name + used, sizeof app->cloud_name - (size_t)used,
                 " (the file is damaged: %u of its %u points left out)",
                 (unsigned)result.damaged, (unsigned)result.listed);
    if (app->cloud.count < LEAST_PARTICLES) {
        snprintf(message, VIEW_MESSAGE_BYTES,
                 "%s: it holds %u points; at least %d are "
                 "needed",
                 path, (unsigned)app->cloud.count, LEAST_PARTICLES);
        return false;
    }
    return true;
}

static bool load_cloud(struct app* app, char* message)
{
    const char* ply = app->options.ply;
    const char* path = ply ? ply : exists(default_ply) ? default_ply : NULL;
    if (app->cloud.count > 0)
        return true;
    if (path) {
        if (!read_cloud(app, path, message))
            return false;
    } else if (!cloud_generate(&app->cloud, KNOT_POINTS)) {
        snprintf(message, VIEW_MESSAGE_BYTES, "there is no memory for the cloud");
        return false;
    } else {
        snprintf(app->cloud_name, sizeof app->cloud_name, "a generated knot");
    }
    app->is_pond = path && !ply;
    cloud_complete(&app->cloud, app->is_pond ? 4.5f : 1.0f);
    cloud_stand(&app->cloud);
    if (app->cloud.count > MOST_PARTICLES)
        cloud_thin(&app->cloud, MOST_PARTICLES);
    return true;
}

// ---- scene and view

static uint32_t usual_count(const struct app* app)
{
    if (app->kind == PARTICLES_CLOUD)
        return app->cloud.count;
    return app->host.limits.is_software ? SOFTWARE_PARTICLES : USUAL_PARTICLES;
}

static bool limit_count(struct app* app, char* message)
{
    struct sort_settings* s = &app->settings;
    const uint32_t most = app->view->max_count;
    if (app->kind == PARTICLES_CLOUD && s->count > app->cloud.count) {
        if (app->options.sort.count == s->count && app->frames == 0) {
            snprintf(message, VIEW_MESSAGE_BYTES,
                     "--count %u is more than the %u points of %s", (unsigned)s->count,
                     (unsigned)app->cloud.count, app->cloud_name);
            return false;
        }
        s->count = app->cloud.count;
    }
    if (most > 0 && s->count > most)
        s->count = most;
    return true;
}

// A renderer on the CPU draws smoke, which is soft, with fewer pixels where it must move.
static float quality_of(const struct app* app)
{
    const bool moves = !app->headless || app->options.program.frames > 1;
    if (!app->host.limits.is_software || !moves)
        return 1.0f;
    return app->kind == PARTICLES_SMOKE ? 0.35f : 0.7f;
}

static bool create_scene(struct app* app, char* message)
{
    const struct options* o = &app->options;
    struct cloud thinned = {0};
    struct scene_desc desc = {
        .kind = app->kind,
        .seed = o->seed,
        .settings = &app->settings,
        .quality = quality_of(app),
        .cloud = &thinned,
        .look = {o->yaw, o->pitch, o->zoom, o->splat, o->opacity},
    };
    if (app->kind == PARTICLES_CLOUD && app->is_pond) {
        // Best seen from low over its near bank.
        desc.look.yaw = isnan(o->yaw) ? 160.0f : o->yaw;
        desc.look.pitch = isnan(o->pitch) ? 22.0f : o->pitch;
        desc.look.zoom *= 2.1f;
        desc.look.opacity_scale *= 0.85f;
    }
    if (app->kind == PARTICLES_CLOUD &&
        !cloud_copy(&thinned, &app->cloud, app->settings.count)) {
        snprintf(message, VIEW_MESSAGE_BYTES, "there is no memory for the cloud");
        return false;
    }
    struct scene* scene = scene_create(&desc, message, VIEW_MESSAGE_BYTES);
    cloud_free(&thinned);
    if (!scene)
        return false;
    scene_destroy(app->host.scene);
    app->host.scene = scene;
    return true;
}

static bool make(struct app* app, char* message)
{
    if (app->kind == PARTICLES_CLOUD && !load_cloud(app, message))
        return false;
    bool new_kind = app->kind != app->applied_kind;
    if (app->settings.count == 0 || (new_kind && app->host.scene))
        app->settings.count = usual_count(app);
    if (!limit_count(app, message))
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

static bool show(struct app* app, const struct view* view, char* message)
{
    if (app->view_state && app->view == view) {
        if (!view->restart)
            return true;
        return view->restart(app->view_state, message);
    }
    void* made = view->create(&app->host, message);
    if (!made)
        return false;
    if (app->view_state)
        app->view->destroy(app->view_state);
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
    return a->algorithm != b->algorithm || a->backend != b->backend ||
           a->order != b->order || a->key != b->key || a->key_bits != b->key_bits ||
           a->count != b->count || (a->every > 1) != (b->every > 1) ||
           (a->passes_per_frame > 0) != (b->passes_per_frame > 0) ||
           app->kind != app->applied_kind || app->view != app->wanted_view;
}

void app_notice(struct app* app, const char* text, float seconds)
{
    snprintf(app->notice, sizeof app->notice, "%s", text ? text : "");
    app->notice_left = seconds;
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
    if (app->headless)
        return false;
    app_notice(app, message, 6.0f);
    app->settings = app->applied;
    app->kind = kind;
    app->wanted_view = view;
    return apply(app, message);
}

// ---- life

static bool create_sorter(struct app* app, glsort_get_proc get_proc, void* user,
                          char* message)
{
    glsort_context_desc desc = {
        .get_proc = get_proc,
        .get_proc_user = user,
        .message = message,
        .message_bytes = VIEW_MESSAGE_BYTES,
        .flags = app->options.program.debug ? GLSORT_CONTEXT_DEBUG : 0,
    };
    if (glsort_context_create(&desc, &app->host.sorter) != GLSORT_OK)
        return false;
    glsort_context_limits(app->host.sorter, &app->host.limits);
    return true;
}

bool app_create(struct app* app, const struct options* options, glsort_get_proc get_proc,
                void* user, bool headless, char* message)
{
    *app = (struct app){
        .options = *options,
        .settings = options->sort,
        .kind = options->scene,
        .applied_kind = options->scene,
        .view = options->view,
        .wanted_view = options->view,
        .headless = headless,
        .shows_panel = !headless || options->program.panel,
        .smooth_step = 1.0f / 60.0f,
    };
    app->host.settings = &app->settings;
    app->host.headless = headless;
    app->host.plain = options->program.plain;
    app->host.seed = options->seed;
    app->host.split = options->split;
    app->host.start_pass = (int)options->start_pass;
    app->host.rivals = app->options.rivals;
    app->host.rival_count = options->rival_count;
    app->host.form = options->form;
    return create_sorter(app, get_proc, user, message) && apply(app, message);
}

void app_destroy(struct app* app)
{
    if (app->view_state)
        app->view->destroy(app->view_state);
    scene_destroy(app->host.scene);
    glsort_context_destroy(app->host.sorter);
    cloud_free(&app->cloud);
    *app = (struct app){0};
}

void app_describe_scene(const struct app* app, char* text, size_t bytes)
{
    snprintf(text, bytes, "%s",
             app->kind == PARTICLES_CLOUD ? app->cloud_name : scene_names[app->kind]);
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
    static const char* const keys[] = {"f32", "8 bits", "16 bits", "24 bits", "32 bits"};
    int algorithm = (int)s->algorithm, backend = (int)s->backend, order = (int)s->order;
    int key = s->key == GLSORT_KEY_U32 ? (int)s->key_bits / 8 : 0;
    int every = (int)s->every, passes = (int)s->passes_per_frame;
    for (uint32_t a = 0; a < glsort_algorithm_count() && a < MOST_ALGORITHMS; ++a)
        algorithms[algorithm_count++] = glsort_algorithm_name((glsort_algorithm)a);
    if (ui_combo("algorithm", &algorithm, algorithms, algorithm_count))
        s->algorithm = (glsort_algorithm)algorithm;
    if (ui_combo("backend", &backend, backends, 3))
        s->backend = (glsort_backend)backend;
    if (ui_combo("order", &order, orders, 2))
        s->order = (glsort_direction)order;
    if (ui_combo("key", &key, keys, 5)) {
        s->key = key > 0 ? GLSORT_KEY_U32 : GLSORT_KEY_F32;
        s->key_bits = key > 0 ? 8u * (uint32_t)key : 32u;
    }
    if (ui_slider_words("sort every", &every, 1, 60, every > 1 ? "%d frames" : "frame"))
        s->every = (uint32_t)every;
    if (ui_slider_words("passes a frame", &passes, 0, 32, passes > 0 ? "%d" : "all"))
        s->passes_per_frame = (uint32_t)passes;
}

static void draw_panel(struct app* app, const struct view_frame* frame)
{
    const float s = frame->scale, width = panel_width * s;
    int kind = (int)app->kind;
    uint32_t most = app->view->max_count ? app->view->max_count : MOST_PARTICLES;
    ui_panel_begin("controls", (float)frame->width - width - 12.0f * s, 12.0f * s, width,
                   (float)frame->height - 24.0f * s);
    pick_view(app);
    ui_heading("Particles");
    if (ui_combo("scene", &kind, scene_names, 3))
        app->kind = (enum particle_kind)kind;
    ui_slider_power("count", &app->settings.count, LEAST_PARTICLES, most);
    ui_heading("Sort");
    pick_sort(&app->settings);
    if (app->view->panel)
        app->view->panel(app->view_state);
    if (!app->headless) {
        ui_heading("Frame");
        ui_value("time", "%.1f ms", 1000.0 * (double)app->smooth_step);
        if (ui_button(app->paused ? "resume" : "pause"))
            app->paused = !app->paused;
    }
    ui_panel_end();
}

static void draw_notice(struct app* app, const struct view_frame* frame, float step)
{
    if (app->notice_left <= 0.0f)
        return;
    app->notice_left -= step;
    label_notice(&frame->area, frame->scale, app->notice);
}

// ---- a frame

struct view_frame app_last_frame(const struct app* app, uint32_t frame, int width,
                                 int height, float scale)
{
    float right = app->shows_panel ? (panel_width + 24.0f) * scale : 0.0f;
    // A small window belongs to the view.
    if (right > 0.6f * (float)width)
        right = 0.0f;
    // The scene lies under the panel; what is drawn in the plane must not.
    struct view_frame f = {
        .frame = frame,
        .width = width,
        .height = height,
        .scale = scale,
        .area = {0.0f, 0.0f, (float)width - right, (float)height},
        .time = app->time,
        .number = app->frames,
    };
    return f;
}

static void clear(const struct view_frame* frame)
{
    const ui_color c = ui_tone(UI_BACKGROUND);
    gfx_bind(frame->frame, frame->width, frame->height);
    glClearColor((float)(c & 255u) / 255.0f, (float)(c >> 8 & 255u) / 255.0f,
                 (float)(c >> 16 & 255u) / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

bool app_frame(struct app* app, const struct ui_input* input, uint32_t frame, int width,
               int height, float scale, float step, char* message)
{
    if (!follow_settings(app, message))
        return false;
    bool moves = !app->paused && !app->view->freezes && app->frames > 0;
    if (moves)
        scene_step(app->host.scene, fminf(step, 0.05f));
    app->time += (double)step;
    app->smooth_step += 0.1f * (step - app->smooth_step);
    struct view_frame shown = app_last_frame(app, frame, width, height, scale);
    shown.step = app->paused ? 0.0f : step;
    clear(&shown);
    ui_begin(width, height, scale, step, input);
    shown.mouse = mouse_follow(&app->trail, input, ui_wants_mouse());
    if (app->shows_panel && shown.area.width < (float)width)
        draw_panel(app, &shown);
    bool ok = app->view->draw(app->view_state, &shown, message);
    if (!ok && !app->headless)
        app_notice(app, message, 6.0f);
    draw_notice(app, &shown, step);
    gfx_bind(frame, width, height);
    ui_end();
    app->frames++;
    return ok || !app->headless;
}

void app_key(struct app* app, int key)
{
    if (key >= '1' && key < '1' + view_count) {
        app->wanted_view = views[key - '1'];
    } else if (key == '\t') {
        app->shows_panel = !app->shows_panel;
    } else if (key == ' ' && !app->view->freezes) {
        app->paused = !app->paused;
    } else if (key == 'r' && app->view == &scene_view) {
        scene_reset_camera(app->host.scene);
    } else if (app->view->key) {
        app->view->key(app->view_state, key);
    }
}
