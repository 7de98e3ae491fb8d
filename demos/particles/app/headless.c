// SPDX-License-Identifier: MIT
#include "headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "capture.h"
#include "gfx.h"
#include "offscreen.h"
#include "printable.h"
#include "scene_view.h"

enum { FILM_FRAMES = 120, TIMED_FRAMES = 60, LEAST_TIMED = 2, WARM_FRAMES = 5 };

static const char default_out[] = "glsort-particles.png";

// What a run holds; zero is nothing.
struct run {
    const struct options* options;
    struct offscreen* offscreen;
    struct app app;
    struct gfx_target target;
    struct capture capture;
    bool is_capturing;
    uint8_t* pixels;
    float scale;
};

static bool fail(char* message, const char* text)
{
    snprintf(message, VIEW_MESSAGE_BYTES, "%s", text);
    return false;
}

static bool open_context(struct run* run, char* message)
{
    const struct options* o = run->options;
    const enum offscreen_api apis[] = {OFFSCREEN_GL43, OFFSCREEN_GL33};
    for (int i = o->gl == 33; i < 2 && !run->offscreen; ++i) {
        struct offscreen_desc desc = {
            .api = apis[i], .device = o->device, .debug = o->debug};
        run->offscreen = offscreen_create(&desc, message, VIEW_MESSAGE_BYTES);
        if (o->gl == 43)
            break;
    }
    if (!run->offscreen) {
        size_t used = strlen(message);
        snprintf(message + used, VIEW_MESSAGE_BYTES - used,
                 "; Mesa renders without a GPU: install libegl1 and libgl1-mesa-dri, and "
                 "try --device cpu");
        return false;
    }
    if (!offscreen_make_current(run->offscreen))
        return fail(message, "the GL context cannot be made current; try --device cpu");
    return gfx_load(offscreen_get_proc, run->offscreen, message, VIEW_MESSAGE_BYTES) &&
           ui_create(DEMO_FONT, message, VIEW_MESSAGE_BYTES);
}

static bool open_picture(struct run* run, char* message)
{
    const struct options* o = run->options;
    run->pixels = malloc((size_t)o->width * (size_t)o->height * 4);
    if (!run->pixels)
        return fail(message, "there is no memory for so large a picture; lower --size");
    if (!gfx_target_create(&run->target, o->width, o->height, GFX_RGBA8))
        return fail(message, "this device cannot draw pictures that large; lower --size");
    // There is no other frame off screen, and GL wants one even where nothing is drawn.
    gfx_bind(run->target.frame, o->width, o->height);
    // Layout follows the smaller side, so that nothing falls off a narrow picture.
    float by_height = (float)o->height / 720.0f, by_width = (float)o->width / 1280.0f;
    run->scale = by_height < by_width ? by_height : by_width;
    return true;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static bool draw_frame(struct run* run, char* message)
{
    const struct ui_input nothing = {.x = -1e6f, .y = -1e6f};
    const float step = 1.0f / (float)run->options->per_second;
    return app_frame(&run->app, &nothing, run->target.frame, run->target.width,
                     run->target.height, run->scale, step, message);
}

static bool draw_frames(struct run* run, uint32_t count, char* message)
{
    const bool film = run->capture.kind != CAPTURE_PICTURE;
    const bool saves = !film && run->options->view->save;
    for (uint32_t i = 0; i < count; ++i) {
        if (!draw_frame(run, message))
            return false;
        if (saves || (!film && i + 1 < count))
            continue;
        gfx_read_pixels(run->target.width, run->target.height, run->pixels);
        if (!capture_frame(&run->capture, run->pixels, message, VIEW_MESSAGE_BYTES))
            return false;
    }
    return !saves ||
           run->options->view->save(run->app.view_state, run->capture.path, message);
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Draws a frame, waits for it and adds its times to the sums.
static bool time_frame(struct run* run, double* frame_ms, double sums[2], char* message)
{
    const double start = now_ms();
    if (!draw_frame(run, message))
        return false;
    glFinish();
    *frame_ms = now_ms() - start;
    if (run->app.view == &scene_view) {
        sums[0] += scene_view_sort_ms(run->app.view_state);
        sums[1] += scene_view_draw_ms(run->app.view_state);
    }
    return true;
}

// Frame times with nothing written; the first frames compile and are not counted. Fewer
// are timed where they take long.
static bool time_frames(struct run* run, char* message)
{
    const double start = now_ms(), patience_ms = 20e3;
    double frames[TIMED_FRAMES], sums[2] = {0.0, 0.0};
    int timed = 0, warm = 0;
    while (timed < TIMED_FRAMES &&
           (timed < LEAST_TIMED || now_ms() - start < patience_ms)) {
        double unused[2] = {0.0, 0.0};
        const bool warms = warm == 0 || (warm < WARM_FRAMES && timed == 0 &&
                                         now_ms() - start < 0.25 * patience_ms);
        if (!time_frame(run, &frames[timed], warms ? unused : sums, message))
            return false;
        *(warms ? &warm : &timed) += 1;
    }
    qsort(frames, (size_t)timed, sizeof *frames, compare_doubles);
    printf("frame      %.2f ms, median of %d, from %.2f to %.2f; %u %s, %d x %d\n",
           frames[timed / 2], timed, frames[0], frames[timed - 1],
           (unsigned)run->app.settings.count, particles_word(run->app.kind),
           run->target.width, run->target.height);
    if (run->app.view == &scene_view)
        printf("of it      %.3f ms ordering and %.3f ms drawing the sorted side, by GPU "
               "time stamps, on average\n",
               sums[0] / timed, sums[1] / timed);
    return true;
}

static void describe(const struct run* run)
{
    char scene[400];
    app_describe_scene(&run->app, scene, sizeof scene);
    fputs("scene      ", stdout);
    print_masked(stdout, scene);
    printf(", %u %s\n", (unsigned)run->app.settings.count, particles_word(run->app.kind));
    printf("device     %s, GL %s\n", (const char*)glGetString(GL_RENDERER),
           (const char*)glGetString(GL_VERSION));
}

static bool check(struct run* run, char* message)
{
    struct scene_report r;
    struct view_frame frame = app_last_frame(
        &run->app, run->target.frame, run->target.width, run->target.height, run->scale);
    if (run->app.view != &scene_view)
        return fail(message, "--check is about the scene view; leave --view out");
    if (!scene_view_check(run->app.view_state, &frame, &r, message))
        return false;
    const uint32_t count = run->app.settings.count;
    const double pairs = count - 1, drawn = r.order.drawn > 1 ? r.order.drawn - 1 : 1;
    printf("sort       %s on %s, %u passes, %.0f bytes moved a particle\n",
           glsort_algorithm_name(r.info.algorithm), backend_name(r.info.backend),
           (unsigned)r.info.pass_count, r.info.bytes_per_element);
    printf("order      neighbours out of order: %.2f %% unsorted, %.2f %% sorted\n",
           100.0 * r.order.before / pairs, 100.0 * r.order.after / drawn);
    printf("view       %u of %u %s drawn\n", (unsigned)r.order.drawn, (unsigned)count,
           particles_word(run->app.kind));
    printf("check      %u places differ from a stable sort on the CPU; its picture "
           "differs by at most %d of 255\n",
           (unsigned)r.order.wrong, r.largest);
    printf("wrongness  unsorted, the picture differs by %.2f of 255 on average; %.1f %% "
           "of its pixels by more than 16\n",
           r.unsorted_mean, 100.0 * r.unsorted_share);
    if (r.order.wrong == 0 && r.order.after == 0 && r.largest == 0)
        return true;
    return fail(message, "the sorted order is wrong");
}

static bool work(struct run* run, char* message)
{
    const struct options* o = run->options;
    const char* out = o->out ? o->out : default_out;
    uint32_t count = o->frames;
    if (count == 0)
        count = capture_kind_of(out) == CAPTURE_PICTURE ? 1 : FILM_FRAMES;
    if (!capture_open(&run->capture, out, o->width, o->height, o->per_second, message,
                      VIEW_MESSAGE_BYTES))
        return false;
    run->is_capturing = true;
    if (!open_context(run, message) || !open_picture(run, message) ||
        !app_create(&run->app, o, offscreen_get_proc, run->offscreen, true, message))
        return false;
    describe(run);
    if (!draw_frames(run, count, message) || (o->check && !check(run, message)) ||
        (o->timing && !time_frames(run, message)))
        return false;
    if (gfx_fault_count() == 0)
        return true;
    snprintf(message, VIEW_MESSAGE_BYTES, "the driver had %u messages, the first: %.300s",
             (unsigned)gfx_fault_count(), gfx_first_fault());
    return false;
}

bool headless_run(const struct options* options, char* message)
{
    struct run run = {.options = options};
    bool ok = work(&run, message);
    if (run.is_capturing)
        ok = capture_close(&run.capture, ok, message, VIEW_MESSAGE_BYTES) && ok;
    if (ok) {
        fputs("picture    ", stdout);
        print_masked(stdout, run.capture.path);
        fputc('\n', stdout);
    }
    app_destroy(&run.app);
    if (run.target.frame)
        gfx_target_destroy(&run.target);
    ui_destroy();
    offscreen_destroy(run.offscreen);
    free(run.pixels);
    return ok;
}
