// SPDX-License-Identifier: MIT
// Moves the elements to the order of a digit: each fragment finds the sources of
// consecutive outputs, run by run, and then reads them.
//
//   reads   elements[count]  keys_in[count] and values_in[count] (or makes 0 ..
//                            count - 1, or 0); or pairs or words, see SOURCE
//           blocks[b]        the order of each block, see radix_local.frag
//           starts           of digits in blocks, see radix_starts.frag
//           parts[s]         the runs of every 64th output
//   writes  elements[count]  TO_WORDS: 16 words; otherwise 8 pairs. One texel of four
//                            layers
#include "radix/radix_draws.glsl"
#include "radix/radix_runs.glsl"
#include "radix/radix_source.glsl"

uniform usampler2DArray blocks_texture;
uniform usampler2D parts_texture;

layout(location = 0) out uvec4 items_0;
layout(location = 1) out uvec4 items_1;
layout(location = 2) out uvec4 items_2;
layout(location = 3) out uvec4 items_3;

#if TO_WORDS
#define OUTPUTS 16u
#else
#define OUTPUTS 8u
#endif

struct run {
    uint digit;
    uint block;
    uint start;  // its first output
    uint places; // where it begins in the order of the block
    uint size;
};

// Sets the places and the size of the run.
void measure(inout run r, uint blocks)
{
    uint block = min(r.block, blocks - 1u);
    uvec4 bytes = texelFetch(blocks_texture, layer_of(block, 3), 0);
    uint after = r.digit + 1u;
    uint low = bytes[r.digit >> 2u] >> ((r.digit & 3u) << 3u) & 255u;
    uint high = bytes[after >> 2u & 3u] >> ((after & 3u) << 3u) & 255u;
    r.places = low;
    r.size = (after < 16u ? high : uint(DRAW_BLOCK)) - low;
}

// The place that begins at a bit of the texel: five places of 6 bits in each component.
// Comparisons cost less than a division.
uint place_at(uvec4 words, uint bit)
{
    uint word = bit < 60u ? bit < 30u ? words.x : words.y : bit < 90u ? words.z : words.w;
    uint before = bit < 60u ? bit < 30u ? 0u : 30u : bit < 90u ? 60u : 90u;
    return word >> bit - before & 63u;
}

// Sets those of four sources whose outputs are at `begin` or later: what comes after the
// run is then set again. bits: of the first of the four in the texel, six for each.
void find_four(inout uvec4 sources, uvec4 outputs, uint begin, uint base, uvec4 words,
               uint bit)
{
    sources.x = outputs.x >= begin ? base + place_at(words, bit) : sources.x;
    sources.y = outputs.y >= begin ? base + place_at(words, bit + 6u) : sources.y;
    sources.z = outputs.z >= begin ? base + place_at(words, bit + 12u) : sources.z;
    sources.w = outputs.w >= begin ? base + place_at(words, bit + 18u) : sources.w;
}

#if SOURCE == DRAW_WORDS
uint word_of(uint element)
{
    return element;
}
#elif TO_WORDS
uint word_of(uvec2 element)
{
    uint rest = element.x >> params.rest_shift & params.rest_mask;
    return rest << params.index_bits | element.y;
}
#endif

#if TO_WORDS
uvec4 move_four(uvec4 source, uint last)
{
    source = min(source, uvec4(last));
    return uvec4(word_of(element_at(source.x)), word_of(element_at(source.y)),
                 word_of(element_at(source.z)), word_of(element_at(source.w)));
}
#endif

void main()
{
    uint count = sort_count();
    uint first = own_slot() * OUTPUTS;
    if (first >= count)
        discard;
    uint blocks = blocks_of(count);
    uint stride = first >> uint(DRAW_STRIDE_LOG);
    uvec2 part = texelFetch(parts_texture, texel_of(stride, params.tables_log), 0).xy;
    uint last = 15u << uint(DRAW_DIGIT_SHIFT) | (blocks - 1u);
    if ((stride + 1u) << uint(DRAW_STRIDE_LOG) < count)
        last = texelFetch(parts_texture, texel_of(stride + 1u, params.tables_log), 0).x;
    const uint block_mask = (1u << uint(DRAW_DIGIT_SHIFT)) - 1u;
    uint last_digit = last >> uint(DRAW_DIGIT_SHIFT);
    run r = run(part.x >> uint(DRAW_DIGIT_SHIFT), part.x & block_mask, part.y, 0u, 0u);

    uvec4 outputs = uvec4(0u, 1u, 2u, 3u) + first;
    uvec4 source_0 = uvec4(0u);
    uvec4 source_1 = uvec4(0u);
#if TO_WORDS
    uvec4 source_2 = uvec4(0u);
    uvec4 source_3 = uvec4(0u);
#endif
    uint at = first;
    uint end = min(first + OUTPUTS, count);
    // Searches are rare, so that they are in a loop of their own: renderers on the CPU
    // take both sides of a condition.
    while (at < end) {
        uint digit = r.digit == last_digit ? r.digit : digit_of_output(at);
        uint low = digit != r.digit || r.block >= blocks ? 0u : r.block;
        uint high = digit == last_digit ? last & block_mask : blocks - 1u;
        r.digit = digit;
        r.block = block_of_output(at, digit, low, high, r.start);
        measure(r, blocks);
        bool goes_on = true;
        while (goes_on) {
            // A texel of the block's order has 20 places.
            uint place = r.places + (at - r.start);
            uint row = place >= 40u ? 2u : place >= 20u ? 1u : 0u;
            uvec4 words = texelFetch(blocks_texture, layer_of(r.block, int(row)), 0);
            uint base = r.block * uint(DRAW_BLOCK);
            uint bit = 6u * (first + r.places - r.start - row * 20u);
            find_four(source_0, outputs, at, base, words, bit);
            find_four(source_1, outputs + 4u, at, base, words, bit + 24u);
#if TO_WORDS
            find_four(source_2, outputs + 8u, at, base, words, bit + 48u);
            find_four(source_3, outputs + 12u, at, base, words, bit + 72u);
#endif
            at = r.start + min(r.size, row * 20u + 20u - r.places);
            if (at >= r.start + r.size) {
                r.start += r.size;
                ++r.block;
                measure(r, blocks);
            }
            goes_on = at < end && r.block < blocks && r.size != 0u;
        }
    }
#if TO_WORDS
    // Outputs past the end have no source.
    items_0 = move_four(source_0, count - 1u);
    items_1 = move_four(source_1, count - 1u);
    items_2 = move_four(source_2, count - 1u);
    items_3 = move_four(source_3, count - 1u);
#else
    source_0 = min(source_0, uvec4(count - 1u));
    source_1 = min(source_1, uvec4(count - 1u));
    items_0 = uvec4(element_at(source_0.x), element_at(source_0.y));
    items_1 = uvec4(element_at(source_0.z), element_at(source_0.w));
    items_2 = uvec4(element_at(source_1.x), element_at(source_1.y));
    items_3 = uvec4(element_at(source_1.z), element_at(source_1.w));
#endif
}
