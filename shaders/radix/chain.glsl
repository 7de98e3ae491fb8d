// SPDX-License-Identifier: MIT
// A digit in a single pass: each work group counts and ranks the keys of one tile, gets
// the exclusive prefix of the tile's digit counts by decoupled look-back, and scatters
// the keys. A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix
// Sort for GPUs", 2022; D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016.
//
// Work groups get tiles in the order in which they start: by ticket, or by their index on
// devices that are known to start them in that order. So every tile that a look-back
// waits for has started. OpenGL does not guarantee that it makes progress, though. A tile
// that has spun RADIX_PATIENCE times computes the missing aggregate itself: the keys are
// still in the source, so this depends on no other work group. Starved work groups
// therefore make the sort slower, but it cannot hang and the result stays correct.
//
// The including shader includes how tiles are read and written: radix/radix_tile.glsl.

#ifndef RADIX_TAKES_TICKETS
#define RADIX_TAKES_TICKETS ((params.io.flags & RADIX_TICKETS_IN_USE) != 0u)
#endif

uint tile = 0u;
uint smaller = 0u; // keys of the whole array with a digit below this invocation's bin

shared uint tile_taken;

#define LOOK_BACK_STATUS RADIX_STATUS
#define LOOK_BACK_BINS RADIX_BINS
#include "lib/look_back.glsl"

uint count_unpublished_tile(uint unpublished, uint bin)
{
    uint keys = 0u;
    for (uint at = 0u; at < uint(RANK_TILE); ++at) {
        KEY key = key_at(unpublished * uint(RANK_TILE) + at);
        keys += current_digit_of(key) == bin ? 1u : 0u;
    }
    return keys;
}

// As many groups call this as there are tiles, so no group gets an empty one.
void take_tile()
{
    bool has_ticket = RADIX_TAKES_TICKETS;
    if (has_ticket && gl_LocalInvocationIndex == 0u)
        tile_taken = atomicAdd(state[uint(RADIX_TICKETS) + params.digit], 1u);
    begin_ranks();
    group_sync();
    tile = has_ticket ? tile_taken : group_index();
    key_span keys = span_of_tile(tile);
    set_tile(keys.first, keys.end);
}

// Whether this invocation has a bin and the tile has keys: then it publishes and looks
// back.
bool has_bin()
{
    return INDEX_IN_GROUP < uint(RADIX_BINS) && tile_first < tile_end;
}

// ---- counting and ranking -------------------------------------------------------------

// Counts the digits of each chunk, publishes the tile's aggregate, and turns the counts
// into the rank of each chunk's first key of each bin.
void count_tile(out uint bin_count, out uint bin_start)
{
    EACH_ITEM(COUNT_KEY)
    group_sync();
    uint bin = INDEX_IN_GROUP;
    bin_count = 0u;
    if (bin < uint(RADIX_BINS))
        bin_count = sum_rows(bin);
    if (has_bin())
        publish_tile_aggregate(bin, bin_count);
    bin_start = exclusive_sum(bin_count, uint(RADIX_BINS));
    if (bin < uint(RADIX_BINS))
        start_rows(bin, bin_start);
    group_sync();
}

// Sets where in the destination the tile's keys of each bin go.
void place_bins(uint bin_count, uint bin_start)
{
    uint bin = INDEX_IN_GROUP;
    if (has_bin())
        bin_target[bin] = look_back(bin, bin_count) - bin_start;
}

void scatter_tile()
{
    // Read first: the last tile of tile group 0 needs it before it can publish an
    // inclusive prefix, and all later tile groups wait for that.
    smaller = smaller_keys(min(INDEX_IN_GROUP, uint(RADIX_BINS - 1)));
    take_tile();
    load_keys();
    uint bin_count;
    uint bin_start;
    count_tile(bin_count, bin_start);
    if (has_bin())
        publish_tile_group(INDEX_IN_GROUP, bin_count);
    EACH_ITEM(RANK_ITEM)
    group_sync();
    EACH_ITEM(PUT_KEY)
    place_bins(bin_count, bin_start);
#if PACKS
    if (!reads_words)
        load_values();
    group_sync();
    write_elements();
#else
#if WITH_VALUES
    load_values(); // after the look-back, whose reads these would delay
#endif
    group_sync();
    write_keys();
#if WITH_VALUES
    write_values();
#endif
#endif
}

void main()
{
    bool has_tile = group_index() < tile_count(sort_count());
    read_scatter();
    if (has_tile && scatter_destination != scatter_source)
        scatter_tile();
}
