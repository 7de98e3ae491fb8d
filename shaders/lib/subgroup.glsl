// SPDX-License-Identifier: MIT
// Chunks of 32 invocations, and whose place is what. With SUBGROUPS a chunk is a
// subgroup: neighbours in it are neighbours in the group, however the device numbers
// them.
//
// An including shader that defines SUBGROUPS as 1 enables GL_KHR_shader_subgroup_basic,
// _ballot, _shuffle and _shuffle_relative, since an extension must be asked for before
// anything else.
#ifndef SUBGROUPS
#define SUBGROUPS 0
#endif

#define SUBGROUP 32
#if SUBGROUPS
#define CHUNK gl_SubgroupID
#define LANE gl_SubgroupInvocationID
#else
#define CHUNK (gl_LocalInvocationIndex / uint(SUBGROUP))
#define LANE (gl_LocalInvocationIndex % uint(SUBGROUP))
#endif
#define PLACE_IN_GROUP (CHUNK * uint(SUBGROUP) + LANE)
