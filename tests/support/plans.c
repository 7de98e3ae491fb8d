// SPDX-License-Identifier: MIT
#include "plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct offline {
    struct offline* next;
    glsort_limits limits;
    glsort_context* context;
};

static glsort_context* open(const glsort_limits* limits, char* message, size_t bytes)
{
    static struct offline* all;
    struct offline* o = all;
    while (limits != NULL && o != NULL && memcmp(&o->limits, limits, sizeof *limits) != 0)
        o = o->next;
    if (limits != NULL && o != NULL)
        return o->context;
    o = calloc(1, sizeof *o);
    if (o == NULL ||
        glsort_context_create_offline(limits, message, bytes, &o->context) != GLSORT_OK) {
        free(o);
        return NULL;
    }
    o->limits = *limits;
    o->next = all;
    return (all = o)->context;
}

glsort_limits least_limits(uint32_t version, int is_gles)
{
    glsort_limits limits;
    if (glsort_limits_minimum(version, is_gles, &limits) != GLSORT_OK)
        abort();
    return limits;
}

glsort_context* offline_context(const glsort_limits* limits)
{
    return open(limits, NULL, 0);
}

static glsort_result tell(glsort_result result, const glsort_context* context,
                          char* message, size_t bytes)
{
    if (context != NULL && message != NULL && bytes > 0)
        snprintf(message, bytes, "%s", result < 0 ? glsort_last_error(context) : "");
    return result;
}

#define OFFLINE(KIND)                                                                    \
    glsort_result offline_##KIND(const glsort_limits* limits,                            \
                                 const glsort_##KIND##_desc* desc, char* message,        \
                                 size_t message_bytes, glsort_plan** plan)               \
    {                                                                                    \
        glsort_context* context = open(limits, message, message_bytes);                  \
        glsort_result result = glsort_##KIND##_create(context, desc, plan);              \
        return tell(result, context, message, message_bytes);                            \
    }
#define BEGINS(KIND)                                                                     \
    glsort_result begin_##KIND(glsort_plan* plan, const glsort_##KIND##_args* args)      \
    {                                                                                    \
        glsort_result result = glsort_plan_hold(plan);                                   \
        return result == GLSORT_OK ? glsort_##KIND##_run(plan, args) : result;           \
    }

OFFLINE(sort)
OFFLINE(order)
OFFLINE(segments)
BEGINS(sort)
BEGINS(order)
BEGINS(segments)

glsort_result begin_creation(glsort_context* context, const glsort_sort_desc* desc,
                             glsort_plan** plan)
{
    glsort_sort_desc d = *desc;
    d.flags |= GLSORT_PLAN_CREATE_IN_STEPS;
    return glsort_sort_create(context, &d, plan);
}

const glsort_tuning* tuning_named(glsort_algorithm algorithm)
{
    static const glsort_tuning all[] = {{.algorithm = GLSORT_ALGORITHM_AUTO},
                                        {.algorithm = GLSORT_ALGORITHM_ABISORT},
                                        {.algorithm = GLSORT_ALGORITHM_ABISORT_TREE},
                                        {.algorithm = GLSORT_ALGORITHM_RANK},
                                        {.algorithm = GLSORT_ALGORITHM_BITONIC},
                                        {.algorithm = GLSORT_ALGORITHM_RADIX}};
    return &all[algorithm];
}
