// SPDX-License-Identifier: MIT
// glsort-particles: translucent particles, sorted on the GPU in every frame.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "headless.h"
#include "options.h"
#include "printable.h"
#include "window.h"

static struct options defaults(void)
{
    return (struct options){
        .view = &scene_view,
        .sort = {.order = GLSORT_DESCENDING,
                 .key = GLSORT_KEY_F32,
                 .key_bits = 32,
                 .every = 1},
        .width = 1280,
        .height = 720,
        .per_second = 30,
        .seed = 1,
        .split = 0.5f,
        .yaw = NAN,
        .pitch = NAN,
        .zoom = 1.0f,
        .splat = 1.0f,
        .opacity = 1.0f,
    };
}

int main(int argc, char** argv)
{
    char message[VIEW_MESSAGE_BYTES] = "";
    struct options options = defaults();
    bool ok = options_parse(&options, argc, argv, message, sizeof message);
    if (ok && options.help)
        options_print_help();
    else if (ok && (options.headless || (options.out && !options.window)))
        ok = headless_run(&options, message);
    else if (ok)
        ok = window_run(&options, message);
    if (ok && (fflush(stdout) != 0 || ferror(stdout))) {
        snprintf(message, sizeof message, "standard output cannot be written");
        ok = false;
    }
    if (!ok) {
        fputs("glsort-particles: ", stderr);
        print_masked(stderr, message);
        fputc('\n', stderr);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
