// SPDX-License-Identifier: MIT
#include "order_lanes.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 4 };

// ---- the arena ------------------------------------------------------------------------

static size_t out_bytes(const struct order_work* w)
{
    return (size_t)w->task.desc.max_count * w->vertices * w->view_count * WORD_BYTES;
}

static size_t view_bytes(const struct order_work* w)
{
    return (size_t)w->task.desc.max_count * w->vertices * WORD_BYTES;
}

static size_t buffer_bytes(const struct order_work* w, int buffer)
{
    switch (buffer) {
    case ORDER_POSITIONS:
        return (size_t)w->position_count * ORDER_POSITION_WORDS * WORD_BYTES;
    case ORDER_INDICES: return w->indices ? (size_t)w->position_count * WORD_BYTES : 0;
    case ORDER_COUNT: return WORD_BYTES;
    case ORDER_VISIBLE: return (size_t)w->view_count * WORD_BYTES;
    default: return out_bytes(w);
    }
}

static const void* contents(const struct order_work* w, int buffer)
{
    switch (buffer) {
    case ORDER_POSITIONS: return w->positions;
    case ORDER_INDICES: return w->indices;
    case ORDER_COUNT: return &w->task.count;
    default: return NULL;
    }
}

static bool create_buffers(struct order_arena* a)
{
    const struct bench_gl* gl = &a->base.bench->gl;
    size_t bytes = copier_room(out_bytes(&a->work));
    unsigned char* poison = malloc(bytes);
    a->out = malloc(bytes);
    if (!poison || !a->out) {
        free(poison);
        return false;
    }
    memset(poison, 0xA5, bytes);
    gl->GenBuffers(ORDER_BUFFERS, a->buffers);
    for (int b = 0; b < ORDER_BUFFERS; ++b) {
        size_t room = copier_room(buffer_bytes(&a->work, b) + 1);
        gl->BindBuffer(GL_ARRAY_BUFFER, a->buffers[b]);
        gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)room, NULL,
                       b == ORDER_READ ? GL_STREAM_READ : GL_DYNAMIC_COPY);
        if (contents(&a->work, b))
            gl->BufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)buffer_bytes(&a->work, b),
                              contents(&a->work, b));
    }
    gl->BindBuffer(GL_ARRAY_BUFFER, a->buffers[ORDER_POISON]);
    gl->BufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, poison);
    free(poison);
    return gl->GetError() == GL_NO_ERROR;
}

// The base provides the timer queries and the copies that keep the GPU busy.
bool order_arena_create(struct order_arena* a, struct bench* bench,
                        const struct order_task* task)
{
    static const uint32_t most_lead = 1u << 22;
    uint32_t count = task->count < most_lead ? task->count : most_lead;
    const struct task base = {
        .key = find_key_type("f32"),
        .values = find_value_type("indices"),
        .distribution = find_distribution("uniform"),
        .order = GLSORT_DESCENDING,
        .count = count,
    };
    *a = (struct order_arena){.work = {.positions = NULL}};
    if (!arena_create(&a->base, bench, &base))
        return false;
    if (order_work_create(&a->work, task) && create_buffers(a))
        return true;
    order_arena_release(a);
    return false;
}

void order_arena_release(struct order_arena* a)
{
    if (a->buffers[0])
        a->base.bench->gl.DeleteBuffers(ORDER_BUFFERS, a->buffers);
    order_work_release(&a->work);
    arena_release(&a->base);
    free(a->out);
    a->out = NULL;
}

// ---- what the lanes share -------------------------------------------------------------

static struct order_arena* arena_of(const struct lane* lane)
{
    return (struct order_arena*)(void*)lane->arena; // its first member
}

static bool check_order(struct lane* lane)
{
    struct order_arena* a = arena_of(lane);
    const struct bench_gl* gl = &a->base.bench->gl;
    size_t stride = view_bytes(&a->work);
    GLsizeiptr bytes = (GLsizeiptr)(stride * a->work.view_count);
    bool right = true;
    gl->BindBuffer(GL_COPY_READ_BUFFER, a->buffers[ORDER_OUT]);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, a->buffers[ORDER_READ]);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
    const char* from =
        gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    for (uint32_t view = 0; view < a->work.view_count && from && right; ++view)
        right = order_work_check(&a->work, view,
                                 (const uint32_t*)(const void*)(from + view * stride));
    gl->UnmapBuffer(GL_COPY_WRITE_BUFFER);
    return from && right;
}

static void poison(const struct lane* lane)
{
    const struct order_arena* a = arena_of(lane);
    const struct copier* copier = &a->base.bench->copier;
    copier_copy(copier, a->buffers[ORDER_POISON], a->buffers[ORDER_OUT],
                buffer_bytes(&a->work, ORDER_OUT));
}

static bool refuse(struct lane* lane)
{
    lane_refuse(lane, glsort_last_error(lane->arena->bench->context));
    return false;
}

// ---- order ----------------------------------------------------------------------------

static uint32_t most_visible(const struct order_work* w)
{
    uint32_t most = 1;
    for (uint32_t view = 0; view < w->view_count; ++view)
        if (w->of_view[view].visible > most)
            most = w->of_view[view].visible;
    return most;
}

static bool create_order(struct lane* lane, uint32_t flags, double* ms)
{
    struct order_arena* a = arena_of(lane);
    glsort_order_desc desc = a->work.task.desc;
    desc.position.stride = ORDER_POSITION_WORDS * WORD_BYTES;
    desc.expected_count = most_visible(&a->work);
    desc.flags |= flags;
    double start = clock_ms();
    glsort_result result =
        glsort_order_create(a->base.bench->context, &desc, &lane->plan);
    *ms = clock_ms() - start;
    return result == GLSORT_OK;
}

static void start_order(struct lane* lane)
{
    glsort_plan_info info;
    const struct order_work* w = &arena_of(lane)->work;
    bool culls = w->task.desc.cull != GLSORT_CULL_NONE;
    if (!create_order(lane, 0, &lane->row.create_ms) ||
        glsort_plan_describe(lane->plan, w->task.count, w->view_count, &info) !=
            GLSORT_OK)
        refuse(lane);
    else
        lane_describe(lane, &info, info.count);
    if (culls || w->task.desc.count_source == GLSORT_COUNT_FROM_BUFFER)
        lane->row.moved_bytes = 0; // the passes declare the most that they may move
}

static void release_plan(struct lane* lane)
{
    glsort_plan_destroy(lane->plan);
    lane->plan = NULL;
}

static bool submit_order(struct lane* lane)
{
    const struct order_arena* a = arena_of(lane);
    const struct order_work* w = &a->work;
    const glsort_order_desc* d = &w->task.desc;
    glsort_order_args args = {
        .count = w->task.count,
        .positions = {.name = a->buffers[ORDER_POSITIONS]},
        .view_count = w->view_count,
        .order_out = {.name = a->buffers[ORDER_OUT]},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    memcpy(args.views, w->views, sizeof args.views);
    if (d->key_bits == 16 || d->key_bits == 24) {
        args.key_near = w->key_near;
        args.key_far = w->key_far;
    }
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        args.count_in.name = a->buffers[ORDER_COUNT];
    if (w->indices) {
        args.indices_in.name = a->buffers[ORDER_INDICES];
        args.vertex_count = w->position_count;
    }
    if ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        args.visible_out.name = a->buffers[ORDER_VISIBLE];
    return glsort_order_run(lane->plan, &args) == GLSORT_OK || refuse(lane);
}

static void split_order(struct lane* lane, uint32_t runs)
{
    const struct order_work* w = &arena_of(lane)->work;
    release_plan(lane);
    if (create_order(lane, GLSORT_PLAN_TIMINGS, &lane->row.create_again_ms) &&
        glsort_plan_describe(lane->plan, w->task.count, w->view_count, NULL) == GLSORT_OK)
        lane_time_passes(lane, runs);
}

// ---- the CPU --------------------------------------------------------------------------

static double run_on_cpu(struct lane* lane)
{
    struct order_arena* a = arena_of(lane);
    double start = clock_ms();
    order_work_run(&a->work, a->out);
    return clock_ms() - start;
}

static bool check_cpu(struct lane* lane)
{
    const struct order_arena* a = arena_of(lane);
    bool right = true;
    for (uint32_t view = 0; view < a->work.view_count && right; ++view)
        right = order_work_check(&a->work, view,
                                 a->out + view * view_bytes(&a->work) / WORD_BYTES);
    return right;
}

// ---- the list -------------------------------------------------------------------------

static const struct lane_kind order = {.create = start_order,
                                       .release = release_plan,
                                       .poison = poison,
                                       .submit = submit_order,
                                       .check = check_order,
                                       .split = split_order};
static const struct lane_kind on_cpu = {.run = run_on_cpu, .check = check_cpu};

static void add(struct lanes* lanes, struct order_arena* a, const struct lane_kind* kind,
                const char* algorithm, const char* variant)
{
    struct lane* lane = &lanes->at[lanes->count++];
    const struct order_work* w = &a->work;
    *lane = (struct lane){.kind = kind, .arena = &a->base};
    lane->row = (struct row){
        .task = a->base.work.task,
        .order = &w->task,
        .visible = w->of_view[0].visible,
        .algorithm = algorithm,
        .variant = variant,
        .backend = kind->submit ? backend_name(w->task.desc.backend) : "cpu",
        .right = true,
    };
    lane->row.task.count = w->task.count;
}

void order_lanes_list(struct lanes* lanes, struct order_arena* a)
{
    lanes->count = 0;
    add(lanes, a, &order, "order", "one-call");
    if (!a->base.bench->choice.sorts_alone)
        add(lanes, a, &on_cpu, "cpu", "radix");
}
