// SPDX-License-Identifier: MIT
// Bytes that passes declare against those that the host's machine saw them move.
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "desc.h"

static void every_pass_writes_as_much_as_it_declares(void** state)
{
    static const uint32_t counts[] = {1, 8, 100, 1000, 2048, 4096, 6000};
    for (uint32_t i = 0; i < host_mirrored_count(); ++i)
        for (uint32_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            struct host_bench bench;
            if (!host_is_turn(c + i, 5))
                continue;
            host_bench_open(&bench, host_setup_at(i), counts[c]);
            host_bench_fill(&bench, counts[c], 0);
            host_bench_begin(&bench, counts[c]);
            struct schedule* s = &bench.core.schedule;
            for (uint32_t at = 0; at < s->pass_count; ++at) {
                uint64_t before = bench.machine.counts.write_bytes;
                assert_true(host_run_pass(&bench.machine, s, at));
                uint64_t written = bench.machine.counts.write_bytes - before;
                // The last fragment writes its texel to the end.
                uint64_t most = s->passes[at].write_bytes;
                if (s->passes[at].kind != GLSORT_PASS_DISPATCH)
                    most += 8 * 16 - 1;
                if (written < s->passes[at].write_bytes || written > most)
                    fail_msg("%s, count %u: %s writes %llu bytes and declares %llu",
                             host_setup_at(i)->name, counts[c], s->passes[at].label,
                             (unsigned long long)written,
                             (unsigned long long)s->passes[at].write_bytes);
            }
            host_bench_close(&bench);
        }
}

static double moved_per_element(const glsort_sort_desc* desc, uint32_t count)
{
    struct host_setup setup = {.name = "moved", .desc = *desc};
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    struct host_machine m;
    host_core_open(&core, &setup, &limits, count);
    host_create(&m, &core);
    uint32_t* keys = malloc(count * sizeof *keys);
    host_fill(keys, count, 0);
    host_begin(&m, keys, NULL, count);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
        uint64_t before = m.counts.read_bytes + m.counts.write_bytes;
        if (!host_run_pass(&m, &core.schedule, i))
            fail_msg("%s", m.error);
        if (core.schedule.passes[i].phase == GLSORT_PHASE_SORT)
            bytes += m.counts.read_bytes + m.counts.write_bytes - before;
    }
    free(keys);
    host_destroy(&m);
    host_core_close(&core);
    return (double)bytes / count;
}

// Figures of another program, written from the description of the algorithm alone.
static void the_tree_form_moves_the_bytes_that_were_simulated(void** state)
{
    const struct {
        glsort_sort_desc desc;
        uint32_t log;
        double bytes;
    } rows[] = {
        {{.tuning = &(const glsort_tuning){.local_size = 1, .merge_size = 2}}, 12, 1272},
        {{.tuning = &(const glsort_tuning){.local_size = 1, .merge_size = 2}}, 16, 1800},
        {{.tuning = &(const glsort_tuning){.local_size = 1,
                                           .merge_size = 2,
                                           .method = GLSORT_METHOD_TREE_SIMPLE}},
         12,
         1272},
        {{.tuning = &(const glsort_tuning){.local_size = 1, .merge_size = 2},
          .backend = GLSORT_BACKEND_FRAGMENT},
         12,
         2083},
        {{.tuning = &(const glsort_tuning){.local_size = 1, .merge_size = 2},
          .backend = GLSORT_BACKEND_FRAGMENT},
         16,
         2970},
        {{.backend = GLSORT_BACKEND_FRAGMENT}, 12, 515},
        {{.backend = GLSORT_BACKEND_FRAGMENT}, 16, 796},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        glsort_sort_desc desc = rows[i].desc;
        glsort_tuning tuning = tuning_of(desc.tuning);
        tuning.algorithm = GLSORT_ALGORITHM_ABISORT_TREE;
        desc.tuning = &tuning;
        double bytes = moved_per_element(&desc, 1u << rows[i].log);
        if (bytes < rows[i].bytes - 0.5 || bytes > rows[i].bytes + 0.5)
            fail_msg("row %zu: %.1f bytes an element, not %.0f", i, bytes, rows[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pass_writes_as_much_as_it_declares),
        cmocka_unit_test(the_tree_form_moves_the_bytes_that_were_simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
