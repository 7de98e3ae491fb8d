// SPDX-License-Identifier: MIT
// Three phases, pass 3 of a digit: rank and permute. Each group goes through its tiles in
// order.
//
//   reads   keys and values of the place that the move says (or makes 0 .. count - 1),
//           counts, starts of the state
//   writes  keys and values of another place, anywhere: this pass scatters
//   grid    group_count work groups of RADIX_GROUP; none if the digit is skipped
#include "lib/extensions.glsl"

#define ITEMS RADIX_ITEMS
#define RANK_GROUP RADIX_GROUP

#include "lib/radix_tile.glsl"

layout(std430, binding = RADIX_COUNTS) readonly buffer Counts
{
    uint counts[];
};

// `next` is where the next key of this invocation's bin goes in memory.
void sort_tile(inout uint next)
{
    uint bin_start;
    load_keys();
    uint bin_count = rank_tile(bin_start);
    EACH_ITEM(PUT_KEY)
    bin_target[PLACE_IN_GROUP] = next - bin_start;
    next += bin_count;
#if WITH_VALUES
    load_values(); // early: the reads run while the keys are written
#endif
    group_sync();
    write_keys();
#if WITH_VALUES
    write_values();
#endif
    group_sync();
}

void main()
{
    begin_subgroups();
    uint group = group_index();
    uint bin = PLACE_IN_GROUP;
    key_span keys = span_of_group(group);
    read_move();
    uint next = smaller_keys(bin);
    if (group < params.group_count)
        next += counts[bin * params.group_count + group];
    for (uint first = keys.first; first < keys.end; first += uint(RANK_TILE)) {
        set_tile(first, min(first + uint(RANK_TILE), keys.end));
        sort_tile(next);
    }
}
