// SPDX-License-Identifier: MIT
// A sample of draw orders: layouts, primitives, views, culling, keys and commands, mixed
// so that each meets several others, against the reference. The library is asked which
// backend and algorithm can make them.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "order_reference.h"

enum { SHAPES = 24, MOST_VIEWS = 3, MOST_VERTICES = 3, STRIDE_WORDS = 8 };

enum {
    POSITIONS,
    INDICES,
    COUNT_IN,
    ORDER_OUT,
    DEPTHS_OUT,
    VISIBLE_OUT,
    COMMAND_OUT,
    BUFFERS
};

struct orders {
    const struct session* session;
    glsort_plan* order;
    glsort_order_desc desc;
    glsort_backend backend; // of the order
    glsort_order_args args;
    GLuint buffers[BUFFERS];
    uint32_t* words[BUFFERS]; // inputs as they are; outputs as they are read
    uint32_t vertex_count;
    uint64_t state; // of the random numbers
};

// ---- shapes ---------------------------------------------------------------------------

static glsort_order_desc shape_at(uint32_t at, uint32_t max_count)
{
    static const uint32_t vertices[] = {0, 3, 0, 2, 1};
    static const uint32_t bits[] = {32, 24, 32, 16, 32, 32, 24};
    glsort_order_desc d = {.max_count = max_count, .max_views = 1 + at % MOST_VIEWS};
    d.position.format = (glsort_position_format)(at % 4);
    d.position.offset = 4 * (at / 4 % 2);
    d.position.stride = at % 8 < 6 ? 4 * STRIDE_WORDS : 0;
    d.primitive.vertices = vertices[at % 5];
    if (d.primitive.vertices > 0) {
        d.primitive.index = (glsort_index)(at / 5 % 2);
        d.primitive.key = (glsort_vertex)(at / 2 % 3);
    }
    if (at % 3 != 0)
        d.cull = GLSORT_CULL_FRUSTUM;
    if (at % 3 == 1 && d.position.stride > 0 && d.primitive.vertices == 0) {
        d.radius_source = GLSORT_RADIUS_PER_ELEMENT;
        d.radius = (glsort_field){.offset = 20, .stride = 4 * STRIDE_WORDS};
    }
    if (at % 4 == 2 && d.position.stride > 0 && d.primitive.vertices == 0) {
        d.dead.test = (glsort_dead_test)(1 + at / 4 % 4);
        d.dead.field = (glsort_field){.offset = 24, .stride = 4 * STRIDE_WORDS};
        if (d.dead.test <= GLSORT_DEAD_F32_AT_LEAST)
            d.dead.f32 = 0.25f;
        else
            d.dead.u32 = 0x3E800000;
    }
    d.count_source = (glsort_count_source)(at / 3 % 2);
    d.direction = (glsort_draw_direction)(at / 2 % 2);
    d.metric = (glsort_metric)(at / 7 % 2);
    d.key_bits = bits[at % 7];
    d.flags = GLSORT_ORDER_WRITES_VISIBLE;
    if (d.key_bits == 32)
        d.flags |= GLSORT_ORDER_WRITES_DEPTHS;
    if (d.cull == GLSORT_CULL_FRUSTUM && at % 2 == 0)
        d.flags |= GLSORT_ORDER_CLIP_ZERO_TO_ONE;
    return d;
}

// Adds commands, which not every device has in fragment passes.
static void add_commands(glsort_order_desc* d, uint32_t at)
{
    d->command = (glsort_command)(at % 5);
    if (d->command == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES ||
        d->command == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES)
        d->instance_vertices = 4;
}

static uint32_t vertices_of(const glsort_order_desc* d)
{
    return d->primitive.vertices == 0 ? 1 : d->primitive.vertices;
}

static void describe(const glsort_order_desc* d, char* text, size_t bytes)
{
    static const char* const formats[] = {"f32", "f16", "unorm16", "snorm16"};
    static const char* const commands[] = {"none", "draw-arrays", "draw-elements",
                                           "draw-arrays-instances",
                                           "draw-elements-instances"};
    int n = snprintf(text, bytes, "%s positions, ", formats[d->position.format]);
    if (d->primitive.vertices > 0)
        n += snprintf(text + n, bytes - (size_t)n, "primitives of %" PRIu32 ", ",
                      d->primitive.vertices);
    snprintf(text + n, bytes - (size_t)n,
             "%" PRIu32 " view%s, cull %s%s, %" PRIu32 " bits, command %s%s",
             d->max_views, d->max_views == 1 ? "" : "s", options_cull_name(d->cull),
             d->dead.test == GLSORT_DEAD_NONE ? "" : " and dead", d->key_bits,
             commands[d->command],
             d->count_source == GLSORT_COUNT_FROM_BUFFER ? ", count in a buffer" : "");
}

// ---- data -----------------------------------------------------------------------------

static uint32_t draw(struct orders* o)
{
    o->state = o->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(o->state >> 33);
}

static float unit(struct orders* o)
{
    return (float)((int32_t)(draw(o) % 2097153) - 1048576) / 1048576.0f;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Now and then infinity or NaN, and often the same as another.
static uint32_t position_word(struct orders* o)
{
    static const uint32_t odd[] = {0x7F800000u, 0xFF800000u, 0x7FC00000u};
    bool floats = o->desc.position.format == GLSORT_POSITION_F32;
    if (!floats) // halves between 2^-14 and 2, of either sign, or any integers
        return (draw(o) & 0xBFFFBFFFu) | 0x04000400u;
    if (draw(o) % 64 == 0)
        return odd[draw(o) % 3];
    return draw(o) % 4 == 0 ? bits_of((float)(draw(o) % 5) * 0.25f) : bits_of(unit(o));
}

static void fill_inputs(struct orders* o, const size_t* room)
{
    bool shorts = o->desc.primitive.index == GLSORT_INDEX_U16;
    for (size_t i = 0; i < room[POSITIONS]; i++)
        o->words[POSITIONS][i] = position_word(o);
    for (uint32_t i = 0; i < o->vertex_count && o->desc.position.stride > 0; i++) {
        o->words[POSITIONS][i * STRIDE_WORDS + 5] = bits_of((float)(draw(o) % 4) / 8.0f);
        o->words[POSITIONS][i * STRIDE_WORDS + 6] = bits_of((float)(draw(o) % 4) / 8.0f);
    }
    for (size_t i = 0; i < room[INDICES]; i++) {
        uint32_t low = draw(o) % (o->vertex_count + 2); // some are outside
        uint32_t high = draw(o) % (o->vertex_count + 2);
        o->words[INDICES][i] = shorts ? (low & 0xFFFF) | high << 16 : low;
    }
}

// Boxes around the origin, each smaller than the one before.
static void make_views(struct orders* o)
{
    for (uint32_t view = 0; view < o->desc.max_views; view++) {
        glsort_order_view* v = &o->args.views[view];
        for (int i = 0; i < 3; i++) {
            v->origin[i] = unit(o);
            v->axis[i] = unit(o) + (i == 2 ? 1.5f : 0.0f);
            v->clip[5 * i] = 1.0625f + 0.5f * (float)view;
        }
        v->clip[15] = 1.0f;
    }
}

// ---- buffers --------------------------------------------------------------------------

static void find_room(const struct orders* o, size_t* room)
{
    const glsort_order_desc* d = &o->desc;
    size_t elements = (size_t)d->max_count * d->max_views;
    size_t stride = d->position.stride > 0 ? STRIDE_WORDS : 3;
    room[POSITIONS] = o->vertex_count * stride + STRIDE_WORDS;
    room[INDICES] = (size_t)d->max_count * d->primitive.vertices;
    room[COUNT_IN] = 1;
    room[ORDER_OUT] = elements * vertices_of(d);
    room[DEPTHS_OUT] = elements;
    room[VISIBLE_OUT] = d->max_views;
    room[COMMAND_OUT] = 5 * (size_t)d->max_views;
}

static bool open_buffers(struct orders* o)
{
    const struct bench_gl* gl = &o->session->gl;
    size_t room[BUFFERS];
    find_room(o, room);
    for (int i = 0; i < BUFFERS; i++) {
        o->words[i] = calloc(room[i] + 1, sizeof(uint32_t));
        if (!o->words[i])
            return complain_of_memory();
    }
    fill_inputs(o, room);
    make_views(o);
    gl->GenBuffers(BUFFERS, o->buffers);
    for (int i = 0; i < BUFFERS; i++) {
        gl->BindBuffer(GL_ARRAY_BUFFER, o->buffers[i]);
        gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(4 * (room[i] + 1)), o->words[i],
                       GL_DYNAMIC_COPY);
    }
    return gl->GetError() == GL_NO_ERROR || complain("there is no memory on the device");
}

static void close_order(struct orders* o)
{
    if (o->buffers[0])
        o->session->gl.DeleteBuffers(BUFFERS, o->buffers);
    for (int i = 0; i < BUFFERS; i++)
        free(o->words[i]);
    glsort_plan_destroy(o->order);
}

static bool read_outputs(struct orders* o)
{
    const struct bench_gl* gl = &o->session->gl;
    size_t room[BUFFERS];
    find_room(o, room);
    for (int i = ORDER_OUT; i < BUFFERS; i++) {
        gl->BindBuffer(GL_ARRAY_BUFFER, o->buffers[i]);
        const void* from = gl->MapBufferRange(
            GL_ARRAY_BUFFER, 0, (GLsizeiptr)(4 * (room[i] + 1)), GL_MAP_READ_BIT);
        if (!from)
            return complain("the results cannot be mapped");
        memcpy(o->words[i], from, 4 * room[i]);
        gl->UnmapBuffer(GL_ARRAY_BUFFER);
    }
    return true;
}

// ---- checks ---------------------------------------------------------------------------

static bool compare(const struct orders* o, const char* what, uint32_t view,
                    const struct order_output* out)
{
    const glsort_order_desc* d = &o->desc;
    const uint32_t k = vertices_of(d);
    size_t first = (size_t)view * d->max_count;
    const uint32_t* command =
        o->words[COMMAND_OUT] + view * order_command_words(d->command);
    for (uint32_t i = 0; i < out->ordered * k; i++)
        if (o->words[ORDER_OUT][first * k + i] != out->order[i])
            return complain("%s: view %" PRIu32 ": index %" PRIu32 " of %" PRIu32
                            " is %" PRIu32 ", and the CPU has %" PRIu32,
                            what, view, i, out->ordered * k,
                            o->words[ORDER_OUT][first * k + i], out->order[i]);
    for (uint32_t i = 0; i < out->ordered && (d->flags & GLSORT_ORDER_WRITES_DEPTHS); i++)
        if (o->words[DEPTHS_OUT][first + i] != out->depths[i])
            return complain("%s: view %" PRIu32 ": wrong depth at place %" PRIu32
                            " of %" PRIu32,
                            what, view, i, out->ordered);
    if (o->words[VISIBLE_OUT][view] != out->visible)
        return complain("%s: view %" PRIu32 ": %" PRIu32 " elements are visible, and the "
                        "CPU has %" PRIu32,
                        what, view, o->words[VISIBLE_OUT][view], out->visible);
    for (uint32_t i = 0; i < order_command_words(d->command); i++)
        if (command[i] != out->command[i])
            return complain("%s: view %" PRIu32 ": word %" PRIu32 " of the command is "
                            "%" PRIu32 ", and the CPU has %" PRIu32,
                            what, view, i, command[i], out->command[i]);
    return true;
}

static bool check_views(const struct orders* o, const char* what, uint32_t count)
{
    const glsort_limits* l = &o->session->limits;
    const struct order_input in = {
        .desc = &o->desc,
        .args = &o->args,
        .count = count,
        .positions = o->words[POSITIONS],
        .radii = o->words[POSITIONS],
        .dead = o->words[POSITIONS],
        .indices = o->words[INDICES],
        .fragment = o->backend == GLSORT_BACKEND_FRAGMENT,
        .no_base_instance = l->is_gles || l->version < 420,
    };
    size_t most = (size_t)o->desc.max_count;
    uint32_t* memory = malloc((most * (MOST_VERTICES + 1) + 1) * sizeof *memory);
    struct order_output out = {.order = memory, .depths = memory + most * MOST_VERTICES};
    bool good = memory || complain_of_memory();
    for (uint32_t view = 0; view < o->desc.max_views && good; view++) {
        order_reference(&in, view, &out);
        good = compare(o, what, view, &out);
    }
    free(memory);
    return good;
}

static bool check_count(struct orders* o, const char* what, uint32_t count)
{
    const struct bench_gl* gl = &o->session->gl;
    char text[320];
    snprintf(text, sizeof text, "%s: %" PRIu32 " elements", what, count);
    gl->BindBuffer(GL_ARRAY_BUFFER, o->buffers[COUNT_IN]);
    gl->BufferSubData(GL_ARRAY_BUFFER, 0, 4, &count);
    o->args.count = count;
    if (glsort_order_run(o->order, &o->args) < 0)
        return complain("%s: %s", text, glsort_plan_last_error(o->order));
    return read_outputs(o) && check_views(o, text, count);
}

static void set_resources(struct orders* o)
{
    const glsort_order_desc* d = &o->desc;
    glsort_order_args* a = &o->args;
    a->positions.name = o->buffers[POSITIONS];
    if (d->key_bits < 32) {
        a->key_near = 0.125f;
        a->key_far = 3.0f;
    }
    if (d->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        a->radii = a->positions;
    else if (d->cull == GLSORT_CULL_FRUSTUM)
        a->radius = 0.125f;
    if (d->dead.test != GLSORT_DEAD_NONE)
        a->dead = a->positions;
    a->view_count = d->max_views;
    a->order_out.name = o->buffers[ORDER_OUT];
    a->visible_out.name = o->buffers[VISIBLE_OUT];
    if (d->primitive.vertices > 0) {
        a->indices_in.name = o->buffers[INDICES];
        a->vertex_count = o->vertex_count;
    }
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        a->count_in.name = o->buffers[COUNT_IN];
    if (d->flags & GLSORT_ORDER_WRITES_DEPTHS)
        a->depths_out.name = o->buffers[DEPTHS_OUT];
    if (d->command != GLSORT_COMMAND_NONE)
        a->command_out.name = o->buffers[COMMAND_OUT];
}

// A count on the GPU may be more than there is room for.
static bool check_counts(struct orders* o, const char* what)
{
    uint32_t most = o->desc.max_count;
    const uint32_t counts[] = {most, 0, 1, most / 2, most + 9, most};
    bool on_gpu = o->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if ((on_gpu || counts[i] <= most) && !check_count(o, what, counts[i]))
            return false;
    return true;
}

// ---- the whole ------------------------------------------------------------------------

static glsort_result create(struct orders* o, uint32_t at, uint32_t max_count,
                            const glsort_sort_desc* sort, glsort_backend backend)
{
    o->desc = shape_at(at, max_count);
    o->desc.tuning = sort->tuning;
    o->desc.backend = o->backend = backend;
    if (backend == GLSORT_BACKEND_COMPUTE)
        add_commands(&o->desc, at);
    o->vertex_count = o->desc.primitive.vertices == 0 ? max_count : max_count / 2 + 1;
    if (o->desc.primitive.index == GLSORT_INDEX_U16 && o->vertex_count > 60000)
        o->vertex_count = 60000;
    return glsort_order_create(o->session->context, &o->desc, &o->order);
}

enum verdict verify_order(const struct session* session, const glsort_sort_desc* sort,
                          glsort_backend backend, uint32_t at, uint32_t max_count,
                          char* text, size_t bytes)
{
    struct orders o = {.session = session, .state = at + 1};
    glsort_result result = create(&o, at, max_count, sort, backend);
    describe(&o.desc, text, bytes);
    if (result == GLSORT_ERROR_UNSUPPORTED)
        return ORDER_REFUSED;
    bool good =
        result >= 0 || complain("%s: %s", text, glsort_last_error(session->context));
    good = good && open_buffers(&o);
    if (good) {
        set_resources(&o);
        good = check_counts(&o, text);
    }
    close_order(&o);
    return good ? ORDER_RIGHT : ORDER_WRONG;
}

uint32_t verify_order_count(void)
{
    return SHAPES;
}
