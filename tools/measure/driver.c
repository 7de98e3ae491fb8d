// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_commit.h"

void job_default(struct job* job)
{
    *job = (struct job){.choice = {.seconds = 20.0, .samples = 25}, .command = ""};
    axes_default(&job->axes);
}

// ---- outputs --------------------------------------------------------------------------

struct outputs {
    struct row_writer writers[ROW_FORMATS];
    struct row_writer* list[ROW_FORMATS];
    const char* paths[ROW_FORMATS];
    uint32_t count;
};

static bool open_output(struct outputs* o, const char* path, enum row_format format,
                        const struct origin* origin, char* message, size_t bytes)
{
    FILE* file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!file) {
        snprintf(message, bytes, "%s cannot be written: %s", path, strerror(errno));
        return false;
    }
    o->writers[o->count] = rows_start(file, format, origin);
    o->list[o->count] = &o->writers[o->count];
    o->paths[o->count++] = path;
    return true;
}

static bool open_outputs(struct outputs* o, const struct job* job,
                         const struct origin* origin, char* message, size_t bytes)
{
    *o = (struct outputs){.count = 0};
    for (int format = ROWS_TEXT; format < ROW_FORMATS; ++format)
        if (job->outputs[format] &&
            !open_output(o, job->outputs[format], (enum row_format)format, origin,
                         message, bytes))
            return false;
    return true;
}

static bool close_outputs(struct outputs* o, char* message, size_t bytes)
{
    bool good = true;
    for (uint32_t i = 0; i < o->count; ++i) {
        bool ended = rows_end(&o->writers[i]);
        if (o->writers[i].file != stdout)
            ended = fclose(o->writers[i].file) == 0 && ended;
        if (!ended)
            snprintf(message, bytes, "%s cannot be written",
                     o->writers[i].file == stdout ? "standard output" : o->paths[i]);
        good = good && ended;
    }
    return good;
}

// ---- running --------------------------------------------------------------------------

struct running {
    struct bench* bench;
    struct outputs* outputs;
    char* message;
    size_t message_bytes;
};

static bool run_task(void* user, const struct task* task, bool first)
{
    struct running* r = user;
    if (first)
        bench_forget(r->bench);
    return bench_task(r->bench, task, r->outputs->list, r->outputs->count, r->message,
                      r->message_bytes);
}

// Runs each count; or, in a buffer of each count, every count of `alive` that fits.
static bool run_orders(struct running* r, const struct job* job)
{
    bool good = true;
    bench_forget(r->bench);
    for (uint32_t i = 0; i < job->axes.count_count; ++i) {
        struct order_task task = *job->order;
        uint32_t alive_count = job->alive.count_count;
        task.desc.max_count = job->axes.counts[i];
        for (uint32_t k = 0; k < (alive_count == 0 ? 1 : alive_count); ++k) {
            task.count = alive_count == 0 ? task.desc.max_count : job->alive.counts[k];
            if (task.count <= task.desc.max_count)
                good = bench_order(r->bench, &task, r->outputs->list, r->outputs->count,
                                   r->message, r->message_bytes) &&
                       good;
        }
    }
    return good;
}

bool job_has_forms(const struct job* job, char* message, size_t bytes)
{
    if (job->order || !choice_is_empty(&job->choice, job->peers))
        return true;
    snprintf(message, bytes, "there is no form of this algorithm on this backend");
    return false;
}

bool job_run(const struct job* job, const struct bench_gl* gl, glsort_context* context,
             char* message, size_t bytes)
{
    struct outputs outputs;
    struct bench bench = {.choice = job->choice, .peers = job->peers};
    struct origin origin = {
        .device = (const char*)gl->GetString(GL_RENDERER),
        .driver = (const char*)gl->GetString(GL_VERSION),
        .api = job->api,
        .commit = job->commit ? job->commit : BENCH_COMMIT,
        .command = job->command,
    };
    time_t now = time(NULL);
    strftime(origin.date, sizeof origin.date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    bench_open(&bench, gl, context);
    struct running running = {&bench, &outputs, message, bytes};
    bool good = open_outputs(&outputs, job, &origin, message, bytes) &&
                (job->order ? run_orders(&running, job)
                            : axes_for_each(&job->axes, run_task, &running));
    good = close_outputs(&outputs, message, bytes) && good;
    bench_close(&bench);
    return good;
}
