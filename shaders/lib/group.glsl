// SPDX-License-Identifier: MIT
// Work groups: their number over two axes, and the one barrier that is right everywhere.

// barrier() alone orders shared memory (GLSL 4.60, section 8.16), but not on Mesa's
// llvmpipe, and groupMemoryBarrier() does not help there. Only where it is known to be in
// vain is the other half left out: NVIDIA's compiler, which this extension tells, makes a
// fence of it that waits for all memory, 2 to 4 % of a sort.
void group_sync()
{
#ifndef GL_NV_shader_thread_group
    memoryBarrierShared();
#endif
    barrier();
}

// One axis holds as few as 65,535 groups, so the host folds the number over two.
uint group_index()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
