// SPDX-License-Identifier: MIT
// Work groups: their number over two axes, and the one barrier that is right everywhere.

#ifndef SUBGROUPS
#define SUBGROUPS 0
#endif

// barrier() alone orders shared memory (GLSL 4.60, section 8.16), but not on Mesa's
// llvmpipe, and groupMemoryBarrier() does not help there. Its vectors are narrower than
// the subgroups of 32 that SUBGROUPS is for; to those the other half is 1 to 2 % of a
// sort.
void group_sync()
{
#if !SUBGROUPS
    memoryBarrierShared();
#endif
    barrier();
}

// One axis holds as few as 65,535 groups, so the host folds the number over two.
uint group_index()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
