#include <stdio.h>
#include <string.h>

#include <glsort/glsort.h>
// ... and your GL header

static glsort_context* context;
static glsort_plan* plan;

// Prepares to sort up to most_particles.
int sort_init(unsigned most_particles)
{
    char message[512];
    glsort_context_desc gl;
    glsort_plan_desc what;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    gl.message = message;
    gl.message_bytes = sizeof message;
    if (glsort_context_create(&gl, &context) != GLSORT_OK) {
        fprintf(stderr, "%s\n", message);
        return 0;
    }
    memset(&what, 0, sizeof what);
    what.max_count = most_particles;
    what.key = GLSORT_KEY_F32;
    what.direction = GLSORT_DESCENDING;    // the farthest first
    what.values = GLSORT_VALUES_INDICES;   // write the order, as indices,
    what.flags = GLSORT_PLAN_DISCARD_KEYS; // and not the sorted depths
    if (glsort_plan_create(context, &what, &plan) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 0;
    }
    return 1;
}

// Draws count points by descending depth. depths is a GL buffer of floats that a
// compute shader wrote, order a GL buffer with room for as many unsigned integers.
void draw_sorted(unsigned depths, unsigned order, unsigned count)
{
    glsort_run_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.keys_in.name = depths;
    args.values_out.name = order;
    args.consumers = GLSORT_CONSUMER_INDEX; // glDrawElements reads the order

    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the shader wrote
    if (glsort_run(plan, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_last_error(context));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order);
    glDrawElements(GL_POINTS, count, GL_UNSIGNED_INT, NULL);
}

void sort_shutdown(void)
{
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
}
