// SPDX-License-Identifier: MIT
#include "barriers.h"

enum { SLOT_COUNT = SLOT_SCRATCH + MAX_SCRATCH };

// What is in flight on a slot since the last barriers.
struct hazard {
    bool written;    // by a shader through a storage block
    bool read;       // by a shader, and no storage barrier since
    uint8_t visible; // bits issued since it was written
};

static uint8_t usage_bit(uint8_t usage)
{
    switch (usage) {
    case USAGE_STORAGE: return GLSORT_BARRIER_STORAGE;
    case USAGE_UNIFORM: return GLSORT_BARRIER_UNIFORM;
    case USAGE_INDIRECT: return GLSORT_BARRIER_INDIRECT;
    default: return 0;
    }
}

static uint8_t bits_needed(const struct pass* p, const struct hazard* hazards)
{
    uint8_t bits = 0;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        const struct hazard* h = &hazards[b->slot];
        uint8_t bit = usage_bit(b->usage);
        if (h->written && (h->visible & bit) == 0)
            bits |= bit;
        if (h->read && (b->access & GLSORT_WRITE) != 0 && b->usage == USAGE_STORAGE)
            bits |= GLSORT_BARRIER_STORAGE;
    }
    return bits;
}

static void issue(struct hazard* hazards, uint8_t bits)
{
    if (bits == 0)
        return;
    for (uint32_t i = 0; i < SLOT_COUNT; ++i) {
        hazards[i].visible |= bits;
        // Only the storage bit makes later writes wait for earlier reads.
        if ((bits & GLSORT_BARRIER_STORAGE) != 0)
            hazards[i].read = false;
    }
}

static void note_accesses(const struct pass* p, struct hazard* hazards)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        struct hazard* h = &hazards[b->slot];
        if (usage_bit(b->usage) == 0)
            continue;
        h->read |= (b->access & GLSORT_READ) != 0;
        if ((b->access & GLSORT_WRITE) != 0) {
            h->written = true;
            h->visible = 0;
        }
    }
}

void barriers_derive(struct schedule* s)
{
    struct hazard hazards[SLOT_COUNT] = {0};
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        p->barriers = bits_needed(p, hazards);
        issue(hazards, p->barriers);
        note_accesses(p, hazards);
    }
}
