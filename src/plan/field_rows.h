// SPDX-License-Identifier: MIT
// The checks of descriptors and of the numbers of runs as data: a row for each rule, and
// one walk. What a row cannot say is code beside the rows.
#ifndef GLSORT_FIELD_ROWS_H
#define GLSORT_FIELD_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "counting.h"
#include "memory.h"

enum field_rule {
    FIELD_IS_ENUMERANT, // at most `most`, the last one
    FIELD_IS_KEY, // an enumerant of a list that grows: keys.c, algorithms.c, its methods
    FIELD_IS_ALGORITHM,
    FIELD_IS_METHOD,
    FIELD_HAS_BITS,    // no bit that `most` lacks
    FIELD_IS_ONE_OF,   // bit v of `needs` says that v is valid; the sentence lists them
    FIELD_IS_WITHIN,   // `least` to `most`, if the traits hold
    FIELD_MAY_BE,      // `least` to `most`, or 0, if the traits hold
    FIELD_IS_MULTIPLE, // of `least`
    // 0 in the bits of `most`, unless the traits hold. FIELD_IS_NOT: not `least`.
    FIELD_IS_UNUSED,
    FIELD_IS_NOT,
    // Numbers of a run. Unused: 0, unless the traits hold; the sentence says what uses
    // the number. Needed: not 0 if they hold; the sentence says why. In the plan: at most
    // the number at `least` of the descriptor, which the sentence names, if they hold.
    NUMBER_IS_UNUSED,
    SIGNED_IS_UNUSED,
    FLOAT_IS_UNUSED,
    NUMBER_IS_NEEDED,
    NUMBER_IS_IN_PLAN,
    FLOAT_IS_FINITE, // if the traits hold
};

struct field_row {
    const char* field;
    uint16_t at; // offset in the struct
    uint8_t rule;
    uint8_t words; // of the field; 0: one
    uint32_t least;
    uint32_t most;
    // Traits of the struct that is checked. They hold if all of `needs` and none of
    // `excludes` are there.
    uint64_t needs;
    uint64_t excludes;
    // Goes after the name of the field; of FIELD_IS_ONE_OF and of numbers it is the part
    // that names the limit, of enumerants a sentence for glsort_max_count().
    const char* sentence;
};

struct field_rows {
    const struct field_row* list;
    size_t count;
};
// Rows of a struct whose offset of a field is AT(FIELD), which the file defines.
#define ROW_WITH(...)                                                                    \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define ROW_OF(FIELD, RULE, ...) ROW_WITH(#FIELD, AT(FIELD), RULE, __VA_ARGS__)
#define ROW_NAMED(NAME, FIELD, LAST)                                                     \
    ROW_WITH(NAME, AT(FIELD), FIELD_IS_ENUMERANT, 0, 0, LAST, 0, 0,                      \
             ROW_NO_ENUMERANT(NAME))
#define ROW_ENUMERANT(FIELD, LAST) ROW_NAMED(#FIELD, FIELD, LAST)
#define ROW_COUNTED(NAME, FIELD, RULE)                                                   \
    ROW_WITH(NAME, AT(FIELD), RULE, 0, 0, 0, 0, 0, ROW_NO_ENUMERANT(NAME))
#define ROW_KEY_TYPE(FIELD) ROW_COUNTED(#FIELD, FIELD, FIELD_IS_KEY)
#define ROW_BITS(FIELD, ALL)                                                             \
    ROW_OF(FIELD, FIELD_HAS_BITS, 0, 0, ALL, 0, 0, ROW_NO_ENUMERANT(#FIELD))
#define ROW_MULTIPLE(FIELD) ROW_OF(FIELD, FIELD_IS_MULTIPLE, 0, WORD_BYTES, 0, 0, 0, "")
#define ROW_ONE_OF(FIELD, VALUES, NAMES)                                                 \
    ROW_OF(FIELD, FIELD_IS_ONE_OF, 0, 0, 0, VALUES, 0, NAMES)
#define ROW_WITHIN(FIELD, LEAST, MOST, NEEDS)                                            \
    ROW_OF(FIELD, FIELD_IS_WITHIN, 0, LEAST, MOST, NEEDS, 0, "")
#define ROW_MAY_BE(FIELD, LEAST, MOST, NEEDS)                                            \
    ROW_OF(FIELD, FIELD_MAY_BE, 0, LEAST, MOST, NEEDS, 0, "")
#define ROW_UNUSED_BITS(NAME, FIELD, WORDS, ALL, NEEDS, EXCLUDES, SENTENCE)              \
    ROW_WITH(NAME, AT(FIELD), FIELD_IS_UNUSED, WORDS, 0, ALL, NEEDS, EXCLUDES, SENTENCE)
#define ROW_UNUSED(NAME, FIELD, WORDS, NEEDS, EXCLUDES, SENTENCE)                        \
    ROW_UNUSED_BITS(NAME, FIELD, WORDS, UINT32_MAX, NEEDS, EXCLUDES, SENTENCE)
#define ROW_VALUE(NAME, FIELD, VALUE_OF_IT, NEEDS, EXCLUDES, SENTENCE)                   \
    ROW_WITH(NAME, AT(FIELD), FIELD_IS_NOT, 0, VALUE_OF_IT, 0, NEEDS, EXCLUDES, SENTENCE)
#define ROW_NUMBER(FIELD, RULE, WORDS, NEEDS, SENTENCE)                                  \
    ROW_OF(FIELD, RULE, WORDS, 0, 0, NEEDS, 0, SENTENCE)
#define ROW_IN_PLAN(FIELD, DESC, LIMIT, NEEDS, EXCLUDES)                                 \
    ROW_OF(FIELD, NUMBER_IS_IN_PLAN, 0, offsetof(DESC, LIMIT), 0, NEEDS, EXCLUDES, #LIMIT)
#define ROW_NO_ENUMERANT(NAME) NAME " has a value that no enumerant has"

#define FIELD_LIST(LIST) ROW_WITH(LIST, sizeof(LIST) / sizeof(LIST)[0])
#define FIELD_ROWS(LIST) ((struct field_rows)FIELD_LIST(LIST))

// What is checked. `plan`: the descriptor that NUMBER_IS_IN_PLAN reads; noun: the kind of
// plan. array: the struct is array[index]; NULL: it is in none.
struct field_check {
    const void* at;
    const void* plan;
    uint64_t traits;
    const char* noun;
    const char* array;
    uint32_t index;
    const struct call* call;
};
// The first row that is broken, or NULL. Failing is with its sentence.
const struct field_row* glsort_first_broken(const struct field_check* check,
                                            struct field_rows rows);
glsort_result glsort_check_fields(const struct field_check* check,
                                  struct field_rows rows);

#endif
