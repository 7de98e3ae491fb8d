// SPDX-License-Identifier: MIT
// The reader of .npy files. The input is a whole file. Whatever is read must be written
// to a file that reads as the same keys.
#include <stdlib.h>
#include <string.h>

#include "key_list.h"
#include "parsers.h"

static bool read_file(struct keys* keys, const struct bytes* file)
{
    struct npy_header h;
    if (!keys_read_npy_header(&h, "input", file))
        return false;
    keys->type = h.type;
    size_t there = file->count - h.data_at;
    return h.count <= there && there == h.count * keys_bytes(h.type) &&
           keys_add_raw(keys, file->at + h.data_at, (uint32_t)h.count);
}

static void expect_same_again(const struct keys* keys)
{
    struct bytes file = {0};
    struct keys again = {0};
    if (!keys_to_npy_header(keys->type, keys->count, &file) ||
        !keys_to_raw(keys, &file) || !read_file(&again, &file))
        abort();
    size_t words = (size_t)keys->count * keys_words(keys->type);
    if (again.type != keys->type || again.count != keys->count ||
        (words > 0 && memcmp(again.bits, keys->bits, words * sizeof *keys->bits) != 0))
        abort();
    keys_release(&again);
    bytes_release(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    struct bytes file = parsers_copy(data, size);
    struct keys keys = {0};
    if (read_file(&keys, &file))
        expect_same_again(&keys);
    keys_release(&keys);
    bytes_release(&file);
    return 0;
}
