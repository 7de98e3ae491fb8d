// SPDX-License-Identifier: MIT
// Runs the loading screen of README.md, and then sorts with what it has loaded.
#include "check.h"

#include "readme_loading.h"

enum { COUNT = 4, FRAMES_MOST = 100 };

static const GLuint unsorted[COUNT] = {7, 1, 9, 3};
static const GLuint wanted[COUNT] = {1, 3, 7, 9};

static void sort_loaded(void)
{
    GLuint keys = stage_buffer(sizeof unsorted, unsorted);
    glsort_run_args args;
    memset(&args, 0, sizeof args);
    args.count = COUNT;
    args.keys_in.name = args.keys_out.name = keys;
    CHECK(glsort_run(plan, &args) == GLSORT_OK);
    CHECK(same_words(keys, wanted, COUNT));
    CHECK(glGetError() == GL_NO_ERROR);
}

int main(void)
{
    struct offscreen* gl = stage_open("loading", OFFSCREEN_GL43, 1, 1);
    int ready = 0, frames = 0;
    if (!gl || !load_begin(1u << 20))
        return 1;
    for (; ready == 0 && frames < FRAMES_MOST; ++frames)
        ready = load_frame();
    CHECK(ready == 1 && frames > 1);
    if (ready == 1)
        sort_loaded();
    load_shutdown();
    stage_close(gl);
    return faults != 0;
}
