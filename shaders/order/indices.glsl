// SPDX-License-Identifier: MIT
// The caller's indices, which are words or halves of words. The including shader defines
// index_word(at), and INDEX_ODD if the block of the run does not have it.
#ifndef INDEX_ODD
#define INDEX_ODD run.index_odd
#endif

uint index_at(uint at)
{
    if (has_flag(ORDER_COUNTS_UP))
        return at;
    if (!has_flag(ORDER_INDEX_U16))
        return index_word(at);
    at += INDEX_ODD;
    uint word = index_word(at >> 1u);
    return (at & 1u) == 0u ? word & 0xFFFFu : word >> 16u;
}
