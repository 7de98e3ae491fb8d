// SPDX-License-Identifier: MIT
// Several emitters: a run for each, or one run for many emitters in one buffer.
#include "recipe.h"

struct emitter {
    GLuint particles;
    unsigned count; // dead ones included: they are culled
};

// Creates an order for up to `most` particles of a run, whose age ends at 1. emitters:
// the most of one run (draw_crowd); 0: each has a run (draw_emitters).
glsort_plan* emitters_create(glsort_context* context, unsigned most, unsigned emitters)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.max_segments = emitters;
    what.position.stride = sizeof(struct particle);
    what.dead.test = GLSORT_DEAD_F32_AT_LEAST;
    what.dead.field.offset = offsetof(struct particle, age);
    what.dead.field.stride = sizeof(struct particle);
    what.dead.f32 = 1.0f;
    what.command = GLSORT_COMMAND_DRAW_ELEMENTS;
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

// emitters: the farthest first. indices: room for the particles of all emitters;
// commands: 5 uints for each emitter. GLES has no glMultiDrawElementsIndirect.
void draw_emitters(glsort_plan* order, const struct emitter* emitters, unsigned count,
                   const struct camera* camera, GLuint indices, GLuint commands)
{
    unsigned i;
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.views[0] = view_of(camera);
    args.order_out.name = indices;
    args.command_out.name = commands;
    args.consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_INDIRECT;
    for (i = 0; i < count; ++i) {
        args.count = emitters[i].count;
        args.positions.name = args.dead.name = emitters[i].particles;
        if (glsort_order_run(order, &args) != GLSORT_OK)
            fprintf(stderr, "%s\n", glsort_plan_last_error(order));
        args.order_out.offset += emitters[i].count * sizeof(GLuint);
        args.command_out.offset += 5 * sizeof(GLuint);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, commands);
    glMultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL, (GLsizei)count, 0);
}

// offsets: emitters + 1 uints; indices: `most` uints; commands: 5 uints for each emitter.
void draw_crowd(glsort_plan* order, GLuint particles, unsigned most, GLuint offsets,
                unsigned emitters, const struct camera* camera, GLuint indices,
                GLuint commands)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = most;
    args.positions.name = args.dead.name = particles;
    args.segment_count = emitters;
    args.offsets_in.name = offsets;
    args.views[0] = view_of(camera);
    args.order_out.name = indices;
    args.command_out.name = commands;
    args.consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_INDIRECT;
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what shaders wrote
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, commands);
    glMultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL, (GLsizei)emitters, 0);
}

// Offsets of segments from counts: the exclusive sums, and behind them the total.
glsort_plan* offsets_create(glsort_context* context, unsigned emitters)
{
    glsort_plan* scan;
    glsort_scan_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = emitters;
    return glsort_scan_create(context, &what, &scan) == GLSORT_OK ? scan : NULL;
}

// counts: a uint for each emitter; offsets: one more.
int offsets_of(glsort_plan* scan, GLuint counts, unsigned emitters, GLuint offsets)
{
    glsort_scan_args args;

    memset(&args, 0, sizeof args);
    args.count = emitters;
    args.words_in.name = counts;
    args.sums_out.name = args.total_out.name = offsets;
    args.total_out.offset = emitters * sizeof(GLuint);
    args.consumers = GLSORT_CONSUMER_STORAGE;       // shaders, and the order
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what your shader wrote
    return glsort_scan_run(scan, &args) == GLSORT_OK;
}
