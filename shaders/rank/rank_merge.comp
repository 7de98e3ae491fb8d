// SPDX-License-Identifier: MIT
// Merges 2, 4 or 8 ascending runs by rank: an element's rank in the merged run is its
// rank in its own run plus the number of elements before it in each other run, found by
// binary search. N. Satish, M. Harris and M. Garland, "Designing Efficient Sorting
// Algorithms for Manycore GPUs", 2009.
//
//   reads   keys_in[count], values_in[count]   runs of 1 << run_log, ascending
//   writes  keys_out[count], values_out[count] runs of WAYS << run_log, ascending; writes
//           are scattered within the merged run
//   grid    ceil(count / RANK_MERGE_GROUP) work groups of RANK_MERGE_GROUP; STAGED:
//           ceil(count / RANK_STAGED_TILE) of RANK_STAGED_GROUP. Groups past the count
//           return at once, and so do all if there is only one run (but see FINAL)
//
// STAGED: a group reads all keys, of one word, into shared memory first, where a search
// step has a tenth of the latency. FINAL: the last merge of a sort whose count is on the
// GPU. If a run is as long as the count or longer, so that there is nothing to merge, the
// pass copies: from keys_in and values_in, or, if an odd number of earlier merges was
// skipped, from the outputs themselves.
#include "shared/rank.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#define SOURCE_PACKED // the local sort has read the caller's keys
#if FINAL
#define SINK_MEMORY restrict
#endif
#include "rank/rank_storage.glsl"

// The searches in other runs. In the order of the runs, and if there are more than
// WAYS - 2, those of EACH_WHOLE are in whole ones; the last two may be short or absent.
#define EACH_OF_2(F) F(1)
#define EACH_OF_4(F) F(1) F(2) F(3)
#define EACH_OF_6(F) F(1) F(2) F(3) F(4) F(5)
#if WAYS == 2
#define EACH_WHOLE(F)
#define EACH_LAST(F) F(1)
#elif WAYS == 4
#define EACH_WHOLE(F) F(1)
#define EACH_LAST(F) F(2) F(3)
#else
#define EACH_WHOLE(F) EACH_OF_6(F)
#define EACH_LAST(F) F(6) F(7)
#endif
#define EACH_OTHER(F) EACH_WHOLE(F) EACH_LAST(F)

#if STAGED
#define ITEMS RANK_MERGE_ITEMS
#define GROUP RANK_STAGED_GROUP
#define TILE RANK_STAGED_TILE
#else
#define GROUP RANK_MERGE_GROUP
#define TILE RANK_MERGE_GROUP
#endif

layout(local_size_x = GROUP) in;

#if STAGED
#include "lib/each_item.glsl"

shared uint staged_keys[RANK_STAGED_MOST];

KEY run_key(uint position)
{
    return staged_keys[position];
}

#define STAGED_INDEX(I) (first + uint(I * GROUP))
#define READ_AHEAD(I) ahead[I] = source_key(min(STAGED_INDEX(I), count - 1u));
#define STAGE(I) staged_keys[STAGED_INDEX(I)] = ahead[I];

// Reads past the end repeat the last key.
void stage_keys(uint count)
{
    uint ahead[ITEMS];
    uint first = gl_LocalInvocationIndex;
    for (; first < count; first += uint(ITEMS * GROUP)) {
        EACH_ITEM(READ_AHEAD)
        EACH_ITEM(STAGE)
    }
    group_sync();
}
#else
KEY run_key(uint position)
{
    return source_key(position);
}
#endif

// The searches in the other runs. For each: where the run starts, how far its search has
// advanced, the key that its next step compares, and whether the run precedes the
// element's own run: then its keys come before equal ones.
#define BEGIN(D)                                                                         \
    starts[D] = first + ((own ^ uint(D)) << params.run_log);                             \
    at[D] = starts[D];                                                                   \
    is_earlier[D] = (own ^ uint(D)) < own;
// In the order of the runs.
#define BEGIN_ORDERED(D)                                                                 \
    is_earlier[D] = uint(D) <= own;                                                      \
    starts[D] = first + (uint(is_earlier[D] ? D - 1 : D) << params.run_log);             \
    at[D] = starts[D];
#define IS_BEFORE(D) (is_less(keys[D], key) || (keys[D] == key && is_earlier[D]))
#define READ(D) keys[D] = run_key(at[D] + step - 1u);
#define ADVANCE(D) at[D] += IS_BEFORE(D) ? step : 0u;
// For a run that may be short or empty: as if the last key of all filled it. Its search
// then stops at the end of the keys.
#define READ_WITHIN(D) keys[D] = run_key(min(at[D] + step, count) - 1u);
#define STOP(D) at[D] = min(at[D], max(starts[D], count));
#define ADD(D) rank += at[D] - starts[D];

// Rank of an element in the merged run. All searches advance in lockstep, so that their
// reads are in flight together. The last two steps are both 1, since a search in n keys
// has n + 1 possible results.
uint merged_rank(uint position, KEY key, uint first, uint count)
{
    uint starts[WAYS];
    uint at[WAYS];
    KEY keys[WAYS];
    bool is_earlier[WAYS];
    uint run = 1u << params.run_log;
    uint own = (position - first) >> params.run_log;
    uint step = run;
    bool is_last = false;
#define SEARCH(EACH, READS)                                                              \
    while (!is_last) {                                                                   \
        is_last = step == 1u;                                                            \
        step = max(step >> 1u, 1u);                                                      \
        READS                                                                            \
        EACH(ADVANCE)                                                                    \
    }
    if (count - first >= uint(WAYS) * run) {
        EACH_OTHER(BEGIN)
        SEARCH(EACH_OTHER, EACH_OTHER(READ))
    } else {
        // The last merge often has fewer runs.
        EACH_OTHER(BEGIN_ORDERED)
#if WAYS > 2
        if (count - first <= 2u * run) {
            SEARCH(EACH_OF_2, EACH_OF_2(READ_WITHIN))
        } else
#endif
#if WAYS > 4
        if (count - first <= 4u * run) {
            SEARCH(EACH_OF_4, EACH_OF_4(READ_WITHIN))
        } else if (count - first <= 6u * run) {
            SEARCH(EACH_OF_6, EACH_OF_6(READ_WITHIN))
        } else
#endif
        {
            SEARCH(EACH_OTHER, EACH_WHOLE(READ) EACH_LAST(READ_WITHIN))
        }
        EACH_OTHER(STOP)
    }
    uint rank = position & (run - 1u);
    EACH_OTHER(ADD)
    return rank;
}

#if FINAL
#include "lib/merges.glsl"

KEY key_of_outputs(uint at)
{
#if KEY_WORDS == 2
    uint place = params.io.keys_out_base + 2u * at;
    return uvec2(sink_keys[place], sink_keys[place + 1u]);
#else
    return sink_keys[params.io.keys_out_base + at];
#endif
}

void copy_element(uint at, uint count)
{
    uint value = 0u;
    KEY key = KEY(0u);
    if ((skipped_merges(params.merges, count) & 1u) != 0u) {
        if (writes_keys())
            key = key_of_outputs(at);
#if WITH_VALUES
        value = sink_values[params.io.values_out_base + at];
#endif
    } else {
        key = source_key(at);
#if WITH_VALUES
        value = source_value(at);
#endif
    }
    store(at, key, value);
}
#endif

void merge_element(uint lane, uint position, uint count)
{
    bool has_element = lane < uint(TILE) && position < count;
    uint value = 0u;
#if WITH_VALUES
    if (has_element)
        value = source_value(position); // overlaps with the searches
#endif
#if STAGED
    stage_keys(count);
#endif
    if (has_element) {
        uint first = position & ~((uint(WAYS) << params.run_log) - 1u);
        KEY key = run_key(position);
        store(first + merged_rank(position, key, first, count), key, value);
    }
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint position = group_index() * uint(TILE) + lane;
    uint count = sort_count();
    bool has_tile = group_index() * uint(TILE) < count;
    bool has_runs = count > 1u << params.run_log;
#if FINAL
    if (!has_runs && lane < uint(TILE) && position < count)
        copy_element(position, count);
#endif
    if (has_tile && has_runs)
        merge_element(lane, position, count);
}
