// SPDX-License-Identifier: MIT
// Walks a schedule once and tracks, for each slot, which accesses a barrier must order.
#include "schedule.h"

enum { SLOT_COUNT = SLOT_SCRATCH + MAX_SCRATCH };

// A range of bytes; empty if end is 0.
struct span {
    uint64_t first;
    uint64_t end;
};

// The unordered accesses to a slot, and the barrier bits issued since. The spans cover
// the accesses since the last storage barrier: the orders of several views are ranges of
// one output, and passes of different views need no barrier between them.
struct hazard {
    bool written;     // by a storage or image write; GL orders draws itself
    uint8_t visible;  // barrier bits issued since the last write
    bool read;        // by a shader or as dispatch arguments
    uint8_t finished; // barrier bits issued since the last read
    struct span writes;
    struct span reads;
    struct span drawn; // by draws, and read by draws, since the last texture barrier
    struct span fetched;
};

static uint8_t usage_bit(uint8_t usage)
{
    switch (usage) {
    case USAGE_STORAGE: return GLSORT_BARRIER_STORAGE;
    case USAGE_UNIFORM: return GLSORT_BARRIER_UNIFORM;
    case USAGE_INDIRECT: return GLSORT_BARRIER_INDIRECT;
    case USAGE_FETCH: return GLSORT_BARRIER_FETCH;
    case USAGE_IMAGE: return GLSORT_BARRIER_IMAGE;
    default: return 0;
    }
}

static bool writes(const struct binding* b)
{
    bool by_shader = b->usage == USAGE_STORAGE || b->usage == USAGE_IMAGE;
    return by_shader && (b->access & GLSORT_WRITE) != 0;
}

// The input that may be the same buffer as an output: a write to the output must wait
// for reads of that input.
static uint8_t input_of(uint8_t slot)
{
    switch (slot) {
    case SLOT_KEYS_OUT: return SLOT_KEYS_IN;
    case SLOT_VALUES_OUT: return SLOT_VALUES_IN;
    default: return slot;
    }
}

static struct span span_of(const struct binding* b)
{
    return (struct span){b->first_bytes, b->first_bytes + b->range_bytes};
}

static bool meets(const struct binding* b, const struct span* span)
{
    return b->first_bytes < span->end && span->first < b->first_bytes + b->range_bytes;
}

// Only a storage access is compared by its range; any other overlaps all before it.
static bool overlaps(const struct binding* b, const struct span* span)
{
    return b->usage != USAGE_STORAGE || meets(b, span);
}

static void extend(struct span* span, struct span more)
{
    if (span->end == 0)
        *span = more;
    span->first = more.first < span->first ? more.first : span->first;
    span->end = more.end > span->end ? more.end : span->end;
}

// True if the pass reads and draws to one texture, and that is the binding's. GL orders
// all other draws after those that they depend on.
static bool feeds_back(const struct pass* p, const struct binding* b)
{
    bool fetches = false, draws = false;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        bool same = p->bindings[i].slot == b->slot;
        fetches |= same && p->bindings[i].usage == USAGE_FETCH;
        draws |= same && p->bindings[i].usage == USAGE_TARGET;
    }
    return fetches && draws;
}

// A draw that feeds back waits for what it reads to be drawn, and for what it draws to be
// read.
static uint8_t texture_bit(const struct pass* p, const struct binding* b,
                           const struct hazard* h)
{
    bool waits = b->usage == USAGE_FETCH ? meets(b, &h->drawn) : meets(b, &h->fetched);
    return waits && feeds_back(p, b) ? GLSORT_BARRIER_TEXTURE : 0;
}

static bool waits_for_reads(const struct hazard* h, uint8_t bit)
{
    return h->read && (h->finished & bit) == 0;
}

static uint8_t bits_needed(const struct pass* p, const struct hazard* hazards)
{
    uint8_t bits = 0;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        const struct hazard* h = &hazards[b->slot];
        uint8_t bit = usage_bit(b->usage);
        if (h->written && (h->visible & bit) == 0 && overlaps(b, &h->writes))
            bits |= bit;
        // A write after a read needs the bit of the write.
        const struct hazard* input = &hazards[input_of(b->slot)];
        bool own = waits_for_reads(h, bit) && overlaps(b, &h->reads);
        if (writes(b) && (own || (input != h && waits_for_reads(input, bit))))
            bits |= bit;
        bits |= texture_bit(p, b, h);
    }
    return bits;
}

static void issue(struct hazard* hazards, uint8_t bits)
{
    for (uint32_t i = 0; i < SLOT_COUNT; ++i) {
        hazards[i].visible |= bits;
        hazards[i].finished |= bits;
        if ((bits & GLSORT_BARRIER_STORAGE) != 0)
            hazards[i].writes = hazards[i].reads = (struct span){0};
        if ((bits & GLSORT_BARRIER_TEXTURE) != 0)
            hazards[i].drawn = hazards[i].fetched = (struct span){0};
    }
}

static void note_accesses(const struct pass* p, struct hazard* hazards)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        struct hazard* h = &hazards[b->slot];
        if (usage_bit(b->usage) != 0 && (b->access & GLSORT_READ) != 0) {
            h->read = true;
            h->finished = 0;
            extend(&h->reads, span_of(b));
        }
        if (writes(b)) {
            h->written = true;
            h->visible = 0;
            extend(&h->writes, span_of(b));
        }
        if (b->usage == USAGE_FETCH)
            extend(&h->fetched, span_of(b));
        if (b->usage == USAGE_TARGET)
            extend(&h->drawn, span_of(b));
    }
}

void glsort_barriers_derive(struct schedule* s)
{
    struct hazard hazards[SLOT_COUNT] = {0};
    // A peek follows draws of a run.
    for (uint32_t i = 0; i < SLOT_COUNT && s->is_peek; ++i)
        hazards[i].drawn = hazards[i].fetched = (struct span){0, UINT64_MAX};
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        p->barriers = bits_needed(p, hazards);
        issue(hazards, p->barriers);
        note_accesses(p, hazards);
    }
}
