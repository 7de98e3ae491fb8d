#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>
// ... and your GL header

struct particle {
    float position[3];
    float life; // dead at 0
};

static glsort_context* context;
static glsort_order* order;

int order_init(unsigned most_particles)
{
    glsort_context_desc gl;
    glsort_order_desc what;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    if (glsort_context_create(&gl, &context) != GLSORT_OK)
        return 0;
    memset(&what, 0, sizeof what);
    what.max_count = most_particles;
    what.position.stride = sizeof(struct particle);
    what.dead.test = GLSORT_DEAD_F32_AT_MOST;
    what.dead.field.offset = offsetof(struct particle, life);
    what.dead.field.stride = sizeof(struct particle);
    what.cull = GLSORT_CULL_FRUSTUM;
    what.command = GLSORT_COMMAND_DRAW_ELEMENTS;
    if (glsort_order_create(context, &what, &order) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 0;
    }
    return 1;
}

// Draws the particles that live and are in view, back to front. particles, indices and
// command are GL buffers; a compute shader wrote the particles.
void draw_particles(unsigned particles, unsigned count, const float eye[3],
                    const float ahead[3], const float view_projection[16],
                    unsigned indices, unsigned command)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.positions.name = particles;
    args.radius = 0.1f;
    memcpy(args.views[0].origin, eye, 3 * sizeof(float));
    memcpy(args.views[0].axis, ahead, 3 * sizeof(float));
    memcpy(args.views[0].clip, view_projection, 16 * sizeof(float));
    args.order_out.name = indices;
    args.command_out.name = command;

    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the shader wrote
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_last_error(context));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
}

void order_shutdown(void)
{
    glsort_order_destroy(order);
    glsort_context_destroy(context);
}
