// SPDX-License-Identifier: MIT
// Makes lib/tile.glsl C: its own text runs on the host, invocation after invocation,
// with one set of registers that is saved and loaded around every barrier. Values have a
// tile of their own here. The including file defines TILE and TILE_GROUP, and nothing
// else may include it twice.
#ifndef GLSORT_HOST_TILE_H
#define GLSORT_HOST_TILE_H

#include <string.h>

#include "host_glsl.h"
#include "host_kernel.h"

#define shared static
#define gl_WorkGroupID host_group_id
#define gl_NumWorkGroups host_group_count
#define item_keys HOST_ITEM_KEYS
#define item_positions HOST_ITEM_POSITIONS

static const uvec4 host_group_id = {0, 0, 0, 0};
static const uvec4 host_group_count = {1, 1, 1, 0};
static uint gl_LocalInvocationIndex;

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

static uint item_values[ITEMS];
static uint lane_keys[TILE_GROUP][ITEMS];
static uint lane_values[TILE_GROUP][ITEMS];
static uint tile_values[PADDED(TILE) + 1];

static void save_lane(uint lane)
{
    memcpy(lane_keys[lane], item_keys, sizeof item_keys);
    memcpy(lane_values[lane], item_values, sizeof item_values);
}

static void load_lane(uint lane)
{
    gl_LocalInvocationIndex = lane;
    memcpy(item_keys, lane_keys[lane], sizeof item_keys);
    memcpy(item_values, lane_values[lane], sizeof item_values);
}

// Shared memory starts with anything.
static void spoil_tile(void)
{
    memset(tile_words, 0xAB, sizeof tile_words);
    memset(tile_values, 0xAB, sizeof tile_values);
}

#define PUT_VALUE(I) tile_values[PADDED(BLOCKED(I))] = item_values[I];
#define GET_VALUE(I) item_values[I] = tile_values[PADDED(BLOCKED(I))];
#define TAKE_VALUE(I) item_values[I] = tile_values[PADDED(item_positions[I])];

static void put_lanes(uint group)
{
    for (uint lane = 0; lane < group; ++lane) {
        load_lane(lane);
        EACH_ITEM(PUT_KEY)
        EACH_ITEM(PUT_VALUE)
    }
}

// The first elements of the tile, through the map of the outputs.
static void store_tile(struct host_machine* m, uint count, bool with_values)
{
    const struct array_params* params = &m->params.array;
    for (uint at = 0; at < count && at < TILE; ++at) {
        uint key = map_key(tile_words[PADDED(at)], params->io.write_negative,
                           params->io.write_positive);
        if ((params->io.flags & IO_WRITE_KEYS) != 0)
            host_put(m, 0, at, &key);
        if (with_values)
            host_put(m, 1, at, &tile_values[PADDED(at)]);
    }
}

#endif
