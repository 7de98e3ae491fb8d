// SPDX-License-Identifier: MIT
// Entry points for draw orders. An order has a plan, whose schedule it composes; so
// contexts, objects and running are those of plans.
#include <glsort/glsort_draw.h>
#include <glsort/glsort_load.h>

#include <stddef.h>
#include <string.h>

#include "checks.h"
#include "order_handle.h"
#include "order_numbers.h"
#include "order_sizes.h"
#include "order_values.h"

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

// What an order may have.
enum {
    COUNT_ON_GPU = 1,
    RADII = 2,
    DEAD = 4,
    PRIMITIVES = 8,
    SEGMENTS = 16,
    DEPTHS = 32,
    VISIBLE = 64,
    COMMANDS = 128,
    ELEMENTS = 256,
};

// The count may be a word of the command.
#define AT(field) offsetof(glsort_order_args, field)
static const struct argument arguments[] = {
    {"positions", AT(positions), SLOT_POSITIONS, ARGUMENT_INPUT, 0,
     GLSORT_ORDER_TEXTURE_POSITIONS},
    {"radii", AT(radii), SLOT_RADII, ARGUMENT_INPUT, RADII, GLSORT_ORDER_TEXTURE_RADII},
    {"dead", AT(dead), SLOT_DEAD, ARGUMENT_INPUT, DEAD, GLSORT_ORDER_TEXTURE_DEAD},
    {"indices_in", AT(indices_in), SLOT_INDICES_IN, ARGUMENT_INPUT, PRIMITIVES,
     GLSORT_ORDER_TEXTURE_INDICES},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT | ARGUMENT_READ_FIRST,
     COUNT_ON_GPU, 0},
    {"views_in", AT(views_in), SLOT_VIEWS_IN, ARGUMENT_INPUT | ARGUMENT_OPTIONAL, 0, 0},
    {"offsets_in", AT(offsets_in), SLOT_OFFSETS_IN, ARGUMENT_INPUT, SEGMENTS, 0},
    {"order_out", AT(order_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT, 0,
     GLSORT_ORDER_TEXTURE_ORDER},
    {"depths_out", AT(depths_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT, DEPTHS,
     GLSORT_ORDER_TEXTURE_DEPTHS},
    {"visible_out", AT(visible_out), SLOT_VISIBLE_OUT, ARGUMENT_OUTPUT, VISIBLE,
     GLSORT_ORDER_TEXTURE_VISIBLE},
    {"command_out", AT(command_out), SLOT_COMMAND_OUT, ARGUMENT_OUTPUT, COMMANDS, 0},
    {"elements_out", AT(elements_out), SLOT_ELEMENTS_OUT, ARGUMENT_OUTPUT, ELEMENTS, 0},
};

static bool counts_on_gpu(const glsort_order_desc* desc)
{
    return desc->count_source == GLSORT_COUNT_FROM_BUFFER;
}

static uint32_t views_of(const glsort_order_args* args)
{
    return args->view_count == 0 ? 1 : args->view_count;
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

static void measure_field(const glsort_resource* resource, uint32_t count,
                          const glsort_field* field, struct run_argument* measured)
{
    measured->resource = resource;
    measured->first = field->offset;
    measured->texels = count;
    measured->bytes = count > 0 ? glsort_order_span(count, field->stride, WORD_BYTES) : 0;
}

static void measure_input(const struct run_arguments* r, const struct argument* a,
                          struct run_argument* measured)
{
    const struct glsort_order* o = r->object;
    const glsort_order_desc* d = &o->order.desc;
    const glsort_order_args* args = r->args;
    bool primitives = d->primitive.vertices > 0;
    uint32_t vertices = primitives ? args->vertex_count : r->count;
    measured->fetched = !r->plan->core.limits.is_gles; // on GLES: uploaded
    measured->format = glsort_texture_of_words(1);
    switch (a->slot) {
    case SLOT_POSITIONS:
        measured->what = primitives ? "vertices" : "elements";
        measured->format = glsort_texture_of_positions();
        measured->first = d->position.offset;
        measured->number = measured->texels = vertices;
        measured->bytes =
            vertices == 0
                ? 0
                : glsort_order_span(vertices, d->position.stride,
                                    glsort_order_position_bytes(d->position.format));
        return;
    case SLOT_RADII:
        measured->optional = may_be_in_positions(d, a->texture);
        measure_field(or_positions(&args->radii, d, args, a->texture), r->count,
                      &d->radius, measured);
        return;
    case SLOT_DEAD:
        measured->optional = may_be_in_positions(d, a->texture);
        measure_field(or_positions(&args->dead, d, args, a->texture), r->count,
                      &d->dead.field, measured);
        return;
    case SLOT_INDICES_IN:
        measured->bytes = glsort_order_index_words(d, r->count) * WORD_BYTES;
        measured->texels = r->count * glsort_order_vertices(d);
        return;
    case SLOT_VIEWS_IN:
        measured->copied = true;
        measured->what = "views";
        measured->number = views_of(args);
        measured->bytes = (uint64_t)measured->number * sizeof(glsort_order_view);
        return;
    default: // SLOT_OFFSETS_IN
        measured->what = "segments and their end";
        measured->number = args->segment_count;
        measured->bytes = ((uint64_t)args->segment_count + 1) * WORD_BYTES;
    }
}

static uint64_t whole_words(uint64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

// An output of `words` texels or `bytes` bytes per element, in which each view has a part
// of its own.
static void measure_views(const struct run_arguments* r, uint32_t words, uint32_t bytes,
                          struct run_argument* measured)
{
    uint32_t views = views_of(r->args);
    uint32_t stride = r->plan->core.desc.max_count;
    uint64_t before = (uint64_t)(views - 1) * stride;
    measured->bytes = whole_words((before + r->count) * bytes);
    measured->parts = views;
    measured->part_bytes = (uint64_t)r->count * bytes;
    measured->part_step = (uint64_t)stride * bytes;
    measured->texels = r->count == 0 ? 0 : ((views - 1) * stride + r->count) * words;
}

static void measure_output(const struct run_arguments* r, const struct argument* a,
                           struct run_argument* measured)
{
    const struct glsort_order* o = r->object;
    const glsort_order_desc* d = &o->order.desc;
    const glsort_order_args* args = r->args;
    uint32_t indices = glsort_order_indices_out(d);
    uint32_t results = d->max_segments > 0 ? args->segment_count : views_of(args);
    measured->format = glsort_texture_of_words(1);
    switch (a->slot) {
    case SLOT_VALUES_OUT:
        measure_views(r, indices, indices * glsort_order_index_bytes(d), measured);
        return;
    case SLOT_VISIBLE_OUT:
        measured->wanted = true;
        measured->what = "visible counts";
        measured->number = measured->texels = results;
        measured->bytes = (uint64_t)results * WORD_BYTES;
        return;
    case SLOT_COMMAND_OUT:
        measured->wanted = true;
        measured->what = "commands";
        measured->number = results;
        measured->bytes =
            results == 0
                ? 0
                : glsort_order_span(results, d->command_stride,
                                    WORD_BYTES * glsort_order_command_words(d->command));
        return;
    default: // depths_out, elements_out
        measure_views(r, 1, WORD_BYTES, measured);
    }
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    measured->wanted = r->count > 0;
    measured->what = "elements";
    measured->number = r->count;
    if ((a->flags & ARGUMENT_OUTPUT) != 0)
        measure_output(r, a, measured);
    else
        measure_input(r, a, measured);
}

static uint32_t has(const glsort_order_desc* d)
{
    return (counts_on_gpu(d) ? COUNT_ON_GPU : 0) |
           (d->radius_source == GLSORT_RADIUS_PER_ELEMENT ? RADII : 0) |
           (d->dead.test != GLSORT_DEAD_NONE ? DEAD : 0) |
           (d->primitive.vertices > 0 ? PRIMITIVES : 0) |
           (d->max_segments > 0 ? SEGMENTS : 0) |
           ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0 ? DEPTHS : 0) |
           ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0 ? VISIBLE : 0) |
           (d->command != GLSORT_COMMAND_NONE ? COMMANDS : 0) |
           (glsort_order_writes_elements(d) ? ELEMENTS : 0);
}

struct run_arguments glsort_order_arguments(const struct glsort_order* o,
                                            const glsort_order_args* args, uint32_t count)
{
    static const struct run_kind kind = {
        "order", arguments, sizeof arguments / sizeof arguments[0], false, measure, NULL};
    const glsort_order_desc* d = &o->order.desc;
    return (struct run_arguments){&kind, o->plan, o, args, count, has(d), d->textures};
}

static glsort_result take_resources(const glsort_order* o, const glsort_order_args* args,
                                    uint32_t count, const struct call* call)
{
    const struct run_arguments r = glsort_order_arguments(o, args, count);
    const struct run_call checked = {
        .call = call->name, .what = "order", .plan = o->plan};
    glsort_result result = glsort_arguments_check_run(&checked, count, args->consumers);
    if (result == GLSORT_OK)
        result = glsort_arguments_take(&r, call->name);
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
    return result == GLSORT_OK ? take_resources(o, args, count, call) : result;
}

// ---- running --------------------------------------------------------------------------

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
    uint32_t views = views_of(args);
    result = check_run(order, args, count, views, &call);
    if (result != GLSORT_OK)
        return result;
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
