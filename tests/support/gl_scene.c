// SPDX-License-Identifier: MIT
#include "gl_scene.h"

#include <math.h>
#include <string.h>

#include "gl_data.h"

static const float EYE_Z = 4.0f;

static GLuint compile(struct gl_harness* h, GLenum stage, const char* text)
{
    const GladGLContext* gl = &h->gl;
    const GLchar* parts[] = {h->gles ? "#version 300 es\nprecision highp float;\n"
                                       "precision highp int;\n"
                                     : "#version 330 core\n",
                             text};
    GLint compiled = GL_FALSE;
    char words[1024] = "";
    GLuint shader = gl->CreateShader(stage);
    gl->ShaderSource(shader, 2, parts, NULL);
    gl->CompileShader(shader);
    gl->GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    gl->GetShaderInfoLog(shader, sizeof words, NULL, words);
    if (!compiled)
        fail_msg("%s", words);
    return shader;
}

GLuint gl_program(struct gl_harness* h, const char* vertex, const char* fragment)
{
    const GladGLContext* gl = &h->gl;
    GLuint program = gl->CreateProgram();
    const GLuint stages[] = {compile(h, GL_VERTEX_SHADER, vertex),
                             compile(h, GL_FRAGMENT_SHADER, fragment)};
    GLint linked = GL_FALSE;
    for (int i = 0; i < 2; ++i) {
        gl->AttachShader(program, stages[i]);
        gl->DeleteShader(stages[i]);
    }
    gl->LinkProgram(program);
    gl->GetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    return program;
}

static const char vertex[] = "layout(location = 0) in vec3 position;\n"
                             "layout(location = 1) in vec4 colour;\n"
                             "layout(location = 2) in float size;\n"
                             "uniform mat4 clip;\n"
                             "out vec4 shade;\n"
                             "void main() {\n"
                             "    shade = colour;\n"
                             "    gl_PointSize = size;\n"
                             "    gl_Position = clip * vec4(position, 1.0);\n"
                             "}\n";
static const char fragment[] = "in vec4 shade;\n"
                               "layout(location = 0) out vec4 drawn;\n"
                               "void main() { drawn = shade; }\n";

static void make_view(struct gl_scene* s)
{
    const float near_plane = 0.5f, far_plane = 20.0f, range = near_plane - far_plane;
    const float view[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -EYE_Z, 1};
    float projection[16] = {1.5f, 0, 0, 0, 0, 1.5f};
    projection[10] = (near_plane + far_plane) / range;
    projection[11] = -1.0f;
    projection[14] = 2.0f * near_plane * far_plane / range;
    assert_int_equal(glsort_order_view_from(view, projection, 0, &s->view), GLSORT_OK);
}

void gl_scene_open(struct gl_scene* s, struct gl_harness* h)
{
    const GladGLContext* gl = &h->gl;
    *s = (struct gl_scene){.h = h, .program = gl_program(h, vertex, fragment)};
    make_view(s);
    gl->GenVertexArrays(1, &s->vertices);
    gl->GenTextures(1, &s->target);
    gl->BindTexture(GL_TEXTURE_2D, s->target);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SCENE_SIDE, SCENE_SIDE, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, NULL);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    gl->GenFramebuffers(1, &s->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, s->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                             s->target, 0);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
}

void gl_scene_close(struct gl_scene* s)
{
    const GladGLContext* gl = &s->h->gl;
    gl->DeleteProgram(s->program);
    gl->DeleteVertexArrays(1, &s->vertices);
    gl->DeleteFramebuffers(1, &s->framebuffer);
    gl->DeleteTextures(1, &s->target);
}

void gl_scene_attribute(struct gl_scene* s, GLuint at, GLint components, GLenum type,
                        GLuint buffer, size_t stride, size_t offset)
{
    const GladGLContext* gl = &s->h->gl;
    gl->BindVertexArray(s->vertices);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->VertexAttribPointer(at, components, type, type == GL_UNSIGNED_BYTE,
                            (GLsizei)stride, (const void*)offset);
    gl->EnableVertexAttribArray(at);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindVertexArray(0);
}

static void set_state(struct gl_scene* s, bool on)
{
    const GladGLContext* gl = &s->h->gl;
    void (*set)(GLenum) = on ? gl->Enable : gl->Disable;
    set(GL_BLEND);
    set(s->h->gles ? GL_PRIMITIVE_RESTART_FIXED_INDEX : GL_PRIMITIVE_RESTART);
    if (s->h->gles)
        return;
    set(GL_PROGRAM_POINT_SIZE);
    if (on)
        gl->PrimitiveRestartIndex(0xFFFFFFFFu);
}

void gl_scene_show(struct gl_scene* s, const struct gl_scene_draw* draw, uint8_t* pixels)
{
    static const GLfloat black[4] = {0, 0, 0, 1};
    const GladGLContext* gl = &s->h->gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, s->framebuffer);
    gl->ClearBufferfv(GL_COLOR, 0, black);
    gl->Viewport(0, 0, SCENE_SIDE, SCENE_SIDE);
    gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    set_state(s, true);
    gl->UseProgram(s->program);
    gl->UniformMatrix4fv(gl->GetUniformLocation(s->program, "clip"), 1, GL_FALSE,
                         s->view.clip);
    gl->VertexAttrib1f(2, 7.0f);
    gl->BindVertexArray(s->vertices);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, draw->order);
    if (draw->command != 0) {
        gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, draw->command);
        gl->DrawElementsIndirect(draw->mode, GL_UNSIGNED_INT, NULL);
        gl->BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    } else {
        gl->DrawElements(draw->mode, (GLsizei)draw->count, GL_UNSIGNED_INT,
                         (const void*)draw->offset);
    }
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
    set_state(s, false);
    gl->ReadPixels(0, 0, SCENE_SIDE, SCENE_SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    assert_int_equal(gl_take_error(s->h), GL_NO_ERROR);
}

bool gl_scene_has_indirect_draws(const struct gl_scene* s)
{
    return s->h->limits.version >= (s->h->gles ? 310u : 400u);
}

uint32_t gl_scene_list(const double* depths, uint32_t count, bool sorts, uint32_t* order)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = listed;
        if (isnan(depths[i]))
            continue;
        for (; sorts && at > 0 && depths[order[at - 1]] < depths[i]; --at)
            order[at] = order[at - 1];
        order[at] = i;
        ++listed;
    }
    return listed;
}

double gl_scene_depth(const float* position)
{
    return (double)EYE_Z - (double)position[2];
}

float gl_scene_coordinate(uint64_t* seed, float limit)
{
    const int steps = (int)(64.0f * limit);
    const int step = (int)((gl_random(seed) >> 20) % (uint64_t)(2 * steps + 1)) - steps;
    return (float)step / 64.0f;
}

uint32_t gl_scene_colour(uint64_t* seed)
{
    return ((uint32_t)(gl_random(seed) >> 20) & 0xFFFFFFu) | 0x90000000u;
}

static uint32_t different_pixels(const uint8_t* a, const uint8_t* b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SCENE_BYTES; i += 4)
        count += memcmp(a + i, b + i, 4) != 0;
    return count;
}

void gl_scene_expect(struct gl_scene* s, const struct gl_trial* trial, const void* engine)
{
    static const glsort_backend backends[] = {GLSORT_BACKEND_AUTO,
                                              GLSORT_BACKEND_FRAGMENT};
    uint8_t pixels[SCENE_BYTES], by_cpu[SCENE_BYTES];
    trial->by_cpu(s, engine, true, by_cpu);
    trial->by_cpu(s, engine, false, pixels);
    assert_true(different_pixels(by_cpu, pixels) > SCENE_SIDE * SCENE_SIDE / 8);
    for (int i = 0; i < 2; ++i) {
        trial->by_library(s, engine, backends[i], pixels);
        const uint32_t wrong = different_pixels(pixels, by_cpu);
        if (wrong != 0)
            fail_msg("%u pixels of %d differ from those of a sort on the CPU", wrong,
                     SCENE_SIDE * SCENE_SIDE);
    }
}
