// SPDX-License-Identifier: MIT
// Work groups: their index over two axes, and the barrier that all shaders use.

// According to GLSL 4.60, section 8.16, barrier() alone orders shared memory. On Mesa's
// llvmpipe it does not, and groupMemoryBarrier() does not help there;
// memoryBarrierShared() does. With NVIDIA's compiler, which GL_NV_shader_thread_group
// identifies, it is omitted: there it is not needed, and becomes a fence that waits for
// all memory, which costs 2 to 4 % of a sort.
void group_sync()
{
#ifndef GL_NV_shader_thread_group
    memoryBarrierShared();
#endif
    barrier();
}

// Returns VALUE, and tells the lint that a condition around a barrier is the same in
// every invocation of the group, although it comes from memory: from words of a buffer
// that no group writes, or from shared memory that no invocation writes before the next
// barrier.
#define same_in_group(VALUE) (VALUE)

// An axis may be limited to 65,535 work groups, so larger dispatches have two axes.
uint group_index()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
