// SPDX-License-Identifier: MIT
#include "texture_checks.h"

#include "caller.h"
#include "counting.h"

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

glsort_result glsort_check_texture(const struct glsort_plan* plan,
                                   const glsort_resource* resource,
                                   const struct texture_use* use)
{
    uint32_t size = plan->core.limits.texture_size;
    if (resource->offset != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s.offset is %llu, but must be 0 for a texture",
                                   use->call, use->field,
                                   (unsigned long long)resource->offset);
    if (resource->width == 0 || resource->width > size)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.width is %u; it must be 1 to %u", use->call,
                                   use->field, resource->width, size);
    if ((uint64_t)resource->width * size < use->elements)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_LIMIT,
            "%s: %u elements need more than %u rows of %s.width %u", use->call,
            use->elements, size, use->field, resource->width);
    return GLSORT_OK;
}

// GLES 3.0 can query the format only of textures that it can render to.
static bool is_unknown(const struct caller_texture* t, const struct texture_format* f)
{
    return f->may_be_unknown && !t->has_size && !t->has_level;
}

static bool has_format(const struct caller_texture* t, const struct texture_format* f)
{
    return is_unknown(t, f) || t->format == f->format ||
           (f->other != GL_NONE && t->format == f->other);
}

static glsort_result check_kind(const struct glsort_plan* plan,
                                const struct caller_texture* t, GLuint name,
                                const struct texture_use* use)
{
    const struct texture_format* f = &use->format;
    if (!t->exists)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is %u, which is not a texture of the current GL "
            "context; was the %s created in another one?",
            use->call, use->field, name, use->owner);
    if (!t->is_2d)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is texture %u, whose target must be GL_TEXTURE_2D", use->call,
            use->field, name);
    if (t->base_level != 0)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is texture %u with a GL_TEXTURE_BASE_LEVEL of %d; it must be 0",
            use->call, use->field, name, t->base_level);
    if (!t->has_level && !is_unknown(t, f))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is texture %u, which has no level 0 in %s, the format %s", use->call,
            use->field, name, f->name, f->what);
    if (!has_format(t, f))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is texture %u, whose format is not %s, the format %s", use->call,
            use->field, name, f->name, f->what);
    return GLSORT_OK;
}

static glsort_result check_size(const struct glsort_plan* plan,
                                const struct caller_texture* t,
                                const glsort_resource* resource,
                                const struct texture_use* use)
{
    uint32_t rows = ceil_divide(use->elements, resource->width);
    if (!t->has_size)
        return GLSORT_OK;
    if ((uint32_t)t->width < resource->width)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.width is %u, but texture %u is only %d wide",
                                   use->call, use->field, resource->width, resource->name,
                                   t->width);
    if ((uint32_t)t->height < rows)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "%s: %s is texture %u of %d rows, but %u element%s in rows of %u "
            "need%s %u",
            use->call, use->field, resource->name, t->height, use->elements,
            use->elements == 1 ? "" : "s", resource->width, use->elements == 1 ? "s" : "",
            rows);
    return GLSORT_OK;
}

// A swizzle would change the order of the words that fetches read.
static glsort_result check_swizzle(const struct glsort_plan* plan,
                                   const struct caller_texture* t, GLuint name,
                                   const struct texture_use* use)
{
    static const char letters[] = "RGBA";
    for (uint32_t i = 0; i < use->format.channels; ++i)
        if (t->swizzle[i] != (GLint)(GL_RED + i))
            return glsort_message_fail(
                plan->message, GLSORT_ERROR_ARGUMENT,
                "%s: %s is texture %u with a GL_TEXTURE_SWIZZLE_%c of 0x%04x; it must be "
                "the channel itself",
                use->call, use->field, name, letters[i], (unsigned)t->swizzle[i]);
    return GLSORT_OK;
}

glsort_result glsort_check_texture_object(const struct glsort_plan* plan,
                                          struct caller_bindings* bindings,
                                          const glsort_resource* resource,
                                          const struct texture_use* use)
{
    const struct device* d = plan->executor.device;
    if (glsort_caller_knows(d, resource->name, use->format.format, 0))
        return GLSORT_OK;
    struct caller_texture t = glsort_caller_texture(bindings, d, resource->name,
                                                    plan->resources.probe_framebuffer);
    glsort_result result = check_kind(plan, &t, resource->name, use);
    if (result == GLSORT_OK)
        result = check_size(plan, &t, resource, use);
    if (result == GLSORT_OK)
        result = check_swizzle(plan, &t, resource->name, use);
    if (result == GLSORT_OK)
        glsort_caller_learn(d, resource->name, use->format.format, 0);
    return result;
}
