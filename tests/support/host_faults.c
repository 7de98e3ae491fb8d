// SPDX-License-Identifier: MIT
#include "host_faults.h"

#include <string.h>

#include "host_test.h"

// ---- bindings -------------------------------------------------------------------------

static bool overlap(const struct binding* a, const struct binding* b)
{
    return a->first_bytes < b->first_bytes + b->range_bytes &&
           b->first_bytes < a->first_bytes + a->range_bytes;
}

// What is wrong with a binding by itself, otherwise NULL.
static const char* binding_fault(const struct schedule* s, const struct pass* p,
                                 const struct binding* b)
{
    static const uint32_t texel_bytes[] = {0, 4, 8, 16};
    if (b->slot == SLOT_NONE || b->range_bytes == 0)
        return "nothing is bound";
    if (b->base_at != NO_BASE && b->base_at * 4u >= p->params_bytes)
        return "a base outside the parameters";
    if (b->slot < SLOT_SCRATCH)
        return NULL;
    const struct scratch* scratch = &s->scratch[b->slot - SLOT_SCRATCH];
    if (b->slot - SLOT_SCRATCH >= (int)s->scratch_count)
        return "a slot that does not exist";
    if (b->first_bytes + b->range_bytes > scratch->bytes)
        return "a range past the end";
    const uint64_t layers = scratch->layers > 0 ? scratch->layers : 1;
    if (b->usage == USAGE_TARGET &&
        (p->width_log != scratch->width_log ||
         p->first_texel + p->groups > scratch->texels ||
         b->first_bytes != p->first_texel * texel_bytes[scratch->format] * layers))
        return "a draw beside its range";
    return NULL;
}

// What is wrong with two bindings of a pass, otherwise NULL. In one texture a schedule
// with texture barriers reads other texels than it draws to.
static const char* pair_fault(const struct pass* p, const struct binding* a,
                              const struct binding* b)
{
    const bool feeds_back = a->usage == USAGE_FETCH && b->usage == USAGE_TARGET;
    const bool fetched_twice = a->slot == b->slot && a->usage == USAGE_FETCH;
    if (a->usage == b->usage && a->unit == b->unit && a->usage != USAGE_COPY &&
        !fetched_twice)
        return "two bindings in one place";
    if (a->slot != b->slot || (b->access & GLSORT_WRITE) == 0 || !overlap(a, b))
        return NULL;
    if (feeds_back)
        return "a range is fetched and drawn to";
    if (p->tile_in_place || (p->kind == GLSORT_PASS_DOWNLOAD && b->usage == USAGE_COPY))
        return NULL; // a copy follows the draw
    return "a range is bound twice, once for writing";
}

// ---- parameters -----------------------------------------------------------------------

// Bytes of a uniform block that every version guarantees.
enum { LEAST_UNIFORM_BLOCK = 16384 };

// They lie apart, or are those of the pass before.
static const char* params_fault(const struct schedule* s, const struct pass* p)
{
    const struct pass* before = p > s->passes ? p - 1 : NULL;
    const bool shared = before != NULL && p->params_at == before->params_at &&
                        p->params_bytes == before->params_bytes;
    if (p->params_at % s->uniform_alignment != 0 || p->params_bytes % 16 != 0)
        return "parameters are not aligned";
    if (p->params_bytes == 0 || p->params_bytes > LEAST_UNIFORM_BLOCK ||
        p->params_at + p->params_bytes > s->params_wanted)
        return "parameters do not fit";
    if (before != NULL && before->kind != GLSORT_PASS_UPLOAD && !shared &&
        p->params_at < before->params_at + before->params_bytes &&
        before->params_at < p->params_at + p->params_bytes)
        return "parameters overlap those before";
    return NULL;
}

static const char* pass_fault(const struct schedule* s, const struct pass* p)
{
    const char* fault = p->groups == 0 ? "nothing to do" : NULL;
    if (fault == NULL && p->kind != GLSORT_PASS_UPLOAD)
        fault = params_fault(s, p);
    for (uint32_t i = 0; i < p->binding_count && fault == NULL; ++i) {
        fault = binding_fault(s, p, &p->bindings[i]);
        for (uint32_t other = 0; other < p->binding_count && fault == NULL; ++other)
            if (other != i)
                fault = pair_fault(p, &p->bindings[i], &p->bindings[other]);
    }
    return fault;
}

void host_schedule_check(const struct schedule* s, const char* name)
{
    for (uint32_t at = 0; at < s->pass_count; ++at) {
        const char* fault = pass_fault(s, &s->passes[at]);
        if (fault != NULL)
            fail_msg("%s, pass %u (%s): %s", name, at, s->passes[at].label, fault);
    }
}

// ---- programs -------------------------------------------------------------------------

void host_programs_add(struct host_programs* all, const struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        if (p->kind == GLSORT_PASS_UPLOAD)
            continue;
        all->count += !all->has[p->shader][p->variant];
        all->has[p->shader][p->variant] = true;
    }
}

void host_programs_check(const struct host_programs* all, const struct schedule* s,
                         const char* name)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        if (p->kind != GLSORT_PASS_UPLOAD && !all->has[p->shader][p->variant])
            fail_msg("%s, pass %u (%s): a program that is missing", name, i, p->label);
    }
}

// ---- targets --------------------------------------------------------------------------

// Of a draw to the plan's own textures; false if there are none or some are the caller's.
static bool own_targets(const struct schedule* s, const struct pass* p,
                        uint8_t set[MAX_DRAW_BUFFERS][2])
{
    uint32_t targets = 0, callers = 0;
    memset(set, 0, 2 * MAX_DRAW_BUFFERS);
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_TARGET)
            continue;
        const uint32_t end = glsort_target_end(s, b);
        assert_in_range(end, b->unit + 1, MAX_DRAW_BUFFERS);
        for (uint32_t at = b->unit; at < end; ++at) {
            set[at][0] = b->slot;
            set[at][1] = (uint8_t)(b->first_layer + at - b->unit);
        }
        targets += end - b->unit;
        callers += b->slot < SLOT_SCRATCH;
    }
    // What is checked of a caller's texture alone would not be enough for two.
    assert_true(callers == 0 || targets == 1);
    return targets > 0 && callers == 0;
}

static bool holds(const struct host_targets* all, uint8_t set[MAX_DRAW_BUFFERS][2])
{
    for (uint32_t i = 0; i < all->count; ++i)
        if (memcmp(all->list[i], set, 2 * MAX_DRAW_BUFFERS) == 0)
            return true;
    return false;
}

void host_targets_add(struct host_targets* all, const struct schedule* s)
{
    uint8_t set[MAX_DRAW_BUFFERS][2];
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        if (!own_targets(s, &s->passes[i], set) || holds(all, set))
            continue;
        assert_true(all->count < FRAMEBUFFER_CACHE);
        memcpy(all->list[all->count++], set, sizeof set);
    }
}

void host_targets_check(const struct host_targets* all, const struct schedule* s,
                        const char* name)
{
    uint8_t set[MAX_DRAW_BUFFERS][2];
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (own_targets(s, &s->passes[i], set) && !holds(all, set))
            fail_msg("%s, pass %u (%s): targets of its own", name, i, s->passes[i].label);
}
