// SPDX-License-Identifier: MIT
// The merges that a sort skips. With a count on the GPU, a sort has the merges of the
// largest count; a merge of runs that are as long as the count or longer would only copy.
// Bit r of `merges` stands for a merge of runs of 1 << r. Each merge moves the elements
// from one of two places to the other, so the parity of the number of skipped merges
// determines where they are.

uint skipped_merges(uint merges, uint count)
{
#if __VERSION__ != 300 && __VERSION__ != 330
    uint needed = count > 1u ? uint(findMSB(count - 1u)) + 1u : 0u;
    return uint(bitCount(merges >> needed));
#else
    // Without a branch: in the unrolled loop each branch would use the sum before it
    // twice, and lavapipe's search for uniform expressions would visit 2^32 of them.
    uint skipped = 0u;
    for (uint run_log = 0u; run_log < 32u; ++run_log)
        skipped += merges >> run_log & uint(count <= 1u << run_log);
    return skipped;
#endif
}
