// SPDX-License-Identifier: MIT
// The reader of numbers as text. The first byte of the input chooses the type of the
// keys, the text follows. Whatever is read must be written as text that reads as the same
// keys.
#include <stdlib.h>
#include <string.h>

#include "key_list.h"
#include "parsers.h"

static bool read_text(struct keys* keys, const struct bytes* text)
{
    struct text_survey survey = {.line = 1};
    size_t used = 0;
    return keys_add_text(keys, "input", text->at, text->count, UINT32_MAX, &survey,
                         &used);
}

static void expect_same_again(const struct keys* keys)
{
    struct bytes text = {0};
    struct keys again = {.type = keys->type};
    if (!keys_to_text(keys, &text))
        abort();
    if (keys->count > 0 && !read_text(&again, &text))
        abort();
    size_t words = (size_t)keys->count * keys_words(keys->type);
    if (again.count != keys->count ||
        (words > 0 && memcmp(again.bits, keys->bits, words * sizeof *keys->bits) != 0))
        abort();
    keys_release(&again);
    bytes_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
        return 0;
    struct bytes text = parsers_copy(data + 1, size - 1);
    struct keys keys = {.type = (glsort_key)(data[0] % (GLSORT_KEY_U16 + 1))};
    if (read_text(&keys, &text))
        expect_same_again(&keys);
    keys_release(&keys);
    bytes_release(&text);
    return 0;
}
