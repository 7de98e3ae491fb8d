// SPDX-License-Identifier: MIT
// What the opaque handles of the public interface hold.
#ifndef GLSORT_HANDLES_H
#define GLSORT_HANDLES_H

#include "device.h"
#include "executor.h"
#include "plan_core.h"
#include "programs.h"
#include "resources.h"
#include "timer.h"

struct glsort_context {
    glsort_allocator allocator;
    struct glsort_plan* plans; // all of its own, by next and previous
    struct device device;
    struct programs programs;
    struct choice_table table;
    struct message message;
};

struct glsort_plan {
    glsort_context* context; // NULL: offline, or gone
    const char* fate;        // what became of the context; NULL: nothing
    glsort_plan* next;       // of the context's
    glsort_plan* previous;
    glsort_allocator allocator;
    struct message* message; // the context's, or own_message
    struct message own_message;
    struct plan_core core;

    // Not offline only.
    struct resources resources;
    struct executor executor;
    struct timer timer;
    uint32_t region; // uniform region used last
    bool uploaded;   // the region holds the parameters of the schedule

    // Of the open run.
    bool open;
    uint32_t next_pass;
    uint32_t consumers;
};

// GLSORT_OK, or what a call answers that has no plan, or one whose context is gone.
glsort_result glsort_plan_check(const struct glsort_plan* plan, const char* call);

// Takes the plan from its context, whose fate is one word for people. What is left of it
// is host memory, for glsort_plan_destroy(). GL objects are deleted unless GL is gone
// too.
void glsort_plan_detach(struct glsort_plan* plan, const char* fate, bool deletes_objects);

// GLSORT_ERROR_CONTEXT with a sentence unless the plan's GL context is current, as far as
// GL tells; a context that may clobber state is not asked.
glsort_result glsort_plan_check_context(const struct glsort_plan* plan, const char* call);

static inline bool plan_is_fragment(const struct glsort_plan* plan)
{
    return plan->core.desc.backend == GLSORT_BACKEND_FRAGMENT;
}

#endif
