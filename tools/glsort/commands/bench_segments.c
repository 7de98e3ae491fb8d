// SPDX-License-Identifier: MIT
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "complain.h"
#include "segment_work.h"

static void print_row(const char* shape, const struct segment_times* t)
{
    printf("%-14s %10" PRIu32 " %10" PRIu32 " %10" PRIu32
           " %12.4f %12.4f %12.4f %12.1f\n",
           shape, t->segments, t->longest, t->elements, t->ms, t->known_length_ms,
           t->nearest_ms, (double)t->elements / t->known_length_ms * 1e-3);
    fflush(stdout);
}

static void add_row(cJSON* rows, const char* shape, const struct segment_times* t)
{
    cJSON* row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "shape", shape);
    cJSON_AddNumberToObject(row, "elements", t->elements);
    cJSON_AddNumberToObject(row, "segments", t->segments);
    cJSON_AddNumberToObject(row, "longest", t->longest);
    cJSON_AddNumberToObject(row, "ms", t->ms);
    cJSON_AddNumberToObject(row, "known_length_ms", t->known_length_ms);
    cJSON_AddNumberToObject(row, "nearest_8_ms", t->nearest_ms);
    cJSON_AddItemToArray(rows, row);
}

enum { SHAPE_BYTES = 32 };

// Takes the next word of the list, cut short if it is longer than any shape; false at the
// end.
static bool next_shape(const char** list, char shape[SHAPE_BYTES])
{
    size_t bytes = strcspn(*list, ",");
    bool any = **list != '\0';
    snprintf(shape, SHAPE_BYTES, "%.*s", (int)bytes, *list);
    *list += bytes + ((*list)[bytes] == ',');
    return any;
}

// Prints the rows, unless they are collected.
static bool measure(const struct bench_session* session, const char* list, cJSON* rows)
{
    char message[512] = "", shape[SHAPE_BYTES];
    struct segment_times times;
    if (!rows)
        printf("%-14s %10s %10s %10s %12s %12s %12s %12s\n", "shape", "segments",
               "longest", "elements", "ms", "ms, known", "ms, first 8", "Mkeys/s");
    while (next_shape(&list, shape)) {
        if (!segment_work(session, shape, &times, message, sizeof message))
            return complain("%s", message);
        if (rows)
            add_row(rows, shape, &times);
        else
            print_row(shape, &times);
    }
    return true;
}

static bool print_json(const cJSON* rows)
{
    char* text = cJSON_Print(rows);
    if (!text)
        return complain_of_memory();
    puts(text);
    cJSON_free(text);
    return true;
}

// Checks all shapes before any of them is measured.
static bool check_shapes(const char* list)
{
    char shape[SHAPE_BYTES];
    uint32_t segments, length;
    if (*list == '\0')
        return complain("--segments: %s", segment_shapes_known);
    while (next_shape(&list, shape))
        if (!segment_shape_read(shape, &segments, &length))
            return complain("--segments: \"%s\" is not a shape: %s", shape,
                            segment_shapes_known);
    return true;
}

bool bench_segments(const struct options* o)
{
    char message[512] = "";
    struct session session;
    if (!check_shapes(o->segments) || !session_open(&session, o))
        return false;
    struct bench_session timed = {.gl = session.gl,
                                  .context = session.context,
                                  .is_software = session.limits.is_software != 0};
    cJSON* rows = o->json ? cJSON_CreateArray() : NULL;
    bool good = rows || !o->json || complain_of_memory();
    good = good && (bench_session_start(&timed, message, sizeof message) ||
                    complain("%s", message));
    good = good && measure(&timed, o->segments, rows) && (!rows || print_json(rows));
    cJSON_Delete(rows);
    bench_session_stop(&timed);
    session_close(&session);
    return good;
}
