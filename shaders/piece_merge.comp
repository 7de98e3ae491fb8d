// SPDX-License-Identifier: MIT
// Merges two sorted pieces of an array, each of them bound by itself, and writes a part
// of the result that fits in a binding, too. O. Green, R. McColl and D. Bader, "GPU Merge
// Path - A GPU Merging Algorithm", 2012.
//
//   reads   left_keys[left_count * KEY_WORDS], left_values[left_count * VALUE_WORDS]
//           right_keys, right_values: likewise; both in the caller's form
//   writes  keys_out[count * KEY_WORDS], values_out[count * VALUE_WORDS]: elements
//           `first` to first + count - 1 of both
//   grid    one work group of PIECE_GROUP per PIECE_TILE elements written
//
// A group finds where its tile begins and ends in each piece, reads the keys of the tile
// into shared memory, merges them there, and then copies keys and values word by word.
#include "shared/pieces.h"
#include "lib/group.glsl"

layout(local_size_x = PIECE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { piece_params params; };
layout(std430, binding = PIECE_LEFT_KEYS) readonly buffer LeftKeys { uint left_keys[]; };
layout(std430, binding = PIECE_RIGHT_KEYS) readonly buffer RightKeys
{
    uint right_keys[];
};
layout(std430, binding = PIECE_KEYS_OUT) writeonly buffer KeysOut { uint keys_out[]; };
#if VALUE_WORDS > 0
layout(std430, binding = PIECE_LEFT_VALUES) readonly buffer LeftValues
{
    uint left_values[];
};
layout(std430, binding = PIECE_RIGHT_VALUES) readonly buffer RightValues
{
    uint right_values[];
};
layout(std430, binding = PIECE_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};
#endif

// ---- keys -----------------------------------------------------------------------------

// The bits of a key to sort by: x before y. `high` is the last word of the key, `low` the
// word before it, if there is one.
uvec2 ordered(uint high, uint low)
{
    bool negative = (high & 0x80000000u) != 0u;
    high ^= negative ? params.high_negative : params.high_positive;
    low ^= negative ? params.low_negative : params.low_positive;
    return uvec2(high & params.high_mask, low & params.low_mask);
}

uvec2 left_key(uint at)
{
    uint place = params.left_keys_base + at * uint(KEY_WORDS);
    return ordered(left_keys[place + uint(KEY_WORDS - 1)], left_keys[place]);
}

uvec2 right_key(uint at)
{
    uint place = params.right_keys_base + at * uint(KEY_WORDS);
    return ordered(right_keys[place + uint(KEY_WORDS - 1)], right_keys[place]);
}

bool is_before(uvec2 a, uvec2 b)
{
#if KEY_WORDS == 1
    return a.x < b.x;
#else
    return a.x < b.x || (a.x == b.x && a.y < b.y);
#endif
}

// ---- the tile -------------------------------------------------------------------------

shared uint splits[2]; // elements of the left piece before the tile and up to its end
shared uint highs[PIECE_TILE];
#if KEY_WORDS == 2
shared uint lows[PIECE_TILE];
#endif
shared uint sources[PIECE_TILE]; // for each element of the result, its place in the tile

// How many of the first `merged` elements of the result are of the left piece.
uint split_of(uint merged)
{
    uint low = merged > params.right_count ? merged - params.right_count : 0u;
    uint high = min(merged, params.left_count);
    while (low < high) {
        uint middle = (low + high) >> 1u;
        if (is_before(right_key(merged - 1u - middle), left_key(middle)))
            high = middle;
        else
            low = middle + 1u;
    }
    return low;
}

uvec2 tile_key(uint at)
{
#if KEY_WORDS == 1
    return uvec2(highs[at], 0u);
#else
    return uvec2(highs[at], lows[at]);
#endif
}

// The same in the tile, whose keys are those of the left piece, then those of the right.
uint split_of_tile(uint merged, uint left, uint right)
{
    uint low = merged > right ? merged - right : 0u;
    uint high = min(merged, left);
    while (low < high) {
        uint middle = (low + high) >> 1u;
        if (is_before(tile_key(left + merged - 1u - middle), tile_key(middle)))
            high = middle;
        else
            low = middle + 1u;
    }
    return low;
}

void merge_items(uint left, uint right)
{
    uint at = gl_LocalInvocationIndex * uint(PIECE_ITEMS);
    uint end = min(at + uint(PIECE_ITEMS), left + right);
    if (at >= end)
        return;
    uint from_left = split_of_tile(at, left, right);
    uint from_right = at - from_left;
    for (; at < end; ++at) {
        bool takes_left = from_right == right;
        if (from_left < left && from_right < right)
            takes_left = !is_before(tile_key(left + from_right), tile_key(from_left));
        sources[at] = takes_left ? from_left : left + from_right;
        from_left += takes_left ? 1u : 0u;
        from_right += takes_left ? 0u : 1u;
    }
}

// ---- the result -----------------------------------------------------------------------

#if VALUE_WORDS == 4
#define EACH_VALUE_WORD(F) F(0) F(1) F(2) F(3)
#elif VALUE_WORDS == 2
#define EACH_VALUE_WORD(F) F(0) F(1)
#else
#define EACH_VALUE_WORD(F) F(0)
#endif

#define COPY_LEFT(I)                                                                     \
    values_out[target + uint(I)] = left_values[place + uint(I)] + params.left_index;
#define COPY_RIGHT(I)                                                                    \
    values_out[target + uint(I)] = right_values[place + uint(I)] + params.right_index;

void copy_left(uint from, uint to)
{
    uint place = params.left_keys_base + from * uint(KEY_WORDS);
    uint target = params.keys_out_base + to * uint(KEY_WORDS);
    keys_out[target] = left_keys[place];
#if KEY_WORDS == 2
    keys_out[target + 1u] = left_keys[place + 1u];
#endif
#if VALUE_WORDS > 0
    place = params.left_values_base + from * uint(VALUE_WORDS);
    target = params.values_out_base + to * uint(VALUE_WORDS);
    EACH_VALUE_WORD(COPY_LEFT)
#endif
}

void copy_right(uint from, uint to)
{
    uint place = params.right_keys_base + from * uint(KEY_WORDS);
    uint target = params.keys_out_base + to * uint(KEY_WORDS);
    keys_out[target] = right_keys[place];
#if KEY_WORDS == 2
    keys_out[target + 1u] = right_keys[place + 1u];
#endif
#if VALUE_WORDS > 0
    place = params.right_values_base + from * uint(VALUE_WORDS);
    target = params.values_out_base + to * uint(VALUE_WORDS);
    EACH_VALUE_WORD(COPY_RIGHT)
#endif
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint begin = min(group_index() * uint(PIECE_TILE), params.count);
    uint size = min(uint(PIECE_TILE), params.count - begin);
    begin += params.first;
    if (lane < 2u)
        splits[lane] = split_of(begin + lane * size);
    group_sync();
    uint left_from = splits[0];
    uint right_from = begin - left_from;
    uint left = splits[1] - left_from;
    for (uint at = lane; at < size; at += uint(PIECE_GROUP)) {
        uvec2 key = at < left ? left_key(left_from + at)
                              : right_key(right_from + at - left);
        highs[at] = key.x;
#if KEY_WORDS == 2
        lows[at] = key.y;
#endif
    }
    group_sync();
    merge_items(left, size - left);
    group_sync();
    for (uint at = lane; at < size; at += uint(PIECE_GROUP)) {
        uint source = sources[at];
        if (source < left)
            copy_left(left_from + source, begin - params.first + at);
        else
            copy_right(right_from + source - left, begin - params.first + at);
    }
}
