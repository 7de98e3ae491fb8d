// SPDX-License-Identifier: MIT
// The forms of all algorithms as one list. Programs, benchmarks and tests iterate over
// it, so every form is offered, measured and tested.
#include <stddef.h>
#include <string.h>

#include "algorithms.h"

uint32_t glsort_form_count(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; glsort_algorithms[i] != NULL; ++i)
        count += glsort_algorithms[i]->form_count;
    return count;
}

const glsort_form* glsort_form_at(uint32_t at)
{
    for (uint32_t i = 0; glsort_algorithms[i] != NULL; ++i) {
        if (at < glsort_algorithms[i]->form_count)
            return &glsort_algorithms[i]->forms[at];
        at -= glsort_algorithms[i]->form_count;
    }
    return NULL;
}

const glsort_form* glsort_form_find(const char* name)
{
    const glsort_form* form;
    for (uint32_t at = 0; name != NULL && (form = glsort_form_at(at)) != NULL; ++at)
        if (strcmp(form->name, name) == 0)
            return form;
    return NULL;
}
