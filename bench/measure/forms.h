// SPDX-License-Identifier: MIT
// What can be measured: every form of the library's algorithms. A new form is a new line
// of the table in forms.c.
#ifndef BENCH_FORMS_H
#define BENCH_FORMS_H

#include <glsort/glsort.h>

// Names as the glsort program has them. The fields of the descriptor that are not of the
// task. With GLSORT_PLAN_BLOCKS it is no sort of the whole, and measured only if it is
// asked for by name.
struct form {
    const char* algorithm;
    const char* variant;
    glsort_plan_desc desc;
};

// The table ends with a name of NULL.
extern const struct form forms[];

// "auto", "compute", "fragment".
const char* backend_name(glsort_backend backend);
// The name of an algorithm, as the table has it.
const char* algorithm_name(glsort_algorithm algorithm);

#endif
