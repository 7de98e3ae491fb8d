// SPDX-License-Identifier: MIT
// The structs behind the opaque handles of the public interface.
#ifndef GLSORT_HANDLES_H
#define GLSORT_HANDLES_H

#include "caller.h"
#include "device.h"
#include "executor.h"
#include "plan_core.h"
#include "programs.h"
#include "resources.h"
#include "timer.h"

enum {
    ALL_CONSUMERS = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_VERTEX |
                    GLSORT_CONSUMER_INDIRECT | GLSORT_CONSUMER_TEXTURE |
                    GLSORT_CONSUMER_COPY | GLSORT_CONSUMER_UNIFORM |
                    GLSORT_CONSUMER_PIXEL | GLSORT_CONSUMER_STORAGE
};

struct glsort_context {
    glsort_allocator allocator;
    struct glsort_plan* plans; // list of its plans, linked by next and previous
    struct device device;
    struct known known; // in browsers
    struct programs programs;
    struct choice_table table;
    struct message message;
};

// Distinct programs of a plan's schedules.
enum { PLAN_PROGRAMS = 32 };

struct glsort_plan {
    glsort_context* context; // NULL: the plan is offline, or the context is gone
    const char* fate;        // "destroyed" or "abandoned" if the context is gone, or NULL
    glsort_plan* next;       // in the context's list
    glsort_plan* previous;
    glsort_allocator allocator;
    struct message* message; // the context's, or own_message
    struct message own_message;
    struct plan_core core;

    // Unused by offline plans.
    struct resources resources;
    struct executor executor;
    struct timer timer;
    uint32_t region;        // the uniform region of the last run
    bool uploaded;          // the region holds the parameters of the current schedule
    uint8_t* region_params; // copy of the parameters in the region: a schedule for
    uint32_t region_used;   // another count may have the same
    struct program_id programs[PLAN_PROGRAMS]; // of all runs
    uint32_t program_count;
    bool transfers;          // runs upload or download
    bool finished;           // the programs are linked, the objects made: runs may begin
    glsort_resource scratch; // the caller's; none: not set, or the plan has its own

    // The open run.
    bool open;
    bool cut; // the last run ended before its last pass
    uint32_t next_pass;
    uint32_t consumers;
};

// Creates a plan whose schedule a composition builds (plan_core.h). begin leaves
// it unfinished.
glsort_result glsort_plan_compose(glsort_context* context, const struct call* call,
                                  const glsort_plan_desc* desc,
                                  const struct composition* composition,
                                  glsort_plan** plan);
glsort_result glsort_plan_compose_begin(glsort_context* context, const struct call* call,
                                        const glsort_plan_desc* desc,
                                        const struct composition* composition,
                                        glsort_plan** plan);

// Goes on with an unfinished plan: to the end if it waits, otherwise as
// glsort_plan_create_poll() does. GLSORT_OK: it is finished.
glsort_result glsort_plan_advance(struct glsort_plan* plan, bool waits,
                                  const struct call* call);
// The same with the checks of entry point `call`.
glsort_result glsort_plan_go_on(struct glsort_plan* plan, bool waits, const char* call);

// The error of entry point `call` if the plan is unfinished.
glsort_result glsort_plan_check_finished(const struct glsort_plan* plan,
                                         const char* call);

// The error of entry point `call` if the plan is unfinished, offline, or has an open run.
glsort_result glsort_plan_check_runnable(const struct glsort_plan* plan,
                                         const char* call);

// As glsort_plan_compose(), without a device.
glsort_result glsort_plan_compose_offline(const struct glsort_limits* limits,
                                          const glsort_plan_desc* desc,
                                          const struct composition* composition,
                                          const struct call* call, glsort_plan** plan);

// Also for plans that are part of another object, which glsort_plan_destroy() ignores.
void glsort_plan_release(glsort_plan* plan);

// A run of a composed plan, after its checks: builds the schedule, unless it is built for
// this count and in_place; then, with slots and per-run block set, runs all passes, or
// opens a run in steps.
void glsort_plan_build_run(struct glsort_plan* plan, uint32_t count, bool in_place);
void glsort_plan_run_built(struct glsort_plan* plan, uint32_t consumers);
void glsort_plan_begin_built(struct glsort_plan* plan, uint32_t consumers);

// Returns GLSORT_ERROR_STATE with a sentence if the plan is part of another object.
glsort_result glsort_plan_check_own(const struct glsort_plan* plan, const char* call);

// Runs all passes of the schedule that is built, without time stamps. The caller has
// saved the state, which glsort_plan_run_scope() names (STATE_* of state.h).
void glsort_plan_run_unseen(struct glsort_plan* plan, const struct gl_state* state);
uint32_t glsort_plan_run_scope(const struct glsort_plan* plan);

// Describes the schedule that is built.
void glsort_plan_fill_info(const struct glsort_plan* plan, uint32_t count,
                           glsort_plan_info* info);

// glsort_plan_pass() for entry point `call`.
glsort_result glsort_plan_describe_pass(const glsort_plan* plan, uint32_t at,
                                        glsort_pass_info* info, const char* call);

// glsort_context_create() with lines put before every shader, such as "#define NAME 1\n";
// NULL for none; copied. For tests.
glsort_result glsort_context_create_defining(const glsort_context_desc* desc,
                                             const char* defines,
                                             glsort_context** context);

// What creations of the context's objects check of GL: that a context is current, and
// that it is in no mode in which they would fail.
glsort_result glsort_context_check_modes(const struct glsort_context* context,
                                         const struct call* call);

static inline struct call context_call(glsort_context* context, const char* name)
{
    return (struct call){name, context == NULL ? NULL : &context->message};
}

// Checks that plan is not NULL and that its context is not gone. Returns the error of
// entry point `call` otherwise.
glsort_result glsort_plan_check(const struct glsort_plan* plan, const char* call);

// Removes the plan from its context; fate is the word for error sentences. The plan keeps
// host memory until glsort_plan_destroy(). deletes_objects: false if GL is gone too.
void glsort_plan_detach(struct glsort_plan* plan, const char* fate, bool deletes_objects);

// Returns GLSORT_ERROR_CONTEXT with a sentence if a query shows that the current GL
// context is not the plan's, or that there is none. Queries nothing with
// GLSORT_CONTEXT_CLOBBERS_STATE.
glsort_result glsort_plan_check_context(const struct glsort_plan* plan, const char* call);

// The same, and that GL does what passes ask for (glsort_device_check_modes).
glsort_result glsort_plan_check_modes(const struct glsort_plan* plan, const char* call);

// The checks before a run: the scratch is set, exists, and no open run uses it. Entry
// point `call` is for error sentences.
glsort_result glsort_scratch_check_run(const struct glsort_plan* plan, const char* call);

// True if these bytes of the buffer overlap the scratch that is set for the plan.
bool glsort_scratch_overlaps(const struct glsort_plan* plan, GLuint buffer,
                             uint64_t first, uint64_t bytes);

// With GL: the buffer exists, is not mapped and is large enough.
glsort_result glsort_scratch_check_object(const struct glsort_plan* plan,
                                          const glsort_resource* scratch,
                                          const char* call);

static inline bool plan_is_fragment(const struct glsort_plan* plan)
{
    return plan->core.desc.backend == GLSORT_BACKEND_FRAGMENT;
}

#endif
