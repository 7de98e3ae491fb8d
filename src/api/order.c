// SPDX-License-Identifier: MIT
// Entry points for draw orders. An order has a plan, whose schedule it composes; so
// contexts, objects and running are those of plans.
#include <glsort/glsort_draw.h>
#include <glsort/glsort_load.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "buffer_checks.h"
#include "counting.h"
#include "order_handle.h"
#include "order_values.h"
#include "plan_scratch.h"
#include "texture_checks.h"

#define CALL "glsort_order_run"

enum { WORD_BYTES = 4 };

// ---- creation -------------------------------------------------------------------------

glsort_result glsort_order_fill(const glsort_order_desc* desc,
                                const struct glsort_limits* limits,
                                struct message* message, struct glsort_order* o)
{
    struct order* order = &o->order;
    glsort_result result = glsort_order_desc_fill(desc, limits, &order->desc, message);
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

static glsort_result create_plan(glsort_context* context, const glsort_order_desc* desc,
                                 struct glsort_order* o)
{
    glsort_result result =
        glsort_order_fill(desc, &context->device.limits, &context->message, o);
    if (result != GLSORT_OK)
        return result;
    o->order.count_is_output = true; // the largest schedule
    glsort_plan_desc sort = glsort_order_sort_desc(&o->order.desc);
    struct composition composition = glsort_order_composition(&o->order);
    result = glsort_plan_compose_begin(context, &sort, &composition, &o->plan);
    if (result != GLSORT_OK)
        glsort_message_rename(&context->message, "glsort_plan_create",
                              "glsort_order_create");
    return result;
}

void glsort_order_settle(struct glsort_order* o)
{
    o->plan->core.built &= !o->order.count_is_output;
    o->order.count_is_output = false;
}

static glsort_result begin_order(glsort_context* context, const glsort_order_desc* desc,
                                 glsort_order** order)
{
    if (order != NULL)
        *order = NULL;
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (desc == NULL || order == NULL)
        return glsort_message_fail(&context->message, GLSORT_ERROR_ARGUMENT,
                                   "glsort_order_create: %s is NULL",
                                   desc == NULL ? "desc" : "order");
    glsort_result result = glsort_device_check_current(
        &context->device, "glsort_order_create", &context->message);
    if (result != GLSORT_OK)
        return result;
    struct glsort_order* o = glsort_memory_take(&context->allocator, sizeof *o);
    if (o == NULL)
        return glsort_message_fail(&context->message, GLSORT_ERROR_HOST_MEMORY,
                                   "glsort_order_create: no host memory for %llu bytes",
                                   (unsigned long long)sizeof *o);
    o->allocator = context->allocator;
    result = create_plan(context, desc, o);
    if (result == GLSORT_OK)
        *order = o;
    else
        glsort_memory_give(&context->allocator, o, sizeof *o);
    return result;
}

glsort_result glsort_order_create(glsort_context* context, const glsort_order_desc* desc,
                                  glsort_order** order)
{
    glsort_result result = begin_order(context, desc, order);
    if (result != GLSORT_OK)
        return result;
    result = glsort_plan_advance((*order)->plan, true);
    if (result == GLSORT_OK) {
        glsort_order_settle(*order);
        return result;
    }
    glsort_message_rename(&context->message, "glsort_plan_create", "glsort_order_create");
    glsort_order_destroy(*order);
    *order = NULL;
    return result;
}

glsort_result glsort_order_create_begin(glsort_context* context,
                                        const glsort_order_desc* desc,
                                        glsort_order** order)
{
    glsort_result result = begin_order(context, desc, order);
    if (result != GLSORT_OK && context != NULL)
        glsort_message_rename(&context->message,
                              "glsort_order_create:", "glsort_order_create_begin:");
    return result;
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

// A resource in the arguments, and the bytes of it that the run may access.
struct argument {
    const char* field;
    const glsort_resource* resource;
    bool wanted; // the order uses it
    bool output;
    bool copied;         // by glCopyBufferSubData, so that no binding limits it
    uint64_t first;      // byte behind the resource's offset
    uint64_t bytes;      // from there
    uint64_t view_bytes; // of a view, if each view binds its own; 0 otherwise
    uint64_t view_step;  // from a view to the next
    const char* what;    // for sentences: what `number` counts
    uint32_t number;
    uint32_t texture; // GLSORT_ORDER_TEXTURE_* bit if it is a texture; otherwise 0
    uint32_t texels;  // of the texture
};

enum { INPUTS = 7, OUTPUTS = 5, ARGUMENTS = INPUTS + OUTPUTS };

static bool counts_on_gpu(const glsort_order_desc* desc)
{
    return desc->count_source == GLSORT_COUNT_FROM_BUFFER;
}

// A field may be in the buffer of the positions.
static const glsort_resource* or_positions(const glsort_resource* resource,
                                           const glsort_order_desc* d,
                                           const glsort_order_args* args, uint32_t bit)
{
    bool texture = (d->textures & (bit | GLSORT_ORDER_TEXTURE_POSITIONS)) != 0;
    return resource->name != 0 || texture ? resource : &args->positions;
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

static void list_inputs(const glsort_order_desc* d, const glsort_order_args* args,
                        uint32_t count, uint32_t views, struct argument* list)
{
    bool elements = count > 0;
    bool primitives = d->primitive.vertices > 0;
    bool radii = d->radius_source == GLSORT_RADIUS_PER_ELEMENT;
    bool dead = d->dead.test != GLSORT_DEAD_NONE;
    uint32_t positions = primitives ? args->vertex_count : count;
    list[0] = (struct argument){
        .field = "positions",
        .resource = &args->positions,
        .wanted = elements,
        .first = d->position.offset,
        .bytes = positions == 0
                     ? 0
                     : glsort_order_span(positions, d->position.stride,
                                         glsort_order_position_bytes(d->position.format)),
        .what = primitives ? "vertices" : "elements",
        .number = positions};
    list[1] = (struct argument){
        .field = "radii",
        .resource = radii ? radii_of(d, args) : &args->radii,
        .wanted = radii && elements,
        .first = d->radius.offset,
        .bytes = elements ? glsort_order_span(count, d->radius.stride, WORD_BYTES) : 0,
        .what = "elements",
        .number = count};
    list[2] = (struct argument){
        .field = "dead",
        .resource = dead ? dead_of(d, args) : &args->dead,
        .wanted = dead && elements,
        .first = d->dead.field.offset,
        .bytes =
            elements ? glsort_order_span(count, d->dead.field.stride, WORD_BYTES) : 0,
        .what = "elements",
        .number = count};
    list[3] = (struct argument){.field = "indices_in",
                                .resource = &args->indices_in,
                                .wanted = primitives && elements,
                                .bytes = glsort_order_index_words(d, count) * WORD_BYTES,
                                .what = "elements",
                                .number = count};
    list[4] = (struct argument){.field = "count_in",
                                .resource = &args->count_in,
                                .wanted = counts_on_gpu(d),
                                .copied = d->backend == GLSORT_BACKEND_FRAGMENT,
                                .bytes = WORD_BYTES,
                                .what = "counts",
                                .number = 1};
    list[5] = (struct argument){.field = "views_in",
                                .resource = &args->views_in,
                                .wanted = args->views_in.name != 0 && elements,
                                .copied = true,
                                .bytes = (uint64_t)views * sizeof(glsort_order_view),
                                .what = "views",
                                .number = views};
    list[6] = (struct argument){
        .field = "offsets_in",
        .resource = &args->offsets_in,
        .wanted = d->max_segments > 0 && elements,
        .bytes = ((uint64_t)args->segment_count + 1) * WORD_BYTES,
        .what = "segments and their end",
        .number = args->segment_count,
    };
}

static uint64_t whole_words(uint64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

static void list_outputs(const glsort_order_desc* d, const glsort_order_args* args,
                         uint32_t count, uint32_t views, struct argument* list)
{
    uint64_t before = (uint64_t)(views - 1) * d->max_count;
    uint32_t k = glsort_order_indices_out(d);
    uint32_t element_bytes = k * glsort_order_index_bytes(d);
    uint32_t command_bytes = WORD_BYTES * glsort_order_command_words(d->command);
    bool segments = d->max_segments > 0;
    uint32_t results = segments ? args->segment_count : views;
    const char* of = segments ? "segments" : "views";
    list[0] = (struct argument){.field = "order_out",
                                .resource = &args->order_out,
                                .wanted = count > 0,
                                .bytes = whole_words((before + count) * element_bytes),
                                .view_bytes = (uint64_t)count * element_bytes,
                                .view_step = (uint64_t)d->max_count * element_bytes,
                                .what = "elements",
                                .number = count};
    list[1] = (struct argument){.field = "depths_out",
                                .resource = &args->depths_out,
                                .wanted = (d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0 &&
                                          count > 0,
                                .bytes = (before + count) * WORD_BYTES,
                                .view_bytes = (uint64_t)count * WORD_BYTES,
                                .view_step = (uint64_t)d->max_count * WORD_BYTES,
                                .what = "elements",
                                .number = count};
    list[2] = (struct argument){.field = "visible_out",
                                .resource = &args->visible_out,
                                .wanted = (d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0,
                                .bytes = (uint64_t)results * WORD_BYTES,
                                .what = of,
                                .number = results};
    list[3] = (struct argument){
        .field = "command_out",
        .resource = &args->command_out,
        .wanted = d->command != GLSORT_COMMAND_NONE,
        .bytes = results == 0
                     ? 0
                     : glsort_order_span(results, d->command_stride, command_bytes),
        .what = of,
        .number = results};
    list[4] = (struct argument){.field = "elements_out",
                                .resource = &args->elements_out,
                                .wanted = glsort_order_writes_elements(d) && count > 0,
                                .bytes = (before + count) * WORD_BYTES,
                                .view_bytes = (uint64_t)count * WORD_BYTES,
                                .view_step = (uint64_t)d->max_count * WORD_BYTES,
                                .what = "elements",
                                .number = count};
    for (uint32_t i = 0; i < OUTPUTS; ++i)
        list[i].output = true;
}

// Marks those that are textures, with a texel for each element.
static void mark_textures(const glsort_order_desc* d, const glsort_order_args* args,
                          uint32_t count, uint32_t views, struct argument* list)
{
    bool primitives = d->primitive.vertices > 0;
    uint32_t out = count == 0 ? 0 : (views - 1) * d->max_count + count;
    const struct {
        uint32_t at;
        uint32_t texture;
        uint32_t texels;
    } marks[] = {
        {0, GLSORT_ORDER_TEXTURE_POSITIONS, primitives ? args->vertex_count : count},
        {1, GLSORT_ORDER_TEXTURE_RADII, count},
        {2, GLSORT_ORDER_TEXTURE_DEAD, count},
        {3, GLSORT_ORDER_TEXTURE_INDICES, count * glsort_order_vertices(d)},
        {INPUTS, GLSORT_ORDER_TEXTURE_ORDER, out * glsort_order_indices_out(d)},
        {INPUTS + 1, GLSORT_ORDER_TEXTURE_DEPTHS, out},
        {INPUTS + 2, GLSORT_ORDER_TEXTURE_VISIBLE, views},
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; ++i) {
        list[marks[i].at].texture = d->textures & marks[i].texture;
        list[marks[i].at].texels = marks[i].texels;
    }
}

static struct texture_use texture_use_of(const struct argument* a)
{
    bool positions = a->texture == GLSORT_ORDER_TEXTURE_POSITIONS;
    return (struct texture_use){
        .call = CALL,
        .field = a->field,
        .owner = "order",
        .format = positions ? glsort_texture_of_positions() : glsort_texture_of_words(1),
        .elements = a->texels,
    };
}

// `used` is false where a count of 0 leaves an argument without use: it may then be set.
static glsort_result check_name(const glsort_order* o, const struct argument* a,
                                bool of_order)
{
    struct message* m = o->plan->message;
    if (!of_order && a->resource->name != 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   CALL ": %s is %u, but this order does not use it",
                                   a->field, a->resource->name);
    if (a->wanted && a->resource->name == 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   CALL ": %s is none, but this order needs it",
                                   a->field);
    return GLSORT_OK;
}

// What a pass binds at once: the whole range, or that of one view.
static glsort_result check_storage(const glsort_order* o, const struct argument* a,
                                   uint32_t views)
{
    const struct glsort_limits* limits = &o->plan->core.limits;
    bool by_view = a->view_bytes != 0;
    uint64_t bytes = by_view ? a->view_bytes : a->bytes;
    for (uint32_t at = 0; at < (by_view ? views : 1); ++at) {
        uint64_t first = a->resource->offset + a->first + at * a->view_step;
        uint64_t before = first % limits->storage_alignment;
        uint64_t binding = whole_words(before + bytes);
        if (binding > limits->storage_block_bytes)
            return glsort_message_fail(
                o->plan->message, GLSORT_ERROR_LIMIT,
                CALL ": %s needs a binding of %llu bytes (%u %s after %llu bytes of "
                     "alignment), this device binds at most %llu",
                a->field, (unsigned long long)binding, a->number, a->what,
                (unsigned long long)before,
                (unsigned long long)limits->storage_block_bytes);
    }
    return GLSORT_OK;
}

// A buffer texture begins where the buffer does.
static glsort_result check_buffer_texture(const glsort_order* o, const struct argument* a)
{
    uint64_t end = a->resource->offset + a->first + a->bytes;
    uint64_t most = (uint64_t)o->plan->executor.device->buffer_texels * WORD_BYTES;
    if (end > most)
        return glsort_message_fail(
            o->plan->message, GLSORT_ERROR_LIMIT,
            CALL ": %s ends at byte %llu of its buffer (%u %s at offset %llu), a buffer "
                 "texture of this device has the first %llu bytes",
            a->field, (unsigned long long)end, a->number, a->what,
            (unsigned long long)(a->resource->offset + a->first),
            (unsigned long long)most);
    return GLSORT_OK;
}

static glsort_result check_binding(const glsort_order* o, const struct argument* a,
                                   uint32_t views)
{
    if (a->copied || a->texture != 0)
        return GLSORT_OK;
    if (!plan_is_fragment(o->plan))
        return check_storage(o, a, views);
    bool uploads = o->plan->core.limits.is_gles;
    return a->output || uploads ? GLSORT_OK : check_buffer_texture(o, a);
}

static glsort_result check_range(const glsort_order* o, const struct argument* a)
{
    struct message* m = o->plan->message;
    uint64_t offset = a->resource->offset;
    struct texture_use use = texture_use_of(a);
    if (a->texture != 0)
        return glsort_check_texture(o->plan, a->resource, &use);
    if (a->resource->width != 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   CALL ": %s has a width (%u), but is a buffer",
                                   a->field, a->resource->width);
    if (offset % WORD_BYTES != 0)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   CALL ": %s.offset %llu is not a multiple of 4",
                                   a->field, (unsigned long long)offset);
    if (!range_ends_by(offset, a->first + a->bytes, PTRDIFF_MAX))
        return glsort_message_fail(
            m, GLSORT_ERROR_RANGE,
            CALL ": %s.offset %llu and %u %s after it end beyond the largest byte offset "
                 "of GL, %llu",
            a->field, (unsigned long long)offset, a->number, a->what,
            (unsigned long long)PTRDIFF_MAX);
    if (glsort_scratch_overlaps(o->plan, a->resource->name, offset + a->first, a->bytes))
        return glsort_message_fail(
            m, GLSORT_ERROR_ARGUMENT,
            CALL ": %s and the scratch of this order overlap in buffer %u", a->field,
            a->resource->name);
    return GLSORT_OK;
}

static bool overlap(const struct argument* a, const struct argument* b)
{
    if (a->texture != 0 || b->texture != 0)
        return a->texture != 0 && b->texture != 0 &&
               a->resource->name == b->resource->name;
    uint64_t a_first = a->resource->offset + a->first;
    uint64_t b_first = b->resource->offset + b->first;
    return a->resource->name == b->resource->name && a_first < b_first + b->bytes &&
           b_first < a_first + a->bytes;
}

// Inputs may overlap each other. A count may be a word of the command: it is read before
// anything is written.
static glsort_result check_overlap(const glsort_order* o, const struct argument* list)
{
    for (uint32_t i = 0; i < ARGUMENTS; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            bool counts = list[k].resource == &list[4].resource[0];
            if (!list[i].wanted || !list[k].wanted || !list[i].output || counts ||
                !overlap(&list[i], &list[k]))
                continue;
            return glsort_message_fail(
                o->plan->message, GLSORT_ERROR_ARGUMENT,
                CALL ": %s and %s overlap in %s %u", list[k].field, list[i].field,
                list[i].texture != 0 ? "texture" : "buffer", list[i].resource->name);
        }
    return GLSORT_OK;
}

static glsort_result check_object(const glsort_order* o, struct caller_bindings* bindings,
                                  const struct argument* a)
{
    char elements[80];
    snprintf(elements, sizeof elements, "%u %s", a->number, a->what);
    const struct texture_use texture = texture_use_of(a);
    const struct buffer_use buffer = {
        .call = CALL,
        .field = a->field,
        .owner = "order",
        .name = a->resource->name,
        .elements = elements,
        .offset = a->resource->offset + a->first,
        .end = a->resource->offset + a->first + a->bytes,
    };
    if (a->texture != 0)
        return glsort_check_texture_object(o->plan, bindings, a->resource, &texture);
    return glsort_check_buffer_object(o->plan, bindings, &buffer);
}

static glsort_result check_objects(const glsort_order* o, const struct argument* list)
{
    const struct device* d = o->plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    glsort_result result = GLSORT_OK;
    if (d->clobbers_state)
        return GLSORT_OK;
    for (uint32_t i = 0; i < ARGUMENTS && result == GLSORT_OK; ++i)
        if (list[i].wanted)
            result = check_object(o, &bindings, &list[i]);
    glsort_caller_restore(&bindings, d);
    return result;
}

static glsort_result check_resources(const glsort_order* o, const glsort_order_args* args,
                                     uint32_t count, uint32_t views)
{
    const glsort_order_desc* d = &o->order.desc;
    struct argument list[ARGUMENTS], of_order[ARGUMENTS];
    list_inputs(d, args, count, views, list);
    list_outputs(d, args, count, views, list + INPUTS);
    mark_textures(d, args, count, views, list);
    list_inputs(d, args, 1, 1, of_order);
    list_outputs(d, args, 1, 1, of_order + INPUTS);
    glsort_result result = GLSORT_OK;
    for (uint32_t i = 0; i < ARGUMENTS && result == GLSORT_OK; ++i) {
        result = check_name(o, &list[i], of_order[i].wanted);
        if (result == GLSORT_OK && list[i].wanted)
            result = check_range(o, &list[i]);
        if (result == GLSORT_OK && list[i].wanted)
            result = check_binding(o, &list[i], views);
    }
    if (result == GLSORT_OK)
        result = check_overlap(o, list);
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(o->plan, CALL);
    if (result == GLSORT_OK)
        result = check_objects(o, list);
    return result == GLSORT_OK && count > 0 ? glsort_scratch_check_run(o->plan, CALL)
                                            : result;
}

static glsort_result check_run(const glsort_order* o, const glsort_order_args* args,
                               uint32_t count, uint32_t views)
{
    const glsort_order_desc* d = &o->order.desc;
    struct message* m = o->plan->message;
    if (o->plan->context == NULL)
        return glsort_message_fail(m, GLSORT_ERROR_STATE,
                                   CALL ": an offline order cannot run");
    if (o->plan->open)
        return glsort_message_fail(m, GLSORT_ERROR_STATE,
                                   CALL ": a run of this order is open; end it first");
    if (count > d->max_count)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   CALL ": count %u is above the order's max_count %u",
                                   count, d->max_count);
    if (views > d->max_views)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   CALL
                                   ": view_count %u is above the order's max_views %u",
                                   views, d->max_views);
    if (args->segment_count > d->max_segments)
        return glsort_message_fail(
            m, GLSORT_ERROR_RANGE,
            CALL ": segment_count %u is above the order's max_segments %u",
            args->segment_count, d->max_segments);
    if ((args->consumers & ~(uint32_t)ALL_CONSUMERS) != 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   CALL ": consumers 0x%x has unknown bits",
                                   args->consumers);
    if (d->key_bits < 32 && count > 0 && !glsort_order_has_range(d, args))
        return glsort_message_fail(
            m, GLSORT_ERROR_RANGE,
            CALL ": key_near %g and key_far %g are no range for keys of %u bits",
            (double)args->key_near, (double)args->key_far, d->key_bits);
    if (d->primitive.vertices > 0 && count > 0 && args->vertex_count == 0)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   CALL ": vertex_count is 0, but there are primitives");
    return check_resources(o, args, count, views);
}

// ---- running --------------------------------------------------------------------------

static struct slot_object object_of(const glsort_resource* resource)
{
    return (struct slot_object){
        .name = resource->name,
        .offset = resource->offset,
        .width = resource->width,
    };
}

static void set_slots(struct glsort_order* o, const glsort_order_args* args)
{
    const glsort_order_desc* d = &o->order.desc;
    struct slot_object* slots = o->plan->executor.slots;
    slots[SLOT_POSITIONS] = object_of(&args->positions);
    slots[SLOT_RADII] = object_of(radii_of(d, args));
    slots[SLOT_DEAD] = object_of(dead_of(d, args));
    slots[SLOT_INDICES_IN] = object_of(&args->indices_in);
    slots[SLOT_COUNT_IN] = object_of(&args->count_in);
    slots[SLOT_VIEWS_IN] = object_of(&args->views_in);
    slots[SLOT_OFFSETS_IN] = object_of(&args->offsets_in);
    slots[SLOT_VALUES_OUT] = object_of(&args->order_out);
    slots[SLOT_KEYS_OUT] = object_of(&args->depths_out);
    slots[SLOT_VISIBLE_OUT] = object_of(&args->visible_out);
    slots[SLOT_COMMAND_OUT] = object_of(&args->command_out);
    slots[SLOT_ELEMENTS_OUT] = object_of(&args->elements_out);
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
static glsort_result prepare(glsort_order* order, const glsort_order_args* args)
{
    glsort_result result = glsort_order_check_ready(order, CALL);
    if (result != GLSORT_OK)
        return result;
    struct glsort_plan* plan = order->plan;
    if (args == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   CALL ": args is NULL");
    const glsort_order_desc* d = &order->order.desc;
    uint32_t count = counts_on_gpu(d) ? d->max_count : args->count;
    uint32_t views = args->view_count == 0 ? 1 : args->view_count;
    result = check_run(order, args, count, views);
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
    if (order == NULL)
        return GLSORT_ERROR_ARGUMENT;
    glsort_result result = prepare(order, args);
    if (result == GLSORT_OK)
        glsort_plan_run_built(order->plan, args->consumers);
    return result;
}

glsort_result glsort_order_begin(glsort_order* order, const glsort_order_args* args)
{
    if (order == NULL)
        return GLSORT_ERROR_ARGUMENT;
    glsort_result result = prepare(order, args);
    if (result == GLSORT_OK)
        glsort_plan_begin_built(order->plan, args->consumers);
    else
        glsort_message_rename(order->plan->message, CALL, "glsort_order_begin");
    return result;
}
