// SPDX-License-Identifier: MIT
// Keys and compaction in a single pass, in front of any sort of the visible elements;
// order/cull.glsl has the details.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//   writes  keys_out[visible], elements_out[visible], state[], commands[], visible_out[]
//   reads and writes  status[]    0 between dispatches
//   grid    one work group of ORDER_CULL_GROUP per params.tile elements, at least one
#define SCAN_SIZE ORDER_CULL_GROUP
#define PREPARES 1
#include "lib/extensions.glsl"
#include "order/cull.glsl"

void main()
{
    uint count = sort_count();
    uint tiles = tiles_of(count);
    begin_tile();
    group_sync();
    uint tile = min(tile_taken, tiles); // groups past the last tile have no elements
    publish_tile(tile, tiles, count);
    look_back(tile, tiles, count);
    write_tile(tile, tiles);
    group_sync();
    if (is_last != 0u)
        clear_status(tiles);
}
