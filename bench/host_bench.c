// SPDX-License-Identifier: MIT
// glsort-host-bench: times sorts of arrays in CPU memory, with their transfers: at once,
// copied by several threads of the CPU and by one, with and without buffers that stay
// mapped; and in four chunks that are merged on the CPU and on the device. Before that,
// copies alone between the memories of CPU and GPU, which are what the bus between them
// allows.
//   glsort-host-bench [--device D] [--at-once] [LOG2-OF-COUNT]...
// D: see "glsort info"; --at-once: pairs only, and only the first of these ways.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "bench_session.h"
#include "crew.h"
#include "samples.h"

enum { MOST_LOG = 32, CHUNKS = 4, RUNS = 7 };

struct bench {
    struct bench_session session;
    glsort_context* unmapped; // a context that finds no glBufferStorage
    struct crew* crew;        // copies, but for ways that do so alone; NULL: none
    bool at_once;
    uint64_t count;
    uint32_t* keys;
    uint32_t* values;
    uint32_t* sorted;
    uint32_t* moved;
};

struct way {
    const char* name;
    bool alone;
    bool unmapped;
    uint32_t chunks;
    glsort_merge merge;
};

static const struct way ways[] = {
    {"at once", false, false, 1, GLSORT_MERGE_AUTO},
    {"at once, 1 thread", true, false, 1, GLSORT_MERGE_AUTO},
    {"at once, not mapped", false, true, 1, GLSORT_MERGE_AUTO},
    {"4 chunks, CPU", false, false, CHUNKS, GLSORT_MERGE_ON_CPU},
    {"4 chunks, device", false, false, CHUNKS, GLSORT_MERGE_ON_DEVICE},
};

static glsort_proc find_but_storage(void* user, const char* name)
{
    return strcmp(name, "glBufferStorage") == 0 ? NULL : offscreen_get_proc(user, name);
}

// ---- transfers alone ------------------------------------------------------------------

enum { TRANSFER_LOG = 28, TRANSFERS = 8 };

// A buffer that stays in the memory of the CPU, if the driver keeps to the hint.
static bool make_mapped(const struct bench* b, PFNGLBUFFERSTORAGEPROC storage,
                        GLuint* name)
{
    const struct bench_gl* gl = &b->session.gl;
    const GLbitfield bits = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT;
    gl->GenBuffers(1, name);
    gl->BindBuffer(GL_COPY_READ_BUFFER, *name);
    storage(GL_COPY_READ_BUFFER, (GLsizeiptr)1 << TRANSFER_LOG, NULL,
            bits | GL_CLIENT_STORAGE_BIT);
    void* at =
        gl->MapBufferRange(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)1 << TRANSFER_LOG, bits);
    if (at != NULL)
        memset(at, 1, (size_t)1 << TRANSFER_LOG);
    return at != NULL;
}

// Bytes a nanosecond.
static double copy_speed(const struct bench* b, GLuint from, GLuint to)
{
    const struct bench_gl* gl = &b->session.gl;
    double start = 0;
    gl->BindBuffer(GL_COPY_READ_BUFFER, from);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, to);
    for (int i = -1; i < TRANSFERS; ++i) {
        gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                              (GLsizeiptr)1 << TRANSFER_LOG);
        if (i >= 0)
            continue;
        gl->Finish();
        start = clock_ms();
    }
    gl->Finish();
    return (double)TRANSFERS * (1 << TRANSFER_LOG) / (clock_ms() - start) / 1e6;
}

static void report_transfers(const struct bench* b)
{
    const struct bench_gl* gl = &b->session.gl;
    GLuint names[2] = {0, 0};
    const PFNGLBUFFERSTORAGEPROC storage = (PFNGLBUFFERSTORAGEPROC)offscreen_get_proc(
        b->session.offscreen, "glBufferStorage");
    if (storage == NULL || b->session.is_software || !make_mapped(b, storage, &names[0]))
        return;
    gl->GenBuffers(1, &names[1]);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, names[1]);
    gl->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)1 << TRANSFER_LOG, NULL,
                   GL_STATIC_COPY);
    printf("copies of 256 MiB: %.1f GB/s to the GPU, ",
           copy_speed(b, names[0], names[1]));
    printf("%.1f GB/s from it\n", copy_speed(b, names[1], names[0]));
    gl->DeleteBuffers(2, names);
}

// ---- sorts ----------------------------------------------------------------------------

static bool is_sorted(const struct bench* b)
{
    for (uint64_t i = 1; i < b->count; ++i)
        if (b->sorted[i - 1] > b->sorted[i])
            return false;
    return true;
}

// The median, after one run that compiles.
static bool report(const struct bench* b, const struct way* way, bool pairs)
{
    struct samples runs = {.count = 0};
    glsort_host_info info;
    glsort_context* context = way->unmapped ? b->unmapped : b->session.context;
    uint64_t chunk = (b->count + way->chunks - 1) / way->chunks;
    const glsort_sort_desc desc = {
        .values = pairs ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE,
        .max_count = way->chunks > 1 ? (uint32_t)chunk : 0,
    };
    const glsort_host_args args = {
        .count = b->count,
        .keys_in = b->keys,
        .keys_out = b->sorted,
        .values_in = pairs ? b->values : NULL,
        .values_out = pairs ? b->moved : NULL,
        .merge = way->merge,
        .info = &info,
        .parallel = way->alone ? NULL : crew_parallel(b->crew),
        .parallel_user = b->crew,
    };
    for (int i = -1; i < RUNS; ++i) {
        double start = clock_ms();
        if (glsort_sort_host(context, &desc, &args) != GLSORT_OK) {
            fprintf(stderr, "%s\n", glsort_last_error(context));
            return false;
        }
        if (i >= 0)
            samples_add(&runs, clock_ms() - start);
    }
    double median = samples_median(&runs);
    printf("%-20s %6s %12llu %7u %10.2f %10.1f\n", way->name, pairs ? "pairs" : "keys",
           (unsigned long long)b->count, info.chunk_count, median,
           (double)b->count / median / 1e3);
    fflush(stdout);
    return is_sorted(b) || (fprintf(stderr, "the result is wrong\n"), false);
}

static bool bench_count(struct bench* b, uint64_t count)
{
    uint64_t state = 1;
    bool done = true;
    b->count = count;
    b->keys = malloc(count * sizeof *b->keys);
    b->values = malloc(count * sizeof *b->values);
    b->sorted = malloc(count * sizeof *b->sorted);
    b->moved = malloc(count * sizeof *b->moved);
    if (b->keys == NULL || b->values == NULL || b->sorted == NULL || b->moved == NULL) {
        fprintf(stderr, "out of memory\n");
        done = false;
    }
    for (uint64_t i = 0; done && i < count; ++i) {
        b->keys[i] = bench_random(&state);
        b->values[i] = (uint32_t)i;
    }
    const size_t way_count = b->at_once ? 1 : sizeof ways / sizeof ways[0];
    for (int pairs = b->at_once ? 1 : 0; pairs < 2; ++pairs)
        for (size_t i = 0; done && i < way_count; ++i)
            done = report(b, &ways[i], pairs == 1);
    free(b->keys);
    free(b->values);
    free(b->sorted);
    free(b->moved);
    return done;
}

static bool bench_all(struct bench* b, int argc, char** argv)
{
    const char* const usual[] = {"16", "20", "22", "25"};
    bool done = true;
    if (!b->at_once)
        report_transfers(b);
    printf("%-20s %6s %12s %7s %10s %10s\n", "way", "moves", "count", "chunks", "ms",
           "Mkeys/s");
    for (int i = 0; i < (argc > 1 ? argc - 1 : 4) && done; ++i) {
        int log = atoi(argc > 1 ? argv[i + 1] : usual[i]);
        if (log < 0 || log > MOST_LOG) {
            fprintf(stderr, "usage: glsort-host-bench [--device D] [--at-once] "
                            "[LOG2-OF-COUNT]...\n");
            return false;
        }
        done = bench_count(b, UINT64_C(1) << log);
    }
    return done;
}

int main(int argc, char** argv)
{
    char message[512] = "";
    struct offscreen_desc desc = {.api = OFFSCREEN_GL43, .or_newer = true};
    if (argc > 2 && strcmp(argv[1], "--device") == 0) {
        desc.platform = "device";
        desc.device = argv[2];
        argc -= 2;
        argv += 2;
    }
    struct bench b = {.at_once = argc > 1 && strcmp(argv[1], "--at-once") == 0};
    argc -= b.at_once;
    argv += b.at_once;
    bool done = bench_session_open(&b.session, &desc, message, sizeof message);
    if (done) {
        const glsort_context_desc unmapped = {.get_proc = find_but_storage,
                                              .get_proc_user = b.session.offscreen,
                                              .message = message,
                                              .message_bytes = sizeof message};
        done = glsort_context_create(&unmapped, &b.unmapped) == GLSORT_OK;
    }
    if (!done)
        fprintf(stderr, "%s\n", message);
    b.crew = crew_open();
    done = done && bench_all(&b, argc, argv);
    crew_close(b.crew);
    glsort_context_destroy(b.unmapped);
    bench_session_close(&b.session);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
