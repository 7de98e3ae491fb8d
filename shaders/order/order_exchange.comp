// SPDX-License-Identifier: MIT
// Orders few elements in one pass, as order_all.comp does, but computes each key only
// once: every work group publishes the keys of a tile of the elements and reads the keys
// that the others publish. It then moves the visible elements together and ranks a tile
// of these.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                               as order_keys.comp does
//           count_in[0]         ORDER_COUNT_FIELD: number of elements
//   writes  order_out[view][visible * vertices]   ORDER_NARROW: in halves of words
//           depths_out[view][visible]             ORDER_WRITES_DEPTHS
//           visible_out[view], commands[view]     if the flags say so
//   reads and writes  exchange[view][1 + max_count]   0 between dispatches
//   grid    params.tiles work groups per view, of params.tile elements each
//
// Without culling (ORDER_COUNTS_VISIBLE is not set) nothing is removed, and rejected
// elements come last.
//
// A word that is published says both that it is there and what it is, so that readers
// wait for one store and need no barrier between a flag and a key. OpenGL does not
// promise that a work group makes progress while another one waits, and groups that wait
// may keep others from starting. An invocation that has read ORDER_EXCHANGE_PATIENCE
// times without finding a key computes it, and publishes it too.
#include "lib/extensions.glsl"
#include "shared/order.h"
#define GROUP ORDER_EXCHANGE_GROUP
#define STAGED_MOST ORDER_EXCHANGE_STAGED
#define TILE_MOST ORDER_EXCHANGE_TILE
#define DEPTHS_POINT ORDER_EXCHANGE_DEPTHS
#define SCAN_SIZE ORDER_EXCHANGE_GROUP
#include "order/order_all.glsl"
#include "lib/scan.glsl"

layout(std430, binding = ORDER_EXCHANGE_WORDS) coherent volatile buffer Exchange
{
    uint exchange[];
};

// Keys of an invocation.
#define ROWS (ORDER_EXCHANGE_MOST / ORDER_EXCHANGE_GROUP)
#define VISIBLE_WORDS (ORDER_EXCHANGE_MOST / 32)

// Bit i of word w: element 32 w + i is visible, or nothing is removed.
shared uint visible_words[VISIBLE_WORDS];
shared uint word_starts[VISIBLE_WORDS]; // bits set before the word
shared uint kept;                       // bits set in all words
shared uint tile_words[TILE_MOST];      // of the elements that this group ranks
shared uint tile_elements[TILE_MOST];
shared uint is_last; // all other groups of the view have read their keys

// What this invocation has read: of element row * GROUP + INDEX_IN_GROUP, or 0 if that is
// not published, or the word of rejected elements past the count.
uint words[ROWS];

#define REJECTED 0xFFFFFFFFu

// The word that is published for a key: never 0, and in the order of the keys.
uint word_of(uint key)
{
    if (key == params.reject)
        return REJECTED;
    return map_key(key, params.read_negative, params.read_positive) + 1u;
}

// As depths_out has it.
uint depth_of(uint word)
{
    if (word == REJECTED)
        return params.reject;
    return map_key(word - 1u, params.write_negative, params.write_positive);
}

uint exchange_at(uint element)
{
    return view_at * (params.max_count + 1u) + 1u + element;
}

void publish(uint element)
{
    exchange[exchange_at(element)] = word_of(key_of(element));
}

// Reads what is not read yet. Returns the rows that are missing, as bits.
uint read_words(uint count)
{
    uint missing = 0u;
    for (uint row = 0u; row < uint(ROWS); ++row) {
        uint at = row * uint(GROUP) + INDEX_IN_GROUP;
        if (at < count && words[row] == 0u)
            words[row] = exchange[exchange_at(at)];
    }
    for (uint row = 0u; row < uint(ROWS); ++row)
        missing |= words[row] == 0u ? 1u << row : 0u;
    return missing;
}

void collect_words(uint count)
{
    for (uint row = 0u; row < uint(ROWS); ++row) {
        uint at = row * uint(GROUP) + INDEX_IN_GROUP;
        words[row] = at < count ? 0u : REJECTED;
    }
    uint missing = read_words(count);
    for (uint i = 1u; missing != 0u && i < ORDER_EXCHANGE_PATIENCE; ++i)
        missing = read_words(count);
    bool computes = missing != 0u;
    for (; missing != 0u; missing &= missing - 1u)
        publish(uint(findLSB(missing)) * uint(GROUP) + INDEX_IN_GROUP);
    if (computes)
        read_words(count);
}

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

// Sets the bits, and returns how many elements of this invocation are visible.
uint find_visible(uint count)
{
    uint visible = 0u;
    bool all = !has_flag(ORDER_COUNTS_VISIBLE);
    for (uint row = 0u; row < uint(ROWS); ++row) {
        if (row * uint(GROUP) < count) {
            uint at = row * uint(GROUP) + INDEX_IN_GROUP;
            bool is_visible = words[row] != REJECTED;
            visible += is_visible ? 1u : 0u;
            set_visible(at, is_visible || (all && at < count));
        }
    }
    return visible;
}

// Counts the bits before each word, and all.
void count_kept(uint count)
{
    uint live = (count + 31u) / 32u;
    uint at = INDEX_IN_GROUP;
    uint bits = at < live ? uint(bitCount(visible_words[at])) : 0u;
    uint before = exclusive_sum(bits, live);
    if (at < live)
        word_starts[at] = before;
    if (at + 1u == live)
        kept = before + bits;
}

// Where the element of this invocation in a row goes; ~0u if it is removed.
uint slot_of(uint row)
{
    uint at = row * uint(GROUP) + INDEX_IN_GROUP;
    uint word = visible_words[at / 32u];
    uint before = word & ((1u << LANE) - 1u);
    uint slot = word_starts[at / 32u] + uint(bitCount(before));
    return (word >> LANE & 1u) != 0u ? slot : ~0u;
}

// Stages the keys at `first` .. `end` - 1 of those that are kept, and notes the elements
// at `own` .. `own` + tile - 1.
void stage_kept(uint first, uint end, uint own, uint tile, uint count)
{
    for (uint row = 0u; row < uint(ROWS); ++row) {
        if (row * uint(GROUP) < count) {
            uint slot = slot_of(row);
            if (slot - first < end - first)
                stage_key(slot - first, words[row]);
            if (slot - own < tile) {
                tile_words[slot - own] = words[row];
                tile_elements[slot - own] = row * uint(GROUP) + INDEX_IN_GROUP;
            }
        }
    }
    // The rest of the last quad is before no element.
    uint past = end - first + INDEX_IN_GROUP;
    if (INDEX_IN_GROUP < 3u && past < (end - first + 3u) / 4u * 4u)
        stage_key(past, REJECTED);
}

// Elements that each group ranks: few if few are visible, so that all groups have some.
uint ranked_tile()
{
    uint tile = min(uint(ORDER_EXCHANGE_SMALL_TILE), params.tile);
    while (tile < params.tile && tile * params.tiles < kept)
        tile *= 2u;
    return tile;
}

// In the last group that reads keys of this view.
void clear_exchange(uint count)
{
    for (uint at = INDEX_IN_GROUP; at < count; at += uint(GROUP))
        exchange[exchange_at(at)] = 0u;
    if (INDEX_IN_GROUP == 0u)
        exchange[exchange_at(0u) - 1u] = 0u;
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint group = group_index() % params.tiles;
    view_at = group_index() / params.tiles;
    // Groups beyond the last view have nothing to do, and those beyond the count have
    // nothing to rank.
    bool is_live = view_at < params.view_count;
    uint count = is_live ? element_count() : 0u;
    uint element = group * params.tile + lane;
    bool writes_results = is_live && group == 0u;
    bool reads = writes_results || group * uint(ORDER_EXCHANGE_SMALL_TILE) < count;
    uint wanted = reads ? count : 0u;
#if FRUSTUM
    set_planes();
#endif
    if (lane < params.tile && element < count)
        publish(element);
    if (lane < uint(TILE_MOST))
        ranks[lane] = 0u;
    if (lane < uint(VISIBLE_WORDS))
        visible_words[lane] = 0u;
    if (lane == 0u) {
        kept = 0u;
        visible_count = 0u;
    }
    collect_words(wanted);
    memoryBarrierBuffer(); // before the group is among those that have read
    group_sync();
    uint done = 0u;
    if (lane == 0u && is_live)
        done = atomicAdd(exchange[exchange_at(0u) - 1u], 1u) + 1u;
    uint visible = find_visible(wanted);
    if (writes_results && visible > 0u)
        atomicAdd(visible_count, visible);
    group_sync();
    count_kept(wanted);
    group_sync();
    uint tile = ranked_tile();
    uint own = group * tile;
    uint of_tile = lane & (tile - 1u);
    uint position = own + of_tile;
    uint before = 0u;
    uint staged = same_in_group(own < kept ? kept : 0u);
    for (uint first = 0u; first < staged; first += uint(STAGED_MOST)) {
        uint end = min(first + uint(STAGED_MOST), staged);
        if (first > 0u)
            group_sync(); // all have compared with the previous keys
        stage_kept(first, end, own, tile, wanted);
        group_sync();
        if (position < kept)
            before +=
                keys_before_in_slice(first, end, tile, tile_words[of_tile], position);
    }
    if (before > 0u)
        atomicAdd(ranks[of_tile], before);
    if (lane == 0u)
        is_last = done == params.tiles ? 1u : 0u;
    group_sync();
    if (lane < tile && position < kept)
        store_element(ranks[lane], tile_elements[lane], depth_of(tile_words[lane]));
    if (writes_results && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_count);
    if (is_last != 0u)
        clear_exchange(count);
}
