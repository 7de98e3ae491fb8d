// SPDX-License-Identifier: MIT
// What a report of a device needs, as Markdown for an issue: versions, the device and its
// limits, and what verify, bench and tune say of it.
#include "commands.h"

#include <stdio.h>

#include "complain.h"

#if !defined(_WIN32)
#include <sys/utsname.h>
#endif

enum { MOST_WORDS = 12, LINE_BYTES = 200 };

// A command of the report; on a renderer on the CPU, where the whole would take long, a
// small part of it.
struct section {
    bool (*run)(const struct options*);
    const char* words[MOST_WORDS];
    const char* small[MOST_WORDS];
};

static const struct section sections[] = {
    {command_verify,
     {"verify"},
     {"verify", "--type", "u32", "--algorithm", "abisort", "--count", "65"}},
    {command_bench,
     {"bench", "--values", "u32"},
     {"bench", "--values", "u32", "--count", "2^12", "--algorithm", "abisort", "--budget",
      "0.1"}},
    {command_tune,
     {"tune", "--quiet"},
     {"tune", "--quiet", "--count", "2^9", "--budget", "0.02"}},
};

// What drivers of other devices have done wrong, each by a form that depends on it. Of
// a form, verify sorts draw orders too, whose depths are compared bit by bit.
static const struct {
    const char* what;
    const char* form;
    const char* words[MOST_WORDS];
} self_tests[] = {
    {"keys of 64 bits, high bits in both halves", "radix-tiles", {"--type", "u64"}},
    {"counts by shared atomics", "radix-tiles", {"--type", "u32", "--count", "20000"}},
    {"work groups of the largest size", "bitonic-blocks", {"--type", "u32"}},
    {"depths without fused multiply-add", "rank", {"--count", "300"}},
    {"loops in fragment shaders", "abisort-fused-fragment", {"--type", "u32"}},
    {"pixel packs into buffers", "radix-gather-fragment", {"--type", "u32"}},
};

void info_report_begin(void)
{
    printf("## glsort %s on this device\n\n", glsort_version());
#if defined(_WIN32)
    puts("- system: Windows");
#else
    struct utsname system;
    if (uname(&system) == 0)
        printf("- system: %s %s, %s\n", system.sysname, system.release, system.machine);
#endif
#if defined(__GNUC__) && !defined(__clang__)
    printf("- built by: GCC %s\n", __VERSION__);
#elif defined(__VERSION__)
    printf("- built by: %s\n", __VERSION__);
#elif defined(_MSC_VER)
    printf("- built by: MSVC %d\n", _MSC_VER);
#endif
    puts("\n```");
}

// The command as it is typed, and its options parsed. The words stay the caller's.
static bool parse(const struct options* o, const char* const* words, char* line,
                  struct options* parsed)
{
    char* arguments[MOST_WORDS + 1] = {(char*)"glsort"};
    int count = 1, used = snprintf(line, LINE_BYTES, "glsort");
    for (; count <= MOST_WORDS && words[count - 1]; ++count) {
        arguments[count] = (char*)words[count - 1];
        used += snprintf(line + used, LINE_BYTES - (size_t)used, " %s", words[count - 1]);
    }
    if (!options_parse(parsed, count, arguments))
        return false;
    parsed->has_api = o->has_api;
    parsed->api = o->api;
    parsed->platform = o->platform;
    parsed->device = o->device;
    parsed->only_sums = true;
    return true;
}

// A line for each self-test: right, WRONG, or that the device has no such form.
static bool test_itself(const struct options* o, const glsort_limits* limits)
{
    bool all_good = true;
    puts("```\n\n### What drivers elsewhere do wrong\n");
    for (size_t i = 0; i < sizeof self_tests / sizeof *self_tests; ++i) {
        const glsort_form* form = glsort_form_find(self_tests[i].form);
        const char* words[MOST_WORDS + 1] = {"verify", "--quiet", "--algorithm",
                                             form->name};
        char line[LINE_BYTES];
        struct options parsed;
        if (glsort_max_count(limits, &form->desc, NULL) == 0) {
            printf("- %s: no %s here\n", self_tests[i].what, form->name);
            continue;
        }
        for (int at = 0; self_tests[i].words[at] != NULL; ++at)
            words[4 + at] = self_tests[i].words[at];
        if (!parse(o, words, line, &parsed))
            return false;
        const bool good = command_verify(&parsed);
        printf("- %s: %s (`%s`)\n", self_tests[i].what, good ? "right" : "WRONG", line);
        fflush(stdout);
        all_good = all_good && good;
    }
    return all_good;
}

// The same columns as in docs/drivers.md.
static void print_table_row(const glsort_limits* limits, const char* device,
                            bool tests_good, bool all_good)
{
    const char* system = "Windows";
#if !defined(_WIN32)
    struct utsname name;
    system = uname(&name) == 0 ? name.sysname : "unknown";
#endif
    puts("\n### To paste into the table of reports in docs/drivers.md\n");
    puts("| device | GL | system | glsort | backends | what drivers elsewhere do wrong | "
         "verify, bench, tune |\n|---|---|---|---|---|---|---|");
    printf("| %s | %s | %s | %s | %s | %s |\n", device, system, glsort_version(),
           limits->has_compute ? "both" : "fragment", tests_good ? "right" : "WRONG",
           all_good ? "right" : "FAILED");
}

bool info_report_end(const struct options* o, const glsort_limits* limits,
                     const char* device)
{
    const bool is_software = limits->is_software != 0;
    const bool tests_good = test_itself(o, limits);
    bool all_good = true;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        struct options parsed;
        char line[LINE_BYTES];
        const char* const* words = is_software ? sections[i].small : sections[i].words;
        if (!parse(o, words, line, &parsed))
            return false;
        printf("\n### %s\n\n```\n", line);
        fflush(stdout);
        const bool good = sections[i].run(&parsed);
        printf("```\n%s", good ? "" : "FAILED\n");
        all_good = all_good && good;
    }
    print_table_row(limits, device, tests_good, all_good);
    return tests_good && all_good;
}
