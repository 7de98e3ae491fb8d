// SPDX-License-Identifier: MIT
// Orders few elements in one pass, as order_all.comp does, but computes each key only
// once, and ranks by searching: every work group publishes the keys of a tile of the
// elements, reads the keys that the others publish, and ranks a tile of the visible
// elements.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                               as order_keys.comp does
//           count_in[0]         ORDER_COUNT_FIELD: number of elements
//   writes  order_out[view][visible * vertices]   ORDER_NARROW: in halves of words
//           depths_out[view][visible]             ORDER_WRITES_DEPTHS
//           visible_out[view], commands[view]     if the flags say so
//   reads and writes  exchange[view][]   0 between dispatches
//   grid    params.tiles work groups per view; each publishes params.tile keys
//
// Without culling (ORDER_COUNTS_VISIBLE is not set) nothing is removed, and rejected
// elements come last.
//
// A word that is published says both that it is there and what it is, so that a reader
// waits for one store, and no barrier separates a flag from a key. OpenGL does not
// promise that a work group makes progress while another one waits, and groups that wait
// may keep others from starting. An invocation that has read ORDER_EXCHANGE_PATIENCE
// times without finding its keys computes them, and publishes them too.
//
// The tile that a group ranks is sorted by comparing all with all. Each of the keys then
// searches the tile for the number of its elements that are not after the key, and counts
// up there. The rank of an element is the number of keys counted up to its place in the
// tile: n log t steps for a tile of t, instead of the n t of comparing all with all.
#include "shared/order.h"
#define GROUP ORDER_EXCHANGE_GROUP
#define TILE_MOST ORDER_EXCHANGE_TILE
#define DEPTHS_POINT ORDER_EXCHANGE_DEPTHS
#include "order/order_all.glsl"

layout(std430, binding = ORDER_EXCHANGE_WORDS) coherent volatile buffer Exchange
{
    uvec4 exchange[]; // of each view: the groups that have read, then four elements each
};

// The tile of this group: its words, the place of each among the sorted ones, the sorted
// ones but the last as a search tree, and the last. The root of the tree is word 1, and
// the children of word i are words 2 i and 2 i + 1. So a level of up to 32 words has no
// two in the same bank.
shared uint tile_words[TILE_MOST];
shared uint tile_places[TILE_MOST];
shared uint tree[TILE_MOST];
shared uint last_word;
// Of the elements outside the tile: how many have as many elements of the tile before
// them; those that have none, by lane.
shared uint counts[TILE_MOST];
shared uint none_before[32];
shared uint visible_count;
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

// A position is read before the planes, which are not there yet either.
uint key_with_planes(uint element)
{
#if PRIMITIVES
#if FRUSTUM
    set_planes();
#endif
    return key_of(element);
#else
    vec3 position = position_of(element);
#if FRUSTUM
    set_planes();
#endif
    return key_of_point(element, position);
#endif
}

void publish(uint element, uint word)
{
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
            quads[i] = read_quad(gl_LocalInvocationIndex * own_quads + i, count);
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
            uint first = gl_LocalInvocationIndex * own_quads * 4u;
            for (uint i = first; i < min(first + own_quads * 4u, count); ++i)
                publish(i, word_of(key_with_planes(i)));
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

// Compares the tile's elements with each other. Each slice of the group compares with a
// part of them.
void rank_tile()
{
    uint tile = params.tile;
    uint part = tile / (uint(GROUP) / tile) + 1u;
    uint at = gl_LocalInvocationIndex & (tile - 1u);
    uint first = gl_LocalInvocationIndex / tile * part;
    uint word = tile_words[at];
    uint before = 0u;
    for (uint i = first; i < min(first + part, tile); ++i)
        before += tile_words[i] < word || (tile_words[i] == word && i < at) ? 1u : 0u;
    if (before > 0u)
        atomicAdd(tile_places[at], before);
}

// Puts the word at a place of the sorted ones into the tree.
void plant(uint place, uint word)
{
    if (place == params.tile - 1u) {
        last_word = word;
    } else {
        uint height = uint(findLSB(place + 1u));
        tree[(params.tile / 2u >> height) + (place + 1u >> (height + 1u))] = word;
    }
}

// How many of the tile's words but the last are less, for each word.
uvec4 search_tile(uvec4 words)
{
    uvec4 at = uvec4(1u);
    for (uint width = 1u; width < params.tile; width *= 2u) {
        uvec4 probes = uvec4(tree[at.x], tree[at.y], tree[at.z], tree[at.w]);
        at = 2u * at + uvec4(lessThan(probes, words));
    }
    return at - uvec4(params.tile);
}

void count_place(uint place, bool counts_up, inout uint none)
{
    if (counts_up && place == 0u)
        ++none;
    else if (counts_up)
        atomicAdd(counts[place], 1u);
}

// Counts the elements outside the tile, which begins with element `own`. Of equal keys,
// an element of the tile is before one that follows the tile, which therefore searches
// for the word after its own.
void count_places(uint own)
{
    uint none = 0u;
    for (uint i = 0u; i < uint(QUADS); ++i) {
        if (i < own_quads) {
            uint element = (gl_LocalInvocationIndex * own_quads + i) * 4u;
            bool outside = element - own >= params.tile;
            uvec4 words = quads[i] + (element >= own ? 1u : 0u);
            uvec4 places = search_tile(words);
            // One that is after all of the tile does not count, nor does 0: that is after
            // the largest word.
            bvec4 before_some = lessThanEqual(words, uvec4(last_word));
            bvec4 counted = notEqual(words, uvec4(0u));
            if (has_flag(ORDER_COUNTS_VISIBLE))
                counted = notEqual(quads[i], uvec4(REJECTED));
            count_place(places.x, outside && before_some.x && counted.x, none);
            count_place(places.y, outside && before_some.y && counted.y, none);
            count_place(places.z, outside && before_some.z && counted.z, none);
            count_place(places.w, outside && before_some.w && counted.w, none);
        }
    }
    if (none > 0u)
        atomicAdd(none_before[gl_LocalInvocationIndex % 32u], none);
}

uint rank_at(uint place)
{
    uint rank = place;
    for (uint i = 0u; i < 32u; ++i)
        rank += none_before[i];
    // Four at a time, whose reads do not wait for each other. counts[0] is 0.
    for (uint i = 0u; i <= place; i += 4u) {
        rank += counts[i];
        rank += i + 1u <= place ? counts[i + 1u] : 0u;
        rank += i + 2u <= place ? counts[i + 2u] : 0u;
        rank += i + 3u <= place ? counts[i + 3u] : 0u;
    }
    return rank;
}

// In the last group that reads keys of this view.
void clear_exchange(uint count)
{
    for (uint at = gl_LocalInvocationIndex; at <= (count + 3u) / 4u; at += uint(GROUP))
        exchange[first_quad() + at] = uvec4(0u);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint group = group_index() % params.tiles;
    view_at = group_index() / params.tiles;
    // Groups beyond the last view, or the count, have nothing to do.
    bool is_live = view_at < params.view_count;
    uint count = is_live ? element_count() : 0u;
    uint own = group * params.tile;
    bool has_element = lane < params.tile && own + lane < count;
    bool writes_results = is_live && group == 0u;
    uint wanted = own < count ? count : 0u;
    uint word = REJECTED;
    if (has_element) {
        word = word_of(key_with_planes(own + lane));
        publish(own + lane, word);
    }
    if (lane < params.tile) {
        tile_words[lane] = word;
        tile_places[lane] = 0u;
        counts[lane] = 0u;
    }
    if (lane < 32u)
        none_before[lane] = 0u;
    if (lane == 0u)
        visible_count = 0u;
    group_sync();
    rank_tile();
    group_sync();
    if (lane < params.tile)
        plant(tile_places[lane], word);
    group_sync();
    own_quads = max((wanted + 4u * uint(GROUP) - 1u) / (4u * uint(GROUP)), 1u);
    collect_quads(wanted);
    if (wanted > 0u)
        count_places(own);
    if (writes_results)
        atomicAdd(visible_count, visible_in_quads());
    if (has_element)
        memoryBarrierBuffer(); // before the group is among those that have read
    group_sync();
    uint done = 0u;
    if (lane == uint(GROUP - 1) && is_live)
        done = atomicAdd(exchange[first_quad()].x, 1u) + 1u;
    bool is_kept = word != REJECTED || !has_flag(ORDER_COUNTS_VISIBLE);
    if (has_element && is_kept)
        store_element(rank_at(tile_places[lane]), own + lane, depth_of(word));
    if (writes_results && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_count);
    if (lane == uint(GROUP - 1))
        is_last = done == params.tiles ? 1u : 0u;
    group_sync();
    if (is_last != 0u)
        clear_exchange(count);
}
