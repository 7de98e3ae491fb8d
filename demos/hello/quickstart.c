#include <glsort/glsort.h>

// Sorts count floats of a GL buffer in place. get_proc finds GL functions by name, as the
// one of your window library does; a GL context must be current.
int sort_floats(glsort_get_proc get_proc, void* user, unsigned buffer, unsigned count)
{
    glsort_context_desc gl = {.get_proc = get_proc, .get_proc_user = user};
    glsort_plan_desc what = {.max_count = count, .key = GLSORT_KEY_F32};
    glsort_run_args args = {.count = count,
                            .keys_in = {.name = buffer},
                            .keys_out = {.name = buffer},
                            .consumers = GLSORT_CONSUMER_COPY};
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    int ok =
        glsort_context_create(&gl, &context) == GLSORT_OK         // once
        && glsort_plan_create(context, &what, &plan) == GLSORT_OK // once a largest count
        && glsort_run(plan, &args) == GLSORT_OK;                  // every frame
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return ok;
}
