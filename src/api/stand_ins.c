// SPDX-License-Identifier: MIT
#include "stand_ins.h"

#include <string.h>

#include "counting.h"

// A slot starts at a multiple of SLOT_ALIGNMENT. One whose size does not depend on the
// count gets all its bytes if they are at most FIXED_BYTES.
enum { SLOT_ALIGNMENT = 256, FIXED_BYTES = 4096, TEXTURE_WIDTH = 64 };

// The bytes of a slot that the schedule's passes touch.
static uint64_t bytes_touched(const struct schedule* s, uint8_t slot)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t at = 0; at < s->passes[i].binding_count; ++at) {
            const struct binding* b = &s->passes[i].bindings[at];
            if (b->slot == slot && b->first_bytes + b->range_bytes > end)
                end = b->first_bytes + b->range_bytes;
        }
    return end;
}

// The part of them for `count` elements, if the schedule is for more.
static uint64_t bytes_for(const struct glsort_plan* plan, uint8_t slot, uint32_t count)
{
    uint64_t bytes = bytes_touched(&plan->core.schedule, slot);
    uint32_t sized = plan->core.count;
    uint64_t part = sized > count ? bytes / sized * count + bytes % sized : bytes;
    part = part < FIXED_BYTES ? FIXED_BYTES : part;
    return part < bytes ? (part + 3) / 4 * 4 : bytes;
}

// A texture of floats need not be renderable, so its width is queried instead. It has at
// most a megabyte.
static bool has_memory(const struct device* d, GLuint texture, uint8_t kind)
{
    GLint width = 1;
    if (kind != STAND_IN_RGBA32F)
        return glsort_resources_has_memory(d, texture);
    if (d->texture_levels)
        d->gl.GetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    return width > 0;
}

static bool make_texture(struct stand_ins* s, struct glsort_plan* plan, uint8_t slot,
                         const struct stand_in_contents* contents)
{
    static const struct {
        GLint internal;
        GLenum external;
        GLenum type;
    } formats[] = {
        [STAND_IN_R32UI] = {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
        [STAND_IN_RG32UI] = {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT},
        [STAND_IN_RGBA32UI] = {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
        [STAND_IN_RGBA32F] = {GL_RGBA32F, GL_RGBA, GL_FLOAT},
    };
    const GladGLContext* gl = &plan->executor.device->gl;
    uint8_t kind = contents->kinds[slot];
    uint32_t width =
        slot == SLOT_VISIBLE_OUT ? 1 : TEXTURE_WIDTH; // a texel for each view
    gl->GenTextures(1, &s->textures[slot]);
    gl->BindTexture(GL_TEXTURE_2D, s->textures[slot]);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->TexImage2D(GL_TEXTURE_2D, 0, formats[kind].internal, (GLsizei)width,
                   (GLsizei)ceil_divide(contents->count, TEXTURE_WIDTH), 0,
                   formats[kind].external, formats[kind].type, NULL);
    plan->executor.slots[slot] =
        (struct slot_object){.name = s->textures[slot], .width = width};
    return s->textures[slot] != 0 &&
           has_memory(plan->executor.device, s->textures[slot], kind);
}

static void fill(const struct device* d, GLuint buffer, uint64_t at, uint64_t bytes,
                 uint32_t word)
{
    uint32_t words[1024];
    for (uint32_t i = 0; i < 1024; ++i)
        words[i] = word;
    for (uint64_t done = 0; done < bytes; done += sizeof words) {
        uint64_t rest = bytes - done;
        glsort_resources_upload(d, buffer, at + done,
                                rest < sizeof words ? rest : sizeof words, words);
    }
}

static bool make_buffer(struct stand_ins* s, struct glsort_plan* plan,
                        const struct stand_in_contents* contents)
{
    const struct device* d = plan->executor.device;
    struct slot_object* slots = plan->executor.slots;
    uint64_t end = 0;
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH; ++slot) {
        if (slot == SLOT_STATE || s->textures[slot] != 0)
            continue;
        uint64_t bytes = bytes_for(plan, slot, contents->count);
        slots[slot] = (struct slot_object){.offset = end, .bytes = bytes};
        end += (bytes + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
    }
    if (end == 0)
        return true;
    if (!glsort_resources_make_buffer(d, &s->buffer, "glsort stand-ins", end))
        return false;
    fill(d, s->buffer, 0, end, 0);
    fill(d, s->buffer, slots[SLOT_DEAD].offset, slots[SLOT_DEAD].bytes,
         contents->dead_word);
    if (slots[SLOT_COUNT_IN].bytes > 0)
        fill(d, s->buffer, slots[SLOT_COUNT_IN].offset, 4, contents->count);
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH; ++slot)
        if (slots[slot].bytes > 0 && slot != SLOT_STATE)
            slots[slot].name = s->buffer;
    return true;
}

bool glsort_stand_ins_begin(struct stand_ins* s, struct glsort_plan* plan,
                            const struct stand_in_contents* contents)
{
    const struct device* d = plan->executor.device;
    *s = (struct stand_ins){.buffer = 0};
    memcpy(s->saved, plan->executor.slots, sizeof s->saved);
    d->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    d->gl.ActiveTexture(GL_TEXTURE0);
    bool made = true;
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH && made; ++slot)
        if (contents->kinds[slot] != STAND_IN_BUFFER)
            made = make_texture(s, plan, slot, contents);
    return made && make_buffer(s, plan, contents);
}

void glsort_stand_ins_end(struct stand_ins* s, struct glsort_plan* plan)
{
    const struct device* d = plan->executor.device;
    d->gl.DeleteBuffers(1, &s->buffer);
    d->gl.DeleteTextures(SLOT_SCRATCH, s->textures);
    memcpy(plan->executor.slots, s->saved, sizeof s->saved);
}
