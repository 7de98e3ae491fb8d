// SPDX-License-Identifier: MIT
// The sort of every segment by itself, of keys and values of one word (and of some keys
// of two, see below): an algorithm, so that wide.c builds sorts of wider elements
// from it. A recipe prepares the segments (segments_build.c), and the descriptor
// names them (sort_desc.what).
//
// On compute, short segments are sorted in a single pass; long ones are sorted tile by
// tile and, if they have several tiles, merged. On fragments another algorithm sorts all
// elements by their keys and then, since it is stable, by the numbers of their segments.
#ifndef GLSORT_SEGMENT_SORT_H
#define GLSORT_SEGMENT_SORT_H

#include "algorithm.h"

// What the segments of a schedule are, and the slots that hold them.
struct marked_segments {
    // Compute.
    uint32_t max_length; // at most max_count
    uint32_t nearest;    // at most this many elements of a segment are written
    bool fills;          // positions of no segment get their own index as their value
    uint8_t heads;
    uint8_t state; // its words, then the list of tiles of long segments

    // Fragment.
    const struct algorithm* inner; // what sorts all elements
    uint32_t segment_count;        // on the GPU: the largest
    uint32_t equal_length;         // not 0: of all segments but the last
    uint8_t offsets;               // a texture; none with equal_length
    uint8_t offsets_log;
    uint8_t count; // a texture of the segment count; none if that is on the CPU
};

extern const struct algorithm glsort_segment_sort;  // compute
extern const struct algorithm glsort_segment_draws; // fragment

// True if the compute passes sort these elements by themselves. Values then have at most
// one word, and keys are sorted by all 32 bits of one word, or by all 64 bits of two if
// no segment can be long and two tiles fit in shared memory. Otherwise wide.c sorts
// a word at a time.
bool glsort_segment_sort_takes(const struct sort_desc* desc,
                               const struct marked_segments* segments);

bool glsort_segments_can_be_long(const struct marked_segments* segments);

// The smallest span. A work group sorts the short segments that begin in its span.
uint32_t glsort_segment_span(uint32_t max_length);

// The most tiles that long segments can have among `count` elements, and the bytes of the
// state with these tiles.
uint32_t glsort_segment_tile_room(const struct marked_segments* segments, uint32_t count);
uint64_t glsort_segment_state_bytes(const struct marked_segments* segments,
                                    uint32_t count);

#endif
