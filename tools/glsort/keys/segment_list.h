// SPDX-License-Identifier: MIT
// Segments of keys, from a file of offsets.
#ifndef SEGMENT_LIST_H
#define SEGMENT_LIST_H

#include <stdbool.h>
#include <stdint.h>

struct segment_list {
    uint32_t* offsets; // segment_count + 1, ascending, at most the number of keys
    uint32_t segment_count;
};

// Reads and checks the offsets of segments of `key_count` keys: integers as text, raw u32
// or an .npy file, by the file's name. False, with a sentence printed, if they are not
// valid offsets; segments_release() is fine then, too.
bool segments_read(struct segment_list* list, const char* path, uint32_t key_count);
void segments_release(struct segment_list* list);

// The first makes positions count from the first key of their segment, the second from
// the first of all keys again. Positions outside all segments stay as they are.
void segments_localize(const struct segment_list* list, uint32_t* positions);
void segments_globalize(const struct segment_list* list, uint32_t* positions);

#endif
