// SPDX-License-Identifier: MIT
// No command: sorts random keys, as the samples of GPU kits do.
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "complain.h"
#include "dataset.h"

enum { USUAL_COUNT = 8192, SHOWN_KEYS = 6 };

static void print_keys(const char* what, const uint32_t* keys, uint32_t count,
                       glsort_key type)
{
    uint32_t shown = count < SHOWN_KEYS ? count : SHOWN_KEYS;
    printf("%s", what);
    for (uint32_t i = 0; i < shown; i++) {
        union {
            uint32_t bits;
            float value;
        } key = {.bits = keys[i]};
        if (type == GLSORT_KEY_F32)
            printf(" %.6g", (double)key.value);
        else if (type == GLSORT_KEY_I32)
            printf(" %" PRId32, (int32_t)keys[i]);
        else
            printf(" %" PRIu32, keys[i]);
    }
    printf("%s\n", shown < count ? " ..." : "");
}

// Runs all iterations, each on the same input.
static bool iterate(struct sorter* s, const struct options* o, uint32_t count,
                    struct sorter_time* best, struct sorter_time* mean)
{
    struct progress progress;
    struct sorter_time sum = {0};
    progress_start(&progress, o->quiet);
    for (uint32_t i = 0; i < o->iterations; i++) {
        struct sorter_time now;
        if (!sorter_run(s, count, NULL, &now)) {
            progress_end(&progress);
            return false;
        }
        sum.gpu += now.gpu;
        sum.wall += now.wall;
        best->has_gpu = now.has_gpu;
        if (i == 0 || now.wall < best->wall)
            best->wall = now.wall;
        if (i == 0 || now.gpu < best->gpu)
            best->gpu = now.gpu;
        progress_show(&progress, "sorting", i + 1, o->iterations);
    }
    progress_end(&progress);
    *mean = (struct sorter_time){.gpu = sum.gpu / o->iterations,
                                 .wall = sum.wall / o->iterations};
    return true;
}

static void print_result(const struct options* o, struct sorter* s, const uint32_t* input,
                         const uint32_t* sorted, uint32_t count)
{
    char how[64];
    sorter_describe(s, how);
    printf("Sorted %" PRIu32 " random %s keys %s (%s, %s), %" PRIu32 " time%s.\n", count,
           o->plan.key == GLSORT_KEY_F32   ? "f32"
           : o->plan.key == GLSORT_KEY_I32 ? "i32"
                                           : "u32",
           options_order_name(o->plan.order), how, session_renderer(s->session),
           o->iterations, o->iterations == 1 ? "" : "s");
    print_keys("  in: ", input, count, o->plan.key);
    print_keys("  out:", sorted, count, o->plan.key);
}

static bool sort_and_tell(const struct options* o, const struct session* session,
                          uint32_t* input, uint32_t* sorted, uint32_t count)
{
    struct sorter s;
    struct sorter_time best = {0};
    struct sorter_time mean = {0};
    glsort_plan_desc desc = o->plan;
    desc.max_count = count;
    desc.flags = o->timing ? GLSORT_PLAN_TIMINGS : 0;
    if (!sorter_open(&s, session, &desc))
        return false;
    bool good = sorter_load(&s, input, NULL, count) &&
                iterate(&s, o, count, &best, &mean) &&
                sorter_read(&s, sorted, NULL, count);
    if (good && !o->quiet)
        print_result(o, &s, input, sorted, count);
    if (good && o->verify)
        good = check_sorted("verification failed", &desc, input, sorted, NULL, count);
    if (good && o->verify && !o->quiet)
        printf("Verified: equal to a stable sort on the CPU.\n");
    if (good && o->timing && !o->quiet)
        print_times(stdout, count, o->iterations, &best, &mean);
    good = good && session_dump(session, o);
    sorter_close(&s);
    return good;
}

bool command_sample(const struct options* o)
{
    uint32_t count = o->has_count ? o->count : USUAL_COUNT;
    size_t size = (size_t)count * sizeof(uint32_t) + 1;
    uint32_t* input = malloc(size);
    uint32_t* sorted = malloc(size);
    struct session session = {0};
    bool good = input && sorted ? session_open(&session, o) : complain_of_memory();
    if (good) {
        dataset_fill(DATASET_RANDOM, o->plan.key, o->seed, input, count);
        good = sort_and_tell(o, &session, input, sorted, count);
    }
    session_close(&session);
    free(input);
    free(sorted);
    return good;
}
