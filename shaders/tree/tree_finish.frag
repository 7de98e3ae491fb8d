// SPDX-License-Identifier: MIT
// Ends a level that has stages: gathers subtrees of MERGE elements by their pointers, and
// sorts each of them by a bitonic merge. Subtree x holds the elements that belong at
// positions x * MERGE and up.
//
//   reads   elements, nodes: root `roots + x`, spare `spares + x`
//   writes  elements, 16 per fragment
#include "tree/tree_textures.glsl"
#include "tree/tree_sixteen.glsl"
#include "tree/tree_take.glsl"

// The subtrees of a fragment, from item[AT] on, without a loop over indices.
#if MERGE == 16
#define TAKE_REST take_fifteen
#define TAKE_SUBTREES(AT, FIRST, COUNT) take_subtree(AT, FIRST, COUNT);
#elif MERGE == 8
#define TAKE_REST take_seven
#define TAKE_SUBTREES(AT, FIRST, COUNT)                                                  \
    take_subtree(AT, FIRST, COUNT);                                                      \
    take_subtree(AT + 8, FIRST, COUNT);
#else
#if MERGE == 4
#define TAKE_REST take_three
#define TAKE_FOUR(AT, FIRST, COUNT) take_subtree(AT, FIRST, COUNT);
#else
#define TAKE_REST take_leaf
#define TAKE_FOUR(AT, FIRST, COUNT)                                                      \
    take_subtree(AT, FIRST, COUNT);                                                      \
    take_subtree(AT + 2, FIRST, COUNT);
#endif
#define TAKE_SUBTREES(AT, FIRST, COUNT)                                                  \
    TAKE_FOUR(AT, FIRST, COUNT)                                                          \
    TAKE_FOUR(AT + 4, FIRST, COUNT)                                                      \
    TAKE_FOUR(AT + 8, FIRST, COUNT)                                                      \
    TAKE_FOUR(AT + 12, FIRST, COUNT)
#endif

// The subtree whose elements become item[at] and up. Those past the last one that holds
// an element do not exist; what is read in their stead is not used.
void take_subtree(int at, uint first, uint count)
{
    uint x = min(first + uint(at), count - 1u) / uint(MERGE);
    TAKE_REST(at, params.roots + x, count);
    set_item(at + MERGE - 1, node_at(params.spares + x).xy);
}

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    TAKE_SUBTREES(0, first, count)
    merge_items(params.block_log);
    write_items();
}
