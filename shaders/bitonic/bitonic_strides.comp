// SPDX-License-Identifier: MIT
// One to four columns of a merge, with strides of a tile or longer: an invocation holds
// in registers the 2 to 16 elements that these columns compare.
//
//   reads   keys_in[count], indices_in[count]
//   writes  keys_out[count], indices_out[count]
//   grid    block_groups work groups of BITONIC_STRIDE_GROUP for each of `blocks` blocks
//           of each of 1 << runs_log runs; a block is ITEM_ROOM << stride_log elements.
//           With BITONIC_GPU_COUNT block_groups and `blocks` follow from the count
//
// An invocation writes only elements that no other invocation reads, so in and out may be
// the same.
#define ITEM_ROOM (1 << COLUMNS)
#include "bitonic/bitonic_storage.glsl"
#include "bitonic/bitonic_items.glsl"
#include "bitonic/bitonic_runs.glsl"
#include "lib/stride_grid.glsl"

layout(local_size_x = BITONIC_STRIDE_GROUP) in;

#define EACH_OF_8(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#if COLUMNS == 4
#define EACH_ITEM(F) EACH_OF_8(F) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
#define MERGE_ITEMS MERGE_16(0)
#elif COLUMNS == 3
#define EACH_ITEM(F) EACH_OF_8(F)
#define MERGE_ITEMS MERGE_8(0)
#elif COLUMNS == 2
#define EACH_ITEM(F) F(0) F(1) F(2) F(3)
#define MERGE_ITEMS MERGE_4(0)
#else
#define EACH_ITEM(F) F(0) F(1)
#define MERGE_ITEMS MERGE_2(0)
#endif

// Elements past a run's end count as the last ones in its direction.
void get_item(uint position, uint end, uint item)
{
    item_keys[item] = items_descend ? 0u : 0xFFFFFFFFu;
#if WITH_VALUES
    item_indices[item] = item_keys[item];
#endif
    if (position < end) {
        item_keys[item] = load_key(position);
#if WITH_VALUES
        item_indices[item] = load_index(position);
#endif
    }
}

void put_item(uint position, uint end, uint item)
{
    if (position < end) {
        put_key(position, item_keys[item]);
#if WITH_VALUES
        store_value(position, item_indices[item]);
#endif
    }
}

void main()
{
    uint count = sort_count();
    uint tiles = (count + (1u << params.tile_log) - 1u) >> params.tile_log;
    stride_grid grid = stride_grid(params.blocks, params.block_groups);
    if ((params.io.flags & BITONIC_GPU_COUNT) != 0u)
        grid = stride_grid_of(longest_run(count, params.tile_log, params.runs_log),
                              params.tile_log, params.stride_log - params.tile_log,
                              uint(COLUMNS));
    uint group = group_index();
    uint part = group % grid.block_groups;
    uint block = group / grid.block_groups % grid.blocks;
    uint run = group / grid.block_groups / grid.blocks;
    if (run < 1u << params.runs_log) {
        bitonic_run r = run_at(run, params.runs_log, tiles, params.tile_log, count);
        uint first = r.first + block * (uint(ITEM_ROOM) << params.stride_log) +
                     part * uint(BITONIC_STRIDE_GROUP) + gl_LocalInvocationIndex;
        items_descend = r.descends;
#define GET_ITEM(I) get_item(first + (uint(I) << params.stride_log), r.end, uint(I));
        EACH_ITEM(GET_ITEM)
        MERGE_ITEMS
#define PUT_ITEM(I) put_item(first + (uint(I) << params.stride_log), r.end, uint(I));
        EACH_ITEM(PUT_ITEM)
    }
}
