// SPDX-License-Identifier: MIT
// Without a command: sorts random keys, as the samples of GPU SDKs do.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "key_list.h"
#include "printable.h"
#include "workload.h"

enum { USUAL_COUNT = 8192, SHOWN_KEYS = 6 };

static void print_key(const uint32_t* words, glsort_key type)
{
    float single = 0;
    double number = 0;
    uint64_t bits = words[0];
    memcpy(&single, words, sizeof single);
    if (keys_words(type) == 2)
        bits |= (uint64_t)words[1] << 32;
    memcpy(&number, &bits, sizeof number);
    switch (type) {
    case GLSORT_KEY_F32: printf(" %.6g", (double)single); break;
    case GLSORT_KEY_F64: printf(" %.6g", number); break;
    case GLSORT_KEY_I32: printf(" %" PRId32, (int32_t)words[0]); break;
    case GLSORT_KEY_I64: printf(" %" PRId64, (int64_t)bits); break;
    case GLSORT_KEY_U16: printf(" %" PRIu32, words[0] & 0xFFFFu); break;
    default: printf(" %" PRIu64, bits); break;
    }
}

static void print_keys(const char* what, const uint32_t* keys, uint32_t count,
                       glsort_key type)
{
    uint32_t shown = count < SHOWN_KEYS ? count : SHOWN_KEYS;
    printf("%s", what);
    for (uint32_t i = 0; i < shown; i++)
        print_key(keys + i * keys_words(type), type);
    printf("%s\n", shown < count ? " ..." : "");
}

// Makes floats in [-1, 1), which are read more easily than random bits.
static void make_floats(uint32_t* keys, glsort_key type, uint32_t count)
{
    const uint32_t words = keys_words(type);
    for (uint32_t i = 0; i < count; i++) {
        double number = (double)keys[i * (size_t)words] * 0x1p-31 - 1.0;
        float single = (float)(int32_t)(keys[i] >> 7) * 0x1p-24f - 1.0f;
        if (words == 2)
            memcpy(keys + 2 * (size_t)i, &number, sizeof number);
        else
            memcpy(keys + i, &single, sizeof single);
    }
}

// Runs all iterations, each on the same input.
static bool iterate(struct sorter* s, const struct options* o, uint32_t count,
                    struct sorter_time* best, struct sorter_time* mean)
{
    struct progress_line progress;
    struct sorter_time sum = {0};
    progress_line_start(&progress, o->quiet);
    for (uint32_t i = 0; i < o->iterations; i++) {
        struct sorter_time now;
        if (!sorter_run(s, count, NULL, &now)) {
            progress_line_end(&progress);
            return false;
        }
        sum.gpu += now.gpu;
        sum.wall += now.wall;
        best->has_gpu = now.has_gpu;
        if (i == 0 || now.wall < best->wall)
            best->wall = now.wall;
        if (i == 0 || now.gpu < best->gpu)
            best->gpu = now.gpu;
        progress_line_show(&progress, "sorting", i + 1, o->iterations);
    }
    progress_line_end(&progress);
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
           keys_type_name(o->plan.key), options_order_name(o->plan.direction), how,
           session_renderer(s->session), o->iterations, o->iterations == 1 ? "" : "s");
    print_keys("  in: ", input, count, o->plan.key);
    print_keys("  out:", sorted, count, o->plan.key);
}

// Fills input, sorts it into sorted, and prints both and the times as the options ask.
static bool sort_and_print(const struct options* o, struct session* session,
                           struct sorter* s, uint32_t* input, uint32_t* sorted,
                           uint32_t count)
{
    struct sorter_time best = {0};
    struct sorter_time mean = {0};
    distribution_fill(distributions, &key_types[o->plan.key], o->seed, input, count);
    if (key_types[o->plan.key].kind == KEY_FLOAT)
        make_floats(input, o->plan.key, count);
    if (!sorter_load(s, input, NULL, count) || !iterate(s, o, count, &best, &mean) ||
        !sorter_read(s, sorted, NULL, count) || !session_dump(session))
        return false;
    if (!o->quiet)
        print_result(o, s, input, sorted, count);
    if (o->verify &&
        !check_sorted("verification failed", &s->desc, input, sorted, NULL, count))
        return false;
    if (o->verify && !o->quiet)
        printf("Verified: equal to a stable sort on the CPU.\n");
    if (o->timing && !o->quiet)
        print_times(stdout, count, o->iterations, &best, &mean);
    return true;
}

// Memory is taken only once the plan has accepted the count.
static bool sample_on(const struct options* o, struct session* session, uint32_t count)
{
    struct sorter s;
    glsort_sort_desc desc = o->plan;
    desc.max_count = count;
    desc.flags = o->timing ? GLSORT_PLAN_TIMINGS : 0;
    if (!sorter_open(&s, session, &desc))
        return false;
    size_t size = (size_t)count * keys_words(desc.key) * sizeof(uint32_t) + 1;
    uint32_t* input = malloc(size);
    uint32_t* sorted = malloc(size);
    bool good = input && sorted ? sort_and_print(o, session, &s, input, sorted, count)
                                : complain_of_memory();
    free(input);
    free(sorted);
    sorter_close(&s);
    return good;
}

bool command_sample(const struct options* o)
{
    struct session session;
    if (!session_open(&session, o))
        return false;
    if (session.loaded && !o->quiet) {
        fputs("Using the program binaries of ", stdout);
        print_masked(stdout, o->load);
        puts(".");
    }
    bool good = sample_on(o, &session, o->has_count ? o->count : USUAL_COUNT);
    session_close(&session);
    return good;
}
