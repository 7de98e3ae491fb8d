// SPDX-License-Identifier: MIT
// Runs the loading screen of README.md without a screen.
#include <stdio.h>

#include "loadstart.h"
#include "stage.h"

int main(void)
{
    struct offscreen* gl = stage_open("glsort-loading");
    if (gl == NULL)
        return 1;
    int ready = load_begin(1u << 20) ? 0 : -1;
    int frames = 0;
    for (; ready == 0; ++frames)
        ready = load_frame();
    load_shutdown();
    stage_close(gl);
    printf("loaded in %d frames\n", frames);
    return ready == 1 ? 0 : 1;
}
