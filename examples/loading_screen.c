// SPDX-License-Identifier: MIT
// A loading screen: shaders take a while to compile, and drivers translate them once more
// when they first run. Both happen here while the program goes on drawing. C99 and C++11.
// Draw orders have the same calls.
//
//     glsort-loading-screen
//
// loads, sorts four keys, and says in how many frames.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort.h>

#include "stage.h" // a GL context without a window; you have your own, and your GL header

// ---- what a renderer has: three functions, for the start, every frame and the end -----

static glsort_context* context;
static glsort_plan* plan;

int load_begin(unsigned most_particles)
{
    glsort_context_desc gl;
    glsort_sort_desc what;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    memset(&what, 0, sizeof what);
    what.max_count = most_particles;
    what.flags = GLSORT_PLAN_CREATE_IN_STEPS;
    gl.flags = GLSORT_CONTEXT_COMPILER_THREADS; // no other thread has a GL context
    return glsort_context_create(&gl, &context) == GLSORT_OK &&
           glsort_sort_create(context, &what, &plan) == GLSORT_OK;
}

// Once in every frame of the loading screen. 1: the plan is ready; 0: not yet; -1: never.
int load_frame(void)
{
    glsort_result result = glsort_plan_poll(plan);

    if (result == GLSORT_NOT_READY)
        return 0;
    if (result == GLSORT_OK)
        result = glsort_plan_warm(plan); // the first run then costs what later ones do
    if (result == GLSORT_OK)
        return 1;
    fprintf(stderr, "%s\n", glsort_plan_last_error(plan));
    return -1;
}

void load_shutdown(void)
{
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
}

// ---- the program ----------------------------------------------------------------------

enum { KEYS = 4 };

// Sorts keys in place and prints them.
static int sort_loaded(void)
{
    GLuint keys[KEYS] = {7, 1, 9, 3};
    GLuint buffer = stage_buffer(sizeof keys, keys);
    glsort_sort_args args;

    memset(&args, 0, sizeof args);
    args.count = KEYS;
    args.keys_in.name = buffer;
    args.keys_out.name = buffer;
    if (glsort_sort_run(plan, &args) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_plan_last_error(plan));
        return 0;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof keys, keys);
    printf("sorted: %u %u %u %u\n", keys[0], keys[1], keys[2], keys[3]);
    return 1;
}

int main(void)
{
    struct offscreen* gl = stage_open("glsort-loading-screen", OFFSCREEN_GL43, 64, 64);
    int ready = 0, frames = 0, good = 0;

    if (!gl)
        return 1;
    if (load_begin(1u << 20)) {
        for (; ready == 0; ++frames) {
            glClear(GL_COLOR_BUFFER_BIT); // the loading screen is drawn here
            ready = load_frame();
        }
        printf("loaded in %d frames\n", frames);
        good = ready == 1 && sort_loaded();
    } else {
        fprintf(stderr, "%s\n", context ? glsort_last_error(context) : "no context");
    }
    load_shutdown();
    stage_close(gl);
    return !good;
}
