// SPDX-License-Identifier: MIT
// An order from textures to a texture: GLES 3.0 and WebGL 2. The vertex shader reads the
// order and drops what is not visible; draw with glDrawArrays(GL_POINTS, 0, count).
#include "recipe.h"

enum { TEXTURE_WIDTH = 1024 };

// A texture with room for `most` texels: GL_RGBA32F for positions, GL_R32UI for the
// order.
GLuint new_texture(GLenum internal, GLenum format, GLenum type, unsigned most)
{
    GLuint texture;
    GLsizei rows = (GLsizei)((most + TEXTURE_WIDTH - 1) / TEXTURE_WIDTH);

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, TEXTURE_WIDTH, rows, 0, format, type,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

glsort_plan* create_for_textures(glsort_context* context, unsigned most)
{
    glsort_plan* order;
    glsort_order_desc what;

    memset(&what, 0, sizeof what);
    what.max_count = most;
    what.cull = GLSORT_CULL_FRUSTUM;
    what.textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_ORDER;
    return glsort_order_create(context, &what, &order) == GLSORT_OK ? order : NULL;
}

int order_textures(glsort_plan* order, GLuint positions, GLuint indices, unsigned count,
                   const struct camera* camera)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.positions.name = positions;
    args.positions.width = TEXTURE_WIDTH;
    args.views[0] = view_of(camera);
    args.order_out.name = indices;
    args.order_out.width = TEXTURE_WIDTH;
    return glsort_order_run(order, &args) == GLSORT_OK;
}

static const char texture_vertex[] =
    "#version 300 es\n"
    "\n"
    "uniform highp usampler2D order;    // width 1024\n"
    "uniform highp sampler2D positions; // the same width\n"
    "uniform mat4 to_clip;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    uint particle = texelFetch(order, ivec2(gl_VertexID & 1023, gl_VertexID >> 10), "
    "0).r;\n"
    "    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // clipped\n"
    "    gl_PointSize = 1.0;\n"
    "    if (particle != 0xFFFFFFFFu) {\n"
    "        ivec2 at = ivec2(particle & 1023u, particle >> 10);\n"
    "        gl_Position = to_clip * vec4(texelFetch(positions, at, 0).xyz, 1.0);\n"
    "    }\n"
    "}\n";
