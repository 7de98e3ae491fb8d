// SPDX-License-Identifier: MIT
#include "option_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

bool option_number(const char* text, double low, double high, double* value)
{
    char* end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && *value >= low && *value <= high;
}

int option_place(const char* text, const char* const* names, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0)
            return (int)i;
    }
    return -1;
}

// ---- parsing

static bool store(void* into, const struct option* option, const char* value)
{
    void* to = (char*)into + option->offset;
    double parsed = 0.0;
    bool ok = true;
    switch (option->kind) {
    case OPTION_FLAG: *(bool*)to = true; break;
    case OPTION_TEXT:
        *(const char**)to = value;
        ok = *value != '\0';
        break;
    case OPTION_WHOLE:
        ok = option_number(value, option->low, option->high, &parsed) &&
             parsed == floor(parsed);
        *(uint32_t*)to = ok ? (uint32_t)parsed : 0;
        break;
    case OPTION_REAL:
        ok = option_number(value, option->low, option->high, &parsed);
        *(float*)to = (float)parsed;
        break;
    case OPTION_OTHER: ok = option->set(into, value); break;
    case OPTION_TITLE: ok = false; break;
    }
    return ok;
}

// The option of this name and, in *into, what it fills in.
static const struct option* find(const struct option_list* lists, int list_count,
                                 const char* name, void** into)
{
    for (int l = 0; l < list_count; ++l) {
        for (int i = 0; i < lists[l].count; ++i) {
            const struct option* option = &lists[l].options[i];
            *into = lists[l].into;
            if (option->name && strcmp(option->name, name) == 0)
                return option;
        }
    }
    return NULL;
}

static bool refuse(char* message, const struct option* option, const char* value)
{
    if (option->kind == OPTION_WHOLE || option->kind == OPTION_REAL)
        return program_fail(message,
                            "%s takes a %snumber from %.10g to %.10g, not \"%s\"",
                            option->name, option->kind == OPTION_WHOLE ? "whole " : "",
                            option->low, option->high, value);
    if (option->takes)
        return program_fail(message, "%s takes %s, not \"%s\"", option->name,
                            option->takes, value);
    return program_fail(message, "%s does not take \"%s\"; --help lists what it takes",
                        option->name, value);
}

bool option_lists_parse(const struct option_list* lists, int list_count, int argc,
                        char** argv, char* message)
{
    for (int i = 1; i < argc; ++i) {
        const char* name = strcmp(argv[i], "-h") == 0 ? "--help" : argv[i];
        void* into = NULL;
        const struct option* option = find(lists, list_count, name, &into);
        if (!option)
            return program_fail(
                message, "there is no option %s; --help lists what there is", argv[i]);

        const char* value = "";
        if (option->value && i + 1 == argc)
            return program_fail(message, "%s needs a value: %s %s", option->name,
                                option->name, option->value);

        if (option->value)
            value = argv[++i];
        if (!store(into, option, value))
            return refuse(message, option, value);
    }
    return true;
}

// ---- help

static void print_text(const char* text)
{
    for (; *text; ++text) {
        putchar(*text);
        if (*text == '\n')
            printf("%23s", "");
    }
    putchar('\n');
}

static void print_option(const struct option* o)
{
    if (o->kind == OPTION_TITLE) {
        printf("\n%s\n", o->text);
        return;
    }
    int used = printf("  %s %s", o->name, o->value ? o->value : "");
    printf("%*s", used < 23 ? 23 - used : 1, "");
    print_text(o->text);
}

void option_lists_print(const struct option_list* lists, int list_count)
{
    for (int l = 0; l < list_count; ++l) {
        for (int i = 0; i < lists[l].count; ++i)
            print_option(&lists[l].options[i]);
    }
}
