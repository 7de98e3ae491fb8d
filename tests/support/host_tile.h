// SPDX-License-Identifier: MIT
// Makes lib/tile.glsl C: its own text runs on the host, invocation after invocation, with
// one set of registers that is saved and loaded around every barrier. The including file
// defines TILE and TILE_GROUP, and nothing else may include it twice.
#ifndef GLSORT_HOST_TILE_H
#define GLSORT_HOST_TILE_H

#include <string.h>

#include "host_kernel.h"

#define uint(A) ((uint)(A))
#define shared static
#define TILE_VALUES 1
#define gl_WorkGroupID host_group_id
#define gl_NumWorkGroups host_group_count
#define item_keys HOST_ITEM_KEYS
#define item_values HOST_ITEM_VALUES

static const uvec4 host_group_id = {0, 0, 0, 0};
static const uvec4 host_group_count = {1, 1, 1, 0};

static uint min(uint a, uint b)
{
    return a < b ? a : b;
}
static void memoryBarrierShared(void)
{
}
static void barrier(void)
{
}

// The shaders' functions, as static ones. GLSL says () where C says (void), and not every
// shader uses all of them.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
static void group_sync();
static uint group_index();
static uint tile_cut(uint first_a, uint count_a, uint first_b, uint count_b, uint rank);
static void merge_items(uint at_a, uint end_a, uint at_b, uint end_b);
static uint map_key(uint key, uint negative, uint positive);

#include "lib/keys.glsl"
#include "lib/tile.glsl"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static uint lane_keys[TILE_GROUP][ITEM_COUNT];
static uint lane_values[TILE_GROUP][ITEM_COUNT];

static void save_lane(uint lane)
{
    memcpy(lane_keys[lane], item_keys, sizeof item_keys);
    memcpy(lane_values[lane], item_values, sizeof item_values);
}

static void load_lane(uint lane)
{
    memcpy(item_keys, lane_keys[lane], sizeof item_keys);
    memcpy(item_values, lane_values[lane], sizeof item_values);
}

// Shared memory starts with anything.
static void spoil_tile(void)
{
    memset(tile_keys, 0xAB, sizeof tile_keys);
    memset(tile_values, 0xAB, sizeof tile_values);
}

static void put_lanes(void)
{
    for (uint lane = 0; lane < TILE_GROUP; ++lane) {
        const uint mine = lane * ITEM_COUNT;
        load_lane(lane);
        EACH_ITEM(PUT_MINE)
    }
}

// The first elements of the tile, through the map of the outputs.
static void store_tile(struct host_machine* m, uint count, bool with_values)
{
    const struct array_params* params = &m->params.array;
    for (uint at = 0; at < count && at < TILE; ++at) {
        uint key = map_key(tile_keys[PADDED(at)], params->write_negative,
                           params->write_positive);
        if ((params->flags & ARRAY_WRITE_KEYS) != 0)
            host_put(m, 0, at, &key);
        if (with_values)
            host_put(m, 1, at, &tile_values[PADDED(at)]);
    }
}

#endif
