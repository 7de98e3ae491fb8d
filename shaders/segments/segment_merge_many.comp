// SPDX-License-Identifier: MIT
// Merges up to SEGMENT_MOST_WAYS ascending runs of long segments. Each work group makes
// one tile of the output, from the part of every run between two cuts
// (segments/segment_cuts.glsl). It merges these pieces in pairs, in shared memory.
// Positions are counted from the start of the segment; the last run ends with it.
//
//   reads   keys_in[], values_in[]   runs of each segment, ascending
//           state[]
//   writes  keys_out[], values_out[] what these runs are merged to
//   grid    one work group of SEGMENT_GROUP for each tile of a long segment; those of
//           segments that begin with a later merge, or need none, do nothing
#include "segments/segment_runs.glsl"
#include "segments/segment_cuts.glsl"
#include "segments/segment_levels.glsl"

#if WITH_VALUES
uint item_values[ITEMS];
#endif

// ---- the pieces of the tile -----------------------------------------------------------

struct tile_part {
    uint first; // from the start of the segment
    uint count; // 0 if there is nothing to merge
    run_set runs;
};

// The set of runs from which the tile at position `first` is merged. A set of few runs
// needs fewer ways.
run_set runs_at(uint first, uint segment_count, uint left)
{
    uint levels = levels_of(segment_count);
    uint before = levels_done(levels, left + 1u);
    uint set_log = uint(SEGMENT_TILE_LOG) + levels_done(levels, left);
    run_set runs;
    runs.run_log = uint(SEGMENT_TILE_LOG) + before;
    runs.base = first >> set_log << set_log;
    runs.count = min(segment_count - runs.base, 1u << set_log);
    uint last_run = (runs.count - 1u) >> runs.run_log;
    runs.ways_log = last_run > 1u ? uint(findMSB(last_run)) + 1u : 1u;
    return runs;
}

tile_part find_part()
{
    tile_part p = tile_part(0u, 0u, run_set(0u, 0u, 1u, 0u));
    uint entry = group_index();
    uint left = params.merges - 1u - params.merge;
    uint count = 0u;
    if (entry < state[SEGMENT_TILES]) {
        segment_first = state[SEGMENT_TILE_ENTRY(entry)];
        count = state[SEGMENT_TILE_ENTRY(entry) + 1u] - segment_first;
    }
    // The merge passes are those of the longest segment there can be. A segment with
    // fewer merges takes part in the last passes.
    if (merges_of(levels_of(count)) > left) {
        p.first = state[SEGMENT_TILE_ENTRY(entry) + 2u] * uint(SEGMENT_TILE);
        p.runs = runs_at(p.first, count, left);
        p.count = min(p.runs.base + p.runs.count - p.first, uint(SEGMENT_TILE));
    }
    return p;
}

// Where the piece of each run begins in the tile, and the end of the last one; and what
// to add to an element's place in the tile for its position in the source.
shared uint piece_starts[SEGMENT_MOST_WAYS + 1];
shared uint piece_sources[SEGMENT_MOST_WAYS];

void find_pieces(tile_part p)
{
    uint rank = p.first - p.runs.base;
    find_cuts(p.runs, rank, rank + p.count);
    uint run = gl_LocalInvocationIndex;
    uint ways = 1u << p.runs.ways_log;
    if (run <= ways) {
        uint start = 0u;
        for (uint before = 0u; before < run; ++before)
            start += least_cuts[uint(SEGMENT_MOST_WAYS) + before] - least_cuts[before];
        piece_starts[run] = start;
        if (run < ways)
            piece_sources[run] =
                p.runs.base + (run << p.runs.run_log) + least_cuts[run] - start;
    }
    group_sync();
}

// The pieces form sets of 1 << level neighbours. Returns the first piece of the set that
// `at` is in.
uint pieces_at(uint at, uint ways_log, uint level)
{
    uint piece = 0u;
    for (uint step_log = ways_log; step_log > level; --step_log) {
        uint next = piece + (1u << (step_log - 1u));
        piece = piece_starts[next] <= at ? next : piece;
    }
    return piece;
}

// Reads past the end of a short tile repeat the last element.
uint source_of(tile_part p, uint at)
{
    uint place = min(at, p.count - 1u);
    return place + piece_sources[pieces_at(place, p.runs.ways_log, 0u)];
}

#if WITH_VALUES
#define LOAD_ITEM(I)                                                                     \
    {                                                                                    \
        uint from = source_of(p, STRIPED(I));                                            \
        item_keys[I] = run_key(from);                                                    \
        item_values[I] = source_value(segment_first + from);                             \
    }
#else
#define LOAD_ITEM(I) item_keys[I] = run_key(source_of(p, STRIPED(I)));
#endif

// ---- merging them ---------------------------------------------------------------------

// Two neighbouring pieces, or what earlier levels have made of more of them, and the next
// element of each.
struct piece_pair {
    uint piece; // the first one
    uint at_a;
    uint end_a;
    uint at_b;
    uint end_b;
    uint a;
    uint b;
};

piece_pair pair_of_pieces(uint piece, uint level)
{
    piece_pair pair;
    pair.piece = piece;
    pair.at_a = piece_starts[piece];
    pair.end_a = piece_starts[piece + (1u << level)];
    pair.at_b = pair.end_a;
    pair.end_b = piece_starts[piece + (2u << level)];
    return pair;
}

void read_keys(inout piece_pair pair)
{
    pair.a = tile_words[PADDED(pair.at_a)];
    pair.b = tile_words[PADDED(pair.at_b)];
}

// The pair that contains `at`, in its state when the merge has reached `at`.
piece_pair pair_from(uint at, uint ways_log, uint level)
{
    piece_pair pair = pair_of_pieces(pieces_at(at, ways_log, level + 1u), level);
    uint rank = at - pair.at_a;
    uint cut = tile_cut(pair.at_a, pair.end_a - pair.at_a, pair.at_b,
                        pair.end_b - pair.at_b, rank);
    pair.at_a += cut;
    pair.at_b += rank - cut;
    read_keys(pair);
    return pair;
}

// At the end of a pair, goes on to the next one that is not empty, if there is one. The
// caller ignores items past the end of the last pair.
void pass_end(inout piece_pair pair, uint count, uint level)
{
    if (pair.at_a >= pair.end_a && pair.at_b >= pair.end_b && pair.end_b < count) {
        uint first = pair.end_b;
        while (pair.end_b == first)
            pair = pair_of_pieces(pair.piece + (2u << level), level);
        read_keys(pair);
    }
}

// True if the merge of the pair takes `a` next.
bool takes_a(piece_pair pair)
{
    return pair.at_a < pair.end_a && (pair.at_b >= pair.end_b || pair.a <= pair.b);
}

void step_pair(inout piece_pair pair, bool take_a)
{
    uint next = tile_words[PADDED((take_a ? pair.at_a : pair.at_b) + 1u)];
    pair.at_a += take_a ? 1u : 0u;
    pair.at_b += take_a ? 0u : 1u;
    pair.a = take_a ? next : pair.a;
    pair.b = take_a ? pair.b : next;
}

#define MERGE_ITEM(I)                                                                    \
    {                                                                                    \
        pass_end(pair, p.count, level);                                                  \
        bool take_a = takes_a(pair);                                                     \
        item_keys[I] = take_a ? pair.a : pair.b;                                         \
        item_positions[I] = take_a ? pair.at_a : pair.at_b;                              \
        step_pair(pair, take_a);                                                         \
    }

#if WITH_VALUES
// The values follow the keys. Before the first level they are striped.
void move_values(uint level)
{
    if (level == 0u) {
        EACH_ITEM(PUT_VALUE_STRIPED)
    } else {
        EACH_ITEM(PUT_VALUE)
    }
    group_sync();
    EACH_ITEM(TAKE_VALUE)
    group_sync();
}
#endif

// Takes the keys from tile_words and leaves them there.
void merge_level(tile_part p, uint level)
{
    piece_pair pair = pair_from(min(BLOCKED(0), p.count), p.runs.ways_log, level);
    EACH_ITEM(MERGE_ITEM)
    group_sync();
#if WITH_VALUES
    move_values(level);
#endif
    EACH_ITEM(PUT_KEY)
    group_sync();
}

// ---- the result -----------------------------------------------------------------------

bool is_wanted(tile_part p, uint at)
{
    bool is_last = params.merge + 1u == params.merges;
    return at < p.count && (!is_last || p.first + at < params.nearest);
}

#define STORE_KEY(I)                                                                     \
    if (is_wanted(p, STRIPED(I)))                                                        \
        store_key(segment_first + p.first + STRIPED(I), tile_words[PADDED(STRIPED(I))]);
#define STORE_VALUE(I)                                                                   \
    if (is_wanted(p, STRIPED(I)))                                                        \
        store_value(segment_first + p.first + STRIPED(I),                                \
                    tile_words[PADDED(STRIPED(I))]);

void store_items(tile_part p)
{
    if (writes_keys()) {
        EACH_ITEM(STORE_KEY)
    }
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(STORE_VALUE)
#endif
}

void main()
{
    tile_part p = find_part();
    if (same_in_group(p.count > 0u)) {
        find_pieces(p);
        EACH_ITEM(LOAD_ITEM)
        EACH_ITEM(PUT_KEY_STRIPED)
        group_sync();
        for (uint level = 0u; level < same_in_group(p.runs.ways_log); ++level)
            merge_level(p, level);
        store_items(p);
    }
}
