// SPDX-License-Identifier: MIT
// Entry points for lists, gathers and scans.
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <stddef.h>

#include "checks.h"
#include "arrays_build.h"

enum { KEY_BYTES = 8 };

// Bits of `has` besides COUNT_ON_GPU.
enum { FIRST_BIT = 2 };

// ---- lists ----------------------------------------------------------------------------

static_assert(offsetof(glsort_lists_args, list_count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_lists_args, field)
static const struct argument lists_arguments[] = {
    {"heads_in", AT(heads_in), SLOT_HEADS_IN, ARGUMENT_INPUT, 0, 0},
    {"next_in", AT(next_in), SLOT_NEXT_IN, ARGUMENT_INPUT, 0, 0},
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"ids_in", AT(ids_in), SLOT_IDS_IN, ARGUMENT_INPUT | ARGUMENT_OPTIONAL, 0, 0},
    {"offsets_out", AT(offsets_out), SLOT_OFFSETS_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"nodes_out", AT(nodes_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"overflow_out", AT(overflow_out), SLOT_OVERFLOW_OUT,
     ARGUMENT_OUTPUT | ARGUMENT_OPTIONAL, 0, 0},
    {"node_count_in", AT(node_count_in), SLOT_NODE_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU,
     0},
};

static uint32_t lists_has(const void* what, const struct plan_core* core)
{
    (void)core;
    return on_gpu(((const glsort_lists_desc*)what)->node_count_source);
}

static glsort_result lists_shape(const struct run* run, struct shape* shape,
                                 const struct call* call)
{
    const glsort_lists_desc* d = run->what;
    const glsort_lists_args* args = run->args;
    shape->records = (run->has & COUNT_ON_GPU) != 0 ? d->max_nodes : args->node_count;
    shape->options = (args->ids_in.name != 0 ? LISTS_IDS_IN : 0) |
                     (args->overflow_out.name != 0 ? LISTS_OVERFLOW_OUT : 0);
    if (shape->records <= d->max_nodes)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                            "node_count %u is above the plan's max_nodes %u",
                            shape->records, d->max_nodes);
}

static void lists_measure(const struct run* run, const struct argument* a,
                          struct measured* m)
{
    const glsort_lists_desc* d = run->what;
    uint32_t lists = run->shape.count, nodes = run->shape.records;
    bool writes = lists > 0 && nodes > 0;
    switch (a->slot) {
    case SLOT_HEADS_IN: measure_items(m, "lists", lists, WORD_BYTES); return;
    case SLOT_OFFSETS_OUT:
        measure_items(m, "lists and their end", lists, WORD_BYTES);
        m->wanted = true;
        m->bytes += WORD_BYTES;
        return;
    case SLOT_KEYS_OUT: measure_items(m, "entries", d->max_nodes, KEY_BYTES); break;
    case SLOT_VALUES_OUT: measure_items(m, "entries", d->max_nodes, WORD_BYTES); break;
    case SLOT_OVERFLOW_OUT: measure_items(m, "words", 1, WORD_BYTES); return;
    default: // a field of every node: next, key or id
        measure_items(m, "nodes", nodes, 0);
        m->bytes = glsort_lists_field_bytes(d, nodes);
    }
    m->wanted = writes;
}

static void lists_largest(const void* what, struct shape* shape)
{
    shape->records = ((const glsort_lists_desc*)what)->max_nodes;
    shape->options = LISTS_IDS_IN | LISTS_OVERFLOW_OUT;
}

// Every list is empty, because its head names no node.
static uint32_t lists_warm_word(const void* what, uint8_t slot)
{
    (void)what;
    return slot == SLOT_HEADS_IN ? UINT32_MAX : 0;
}

const struct recipe glsort_lists_recipe = {
    .noun = "plan of lists",
    .create = "glsort_lists_create",
    .run = "glsort_lists_run",
    .count = "list_count",
    .max_count = "max_lists",
    .flags_at = offsetof(glsort_lists_desc, flags),
    .what_bytes = sizeof(glsort_lists_desc),
    .fill = glsort_lists_fill,
    .elements = glsort_lists_elements,
    .largest = lists_largest,
    .build = glsort_lists_build,
    .arguments = lists_arguments,
    .argument_count = sizeof lists_arguments / sizeof lists_arguments[0],
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = lists_has,
    .shape = lists_shape,
    .measure = lists_measure,
    .smallest = lists_largest,
    .warm_word = lists_warm_word,
};
#undef AT

glsort_result glsort_lists_create(glsort_context* context, const glsort_lists_desc* desc,
                                  glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_lists_recipe, desc, plan);
}

glsort_result glsort_lists_run(glsort_plan* plan, const glsort_lists_args* args)
{
    return glsort_plan_run(plan, &glsort_lists_recipe, args);
}

// ---- gather ---------------------------------------------------------------------------

static_assert(offsetof(glsort_gather_args, count) == 0, "see struct argument");

// FIRST_BIT << at: stream `at`.
#define AT(field) offsetof(glsort_gather_args, field)
#define STREAM_IN(at)                                                                    \
    {                                                                                    \
        "in[" #at "]", AT(in[at]), SLOT_RECORDS_IN + (at), ARGUMENT_INPUT,               \
            FIRST_BIT << (at), 0                                                         \
    }
#define STREAM_OUT(at)                                                                   \
    {                                                                                    \
        "out[" #at "]", AT(out[at]), SLOT_RECORDS_OUT + (at), ARGUMENT_OUTPUT,           \
            FIRST_BIT << (at), 0                                                         \
    }
static const struct argument gather_arguments[] = {
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"order_in", AT(order_in), SLOT_ORDER_IN, ARGUMENT_INPUT, 0, 0},
    STREAM_IN(0),
    STREAM_OUT(0),
    STREAM_IN(1),
    STREAM_OUT(1),
    STREAM_IN(2),
    STREAM_OUT(2),
    STREAM_IN(3),
    STREAM_OUT(3),
    STREAM_IN(4),
    STREAM_OUT(4),
    STREAM_IN(5),
    STREAM_OUT(5),
    STREAM_IN(6),
    STREAM_OUT(6),
    STREAM_IN(7),
    STREAM_OUT(7),
};

static uint32_t gather_has(const void* what, const struct plan_core* core)
{
    const glsort_gather_desc* d = what;
    (void)core;
    return ((1u << d->stream_count) - 1) * FIRST_BIT | on_gpu(d->count_source);
}

static glsort_result gather_shape(const struct run* run, struct shape* shape,
                                  const struct call* call)
{
    const glsort_gather_args* args = run->args;
    (void)call;
    shape->records = args->record_count;
    return GLSORT_OK;
}

static void gather_measure(const struct run* run, const struct argument* a,
                           struct measured* m)
{
    const glsort_gather_desc* d = run->what;
    uint32_t count = run->shape.count, records = run->shape.records;
    if (a->slot == SLOT_ORDER_IN) {
        measure_items(m, "indices", count, WORD_BYTES);
    } else if (a->slot >= SLOT_RECORDS_OUT) {
        measure_items(m, "records", count,
                      d->streams[a->slot - SLOT_RECORDS_OUT].record_bytes);
    } else {
        measure_items(m, "records", records, 0);
        m->wanted = count > 0 && records > 0;
        m->bytes =
            glsort_gather_input_bytes(&d->streams[a->slot - SLOT_RECORDS_IN], records);
    }
}

static void gather_smallest(const void* what, struct shape* shape)
{
    (void)what;
    shape->records = 1;
}

const struct recipe glsort_gather_recipe = {
    .noun = "gather",
    .create = "glsort_gather_create",
    .run = "glsort_gather_run",
    .flags_at = offsetof(glsort_gather_desc, flags),
    .what_bytes = sizeof(glsort_gather_desc),
    .fill = glsort_gather_fill,
    .elements = glsort_gather_elements,
    .build = glsort_gather_build,
    .arguments = gather_arguments,
    .argument_count = sizeof gather_arguments / sizeof gather_arguments[0],
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = gather_has,
    .shape = gather_shape,
    .measure = gather_measure,
    .smallest = gather_smallest,
};
#undef AT

glsort_result glsort_gather_create(glsort_context* context,
                                   const glsort_gather_desc* desc, glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_gather_recipe, desc, plan);
}

glsort_result glsort_gather_run(glsort_plan* plan, const glsort_gather_args* args)
{
    return glsort_plan_run(plan, &glsort_gather_recipe, args);
}

// ---- scan -----------------------------------------------------------------------------

static_assert(offsetof(glsort_scan_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_scan_args, field)
static const struct argument scan_arguments[] = {
    {"words_in", AT(words_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"sums_out", AT(sums_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE, 0, 0},
    {"total_out", AT(total_out), SLOT_TOTAL_OUT, ARGUMENT_OUTPUT | ARGUMENT_OPTIONAL, 0,
     0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

static uint32_t scan_has(const void* what, const struct plan_core* core)
{
    (void)core;
    return on_gpu(((const glsort_scan_desc*)what)->count_source);
}

static glsort_result scan_shape(const struct run* run, struct shape* shape,
                                const struct call* call)
{
    const glsort_scan_args* args = run->args;
    (void)call;
    shape->options = args->total_out.name != 0 ? SCAN_TOTAL_OUT : 0;
    return GLSORT_OK;
}

static void scan_measure(const struct run* run, const struct argument* a,
                         struct measured* m)
{
    measure_items(m, "words", a->slot == SLOT_TOTAL_OUT ? 1 : run->shape.count,
                  WORD_BYTES);
}

static void scan_largest(const void* what, struct shape* shape)
{
    (void)what;
    shape->options = SCAN_TOTAL_OUT;
}

const struct recipe glsort_scan_recipe = {
    .noun = "scan",
    .create = "glsort_scan_create",
    .run = "glsort_scan_run",
    .flags_at = offsetof(glsort_scan_desc, flags),
    .what_bytes = sizeof(glsort_scan_desc),
    .fill = glsort_scan_fill,
    .elements = glsort_scan_elements,
    .largest = scan_largest,
    .build = glsort_scan_build,
    .arguments = scan_arguments,
    .argument_count = sizeof scan_arguments / sizeof scan_arguments[0],
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = scan_has,
    .shape = scan_shape,
    .measure = scan_measure,
    .smallest = scan_largest,
};
#undef AT

glsort_result glsort_scan_create(glsort_context* context, const glsort_scan_desc* desc,
                                 glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_scan_recipe, desc, plan);
}

glsort_result glsort_scan_run(glsort_plan* plan, const glsort_scan_args* args)
{
    return glsort_plan_run(plan, &glsort_scan_recipe, args);
}
