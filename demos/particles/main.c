// SPDX-License-Identifier: MIT
// glsort-particles: translucent particles, sorted on the GPU in every frame.
#include <math.h>

#include "options.h"
#include "show.h"

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
        ok = show_app(&options, message);
    return program_end("glsort-particles", ok, message);
}
