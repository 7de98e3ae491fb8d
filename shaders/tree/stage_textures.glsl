// SPDX-License-Identifier: MIT
// Elements and nodes of a level whose stages take a pass each, and how a pair of nodes
// walks down.
//
//   LAYERS       4 or 8: layers of the nodes' texels
//   ONE_TEXTURE  elements and nodes are in the same texture, which has eight layers and
//                is drawn to as well, elsewhere: texture barriers separate passes
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { stage_params params; };

uniform usampler2DArray elements_texture;
#if !ONE_TEXTURE
uniform usampler2DArray nodes_texture;
#endif

#if LAYERS == 8
#define NODE_LOG uint(TREE_EIGHT_LOG)
#define PHASES_LOG 2u // log2 of the phases of a group
#else
#define NODE_LOG uint(TREE_FOUR_LOG)
#define PHASES_LOG 1u
#endif

#include "tree/tree_greater.glsl"

uint mirrored_position(uint at)
{
    uint run_log = params.level - 1u;
    uint flipped = (1u << run_log) - 1u;
    return at ^ (flipped & (0u - (at >> run_log & 1u)));
}

// The four words at a place of the elements, of which two elements share each.
uvec4 two_at(uint place)
{
    ivec2 texel = texel_of(place >> uint(SIXTEENS_LOG), params.width_log);
    return texelFetch(elements_texture, ivec3(texel, int(place >> 1u & 7u)), 0);
}

uvec2 half_of(uvec4 two, uint place)
{
    return (place & 1u) != 0u ? two.zw : two.xy;
}

uvec2 element_at(uint position)
{
    uint place = position + params.source_first;
    return half_of(two_at(place), place);
}

// A node that a pass of this level has written.
uvec4 node_at(uint address)
{
#if ONE_TEXTURE
    return two_at(address); // an address is a place
#else
    ivec2 texel = texel_of(address >> NODE_LOG, params.width_log);
    int layer = int(address >> 1u) & (LAYERS - 1);
    return texelFetch(nodes_texture, ivec3(texel, layer), 0);
#endif
}

// A node (key, index, left, right), wherever it is; the children of a leaf mean nothing.
// One texture takes one fetch.
uvec4 fetch_node(uint address, uint reach, uint count)
{
    bool in_array = (address & TREE_IN_ARRAY) != 0u;
    uint position = mirrored_position(address & ~TREE_IN_ARRAY);
    uvec4 node;
#if ONE_TEXTURE
    // Past the end are texels that the pass may draw to.
    uint place = in_array ? min(position, count - 1u) + params.source_first : address;
    node = two_at(place);
    node.xy = half_of(node, place);
#else
    if (in_array) {
        node.xy = element_at(position);
    } else {
        node = node_at(address);
        node.xy = half_of(node, address);
    }
#endif
    if (in_array)
        node = uvec4(position < count ? node.xy : uvec2(0xFFFFFFFFu, position),
                     address - reach, address + reach);
    return node;
}

// ---- a pair on its way ----------------------------------------------------------------

// What a pair has reached: the addresses that the next phase reads, and from phase 0 the
// element that stays with the root, and the one that stays with the spare.
struct walk {
    uint p;
    uint q;
    uvec2 lower;
    uvec2 upper;
};

// The nodes that a phase leaves.
struct node_pair {
    uvec4 p;
    uvec4 q;
};

// Phase 0 (as start_stage() of tree.glsl, whose nodes' children nobody follows).
walk start_walk(uvec4 root, uvec2 spare)
{
    bool swap = is_greater(root.xy, spare);
    return walk(swap ? root.w : root.z, swap ? root.z : root.w, swap ? spare : root.xy,
                swap ? root.xy : spare);
}

// Pair x of the stage that begins with `stage`: its root and spare are what the stage
// before has left of pair x / 2, or in the source array.
walk start_pair(uint x, uint stage, uint count)
{
    if (stage == 0u) {
        uint end = (x + 1u) << params.level;
        uint run = 1u << (params.level - 1u);
        return start_walk(
            fetch_node((end - run - 1u) | TREE_IN_ARRAY, run >> 1u, count),
            fetch_node((end - 1u) | TREE_IN_ARRAY, 0u, count).xy);
    }
    uint from = (x >> 1u) << NODE_LOG | (x & 1u) << 1u;
    return start_walk(node_at(params.roots + from), node_at(params.spares + from).xy);
}

// A later phase, on the nodes at p and q (as step_down() of tree.glsl): their elements
// and left children change places if p is greater. The children that the walk goes on to
// will be at the addresses p_child and q_child.
node_pair step_walk(inout walk w, uvec4 p, uvec4 q, uint p_child, uint q_child)
{
    bool swap = is_greater(p.xy, q.xy);
    w.p = swap ? p.w : p.z;
    w.q = swap ? q.w : q.z;
    return node_pair(swap ? uvec4(q.xyz, p_child) : uvec4(p.xy, p_child, p.w),
                     swap ? uvec4(p.xyz, q_child) : uvec4(q.xy, q_child, q.w));
}
