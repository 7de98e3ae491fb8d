// SPDX-License-Identifier: MIT
// Work groups: their number over two axes, and the one barrier that is right everywhere.

// Both halves are needed: some drivers order shared memory only at memoryBarrierShared(),
// and barrier() alone or groupMemoryBarrier() alone went wrong on Mesa.
void group_sync()
{
    memoryBarrierShared();
    barrier();
}

// One axis holds as few as 65,535 groups, so the host folds the number over two.
uint group_index()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
