// SPDX-License-Identifier: MIT
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <stddef.h>

#include "arguments.h"
#include "build.h"
#include "shader_ids.h"
#include "shared/gather.h"

static_assert(GATHER_TILE == GATHER_GROUP,
              "gather_records.comp: an index per invocation");
static_assert(sizeof(struct gather_params) == 32, "std140 layout");

enum { MOST_STREAMS = GLSORT_MOST_STREAMS };
enum gather_slot {
    SLOT_ORDER_IN = SLOT_OF_RECIPE,
    SLOT_RECORDS_IN,
    SLOT_RECORDS_OUT = SLOT_RECORDS_IN + MOST_STREAMS,
};
static_assert((int)SLOT_RECORDS_OUT + MOST_STREAMS <= (int)SLOT_SCRATCH,
              "slots of the recipe");

// shape.words.
enum { RECORDS };

// Bits of `has` besides COUNT_ON_GPU; FIRST_BIT << at: stream `at`.
enum { FIRST_BIT = 2 };

#define PARAM(FIELD) offsetof(struct gather_params, FIELD)

// ---- descriptor -----------------------------------------------------------------------

#define AT(FIELD) offsetof(glsort_gather_desc, FIELD)
static const struct field_row fields[] = {
    ROW_ENUMERANT(count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_BITS(flags, PLAN_FLAGS),
    ROW_WITHIN(max_count, 1, UINT32_MAX, 0),
    ROW_WITHIN(stream_count, 1, GLSORT_MOST_STREAMS, 0),
};
#undef AT

#define AT(FIELD) offsetof(glsort_stream, FIELD)
static const struct field_row stream_fields[] = {
    ROW_MULTIPLE(record_bytes),
    ROW_WITHIN(record_bytes, 4, GLSORT_MOST_RECORD_BYTES, 0),
    ROW_MULTIPLE(stride),
};
#undef AT

static glsort_result check_stream(const glsort_gather_desc* d, uint32_t at,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    const glsort_stream* stream = &d->streams[at];
    const struct field_check c = {stream, NULL, 0, "gather", "streams", at, call};
    const glsort_result result = glsort_check_fields(&c, FIELD_ROWS(stream_fields));
    if (result != GLSORT_OK)
        return result;
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

static glsort_sort_desc elements(const void* what)
{
    const glsort_gather_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
        .flags = desc->flags,
    };
}

static glsort_result fill(const void* given, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    const glsort_gather_desc* desc = given;
    glsort_gather_desc* filled = what;
    *filled = *desc;
    glsort_result result = glsort_alone_check(desc->backend, limits, call);
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

// ---- passes ---------------------------------------------------------------------------

// Bytes from the first record of a stream's input to the end of the last.
static uint64_t input_bytes(const glsort_stream* stream, uint32_t record_count)
{
    return record_count == 0
               ? 0
               : (uint64_t)(record_count - 1) * stream->stride + stream->record_bytes;
}

static void add_stream(struct alone_builder* b, const glsort_gather_desc* desc,
                       const struct shape* shape, uint32_t at)
{
    const glsort_stream* stream = &desc->streams[at];
    uint64_t out_bytes = (uint64_t)b->count * stream->record_bytes;
    const struct gather_params params = {
        .record_words = stream->record_bytes / WORD_BYTES,
        .stride_words = stream->stride / WORD_BYTES,
        .record_count = shape->words[RECORDS],
    };
    struct pass* p = glsort_alone_over_tiles(b, "gather records", SHADER_GATHER_RECORDS);
    p->level = (uint8_t)(at + 1);
    glsort_pass_resource(p, SLOT_ORDER_IN, GLSORT_READ, GATHER_ORDER, 0,
                         bytes_of_words(b->count), PARAM(order_base));
    if (shape->words[RECORDS] > 0)
        glsort_pass_resource(p, (uint8_t)(SLOT_RECORDS_IN + at), GLSORT_READ, GATHER_IN,
                             0, input_bytes(stream, shape->words[RECORDS]),
                             PARAM(in_base));
    glsort_pass_resource(p, (uint8_t)(SLOT_RECORDS_OUT + at), GLSORT_WRITE, GATHER_OUT, 0,
                         out_bytes, PARAM(out_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s)
{
    const glsort_gather_desc* desc = what;
    struct alone_builder b = glsort_alone_start(core, shape->count, GATHER_TILE, s);
    for (uint32_t at = 0; at < desc->stream_count && b.count > 0; ++at)
        add_stream(&b, desc, shape, at);
}

// ---- arguments ------------------------------------------------------------------------

static_assert(offsetof(glsort_gather_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_gather_args, field)
#define OF_STREAM(name, field, at, first_slot, flags)                                    \
    {                                                                                    \
        name "[" #at "]", AT(field[at]), (first_slot) + (at), flags, FIRST_BIT << (at),  \
            0                                                                            \
    }
#define STREAM(at)                                                                       \
    OF_STREAM("in", in, at, SLOT_RECORDS_IN, ARGUMENT_INPUT),                            \
        OF_STREAM("out", out, at, SLOT_RECORDS_OUT, ARGUMENT_OUTPUT)
static const struct argument arguments[] = {
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"order_in", AT(order_in), SLOT_ORDER_IN, ARGUMENT_INPUT, 0, 0},
    STREAM(0),
    STREAM(1),
    STREAM(2),
    STREAM(3),
    STREAM(4),
    STREAM(5),
    STREAM(6),
    STREAM(7),
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    const glsort_gather_desc* d = what;
    (void)core;
    return ((1u << d->stream_count) - 1) * FIRST_BIT | on_gpu(d->count_source);
}

static glsort_result shape(const struct run* run, struct shape* shape,
                           const struct call* call)
{
    const glsort_gather_args* args = run->args;
    (void)call;
    shape->words[RECORDS] = args->record_count;
    return GLSORT_OK;
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    const glsort_gather_desc* d = run->what;
    uint32_t count = run->shape.count, records = run->shape.words[RECORDS];
    if (a->slot == SLOT_ORDER_IN) {
        measure_items(m, "indices", count, WORD_BYTES);
    } else if (a->slot >= SLOT_RECORDS_OUT) {
        measure_items(m, "records", count,
                      d->streams[a->slot - SLOT_RECORDS_OUT].record_bytes);
    } else {
        measure_items(m, "records", records, 0);
        m->wanted = count > 0 && records > 0;
        m->bytes = input_bytes(&d->streams[a->slot - SLOT_RECORDS_IN], records);
    }
}

static void smallest(const void* what, struct shape* shape)
{
    (void)what;
    shape->words[RECORDS] = 1;
}

// ---- the recipe -----------------------------------------------------------------------

const struct recipe glsort_gather_recipe = {
    .noun = "gather",
    .create = "glsort_gather_create",
    .run = "glsort_gather_run",
    .flags_at = offsetof(glsort_gather_desc, flags),
    .what_bytes = sizeof(glsort_gather_desc),
    .fields = FIELD_LIST(fields),
    .fill = fill,
    .elements = elements,
    .build = build,
    .first_argument = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .args_bytes = sizeof(glsort_gather_args),
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = has,
    .shape = shape,
    .measure = measure,
    .smallest = smallest,
};

#undef AT
