// SPDX-License-Identifier: MIT
// array_merge.comp on the host, but for its values, which go with the keys here, its
// order of tiles, which is always forwards, and the fused search, which is that of
// lib/cut.glsl.
#define TILE MERGE_TILE
#define TILE_GROUP MERGE_GROUP
#define HOST_ITEM_KEYS host_merge_keys
#define HOST_ITEM_POSITIONS host_merge_positions
#include "host_tile.h"

#include "host_runs.h"

static struct host_machine* machine; // run_key() of the shaders has no other argument

static uint run_key(uint position)
{
    return host_read_word(machine, IO_KEYS_IN,
                          machine->params.array.io.keys_in_base + position);
}

#include "lib/cut.glsl"

static bool with_values(const struct host_machine* m)
{
    return host_define(m->pass, "WITH_VALUES");
}

static uint find_bound(struct host_machine* m, run_pair pair, uint tile, uint first_rank,
                       uint end_rank, uint lane)
{
    if (host_define(m->pass, "WITH_CUTS")) {
        bool known =
            lane == 0 ? first_rank < end_rank : end_rank < pair.count_a + pair.count_b;
        return known ? host_read_word(m, ARRAY_CUTS, tile + lane) : pair.count_a;
    }
    return cut_of_rank(pair, m->params.array.run_log, lane == 0 ? first_rank : end_rank);
}

static void gather(struct host_machine* m, uint count, uint from_a, uint first_a,
                   uint first_b)
{
    for (uint at = 0; at < count && at < TILE; ++at) {
        uint position = at < from_a ? first_a + at : first_b + at - from_a;
        tile_words[PADDED(at)] = run_key(position);
        if (with_values(m))
            tile_values[PADDED(at)] = host_read_word(
                m, IO_VALUES_IN, m->params.array.io.values_in_base + position);
    }
}

// The elements stay where they are: from the source, or from the outputs themselves.
static void copy(struct host_machine* m, uint first, uint count)
{
    const struct array_params* params = &m->params.array;
    bool of_outputs = host_skipped_merges(params->merges, count) % 2 != 0;
    uint keys = of_outputs ? IO_KEYS_OUT : IO_KEYS_IN;
    uint values = of_outputs ? IO_VALUES_OUT : IO_VALUES_IN;
    uint keys_base = of_outputs ? params->io.keys_out_base : params->io.keys_in_base;
    uint values_base =
        of_outputs ? params->io.values_out_base : params->io.values_in_base;
    uint tile_count = first < count ? min(count - first, TILE) : 0;
    for (uint at = 0; at < tile_count; ++at) {
        if ((params->io.flags & IO_WRITE_KEYS) != 0)
            tile_words[PADDED(at)] = host_read_word(m, keys, keys_base + first + at);
        if (with_values(m))
            tile_values[PADDED(at)] = host_read_word(m, values, values_base + first + at);
    }
    store_tile(m, tile_count, with_values(m));
}

void host_array_merge(struct host_machine* m, uint32_t group)
{
    machine = m;
    uint run_log = m->params.array.run_log;
    uint count = host_count(m);
    if (host_define(m->pass, "FINAL") && count <= 1u << run_log) {
        copy(m, group * TILE, count);
        return;
    }
    uint first = min(group * TILE, count);
    run_pair pair = pair_at(first, run_log, count);
    uint first_rank = first - pair.base;
    uint end_rank = min(first_rank + TILE, pair.count_a + pair.count_b);
    uint cut = find_bound(m, pair, group, first_rank, end_rank, 0);
    uint from_a = find_bound(m, pair, group, first_rank, end_rank, 1) - cut;
    uint tile_count = end_rank - first_rank;
    spoil_tile();
    gather(m, tile_count, from_a, pair.base + cut,
           pair.base + (1u << run_log) + first_rank - cut);
    if (from_a > tile_count)
        host_fail(m, "tile %u takes %u of %u from its first run", group, from_a,
                  tile_count);
    for (uint lane = 0; lane < TILE_GROUP && !m->failed; ++lane) {
        uint rank = min(lane * ITEMS, tile_count);
        uint my_cut = tile_cut(0, from_a, from_a, tile_count - from_a, rank);
        merge_items(my_cut, from_a, from_a + rank - my_cut, tile_count);
        EACH_ITEM(TAKE_VALUE)
        save_lane(lane);
    }
    put_lanes(TILE_GROUP);
    store_tile(m, tile_count, with_values(m));
}
