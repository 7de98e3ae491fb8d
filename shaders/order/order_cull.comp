// SPDX-License-Identifier: MIT
// Keys and compaction in a single pass: computes the keys of a tile, moves the visible
// elements together, and gets their number in all preceding tiles by decoupled look-back
// (D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back", 2016).
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                                 as order_keys.comp does
//   writes  keys_out[visible], elements_out[visible]   in the order of the input
//           state[]               their number, and the dispatch arguments of the sort
//           commands[], visible_out[]   of the view, if the order has them
//   reads and writes  status[]    0 between dispatches
//   grid    one work group of ORDER_GROUP per ORDER_CULL_TILE elements, at least one
//
// Tiles form blocks of ORDER_CULL_BLOCK. Each tile publishes its number of visible
// elements, and the last tile of a block publishes that of the block. A tile adds up the
// tiles before it in its block, and all blocks before that. So no tile waits for a
// prefix, and a chain of waiting tiles has at most two links.
//
// OpenGL does not promise that a work group makes progress while another one waits. A
// tile that has spun ORDER_CULL_PATIENCE times counts the elements of the missing tile
// itself, which depends on no other group. Tiles are handed out in the order in which
// groups start: by ticket, or by index on devices that are known to start groups in
// order.
#define SCAN_SIZE ORDER_GROUP
#define ITEMS ORDER_CULL_ITEMS
#define PREPARES 1
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"
#include "lib/group.glsl"
#include "lib/scan.glsl"
#include "lib/each_item.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_CULL_KEYS) writeonly buffer KeysOut
{
    uint keys_out[];
};
layout(std430, binding = ORDER_CULL_ELEMENTS) writeonly buffer ElementsOut
{
    uint elements_out[];
};
layout(std430, binding = ORDER_CULL_STATE) writeonly buffer State
{
    uint state[];
};
layout(std430, binding = ORDER_CULL_STATUS) coherent volatile buffer Status
{
    uint status[];
};
#include "lib/count_table.glsl"
#include "order/commands.glsl"

// An unused word after each 32, so that accesses with power-of-two strides use all banks.
#define PADDED(AT) ((AT) + ((AT) >> 5u))
#define TILE_WORDS (ORDER_CULL_TILE + ORDER_CULL_TILE / 32)

shared uint tile_keys[TILE_WORDS];
shared uint tile_taken;
shared uint in_block;  // visible elements of the preceding tiles of the block
shared uint in_blocks; // of the preceding blocks
shared uint is_last;   // all other groups have finished

uint keys[ORDER_CULL_ITEMS];

uint visible_of_tile(uint tile, uint count)
{
    uint end = min((tile + 1u) * uint(ORDER_CULL_TILE), count);
    uint visible = 0u;
    for (uint at = tile * uint(ORDER_CULL_TILE); at < end; ++at)
        visible += key_of(at) != params.reject ? 1u : 0u;
    return visible;
}

// The value of a status word; 0, and `missing` set, if it is still not published.
uint published(uint at, out bool missing)
{
    uint word = status[at];
    for (uint spins = 0u; word == 0u && spins < ORDER_CULL_PATIENCE; ++spins)
        word = status[at];
    missing = word == 0u;
    return word & ~ORDER_CULL_PUBLISHED;
}

uint published_tile(uint tile, uint count)
{
    bool missing;
    uint visible = published(ORDER_CULL_TILE_WORD(tile), missing);
    if (missing)
        visible = visible_of_tile(tile, count);
    return visible;
}

uint published_block(uint block, uint count)
{
    bool missing;
    uint visible = published(ORDER_CULL_BLOCK_WORD(block), missing);
    if (missing)
        for (uint i = 0u; i < uint(ORDER_CULL_BLOCK); ++i)
            visible += published_tile(block * uint(ORDER_CULL_BLOCK) + i, count);
    return visible;
}

// Neighbouring invocations compute neighbouring keys.
void compute_keys(uint first, uint count)
{
    uint lane = gl_LocalInvocationIndex;
    for (uint at = lane; at < uint(ORDER_CULL_TILE); at += uint(ORDER_GROUP)) {
        uint key = params.reject;
        if (first + at < count)
            key = key_of(first + at);
        tile_keys[PADDED(at)] = key;
    }
}

// Invocations take consecutive elements, so that one prefix sum serves the tile.
#define TAKE_KEY(I)                                                                      \
    keys[I] = tile_keys[PADDED(lane * uint(ITEMS) + uint(I))];                           \
    visible += keys[I] != params.reject ? 1u : 0u;
#define PUT_ELEMENT(I)                                                                   \
    if (keys[I] != params.reject) {                                                      \
        keys_out[to] = keys[I];                                                          \
        elements_out[to] = first + lane * uint(ITEMS) + uint(I);                         \
        ++to;                                                                            \
    }

void look_back(uint tile, uint tiles, uint of_tile, uint count)
{
    uint lane = gl_LocalInvocationIndex;
    uint block = tile / uint(ORDER_CULL_BLOCK);
    uint block_first = block * uint(ORDER_CULL_BLOCK);
    uint end = tile < tiles ? tile : 0u; // further groups wait for none
    uint sum = 0u;
    for (uint at = block_first + lane; at < end; at += uint(ORDER_GROUP))
        sum += published_tile(at, count);
    if (sum > 0u)
        atomicAdd(in_block, sum);
    group_sync();
    if (lane == 0u && tile < tiles && tile - block_first == uint(ORDER_CULL_BLOCK - 1))
        status[ORDER_CULL_BLOCK_WORD(block)] =
            ORDER_CULL_PUBLISHED | (in_block + of_tile);
    sum = 0u;
    end = min(end, block);
    for (uint at = lane; at < end; at += uint(ORDER_GROUP))
        sum += published_block(at, count);
    if (sum > 0u)
        atomicAdd(in_blocks, sum);
    group_sync();
}

// The group that finishes last leaves zeros for the next dispatch.
void leave_zeros(uint tiles)
{
    uint lane = gl_LocalInvocationIndex;
    uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (lane == 0u)
        is_last = atomicAdd(status[ORDER_CULL_DONE], 1u) == groups - 1u ? 1u : 0u;
    group_sync();
    if (is_last != 0u) {
        uint end = ORDER_CULL_WORDS(tiles);
        for (uint at = lane; at < end; at += uint(ORDER_GROUP))
            status[at] = 0u;
    }
}

void write_total(uint visible)
{
    write_state(visible, gl_LocalInvocationIndex, uint(ORDER_GROUP));
    if (gl_LocalInvocationIndex == 0u)
        write_results(0u, params.view * params.max_count, visible);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    uint tiles = count / uint(ORDER_CULL_TILE) +
                 (count % uint(ORDER_CULL_TILE) != 0u ? 1u : 0u);
    if (lane == 0u) {
        in_block = 0u;
        in_blocks = 0u;
        tile_taken = has_flag(ORDER_TICKETS) ? atomicAdd(status[ORDER_CULL_TICKET], 1u)
                                             : group_index();
    }
#if FRUSTUM
    set_planes();
#endif
    group_sync();
    uint tile = min(tile_taken, tiles); // further groups have nothing to do
    uint first = tile * uint(ORDER_CULL_TILE);
    compute_keys(first, count);
    group_sync();
    uint visible = 0u;
    EACH_ITEM(TAKE_KEY)
    uint to = exclusive_sum(visible, uint(ORDER_GROUP));
    uint of_tile = group_sum();
    if (lane == 0u && tile < tiles)
        status[ORDER_CULL_TILE_WORD(tile)] = ORDER_CULL_PUBLISHED | of_tile;
    look_back(tile, tiles, of_tile, count);
    uint before = in_block + in_blocks;
    to += before;
    EACH_ITEM(PUT_ELEMENT)
    if (tile == max(tiles, 1u) - 1u)
        write_total(before + of_tile);
    leave_zeros(tiles);
}
