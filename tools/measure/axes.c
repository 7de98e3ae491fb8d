// SPDX-License-Identifier: MIT
#include "axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t most_count = 1u << 30;

void axes_default(struct axes* axes)
{
    *axes = (struct axes){
        .keys = {find_key_type("u32")},
        .values = {find_value_type("u32")},
        .distributions = {find_distribution("uniform")},
        .ascending = true,
    };
}

static bool add_count(struct axes* axes, double count)
{
    if (count < 1.0 || count > most_count || axes->count_count == MAX_COUNTS)
        return false;
    axes->counts[axes->count_count++] = (uint32_t)count;
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
static bool add_counts_of(struct axes* axes, const char* item)
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
        if ((part > 0.0 && !add_count(axes, count * (1.0 - part))) ||
            !add_count(axes, count) ||
            (part > 0.0 && !add_count(axes, count * (1.0 + part))))
            return false;
    }
    return true;
}

typedef bool (*take_item)(struct axes* axes, const char* item, uint32_t number);

static bool for_each_item(struct axes* axes, const char* list, take_item take)
{
    char item[64];
    for (uint32_t number = 0;; ++number) {
        size_t length = strcspn(list, ",");
        if (length == 0 || length >= sizeof item || number >= MAX_AXIS)
            return false;
        memcpy(item, list, length);
        item[length] = '\0';
        if (!take(axes, item, number))
            return false;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

static bool take_counts(struct axes* axes, const char* item, uint32_t number)
{
    (void)number;
    return add_counts_of(axes, item);
}

static bool take_key(struct axes* axes, const char* item, uint32_t number)
{
    axes->keys[number + 1] = NULL;
    return (axes->keys[number] = find_key_type(item)) != NULL;
}

static bool take_values(struct axes* axes, const char* item, uint32_t number)
{
    axes->values[number + 1] = NULL;
    return (axes->values[number] = find_value_type(item)) != NULL;
}

static bool take_distribution(struct axes* axes, const char* item, uint32_t number)
{
    axes->distributions[number + 1] = NULL;
    return (axes->distributions[number] = find_distribution(item)) != NULL;
}

static bool take_order(struct axes* axes, const char* item, uint32_t number)
{
    if (number == 0)
        axes->ascending = axes->descending = false;
    if (strcmp(item, "ascending") == 0)
        return axes->ascending = true;
    return axes->descending = strcmp(item, "descending") == 0;
}

bool axes_option(struct axes* axes, const char* option, const char* list, bool* fits)
{
    static const struct {
        const char* option;
        take_item take;
    } all[] = {{"--count", take_counts},
               {"--key", take_key},
               {"--values", take_values},
               {"--distribution", take_distribution},
               {"--order", take_order}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (strcmp(option, all[i].option) == 0) {
            *fits = for_each_item(axes, list, all[i].take);
            return true;
        }
    return false;
}

static bool call_counts(const struct axes* axes, struct task* task,
                        bool (*call)(void* user, const struct task* task, bool first),
                        void* user)
{
    bool good = true;
    for (uint32_t i = 0; i < axes->count_count; ++i) {
        task->count = axes->counts[i];
        good = call(user, task, i == 0) && good;
    }
    return good;
}

bool axes_for_each(const struct axes* axes,
                   bool (*call)(void* user, const struct task* task, bool first),
                   void* user)
{
    bool good = true;
    struct task t = {0};
    for (int k = 0; (t.key = axes->keys[k]) != NULL; ++k)
        for (int v = 0; (t.values = axes->values[v]) != NULL; ++v)
            for (int d = 0; (t.distribution = axes->distributions[d]) != NULL; ++d) {
                t.order = GLSORT_ASCENDING;
                if (axes->ascending)
                    good = call_counts(axes, &t, call, user) && good;
                t.order = GLSORT_DESCENDING;
                if (axes->descending)
                    good = call_counts(axes, &t, call, user) && good;
            }
    return good;
}

void axes_print(void)
{
    printf("keys\n");
    for (const struct key_type* k = key_types; k->name; ++k)
        printf("  %s\n", k->name);
    printf("values\n");
    for (const struct value_type* v = value_types; v->name; ++v)
        printf("  %s\n", v->name);
    printf("distributions\n");
    for (const struct distribution* d = distributions; d->name; ++d)
        printf("  %-14s %s\n", d->name, d->about);
}
