#include <stdio.h>
#include <string.h>

#include <glsort/glsort_load.h>

static glsort_context* context;
static glsort_plan* plan;

int load_begin(unsigned most_particles)
{
    glsort_context_desc gl;
    glsort_plan_desc what;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    memset(&what, 0, sizeof what);
    what.max_count = most_particles;
    return glsort_context_create(&gl, &context) == GLSORT_OK &&
           glsort_plan_begin(context, &what, &plan) == GLSORT_OK;
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
    fprintf(stderr, "%s\n", glsort_last_error(context));
    return -1;
}

void load_shutdown(void)
{
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
}
