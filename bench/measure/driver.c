// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_commit.h"

static const uint32_t most_count = 1u << 30;

void job_default(struct job* job)
{
    *job = (struct job){
        .choice = {.seconds = 20.0, .samples = 25},
        .keys = {find_key_type("u32")},
        .values = {find_value_type("u32")},
        .distributions = {find_distribution("uniform")},
        .ascending = true,
        .command = "",
    };
}

// ---- axes -----------------------------------------------------------------------------

static bool add_count(struct job* job, double count)
{
    if (count < 1.0 || count > most_count || job->count_count == MAX_COUNTS)
        return false;
    job->counts[job->count_count++] = (uint32_t)count;
    return true;
}

// "1000" or "2^20": the number, and what follows it.
static const char* read_count(const char* text, double* count)
{
    char* end = NULL;
    if (*text < '0' || *text > '9')
        return NULL;
    unsigned long long number = strtoull(text, &end, 10);
    if (number == 2 && *end == '^' && end[1] >= '0' && end[1] <= '9') {
        unsigned long power = strtoul(end + 1, &end, 10);
        number = power < 32 ? 1ull << power : 0;
    }
    *count = (double)number;
    return end;
}

// One item of a list of counts, without the comma.
static bool add_counts_of(struct job* job, const char* item)
{
    double first = 0.0, last = 0.0;
    const char* at = read_count(item, &first);
    if (!at)
        return false;
    last = first;
    if (strncmp(at, "..", 2) == 0)
        at = read_count(at + 2, &last);
    if (!at || last < first || first < 1.0)
        return false;
    double part = 0.0;
    if (strncmp(at, "+-", 2) == 0) {
        char* end = NULL;
        part = strtod(at + 2, &end) / 100.0;
        if (end == at + 2 || strcmp(end, "%") != 0 || !(part > 0.0 && part < 1.0))
            return false;
    } else if (*at) {
        return false;
    }
    for (double count = first; count <= last; count *= 2.0) {
        if ((part > 0.0 && !add_count(job, count * (1.0 - part))) ||
            !add_count(job, count) ||
            (part > 0.0 && !add_count(job, count * (1.0 + part))))
            return false;
    }
    return true;
}

typedef bool (*take_item)(struct job* job, const char* item, uint32_t number);

static bool for_each_item(struct job* job, const char* list, take_item take)
{
    char item[64];
    for (uint32_t number = 0;; ++number) {
        size_t length = strcspn(list, ",");
        if (length == 0 || length >= sizeof item || number >= MAX_AXIS)
            return false;
        memcpy(item, list, length);
        item[length] = '\0';
        if (!take(job, item, number))
            return false;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

static bool take_counts(struct job* job, const char* item, uint32_t number)
{
    (void)number;
    return add_counts_of(job, item);
}

static bool take_key(struct job* job, const char* item, uint32_t number)
{
    job->keys[number + 1] = NULL;
    return (job->keys[number] = find_key_type(item)) != NULL;
}

static bool take_values(struct job* job, const char* item, uint32_t number)
{
    job->values[number + 1] = NULL;
    return (job->values[number] = find_value_type(item)) != NULL;
}

static bool take_distribution(struct job* job, const char* item, uint32_t number)
{
    job->distributions[number + 1] = NULL;
    return (job->distributions[number] = find_distribution(item)) != NULL;
}

static bool take_order(struct job* job, const char* item, uint32_t number)
{
    if (number == 0)
        job->ascending = job->descending = false;
    if (strcmp(item, "ascending") == 0)
        return job->ascending = true;
    return job->descending = strcmp(item, "descending") == 0;
}

bool job_add_counts(struct job* job, const char* text)
{
    return for_each_item(job, text, take_counts);
}

bool job_add_keys(struct job* job, const char* list)
{
    return for_each_item(job, list, take_key);
}

bool job_add_values(struct job* job, const char* list)
{
    return for_each_item(job, list, take_values);
}

bool job_add_distributions(struct job* job, const char* list)
{
    return for_each_item(job, list, take_distribution);
}

bool job_set_orders(struct job* job, const char* list)
{
    return for_each_item(job, list, take_order);
}

// ---- outputs --------------------------------------------------------------------------

struct outputs {
    struct row_writer writers[ROWS_CSV + 1];
    struct row_writer* list[ROWS_CSV + 1];
    const char* paths[ROWS_CSV + 1];
    uint32_t count;
};

static bool open_output(struct outputs* o, const char* path, enum row_format format,
                        const struct origin* origin, char* message, size_t bytes)
{
    FILE* file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!file) {
        snprintf(message, bytes, "%s cannot be written: %s", path, strerror(errno));
        return false;
    }
    o->writers[o->count] = rows_start(file, format, origin);
    o->list[o->count] = &o->writers[o->count];
    o->paths[o->count++] = path;
    return true;
}

static bool open_outputs(struct outputs* o, const struct job* job,
                         const struct origin* origin, char* message, size_t bytes)
{
    *o = (struct outputs){.count = 0};
    for (int format = ROWS_TEXT; format <= ROWS_CSV; ++format)
        if (job->outputs[format] &&
            !open_output(o, job->outputs[format], (enum row_format)format, origin,
                         message, bytes))
            return false;
    return true;
}

static bool close_outputs(struct outputs* o, char* message, size_t bytes)
{
    bool good = true;
    for (uint32_t i = 0; i < o->count; ++i) {
        bool ended = rows_end(&o->writers[i]);
        if (o->writers[i].file != stdout)
            ended = fclose(o->writers[i].file) == 0 && ended;
        if (!ended)
            snprintf(message, bytes, "%s cannot be written", o->paths[i]);
        good = good && ended;
    }
    return good;
}

// ---- running --------------------------------------------------------------------------

static bool run_tasks(struct bench* bench, const struct job* job, struct outputs* o,
                      char* message, size_t bytes)
{
    bool good = true;
    struct task t = {0};
    for (int k = 0; (t.key = job->keys[k]) != NULL; ++k)
        for (int v = 0; (t.values = job->values[v]) != NULL; ++v)
            for (int d = 0; (t.distribution = job->distributions[d]) != NULL; ++d)
                for (int order = 0; order < 2; ++order) {
                    if (order == 0 ? !job->ascending : !job->descending)
                        continue;
                    t.order = order == 0 ? GLSORT_ASCENDING : GLSORT_DESCENDING;
                    memset(bench->last_ms_an_element, 0,
                           sizeof bench->last_ms_an_element);
                    for (uint32_t i = 0; i < job->count_count; ++i) {
                        t.count = job->counts[i];
                        good = bench_task(bench, &t, o->list, o->count, message, bytes) &&
                               good;
                    }
                }
    return good;
}

static bool run_on_context(const struct job* job, struct offscreen* offscreen,
                           char* message, size_t bytes)
{
    struct outputs outputs;
    struct bench bench = {.choice = job->choice, .peers = job->peers};
    if (!bench_open(&bench, offscreen, message, bytes))
        return false;
    struct origin origin = {
        .device = (const char*)bench.gl.GetString(GL_RENDERER),
        .driver = (const char*)bench.gl.GetString(GL_VERSION),
        .api = offscreen_api_name(job->context.api),
        .commit = job->commit ? job->commit : BENCH_COMMIT,
        .command = job->command,
    };
    time_t now = time(NULL);
    strftime(origin.date, sizeof origin.date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    bool good = open_outputs(&outputs, job, &origin, message, bytes) &&
                run_tasks(&bench, job, &outputs, message, bytes);
    good = close_outputs(&outputs, message, bytes) && good;
    bench_close(&bench);
    return good;
}

bool job_run(const struct job* job, char* message, size_t bytes)
{
    if (choice_is_empty(&job->choice, job->peers)) {
        snprintf(message, bytes, "there is no such form; --list shows all");
        return false;
    }
    struct offscreen* offscreen = offscreen_create(&job->context, message, bytes);
    bool good = offscreen != NULL;
    if (good && !offscreen_make_current(offscreen)) {
        snprintf(message, bytes, "the GL context cannot be made current");
        good = false;
    }
    good = good && run_on_context(job, offscreen, message, bytes);
    offscreen_destroy(offscreen);
    return good;
}
