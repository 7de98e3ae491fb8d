// SPDX-License-Identifier: MIT
// Warming up makes whole runs of small counts, on buffers and textures that stand in for
// the caller's. So passes read what earlier passes have written, and scratch that
// persists between runs is left as any run leaves it.
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <string.h>

#include "checks.h"
#include "counting.h"
#include "build.h"
#include "state.h"

// ---- stand-ins ------------------------------------------------------------------------

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
    uint32_t sized = plan->core.shape.count;
    uint64_t part = sized > count ? bytes / sized * count + bytes % sized : bytes;
    part = part < FIXED_BYTES ? FIXED_BYTES : part;
    return part < bytes ? (part + 3) / 4 * 4 : bytes;
}

struct stand_ins {
    GLuint buffer; // of all slots that are buffers
    GLuint textures[SLOT_SCRATCH];
    struct slot_object saved[SLOT_SCRATCH]; // the plan's slots meanwhile
};

static GLenum target_of(GLenum kind)
{
    return (kind & LAYERED) != 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
}

// A texture of floats need not be renderable, so its width is queried instead. It has at
// most a megabyte.
static bool has_memory(const struct device* d, GLuint texture, GLenum kind)
{
    GLint width = 1;
    if (kind != GL_RGBA32F && (kind & LAYERED) == 0)
        return glsort_resources_has_memory(d, texture);
    if (d->texture_levels)
        d->gl.GetTexLevelParameteriv(target_of(kind), 0, GL_TEXTURE_WIDTH, &width);
    return width > 0;
}

static uint32_t texel_bytes(GLenum format)
{
    return format == GL_R32UI ? 4 : format == GL_RG32UI ? 8 : 16;
}

static bool make_texture(struct stand_ins* s, struct glsort_plan* plan, uint8_t slot,
                         GLenum kind, uint32_t count)
{
    const GladGLContext* gl = &plan->executor.device->gl;
    const GLenum target = target_of(kind), format = kind & ~(GLenum)LAYERED;
    bool floats = format == GL_RGBA32F;
    GLenum external = floats                ? GL_RGBA
                      : format == GL_R32UI  ? GL_RED_INTEGER
                      : format == GL_RG32UI ? GL_RG_INTEGER
                                            : GL_RGBA_INTEGER;
    gl->GenTextures(1, &s->textures[slot]);
    // Elements may be several texels apart.
    const uint64_t texels = bytes_for(plan, slot, count) / texel_bytes(format) + 1;
    const uint64_t rows = (texels > count ? texels : count) / TEXTURE_WIDTH + 1;
    const uint32_t most = plan->executor.device->limits.texture_size;
    const GLsizei height = (GLsizei)(rows < most ? rows : most);
    const GLenum type = floats ? GL_FLOAT : GL_UNSIGNED_INT;
    gl->BindTexture(target, s->textures[slot]);
    gl->TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    if (target == GL_TEXTURE_2D)
        gl->TexImage2D(target, 0, (GLint)format, TEXTURE_WIDTH, height, 0, external, type,
                       NULL);
    else
        gl->TexImage3D(target, 0, (GLint)format, TEXTURE_WIDTH, height, 1, 0, external,
                       type, NULL);
    plan->executor.slots[slot] = (struct slot_object){.name = s->textures[slot],
                                                      .width = TEXTURE_WIDTH,
                                                      .layers = target != GL_TEXTURE_2D};
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

static bool make_buffer(struct stand_ins* s, struct glsort_plan* plan, uint32_t count)
{
    const struct device* d = plan->executor.device;
    const struct recipe* recipe = plan->core.recipe;
    struct slot_object* slots = plan->executor.slots;
    uint64_t end = 0;
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH; ++slot) {
        if (slot == SLOT_STATE || s->textures[slot] != 0)
            continue;
        uint64_t bytes = bytes_for(plan, slot, count);
        slots[slot] = (struct slot_object){.offset = end, .bytes = bytes};
        end += (bytes + SLOT_ALIGNMENT - 1) / SLOT_ALIGNMENT * SLOT_ALIGNMENT;
    }
    if (end == 0)
        return true;
    if (!glsort_resources_make_buffer(d, &s->buffer, "glsort stand-ins", end))
        return false;
    fill(d, s->buffer, 0, end, 0);
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH; ++slot) {
        if (slots[slot].bytes == 0 || slot == SLOT_STATE)
            continue;
        slots[slot].name = s->buffer;
        uint32_t word =
            recipe->warm_word == NULL ? 0 : recipe->warm_word(plan->what, slot);
        if (word != 0)
            fill(d, s->buffer, slots[slot].offset, slots[slot].bytes, word);
    }
    if (slots[SLOT_COUNT_IN].bytes > 0)
        fill(d, s->buffer, slots[SLOT_COUNT_IN].offset, 4, count);
    return true;
}

// Makes them for `count` elements of the current schedule, which may be for more, and
// assigns them to the plan's slots. formats: GL_NONE for buffers. False if there is no
// GPU memory; end() must follow then, too. Changes the GL state that STATE_CREATION and
// STATE_UNIT_0 name.
static bool begin(struct stand_ins* s, struct glsort_plan* plan, const GLenum* formats,
                  uint32_t count)
{
    const struct device* d = plan->executor.device;
    *s = (struct stand_ins){.buffer = 0};
    memcpy(s->saved, plan->executor.slots, sizeof s->saved);
    d->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    d->gl.ActiveTexture(GL_TEXTURE0);
    bool made = true;
    for (uint8_t slot = SLOT_NONE; slot < SLOT_SCRATCH && made; ++slot)
        if (formats[slot] != GL_NONE)
            made = make_texture(s, plan, slot, formats[slot], count);
    return made && make_buffer(s, plan, count);
}

// Deletes them and restores the plan's slots.
static void end(struct stand_ins* s, struct glsort_plan* plan)
{
    const struct device* d = plan->executor.device;
    d->gl.DeleteBuffers(1, &s->buffer);
    d->gl.DeleteTextures(SLOT_SCRATCH, s->textures);
    memcpy(plan->executor.slots, s->saved, sizeof s->saved);
}

// ---- runs -----------------------------------------------------------------------------

// Shortens passes that are sized for more elements than the stand-ins hold: draws,
// transfers, and dispatches whose groups the GPU does not count.
static void shorten_pass(const struct glsort_plan* plan, struct pass* p, uint32_t count)
{
    const struct slot_object* slots = plan->executor.slots;
    uint32_t words = UINT32_MAX;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_COPY || b->slot >= SLOT_SCRATCH ||
            slots[b->slot].bytes == 0)
            continue;
        words = smaller(saturated(slots[b->slot].bytes / 4), words);
        b->range_bytes = smaller(saturated(b->range_bytes / 4), words) * (uint64_t)4;
    }
    p->groups = smaller(p->groups, p->kind == GLSORT_PASS_UPLOAD ? words : count);
}

// Numbers of a run that warms up; its resources are the stand-ins.
static const void* args_of(const struct recipe* recipe)
{
    static const uint64_t zeros[sizeof(glsort_gather_args) / 8 + 1];
    static_assert(sizeof(glsort_segments_args) <= sizeof zeros &&
                      sizeof(glsort_lists_args) <= sizeof zeros,
                  "the largest arguments of a recipe without warm_args");
    return recipe->warm_args != NULL ? recipe->warm_args() : zeros;
}

static bool run_once(struct glsort_plan* plan, struct covering_run covering,
                     const GLenum* formats, const struct gl_state* state)
{
    const struct recipe* recipe = plan->core.recipe;
    struct stand_ins stand_ins;
    bool on_gpu = glsort_run_counts_on_gpu(plan);
    uint32_t count = smaller(covering.count, COVERAGE_ELEMENTS);
    covering.count = on_gpu ? plan->core.max_count : covering.count;
    const struct shape shape = glsort_covering_shape(&plan->core, covering);
    plan->core.built = false;
    glsort_plan_build(plan, &shape);
    plan->uploaded = false;
    bool made = begin(&stand_ins, plan, formats, count);
    if (made) {
        for (uint32_t i = 0; covering.count > count && i < plan->core.schedule.pass_count;
             ++i)
            shorten_pass(plan, &plan->core.schedule.passes[i], count);
        if (!on_gpu)
            plan->core.block.count.count = count;
        if (recipe->fill_block != NULL) {
            struct run run = glsort_run_of(plan, args_of(recipe));
            run.shape = shape;
            recipe->fill_block(&run, &plan->core.block);
        }
        glsort_plan_run_unseen(plan, state);
    }
    end(&stand_ins, plan);
    return made;
}

static glsort_result warm(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = plan->executor.device;
    const struct shape shape = plan->core.shape;
    GLenum formats[SLOT_SCRATCH] = {GL_NONE};
    struct coverage coverage;
    struct gl_state state;
    bool made = true;
    const struct run run = glsort_run_of(plan, args_of(plan->core.recipe));
    glsort_run_texture_formats(&run, formats);
    glsort_coverage_find(&plan->core, glsort_run_counts_on_gpu(plan), &coverage);
    glsort_state_save(&state, d,
                      glsort_plan_run_scope(plan) | STATE_CREATION | STATE_UNIT_0 |
                          STATE_UPLOADS | STATE_COPIES | STATE_INDIRECT);
    for (uint32_t i = 0; i < coverage.run_count && made; ++i)
        made = run_once(plan, coverage.runs[i], formats, &state);
    if (!made)
        d->gl.GetError(); // removes the GL_OUT_OF_MEMORY that this raised
    glsort_state_restore(&state, d);
    plan->core.built = false;
    plan->uploaded = false;
    glsort_plan_build(plan, &shape);
    return made ? GLSORT_OK
                : glsort_call_fail(call, GLSORT_ERROR_DEVICE_MEMORY,
                                   "no GPU memory for the elements to warm up with");
}

glsort_result glsort_plan_warm(glsort_plan* plan)
{
    const struct call call = plan_call(plan, "glsort_plan_warm");
    glsort_result result = glsort_plan_check_runnable(plan, &call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_modes(plan, &call);
    return result == GLSORT_OK ? warm(plan, &call) : result;
}
