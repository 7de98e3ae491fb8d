// SPDX-License-Identifier: MIT
// glsort-bench: times every form of the library, beside the sorts of the CPU, on one
// device, and checks each result outside the timed part.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include "bench_commit.h"
#include "bench_report.h"
#include "measure.h"
#include "offscreen.h"

enum { MAX_SIZES = 32, MESSAGE_BYTES = 512, COMMAND_BYTES = 1024 };

static const char help_text[] =
    "usage: glsort-bench [options]\n"
    "Times every form of glsort and the sorts of the CPU on pairs of a u32 key and a "
    "u32\n"
    "value, for n = 2^10, 2^14, 2^17, 2^20 and 2^22. Needs no display.\n"
    "\n"
    "  --large          2^24 and 2^26 too\n"
    "  --count N        this n instead; may be given several times\n"
    "  --form TEXT      only forms with TEXT in their names, such as \"array\"\n"
    "  --budget S       seconds for all forms of one n, about (20); slow forms are run\n"
    "                   less often, and not at all where one run would take longer\n"
    "  --samples N      of each form, at most (25)\n"
    "  --api NAME       gl4.3, gl3.3 or gles3.0 (gl4.3)\n"
    "  --platform NAME, --device NAME\n"
    "                   where to run: cpu, gpu or a number (the first GPU, else the "
    "CPU)\n"
    "  --markdown FILE  writes the table as Markdown too\n"
    "  --json FILE      writes all samples as JSON too\n"
    "  --commit TEXT    the commit to name, if not the one that was built\n"
    "  --help           this text\n";

struct options {
    struct offscreen_desc context;
    struct budget budget;
    uint32_t sizes[MAX_SIZES];
    uint32_t size_count;
    const char* markdown;
    const char* json;
    const char* commit;
    bool large;
    bool help;
};

static bool parse_number(const char* text, double low, double high, double* value)
{
    char* end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && *value >= low && *value <= high;
}

static bool parse_whole(const char* text, uint32_t low, uint32_t high, uint32_t* to)
{
    double value;
    if (!parse_number(text, low, high, &value) || value != (uint32_t)value)
        return false;
    *to = (uint32_t)value;
    return true;
}

static bool add_size(struct options* o, const char* text)
{
    if (o->size_count == MAX_SIZES ||
        !parse_whole(text, 1, 1u << 28, &o->sizes[o->size_count]))
        return false;
    o->size_count++;
    return true;
}

// An option with a value; false if the value does not fit.
static bool set_option(struct options* o, const char* name, const char* value,
                       bool* known)
{
    if (strcmp(name, "--count") == 0)
        return add_size(o, value);
    if (strcmp(name, "--budget") == 0)
        return parse_number(value, 0.01, 1e6, &o->budget.seconds);
    if (strcmp(name, "--samples") == 0)
        return parse_whole(value, 1, MAX_SAMPLES, &o->budget.at_most);
    if (strcmp(name, "--api") == 0)
        return offscreen_api_of(value, &o->context.api);
    const struct {
        const char* name;
        const char** to;
    } texts[] = {
        {"--form", &o->budget.only},
        {"--platform", &o->context.platform},
        {"--device", &o->context.device},
        {"--markdown", &o->markdown},
        {"--json", &o->json},
        {"--commit", &o->commit},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].to = value;
            return true;
        }
    }
    *known = false;
    return true;
}

static bool complain(const char* format, const char* text)
{
    fputs("glsort-bench: ", stderr);
    fprintf(stderr, format, text);
    fputc('\n', stderr);
    return false;
}

static void choose_sizes(struct options* o)
{
    static const uint32_t logs[] = {10, 14, 17, 20, 22, 24, 26};
    uint32_t count = o->large ? 7 : 5;
    for (uint32_t i = 0; i < count && o->size_count < MAX_SIZES; ++i)
        o->sizes[o->size_count++] = 1u << logs[i];
}

static bool parse_options(int argc, char** argv, struct options* o)
{
    for (int i = 1; i < argc; i += strcmp(argv[i], "--large") == 0 ? 1 : 2) {
        bool known = true;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            o->help = true;
            return true;
        }
        if (strcmp(argv[i], "--large") == 0) {
            o->large = true;
            continue;
        }
        bool has_value = i + 1 < argc;
        bool fits = set_option(o, argv[i], has_value ? argv[i + 1] : "", &known);
        if (!known)
            return complain("unknown option %s; see --help", argv[i]);
        if (!has_value)
            return complain("%s needs a value; see --help", argv[i]);
        if (!fits)
            return complain("%s: the value does not fit; see --help", argv[i]);
    }
    if (o->size_count == 0 || o->large)
        choose_sizes(o);
    return true;
}

static void show_progress(const struct form* form, uint32_t count)
{
    fprintf(stderr, "n = %u: %s\n", (unsigned)count, form->name);
}

static void join_command(int argc, char** argv, char command[COMMAND_BYTES])
{
    size_t length = 0;
    for (int i = 0; i < argc && length < COMMAND_BYTES; ++i) {
        const char* word = argv[i];
        if (i == 0 && strrchr(word, '/'))
            word = strrchr(word, '/') + 1;
        const char* quote = strchr(word, ' ') ? "\"" : "";
        length += (size_t)snprintf(command + length, COMMAND_BYTES - length, "%s%s%s%s",
                                   i > 0 ? " " : "", quote, word, quote);
    }
}

static FILE* open_file(const char* path)
{
    FILE* file = fopen(path, "wb");
    if (!file)
        fprintf(stderr, "glsort-bench: %s cannot be written: %s\n", path,
                strerror(errno));
    return file;
}

static bool close_file(FILE* file, const char* path)
{
    bool ok = fflush(file) == 0 && !ferror(file);
    ok = (file == stdout || fclose(file) == 0) && ok;
    return ok || complain("%s cannot be written", path);
}

struct outputs {
    FILE* markdown; // NULL: not wanted
    FILE* json;
    cJSON* rows;
};

// Prints one size's rows; false if one is wrong.
static bool report_rows(const struct row* rows, const struct bench_origin* origin,
                        struct outputs* outputs)
{
    bool right = true;
    for (uint32_t at = 0; at < form_count; ++at) {
        const struct row* row = &rows[at];
        if (strcmp(row->refusal, "not asked for") == 0)
            continue;
        report_text_row(stdout, row);
        if (outputs->markdown)
            report_markdown_row(outputs->markdown, row);
        right = right && row->right && report_json_row(outputs->rows, origin, row);
    }
    fputc('\n', stdout);
    fflush(stdout);
    return right;
}

static bool run_sizes(struct bench* bench, const struct options* o,
                      const struct bench_origin* origin, struct outputs* outputs)
{
    static struct row rows[MAX_FORMS];
    bool right = true;
    report_text_head(stdout, origin);
    if (outputs->markdown)
        report_markdown_head(outputs->markdown, origin);
    for (uint32_t i = 0; i < o->size_count; ++i) {
        if (!bench_size(bench, o->sizes[i], rows))
            return complain("%s", "there is no memory for an input of this size");
        right = report_rows(rows, origin, outputs) && right;
    }
    if (glGetError() != GL_NO_ERROR)
        return complain("%s", "a GL error is left behind");
    return right || complain("%s", "a result is wrong");
}

static bool write_json(struct outputs* outputs, const char* path)
{
    char* text = cJSON_Print(outputs->rows);
    bool ok = text != NULL;
    if (ok)
        fprintf(outputs->json, "%s\n", text);
    cJSON_free(text);
    return close_file(outputs->json, path) && ok;
}

static bool run_on_context(const struct options* o, struct offscreen* gl,
                           const char* command, struct outputs* outputs)
{
    char message[MESSAGE_BYTES] = "";
    struct bench bench = {.budget = o->budget,
                          .progress = isatty(fileno(stderr)) ? show_progress : NULL};
    glsort_context_desc desc = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = gl,
        .message = message,
        .message_bytes = sizeof message,
    };
    if (glsort_context_create(&desc, &bench.context) != GLSORT_OK)
        return complain("%s", message);
    struct bench_origin origin = {
        .device = (const char*)glGetString(GL_RENDERER),
        .driver = (const char*)glGetString(GL_VERSION),
        .api = offscreen_api_name(o->context.api),
        .commit = o->commit ? o->commit : BENCH_COMMIT,
        .command = command,
    };
    time_t now = time(NULL);
    strftime(origin.date, sizeof origin.date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    bool ok = run_sizes(&bench, o, &origin, outputs);
    glsort_context_destroy(bench.context);
    return ok;
}

static bool run(const struct options* o, const char* command)
{
    char message[MESSAGE_BYTES] = "";
    struct outputs outputs = {.rows = cJSON_CreateArray()};
    bool ok = outputs.rows != NULL;
    if (ok && o->markdown)
        ok = (outputs.markdown = open_file(o->markdown)) != NULL;
    if (ok && o->json)
        ok = (outputs.json = open_file(o->json)) != NULL;
    struct offscreen* gl = NULL;
    if (ok) {
        gl = offscreen_create(&o->context, message, sizeof message);
        ok = gl && offscreen_make_current(gl);
        if (!ok)
            complain("%s", gl ? "the GL context cannot be made current" : message);
    }
    ok = ok && run_on_context(o, gl, command, &outputs);
    offscreen_destroy(gl);
    if (outputs.json)
        ok = write_json(&outputs, o->json) && ok;
    if (outputs.markdown)
        ok = close_file(outputs.markdown, o->markdown) && ok;
    cJSON_Delete(outputs.rows);
    return close_file(stdout, "standard output") && ok;
}

int main(int argc, char** argv)
{
    char command[COMMAND_BYTES];
    struct options options = {.budget = {.seconds = 20.0, .at_most = 25}};
    join_command(argc, argv, command);
    if (!parse_options(argc, argv, &options))
        return EXIT_FAILURE;
    if (options.help) {
        fputs(help_text, stdout);
        return close_file(stdout, "standard output") ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return run(&options, command) ? EXIT_SUCCESS : EXIT_FAILURE;
}
