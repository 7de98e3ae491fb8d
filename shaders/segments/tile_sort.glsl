// SPDX-License-Identifier: MIT
// Sorts each segment of a tile by itself. Every invocation sorts a chunk of 8 neighbours
// in registers, without swaps across the beginning of a segment; then runs of chunks are
// merged in pairs. A pair has one segment at most that reaches from its first run into
// its second one, and only that segment's elements move: each invocation finds where the
// merge path crosses its first rank, and merges its elements from there.
//
// The including shader provides the heads (segments/segment_heads.glsl), tile_skip,
// tile_count, KEY with its functions, and the items, striped.

// Bit l: a segment reaches across the middle of a pair of level l.
shared uint merge_levels;

#define PUT_KEY(I) put_tile_key(BLOCKED(I), item_keys[I]);
#define GET_KEY(I) item_keys[I] = tile_key(BLOCKED(I));
#define PUT_KEY_STRIPED(I) put_tile_key(STRIPED(I), item_keys[I]);
#define SWAPS(A, B)                                                                      \
    (is_less(item_keys[B], item_keys[A]) && (begins & 1u << B) == 0u)
#include "lib/chunk.glsl"

// No exchange crosses the beginning of a segment.
void sort_chunk()
{
    uint begins = 0u;
    if (BLOCKED(0) < tile_count)
        begins = eight_heads(tile_skip + BLOCKED(0));
    ODD_EVEN_SORT
}

// The levels at which there is something to merge: chunk c begins in the middle of a pair
// of the level that is the index of the lowest set bit of c.
void find_merge_levels()
{
    uint chunk = gl_LocalInvocationIndex;
    uint at = BLOCKED(0);
    if (chunk == 0u)
        merge_levels = 0u;
    group_sync();
    if (chunk > 0u && at < tile_count && !is_head(tile_skip + at))
        atomicOr(merge_levels, 1u << uint(findLSB(chunk)));
    group_sync();
}

// What an invocation merges: of the elements first .. end - 1, those of its chunk; none
// if first == end. The second run begins at `middle`.
struct tile_pair {
    uint first;
    uint middle;
    uint end;
};

tile_pair pair_of_chunk(uint level)
{
    uint run = uint(ITEMS) << level;
    uint at = BLOCKED(0);
    uint middle = (at & ~(2u * run - 1u)) + run;
    tile_pair p = tile_pair(middle, middle, middle);
    if (middle < tile_count && !is_head(tile_skip + middle)) {
        p.first = max(head_before(tile_skip + middle) - tile_skip, middle - run);
        p.end = min(head_after(tile_skip + middle) - tile_skip, middle + run);
        if (at >= p.end || at + uint(ITEMS) <= p.first)
            p.end = p.first;
    }
    return p;
}

// How many of the `rank` smallest are from the first run. Of equal keys, those of the
// first run come first, which makes the merge stable.
uint cut_of(tile_pair p, uint rank)
{
    uint count_b = p.end - p.middle;
    uint low = rank > count_b ? rank - count_b : 0u;
    uint high = min(rank, p.middle - p.first);
    while (low < high) {
        uint probe = (low + high) >> 1u;
        bool is_below = !is_less(tile_key(p.middle + rank - 1u - probe),
                                 tile_key(p.first + probe));
        low = is_below ? probe + 1u : low;
        high = is_below ? high : probe;
    }
    return low;
}

#if WITH_VALUES
#define SET_POSITION(I, AT) item_positions[I] = AT;
#else
#define SET_POSITION(I, AT)
#endif

// Elements of the chunk before and after the merged ones keep their places.
void merge_chunk(tile_pair p)
{
    uint at_a = BLOCKED(0);
    uint at_b = p.middle;
    if (at_a > p.first) {
        uint rank = at_a - p.first;
        uint cut = cut_of(p, rank);
        at_a = p.first + cut;
        at_b = p.middle + rank - cut;
    }
    KEY a = tile_key(at_a);
    KEY b = tile_key(at_b);
#define MERGE_ITEM(I)                                                                    \
    {                                                                                    \
        bool take_a = at_a < p.middle &&                                                 \
                      (at_a < p.first || at_b >= p.end || !is_less(b, a));               \
        uint at = take_a ? at_a : at_b;                                                  \
        item_keys[I] = take_a ? a : b;                                                   \
        SET_POSITION(I, at)                                                              \
        KEY next = tile_key(at + 1u);                                                    \
        at_a += take_a ? 1u : 0u;                                                        \
        at_b += take_a ? 0u : 1u;                                                        \
        a = take_a ? next : a;                                                           \
        b = take_a ? b : next;                                                           \
    }
    EACH_ITEM(MERGE_ITEM)
}

void merge_level(uint level)
{
    tile_pair p = pair_of_chunk(level);
    bool merges = p.first < p.end;
    group_sync();
    if (merges) {
        EACH_ITEM(PUT_KEY)
    }
    group_sync();
    if (merges)
        merge_chunk(p);
#if WITH_VALUES
    group_sync();
    if (merges) {
        EACH_ITEM(PUT_VALUE)
    }
    group_sync();
    if (merges) {
        EACH_ITEM(TAKE_VALUE)
    }
#endif
}

// Takes striped items and leaves blocked ones.
void sort_tile()
{
    make_chunks();
    sort_chunk();
    find_merge_levels();
    for (uint left = same_in_group(merge_levels); left != 0u; left &= left - 1u)
        merge_level(uint(findLSB(left)));
}
