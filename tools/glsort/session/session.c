// SPDX-License-Identifier: MIT
#include "session.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "input.h"

// Without --api, the first API that the device has; a request for the compute backend or
// a named API is not lowered.
static bool open_offscreen(struct session* s, const struct options* o)
{
    char message[2048] = "";
    char first[2048] = "";
    struct offscreen_desc desc = {.platform = o->platform, .device = o->device};
    enum offscreen_api last = OFFSCREEN_GLES30;
    desc.api = OFFSCREEN_GL43;
    desc.or_newer = !o->has_api;
    if (o->has_api)
        desc.api = last = o->api;
    else if (o->plan.backend == GLSORT_BACKEND_COMPUTE)
        last = OFFSCREEN_GLES31;
    for (;; desc.api++) {
        s->offscreen = offscreen_create(&desc, message, sizeof message);
        if (s->offscreen || desc.api == last)
            break;
        if (!*first)
            memcpy(first, message, sizeof first);
    }
    if (!s->offscreen)
        return complain("%s", *first ? first : message);
    s->api = desc.api;
    if (!offscreen_make_current(s->offscreen))
        return complain("the GL context cannot be made current");
    return bench_gl_load(&s->gl, s->offscreen) ||
           complain("the GL driver lacks functions of every version");
}

static void log_message(void* user, glsort_severity severity, const char* message)
{
    struct session* s = user;
    if (severity != GLSORT_SEVERITY_WARNING)
        return;
    s->loaded = false;
    if (!s->options->quiet)
        warn("%s", message);
}

// The contents of the files of --load and --table, for the context.
struct given {
    struct bytes programs;
    struct bytes table;
};

static bool create_context(struct session* s, const struct given* g)
{
    char message[1024] = "";
    glsort_context_desc desc = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = s->offscreen,
        .log = log_message,
        .log_user = s,
        .flags = GLSORT_CONTEXT_COMPILER_THREADS,
        .message = message,
        .message_bytes = sizeof message,
        .programs = g->programs.count ? g->programs.at : NULL,
        .programs_bytes = g->programs.count,
        .table = g->table.at,
    };
    s->loaded = g->programs.count > 0; // a warning in the log sets it to false
    glsort_result result = glsort_context_create(&desc, &s->context);
    if (result < 0)
        return complain("%s", *message ? message : glsort_result_name(result));
    glsort_context_limits(s->context, &s->limits);
    return true;
}

// As text that ends with a zero byte: table->at is NULL only if there is none.
static bool read_table(const struct options* o, struct bytes* table)
{
    if (!o->table)
        return true;
    if (!input_read(o->table, table))
        return false;
    return strlen(table->at) == table->count ||
           complain("%s holds a zero byte, so it is not a table", input_name(o->table));
}

bool session_open(struct session* s, const struct options* o)
{
    struct given g = {0};
    *s = (struct session){.options = o};
    bool good = (!o->dump || output_open(&s->dump, o->dump)) &&
                (!o->load || input_read(o->load, &g.programs)) &&
                read_table(o, &g.table) && open_offscreen(s, o);
    if (good && o->load && g.programs.count == 0)
        warn("%s is empty; the shaders are compiled instead", o->load);
    good = good && create_context(s, &g);
    bytes_release(&g.programs);
    bytes_release(&g.table);
    if (!good)
        session_close(s);
    return good;
}

void session_close(struct session* s)
{
    glsort_context_destroy(s->context);
    offscreen_destroy(s->offscreen);
    output_discard(&s->dump);
    *s = (struct session){0};
}

bool session_dump(struct session* s)
{
    struct bytes blob = {0};
    size_t size = 0;
    if (!s->options->dump)
        return true;
    glsort_result result = glsort_context_programs(s->context, NULL, &size);
    if (result >= 0) {
        if (!bytes_reserve(&blob, size))
            return false;
        result = glsort_context_programs(s->context, blob.at, &size);
        blob.count = size;
    }
    bool good = result >= 0 ? output_write(&s->dump, &blob) && output_commit(&s->dump)
                            : complain("%s", glsort_last_error(s->context));
    bytes_release(&blob);
    return good;
}

const char* session_renderer(const struct session* s)
{
    const GLubyte* text = s->gl.GetString(GL_RENDERER);
    return text ? (const char*)text : "unknown";
}
