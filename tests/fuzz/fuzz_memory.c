// SPDX-License-Identifier: MIT
#include "fuzz_memory.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz_driver.h"

void* fuzz_take(size_t bytes)
{
    void* block = calloc(bytes + 1, 1);
    if (block == NULL)
        fuzz_fail("the host has no %zu bytes", bytes);
    return block;
}

// ---- textures -------------------------------------------------------------------------

static const struct {
    GLint internal;
    GLenum external;
} formats[] = {[1] = {GL_R32UI, GL_RED_INTEGER},
               [2] = {GL_RG32UI, GL_RG_INTEGER},
               [4] = {GL_RGBA32UI, GL_RGBA_INTEGER}};

static GLsizei rows_of(const struct fuzz_memory* m)
{
    return (GLsizei)(m->words / m->element_words / m->width);
}

static void upload_texture(const struct fuzz_memory* m)
{
    m->gl->BindTexture(GL_TEXTURE_2D, m->name);
    m->gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)m->width, rows_of(m),
                         formats[m->element_words].external, GL_UNSIGNED_INT,
                         m->expected);
    m->gl->BindTexture(GL_TEXTURE_2D, 0);
}

// Every version reads texels of 4 words; only those that the format has are kept.
static void read_texture(const struct fuzz_memory* m, uint32_t* words)
{
    GLuint framebuffer = 0;
    uint32_t* texels = fuzz_take(m->words / m->element_words * 16);
    m->gl->GenFramebuffers(1, &framebuffer);
    m->gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    m->gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                                m->name, 0);
    m->gl->ReadPixels(0, 0, (GLsizei)m->width, rows_of(m), GL_RGBA_INTEGER,
                      GL_UNSIGNED_INT, texels);
    m->gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    m->gl->DeleteFramebuffers(1, &framebuffer);
    for (size_t i = 0; i < m->words; ++i)
        words[i] = texels[i / m->element_words * 4 + i % m->element_words];
    free(texels);
}

// ---- buffers --------------------------------------------------------------------------

static void read_buffer(const struct fuzz_memory* m, uint32_t* words)
{
    m->gl->BindBuffer(GL_COPY_READ_BUFFER, m->name);
    const void* mapped = m->gl->MapBufferRange(
        GL_COPY_READ_BUFFER, 0, (GLsizeiptr)(m->words * 4), GL_MAP_READ_BIT);
    if (mapped == NULL)
        fuzz_fail("buffer %u of %zu words cannot be mapped", m->name, m->words);
    memcpy(words, mapped, m->words * 4);
    m->gl->UnmapBuffer(GL_COPY_READ_BUFFER);
    m->gl->BindBuffer(GL_COPY_READ_BUFFER, 0);
}

// ---- both -----------------------------------------------------------------------------

static void fill_with_guards(struct fuzz_memory* m)
{
    m->expected = fuzz_take(m->words * 4);
    for (size_t i = 0; i < m->words; ++i)
        m->expected[i] = 0xA5C3F00Du ^ ((uint32_t)i * 2654435761u);
}

void fuzz_memory_open_buffer(struct fuzz_memory* m, const struct fuzz_gl* gl,
                             size_t words)
{
    *m = (struct fuzz_memory){.gl = gl, .words = words};
    fill_with_guards(m);
    gl->GenBuffers(1, &m->name);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, m->name);
    gl->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(words * 4), m->expected,
                   GL_DYNAMIC_COPY);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

void fuzz_memory_open_texture(struct fuzz_memory* m, const struct fuzz_gl* gl,
                              uint32_t element_words, uint32_t width, uint32_t rows)
{
    *m = (struct fuzz_memory){
        .gl = gl,
        .width = width,
        .element_words = element_words,
        .words = (size_t)width * rows * element_words,
    };
    fill_with_guards(m);
    gl->GenTextures(1, &m->name);
    gl->BindTexture(GL_TEXTURE_2D, m->name);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexImage2D(GL_TEXTURE_2D, 0, formats[element_words].internal, (GLsizei)width,
                   (GLsizei)rows, 0, formats[element_words].external, GL_UNSIGNED_INT,
                   m->expected);
    gl->BindTexture(GL_TEXTURE_2D, 0);
}

void fuzz_memory_close(struct fuzz_memory* m)
{
    if (m->gl != NULL && m->width > 0)
        m->gl->DeleteTextures(1, &m->name);
    else if (m->gl != NULL)
        m->gl->DeleteBuffers(1, &m->name);
    free(m->expected);
    *m = (struct fuzz_memory){0};
}

void fuzz_memory_expect(struct fuzz_memory* m, size_t first, const uint32_t* words,
                        size_t count)
{
    memcpy(m->expected + first, words, count * 4);
}

void fuzz_memory_upload(const struct fuzz_memory* m)
{
    if (m->width > 0) {
        upload_texture(m);
        return;
    }
    m->gl->BindBuffer(GL_COPY_WRITE_BUFFER, m->name);
    m->gl->BufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(m->words * 4),
                         m->expected);
    m->gl->BindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

uint32_t* fuzz_memory_read(const struct fuzz_memory* m)
{
    uint32_t* words = fuzz_take(m->words * 4);
    if (m->width > 0)
        read_texture(m, words);
    else
        read_buffer(m, words);
    return words;
}

void fuzz_memory_adopt(struct fuzz_memory* m, size_t first, size_t count)
{
    uint32_t* words = fuzz_memory_read(m);
    fuzz_memory_expect(m, first, words + first, count);
    free(words);
}

struct fuzz_wrong fuzz_memory_compare(const struct fuzz_memory* m)
{
    struct fuzz_wrong wrong = {0};
    uint32_t* words = fuzz_memory_read(m);
    for (size_t i = 0; i < m->words && !wrong.found; ++i)
        if (words[i] != m->expected[i])
            wrong = (struct fuzz_wrong){true, i, words[i], m->expected[i]};
    free(words);
    return wrong;
}
