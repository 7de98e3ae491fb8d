// SPDX-License-Identifier: MIT
// Random draw orders of random positions, compared byte for byte with the reference.
//
// A case draws a descriptor, one in three of which is wrong or odd in some field, and for
// some runs of the order: the count, the data, where it lies, the views, whether the
// arguments are wrong in a field, whether it runs at once or in steps.
// Checked: results, all memory around them, inputs, GL errors, that refused calls change
// nothing and say why, and that creation with and without a device agree.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "fuzz_driver.h"
#include "fuzz_memory.h"
#include "order_reference.h"
#include "plans.h"

enum { COUNT_MOST = 3000, COUNT_RARE = 40000, GUARD_WORDS = 40, WORDS_MOST = 1 << 21 };

enum place {
    POSITIONS,
    RADII,
    DEAD,
    INDICES,
    COUNT_IN,
    VIEWS_IN,
    FIRST_OUTPUT,
    ORDER_OUT = FIRST_OUTPUT,
    DEPTHS_OUT,
    VISIBLE_OUT,
    COMMAND_OUT,
    ELEMENTS_OUT,
    PLACES
};

struct job {
    struct fuzz_world* world;
    glsort_plan* order;
    glsort_order_desc desc;
    glsort_tuning tuning; // its own
    bool fragment;        // the backend
    uint32_t vertices;
    uint32_t views;
    uint32_t count; // of the run
    struct fuzz_memory memories[PLACES];
    size_t first[PLACES]; // word of each memory where it begins
    uint32_t* input[VIEWS_IN + 1];
    glsort_order_args args;
};

// ---- descriptors ----------------------------------------------------------------------

static glsort_field draw_field(struct fuzz_random* r)
{
    glsort_field field = {.offset = 4 * fuzz_below(r, 4)};
    field.stride = 4 * fuzz_below(r, 6);
    return field;
}

static void draw_culling(struct fuzz_random* r, glsort_order_desc* d)
{
    if (fuzz_one_in(r, 3)) {
        d->dead.test = (glsort_dead_test)fuzz_between(r, 1, 4);
        d->dead.field = draw_field(r);
        if (d->dead.test <= GLSORT_DEAD_F32_AT_LEAST)
            d->dead.f32 = (float)fuzz_below(r, 3);
        else
            d->dead.u32 = fuzz_below(r, 3);
    }
    if (fuzz_one_in(r, 2))
        return;
    d->cull = GLSORT_CULL_FRUSTUM;
    d->flags |= fuzz_one_in(r, 3) ? GLSORT_ORDER_CLIP_ZERO_TO_ONE : 0;
    if (fuzz_one_in(r, 3)) {
        d->radius_source = GLSORT_RADIUS_PER_ELEMENT;
        d->radius = draw_field(r);
    }
}

static void draw_outputs(struct fuzz_random* r, glsort_order_desc* d)
{
    d->flags |= fuzz_one_in(r, 2) ? GLSORT_ORDER_WRITES_VISIBLE : 0;
    d->flags |= fuzz_one_in(r, 4) ? GLSORT_PLAN_TIMINGS : 0;
    d->flags |= fuzz_one_in(r, 3) ? GLSORT_ORDER_FILLS_REST : 0;
    if (d->key_bits % 32 == 0)
        d->flags |= fuzz_one_in(r, 2) ? GLSORT_ORDER_WRITES_DEPTHS : 0;
    d->command = (glsort_command)fuzz_below(r, 5);
    if (d->command == GLSORT_COMMAND_NONE)
        return;
    d->command_stride = fuzz_one_in(r, 2) ? 0 : 20 + 4 * fuzz_below(r, 3);
    if (d->command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
        d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES)
        d->instance_vertices = fuzz_between(r, 1, 6);
}

// What fragment passes lack is seldom asked of them.
static void draw_backend(struct fuzz_random* r, glsort_order_desc* d, bool has_compute)
{
    if (fuzz_one_in(r, 8))
        d->backend = (glsort_backend)fuzz_below(r, 3);
    else if (has_compute && !fuzz_one_in(r, 3))
        return;
    else
        d->backend = GLSORT_BACKEND_FRAGMENT;
    if (fuzz_one_in(r, 20) || (has_compute && fuzz_one_in(r, 2)))
        return;
    d->command = GLSORT_COMMAND_NONE;
    d->command_stride = d->instance_vertices = 0;
}

static glsort_order_desc draw_desc(struct fuzz_random* r, bool has_compute,
                                   glsort_tuning* tuning)
{
    static const uint32_t bits[] = {0, 32, 16, 24};
    glsort_order_desc d = {.max_count = fuzz_count(r, COUNT_MOST), .tuning = tuning};
    if (fuzz_one_in(r, 60))
        d.max_count = fuzz_between(r, 1, COUNT_RARE);
    d.max_views = fuzz_below(r, fuzz_one_in(r, 6) ? 9 : 3);
    d.position.format = (glsort_position_format)fuzz_below(r, 4);
    d.position.offset = 4 * fuzz_below(r, 4);
    d.position.stride = fuzz_one_in(r, 2) ? 0 : 12 + 4 * fuzz_below(r, 6);
    if (fuzz_one_in(r, 2)) {
        d.primitive.vertices = fuzz_between(r, 1, fuzz_one_in(r, 8) ? 64 : 4);
        d.primitive.index = (glsort_index)fuzz_below(r, 2);
        d.primitive.key = (glsort_vertex)fuzz_below(r, 3);
        d.flags |= fuzz_one_in(r, 2)   ? GLSORT_ORDER_WRITES_ELEMENTS
                   : fuzz_one_in(r, 3) ? GLSORT_ORDER_PRIMITIVE_NUMBERS
                                       : 0;
    }
    draw_culling(r, &d);
    d.count_source = (glsort_count_source)fuzz_below(r, 2);
    d.direction = (glsort_draw_direction)fuzz_below(r, 2);
    d.metric = (glsort_metric)fuzz_below(r, 2);
    d.key_bits = bits[fuzz_below(r, 4)];
    draw_outputs(r, &d);
    d.expected_count = fuzz_one_in(r, 3) ? fuzz_between(r, 1, 2 * d.max_count) : 0;
    if (fuzz_one_in(r, 3))
        tuning->algorithm = (glsort_algorithm)fuzz_below(r, glsort_algorithm_count());
    draw_backend(r, &d, has_compute);
    // Compute passes that reject elements are refused if nothing counts the others.
    bool rejects = d.cull != GLSORT_CULL_NONE || d.dead.test != GLSORT_DEAD_NONE;
    if (rejects && d.command == GLSORT_COMMAND_NONE && !fuzz_one_in(r, 20))
        d.flags |= GLSORT_ORDER_WRITES_VISIBLE;
    return d;
}

// Any value, or one near those that are right.
static void spoil_desc(struct fuzz_random* r, glsort_order_desc* d, glsort_tuning* tuning)
{
    uint32_t* const fields[] = {(uint32_t*)&d->position.format,
                                &d->position.offset,
                                &d->position.stride,
                                &d->primitive.vertices,
                                (uint32_t*)&d->primitive.index,
                                (uint32_t*)&d->primitive.key,
                                (uint32_t*)&d->dead.test,
                                &d->dead.field.offset,
                                &d->dead.field.stride,
                                &d->dead.u32,
                                (uint32_t*)&d->count_source,
                                (uint32_t*)&d->direction,
                                (uint32_t*)&d->metric,
                                &d->key_bits,
                                (uint32_t*)&d->cull,
                                (uint32_t*)&d->radius_source,
                                &d->radius.offset,
                                &d->radius.stride,
                                (uint32_t*)&d->command,
                                &d->command_stride,
                                &d->instance_vertices,
                                &d->flags,
                                (uint32_t*)&tuning->algorithm,
                                (uint32_t*)&tuning->method,
                                (uint32_t*)&d->backend,
                                &d->max_count,
                                &d->expected_count,
                                &d->max_views};
    uint32_t at = fuzz_below(r, sizeof fields / sizeof fields[0]);
    uint32_t log = fuzz_below(r, 32);
    *fields[at] = fuzz_one_in(r, 2) ? fuzz_below(r, 70) : fuzz_word(r) >> log;
    // Runs give no layout.
    d->flags &= ~(uint32_t)GLSORT_ORDER_LAYOUT_FROM_ARGS;
}

static void note_desc(const glsort_order_desc* d)
{
    fuzz_note("  max_count %u, expected %u, views %u, format %u at %u every %u, vertices "
              "%u of index %u by %u, dead %u at %u every %u (%g, %u), cull %u, radius %u "
              "at %u every %u\n  count from %u, direction %u, metric %u, bits %u, "
              "command %u every %u, instances %u, flags %u, "
              "algorithm %u, method %u, backend %u\n",
              d->max_count, d->expected_count, d->max_views, d->position.format,
              d->position.offset, d->position.stride, d->primitive.vertices,
              d->primitive.index, d->primitive.key, d->dead.test, d->dead.field.offset,
              d->dead.field.stride, (double)d->dead.f32, d->dead.u32, d->cull,
              d->radius_source, d->radius.offset, d->radius.stride, d->count_source,
              d->direction, d->metric, d->key_bits, d->command, d->command_stride,
              d->instance_vertices, d->flags, d->tuning->algorithm, d->tuning->method,
              d->backend);
}

// ---- creation -------------------------------------------------------------------------

static glsort_plan* create_offline(struct fuzz_world* w, const glsort_order_desc* desc)
{
    char message[256] = "";
    glsort_plan* order = NULL;
    glsort_result result =
        offline_order(&w->limits, desc, message, sizeof message, &order);
    fuzz_expect_sane(w, "glsort_order_create", result, message);
    if ((order != NULL) != (result == GLSORT_OK))
        fuzz_fail("offline_order returns %s", glsort_result_name(result));
    return order;
}

// Passes that copy an input to a texture.
static uint32_t uploads_of(struct fuzz_world* w, glsort_plan* plan, uint32_t pass_count)
{
    uint32_t uploads = 0;
    for (uint32_t i = 0; i < pass_count; ++i) {
        glsort_pass_info pass;
        fuzz_expect_ok(w, "glsort_plan_pass", glsort_plan_pass(plan, i, &pass),
                       glsort_plan_last_error(plan));
        uploads += strncmp(pass.purpose, "upload ", 7) == 0;
    }
    return uploads;
}

// Descriptions are the same, except for inputs that only the device copies, because its
// buffer textures are small.
static void expect_same(struct fuzz_world* w, glsort_plan* a, glsort_plan* b,
                        const glsort_order_desc* desc)
{
    glsort_plan_info x, y;
    fuzz_expect_ok(w, "glsort_plan_describe",
                   glsort_plan_describe(a, desc->max_count, 1, &x),
                   glsort_plan_last_error(a));
    fuzz_expect_ok(w, "glsort_plan_describe",
                   glsort_plan_describe(b, desc->max_count, 1, &y),
                   glsort_plan_last_error(b));
    uint32_t more = uploads_of(w, a, x.pass_count) - uploads_of(w, b, y.pass_count);
    if (x.pass_count != y.pass_count + more ||
        (more == 0 && x.scratch_bytes != y.scratch_bytes))
        fuzz_fail("an offline order of %u passes has %u on the device", y.pass_count,
                  x.pass_count);
}

// Their size is no limit of offline orders.
static bool is_of_buffer_textures(const char* sentence)
{
    return strstr(sentence, "a buffer texture of this device covers only") != NULL;
}

static glsort_plan* create(struct fuzz_world* w, struct fuzz_random* r,
                           const glsort_order_desc* desc)
{
    glsort_plan* order = NULL;
    bool starves = fuzz_one_in(r, 8);
    if (starves)
        w->heap.fails_in = fuzz_between(r, 1, 9);
    glsort_result result = glsort_order_create(w->context, desc, &order);
    w->heap.fails_in = 0;
    fuzz_expect_sane(w, "glsort_order_create", result, glsort_last_error(w->context));
    if ((order != NULL) != (result == GLSORT_OK))
        fuzz_fail("glsort_order_create returns %s", glsort_result_name(result));
    glsort_plan* offline = create_offline(w, desc);
    if (order != NULL && offline == NULL)
        fuzz_fail("an order on the device is refused without one");
    if (order != NULL)
        expect_same(w, order, offline, desc);
    else if (offline != NULL && !starves && result != GLSORT_ERROR_DEVICE_MEMORY &&
             !is_of_buffer_textures(glsort_last_error(w->context)))
        fuzz_fail("an offline order is refused on the device: %s",
                  glsort_last_error(w->context));
    glsort_plan_destroy(offline);
    return order;
}

// ---- data -----------------------------------------------------------------------------

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// In steps that keep all intermediate results normal or zero.
static float draw_unit(struct fuzz_random* r)
{
    return (float)((int32_t)fuzz_below(r, 2097153) - 1048576) / 1048576.0f;
}

static uint32_t draw_position_word(struct fuzz_random* r, glsort_position_format format,
                                   uint32_t kind)
{
    static const uint32_t odd[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFFFFFFFu};
    if (format == GLSORT_POSITION_F16) // from 2^-14 to 2, of either sign
        return (fuzz_word(r) & 0xBFFFBFFFu) | 0x04000400u;
    if (format != GLSORT_POSITION_F32)
        return fuzz_word(r);
    if (kind == 0 && fuzz_one_in(r, 20))
        return odd[fuzz_below(r, 4)];
    return bits_of(kind == 1 ? (float)fuzz_below(r, 4) * 0.5f - 1.0f : draw_unit(r));
}

static size_t span(uint32_t offset, uint32_t stride, uint32_t tight, uint32_t count)
{
    uint64_t step = stride == 0 ? tight : stride;
    return (size_t)((offset + (count - 1) * step + tight + 3) / 4);
}

static size_t words_of(const struct job* j, enum place place)
{
    const glsort_order_desc* d = &j->desc;
    uint32_t k = d->primitive.vertices == 0 ? 1 : d->primitive.vertices;
    uint32_t tight = d->position.format == GLSORT_POSITION_F32 ? 12 : 8;
    uint32_t commands = 4 * order_command_words(d->command);
    size_t elements = (size_t)d->max_count * j->views;
    uint32_t fields = d->primitive.vertices == 1 ? j->vertices : d->max_count;
    switch (place) {
    case POSITIONS:
        return span(d->position.offset, d->position.stride, tight, j->vertices);
    case RADII: return span(d->radius.offset, d->radius.stride, 4, fields);
    case DEAD: return span(d->dead.field.offset, d->dead.field.stride, 4, fields);
    case INDICES: return (size_t)d->max_count * k;
    case COUNT_IN: return 1;
    case VIEWS_IN: return GLSORT_MOST_VIEWS * sizeof(glsort_order_view) / 4;
    case ORDER_OUT: return elements * k;
    case DEPTHS_OUT:
    case ELEMENTS_OUT: return elements;
    case VISIBLE_OUT: return j->views;
    case COMMAND_OUT:
        return commands == 0 ? 1 : span(0, d->command_stride, commands, j->views);
    default: return d->max_count;
    }
}

// An accepted descriptor may ask for more than a test has.
static bool fits(const struct job* j)
{
    for (enum place place = POSITIONS; place < PLACES; ++place)
        if (words_of(j, place) > WORDS_MOST)
            return false;
    return true;
}

static void draw_views(struct fuzz_random* r, struct job* j)
{
    for (uint32_t i = 0; i < j->views; ++i) {
        glsort_order_view* v = &j->args.views[i];
        float size = fuzz_one_in(r, 6) ? 0.0f : 0.5f + 0.25f * (float)fuzz_below(r, 6);
        for (int axis = 0; axis < 3; ++axis) {
            v->origin[axis] = draw_unit(r);
            v->axis[axis] = draw_unit(r);
            v->clip[5 * axis] = size == 0.0f ? 64.0f : 1.0f / size;
        }
        v->clip[12] = fuzz_one_in(r, 3) ? draw_unit(r) : 0.0f;
        v->clip[15] = 1.0f;
    }
}

static void fill_inputs(struct fuzz_random* r, struct job* j)
{
    // NaN, -5 and -infinity
    static const uint32_t odd_radii[] = {0x7FC00000u, 0xFF800001u, 0xC0A00000u,
                                         0xFF800000u};
    const glsort_order_desc* d = &j->desc;
    uint32_t kind = fuzz_below(r, 3);
    uint32_t base = (uint32_t)j->args.base_vertex;
    for (size_t i = 0; i < words_of(j, POSITIONS); ++i)
        j->input[POSITIONS][i] = draw_position_word(r, d->position.format, kind);
    for (size_t i = 0; i < words_of(j, RADII); ++i)
        j->input[RADII][i] = fuzz_one_in(r, 40)
                                 ? odd_radii[fuzz_below(r, 4)]
                                 : bits_of((float)fuzz_below(r, 8) / 16.0f);
    for (size_t i = 0; i < words_of(j, DEAD); ++i)
        j->input[DEAD][i] = d->dead.test >= GLSORT_DEAD_U32_EQUAL
                                ? fuzz_below(r, 3)
                                : bits_of((float)fuzz_below(r, 5) - 1.0f);
    for (size_t i = 0; i < words_of(j, INDICES); ++i) {
        uint32_t low = fuzz_below(r, j->vertices + fuzz_one_in(r, 30)) - base;
        uint32_t high = fuzz_below(r, j->vertices) - base;
        bool shorts = d->primitive.index == GLSORT_INDEX_U16;
        j->input[INDICES][i] = shorts ? (low & 0xFFFF) | high << 16 : low;
    }
    memcpy(j->input[VIEWS_IN], j->args.views, sizeof j->args.views);
    j->input[COUNT_IN][0] = j->count;
}

static glsort_resource resource(const struct job* j, enum place place)
{
    return (glsort_resource){.name = j->memories[place].name,
                             .offset = 4 * j->first[place]};
}

static void set_args(struct fuzz_random* r, struct job* j)
{
    const glsort_order_desc* d = &j->desc;
    glsort_order_args* a = &j->args;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    a->count = on_gpu ? fuzz_word(r) : j->count;
    a->positions = resource(j, POSITIONS);
    a->order_out = resource(j, ORDER_OUT);
    if (on_gpu)
        a->count_in = resource(j, COUNT_IN);
    if (d->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        a->radii = resource(j, RADII);
    if (d->dead.test != GLSORT_DEAD_NONE)
        a->dead = resource(j, DEAD);
    if (d->primitive.vertices == 1 || (d->primitive.vertices > 0 && !fuzz_one_in(r, 4)))
        a->indices_in = resource(j, INDICES);
    if (fuzz_one_in(r, 3))
        a->views_in = resource(j, VIEWS_IN);
    if ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        a->depths_out = resource(j, DEPTHS_OUT);
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        a->visible_out = resource(j, VISIBLE_OUT);
    if (d->command != GLSORT_COMMAND_NONE)
        a->command_out = resource(j, COMMAND_OUT);
    if ((d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0)
        a->elements_out = resource(j, ELEMENTS_OUT);
    a->consumers = fuzz_below(r, 256);
}

static void open_memories(struct fuzz_random* r, struct job* j)
{
    for (enum place place = POSITIONS; place < PLACES; ++place) {
        size_t words = words_of(j, place);
        j->first[place] = fuzz_below(r, 70);
        fuzz_memory_open_buffer(&j->memories[place], &j->world->gl,
                                j->first[place] + words + GUARD_WORDS);
        if (place <= VIEWS_IN)
            j->input[place] = fuzz_take(4 * words);
    }
}

static void open_job(struct job* j, struct fuzz_random* r)
{
    const glsort_order_desc* d = &j->desc;
    uint32_t most = d->max_count;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    j->count = fuzz_one_in(r, 3) ? most : fuzz_below(r, most + 1);
    if (on_gpu && fuzz_one_in(r, 6))
        j->count = most + fuzz_below(r, 100);
    j->args = (glsort_order_args){.view_count = j->views};
    if (d->cull == GLSORT_CULL_FRUSTUM && d->radius_source == GLSORT_RADIUS_FROM_ARGS)
        j->args.radius = (float)fuzz_below(r, 3) / 8.0f;
    if (d->key_bits == 16 || d->key_bits == 24) {
        j->args.key_near = 0.25f;
        j->args.key_far = 2.5f;
    }
    if (d->primitive.vertices > 0) {
        j->args.vertex_count = j->vertices;
        j->args.base_vertex = (int32_t)fuzz_below(r, 7) - 3;
    }
    draw_views(r, j);
    open_memories(r, j);
    fill_inputs(r, j);
    set_args(r, j);
    for (enum place place = POSITIONS; place <= VIEWS_IN; ++place)
        fuzz_memory_expect(&j->memories[place], j->first[place], j->input[place],
                           words_of(j, place));
    for (enum place place = POSITIONS; place < PLACES; ++place)
        fuzz_memory_upload(&j->memories[place]);
}

static void close_job(struct job* j)
{
    for (enum place place = POSITIONS; place < PLACES; ++place)
        fuzz_memory_close(&j->memories[place]);
    for (enum place place = POSITIONS; place <= VIEWS_IN; ++place)
        free(j->input[place]);
}

// ---- checks ---------------------------------------------------------------------------

static void check_memories(const struct job* j, const char* after)
{
    static const char* const names[] = {"positions",   "radii",       "dead",
                                        "indices",     "count_in",    "views_in",
                                        "order_out",   "depths_out",  "visible_out",
                                        "command_out", "elements_out"};
    for (enum place place = POSITIONS; place < PLACES; ++place) {
        struct fuzz_wrong wrong = fuzz_memory_compare(&j->memories[place]);
        if (wrong.found)
            fuzz_fail("after %s: %s[%ld] is 0x%x, but should be 0x%x", after,
                      names[place], (long)wrong.at - (long)j->first[place], wrong.is,
                      wrong.expected);
    }
}

static uint32_t ordered_count(const struct job* j)
{
    return j->count < j->desc.max_count ? j->count : j->desc.max_count;
}

// From word `at` of the output on: the words, and then anything.
static void expect_words(struct job* j, enum place place, size_t at,
                         const uint32_t* words, size_t count, size_t end)
{
    struct fuzz_memory* m = &j->memories[place];
    fuzz_memory_expect(m, j->first[place] + at, words, count);
    fuzz_memory_adopt(m, j->first[place] + at + count, end - count);
}

static void expect_command(struct job* j, uint32_t view, const uint32_t* command)
{
    uint32_t words = order_command_words(j->desc.command);
    uint32_t stride = j->desc.command_stride == 0 ? words : j->desc.command_stride / 4;
    fuzz_memory_expect(&j->memories[COMMAND_OUT], j->first[COMMAND_OUT] + view * stride,
                       command, words);
}

static void expect_view(struct job* j, const struct order_input* in, uint32_t view)
{
    const glsort_order_desc* d = &j->desc;
    bool whole =
        d->primitive.vertices == 0 || (d->flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) != 0;
    uint32_t k = whole ? 1 : d->primitive.vertices;
    size_t count = ordered_count(j), start = (size_t)view * d->max_count;
    struct order_output out = {.order = fuzz_take(4 * (size_t)d->max_count * k),
                               .depths = fuzz_take(4 * (size_t)d->max_count),
                               .elements = fuzz_take(4 * (size_t)d->max_count)};
    order_reference(in, view, &out);
    if (out.ordered > count) // fragment passes fill the rest of max_count
        count = out.ordered;
    size_t end = out.filled > count ? out.filled : count;
    expect_words(j, ORDER_OUT, start * k, out.order, (size_t)out.filled * k, end * k);
    if ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0)
        expect_words(j, DEPTHS_OUT, start, out.depths, out.ordered, count);
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        expect_words(j, VISIBLE_OUT, view, &out.visible, 1, 1);
    if ((d->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0)
        expect_words(j, ELEMENTS_OUT, start, out.elements, out.ordered, count);
    expect_command(j, view, out.command);
    free(out.order);
    free(out.depths);
    free(out.elements);
}

static void adopt_outputs(struct job* j)
{
    for (enum place place = FIRST_OUTPUT; place < PLACES; ++place)
        fuzz_memory_adopt(&j->memories[place], j->first[place], words_of(j, place));
}

static void expect_ordered(struct job* j)
{
    const glsort_limits* l = &j->world->limits;
    const struct order_input in = {
        .desc = &j->desc,
        .args = &j->args,
        .count = j->count,
        .positions = j->input[POSITIONS],
        .radii = j->input[RADII],
        .dead = j->input[DEAD],
        .indices = j->args.indices_in.name == 0 ? NULL : j->input[INDICES],
        .first_index = (uint32_t)(j->args.order_out.offset / 4),
        .fragment = j->fragment,
        .no_base_instance = l->is_gles || l->version < 420,
    };
    for (uint32_t view = 0; view < j->views; ++view)
        expect_view(j, &in, view);
}

// ---- runs -----------------------------------------------------------------------------

// In one field; may be right nevertheless.
static void spoil_args(struct fuzz_random* r, struct job* j, glsort_order_args* a)
{
    glsort_resource* const resources[] = {
        &a->positions,   &a->radii,       &a->dead,        &a->indices_in,
        &a->count_in,    &a->views_in,    &a->order_out,   &a->depths_out,
        &a->visible_out, &a->command_out, &a->elements_out};
    enum { RESOURCES = sizeof resources / sizeof resources[0] };
    glsort_resource* at = resources[fuzz_below(r, RESOURCES)];
    switch (fuzz_below(r, 10)) {
    case 0: at->name = fuzz_one_in(r, 2) ? 0 : fuzz_word(r) | 1u << 20; break;
    case 1: at->offset = fuzz_bits(r); break;
    case 2: at->offset += fuzz_between(r, 1, 3); break;
    case 3: at->offset += 4 * (size_t)GUARD_WORDS + 4; break;
    case 4: at->width = fuzz_word(r); break;
    case 5: *at = *resources[fuzz_below(r, RESOURCES)]; break;
    case 6: a->count = j->desc.max_count + fuzz_between(r, 1, 9); break;
    case 7: a->view_count = fuzz_between(r, 2, 99); break;
    case 8: a->consumers = fuzz_word(r); break;
    default: a->key_far = fuzz_one_in(r, 2) ? a->key_near : -1.0f; break;
    }
}

// Reading wrong places is the caller's affair; where it is accepted, only the outputs may
// have changed, wherever these are now.
static void run_spoiled(struct fuzz_random* r, struct job* j)
{
    glsort_order_args args = j->args;
    bool none = fuzz_one_in(r, 12);
    spoil_args(r, j, &args);
    glsort_result result = glsort_order_run(j->order, none ? NULL : &args);
    fuzz_expect_sane(j->world, "glsort_order_run", result,
                     glsort_plan_last_error(j->order));
    if (none && result == GLSORT_OK)
        fuzz_fail("a run without arguments is not refused");
    if (result != GLSORT_OK) {
        check_memories(j, "a refused run");
        return;
    }
    for (enum place place = POSITIONS; place < PLACES; ++place)
        fuzz_memory_adopt(&j->memories[place], 0, j->memories[place].words);
    for (enum place place = POSITIONS; place <= VIEWS_IN; ++place)
        fuzz_memory_expect(&j->memories[place], j->first[place], j->input[place],
                           words_of(j, place));
    for (enum place place = POSITIONS; place <= VIEWS_IN; ++place)
        fuzz_memory_upload(&j->memories[place]);
}

// A device may refuse to fetch from a buffer beyond the words that every buffer texture
// has. True if it did; otherwise the result must be GLSORT_OK.
static bool is_beyond_buffer_textures(const struct job* j, const char* call,
                                      glsort_result result)
{
    enum { BUFFER_TEXELS_LEAST = 65536 };
    const char* sentence = glsort_plan_last_error(j->order);
    bool is_long = false;
    for (enum place place = POSITIONS; place <= VIEWS_IN; ++place)
        is_long |= j->memories[place].words > BUFFER_TEXELS_LEAST;
    if (is_long && j->fragment && result == GLSORT_ERROR_LIMIT &&
        strstr(sentence, "buffer texture") != NULL)
        return true;
    fuzz_expect_ok(j->world, call, result, sentence);
    return false;
}

// The arguments of a run. With views in a buffer, those in the arguments are NaNs, which
// the run must not use.
static glsort_order_args args_of_run(const struct job* j)
{
    glsort_order_args args = j->args;
    if (args.views_in.name != 0)
        memset(args.views, 0xFF, sizeof args.views);
    return args;
}

static void run_in_steps(struct fuzz_random* r, struct job* j)
{
    const glsort_order_args args = args_of_run(j);
    glsort_plan* plan = j->order;
    bool stops = fuzz_one_in(r, 8);
    fuzz_note("    in steps%s\n", stops ? ", stops" : "");
    if (is_beyond_buffer_textures(j, "begin_order", begin_order(j->order, &args)))
        return;
    while (glsort_plan_passes_left(plan) > 0 && !(stops && fuzz_one_in(r, 4))) {
        uint32_t passes = fuzz_between(r, 1, 5);
        fuzz_expect_ok(j->world, "glsort_plan_step", glsort_plan_step(plan, passes),
                       glsort_plan_last_error(plan));
    }
    bool whole = glsort_plan_passes_left(plan) == 0;
    fuzz_expect_refused(j->world, "glsort_order_run",
                        glsort_order_run(j->order, &j->args),
                        glsort_plan_last_error(j->order));
    fuzz_expect_ok(j->world, "glsort_plan_end", glsort_plan_end(plan),
                   glsort_plan_last_error(plan));
    if (whole)
        expect_ordered(j);
    else
        adopt_outputs(j);
}

static void run_at_once(struct job* j)
{
    const glsort_order_args args = args_of_run(j);
    uint32_t calls = j->world->heap.calls;
    if (is_beyond_buffer_textures(j, "glsort_order_run",
                                  glsort_order_run(j->order, &args)))
        return;
    if (j->world->heap.calls != calls)
        fuzz_fail("a run has taken memory or given some back");
    expect_ordered(j);
}

static void run_once(struct fuzz_random* r, struct job* j)
{
    uint32_t most_views = j->desc.max_views == 0 ? 1 : j->desc.max_views;
    uint32_t vertices = fuzz_between(r, 1, 400);
    j->views = fuzz_between(r, 1, most_views);
    j->vertices = j->desc.primitive.vertices == 0 ? j->desc.max_count : vertices;
    if (!fits(j))
        return;
    open_job(j, r);
    fuzz_note("   run of %u in %u views\n", j->count, j->views);
    if (fuzz_one_in(r, 3))
        run_spoiled(r, j);
    if (fuzz_one_in(r, 3))
        run_in_steps(r, j);
    else
        run_at_once(j);
    check_memories(j, "a run");
    close_job(j);
}

static void run_case(struct fuzz_world* w, struct fuzz_random* r)
{
    glsort_plan_info info;
    struct job j = {.world = w};
    j.desc = draw_desc(r, w->gl.has_compute, &j.tuning);
    if (fuzz_one_in(r, 3))
        spoil_desc(r, &j.desc, &j.tuning);
    note_desc(&j.desc);
    j.order = create(w, r, &j.desc);
    if (j.order == NULL) {
        ++w->refused;
        return;
    }
    fuzz_expect_ok(w, "glsort_plan_describe", glsort_plan_describe(j.order, 0, 1, &info),
                   glsort_plan_last_error(j.order));
    j.fragment = info.backend == GLSORT_BACKEND_FRAGMENT;
    for (uint32_t runs = fuzz_between(r, 1, 4); runs > 0; --runs)
        run_once(r, &j);
    glsort_plan_destroy(j.order);
    fuzz_gl_expect_no_error(&w->gl, "glsort_plan_destroy");
}

int main(int argc, char** argv)
{
    const struct fuzz_program program = {
        .seconds = 2, .seconds_all = 60, .run_case = run_case};
    return fuzz_main(argc, argv, &program);
}
