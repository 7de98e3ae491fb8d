// SPDX-License-Identifier: MIT
// What can be measured: AUTO, every form of the library's list, and the local networks in
// every size of work group.
#ifndef BENCH_FORMS_H
#define BENCH_FORMS_H

#include <glsort/glsort_inspect.h>

enum { MAX_FORMS = 64, VARIANT_BYTES = 24 };

// The fields of the descriptor that do not depend on the task.
struct form {
    const char* name;      // of the library's list; "auto"
    const char* algorithm; // rows identify the form by this, variant and backend
    char variant[VARIANT_BYTES];
    // UINT32_MAX: sorts all elements. Otherwise sorts each block of this many elements by
    // itself, and is measured only if requested by name.
    uint32_t block;
    glsort_sort_desc desc;
    glsort_tuning tuning; // of desc, if it is not that of the library's form
};

// Not to be copied: forms point into it.
struct forms {
    struct form at[MAX_FORMS];
    uint32_t count;
};

// Lists all forms.
void forms_list(struct forms* forms);
// Appends a form of the library.
void forms_add(struct forms* forms, const glsort_form* form);

// "auto", "compute", "fragment".
const char* backend_name(glsort_backend backend);

#endif
