// SPDX-License-Identifier: MIT
// What a report of a device needs, as Markdown for an issue: versions, the device and its
// limits, and what verify, bench and tune say of it.
#include "info_report.h"

#include <stdio.h>

#include "commands.h"
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
     {"tune", "--quiet", "--most", "2^9", "--budget", "0.02"}},
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

bool info_report_end(const struct options* o, bool is_software)
{
    bool all_good = true;
    puts("```");
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
    return all_good;
}
