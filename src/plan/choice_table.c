// SPDX-License-Identifier: MIT
#include "choice_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stock_passes.h"

enum { COLUMNS = 7, MOST_WORDS = 5, SHOWN_BYTES = 24 };

// Words are in the order of the enumerants, which those of glsort_values' column are not.
enum column { BACKEND, VALUES, MOST, ALGORITHM, RANKING, SPLIT, LOCAL };

static const struct {
    const char* name;
    const char* known; // for the sentence
    const char* words[MOST_WORDS];
} columns[COLUMNS] = {
    [BACKEND] = {"backend", "compute or fragment", {"", "compute", "fragment"}},
    [VALUES] = {"values", "keys, pairs or any", {"", "keys", "pairs", "any"}},
    [MOST] = {"most", "any, or a number from 1 to 2^32 - 1, such as 65536 or 2^16", {""}},
    [ALGORITHM] = {"algorithm",
                   "auto, abisort, abisort-tree, bitonic or radix",
                   {"auto", "abisort", "abisort-tree", "bitonic", "radix"}},
    [RANKING] = {"ranking",
                 "auto, tiles, items, chain or ballots",
                 {"auto", "tiles", "items", "chain", "ballots"}},
    [SPLIT] = {"split",
               "auto, fused, partition, ranks or all",
               {"auto", "fused", "partition", "ranks", "all"}},
    [LOCAL] = {"local", "auto, network or ranks", {"auto", "network", "ranks"}},
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

// "any", digits, or "2^N"; 0 if it is none of them or too large.
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

// ---- rows -----------------------------------------------------------------------------

static glsort_result read_word(const struct reader* r, enum column column,
                               const struct word* word, uint32_t* value)
{
    *value = column == MOST ? number_of(word) : 0;
    if (column == MOST)
        return *value > 0 ? GLSORT_OK : refuse_word(r, column, word);
    for (uint32_t i = 0; i < MOST_WORDS && columns[column].words[i] != NULL; ++i) {
        *value = i;
        if (is_word(word, columns[column].words[i]))
            return GLSORT_OK;
    }
    return refuse_word(r, column, word);
}

// What no device could serve is a slip of whoever wrote it.
static glsort_result check_row(const struct reader* r, const uint32_t v[COLUMNS])
{
    const char* wrong = v[ALGORITHM] == GLSORT_ALGORITHM_RADIX ? "the algorithm radix"
                        : v[RANKING] != GLSORT_RANKING_AUTO    ? "a ranking"
                        : glsort_merges_by_ranks(v[SPLIT]) ? "a split by ranks or of all"
                        : v[LOCAL] != GLSORT_LOCAL_AUTO    ? "a local sort"
                                                           : NULL;
    if (v[BACKEND] != GLSORT_BACKEND_FRAGMENT || wrong == NULL)
        return GLSORT_OK;
    return glsort_message_fail(
        r->message, GLSORT_ERROR_ARGUMENT,
        "glsort_context_create: line %u of the table: %s is for compute "
        "alone, a row for fragment has auto there",
        r->line, wrong);
}

// Reads the rest of the line, whose first word was read. row: NULL to check alone.
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
    if (result == GLSORT_OK && count != COLUMNS)
        result = glsort_message_fail(
            r->message, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: line %u of the table has %u words, "
            "a row has 7: backend, values, most, algorithm, ranking, "
            "split, local",
            r->line, count);
    if (result == GLSORT_OK)
        result = check_row(r, v);
    if (result != GLSORT_OK || row == NULL)
        return result;
    *row = (struct choice_row){
        .backend = (glsort_backend)v[BACKEND],
        .values = v[VALUES],
        .most = v[MOST],
        .algorithm = (glsort_algorithm)v[ALGORITHM],
        .ranking = (glsort_ranking)v[RANKING],
        .split = (glsort_split)v[SPLIT],
        .local = (glsort_local)v[LOCAL],
    };
    snprintf(row->reason, sizeof row->reason,
             "line %u of the table that the context was given", r->line);
    return GLSORT_OK;
}

// rows: NULL to check and to count alone.
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
