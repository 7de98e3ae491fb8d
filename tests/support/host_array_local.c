// SPDX-License-Identifier: MIT
// array_local.comp on the host.
#define TILE LOCAL_LARGE_TILE
#define TILE_GROUP LOCAL_LARGE_GROUP
#define HOST_ITEM_KEYS host_local_keys
#define HOST_ITEM_POSITIONS host_local_positions
#include "host_tile.h"

static bool with_values(const struct host_machine* m)
{
    return host_define(m->pass, "WITH_VALUES");
}

// The number of invocations that sort a tile, which depends on the tile's size.
static uint group_of(const struct host_machine* m)
{
    bool large = host_define(m->pass, "LARGE");
    return large ? LOCAL_LARGE_GROUP : LOCAL_SMALL_GROUP;
}

static void load_tile(struct host_machine* m, uint first, uint count)
{
    const struct array_params* params = &m->params.array;
    for (uint at = 0; at < TILE; ++at) {
        uint key = 0xFFFFFFFFu;
        if (first + at < count) {
            key = host_read_word(m, IO_KEYS_IN, params->io.keys_in_base + first + at);
            key = map_key(key, params->io.read_negative, params->io.read_positive);
            if (with_values(m) && (params->io.flags & IO_MAKE_INDICES) != 0)
                tile_values[PADDED(at)] = first + at;
            else if (with_values(m))
                tile_values[PADDED(at)] = host_read_word(
                    m, IO_VALUES_IN, params->io.values_in_base + first + at);
        }
        tile_words[PADDED(at)] = key;
    }
}

static void compare(uint a, uint b)
{
    if (item_keys[a] <= item_keys[b])
        return;
    uint key = item_keys[a];
    uint value = item_values[a];
    item_keys[a] = item_keys[b];
    item_values[a] = item_values[b];
    item_keys[b] = key;
    item_values[b] = value;
}

static void sort_items(void)
{
    for (uint round = 0; round < ITEMS; ++round)
        for (uint i = round % 2; i + 1 < ITEMS; i += 2)
            compare(i, i + 1);
}

static void merge_lane(uint lane, uint run)
{
    uint mine = lane * ITEMS;
    uint first_a = mine & ~(2 * run - 1);
    uint first_b = first_a + run;
    uint rank = mine - first_a;
    uint cut = tile_cut(first_a, run, first_b, run, rank);
    merge_items(first_a + cut, first_b, first_b + rank - cut, first_b + run);
    EACH_ITEM(TAKE_VALUE)
}

void host_array_local(struct host_machine* m, uint32_t index)
{
    uint group = group_of(m);
    uint first = index * group * ITEMS;
    uint count = host_count(m);
    spoil_tile();
    load_tile(m, first, count);
    for (uint lane = 0; lane < group; ++lane) {
        load_lane(lane);
        EACH_ITEM(GET_KEY)
        EACH_ITEM(GET_VALUE)
        sort_items();
        save_lane(lane);
    }
    for (uint run = ITEMS; run < group * ITEMS; run <<= 1) {
        put_lanes(group);
        for (uint lane = 0; lane < group; ++lane) {
            merge_lane(lane, run);
            save_lane(lane);
        }
    }
    put_lanes(group);
    uint left = first < count ? count - first : 0;
    store_tile(m, min(left, group * ITEMS), with_values(m));
}
