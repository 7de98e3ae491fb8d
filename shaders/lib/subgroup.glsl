// SPDX-License-Identifier: MIT
// Chunks of invocations, and the index of each invocation in the work group. The indices
// of a chunk's invocations are consecutive, however the device numbers them.
//
//   SUBGROUPS  a chunk is a full subgroup of 32 invocations
//   BALLOTS    a chunk is a subgroup of any size, of which any invocations may be
//              missing; the shader must call begin_subgroups() first
//   otherwise  a chunk is 32 invocations, without the use of subgroups
//
// An including shader with these defines begins with lib/extensions.glsl.
#include "lib/extensions.glsl"
#include "lib/group.glsl"

#define SUBGROUP 32

#if BALLOTS

#if KHR_BALLOTS
#define LANE_MASK uvec4
#define BALLOT(CONDITION) subgroupBallot(CONDITION)
#define LANES_BEFORE gl_SubgroupLtMask
#define OF_FIRST(VALUE) subgroupBroadcastFirst(VALUE)
#else
#define LANE_MASK uvec2
#define BALLOT(CONDITION) unpackUint2x32(ballotARB(CONDITION))
#define LANES_BEFORE unpackUint2x32(gl_SubGroupLtMaskARB)
#define OF_FIRST(VALUE) readFirstInvocationARB(VALUE)
#endif

// For tests: splits each subgroup into two halves; in each of them the invocations of
// the other are missing.
#ifdef IS_OF_OTHER_HALF
LANE_MASK own_half = LANE_MASK(0u);
#define LANES_WHERE(CONDITION) (BALLOT(CONDITION) & own_half)

void split_subgroup()
{
    LANE_MASK other = BALLOT(IS_OF_OTHER_HALF);
    own_half = IS_OF_OTHER_HALF ? other : BALLOT(true) & ~other;
}

uint of_first_lane(uint value)
{
    uint first = value;
    if (IS_OF_OTHER_HALF)
        first = OF_FIRST(value);
    else
        first = OF_FIRST(value);
    return first;
}
#else
#define LANES_WHERE(CONDITION) BALLOT(CONDITION)
#define split_subgroup()
#define of_first_lane(VALUE) OF_FIRST(VALUE)
#endif

uint lane_count(LANE_MASK lanes)
{
    ivec2 counts = bitCount(lanes.xy);
#if KHR_BALLOTS
    counts += bitCount(lanes.zw);
#endif
    return uint(counts.x + counts.y);
}

// Orders accesses to shared memory among the invocations of a subgroup.
// GL_ARB_shader_ballot has no barrier for this; there the invocations of a subgroup run
// in lockstep.
void subgroup_sync()
{
#if KHR_BALLOTS
    subgroupBarrier();
#else
    memoryBarrierShared();
#endif
}

shared uint chunks_begun; // chunks in the upper 16 bits, their invocations in the lower

uint own_chunk = 0u;
uint own_lane = 0u;
uint chunk_first = 0u;
uint chunk_width = 0u;

// Numbers the chunks and their invocations in the order in which the subgroups arrive.
void begin_subgroups()
{
    if (gl_LocalInvocationIndex == 0u)
        chunks_begun = 0u;
    group_sync();
    split_subgroup();
    LANE_MASK lanes = LANES_WHERE(true);
    own_lane = lane_count(lanes & LANES_BEFORE);
    chunk_width = lane_count(lanes);
    uint begun = 0u;
    if (own_lane == 0u)
        begun = atomicAdd(chunks_begun, (1u << 16u) + chunk_width);
    subgroup_sync(); // reconverges
    begun = of_first_lane(begun);
    own_chunk = begun >> 16u;
    chunk_first = begun & 0xFFFFu;
    group_sync();
}

#define CHUNK own_chunk
#define LANE own_lane
#define CHUNK_FIRST chunk_first
#define CHUNK_WIDTH chunk_width
#define CHUNKS (chunks_begun >> 16u)

#else

void begin_subgroups()
{
}

#if SUBGROUPS
#define CHUNK gl_SubgroupID
#define LANE gl_SubgroupInvocationID
#else
#define CHUNK (gl_LocalInvocationIndex / uint(SUBGROUP))
#define LANE (gl_LocalInvocationIndex % uint(SUBGROUP))
#endif
#define CHUNK_FIRST (CHUNK * uint(SUBGROUP))
#define CHUNK_WIDTH uint(SUBGROUP)

#endif

#define INDEX_IN_GROUP (CHUNK_FIRST + LANE)
