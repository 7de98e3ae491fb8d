// SPDX-License-Identifier: MIT
#include "forms.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST_LOCAL = 1024 };

const char* backend_name(glsort_backend backend)
{
    static const char* const names[] = {"auto", "compute", "fragment"};
    return names[backend];
}

// ---- variants -------------------------------------------------------------------------
//
// The variant of a row: the name of the method without that of the algorithm, except for
// the methods below, which keep the names that earlier rows have.
static const char* const old_words[][2] = {
    {"tree", "overlapped"},
    {"tree-simple", "simple"},
    {"rank", "ranks"},
    {"bitonic-local-read", "read"},
    {"bitonic-local-keep", "keep"},
    {"tree-stages", "stages"},
    {"tree-stages-copy", "stages-copy"},
};

static const char* variant_word(const glsort_sort_desc* d)
{
    if (d->tuning == NULL)
        return "auto";
    const char* method = glsort_method_name(d->tuning->method);
    const char* algorithm = glsort_algorithm_name(d->tuning->algorithm);
    size_t length = strlen(algorithm);
    for (size_t i = 0; i < sizeof old_words / sizeof *old_words; ++i)
        if (strcmp(method, old_words[i][0]) == 0)
            return old_words[i][1];
    bool begins = strncmp(method, algorithm, length) == 0 && method[length] == '-';
    return begins ? method + length + 1 : method;
}

static void name_variant(const glsort_sort_desc* d, char* variant)
{
    int length = snprintf(variant, VARIANT_BYTES, "%s", variant_word(d));
    if (d->tuning == NULL)
        return;
    if (d->tuning->local_size > 0)
        length += snprintf(variant + length, VARIANT_BYTES - (size_t)length, "-%u",
                           (unsigned)d->tuning->local_size);
    if (d->tuning->merge_size > 0)
        snprintf(variant + length, VARIANT_BYTES - (size_t)length, "-%u",
                 (unsigned)d->tuning->merge_size);
}

// ---- the list -------------------------------------------------------------------------

static void add(struct forms* forms, const char* name, const char* algorithm,
                const glsort_sort_desc* desc)
{
    assert(forms->count < MAX_FORMS);
    struct form* form = &forms->at[forms->count++];
    *form = (struct form){
        .name = name, .algorithm = algorithm, .block = UINT32_MAX, .desc = *desc};
    name_variant(desc, form->variant);
}

void forms_add(struct forms* forms, const glsort_form* form)
{
    add(forms, form->name, glsort_algorithm_name(form->desc.tuning->algorithm),
        &form->desc);
}

static bool is_local(const glsort_form* form)
{
    return form->whole_count < UINT32_MAX;
}

// A form that sorts each block of `size` by itself, which is what its tutorial measures.
static void add_local(struct forms* forms, const glsort_form* form, uint32_t size)
{
    glsort_sort_desc desc = form->desc;
    glsort_tuning tuning = *desc.tuning;
    tuning.local_size = size;
    desc.tuning = &tuning;
    add(forms, form->name, "bitonic-local", &desc);
    struct form* added = &forms->at[forms->count - 1];
    added->block = size;
    added->tuning = tuning;
    added->desc.tuning = &added->tuning;
}

void forms_list(struct forms* forms)
{
    const glsort_form* form;
    forms->count = 0;
    add(forms, "auto", "auto", &(glsort_sort_desc){0});
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        if (!is_local(form))
            forms_add(forms, form);
    for (uint32_t size = 1; size <= LARGEST_LOCAL; size *= 2)
        for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
            if (is_local(form))
                add_local(forms, form, size);
}
