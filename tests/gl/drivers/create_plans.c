// SPDX-License-Identifier: MIT
// create_plans: creates and warms up plans of every kind on the first device of EGL, for
// drivers that run without their hardware: try_null.py. Results are not looked at.
//   create_plans API    gl4.3 or gles3.1: a context of at least this version
//
// Prints lines of words, separated by tabs. What the driver prints about a program comes
// between them, if its standard error is the same file:
//
//   device    renderer   version
//   limits    work group   bytes of shared memory   storage blocks
//   plan      name, before anything is done
//   made; or refused or failed, and the sentence
//   error     a GL error
//   program   number of the program that is now linked or used
//   name      number of a program   its name
//   message   what the driver tells of a program
//   done
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <GL/glcorearb.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "offscreen.h"

// Calls of glsort that tell which program the driver compiles, and its name.
static struct {
    PFNGLLINKPROGRAMPROC link;
    PFNGLUSEPROGRAMPROC use;
    PFNGLOBJECTLABELPROC label;
    GLuint current;
} programs;

static PFNGLFINISHPROC finish;

static void fail(const char* what, const char* why)
{
    printf("%s: %s\n", what, why);
    exit(1);
}

static void set_current(GLuint program)
{
    if (program != 0 && program != programs.current)
        printf("program\t%u\n", program);
    if (program != 0)
        programs.current = program;
}

static void APIENTRY link_program(GLuint program)
{
    set_current(program);
    programs.link(program);
}

static void APIENTRY use_program(GLuint program)
{
    set_current(program);
    programs.use(program);
}

static void APIENTRY label_object(GLenum kind, GLuint name, GLsizei length,
                                  const GLchar* label)
{
    if (kind == GL_PROGRAM)
        printf("name\t%u\t%s\n", name, label);
    programs.label(kind, name, length, label);
}

static glsort_proc get_proc(void* user, const char* name)
{
    glsort_proc found = offscreen_get_proc(user, name);
    if (strcmp(name, "glLinkProgram") == 0) {
        programs.link = (PFNGLLINKPROGRAMPROC)found;
        return (glsort_proc)link_program;
    }
    if (strcmp(name, "glUseProgram") == 0) {
        programs.use = (PFNGLUSEPROGRAMPROC)found;
        return (glsort_proc)use_program;
    }
    if (strcmp(name, "glObjectLabel") == 0 || strcmp(name, "glObjectLabelKHR") == 0) {
        programs.label = (PFNGLOBJECTLABELPROC)found;
        return (glsort_proc)label_object;
    }
    return found;
}

static void APIENTRY take_message(GLenum source, GLenum type, GLuint id, GLenum severity,
                                  GLsizei length, const GLchar* text, const void* user)
{
    (void)id;
    (void)severity;
    (void)length;
    (void)user;
    if (type == GL_DEBUG_TYPE_ERROR)
        printf("error\t%s\n", text);
    else if (source == GL_DEBUG_SOURCE_SHADER_COMPILER)
        printf("message\t%s\n", text);
}

// GLES before 3.2 has KHR_debug, with a suffix.
static glsort_proc of_debug(struct offscreen* gl, const char* name)
{
    char suffixed[64];
    glsort_proc found = offscreen_get_proc(gl, name);
    snprintf(suffixed, sizeof suffixed, "%sKHR", name);
    return found != NULL ? found : offscreen_get_proc(gl, suffixed);
}

static void listen(struct offscreen* gl)
{
    PFNGLDEBUGMESSAGECALLBACKPROC callback =
        (PFNGLDEBUGMESSAGECALLBACKPROC)of_debug(gl, "glDebugMessageCallback");
    PFNGLDEBUGMESSAGECONTROLPROC control =
        (PFNGLDEBUGMESSAGECONTROLPROC)of_debug(gl, "glDebugMessageControl");
    PFNGLENABLEPROC enable = (PFNGLENABLEPROC)offscreen_get_proc(gl, "glEnable");
    if (callback == NULL || control == NULL || enable == NULL)
        fail("driver", "no debug messages");
    enable(GL_DEBUG_OUTPUT);
    enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    control(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
    callback(take_message, NULL);
}

// ---- plans ----------------------------------------------------------------------------

// Says what is tried before the driver can hang or crash in it.
static void begin(const char* format, ...)
{
    va_list words;
    va_start(words, format);
    printf("plan\t");
    vprintf(format, words);
    va_end(words);
    printf("\n");
}

static void end(glsort_context* context, glsort_result result, glsort_plan** made)
{
    glsort_plan* plan = *made; // after the creation that gave result
    const char* sentence = glsort_last_error(context);
    if (result == GLSORT_OK) {
        result = glsort_plan_warm(plan);
        sentence = glsort_plan_last_error(plan);
        if (result != GLSORT_OK)
            printf("failed\twarming up: %s\n", sentence);
        else
            printf("made\n");
    } else if (result == GLSORT_ERROR_LIMIT || result == GLSORT_ERROR_UNSUPPORTED) {
        printf("refused\t%s\n", sentence);
    } else {
        printf("failed\t%s: %s\n", glsort_result_name(result), sentence);
    }
    glsort_plan_destroy(plan);
    *made = NULL;
    finish(); // a driver keeps the memory of work that it has not handed on
}

static void try_sorts(glsort_context* context, uint32_t count)
{
    static const glsort_key keys[] = {GLSORT_KEY_U32, GLSORT_KEY_U64};
    static const glsort_values values[] = {GLSORT_VALUES_NONE, GLSORT_VALUES_4_BYTES,
                                           GLSORT_VALUES_16_BYTES};
    static const char* const names[] = {"", " with 4 bytes", " with 16 bytes"};
    for (uint32_t f = 0; f < glsort_form_count(); ++f)
        for (int k = 0; k < 2; ++k)
            for (int v = 0; v < 3; ++v) {
                const glsort_form* form = glsort_form_at(f);
                glsort_sort_desc desc = form->desc;
                glsort_plan* plan = NULL;
                desc.max_count = count;
                desc.key = keys[k];
                desc.values = values[v];
                begin("%s, %u u%d%s", form->name, count, k ? 64 : 32, names[v]);
                end(context, glsort_sort_create(context, &desc, &plan), &plan);
            }
}

static void try_orders(glsort_context* context, uint32_t count, glsort_backend backend)
{
    for (int variant = 0; variant < 8; ++variant) {
        glsort_order_desc desc = {
            .max_count = count,
            .cull = variant & 1 ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE,
            .max_views = variant & 2 ? 2 : 1,
            .command = GLSORT_COMMAND_DRAW_ARRAYS,
            .count_source =
                variant & 4 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
            .backend = backend,
        };
        glsort_plan* plan = NULL;
        begin("order %d, %u, backend %d", variant, count, (int)backend);
        end(context, glsort_order_create(context, &desc, &plan), &plan);
    }
}

static void try_segments(glsort_context* context, uint32_t count, glsort_backend backend)
{
    static const uint32_t lengths[] = {0, 64, 4096};
    for (int l = 0; l < 3; ++l) {
        glsort_segments_desc desc = {
            .max_count = count,
            .max_segments = count / 8,
            .max_length = lengths[l],
            .values = GLSORT_VALUES_4_BYTES,
            .backend = backend,
        };
        glsort_plan* plan = NULL;
        begin("segments of %u, %u, backend %d", lengths[l], count, (int)backend);
        end(context, glsort_segments_create(context, &desc, &plan), &plan);
    }
}

static void try_others(glsort_context* context, uint32_t count)
{
    glsort_plan* plan = NULL;
    glsort_lists_desc lists = {.max_lists = count / 4, .max_nodes = count};
    begin("lists, %u", count);
    end(context, glsort_lists_create(context, &lists, &plan), &plan);
    plan = NULL;
    glsort_scan_desc scan = {.max_count = count};
    begin("scan, %u", count);
    end(context, glsort_scan_create(context, &scan, &plan), &plan);
    plan = NULL;
    glsort_gather_desc gather = {
        .max_count = count,
        .stream_count = 3,
        .streams = {{4, 0}, {16, 0}, {60, 64}},
    };
    begin("gather, %u", count);
    end(context, glsort_gather_create(context, &gather, &plan), &plan);
}

int main(int argc, char** argv)
{
    char message[256] = "";
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // in order with what the driver prints
    struct offscreen_desc desc = {
        .debug = true, .or_newer = true, .platform = "device", .device = "0"};
    const uint32_t count = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    if (count == 0 || !offscreen_api_of(argv[1], &desc.api))
        fail("usage", "create_plans API COUNT");
    struct offscreen* gl = offscreen_create(&desc, message, sizeof message);
    if (gl == NULL || !offscreen_make_current(gl))
        fail("no context", message);
    PFNGLGETSTRINGPROC get_string =
        (PFNGLGETSTRINGPROC)offscreen_get_proc(gl, "glGetString");
    printf("device\t%s\t%s\n", (const char*)get_string(GL_RENDERER),
           (const char*)get_string(GL_VERSION));

    glsort_context* context = NULL;
    glsort_context_desc wanted = {
        .get_proc = get_proc,
        .get_proc_user = gl,
        .flags = GLSORT_CONTEXT_DEBUG,
        .message = message,
        .message_bytes = sizeof message,
    };
    if (glsort_context_create(&wanted, &context) != GLSORT_OK)
        fail("no glsort context", message);
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    printf("limits\t%u\t%u\t%u\n", limits.group_size, limits.shared_bytes,
           limits.storage_blocks);

    finish = (PFNGLFINISHPROC)offscreen_get_proc(gl, "glFinish");
    listen(gl); // after the probes of the creation
    try_sorts(context, count);
    for (int b = GLSORT_BACKEND_AUTO; b <= GLSORT_BACKEND_FRAGMENT; ++b) {
        try_orders(context, count, (glsort_backend)b);
        try_segments(context, count, (glsort_backend)b);
    }
    try_others(context, count);
    glsort_context_destroy(context);
    offscreen_destroy(gl);
    puts("done");
    return 0;
}
