// SPDX-License-Identifier: MIT
// Measures which form is the fastest at which count, and writes that as a table of
// choices. The measuring is that of glsort-bench.
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "commands.h"
#include "complain.h"
#include "measure.h"
#include "output.h"

enum {
    FIRST_COUNT_LOG = 8,
    LAST_COUNT_LOG = 30,
    MOST_LINES = 8 * (LAST_COUNT_LOG - FIRST_COUNT_LOG + 1),
    LINE_BYTES = 256,
    MOST_ALGORITHMS = 16,
    BACKENDS = GLSORT_BACKEND_FRAGMENT + 1,
    MOST_SECONDS_CPU = 28, // of all, without a budget
    MOST_SECONDS_GPU = 18,
    HOPELESS = 8, // on a CPU: no form that was so many times slower has become the best
};

// A form takes the place of the best one so far only if it takes less than this share of
// that one's time, both in the median and in the shortest sample, which a busy machine
// disturbs less.
static const double gain = 0.95;

// True for the forms that are measured: not those without a method, which a table cannot
// name, not those that sort blocks, and not trees and the plainest networks, which are
// for teaching.
static bool is_tried(const glsort_form* form)
{
    return form->desc.tuning->method != GLSORT_METHOD_AUTO &&
           (int)form->desc.tuning->algorithm < MOST_ALGORITHMS &&
           form->desc.tuning->algorithm != GLSORT_ALGORITHM_ABISORT_TREE &&
           form->whole_count == UINT32_MAX &&
           form->desc.tuning->method != GLSORT_METHOD_BITONIC_TWO_KERNELS &&
           form->desc.tuning->method != GLSORT_METHOD_BITONIC_COLUMNS;
}

// The best forms so far on one backend, with or without values, as indices into
// tuning.tried; -1: none yet.
struct best {
    int form_of[MOST_ALGORITHMS];
    int form;
};

// Bits of a key to sort by: in fragment passes, radix sort takes passes by them. All
// forms are measured with whole keys.
static const struct range {
    uint32_t bits;
    struct key_type key;
} ranges[] = {
    {0, {"u32", GLSORT_KEY_U32, 4, 32, KEY_UNSIGNED}},
    {16, {"u32", GLSORT_KEY_U32, 4, 16, KEY_UNSIGNED}},
    {24, {"u32", GLSORT_KEY_U32, 4, 24, KEY_UNSIGNED}},
};
enum { RANGES = sizeof ranges / sizeof ranges[0] };

// A row of the table: the form that is the best up to `most` elements, and the times at
// `most`.
struct line {
    glsort_backend backend;
    const char* values;
    uint32_t most;
    uint32_t bits; // most bits of a key; 0: any
    glsort_method method;
    double ms;
    glsort_method rival; // the best of another algorithm; AUTO: none
    double rival_ms;
};

struct tuning {
    struct bench bench;
    struct forms tried;   // of each algorithm in the order of its list
    double ms[MAX_FORMS]; // at this count, the median; 0: not measured
    double least_ms[MAX_FORMS];
    uint32_t passes[MAX_FORMS];
    uint32_t bits; // of the range that is being measured; 0: all
    bool stamps;
    struct best best[BACKENDS];
    struct line lines[MOST_LINES];
    uint32_t line_count;
};

// ---- judging --------------------------------------------------------------------------

static const glsort_sort_desc* desc_of(const struct tuning* t, int form)
{
    return &t->tried.at[form].desc;
}

// True if an earlier form of the same algorithm has as many passes at this count and so
// is the same sort: the forms differ in their merges, and a single pass has none. As long
// as RANK_ALL ranks all keys in one pass, it does not repeat another form.
static bool is_repeated(const struct tuning* t, int form, uint32_t count)
{
    const glsort_sort_desc* desc = desc_of(t, form);
    const bool compares =
        desc->tuning->method == GLSORT_METHOD_RANK_ALL && count <= GLSORT_RANK_ALL_MOST;
    if (compares || (desc->tuning->algorithm != GLSORT_ALGORITHM_ABISORT &&
                     desc->tuning->algorithm != GLSORT_ALGORITHM_RANK))
        return false;
    for (int f = 0; f < form; ++f) {
        const glsort_sort_desc* other = desc_of(t, f);
        if (other->tuning->algorithm == desc->tuning->algorithm &&
            other->backend == desc->backend && t->passes[f] == t->passes[form])
            return true;
    }
    return false;
}

static void watch(void* user, const struct row* row)
{
    struct tuning* t = user;
    const int form = (int)(row->form - t->bench.forms.at); // in the order of those tried
    t->passes[form] = row->pass_count;
    t->least_ms[form] = samples_least(&row->gpu);
    if (!is_repeated(t, form, row->task.count))
        t->ms[form] = samples_median(&row->gpu);
    t->stamps = t->stamps || row->stamps;
}

// The other form if it was measured and `before` was not, or if it is faster by enough.
static int better(const struct tuning* t, int before, int other)
{
    if (other < 0 || t->ms[other] <= 0.0)
        return before;
    if (before < 0 || t->ms[before] <= 0.0)
        return other;
    bool faster = t->ms[other] < gain * t->ms[before] &&
                  t->least_ms[other] < gain * t->least_ms[before];
    return faster ? other : before;
}

// False if nothing was measured.
static bool judge(struct tuning* t, glsort_backend backend)
{
    struct best* b = &t->best[backend];
    for (int f = 0; f < (int)t->tried.count; ++f) {
        int* best = &b->form_of[desc_of(t, f)->tuning->algorithm];
        if (desc_of(t, f)->backend == backend)
            *best = better(t, *best, f);
    }
    if (b->form >= 0)
        b->form = b->form_of[desc_of(t, b->form)->tuning->algorithm];
    for (int a = 0; a < MOST_ALGORITHMS; ++a)
        b->form = better(t, b->form, b->form_of[a]);
    return b->form >= 0 && t->ms[b->form] > 0.0;
}

static int best_rival(const struct tuning* t, const struct best* b)
{
    int found = -1;
    for (int a = 1; a < MOST_ALGORITHMS; ++a) {
        int f = b->form_of[a];
        if (f >= 0 && f != b->form && t->ms[f] > 0.0 &&
            (found < 0 || t->ms[f] < t->ms[found]))
            found = f;
    }
    return found;
}

static bool same_row(const struct line* a, const struct line* b)
{
    return a->backend == b->backend && strcmp(a->values, b->values) == 0 &&
           a->bits == b->bits && a->method == b->method;
}

static struct line* last_line(struct tuning* t, glsort_backend backend)
{
    for (uint32_t i = t->line_count; i-- > 0;)
        if (t->lines[i].backend == backend)
            return &t->lines[i];
    return NULL;
}

// Lengthens the last row of the backend, or adds one.
static void take_count(struct tuning* t, glsort_backend backend, const struct task* task)
{
    if (!judge(t, backend))
        return;
    const struct best* b = &t->best[backend];
    int rival = best_rival(t, b);
    struct line line = {
        .backend = backend,
        .values = task->values->bytes > 0 ? "pairs" : "keys",
        .most = task->count,
        .bits = t->bits,
        .method = desc_of(t, b->form)->tuning->method,
        .ms = t->ms[b->form],
        .rival = rival < 0 ? GLSORT_METHOD_AUTO : desc_of(t, rival)->tuning->method,
        .rival_ms = rival < 0 ? 0.0 : t->ms[rival],
    };
    struct line* last = last_line(t, backend);
    if (last && same_row(last, &line))
        *last = line;
    else
        t->lines[t->line_count++] = line;
}

// ---- measuring ------------------------------------------------------------------------

static bool measure_count(struct tuning* t, const struct task* task)
{
    char message[512] = "";
    memset(t->ms, 0, sizeof t->ms);
    memset(t->passes, 0, sizeof t->passes);
    if (!bench_task(&t->bench, task, NULL, 0, message, sizeof message))
        return complain("%s", message);
    take_count(t, GLSORT_BACKEND_COMPUTE, task);
    take_count(t, GLSORT_BACKEND_FRAGMENT, task);
    return true;
}

// Lists the forms of a range: those in fragment passes, or for whole keys all.
static void list_tried(struct forms* tried, uint32_t bits)
{
    const glsort_form* form;
    tried->count = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        bool draws = form->desc.backend == GLSORT_BACKEND_FRAGMENT;
        if (!is_tried(form) || (bits != 0 && !draws))
            continue;
        forms_add(tried, form);
        tried->at[tried->count - 1].desc.bit_count = bits;
    }
}

// Tasks share the time that is left: what creating plans takes of it, measuring does not.
struct series {
    uint32_t most;
    struct progress_line* progress;
    uint64_t done;
    uint64_t total;
    double seconds; // of a task, at most, for all forms that are tried
    double end_ms;  // of all tasks; 0: each takes its seconds
};

enum { LEAST_TASK_MS = 20 };

static double seconds_of_task(const struct series* s)
{
    const double left_ms = s->end_ms - clock_ms();
    const double share = left_ms / (double)(s->total - s->done) / 1000.0;
    if (s->end_ms == 0.0 || share >= s->seconds)
        return s->seconds;
    return share > LEAST_TASK_MS / 1000.0 ? share : LEAST_TASK_MS / 1000.0;
}

static bool measure_range(struct tuning* t, const struct range* range, struct series* s)
{
    static const char* const values[] = {"none", "u32"};
    bool good = true;
    t->bits = range->bits;
    for (int v = 0; v < 2; ++v) {
        struct task task = {&range->key, find_value_type(values[v]),
                            find_distribution("uniform"), GLSORT_ASCENDING, 0};
        memset(t->best, -1, sizeof t->best);
        bench_forget(&t->bench);
        for (uint64_t count = 1u << FIRST_COUNT_LOG; good && count <= s->most;
             count *= 2) {
            task.count = (uint32_t)count;
            t->bench.choice.seconds = seconds_of_task(s);
            good = measure_count(t, &task);
            progress_line_show(s->progress, "measuring", ++s->done, s->total);
        }
    }
    return good;
}

static bool measure_all(struct tuning* t, const struct session* s, uint32_t most,
                        double limit_s, bool quiet)
{
    struct progress_line progress;
    struct series series = {.most = most, .progress = &progress};
    const double seconds = t->bench.choice.seconds; // for all forms of one task
    bool good = true;
    for (uint64_t count = 1u << FIRST_COUNT_LOG; count <= most; count *= 2)
        series.total += 2 * RANGES;
    series.end_ms = limit_s > 0.0 ? clock_ms() + 1000.0 * limit_s : 0.0;
    progress_line_start(&progress, quiet);
    list_tried(&t->tried, ranges[0].bits);
    const uint32_t all = t->tried.count;
    // One context, because the ranges have most programs in common.
    bench_open(&t->bench, &s->gl, s->context);
    for (int i = 0; good && i < RANGES; ++i) {
        list_tried(&t->tried, ranges[i].bits);
        t->bench.forms = t->tried;
        series.seconds = seconds * t->tried.count / all;
        good = measure_range(t, &ranges[i], &series);
    }
    bench_close(&t->bench);
    progress_line_end(&progress);
    return good;
}

// ---- writing --------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static bool add(struct bytes* out,
                                                      const char* format, ...)
{
    va_list arguments;
    if (!bytes_reserve(out, LINE_BYTES))
        return false;
    va_start(arguments, format);
    int length = vsnprintf(out->at + out->count, LINE_BYTES, format, arguments);
    va_end(arguments);
    out->count += (size_t)(length < LINE_BYTES ? length : LINE_BYTES - 1);
    return true;
}

static bool add_head(struct bytes* out, const struct tuning* t, const struct session* s)
{
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    return add(out, "# glsort %s, measured by \"glsort tune\" on %s\n", glsort_version(),
               date) &&
           add(out, "# device  %.200s\n", session_renderer(s)) &&
           add(out, "# driver  %.200s\n", (const char*)s->gl.GetString(GL_VERSION)) &&
           add(out, "# times   medians in ms by %s, uniform keys of u32, values of u32\n",
               t->stamps ? "the GPU's time stamps" : "the CPU's clock") &&
           add(out, "# backend  values  most       method             bits\n");
}

static bool add_line(struct bytes* out, const struct line* l)
{
    char bits[12] = "";
    if (l->bits != 0)
        snprintf(bits, sizeof bits, "%" PRIu32, l->bits);
    return add(out, "%-9s  %-6s  %-9" PRIu32 "  %-17s  %-4s  # %.4g ms",
               backend_name(l->backend), l->values, l->most,
               glsort_method_name(l->method), bits, l->ms) &&
           (l->rival == GLSORT_METHOD_AUTO ||
            add(out, ", %s %.4g ms", glsort_method_name(l->rival), l->rival_ms)) &&
           add(out, "\n");
}

// Rows for fewer bits come before those for more, as the first row that fits decides.
static bool write_table(struct bytes* out, const struct tuning* t,
                        const struct session* s)
{
    bool good = add_head(out, t, s);
    for (int b = GLSORT_BACKEND_COMPUTE; b < BACKENDS; ++b)
        for (int r = 1; r <= RANGES; ++r)
            for (uint32_t i = 0; good && i < t->line_count; ++i)
                if ((int)t->lines[i].backend == b &&
                    t->lines[i].bits == ranges[r % RANGES].bits)
                    good = add_line(out, &t->lines[i]);
    return good;
}

// ---- the command ----------------------------------------------------------------------

static bool tune(const struct options* o, struct session* s, struct bytes* out)
{
    static struct tuning t; // a few KiB
    bool software = s->limits.is_software != 0;
    uint32_t most = o->has_count ? o->count : software ? 1u << 18 : 1u << 24;
    const bool has_budget = o->budget > 0;
    const double limit_s = has_budget ? 0.0
                           : software ? MOST_SECONDS_CPU
                                      : MOST_SECONDS_GPU;
    t.bench.choice.seconds = has_budget ? o->budget : software ? 0.3 : 0.5;
    t.bench.choice.samples = o->has_iterations ? o->iterations : 25;
    t.bench.choice.forms = &t.tried;
    t.bench.choice.sorts_alone = true;
    t.bench.choice.starts_cold = software;
    t.bench.choice.hopeless = software ? HOPELESS : 0.0;
    t.bench.watch = watch;
    t.bench.watch_user = &t;
    return measure_all(&t, s, most, limit_s, o->quiet) && write_table(out, &t, s);
}

static bool check(const struct options* o)
{
    if (o->has_count &&
        (o->count < 1u << FIRST_COUNT_LOG || o->count > 1u << LAST_COUNT_LOG))
        return complain("--count is 2^%d to 2^%d here, not %" PRIu32, FIRST_COUNT_LOG,
                        LAST_COUNT_LOG, o->count);
    return !o->has_iterations || o->iterations <= MAX_SAMPLES ||
           complain("--iterations is at most %d here, not %" PRIu32, MAX_SAMPLES,
                    o->iterations);
}

bool command_tune(const struct options* o)
{
    struct output out = {0};
    struct session session = {0};
    struct bytes table = {0};
    bool good = check(o) && output_open(&out, o->output) && session_open(&session, o) &&
                tune(o, &session, &table) && output_write(&out, &table) &&
                output_commit(&out);
    output_discard(&out);
    session_close(&session);
    bytes_release(&table);
    return good;
}
