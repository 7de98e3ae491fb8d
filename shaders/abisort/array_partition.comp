// SPDX-License-Identifier: MIT
// Partitions a merge into tiles of MERGE_TILE outputs: finds where the merge path crosses
// the first rank of each tile.
//
//   reads   keys_in[count]   runs of 1 << run_log, ascending; FROM_TEXTURE: the keys of
//                            the texture of pairs
//   writes  cuts[t]          cut of the first rank of tile t
//   grid    one invocation per tile, work groups of CUT_GROUP; none if a run is as long
//           as the count or longer
#include "shared/array.h"

#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = CUT_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { array_params params; };
#if FROM_TEXTURE
#include "lib/pair_texture.glsl"
#else
#define SOURCE_PACKED // the local sort has read the caller's keys
#define SOURCE_KEYS IO_KEYS_IN
#include "lib/source.glsl"
#endif
layout(std430, binding = ARRAY_CUTS) writeonly buffer Cuts { uint cuts[]; };

#include "abisort/run_key.glsl"

#include "lib/cut.glsl"

void main()
{
    uint tile = group_index() * uint(CUT_GROUP) + gl_LocalInvocationIndex;
    uint position = tile * uint(MERGE_TILE);
    uint count = sort_count();
    if (position < count) {
        run_pair pair = pair_at(position, params.run_log, count);
        cuts[tile] = cut_of_rank(pair, params.run_log, position - pair.base);
    }
}
