// SPDX-License-Identifier: MIT
// Several clouds of splats, each in a buffer and moved by a matrix, and a level of detail
// that a shader has chosen of them, in one order.
#include "recipe.h"

// For clouds of `all` splats together, of which up to `most` are chosen.
glsort_plan* levels_create(glsort_context* context, unsigned clouds, unsigned all,
                           unsigned most)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.max_sources = clouds;
    what.transform = GLSORT_TRANSFORM_PER_SOURCE;
    what.position.stride = 4 * sizeof(float);
    what.primitive.vertices = 1; // points that a list names
    what.max_vertices = all;
    what.count_source = GLSORT_COUNT_FROM_BUFFER;
    what.command = GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES;
    what.instance_vertices = 4;
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

// positions: a buffer for each cloud; counts: its splats. matrices: one for each cloud.
// chosen: numbers in the pool that has all clouds one after the other; how_many: a uint
// that the choosing shader wrote. The order has numbers of that pool.
int levels_order(glsort_plan* order, const GLuint* positions, const unsigned* counts,
                 unsigned clouds, GLuint matrices, GLuint chosen, GLuint how_many,
                 const struct camera* camera, GLuint numbers, GLuint command)
{
    glsort_order_args args;
    unsigned i;

    memset(&args, 0, sizeof args);
    args.count_in.name = how_many;
    args.indices_in.name = chosen;
    args.source_count = args.matrix_count = clouds;
    args.matrices.name = matrices;
    for (i = 0; i < clouds; ++i) {
        args.sources[i].positions.name = positions[i];
        args.sources[i].base = args.vertex_count;
        args.sources[i].count = counts[i];
        args.vertex_count += counts[i];
    }
    args.views[0] = view_of(camera);
    args.order_out.name = numbers;
    args.command_out.name = command;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the shader that chose
    return glsort_order_run(order, &args) == GLSORT_OK;
}
