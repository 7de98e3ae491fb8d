// SPDX-License-Identifier: MIT
// An order without compute shaders: GL 3.3 to 4.2, and macOS.
#include "recipe.h"

// An order for GL 3.3: count from the CPU, no command.
glsort_plan* create_without_compute(glsort_context* context, unsigned most)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.position.stride = sizeof(struct particle);
    what.cull = GLSORT_CULL_FRUSTUM;
    what.radius_source = GLSORT_RADIUS_PER_ELEMENT;
    what.radius.offset = offsetof(struct particle, radius);
    what.radius.stride = sizeof(struct particle);
    what.backend = GLSORT_BACKEND_FRAGMENT;
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

void draw_without_compute(glsort_plan* order, GLuint particles, unsigned count,
                          const struct camera* camera, GLuint indices)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.positions.name = args.radii.name = particles;
    args.views[0] = view_of(camera);
    args.order_out.name = indices;
    args.consumers = GLSORT_CONSUMER_INDEX;
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0xFFFFFFFFu);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glDrawElements(GL_POINTS, (GLsizei)count, GL_UNSIGNED_INT, NULL);
    glDisable(GL_PRIMITIVE_RESTART);
}
