// SPDX-License-Identifier: MIT
#include "alone.h"

#include "counting.h"
#include "refusal.h"
#include "stock_passes.h"

// ---- descriptors ----------------------------------------------------------------------

static glsort_result check_values(const struct alone_desc* d, const struct call* call)
{
    const struct enumerant_field fields[] = {
        {"count_source", d->count_source, GLSORT_COUNT_FROM_BUFFER},
        {"backend", d->backend, GLSORT_BACKEND_FRAGMENT},
        {"flags", d->flags & ~(uint32_t)PLAN_FLAGS, d->all_flags},
    };
    return glsort_check_enumerants(fields, sizeof fields / sizeof fields[0], call);
}

glsort_result glsort_alone_check_fields(const struct alone_desc* d,
                                        const struct call* call)
{
    glsort_result result = check_values(d, call);
    if (result == GLSORT_OK && d->max_count == 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "max_count is 0; it must be 1 to 4294967295");
    return result;
}

glsort_result glsort_alone_check(const struct alone_desc* d,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    glsort_result result = glsort_alone_check_fields(d, call);
    if (result != GLSORT_OK)
        return result;
    if (d->backend == GLSORT_BACKEND_FRAGMENT)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "backend FRAGMENT: this call has compute passes only");
    if (!limits->has_compute)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED,
            "this call has compute passes only, and %s; the context is %s%u.%u",
            glsort_refusal_of_compute(limits).sentence, limits->is_gles ? "GLES " : "GL ",
            limits->version / 100, limits->version / 10 % 10);
    return glsort_check_build(GLSORT_BACKEND_COMPUTE, call);
}

uint64_t glsort_most_bound_bytes(const struct glsort_limits* limits)
{
    const uint64_t addressed = (uint64_t)WORD_BYTES << 31;
    return limits->storage_block_bytes < addressed ? limits->storage_block_bytes
                                                   : addressed;
}

glsort_result glsort_alone_check_bytes(const char* field, uint64_t bytes,
                                       const struct glsort_limits* limits,
                                       const struct call* call)
{
    uint64_t most = glsort_most_bound_bytes(limits);
    if (bytes <= most)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s needs a binding of %llu bytes, this device binds "
                            "at most %llu",
                            field, (unsigned long long)bytes, (unsigned long long)most);
}

// ---- passes ---------------------------------------------------------------------------

struct alone_builder glsort_alone_start(const struct plan_core* core, uint32_t count,
                                        uint32_t tile, struct schedule* s)
{
    bool on_gpu = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    const struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = core->desc.max_count,
        .plan_tile = tile,
    };
    s->gpu_count = on_gpu;
    if (on_gpu)
        glsort_add_prepare_count(s, &core->limits, &preparation);
    return (struct alone_builder){
        .s = s,
        .count = on_gpu ? core->desc.max_count : count,
        .tile = tile,
        .on_gpu = on_gpu,
    };
}

struct pass* glsort_alone_once(struct alone_builder* b, const char* label,
                               uint16_t shader)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_STORE, shader);
    p->groups = 1;
    glsort_bind_count(b->s, p);
    return p;
}

struct pass* glsort_alone_over_tiles(struct alone_builder* b, const char* label,
                                     uint16_t shader)
{
    struct pass* p = glsort_alone_once(b, label, shader);
    p->groups = ceil_divide(b->count, b->tile);
    if (b->on_gpu)
        glsort_pass_indirect(p, SLOT_STATE, STATE_PLAN_GROUPS * WORD_BYTES);
    return p;
}
