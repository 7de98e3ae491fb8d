// SPDX-License-Identifier: MIT
// The structs behind the opaque handles of the public interface, and what its entry
// points share.
#ifndef GLSORT_HANDLES_H
#define GLSORT_HANDLES_H

#include "caller.h"
#include "device.h"
#include "executor.h"
#include "build.h"
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
    bool offline;              // of the device only the limits are set
    struct device device;
    struct known known; // in browsers
    struct programs programs;
    struct shared_scratch shared[2]; // of compute, and of fragment passes
    struct choice_table table;
    struct message message;
};

// Distinct programs of a plan's schedules.
enum { PLAN_PROGRAMS = 64 };

struct glsort_plan {
    glsort_context* context; // NULL: the context is gone
    const char* fate;        // then "destroyed" or "abandoned"
    glsort_plan* next;       // in the context's list
    glsort_plan* previous;
    glsort_allocator allocator;
    struct message* message; // the context's, or own_message
    struct message own_message;
    void* what;                  // see recipe.h
    struct glsort_tuning tuning; // of `what`, which names it
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
    bool full;            // there were more
    bool transfers;       // runs upload or download
    bool gpu_count;       // schedules have a count on the GPU
    uint8_t buffer_units; // of all schedules
    bool finished;        // the programs are linked, the objects made: runs may begin

    // What the last run took: most runs have the arguments of the one before, of which
    // only the objects are checked again.
    struct {
        bool holds;
        bool patched; // the parameters have the bases of the slots
        uint32_t count;
        struct measured* list; // of its arguments, in memory that ends with them
        void* args;
        struct shape shape;
    } last;

    // The open run.
    bool held; // the next run opens, and stops before its first pass
    bool open;
    bool cut; // the last run ended before its last pass
    uint32_t next_pass;
    uint32_t consumers;
};

static inline bool plan_is_fragment(const struct glsort_plan* plan)
{
    return plan->core.desc.backend == GLSORT_BACKEND_FRAGMENT;
}

// The entry point `name`, for error sentences. context and plan may be NULL.
static inline struct call context_call(glsort_context* context, const char* name)
{
    return (struct call){name, context == NULL ? NULL : &context->message};
}

static inline struct call plan_call(const struct glsort_plan* plan, const char* name)
{
    return (struct call){name, plan == NULL ? NULL : plan->message};
}

// ---- context.c

// glsort_context_create() with lines put before every shader, such as "#define NAME 1\n";
// NULL for none; copied. For tests.
glsort_result glsort_context_create_defining(const glsort_context_desc* desc,
                                             const char* defines,
                                             glsort_context** context);

// True if a call that destroys may delete GL objects: the context's GL context is
// current. Otherwise the log says that `name` does not, unless the context is offline.
bool glsort_context_deletes(const glsort_context* context, const char* name);

// ---- plan.c

// What the public creations do: creates a plan by its recipe. context, desc and plan may
// be NULL.
glsort_result glsort_plan_make(glsort_context* context, const struct recipe* recipe,
                               const void* desc, glsort_plan** plan);

// Gives the plan scratch of its own, if it shares any: before a run in steps.
glsort_result glsort_plan_unshare(struct glsort_plan* plan, const struct call* call);

// Removes the plan from its context; fate is the word for error sentences. The plan keeps
// host memory until glsort_plan_destroy(). deletes_objects: GL objects, too.
void glsort_plan_detach(struct glsort_plan* plan, const char* fate, bool deletes_objects);

// ---- plan_checks.c: what every call checks before its arguments

// The plan is not NULL, and its context not gone.
glsort_result glsort_plan_check(const struct glsort_plan* plan, const struct call* call);
// Also, its creation is finished.
glsort_result glsort_plan_check_finished(const struct glsort_plan* plan,
                                         const struct call* call);
// Also, it is not offline, and no run of it is open.
glsort_result glsort_plan_check_runnable(const struct glsort_plan* plan,
                                         const struct call* call);

// The current GL context is the plan's.
glsort_result glsort_plan_check_context(const struct glsort_plan* plan,
                                        const struct call* call);
// Also, GL does what passes ask for (glsort_device_check_modes).
glsort_result glsort_plan_check_modes(const struct glsort_plan* plan,
                                      const struct call* call);

// ---- run.c

// What the public runs do. args: the struct of the recipe, or NULL.
glsort_result glsort_plan_run(glsort_plan* plan, const struct recipe* recipe,
                              const void* args);

// Builds the schedule of this shape, unless it is built.
void glsort_plan_build(struct glsort_plan* plan, const struct shape* shape);

// Runs all passes of the schedule that is built, without time stamps. The caller has
// saved the state, which glsort_plan_run_scope() names (STATE_* of state.h).
void glsort_plan_run_unseen(struct glsort_plan* plan, const struct gl_state* state);
uint32_t glsort_plan_run_scope(const struct glsort_plan* plan);

#endif
