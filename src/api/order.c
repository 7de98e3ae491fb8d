// SPDX-License-Identifier: MIT
// Entry points for draw orders. An order has a plan, whose schedule it composes; so
// contexts, objects and running are those of plans.
#include <glsort/glsort_draw.h>
#include <glsort/glsort_load.h>

#include <stddef.h>
#include <string.h>

#include "arguments.h"
#include "order_handle.h"
#include "order_numbers.h"
#include "order_sizes.h"
#include "order_values.h"
#include "plan_scratch.h"

enum { WORD_BYTES = 4 };

// ---- creation -------------------------------------------------------------------------

glsort_result glsort_order_fill(const glsort_order_desc* desc,
                                const struct glsort_limits* limits,
                                const struct call* call, struct glsort_order* o)
{
    struct order* order = &o->order;
    glsort_result result = glsort_order_desc_fill(desc, limits, &order->desc, call);
    order->view_count = order->desc.max_views; // the largest schedule
    order->vertex_count = 1;
    order->segment_count = desc->max_segments;
    if (desc->max_segments == 0)
        return result;
    o->segments = (struct segments){
        .desc = {.max_segments = desc->max_segments,
                 .max_length = desc->max_count < GLSORT_MOST_SEGMENT_LENGTH
                                   ? desc->max_count
                                   : GLSORT_MOST_SEGMENT_LENGTH},
        .segment_count = desc->max_segments,
    };
    order->segmented = &glsort_segmented_sort;
    order->segments = &o->segments;
    return result;
}

static glsort_result create_plan(glsort_context* context, const struct call* call,
                                 const glsort_order_desc* desc, struct glsort_order* o)
{
    glsort_result result = glsort_order_fill(desc, &context->device.limits, call, o);
    if (result == GLSORT_OK && o->order.desc.backend == GLSORT_BACKEND_FRAGMENT &&
        !context->device.limits.is_gles)
        result = glsort_order_check_fetches(&o->order.desc, context->device.buffer_texels,
                                            call);
    if (result != GLSORT_OK)
        return result;
    o->order.count_is_output = true; // the largest schedule
    glsort_plan_desc sort = glsort_order_sort_desc(&o->order.desc);
    struct composition composition = glsort_order_composition(&o->order);
    return glsort_plan_compose_begin(context, call, &sort, &composition, &o->plan);
}

void glsort_order_settle(struct glsort_order* o)
{
    o->plan->core.built &= !o->order.count_is_output;
    o->order.count_is_output = false;
}

static glsort_result begin_order(glsort_context* context, const struct call* call,
                                 const glsort_order_desc* desc, glsort_order** order)
{
    if (order != NULL)
        *order = NULL;
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (desc == NULL || order == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                desc == NULL ? "desc" : "order");
    glsort_result result = glsort_context_check_modes(context, call);
    if (result != GLSORT_OK)
        return result;
    struct glsort_order* o = glsort_memory_take(&context->allocator, sizeof *o);
    if (o == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %llu bytes",
                                (unsigned long long)sizeof *o);
    o->allocator = context->allocator;
    result = create_plan(context, call, desc, o);
    if (result == GLSORT_OK)
        *order = o;
    else
        glsort_memory_give(&context->allocator, o, sizeof *o);
    return result;
}

glsort_result glsort_order_create(glsort_context* context, const glsort_order_desc* desc,
                                  glsort_order** order)
{
    const struct call call = context_call(context, "glsort_order_create");
    glsort_result result = begin_order(context, &call, desc, order);
    if (result != GLSORT_OK)
        return result;
    result = glsort_plan_advance((*order)->plan, true, &call);
    if (result == GLSORT_OK) {
        glsort_order_settle(*order);
        return result;
    }
    glsort_order_destroy(*order);
    *order = NULL;
    return result;
}

glsort_result glsort_order_create_begin(glsort_context* context,
                                        const glsort_order_desc* desc,
                                        glsort_order** order)
{
    const struct call call = context_call(context, "glsort_order_create_begin");
    return begin_order(context, &call, desc, order);
}

void glsort_order_destroy(glsort_order* order)
{
    if (order == NULL)
        return;
    glsort_allocator allocator = order->allocator;
    glsort_plan_release(order->plan);
    glsort_memory_give(&allocator, order, sizeof *order);
}

const char* glsort_order_last_error(const glsort_order* order)
{
    return order == NULL ? "no glsort order" : glsort_plan_last_error(order->plan);
}

// ---- checks of a run ------------------------------------------------------------------

// The index of each resource in the list of a run's arguments.
enum argument {
    AT_POSITIONS,
    AT_RADII,
    AT_DEAD,
    AT_INDICES_IN,
    AT_COUNT_IN,
    AT_VIEWS_IN,
    AT_OFFSETS_IN,
    AT_ORDER_OUT,
    AT_DEPTHS_OUT,
    AT_VISIBLE_OUT,
    AT_COMMAND_OUT,
    AT_ELEMENTS_OUT,
    ARGUMENTS,
};

static bool counts_on_gpu(const glsort_order_desc* desc)
{
    return desc->count_source == GLSORT_COUNT_FROM_BUFFER;
}

// A field may be in the buffer of the positions, unless either is a texture.
static bool may_be_in_positions(const glsort_order_desc* d, uint32_t bit)
{
    return (d->textures & (bit | GLSORT_ORDER_TEXTURE_POSITIONS)) == 0;
}

// A resource of all zeros means there.
static const glsort_resource* or_positions(const glsort_resource* resource,
                                           const glsort_order_desc* d,
                                           const glsort_order_args* args, uint32_t bit)
{
    bool given = resource->name != 0 || resource->offset != 0 || resource->width != 0;
    return given || !may_be_in_positions(d, bit) ? resource : &args->positions;
}

static const glsort_resource* radii_of(const glsort_order_desc* d,
                                       const glsort_order_args* args)
{
    return or_positions(&args->radii, d, args, GLSORT_ORDER_TEXTURE_RADII);
}

static const glsort_resource* dead_of(const glsort_order_desc* d,
                                      const glsort_order_args* args)
{
    return or_positions(&args->dead, d, args, GLSORT_ORDER_TEXTURE_DEAD);
}

static void list_fields(const glsort_order_desc* d, const glsort_order_args* args,
                        uint32_t count, struct run_argument* list)
{
    bool elements = count > 0;
    bool primitives = d->primitive.vertices > 0;
    bool radii = d->radius_source == GLSORT_RADIUS_PER_ELEMENT;
    bool dead = d->dead.test != GLSORT_DEAD_NONE;
    uint32_t positions = primitives ? args->vertex_count : count;
    uint32_t position_bytes = glsort_order_position_bytes(d->position.format);
    list[AT_POSITIONS] = (struct run_argument){
        .field = "positions",
        .resource = &args->positions,
        .used = true,
        .wanted = elements,
        .first = d->position.offset,
        .bytes = positions == 0
                     ? 0
                     : glsort_order_span(positions, d->position.stride, position_bytes),
        .what = primitives ? "vertices" : "elements",
        .number = positions};
    list[AT_RADII] = (struct run_argument){
        .field = "radii",
        .resource = radii ? radii_of(d, args) : &args->radii,
        .used = radii,
        .wanted = radii && elements,
        .optional = may_be_in_positions(d, GLSORT_ORDER_TEXTURE_RADII),
        .first = d->radius.offset,
        .bytes = elements ? glsort_order_span(count, d->radius.stride, WORD_BYTES) : 0,
        .what = "elements",
        .number = count};
    list[AT_DEAD] = (struct run_argument){
        .field = "dead",
        .resource = dead ? dead_of(d, args) : &args->dead,
        .used = dead,
        .wanted = dead && elements,
        .optional = may_be_in_positions(d, GLSORT_ORDER_TEXTURE_DEAD),
        .first = d->dead.field.offset,
        .bytes =
            elements ? glsort_order_span(count, d->dead.field.stride, WORD_BYTES) : 0,
        .what = "elements",
        .number = count};
}

static void list_inputs(const glsort_order_desc* d, const glsort_order_args* args,
                        uint32_t count, uint32_t views, struct run_argument* list)
{
    bool primitives = d->primitive.vertices > 0;
    list_fields(d, args, count, list);
    list[AT_INDICES_IN] =
        (struct run_argument){.field = "indices_in",
                              .resource = &args->indices_in,
                              .used = primitives,
                              .wanted = primitives && count > 0,
                              .bytes = glsort_order_index_words(d, count) * WORD_BYTES,
                              .what = "elements",
                              .number = count};
    list[AT_COUNT_IN] = glsort_argument_count(&args->count_in, d->count_source);
    list[AT_COUNT_IN].read_first = true; // so it may be a word of the command
    list[AT_COUNT_IN].copied = d->backend == GLSORT_BACKEND_FRAGMENT;
    list[AT_VIEWS_IN] =
        (struct run_argument){.field = "views_in",
                              .resource = &args->views_in,
                              .used = true,
                              .wanted = count > 0,
                              .optional = true,
                              .copied = true,
                              .bytes = (uint64_t)views * sizeof(glsort_order_view),
                              .what = "views",
                              .number = views};
    list[AT_OFFSETS_IN] = (struct run_argument){
        .field = "offsets_in",
        .resource = &args->offsets_in,
        .used = d->max_segments > 0,
        .wanted = d->max_segments > 0 && count > 0,
        .bytes = ((uint64_t)args->segment_count + 1) * WORD_BYTES,
        .what = "segments and their end",
        .number = args->segment_count,
    };
}

static uint64_t whole_words(uint64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

// An output of `bytes` bytes per element, in which each view has a part of its own.
static struct run_argument view_output(const glsort_order_desc* d, uint32_t count,
                                       uint32_t views, uint32_t bytes)
{
    uint64_t before = (uint64_t)(views - 1) * d->max_count;
    return (struct run_argument){
        .wanted = count > 0,
        .output = true,
        .bytes = whole_words((before + count) * bytes),
        .parts = views,
        .part_bytes = (uint64_t)count * bytes,
        .part_step = (uint64_t)d->max_count * bytes,
        .what = "elements",
        .number = count,
    };
}

static void list_outputs(const glsort_order_desc* d, const glsort_order_args* args,
                         uint32_t count, uint32_t views, struct run_argument* list)
{
    bool counts = (d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0;
    bool commands = d->command != GLSORT_COMMAND_NONE;
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    bool segments = d->max_segments > 0;
    uint32_t results = segments ? args->segment_count : views;
    list[AT_ORDER_OUT] = view_output(
        d, count, views, glsort_order_indices_out(d) * glsort_order_index_bytes(d));
    list[AT_ORDER_OUT].field = "order_out";
    list[AT_ORDER_OUT].resource = &args->order_out;
    list[AT_ORDER_OUT].used = true;
    list[AT_DEPTHS_OUT] = view_output(d, count, views, WORD_BYTES);
    list[AT_DEPTHS_OUT].field = "depths_out";
    list[AT_DEPTHS_OUT].resource = &args->depths_out;
    list[AT_DEPTHS_OUT].used = (d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0;
    list[AT_DEPTHS_OUT].wanted &= list[AT_DEPTHS_OUT].used;
    list[AT_VISIBLE_OUT] = (struct run_argument){.field = "visible_out",
                                                 .resource = &args->visible_out,
                                                 .used = counts,
                                                 .wanted = counts,
                                                 .output = true,
                                                 .bytes = (uint64_t)results * WORD_BYTES,
                                                 .what = "visible counts",
                                                 .number = results};
    list[AT_COMMAND_OUT] = (struct run_argument){
        .field = "command_out",
        .resource = &args->command_out,
        .used = commands,
        .wanted = commands,
        .output = true,
        .bytes = results == 0
                     ? 0
                     : glsort_order_span(results, d->command_stride, command_bytes),
        .what = "commands",
        .number = results};
    list[AT_ELEMENTS_OUT] = view_output(d, count, views, WORD_BYTES);
    list[AT_ELEMENTS_OUT].field = "elements_out";
    list[AT_ELEMENTS_OUT].resource = &args->elements_out;
    list[AT_ELEMENTS_OUT].used = glsort_order_writes_elements(d);
    list[AT_ELEMENTS_OUT].wanted &= list[AT_ELEMENTS_OUT].used;
}

// Marks the arguments that are textures, with the number of texels that the run needs.
static void mark_textures(const glsort_order_desc* d, const glsort_order_args* args,
                          uint32_t count, uint32_t views, struct run_argument* list)
{
    bool primitives = d->primitive.vertices > 0;
    uint32_t out = count == 0 ? 0 : (views - 1) * d->max_count + count;
    const struct {
        enum argument at;
        uint32_t texture;
        uint32_t texels;
    } marks[] = {
        {AT_POSITIONS, GLSORT_ORDER_TEXTURE_POSITIONS,
         primitives ? args->vertex_count : count},
        {AT_RADII, GLSORT_ORDER_TEXTURE_RADII, count},
        {AT_DEAD, GLSORT_ORDER_TEXTURE_DEAD, count},
        {AT_INDICES_IN, GLSORT_ORDER_TEXTURE_INDICES, count * glsort_order_vertices(d)},
        {AT_ORDER_OUT, GLSORT_ORDER_TEXTURE_ORDER, out * glsort_order_indices_out(d)},
        {AT_DEPTHS_OUT, GLSORT_ORDER_TEXTURE_DEPTHS, out},
        {AT_VISIBLE_OUT, GLSORT_ORDER_TEXTURE_VISIBLE, views},
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; ++i) {
        struct run_argument* a = &list[marks[i].at];
        a->is_texture = (d->textures & marks[i].texture) != 0;
        a->format = marks[i].at == AT_POSITIONS ? glsort_texture_of_positions()
                                                : glsort_texture_of_words(1);
        a->texels = marks[i].texels;
    }
}

static glsort_result check_resources(const glsort_order* o, const glsort_order_args* args,
                                     uint32_t count, uint32_t views,
                                     const struct call* call)
{
    const struct glsort_limits* limits = &o->plan->core.limits;
    const struct run_call named = {call->name, "order", o->plan,
                                   limits->storage_block_bytes};
    struct run_argument list[ARGUMENTS];
    list_inputs(&o->order.desc, args, count, views, list);
    list_outputs(&o->order.desc, args, count, views, list);
    mark_textures(&o->order.desc, args, count, views, list);
    for (uint32_t i = 0; i < ARGUMENTS; ++i)
        list[i].fetched = !list[i].output && !limits->is_gles; // on GLES: uploaded
    glsort_result result = glsort_arguments_check_run(&named, count, args->consumers);
    if (result == GLSORT_OK)
        result = glsort_arguments_check(&named, list, ARGUMENTS);
    return result == GLSORT_OK && count > 0
               ? glsort_scratch_check_run(o->plan, call->name)
               : result;
}

static glsort_result check_run(const glsort_order* o, const glsort_order_args* args,
                               uint32_t count, uint32_t views, const struct call* call)
{
    const glsort_order_desc* d = &o->order.desc;
    if (o->plan->context == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_STATE, "an offline order cannot run");
    if (o->plan->open)
        return glsort_call_fail(call, GLSORT_ERROR_STATE,
                                "a run of this order is open; end it first");
    if (views > d->max_views)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "view_count %u is above the order's max_views %u", views,
                                d->max_views);
    if (args->segment_count > d->max_segments)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "segment_count %u is above the order's max_segments %u",
                                args->segment_count, d->max_segments);
    glsort_result result = glsort_order_check_numbers(call, d, args, count, views);
    return result == GLSORT_OK ? check_resources(o, args, count, views, call) : result;
}

// ---- running --------------------------------------------------------------------------

static void set_slots(struct glsort_order* o, const glsort_order_args* args)
{
    const glsort_order_desc* d = &o->order.desc;
    struct slot_object* slots = o->plan->executor.slots;
    slots[SLOT_POSITIONS] = glsort_argument_object(&args->positions);
    slots[SLOT_RADII] = glsort_argument_object(radii_of(d, args));
    slots[SLOT_DEAD] = glsort_argument_object(dead_of(d, args));
    slots[SLOT_INDICES_IN] = glsort_argument_object(&args->indices_in);
    slots[SLOT_COUNT_IN] = glsort_argument_object(&args->count_in);
    slots[SLOT_VIEWS_IN] = glsort_argument_object(&args->views_in);
    slots[SLOT_OFFSETS_IN] = glsort_argument_object(&args->offsets_in);
    slots[SLOT_VALUES_OUT] = glsort_argument_object(&args->order_out);
    slots[SLOT_KEYS_OUT] = glsort_argument_object(&args->depths_out);
    slots[SLOT_VISIBLE_OUT] = glsort_argument_object(&args->visible_out);
    slots[SLOT_COMMAND_OUT] = glsort_argument_object(&args->command_out);
    slots[SLOT_ELEMENTS_OUT] = glsort_argument_object(&args->elements_out);
}

void glsort_order_set_run(struct glsort_order* o, const glsort_order_args* args,
                          uint32_t count, uint32_t views)
{
    struct run_block* block = &o->plan->core.run;
    struct order_run run = {.count = block->count};
    glsort_order_values(&o->order.desc, args, views, &run);
    memcpy(block->words, &run, sizeof run);
    block->copy_count = args->views_in.name != 0 && count > 0;
    block->copies[0] = (struct run_copy){
        .slot = SLOT_VIEWS_IN,
        .to_bytes = offsetof(struct order_run, views),
        .bytes = views * (uint32_t)sizeof(struct order_view),
    };
}

void glsort_order_set_shape(struct glsort_order* o, uint32_t views, uint32_t vertices)
{
    if (o->order.view_count == views && o->order.vertex_count == vertices)
        return;
    o->order.view_count = views;
    o->order.vertex_count = vertices;
    o->plan->core.built = false;
}

void glsort_order_set_segments(struct glsort_order* o, uint32_t segment_count)
{
    o->plan->core.built &= o->order.segment_count == segment_count;
    o->order.segment_count = segment_count;
    o->segments.segment_count = segment_count;
}

// A run that may overwrite its own count on the GPU copies it first.
static void set_count_source(struct glsort_order* o, const glsort_order_args* args)
{
    uint32_t count = args->count_in.name;
    bool is_output =
        counts_on_gpu(&o->order.desc) &&
        (count == args->order_out.name || count == args->depths_out.name ||
         count == args->visible_out.name || count == args->command_out.name ||
         count == args->elements_out.name);
    o->plan->core.built &= o->order.count_is_output == is_output;
    o->order.count_is_output = is_output;
}

static uint32_t vertices_of(const struct glsort_order* o, const glsort_order_args* args)
{
    bool primitives = o->order.desc.primitive.vertices > 0;
    return primitives && args->vertex_count > 0 ? args->vertex_count : 1;
}

glsort_result glsort_order_check(const struct glsort_order* order, const char* call)
{
    if (order == NULL)
        return GLSORT_ERROR_ARGUMENT;
    const struct glsort_plan* plan = order->plan;
    if (plan->fate == NULL)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                               "%s: the context of this order was %s", call, plan->fate);
}

glsort_result glsort_order_check_ready(const struct glsort_order* order, const char* call)
{
    glsort_result result = glsort_order_check(order, call);
    return result == GLSORT_OK ? glsort_plan_check_finished(order->plan, call) : result;
}

// Checks the arguments and prepares the plan for a run.
static glsort_result prepare(glsort_order* order, const glsort_order_args* args,
                             const char* name)
{
    glsort_result result = glsort_order_check_ready(order, name);
    if (result != GLSORT_OK)
        return result;
    struct glsort_plan* plan = order->plan;
    const struct call call = {name, plan->message};
    if (args == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_ARGUMENT, "args is NULL");
    const glsort_order_desc* d = &order->order.desc;
    uint32_t count = counts_on_gpu(d) ? d->max_count : args->count;
    uint32_t views = args->view_count == 0 ? 1 : args->view_count;
    result = check_run(order, args, count, views, &call);
    if (result != GLSORT_OK)
        return result;
    set_slots(order, args);
    glsort_order_set_shape(order, views, vertices_of(order, args));
    glsort_order_set_segments(order, args->segment_count);
    set_count_source(order, args);
    glsort_plan_build_run(plan, count, false);
    glsort_order_set_run(order, args, count, views);
    return GLSORT_OK;
}

glsort_result glsort_order_run(glsort_order* order, const glsort_order_args* args)
{
    glsort_result result = prepare(order, args, "glsort_order_run");
    if (result == GLSORT_OK)
        glsort_plan_run_built(order->plan, args->consumers);
    return result;
}

glsort_result glsort_order_begin(glsort_order* order, const glsort_order_args* args)
{
    glsort_result result = prepare(order, args, "glsort_order_begin");
    if (result == GLSORT_OK)
        glsort_plan_begin_built(order->plan, args->consumers);
    return result;
}
