// SPDX-License-Identifier: MIT
// Scratch, bindings and passes over elements of several words.
#include "wide_passes.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "extent.h"
#include "keys.h"
#include "ends.h"
#include "shader_ids.h"
#include "shared/wide.h"
#include "source_sink.h"
#include "stock_passes.h"

static_assert(WIDE_TILE == WIDE_GROUP * WIDE_ITEMS, "wide_gather.comp: a group's tile");
static_assert(sizeof(struct wide_params) == 64, "std140 layout");

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

uint32_t glsort_wide_texels(const struct sort_desc* desc)
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

void glsort_wide_declare(struct wide* w)
{
    const struct sort_desc* desc = w->desc;
    bool downloads = w->draws && glsort_downloads(desc, SLOT_VALUES_OUT);
    w->width_log =
        texture_width_log(larger(desc->max_count * glsort_wide_texels(desc),
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

void glsort_wide_add_loads(struct wide* w, bool keys, bool values)
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

void glsort_wide_add_words(struct wide* w, uint32_t round)
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

void glsort_wide_add_move(struct wide* w, const struct wide_move* move)
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
