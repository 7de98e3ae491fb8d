// SPDX-License-Identifier: MIT
// Where segments begin and end in the elements of a work group: a bit for the first
// element of each. The end of the last one counts as a beginning. A tile of a long
// segment counts as one segment. Positions are relative to the first of the elements.

// One more word than is used, so that the word after each can be read.
shared uint head_words[SEGMENT_HEADS_READ + 1];
shared uint head_summary[2]; // a bit for each word that is used, set if it is not 0

#define NO_HEAD 0xFFFFFFFFu

uint bits_below(uint bit)
{
    return bit < 32u ? (1u << bit) - 1u : 0xFFFFFFFFu;
}

// The bits of the 32 positions from word * 32 on, given that the last segment ends at
// `end`.
uint head_bits_until(uint bits, uint word, uint end)
{
    uint first = word * 32u;
    bits &= first < end ? bits_below(end - first) : 0u;
    if (first <= end && end - first < 32u)
        bits |= 1u << (end - first);
    return bits;
}

// Invocation i passes word i. group_sync() must precede every call but the first.
void put_heads(uint bits)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < 2u)
        head_summary[lane] = 0u;
    group_sync();
    if (lane <= uint(SEGMENT_HEADS_READ))
        head_words[lane] = lane < uint(SEGMENT_HEADS_READ) ? bits : 0u;
    if (lane < uint(SEGMENT_HEADS_READ) && bits != 0u)
        atomicOr(head_summary[lane / 32u], 1u << (lane % 32u));
    group_sync();
}

bool is_head(uint at)
{
    return (head_words[at / 32u] >> (at % 32u) & 1u) != 0u;
}

// The bits of `at` and the 7 positions after it, and others above them.
uint eight_heads(uint at)
{
    uint word = at / 32u;
    uint bit = at % 32u;
    uint bits = head_words[word] >> bit;
    if (bit > 24u)
        bits |= head_words[word + 1u] << (32u - bit);
    return bits;
}

// The last head up to this position.
uint head_before(uint at)
{
    uint word = at / 32u;
    uint bits = head_words[word] & bits_below(at % 32u + 1u);
    if (bits == 0u) {
        uint high = word > 32u ? head_summary[1] & bits_below(word - 32u) : 0u;
        uint low = head_summary[0] & bits_below(min(word, 32u));
        if ((high | low) == 0u)
            return NO_HEAD;
        word = high != 0u ? 32u + uint(findMSB(high)) : uint(findMSB(low));
        bits = head_words[word];
    }
    return word * 32u + uint(findMSB(bits));
}

// The next head after this position.
uint head_after(uint at)
{
    uint word = at / 32u;
    uint bits = head_words[word] & ~bits_below(at % 32u + 1u);
    if (bits == 0u) {
        uint low = head_summary[0] & ~bits_below(min(word + 1u, 32u));
        uint high = head_summary[1] & ~bits_below(max(word, 31u) - 31u);
        if ((high | low) == 0u)
            return NO_HEAD;
        word = low != 0u ? uint(findLSB(low)) : 32u + uint(findLSB(high));
        bits = head_words[word];
    }
    return word * 32u + uint(findLSB(bits));
}

// The short segments that begin in the group's first `span` positions, before `end`:
// where the first one begins and the last one ends. Of the segments that begin there,
// only the last may be long; it is then left out.
uvec2 short_segments(uint span, uint end)
{
    uint first = is_head(0u) ? 0u : head_after(0u);
    if (first >= min(span, end))
        return uvec2(0u);
    uint begin = head_before(min(end, span) - 1u);
    uint next = head_after(begin);
    bool is_short = next != NO_HEAD && next - begin <= uint(SEGMENT_SHORT_MOST);
    return uvec2(first, is_short ? next : begin);
}
