// SPDX-License-Identifier: MIT
// glsort-bench: times every form of the library, beside the sorts of the CPU, on one
// device, and checks each result outside the timed part.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_session.h"
#include "driver.h"
#include "order_work.h"
#include "printable.h"

enum { MESSAGE_BYTES = 2048, COMMAND_BYTES = 1024 };

static const char help_text[] =
    "usage: glsort-bench [options]\n"
    "Times every form of glsort and the sorts of the CPU, and checks every result. Needs "
    "no\ndisplay. Lists are separated by commas; every combination is measured.\n"
    "\n"
    "  --count LIST         1000, 2^20, 2^8..2^28, 2^20+-5% (2^10,2^14,2^17,2^20,2^22)\n"
    "  --key LIST           types of keys (u32)\n"
    "  --values LIST        none, indices, or a type (u32)\n"
    "  --distribution LIST  of the keys (uniform)\n"
    "  --order LIST         ascending, descending (ascending)\n"
    "  --only LIST          forms: radix-tiles, radix, radix/tiles, fragment, cpu ... "
    "(all)\n"
    "  --budget S           seconds for all forms of one combination, about (20); slow\n"
    "                       forms are run less often, and not at all where one run "
    "would\n"
    "                       take longer\n"
    "  --samples N          of each form, at most (25); N is up to 64\n"
    "  --warm-up S          seconds of runs before those that are timed (0.4)\n"
    "  --measure WHAT       all; sorts: no transfers, no times of passes; or cold: the\n"
    "                       same, each after a copy of 256 MiB (all)\n"
    "  --draw-order P       draw orders of points, P percent of them culled, not sorts\n"
    "  --api NAME           gl4.3, gles3.2, gles3.1, gl3.3 or gles3.0 (gl4.3)\n"
    "  --platform NAME, --device NAME\n"
    "                       where to run: cpu, gpu or a number (the first GPU, else the "
    "CPU)\n"
    "  --json FILE          writes rows as JSON, - for standard output\n"
    "  --commit TEXT        the commit to name, if not the one that was built\n"
    "  --list               lists all names\n"
    "  --help               this text\n";

static bool set_number(const char* text, double low, double high, double* to)
{
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= low && value <= high))
        return false;
    *to = value;
    return true;
}

static bool set_warm_up(struct choice* choice, const char* text)
{
    bool fits = set_number(text, 0.001, 60.0, &choice->warm_up_ms);
    choice->warm_up_ms *= 1e3;
    return fits;
}

static bool set_measure(struct choice* choice, const char* text)
{
    choice->cold = strcmp(text, "cold") == 0;
    choice->sorts_alone = choice->cold || strcmp(text, "sorts") == 0;
    return choice->sorts_alone || strcmp(text, "all") == 0;
}

static bool set_draw_order(struct job* job, const char* text)
{
    static struct order_task order;
    double share = 0.0;
    if (!set_number(text, 0.0, 99.0, &share))
        return false;
    order.cull_share = (uint32_t)share;
    if (share > 0.0) {
        order.desc.cull = GLSORT_CULL_FRUSTUM;
        order.desc.flags = GLSORT_ORDER_WRITES_VISIBLE;
    }
    job->order = &order;
    return true;
}

static bool set_samples(struct choice* choice, const char* text)
{
    double value = 0.0;
    if (!set_number(text, 1.0, MAX_SAMPLES, &value))
        return false;
    choice->samples = (uint32_t)value;
    return true;
}

// Cuts the list in place: argv may be modified.
static bool set_only(struct choice* choice, char* list)
{
    uint32_t count = 0;
    for (char* word = strtok(list, ","); word; word = strtok(NULL, ",")) {
        if (count == MAX_ONLY)
            return false;
        choice->only[count++] = word;
    }
    return count > 0;
}

// An option with a value; false if the value does not fit.
static bool set_option(struct job* job, struct offscreen_desc* desc, const char* name,
                       char* value, bool* known)
{
    bool fits = false;
    const struct {
        const char* name;
        const char** to;
    } texts[] = {{"--platform", &desc->platform},
                 {"--device", &desc->device},
                 {"--json", &job->outputs[ROWS_JSON]},
                 {"--commit", &job->commit}};
    if (axes_option(&job->axes, name, value, &fits))
        return fits;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].to = value;
            return true;
        }
    if (strcmp(name, "--only") == 0)
        return set_only(&job->choice, value);
    if (strcmp(name, "--budget") == 0)
        return set_number(value, 0.01, 1e6, &job->choice.seconds);
    if (strcmp(name, "--samples") == 0)
        return set_samples(&job->choice, value);
    if (strcmp(name, "--warm-up") == 0)
        return set_warm_up(&job->choice, value);
    if (strcmp(name, "--measure") == 0)
        return set_measure(&job->choice, value);
    if (strcmp(name, "--draw-order") == 0)
        return set_draw_order(job, value);
    if (strcmp(name, "--api") == 0)
        return offscreen_api_of(value, &desc->api);
    *known = false;
    return true;
}

static bool complain(const char* sentence, const char* about)
{
    fputs("glsort-bench: ", stderr);
    print_masked(stderr, about);
    print_masked(stderr, sentence);
    fputc('\n', stderr);
    return false;
}

static bool parse(int argc, char** argv, struct job* job, struct offscreen_desc* desc)
{
    for (int i = 1; i < argc; i += 2) {
        bool known = true;
        char nothing[1] = "", *value = i + 1 < argc ? argv[i + 1] : nothing;
        bool fits = set_option(job, desc, argv[i], value, &known);
        if (!known)
            return complain(" is not an option; see --help", argv[i]);
        if (i + 1 == argc)
            return complain(" needs a value; see --help", argv[i]);
        if (!fits)
            return complain(": the value does not fit; see --help and --list", argv[i]);
    }
    if (job->axes.count_count == 0)
        axes_option(&job->axes, "--count", "2^10,2^14,2^17,2^20,2^22", &(bool){false});
    if (!job->outputs[ROWS_JSON] || strcmp(job->outputs[ROWS_JSON], "-") != 0)
        job->outputs[ROWS_TEXT] = "-";
    return true;
}

static void print_names(void)
{
    axes_print();
    struct forms forms;
    forms_list(&forms);
    printf("forms\n");
    for (uint32_t i = 0; i < forms.count; ++i) {
        const struct form* f = &forms.at[i];
        printf("  %-28s %s/%s/%s\n", f->name, f->algorithm, f->variant,
               backend_name(f->desc.backend));
    }
    for (const struct peer* p = cpu_peers; p->algorithm; ++p)
        printf("  %-28s %s/%s/cpu\n", "", p->algorithm, p->variant);
}

static void join_command(int argc, char** argv, char command[COMMAND_BYTES])
{
    size_t length = 0;
    for (int i = 0; i < argc && length < COMMAND_BYTES; ++i) {
        const char* word = argv[i];
        if (i == 0 && strrchr(word, '/'))
            word = strrchr(word, '/') + 1;
        length += (size_t)snprintf(command + length, COMMAND_BYTES - length, "%s%s",
                                   i > 0 ? " " : "", word);
    }
}

int main(int argc, char** argv)
{
    char command[COMMAND_BYTES], message[MESSAGE_BYTES] = "";
    struct job job;
    struct offscreen_desc desc = {.api = OFFSCREEN_GL43};
    struct bench_session session = {.offscreen = NULL};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help_text, stdout);
        return EXIT_SUCCESS;
    }
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        print_names();
        return EXIT_SUCCESS;
    }
    join_command(argc, argv, command);
    job_default(&job);
    job.command = command;
    job.peers = cpu_peers;
    if (!parse(argc, argv, &job, &desc))
        return EXIT_FAILURE;
    job.api = offscreen_api_name(desc.api);
    bool good = job_has_forms(&job, message, sizeof message) &&
                bench_session_open(&session, &desc, message, sizeof message) &&
                job_run(&job, &session.gl, session.context, message, sizeof message);
    bench_session_close(&session);
    if (!good)
        complain(message, "");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
