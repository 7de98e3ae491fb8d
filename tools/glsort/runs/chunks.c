// SPDX-License-Identifier: MIT
#include "chunks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glsort/glsort_host.h>

#include "chunk.h"
#include "commands.h"
#include "complain.h"
#include "input.h"
#include "memory_limit.h"
#include "temporary.h"

enum { LEAST_CHUNK = 1024 };

// ---- memory -------------------------------------------------------------------------

// A half is for sorts, the other for the chunks.
static bool divide_memory(struct sorting* s)
{
    uint64_t element = sorting_key_bytes(s);
    if (sorting_writes_positions(s))
        element += sizeof(uint64_t);
    if (s->options->verify)
        element += 2 * element;
    s->memory = s->options->memory ? s->options->memory : memory_limit() / 2;
    uint64_t most = s->memory / 2 / (CHUNKS_IN_FLIGHT * element);
    s->chunk_size = most < UINT32_MAX / 2 ? (uint32_t)most : UINT32_MAX / 2;
    return most >= LEAST_CHUNK || complain("--memory %" PRIu64 " holds chunks of %" PRIu64
                                           " keys, and at least %d are needed",
                                           s->memory, most, LEAST_CHUNK);
}

// ---- reading ------------------------------------------------------------------------

// A chunk that a worker reads or writes.
struct task {
    struct sorting* sorting;
    struct chunk* chunk;
};

static bool read_chunk(void* data)
{
    const struct task* t = data;
    struct sorting* s = t->sorting;
    t->chunk->keys.type = s->source.type;
    t->chunk->keys.count = 0;
    t->chunk->first = s->count;
    if (!key_source_read(&s->source, &t->chunk->keys, s->chunk_size))
        return false;
    s->count += t->chunk->keys.count;
    return true;
}

// ---- sorting ------------------------------------------------------------------------

static void show_sort(void* user, uint64_t done, uint64_t total)
{
    struct sorting* s = user;
    progress_line_show(&s->progress, "sorting", done, total);
}

// Positions that fit 32 bits, which those of one chunk do.
static uint32_t* narrow(const uint64_t* positions, uint32_t count)
{
    uint32_t* narrowed = malloc(sizeof *narrowed * (count ? count : 1));
    for (uint32_t i = 0; narrowed && i < count; i++)
        narrowed[i] = (uint32_t)positions[i];
    return narrowed;
}

static bool verify_chunk(const struct sorting* s, const struct chunk* c,
                         const uint32_t* input)
{
    uint32_t* places = c->positions ? narrow(c->positions, c->keys.count) : NULL;
    if (c->positions && !places)
        return complain_of_memory();
    bool good = check_sorted("verification failed", &s->desc, input, c->keys.bits, places,
                             c->keys.count);
    free(places);
    return good;
}

static bool reserve_positions(struct sorting* s, struct chunk* c)
{
    size_t count = c->keys.count ? c->keys.count : 1;
    if (!sorting_writes_positions(s) || count <= c->room)
        return true;
    free(c->positions);
    c->positions = malloc(count * sizeof *c->positions);
    c->room = c->positions ? count : 0;
    return c->positions || complain_of_memory();
}

static bool run_sort(struct sorting* s, struct chunk* c)
{
    glsort_host_info info = {0};
    const glsort_host_args args = {
        .count = c->keys.count,
        .keys_in = c->keys.bits,
        .keys_out = c->keys.bits,
        .values_out = c->positions,
        .memory = s->memory / 2,
        .progress = s->progress.wanted && s->alone ? show_sort : NULL,
        .progress_user = s,
        .info = &info,
        .parallel = crew_parallel(s->crew),
        .parallel_user = s->crew,
    };
    double start = progress_line_clock();
    glsort_result result = glsort_sort_host(s->session.context, &s->desc, &args);
    s->sort_seconds += progress_line_clock() - start;
    s->sort_ns += info.sort_ns;
    progress_line_end(&s->progress);
    return result >= 0 || sorting_complain(s, result);
}

// Positions then count from the first key of the input.
static bool sort_chunk(struct sorting* s, struct chunk* c)
{
    size_t bytes = c->keys.count * sorting_key_bytes(s);
    uint32_t* input = NULL;
    if (!reserve_positions(s, c))
        return false;
    if (s->options->verify) {
        input = malloc(bytes ? bytes : 1);
        if (!input)
            return complain_of_memory();
        if (bytes > 0)
            memcpy(input, c->keys.bits, bytes);
    }
    bool good = run_sort(s, c) && (!input || verify_chunk(s, c, input));
    free(input);
    for (uint32_t i = 0; c->positions && i < c->keys.count; i++)
        c->positions[i] += c->first;
    return good;
}

// ---- writing ------------------------------------------------------------------------

static const char* folder_of(const struct sorting* s)
{
    return s->options->temp ? s->options->temp : temporary_folder();
}

static bool write_run(void* data)
{
    const struct task* t = data;
    struct sorting* s = t->sorting;
    const struct chunk* c = t->chunk;
    size_t keys = c->keys.count * sorting_key_bytes(s);
    size_t positions = c->positions ? c->keys.count * sizeof *c->positions : 0;
    struct run* runs = realloc(s->runs, sizeof *runs * (s->run_count + 1));
    if (!runs)
        return complain_of_memory();
    s->runs = runs;
    runs[s->run_count++] = (struct run){s->file_bytes, c->keys.count};
    s->file_bytes += keys + positions;
    return (temporary_write(s->file, c->keys.bits, keys) &&
            temporary_write(s->file, c->positions, positions)) ||
           complain("cannot write a temporary file in %s: %s", folder_of(s),
                    strerror(errno));
}

static bool open_temporary(struct sorting* s)
{
    if (s->file >= 0)
        return true;
    s->file = temporary_open(folder_of(s));
    return s->file >= 0 || complain("cannot make a temporary file in %s: %s",
                                    folder_of(s), strerror(errno));
}

static bool open_sink(struct sorting* s)
{
    enum file_format format = key_sink_format(s->options, s->source.first_format);
    return key_sink_open(&s->sink, s->output, format,
                         s->options->argsort ? GLSORT_KEY_U64 : s->source.type, s->count);
}

// ---- all ----------------------------------------------------------------------------

static void show_read(struct sorting* s)
{
    progress_line_show(&s->progress, "sorting",
                       s->source.bytes_known ? s->source.bytes_read : s->count,
                       s->source.bytes_known);
}

// Reads, sorts and writes chunks. A single one stays in memory.
static bool make_runs(struct sorting* s)
{
    struct task reads[CHUNKS_IN_FLIGHT];
    for (int i = 0; i < CHUNKS_IN_FLIGHT; i++)
        reads[i] = (struct task){s, &s->chunks[i]};
    for (uint32_t i = 0;; i++) {
        struct task* now = &reads[i % CHUNKS_IN_FLIGHT];
        struct task* next = &reads[(i + 1) % CHUNKS_IN_FLIGHT];
        bool more = !s->source.ended;
        s->alone = i == 0 && !more;
        if (more && !worker_do(&s->reader, read_chunk, next))
            return false;
        if (!sort_chunk(s, now->chunk) || !worker_wait(&s->reader))
            return false;
        more = more && next->chunk->keys.count > 0;
        if (i == 0 && !more)
            return true;
        if (!open_temporary(s) || !worker_do(&s->writer, write_run, now))
            return false;
        show_read(s);
        if (!more)
            return worker_wait(&s->writer);
    }
}

static void release_chunk(struct chunk* c)
{
    keys_release(&c->keys);
    free(c->positions);
    c->positions = NULL;
    c->room = 0;
}

static bool write_result(struct sorting* s)
{
    const struct chunk* c = &s->chunks[0];
    if (!open_sink(s))
        return false;
    double start = progress_line_clock();
    if (s->run_count == 0) {
        bool written = sorting_write(s, c->keys.bits, c->positions, c->keys.count);
        s->write_seconds = progress_line_clock() - start;
        return written;
    }
    for (int i = 0; i < CHUNKS_IN_FLIGHT; i++)
        release_chunk(&s->chunks[i]);
    bool good = merge_runs(s);
    s->merge_seconds = progress_line_clock() - start;
    return good;
}

// What is read and written while another chunk is sorted counts twice.
static void print_shares(const struct sorting* s)
{
    double all = progress_line_clock() - s->started;
    uint32_t chunks = s->run_count > 0 ? s->run_count : 1;
    if (all <= 0)
        return;
    fprintf(stderr,
            "%" PRIu32 " chunk%s in %.3f s: reading %.0f %%, sorting %.0f %%, writing "
            "%.0f %%, merging %.0f %%\n",
            chunks, chunks == 1 ? "" : "s", all, 100 * s->reader.seconds / all,
            100 * s->sort_seconds / all,
            100 * (s->writer.seconds + s->write_seconds) / all,
            100 * s->merge_seconds / all);
}

static void report(const struct sorting* s)
{
    const struct sorter_time time = {
        .has_gpu = s->sort_ns > 0,
        .gpu = 1e-9 * (double)s->sort_ns,
        .wall = s->sort_seconds,
    };
    if (!s->options->timing || s->options->quiet)
        return;
    print_times(stderr, s->count, 1, &time, &time);
    print_shares(s);
}

static bool sort_all(struct sorting* s)
{
    const struct options* o = s->options;
    struct task first = {s, &s->chunks[0]};
    if (!key_source_open(&s->source, o) || !divide_memory(s) ||
        !output_open(s->output, o->output) || !worker_open(&s->reader) ||
        !worker_open(&s->writer) || !session_open(&s->session, o) ||
        !worker_do(&s->reader, read_chunk, &first) || !worker_wait(&s->reader))
        return false;
    s->desc = o->plan;
    s->desc.key = s->source.type;
    s->desc.values = o->argsort ? GLSORT_VALUES_INDICES : GLSORT_VALUES_NONE;
    s->desc.flags = o->timing ? GLSORT_PLAN_TIMINGS : 0u;
    progress_line_start(&s->progress, o->quiet);
    bool good = make_runs(s) && session_dump(&s->session) && write_result(s);
    progress_line_end(&s->progress);
    return good;
}

bool sort_in_chunks(const struct options* o, struct output* out)
{
    struct sorting s = {.options = o,
                        .output = out,
                        .file = -1,
                        .started = progress_line_clock(),
                        .crew = crew_open()};
    bool good = sort_all(&s);
    worker_close(&s.reader);
    worker_close(&s.writer);
    crew_close(s.crew);
    good = good && output_commit(out);
    if (good)
        report(&s);
    if (s.file >= 0)
        close(s.file);
    key_sink_close(&s.sink);
    key_source_close(&s.source);
    for (int i = 0; i < CHUNKS_IN_FLIGHT; i++)
        release_chunk(&s.chunks[i]);
    free(s.runs);
    session_close(&s.session);
    return good;
}
