// SPDX-License-Identifier: MIT
// Ranks the elements of a block by a digit: a counting sort in registers.
//
//   reads   elements[count]  keys_in[count]; or pairs or words, see SOURCE
//   writes  blocks[b]        layers 0 to 2: the elements of the block in order of the
//                            digit, as 60 places of 6 bits, five in each component;
//                            layer 3: where each of the 16 digits starts in that order,
//                            a byte each
//
// Four digits share a component as bytes, so a counter is chosen by a comparison of
// components and a shift: registers are never indexed. Places past the end have the last
// digit, so they come after all elements.
#include "radix/radix_draws.glsl"
#include "radix/radix_source.glsl"

layout(location = 0) out uvec4 places_0;
layout(location = 1) out uvec4 places_1;
layout(location = 2) out uvec4 places_2;
layout(location = 3) out uvec4 starts;

const uvec4 FOUR = uvec4(0u, 1u, 2u, 3u);

uvec4 digits_at(uint position, uint count)
{
    uvec4 four = uvec4(0u);
    if (position < count)
        four = four_at(position) >> params.shift & params.digit_mask;
    bvec4 inside = lessThan(FOUR + position, uvec4(count));
    return uvec4(inside.x ? four.x : 15u, inside.y ? four.y : 15u,
                 inside.z ? four.z : 15u, inside.w ? four.w : 15u);
}

uvec4 counted(uint digit)
{
    return uvec4(equal(uvec4(digit >> 2u), FOUR)) << ((digit & 3u) << 3u);
}

// The digits of four elements, four bits each, which are counted.
uint four_digits(uint position, uint count, inout uvec4 counts)
{
    uvec4 four = digits_at(position, count);
    counts += counted(four.x) + counted(four.y) + counted(four.z) + counted(four.w);
    return four.x | four.y << 4u | four.z << 8u | four.w << 12u;
}

uint eight_at(uint position, uint count, inout uvec4 counts)
{
    uint digits = four_digits(position, count, counts);
    return digits | four_digits(position + 4u, count, counts) << 16u;
}

// Returns the next place of the digit, and advances it.
uint taken(inout uvec4 next, uint digit)
{
    uint shift = (digit & 3u) << 3u;
    uint one = 1u << shift;
    uint at = digit >> 2u;
    uint word = at < 2u ? at == 0u ? next.x : next.y : at == 2u ? next.z : next.w;
    next.x += at == 0u ? one : 0u;
    next.y += at == 1u ? one : 0u;
    next.z += at == 2u ? one : 0u;
    next.w += at == 3u ? one : 0u;
    return word >> shift & 255u;
}

// Adds the value to a component that may be one of these four.
void put(inout uvec4 words, uint component, uint value)
{
    words.x |= component == 0u ? value : 0u;
    words.y |= component == 1u ? value : 0u;
    words.z |= component == 2u ? value : 0u;
    words.w |= component == 3u ? value : 0u;
}

void main()
{
    uint count = sort_count();
    uint block = own_slot();
    if (block >= blocks_of(count))
        discard;
    uint base = block * uint(DRAW_BLOCK);

    uvec4 low;
    uvec4 high; // digits, eight in a component
    uvec4 counts = uvec4(0u);
    low.x = eight_at(base, count, counts);
    low.y = eight_at(base + 8u, count, counts);
    low.z = eight_at(base + 16u, count, counts);
    low.w = eight_at(base + 24u, count, counts);
    high.x = eight_at(base + 32u, count, counts);
    high.y = eight_at(base + 40u, count, counts);
    high.z = eight_at(base + 48u, count, counts);
    high.w = four_digits(base + 56u, count, counts);

    // Inclusive sums within each component, then of the components.
    uvec4 sums = counts * 0x01010101u;
    uvec4 total = sums >> 24u;
    uvec4 next = (sums << 8u) + uvec4(0u, total.x, total.x + total.y,
                                      total.x + total.y + total.z) *
                                    0x01010101u;
    starts = next;

    places_0 = places_1 = places_2 = uvec4(0u);
    for (int i = 0; i < DRAW_BLOCK; ++i) {
        uvec4 words = i < 32 ? low : high;
        uint at = uint(i) & 31u;
        uint word = at < 16u ? at < 8u ? words.x : words.y : at < 24u ? words.z : words.w;
        uint place = taken(next, word >> ((at & 7u) << 2u) & 15u);
        uint component = place * 13u >> 6u; // place / 5
        uint value = uint(i) << 6u * (place - 5u * component);
        put(places_0, component, value);
        put(places_1, component - 4u, value);
        put(places_2, component - 8u, value);
    }
}
