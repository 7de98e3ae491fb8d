// SPDX-License-Identifier: MIT
#include "arrays_build.h"

#include <assert.h>
#include <stddef.h>

#include "shader_ids.h"
#include "shared/gather.h"

static_assert(GATHER_TILE == GATHER_GROUP,
              "gather_records.comp: an index per invocation");
static_assert((int)MOST_STREAMS == GLSORT_MOST_STREAMS, "a slot for each stream");
static_assert(sizeof(struct gather_params) == 32, "std140 layout");

#define PARAM(FIELD) offsetof(struct gather_params, FIELD)

// ---- descriptor -----------------------------------------------------------------------

static glsort_result check_stream(const glsort_gather_desc* d, uint32_t at,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    const glsort_stream* stream = &d->streams[at];
    if (stream->record_bytes % WORD_BYTES != 0 || stream->stride % WORD_BYTES != 0)
        return glsort_call_fail(
            call, GLSORT_ERROR_RANGE,
            "streams[%u] has record_bytes %u and stride %u; both must be "
            "multiples of 4",
            at, stream->record_bytes, stream->stride);
    if (stream->record_bytes == 0 || stream->record_bytes > GLSORT_MOST_RECORD_BYTES)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "streams[%u].record_bytes is %u; it must be 4 to %u", at,
                                stream->record_bytes, GLSORT_MOST_RECORD_BYTES);
    if (stream->stride != 0 && stream->stride < stream->record_bytes)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "streams[%u].stride %u is less than its record_bytes %u",
                                at, stream->stride, stream->record_bytes);
    return glsort_alone_check_bytes("out", (uint64_t)d->max_count * stream->record_bytes,
                                    limits, call);
}

static glsort_result check_streams(const glsort_gather_desc* d,
                                   const struct glsort_limits* limits,
                                   const struct call* call)
{
    if (d->stream_count == 0 || d->stream_count > GLSORT_MOST_STREAMS)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "stream_count is %u; it must be 1 to %u", d->stream_count,
                                GLSORT_MOST_STREAMS);
    for (uint32_t at = 0; at < GLSORT_MOST_STREAMS; ++at) {
        bool set = d->streams[at].record_bytes != 0 || d->streams[at].stride != 0;
        if (at >= d->stream_count && set)
            return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                    "streams[%u] is described, but stream_count is %u",
                                    at, d->stream_count);
        glsort_result result =
            at < d->stream_count ? check_stream(d, at, limits, call) : GLSORT_OK;
        if (result != GLSORT_OK)
            return result;
    }
    return GLSORT_OK;
}

glsort_result glsort_gather_fill(const void* given, const struct glsort_limits* limits,
                                 void* what, const struct call* call)
{
    const glsort_gather_desc* desc = given;
    glsort_gather_desc* filled = what;
    const struct alone_desc alone = {
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
        .flags = desc->flags,
    };
    *filled = *desc;
    glsort_result result = glsort_alone_check(&alone, limits, call);
    if (result != GLSORT_OK)
        return result;
    for (uint32_t i = 0; i < GLSORT_MOST_STREAMS; ++i)
        if (desc->streams[i].stride == 0)
            filled->streams[i].stride = desc->streams[i].record_bytes;
    result = check_streams(desc, limits, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_alone_check_bytes("order_in", bytes_of_words(desc->max_count), limits,
                                    call);
}

uint64_t glsort_gather_input_bytes(const glsort_stream* stream, uint32_t record_count)
{
    return record_count == 0
               ? 0
               : (uint64_t)(record_count - 1) * stream->stride + stream->record_bytes;
}

glsort_sort_desc glsort_gather_elements(const void* what)
{
    const glsort_gather_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = GLSORT_BACKEND_COMPUTE,
    };
}

// ---- passes ---------------------------------------------------------------------------

static void add_stream(struct alone_builder* b, const glsort_gather_desc* desc,
                       const struct shape* shape, uint32_t at)
{
    const glsort_stream* stream = &desc->streams[at];
    uint64_t out_bytes = (uint64_t)b->count * stream->record_bytes;
    const struct gather_params params = {
        .record_words = stream->record_bytes / WORD_BYTES,
        .stride_words = stream->stride / WORD_BYTES,
        .record_count = shape->records,
    };
    struct pass* p = glsort_alone_over_tiles(b, "gather records", SHADER_GATHER_RECORDS);
    p->level = (uint8_t)(at + 1);
    glsort_pass_resource(p, SLOT_ORDER_IN, GLSORT_READ, GATHER_ORDER, 0,
                         bytes_of_words(b->count), PARAM(order_base));
    if (shape->records > 0)
        glsort_pass_resource(p, (uint8_t)(SLOT_RECORDS_IN + at), GLSORT_READ, GATHER_IN,
                             0, glsort_gather_input_bytes(stream, shape->records),
                             PARAM(in_base));
    glsort_pass_resource(p, (uint8_t)(SLOT_RECORDS_OUT + at), GLSORT_WRITE, GATHER_OUT, 0,
                         out_bytes, PARAM(out_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_gather_build(const void* what, const struct plan_core* core,
                         const struct shape* shape, struct schedule* s)
{
    const glsort_gather_desc* desc = what;
    struct alone_builder b = glsort_alone_start(core, shape->count, GATHER_TILE, s);
    for (uint32_t at = 0; at < desc->stream_count && b.count > 0; ++at)
        add_stream(&b, desc, shape, at);
}
