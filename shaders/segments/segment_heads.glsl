// SPDX-License-Identifier: MIT
// The short segments of a work group, from the bits that mark the first elements of
// segments. Positions are relative to the group's first element.

shared uint head_words[SEGMENT_HEADS_READ];
shared uint last_head[SEGMENT_HEADS_READ];  // the last one up to the end of each word
shared uint next_head[SEGMENT_HEADS_READ];  // the next one from each word's start on

#define NO_HEAD 0xFFFFFFFFu

uint bits_below(uint bit)
{
    return bit < 32u ? (1u << bit) - 1u : 0xFFFFFFFFu;
}

// The bits of a word. The end of all segments counts as a head.
uint read_heads(uint word, uint group_first, uint end)
{
    uint first = group_first + word * 32u;
    uint bits = 0u;
    if (first < end)
        bits = heads[first / 32u] & bits_below(end - first);
    if (first <= end && end - first < 32u)
        bits |= 1u << (end - first);
    return bits;
}

// Searches beyond the word; most words have a head, so this is short.
void link_heads(uint word)
{
    uint before = NO_HEAD;
    for (uint at = word + 1u; at > 0u && before == NO_HEAD; --at)
        if (head_words[at - 1u] != 0u)
            before = (at - 1u) * 32u + uint(findMSB(head_words[at - 1u]));
    last_head[word] = before;
    uint next = NO_HEAD;
    for (uint at = word; at < uint(SEGMENT_HEADS_READ) && next == NO_HEAD; ++at)
        if (head_words[at] != 0u)
            next = at * 32u + uint(findLSB(head_words[at]));
    next_head[word] = next;
}

void load_heads(uint group_first, uint end)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < uint(SEGMENT_HEADS_READ))
        head_words[lane] = read_heads(lane, group_first, end);
    group_sync();
    if (lane < uint(SEGMENT_HEADS_READ))
        link_heads(lane);
    group_sync();
}

// The last head up to this position.
uint head_before(uint at)
{
    uint word = at / 32u;
    uint bits = head_words[word] & bits_below(at % 32u + 1u);
    if (bits != 0u)
        return word * 32u + uint(findMSB(bits));
    return word > 0u ? last_head[word - 1u] : NO_HEAD;
}

// The next head behind this position.
uint head_behind(uint at)
{
    uint word = at / 32u;
    uint bits = head_words[word] & ~bits_below(at % 32u + 1u);
    if (bits != 0u)
        return word * 32u + uint(findLSB(bits));
    return word + 1u < uint(SEGMENT_HEADS_READ) ? next_head[word + 1u] : NO_HEAD;
}

// The group's short segments: where the first one begins and the last one ends. Only the
// last that begins here can be long.
uvec2 short_segments(uint group_first, uint end)
{
    uint first = next_head[0];
    if (first >= uint(SEGMENT_SHORT_MOST) || group_first + first >= end)
        return uvec2(0u);
    uint last = min(end - group_first, uint(SEGMENT_SHORT_MOST)) - 1u;
    uint begin = head_before(last);
    uint behind = head_behind(begin);
    bool is_short = behind != NO_HEAD && behind - begin <= uint(SEGMENT_SHORT_MOST);
    return uvec2(first, is_short ? behind : begin);
}
