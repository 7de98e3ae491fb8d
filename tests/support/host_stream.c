// SPDX-License-Identifier: MIT
#include "host_stream.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_kernel.h"
#include "keys.h"
#include "shader_table.h"

enum { GUARD_WORDS = 9 };

void host_fail(struct host_machine* m, const char* format, ...)
{
    if (m->failed)
        return;
    m->failed = true;
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(m->error, sizeof m->error, "pass %" PRIu32 " (%s, level %u, step %u): %s",
             m->pass_number, m->pass != NULL ? m->pass->label : "none",
             m->pass != NULL ? m->pass->level : 0u, m->pass != NULL ? m->pass->step : 0u,
             what);
}

// ---- memory ---------------------------------------------------------------------------

static void take(struct host_memory* memory, const char* name, size_t words)
{
    memory->name = name;
    memory->word_count = words;
    memory->item_words = 1;
    memory->words = calloc(words, sizeof *memory->words);
    memory->stamps = calloc(words, sizeof *memory->stamps);
    if (memory->words == NULL || memory->stamps == NULL)
        abort();
}

static void take_texture(struct host_memory* memory, const char* name, uint32_t width,
                         uint32_t rows, uint32_t texel_words)
{
    take(memory, name, (size_t)width * rows * texel_words);
    memory->item_words = texel_words;
    memory->width = width;
    memory->rows = rows;
}

static void take_scratch(struct host_memory* memory, const struct scratch* s)
{
    static const uint32_t texel_words[] = {1, 1, 2, 4};
    if (s->format == FORMAT_BUFFER) {
        take(memory, s->name, (size_t)(s->bytes / 4));
    } else {
        uint32_t width = 1u << s->width_log;
        take_texture(memory, s->name, width, s->texels / width,
                     texel_words[s->format] * (s->layers > 0 ? s->layers : 1));
        memory->layers = s->layers;
    }
    memory->once = strncmp(s->name, "nodes", 5) == 0;
}

// Words of an element in a slot of the caller's.
static uint32_t element_words(const struct host_machine* m, uint32_t slot)
{
    bool keys = slot == SLOT_KEYS_IN || slot == SLOT_KEYS_OUT || slot == SLOT_PEEK_KEYS;
    uint32_t values = glsort_value_words(m->core->desc.values);
    if (slot == SLOT_COUNT_IN || slot == SLOT_STATE)
        return 1;
    return keys ? glsort_key_words(m->core->desc.key) : values > 1 ? values : 1;
}

// Callers' buffers start at odd places, and their textures have odd widths.
static void take_caller(const struct host_machine* m, struct host_memory* memory,
                        uint32_t slot, bool texture)
{
    uint32_t count = m->core->desc.max_count;
    uint32_t words = element_words(m, slot);
    static const char* const names[SLOT_SCRATCH] = {
        "none",     "keys in", "keys out",  "values in",   "values out",
        "count in", "state",   "peek keys", "peek values",
    };
    if (texture) {
        uint32_t width = 13 + 8 * slot;
        take_texture(memory, names[slot], width, count / width + 1, words);
        return;
    }
    uint32_t first = 3 + 37 * slot;
    take(memory, names[slot], first + count * words + GUARD_WORDS);
    memory->first = first;
}

static bool is_texture(const struct host_machine* m, uint32_t slot)
{
    static const uint32_t bits[SLOT_SCRATCH] = {
        [SLOT_KEYS_IN] = GLSORT_TEXTURE_KEYS_IN,
        [SLOT_KEYS_OUT] = GLSORT_TEXTURE_KEYS_OUT,
        [SLOT_VALUES_IN] = GLSORT_TEXTURE_VALUES_IN,
        [SLOT_VALUES_OUT] = GLSORT_TEXTURE_VALUES_OUT,
        [SLOT_PEEK_KEYS] = GLSORT_TEXTURE_KEYS_OUT,
        [SLOT_PEEK_VALUES] = GLSORT_TEXTURE_VALUES_OUT,
    };
    return (m->core->desc.textures & bits[slot]) != 0;
}

void host_create(struct host_machine* m, const struct plan_core* core)
{
    *m = (struct host_machine){.core = core, .stage_lag = 2};
    for (uint32_t slot = SLOT_KEYS_IN; slot < SLOT_SCRATCH; ++slot)
        if (slot != SLOT_STATE)
            take_caller(m, &m->own[slot], slot, is_texture(m, slot));
    take(&m->own[SLOT_STATE], "state", STATE_WORDS);
    for (uint32_t i = 0; i < core->schedule.scratch_count; ++i)
        take_scratch(&m->own[SLOT_SCRATCH + i], &core->schedule.scratch[i]);
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot)
        m->slots[slot] = m->own[slot].words != NULL ? &m->own[slot] : NULL;
}

void host_destroy(struct host_machine* m)
{
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot) {
        free(m->own[slot].words);
        free(m->own[slot].stamps);
    }
}

void host_in_place(struct host_machine* m)
{
    if (is_texture(m, SLOT_KEYS_OUT) == is_texture(m, SLOT_KEYS_IN))
        m->slots[SLOT_KEYS_OUT] = m->slots[SLOT_KEYS_IN];
    if (is_texture(m, SLOT_VALUES_OUT) == is_texture(m, SLOT_VALUES_IN))
        m->slots[SLOT_VALUES_OUT] = m->slots[SLOT_VALUES_IN];
}

// What was written before a pass.
static void forget_before(struct host_memory* memory, uint32_t pass, bool poison)
{
    for (size_t i = 0; i < memory->word_count; ++i) {
        if (memory->stamps[i] >= pass)
            continue;
        memory->stamps[i] = 0;
        if (poison)
            memory->words[i] = HOST_POISON;
    }
}

static void forget(struct host_memory* memory, bool poison)
{
    memset(memory->stamps, 0, memory->word_count * sizeof *memory->stamps);
    forget_before(memory, 1, poison);
}

static void fill(struct host_memory* memory, const uint32_t* words, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        memory->words[memory->first + i] = words[i];
        memory->stamps[memory->first + i] = UINT32_MAX;
    }
}

// Transfers of a length that the CPU does not know are as long as the largest count, and
// so must the caller's buffers be.
static void give_all(struct host_machine* m)
{
    static const uint8_t callers[] = {SLOT_KEYS_IN,    SLOT_KEYS_OUT,  SLOT_VALUES_IN,
                                      SLOT_VALUES_OUT, SLOT_PEEK_KEYS, SLOT_PEEK_VALUES};
    for (uint32_t i = 0; i < sizeof callers; ++i) {
        struct host_memory* memory = m->slots[callers[i]];
        memset(memory->stamps, 0xFF, memory->word_count * sizeof *memory->stamps);
    }
}

void host_begin(struct host_machine* m, const uint32_t* keys, const uint32_t* values,
                uint32_t count)
{
    uint32_t max_count = m->core->desc.max_count;
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot)
        if (m->own[slot].words != NULL)
            forget(&m->own[slot], true);
    uint32_t held = count < max_count ? count : max_count;
    fill(m->slots[SLOT_KEYS_IN], keys, held * element_words(m, SLOT_KEYS_IN));
    if (values != NULL)
        fill(m->slots[SLOT_VALUES_IN], values, held * element_words(m, SLOT_VALUES_IN));
    fill(m->slots[SLOT_COUNT_IN], &count, 1);
    if (m->core->desc.count_source == GLSORT_COUNT_FROM_BUFFER &&
        m->core->desc.backend == GLSORT_BACKEND_FRAGMENT)
        give_all(m);
    // The second word of the count block is there from the plan's creation on.
    uint32_t block[4] = {HOST_POISON, max_count, 0, 0};
    fill(m->slots[SLOT_STATE], block, 4);
    m->slots[SLOT_STATE]->stamps[0] = 0;
    m->count = count;
    m->failed = false;
    m->error[0] = '\0';
    m->counts = (struct host_counts){0};
    m->pass_number = 0;
    m->run_pass = 0;
    m->barrier = 0;
    m->level = 0;
    m->level_start = 0;
    m->pass = NULL;
}

const uint32_t* host_words(const struct host_machine* m, uint8_t slot)
{
    return m->slots[slot]->words + m->slots[slot]->first;
}

bool host_guards_hold(const struct host_machine* m, uint8_t slot, uint32_t count)
{
    const struct host_memory* memory = m->slots[slot];
    size_t end = memory->first + (size_t)count * element_words(m, slot);
    for (size_t i = 0; i < memory->word_count; ++i) {
        bool inside = i >= memory->first && i < end;
        if (!inside && memory->words[i] != HOST_POISON)
            return false;
    }
    return true;
}

// ---- accesses -------------------------------------------------------------------------

// True if the instance in progress may read this word although the pass writes its range.
static bool is_own_unwritten(const struct host_machine* m,
                             const struct host_memory* memory, size_t word)
{
    if (!m->pass->tile_in_place || m->wrote)
        return false;
    for (uint32_t i = 0; i < HOST_OUTPUTS; ++i) {
        const struct host_output* o = &m->outputs[i];
        if (o->view == NULL || o->view->memory != memory)
            continue;
        size_t own = (size_t)o->per * o->item_words;
        size_t first = o->base + (size_t)m->instance * own;
        if (word >= first && word < first + own)
            return true;
    }
    return false;
}

static bool is_target(const struct host_machine* m, const struct host_memory* memory)
{
    for (uint32_t i = 0; i < HOST_TARGETS; ++i)
        if (m->targets[i].memory == memory)
            return true;
    return false;
}

static bool may_read(struct host_machine* m, const struct host_view* view, size_t word,
                     uint32_t words)
{
    const struct host_memory* memory = view->memory;
    if (m->failed)
        return false;
    if (memory == NULL || (view->access & GLSORT_READ) == 0) {
        host_fail(m, "read of what is not bound for reading");
        return false;
    }
    bool inside = word >= view->first && word + words <= view->end;
    bool inside_too = word >= view->first_too && word + words <= view->end_too;
    if ((!inside && !inside_too) || word + words > memory->word_count)
        host_fail(m, "read of %s word %zu outside the declared range", memory->name,
                  word);
    else if (m->barrier < memory->stamps[word] && memory->stamps[word] < m->pass_number &&
             is_target(m, memory))
        host_fail(m, "read of %s word %zu without a texture barrier", memory->name, word);
    else if (word < memory->write_end && word + words > memory->write_first &&
             !is_own_unwritten(m, memory, word))
        host_fail(m, "read of %s word %zu in a range that the pass writes", memory->name,
                  word);
    else if (memory->stamps[word] == 0)
        host_fail(m, "read of %s word %zu, which nobody wrote in this level",
                  memory->name, word);
    return !m->failed;
}

static void load(struct host_machine* m, const struct host_view* view, size_t word,
                 uint32_t words, uint32_t* out)
{
    bool allowed = may_read(m, view, word, words);
    for (uint32_t i = 0; i < words; ++i)
        out[i] = allowed ? view->memory->words[word + i] : 0;
    m->counts.read_bytes += words * 4;
}

static void store(struct host_machine* m, const struct host_view* view, size_t word,
                  uint32_t words, const uint32_t* from)
{
    struct host_memory* memory = view->memory;
    if (m->failed)
        return;
    if (word < view->first || word + words > view->end ||
        word + words > memory->word_count)
        host_fail(m, "write of %s word %zu outside the declared range", memory->name,
                  word);
    else if (memory->stamps[word] == m->pass_number)
        host_fail(m, "second write of %s word %zu in one pass", memory->name, word);
    else if (memory->once && !m->nodes_rewritten && memory->stamps[word] != 0)
        host_fail(m, "second write of %s word %zu in one level", memory->name, word);
    if (m->failed)
        return;
    for (uint32_t i = 0; i < words; ++i) {
        memory->words[word + i] = from[i];
        memory->stamps[word + i] = m->pass_number;
    }
    m->counts.write_bytes += words * 4;
    m->wrote = true;
}

void host_read(struct host_machine* m, uint32_t binding, size_t at, uint32_t words,
               uint32_t* out)
{
    const struct host_view* view = &m->storage[binding];
    load(m, view, view->base + at, words, out);
}

uint32_t host_read_word(struct host_machine* m, uint32_t binding, size_t at)
{
    uint32_t word = 0;
    host_read(m, binding, at, 1, &word);
    return word;
}

void host_fetch(struct host_machine* m, uint32_t unit, uint32_t x, uint32_t y,
                uint32_t skip, uint32_t words, uint32_t* out)
{
    const struct host_view* view = &m->fetch[unit];
    const struct host_memory* memory = view->memory;
    size_t texel = 0;
    if (memory == NULL)
        host_fail(m, "fetch from unit %u, where no texture is bound", unit);
    else if (x >= memory->width || y >= memory->rows)
        host_fail(m, "fetch of %s texel (%u, %u) outside %u x %u", memory->name, x, y,
                  memory->width, memory->rows);
    else
        texel = ((size_t)y * memory->width + x) * memory->item_words;
    load(m, view, texel + skip, words, out);
}

void host_fetch_any(struct host_machine* m, uint32_t unit, uint32_t x, uint32_t y,
                    uint32_t skip, uint32_t words, uint32_t* out)
{
    const struct host_memory* memory = m->fetch[unit].memory;
    size_t word =
        memory == NULL ? 0 : ((size_t)y * memory->width + x) * memory->item_words + skip;
    if (memory == NULL || memory->stamps[word] != 0)
        host_fetch(m, unit, x, y, skip, words, out);
    else
        for (uint32_t i = 0; i < words; ++i)
            out[i] = HOST_POISON;
}

uint32_t host_count(struct host_machine* m)
{
    if (!m->schedule->gpu_count)
        return m->count;
    uint32_t block[2];
    load(m, &m->uniform, m->uniform.base, 2, block);
    return block[0] < block[1] ? block[0] : block[1];
}

uint32_t host_skipped_merges(uint32_t merges, uint32_t count)
{
    uint32_t skipped = 0;
    for (uint32_t run_log = 0; run_log < 32; ++run_log)
        skipped += (merges >> run_log & 1) != 0 && count <= 1u << run_log;
    return skipped;
}

void host_output(struct host_machine* m, uint32_t at, uint32_t binding,
                 uint32_t item_words, size_t first, uint32_t per)
{
    const struct host_view* view = &m->storage[binding];
    if (view->memory == NULL || (view->access & GLSORT_WRITE) == 0) {
        host_fail(m, "binding %u is not bound for writing", binding);
        return;
    }
    m->outputs[at] = (struct host_output){
        .view = view,
        .base = view->base + first * item_words,
        .item_words = item_words,
        .per = per,
    };
}

void host_put(struct host_machine* m, uint32_t output, uint32_t place,
              const uint32_t* words)
{
    const struct host_output* o = &m->outputs[output];
    if (o->view == NULL || place >= o->per) {
        host_fail(m, "write of place %u of output %u, an instance has %u", place, output,
                  o->per);
        return;
    }
    size_t item = (size_t)m->instance * o->per + place;
    store(m, o->view, o->base + item * o->item_words, o->item_words, words);
}

static uint32_t words_of_layer(const struct host_memory* memory)
{
    return memory->item_words / (memory->layers != 0 ? memory->layers : 1);
}

void host_emit(struct host_machine* m, uint32_t draw_buffer, const uint32_t words[4])
{
    const struct host_view* view = &m->targets[draw_buffer];
    if (view->memory == NULL)
        return;
    uint32_t layer_words = words_of_layer(view->memory);
    size_t word = (size_t)m->instance * view->memory->item_words;
    store(m, view, word + view->layer * layer_words, layer_words, words);
}

void host_discard(struct host_machine* m)
{
    m->discarded = true;
}

// ---- bindings -------------------------------------------------------------------------

static size_t bound_word(const struct host_machine* m, uint8_t slot)
{
    uint32_t alignment = m->core->limits.storage_alignment / 4;
    return m->slots[slot]->first / alignment * alignment;
}

static struct host_view view_of(const struct host_machine* m, const struct binding* b)
{
    struct host_memory* memory = m->slots[b->slot];
    struct host_view view = {.memory = memory, .access = b->access};
    if (b->usage == USAGE_STORAGE)
        view.base = bound_word(m, b->slot);
    view.first = memory->first + (size_t)(b->first_bytes / 4);
    view.end = view.first + (size_t)(b->range_bytes / 4);
    return view;
}

// The layers of an array texture are draw buffers in a row.
static void bind_target(struct host_machine* m, const struct binding* b,
                        struct host_view view)
{
    uint32_t end = glsort_target_end(m->schedule, b);
    view.layer = b->first_layer;
    for (uint32_t i = b->unit; i < end && i < HOST_TARGETS; ++i, ++view.layer)
        m->targets[i] = view;
    if (end > m->core->limits.draw_buffers)
        host_fail(m, "%u draw buffers, the device has %u", end,
                  m->core->limits.draw_buffers);
}

// A texture may be bound to a unit with two ranges.
static void bind_fetch(struct host_machine* m, const struct binding* b,
                       struct host_view view)
{
    struct host_view* unit = &m->fetch[b->unit];
    if (unit->memory == NULL) {
        *unit = view;
        return;
    }
    if (unit->memory != view.memory || unit->end_too != 0)
        host_fail(m, "unit %u is bound twice", b->unit);
    unit->first_too = view.first;
    unit->end_too = view.end;
}

static void bind(struct host_machine* m, const struct binding* b)
{
    if (m->slots[b->slot] == NULL) {
        host_fail(m, "slot %u has no memory", b->slot);
        return;
    }
    struct host_view view = view_of(m, b);
    switch (b->usage) {
    case USAGE_STORAGE: m->storage[b->unit] = view; break;
    case USAGE_FETCH: bind_fetch(m, b, view); break;
    case USAGE_UNIFORM: m->uniform = view; break;
    case USAGE_TARGET: bind_target(m, b, view); break;
    default: break;
    }
    bool writes = (b->access & GLSORT_WRITE) != 0 && b->usage != USAGE_COPY;
    if (writes && view.memory->write_end > 0)
        host_fail(m, "%s is bound for writing twice", view.memory->name);
    if (writes) {
        view.memory->write_first = view.first;
        view.memory->write_end = view.end;
    }
}

// What is rendered to is not even bound for reading, unless the device has texture
// barriers, and then elsewhere.
static void check_bindings(struct host_machine* m)
{
    const struct pass* p = m->pass;
    for (uint32_t i = 0; i < p->binding_count; ++i)
        for (uint32_t other = 0; other < p->binding_count; ++other) {
            const struct binding* a = &p->bindings[i];
            const struct binding* b = &p->bindings[other];
            bool meets = a->first_bytes < b->first_bytes + b->range_bytes &&
                         b->first_bytes < a->first_bytes + a->range_bytes;
            if (a->usage == USAGE_FETCH && b->usage == USAGE_TARGET &&
                m->slots[a->slot] == m->slots[b->slot] &&
                (meets || !m->core->limits.has_texture_barrier))
                host_fail(m, "%s is fetched from and a target in one pass",
                          m->slots[a->slot]->name);
        }
}

static void clear_bindings(struct host_machine* m)
{
    memset(m->storage, 0, sizeof m->storage);
    memset(m->fetch, 0, sizeof m->fetch);
    memset(m->targets, 0, sizeof m->targets);
    memset(m->outputs, 0, sizeof m->outputs);
    m->uniform = (struct host_view){0};
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot)
        m->own[slot].write_first = m->own[slot].write_end = 0;
}

// As the executor does: the words before a buffer's range, the width of a texture.
static void patch_params(const struct host_machine* m, struct schedule* s,
                         const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->base_at == NO_BASE || b->slot >= SLOT_SCRATCH)
            continue;
        const struct host_memory* memory = m->slots[b->slot];
        uint32_t base = b->usage == USAGE_STORAGE
                            ? memory->first - (uint32_t)bound_word(m, b->slot)
                            : memory->width;
        memcpy(s->params + p->params_at + 4 * b->base_at, &base, 4);
    }
}

// ---- levels ---------------------------------------------------------------------------

static bool is_written_by(const struct host_machine* m, const struct pass* p,
                          const struct host_memory* memory)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if ((p->bindings[i].access & GLSORT_WRITE) != 0 &&
            m->slots[p->bindings[i].slot] == memory)
            return true;
    return false;
}

// True if the schedule is composed of several sorts and the passes between these touch
// the memory, which then lives on from one sort to the next.
static bool is_between_sorts(const struct host_machine* m, const struct schedule* s,
                             const struct host_memory* memory)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t b = 0; b < s->passes[i].binding_count; ++b)
            if (s->passes[i].part == 0 &&
                m->slots[s->passes[i].bindings[b].slot] == memory)
                return true;
    return false;
}

// True if, after the passes before `at`, the elements are in this memory and not in what
// the last of these passes wrote: a count on the GPU has left out merges.
static bool is_other_place(const struct host_machine* m, const struct schedule* s,
                           uint32_t at, const struct host_memory* memory)
{
    const struct pass* moved = glsort_last_move(s, at);
    uint32_t most = m->core->desc.max_count;
    uint32_t count = m->count < most ? m->count : most;
    if (moved == NULL || host_skipped_merges(moved->leaves.merges, count) % 2 == 0)
        return false;
    return m->slots[moved->leaves.other_keys] == memory ||
           m->slots[moved->leaves.other_values] == memory;
}

// What the levels of the sort write, but the pass before did not, is dead when a level
// starts.
static bool is_dead(const struct host_machine* m, const struct schedule* s, uint32_t at,
                    const struct host_memory* memory)
{
    if (s->passes[at].part != 0 && is_between_sorts(m, s, memory))
        return false;
    if (is_other_place(m, s, at, memory) ||
        (at > 0 && is_written_by(m, &s->passes[at - 1], memory)))
        return false;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (s->passes[i].phase == GLSORT_PHASE_SORT && s->passes[i].level > 0 &&
            is_written_by(m, &s->passes[i], memory))
            return true;
    return false;
}

// Elements and nodes of a level may be in one texture: then only what the pass before
// has written is alive.
static void forget_nodes_beside(struct host_machine* m, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct host_memory* memory = m->slots[p->bindings[i].slot];
        for (uint32_t other = 0; other < p->binding_count; ++other)
            if (p->bindings[i].usage == USAGE_TARGET &&
                p->bindings[other].usage == USAGE_FETCH &&
                m->slots[p->bindings[other].slot] == memory)
                forget_before(memory, m->run_pass, m->poison);
    }
}

static void start_level(struct host_machine* m, const struct schedule* s, uint32_t at)
{
    const struct pass* p = &s->passes[at];
    if (p->phase != GLSORT_PHASE_SORT || p->level == m->level)
        return;
    m->level = p->level;
    m->level_start = m->pass_number;
    for (uint32_t slot = 0; slot < HOST_SLOTS; ++slot) {
        struct host_memory* memory = &m->own[slot];
        if (memory->words != NULL && is_dead(m, s, at, memory))
            forget(memory, m->poison);
    }
    forget_nodes_beside(m, p);
}

// ---- passes ---------------------------------------------------------------------------

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Visits 0 .. count - 1 in an order that no shader may rely on.
struct scramble {
    uint64_t at;
    uint64_t stride;
    uint64_t count;
};

static struct scramble scrambled(const struct host_machine* m, uint64_t count)
{
    struct scramble s = {.count = count, .stride = count * 5 / 8 + 1 + m->order};
    if (count == 0)
        return s;
    while (common_divisor(s.stride, count) != 1)
        ++s.stride;
    s.at = (count / 3 + 7 * m->order) % count;
    return s;
}

static uint64_t next_instance(struct scramble* s)
{
    uint64_t now = s->at;
    s->at = (s->at + s->stride) % s->count;
    return now;
}

static uint64_t folded_groups(struct host_machine* m, uint32_t groups)
{
    if (groups == 0) {
        host_fail(m, "a dispatch of no groups");
        return 0;
    }
    uint32_t limit = m->core->limits.group_count;
    uint32_t rows = groups / limit + (groups % limit != 0);
    uint32_t columns = groups / rows + (groups % rows != 0);
    return (uint64_t)columns * rows;
}

static uint64_t indirect_groups(struct host_machine* m, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_INDIRECT || b->first_bytes != p->indirect_bytes)
            continue;
        struct host_view view = view_of(m, b);
        uint32_t groups[3];
        load(m, &view, view.first, 3, groups);
        uint32_t limit = m->core->limits.group_count;
        if (groups[0] > limit || groups[1] > limit || groups[2] != 1)
            host_fail(m, "indirect groups %u x %u x %u, at most %u", groups[0], groups[1],
                      groups[2], limit);
        return (uint64_t)groups[0] * groups[1];
    }
    host_fail(m, "no indirect binding at byte %u", p->indirect_bytes);
    return 0;
}

static void run_dispatch(struct host_machine* m, const struct host_shader* shader)
{
    const struct pass* p = m->pass;
    uint64_t groups = p->indirect ? indirect_groups(m, p) : folded_groups(m, p->groups);
    uint64_t instances = groups * (shader->lanes > 0 ? shader->lanes : 1);
    struct scramble order = scrambled(m, instances);
    for (uint64_t i = 0; i < instances && !m->failed; ++i) {
        m->instance = next_instance(&order);
        m->wrote = false;
        shader->run(m, (uint32_t)m->instance);
    }
}

static const struct host_memory* first_target(const struct host_machine* m)
{
    for (uint32_t i = 0; i < HOST_TARGETS; ++i)
        if (m->targets[i].memory != NULL)
            return m->targets[i].memory;
    return NULL;
}

static void check_fragment(struct host_machine* m)
{
    const struct pass* p = m->pass;
    uint64_t end = (uint64_t)p->first_texel + p->groups;
    if (m->discarded && m->wrote)
        host_fail(m, "a fragment wrote and was discarded");
    if (!m->discarded && (m->instance < p->first_texel || m->instance >= end))
        host_fail(m, "a fragment at %" PRIu64 " of a draw of %u to %" PRIu64, m->instance,
                  p->first_texel, end);
    for (uint32_t i = 0; i < HOST_TARGETS && !m->discarded; ++i) {
        const struct host_memory* memory = m->targets[i].memory;
        if (memory == NULL || m->failed)
            continue;
        size_t word = (size_t)m->instance * memory->item_words +
                      m->targets[i].layer * words_of_layer(memory);
        if (memory->stamps[word] != m->pass_number)
            host_fail(m, "a fragment left draw buffer %u undefined", i);
    }
}

// Rows of a target that cover_count.vert covers: those of the elements below a count on
// the GPU. The draws of all other schedules cover their whole range.
static uint64_t covered_rows(struct host_machine* m, uint64_t rows)
{
    uint32_t words[16];
    memcpy(words, &m->params, sizeof words);
    uint32_t items = words[14] & COVER_ITEMS;
    if (!m->schedule->gpu_count || words[14] == 0)
        return rows;
    uint32_t count = host_count(m);
    if ((words[14] & COVER_MERGE) != 0 && host_skipped_merges(words[15], count) > 0)
        return 0;
    uint64_t texels = ((uint64_t)count + items - 1) / items;
    return (texels + words[4] - 1) / words[4];
}

// Fragments of all rows that the range touches and that the draw covers.
static void run_draw(struct host_machine* m, const struct host_shader* shader)
{
    const struct pass* p = m->pass;
    const struct host_memory* target = first_target(m);
    if (target == NULL || target->width == 0) {
        host_fail(m, "a draw without a target");
        return;
    }
    if (p->width_log != CALLER_WIDTH && target->width != 1u << p->width_log)
        host_fail(m, "%s is %u wide, not 2^%u", target->name, target->width,
                  p->width_log);
    uint32_t width = target->width;
    uint64_t first_row = p->first_texel / width;
    uint64_t end_row = ((uint64_t)p->first_texel + p->groups + width - 1) / width;
    if (end_row > target->rows)
        host_fail(m, "%" PRIu64 " rows of %s, it has %u", end_row, target->name,
                  target->rows);
    end_row = covered_rows(m, end_row);
    struct scramble order = scrambled(m, (end_row - first_row) * width);
    for (uint64_t i = 0; i < order.count && !m->failed; ++i) {
        m->instance = first_row * width + next_instance(&order);
        m->wrote = m->discarded = false;
        shader->run(m, (uint32_t)m->instance);
        check_fragment(m);
    }
}

static const struct binding* copy_binding(const struct pass* p, uint32_t access)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_COPY && (p->bindings[i].access & access) != 0)
            return &p->bindings[i];
    return NULL;
}

static void copy_words(struct host_machine* m, const struct host_view* from,
                       const struct host_view* to, size_t words)
{
    for (size_t i = 0; i < words && !m->failed; ++i) {
        uint32_t word;
        load(m, from, from->first + i, 1, &word);
        store(m, to, to->first + i, 1, &word);
    }
}

static void run_upload(struct host_machine* m)
{
    struct host_view from = view_of(m, copy_binding(m->pass, GLSORT_READ));
    struct host_view to = view_of(m, copy_binding(m->pass, GLSORT_WRITE));
    copy_words(m, &from, &to, m->pass->groups);
}

// The packed words go to the caller's buffer, as many as the copy declares.
static void run_download(struct host_machine* m, const struct host_shader* shader)
{
    run_draw(m, shader);
    const struct host_view* packed = &m->targets[0];
    if (m->failed)
        return;
    struct host_view from = *packed;
    from.access = GLSORT_READ;
    packed->memory->write_end = 0; // the draw has ended
    struct host_view to = view_of(m, copy_binding(m->pass, GLSORT_WRITE));
    copy_words(m, &from, &to, to.end - to.first);
}

static const struct host_shader* find_shader(uint16_t id)
{
    static const struct host_shaders* const tables[] = {
        &host_array_shaders, &host_tree_shaders, &host_stage_shaders, &host_wide_shaders,
        &host_store_shaders};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; ++t)
        for (size_t i = 0; i < tables[t]->count; ++i)
            if (tables[t]->all[i].id == id)
                return &tables[t]->all[i];
    return NULL;
}

bool host_mirrors(uint16_t shader)
{
    return find_shader(shader) != NULL;
}

static void run_kernel(struct host_machine* m)
{
    const struct pass* p = m->pass;
    const struct host_shader* shader = find_shader(p->shader);
    if (shader == NULL) {
        host_fail(m, "shader %u has no mirror", p->shader);
        return;
    }
    memset(&m->params, 0, sizeof m->params);
    memcpy(&m->params, m->schedule->params + p->params_at, p->params_bytes);
    if (shader->start != NULL)
        shader->start(m);
    if (p->kind == GLSORT_PASS_DISPATCH)
        run_dispatch(m, shader);
    else if (p->kind == GLSORT_PASS_DRAW)
        run_draw(m, shader);
    else
        run_download(m, shader);
}

bool host_run_pass(struct host_machine* m, struct schedule* s, uint32_t at)
{
    if (m->failed)
        return false;
    ++m->pass_number;
    if ((s->passes[at].barriers & GLSORT_BARRIER_TEXTURE) != 0)
        m->barrier = m->pass_number - 1;
    if (s != &m->core->peek) {
        start_level(m, s, at);
        m->run_pass = m->pass_number;
    }
    m->schedule = s;
    m->pass = &s->passes[at];
    clear_bindings(m);
    for (uint32_t i = 0; i < m->pass->binding_count; ++i)
        bind(m, &m->pass->bindings[i]);
    patch_params(m, s, m->pass);
    check_bindings(m);
    if (!m->failed && m->pass->kind == GLSORT_PASS_UPLOAD)
        run_upload(m);
    else if (!m->failed)
        run_kernel(m);
    clear_bindings(m);
    m->counts.passes += 1;
    return !m->failed;
}

bool host_run(struct host_machine* m, struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (!host_run_pass(m, s, i))
            return false;
    return true;
}

uint32_t host_define(const struct pass* p, const char* name)
{
    const struct shader_entry* entry = &glsort_shader_table[p->shader];
    for (uint32_t i = 0; i < entry->define_count; ++i)
        if (strcmp(entry->defines[i], name) == 0)
            return entry->values[p->variant * entry->define_count + i];
    fprintf(stderr, "%s has no define %s\n", entry->name, name);
    abort();
}
