// SPDX-License-Identifier: MIT
#include "splat_draw.h"

#include <assert.h>
#include <stdio.h>

#include "gfx.h"
#include "program.h"
#include "shader_texts.h"

enum { SHAPE_TEXELS = 2, UNIT_PLACES = 0, UNIT_SHAPES = 1 };

static_assert(sizeof(struct splat_place) == 16, "a texel of splat.vert");
static_assert(sizeof(struct splat_shape) == SHAPE_TEXELS * 16, "texels of splat.vert");

static const float least_depth = 0.02f;

static uint32_t buffer_texture(GLenum format, uint32_t buffer)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    return texture;
}

static bool fits(uint32_t count, char* message)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (count <= (uint32_t)most / SHAPE_TEXELS)
        return true;
    return program_fail(
        message,
        "this device can draw at most %d splats, and there are %u; lower --count",
        (int)most / SHAPE_TEXELS, (unsigned)count);
}

bool splat_draw_create(struct splat_draw* draw, uint32_t places,
                       const struct splats* splats, uint32_t count, char* message)
{
    *draw = (struct splat_draw){0};
    if (!fits(count, message))
        return false;
    draw->program = gfx_program(splat_vert, splat_frag, message);
    if (!draw->program)
        return false;
    draw->shapes = gfx_buffer(count * sizeof *splats->shapes, splats->shapes);
    draw->places_texture = buffer_texture(GL_RGBA32F, places);
    draw->shapes_texture = buffer_texture(GL_RGBA32UI, draw->shapes);
    glGenVertexArrays(1, &draw->array);
    gfx_set_int(draw->program, "places", UNIT_PLACES);
    gfx_set_int(draw->program, "shapes", UNIT_SHAPES);
    if (glGetError() != GL_OUT_OF_MEMORY)
        return true;
    return program_fail(message, "this device has no memory for %u splats",
                        (unsigned)count);
}

void splat_draw_destroy(struct splat_draw* draw)
{
    gfx_buffer_delete(&draw->shapes);
    gfx_texture_delete(&draw->places_texture);
    gfx_texture_delete(&draw->shapes_texture);
    glDeleteVertexArrays(1, &draw->array);
    glDeleteProgram(draw->program);
    *draw = (struct splat_draw){0};
}

void splat_draw_view(const struct splat_draw* draw, const struct camera_matrices* camera,
                     int width, int height, float opacity)
{
    const float brightest = (float)SPLAT_BRIGHTEST, half_height = 0.5f * (float)height;
    const float lens[4] = {half_height * camera->focal, 0.5f * (float)width, half_height,
                           least_depth};
    const float paint[4] = {brightest, brightest, brightest, opacity};
    gfx_set_mat4(draw->program, "view", camera->view);
    gfx_set_mat4(draw->program, "projection", camera->projection);
    gfx_set_vec4(draw->program, "lens", lens);
    gfx_set_vec4(draw->program, "paint", paint);
}

static void bind_texture(uint32_t unit, uint32_t texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
}

void splat_draw_run(const struct splat_draw* draw, uint32_t order, uint32_t count,
                    uint32_t command)
{
    glUseProgram(draw->program);
    bind_texture(UNIT_SHAPES, draw->shapes_texture);
    bind_texture(UNIT_PLACES, draw->places_texture);
    glBindVertexArray(draw->array);
    glBindBuffer(GL_ARRAY_BUFFER, order);
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 0, NULL);
    glVertexAttribDivisor(0, 1);
    if (command) {
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, NULL);
    } else {
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, SPLAT_VERTICES, (GLsizei)count);
    }
    glBindVertexArray(0);
}
