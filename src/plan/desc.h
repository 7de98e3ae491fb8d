// SPDX-License-Identifier: MIT
// The descriptor of a plan: its checks and defaults, the sort that can serve it, and the
// largest count. Pure functions of descriptor, limits and table.
#ifndef GLSORT_DESC_H
#define GLSORT_DESC_H

#include <glsort/glsort_inspect.h>

#include "algorithm.h"
#include "choice.h"
#include "field_rows.h"
#include "memory.h"
#include "refusal.h"

// Refuses limits that no plan can use. Those of offline contexts come from the caller,
// and drivers may report odd ones.
glsort_result glsort_limits_check(const struct glsort_limits* limits,
                                  const struct call* call);

// What the enumerations of a descriptor must be.
enum { SORT_FIELDS = 7 };
extern const struct field_row glsort_sort_fields[];

// Checks the algorithm and the method, and that a plan can use each of the limits.
glsort_result glsort_plan_desc_check(const struct glsort_limits* limits,
                                     const glsort_sort_desc* desc,
                                     const struct call* call);

// Chooses the sort, fills in the defaults, and checks that this sort can serve the
// descriptor. table: the context's, or NULL. larger: see struct recipe.
glsort_result glsort_plan_desc_sort(const struct glsort_limits* limits,
                                    const glsort_sort_desc* desc,
                                    const struct choice_table* table, const char* larger,
                                    struct choice* choice, struct sort_desc* sort,
                                    const struct call* call);

// Does so for fewer elements than in a descriptor that has been checked. False if no sort
// can serve them.
bool glsort_plan_desc_fewer(const struct glsort_limits* limits,
                            const glsort_sort_desc* desc,
                            const struct choice_table* table, struct choice* choice,
                            struct sort_desc* sort);

// Without a choice of the sort: what the descriptor says of the caller's elements.
glsort_result glsort_plan_desc_elements(const struct glsort_limits* limits,
                                        const glsort_sort_desc* desc,
                                        struct choice* choice, struct sort_desc* sort,
                                        const struct call* call);

// See glsort_max_count().
uint32_t glsort_plan_max_count(const struct glsort_limits* limits,
                               const glsort_sort_desc* desc, const char** reason);

// What the tuning of a descriptor names; all zero for NULL.
static inline struct glsort_tuning tuning_of(const struct glsort_tuning* tuning)
{
    return tuning == NULL ? (struct glsort_tuning){0} : *tuning;
}

#endif
