// SPDX-License-Identifier: MIT
// A digit in a single pass: every group takes a tile, counts and ranks its keys, learns
// from the tiles before it how many keys of each bin they have, and writes its own behind
// them. A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort
// for GPUs", 2022; look-back after D. Merrill and M. Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016.
//
//   reads   keys and values of the place that the move says (or makes 0 .. count - 1)
//   writes  keys and values of another place, anywhere: this pass scatters
//   reads and writes  look[row][bin], tickets of the state
//   grid    one work group a tile; none, or some that leave at once, if the digit is the
//           same in all keys
//
// Tiles go to groups in the order in which these begin, by tickets or because the device
// is known to begin them in the order of their numbers. So whom a group waits for has
// begun. OpenGL does not promise that it goes on. Who has waited for long counts the keys
// of the tile that holds it up, which are still where they were, and needs nobody. So
// nothing hangs and nothing is wrong where groups starve; it is only slower.
#include "lib/extensions.glsl"

// VALUES: 0, keys alone; 1, values apart; 2, pairs between digits; 3, and these are in a
// texture.
#define WITH_VALUES (VALUES > 0)
#define PAIRS (VALUES > 1)
#define SPARE_TEXTURE (VALUES > 2)

#if SHAPE == 0
#define RANK_GROUP RADIX_GROUP_0
#define ITEMS RADIX_ITEMS_0
#elif SHAPE == 1
#define RANK_GROUP RADIX_GROUP_1
#define ITEMS RADIX_ITEMS_1
#elif SHAPE == 2
#define RANK_GROUP RADIX_GROUP_2
#define ITEMS RADIX_ITEMS_2
#else
#define RANK_GROUP RADIX_GROUP_3
#define ITEMS RADIX_ITEMS_3
#endif

#include "radix/radix_tile.glsl"

#ifndef RADIX_TAKES_TICKETS
#define RADIX_TAKES_TICKETS ((params.flags & RADIX_TICKETS_IN_USE) != 0u)
#endif

uint tile = 0u;
uint smaller = 0u; // keys of the whole array than this invocation's bin

shared uint tile_taken;

#include "radix/look_back.glsl"

// If none is left, an empty one.
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

// Whether this invocation has a bin of a tile that has keys, which it tells of.
bool has_bin()
{
    return PLACE_IN_GROUP < uint(RADIX_BINS) && tile_first < tile_end;
}

// ---- counting and ranking -------------------------------------------------------------

// Turns the chunks' counts into the ranks of their first keys.
void count_tile(out uint bin_count, out uint bin_start)
{
    EACH_ITEM(COUNT_KEY)
    group_sync();
    uint bin = PLACE_IN_GROUP;
    bin_count = 0u;
    if (bin < uint(RADIX_BINS))
        bin_count = sum_rows(bin);
    if (has_bin())
        tell_tile(bin, bin_count);
    bin_start = exclusive_sum(bin_count, uint(RADIX_BINS));
    if (bin < uint(RADIX_BINS))
        start_rows(bin, bin_start);
    group_sync();
}

// Where the bin's keys of this tile go.
void place_bins(uint bin_count, uint bin_start)
{
    uint bin = PLACE_IN_GROUP;
    if (has_bin())
        bin_target[bin] = look_back(bin, bin_count) - bin_start;
}

void move_tile()
{
    // Early, since the first tile needs it, for which all others wait.
    smaller = smaller_keys(min(PLACE_IN_GROUP, uint(RADIX_BINS - 1)));
    take_tile();
    load_keys();
    uint bin_count;
    uint bin_start;
    count_tile(bin_count, bin_start);
    if (has_bin())
        tell_family(PLACE_IN_GROUP, bin_count);
    EACH_ITEM(RANK_ITEM)
    group_sync();
    EACH_ITEM(PUT_KEY)
    place_bins(bin_count, bin_start);
#if WITH_VALUES
    load_values(); // late: the reads would hold up those of the look-back
#endif
    group_sync();
    write_keys();
#if WITH_VALUES
    write_values();
#endif
}

void main()
{
    read_move();
    if (move_to != move_from)
        move_tile();
}
