// SPDX-License-Identifier: MIT
#include "headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "printable.h"

enum { FILM_FRAMES = 120 };

static bool open_context(struct headless* run, char* message)
{
    const struct program_options* o = run->options;
    const enum offscreen_api apis[] = {OFFSCREEN_GL43, OFFSCREEN_GL33};
    for (int i = o->gl == 33; i < 2 && !run->offscreen; ++i) {
        struct offscreen_desc desc = {
            .api = apis[i], .device = o->device, .debug = o->debug};
        run->offscreen = offscreen_create(&desc, message, PROGRAM_MESSAGE_BYTES);
        if (o->gl == 43)
            break;
    }
    if (!run->offscreen) {
        size_t used = strlen(message);
        snprintf(message + used, PROGRAM_MESSAGE_BYTES - used,
                 "; Mesa renders without a GPU: install libegl1 and libgl1-mesa-dri, and "
                 "try --device cpu");
        return false;
    }
    if (!offscreen_make_current(run->offscreen))
        return program_fail(message,
                            "the GL context cannot be made current; try --device cpu");
    return gfx_load(message) && ui_create(DEMO_FONT, message);
}

static bool open_picture(struct headless* run, char* message)
{
    const struct program_options* o = run->options;
    run->pixels = malloc((size_t)o->width * (size_t)o->height * 4);
    if (!run->pixels)
        return program_fail(message,
                            "there is no memory for so large a picture; lower --size");
    if (!gfx_target_fit(&run->target, o->width, o->height, GFX_RGBA8, message))
        return false;
    // There is no other frame off screen, and GL wants one even where nothing is drawn.
    gfx_bind(run->target.frame, o->width, o->height);
    // Layout follows the smaller side, so that nothing falls off a narrow picture.
    float by_height = (float)o->height / 720.0f, by_width = (float)o->width / 1280.0f;
    run->scale = by_height < by_width ? by_height : by_width;
    return true;
}

bool headless_open(struct headless* run, const struct program* program,
                   const struct program_options* options, char* message)
{
    const struct program_options* o = options;
    *run = (struct headless){.program = program, .options = options};
    progress_line_start(&run->line, false);
    progress_line_stage(&run->line, "opening a GL context", 0, 0);
    run->is_capturing = capture_open(&run->capture, o->out ? o->out : program->picture,
                                     o->width, o->height, o->per_second, message);
    run->is_created =
        run->is_capturing && open_context(run, message) && open_picture(run, message);
    const bool ok = run->is_created && program->create(program->state, offscreen_get_proc,
                                                       run->offscreen, true, message);
    progress_line_end(&run->line);
    return ok;
}

double headless_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

double headless_median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

void headless_print_device(void)
{
    printf("device     %s, GL %s\n", (const char*)glGetString(GL_RENDERER),
           (const char*)glGetString(GL_VERSION));
}

bool headless_frame(struct headless* run, char* message)
{
    const struct ui_input nothing = {.x = -1e6f, .y = -1e6f};
    const struct gfx_target* target = &run->target;
    return run->program->frame(run->program->state, &nothing, target->frame,
                               target->width, target->height, run->scale,
                               1.0f / (float)run->options->per_second, message);
}

bool headless_draw(struct headless* run, char* message)
{
    const bool film = run->capture.kind != CAPTURE_PICTURE;
    uint32_t count = run->options->frames;
    if (count == 0)
        count = film ? FILM_FRAMES : 1;
    for (uint32_t i = 0; i < count; ++i) {
        progress_line_stage(&run->line, "drawing frame", i, count);
        if (!headless_frame(run, message))
            return false;
        if (!film && i + 1 < count)
            continue;
        gfx_read_pixels(run->target.width, run->target.height, run->pixels);
        if (!capture_frame(&run->capture, run->pixels, message))
            return false;
    }
    progress_line_end(&run->line);
    return true;
}

// ---- times

enum { TIMED_FRAMES = 60, LEAST_TIMED = 2, WARM_FRAMES = 5 };

// Draws a frame and waits for it.
static bool time_frame(struct headless* run, double* ms, char* message)
{
    const double start = headless_now_ms();
    if (!headless_frame(run, message))
        return false;
    glFinish();
    *ms = headless_now_ms() - start;
    return true;
}

bool headless_time_frames(struct headless* run, struct frame_times* times,
                          void (*seen)(void* user), void* user, char* message)
{
    const double start = headless_now_ms(), patience_ms = 20e3;
    const int wanted = run->options->frames ? (int)run->options->frames : TIMED_FRAMES;
    double* all = malloc((size_t)wanted * sizeof *all);
    int timed = 0, warm = 0;
    bool ok = all || program_fail(message, "there is no memory for times");
    while (ok && timed < wanted &&
           (timed < LEAST_TIMED || headless_now_ms() - start < patience_ms)) {
        const bool warms = warm == 0 || (warm < WARM_FRAMES && timed == 0 &&
                                         headless_now_ms() - start < 0.25 * patience_ms);
        progress_line_stage(&run->line, "timing frames", (uint64_t)timed,
                            (uint64_t)wanted);
        ok = time_frame(run, &all[timed], message);
        if (ok && !warms && seen)
            seen(user);
        *(warms ? &warm : &timed) += 1;
    }
    progress_line_end(&run->line);
    if (ok) {
        times->count = timed;
        times->median = headless_median(all, timed);
        times->least = all[0];
        times->most = all[timed - 1];
    }
    free(all);
    return ok;
}

static bool is_free_of_faults(char* message)
{
    if (gfx_fault_count() > 0)
        program_fail(message, "the driver had %u messages, the first: %.300s",
                     (unsigned)gfx_fault_count(), gfx_first_fault());
    return gfx_fault_count() == 0;
}

bool headless_close(struct headless* run, bool ok, char* message)
{
    progress_line_end(&run->line);
    ok = ok && is_free_of_faults(message);
    if (run->is_capturing)
        ok = capture_close(&run->capture, ok, message) && ok;
    if (ok) {
        fputs("picture    ", stdout);
        print_masked(stdout, run->capture.path);
        fputc('\n', stdout);
    }
    if (run->is_created)
        run->program->destroy(run->program->state);
    if (run->target.frame) // or GL is not loaded
        gfx_target_destroy(&run->target);
    ui_destroy();
    offscreen_destroy(run->offscreen);
    free(run->pixels);
    return ok;
}
