// SPDX-License-Identifier: MIT
#include "forms.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

enum { LARGEST_LOCAL = 1024 };

const char* backend_name(glsort_backend backend)
{
    static const char* const names[] = {"auto", "compute", "fragment"};
    return names[backend];
}

const char* algorithm_name(glsort_algorithm algorithm)
{
    static const char* const names[] = {"auto", "abisort", "abisort-tree",
                                        "rank", "bitonic", "radix"};
    return names[algorithm];
}

// ---- variants -------------------------------------------------------------------------
//
// The second word of rows: what the descriptor says beyond algorithm and backend, in
// words that rows measured long ago have too.

static const char* const variants[] = {
    [GLSORT_METHOD_AUTO] = "auto",
    [GLSORT_METHOD_ABISORT_FUSED] = "fused",
    [GLSORT_METHOD_ABISORT_PARTITION] = "partition",
    [GLSORT_METHOD_TREE] = "overlapped",
    [GLSORT_METHOD_TREE_SIMPLE] = "simple",
    [GLSORT_METHOD_RANK] = "ranks",
    [GLSORT_METHOD_RANK_ALL] = "all",
    [GLSORT_METHOD_BITONIC_BLOCKS] = "blocks",
    [GLSORT_METHOD_BITONIC_TWO_KERNELS] = "two-kernels",
    [GLSORT_METHOD_BITONIC_LOCAL_READ] = "read",
    [GLSORT_METHOD_BITONIC_LOCAL_KEEP] = "keep",
    [GLSORT_METHOD_BITONIC_PACKED] = "packed",
    [GLSORT_METHOD_BITONIC_COLUMNS] = "columns",
    [GLSORT_METHOD_RADIX_TILES] = "tiles",
    [GLSORT_METHOD_RADIX_BALLOTS] = "ballots",
    [GLSORT_METHOD_RADIX_ITEMS] = "items",
    [GLSORT_METHOD_RADIX_CHAIN] = "chain",
};

static void name_variant(const glsort_plan_desc* d, char* variant)
{
    int length = snprintf(variant, VARIANT_BYTES, "%s", variants[d->method]);
    if (d->local_size > 0)
        length += snprintf(variant + length, VARIANT_BYTES - (size_t)length, "-%u",
                           (unsigned)d->local_size);
    if (d->merge_size > 0)
        snprintf(variant + length, VARIANT_BYTES - (size_t)length, "-%u",
                 (unsigned)d->merge_size);
}

// ---- the list -------------------------------------------------------------------------

static void add(struct forms* forms, const char* name, const char* algorithm,
                const glsort_plan_desc* desc)
{
    assert(forms->count < MAX_FORMS);
    struct form* form = &forms->at[forms->count++];
    *form = (struct form){
        .name = name, .algorithm = algorithm, .block = UINT32_MAX, .desc = *desc};
    name_variant(desc, form->variant);
}

void forms_add(struct forms* forms, const glsort_form* form)
{
    add(forms, form->name, algorithm_name(form->desc.algorithm), &form->desc);
}

static bool is_local(const glsort_form* form)
{
    return form->whole_count < UINT32_MAX;
}

// Blocks of every size, each sorted by itself: what their tutorial measures.
static void add_local(struct forms* forms, const glsort_form* form, uint32_t size)
{
    glsort_plan_desc desc = form->desc;
    desc.local_size = size;
    add(forms, form->name, "bitonic-local", &desc);
    forms->at[forms->count - 1].block = size;
}

void forms_list(struct forms* forms)
{
    const glsort_form* form;
    forms->count = 0;
    add(forms, "auto", "auto", &(glsort_plan_desc){0});
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        if (!is_local(form))
            forms_add(forms, form);
    for (uint32_t size = 1; size <= LARGEST_LOCAL; size *= 2)
        for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
            if (is_local(form))
                add_local(forms, form, size);
}
