// SPDX-License-Identifier: MIT
// First pass of a chain that sorts the visible elements of a draw order: computes the
// keys and moves the visible elements together (order/cull.glsl), and also counts all
// digits of their keys (radix/digits.glsl), instead of a pass that reads them again.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//   writes  keys_out[visible], elements_out[visible], state[], commands[], visible_out[];
//           tickets, scatters and starts of radix_state; arguments[digit];
//           tile_status[row][bin] = 0
//   reads and writes  status[], RADIX_ALL_COUNTS of radix_state: 0 between dispatches
//   grid    one work group of RADIX_ALL_GROUP per order.tile elements, at least one;
//           groups past the last tile have no elements
//
// A tile counts digits only after it has published its number of visible elements, since
// later tiles wait for that number.
#define SCAN_SIZE RADIX_ALL_GROUP
#define PREPARES 1
#define COMPUTED 1
#define CHAINED 1
#define DIGITS_STATE RADIX_CULL_STATE
#define DIGITS_ARGUMENTS RADIX_CULL_ARGUMENTS
#define DIGITS_STATUS RADIX_CULL_STATUS
#define SCAN_ZERO scan_zero
#include "lib/extensions.glsl"
uint scan_zero = 0u;
#include "radix/digits.glsl"
#define params order // for the files included next
#include "order/cull.glsl"
#undef params

shared uint key_total; // visible elements of all groups

void count_digits()
{
    for (uint row = 0u; row < order.tile; row += uint(ORDER_CULL_GROUP)) {
        uint at = row + INDEX_IN_GROUP;
        if ((visible_words[at / 32u] >> LANE & 1u) != 0u)
            count_key(tile_keys[at]);
    }
}

// Adds up the counts of the first digit, which every key has, to get the number of keys.
// Called in the group that finishes last.
void count_keys()
{
    uint bin = gl_LocalInvocationIndex;
    if (bin < uint(RADIX_BINS))
        atomicAdd(key_total, radix_state[uint(RADIX_ALL_COUNTS) + bin]);
    group_sync();
}

void main()
{
    uint count = sort_count();
    uint tiles = tiles_of(count);
    begin_tile();
    begin_digits();
    if (gl_LocalInvocationIndex == 0u)
        key_total = 0u;
    group_sync();
    uint tile = min(tile_taken, tiles); // groups past the last tile have no elements
    clear_tile_status(count);
    publish_tile(tile, tiles, count);
    count_digits();
    group_sync();
    add_counts();
    memoryBarrierBuffer(); // before the group is among those that are done
    look_back(tile, tiles, count);
    write_tile(tile, tiles);
    memoryBarrierBuffer();
    group_sync();
    if (same_in_group(is_last != 0u)) {
        count_keys();
        scan_zero = run.count.zero;
        start_bins(key_total, true);
        write_digits(key_total);
        clear_status(tiles);
    }
}
