// SPDX-License-Identifier: MIT
// A picture drawn in the order that fragment passes wrote to a texture, by the vertex
// shader of docs/draw-order.md.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_area.h"
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

// Points in the middle of pixels, two fifths of them beside the picture. Z is the depth.
static void fill_points(float (*points)[4])
{
    uint64_t seed = 5;
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

static void check_picture(struct gl_area* target, float (*points)[4])
{
    uint32_t drawn = 0;
    gl_area_fetch(target);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        assert_int_equal(target->read[i], nearest_at(points, i % SIDE, i / SIDE));
        drawn += target->read[i] != 0xFFFFFFFFu;
    }
    assert_true(drawn > SIDE * SIDE / 2);
}

TEST(the_vertex_shader_of_the_page_draws_in_order)
{
    static float points[MOST][4];
    struct gl_area positions, order_out, target;
    char* text = shader_of_page();
    GLuint program = gl_program(&harness, text,
                                "flat in uint element;\n"
                                "layout(location = 0) out uint drawn;\n"
                                "void main() { drawn = element; }\n");
    fill_points(points);
    gl_area_create_floats(&positions, &harness, POSITIONS_WIDTH, 4, MOST);
    gl_area_write(&positions, (const uint32_t*)points, MOST);
    gl_area_create(&order_out, &harness, ORDER_WIDTH, 0, 2 * MOST);
    gl_area_create(&target, &harness, SIDE, 0, SIDE * SIDE);
    const glsort_order_desc desc = {
        .max_count = MOST,
        .max_views = 2,
        .cull = GLSORT_CULL_FRUSTUM,
        .textures = GLSORT_ORDER_TEXTURE_POSITIONS | GLSORT_ORDER_TEXTURE_ORDER,
    };
    glsort_order_args args = {.count = MOST,
                              .positions = gl_area_resource(&positions),
                              .view_count = 2,
                              .order_out = gl_area_resource(&order_out)};
    for (uint32_t i = 0; i < 2; ++i) {
        args.views[i].axis[2] = i == 0 ? -1.0f : 1.0f;
        for (uint32_t at = 0; at < 4; ++at)
            args.views[i].clip[5 * at] = 1.0f;
    }
    glsort_plan* order = NULL;
    assert_int_equal(glsort_order_create(context, &desc, &order), GLSORT_OK);
    assert_int_equal(glsort_order_run(order, &args), GLSORT_OK);
    draw(program, order_out.name, positions.name, target.name);
    check_picture(&target, points);
    glsort_plan_destroy(order);
    gl_area_destroy(&positions);
    gl_area_destroy(&order_out);
    gl_area_destroy(&target);
    harness.gl.DeleteProgram(program);
    free(text);
}
