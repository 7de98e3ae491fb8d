// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // for MAP_ANONYMOUS
#include "fuzz_driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CASE_SECONDS_MOST = 300, FAILED = 1, WRONG_USE = 2, SKIPPED = 77 };

static const char usage[] =
    "usage: %s [--api newest|gl4.3|gl4.1|gl3.3|gles3.2|gles3.1|gles3.0] [--seed S]\n"
    "          [--seconds N] [--case K]\n"
    "  --seconds  how long to go on; the case under way is finished\n"
    "  --case     this case alone\n";

struct options {
    const char* api;
    uint64_t seed;
    double seconds;
    uint64_t first;
    bool alone;
};

// ---- failing --------------------------------------------------------------------------

// What the parent knows of the child, however it ends.
static struct {
    uint64_t number; // of the case
    char notes[16384];
} * shared;

void fuzz_note(const char* format, ...)
{
    va_list arguments;
    size_t used = strlen(shared->notes);
    va_start(arguments, format);
    vsnprintf(shared->notes + used, sizeof shared->notes - used, format, arguments);
    va_end(arguments);
}

void fuzz_fail(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    fflush(stderr);
    _exit(FAILED);
}

void fuzz_skip(const char* reason)
{
    printf("skipped: %s\n", reason);
    fflush(stdout);
    _exit(SKIPPED);
}

void fuzz_expect_sane(struct fuzz_world* w, const char* call, glsort_result result,
                      const char* sentence)
{
    if (strncmp(glsort_result_name(result), "GLSORT_", 7) != 0)
        fuzz_fail("%s returns %d, which is no glsort_result", call, (int)result);
    if (result < 0 && (sentence == NULL || sentence[0] == '\0'))
        fuzz_fail("%s returns %s and no sentence", call, glsort_result_name(result));
    fuzz_gl_expect_no_error(&w->gl, call);
}

void fuzz_expect_ok(struct fuzz_world* w, const char* call, glsort_result result,
                    const char* sentence)
{
    fuzz_expect_sane(w, call, result, sentence);
    if (result != GLSORT_OK)
        fuzz_fail("%s returns %s: %s", call, glsort_result_name(result), sentence);
}

void fuzz_expect_refused(struct fuzz_world* w, const char* call, glsort_result result,
                         const char* sentence)
{
    fuzz_expect_sane(w, call, result, sentence);
    if (result >= 0)
        fuzz_fail("%s returns %s, but should refuse its arguments", call,
                  glsort_result_name(result));
}

// ---- memory of the library ------------------------------------------------------------

enum { BLOCK_HEAD = 64 };

static void* heap_take(void* user, size_t bytes)
{
    struct fuzz_heap* heap = user;
    ++heap->calls;
    if (heap->fails_in > 0 && --heap->fails_in == 0)
        return NULL;
    char* block = malloc(bytes + BLOCK_HEAD);
    if (block == NULL)
        fuzz_fail("the host has no %zu bytes", bytes);
    memcpy(block, &bytes, sizeof bytes);
    memset(block + BLOCK_HEAD, 0xCD, bytes);
    ++heap->blocks;
    heap->bytes += bytes;
    return block + BLOCK_HEAD;
}

static void heap_release(void* user, void* memory, size_t bytes)
{
    struct fuzz_heap* heap = user;
    char* block = (char*)memory - BLOCK_HEAD;
    size_t taken = 0;
    memcpy(&taken, block, sizeof taken);
    if (taken != bytes)
        fuzz_fail("a block of %zu bytes is released as one of %zu", taken, bytes);
    ++heap->calls;
    --heap->blocks;
    heap->bytes -= bytes;
    free(block);
}

// ---- cases ----------------------------------------------------------------------------

static void note_message(void* user, glsort_severity severity, const char* message)
{
    (void)user;
    fuzz_note("  log, severity %d: %s\n", (int)severity, message);
}

static void open_world(struct fuzz_world* w, const struct options* o)
{
    char message[256] = "";
    *w = (struct fuzz_world){.seed = o->seed};
    fuzz_gl_open(&w->gl, o->api);
    const glsort_context_desc desc = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = w->gl.offscreen,
        .allocator = {heap_take, heap_release, &w->heap},
        .log = note_message,
        .message = message,
        .message_bytes = sizeof message,
    };
    fuzz_expect_ok(w, "glsort_context_create", glsort_context_create(&desc, &w->context),
                   message);
    glsort_context_limits(w->context, &w->limits);
}

static void close_world(struct fuzz_world* w)
{
    shared->notes[0] = '\0';
    glsort_context_destroy(w->context);
    fuzz_gl_expect_no_error(&w->gl, "glsort_context_destroy");
    if (w->heap.blocks != 0)
        fuzz_fail("the context has left %u blocks of memory", w->heap.blocks);
    fuzz_gl_close(&w->gl);
}

static void run_case(struct fuzz_world* w, const struct fuzz_program* program)
{
    struct fuzz_random r = fuzz_random_of(w->seed, w->number);
    uint32_t blocks = w->heap.blocks;
    shared->notes[0] = '\0';
    alarm(CASE_SECONDS_MOST); // ends the process
    program->run_case(w, &r);
    alarm(0);
    if (w->heap.blocks != blocks)
        fuzz_fail("the case has left %d blocks of memory",
                  (int)(w->heap.blocks - blocks));
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_cases(const struct fuzz_program* program, const struct options* o)
{
    struct fuzz_world w;
    double start = now();
    open_world(&w, o);
    w.number = o->first;
    do {
        shared->number = w.number;
        run_case(&w, program);
        ++w.number;
    } while (!o->alone && now() - start < o->seconds);
    close_world(&w);
    printf("%s, seed %llu: %llu cases in %.1f s", o->api, (unsigned long long)o->seed,
           (unsigned long long)(w.number - o->first), now() - start);
    if (w.refused > 0)
        printf(", %llu of them without a plan", (unsigned long long)w.refused);
    printf("\n");
    fflush(stdout);
}

// ---- processes ------------------------------------------------------------------------

static int report(int status, const char* name, const struct options* o)
{
    unsigned long long number = shared->number;
    size_t end = strlen(shared->notes);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == SKIPPED))
        return WEXITSTATUS(status);
    if (WIFSIGNALED(status))
        fprintf(stderr, "killed by signal %d (%s)\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    fprintf(stderr, "case %llu was:\n%s%s", number, shared->notes,
            end > 0 && shared->notes[end - 1] != '\n' ? "\n" : "");
    fprintf(stderr,
            "case %llu failed; to repeat it: %s --api %s --seed %llu --case %llu\n",
            number, name, o->api, (unsigned long long)o->seed, number);
    return FAILED;
}

static int run_child(const struct fuzz_program* program, const char* name,
                     const struct options* o)
{
    int status = 0;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return FAILED;
    shared->number = o->first;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run_cases(program, o);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return FAILED;
    return report(status, name, o);
}

static bool read_option(const char* name, const char* value, struct options* o)
{
    char* end = NULL;
    if (strcmp(name, "--api") == 0) {
        o->api = value;
        return fuzz_gl_knows(value);
    }
    if (strcmp(name, "--seconds") == 0) {
        o->seconds = strtod(value, &end);
    } else {
        uint64_t number = strtoull(value, &end, 10);
        bool is_seed = strcmp(name, "--seed") == 0;
        *(is_seed ? &o->seed : &o->first) = number;
        o->alone |= strcmp(name, "--case") == 0;
        if (!is_seed && !o->alone)
            return false;
    }
    return end != value && *end == '\0';
}

int fuzz_main(int argc, char** argv, const struct fuzz_program* program)
{
    bool all = getenv("GLSORT_TEST_ALL") != NULL;
    struct options o = {
        .api = "newest",
        .seed = 1,
        .seconds = all ? program->seconds_all : program->seconds,
    };
    for (int at = 1; at < argc; at += 2) {
        if (at + 1 == argc || !read_option(argv[at], argv[at + 1], &o)) {
            fprintf(stderr, usage, argv[0]);
            return WRONG_USE;
        }
    }
    return run_child(program, argv[0], &o);
}
