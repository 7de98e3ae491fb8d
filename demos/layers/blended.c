// SPDX-License-Identifier: MIT
#include "blended.h"

#include <stdio.h>
#include <string.h>

#include "program.h"
#include "shader_texts.h"

// ---- the order of triangles, in fragment passes

static uint32_t buffer_texture(GLenum format, uint32_t buffer)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    return texture;
}

static bool check_texels(const struct scene* scene, char* message)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    const uint32_t vertices = 4 * scene->vertex_count;
    const uint32_t needed = vertices > scene->index_count ? vertices : scene->index_count;
    if (needed <= (uint32_t)most)
        return true;
    return program_fail(
        message,
        "the scene has %u texels of vertices, and this device's buffer textures hold "
        "%d; --gl 4.3 needs none",
        (unsigned)needed, most);
}

static bool create_order(struct blended* b, const struct scene* scene,
                         glsort_context* sorter, char* message)
{
    const glsort_order_desc desc = {
        .max_count = b->triangle_count,
        .position = {.stride = SCENE_VERTEX_BYTES},
        .primitive = {.vertices = 3},
        .flags = GLSORT_ORDER_PRIMITIVE_NUMBERS, // which its shader looks up
        .backend = GLSORT_BACKEND_FRAGMENT,
    };
    if (!check_texels(scene, message))
        return false;
    if (glsort_order_create(sorter, &desc, &b->order) != GLSORT_OK)
        return program_fail(message, "%s", glsort_last_error(sorter));
    b->order_program = scene_program(330, SCENE_FETCHES, "", blend_frag, message);
    b->sorted = gfx_buffer((size_t)b->triangle_count * sizeof(uint32_t), NULL);
    b->textures[0] = buffer_texture(GL_R32UI, b->sorted);
    b->textures[1] = buffer_texture(GL_R32UI, scene->indices);
    b->textures[2] = buffer_texture(GL_RGBA32F, scene->vertices);
    return b->order_program != 0;
}

static bool run_order(struct blended* b, const struct scene* scene,
                      const struct scene_view* view, char* message)
{
    const float* back = view->camera.back;
    glsort_order_args args = {
        .count = b->triangle_count,
        .positions = {.name = scene->vertices},
        .indices_in = {.name = scene->indices},
        .vertex_count = scene->vertex_count,
        .views = {{.axis = {-back[0], -back[1], -back[2]}}},
        .order_out = {.name = b->sorted},
    };
    memcpy(args.views[0].origin, view->eye, 3 * sizeof(float));
    timer_probe_begin(&b->sorting);
    glsort_result result = glsort_order_run(b->order, &args);
    timer_probe_end(&b->sorting);
    return result == GLSORT_OK ||
           program_fail(message, "%s", glsort_plan_last_error(b->order));
}

static void draw_in_order(const struct blended* b, const struct scene* scene,
                          const struct scene_view* view)
{
    static const char* const names[3] = {"order", "indices", "vertices"};
    for (uint32_t i = 0; i < 3; ++i) {
        gfx_set_int(b->order_program, names[i], (int)i + 1);
        glActiveTexture(GL_TEXTURE1 + i);
        glBindTexture(GL_TEXTURE_BUFFER, b->textures[i]);
    }
    scene_use(scene, view, b->order_program);
    glBindVertexArray(b->array);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * b->triangle_count));
    glBindVertexArray(0);
}

bool blended_fit_order(struct blended* blended, const struct scene* scene,
                       glsort_context* sorter, char* message)
{
    if (blended->order)
        return true;
    blended->triangle_count = scene->index_count / 3;
    return create_order(blended, scene, sorter, message);
}

// ---- life

bool blended_create(struct blended* blended, const struct scene* scene,
                    glsort_context* sorter, char* message)
{
    struct blended* b = blended;
    *b = (struct blended){0};
    b->memory_program = scene_program(330, SCENE_ATTRIBUTES, "", blend_frag, message);
    if (b->memory_program)
        b->show_program = tone_program(show_frag, message);
    if (!b->show_program)
        return false;
    glGenVertexArrays(1, &b->array);
    timer_probe_create(&b->sorting);
    return !sorter || blended_fit_order(b, scene, sorter, message);
}

void blended_destroy(struct blended* blended)
{
    glDeleteProgram(blended->memory_program);
    glDeleteProgram(blended->order_program);
    glDeleteProgram(blended->show_program);
    glDeleteVertexArrays(1, &blended->array);
    glDeleteTextures(3, blended->textures);
    gfx_buffer_delete(&blended->sorted);
    gfx_target_destroy(&blended->target);
    timer_probe_destroy(&blended->sorting);
    glsort_plan_destroy(blended->order);
    *blended = (struct blended){0};
}

// ---- drawing

static void copy_backdrop(const struct blended* b, const struct scene* scene)
{
    const int width = b->target.width, height = b->target.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, scene->backdrop.frame);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, b->target.frame);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

bool blended_draw(struct blended* blended, const struct scene* scene,
                  const struct scene_view* view, const struct tone* tone, bool sorted,
                  int left, int right, uint32_t frame, char* message)
{
    struct blended* b = blended;
    if (!gfx_target_fit(&b->target, view->width, view->height, GFX_RGBA16F, message) ||
        (sorted && !run_order(b, scene, view, message)))
        return false;
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, 0, right - left, view->height);
    copy_backdrop(b, scene);
    gfx_bind(b->target.frame, view->width, view->height);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (sorted) {
        draw_in_order(b, scene, view);
    } else {
        scene_use(scene, view, b->memory_program);
        scene_draw_layers(scene);
    }
    glDisable(GL_BLEND);
    gfx_bind(frame, view->width, view->height);
    tone_use(tone, b->show_program, 1);
    gfx_set_int(b->show_program, "drawing", 0);
    gfx_bind_texture(0, b->target.texture);
    gfx_draw_screen(b->show_program);
    glDisable(GL_SCISSOR_TEST);
    return true;
}
