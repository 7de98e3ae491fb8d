// SPDX-License-Identifier: MIT
#include "store.h"

#include <assert.h>
#include <string.h>

#include "counting.h"
#include "keys.h"
#include "passes.h"
#include "shader_ids.h"

static_assert(offsetof(struct io_params, keys_out_base) == 16 &&
                  offsetof(struct store_params, cover) == 56 &&
                  offsetof(struct store_params, merges) == 60,
              "cover_count.vert: what it reads");
static_assert(sizeof(struct store_params) == 80, "std140 layout");

// The io_params of the pass: it maps ordered integers back to keys, and leaves keys as
// they are if they have the caller's form already.
static struct io_params start_io(const struct store* store)
{
    struct io_params io = {0};
    if (store->from.mapped)
        glsort_io_last(&io, store->desc);
    if (store->desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_io_uploaded(&io, store->desc);
    return io;
}

static bool makes_indices(const struct store* store)
{
    return store->from.place == PLACE_ARRAYS && store->from.values == SLOT_NONE;
}

// ---- compute --------------------------------------------------------------------------

static void bind_sources(const struct store* store, const struct elements* from,
                         struct pass* p)
{
    if (from->place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, from->keys, GLSORT_READ, store->count);
        glsort_pass_moves(p, (uint64_t)store->count * ELEMENT_BYTES);
    } else if (from->place == PLACE_ELEMENTS) {
        glsort_pass_buffer(p, from->keys, GLSORT_READ, IO_KEYS_IN, from->bytes);
    } else {
        if (store->keys != SLOT_NONE)
            glsort_bind_keys(p, store->desc, from->keys, store->count, GLSORT_READ,
                             IO_KEYS_IN, IO_BASE(keys_in_base));
        if (store->values != SLOT_NONE && from->values != SLOT_NONE)
            glsort_bind_elements(p, store->desc, from->values, store->count, GLSORT_READ,
                                 IO_VALUES_IN, IO_BASE(values_in_base));
    }
}

// The two places where merges may have left the elements. If one of them is the pair
// texture, it comes first.
struct either {
    struct elements first;
    struct elements second;
    bool swapped; // the second has the elements if an even number of merges is left out
};

static struct either either_of(const struct store* store)
{
    struct either e = {.first = store->from, .second = {.place = PLACE_ARRAYS}};
    struct elements other = store->from;
    other.place = store->from.other_place;
    other.keys = store->from.other_keys;
    other.values = store->from.other_values;
    if (store->from.merges == 0)
        return e;
    e.swapped = other.place == PLACE_PAIRS;
    e.second = e.swapped ? e.first : other;
    e.first = e.swapped ? other : e.first;
    assert(e.second.place == PLACE_ARRAYS);
    return e;
}

static void bind_second(const struct store* store, const struct either* e, struct pass* p,
                        struct store_params* params)
{
    if (store->from.merges == 0)
        return;
    params->merges = store->from.merges;
    params->io.flags |= e->swapped ? STORE_IN_OTHER : 0;
    if (store->keys != SLOT_NONE)
        glsort_bind_keys(p, store->desc, e->second.keys, store->count, GLSORT_READ,
                         STORE_OTHER_KEYS,
                         offsetof(struct store_params, other_keys_base));
    if (store->values != SLOT_NONE)
        glsort_bind_elements(p, store->desc, e->second.values, store->count, GLSORT_READ,
                             STORE_OTHER_VALUES,
                             offsetof(struct store_params, other_values_base));
}

static void add_dispatch(struct schedule* s, const struct store* store)
{
    const struct either either = either_of(store);
    struct pass* p = glsort_schedule_pass(s, store->label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_STORE, SHADER_STORE);
    bool keys = store->keys != SLOT_NONE;
    bool values = store->values != SLOT_NONE;
    bool gathers = values && store->from.copy != SLOT_NONE;
    struct store_params params = {.io = start_io(store)};
    params.io.flags |=
        (gathers ? STORE_GATHER : 0) | (makes_indices(store) ? IO_MAKE_INDICES : 0);
    const uint32_t key_words = keys ? glsort_key_words(store->desc->key) : 1;
    p->variant = variant_store(keys, key_words, values, either.first.place,
                               store->from.merges != 0);
    p->groups = ceil_divide(store->count, STORE_GROUP);
    bind_sources(store, &either.first, p);
    bind_second(store, &either, p, &params);
    if (gathers) {
        uint64_t bytes = bytes_of_words(store->count);
        glsort_pass_buffer(p, store->from.copy, GLSORT_READ, STORE_COPY, bytes);
    }
    const struct elements to = {
        .place = PLACE_ARRAYS,
        .keys = store->keys,
        .values = store->values,
    };
    glsort_write_elements(p, store->desc, to, store->count, keys, values);
    glsort_bind_tiles(s, p, STORE_GROUP);
    glsort_pass_params(s, p, &params, sizeof params);
}

// ---- fragment -------------------------------------------------------------------------

// A draw that writes the keys or the values.
struct draw {
    struct schedule* s;
    const struct store* store;
    uint8_t to;
    bool values;
    uint8_t rest; // texture that keeps the caller's words beyond the count; or none
    uint64_t bytes;
};

// True if the destination is a buffer, to which a download copies what the draw wrote.
static bool downloads(const struct draw* d)
{
    return glsort_downloads(d->store->desc, d->to);
}

// With a count on the GPU, a download writes max_count elements, because the CPU does not
// know the count. So max_count elements of the caller's output are uploaded first, and
// the download writes back those beyond the count.
static void add_rest_upload(const struct draw* d)
{
    if (d->rest == SLOT_NONE)
        return;
    struct pass* p = glsort_add_upload(d->s, "keep the rest", d->to, d->rest, d->bytes);
    p->phase = GLSORT_PHASE_STORE;
}

static void bind_input(const struct draw* d, struct pass* p, struct store_params* params)
{
    const struct transfers* t = &d->s->transfers;
    uint32_t width = 1u << t->width_log;
    params->io.keys_in_base = params->io.values_in_base = width;
    if (!d->values)
        glsort_pass_place(p, &t->keys, d->store->count, USAGE_FETCH, GLSORT_READ,
                          UNIT_KEYS_IN, IO_BASE(keys_in_base));
    else if (d->store->from.values != SLOT_NONE)
        glsort_pass_place(p, &t->values, d->store->count, USAGE_FETCH, GLSORT_READ,
                          UNIT_VALUES_IN, IO_BASE(values_in_base));
    if (d->values)
        params->io.flags |= makes_indices(d->store) ? IO_MAKE_INDICES : IO_READ_VALUES;
}

static uint8_t texture_log(const struct schedule* s, uint8_t slot)
{
    return s->scratch[slot - SLOT_SCRATCH].width_log;
}

static void bind_elements(const struct draw* d, struct pass* p,
                          struct store_params* params)
{
    const struct elements* from = &d->store->from;
    uint64_t first =
        from->place == PLACE_SIXTEENS ? (uint64_t)from->layout * ELEMENT_BYTES : 0;
    glsort_pass_bind(p, from->keys, USAGE_FETCH, GLSORT_READ, UNIT_ELEMENTS, first,
                     from->bytes);
    glsort_pass_moves(p, 2 * d->bytes);
    if (from->merges != 0) {
        glsort_pass_fetch(p, from->other_keys, UNIT_OTHERS, from->bytes);
        glsort_pass_moves(p, 0); // the elements are in one of both
    }
    params->merges = from->merges;
    if (d->values && from->copy != SLOT_NONE) {
        params->io.flags |= STORE_GATHER;
        params->io.values_in_base = 1u << texture_log(d->s, from->copy);
        glsort_pass_fetch(
            p, from->copy, UNIT_VALUES_IN,
            glsort_input_bytes(d->store->desc, SLOT_VALUES_IN, d->store->count));
        glsort_pass_moves(p, d->bytes);
    }
}

// True if the words are indices into the input, which has the keys and values to write.
// What a peek stores may be of another sort of the schedule than its transfers.
static bool reads_input(const struct draw* d)
{
    const struct elements* from = &d->store->from;
    const struct sort_desc* desc = d->store->desc;
    return from->place == PLACE_WORDS && from->layout != WORDS_KEYS &&
           (!d->values || desc->rejects || desc->values == GLSORT_VALUES_4_BYTES);
}

// The words, and the keys or values that their indices refer to, as if these were keys.
static void bind_words(const struct draw* d, struct pass* p, struct store_params* params)
{
    const struct elements* from = &d->store->from;
    const struct sort_desc* desc = d->store->desc;
    const struct transfers* t = &d->s->transfers;
    bool values = d->values && !desc->rejects;
    params->io.keys_in_base = 1u << t->width_log;
    glsort_pass_fetch(p, from->keys, UNIT_ELEMENTS, from->bytes);
    if (!reads_input(d))
        return;
    const struct place* input = values ? &t->values : &t->keys;
    params->io.keys_in_gap = place_gap(input);
    glsort_pass_place(p, input, d->store->count, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN,
                      IO_BASE(keys_in_base));
    if (desc->rejects) {
        uint32_t key = glsort_key_map_apply(glsort_key_map_in(desc->key, desc->direction),
                                            desc->reject);
        params->other_keys_base = key >> (from->layout >> WORDS_SHIFT & 31) &
                                  low_ones(from->layout >> WORDS_REST);
    }
}

static void bind_texture(const struct draw* d, struct pass* p,
                         struct store_params* params)
{
    bool of_caller = d->to < SLOT_SCRATCH;
    uint8_t width_log = of_caller ? 0 : texture_log(d->s, d->to);
    params->io.keys_out_base = 1u << width_log;
    params->cover = glsort_cover(d->s, 1);
    p->width_log = of_caller ? CALLER_WIDTH : width_log;
    p->groups = d->store->count;
    glsort_pass_bind_caller(p, d->to, USAGE_TARGET, GLSORT_WRITE, 0, d->bytes,
                            IO_BASE(keys_out_base));
}

static void bind_download(const struct draw* d, struct pass* p,
                          struct store_params* params)
{
    const struct transfers* t = &d->s->transfers;
    params->io.flags |= d->rest != SLOT_NONE ? STORE_KEEP_REST : 0;
    params->io.keys_out_base = 1u << t->width_log;
    params->cover = d->rest != SLOT_NONE ? 0 : glsort_cover(d->s, TEXEL_WORDS);
    p->width_log = t->width_log;
    p->groups = ceil_divide(d->store->count, TEXEL_WORDS);
    if (d->rest != SLOT_NONE) {
        glsort_pass_fetch(p, d->rest, UNIT_REST, d->bytes);
        glsort_pass_moves(p, 0); // a word is written from the rest or from the elements
    }
    glsort_pass_target(p, t->packed, 0, (uint64_t)p->groups * TEXEL_BYTES);
    glsort_pass_moves(p, d->bytes);
    glsort_pass_download(p, d->to, 0, d->bytes);
}

// Width of the texture that the pass reads: the two sorts that a wide sort consists of
// may have textures of different widths.
static uint8_t width_log_of(const struct schedule* s, const struct elements* from)
{
    return from->place == PLACE_ARRAYS ? s->transfers.width_log
                                       : texture_log(s, from->keys);
}

static uint32_t place_of(const struct draw* d)
{
    return reads_input(d) ? PLACE_WORDS_INPUT : d->store->from.place;
}

// True if the pass writes what it finds in the elements, and nothing else.
static bool is_plain(const struct draw* d)
{
    const bool gathers = d->values && d->store->from.copy != SLOT_NONE;
    return !gathers && !d->store->desc->rejects && d->rest == SLOT_NONE &&
           place_of(d) != PLACE_ARRAYS;
}

static void add_store_draw(struct schedule* s, const struct store* store, uint8_t to,
                           bool values)
{
    bool peeks = to == SLOT_PEEK_KEYS || to == SLOT_PEEK_VALUES;
    struct draw d = {
        .s = s,
        .store = store,
        .to = to,
        .values = values,
        .bytes = bytes_of_words(store->count),
    };
    if (downloads(&d))
        d.rest = peeks ? s->transfers.peek_rest : s->transfers.rest;
    struct store_params params = {
        .io = start_io(store),
        .width_log = width_log_of(s, &store->from),
        .layout_in = store->from.layout,
    };
    params.io.flags = values ? STORE_VALUES : 0;
    if (values && store->desc->rejects) {
        assert(store->from.place != PLACE_ARRAYS);
        params.io.flags |= STORE_REJECTS;
        params.reject = store->desc->reject;
        params.rejected = store->desc->rejected;
    }
    add_rest_upload(&d);
    struct pass* p =
        glsort_schedule_pass(s, values ? "store values" : "store keys", GLSORT_PASS_DRAW,
                             GLSORT_PHASE_STORE, SHADER_STORE_DRAW);
    p->variant = variant_store_draw(downloads(&d), place_of(&d), store->from.merges != 0,
                                    is_plain(&d));
    if (store->from.place == PLACE_ARRAYS)
        bind_input(&d, p, &params);
    else if (store->from.place == PLACE_WORDS)
        bind_words(&d, p, &params);
    else
        bind_elements(&d, p, &params);
    if (downloads(&d))
        bind_download(&d, p, &params);
    else
        bind_texture(&d, p, &params);
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
}

void glsort_add_store(struct schedule* s, const struct store* store)
{
    if (store->desc->backend == GLSORT_BACKEND_COMPUTE) {
        add_dispatch(s, store);
        return;
    }
    if (store->keys != SLOT_NONE)
        add_store_draw(s, store, store->keys, false);
    if (store->values != SLOT_NONE)
        add_store_draw(s, store, store->values, true);
}

void glsort_store_result(struct schedule* s, const struct sort_desc* desc, uint32_t count,
                         const char* label, struct elements from)
{
    const struct store store = {
        .label = label,
        .desc = desc,
        .count = count,
        .from = from,
        .keys = desc->discard_keys ? SLOT_NONE : desc->ends.keys_out.slot,
        .values =
            desc->values != GLSORT_VALUES_NONE ? desc->ends.values_out.slot : SLOT_NONE,
    };
    glsort_add_store(s, &store);
}

void glsort_store_peeked(struct schedule* s, const struct peek* peek, const char* label,
                         struct elements from)
{
    const struct store store = {
        .label = label,
        .desc = peek->desc,
        .count = peek->count,
        .from = from,
        .keys = peek->keys,
        .values = peek->values,
    };
    if (peek->keys != SLOT_NONE || peek->values != SLOT_NONE)
        glsort_add_store(s, &store);
}

// ---- peeks ----------------------------------------------------------------------------

const struct pass* glsort_last_move(const struct schedule* run, uint32_t done)
{
    for (uint32_t i = done; i-- > 0;)
        if (run->passes[i].leaves.place != PLACE_UNCHANGED)
            return &run->passes[i];
    return NULL;
}

void glsort_peek_scratch(struct schedule* s, const struct schedule* run)
{
    memcpy(s->scratch, run->scratch, sizeof s->scratch);
    s->scratch_count = run->scratch_count;
    s->transfers = run->transfers;
}

void glsort_add_peek(const struct algorithm* algorithm, const struct peek* peek,
                     struct schedule* s)
{
    if (peek->from.place == PLACE_INSIDE) {
        algorithm->peek(peek, s);
        return;
    }
    if (peek->after == NULL && peek->desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_add_uploads(s, peek->desc, peek->count);
    glsort_store_peeked(s, peek, "store order reached", peek->from);
}
