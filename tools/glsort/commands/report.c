// SPDX-License-Identifier: MIT
// What several commands say about a sort that has run.
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "complain.h"
#include "key_list.h"
#include "reference.h"

static bool compare(const char* what, const struct key_type* type, const uint32_t* input,
                    const uint32_t* expected, const uint32_t* sorted,
                    const uint32_t* places, uint32_t count)
{
    const int digits = 2 * (int)type->bytes;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = expected[i];
        if (sorted && key_at(type, sorted, i) != key_at(type, input, at))
            return complain("%s: wrong key at place %" PRIu32 " of %" PRIu32
                            ": 0x%0*" PRIx64 ", and the CPU has 0x%0*" PRIx64,
                            what, i, count, digits, key_at(type, sorted, i), digits,
                            key_at(type, input, at));
        if (places && places[i] != at)
            return complain("%s: wrong value at place %" PRIu32 " of %" PRIu32
                            ": %" PRIu32 ", and the CPU has %" PRIu32,
                            what, i, count, places[i], at);
    }
    return true;
}

bool check_sorted(const char* what, const glsort_sort_desc* desc, const uint32_t* input,
                  const uint32_t* sorted, const uint32_t* places, uint32_t count)
{
    uint32_t* expected = malloc(count ? (size_t)count * sizeof *expected : 1);
    if (!expected)
        return complain_of_memory();
    bool good =
        reference_argsort(input, count, desc, expected) &&
        compare(what, &key_types[desc->key], input, expected, sorted, places, count);
    free(expected);
    return good;
}

static void print_row(FILE* to, const char* clock, uint64_t count, double best,
                      double mean)
{
    fprintf(to, "%12" PRIu64 "  %-6s  %12.3f  %12.3f  %14.0f\n", count, clock, 1e3 * best,
            1e3 * mean, best > 0 ? (double)count / best : 0);
}

void print_times(FILE* to, uint64_t count, uint32_t iterations,
                 const struct sorter_time* best, const struct sorter_time* mean)
{
    fprintf(to, "%12s  %-6s  %12s  %12s  %14s\n", "keys", "clock", "best ms", "mean ms",
            "keys/s (best)");
    if (best->has_gpu)
        print_row(to, "GPU", count, best->gpu, mean->gpu);
    print_row(to, "wall", count, best->wall, mean->wall);
    if (!best->has_gpu)
        fprintf(to, "GPU times are unavailable on this device.\n");
    fprintf(to, "%" PRIu32 " iteration%s\n", iterations, iterations == 1 ? "" : "s");
}
