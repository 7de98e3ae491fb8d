// SPDX-License-Identifier: MIT
// Random plans sort random keys, and every byte of the caller's memory is compared with
// what a merge sort on the CPU says should be there.
//
// A case draws a plan's descriptor, and for some runs of that plan: the count, the keys
// and values, where they lie, what is in place, whether it runs at once or in steps with
// peeks, runs of another plan and careless calls between. Checked: results, everything
// around and between them, inputs, GL errors, that runs take no memory, that refused
// calls change nothing and say why, and that creation and glsort_max_count agree.
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

// In one field, any value or one near those that are right.
static void spoil_desc(struct fuzz_random* r, glsort_sort_desc* desc,
                       glsort_tuning* tuning)
{
    uint32_t* const fields[] = {
        (uint32_t*)&desc->key,
        (uint32_t*)&desc->direction,
        (uint32_t*)&desc->values,
        (uint32_t*)&desc->backend,
        (uint32_t*)&desc->count_source,
        (uint32_t*)&tuning->algorithm,
        (uint32_t*)&tuning->method,
        &tuning->local_size,
        &tuning->merge_size,
        &desc->textures,
        &desc->flags,
        &desc->key_stride,
        &desc->value_stride,
        &desc->max_count,
    };
    uint32_t* field = fields[fuzz_below(r, sizeof fields / sizeof fields[0])];
    *field = fuzz_one_in(r, 2) ? fuzz_below(r, 9) : fuzz_word(r);
}

// Of an odd descriptor, where memory may run out.
static void create_carelessly(struct fuzz_world* w, struct fuzz_random* r)
{
    glsort_tuning tuning;
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = fuzz_draw_desc(w, r, COUNT_BETWEEN, &tuning);
    spoil_desc(r, &desc, &tuning);
    if (desc.max_count > COUNT_MOST)
        desc.max_count = COUNT_MOST;
    w->heap.fails_in = fuzz_below(r, 10);
    const glsort_sort_desc* given = fuzz_one_in(r, 12) ? NULL : &desc;
    glsort_result result = glsort_sort_create(w->context, given, &plan);
    w->heap.fails_in = 0;
    fuzz_expect_sane(w, "glsort_sort_create", result, glsort_last_error(w->context));
    if ((plan != NULL) != (result == GLSORT_OK))
        fuzz_fail("glsort_sort_create returns %s", glsort_result_name(result));
    glsort_plan_destroy(plan);
}

// A call that a careless caller makes before a run or, of a plan that is open, between
// its steps: it is refused or changes nothing.
static void call_carelessly(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan,
                            bool is_open)
{
    struct fuzz_world* w = j->world;
    uint32_t room = fuzz_below(r, 65);
    uint64_t times[64];
    size_t bytes = 0;
    glsort_plan_info info;
    switch (fuzz_below(r, 6)) {
    case 0:
        fuzz_expect_refused(w, is_open ? "begin_sort" : "glsort_plan_end",
                            is_open ? begin_sort(plan, &j->args) : glsort_plan_end(plan),
                            glsort_plan_last_error(plan));
        break;
    case 1:
        fuzz_expect_refused(w, "glsort_plan_peek", glsort_plan_peek(plan, NULL),
                            glsort_plan_last_error(plan));
        break;
    case 2:
        fuzz_expect_sane(w, "glsort_plan_describe",
                         glsort_plan_describe(plan, fuzz_word(r), 0, &info),
                         glsort_plan_last_error(plan));
        break;
    case 3:
        fuzz_expect_sane(w, "glsort_plan_timings",
                         glsort_plan_timings(plan, fuzz_one_in(r, 4) ? NULL : times,
                                             fuzz_one_in(r, 4) ? NULL : &room),
                         glsort_plan_last_error(plan));
        break;
    case 4:
        fuzz_expect_sane(
            w, "glsort_context_programs",
            glsort_context_programs(w->context, fuzz_one_in(r, 2) ? times : NULL, &bytes),
            glsort_last_error(w->context));
        break;
    default: create_carelessly(w, r);
    }
    fuzz_gl_expect_no_error(&w->gl, "a careless call");
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
        if (fuzz_one_in(r, 8))
            call_carelessly(j, r, plan, true);
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

static void run_once(struct fuzz_world* w, struct fuzz_random* r,
                     const struct subject* subject, const struct subject* other)
{
    struct fuzz_job j;
    fuzz_job_open(&j, w, r, &subject->desc);
    if (fuzz_one_in(r, 4))
        refuse_run(&j, r, subject->plan);
    if (fuzz_one_in(r, 3))
        call_carelessly(&j, r, subject->plan, false);
    if (fuzz_one_in(r, 3))
        run_in_steps(&j, r, subject->plan, other);
    else
        run_at_once(&j, subject->plan);
    fuzz_job_check(&j, "a run");
    fuzz_job_close(&j);
}

static void open_subject(struct subject* subject, struct fuzz_world* w,
                         struct fuzz_random* r, uint32_t most)
{
    subject->desc = fuzz_draw_desc(w, r, most, &subject->tuning);
    fuzz_note_desc(&subject->desc);
    subject->plan = fuzz_create_plan(w, &subject->desc);
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
