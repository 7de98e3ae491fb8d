// SPDX-License-Identifier: MIT
// The sorts of all pieces, and their merges from one of two places to the other.
#include "piece_sort.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "keys.h"
#include "passes.h"
#include "shader_ids.h"
#include "shared/pieces.h"
#include "wide_sort.h"

static_assert(PIECE_TILE == PIECE_GROUP * PIECE_ITEMS, "piece_merge.comp: a tile");
static_assert(sizeof(struct piece_params) == 80, "std140 layout");

// Where a piece can be: where it ends, which is the caller's output, or in scratch.
enum { HOME, SPARE, PLACES };

struct pieces {
    struct schedule* s;
    const struct algorithm* algorithm;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count; // of all elements
    uint32_t pieces;
    struct place keys[PLACES]; // of the first element of the array
    struct place values[PLACES];
    uint8_t in[MOST_PIECES];  // the place of each piece
    bool merged[MOST_PIECES]; // its indices are positions in the array
};

// ---- sizes ----------------------------------------------------------------------------

// A piece in scratch begins at a multiple of the alignment, and one of the caller's may
// begin as many bytes later than its binding.
uint32_t glsort_piece_size(const struct glsort_limits* limits, uint32_t fit)
{
    const uint32_t unit = larger(limits->storage_alignment / WORD_BYTES, 1);
    if (glsort_piece_run_bytes(limits) > RUN_BLOCK_BYTES)
        return 0;
    return fit < unit ? 0 : (fit - unit) / unit * unit;
}

// Byte of the per-run block where the count of the last piece is.
static uint32_t last_count_at(const struct glsort_limits* limits)
{
    return larger(limits->uniform_alignment, sizeof(struct count_block));
}

uint32_t glsort_piece_run_bytes(const struct glsort_limits* limits)
{
    return last_count_at(limits) + sizeof(struct count_block);
}

static uint32_t size_of(const struct sort_desc* desc, uint32_t count, uint32_t piece)
{
    uint32_t left = count - piece * desc->piece;
    return left < desc->piece ? left : desc->piece;
}

void glsort_piece_fill_counts(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct run_block* run)
{
    const uint32_t last = count == 0 ? 0 : (count - 1) / desc->piece;
    const uint32_t at = last_count_at(limits) / WORD_BYTES;
    run->count.count = size_of(desc, count, 0);
    run->words[at] = size_of(desc, count, last);
    run->words[at + 1] = desc->piece;
}

// ---- places ---------------------------------------------------------------------------

static struct place from_element(struct place at, uint32_t element)
{
    uint32_t step = at.stride_bytes > 0 ? at.stride_bytes : at.words * WORD_BYTES;
    at.first_bytes += (uint64_t)element * step;
    return at;
}

static struct place piece_at(const struct pieces* p, const struct place* places,
                             uint8_t in, uint32_t piece)
{
    return from_element(places[in], piece * p->desc->piece);
}

static struct place scratch_place(struct schedule* s, const char* name, uint32_t count,
                                  uint32_t words)
{
    return (struct place){
        .slot = glsort_schedule_ranges(s, name, bytes_of_words((uint64_t)count * words)),
        .words = (uint8_t)words,
    };
}

static void declare_places(struct pieces* p)
{
    const struct sort_desc* desc = p->desc;
    const uint32_t words = glsort_value_words(desc->values);
    const uint32_t most = desc->max_count;
    p->keys[HOME] = desc->discard_keys ? scratch_place(p->s, "keys of pieces", most,
                                                       glsort_key_words(desc->key))
                                       : desc->ends.keys_out;
    p->keys[SPARE] =
        scratch_place(p->s, "keys of merges", most, glsort_key_words(desc->key));
    p->values[HOME] = desc->ends.values_out;
    if (words > 0)
        p->values[SPARE] = scratch_place(p->s, "values of merges", most, words);
}

// ---- sorts ----------------------------------------------------------------------------

// True if a round merges the piece with the next one.
static bool merges_in(const struct pieces* p, uint32_t round, uint32_t piece)
{
    return piece + 1 < p->pieces && piece % 2 == round % 2;
}

// Every merge moves a piece to its other place, and the last one to its home.
static uint8_t first_place(const struct pieces* p, uint32_t piece)
{
    uint32_t merges = 0;
    for (uint32_t round = 0; round < p->pieces; ++round)
        merges +=
            merges_in(p, round, piece) || (piece > 0 && merges_in(p, round, piece - 1));
    return merges % 2 == 0 ? HOME : SPARE;
}

static void add_piece(struct pieces* p, uint32_t piece, uint32_t shared_from)
{
    struct schedule* s = p->s;
    struct sort_desc desc = *p->desc;
    const uint32_t first = piece * desc.piece;
    const uint32_t count = size_of(&desc, p->count, piece);
    p->in[piece] = first_place(p, piece);
    desc.ends.keys_in = from_element(desc.ends.keys_in, first);
    desc.ends.values_in = from_element(desc.ends.values_in, first);
    desc.ends.keys_out = piece_at(p, p->keys, p->in[piece], piece);
    desc.ends.values_out = piece_at(p, p->values, p->in[piece], piece);
    desc.in_place &= p->in[piece] == HOME;
    desc.max_count = desc.expected_count = desc.piece;
    desc.piece = 0;
    desc.discard_keys = false;
    s->part = (uint8_t)(piece + 1);
    s->part_at = s->pass_wanted;
    s->shared_from = shared_from;
    s->count_at =
        piece > 0 && piece + 1 == p->pieces ? (uint16_t)last_count_at(p->limits) : 0;
    if (glsort_wide_composes(p->algorithm, &desc, p->limits))
        glsort_wide_build(p->algorithm, &desc, p->limits, count, s);
    else
        p->algorithm->build(&desc, p->limits, count, s);
    s->part = 0;
    s->shared_from = MAX_SCRATCH;
    s->count_at = 0;
}

// ---- merges ---------------------------------------------------------------------------

static void set_masks(const struct sort_desc* desc, struct piece_params* params)
{
    const uint32_t bits = desc->bit_count;
    const uint64_t all = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    const uint64_t mask = all << desc->first_bit;
    const bool is_wide = glsort_key_words(desc->key) > 1;
    params->high_mask = (uint32_t)(is_wide ? mask >> WORD_BITS : mask);
    params->low_mask = is_wide ? (uint32_t)mask : 0;
}

static struct piece_params params_of(const struct pieces* p, uint32_t piece)
{
    const struct sort_desc* desc = p->desc;
    const struct key_map high = glsort_key_map_in(desc->key, desc->direction);
    const struct key_map low = glsort_key_map_low(desc->key, desc->direction);
    const bool indices = desc->values == GLSORT_VALUES_INDICES;
    struct piece_params params = {
        .left_count = size_of(desc, p->count, piece),
        .right_count = size_of(desc, p->count, piece + 1),
        .left_index = indices && !p->merged[piece] ? piece * desc->piece : 0,
        .right_index = indices && !p->merged[piece + 1] ? (piece + 1) * desc->piece : 0,
        .high_negative = high.negative,
        .high_positive = high.positive,
        .low_negative = low.negative,
        .low_positive = low.positive,
    };
    set_masks(desc, &params);
    return params;
}

// Binds a piece where it is. A pass reads as many elements of both as it writes: they
// count as those of the left one.
static void bind_source(const struct pieces* p, struct pass* pass, uint32_t piece,
                        uint32_t moved, uint8_t unit, size_t base)
{
    const uint32_t count = size_of(p->desc, p->count, piece);
    const struct place keys = piece_at(p, p->keys, p->in[piece], piece);
    const struct place values = piece_at(p, p->values, p->in[piece], piece);
    glsort_pass_place(pass, &keys, count, USAGE_STORAGE, GLSORT_READ, unit, base);
    glsort_pass_moves(pass, bytes_of_words((uint64_t)moved * keys.words));
    if (p->desc->values == GLSORT_VALUES_NONE)
        return;
    glsort_pass_place(pass, &values, count, USAGE_STORAGE, GLSORT_READ, unit + 1,
                      base + WORD_BYTES);
    glsort_pass_moves(pass, bytes_of_words((uint64_t)moved * values.words));
}

// Writes one of the two pieces of the result to its other place.
static void add_half(struct pieces* p, uint32_t round, uint32_t piece, bool is_right)
{
    struct piece_params params = params_of(p, piece);
    const uint32_t to = is_right ? piece + 1 : piece;
    const uint8_t in = p->in[to] == HOME ? SPARE : HOME;
    const struct place keys = piece_at(p, p->keys, in, to);
    const struct place values = piece_at(p, p->values, in, to);
    params.first = is_right ? params.left_count : 0;
    params.count = is_right ? params.right_count : params.left_count;
    struct pass* pass =
        glsort_schedule_pass(p->s, "merge two pieces", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_PIECE_MERGE);
    pass->variant = variant_piece_merge(glsort_key_words(p->desc->key),
                                        glsort_value_words(p->desc->values));
    pass->groups = ceil_divide(params.count, PIECE_TILE);
    pass->level = (uint8_t)(round + 1);
    bind_source(p, pass, piece, params.count, PIECE_LEFT_KEYS,
                offsetof(struct piece_params, left_keys_base));
    bind_source(p, pass, piece + 1, 0, PIECE_RIGHT_KEYS,
                offsetof(struct piece_params, right_keys_base));
    glsort_pass_place(pass, &keys, params.count, USAGE_STORAGE, GLSORT_WRITE,
                      PIECE_KEYS_OUT, offsetof(struct piece_params, keys_out_base));
    if (p->desc->values != GLSORT_VALUES_NONE)
        glsort_pass_place(pass, &values, params.count, USAGE_STORAGE, GLSORT_WRITE,
                          PIECE_VALUES_OUT,
                          offsetof(struct piece_params, values_out_base));
    glsort_pass_params(p->s, pass, &params, sizeof params);
}

static void add_merge(struct pieces* p, uint32_t round, uint32_t piece)
{
    add_half(p, round, piece, false);
    add_half(p, round, piece, true);
    for (uint32_t i = piece; i < piece + 2; ++i) {
        p->in[i] = p->in[i] == HOME ? SPARE : HOME;
        p->merged[i] = true;
    }
}

// ---- all of it ------------------------------------------------------------------------

void glsort_piece_build(const struct algorithm* algorithm, const struct sort_desc* desc,
                        const struct glsort_limits* limits, uint32_t count,
                        struct schedule* s)
{
    struct pieces p = {
        .s = s,
        .algorithm = algorithm,
        .desc = desc,
        .limits = limits,
        .count = count,
        .pieces = count == 0 ? 0 : (count - 1) / desc->piece + 1,
    };
    declare_places(&p);
    const uint32_t shared_from = s->scratch_count;
    for (uint32_t piece = 0; piece < p.pieces; ++piece)
        add_piece(&p, piece, shared_from);
    for (uint32_t round = 0; round < p.pieces; ++round)
        for (uint32_t piece = 0; piece < p.pieces; ++piece)
            if (merges_in(&p, round, piece))
                add_merge(&p, round, piece);
}
