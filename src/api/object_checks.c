// SPDX-License-Identifier: MIT
// The checks of a caller's texture or buffer before a run.
#include "checks.h"

#include <stdio.h>
#include <string.h>

#include "counting.h"

// ---- texts ----------------------------------------------------------------------------

static const char* noun_of(const struct measured* m)
{
    static const struct {
        const char* many;
        const char* one;
    } nouns[] = {
        {"elements", "element"},   {"vertices", "vertex"},
        {"views", "view"},         {"visible counts", "visible count"},
        {"commands", "command"},   {"segments and their end", "segment and its end"},
        {"lists", "list"},         {"lists and their end", "list and its end"},
        {"nodes", "node"},         {"entries", "entry"},
        {"records", "record"},     {"indices", "index"},
        {"words", "word"},         {"counts", "count"},
        {"positions", "position"}, {"matrices", "matrix"},
    };
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0] && m->number == 1; ++i)
        if (strcmp(m->what, nouns[i].many) == 0)
            return nouns[i].one;
    return m->what;
}

struct number_text glsort_number_text(const struct measured* m)
{
    struct number_text text;
    int used = snprintf(text.chars, sizeof text.chars, "%u %s", m->number, noun_of(m));
    if (m->stride_bytes > m->element_bytes)
        snprintf(text.chars + used, sizeof text.chars - (size_t)used,
                 " of %u bytes, one every %u,", m->element_bytes, m->stride_bytes);
    return text;
}

// ---- textures -------------------------------------------------------------------------

struct texture_format glsort_texture_of_words(uint32_t words)
{
    switch (words) {
    case 1:
        return (struct texture_format){
            GL_R32UI, GL_NONE, "GL_R32UI", "for elements of 4 bytes", 1, false};
    case 2:
        return (struct texture_format){
            GL_RG32UI, GL_NONE, "GL_RG32UI", "for elements of 8 bytes", 2, false};
    default:
        return (struct texture_format){
            GL_RGBA32UI, GL_NONE, "GL_RGBA32UI", "for elements of 16 bytes", 4, false};
    }
}

struct texture_format glsort_texture_of_positions(void)
{
    return (struct texture_format){
        GL_RGBA32F, GL_RGBA16F, "GL_RGBA32F or GL_RGBA16F", "for positions", 3, true};
}

glsort_result glsort_check_texture(const struct run* run, const struct measured* m,
                                   const struct call* call)
{
    const glsort_resource* resource = m->resource;
    uint32_t size = run->plan->core.limits.texture_size;
    if (resource->offset != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s.offset is %llu, but must be 0 for a texture",
                                m->field, (unsigned long long)resource->offset);
    if (resource->width == 0 || resource->width > size)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "%s.width is %u; it must be 1 to %u", m->field,
                                resource->width, size);
    if (!m->layered && (uint64_t)resource->width * size < m->texels)
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "%u elements need more than %u rows of %s.width %u",
                                m->texels, size, m->field, resource->width);
    return GLSORT_OK;
}

// GLES 3.0 can query the format only of textures that it can render to.
static bool is_unknown(const struct caller_texture* t, const struct texture_format* f)
{
    return f->may_be_unknown && !t->has_size && !t->has_level;
}

static glsort_result check_kind(const struct caller_texture* t, const struct measured* m,
                                const struct call* call)
{
    const struct texture_format* f = &m->format;
    GLuint name = m->resource->name;
    if (!t->exists)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is %u, which is not a texture of the current GL "
                                "context; was the plan created in another one?",
                                m->field, name);
    if (!t->has_target)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is texture %u, whose target must be GL_TEXTURE_2D%s",
                                m->field, name, m->layered ? "_ARRAY" : "");
    if (t->base_level != 0)
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "%s is texture %u with a GL_TEXTURE_BASE_LEVEL of %d; it must be 0", m->field,
            name, t->base_level);
    if (!t->has_level && !is_unknown(t, f))
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "%s is texture %u, which has no level 0 in %s, the format %s", m->field, name,
            f->name, f->what);
    if (!is_unknown(t, f) && t->format != f->format &&
        (f->other == GL_NONE || t->format != f->other))
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is texture %u, whose format is not %s, the format %s",
                                m->field, name, f->name, f->what);
    return GLSORT_OK;
}

static glsort_result check_size(const struct caller_texture* t, const struct measured* m,
                                const struct call* call)
{
    const glsort_resource* resource = m->resource;
    uint32_t rows = ceil_divide(m->texels, resource->width);
    uint64_t height = (uint64_t)t->height * (uint64_t)t->depth;
    if (!t->has_size)
        return GLSORT_OK;
    if ((uint32_t)t->width < resource->width)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "%s.width is %u, but texture %u is only %d wide",
                                m->field, resource->width, resource->name, t->width);
    if (height < rows)
        return glsort_call_fail(
            call, GLSORT_ERROR_RANGE,
            "%s is texture %u of %llu rows, but %u element%s in rows of %u "
            "need%s %u",
            m->field, resource->name, (unsigned long long)height, m->texels,
            m->texels == 1 ? "" : "s", resource->width, m->texels == 1 ? "s" : "", rows);
    return GLSORT_OK;
}

// A swizzle would change the order of the words that fetches read.
static glsort_result check_swizzle(const struct caller_texture* t,
                                   const struct measured* m, const struct call* call)
{
    static const char letters[] = "RGBA";
    for (uint32_t i = 0; i < m->format.channels; ++i)
        if (t->swizzle[i] != (GLint)(GL_RED + i))
            return glsort_call_fail(
                call, GLSORT_ERROR_ARGUMENT,
                "%s is texture %u with a GL_TEXTURE_SWIZZLE_%c of 0x%04x; it must be "
                "the channel itself",
                m->field, m->resource->name, letters[i], (unsigned)t->swizzle[i]);
    return GLSORT_OK;
}

static glsort_result check_texture_object(const struct run* run, const struct measured* m,
                                          struct caller_bindings* bindings,
                                          const struct call* call)
{
    const struct device* d = run->plan->executor.device;
    GLuint name = m->resource->name;
    if (glsort_caller_knows(d, name, kind_of_texture(m), 0))
        return GLSORT_OK;
    struct caller_texture t =
        glsort_caller_texture(bindings, d, name, run->plan->resources.probe_framebuffer,
                              m->layered ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D);
    glsort_result result = check_kind(&t, m, call);
    if (result == GLSORT_OK)
        result = check_size(&t, m, call);
    if (result == GLSORT_OK)
        result = check_swizzle(&t, m, call);
    if (result == GLSORT_OK)
        glsort_caller_learn(d, name, kind_of_texture(m), 0);
    return result;
}

// ---- buffers --------------------------------------------------------------------------

static glsort_result check_buffer_kind(const struct caller_buffer* b,
                                       const struct measured* m, const struct call* call)
{
    GLuint name = m->resource->name;
    if (!b->exists)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is %u, which is not a buffer of the current GL "
                                "context; was the plan created in another one?",
                                m->field, name);
    if (b->mapped)
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "%s is buffer %u, which is mapped; only persistent mappings are allowed",
            m->field, name);
    if (b->indices)
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "%s is buffer %u, which was bound to GL_ELEMENT_ARRAY_BUFFER: WebGL lets "
            "such a buffer hold nothing but indices from the CPU; use a texture and "
            "texelFetch, or another buffer as a vertex attribute",
            m->field, name);
    return GLSORT_OK;
}

// A range past the end of its buffer gives undefined results.
glsort_result glsort_check_object(const struct run* run, const struct measured* m,
                                  struct caller_bindings* bindings,
                                  const struct call* call)
{
    const struct device* d = run->plan->executor.device;
    GLuint name = m->resource->name;
    uint64_t first = m->resource->offset + m->first;
    uint64_t end = first / 4 * 4 + m->bytes;
    if (m->is_texture)
        return check_texture_object(run, m, bindings, call);
    if (glsort_caller_knows(d, name, GL_BUFFER, end))
        return GLSORT_OK;
    struct caller_buffer b = glsort_caller_buffer(bindings, d, name);
    glsort_result result = check_buffer_kind(&b, m, call);
    if (result == GLSORT_OK && end > b.bytes)
        result = glsort_call_fail(
            call, GLSORT_ERROR_RANGE,
            "%s is a buffer of %llu bytes, but %s at offset %llu %s at %llu", m->field,
            (unsigned long long)b.bytes, glsort_number_text(m).chars,
            (unsigned long long)first, m->number == 1 ? "ends" : "end",
            (unsigned long long)end);
    if (result == GLSORT_OK)
        glsort_caller_learn(d, name, GL_BUFFER, b.bytes);
    return result;
}
