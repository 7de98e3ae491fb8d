// SPDX-License-Identifier: MIT
// The reader of .npy files. The input is a whole file. Whatever is read must be written
// to a file that reads as the same keys.
#include <stdlib.h>
#include <string.h>

#include "key_list.h"
#include "parsers.h"

static void expect_same_again(const struct keys* keys)
{
    struct bytes file = {0};
    struct keys again = {0};
    if (!keys_to_npy(keys, &file) || !keys_from_npy(&again, "again", &file))
        abort();
    size_t words = (size_t)keys->count * keys_words(keys->type);
    if (again.type != keys->type || again.count != keys->count ||
        memcmp(again.bits, keys->bits, words * sizeof *keys->bits) != 0)
        abort();
    keys_release(&again);
    bytes_release(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    struct bytes file = parsers_copy(data, size);
    struct keys keys = {0};
    if (keys_from_npy(&keys, "input", &file))
        expect_same_again(&keys);
    keys_release(&keys);
    bytes_release(&file);
    return 0;
}
