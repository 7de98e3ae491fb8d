// SPDX-License-Identifier: MIT
// Records in the order of a draw order, for instanced attributes and strips.
#include "recipe.h"

// For up to `most` particles of a draw order with GLSORT_ORDER_WRITES_VISIBLE: the gather
// reads their number from the buffer that was visible_out of glsort_order_run().
glsort_plan* gather_create(glsort_context* context, unsigned most)
{
    glsort_plan* gather;
    glsort_gather_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.count_source = GLSORT_COUNT_FROM_BUFFER;
    what.stream_count = 1;
    what.streams[0].record_bytes = sizeof(struct particle);
    return glsort_gather_create(context, &what, &gather) == GLSORT_OK ? gather : NULL;
}

int gather_particles(glsort_plan* gather, GLuint visible, GLuint order, GLuint particles,
                     unsigned most, GLuint drawn)
{
    glsort_gather_args args;

    memset(&args, 0, sizeof args);
    args.count_in.name = visible;
    args.order_in.name = order;
    args.record_count = most;
    args.in[0].name = particles;
    args.out[0].name = drawn;
    args.consumers = GLSORT_CONSUMER_VERTEX;
    return glsort_gather_run(gather, &args) == GLSORT_OK;
}
