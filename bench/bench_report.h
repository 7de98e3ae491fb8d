// SPDX-License-Identifier: MIT
// Writes rows as aligned text, as a Markdown table and as JSON.
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "measure.h"

struct bench_origin {
    const char* device;  // GL_RENDERER
    const char* driver;  // GL_VERSION
    const char* api;     // of the context asked for
    const char* commit;  // of glsort
    const char* command; // as it was called
    char date[32];       // UTC
};

void report_text_head(FILE* file, const struct bench_origin* origin);
void report_text_row(FILE* file, const struct row* row);

void report_markdown_head(FILE* file, const struct bench_origin* origin);
void report_markdown_row(FILE* file, const struct row* row);

// Appends the row, with its origin and every sample, to the array.
bool report_json_row(cJSON* array, const struct bench_origin* origin,
                     const struct row* row);

#endif
