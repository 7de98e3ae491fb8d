// SPDX-License-Identifier: MIT
// Parses the text twice: first to check and count its rows, then into memory.
#include "choice.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue.h"

enum { COLUMNS = 5, LEAST_COLUMNS = 4, MOST_WORDS = 4, SHOWN_BYTES = 24 };

// The index of a word is the value of its enumerant; in column VALUES it is ROW_*.
enum column { BACKEND, VALUES, MOST, METHOD, BITS };

static const struct {
    const char* name;
    const char* known; // the accepted words, for the error sentence
    const char* words[MOST_WORDS];
} columns[COLUMNS] = {
    [BACKEND] = {"backend", "compute or fragment", {"", "compute", "fragment"}},
    [VALUES] = {"values", "keys, pairs or any", {"", "keys", "pairs", "any"}},
    [MOST] = {"most", "any, or a number from 1 to 2^32 - 1, such as 65536 or 2^16", {""}},
    [METHOD] = {"method", "the name of a method, such as radix-chain", {""}},
    [BITS] = {"bits", "a number from 1 to 32, such as 16", {""}},
};

struct reader {
    const char* at;
    uint32_t line; // from 1
    struct message* message;
};

struct word {
    const char* text;
    size_t length;
};

// ---- words ----------------------------------------------------------------------------

// The next word of the line; false at its end or at a comment.
static bool next_word(struct reader* r, struct word* word)
{
    r->at += strspn(r->at, " \t\r");
    *word = (struct word){r->at, strcspn(r->at, " \t\r\n#")};
    r->at += word->length;
    return word->length > 0;
}

// False at the end of the text.
static bool next_line(struct reader* r)
{
    r->at += strcspn(r->at, "\n");
    if (*r->at == '\0')
        return false;
    ++r->at;
    ++r->line;
    return true;
}

static bool is_word(const struct word* word, const char* text)
{
    return strlen(text) == word->length && memcmp(text, word->text, word->length) == 0;
}

// Parses "any", digits, or "2^N"; 0 for anything else and for numbers above 32 bits.
static uint32_t number_of(const struct word* word)
{
    char text[16] = "";
    char* end = NULL;
    if (is_word(word, "any"))
        return UINT32_MAX;
    if (word->length >= sizeof text || strspn(word->text, "0123456789^") < word->length)
        return 0;
    memcpy(text, word->text, word->length);
    unsigned long long number = strtoull(text, &end, 10);
    if (number == 2 && end[0] == '^' && end[1] >= '0' && end[1] <= '9') {
        unsigned long power = strtoul(end + 1, &end, 10);
        number = power < 32 ? 1ull << power : 0;
    }
    return *end == '\0' && number <= UINT32_MAX ? (uint32_t)number : 0;
}

static glsort_result refuse_word(const struct reader* r, enum column column,
                                 const struct word* word)
{
    char shown[SHOWN_BYTES + 1] = "";
    for (size_t i = 0; i < word->length && i < SHOWN_BYTES; ++i)
        shown[i] = word->text[i] > ' ' && word->text[i] <= '~' ? word->text[i] : '?';
    return glsort_message_fail(
        r->message, GLSORT_ERROR_ARGUMENT,
        "glsort_context_create: line %u of the table: %s is %s, not "
        "\"%s\"%s",
        r->line, columns[column].name, columns[column].known, shown,
        word->length > SHOWN_BYTES ? "..." : "");
}

// 0 for anything but 1 to 32.
static uint32_t bits_of(const struct word* word)
{
    const uint32_t bits = number_of(word);
    return bits <= 32 ? bits : 0;
}

// ---- rows -----------------------------------------------------------------------------

// AUTO if no method has this name.
static uint32_t method_of(const struct word* word)
{
    for (uint32_t at = GLSORT_METHOD_AUTO + 1; at < glsort_method_count(); ++at)
        if (is_word(word, glsort_method_name((glsort_method)at)))
            return at;
    return GLSORT_METHOD_AUTO;
}

static glsort_result read_word(const struct reader* r, enum column column,
                               const struct word* word, uint32_t* value)
{
    *value = column == MOST     ? number_of(word)
             : column == METHOD ? method_of(word)
             : column == BITS   ? bits_of(word)
                                : 0;
    for (uint32_t i = 1; i < MOST_WORDS && columns[column].words[i] != NULL; ++i)
        if (is_word(word, columns[column].words[i]))
            *value = i;
    return *value > 0 ? GLSORT_OK : refuse_word(r, column, word);
}

// Refuses a row that no plan can use, which can only be a mistake.
static glsort_result check_row(const struct reader* r, const uint32_t v[COLUMNS])
{
    const glsort_method id = (glsort_method)v[METHOD];
    const struct method* method = glsort_method_of(glsort_algorithm_with(id), id);
    if ((method->backends & BACKEND_BIT(v[BACKEND])) == 0)
        return glsort_message_fail(
            r->message, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: line %u of the table: method %s has no %s passes",
            r->line, method->name, columns[BACKEND].words[v[BACKEND]]);
    if (method->sorts_blocks)
        return glsort_message_fail(
            r->message, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: line %u of the table: method %s sorts blocks "
            "separately, so only a descriptor can name it",
            r->line, method->name);
    return GLSORT_OK;
}

// Reads the rest of a line whose first word is `word`. row NULL: only checks it.
static glsort_result read_row(struct reader* r, struct word word, struct choice_row* row)
{
    uint32_t v[COLUMNS] = {0};
    uint32_t count = 0;
    glsort_result result = GLSORT_OK;
    do {
        if (count < COLUMNS)
            result = read_word(r, (enum column)count, &word, &v[count]);
        ++count;
    } while (result == GLSORT_OK && next_word(r, &word));
    if (result == GLSORT_OK && (count < LEAST_COLUMNS || count > COLUMNS))
        result = glsort_message_fail(
            r->message, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: line %u of the table has %u words; "
            "a row has 4 or 5: backend, values, most, method, bits",
            r->line, count);
    if (result == GLSORT_OK)
        result = check_row(r, v);
    if (result != GLSORT_OK || row == NULL)
        return result;
    *row = (struct choice_row){
        .backend = (glsort_backend)v[BACKEND],
        .values = v[VALUES],
        .most = v[MOST],
        .bits = v[BITS],
        .method = (glsort_method)v[METHOD],
    };
    snprintf(row->reason, sizeof row->reason,
             "line %u of the table that the context was given", r->line);
    return GLSORT_OK;
}

// rows NULL: only checks and counts them.
static glsort_result read_rows(const char* text, struct choice_row* rows, uint32_t* count,
                               struct message* message)
{
    struct reader r = {.at = text, .line = 1, .message = message};
    struct word word;
    *count = 0;
    do {
        if (!next_word(&r, &word))
            continue;
        glsort_result result = read_row(&r, word, rows != NULL ? &rows[*count] : NULL);
        if (result != GLSORT_OK)
            return result;
        ++*count;
    } while (next_line(&r));
    return GLSORT_OK;
}

glsort_result glsort_choice_table_read(struct choice_table* table, const char* text,
                                       const glsort_allocator* allocator,
                                       struct message* message)
{
    uint32_t count = 0;
    *table = (struct choice_table){0};
    if (text == NULL)
        return GLSORT_OK;
    glsort_result result = read_rows(text, NULL, &count, message);
    if (result != GLSORT_OK)
        return result;
    if (count == 0)
        return glsort_message_fail(message, GLSORT_ERROR_ARGUMENT,
                                   "glsort_context_create: the table has no row");
    const uint64_t bytes = (uint64_t)count * sizeof *table->rows;
    if (bytes <= SIZE_MAX)
        table->rows = glsort_memory_take(allocator, (size_t)bytes);
    if (table->rows == NULL)
        return glsort_message_fail(
            message, GLSORT_ERROR_HOST_MEMORY,
            "glsort_context_create: no host memory for a table of %u rows", count);
    return read_rows(text, table->rows, &table->count, message);
}

void glsort_choice_table_release(struct choice_table* table,
                                 const glsort_allocator* allocator)
{
    glsort_memory_give(allocator, table->rows, table->count * sizeof *table->rows);
    *table = (struct choice_table){0};
}
