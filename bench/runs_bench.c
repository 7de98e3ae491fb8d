// SPDX-License-Identifier: MIT
// glsort-runs-bench: what the CPU does for a run on compute. Counts the GL calls of one,
// and times it: the library alone, whose GL calls do nothing, and with the driver until
// the run returns. On a software renderer the latter is the time of the work itself.
// Orders are of a camera that moves, so that each run writes its block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "bench_session.h"
#include "samples.h"

enum { MOST_LOG = 24, ROUNDS = 11, ALONE_RUNS = 3000, RUNS = 30 };

enum call { QUERY, BIND, UPLOAD, BARRIER, DISPATCH, OTHER, CALLS };

// ---- entry points ---------------------------------------------------------------------
//
// What a run on compute may call. Entry points have no user pointer, so the record is
// static.

#define IS_OBJECT(X)                                                                     \
    X(IsBuffer) X(IsTexture) X(IsProgram) X(IsProgramPipeline) X(IsSampler)

// Queries that write one value.
#define GETS(X)                                                                          \
    X(GetIntegerv, GLint, (GLenum what, GLint * to), (what, to))                         \
    X(GetIntegeri_v, GLint, (GLenum what, GLuint at, GLint * to), (what, at, to))        \
    X(GetInteger64i_v, GLint64, (GLenum what, GLuint at, GLint64 * to), (what, at, to))  \
    X(GetBooleani_v, GLboolean, (GLenum what, GLuint at, GLboolean * to),                \
      (what, at, to))                                                                    \
    X(GetBufferParameteri64v, GLint64, (GLenum a, GLenum what, GLint64 * to),            \
      (a, what, to))                                                                     \
    X(GetNamedBufferParameteri64v, GLint64, (GLuint a, GLenum what, GLint64 * to),       \
      (a, what, to))

#define COMMANDS(X)                                                                      \
    X(DISPATCH, DispatchCompute, (GLuint a, GLuint b, GLuint c), (a, b, c))              \
    X(DISPATCH, DispatchComputeIndirect, (GLintptr a), (a))                              \
    X(BARRIER, MemoryBarrier, (GLbitfield a), (a))                                       \
    X(OTHER, UseProgram, (GLuint a), (a))                                                \
    X(OTHER, BindProgramPipeline, (GLuint a), (a))                                       \
    X(OTHER, ActiveTexture, (GLenum a), (a))                                             \
    X(BIND, BindTexture, (GLenum a, GLuint b), (a, b))                                   \
    X(BIND, BindSampler, (GLuint a, GLuint b), (a, b))                                   \
    X(BIND, BindBuffer, (GLenum a, GLuint b), (a, b))                                    \
    X(BIND, BindBufferBase, (GLenum a, GLuint b, GLuint c), (a, b, c))                   \
    X(BIND, BindBufferRange, (GLenum a, GLuint b, GLuint c, GLintptr d, GLsizeiptr e),   \
      (a, b, c, d, e))                                                                   \
    X(BIND, BindBuffersBase, (GLenum a, GLuint b, GLsizei c, const GLuint* d),           \
      (a, b, c, d))                                                                      \
    X(BIND, BindBuffersRange,                                                            \
      (GLenum a, GLuint b, GLsizei c, const GLuint* d, const GLintptr* e,                \
       const GLsizeiptr* f),                                                             \
      (a, b, c, d, e, f))                                                                \
    X(BIND, BindImageTexture,                                                            \
      (GLuint a, GLuint b, GLint c, GLboolean d, GLint e, GLenum f, GLenum g),           \
      (a, b, c, d, e, f, g))                                                             \
    X(UPLOAD, BufferSubData, (GLenum a, GLintptr b, GLsizeiptr size, const void* c),     \
      (a, b, size, c))                                                                   \
    X(UPLOAD, NamedBufferSubData,                                                        \
      (GLuint a, GLintptr b, GLsizeiptr size, const void* c), (a, b, size, c))           \
    X(UPLOAD, CopyBufferSubData,                                                         \
      (GLenum a, GLenum b, GLintptr c, GLintptr d, GLsizeiptr size), (a, b, c, d, size))

static struct record {
    struct offscreen* offscreen;
    bool nothing; // calls do nothing
    uint32_t calls[CALLS];
    uint64_t bytes; // uploaded
#define MEMBER(NAME) GLboolean(APIENTRYP NAME)(GLuint name);
    IS_OBJECT(MEMBER)
#undef MEMBER
#define MEMBER(NAME, TYPE, PARAMETERS, ARGUMENTS) void(APIENTRYP NAME) PARAMETERS;
    GETS(MEMBER)
#undef MEMBER
#define MEMBER(KIND, NAME, PARAMETERS, ARGUMENTS) void(APIENTRYP NAME) PARAMETERS;
    COMMANDS(MEMBER)
#undef MEMBER
} record;

// True if the call is to be made.
static bool note(enum call kind, int64_t bytes)
{
    if (record.nothing)
        return false;
    ++record.calls[kind];
    record.bytes += (uint64_t)bytes;
    return true;
}

#define BYTES_BIND 0
#define BYTES_BARRIER 0
#define BYTES_DISPATCH 0
#define BYTES_OTHER 0
#define BYTES_UPLOAD size

#define ENTRY(NAME)                                                                      \
    static GLboolean APIENTRY entry_##NAME(GLuint name)                                  \
    {                                                                                    \
        return note(QUERY, 0) ? record.NAME(name) : GL_TRUE;                             \
    }
IS_OBJECT(ENTRY)
#undef ENTRY

// Calls that do nothing find large buffers, and nothing bound, mapped or active.
#define ENTRY(NAME, TYPE, PARAMETERS, ARGUMENTS)                                         \
    static void APIENTRY entry_##NAME PARAMETERS                                         \
    {                                                                                    \
        *to = (TYPE)(what == GL_BUFFER_SIZE ? INT32_MAX : 0);                            \
        if (note(QUERY, 0))                                                              \
            record.NAME ARGUMENTS;                                                       \
    }
GETS(ENTRY)
#undef ENTRY

#define ENTRY(KIND, NAME, PARAMETERS, ARGUMENTS)                                         \
    static void APIENTRY entry_##NAME PARAMETERS                                         \
    {                                                                                    \
        if (note(KIND, BYTES_##KIND))                                                    \
            record.NAME ARGUMENTS;                                                       \
    }
COMMANDS(ENTRY)
#undef ENTRY

static glsort_proc get_proc(void* user, const char* name)
{
    glsort_proc real = offscreen_get_proc(record.offscreen, name);
    (void)user;
#define RECORDED(NAME)                                                                   \
    if (real != NULL && strcmp(name, "gl" #NAME) == 0) {                                 \
        memcpy(&record.NAME, &real, sizeof real);                                        \
        return (glsort_proc)entry_##NAME;                                                \
    }
#define RECORDED_GET(NAME, TYPE, PARAMETERS, ARGUMENTS) RECORDED(NAME)
#define RECORDED_COMMAND(KIND, NAME, PARAMETERS, ARGUMENTS) RECORDED(NAME)
    IS_OBJECT(RECORDED)
    GETS(RECORDED_GET)
    COMMANDS(RECORDED_COMMAND)
    return real;
}

// ---- runs -----------------------------------------------------------------------------

struct bench {
    struct bench_session session;
    const glsort_form* form; // NULL: AUTO
    glsort_context* context;
    GLuint buffers[4];
    glsort_plan* plan;
    glsort_sort_args sort;
    glsort_order_args order;
};

typedef bool (*run_once)(struct bench* b);

static bool run_sort(struct bench* b)
{
    return glsort_sort_run(b->plan, &b->sort) == GLSORT_OK;
}

static bool run_order(struct bench* b)
{
    b->order.views[0].origin[0] += 1.0f;
    return glsort_order_run(b->plan, &b->order) == GLSORT_OK;
}

static glsort_result create_sort(struct bench* b, uint32_t count)
{
    glsort_sort_desc desc = {.max_count = 0};
    if (b->form != NULL)
        desc = b->form->desc;
    desc.max_count = count;
    desc.values = GLSORT_VALUES_4_BYTES;
    desc.backend = GLSORT_BACKEND_COMPUTE;
    b->sort = (glsort_sort_args){.count = count,
                                 .keys_in = {.name = b->buffers[0]},
                                 .values_in = {.name = b->buffers[1]},
                                 .keys_out = {.name = b->buffers[2]},
                                 .values_out = {.name = b->buffers[3]},
                                 .consumers = GLSORT_CONSUMER_VERTEX};
    return glsort_sort_create(b->context, &desc, &b->plan);
}

static glsort_result create_order(struct bench* b, uint32_t count)
{
    const glsort_order_desc desc = {
        .max_count = count,
        .cull = GLSORT_CULL_FRUSTUM,
        .command = GLSORT_COMMAND_DRAW_ELEMENTS,
        .backend = GLSORT_BACKEND_COMPUTE,
        .tuning = b->form != NULL ? b->form->desc.tuning : NULL,
    };
    b->order = (glsort_order_args){
        .count = count,
        .positions = {.name = b->buffers[0]},
        .view_count = 1,
        .views = {{.axis = {0.0f, 0.6f, -0.8f},
                   .clip = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}},
        .order_out = {.name = b->buffers[2]},
        .command_out = {.name = b->buffers[3]},
        .consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_INDIRECT};
    return glsort_order_create(b->context, &desc, &b->plan);
}

// The least microseconds of a run in some rounds: other programs only add to them.
static double least_us(struct bench* b, run_once run, int runs, bool* done)
{
    double least = 1e9;
    for (int round = 0; round < ROUNDS; ++round) {
        b->session.gl.Finish();
        const double start = clock_ms();
        for (int i = 0; i < runs; ++i)
            *done = run(b) && *done;
        const double us = (clock_ms() - start) * 1e3 / runs;
        least = us < least ? us : least;
    }
    return least;
}

static bool measure(struct bench* b, const char* name, uint32_t count, run_once run)
{
    bool done = run(b) && run(b) && run(b);
    memset(record.calls, 0, sizeof record.calls);
    record.bytes = 0;
    done = done && run(b);
    const struct record one = record;
    const double driver = least_us(b, run, b->session.is_software ? 1 : RUNS, &done);
    record.nothing = true;
    const double alone = least_us(b, run, ALONE_RUNS, &done);
    record.nothing = false;
    uint32_t all = 0;
    for (int i = 0; i < CALLS; ++i)
        all += one.calls[i];
    printf("%-6s %9u %6u %8u %6u %9u %11u %6llu %10.2f %10.2f\n", name, count, all,
           one.calls[QUERY], one.calls[BIND], one.calls[BARRIER], one.calls[DISPATCH],
           (unsigned long long)one.bytes, alone, driver);
    fflush(stdout);
    return done;
}

static bool bench_kind(struct bench* b, const char* name, uint32_t count,
                       glsort_result (*create)(struct bench* b, uint32_t count),
                       run_once run)
{
    bool done = create(b, count) == GLSORT_OK && measure(b, name, count, run);
    if (!done)
        fprintf(stderr, "%s\n", glsort_last_error(b->context));
    glsort_plan_destroy(b->plan);
    b->plan = NULL;
    return done;
}

static bool bench_count(struct bench* b, uint32_t count)
{
    bool done = true;
    b->session.gl.GenBuffers(4, b->buffers);
    for (int i = 0; i < 4; ++i) {
        b->session.gl.BindBuffer(GL_COPY_WRITE_BUFFER, b->buffers[i]);
        b->session.gl.BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)count * 12, NULL,
                                 GL_DYNAMIC_COPY);
    }
    b->session.gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
    done = bench_kind(b, "sort", count, create_sort, run_sort) &&
           bench_kind(b, "order", count, create_order, run_order);
    b->session.gl.DeleteBuffers(4, b->buffers);
    return done;
}

static bool bench_state(struct bench* b, uint32_t flags, int argc, char** argv)
{
    const char* const usual[] = {"10", "16", "20"};
    char message[512] = "";
    const glsort_context_desc desc = {.get_proc = get_proc,
                                      .flags = flags,
                                      .message = message,
                                      .message_bytes = sizeof message};
    bool done = glsort_context_create(&desc, &b->context) == GLSORT_OK;
    if (!done)
        fprintf(stderr, "%s\n", message);
    printf("%s\n", flags == 0 ? "The caller's state is kept:" : "It is clobbered:");
    printf("%-6s %9s %6s %8s %6s %9s %11s %6s %10s %10s\n", "run", "count", "calls",
           "queries", "binds", "barriers", "dispatches", "bytes", "alone, us",
           "driver, us");
    for (int i = 0; i < (argc > 0 ? argc : 3) && done; ++i) {
        int log = atoi(argc > 0 ? argv[i] : usual[i]);
        done = log > 0 && log <= MOST_LOG;
        if (!done)
            fprintf(stderr,
                    "usage: glsort-runs-bench [--form FORM] [LOG2-OF-COUNT]...\n");
        done = done && bench_count(b, 1u << log);
    }
    glsort_context_destroy(b->context);
    return done;
}

static bool take_form(struct bench* b, const char* name)
{
    b->form = glsort_form_find(name);
    if (b->form == NULL)
        fprintf(stderr, "no form is named %s: \"glsort info\" lists them\n", name);
    return b->form != NULL;
}

int main(int argc, char** argv)
{
    char message[512] = "";
    const struct offscreen_desc desc = {.api = OFFSCREEN_GL43};
    struct bench b = {.form = NULL};
    const bool has_form = argc > 2 && strcmp(argv[1], "--form") == 0;
    const int first = has_form ? 3 : 1;
    bool done = bench_session_open(&b.session, &desc, message, sizeof message);
    if (!done)
        fprintf(stderr, "%s\n", message);
    record.offscreen = b.session.offscreen;
    done = done && (!has_form || take_form(&b, argv[2])) &&
           bench_state(&b, 0, argc - first, argv + first) &&
           bench_state(&b, GLSORT_CONTEXT_CLOBBERS_STATE, argc - first, argv + first);
    bench_session_close(&b.session);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
