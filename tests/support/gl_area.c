// SPDX-License-Identifier: MIT
#include "gl_area.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_test.h"

struct format {
    GLint internal;
    GLenum external;
    GLenum type;
};

// Of elements of so many words.
static const struct format words_formats[] = {
    [1] = {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    [2] = {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT},
    [4] = {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT}};
static const struct format float_formats[] = {
    [2] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    [4] = {GL_RGBA32F, GL_RGBA, GL_FLOAT},
};

static struct format format_of(const struct gl_area* a)
{
    return a->floats ? float_formats[a->element_words] : words_formats[a->element_words];
}

// Each guard differs, so that guards that were moved show as well.
static uint32_t guard(uint32_t at)
{
    return 0xA5C3F00Du ^ (at * 2654435761u);
}

uint32_t* gl_take_words(size_t count)
{
    uint32_t* words = calloc(count + 1, sizeof *words);
    assert_non_null(words);
    return words;
}

// ---- textures -------------------------------------------------------------------------
//
// Only targets that the library saves are used, and put back to none.

static GLsizei rows_of(const struct gl_area* a)
{
    return (GLsizei)(a->total / a->element_words / a->width);
}

static GLenum target_of(const struct gl_area* a)
{
    return a->layer_rows > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
}

static void create_texture(struct gl_area* a)
{
    const GladGLContext* gl = &a->h->gl;
    const GLenum target = target_of(a);
    struct format format = format_of(a);
    gl->GenTextures(1, &a->name);
    gl->BindTexture(target, a->name);
    gl->TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    if (a->layer_rows > 0)
        gl->TexImage3D(target, 0, format.internal, (GLsizei)a->width,
                       (GLsizei)a->layer_rows, rows_of(a) / (GLsizei)a->layer_rows, 0,
                       format.external, format.type, a->words);
    else
        gl->TexImage2D(target, 0, format.internal, (GLsizei)a->width, rows_of(a), 0,
                       format.external, format.type, a->words);
    gl->BindTexture(target, 0);
}

static void write_texture(const struct gl_area* a)
{
    const GladGLContext* gl = &a->h->gl;
    const GLenum target = target_of(a);
    struct format format = format_of(a);
    gl->BindTexture(target, a->name);
    if (a->layer_rows > 0)
        gl->TexSubImage3D(target, 0, 0, 0, 0, (GLsizei)a->width, (GLsizei)a->layer_rows,
                          rows_of(a) / (GLsizei)a->layer_rows, format.external,
                          format.type, a->words);
    else
        gl->TexSubImage2D(target, 0, 0, 0, (GLsizei)a->width, rows_of(a), format.external,
                          format.type, a->words);
    gl->BindTexture(target, 0);
}

static void read_texture(struct gl_area* a)
{
    const GladGLContext* gl = &a->h->gl;
    GLuint framebuffer = 0;
    if (a->floats || a->layer_rows > 0) {
        memcpy(a->read, a->words, 4 * (size_t)a->total);
        return;
    }
    uint32_t* texels = gl_take_words((size_t)a->total / a->element_words * 4);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                             a->name, 0);
    gl->ReadPixels(0, 0, (GLsizei)a->width, rows_of(a), GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                   texels);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
    for (uint32_t i = 0; i < a->total; ++i)
        a->read[i] = texels[i / a->element_words * 4 + i % a->element_words];
    free(texels);
}

// ---- areas ----------------------------------------------------------------------------

static void make(struct gl_area* a)
{
    uint32_t width = a->width;
    if (a->stride == 0)
        a->stride = a->element_words;
    a->total = a->lead + a->room * a->stride;
    if (a->stride > a->element_words && a->room > 0)
        a->total -= a->stride - a->element_words;
    else
        a->total += GL_GUARD_WORDS;
    uint32_t rows = width > 0 ? (a->room + width - 1) / width + 1 : 0;
    if (a->layer_rows > 0)
        rows = (rows + a->layer_rows - 1) / a->layer_rows * a->layer_rows;
    if (width > 0)
        a->total = rows * width * a->element_words;
    a->words = gl_take_words(a->total);
    a->read = gl_take_words(a->total);
    for (uint32_t i = 0; i < a->total; ++i)
        a->words[i] = guard(i);
    if (width > 0)
        create_texture(a);
    else
        a->name = gl_buffer_create(a->h, (size_t)a->total * 4, a->words);
}

void gl_area_create(struct gl_area* a, struct gl_harness* h, uint32_t width,
                    uint32_t lead, uint32_t room)
{
    gl_area_create_wide(a, h, width, 1, lead, room);
}

void gl_area_create_wide(struct gl_area* a, struct gl_harness* h, uint32_t width,
                         uint32_t element_words, uint32_t lead, uint32_t room)
{
    *a = (struct gl_area){.h = h,
                          .width = width,
                          .element_words = element_words,
                          .room = room,
                          .lead = lead};
    make(a);
}

void gl_area_create_strided(struct gl_area* a, struct gl_harness* h, uint32_t stride,
                            uint32_t element_words, uint32_t lead, uint32_t room)
{
    *a = (struct gl_area){.h = h,
                          .element_words = element_words,
                          .room = room,
                          .lead = lead,
                          .stride = stride};
    make(a);
}

void gl_area_create_floats(struct gl_area* a, struct gl_harness* h, uint32_t width,
                           uint32_t element_words, uint32_t room)
{
    *a = (struct gl_area){.h = h,
                          .width = width,
                          .element_words = element_words,
                          .floats = true,
                          .room = room};
    make(a);
}

void gl_area_create_layers(struct gl_area* a, struct gl_harness* h, uint32_t width,
                           uint32_t element_words, bool floats, uint32_t room)
{
    *a = (struct gl_area){.h = h,
                          .width = width,
                          .element_words = element_words,
                          .floats = floats,
                          .layer_rows = 3,
                          .room = room};
    make(a);
}

void gl_area_destroy(struct gl_area* a)
{
    if (a->name != 0 && a->width > 0)
        a->h->gl.DeleteTextures(1, &a->name);
    else if (a->name != 0)
        a->h->gl.DeleteBuffers(1, &a->name);
    free(a->words);
    free(a->read);
    *a = (struct gl_area){0};
}

static void compose(struct gl_area* a, const uint32_t* words, uint32_t count)
{
    for (uint32_t i = 0; i < a->total; ++i)
        a->words[i] = guard(i);
    for (uint32_t i = 0; i < count; ++i)
        memcpy(a->words + a->lead + (size_t)i * a->stride,
               words + (size_t)i * a->element_words, (size_t)a->element_words * 4);
}

void gl_area_write(struct gl_area* a, const uint32_t* words, uint32_t count)
{
    compose(a, words, count);
    if (a->width > 0)
        write_texture(a);
    else
        gl_buffer_write(a->h, a->name, 0, (size_t)a->total * 4, a->words);
}

void gl_area_fetch(struct gl_area* a)
{
    if (a->width > 0)
        read_texture(a);
    else
        gl_buffer_read(a->h, a->name, 0, (size_t)a->total * 4, a->read);
}

bool gl_area_check(struct gl_area* a, const uint32_t* words, uint32_t count,
                   const char* name, char* trouble, size_t trouble_bytes)
{
    if (a->name == 0)
        return true;
    compose(a, words, count);
    gl_area_fetch(a);
    for (uint32_t i = 0; i < a->total; ++i) {
        if (a->read[i] == a->words[i])
            continue;
        bool inside = i >= a->lead && i - a->lead < count * a->stride;
        snprintf(trouble, trouble_bytes,
                 "%s: %s word %d of %u elements is 0x%08x, it should be 0x%08x", name,
                 inside ? "element" : "guard", (int)i - (int)a->lead, count, a->read[i],
                 a->words[i]);
        return false;
    }
    return true;
}

void gl_area_expect(struct gl_area* a, const void* words, uint32_t count,
                    const char* name)
{
    char trouble[512];
    if (!gl_area_check(a, words, count, name, trouble, sizeof trouble))
        fail_msg("%s", trouble);
}

bool gl_area_guards_hold(struct gl_area* a, uint32_t count, char* trouble,
                         size_t trouble_bytes)
{
    if (a->name == 0)
        return true;
    uint32_t* words = gl_take_words((size_t)count * a->element_words);
    gl_area_fetch(a);
    memcpy(words, a->read + a->lead, (size_t)count * a->element_words * 4);
    bool hold = gl_area_check(a, words, count, "guards", trouble, trouble_bytes);
    free(words);
    return hold;
}

glsort_resource gl_area_resource(const struct gl_area* a)
{
    return (glsort_resource){
        .name = a->name,
        .width = a->width,
        .offset = a->width > 0 ? 0 : (uint64_t)a->lead * 4,
    };
}
