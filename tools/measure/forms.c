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
    static const char* const names[] = {"auto", "abisort", "abisort-tree", "bitonic",
                                        "radix"};
    return names[algorithm];
}

// ---- variants -------------------------------------------------------------------------
//
// The second word of rows: what the descriptor says beyond algorithm and backend, in
// words that rows measured long ago have too.

static void name_array(const glsort_plan_desc* d, char* variant)
{
    static const char* const splits[] = {"auto", "fused", "partition", "ranks", "all"};
    bool by_ranks = d->split == GLSORT_SPLIT_RANKS || d->split == GLSORT_SPLIT_ALL;
    const char* runs = ""; // where they are not the usual ones
    if (d->local == GLSORT_LOCAL_RANKS && !by_ranks)
        runs = "-ranks";
    if (d->local == GLSORT_LOCAL_NETWORK && by_ranks)
        runs = "-network";
    snprintf(variant, VARIANT_BYTES, "%s%s", splits[d->split], runs);
}

static void name_network(const glsort_plan_desc* d, char* variant)
{
    static const char* const names[] = {"auto", "blocks",  "two-kernels", "read",
                                        "keep", "columns", "packed"};
    if (d->flags & GLSORT_PLAN_BLOCKS)
        snprintf(variant, VARIANT_BYTES, "%s-%u", names[d->network],
                 (unsigned)d->local_size);
    else
        snprintf(variant, VARIANT_BYTES, "%s", names[d->network]);
}

static void name_variant(const glsort_plan_desc* d, char* variant)
{
    static const char* const rankings[] = {"auto", "tiles", "items", "chain", "ballots"};
    switch (d->algorithm) {
    case GLSORT_ALGORITHM_ABISORT: name_array(d, variant); break;
    case GLSORT_ALGORITHM_ABISORT_TREE:
        snprintf(variant, VARIANT_BYTES, "%s-%u-%u",
                 d->tree_schedule == GLSORT_TREE_SIMPLE ? "simple" : "overlapped",
                 (unsigned)d->local_size, (unsigned)d->merge_size);
        break;
    case GLSORT_ALGORITHM_BITONIC: name_network(d, variant); break;
    case GLSORT_ALGORITHM_RADIX:
        snprintf(variant, VARIANT_BYTES, "%s", rankings[d->ranking]);
        break;
    default: snprintf(variant, VARIANT_BYTES, "auto");
    }
}

// ---- the list -------------------------------------------------------------------------

static void add(struct forms* forms, const char* name, const char* algorithm,
                const glsort_plan_desc* desc)
{
    assert(forms->count < MAX_FORMS);
    struct form* form = &forms->at[forms->count++];
    *form = (struct form){.name = name, .algorithm = algorithm, .desc = *desc};
    name_variant(desc, form->variant);
}

void forms_add(struct forms* forms, const glsort_form* form)
{
    add(forms, form->name, algorithm_name(form->desc.algorithm), &form->desc);
}

static bool is_local(const glsort_form* form)
{
    return form->desc.network == GLSORT_NETWORK_LOCAL_READ ||
           form->desc.network == GLSORT_NETWORK_LOCAL_KEEP;
}

// Blocks of every size, each sorted by itself: what their tutorial measures.
static void add_local(struct forms* forms, const glsort_form* form, uint32_t size)
{
    glsort_plan_desc desc = form->desc;
    desc.flags |= GLSORT_PLAN_BLOCKS;
    desc.local_size = size;
    add(forms, form->name, "bitonic-local", &desc);
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
