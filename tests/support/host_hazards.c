// SPDX-License-Identifier: MIT
#include "host_hazards.h"

static uint32_t bit_of(const struct binding* b)
{
    switch (b->usage) {
    case USAGE_STORAGE: return GLSORT_BARRIER_STORAGE;
    case USAGE_UNIFORM: return GLSORT_BARRIER_UNIFORM;
    case USAGE_INDIRECT: return GLSORT_BARRIER_INDIRECT;
    case USAGE_IMAGE: return GLSORT_BARRIER_IMAGE;
    case USAGE_FETCH: return GLSORT_BARRIER_FETCH;
    default: return 0;
    }
}

// In place an output is the input, which the derivation does not know.
static uint8_t object_of(const struct binding* b)
{
    if (b->slot == SLOT_KEYS_OUT)
        return SLOT_KEYS_IN;
    return b->slot == SLOT_VALUES_OUT ? SLOT_VALUES_IN : b->slot;
}

// What must be issued between an earlier use and a later one; 0: nothing.
static uint32_t needed(const struct binding* earlier, const struct binding* later)
{
    bool apart = object_of(earlier) != object_of(later) ||
                 earlier->first_bytes + earlier->range_bytes <= later->first_bytes ||
                 later->first_bytes + later->range_bytes <= earlier->first_bytes;
    if (apart || bit_of(earlier) == 0 || bit_of(later) == 0)
        return 0;
    return ((earlier->access | later->access) & GLSORT_WRITE) != 0 ? bit_of(later) : 0;
}

static bool uses(const struct pass* p, uint8_t slot, uint8_t usage)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == usage && p->bindings[i].slot == slot)
            return true;
    return false;
}

// Only a draw that reads the texture that it draws to needs a texture barrier.
static uint32_t needed_texture_bit(const struct binding* earlier,
                                   const struct pass* later, const struct binding* now)
{
    bool apart = earlier->slot != now->slot ||
                 earlier->first_bytes + earlier->range_bytes <= now->first_bytes ||
                 now->first_bytes + now->range_bytes <= earlier->first_bytes;
    bool one_draws = (earlier->usage == USAGE_TARGET && now->usage == USAGE_FETCH) ||
                     (earlier->usage == USAGE_FETCH && now->usage == USAGE_TARGET);
    bool feeds_back =
        uses(later, now->slot, USAGE_FETCH) && uses(later, now->slot, USAGE_TARGET);
    return !apart && one_draws && feeds_back ? GLSORT_BARRIER_TEXTURE : 0;
}

static bool is_hazard(const struct pass* earlier, const struct pass* later,
                      uint32_t issued)
{
    for (uint32_t a = 0; a < earlier->binding_count; ++a)
        for (uint32_t b = 0; b < later->binding_count; ++b) {
            uint32_t bits = needed(&earlier->bindings[a], &later->bindings[b]);
            bits |= needed_texture_bit(&earlier->bindings[a], later, &later->bindings[b]);
            if (bits != 0 && (issued & bits) == 0)
                return true;
        }
    return false;
}

bool host_has_hazard(const struct schedule* s)
{
    for (uint32_t later = 0; later < s->pass_count; ++later) {
        uint32_t issued = 0;
        for (uint32_t earlier = later; earlier-- > 0;) {
            issued |= s->passes[earlier + 1].barriers;
            if (is_hazard(&s->passes[earlier], &s->passes[later], issued))
                return true;
        }
    }
    return false;
}
