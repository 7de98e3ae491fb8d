// SPDX-License-Identifier: MIT
#include "stock_passes.h"

#include <stddef.h>

#include "shader_ids.h"
#include "shared/common.h"

enum { WORD_BYTES = 4 };

void add_prepare_count(struct schedule* s, uint32_t max_count,
                       const struct glsort_limits* limits)
{
    struct pass* p = schedule_pass(s, "prepare count", GLSORT_PASS_DISPATCH,
                                   GLSORT_PHASE_LOAD, SHADER_COUNT_PREPARE);
    struct prepare_params params = {
        .max_count = max_count,
        .group_limit = limits->group_count,
    };
    p->groups = 1;
    p->read_bytes = WORD_BYTES;
    p->write_bytes = STATE_WORDS * WORD_BYTES;
    pass_bind_caller(p, SLOT_COUNT_IN, USAGE_STORAGE, GLSORT_READ, PREPARE_COUNT_IN,
                     WORD_BYTES, offsetof(struct prepare_params, count_base));
    pass_bind(p, SLOT_STATE, USAGE_STORAGE, GLSORT_WRITE, PREPARE_STATE, 0,
              STATE_WORDS * WORD_BYTES);
    pass_params(s, p, &params, sizeof params);
}

struct pass* add_upload(struct schedule* s, const char* label, uint8_t from, uint8_t to,
                        uint64_t bytes)
{
    struct pass* p = schedule_pass(s, label, GLSORT_PASS_UPLOAD, GLSORT_PHASE_LOAD, 0);
    p->groups = (uint32_t)(bytes / WORD_BYTES);
    p->read_bytes = p->write_bytes = bytes;
    pass_bind(p, from, USAGE_COPY, GLSORT_READ, 0, 0, bytes);
    pass_bind(p, to, USAGE_COPY, GLSORT_WRITE, 0, 0, bytes);
    return p;
}
