// SPDX-License-Identifier: MIT
// Chunks of invocations, and the index of each invocation in the work group. The indices
// of a chunk's invocations are consecutive, however the device numbers them.
//
//   SUBGROUPS  a chunk is a full subgroup of 32 invocations. Tests may emulate that: they
//              define EMULATED_SUBGROUPS and the functions of subgroups
//   otherwise  a chunk is 32 invocations, without the use of subgroups
//
// An including shader with this define begins with lib/extensions.glsl.
#include "lib/extensions.glsl"
#include "lib/group.glsl"

#define SUBGROUP 32

#if SUBGROUPS && !defined(EMULATED_SUBGROUPS)
#define CHUNK gl_SubgroupID
#define LANE gl_SubgroupInvocationID
#else
#define CHUNK (gl_LocalInvocationIndex / uint(SUBGROUP))
#define LANE (gl_LocalInvocationIndex % uint(SUBGROUP))
#endif
#define CHUNK_FIRST (CHUNK * uint(SUBGROUP))
#define CHUNK_WIDTH uint(SUBGROUP)

#define INDEX_IN_GROUP (CHUNK_FIRST + LANE)
