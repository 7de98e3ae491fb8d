// SPDX-License-Identifier: MIT
// Random plans sort random keys, and every byte of the caller's memory is compared with
// what a merge sort on the CPU says should be there.
//
// A case draws a plan's descriptor, and for some runs of that plan: the count, the keys
// and values, where they lie, what is in place, whether it runs at once or in steps with
// peeks and runs of another plan between. Checked: results, everything around and between
// them, inputs, GL errors, that runs take no memory, that refused calls change nothing
// and say why, and that creation, glsort_max_count and offline plans agree.
#include <stdlib.h>

#include "fuzz_job.h"
#include "fuzz_plan.h"
#include "plans.h"

enum { COUNT_MOST = 20000, COUNT_RARE = 300000, COUNT_BETWEEN = 2000 };

// A plan and what it was made from; NULL: none.
struct subject {
    glsort_plan* plan;
    glsort_sort_desc desc;
    glsort_tuning tuning; // its own
};

// A wrong call before the right one: refused, without a trace.
static void refuse_run(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan)
{
    glsort_sort_args args;
    const glsort_sort_args* given = fuzz_job_spoil(j, r, &args) ? &args : NULL;
    bool begins = fuzz_one_in(r, 2);
    glsort_result result =
        begins ? begin_sort(plan, given) : glsort_sort_run(plan, given);
    fuzz_expect_refused(j->world, "glsort_sort_run", result,
                        glsort_plan_last_error(plan));
    if (glsort_plan_passes_left(plan) != 0)
        fuzz_fail("a refused run has passes left");
    fuzz_job_check(j, "a refused run");
}

static void step(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan)
{
    uint32_t left = glsort_plan_passes_left(plan);
    uint32_t passes = fuzz_one_in(r, 4) ? UINT32_MAX : fuzz_below(r, left / 2 + 3);
    fuzz_expect_ok(j->world, "glsort_plan_step", glsort_plan_step(plan, passes),
                   glsort_plan_last_error(plan));
    uint32_t done = passes < left ? passes : left;
    if (glsort_plan_passes_left(plan) != left - done)
        fuzz_fail("%u passes are left after a step of %u of %u",
                  glsort_plan_passes_left(plan), passes, left);
}

static void run_at_once(struct fuzz_job* j, glsort_plan* plan)
{
    uint32_t calls = j->world->heap.calls;
    fuzz_expect_ok(j->world, "glsort_sort_run", glsort_sort_run(plan, &j->args),
                   glsort_plan_last_error(plan));
    if (j->world->heap.calls != calls)
        fuzz_fail("a run has taken memory or given some back");
    fuzz_job_expect_sorted(j);
}

// Of another plan, while a run is open; neither may disturb the other.
static void run_between(struct fuzz_world* w, struct fuzz_random* r,
                        const struct subject* other)
{
    struct fuzz_job j;
    fuzz_note("    between its steps:\n  ");
    fuzz_job_open(&j, w, r, &other->desc);
    run_at_once(&j, other->plan);
    fuzz_job_check(&j, "a run between steps of another plan's");
    fuzz_job_close(&j);
}

// Begin, steps of random sizes and peeks, end; seldom before all passes have run.
static void run_in_steps(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan,
                         const struct subject* other)
{
    bool peeks = fuzz_one_in(r, 2);
    bool stops = fuzz_one_in(r, 8);
    fuzz_note("    in steps%s%s\n", peeks ? ", with peeks" : "", stops ? ", stops" : "");
    fuzz_expect_ok(j->world, "begin_sort", begin_sort(plan, &j->args),
                   glsort_plan_last_error(plan));
    while (glsort_plan_passes_left(plan) > 0 && !(stops && fuzz_one_in(r, 4))) {
        if (peeks && fuzz_one_in(r, 3))
            fuzz_job_peek(j, r, plan);
        if (other->plan != NULL && fuzz_one_in(r, 3))
            run_between(j->world, r, other);
        step(j, r, plan);
    }
    bool is_whole = glsort_plan_passes_left(plan) == 0;
    if (peeks && is_whole)
        fuzz_job_peek(j, r, plan);
    fuzz_expect_ok(j->world, "glsort_plan_end", glsort_plan_end(plan),
                   glsort_plan_last_error(plan));
    if (is_whole)
        fuzz_job_expect_sorted(j);
    else
        fuzz_job_adopt_outputs(j);
}

static void read_timings(struct fuzz_world* w, glsort_plan* plan)
{
    uint32_t room = 0;
    uint64_t none[1];
    glsort_result result = glsort_plan_timings(plan, none, &room);
    uint64_t* times = calloc(room + 1, sizeof *times);
    if (times == NULL)
        fuzz_fail("no memory for %u times", room);
    if (result == GLSORT_ERROR_RANGE)
        result = glsort_plan_timings(plan, times, &room);
    fuzz_expect_sane(w, "glsort_plan_timings", result, glsort_plan_last_error(plan));
    if (result < 0)
        fuzz_fail("glsort_plan_timings: %s", glsort_plan_last_error(plan));
    free(times);
}

static void run_once(struct fuzz_world* w, struct fuzz_random* r,
                     const struct subject* subject, const struct subject* other)
{
    struct fuzz_job j;
    bool is_timed = (subject->desc.flags & GLSORT_PLAN_TIMINGS) != 0;
    fuzz_job_open(&j, w, r, &subject->desc);
    if (fuzz_one_in(r, 4))
        refuse_run(&j, r, subject->plan);
    if (fuzz_one_in(r, 3))
        run_in_steps(&j, r, subject->plan, other);
    else
        run_at_once(&j, subject->plan);
    fuzz_job_check(&j, "a run");
    if (is_timed && fuzz_one_in(r, 2))
        read_timings(w, subject->plan);
    fuzz_job_close(&j);
}

static void open_subject(struct subject* subject, struct fuzz_world* w,
                         struct fuzz_random* r, uint32_t most)
{
    subject->desc = fuzz_draw_desc(w, r, most, &subject->tuning);
    fuzz_note_desc(&subject->desc);
    subject->plan = fuzz_create_plan(w, r, &subject->desc);
}

static void close_subject(struct fuzz_world* w, const struct subject* subject)
{
    glsort_plan_destroy(subject->plan);
    fuzz_gl_expect_no_error(&w->gl, "glsort_plan_destroy");
}

static void run_case(struct fuzz_world* w, struct fuzz_random* r)
{
    uint32_t most = fuzz_one_in(r, 40) ? COUNT_RARE : COUNT_MOST;
    struct subject other = {0}, subject = {0};
    open_subject(&subject, w, r, most);
    if (subject.plan == NULL) {
        ++w->refused;
        return;
    }
    if (fuzz_one_in(r, 4))
        open_subject(&other, w, r, COUNT_BETWEEN);
    for (uint32_t runs = fuzz_between(r, 1, 5); runs > 0; --runs) {
        uint32_t described = fuzz_below(r, subject.desc.max_count + 1);
        if (fuzz_one_in(r, 4))
            fuzz_check_description(w, subject.plan, &subject.desc, described);
        run_once(w, r, &subject, &other);
    }
    close_subject(w, &subject);
    close_subject(w, &other);
}

int main(int argc, char** argv)
{
    const struct fuzz_program program = {
        .seconds = 4, .seconds_all = 60, .run_case = run_case};
    return fuzz_main(argc, argv, &program);
}
