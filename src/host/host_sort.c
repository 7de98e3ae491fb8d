// SPDX-License-Identifier: MIT
// Sorts arrays in CPU memory: chunk by chunk on the device, which leaves a sorted run for
// each in the output, and then merges these runs within the output.
#include <glsort/glsort_host.h>
#include <glsort/glsort_inspect.h>

#include <assert.h>
#include <string.h>

#include "handles.h"
#include "desc.h"
#include "host_blocks.h"
#include "host_checks.h"
#include "host_merge.h"
#include "host_stage.h"
#include "resources.h"
#include "state.h"

enum {
    LEAST_CHUNK = 1024,
    MOST_CHUNKS = 1 << 20,
    LEAST_BLOCK = 256,
    MOST_BLOCK = 65536,
    LEAST_PIECE = 1 << 12, // bytes
    MOST_PIECE = 4 << 20,
};

struct host_sort {
    struct call call;
    glsort_context* context;
    const struct device* device;
    const glsort_sort_desc* desc; // the caller's
    const glsort_host_args* args;
    uint64_t count;
    uint8_t* keys;   // where runs go: the caller's output, or own_keys
    uint8_t* values; // NULL: there are none
    uint8_t* own_keys;
    uint32_t key_bytes;
    uint32_t value_bytes; // of a value in CPU memory

    // What fits the device.
    glsort_sort_desc sort; // of a chunk; positions move as values of 8 bytes if several
    glsort_plan* plan;     // chunks are merged
    uint32_t chunk;
    uint32_t chunk_count;
    uint32_t device_value_bytes;
    uint32_t piece_bytes;
    uint32_t block;
    uint64_t bytes;
    uint64_t sort_ns;
    GLuint key_buffer;
    GLuint value_buffer;
    struct host_stage stage;

    // The merge.
    bool merges_on_device;
    glsort_sorted_run* runs;
    uint64_t* parts;    // of the window that is uploaded: elements of each run
    uint64_t* consumed; // elements of each run before that window
    uint8_t* nodes;
    struct host_blocks blocks;
    uint64_t done; // of total, for progress
    uint64_t total;
};

// ---- sizes ----------------------------------------------------------------------------

static bool is_several(const struct host_sort* h)
{
    return h->chunk_count > 1;
}

// The descriptor of a chunk's plan. Merges need the keys, and positions in the array.
static void describe_chunks(struct host_sort* h, uint32_t chunk)
{
    h->chunk_count = (uint32_t)((h->count + chunk - 1) / chunk);
    h->chunk = chunk;
    h->sort = *h->desc;
    h->sort.max_count = chunk;
    h->sort.expected_count = 0;
    if (is_several(h))
        h->sort.flags &= ~GLSORT_PLAN_DISCARD_KEYS;
    if (is_several(h) && h->sort.values == GLSORT_VALUES_INDICES)
        h->sort.values = GLSORT_VALUES_8_BYTES;
    h->device_value_bytes = 4 * glsort_value_words(h->sort.values);
}

static uint32_t clamp_power(uint64_t wanted, uint32_t least, uint32_t most)
{
    uint32_t size = most;
    while (size > least && size > wanted)
        size /= 2;
    return size;
}

// Sets what depends on the chunks, and returns the bytes that all of it takes besides the
// plan's scratch.
static uint64_t measure_chunks(struct host_sort* h)
{
    uint64_t keys = (uint64_t)h->chunk * h->key_bytes;
    uint64_t values = (uint64_t)h->chunk * h->device_value_bytes;
    h->piece_bytes =
        clamp_power((keys > values ? keys : values) / 8, LEAST_PIECE, MOST_PIECE);
    uint64_t bytes = keys + values + glsort_host_stage_bytes(h->piece_bytes);
    if (!is_several(h))
        return bytes;
    uint64_t element = h->key_bytes + h->value_bytes;
    uint64_t quarter = h->args->memory > 0 ? h->args->memory / 4 : UINT64_MAX;
    h->block = clamp_power(quarter / (element * ((uint64_t)h->chunk_count + 1)),
                           LEAST_BLOCK, MOST_BLOCK);
    h->block = clamp_power(h->chunk, 1, h->block);
    bytes +=
        glsort_host_blocks_bytes(h->count, h->chunk_count, h->block, (uint32_t)element);
    return bytes + merge_tree_bytes(h->chunk_count) +
           h->chunk_count * (sizeof *h->runs + sizeof *h->parts + sizeof *h->consumed);
}

static uint32_t round_chunk(uint64_t chunk)
{
    return (uint32_t)(chunk >= MOST_BLOCK ? chunk / MOST_BLOCK * MOST_BLOCK
                                          : clamp_power(chunk, 1, MOST_BLOCK));
}

// The largest chunk that may be tried: of at most `most` elements, rounded if it is not
// the whole array, so that it is a whole number of blocks.
static void limit_chunk(struct host_sort* h, uint64_t most)
{
    const struct glsort_limits* limits = &h->device->limits;
    uint64_t chunk = h->count < most ? h->count : most;
    if (h->desc->max_count > 0 && chunk > h->desc->max_count)
        chunk = h->desc->max_count;
    for (;;) {
        describe_chunks(h, chunk < h->count ? round_chunk(chunk) : (uint32_t)chunk);
        uint32_t possible = glsort_max_count(limits, &h->sort, NULL);
        if (possible == 0 || h->chunk <= possible) // 0: the plan's creation says why
            return;
        chunk = possible;
    }
}

// ---- opening --------------------------------------------------------------------------

static glsort_result fail_memory(const struct host_sort* h)
{
    return glsort_call_fail(&h->call, GLSORT_ERROR_RANGE,
                            "memory %llu is too small for %llu elements: chunks of %u "
                            "take %llu bytes",
                            (unsigned long long)h->args->memory,
                            (unsigned long long)h->count, h->chunk,
                            (unsigned long long)h->bytes);
}

static uint64_t scratch_of(glsort_plan* plan, uint32_t count)
{
    glsort_plan_info info;
    glsort_plan_describe(plan, count, 0, &info);
    return info.scratch_bytes;
}

// Creates the plan, and says in *fits whether all of it is within the memory.
static glsort_result try_chunk(struct host_sort* h, bool* fits)
{
    uint64_t memory = h->args->memory;
    *fits = false;
    h->bytes = measure_chunks(h);
    // A sort takes about as much scratch as it has elements: no need to allocate them.
    uint64_t likely =
        (uint64_t)h->chunk * (h->key_bytes + h->device_value_bytes) + h->bytes;
    if (memory > 0 && likely / 4 * 3 > memory) {
        h->bytes = likely;
        return GLSORT_OK;
    }
    glsort_result result = glsort_sort_create(h->context, &h->sort, &h->plan);
    if (result != GLSORT_OK)
        return result;
    h->bytes += scratch_of(h->plan, h->chunk);
    *fits = memory == 0 || h->bytes <= memory;
    if (!*fits) {
        glsort_plan_destroy(h->plan);
        h->plan = NULL;
    }
    return GLSORT_OK;
}

static bool make_buffers(struct host_sort* h)
{
    const struct device* d = h->device;
    uint64_t keys = (uint64_t)h->chunk * h->key_bytes;
    uint64_t values = (uint64_t)h->chunk * h->device_value_bytes;
    const glsort_allocator* allocator = &h->context->allocator;
    if (!glsort_resources_make_buffer(d, &h->key_buffer, "glsort host keys", keys) ||
        (values > 0 && !glsort_resources_make_buffer(d, &h->value_buffer,
                                                     "glsort host values", values)) ||
        !glsort_host_stage_open(&h->stage, d, h->piece_bytes, allocator))
        return false;
    glsort_host_stage_share(&h->stage, h->args->parallel, h->args->parallel_user);
    return true;
}

static void close_device(struct host_sort* h)
{
    const struct device* d = h->device;
    if (h->stage.device != NULL)
        glsort_host_stage_close(&h->stage, &h->context->allocator);
    d->gl.DeleteBuffers(1, &h->key_buffer);
    d->gl.DeleteBuffers(1, &h->value_buffer);
    glsort_plan_destroy(h->plan);
    h->key_buffer = 0;
    h->value_buffer = 0;
    h->plan = NULL;
}

// The largest chunks that the memory and the device allow, and all that they need.
static glsort_result open_device(struct host_sort* h)
{
    uint64_t most = UINT32_MAX;
    for (;;) {
        bool fits = false;
        limit_chunk(h, most);
        if (h->count / h->chunk >= MOST_CHUNKS)
            return glsort_call_fail(&h->call, GLSORT_ERROR_RANGE,
                                    "%llu elements are more than %d chunks of %u",
                                    (unsigned long long)h->count, MOST_CHUNKS, h->chunk);
        glsort_result result = try_chunk(h, &fits);
        if (result != GLSORT_OK && result != GLSORT_ERROR_DEVICE_MEMORY)
            return result;
        if (fits && make_buffers(h))
            return GLSORT_OK;
        if (result == GLSORT_OK && fits) {
            close_device(h);
            h->device->gl.GetError(); // removes the GL_OUT_OF_MEMORY that this raised
            result = glsort_call_fail(&h->call, GLSORT_ERROR_DEVICE_MEMORY,
                                      "no memory for %llu bytes of buffers",
                                      (unsigned long long)h->bytes);
        }
        if (h->chunk <= LEAST_CHUNK)
            return result == GLSORT_OK ? fail_memory(h) : result;
        most = result == GLSORT_OK ? (uint64_t)h->chunk / 8 * 7 : h->chunk / 2;
    }
}

static glsort_result open_merge(struct host_sort* h)
{
    const glsort_allocator* allocator = &h->context->allocator;
    size_t runs = h->chunk_count;
    if (!is_several(h))
        return GLSORT_OK;
    if (h->keys == NULL) {
        h->own_keys = glsort_memory_take(allocator, (size_t)h->count * h->key_bytes);
        h->keys = h->own_keys;
    }
    h->runs = glsort_memory_take(allocator, runs * sizeof *h->runs);
    h->parts = glsort_memory_take(allocator, runs * sizeof *h->parts);
    h->consumed = glsort_memory_take(allocator, runs * sizeof *h->consumed);
    h->nodes = glsort_memory_take(allocator, merge_tree_bytes(h->chunk_count));
    h->blocks = (struct host_blocks){
        .keys = h->keys,
        .values = h->values,
        .count = h->count,
        .key_bytes = h->key_bytes,
        .value_bytes = h->values == NULL ? 0 : h->value_bytes,
        .block = h->block,
        .run_count = h->chunk_count,
        .run_size = h->chunk,
    };
    if (h->keys != NULL && h->runs != NULL && h->parts != NULL && h->consumed != NULL &&
        h->nodes != NULL && glsort_host_blocks_open(&h->blocks, allocator))
        return GLSORT_OK;
    return glsort_call_fail(&h->call, GLSORT_ERROR_HOST_MEMORY,
                            "no memory to merge %u chunks", h->chunk_count);
}

static void close_all(struct host_sort* h)
{
    const glsort_allocator* allocator = &h->context->allocator;
    size_t runs = h->chunk_count;
    close_device(h);
    if (h->blocks.run_count > 0)
        glsort_host_blocks_close(&h->blocks, allocator);
    glsort_memory_give(allocator, h->own_keys, (size_t)h->count * h->key_bytes);
    glsort_memory_give(allocator, h->runs, runs * sizeof *h->runs);
    glsort_memory_give(allocator, h->parts, runs * sizeof *h->parts);
    glsort_memory_give(allocator, h->consumed, runs * sizeof *h->consumed);
    glsort_memory_give(allocator, h->nodes, merge_tree_bytes(h->chunk_count));
}

// ---- the device -----------------------------------------------------------------------

static bool is_stopped(const struct host_sort* h)
{
    return h->args->stop != NULL && *h->args->stop != 0;
}

static glsort_result fail_stopped(const struct host_sort* h)
{
    return glsort_call_fail(&h->call, GLSORT_ERROR_STATE,
                            "args.stop has ended the sort at %llu of %llu elements",
                            (unsigned long long)h->done, (unsigned long long)h->total);
}

static void tell_progress(const struct host_sort* h, uint64_t done)
{
    if (h->args->progress != NULL)
        h->args->progress(h->args->progress_user, done, h->total);
}

static void show(struct host_sort* h, uint64_t more)
{
    h->done += more;
    tell_progress(h, h->done);
}

static glsort_result fail_transfer(const struct host_sort* h)
{
    return glsort_call_fail(&h->call, GLSORT_ERROR_DEVICE_MEMORY,
                            "the driver cannot map a buffer, or has lost the context");
}

// A chunk takes seconds on a renderer on the CPU.
static bool runs_in_steps(const struct host_sort* h)
{
    return h->args->progress != NULL ||
           (h->args->stop != NULL && h->device->limits.is_software != 0);
}

// Runs a few passes at a time and waits for them, so that progress is true, and a sort
// that is stopped ends soon.
static glsort_result run_steps(struct host_sort* h, const glsort_sort_args* args)
{
    enum { STEPS = 64 };
    glsort_plan_hold(h->plan);
    glsort_result result = glsort_sort_run(h->plan, args);
    uint32_t passes = glsort_plan_passes_left(h->plan);
    while (result == GLSORT_OK && glsort_plan_passes_left(h->plan) > 0 &&
           !is_stopped(h)) {
        result = glsort_plan_step(h->plan, passes / STEPS + 1);
        h->device->gl.Finish();
        uint64_t run = passes - glsort_plan_passes_left(h->plan);
        tell_progress(h, h->done + args->count * run / (passes + 1));
    }
    return result == GLSORT_OK ? glsort_plan_end(h->plan) : result;
}

static glsort_result run(struct host_sort* h, uint32_t count)
{
    bool keeps = (h->sort.flags & GLSORT_PLAN_DISCARD_KEYS) == 0;
    glsort_sort_args args = {
        .count = count,
        .keys_in = {.name = h->key_buffer},
        .keys_out = {.name = keeps ? h->key_buffer : 0},
        .values_in = {.name = values_given(h->sort.values) ? h->value_buffer : 0},
        .values_out = {.name = h->value_buffer},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    return runs_in_steps(h) ? run_steps(h, &args) : glsort_sort_run(h->plan, &args);
}

// Adds the time stamps of the last run, which has ended. Without memory for them there
// are none.
static void add_times(struct host_sort* h)
{
    const glsort_allocator* allocator = &h->context->allocator;
    uint32_t passes = h->plan->timer.room;
    if ((h->sort.flags & GLSORT_PLAN_TIMINGS) == 0 || passes == 0)
        return;
    const size_t bytes = passes * sizeof(uint64_t);
    uint64_t* ns = glsort_memory_take(allocator, bytes);
    h->device->gl.Finish(); // llvmpipe may finish a query after what follows it
    if (ns != NULL && glsort_plan_timings(h->plan, ns, &passes) == GLSORT_OK)
        for (uint32_t i = 0; i < passes; ++i)
            h->sort_ns += ns[i];
    glsort_memory_give(allocator, ns, bytes);
}

static uint32_t chunk_size(const struct host_sort* h, uint32_t chunk)
{
    uint64_t left = h->count - (uint64_t)chunk * h->chunk;
    return left < h->chunk ? (uint32_t)left : h->chunk;
}

// What moves in one direction between two sorts: the elements of a chunk or of a window.
struct load {
    struct host_sort* sort;
    uint32_t count;
    uint64_t first; // of a chunk, in the array
};

// ---- chunks ---------------------------------------------------------------------------

static void put_keys(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    const struct load* l = user;
    const uint8_t* from = l->sort->args->keys_in;
    memcpy(data, from + l->first * l->sort->key_bytes + at, bytes);
}

static void get_keys(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    const struct load* l = user;
    memcpy(l->sort->keys + l->first * l->sort->key_bytes + at, data, bytes);
}

static void put_values(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    const struct load* l = user;
    if (l->sort->desc->values != GLSORT_VALUES_INDICES) {
        const uint8_t* from = l->sort->args->values_in;
        memcpy(data, from + l->first * l->sort->value_bytes + at, bytes);
        return;
    }
    for (size_t done = 0; done < bytes; done += sizeof(uint64_t)) {
        uint64_t position = l->first + (at + done) / sizeof position;
        memcpy(data + done, &position, sizeof position);
    }
}

static void get_values(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    const struct load* l = user;
    struct host_sort* h = l->sort;
    if (h->sort.values != GLSORT_VALUES_INDICES) {
        memcpy(h->values + l->first * h->value_bytes + at, data, bytes);
        return;
    }
    uint64_t* to = (uint64_t*)h->values + at / sizeof(uint32_t);
    for (size_t done = 0; done < bytes; done += sizeof(uint32_t)) {
        uint32_t position;
        memcpy(&position, data + done, sizeof position);
        *to++ = position;
    }
}

// What is sorted, load by load: chunks as above, or windows as below.
struct loads {
    stage_piece put_keys, put_values, get_keys, get_values;
    void (*before)(struct host_sort* h, uint32_t count); // an upload; or NULL
    void (*after)(struct host_sort* h,
                  const struct load* l); // its run has begun; or NULL
    bool timed;
};

// Downloads the elements of `down`, and uploads those of `up`.
static glsort_result exchange(struct host_sort* h, const struct loads* loads,
                              const struct load* down, const struct load* up)
{
    bool keeps = (h->sort.flags & GLSORT_PLAN_DISCARD_KEYS) == 0;
    uint64_t key = h->key_bytes;
    uint64_t value = h->device_value_bytes;
    struct load to = *down;
    struct load from = *up;
    struct stage_flow keys_down = {keeps ? down->count * key : 0, loads->get_keys, &to};
    struct stage_flow keys_up = {up->count * key, loads->put_keys, &from};
    struct stage_flow values_down = {down->count * value, loads->get_values, &to};
    struct stage_flow values_up = {values_given(h->sort.values) ? up->count * value : 0,
                                   loads->put_values, &from};
    if (glsort_host_stage_exchange(&h->stage, h->key_buffer, &keys_down, &keys_up) &&
        glsort_host_stage_exchange(&h->stage, h->value_buffer, &values_down, &values_up))
        return GLSORT_OK;
    return fail_transfer(h);
}

static struct load load_of(struct host_sort* h, uint32_t chunk)
{
    struct load l = {.sort = h};
    if (chunk < h->chunk_count) {
        l.count = chunk_size(h, chunk);
        l.first = (uint64_t)chunk * h->chunk;
    }
    return l;
}

// A load is downloaded while the next one is uploaded.
static glsort_result sort_loads(struct host_sort* h, const struct loads* loads)
{
    struct load last = {.sort = h};
    for (uint32_t i = 0; i <= h->chunk_count; ++i) {
        struct load now = load_of(h, i);
        if (is_stopped(h))
            return fail_stopped(h);
        if (now.count > 0 && loads->before != NULL)
            loads->before(h, now.count);
        glsort_result result = exchange(h, loads, &last, &now);
        if (last.count > 0 && loads->timed)
            add_times(h);
        if (result == GLSORT_OK && last.count > 0)
            show(h, last.count);
        if (result == GLSORT_OK && now.count > 0)
            result = run(h, now.count);
        if (result != GLSORT_OK)
            return result;
        if (now.count > 0 && loads->after != NULL)
            loads->after(h, &now);
        last = now;
    }
    return GLSORT_OK;
}

static const struct loads chunks = {.put_keys = put_keys,
                                    .put_values = put_values,
                                    .get_keys = get_keys,
                                    .get_values = get_values,
                                    .timed = true};

// ---- merging --------------------------------------------------------------------------

static void open_runs(struct host_sort* h)
{
    for (uint32_t i = 0; i < h->chunk_count; ++i) {
        uint64_t first = (uint64_t)i * h->chunk;
        h->runs[i] = (glsort_sorted_run){
            .keys = h->keys + first * h->key_bytes,
            .values = h->values == NULL ? NULL : h->values + first * h->value_bytes,
            .count = chunk_size(h, i),
        };
    }
}

static glsort_result merge_on_cpu(struct host_sort* h)
{
    struct merge_tree tree = {
        .order = host_order_of(h->desc),
        .runs = h->runs,
        .run_count = h->chunk_count,
        .value_bytes = h->blocks.value_bytes,
    };
    merge_tree_use(&tree, h->nodes);
    glsort_merge_tree_build(&tree);
    for (uint32_t i = 0; i < h->blocks.results; ++i) {
        if (is_stopped(h))
            return fail_stopped(h);
        struct host_block to = glsort_host_blocks_next(&h->blocks);
        uint64_t merged = glsort_merge_tree_take(&tree, to.keys, to.values, to.count);
        assert(merged == to.count);
        (void)merged;
        for (uint32_t r = 0; r < h->chunk_count; ++r)
            glsort_host_blocks_read(&h->blocks, r, chunk_size(h, r) - h->runs[r].count);
        show(h, to.count);
    }
    return GLSORT_OK;
}

// A window is a chunk of the result: the elements of each run that belong to it, sorted
// by the device. The function writes its bytes from `at` on, run by run, of the keys or
// the values.
static void put_window(const struct host_sort* h, uint64_t at, uint8_t* data,
                       size_t bytes, bool keys)
{
    uint32_t size = keys ? h->key_bytes : h->value_bytes;
    for (uint32_t i = 0; bytes > 0; ++i) {
        uint64_t there = h->parts[i] * size;
        if (at >= there) {
            at -= there;
            continue;
        }
        const uint8_t* from = keys ? h->runs[i].keys : h->runs[i].values;
        size_t part = there - at < bytes ? (size_t)(there - at) : bytes;
        memcpy(data, from + at, part);
        data += part;
        bytes -= part;
        at = 0;
    }
}

static void put_window_keys(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    put_window(((const struct load*)user)->sort, at, data, bytes, true);
}

static void put_window_values(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    put_window(((const struct load*)user)->sort, at, data, bytes, false);
}

// A window is whole blocks of the result, the last one of all apart, which are open.
static void get_window(const struct load* l, uint64_t at, const uint8_t* data,
                       size_t bytes, bool keys)
{
    const struct host_sort* h = l->sort;
    const struct host_blocks* b = &h->blocks;
    uint32_t size = keys ? h->key_bytes : h->value_bytes;
    while (bytes > 0) {
        uint64_t element = l->first + at / size;
        uint32_t result = (uint32_t)(element / b->block);
        size_t inside = (size_t)(element % b->block) * size + (size_t)(at % size);
        struct host_block to = glsort_host_blocks_at(b, result);
        size_t room = (size_t)to.count * size - inside;
        size_t part = room < bytes ? room : bytes;
        memcpy((keys ? to.keys : to.values) + inside, data, part);
        data += part;
        bytes -= part;
        at += part;
    }
}

static void get_window_keys(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    get_window(user, at, data, bytes, true);
}

static void get_window_values(void* user, uint64_t at, uint8_t* data, size_t bytes)
{
    get_window(user, at, data, bytes, false);
}

static void split(struct host_sort* h, uint32_t count)
{
    const struct host_order order = host_order_of(h->desc);
    glsort_merge_split(&order, h->runs, h->chunk_count, count, h->parts);
}

// What was uploaded of the runs is free for the result, whose next blocks are those of
// the window.
static void consume(struct host_sort* h, const struct load* window)
{
    for (uint32_t i = 0; i < h->chunk_count; ++i) {
        glsort_sorted_run* r = &h->runs[i];
        r->keys = (const uint8_t*)r->keys + h->parts[i] * h->key_bytes;
        if (r->values != NULL)
            r->values = (const uint8_t*)r->values + h->parts[i] * h->value_bytes;
        r->count -= h->parts[i];
        h->consumed[i] += h->parts[i];
        glsort_host_blocks_read(&h->blocks, i, h->consumed[i]);
    }
    for (uint64_t opened = 0; opened < window->count; opened += h->block)
        glsort_host_blocks_next(&h->blocks);
}

static const struct loads windows = {.put_keys = put_window_keys,
                                     .put_values = put_window_values,
                                     .get_keys = get_window_keys,
                                     .get_values = get_window_values,
                                     .before = split,
                                     .after = consume};

static glsort_result merge_chunks(struct host_sort* h)
{
    if (!is_several(h))
        return GLSORT_OK;
    open_runs(h);
    glsort_result result =
        h->merges_on_device ? sort_loads(h, &windows) : merge_on_cpu(h);
    if (result == GLSORT_OK)
        glsort_host_blocks_settle(&h->blocks);
    return result;
}

// ---- entry ----------------------------------------------------------------------------

static void fill_info(const struct host_sort* h)
{
    if (h->args->info == NULL)
        return;
    *h->args->info = (glsort_host_info){
        .chunk_count = h->chunk_count,
        .chunk_size = h->chunk,
        .bytes = h->bytes,
        .sort_ns = h->sort_ns,
        .merged_on_device = is_several(h) && h->merges_on_device,
        .staged = h->stage.stays_mapped,
    };
}

static glsort_result sort_all(struct host_sort* h)
{
    glsort_result result = open_device(h);
    h->total = is_several(h) ? 2 * h->count : h->count;
    if (result == GLSORT_OK)
        result = open_merge(h);
    if (result == GLSORT_OK)
        result = sort_loads(h, &chunks);
    if (result == GLSORT_OK)
        result = merge_chunks(h);
    if (result == GLSORT_OK)
        fill_info(h);
    close_all(h);
    return result;
}

glsort_result glsort_sort_host(glsort_context* context, const glsort_sort_desc* desc,
                               const glsort_host_args* args)
{
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    struct host_sort h = {
        .call = context_call(context, "glsort_sort_host"),
        .context = context,
        .device = &context->device,
        .desc = desc,
        .args = args,
    };
    glsort_result result = glsort_host_check_sort(&h.call, desc, args);
    if (result == GLSORT_OK && context->offline)
        return glsort_call_fail(&h.call, GLSORT_ERROR_STATE, "the context is offline");
    if (result == GLSORT_OK)
        result = glsort_device_check_modes(h.device, false, &h.call);
    if (result != GLSORT_OK)
        return result;
    if (args->info != NULL)
        *args->info = (glsort_host_info){0};
    h.count = args->count;
    h.keys = args->keys_out;
    h.values = args->values_out;
    h.key_bytes = 4 * glsort_key_words(desc->key);
    h.value_bytes = host_value_bytes(desc->values);
    if (h.count == 0)
        return GLSORT_OK;
    h.merges_on_device =
        args->merge == GLSORT_MERGE_ON_DEVICE ||
        (args->merge == GLSORT_MERGE_AUTO && h.device->limits.is_software == 0);
    struct gl_state state;
    glsort_state_save(&state, h.device, STATE_CREATION);
    result = sort_all(&h);
    glsort_state_restore(&state, h.device);
    return result;
}

glsort_result glsort_merge_host(glsort_context* context, const glsort_sort_desc* desc,
                                const glsort_merge_args* args, uint64_t* merged)
{
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    const struct call call = context_call(context, "glsort_merge_host");
    glsort_result result = glsort_host_check_merge(&call, desc, args, merged);
    if (result != GLSORT_OK)
        return result;
    *merged = 0;
    if (args->run_count == 0 || args->room == 0)
        return GLSORT_OK;
    size_t bytes = merge_tree_bytes(args->run_count);
    struct merge_tree tree = {
        .order = host_order_of(desc),
        .runs = args->runs,
        .run_count = args->run_count,
        .value_bytes = host_value_bytes(desc->values),
    };
    void* memory = glsort_memory_take(&context->allocator, bytes);
    if (memory == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_HOST_MEMORY,
                                "no memory to merge %u runs", args->run_count);
    for (uint32_t i = 0; i < args->run_count; ++i)
        if (args->runs[i].count == 0 && args->runs[i].more != 0) {
            glsort_memory_give(&context->allocator, memory, bytes);
            return GLSORT_OK;
        }
    merge_tree_use(&tree, memory);
    glsort_merge_tree_build(&tree);
    *merged = glsort_merge_tree_take(&tree, args->keys_out, args->values_out, args->room);
    glsort_memory_give(&context->allocator, memory, bytes);
    return GLSORT_OK;
}
