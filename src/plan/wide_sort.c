// SPDX-License-Identifier: MIT
// Passes over elements of several words, and the sorts that they stand around.
#include "wide_sort.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "keys.h"
#include "passes.h"
#include "shader_ids.h"
#include "shared/wide.h"

static_assert(WIDE_TILE == WIDE_GROUP * WIDE_ITEMS, "wide_gather.comp: a group's tile");
static_assert(sizeof(struct wide_params) == 64, "std140 layout");

// The slots of a wide sort. A slot that the sort does not need is none.
struct wide_places {
    uint8_t keys;        // the caller's, or the texture that its buffer is uploaded to
    uint8_t values;      // likewise
    uint8_t words;       // key words that the current sort orders
    uint8_t order;       // for each output position, the index of its input element
    uint8_t keys_copy;   // inputs of a run in place, copied before they are overwritten
    uint8_t values_copy; // likewise
    uint8_t peek_order;  // the order that a peek reads; may be one of the copies
    uint8_t packed;      // fragment: render target of downloads
    uint8_t rest;        // GPU count: the caller's elements beyond the count
    uint8_t peek_rest;   // the same for the outputs of a peek
};

struct wide {
    struct schedule* s;
    const struct algorithm* algorithm;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count;    // for the size of passes; a count on the GPU may be smaller
    bool extracts;     // the algorithm sorts extracted key words, not the caller's keys
    bool draws;        // fragment backend
    uint8_t width_log; // of the textures declared here
    struct wide_places at;
};

// A pass that copies or gathers elements from one slot to another.
struct wide_move {
    const char* label;
    uint8_t phase;
    uint8_t from;  // none: the elements are 0 .. count - 1
    uint8_t order; // none: elements keep their positions
    uint8_t to;
    uint8_t rest; // fragment, to a buffer, GPU count: receives elements beyond the count
    uint32_t words; // per element: 1, 2 or 4
};

static uint32_t log_of_words(uint32_t words)
{
    return ceil_log(words);
}

// ---- scratch --------------------------------------------------------------------------

// Declares a buffer of elements, or a texture with one element per texel.
static uint8_t declare_elements(struct wide* w, const char* name, uint32_t words)
{
    static const uint8_t formats[] = {FORMAT_R32UI, FORMAT_RG32UI, FORMAT_RGBA32UI};
    uint32_t max = w->desc->max_count;
    if (!w->draws)
        return glsort_schedule_buffer(w->s, name, (uint64_t)max * words * WORD_BYTES);
    return glsort_schedule_texture(w->s, name, formats[log_of_words(words)], w->width_log,
                                   max);
}

// Declares a texture for words uploaded from a buffer: one word per texel.
static uint8_t declare_words(struct wide* w, const char* name, uint64_t words)
{
    return glsort_schedule_texture(w->s, name, FORMAT_R32UI, w->width_log,
                                   (uint32_t)words);
}

static uint8_t declare_uploaded(struct wide* w, const char* name, uint8_t slot)
{
    uint64_t bytes = glsort_input_bytes(w->desc, slot, w->desc->max_count);
    return declare_words(w, name, bytes / WORD_BYTES);
}

// Words of the largest element that is downloaded; 0 if none is.
static uint32_t words_downloaded(const struct sort_desc* desc)
{
    bool keys = glsort_downloads(desc, SLOT_KEYS_OUT);
    bool values = glsort_downloads(desc, SLOT_VALUES_OUT);
    return larger(keys ? glsort_key_words(desc->key) : 0,
                  values ? glsort_value_words(desc->values) : 0);
}

// Fragment: the most texels that an element, without its gap, takes in the largest
// texture: one for each word where words are uploaded or downloaded.
static uint32_t wide_texels(const struct sort_desc* desc)
{
    uint32_t keys = glsort_uploads_keys(desc) ? glsort_key_words(desc->key) : 1;
    uint32_t values = glsort_uploads_values(desc) ? glsort_value_words(desc->values) : 1;
    return larger(larger(keys, values), words_downloaded(desc));
}

static void declare_transfers(struct wide* w)
{
    const struct sort_desc* desc = w->desc;
    uint32_t words = words_downloaded(desc);
    if (glsort_uploads_keys(desc))
        w->at.keys = declare_uploaded(w, "wide keys uploaded", SLOT_KEYS_IN);
    if (glsort_uploads_values(desc))
        w->at.values = declare_uploaded(w, "wide values uploaded", SLOT_VALUES_IN);
    if (words == 0)
        return;
    w->at.packed =
        glsort_schedule_texture(w->s, "wide words packed", FORMAT_RGBA32UI, w->width_log,
                                ceil_divide(desc->max_count * words, 4));
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER) {
        uint64_t most = (uint64_t)desc->max_count * words;
        w->at.rest = declare_words(w, "wide words kept", most);
        if (w->s->has_peeks)
            w->at.peek_rest = declare_words(w, "wide words kept by peek", most);
    }
}

// Declares the copies that a run in place makes of its inputs. The plan has them even if
// no run is in place, which its creation cannot know. On the fragment backend only a
// texture can be sorted in place without an upload.
static void declare_copies(struct wide* w)
{
    const struct sort_desc* desc = w->desc;
    uint32_t keys = GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_KEYS_OUT;
    uint32_t values = GLSORT_TEXTURE_VALUES_IN | GLSORT_TEXTURE_VALUES_OUT;
    if (w->extracts && !desc->discard_keys &&
        (!w->draws || (desc->textures & keys) == keys))
        w->at.keys_copy = declare_elements(w, "keys copied", glsort_key_words(desc->key));
    if (values_given(desc->values) && (!w->draws || (desc->textures & values) == values))
        w->at.values_copy =
            declare_elements(w, "values copied whole", glsort_value_words(desc->values));
}

// Declares the scratch.
static void declare_scratch(struct wide* w)
{
    const struct sort_desc* desc = w->desc;
    bool downloads = w->draws && glsort_downloads(desc, SLOT_VALUES_OUT);
    w->width_log =
        texture_width_log(larger(desc->max_count * wide_texels(desc),
                                 glsort_transfer_texels(desc, desc->max_count)));
    w->at.keys = desc->ends.keys_in.slot;
    w->at.values = values_given(desc->values) ? desc->ends.values_in.slot : SLOT_NONE;
    if (w->extracts)
        w->at.words = declare_elements(w, "key words", 1);
    // If the values are indices, the order is sorted in the caller's values_out, unless
    // that is downloaded.
    w->at.order = desc->values == GLSORT_VALUES_INDICES && !downloads
                      ? desc->ends.values_out.slot
                      : declare_elements(w, "order", 1);
    if (w->draws)
        declare_transfers(w);
    declare_copies(w);
    if (!w->s->has_peeks)
        return;
    // On compute the copies are made after the sort, so a peek during the sort can use
    // one.
    uint8_t unused_copy =
        w->at.values_copy != SLOT_NONE ? w->at.values_copy : w->at.keys_copy;
    w->at.peek_order = !w->draws && unused_copy != SLOT_NONE
                           ? unused_copy
                           : declare_elements(w, "order for peek", 1);
}

// ---- bindings -------------------------------------------------------------------------

// The width of the plan's textures as a base parameter. For the caller's objects the
// executor patches this word.
static uint32_t base_of(const struct wide* w)
{
    return w->draws ? 1u << w->width_log : 0;
}

// True if the slot holds one word per texel, as uploads do.
static bool is_uploaded(const struct wide* w, uint8_t slot)
{
    return w->draws && slot >= SLOT_SCRATCH &&
           (slot == w->at.keys || slot == w->at.values);
}

// Elements of some words in a slot. Uploads have the gaps of the caller's buffer, which
// the shader skips. (Those of buffers on compute are not the parameters' concern.)
static struct place place_of(const struct wide* w, uint8_t slot, uint32_t words)
{
    const struct ends* ends = &w->desc->ends;
    struct place at = glsort_place_of(w->desc, slot);
    at.words = (uint8_t)words;
    if (is_uploaded(w, slot))
        at = slot == w->at.keys ? ends->keys_in : ends->values_in;
    at.slot = slot;
    return at;
}

static void bind_read(struct wide* w, struct pass* p, const struct place* at,
                      uint8_t point, uint8_t unit, size_t base_offset)
{
    if (is_uploaded(w, at->slot)) // gaps are texels that are fetched
        glsort_pass_bind_caller(p, at->slot, USAGE_FETCH, GLSORT_READ, unit,
                                place_bytes(at, w->count), base_offset);
    else
        glsort_pass_place(p, at, w->count, w->draws ? USAGE_FETCH : USAGE_STORAGE,
                          GLSORT_READ, w->draws ? unit : point, base_offset);
}

static void bind_from(struct wide* w, struct pass* p, uint8_t slot, uint32_t words,
                      struct wide_params* params)
{
    const struct place at = place_of(w, slot, words);
    if (is_uploaded(w, slot))
        params->from_gap = place_gap(&at);
    bind_read(w, p, &at, WIDE_FROM, UNIT_KEYS_IN,
              offsetof(struct wide_params, from_base));
}

static void bind_order(struct wide* w, struct pass* p, uint8_t order,
                       struct wide_params* params)
{
    if (order == SLOT_NONE)
        return;
    params->flags |= WIDE_ORDERED;
    const struct place at = place_of(w, order, 1);
    bind_read(w, p, &at, WIDE_ORDER, UNIT_VALUES_IN,
              offsetof(struct wide_params, order_base));
}

static struct wide_params start_params(const struct wide* w, uint32_t words)
{
    return (struct wide_params){
        .from_base = base_of(w),
        .order_base = base_of(w),
        .to_base = base_of(w),
        .word_log = log_of_words(words),
        .width_log = w->width_log,
    };
}

// ---- passes ---------------------------------------------------------------------------

// Fragment: appends the uploads of the keys, of the values, or both, from buffers.
static void add_loads(struct wide* w, bool keys, bool values)
{
    if (keys && w->draws && glsort_uploads_keys(w->desc))
        glsort_upload_input(w->s, "upload whole keys", &w->desc->ends.keys_in, w->count,
                            w->at.keys);
    if (values && w->draws && glsort_uploads_values(w->desc))
        glsort_upload_input(w->s, "upload whole values", &w->desc->ends.values_in,
                            w->count, w->at.values);
}

static void bind_count(struct wide* w, struct pass* p, uint32_t tile)
{
    if (w->draws)
        glsort_bind_count(w->s, p);
    else
        glsort_bind_tiles(w->s, p, tile);
}

static struct wide_params words_params(const struct wide* w, uint32_t round)
{
    const struct sort_desc* desc = w->desc;
    struct wide_params params = start_params(w, glsort_key_words(desc->key));
    struct key_map high = glsort_key_map_in(desc->key, desc->direction);
    struct key_map low = glsort_key_map_low(desc->key, desc->direction);
    uint32_t bits = desc->bit_count - 32 * round;
    params.high_negative = high.negative;
    params.high_positive = high.positive;
    params.low_negative = low.negative;
    params.low_positive = low.positive;
    params.shift = desc->first_bit + 32 * round;
    params.mask = bits >= 32 ? 0xFFFFFFFFu : (1u << bits) - 1u;
    params.texel_log = is_uploaded(w, w->at.keys) ? 0 : params.word_log;
    return params;
}

// Appends the pass that extracts the keys of sort `round`: bits 32 * round and up of the
// range, in the order reached so far.
static void add_words(struct wide* w, uint32_t round)
{
    uint64_t words = bytes_of_words(w->count);
    struct wide_params params = words_params(w, round);
    struct pass* p = glsort_schedule_pass(
        w->s, "extract key words", w->draws ? GLSORT_PASS_DRAW : GLSORT_PASS_DISPATCH,
        GLSORT_PHASE_LOAD, w->draws ? SHADER_WIDE_WORDS_DRAW : SHADER_WIDE_WORDS);
    p->groups = w->draws ? w->count : ceil_divide(w->count, WIDE_GROUP);
    p->width_log = w->width_log;
    bind_from(w, p, w->at.keys, glsort_key_words(w->desc->key), &params);
    bind_order(w, p, round > 0 ? w->at.order : SLOT_NONE, &params);
    glsort_pass_bind(p, w->at.words, w->draws ? USAGE_TARGET : USAGE_STORAGE,
                     GLSORT_WRITE, w->draws ? 0 : WIDE_TO, 0, words);
    bind_count(w, p, WIDE_GROUP);
    params.cover = w->draws ? glsort_cover(w->s, 1) : 0;
    glsort_pass_params(w->s, p, &params, sizeof params);
}

static bool keeps_rest(const struct wide* w, const struct wide_move* move)
{
    return w->draws && move->rest != SLOT_NONE && glsort_downloads(w->desc, move->to);
}

static void bind_target(struct wide* w, struct pass* p, const struct wide_move* move,
                        uint64_t bytes, struct wide_params* params)
{
    size_t base = offsetof(struct wide_params, to_base);
    const struct place to = place_of(w, move->to, move->words);
    if (!w->draws) {
        p->groups = ceil_divide(w->count * move->words, WIDE_TILE);
        glsort_pass_place(p, &to, w->count, USAGE_STORAGE, GLSORT_WRITE, WIDE_TO, base);
        return;
    }
    p->groups = w->count;
    params->cover = glsort_cover(w->s, 1);
    p->width_log = move->to < SLOT_SCRATCH ? CALLER_WIDTH : w->width_log;
    if (!glsort_downloads(w->desc, move->to)) {
        glsort_pass_bind_caller(p, move->to, USAGE_TARGET, GLSORT_WRITE, 0, bytes, base);
        return;
    }
    p->variant = variant_wide_gather_draw(1);
    p->groups = ceil_divide(w->count * move->words, 4);
    params->cover = keeps_rest(w, move) ? 0 : glsort_cover(w->s, 4 / move->words);
    p->width_log = w->width_log;
    glsort_pass_target(p, w->at.packed, 0, (uint64_t)p->groups * TEXEL_BYTES);
    glsort_pass_moves(p, bytes);
    glsort_pass_download(p, move->to, 0, bytes);
    if (keeps_rest(w, move)) {
        params->flags |= WIDE_KEEP_REST;
        glsort_pass_fetch(p, move->rest, UNIT_REST, bytes);
        glsort_pass_moves(p, 0); // a word is written from the rest or from the elements
    }
}

static void add_move(struct wide* w, const struct wide_move* move)
{
    uint64_t bytes = (uint64_t)w->count * move->words * WORD_BYTES;
    if (keeps_rest(w, move)) {
        struct pass* kept =
            glsort_add_upload(w->s, "keep whole rest", move->to, move->rest, bytes);
        kept->phase = GLSORT_PHASE_STORE;
    }
    struct wide_params params = start_params(w, move->words);
    params.texel_log = is_uploaded(w, move->from) ? 0 : params.word_log;
    struct pass* p = glsort_schedule_pass(
        w->s, move->label, w->draws ? GLSORT_PASS_DRAW : GLSORT_PASS_DISPATCH,
        move->phase, w->draws ? SHADER_WIDE_GATHER_DRAW : SHADER_WIDE_GATHER);
    if (move->from == SLOT_NONE)
        params.flags |= WIDE_MAKE_INDICES;
    else
        bind_from(w, p, move->from, move->words, &params);
    bind_order(w, p, move->order, &params);
    bind_target(w, p, move, bytes, &params);
    bind_count(w, p, WIDE_TILE / move->words);
    glsort_pass_params(w->s, p, &params, sizeof params);
}

// ---- the sorts inside -----------------------------------------------------------------

// Makes an algorithm build its passes on renamed slots, and adds the passes around them.

// pass.part: 1 and 2 for the passes of the sorts, 0 for all others.
enum { PART_FIRST_SORT = 1 };

static bool has_partial_range(const struct sort_desc* desc)
{
    return desc->bit_count != WORD_BITS * glsort_key_words(desc->key);
}

// True if the algorithm sorts these keys of two words by itself, with an index each.
static bool sorts_whole_keys(const struct algorithm* algorithm,
                             const struct sort_desc* desc,
                             const struct glsort_limits* limits)
{
    struct sort_desc indices = *desc;
    indices.values = GLSORT_VALUES_INDICES;
    return sorts_wide_elements(algorithm, &indices, limits);
}

static bool extracts(const struct algorithm* algorithm, const struct sort_desc* desc,
                     const struct glsort_limits* limits)
{
    bool transfers = desc->backend == GLSORT_BACKEND_FRAGMENT &&
                     (glsort_uploads_keys(desc) || glsort_downloads(desc, SLOT_KEYS_OUT));
    bool wide = glsort_key_words(desc->key) > 1;
    return transfers || (wide && !sorts_whole_keys(algorithm, desc, limits)) ||
           (has_partial_range(desc) && !takes_bit_ranges(algorithm, desc->backend));
}

bool glsort_wide_applies(const struct algorithm* algorithm, const struct sort_desc* desc)
{
    return glsort_key_words(desc->key) > 1 || glsort_value_words(desc->values) > 1 ||
           (has_partial_range(desc) && !takes_bit_ranges(algorithm, desc->backend));
}

bool glsort_wide_composes(const struct algorithm* algorithm, const struct sort_desc* desc,
                          const struct glsort_limits* limits)
{
    return glsort_wide_applies(algorithm, desc) &&
           !sorts_wide_elements(algorithm, desc, limits);
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
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    return (struct wide){
        .algorithm = algorithm,
        .desc = desc,
        .limits = limits,
        .extracts = extracts(algorithm, desc, limits),
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

static struct wide open_wide(const struct algorithm* algorithm,
                             const struct sort_desc* desc,
                             const struct glsort_limits* limits, uint32_t count,
                             struct schedule* s)
{
    struct wide w = wide_of(algorithm, desc, limits);
    w.s = s;
    w.count = count;
    declare_scratch(&w);
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
        add_move(w, &keys);
    if (values.to != SLOT_NONE)
        add_move(w, &values);
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
        add_move(w, &keys);
    if (w->desc->values == GLSORT_VALUES_INDICES) {
        values.label = "store indices";
        values.from = e->order;
        values.order = SLOT_NONE;
    }
    if (values.to != SLOT_NONE && values.to != values.from)
        add_move(w, &values);
}

void glsort_wide_build(const struct algorithm* algorithm, const struct sort_desc* desc,
                       const struct glsort_limits* limits, uint32_t count,
                       struct schedule* s)
{
    struct wide w = open_wide(algorithm, desc, limits, count, s);
    if (w.count == 0)
        return;
    bool copies_keys = desc->in_place && w.at.keys_copy != SLOT_NONE;
    bool copies_values = desc->in_place && w.at.values_copy != SLOT_NONE;
    uint32_t shared = s->scratch_count;
    add_loads(&w, true, true);
    for (uint32_t round = 0; round < sort_count(&w); ++round) {
        if (w.extracts)
            add_words(&w, round);
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

// ---- peeks ----------------------------------------------------------------------------

static bool was_written(const struct schedule* run, uint32_t done, uint8_t slot)
{
    for (uint32_t i = 0; i < done && slot != SLOT_NONE; ++i)
        if (writes_slot(&run->passes[i], slot))
            return true;
    return false;
}

static bool is_over(const struct schedule* run, uint32_t done, uint8_t part)
{
    for (uint32_t i = done; i < run->pass_count; ++i)
        if (run->passes[i].part == part)
            return false;
    return true;
}

// Appends the passes that write the algorithm's keys, if it sorts the caller's own, and
// the order reached. Returns the slot of the order; none if it is that of the input.
static uint8_t peek_order(struct wide* w, const struct schedule* run,
                          const struct peek_request* request)
{
    const struct pass* after = glsort_last_move(run, request->done);
    // The next sort may have overwritten some of the scratch of this one.
    if (w->extracts && after != NULL && is_over(run, request->done, after->part))
        return w->at.order;
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
    if (glsort_wide_applies(w->algorithm, &inner))
        peek.from.place = PLACE_INSIDE; // stores are of words
    if (peek.keys != SLOT_NONE || peek.values != SLOT_NONE)
        glsort_add_peek(w->algorithm, &peek, w->s);
    return whole ? peek.from.values : w->at.peek_order;
}

void glsort_wide_peek(const struct algorithm* algorithm, const struct sort_desc* desc,
                      const struct glsort_limits* limits, uint32_t count,
                      const struct schedule* run, const struct peek_request* request,
                      struct schedule* s)
{
    struct wide w = open_wide(algorithm, desc, limits, count, s);
    uint32_t done = request->done;
    glsort_peek_scratch(s, run);
    add_loads(&w, !was_written(run, done, w.at.keys),
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
    const struct wide w = wide_of(algorithm, desc, limits);
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
    assert(words > 0);
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
    const struct wide w = wide_of(algorithm, desc, limits);
    uint32_t keys = glsort_key_words(desc->key);
    uint32_t values = glsort_value_words(desc->values);
    uint32_t words = keys > values ? keys : values;
    struct capacity most = {MOST_WORDS / words,
                            "positions are 32-bit: at most 2^31 words of keys or values"};
    if (w.draws)
        words = wide_texels(desc);
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
