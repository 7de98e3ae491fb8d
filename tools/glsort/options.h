// SPDX-License-Identifier: MIT
// The command line, parsed.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "key_list.h"
#include "offscreen.h"

enum command {
    COMMAND_SAMPLE, // none given
    COMMAND_SORT,
    COMMAND_INFO,
    COMMAND_PLAN,
    COMMAND_VERIFY,
    COMMAND_BENCH,
    COMMAND_TUNE,
    COMMAND_COUNT,
};

struct options {
    enum command command;
    const char* operand; // plan: the count; NULL: none
    char** files;        // sort: the input files
    int file_count;      // 0: standard input

    bool help;
    bool version;
    bool quiet;
    bool verify;
    bool timing;
    bool json;
    bool report;    // info: with what the other commands say
    bool only_sums; // verify: no line for each group; not an option
    bool argsort;
    const char* segments; // a file, or shapes; NULL: not given

    bool has_count;
    uint32_t count;
    const char* count_list; // of bench; NULL: the default
    bool has_iterations;
    uint32_t iterations; // 1 or more
    double budget;       // seconds; 0: the default
    uint32_t seed;

    // As the options say. max_count is 0, as is everything that has no option. Its tuning
    // and that of `draw` are in `tuning`.
    glsort_sort_desc plan;
    glsort_tuning tuning;
    const glsort_form* form; // of --algorithm; NULL: no form was named
    bool has_type;
    bool has_values;
    bool has_algorithm; // and not auto, and no form
    bool has_backend;
    bool bit_range; // --bits is of more than a number

    // --order: a draw order instead of a sort. As the options say; max_count is 0.
    bool order;
    glsort_order_desc draw;
    uint32_t cull_share; // percent of the positions that are outside the frustum
    const char* alive;   // counts in the buffer; NULL: the count is no GPU buffer's

    enum file_format format;
    enum file_format output_format;
    const char* output; // NULL: standard output
    uint64_t memory;    // bytes; 0: the default
    const char* temp;   // a folder; NULL: the system's

    bool has_api;
    enum offscreen_api api;
    const char* platform;
    const char* device; // plan: also "large", "minimum" and "this"
    const char* dump;
    const char* load;
    const char* table;
};

// False, with a sentence printed, if something does not make sense.
bool options_parse(struct options* o, int argc, char** argv);

// Prints the help of the command.
void options_help(enum command command);

// A count: digits, or 2^20.
bool options_count(const char* what, const char* text, uint32_t* count);

const char* options_order_name(glsort_direction order);
const char* options_cull_name(glsort_cull cull);

#endif
