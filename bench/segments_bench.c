// SPDX-License-Identifier: MIT
// glsort-segments-bench: times segmented sorts on the device, a JSON object a line, as
// cub-segments-bench does. "glsort bench --segments" prints them as a readable table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "segment_work.h"

static bool bench_shape(const struct bench_session* session, const char* shape,
                        char* message, size_t bytes)
{
    struct segment_times t;
    if (!segment_work(session, shape, &t, message, bytes))
        return false;
    printf("{\"shape\": \"%s\", \"elements\": %u, \"segments\": %u, \"longest\": %u, "
           "\"right\": true, \"glsort_ms\": %.5f, \"glsort_known_length_ms\": %.5f, "
           "\"glsort_nearest_8_ms\": %.5f}\n",
           shape, t.elements, t.segments, t.longest, t.ms, t.known_length_ms,
           t.nearest_ms);
    return fflush(stdout) == 0;
}

static bool bench_usual(const struct bench_session* session, char* message, size_t bytes)
{
    char list[128];
    bool good = true;
    snprintf(list, sizeof list, "%s", segment_shapes_usual);
    for (char* at = strtok(list, ","); at != NULL && good; at = strtok(NULL, ","))
        good = bench_shape(session, at, message, bytes);
    return good;
}

// glsort-segments-bench [SHAPE]...
int main(int argc, char** argv)
{
    char message[512] = "";
    const struct offscreen_desc desc = {.api = OFFSCREEN_GL43};
    struct bench_session session;
    bool good = bench_session_open(&session, &desc, message, sizeof message);
    if (good && argc == 1)
        good = bench_usual(&session, message, sizeof message);
    for (int i = 1; i < argc && good; ++i)
        good = bench_shape(&session, argv[i], message, sizeof message);
    if (!good)
        fprintf(stderr, "glsort-segments-bench: %s\n", message);
    bench_session_close(&session);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
