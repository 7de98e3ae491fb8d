// SPDX-License-Identifier: MIT
#include "chunk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "complain.h"
#include "reference.h"
#include "temporary.h"

enum { MOST_PART = 1 << 18, LEAST_PART = 64 }; // keys of a run in memory

// A part of the result.
struct part {
    struct sorting* sorting;
    uint32_t* keys;
    uint64_t* positions; // NULL: not wanted
    uint64_t count;
};

struct merging {
    struct sorting* sorting;
    uint32_t part_size;       // keys of a part, of a run or of the result
    glsort_sorted_run* heads; // of each run, in memory
    uint64_t* taken;          // of each run, keys read from the file
    uint32_t* keys;           // of all runs, part_size each
    uint64_t* positions;
    struct part parts[2];
    uint64_t done;

    // For --verify: what came last.
    bool any;
    uint64_t rank;
    uint64_t position;
};

// ---- memory -------------------------------------------------------------------------

static bool open_merging(struct merging* m)
{
    struct sorting* s = m->sorting;
    size_t runs = s->run_count;
    size_t key = sorting_key_bytes(s);
    size_t element = key + (sorting_writes_positions(s) ? sizeof(uint64_t) : 0);
    uint64_t size = s->memory / 2 / ((runs + 2) * element);
    m->part_size = size < LEAST_PART  ? LEAST_PART
                   : size > MOST_PART ? MOST_PART
                                      : (uint32_t)size;
    m->heads = calloc(runs, sizeof *m->heads);
    m->taken = calloc(runs, sizeof *m->taken);
    m->keys = malloc((runs + 2) * m->part_size * key);
    if (sorting_writes_positions(s))
        m->positions = malloc((runs + 2) * m->part_size * sizeof *m->positions);
    if (!m->heads || !m->taken || !m->keys ||
        (sorting_writes_positions(s) && !m->positions))
        return complain_of_memory();
    for (size_t i = 0; i < 2; i++)
        m->parts[i] = (struct part){
            .sorting = s,
            .keys = m->keys + (runs + i) * m->part_size * (key / 4),
            .positions = m->positions ? m->positions + (runs + i) * m->part_size : NULL,
        };
    return true;
}

static void close_merging(struct merging* m)
{
    free(m->heads);
    free(m->taken);
    free(m->keys);
    free(m->positions);
}

// ---- reading ------------------------------------------------------------------------

static bool read_at(struct sorting* s, uint64_t at, void* to, size_t bytes)
{
    if (temporary_read_at(s->file, at, to, bytes)) {
        temporary_expect(s->file, at + bytes, bytes); // the run's next part
        return true;
    }
    return complain("cannot read a temporary file: %s",
                    errno ? strerror(errno) : "it has become shorter");
}

// Reads the next part of a run that has none in memory.
static bool refill(struct merging* m, uint32_t number)
{
    struct sorting* s = m->sorting;
    const struct run* run = &s->runs[number];
    glsort_sorted_run* head = &m->heads[number];
    uint64_t left = run->count - m->taken[number];
    size_t key = sorting_key_bytes(s);
    if (head->count > 0 || left == 0)
        return true;
    uint32_t count = left < m->part_size ? (uint32_t)left : m->part_size;
    uint32_t* keys = m->keys + (size_t)number * m->part_size * (key / 4);
    uint64_t* positions =
        m->positions ? m->positions + (size_t)number * m->part_size : NULL;
    if (!read_at(s, run->at + m->taken[number] * key, keys, count * key))
        return false;
    if (positions &&
        !read_at(s, run->at + run->count * key + m->taken[number] * sizeof *positions,
                 positions, count * sizeof *positions))
        return false;
    m->taken[number] += count;
    *head = (glsort_sorted_run){keys, positions, count, left > count};
    return true;
}

// ---- merging ------------------------------------------------------------------------

// The order of what was merged, by the rules of the reference alone.
static bool verify_part(struct merging* m, const struct part* p)
{
    const glsort_sort_desc* desc = &m->sorting->desc;
    uint32_t words = keys_words(desc->key);
    for (uint64_t i = 0; i < p->count; i++) {
        uint64_t rank = reference_rank(p->keys + i * words, desc);
        uint64_t position = p->positions ? p->positions[i] : m->position + 1;
        if (m->any && (rank < m->rank || (rank == m->rank && position <= m->position)))
            return complain("verification failed: key %" PRIu64
                            " of the merge is before the one in front of it",
                            m->done - p->count + i);
        m->any = true;
        m->rank = rank;
        m->position = position;
    }
    return true;
}

static bool write_part(void* data)
{
    const struct part* p = data;
    return sorting_write(p->sorting, p->keys, p->positions, p->count);
}

// Fills a part of the result.
static bool merge_part(struct merging* m, struct part* p)
{
    struct sorting* s = m->sorting;
    size_t words = sorting_key_bytes(s) / 4;
    p->count = 0;
    while (p->count < m->part_size && m->done < s->count) {
        uint64_t merged = 0;
        for (uint32_t i = 0; i < s->run_count; i++) {
            if (!refill(m, i))
                return false;
        }
        const glsort_merge_args args = {
            .runs = m->heads,
            .run_count = s->run_count,
            .keys_out = p->keys + p->count * words,
            .values_out = p->positions ? p->positions + p->count : NULL,
            .room = m->part_size - p->count,
        };
        glsort_result result =
            glsort_merge_host(s->session.context, &s->desc, &args, &merged);
        if (result < 0)
            return sorting_complain(s, result);
        p->count += merged;
        m->done += merged;
    }
    return !s->options->verify || verify_part(m, p);
}

static bool merge_all(struct merging* m)
{
    struct sorting* s = m->sorting;
    for (uint32_t i = 0; m->done < s->count; i++) {
        struct part* p = &m->parts[i % 2];
        if (!merge_part(m, p) || !worker_do(&s->writer, write_part, p))
            return false;
        progress_line_show(&s->progress, "merging", m->done, s->count);
    }
    return worker_wait(&s->writer);
}

bool merge_runs(struct sorting* s)
{
    struct merging m = {.sorting = s};
    bool good = open_merging(&m) && merge_all(&m);
    worker_wait(&s->writer);
    close_merging(&m);
    return good;
}
