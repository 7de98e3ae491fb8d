// SPDX-License-Identifier: MIT
#include "row.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "forms.h"

void row_release(struct row* row)
{
    free(row->passes);
    row->passes = NULL;
}

// ---- JSON -----------------------------------------------------------------------------
//
// Every row has every field, null where it is not known.

static void add_text(cJSON* o, const char* name, const char* text)
{
    if (text && *text)
        cJSON_AddStringToObject(o, name, text);
    else
        cJSON_AddNullToObject(o, name);
}

static void add_known(cJSON* o, const char* name, double number, bool known)
{
    if (known)
        cJSON_AddNumberToObject(o, name, number);
    else
        cJSON_AddNullToObject(o, name);
}

static void add_samples(cJSON* o, const char* median, const char* least,
                        const char* spread, const struct samples* samples)
{
    bool known = samples->count > 0;
    add_known(o, median, samples_median(samples), known);
    if (least)
        add_known(o, least, samples_least(samples), known);
    if (spread)
        add_known(o, spread, samples_spread(samples), known);
}

// The times that rates are computed from: the GPU's if there are any.
static const struct samples* rate_samples(const struct row* row)
{
    return row->gpu.count > 0 ? &row->gpu : &row->cpu;
}

static double a_second(const struct row* row, double amount)
{
    double ms = samples_median(rate_samples(row));
    return ms > 0.0 ? amount / ms * 1e3 : 0.0;
}

static void list_task(cJSON* o, const struct row* row)
{
    const struct task* t = &row->task;
    add_text(o, "form", row->form ? row->form->name : NULL);
    add_text(o, "algorithm", row->algorithm);
    add_text(o, "variant", row->variant);
    add_text(o, "backend", row->backend);
    cJSON_AddNumberToObject(o, "count", t->count);
    add_text(o, "key", t->key->name);
    add_text(o, "values", t->values->name);
    add_text(o, "order", t->order == GLSORT_DESCENDING ? "descending" : "ascending");
    add_text(o, "distribution", t->distribution->name);
    cJSON_AddNumberToObject(o, "entropy", row->entropy);
}

static void list_order(cJSON* o, const struct row* row)
{
    const glsort_order_desc* d = &row->order->desc;
    bool culls = d->cull == GLSORT_CULL_FRUSTUM;
    cJSON_AddNumberToObject(o, "max_count", d->max_count);
    add_text(o, "count_source",
             d->count_source == GLSORT_COUNT_FROM_BUFFER ? "buffer" : "args");
    cJSON_AddNumberToObject(o, "views", d->max_views == 0 ? 1 : d->max_views);
    cJSON_AddNumberToObject(o, "vertices", d->primitive.vertices);
    cJSON_AddNumberToObject(o, "key_bits", d->key_bits == 0 ? 32 : d->key_bits);
    add_text(o, "cull", culls ? "frustum" : "none");
    add_known(o, "cull_share", row->order->cull_share, culls);
    cJSON_AddNumberToObject(o, "visible", row->visible);
}

static void list_times(cJSON* o, const struct row* row)
{
    bool live = row->refusal[0] == '\0' && row->cpu.count > 0;
    bool gpu = row->gpu.count > 0;
    add_samples(o, "gpu_ms", "gpu_ms_min", "gpu_ms_spread", &row->gpu);
    add_text(o, "gpu_clock", !gpu ? NULL : row->stamps ? "gpu" : "cpu");
    add_samples(o, "cpu_ms", "cpu_ms_min", "cpu_ms_spread", &row->cpu);
    add_samples(o, "process_ms", NULL, NULL, &row->process);
    add_samples(o, "submit_ms", NULL, NULL, &row->submit);
    add_samples(o, "end_to_end_ms", NULL, NULL, &row->end_to_end);
    add_known(o, "create_ms", row->create_ms, row->create_ms > 0.0);
    add_known(o, "create_again_ms", row->create_again_ms, row->create_again_ms > 0.0);
    cJSON_AddNumberToObject(o, "samples", rate_samples(row)->count);
    add_known(o, "mega_keys_a_second", 1e-6 * a_second(row, row->task.count), live);
}

static void list_traffic(cJSON* o, const struct row* row)
{
    bool plan = row->pass_count > 0, moved = plan && row->moved_bytes > 0;
    double rate = a_second(row, (double)row->moved_bytes);
    add_known(o, "pass_count", row->pass_count, plan);
    add_known(o, "scratch_bytes", (double)row->scratch_bytes, plan);
    add_known(o, "bytes", (double)row->moved_bytes, moved);
    add_known(o, "gb_s", 1e-9 * rate, moved && rate > 0.0);
    add_known(o, "copy_gb_s", 1e-9 * row->copy_rate, plan && row->copy_rate > 0.0);
    add_known(o, "copy_share", rate / row->copy_rate,
              moved && rate > 0.0 && row->copy_rate > 0.0);
}

static void list_passes(cJSON* o, const struct row* row)
{
    cJSON* passes = cJSON_AddArrayToObject(o, "passes");
    for (uint32_t i = 0; row->passes && i < row->pass_count; ++i) {
        const struct pass_cost* pass = &row->passes[i];
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "label", pass->label);
        cJSON_AddNumberToObject(object, "bytes", (double)pass->bytes);
        add_known(object, "ms", pass->ms, pass->ms >= 0.0);
        add_known(object, "gb_s", (double)pass->bytes / pass->ms * 1e-6, pass->ms > 0.0);
        cJSON_AddItemToArray(passes, object);
    }
}

static cJSON* json_of(const struct row* row, const struct origin* origin)
{
    cJSON* o = cJSON_CreateObject();
    list_task(o, row);
    if (row->order)
        list_order(o, row);
    list_times(o, row);
    list_traffic(o, row);
    if (row->refusal[0])
        cJSON_AddNullToObject(o, "right");
    else
        cJSON_AddBoolToObject(o, "right", row->right);
    add_text(o, "refusal", row->refusal);
    add_text(o, "chosen", row->chosen);
    add_text(o, "reason", row->reason);
    add_text(o, "device", origin->device);
    add_text(o, "driver", origin->driver);
    add_text(o, "api", origin->api);
    add_text(o, "commit", origin->commit);
    add_text(o, "command", origin->command);
    add_text(o, "date", origin->date);
    if (row->gpu.count > 0)
        cJSON_AddItemToObject(o, "gpu_ms_samples",
                              cJSON_CreateDoubleArray(row->gpu.ms, (int)row->gpu.count));
    list_passes(o, row);
    return o;
}

static void write_json(struct row_writer* w, const struct row* row)
{
    cJSON* object = json_of(row, w->origin);
    char* text = cJSON_PrintUnformatted(object);
    if (!text || fprintf(w->file, "%s%s", w->written > 0 ? ",\n" : "", text) < 0)
        w->failed = true;
    cJSON_free(text);
    cJSON_Delete(object);
}

// ---- text -----------------------------------------------------------------------------

static void write_order(FILE* file, const struct order_task* order)
{
    const glsort_order_desc* d = &order->desc;
    uint32_t views = d->max_views == 0 ? 1 : d->max_views;
    fprintf(file, "order    ");
    if (d->primitive.vertices > 0)
        fprintf(file, "primitives of %u vertices", (unsigned)d->primitive.vertices);
    else
        fprintf(file, "points");
    fprintf(file, ", %u view%s, keys of %u bits, ", (unsigned)views,
            views == 1 ? "" : "s", d->key_bits == 0 ? 32u : (unsigned)d->key_bits);
    if (d->cull == GLSORT_CULL_FRUSTUM)
        fprintf(file, "%u %% outside the frustum, ", (unsigned)order->cull_share);
    else
        fprintf(file, "not culled, ");
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        fprintf(file, "count on the GPU\n");
    else
        fprintf(file, "count on the CPU\n");
}

static void write_text_head(struct row_writer* w, const struct row* row)
{
    const struct origin* o = w->origin;
    fprintf(w->file, "device   %s\ndriver   %s, context %s\ncommit   %s, %s\n", o->device,
            o->driver, o->api, o->commit, o->date);
    if (row->order)
        write_order(w->file, row->order);
    fprintf(w->file,
            "times    ms, medians; +- half the interquartile range; CPU: from the call "
            "until it is done\n\n%-9s %-8s %-38s %9s %7s %9s %9s %9s %9s %6s\n",
            "n", row->order ? "pool" : "keys", "form", "GPU", "+-", "CPU", "submit",
            "transfer", "Mkeys/s", "copy");
}

static void write_cell(FILE* file, int width, int decimals, double number, bool known)
{
    if (known)
        fprintf(file, " %*.*f", width, decimals, number);
    else
        fprintf(file, " %*s", width, "-");
}

static void write_text(struct row_writer* w, const struct row* row)
{
    char form[80], keys[24];
    const struct task* t = &row->task;
    if (w->written == 0)
        write_text_head(w, row);
    snprintf(form, sizeof form, "%s/%s/%s", row->algorithm, row->variant, row->backend);
    snprintf(keys, sizeof keys, "%s+%s", t->key->name, t->values->name);
    if (row->order)
        snprintf(keys, sizeof keys, "%u", (unsigned)row->order->desc.max_count);
    fprintf(w->file, "%-9u %-8s %-38s", (unsigned)t->count, keys, form);
    if (row->refusal[0] || !row->right) {
        fprintf(w->file, "  %s\n", row->refusal[0] ? row->refusal : "WRONG RESULT");
        return;
    }
    write_cell(w->file, 9, 4, samples_median(&row->gpu), row->gpu.count > 0);
    write_cell(w->file, 6, 1, 50.0 * samples_spread(rate_samples(row)), true);
    fputc('%', w->file);
    write_cell(w->file, 9, 4, samples_median(&row->cpu), row->cpu.count > 0);
    write_cell(w->file, 9, 4, samples_median(&row->submit), row->submit.count > 0);
    write_cell(w->file, 9, 4, samples_median(&row->end_to_end),
               row->end_to_end.count > 0);
    write_cell(w->file, 9, 2, 1e-6 * a_second(row, t->count), true);
    bool moved = row->pass_count > 0 && row->moved_bytes > 0 && row->copy_rate > 0.0;
    write_cell(w->file, 5, 0,
               100.0 * a_second(row, (double)row->moved_bytes) / row->copy_rate, moved);
    fputs(moved ? "%\n" : "\n", w->file);
}

// ---- writers --------------------------------------------------------------------------

struct row_writer rows_start(FILE* file, enum row_format format,
                             const struct origin* origin)
{
    if (format == ROWS_JSON)
        fputs("[\n", file);
    return (struct row_writer){.file = file, .format = format, .origin = origin};
}

void rows_add(struct row_writer* w, const struct row* row)
{
    if (w->format == ROWS_JSON)
        write_json(w, row);
    else
        write_text(w, row);
    w->written++;
    if (fflush(w->file) != 0)
        w->failed = true;
}

bool rows_end(struct row_writer* w)
{
    if (w->format == ROWS_JSON)
        fputs("\n]\n", w->file);
    return fflush(w->file) == 0 && !ferror(w->file) && !w->failed;
}
