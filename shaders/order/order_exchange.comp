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
    uvec4 exchange[]; // of each view: the groups that have read, then four elements each
};

#define QUADS (ORDER_EXCHANGE_MOST / 4 / ORDER_EXCHANGE_GROUP)

shared uint kept;                  // elements that are visible, or all if none is removed
shared uint tile_words[TILE_MOST]; // of the elements that this group ranks
shared uint tile_elements[TILE_MOST];
shared uint is_last; // all other groups of the view have read

// The words of this invocation's elements, which are `own_quads` consecutive quads.
uvec4 quads[QUADS];
uint own_quads = 0u;

#define REJECTED 0xFFFFFFFFu

// What is published of an element: never 0, and in the order of the keys.
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

uint first_quad()
{
    return view_at * (1u + (params.max_count + 3u) / 4u);
}

void publish(uint element)
{
    uint word = word_of(key_of(element));
    uint at = first_quad() + 1u + element / 4u;
    if ((element & 3u) == 0u)
        exchange[at].x = word;
    else if ((element & 3u) == 1u)
        exchange[at].y = word;
    else if ((element & 3u) == 2u)
        exchange[at].z = word;
    else
        exchange[at].w = word;
}

// Those past the count are there, as rejected ones.
uvec4 read_quad(uint quad, uint count)
{
    uvec4 words = uvec4(REJECTED);
    if (4u * quad < count) {
        words = exchange[first_quad() + 1u + quad];
        words.y = 4u * quad + 1u < count ? words.y : REJECTED;
        words.z = 4u * quad + 2u < count ? words.z : REJECTED;
        words.w = 4u * quad + 3u < count ? words.w : REJECTED;
    }
    return words;
}

bool read_quads(uint count)
{
    bool complete = true;
    for (uint i = 0u; i < uint(QUADS); ++i) {
        quads[i] = uvec4(REJECTED);
        if (i < own_quads) {
            quads[i] = read_quad(INDEX_IN_GROUP * own_quads + i, count);
            complete = complete && all(notEqual(quads[i], uvec4(0u)));
        }
    }
    return complete;
}

void collect_quads(uint count)
{
    bool complete = false;
    for (uint tries = 0u; tries <= ORDER_EXCHANGE_PATIENCE && !complete; ++tries) {
        if (tries == ORDER_EXCHANGE_PATIENCE) {
            uint first = INDEX_IN_GROUP * own_quads * 4u;
            for (uint i = first; i < min(first + own_quads * 4u, count); ++i)
                publish(i);
        }
        complete = read_quads(count);
    }
}

uint visible_in(uvec4 words)
{
    uvec4 ones = uvec4(notEqual(words, uvec4(REJECTED)));
    return ones.x + ones.y + ones.z + ones.w;
}

uint visible_in_quads()
{
    uint visible = 0u;
    for (uint i = 0u; i < uint(QUADS); ++i)
        visible += visible_in(quads[i]);
    return visible;
}

// Stages the words at `first` .. `end` - 1 of the elements that are kept, and notes those
// at `own` .. `own` + tile - 1.
void stage_kept(uint slot, uint first, uint end, uint own, uint tile, uint count)
{
    bool keeps_all = !has_flag(ORDER_COUNTS_VISIBLE);
#define STAGE(WORD)                                                                      \
    if (WORD != REJECTED || (keeps_all && element < count)) {                            \
        if (slot - first < end - first)                                                  \
            stage_key(slot - first, WORD);                                               \
        if (slot - own < tile) {                                                         \
            tile_words[slot - own] = WORD;                                               \
            tile_elements[slot - own] = element;                                         \
        }                                                                                \
        ++slot;                                                                          \
    }                                                                                    \
    ++element;
    uint element = INDEX_IN_GROUP * own_quads * 4u;
    for (uint i = 0u; i < uint(QUADS); ++i) {
        if (i < own_quads) {
            STAGE(quads[i].x)
            STAGE(quads[i].y)
            STAGE(quads[i].z)
            STAGE(quads[i].w)
        }
    }
    // The rest of the last quad is before no element.
    uint past = end - first + INDEX_IN_GROUP;
    if (INDEX_IN_GROUP < 3u && past < (end - first + 3u) / 4u * 4u)
        stage_key(past, REJECTED);
}

// In the last group that reads keys of this view.
void clear_exchange(uint count)
{
    for (uint at = INDEX_IN_GROUP; at <= (count + 3u) / 4u; at += uint(GROUP))
        exchange[first_quad() + at] = uvec4(0u);
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
    uint wanted = writes_results || group * 4u < count ? count : 0u;
#if FRUSTUM
    set_planes();
#endif
    if (lane < params.tile && element < count)
        publish(element);
    if (lane < uint(TILE_MOST))
        ranks[lane] = 0u;
    if (lane == 0u) {
        kept = 0u;
        visible_count = 0u;
    }
    own_quads = max((wanted + 4u * uint(GROUP) - 1u) / (4u * uint(GROUP)), 1u);
    collect_quads(wanted);
    if (lane < params.tile)
        memoryBarrierBuffer(); // before the group is among those that have read
    uint visible = visible_in_quads();
    uint first_element = min(INDEX_IN_GROUP * own_quads * 4u, wanted);
    uint stays = has_flag(ORDER_COUNTS_VISIBLE)
                     ? visible
                     : min(own_quads * 4u, wanted - first_element);
    uint live = (wanted + 4u * own_quads - 1u) / (4u * own_quads);
    uint slot = exclusive_sum(stays, live);
    uint done = 0u;
    if (lane == 0u && is_live)
        done = atomicAdd(exchange[first_quad()].x, 1u) + 1u;
    if (INDEX_IN_GROUP + 1u == live)
        kept = slot + stays;
    if (writes_results && visible > 0u)
        atomicAdd(visible_count, visible);
    group_sync();
    uint tile = (kept + 4u * params.tiles - 1u) / (4u * params.tiles) * 4u;
    tile = max(tile, 4u);
    uint own = group * tile;
    uint of_tile = lane % tile;
    uint position = own + of_tile;
    uint before = 0u;
    uint staged = same_in_group(own < kept ? kept : 0u);
    for (uint first = 0u; first < staged; first += uint(STAGED_MOST)) {
        uint end = min(first + uint(STAGED_MOST), staged);
        if (first > 0u)
            group_sync(); // all have compared with the previous keys
        stage_kept(slot, first, end, own, tile, wanted);
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
