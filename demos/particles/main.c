// SPDX-License-Identifier: MIT
// glsort-particles: translucent particles, sorted on the GPU in every frame; in a window,
// or drawn to files and reported on.
#include <math.h>
#include <stdio.h>

#include "app.h"
#include "headless.h"
#include "load.h"
#include "printable.h"
#include "scene_view.h"
#include "window.h"

// The app, its options, and the run if there is no window.
struct shown {
    struct app app;
    const struct options* options;
    struct headless run;
    double order_ms, draw_ms; // sums over the frames that were timed
};

// ---- what a run without a window reports

static void add_times(void* user)
{
    struct shown* shown = user;
    if (shown->app.view != &scene_view)
        return;
    shown->order_ms += scene_view_sort_ms(shown->app.view_state);
    shown->draw_ms += scene_view_draw_ms(shown->app.view_state);
}

static bool time_frames(struct shown* shown, char* message)
{
    struct frame_times times;
    if (!headless_time_frames(&shown->run, &times, add_times, shown, message))
        return false;
    printf("frame      %.2f ms, median of %d, from %.2f to %.2f; %u %s, %d x %d\n",
           times.median, times.count, times.least, times.most,
           (unsigned)shown->app.settings.count, particles_word(shown->app.kind),
           shown->run.target.width, shown->run.target.height);
    if (shown->app.view == &scene_view)
        printf("of which   %.3f ms ordering and %.3f ms drawing the sorted side, by GPU "
               "time stamps, on average\n",
               shown->order_ms / times.count, shown->draw_ms / times.count);
    return true;
}

static void describe(const struct shown* shown)
{
    char scene[400];
    app_describe_scene(&shown->app, scene, sizeof scene);
    fputs("scene      ", stdout);
    print_masked(stdout, scene);
    printf(", %u %s\n", (unsigned)shown->app.settings.count,
           particles_word(shown->app.kind));
    headless_print_device();
}

static void print_compared(const struct app* app)
{
    const struct file_counts counts = load_counts(app);
    printf("compared   %u %s", (unsigned)app->settings.count, load_parts(app));
    if (counts.listed > 0)
        printf("; the file lists %u, of which %u are left out", (unsigned)counts.listed,
               (unsigned)counts.left_out);
    putchar('\n');
}

static bool not_finite(const struct shown* shown, uint32_t count, char* message)
{
    return program_fail(message, "%u of the %u %s have no finite depth", (unsigned)count,
                        (unsigned)shown->app.settings.count, load_parts(&shown->app));
}

static bool check(struct shown* shown, char* message)
{
    struct scene_report r;
    struct view_frame frame =
        app_last_frame(&shown->app, shown->run.target.frame, shown->run.target.width,
                       shown->run.target.height, shown->run.scale);
    if (shown->app.view != &scene_view)
        return program_fail(message, "--check is about the scene view; leave --view out");
    progress_line_stage(&shown->run.line, "sorting and drawing again for the check", 0,
                        0);
    if (!scene_view_check(shown->app.view_state, &frame, &r, message))
        return false;
    progress_line_end(&shown->run.line);
    const uint32_t count = shown->app.settings.count;
    const double pairs = count - 1, drawn = r.order.drawn > 1 ? r.order.drawn - 1 : 1;
    printf("sort       %s on %s, %u passes, %.0f bytes moved a particle\n",
           glsort_algorithm_name(r.info.algorithm), backend_name(r.info.backend),
           (unsigned)r.info.pass_count, r.info.bytes_per_element);
    printf("order      neighbours out of order: %.2f %% unsorted, %.2f %% sorted\n",
           100.0 * r.order.before / pairs, 100.0 * r.order.after / drawn);
    printf("view       %u of %u %s drawn\n", (unsigned)r.order.drawn, (unsigned)count,
           particles_word(shown->app.kind));
    print_compared(&shown->app);
    printf("check      %u places differ from a stable sort on the CPU; its picture "
           "differs by at most %d of 255\n",
           (unsigned)r.order.wrong, r.largest);
    printf("wrongness  unsorted, the picture differs by %.2f of 255 on average; %.1f %% "
           "of its pixels by more than 16\n",
           r.unsorted_mean, 100.0 * r.unsorted_share);
    if (r.order.unordered > 0)
        return not_finite(shown, r.order.unordered, message);
    if (r.order.wrong == 0 && r.order.after == 0 && r.largest == 0)
        return true;
    return program_fail(message, "the sorted order is wrong");
}

static bool work(struct shown* shown, const struct program* program, char* message)
{
    const struct options* o = shown->options;
    struct headless* run = &shown->run;
    if (!headless_open(run, program, &o->program, message))
        return false;
    describe(shown);
    return headless_draw(run, message) && (!o->check || check(shown, message)) &&
           (!o->program.timing || time_frames(shown, message));
}

static bool show(const struct options* options, char* message)
{
    struct shown shown = {.app = {.options = *options}, .options = options};
    shown.app.line = &shown.run.line;
    const struct program program = {
        .name = "glsort-particles",
        .title = "glsort: particles",
        .picture = "glsort-particles.png",
        .state = &shown.app,
        .create = app_create,
        .destroy = app_destroy,
        .frame = app_frame,
        .key = app_key,
        .notice = app_notice,
    };
    if (!program_is_headless(&options->program))
        return window_run(&program, &options->program, message);
    bool ok = work(&shown, &program, message);
    return headless_close(&shown.run, ok, message);
}

static struct options defaults(void)
{
    return (struct options){
        .program = program_defaults(),
        .view = &scene_view,
        .sort = {.order = GLSORT_DESCENDING, .every = 1},
        .seed = 1,
        .split = 0.5f,
        .yaw = NAN,
        .pitch = NAN,
        .zoom = 1.0f,
        .splat = 1.0f,
        .opacity = 1.0f,
        .start_pass = NO_PASS,
    };
}

int main(int argc, char** argv)
{
    char message[PROGRAM_MESSAGE_BYTES] = "";
    struct options options = defaults();
    bool ok = options_parse(&options, argc, argv, message);
    if (ok && options.program.help)
        options_print_help();
    else if (ok)
        ok = show(&options, message);
    return program_end("glsort-particles", ok, message);
}
