// SPDX-License-Identifier: MIT
// Depths from a pass of the caller's own, on GL 3.3, GLES 3.0 and WebGL 2: a draw of
// points into a texture, or transform feedback into a buffer. One vertex shader serves
// both: here particles move on between two steps of the simulation. Link it after
// glTransformFeedbackVaryings() with `depth` if it captures.
#include "recipe.h"

static const char moving_vertex[] =
    "in vec3 position;\n"
    "in vec3 velocity;\n"
    "uniform float seconds;\n"
    "uniform vec3 eye, ahead;\n"
    "uniform ivec2 size; // of the texture\n"
    "flat out float depth;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    depth = dot(position + seconds * velocity - eye, ahead);\n"
    "    vec2 texel = vec2(gl_VertexID % size.x, gl_VertexID / size.x);\n"
    "    gl_Position = vec4((2.0 * texel + 1.0) / vec2(size) - 1.0, 0.0, 1.0);\n"
    "    gl_PointSize = 1.0;\n"
    "}\n";

static const char moving_fragment[] = "precision highp float;\n"
                                      "flat in float depth;\n"
                                      "out highp uint word;\n"
                                      "\n"
                                      "void main()\n"
                                      "{\n"
                                      "    word = floatBitsToUint(depth);\n"
                                      "}\n";

// Depths from the texture that draw_depths() has drawn, or from the buffer that
// capture_depths() has written.
glsort_plan* create_moving(glsort_context* context, unsigned most, int in_texture)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.key_source = GLSORT_KEYS_FROM_F32;
    what.textures = in_texture ? GLSORT_ORDER_TEXTURE_DEPTHS_IN : 0;
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

// framebuffer: has the texture, of width * height texels, as its only attachment.
void draw_depths(GLuint framebuffer, int width, int height, unsigned count)
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, width, height);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
}

void capture_depths(GLuint buffer, unsigned count)
{
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0); // WebGL: bound nowhere else
}

// width: of the texture; 0: depths is a buffer.
int order_moving(glsort_plan* order, GLuint depths, int width, unsigned count,
                 GLuint indices)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.depths_in.name = depths;
    args.depths_in.width = (unsigned)width;
    args.order_out.name = indices;
    args.consumers = GLSORT_CONSUMER_INDEX;
    return glsort_order_run(order, &args) == GLSORT_OK;
}
