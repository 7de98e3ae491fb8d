// SPDX-License-Identifier: MIT
// A translucent mesh: its triangles back to front, as indices in another buffer.
#include "recipe.h"

// stride: bytes from one vertex to the next; a vertex begins with its position.
glsort_plan* mesh_create(glsort_context* context, unsigned triangles, unsigned vertices,
                         unsigned stride)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = triangles;
    what.max_vertices = vertices;
    what.position.stride = stride;
    what.primitive.vertices = 3;
    what.primitive.index = GLSORT_INDEX_U32; // U16: indices of 16 bits in, 32 out
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

// camera: in the space of the vertices. ordered: 3 uints for each triangle. Then draw
// with glDrawElements(GL_TRIANGLES, 3 * triangles, GL_UNSIGNED_INT, NULL).
int mesh_order(glsort_plan* order, GLuint vertices, unsigned vertex_count, GLuint indices,
               unsigned triangles, const struct camera* camera, GLuint ordered)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = triangles;
    args.positions.name = vertices;
    args.vertex_count = vertex_count;
    args.indices_in.name = indices;
    args.views[0] = view_of(camera);
    args.order_out.name = ordered;
    args.consumers = GLSORT_CONSUMER_INDEX;
    return glsort_order_run(order, &args) == GLSORT_OK;
}
