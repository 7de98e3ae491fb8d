// SPDX-License-Identifier: MIT
// Entry points for linked lists that become segments.
#include <glsort/glsort_segments.h>

#include "composed.h"
#include "lists_build.h"

enum { WORD_BYTES = 4, KEY_BYTES = 8, ARGUMENTS = 9 };

struct glsort_lists {
    struct composed composed;
    struct lists lists;
};

static const struct composed_kind kind = {"lists object", "glsort_lists_create",
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

// A field of every node: next, key or id.
static struct run_argument field_of(const struct glsort_lists* o, const char* name,
                                    const glsort_resource* resource, uint32_t lists,
                                    uint32_t nodes)
{
    return (struct run_argument){
        .field = name,
        .resource = resource,
        .used = true,
        .wanted = lists > 0 && nodes > 0,
        .bytes = glsort_lists_field_bytes(&o->lists.desc, nodes),
        .what = "nodes",
        .number = nodes,
    };
}

static struct run_argument output_of(const char* name, const glsort_resource* resource,
                                     const char* what, uint32_t number, uint32_t bytes)
{
    return (struct run_argument){
        .field = name,
        .resource = resource,
        .used = true,
        .wanted = true,
        .output = true,
        .bytes = (uint64_t)number * bytes,
        .what = what,
        .number = number,
    };
}

static glsort_result check(const struct glsort_lists* o, const glsort_lists_args* args,
                           uint32_t nodes)
{
    const glsort_lists_desc* d = &o->lists.desc;
    const struct glsort_plan* plan = o->composed.plan;
    uint32_t lists = args->list_count;
    if (nodes > d->max_nodes)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "glsort_lists_run: node_count %u is above the lists "
                                   "object's max_nodes %u",
                                   nodes, d->max_nodes);
    struct run_argument list[ARGUMENTS] = {
        {.field = "heads_in",
         .resource = &args->heads_in,
         .used = true,
         .wanted = lists > 0,
         .bytes = (uint64_t)lists * WORD_BYTES,
         .what = "lists",
         .number = lists},
        field_of(o, "next_in", &args->next_in, lists, nodes),
        field_of(o, "keys_in", &args->keys_in, lists, nodes),
        field_of(o, "ids_in", &args->ids_in, lists, nodes),
        {.field = "offsets_out",
         .resource = &args->offsets_out,
         .used = true,
         .wanted = true,
         .output = true,
         .bytes = ((uint64_t)lists + 1) * WORD_BYTES,
         .what = "lists and their end",
         .number = lists},
        output_of("keys_out", &args->keys_out, "entries", d->max_nodes, KEY_BYTES),
        output_of("nodes_out", &args->nodes_out, "entries", d->max_nodes, WORD_BYTES),
        output_of("overflow_out", &args->overflow_out, "words", 1, WORD_BYTES),
        glsort_argument_count(&args->node_count_in, d->node_count_source),
    };
    list[3].optional = list[7].optional = true;
    list[5].wanted = list[6].wanted = lists > 0 && nodes > 0;
    list[8].field = "node_count_in";
    return glsort_composed_check_run(&o->composed, "glsort_lists_run", lists,
                                     args->consumers, list, ARGUMENTS);
}

static void set_slots(struct slot_object* slots, const glsort_lists_args* args)
{
    slots[SLOT_HEADS_IN] = glsort_argument_object(&args->heads_in);
    slots[SLOT_NEXT_IN] = glsort_argument_object(&args->next_in);
    slots[SLOT_KEYS_IN] = glsort_argument_object(&args->keys_in);
    slots[SLOT_IDS_IN] = glsort_argument_object(&args->ids_in);
    slots[SLOT_OFFSETS_OUT] = glsort_argument_object(&args->offsets_out);
    slots[SLOT_KEYS_OUT] = glsort_argument_object(&args->keys_out);
    slots[SLOT_VALUES_OUT] = glsort_argument_object(&args->nodes_out);
    slots[SLOT_OVERFLOW_OUT] = glsort_argument_object(&args->overflow_out);
    slots[SLOT_NODE_COUNT_IN] = glsort_argument_object(&args->node_count_in);
}

glsort_result glsort_lists_run(glsort_lists* lists, const glsort_lists_args* args)
{
    glsort_result result =
        glsort_composed_check((struct composed*)lists, args, "glsort_lists_run");
    if (result != GLSORT_OK)
        return result;
    struct lists* shape = &lists->lists;
    bool on_gpu = shape->desc.node_count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t nodes = on_gpu ? shape->desc.max_nodes : args->node_count;
    result = check(lists, args, nodes);
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
    set_slots(lists->composed.plan->executor.slots, args);
    glsort_composed_run(&lists->composed, &run);
    return GLSORT_OK;
}
