// SPDX-License-Identifier: MIT
// glsort-layers: layers that cross each other, sorted in every pixel; in a window, or
// drawn to files and reported on.
#include <stdio.h>

#include "app.h"
#include "check.h"
#include "headless.h"
#include "window.h"

enum { WARM_FRAMES = 5, COMPARED_FRAMES = 31 };

// The app, its options, and the run if there is no window.
struct shown {
    struct app app;
    const struct options* options;
    struct headless run;
};

// ---- what a run without a window reports

// Which of the picture's columns the lists are of.
static const char* part_of(const struct shown* shown)
{
    const struct options* o = shown->options;
    const bool is_whole = o->check || o->view != VIEW_PICTURE || o->split <= 0.0f;
    return is_whole ? "" : " right of the line";
}

// After a check, which makes the lists of all of the picture.
static void describe(const struct shown* shown)
{
    const struct app* app = &shown->app;
    const struct list_totals* totals = &app->lists.last;
    printf("scene      %u triangles, %d x %d, sorted by %s\n",
           (unsigned)(app->scene.index_count / 3), shown->run.target.width,
           shown->run.target.height, sort_names[app->sort]);
    headless_print_device();
    if (app->has_lists)
        printf("lists      %u fragments in %u lists%s, %.2f on average, %u in the "
               "longest\n",
               (unsigned)totals->fragments, (unsigned)totals->pixels, part_of(shown),
               app_layers(app), (unsigned)totals->longest);
}

static bool check(struct shown* shown, struct check_report* r, char* message)
{
    struct app* app = &shown->app;
    const struct gfx_target* target = &shown->run.target;
    progress_line_stage(&shown->run.line, "drawing it without the line", 0, 0);
    if (!app_draw_sorted(app, target, app->sort, message))
        return false;
    gfx_bind(target->frame, target->width, target->height);
    gfx_read_pixels(target->width, target->height, shown->run.pixels);
    progress_line_stage(&shown->run.line, "composing every pixel on the CPU", 0, 0);
    return check_composition(&app->lists, &app->scene, &app->tone, shown->run.pixels, r,
                             message);
}

static bool judge(const struct shown* shown, const struct check_report* r, char* message)
{
    const struct gfx_target* target = &shown->run.target;
    printf("check      %u of %u pixels differ from the composition of these fragments on "
           "the CPU, both without the line, by at most %d of 255; %u share a depth, %u "
           "were lost\n",
           (unsigned)r->wrong, (unsigned)(target->width * target->height), r->largest,
           (unsigned)r->ties, (unsigned)r->lost);
    if (r->wrong == 0 && r->lost == 0)
        return true;
    return program_fail(message, "the composition is wrong");
}

static bool time_frames(struct shown* shown, char* message)
{
    const struct app* app = &shown->app;
    struct frame_times times;
    if (!headless_time_frames(&shown->run, &times, NULL, NULL, message))
        return false;
    printf("frame      %.2f ms, median of %d, from %.2f to %.2f\n", times.median,
           times.count, times.least, times.most);
    if (app->has_lists)
        printf("of which   %.3f ms lists, %.3f ms sort, %.3f ms composition, by GPU time "
               "stamps, in one of the last frames\n",
               app->lists.building.ms, app->resolve.sorting.ms,
               app->resolve.composing.ms);
    return true;
}

// The milliseconds of one frame, by GPU time stamps: lists, sort and composition.
static bool time_sorted(struct shown* shown, int sort, double parts[3], char* message)
{
    struct app* app = &shown->app;
    if (!app_draw_sorted(app, &shown->run.target, sort, message))
        return false;
    parts[0] = timer_probe_wait(&app->lists.building);
    parts[1] = sort == SORT_SEGMENTS ? timer_probe_wait(&app->resolve.sorting) : 0.0;
    parts[2] = timer_probe_wait(&app->resolve.composing);
    return true;
}

// Both ways in turn, in the same scene.
static bool compare_at(struct shown* shown, float layers, char* message)
{
    double times[2][3][COMPARED_FRAMES], parts[3];
    struct app* app = &shown->app;
    const struct gfx_target* target = &shown->run.target;
    if (!app_set_layers(app, layers, target->width, target->height, message))
        return false;
    for (int i = -WARM_FRAMES; i < COMPARED_FRAMES; ++i) {
        progress_line_stage(&shown->run.line, "comparing", (uint64_t)(i + WARM_FRAMES),
                            WARM_FRAMES + COMPARED_FRAMES);
        for (int sort = 0; sort < 2; ++sort) {
            if (!time_sorted(shown, sort, parts, message))
                return false;
            for (int part = 0; i >= 0 && part < 3; ++part)
                times[sort][part][i] = parts[part];
        }
    }
    progress_line_end(&shown->run.line);
    double lists = headless_median(times[0][0], COMPARED_FRAMES);
    double sort = headless_median(times[0][1], COMPARED_FRAMES);
    double composition = headless_median(times[0][2], COMPARED_FRAMES);
    double insertion = headless_median(times[1][2], COMPARED_FRAMES);
    printf("%6.1f %8u %11u %8.3f %9.3f %12.3f %15.3f %9.2f\n", app_layers(app),
           (unsigned)app->lists.last.longest, (unsigned)app->lists.last.fragments, lists,
           sort, composition, insertion, insertion / (sort + composition));
    fflush(stdout); // the next row takes a while
    return true;
}

static bool compare(struct shown* shown, char* message)
{
    static const float layers[] = {4.0f, 8.0f, 16.0f, 32.0f};
    printf("\nmilliseconds by GPU time stamps, medians of %d frames in turn; insertion "
           "with %u registers\n"
           "layers  longest   fragments    lists segments  composition       insertion "
           "insertion / (segments + composition)\n",
           COMPARED_FRAMES, (unsigned)shown->options->registers);
    for (int i = 0; i < 4; ++i) {
        if (!compare_at(shown, layers[i], message))
            return false;
    }
    return true;
}

static bool work(struct shown* shown, const struct program* program, char* message)
{
    const struct options* o = shown->options;
    if (!headless_open(&shown->run, program, &o->program, message) ||
        !headless_draw(&shown->run, message))
        return false;
    struct check_report report;
    if (o->check && !check(shown, &report, message))
        return false;
    progress_line_end(&shown->run.line);
    describe(shown);
    return (!o->check || judge(shown, &report, message)) &&
           (!o->program.timing || time_frames(shown, message)) &&
           (!o->compare || compare(shown, message));
}

static bool show(const struct options* options, char* message)
{
    struct shown shown = {.app = {.options = *options}, .options = options};
    shown.app.line = &shown.run.line;
    const struct program program = {
        .name = "glsort-layers",
        .title = "glsort: layers",
        .picture = "glsort-layers.png",
        .state = &shown.app,
        .create = app_create,
        .destroy = app_destroy,
        .frame = app_draw,
        .key = app_key,
        .notice = app_notice,
    };
    if (!program_is_headless(&options->program))
        return window_run(&program, &options->program, message);
    bool ok = work(&shown, &program, message);
    return headless_close(&shown.run, ok, message);
}

int main(int argc, char** argv)
{
    char message[PROGRAM_MESSAGE_BYTES] = "";
    struct options options = options_defaults();
    bool ok = options_parse(&options, argc, argv, message);
    if (ok && options.program.help)
        options_print_help();
    else if (ok)
        ok = show(&options, message);
    return program_end("glsort-layers", ok, message);
}
