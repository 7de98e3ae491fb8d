// SPDX-License-Identifier: MIT
// Entry points for linked lists that become segments.
#include <glsort/glsort_segments.h>

#include <stddef.h>

#include "composed.h"
#include "lists_build.h"

#define RUN "glsort_lists_run"

enum { WORD_BYTES = 4, KEY_BYTES = 8 };

struct glsort_lists {
    struct composed composed;
    struct lists lists;
};

// What lists may have.
enum { COUNT_ON_GPU = 1 };

#define AT(field) offsetof(glsort_lists_args, field)
static const struct argument arguments[] = {
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

static uint32_t nodes_of(const struct glsort_lists* o, const glsort_lists_args* args)
{
    const glsort_lists_desc* d = &o->lists.desc;
    return d->node_count_source == GLSORT_COUNT_FROM_BUFFER ? d->max_nodes
                                                            : args->node_count;
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    const struct glsort_lists* o = r->object;
    const glsort_lists_desc* d = &o->lists.desc;
    uint32_t nodes = nodes_of(o, r->args);
    measured->wanted = r->count > 0 && nodes > 0;
    switch (a->slot) {
    case SLOT_HEADS_IN:
        measured->wanted = r->count > 0;
        measured->bytes = (uint64_t)r->count * WORD_BYTES;
        measured->what = "lists";
        measured->number = r->count;
        return;
    case SLOT_OFFSETS_OUT:
        measured->wanted = true;
        measured->bytes = ((uint64_t)r->count + 1) * WORD_BYTES;
        measured->what = "lists and their end";
        measured->number = r->count;
        return;
    case SLOT_KEYS_OUT:
    case SLOT_VALUES_OUT:
        measured->bytes =
            (uint64_t)d->max_nodes * (a->slot == SLOT_KEYS_OUT ? KEY_BYTES : WORD_BYTES);
        measured->what = "entries";
        measured->number = d->max_nodes;
        return;
    case SLOT_OVERFLOW_OUT:
        measured->wanted = true;
        measured->bytes = WORD_BYTES;
        measured->what = "words";
        measured->number = 1;
        return;
    default: // a field of every node: next, key or id
        measured->bytes = glsort_lists_field_bytes(d, nodes);
        measured->what = "nodes";
        measured->number = nodes;
    }
}

static const struct run_kind run_kind = {
    "lists object", arguments, sizeof arguments / sizeof arguments[0],
    true,           measure,   NULL};
static const struct composed_kind kind = {&run_kind, "glsort_lists_create",
                                          sizeof(struct glsort_lists)};

// ---- creation -------------------------------------------------------------------------

glsort_result glsort_lists_create(glsort_context* context, const glsort_lists_desc* desc,
                                  glsort_lists** lists)
{
    glsort_result result;
    if (lists != NULL)
        *lists = NULL;
    struct composed* c =
        glsort_composed_take(&kind, context, desc, lists != NULL, &result);
    if (c == NULL)
        return result;
    struct glsort_lists* o = (struct glsort_lists*)c;
    result = glsort_lists_fill(desc, &context->device.limits, &o->lists.desc,
                               &(const struct call){kind.create, &context->message});
    o->lists.node_count = desc->max_nodes;
    o->lists.ids = o->lists.overflow = true; // the largest schedule
    glsort_plan_desc elements = glsort_lists_elements(&o->lists.desc);
    struct composition composition = glsort_lists_composition(&o->lists);
    result = glsort_composed_create(c, context, &elements, &composition, result);
    if (result == GLSORT_OK)
        *lists = o;
    return result;
}

void glsort_lists_destroy(glsort_lists* lists)
{
    glsort_composed_destroy((struct composed*)lists);
}

const char* glsort_lists_last_error(const glsort_lists* lists)
{
    return glsort_composed_last_error((const struct composed*)lists,
                                      "no glsort lists object");
}

// ---- a run ----------------------------------------------------------------------------

glsort_result glsort_lists_run(glsort_lists* lists, const glsort_lists_args* args)
{
    glsort_result result = glsort_composed_check((struct composed*)lists, args, RUN);
    if (result != GLSORT_OK)
        return result;
    struct lists* shape = &lists->lists;
    uint32_t nodes = nodes_of(lists, args);
    if (nodes > shape->desc.max_nodes)
        return glsort_message_fail(lists->composed.plan->message, GLSORT_ERROR_RANGE,
                                   RUN ": node_count %u is above the lists object's "
                                       "max_nodes %u",
                                   nodes, shape->desc.max_nodes);
    bool on_gpu = shape->desc.node_count_source == GLSORT_COUNT_FROM_BUFFER;
    const struct run_arguments r = {
        &run_kind,        lists->composed.plan,      lists, args,
        args->list_count, on_gpu ? COUNT_ON_GPU : 0, 0};
    result = glsort_composed_take_arguments(&r, RUN, args->consumers);
    if (result != GLSORT_OK)
        return result;
    bool ids = args->ids_in.name != 0;
    bool overflow = args->overflow_out.name != 0;
    const struct composed_run run = {
        .count = args->list_count,
        .reshaped = nodes != shape->node_count || ids != shape->ids ||
                    overflow != shape->overflow,
        .consumers = args->consumers,
    };
    shape->node_count = nodes;
    shape->ids = ids;
    shape->overflow = overflow;
    glsort_composed_run(&lists->composed, &run);
    return GLSORT_OK;
}
