// SPDX-License-Identifier: MIT
// Orders few elements in one pass, as order_all.comp does, but usually computes each key
// only once: every work group publishes the keys of a tile of the elements, reads the
// keys that the others publish, and ranks its tile among all (lib/tile_ranks.glsl).
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                               as order_keys.comp does
//           count_in[count_base]   ORDER_COUNT_FIELD: number of elements
//   writes  order_out[view][count * vertices]   points: [count]
//                                               of words; params.filled: also
//                                               what follows the visible elements
//           depths_out[view][count]             ORDER_WRITES_DEPTHS
//           visible_out[view], commands[view]   if the order has them
//   reads and writes  exchange[view][]   0 between dispatches
//   grid    params.tiles work groups per view, of params.tile elements each
//
// With a frustum or dead test (ORDER_COUNTS_VISIBLE), rejected elements are not ranked
// and not written, so order_out and depths_out get only the visible ones. Otherwise all
// elements are ranked and written, the rejected ones last.
//
// A word that is published says both that a key is there and what it is, so that a reader
// waits for one store, and no barrier separates a flag from a key. OpenGL does not
// promise that a work group makes progress while another one waits, and groups that wait
// may keep others from starting. An invocation that has read ORDER_EXCHANGE_PATIENCE
// times without finding all its keys computes them, and publishes them too.
#include "shared/order.h"
#include "shared/rank.h"
#define GROUP RANK_TILE_GROUP
#define DEPTHS_POINT ORDER_EXCHANGE_DEPTHS
#include "order/order_all.glsl"
#include "lib/tile_ranks.glsl"

layout(std430, binding = ORDER_EXCHANGE_WORDS) coherent volatile buffer Exchange
{
    // of each view: a quad whose x counts the groups that have read; then a quad for
    // every 4 elements
    uvec4 exchange[];
};

shared uint visible_counts[32]; // by lane, as counts_before
shared uint is_last; // 1 once all other groups of the view have read

#define REJECTED LARGEST_KEY

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
    return view_at * (1u + params.tiles * params.tile / 4u);
}

// Reads a point's position before it sets the planes, so that the loads of both overlap.
uint key_with_planes(uint element)
{
#if PRIMITIVES || DEPTHS
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

// Elements past the count, which no group publishes, read as rejected ones.
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
            quads[i] = read_quad(element_of(i) / 4u, count);
            complete = complete && all(notEqual(quads[i], uvec4(0u)));
        }
    }
    return complete;
}

void publish_quads(uint count)
{
    for (uint i = 0u; i < 4u * own_quads; ++i) {
        uint element = element_of(i / 4u) + i % 4u;
        if (element < count)
            publish(element, word_of(key_with_planes(element)));
    }
}

// Returns true if it has published keys.
bool collect_quads(uint count)
{
    bool complete = false;
    bool publishes = false;
    for (uint tries = 0u; tries <= ORDER_EXCHANGE_PATIENCE && !complete; ++tries) {
        publishes = tries == ORDER_EXCHANGE_PATIENCE;
        if (publishes)
            publish_quads(count);
        complete = read_quads(count);
    }
    return publishes;
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

uint visible_elements()
{
    uint visible = 0u;
    for (uint i = 0u; i < 32u; ++i)
        visible += visible_counts[i];
    return visible;
}

void count_quads(uint own)
{
    for (uint i = 0u; i < uint(QUADS); ++i) {
        if (i < own_quads) {
            bvec4 live = notEqual(quads[i], uvec4(REJECTED));
            if (!has_flag(ORDER_COUNTS_VISIBLE))
                live = bvec4(true);
            count_quad(params.tile, own, element_of(i), quads[i], live);
        }
    }
}

// In the group of this view that finishes last, when all have read.
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
    // Groups beyond the last view have nothing to do. Those beyond the count rank no
    // elements, but finish like the others, and the last to finish clears the exchange.
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
    if (lane < 32u)
        visible_counts[lane] = 0u;
    sort_tile(params.tile, word);
    share_quads(wanted);
    bool publishes = collect_quads(wanted) || has_element;
    count_quads(own);
    if (writes_results || params.filled > 0u)
        atomicAdd(visible_counts[lane % 32u], visible_in_quads());
    if (publishes)
        memoryBarrierBuffer(); // before the group is among those that have read
    group_sync();
    uint done = 0u;
    if (lane == uint(GROUP - 1) && is_live)
        done = atomicAdd(exchange[first_quad()].x, 1u) + 1u;
    bool is_kept = word != REJECTED || !has_flag(ORDER_COUNTS_VISIBLE);
    if (has_element && is_kept)
        store_element(rank_of(lane), own + lane, depth_of(word));
    bool is_filled = is_live && lane < params.tile && own + lane < params.filled;
    if (is_filled && own + lane >= visible_elements())
        fill_rest(own + lane);
    if (writes_results && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_elements());
    if (lane == uint(GROUP - 1))
        is_last = done == params.tiles ? 1u : 0u;
    group_sync();
    if (is_last != 0u)
        clear_exchange(count);
}
