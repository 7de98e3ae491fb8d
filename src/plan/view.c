// SPDX-License-Identifier: MIT
#include "view.h"

#include <string.h>

#include "keys.h"
#include "source_sink.h"
#include "store.h"

const struct pass* glsort_last_move(const struct schedule* run, uint32_t done)
{
    for (uint32_t i = done; i-- > 0;)
        if (run->passes[i].leaves.place != PLACE_UNCHANGED)
            return &run->passes[i];
    return NULL;
}

void glsort_view_scratch(struct schedule* s, const struct schedule* run)
{
    memcpy(s->scratch, run->scratch, sizeof s->scratch);
    s->scratch_count = run->scratch_count;
    s->transfers = run->transfers;
}

void glsort_add_view(const struct algorithm* algorithm, const struct view* view,
                     struct schedule* s)
{
    if (view->from.place == PLACE_INSIDE) {
        algorithm->view(view, s);
        return;
    }
    const struct store store = {
        .label = "view",
        .desc = view->desc,
        .count = view->count,
        .from = view->from,
        .keys = view->keys,
        .values = view->values,
    };
    if (view->after == NULL && view->desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_add_uploads(s, view->desc, view->count);
    if (view->keys != SLOT_NONE || view->values != SLOT_NONE)
        glsort_add_store(s, &store);
}
