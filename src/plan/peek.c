// SPDX-License-Identifier: MIT
#include "peek.h"

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

void glsort_peek_scratch(struct schedule* s, const struct schedule* run)
{
    memcpy(s->scratch, run->scratch, sizeof s->scratch);
    s->scratch_count = run->scratch_count;
    s->transfers = run->transfers;
}

void glsort_add_peek(const struct algorithm* algorithm, const struct peek* peek,
                     struct schedule* s)
{
    if (peek->from.place == PLACE_INSIDE) {
        algorithm->peek(peek, s);
        return;
    }
    if (peek->after == NULL && peek->desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_add_uploads(s, peek->desc, peek->count);
    glsort_store_peeked(s, peek, "store order reached", peek->from);
}
