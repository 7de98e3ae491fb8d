// SPDX-License-Identifier: MIT
#include "methods.h"

#include <stdio.h>

#include "program.h"
#include "shader_texts.h"

// ---- life

bool methods_create(struct methods* methods, char* message)
{
    struct methods* m = methods;
    *m = (struct methods){0};
    return (m->weighted_program =
                scene_program(430, SCENE_ATTRIBUTES, "", weighted_frag, message)) &&
           (m->hashed_program =
                scene_program(430, SCENE_ATTRIBUTES, "", hashed_frag, message)) &&
           (m->weighted_show_program = tone_program(weighted_show_frag, message)) &&
           (m->hashed_show_program = tone_program(show_frag, message));
}

static void delete_targets(struct methods* m)
{
    gfx_target_destroy(&m->sums);
    gfx_target_destroy(&m->solid);
    gfx_texture_delete(&m->through);
    glDeleteRenderbuffers(1, &m->depth);
    m->depth = 0;
}

void methods_destroy(struct methods* methods)
{
    delete_targets(methods);
    glDeleteProgram(methods->weighted_program);
    glDeleteProgram(methods->weighted_show_program);
    glDeleteProgram(methods->hashed_program);
    glDeleteProgram(methods->hashed_show_program);
    *methods = (struct methods){0};
}

static bool attach(struct methods* m, int width, int height)
{
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    m->through = gfx_texture(width, height, GFX_R32F, false, NULL);
    glBindFramebuffer(GL_FRAMEBUFFER, m->sums.frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, both[1], GL_TEXTURE_2D, m->through, 0);
    glDrawBuffers(2, both);
    bool ok = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glGenRenderbuffers(1, &m->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, m->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, m->solid.frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                              m->depth);
    return ok && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool fit(struct methods* m, const struct scene_view* view, char* message)
{
    const int width = view->width, height = view->height;
    if (m->sums.width == width && m->sums.height == height)
        return true;
    delete_targets(m);
    if (gfx_target_fit(&m->sums, width, height, GFX_RGBA32F, message) &&
        gfx_target_fit(&m->solid, width, height, GFX_RGBA16F, message) &&
        (attach(m, width, height) ||
         program_fail(message, "this device cannot draw to %d x %d pixels of floats",
                      width, height)))
        return true;
    delete_targets(m);
    return false;
}

// ---- drawing

bool methods_draw_weighted(struct methods* methods, const struct scene* scene,
                           const struct scene_view* view, const struct tone* tone,
                           uint32_t frame, char* message)
{
    static const float zeros[4] = {0}, ones[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    const struct methods* m = methods;
    const uint32_t show = m->weighted_show_program;
    if (!fit(methods, view, message))
        return false;
    gfx_bind(m->sums.frame, view->width, view->height);
    glClearBufferfv(GL_COLOR, 0, zeros);
    glClearBufferfv(GL_COLOR, 1, ones);
    glEnable(GL_BLEND);
    glBlendFunci(0, GL_ONE, GL_ONE);
    glBlendFunci(1, GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
    scene_use(scene, view, m->weighted_program);
    scene_draw_layers(scene);
    glDisable(GL_BLEND);
    gfx_bind(frame, view->width, view->height);
    gfx_set_int(show, "sums", 0);
    gfx_bind_texture(0, m->sums.texture);
    tone_use(tone, show, 1);
    gfx_set_int(show, "through", 2);
    gfx_bind_texture(2, m->through);
    gfx_set_int(show, "backdrop", 3);
    gfx_bind_texture(3, scene->backdrop.texture);
    gfx_draw_screen(show);
    return true;
}

bool methods_draw_hashed(struct methods* methods, const struct scene* scene,
                         const struct scene_view* view, const struct tone* tone,
                         uint32_t frame, char* message)
{
    static const float farthest = 1.0f;
    const struct methods* m = methods;
    const int width = view->width, height = view->height;
    if (!fit(methods, view, message))
        return false;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, scene->backdrop.frame);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m->solid.frame);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    gfx_bind(m->solid.frame, width, height);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    glEnable(GL_DEPTH_TEST);
    scene_use(scene, view, m->hashed_program);
    scene_draw_layers(scene);
    glDisable(GL_DEPTH_TEST);
    gfx_bind(frame, width, height);
    tone_use(tone, m->hashed_show_program, 1);
    gfx_set_int(m->hashed_show_program, "drawing", 0);
    gfx_bind_texture(0, m->solid.texture);
    gfx_draw_screen(m->hashed_show_program);
    return true;
}
