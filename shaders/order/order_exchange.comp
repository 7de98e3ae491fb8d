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
#include "lib/extensions.glsl"
#include "shared/order.h"
#define GROUP ORDER_EXCHANGE_GROUP
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

shared uint kept; // elements that are visible, or all if none is removed
shared uint visible_count;
shared uint is_last; // all other groups of the view have read

// The elements that this group ranks: the words as they come and as sorted, followed by
// REJECTED; then their numbers, and their places among the sorted ones.
shared uint tile_words[TILE_MOST];
shared uint sorted_words[2 * TILE_MOST];
shared uint tile_elements[TILE_MOST];
shared uint tile_places[TILE_MOST];
// Of all other elements: how many have as many elements of the tile before them, those
// that have none by lane.
shared uint counts[TILE_MOST];
shared uint none_before[32];

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

void publish(uint element)
{
    uint word = word_of(key_with_planes(element));
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

// Elements of this invocation that are kept. With ORDER_COUNTS_VISIBLE those that are
// visible, otherwise all.
uint kept_in_quads(uint count)
{
    uint first = min(INDEX_IN_GROUP * own_quads * 4u, count);
    uint all_of_them = min(own_quads * 4u, count - first);
    return has_flag(ORDER_COUNTS_VISIBLE) ? visible_in_quads() : all_of_them;
}

// For each word 1 if it is kept, `element` being that of the first.
uvec4 kept_of(uvec4 words, uint element, uint count)
{
    if (has_flag(ORDER_COUNTS_VISIBLE))
        return uvec4(notEqual(words, uvec4(REJECTED)));
    return uvec4(lessThan(uvec4(element) + uvec4(0u, 1u, 2u, 3u), uvec4(count)));
}

// The places that elements get among those that are kept.
uvec4 slots_of(uvec4 keeps, uint slot)
{
    uint of_two = slot + keeps.x + keeps.y;
    return uvec4(slot, slot + keeps.x, of_two, of_two + keeps.z);
}

void note(uint at, uint word, uint element, bool is_kept, uint tile)
{
    if (is_kept && at < tile) {
        tile_words[at] = word;
        tile_elements[at] = element;
    }
}

// Notes the elements at `own` .. `own` + tile - 1 of those that are kept.
void note_tile(uint slot, uint own, uint tile, uint count)
{
    uint element = INDEX_IN_GROUP * own_quads * 4u;
    for (uint i = 0u; i < uint(QUADS); ++i) {
        if (i < own_quads) {
            uvec4 keeps = kept_of(quads[i], element, count);
            uvec4 at = slots_of(keeps, slot) - uvec4(own);
            note(at.x, quads[i].x, element, keeps.x != 0u, tile);
            note(at.y, quads[i].y, element + 1u, keeps.y != 0u, tile);
            note(at.z, quads[i].z, element + 2u, keeps.z != 0u, tile);
            note(at.w, quads[i].w, element + 3u, keeps.w != 0u, tile);
            slot += keeps.x + keeps.y + keeps.z + keeps.w;
            element += 4u;
        }
    }
}

// Compares the `live` elements of the tile with each other. Each slice of the group
// compares with a part of them.
void rank_tile(uint live, uint tile)
{
    uint slices = uint(GROUP) / tile;
    uint part = (live + slices - 1u) / slices;
    uint at = gl_LocalInvocationIndex % tile;
    uint first = gl_LocalInvocationIndex / tile * part;
    if (at >= live || first >= live)
        return;
    uint word = tile_words[at];
    uint before = 0u;
    for (uint i = first; i < min(first + part, live); ++i)
        before += tile_words[i] < word || (tile_words[i] == word && i < at) ? 1u : 0u;
    if (before > 0u)
        atomicAdd(tile_places[at], before);
}

// How many of the tile's sorted words are less, for each word. `half_size` is half of a
// power of two that is above the tile.
uvec4 search_tile(uvec4 words, uint half_size)
{
    uvec4 places = uvec4(0u);
    for (uint step = half_size; step > 0u; step /= 2u) {
        uvec4 probes = uvec4(
            sorted_words[places.x + step - 1u], sorted_words[places.y + step - 1u],
            sorted_words[places.z + step - 1u], sorted_words[places.w + step - 1u]);
        places += step * uvec4(lessThan(probes, words));
    }
    return places;
}

void count_place(uint place, bool counts_up, uint live, inout uint none)
{
    if (counts_up && place == 0u)
        ++none;
    else if (counts_up && place < live)
        atomicAdd(counts[place], 1u);
}

// Counts the elements outside the tile. Of equal keys, an element of the tile is before
// one that follows the tile, which therefore searches for the word after its own.
void count_places(uint slot, uint own, uint tile, uint live, uint count)
{
    uint half_size = 1u;
    while (2u * half_size <= live)
        half_size *= 2u;
    uint element = INDEX_IN_GROUP * own_quads * 4u;
    uint none = 0u;
    for (uint i = 0u; i < uint(QUADS); ++i) {
        if (i < own_quads) {
            uvec4 keeps = kept_of(quads[i], element, count);
            uvec4 at = slots_of(keeps, slot);
            uvec4 follows = uvec4(greaterThanEqual(at, uvec4(own + tile)));
            uvec4 places = search_tile(quads[i] + follows, half_size);
            bvec4 outside = greaterThanEqual(at - uvec4(own), uvec4(tile));
            // REJECTED has no word after it, and is before nothing that it follows.
            bvec4 last = equal(quads[i] + follows, uvec4(0u));
            count_place(places.x, keeps.x != 0u && outside.x && !last.x, live, none);
            count_place(places.y, keeps.y != 0u && outside.y && !last.y, live, none);
            count_place(places.z, keeps.z != 0u && outside.z && !last.z, live, none);
            count_place(places.w, keeps.w != 0u && outside.w && !last.w, live, none);
            slot += keeps.x + keeps.y + keeps.z + keeps.w;
            element += 4u;
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
    for (uint i = 1u; i <= place; ++i)
        rank += counts[i];
    return rank;
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
    uint wanted = writes_results || group < count ? count : 0u;
    if (lane < params.tile && element < count)
        publish(element);
    if (lane < uint(TILE_MOST)) {
        tile_places[lane] = 0u;
        counts[lane] = 0u;
    }
    if (lane < uint(2 * TILE_MOST))
        sorted_words[lane] = REJECTED;
    if (lane < 32u)
        none_before[lane] = 0u;
    if (lane == 0u) {
        kept = 0u;
        visible_count = 0u;
    }
    own_quads = max((wanted + 4u * uint(GROUP) - 1u) / (4u * uint(GROUP)), 1u);
    collect_quads(wanted);
    if (lane < params.tile)
        memoryBarrierBuffer(); // before the group is among those that have read
    uint visible = visible_in_quads();
    uint stays = kept_in_quads(wanted);
    uint last = (wanted + 4u * own_quads - 1u) / (4u * own_quads);
    uint slot = exclusive_sum(stays, last);
    uint done = 0u;
    if (lane == 0u && is_live)
        done = atomicAdd(exchange[first_quad()].x, 1u) + 1u;
    if (INDEX_IN_GROUP + 1u == last)
        kept = slot + stays;
    if (writes_results && visible > 0u)
        atomicAdd(visible_count, visible);
    group_sync();
    uint tile = max((kept + params.tiles - 1u) / params.tiles, 1u);
    uint own = group * tile;
    uint live = min(max(kept, own) - own, tile);
    if (live > 0u)
        note_tile(slot, own, tile, wanted);
    group_sync();
    rank_tile(live, tile);
    group_sync();
    if (lane < live)
        sorted_words[tile_places[lane]] = tile_words[lane];
    group_sync();
    if (live > 0u)
        count_places(slot, own, tile, live, wanted);
    if (lane == 0u)
        is_last = done == params.tiles ? 1u : 0u;
    group_sync();
    if (lane < live)
        store_element(rank_at(tile_places[lane]), tile_elements[lane],
                      depth_of(tile_words[lane]));
    if (writes_results && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_count);
    if (is_last != 0u)
        clear_exchange(count);
}
