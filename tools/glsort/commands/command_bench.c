// SPDX-License-Identifier: MIT
// The short form of the benchmark: the measuring is that of glsort-bench.
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "driver.h"
#include "key_list.h"
#include "order_work.h"
#include "session.h"

// What a user would choose among. The CPU's sorts are for glsort-bench.
static const char* const usual_forms[] = {
    "auto", "abisort", "bitonic-blocks", "bitonic-packed-fragment", "radix",
};

enum { USUAL_SECONDS = 2 };

_Static_assert(sizeof usual_forms / sizeof *usual_forms <= (size_t)MAX_ONLY,
               "there is room for the usual forms");

static void set_choice(struct choice* choice, const struct options* o)
{
    choice->seconds = o->budget > 0 ? o->budget : USUAL_SECONDS;
    if (o->has_iterations)
        choice->samples = o->iterations;
    if (o->plan.backend != GLSORT_BACKEND_AUTO)
        choice->backend = backend_name(o->plan.backend);
    if (o->form)
        choice->only[0] = o->form->name;
    else if (o->has_algorithm)
        choice->only[0] = glsort_algorithm_name(o->tuning.algorithm);
    else
        memcpy(choice->only, usual_forms, sizeof usual_forms);
}

static bool set_axis(struct axes* axes, const char* option, const char* word)
{
    bool fits = false;
    axes_option(axes, option, word, &fits);
    return fits || complain("%s: there is no \"%s\" to measure", option, word);
}

// Measures draw orders instead of sorts. The counts of --count are sizes of the pool if
// --alive names the numbers of elements that are alive in it.
static bool set_order(struct job* job, struct order_task* order, const struct options* o)
{
    order->desc = o->draw;
    order->cull_share = o->cull_share;
    job->order = order;
    job->alive = (struct axes){.count_count = 0};
    if (!o->alive)
        return true;
    bool fits = false, any = false;
    axes_option(&job->alive, "--count", o->alive, &fits);
    for (uint32_t i = 0; fits && i < job->alive.count_count; i++)
        for (uint32_t k = 0; k < job->axes.count_count; k++)
            any = any || job->alive.counts[i] <= job->axes.counts[k];
    if (!fits)
        return complain("--alive: there is no \"%s\" to measure", o->alive);
    return any ||
           complain("--alive %s: that many do not fit in the pool of --count", o->alive);
}

static bool set_axes(struct axes* axes, const struct options* o)
{
    return set_axis(axes, "--count", o->count_list ? o->count_list : "2^12,2^16,2^20") &&
           set_axis(axes, "--key", keys_type_name(o->plan.key)) &&
           set_axis(axes, "--order", options_order_name(o->plan.direction)) &&
           (!o->has_values ||
            set_axis(axes, "--values", value_types[o->plan.values].name));
}

bool command_bench(const struct options* o)
{
    if (o->segments)
        return bench_segments(o);
    char message[2048] = "";
    struct session session = {0};
    struct order_task order = {.count = 0};
    struct job job;
    job_default(&job);
    job.command = "glsort bench";
    set_choice(&job.choice, o);
    job.outputs[o->json ? ROWS_JSON : ROWS_TEXT] = "-";
    if (job.choice.samples > MAX_SAMPLES)
        return complain("--iterations is at most %d here, not %lu", MAX_SAMPLES,
                        (unsigned long)job.choice.samples);
    if (!set_axes(&job.axes, o) || (o->order && !set_order(&job, &order, o)))
        return false;
    if (!job_has_forms(&job, message, sizeof message))
        return complain("%s", message);
    if (!session_open(&session, o))
        return false;
    job.api = offscreen_api_name(session.api);
    bool good = job_run(&job, &session.gl, session.context, message, sizeof message) ||
                complain("%s", message);
    session_close(&session);
    return good;
}
