// SPDX-License-Identifier: MIT
// What the steps of a sort in chunks share.
#ifndef CHUNK_H
#define CHUNK_H

#include "complain.h"
#include "crew.h"
#include "key_sink.h"
#include "key_source.h"
#include "progress_line.h"
#include "session.h"
#include "worker.h"

// Keys in memory, with their positions in the input if these are wanted.
struct chunk {
    struct keys keys;
    uint64_t* positions; // NULL: not wanted
    size_t room;         // of positions
    uint64_t first;      // position of the first key
};

// A sorted chunk in the temporary file: its keys, and then its positions.
struct run {
    uint64_t at; // of the keys, bytes
    uint64_t count;
};

enum { CHUNKS_IN_FLIGHT = 3 }; // read, sorted and written

struct sorting {
    const struct options* options;
    struct output* output;
    struct key_source source;
    struct session session;
    struct key_sink sink;
    struct progress_line progress;
    glsort_sort_desc desc;
    uint64_t memory;
    uint32_t chunk_size; // most keys of a chunk
    uint64_t count;      // keys read
    bool alone;          // there is one chunk, and its sort shows progress

    struct chunk chunks[CHUNKS_IN_FLIGHT];
    struct worker reader;
    struct worker writer;
    struct crew* crew; // copies for sorts; NULL: none

    int file; // temporary; -1: none
    uint64_t file_bytes;
    struct run* runs;
    uint32_t run_count;

    double started;
    double sort_seconds;  // wall clock, of sorts alone
    double write_seconds; // of a single chunk; the writer knows that of runs
    double merge_seconds; // of runs, to the output
    uint64_t sort_ns;     // time stamps
};

// Merges all runs of the temporary file into the output, at once. The system reads ahead,
// and a thread writes what was merged while the next part is.
bool merge_runs(struct sorting* s);

static inline size_t sorting_key_bytes(const struct sorting* s)
{
    return 4 * (size_t)keys_words(s->source.type);
}

static inline bool sorting_writes_positions(const struct sorting* s)
{
    return s->options->argsort;
}

static inline bool sorting_complain(const struct sorting* s, glsort_result result)
{
    const char* sentence = glsort_last_error(s->session.context);
    return complain("%s", *sentence ? sentence : glsort_result_name(result));
}

// Writes sorted keys, or their positions, to the output.
static inline bool sorting_write(struct sorting* s, const uint32_t* keys,
                                 const uint64_t* positions, uint64_t count)
{
    return key_sink_write(&s->sink, positions ? (const uint32_t*)positions : keys, count);
}

#endif
