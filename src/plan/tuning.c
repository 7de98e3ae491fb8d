// SPDX-License-Identifier: MIT
#include "tuning.h"

struct refusal glsort_tuning_refusal(const struct glsort_tuning* tuning, uint32_t takes)
{
    const struct glsort_tuning t = tuning_of(tuning);
    const struct {
        uint32_t field;
        uint32_t value;
        const char* sentence;
    } list[] = {
        {ABOUT_METHOD, t.method, "method is for sorts and draw orders"},
        {ABOUT_LOCAL_SIZE, t.local_size, "local_size is for sorts and draw orders"},
        {ABOUT_MERGE_SIZE, t.merge_size, "merge_size is for sorts and draw orders"},
        {ABOUT_MERGE_WAYS, t.merge_ways, "merge_ways is for segmented sorts"},
        {ABOUT_SCAN_METHOD, t.scan_method, "scan_method is for scans"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].value != 0 && (takes & list[i].field) == 0)
            return (struct refusal){list[i].sentence, list[i].field};
    return NOT_REFUSED;
}

glsort_result glsort_tuning_check(const struct glsort_tuning* tuning, uint32_t takes,
                                  const struct glsort_limits* limits,
                                  const struct call* call)
{
    const struct refusal refused = glsort_tuning_refusal(tuning, takes);
    const glsort_sort_desc desc = {.tuning = tuning};
    return refused.sentence == NULL ? GLSORT_OK
                                    : glsort_refusal_fail(&refused, limits, &desc, call);
}
