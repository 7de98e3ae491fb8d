// SPDX-License-Identifier: MIT
// With a count on the GPU no dispatch has a size that grows with max_count: the cost
// follows the count. Of draws see gl_sorts.
#include "host_setups.h"
#include "host_test.h"
#include "shared/radix_runs.h"

enum { MOST = 1 << 20 };

// What besides the form decides about passes.
static const glsort_sort_desc kinds[] = {
    {.values = GLSORT_VALUES_NONE},
    {.values = GLSORT_VALUES_INDICES, .flags = GLSORT_PLAN_DISCARD_KEYS},
    {.values = GLSORT_VALUES_4_BYTES},
    {.values = GLSORT_VALUES_16_BYTES},
    {.key = GLSORT_KEY_U64, .values = GLSORT_VALUES_8_BYTES},
    {.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_NONE},
    {.first_bit = 3, .bit_count = 13, .values = GLSORT_VALUES_4_BYTES},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

// False if the form draws or takes no count from a buffer.
static bool open_core(struct plan_core* core, const glsort_form* form,
                      const glsort_sort_desc* kind, bool in_place)
{
    struct glsort_limits limits = host_roomy_limits(430);
    struct host_setup setup = {.name = form->name, .in_place = in_place};
    setup.desc = host_desc_of(&form->desc, kind);
    setup.desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    if (form->desc.backend == GLSORT_BACKEND_FRAGMENT ||
        glsort_max_count(&limits, &setup.desc, NULL) < MOST)
        return false;
    host_core_open(core, &setup, &limits, MOST);
    host_core_build(core, MOST);
    return true;
}

// ---- dispatches -----------------------------------------------------------------------

// Work groups that are not sized by the GPU: the preparation, and the scan of bins.
enum { FIXED_MOST = RADIX_BINS / RADIX_RUN_BINS / RADIX_RUN_GROUP };

static uint32_t check_directs(const struct schedule* s, const char* name)
{
    uint32_t dispatches = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        dispatches += p->kind == GLSORT_PASS_DISPATCH;
        if (p->kind == GLSORT_PASS_DISPATCH && !p->indirect && p->groups > FIXED_MOST)
            fail_msg("%s: %u work groups of \"%s\" whatever the count", name, p->groups,
                     p->label);
    }
    return dispatches;
}

TEST(no_dispatch_of_a_count_on_the_gpu_has_a_size_of_its_own)
{
    const glsort_form* form;
    uint32_t dispatches = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        for (uint32_t i = 0; i < 2 * KINDS; ++i) {
            struct plan_core core;
            if (!open_core(&core, form, &kinds[i / 2], i % 2))
                continue;
            dispatches += check_directs(&core.schedule, form->name);
            host_core_close(&core);
        }
    assert_true(dispatches > 500);
}
