// SPDX-License-Identifier: MIT
// Options of a command line as tables: what --help prints, where a value goes, and what
// it must be.
#ifndef DEMO_OPTION_TABLE_H
#define DEMO_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
    OPTION_TITLE, // of the options that follow
    OPTION_FLAG,  // bool
    OPTION_WHOLE, // uint32_t
    OPTION_REAL,  // float
    OPTION_TEXT,  // const char*, not empty
    OPTION_OTHER  // what `set` makes of it
};

struct option {
    const char* name;
    const char* value; // its name in --help; NULL: the option takes none
    const char* text;
    enum option_kind kind;
    size_t offset;                              // in the struct that the list fills in
    double low, high;                           // WHOLE, REAL
    bool (*set)(void* into, const char* value); // OTHER: false if it cannot be taken
    const char* takes; // OTHER: what the option takes, as a refusal says it; may be NULL
};

#define OPTION_SECTION(text)                                                             \
    {                                                                                    \
        NULL, NULL, text, OPTION_TITLE, 0, 0, 0, NULL, NULL                              \
    }
#define OPTION_SET(name, value, text, function)                                          \
    {                                                                                    \
        name, value, text, OPTION_OTHER, 0, 0, 0, function, NULL                         \
    }

// Options and the struct that they fill in.
struct option_list {
    const struct option* options;
    int count;
    void* into;
};

// False and a sentence that says what to do.
bool option_lists_parse(const struct option_list* lists, int list_count, int argc,
                        char** argv, char* message);

// The options for --help, to stdout.
void option_lists_print(const struct option_list* lists, int list_count);

// True if the text is a number within the limits.
bool option_number(const char* text, double low, double high, double* value);
// The place of the text among names, or -1.
int option_place(const char* text, const char* const* names, size_t count);
#define OPTION_PLACE(text, names) option_place(text, names, sizeof names / sizeof *names)

#endif
