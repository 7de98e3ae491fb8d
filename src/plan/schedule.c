// SPDX-License-Identifier: MIT
#include "schedule.h"

#include <assert.h>
#include <string.h>

#include "counting.h"
#include "memory.h"

// The most work groups that, if most of them return at once, take less time than the
// latency of dispatch arguments from the GPU, which is 2 us. H100 (driver 580.159),
// 2026-11-25. Other devices, among them software renderers, are not measured, and may
// start groups more slowly.
enum { DIRECT_MOST = 2048, DIRECT_MOST_ELSEWHERE = 8 };

void glsort_schedule_reset(struct schedule* s, const struct glsort_limits* limits)
{
    s->pass_count = s->pass_wanted = s->part_at = 0;
    s->params_wanted = 0;
    s->uniform_alignment = limits->uniform_alignment;
    s->direct_most = limits->chained_scan != 0 ? DIRECT_MOST : DIRECT_MOST_ELSEWHERE;
    s->scratch_count = 0;
    s->transfers = (struct transfers){0};
    s->buffer_units = 0;
    s->gpu_count = false;
    s->count_slot = SLOT_STATE;
    s->is_peek = false;
    s->part = 0;
    s->shared_from = MAX_SCRATCH;
    s->turn_at = 0;
    if (s->params != NULL)
        memset(s->params, 0, s->params_room);
}

// A pass whose parameters get the base of a resource has parameters.
static bool has_params(const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].base_at != NO_BASE && p->params_bytes == 0)
            return false;
    return true;
}

bool glsort_schedule_complete(const struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (!has_params(&s->passes[i]))
            return false;
    return s->pass_wanted <= s->pass_room && s->params_wanted <= s->params_room;
}

// Returns a block of at least twice the size that holds the old one, or NULL.
static void* grown(const struct schedule* s, void* old, size_t bytes, size_t wanted,
                   size_t* taken)
{
    *taken = 2 * bytes > wanted ? 2 * bytes : wanted;
    void* block = glsort_memory_take(s->allocator, *taken);
    if (block != NULL && bytes > 0)
        memcpy(block, old, bytes);
    if (block != NULL)
        glsort_memory_give(s->allocator, old, bytes);
    return block;
}

// Makes room for what is wanted, if the memory may grow.
static void make_room(struct schedule* s)
{
    size_t taken;
    if (s->allocator == NULL || s->starved)
        return;
    if (s->pass_wanted > s->pass_room) {
        struct pass* passes = grown(s, s->passes, s->pass_room * sizeof *passes,
                                    s->pass_wanted * sizeof *passes, &taken);
        s->starved = passes == NULL;
        s->passes = passes != NULL ? passes : s->passes;
        s->pass_room = passes != NULL ? (uint32_t)(taken / sizeof *passes) : s->pass_room;
    }
    if (s->params_wanted > s->params_room && !s->starved) {
        uint8_t* params = grown(s, s->params, s->params_room, s->params_wanted, &taken);
        s->starved = params == NULL;
        s->params = params != NULL ? params : s->params;
        s->params_room = params != NULL ? (uint32_t)taken : s->params_room;
    }
}

static struct pass* next_pass(struct schedule* s)
{
    uint32_t at = s->pass_count++;
    if (s->turn_at == 0 || s->turn_at >= at)
        return &s->passes[at];
    memmove(&s->passes[s->turn_at + 1], &s->passes[s->turn_at],
            (at - s->turn_at) * sizeof s->passes[0]);
    at = s->turn_at;
    s->turn_at += 2;
    return &s->passes[at];
}

struct pass* glsort_schedule_pass(struct schedule* s, const char* label, uint8_t kind,
                                  uint8_t phase, uint16_t shader)
{
    s->pass_wanted++;
    make_room(s);
    bool fits = s->pass_wanted <= s->pass_room;
    struct pass* p = fits ? next_pass(s) : &s->overflow;
    *p = (struct pass){
        .label = label,
        .kind = kind,
        .phase = phase,
        .shader = shader,
        .part = s->part,
        .of_peek = s->is_peek,
    };
    return p;
}

static bool is_same(const struct scratch* a, const struct scratch* b)
{
    return strcmp(a->name, b->name) == 0 && a->format == b->format &&
           a->layers == b->layers && a->width_log == b->width_log &&
           a->bytes == b->bytes && a->texels == b->texels && a->zeroed == b->zeroed;
}

static uint8_t add_scratch(struct schedule* s, struct scratch scratch)
{
    for (uint32_t i = s->shared_from; i < s->scratch_count; ++i)
        if (is_same(&s->scratch[i], &scratch))
            return (uint8_t)(SLOT_SCRATCH + i);
    if (s->scratch_count == MAX_SCRATCH) {
        s->full = true;
        return SLOT_SCRATCH + MAX_SCRATCH - 1;
    }
    s->scratch[s->scratch_count] = scratch;
    return (uint8_t)(SLOT_SCRATCH + s->scratch_count++);
}

// GL refuses to bind an empty range of a buffer.
static uint64_t buffer_bytes(uint64_t bytes)
{
    return bytes < 16 ? 16 : bytes;
}

uint8_t glsort_schedule_buffer(struct schedule* s, const char* name, uint64_t bytes)
{
    return add_scratch(s, (struct scratch){.name = name, .bytes = buffer_bytes(bytes)});
}

uint8_t glsort_schedule_zeros(struct schedule* s, const char* name, uint64_t bytes)
{
    return add_scratch(
        s, (struct scratch){.name = name, .bytes = buffer_bytes(bytes), .zeroed = true});
}

static uint8_t add_texture(struct schedule* s, struct scratch texture, uint32_t texels)
{
    static const uint32_t texel_bytes[] = {0, 4, 8, 16};
    uint8_t log = texture.width_log;
    uint32_t rows = (texels >> log) + ((texels & ((1u << log) - 1)) != 0);
    uint64_t area = (uint64_t)(rows > 0 ? rows : 1) << log;
    texture.texels = (uint32_t)area;
    texture.bytes = area * texel_bytes[texture.format];
    texture.bytes *= texture.layers > 0 ? texture.layers : 1;
    return add_scratch(s, texture);
}

uint8_t glsort_schedule_texture(struct schedule* s, const char* name, uint8_t format,
                                uint8_t width_log, uint32_t texels)
{
    return add_texture(
        s, (struct scratch){.name = name, .format = format, .width_log = width_log},
        texels);
}

uint8_t glsort_schedule_layers(struct schedule* s, const char* name, uint8_t layers,
                               uint8_t width_log, uint32_t texels)
{
    return add_texture(s,
                       (struct scratch){.name = name,
                                        .format = FORMAT_RGBA32UI,
                                        .layers = layers,
                                        .width_log = width_log},
                       texels);
}

static void add_traffic(struct pass* p, uint32_t access, uint64_t bytes)
{
    p->read_bytes += (access & GLSORT_READ) != 0 ? bytes : 0;
    p->write_bytes += (access & GLSORT_WRITE) != 0 ? bytes : 0;
}

void glsort_pass_bind(struct pass* p, uint8_t slot, uint8_t usage, uint32_t access,
                      uint8_t unit, uint64_t first_bytes, uint64_t range_bytes)
{
    assert(p->binding_count < MAX_BINDINGS);
    p->bindings[p->binding_count++] = (struct binding){
        .slot = slot,
        .usage = usage,
        .access = (uint8_t)access,
        .unit = unit,
        .base_at = NO_BASE,
        .first_bytes = first_bytes,
        .range_bytes = range_bytes,
    };
    if (usage != USAGE_UNIFORM && usage != USAGE_INDIRECT)
        add_traffic(p, access, range_bytes);
}

static struct binding* last_binding(struct pass* p)
{
    return &p->bindings[p->binding_count - 1];
}

void glsort_pass_moves(struct pass* p, uint64_t bytes)
{
    const struct binding* b = last_binding(p);
    add_traffic(p, b->access, bytes - b->range_bytes); // modulo 2^64
}

void glsort_pass_bind_caller(struct pass* p, uint8_t slot, uint8_t usage, uint32_t access,
                             uint8_t unit, uint64_t range_bytes, size_t base_offset)
{
    assert(p->params_bytes == 0); // which get what is known of the base
    glsort_pass_bind(p, slot, usage, access, unit, 0, range_bytes);
    last_binding(p)->base_at = (uint16_t)(base_offset / WORD_BYTES);
}

void glsort_pass_buffer(struct pass* p, uint8_t slot, uint32_t access, uint8_t unit,
                        uint64_t bytes)
{
    glsort_pass_bind(p, slot, USAGE_STORAGE, access, unit, 0, bytes);
}

void glsort_pass_resource(struct pass* p, uint8_t slot, uint32_t access, uint8_t unit,
                          uint64_t first_bytes, uint64_t bytes, size_t base_offset)
{
    glsort_pass_bind_caller(p, slot, USAGE_STORAGE, access, unit, bytes, base_offset);
    last_binding(p)->first_bytes = first_bytes;
}

void glsort_pass_fetch(struct pass* p, uint8_t slot, uint8_t unit, uint64_t bytes)
{
    glsort_pass_bind(p, slot, USAGE_FETCH, GLSORT_READ, unit, 0, bytes);
}

void glsort_pass_target(struct pass* p, uint8_t slot, uint64_t first_bytes,
                        uint64_t bytes)
{
    glsort_pass_bind(p, slot, USAGE_TARGET, GLSORT_WRITE, 0, first_bytes, bytes);
}

void glsort_pass_place(struct pass* p, const struct place* at, uint32_t count,
                       uint8_t usage, uint32_t access, uint8_t unit, size_t base_offset)
{
    glsort_pass_bind_caller(p, at->slot, usage, access, unit, place_bytes(at, count),
                            base_offset);
    glsort_pass_moves(p, bytes_of_words((uint64_t)count * at->words));
    last_binding(p)->first_bytes = at->first_bytes;
    if (at->stride_bytes == 0 || at->slot >= SLOT_SCRATCH)
        return;
    last_binding(p)->element_bytes = at->words * WORD_BYTES;
    last_binding(p)->stride_bytes = at->stride_bytes;
}

void glsort_pass_download(struct pass* p, uint8_t slot, uint64_t first_bytes,
                          uint64_t bytes)
{
    p->kind = GLSORT_PASS_DOWNLOAD;
    glsort_pass_bind(p, slot, USAGE_COPY, GLSORT_WRITE, 0, first_bytes, bytes);
    add_traffic(p, GLSORT_READ, bytes); // of what was drawn
}

void glsort_pass_layers(struct pass* p, uint8_t first, uint8_t layers)
{
    struct binding* b = last_binding(p);
    assert(b->usage == USAGE_TARGET && layers > 0);
    b->first_layer = first;
    b->layers = layers;
}

void glsort_pass_indirect(struct pass* p, uint8_t slot, uint32_t at_bytes)
{
    glsort_pass_bind(p, slot, USAGE_INDIRECT, GLSORT_READ, 0, at_bytes, 12);
    p->indirect = true;
    p->indirect_bytes = at_bytes;
}

static uint32_t aligned(const struct schedule* s, uint32_t bytes)
{
    uint32_t alignment = s->uniform_alignment;
    return (bytes + alignment - 1) / alignment * alignment;
}

static void set_word(struct schedule* s, const struct pass* p, uint32_t at, uint32_t word)
{
    memcpy(s->params + p->params_at + at * WORD_BYTES, &word, sizeof word);
}

// The bases and gaps that no run changes.
static void set_bases(struct schedule* s, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        bool is_input = b->slot == SLOT_KEYS_IN || b->slot == SLOT_VALUES_IN;
        const struct scratch* own =
            b->slot >= SLOT_SCRATCH ? &s->scratch[b->slot - SLOT_SCRATCH] : NULL;
        if (b->base_at == NO_BASE)
            continue;
        if (own != NULL && own->format != FORMAT_BUFFER)
            set_word(s, p, b->base_at, 1u << own->width_log);
        if (is_input && b->stride_bytes > b->element_bytes)
            set_word(s, p, b->base_at + 1u,
                     (b->stride_bytes - b->element_bytes) / WORD_BYTES);
    }
}

void glsort_pass_params(struct schedule* s, struct pass* p, const void* params,
                        uint32_t bytes)
{
    uint32_t at = s->params_wanted;
    s->params_wanted += aligned(s, bytes);
    make_room(s);
    p->params_at = at;
    p->params_bytes = bytes;
    if (s->params_wanted > s->params_room)
        return;
    memcpy(s->params + at, params, bytes);
    set_bases(s, p);
}

void glsort_pass_same_params(const struct schedule* s, struct pass* p)
{
    if (p == &s->overflow)
        return;
    p->params_at = p[-1].params_at;
    p->params_bytes = p[-1].params_bytes;
}

void glsort_schedule_reserve(struct schedule* s, uint32_t passes, uint32_t params_bytes)
{
    uint32_t wanted = s->pass_wanted - s->part_at;
    if (wanted >= passes)
        return;
    s->params_wanted += (passes - wanted) * aligned(s, params_bytes);
    s->pass_wanted = s->part_at + passes;
    make_room(s);
}

uint32_t glsort_target_end(const struct schedule* s, const struct binding* target)
{
    uint32_t layers = target->layers;
    if (layers == 0 && target->slot >= SLOT_SCRATCH)
        layers = s->scratch[target->slot - SLOT_SCRATCH].layers;
    return target->unit + (layers > 0 ? layers : 1);
}

uint32_t glsort_schedule_draw_buffers(const struct schedule* s)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t at = 0; at < s->passes[i].binding_count; ++at) {
            const struct binding* b = &s->passes[i].bindings[at];
            uint32_t end = b->usage == USAGE_TARGET ? glsort_target_end(s, b) : 0;
            most = end > most ? end : most;
        }
    assert(most <= MAX_DRAW_BUFFERS);
    return most;
}

uint64_t glsort_schedule_scratch_bytes(const struct schedule* s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->scratch_count; ++i)
        sum += s->scratch[i].bytes;
    return sum;
}

const char* glsort_usage_name(uint8_t usage)
{
    static const char* const names[] = {
        [USAGE_STORAGE] = "storage",   [USAGE_UNIFORM] = "uniform",
        [USAGE_INDIRECT] = "indirect", [USAGE_FETCH] = "fetch",
        [USAGE_IMAGE] = "image",       [USAGE_TARGET] = "target",
        [USAGE_COPY] = "copy",
    };
    return names[usage];
}
