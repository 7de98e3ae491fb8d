// SPDX-License-Identifier: MIT
// Makes an algorithm build its passes on renamed slots, and adds the passes around them.
#include "wide_sort.h"

#include "ends.h"
#include "extent.h"
#include "keys.h"
#include "source_sink.h"
#include "wide_passes.h"

// pass.part: 1 and 2 for the passes of the sorts, 0 for all others.
enum { PART_FIRST_SORT = 1 };

static bool has_partial_range(const struct sort_desc* desc)
{
    return desc->bit_count != WORD_BITS * glsort_key_words(desc->key);
}

static bool extracts(const struct algorithm* algorithm, const struct sort_desc* desc)
{
    bool transfers = desc->backend == GLSORT_BACKEND_FRAGMENT &&
                     (glsort_uploads_keys(desc) || glsort_downloads(desc, SLOT_KEYS_OUT));
    return transfers || glsort_key_words(desc->key) > 1 ||
           (has_partial_range(desc) && !takes_bit_ranges(algorithm, desc->backend));
}

bool glsort_wide_applies(const struct algorithm* algorithm, const struct sort_desc* desc)
{
    return glsort_key_words(desc->key) > 1 || glsort_value_words(desc->values) > 1 ||
           (has_partial_range(desc) && !takes_bit_ranges(algorithm, desc->backend));
}

glsort_sort_desc glsort_wide_narrowed(const glsort_sort_desc* desc)
{
    glsort_sort_desc narrow = *desc;
    if (glsort_value_words(desc->values) > 1)
        narrow.values = GLSORT_VALUES_INDICES;
    uint32_t bits = glsort_key_bits(desc->key);
    uint32_t rest = desc->first_bit < bits ? bits - desc->first_bit : 0;
    narrow.bit_count = desc->bit_count == 0 ? rest : desc->bit_count;
    if (bits < WORD_BITS)
        narrow.key = GLSORT_KEY_U32;
    if (glsort_key_words(desc->key) == 1)
        return narrow;
    narrow.key = GLSORT_KEY_U32;
    narrow.first_bit = 0;
    if (narrow.bit_count > WORD_BITS)
        narrow.bit_count = WORD_BITS;
    if (desc->values == GLSORT_VALUES_NONE)
        narrow.values = GLSORT_VALUES_INDICES;
    return narrow;
}

// ---- the sorts of an algorithm --------------------------------------------------------

static struct wide wide_of(const struct algorithm* algorithm,
                           const struct sort_desc* desc)
{
    return (struct wide){
        .algorithm = algorithm,
        .desc = desc,
        .extracts = extracts(algorithm, desc),
        .draws = desc->backend == GLSORT_BACKEND_FRAGMENT,
    };
}

static uint32_t sort_count(const struct wide* w)
{
    return w->extracts && w->desc->bit_count > WORD_BITS ? 2 : 1;
}

// The descriptor that the algorithm gets for sort `round`.
static struct sort_desc inner_desc(const struct wide* w, uint32_t round)
{
    struct sort_desc inner = *w->desc;
    inner.values = round == 0 ? GLSORT_VALUES_INDICES : GLSORT_VALUES_4_BYTES;
    inner.value_stride = 0;
    inner.ends.values_in = inner.ends.values_out = glsort_place_of(w->desc, w->at.order);
    if (w->draws) // uploads come before the sorts, downloads after them
        inner.textures = GLSORT_TEXTURES_ALL;
    if (!w->extracts)
        return inner;
    inner.ends.keys_in = (struct place){.slot = w->at.words, .words = 1};
    uint32_t bits = w->desc->bit_count - WORD_BITS * round;
    bool whole = bits >= WORD_BITS || !takes_bit_ranges(w->algorithm, w->desc->backend);
    inner.key = GLSORT_KEY_U32;
    inner.key_stride = 0;
    inner.direction = GLSORT_ASCENDING;
    inner.discard_keys = true;
    inner.first_bit = 0;
    inner.bit_count = whole ? WORD_BITS : bits;
    inner.in_place = round > 0; // the second sort reads and writes the order
    return inner;
}

static bool writes_slot(const struct pass* p, uint8_t slot)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].slot == slot && (p->bindings[i].access & GLSORT_WRITE) != 0)
            return true;
    return false;
}

// ---- the whole sort -------------------------------------------------------------------

static struct wide start(const struct algorithm* algorithm, const struct sort_desc* desc,
                         const struct glsort_limits* limits, uint32_t count,
                         struct schedule* s)
{
    struct wide w = wide_of(algorithm, desc);
    w.s = s;
    w.limits = limits;
    w.count = count;
    glsort_wide_declare(&w);
    return w;
}

// Copies the inputs of a run in place before the gathers overwrite them. Uploads are
// copies already.
static void add_copies(struct wide* w)
{
    const struct wide_move keys = {
        .label = "copy whole keys",
        .phase = GLSORT_PHASE_STORE,
        .from = w->at.keys,
        .to = w->at.keys_copy,
        .words = glsort_key_words(w->desc->key),
    };
    const struct wide_move values = {
        .label = "copy whole values",
        .phase = GLSORT_PHASE_STORE,
        .from = w->at.values,
        .to = w->at.values_copy,
        .words = glsort_value_words(w->desc->values),
    };
    if (keys.to != SLOT_NONE)
        glsort_wide_add_move(w, &keys);
    if (values.to != SLOT_NONE)
        glsort_wide_add_move(w, &values);
}

// Sources and destinations of the gather passes of a run or peek.
struct gathered {
    uint8_t keys_from;
    uint8_t values_from;
    uint8_t order; // none: the order of the input
    uint8_t keys;  // destination; none if the keys are not wanted
    uint8_t values;
    uint8_t rest;
};

static void add_gathers(struct wide* w, const struct gathered* e)
{
    const struct wide_move keys = {
        .label = "gather keys",
        .phase = GLSORT_PHASE_STORE,
        .from = e->keys_from,
        .order = e->order,
        .to = e->keys,
        .rest = e->rest,
        .words = glsort_key_words(w->desc->key),
    };
    struct wide_move values = {
        .label = "gather values",
        .phase = GLSORT_PHASE_STORE,
        .from = e->values_from,
        .order = e->order,
        .to = e->values,
        .rest = e->rest,
        .words = glsort_value_words(w->desc->values),
    };
    if (w->extracts && keys.to != SLOT_NONE)
        glsort_wide_add_move(w, &keys);
    if (w->desc->values == GLSORT_VALUES_INDICES) {
        values.label = "store indices";
        values.from = e->order;
        values.order = SLOT_NONE;
    }
    if (values.to != SLOT_NONE && values.to != values.from)
        glsort_wide_add_move(w, &values);
}

void glsort_wide_build(const struct algorithm* algorithm, const struct sort_desc* desc,
                       const struct glsort_limits* limits, uint32_t count,
                       struct schedule* s)
{
    struct wide w = start(algorithm, desc, limits, count, s);
    if (w.count == 0)
        return;
    bool copies_keys = desc->in_place && w.at.keys_copy != SLOT_NONE;
    bool copies_values = desc->in_place && w.at.values_copy != SLOT_NONE;
    uint32_t shared = s->scratch_count;
    glsort_wide_add_loads(&w, true, true);
    for (uint32_t round = 0; round < sort_count(&w); ++round) {
        if (w.extracts)
            glsort_wide_add_words(&w, round);
        const struct sort_desc inner = inner_desc(&w, round);
        const struct sort_part part = {(uint8_t)(PART_FIRST_SORT + round), shared};
        glsort_add_sort(s, algorithm, &inner, limits, count, part);
    }
    if (desc->in_place)
        add_copies(&w);
    bool no_values = desc->values == GLSORT_VALUES_NONE;
    const struct gathered ends = {
        .keys_from = copies_keys ? w.at.keys_copy : w.at.keys,
        .values_from = copies_values ? w.at.values_copy : w.at.values,
        .order = w.at.order,
        .keys = desc->discard_keys ? SLOT_NONE : desc->ends.keys_out.slot,
        .values = no_values ? SLOT_NONE : desc->ends.values_out.slot,
        .rest = w.at.rest,
    };
    add_gathers(&w, &ends);
}

// ---- peek -----------------------------------------------------------------------------

static bool was_written(const struct schedule* run, uint32_t done, uint8_t slot)
{
    for (uint32_t i = 0; i < done && slot != SLOT_NONE; ++i)
        if (writes_slot(&run->passes[i], slot))
            return true;
    return false;
}

// Appends the passes that write the algorithm's keys, if it sorts the caller's own, and
// the order reached. Returns the slot of the order; none if it is that of the input.
static uint8_t peek_order(struct wide* w, const struct schedule* run,
                          const struct peek_request* request)
{
    const struct pass* after = glsort_last_move(run, request->done);
    uint32_t round = after == NULL ? 0 : after->part - PART_FIRST_SORT;
    struct sort_desc inner = inner_desc(w, round);
    struct peek peek = {
        .desc = &inner,
        .count = w->count,
        .run = run,
        .after = after,
        .from = {.place = PLACE_ARRAYS, .keys = inner.ends.keys_in.slot},
        .keys = !w->extracts && request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
    };
    if (after != NULL)
        peek.from = after->leaves;
    bool wanted = request->values || (w->extracts && request->keys);
    bool whole = peek.from.place == PLACE_ARRAYS && peek.from.copy == SLOT_NONE &&
                 peek.from.merges == 0;
    peek.values = wanted && !whole ? w->at.peek_order : SLOT_NONE;
    if (peek.keys != SLOT_NONE || peek.values != SLOT_NONE)
        glsort_add_peek(w->algorithm, &peek, w->s);
    return whole ? peek.from.values : w->at.peek_order;
}

void glsort_wide_peek(const struct algorithm* algorithm, const struct sort_desc* desc,
                      const struct glsort_limits* limits, uint32_t count,
                      const struct schedule* run, const struct peek_request* request,
                      struct schedule* s)
{
    struct wide w = start(algorithm, desc, limits, count, s);
    uint32_t done = request->done;
    glsort_peek_scratch(s, run);
    glsort_wide_add_loads(&w, !was_written(run, done, w.at.keys),
                          !was_written(run, done, w.at.values));
    bool keys_copied = was_written(run, done, w.at.keys_copy);
    bool values_copied = was_written(run, done, w.at.values_copy);
    const struct gathered ends = {
        .keys_from = keys_copied ? w.at.keys_copy : w.at.keys,
        .values_from = values_copied ? w.at.values_copy : w.at.values,
        .order = peek_order(&w, run, request),
        .keys = request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
        .values = request->values ? SLOT_PEEK_VALUES : SLOT_NONE,
        .rest = w.at.peek_rest,
    };
    add_gathers(&w, &ends);
}

// ---- what the plan sees ---------------------------------------------------------------

struct refusal glsort_wide_refuses(const struct algorithm* algorithm,
                                   const struct sort_desc* desc,
                                   const struct glsort_limits* limits)
{
    const struct wide w = wide_of(algorithm, desc);
    struct refusal refused = NOT_REFUSED;
    for (uint32_t round = 0; round < sort_count(&w) && refused.sentence == NULL;
         ++round) {
        struct sort_desc inner = inner_desc(&w, round);
        refused = algorithm->refuses(&inner, limits);
    }
    return refused;
}

static uint64_t elements_that_fit(const struct sort_desc* desc,
                                  const struct glsort_limits* limits, uint32_t words)
{
    if (desc->backend == GLSORT_BACKEND_COMPUTE)
        return limits->storage_block_bytes / (4 * words);
    return texture_capacity(limits->texture_size) / words;
}

static const char* reason_of(const struct sort_desc* desc, uint32_t words)
{
    static const char* const blocks[] = {
        [1] = "4 bytes per key must fit in one storage block",
        [2] = "8 bytes per element must fit in one storage block",
        [4] = "16 bytes per element must fit in one storage block"};
    static const char* const textures[] = {
        [1] = "one texel per element must fit in the largest texture",
        [2] = "2 texels per element must fit in the largest texture",
        [4] = "4 texels per element must fit in the largest texture"};
    if (desc->backend == GLSORT_BACKEND_COMPUTE)
        return blocks[words];
    return textures[words];
}

// Shaders compute positions of words in 32 bits, including those past the end in the last
// work group.
#define MOST_WORDS (1u << 31)

struct capacity glsort_wide_capacity(const struct algorithm* algorithm,
                                     const struct sort_desc* desc,
                                     const struct glsort_limits* limits)
{
    const struct wide w = wide_of(algorithm, desc);
    uint32_t keys = glsort_key_words(desc->key);
    uint32_t values = glsort_value_words(desc->values);
    uint32_t words = keys > values ? keys : values;
    struct capacity most = {MOST_WORDS / words,
                            "positions are 32-bit: at most 2^31 words of keys or values"};
    if (w.draws)
        words = glsort_wide_texels(desc);
    uint64_t fit = elements_that_fit(desc, limits, words);
    if (fit < most.max_count)
        most = (struct capacity){(uint32_t)fit, reason_of(desc, words)};
    for (uint32_t round = 0; round < sort_count(&w); ++round) {
        struct sort_desc inner = inner_desc(&w, round);
        struct capacity c = algorithm->capacity(&inner, limits);
        most = c.max_count < most.max_count ? c : most;
    }
    return most;
}
