// SPDX-License-Identifier: MIT
#include "bench_report.h"

#include <string.h>

static double bytes_moved(const struct row* row)
{
    return row->info.bytes_per_element * row->count;
}

// Bytes moved a second while the passes ran; by the wall clock where there are no stamps.
static double gigabytes_a_second(const struct row* row)
{
    double ms = samples_median(row->gpu.count > 0 ? &row->gpu : &row->wall);
    return ms > 0.0 ? bytes_moved(row) / ms * 1e-6 : 0.0;
}

// "12.345 +-1.2%", "12.345 (once)", or "-" without samples.
static void format_time(char* text, size_t bytes, const struct samples* samples)
{
    if (samples->count == 0)
        snprintf(text, bytes, "-");
    else if (samples->count == 1)
        snprintf(text, bytes, "%.3f (once)", samples->ms[0]);
    else
        snprintf(text, bytes, "%.3f +-%.1f%%", samples_median(samples),
                 50.0 * samples_spread(samples));
}

// "2^20" where it is a power of two.
static void format_count(char* text, size_t bytes, uint32_t count)
{
    uint32_t log = 0;
    while (count > 1 && count >> log > 1)
        log++;
    if (count == (uint32_t)1 << log)
        snprintf(text, bytes, "2^%u", (unsigned)log);
    else
        snprintf(text, bytes, "%u", (unsigned)count);
}

// What a row says in words, if it has no figures: NULL if it has.
static const char* in_words(const struct row* row)
{
    if (row->refusal[0])
        return row->refusal;
    return row->right ? NULL : "WRONG RESULT";
}

struct cells {
    char count[16], gpu[40], wall[40], passes[16], bytes[24], rate[24], scratch[32];
};

static struct cells format_cells(const struct row* row)
{
    struct cells c = {.passes = "-", .bytes = "-", .rate = "-", .scratch = "-"};
    format_count(c.count, sizeof c.count, row->count);
    format_time(c.gpu, sizeof c.gpu, &row->gpu);
    format_time(c.wall, sizeof c.wall, &row->wall);
    if (!row->form->peer) {
        snprintf(c.passes, sizeof c.passes, "%u", (unsigned)row->info.pass_count);
        snprintf(c.bytes, sizeof c.bytes, "%.1f", row->info.bytes_per_element);
        snprintf(c.rate, sizeof c.rate, "%.2f", gigabytes_a_second(row));
        snprintf(c.scratch, sizeof c.scratch, "%llu",
                 (unsigned long long)row->info.scratch_bytes);
    }
    return c;
}

static void print_origin(FILE* file, const struct bench_origin* o, const char* start)
{
    fprintf(file, "%sdevice   %s\n", start, o->device);
    fprintf(file, "%sdriver   %s, context %s\n", start, o->driver, o->api);
    fprintf(file, "%scommit   %s, %s\n", start, o->commit, o->date);
    fprintf(file, "%scommand  %s\n", start, o->command);
}

void report_text_head(FILE* file, const struct bench_origin* origin)
{
    print_origin(file, origin, "");
    fprintf(
        file,
        "input    pairs of a uniform random u32 key and a u32 value\n"
        "times    ms, median +- half of the middle half; GPU: sum of the passes' time\n"
        "         stamps; wall: from the call until glFinish returns\n"
        "\n%-6s %-35s %7s %18s %18s %9s %8s %12s\n",
        "n", "form", "passes", "GPU ms", "wall ms", "B/element", "GB/s", "scratch B");
}

void report_text_row(FILE* file, const struct row* row)
{
    struct cells c = format_cells(row);
    const char* words = in_words(row);
    if (words)
        fprintf(file, "%-6s %-35s %s\n", c.count, row->form->name, words);
    else
        fprintf(file, "%-6s %-35s %7s %18s %18s %9s %8s %12s\n", c.count, row->form->name,
                c.passes, c.gpu, c.wall, c.bytes, c.rate, c.scratch);
}

void report_markdown_head(FILE* file, const struct bench_origin* origin)
{
    print_origin(file, origin, "- ");
    fprintf(file,
            "\n| n | form | passes | GPU ms | wall ms | B/element | GB/s | scratch B |\n"
            "|---|---|--:|--:|--:|--:|--:|--:|\n");
}

void report_markdown_row(FILE* file, const struct row* row)
{
    struct cells c = format_cells(row);
    const char* words = in_words(row);
    if (words)
        fprintf(file, "| %s | %s | %s ||||||\n", c.count, row->form->name, words);
    else
        fprintf(file, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", c.count,
                row->form->name, c.passes, c.gpu, c.wall, c.bytes, c.rate, c.scratch);
}

static bool add_samples(cJSON* object, const char* name, const struct samples* samples)
{
    char median[32];
    snprintf(median, sizeof median, "%s_median", name);
    if (samples->count == 0)
        return cJSON_AddNullToObject(object, median) != NULL;
    cJSON* array = cJSON_CreateDoubleArray(samples->ms, (int)samples->count);
    return cJSON_AddNumberToObject(object, median, samples_median(samples)) &&
           cJSON_AddItemToObject(object, name, array);
}

static bool add_plan(cJSON* object, const struct row* row)
{
    return cJSON_AddNumberToObject(object, "passes", row->info.pass_count) &&
           cJSON_AddNumberToObject(object, "sort_passes", row->info.sort_pass_count) &&
           cJSON_AddNumberToObject(object, "bytes_per_element",
                                   row->info.bytes_per_element) &&
           cJSON_AddNumberToObject(object, "bytes_moved", bytes_moved(row)) &&
           cJSON_AddNumberToObject(object, "gigabytes_per_second",
                                   gigabytes_a_second(row)) &&
           cJSON_AddNumberToObject(object, "scratch_bytes",
                                   (double)row->info.scratch_bytes);
}

static bool fill_json(cJSON* object, const struct bench_origin* origin,
                      const struct row* row)
{
    bool ok = cJSON_AddStringToObject(object, "device", origin->device) &&
              cJSON_AddStringToObject(object, "driver", origin->driver) &&
              cJSON_AddStringToObject(object, "api", origin->api) &&
              cJSON_AddStringToObject(object, "commit", origin->commit) &&
              cJSON_AddStringToObject(object, "command", origin->command) &&
              cJSON_AddStringToObject(object, "date", origin->date) &&
              cJSON_AddStringToObject(object, "form", row->form->name) &&
              cJSON_AddNumberToObject(object, "count", row->count);
    if (!ok)
        return false;
    if (row->refusal[0])
        return cJSON_AddStringToObject(object, "refusal", row->refusal) != NULL;
    return cJSON_AddBoolToObject(object, "right", row->right) &&
           add_samples(object, "gpu_ms", &row->gpu) &&
           add_samples(object, "wall_ms", &row->wall) &&
           (row->form->peer || add_plan(object, row));
}

bool report_json_row(cJSON* array, const struct bench_origin* origin,
                     const struct row* row)
{
    cJSON* object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object))
        return false;
    return fill_json(object, origin, row);
}
