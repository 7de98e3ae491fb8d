// SPDX-License-Identifier: MIT
// A picture drawn in the order that fragment passes wrote to a texture, by the vertex
// shader of docs/draw-order.md.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_scene.h"

enum {
    SIDE = 8,
    MOST = 500,
    ORDER_WIDTH = 37,
    POSITIONS_WIDTH = 29,
    TEXT_BYTES = 1 << 16
};

GL_SUITE(.unmocked = true, .apis = 1 << GL_API_33 | 1 << GL_API_ES30);

// The first block of GLSL in the page.
static char* shader_of_page(void)
{
    char* text = calloc(TEXT_BYTES, 1);
    FILE* page = fopen(GLSORT_DOCS_FOLDER "/draw-order.md", "rb");
    assert_non_null(text);
    assert_non_null(page);
    assert_true(fread(text, 1, TEXT_BYTES - 1, page) < TEXT_BYTES - 1);
    fclose(page);
    char* start = strstr(text, "```glsl\n");
    assert_non_null(start);
    start += 8;
    char* end = strstr(start, "```");
    assert_non_null(end);
    *end = '\0';
    memmove(text, start, strlen(start) + 1);
    return text;
}

static GLuint make_texture(GLint internal, GLenum format, GLenum type, uint32_t width,
                           uint32_t height, const void* texels)
{
    const GladGLContext* gl = &harness.gl;
    GLuint name = 0;
    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexImage2D(GL_TEXTURE_2D, 0, internal, (GLsizei)width, (GLsizei)height, 0, format,
                   type, texels);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    return name;
}

// Points in the middle of pixels, two fifths of them beside the picture. Z is the depth.
static void fill_points(float (*points)[4])
{
    uint64_t seed = 5;
    memset(points, 0, 4 * sizeof(float) * POSITIONS_WIDTH * (MOST / POSITIONS_WIDTH + 1));
    for (uint32_t i = 0; i < MOST; ++i) {
        points[i][0] = ((float)(gl_random(&seed) % (SIDE + 5)) + 0.5f) * 2 / SIDE - 1.0f;
        points[i][1] = ((float)(gl_random(&seed) % SIDE) + 0.5f) * 2 / SIDE - 1.0f;
        points[i][2] = (float)(gl_random(&seed) % 1000) / 1000.0f - 0.5f;
    }
}

// The nearest point at a pixel, of equally near ones the last: the one drawn last.
static uint32_t nearest_at(float (*points)[4], uint32_t x, uint32_t y)
{
    uint32_t nearest = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < MOST; ++i) {
        float px = ((float)x + 0.5f) * 2 / SIDE - 1.0f;
        float py = ((float)y + 0.5f) * 2 / SIDE - 1.0f;
        if (points[i][0] == px && points[i][1] == py &&
            (nearest == 0xFFFFFFFFu || points[i][2] <= points[nearest][2]))
            nearest = i;
    }
    return nearest;
}

static void draw(GLuint program, GLuint order, GLuint positions, GLuint target)
{
    static const GLfloat clip[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const GLuint nothing[4] = {0xFFFFFFFFu, 0, 0, 0};
    const GladGLContext* gl = &harness.gl;
    GLuint framebuffer = 0, vertices = 0;
    gl->GenFramebuffers(1, &framebuffer);
    gl->GenVertexArrays(1, &vertices);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target,
                             0);
    gl->ClearBufferuiv(GL_COLOR, 0, nothing);
    gl->Viewport(0, 0, SIDE, SIDE);
    gl->BindVertexArray(vertices);
    gl->UseProgram(program);
    gl->Uniform1i(gl->GetUniformLocation(program, "order"), 0);
    gl->Uniform1i(gl->GetUniformLocation(program, "positions"), 1);
    gl->Uniform1i(gl->GetUniformLocation(program, "first"), MOST); // of view 1
    gl->UniformMatrix4fv(gl->GetUniformLocation(program, "clip"), 1, GL_FALSE, clip);
    gl->ActiveTexture(GL_TEXTURE1);
    gl->BindTexture(GL_TEXTURE_2D, positions);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, order);
    gl->DrawArrays(GL_POINTS, 0, MOST);
    gl->UseProgram(0);
    gl->BindVertexArray(0);
    gl->DeleteVertexArrays(1, &vertices);
    gl->DeleteFramebuffers(1, &framebuffer);
}

static void check_picture(GLuint target, float (*points)[4])
{
    const GladGLContext* gl = &harness.gl;
    uint32_t texels[SIDE * SIDE][4];
    uint32_t drawn = 0;
    GLuint framebuffer = 0;
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                             target, 0);
    gl->ReadPixels(0, 0, SIDE, SIDE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        assert_int_equal(texels[i][0], nearest_at(points, i % SIDE, i / SIDE));
        drawn += texels[i][0] != 0xFFFFFFFFu;
    }
    assert_true(drawn > SIDE * SIDE / 2);
}

static glsort_order_args args_of(GLuint order, GLuint positions)
{
    glsort_order_args args = {
        .count = MOST,
        .positions = {.name = positions, .width = POSITIONS_WIDTH},
        .view_count = 2,
        .order_out = {.name = order, .width = ORDER_WIDTH},
    };
    for (uint32_t i = 0; i < 2; ++i) {
        args.views[i].axis[2] = i == 0 ? -1.0f : 1.0f;
        for (uint32_t at = 0; at < 4; ++at)
            args.views[i].clip[5 * at] = 1.0f;
    }
    return args;
}

TEST(the_vertex_shader_of_the_page_draws_in_order)
{
    static float points[POSITIONS_WIDTH * (MOST / POSITIONS_WIDTH + 1)][4];
    fill_points(points);
    char* text = shader_of_page();
    GLuint program = gl_program(&harness, text,
                                "flat in uint element;\n"
                                "layout(location = 0) out uint drawn;\n"
                                "void main() { drawn = element; }\n");
    GLuint positions = make_texture(GL_RGBA32F, GL_RGBA, GL_FLOAT, POSITIONS_WIDTH,
                                    MOST / POSITIONS_WIDTH + 1, points);
    GLuint order_texture = make_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                                        ORDER_WIDTH, 2 * MOST / ORDER_WIDTH + 1, NULL);
    GLuint target =
        make_texture(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, SIDE, SIDE, NULL);
    const glsort_order_desc desc = {
        .max_count = MOST,
        .max_views = 2,
        .cull = GLSORT_CULL_FRUSTUM,
        .textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_ORDER,
    };
    glsort_order_args args = args_of(order_texture, positions);
    glsort_plan* order = NULL;
    assert_int_equal(glsort_order_create(context, &desc, &order), GLSORT_OK);
    assert_int_equal(glsort_order_run(order, &args), GLSORT_OK);
    draw(program, order_texture, positions, target);
    check_picture(target, points);
    glsort_plan_destroy(order);
    const GLuint textures[] = {positions, order_texture, target};
    harness.gl.DeleteTextures(3, textures);
    harness.gl.DeleteProgram(program);
    free(text);
}
