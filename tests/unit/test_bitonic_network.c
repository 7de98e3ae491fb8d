// SPDX-License-Identifier: MIT
// The bitonic network without a GPU: its passes sort any count when the host follows them
// comparator by comparator, also those of a larger count on the GPU.
#include <stdlib.h>
#include <string.h>

#include "host_test.h"

#include "bitonic_steps.h"
#include "bitonic_tuning.h"
#include "host_glsl.h"

// ---- the network in blocks, on the host -----------------------------------------------

enum { EVERY = 300, MOST = 2100 };

struct element {
    uint32_t key;
    uint32_t index;
};

struct host_sort {
    struct element at[MOST];
    uint32_t count;
    uint32_t tile_log;
    uint32_t tiles;
};

typedef struct bitonic_run bitonic_run;

static bitonic_run run_at(uint run, uint runs_log, uint tiles, uint tile_log, uint count);
static uint run_of_tile(uint tile, uint runs_log, uint tiles);

#include "bitonic/bitonic_runs.glsl"

typedef struct stride_grid stride_grid;

static stride_grid stride_grid_of(uint run_tiles, uint tile_log, uint stride_log,
                                  uint columns);
static uint longest_run(uint count, uint tile_log, uint runs_log);
MAYBE_UNUSED static uint stride_groups(uint strides, uint count);

#include "lib/stride_grid.glsl"

static bitonic_run level_run(const struct host_sort* h, uint32_t run, uint32_t runs_log)
{
    return run_at(run, runs_log, h->tiles, h->tile_log, h->count);
}

static bool is_after(struct element a, struct element b)
{
    return a.key > b.key || (a.key == b.key && a.index > b.index);
}

// A comparator whose upper end is missing does nothing.
static void compare(struct host_sort* h, const bitonic_run* r, uint32_t low,
                    uint32_t high)
{
    if (high >= r->end || is_after(h->at[low], h->at[high]) == r->descends)
        return;
    struct element kept = h->at[low];
    h->at[low] = h->at[high];
    h->at[high] = kept;
}

static void column(struct host_sort* h, const bitonic_run* r, uint32_t first,
                   uint32_t end, uint32_t stride)
{
    for (uint32_t i = first; i < end; ++i)
        if (((i - first) & stride) == 0)
            compare(h, r, i, i + stride);
}

static int compare_elements(const void* a, const void* b)
{
    const struct element *x = a, *y = b;
    return is_after(*x, *y) - is_after(*y, *x);
}

static void reverse(struct element* elements, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; ++i) {
        struct element kept = elements[i];
        elements[i] = elements[count - 1 - i];
        elements[count - 1 - i] = kept;
    }
}

// The run of the level that a tile belongs to.
static bitonic_run tile_run(const struct host_sort* h, uint32_t tile, uint32_t runs_log)
{
    bitonic_run r = level_run(h, run_of_tile(tile, runs_log, h->tiles), runs_log);
    assert_true(r.first <= tile << h->tile_log && tile << h->tile_log < r.end);
    return r;
}

static void sort_tiles(struct host_sort* h, const struct bitonic_step* step)
{
    uint32_t size = 1u << h->tile_log;
    for (uint32_t tile = 0; tile < h->tiles; ++tile) {
        bitonic_run r = tile_run(h, tile, step->runs_log);
        uint32_t first = tile * size;
        uint32_t length = r.end - first < size ? r.end - first : size;
        qsort(h->at + first, length, sizeof *h->at, compare_elements);
        assert_in_range(r.tiles, 1, 2);
        bool is_first_of_two = r.tiles == 2 && r.first == first;
        if (r.descends != is_first_of_two)
            reverse(h->at + first, length);
    }
}

// Only comparators that bitonic_strides.comp has: those of its blocks and their width.
static void strides(struct host_sort* h, const struct bitonic_step* step)
{
    uint32_t block = 1u << (step->columns + step->stride_log + h->tile_log);
    uint32_t lowest = 1u << (step->stride_log + h->tile_log);
    uint32_t width = step->width << h->tile_log;
    for (uint32_t run = 0; run < 1u << step->runs_log; ++run) {
        bitonic_run r = level_run(h, run, step->runs_log);
        for (uint32_t stride = block / 2; stride >= lowest; stride /= 2)
            for (uint32_t i = 0; i < step->blocks * block; ++i)
                if ((i & stride) == 0 && i % lowest < width && r.first + i < r.end)
                    compare(h, &r, r.first + i, r.first + i + stride);
    }
}

static void finish(struct host_sort* h, const struct bitonic_step* step)
{
    uint32_t size = 1u << h->tile_log;
    for (uint32_t tile = 0; tile < h->tiles; ++tile) {
        bitonic_run r = tile_run(h, tile, step->runs_log);
        if (r.tiles == 1 && step->has_singles)
            continue;
        uint32_t first = tile * size;
        uint32_t end = first + size < r.end ? first + size : r.end;
        for (uint32_t stride = size / 2; stride > 0; stride /= 2)
            column(h, &r, first, end, stride);
    }
}

static void run_steps(struct host_sort* h)
{
    struct bitonic_step steps[BITONIC_STEP_ROOM];
    uint32_t count = glsort_bitonic_steps(h->tiles, steps);
    for (uint32_t i = 0; i < count; ++i) {
        switch (steps[i].kind) {
        case BITONIC_STEP_SORT: sort_tiles(h, &steps[i]); break;
        case BITONIC_STEP_STRIDES: strides(h, &steps[i]); break;
        case BITONIC_STEP_FINISH: finish(h, &steps[i]); break;
        }
    }
}

static uint32_t floor_log(uint32_t a)
{
    uint32_t log = 0;
    while (a >> 1 >> log != 0)
        ++log;
    return log;
}

// The steps of `most` tiles as a count on the GPU has them: those of merges whose runs
// have a tile at most are left out, and the grid of a pass follows from the count.
static void run_steps_of(struct host_sort* h, uint32_t most)
{
    struct bitonic_step steps[BITONIC_STEP_ROOM];
    uint32_t count = glsort_bitonic_steps(most, steps);
    for (uint32_t i = 0; i < count; ++i) {
        struct bitonic_step* s = &steps[i];
        uint32_t bottom = floor_log(h->tiles);
        if (s->kind == BITONIC_STEP_SORT) {
            s->runs_log = s->runs_log < bottom ? s->runs_log : bottom;
            sort_tiles(h, s);
        } else if (s->kind == BITONIC_STEP_STRIDES) {
            // The width of a block counts work groups in the shader, and tiles here.
            stride_grid grid =
                stride_grid_of(longest_run(h->tiles, 0, s->runs_log),
                               BITONIC_STRIDE_GROUP_LOG, s->stride_log, s->columns);
            s->blocks = grid.blocks;
            s->width = grid.block_groups;
            strides(h, s);
        } else if (h->tiles > 1u << s->runs_log || i + 1 == count) {
            s->has_singles = h->tiles > 1;
            finish(h, s);
        }
    }
}

// Few different keys, so that the index decides often. most: tiles of the largest count,
// if the count is on the GPU; otherwise 0.
static void check_count(uint32_t count, uint32_t tile_log, uint32_t round, uint32_t most)
{
    struct host_sort h = {.count = count, .tile_log = tile_log};
    h.tiles = (count + (1u << tile_log) - 1) >> tile_log;
    uint32_t state = count * 2654435761u + round;
    struct element expected[MOST];
    for (uint32_t i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        h.at[i] = (struct element){state >> 24 & (round == 0 ? 1 : 255), i};
    }
    memcpy(expected, h.at, sizeof expected);
    qsort(expected, count, sizeof *expected, compare_elements);
    if (most > 0)
        run_steps_of(&h, most);
    else
        run_steps(&h);
    if (memcmp(expected, h.at, count * sizeof *expected) != 0)
        fail_msg("%u elements in tiles of %u, at most %u tiles", count, 1u << tile_log,
                 most);
}

TEST(the_network_sorts_every_count_to_300)
{
    for (uint32_t tile_log = 0; tile_log <= 3; ++tile_log)
        for (uint32_t count = 1; count <= EVERY; ++count)
            for (uint32_t round = 0; round < 3; ++round)
                check_count(count, tile_log, round, 0);
}

TEST(the_network_sorts_counts_of_many_tiles)
{
    for (uint32_t count = BITONIC_MANY_TILES - 1; count <= MOST; count += 7)
        check_count(count, 0, count % 3, 0);
}

TEST(the_network_of_a_larger_count_sorts_smaller_ones)
{
    static const uint32_t most[] = {1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 128, 299};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; ++i)
        for (uint32_t count = 1; count <= most[i]; ++count)
            check_count(count, 0, count % 3, most[i]);
    for (uint32_t count = 1; count <= EVERY; ++count)
        check_count(count, 2, count % 3, EVERY / 4 + 3 + count % 7);
    for (uint32_t count = 1; count <= MOST; count += 1 + count / 3)
        check_count(count, 0, count % 3, MOST);
}

TEST(room_is_kept_for_the_count_with_the_most_passes)
{
    struct bitonic_step steps[BITONIC_STEP_ROOM];
    for (uint32_t tiles = 1; tiles <= 1u << 16; tiles += 1 + tiles / 50)
        assert_true(glsort_bitonic_steps(tiles, steps) <=
                    glsort_bitonic_most_steps(tiles));
    assert_true(glsort_bitonic_most_steps(1u << 16) <= BITONIC_STEP_ROOM);
}
