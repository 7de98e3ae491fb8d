// SPDX-License-Identifier: MIT
// Keys and compaction in a single pass: computes the keys of a tile, moves the visible
// elements together, and gets the number of visible elements in all preceding tiles by
// decoupled look-back (D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016). order/order_cull.comp does no more; radix/radix_cull.comp
// also counts the digits of the keys.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                                 as order_keys.comp does
//   writes  keys_out[visible], elements_out[visible]   in the order of the input;
//                                 ORDER_CARRIES: the indices of the elements
//           state[]               their number, and the dispatch arguments of the view's
//                                 later passes
//           commands[], visible_out[]   of the view, if the order has them
//   reads and writes  status[]    0 between dispatches
//   grid    one work group of ORDER_CULL_GROUP per params.tile elements, at least one;
//           groups past the last tile have no elements
//
// Tiles form blocks of ORDER_CULL_BLOCK. Each tile publishes its number of visible
// elements. A tile adds up the tiles before it in its block, and all blocks before that;
// the last tile of a full block publishes the sum of its block, and only then waits for
// other blocks. So no tile waits for a prefix, and a chain of waiting tiles has at most
// two links.
//
// OpenGL does not promise that a work group makes progress while another one waits. A
// tile that has spun ORDER_CULL_PATIENCE times for the sum of a block adds up the tiles
// of that block instead. If it has spun as often for another tile, it counts that tile's
// visible elements itself, which depends on no other group. Tiles are handed out in the
// order in which groups start: by ticket, or by index on devices that are known to start
// groups in order.
//
// The including shader defines PREPARES as 1, SCAN_SIZE as ORDER_CULL_GROUP, and the
// variant: PRIMITIVES, FRUSTUM, PLAIN, DEPTHS and SUBGROUPS.
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"
#include "lib/group.glsl"
#include "lib/scan.glsl"

layout(local_size_x = ORDER_CULL_GROUP) in;

layout(std430, binding = ORDER_CULL_KEYS) writeonly buffer KeysOut
{
    uint keys_out[];
};
layout(std430, binding = ORDER_CULL_ELEMENTS) writeonly buffer ElementsOut
{
    uint elements_out[];
};
layout(std430, binding = ORDER_CULL_STATE) writeonly buffer CountState
{
    uint state[];
};
layout(std430, binding = ORDER_CULL_STATUS) coherent volatile buffer Status
{
    uint status[];
};
#include "lib/count_table.glsl"
#include "order/commands.glsl"

// Bit i of word w: element 32 w + i of the tile is visible.
#define MOST_WORDS (ORDER_CULL_MOST / 32)

shared uint tile_keys[ORDER_CULL_MOST];
shared uint visible_words[MOST_WORDS];
shared uint word_starts[MOST_WORDS]; // visible elements of the tile before the word
shared uint tile_taken;
shared uint in_tile;   // visible elements of the tile
shared uint in_block;  // of the preceding tiles of the block
shared uint in_blocks; // of the preceding blocks
shared uint is_last;   // all other groups have looked back

uint visible_of_tile(uint tile, uint count)
{
    uint end = min((tile + 1u) * params.tile, count);
    uint visible = 0u;
    for (uint at = tile * params.tile; at < end; ++at)
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

// Sets the bit of element `at` of the tile.
void set_visible(uint at, bool visible)
{
#if SUBGROUPS
    uint lanes = subgroupBallot(visible).x;
    if (LANE == 0u)
        visible_words[at / 32u] = lanes;
#else
    if (visible)
        atomicOr(visible_words[at / 32u], 1u << LANE);
#endif
}

// Neighbouring invocations compute neighbouring keys. An invocation reads the position of
// its next point, if it has one, while it computes a key.
void compute_keys(uint first, uint count)
{
    uint left = first < count ? count - first : 0u;
#if !PRIMITIVES && !DEPTHS
    vec3 next = vec3(0.0);
    if (INDEX_IN_GROUP < left)
        next = position_of(first + INDEX_IN_GROUP);
#endif
    for (uint row = 0u; row < params.tile; row += uint(ORDER_CULL_GROUP)) {
        uint at = row + INDEX_IN_GROUP;
        uint key = params.reject;
#if PRIMITIVES || DEPTHS
        if (at < left)
            key = key_of(first + at);
#else
        vec3 position = next;
        if (at + uint(ORDER_CULL_GROUP) < min(left, params.tile))
            next = position_of(first + at + uint(ORDER_CULL_GROUP));
        if (at < left)
            key = key_of_point(first + at, position);
#endif
        tile_keys[at] = key;
        set_visible(at, key != params.reject);
    }
}

// Counts the visible elements of the tile, and those before each word.
void count_visible()
{
    uint words = params.tile / 32u;
    uint at = INDEX_IN_GROUP;
    uint visible = at < words ? uint(bitCount(visible_words[at])) : 0u;
    uint before = exclusive_sum(visible, words);
    if (at < words)
        word_starts[at] = before;
    if (at == words - 1u)
        in_tile = before + visible;
}

void look_back(uint tile, uint tiles, uint count)
{
    uint lane = gl_LocalInvocationIndex;
    uint block = tile / uint(ORDER_CULL_BLOCK);
    uint block_first = block * uint(ORDER_CULL_BLOCK);
    bool waits = tile < tiles; // groups past the last tile do not
    uint sum = 0u;
    if (waits && lane < tile - block_first)
        sum = published_tile(block_first + lane, count);
    if (sum > 0u)
        atomicAdd(in_block, sum);
    if (same_in_group(waits && tile - block_first == uint(ORDER_CULL_BLOCK - 1))) {
        group_sync();
        if (lane == 0u)
            status[ORDER_CULL_BLOCK_WORD(block)] =
                ORDER_CULL_PUBLISHED | (in_block + in_tile);
    }
    sum = 0u;
    uint end = waits && lane >= uint(ORDER_CULL_BLOCK) ? block : 0u;
    for (uint at = lane - uint(ORDER_CULL_BLOCK); at < end;
         at += uint(ORDER_CULL_GROUP - ORDER_CULL_BLOCK))
        sum += published_block(at, count);
    if (sum > 0u)
        atomicAdd(in_blocks, sum);
    group_sync();
}

// What the sort carries: the element or, with ORDER_CARRIES, its index.
uint carried(uint element)
{
#if PRIMITIVES
    if (has_flag(ORDER_CARRIES))
        return index_at(element);
#endif
    return element;
}

void put_elements(uint before, uint first)
{
    for (uint row = 0u; row < params.tile; row += uint(ORDER_CULL_GROUP)) {
        uint at = row + INDEX_IN_GROUP;
        uint word = visible_words[at / 32u];
        if ((word >> LANE & 1u) != 0u) {
            uint to = before + word_starts[at / 32u] +
                      uint(bitCount(word & ((1u << LANE) - 1u)));
            keys_out[to] = tile_keys[at];
            elements_out[to] = carried(first + at);
        }
    }
}

void write_total(uint visible)
{
    write_state(visible, gl_LocalInvocationIndex, uint(ORDER_CULL_GROUP));
    if (gl_LocalInvocationIndex == 0u)
        write_results(0u, params.view * params.max_count, visible);
}

// Takes a tile, which tile_taken holds after the next group_sync().
void begin_tile()
{
    if (gl_LocalInvocationIndex == 0u) {
        in_block = 0u;
        in_blocks = 0u;
        tile_taken = has_flag(ORDER_TICKETS) ? atomicAdd(status[ORDER_CULL_TICKET], 1u)
                                             : group_index();
    }
    if (gl_LocalInvocationIndex < uint(MOST_WORDS))
        visible_words[gl_LocalInvocationIndex] = 0u;
#if FRUSTUM
    set_planes();
#endif
}

uint tiles_of(uint count)
{
    return count / params.tile + (count % params.tile != 0u ? 1u : 0u);
}

// Computes the keys of the tile and publishes the number of visible elements.
void publish_tile(uint tile, uint tiles, uint count)
{
    compute_keys(tile * params.tile, count);
    group_sync();
    count_visible();
    group_sync();
    if (gl_LocalInvocationIndex == 0u && tile < tiles)
        status[ORDER_CULL_TILE_WORD(tile)] = ORDER_CULL_PUBLISHED | in_tile;
}

// Follows look_back(). Sets is_last, which is valid after the next group_sync(): once the
// last group gets here, no group reads the status any more.
void write_tile(uint tile, uint tiles)
{
    uint done = 0u;
    if (gl_LocalInvocationIndex == 0u)
        done = atomicAdd(status[ORDER_CULL_DONE], 1u) + 1u;
    uint before = in_block + in_blocks;
    put_elements(before, tile * params.tile);
    if (tile == max(tiles, 1u) - 1u)
        write_total(before + in_tile);
    if (gl_LocalInvocationIndex == 0u)
        is_last = done == gl_NumWorkGroups.x * gl_NumWorkGroups.y ? 1u : 0u;
}

// Leaves zeros for the next dispatch.
void clear_status(uint tiles)
{
    for (uint at = gl_LocalInvocationIndex; at < ORDER_CULL_WORDS(tiles);
         at += uint(ORDER_CULL_GROUP))
        status[at] = 0u;
}
