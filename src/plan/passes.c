// SPDX-License-Identifier: MIT
#include "passes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/common.h"

static bool holds_keys(uint8_t slot)
{
    return slot == SLOT_KEYS_IN || slot == SLOT_KEYS_OUT || slot == SLOT_PEEK_KEYS;
}

struct place glsort_place_of_caller(const struct sort_desc* desc, uint8_t slot)
{
    const uint32_t words =
        holds_keys(slot) ? glsort_key_words(desc->key) : glsort_value_words(desc->values);
    const uint32_t stride = slot == SLOT_KEYS_IN ? desc->key_stride : desc->value_stride;
    const bool is_input = slot == SLOT_KEYS_IN || slot == SLOT_VALUES_IN;
    return (struct place){
        .slot = slot,
        .words = (uint8_t)words,
        .stride_bytes = !is_input     ? 0
                        : stride != 0 ? stride
                                      : words * WORD_BYTES,
    };
}

struct ends glsort_ends_of_caller(const struct sort_desc* desc)
{
    return (struct ends){
        .keys_in = glsort_place_of_caller(desc, SLOT_KEYS_IN),
        .keys_out = glsort_place_of_caller(desc, SLOT_KEYS_OUT),
        .values_in = glsort_place_of_caller(desc, SLOT_VALUES_IN),
        .values_out = glsort_place_of_caller(desc, SLOT_VALUES_OUT),
    };
}

struct place glsort_place_of(const struct sort_desc* desc, uint8_t slot)
{
    const struct place* const ends[] = {&desc->ends.keys_in, &desc->ends.keys_out,
                                        &desc->ends.values_in, &desc->ends.values_out};
    for (uint32_t i = 0; i < 4; ++i)
        if (ends[i]->slot == slot)
            return *ends[i];
    return (struct place){.slot = slot, .words = 1};
}

void glsort_bind_elements(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                          uint32_t count, uint32_t access, uint8_t unit, size_t base)
{
    const struct place at = glsort_place_of(desc, slot);
    glsort_pass_place(p, &at, count, USAGE_STORAGE, access, unit, base);
}

void glsort_bind_keys(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                      uint32_t count, uint32_t access, uint8_t unit, size_t base)
{
    struct place at = glsort_place_of(desc, slot);
    at.words = (uint8_t)glsort_key_words(desc->key);
    glsort_pass_place(p, &at, count, USAGE_STORAGE, access, unit, base);
}

void glsort_add_sort(struct schedule* s, const struct algorithm* algorithm,
                     const struct sort_desc* desc, const struct glsort_limits* limits,
                     uint32_t count, struct sort_part part)
{
    const struct sort_part outer = {s->part, s->shared_from};
    if (outer.number == 0) {
        s->part = part.number;
        s->shared_from = part.shared_from;
    }
    s->part_at = s->pass_wanted;
    algorithm->build(desc, limits, count, s);
    s->part = outer.number;
    s->shared_from = outer.shared_from;
}

// ---- arrays of elements ---------------------------------------------------------------

struct elements glsort_inputs(const struct sort_desc* desc)
{
    bool given = values_given(desc->values);
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = desc->ends.keys_in.slot,
        .values = given ? desc->ends.values_in.slot : SLOT_NONE,
    };
}

struct elements glsort_outputs(const struct sort_desc* desc)
{
    bool values = desc->values != GLSORT_VALUES_NONE;
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = desc->ends.keys_out.slot,
        .values = values ? desc->ends.values_out.slot : SLOT_NONE,
    };
}

struct elements glsort_alternate(struct schedule* s, const struct sort_desc* desc,
                                 bool texture)
{
    uint64_t bytes = bytes_of_words(desc->max_count);
    struct elements alternate = {.place = PLACE_ARRAYS, .mapped = true};
    if (texture) {
        alternate.place = PLACE_PAIRS;
        alternate.keys = glsort_pair_texture(s, desc->max_count);
        return alternate;
    }
    alternate.keys =
        glsort_schedule_buffer(s, "keys alternate", bytes * glsort_key_words(desc->key));
    if (desc->values != GLSORT_VALUES_NONE)
        alternate.values = glsort_schedule_buffer(s, "values alternate", bytes);
    return alternate;
}

// ---- bindings -------------------------------------------------------------------------

void glsort_read_keys(struct pass* p, const struct sort_desc* desc, struct elements from,
                      uint32_t count)
{
    if (from.place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, from.keys, GLSORT_READ, count);
        glsort_pass_moves(p, bytes_of_words(count));
    } else {
        glsort_bind_keys(p, desc, from.keys, count, GLSORT_READ, IO_KEYS_IN,
                         IO_BASE(keys_in_base));
    }
}

void glsort_read_elements(struct pass* p, const struct sort_desc* desc,
                          struct elements from, uint32_t count, bool values)
{
    glsort_read_keys(p, desc, from, count);
    if (values && from.place == PLACE_PAIRS)
        glsort_pass_moves(p, 2 * bytes_of_words(count));
    else if (values && from.values != SLOT_NONE)
        glsort_bind_elements(p, desc, from.values, count, GLSORT_READ, IO_VALUES_IN,
                             IO_BASE(values_in_base));
}

void glsort_write_elements(struct pass* p, const struct sort_desc* desc,
                           struct elements to, uint32_t count, bool keys, bool values)
{
    p->leaves = to;
    if (to.place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, to.keys, GLSORT_WRITE, count);
        glsort_pass_moves(p, 2 * bytes_of_words(count));
        return;
    }
    if (keys)
        glsort_bind_keys(p, desc, to.keys, count, GLSORT_WRITE, IO_KEYS_OUT,
                         IO_BASE(keys_out_base));
    if (values)
        glsort_bind_elements(p, desc, to.values, count, GLSORT_WRITE, IO_VALUES_OUT,
                             IO_BASE(values_out_base));
}

void glsort_read_outputs(struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        if (b->usage == USAGE_STORAGE &&
            (b->unit == IO_KEYS_OUT || b->unit == IO_VALUES_OUT))
            b->access |= GLSORT_READ;
    }
}

struct elements glsort_merged(const struct schedule* s, struct elements from,
                              struct elements to, uint32_t run_log)
{
    if (!s->gpu_count)
        return to;
    to.merges = from.merges | 1u << run_log;
    to.other_place = from.place;
    to.other_keys = from.keys;
    to.other_values = from.values;
    return to;
}

// ---- the pair texture -----------------------------------------------------------------

static_assert(PAIR_WIDTH == 1 << PAIR_WIDTH_LOG && 1 << PAIR_STRIP_LOG == 8 * PAIR_WIDTH,
              "lib/pair_texture.glsl: strips of 8 rows");
static_assert(UNIT_PAIRS < UNIT_COUNT, "a unit whose state is saved");

static uint64_t pair_texels_of(uint32_t pairs)
{
    return (uint64_t)ceil_divide(pairs, 1u << PAIR_STRIP_LOG) << PAIR_STRIP_LOG;
}

bool glsort_pair_texture_fits(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    return pair_texels_of(desc->max_count) <= limits->pair_texels;
}

uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count)
{
    return glsort_schedule_texture(s, "pairs alternate", FORMAT_RG32UI, PAIR_WIDTH_LOG,
                                   (uint32_t)pair_texels_of(max_count));
}

void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count)
{
    uint64_t bytes = 2 * WORD_BYTES * pair_texels_of(count);
    if ((access & GLSORT_READ) != 0)
        glsort_pass_fetch(p, slot, UNIT_PAIRS, bytes);
    if ((access & GLSORT_WRITE) != 0)
        glsort_pass_bind(p, slot, USAGE_IMAGE, GLSORT_WRITE, PAIR_IMAGE, 0, bytes);
}

// ---- first and last passes ------------------------------------------------------------

// Fills in the io_params of first and last passes, and appends uploads.

enum { FIRST_PARAMS_MOST = 2048 };

// The flags of a map of low words.
static uint32_t low_flags(struct key_map map, uint32_t negative, uint32_t positive)
{
    return (map.negative != 0 ? negative : 0) | (map.positive != 0 ? positive : 0);
}

struct io_params glsort_io_first(const struct sort_desc* desc)
{
    struct key_map in = glsort_key_map_in(desc->key, desc->direction);
    struct key_map low = glsort_key_map_low(desc->key, desc->direction);
    bool makes = desc->values == GLSORT_VALUES_INDICES;
    struct io_params io = {
        .read_negative = in.negative,
        .read_positive = in.positive,
        .flags = IO_WRITE_KEYS | (makes ? IO_MAKE_INDICES : 0u),
    };
    if (glsort_key_words(desc->key) > 1)
        io.flags |= low_flags(low, IO_READ_LOW_NEGATIVE, IO_READ_LOW_POSITIVE);
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_io_uploaded(&io, desc);
    return io;
}

void glsort_first_params(struct schedule* s, struct pass* p, const struct sort_desc* desc,
                         const void* params, uint32_t bytes)
{
    uint8_t room[FIRST_PARAMS_MOST] = {0};
    assert(bytes + desc->computed_bytes <= sizeof room);
    memcpy(room, params, bytes);
    if (desc->computed_bytes > 0) {
        p->computed_at = bytes;
        desc->compute(desc->maker, p, room + bytes);
    }
    glsort_pass_params(s, p, room, bytes + desc->computed_bytes);
}

void glsort_io_uploaded(struct io_params* io, const struct sort_desc* desc)
{
    const struct place keys = glsort_place_of_caller(desc, SLOT_KEYS_IN);
    const struct place values = glsort_place_of_caller(desc, SLOT_VALUES_IN);
    io->keys_in_gap = place_gap(&keys);
    io->values_in_gap = place_gap(&values);
}

void glsort_io_last(struct io_params* io, const struct sort_desc* desc)
{
    struct key_map out = glsort_key_map_out(desc->key, desc->direction);
    struct key_map low = glsort_key_map_low_out(desc->key, desc->direction);
    io->write_negative = out.negative;
    io->write_positive = out.positive;
    if (glsort_key_words(desc->key) > 1)
        io->flags |= low_flags(low, IO_WRITE_LOW_NEGATIVE, IO_WRITE_LOW_POSITIVE);
    if (desc->discard_keys)
        io->flags &= ~(uint32_t)IO_WRITE_KEYS;
}

uint32_t glsort_resources_used(glsort_values values, bool discard_keys)
{
    return GLSORT_TEXTURE_KEYS_IN | (discard_keys ? 0u : GLSORT_TEXTURE_KEYS_OUT) |
           (values_given(values) ? GLSORT_TEXTURE_VALUES_IN : 0u) |
           (values != GLSORT_VALUES_NONE ? GLSORT_TEXTURE_VALUES_OUT : 0u);
}

static uint32_t buffers_of(const struct sort_desc* desc)
{
    return glsort_resources_used(desc->values, desc->discard_keys) & ~desc->textures;
}

bool glsort_uploads_keys(const struct sort_desc* desc)
{
    return (buffers_of(desc) & GLSORT_TEXTURE_KEYS_IN) != 0;
}

bool glsort_uploads_values(const struct sort_desc* desc)
{
    return (buffers_of(desc) & GLSORT_TEXTURE_VALUES_IN) != 0;
}

bool glsort_downloads(const struct sort_desc* desc, uint8_t to)
{
    uint32_t buffers = buffers_of(desc);
    switch (to) {
    case SLOT_KEYS_OUT:
    case SLOT_PEEK_KEYS: return (buffers & GLSORT_TEXTURE_KEYS_OUT) != 0;
    case SLOT_VALUES_OUT:
    case SLOT_PEEK_VALUES: return (buffers & GLSORT_TEXTURE_VALUES_OUT) != 0;
    default: return false;
    }
}

bool glsort_downloads_any(const struct sort_desc* desc)
{
    return glsort_downloads(desc, SLOT_KEYS_OUT) ||
           glsort_downloads(desc, SLOT_VALUES_OUT);
}

bool glsort_has_transfers(const struct sort_desc* desc)
{
    return buffers_of(desc) != 0;
}

uint64_t glsort_input_bytes(const struct sort_desc* desc, uint8_t slot, uint32_t count)
{
    const struct place at = glsort_place_of_caller(desc, slot);
    return place_bytes(&at, count);
}

static uint32_t input_words(const struct sort_desc* desc, uint8_t slot, uint32_t count)
{
    return (uint32_t)(glsort_input_bytes(desc, slot, count) / WORD_BYTES);
}

uint32_t glsort_transfer_texels(const struct sort_desc* desc, uint32_t count)
{
    uint32_t most = glsort_has_transfers(desc) ? count : 0;
    if (glsort_uploads_keys(desc))
        most = larger(most, input_words(desc, SLOT_KEYS_IN, count));
    if (glsort_uploads_values(desc))
        most = larger(most, input_words(desc, SLOT_VALUES_IN, count));
    return most;
}

void glsort_declare_transfers(struct schedule* s, const struct sort_desc* desc,
                              uint8_t width_log)
{
    struct transfers* t = &s->transfers;
    bool values = desc->values == GLSORT_VALUES_4_BYTES;
    uint32_t max = desc->max_count;
    *t = (struct transfers){
        .keys = desc->ends.keys_in,
        .width_log = width_log,
    };
    if (values)
        t->values = desc->ends.values_in;
    if (glsort_uploads_keys(desc))
        t->keys.slot =
            glsort_schedule_texture(s, "keys uploaded", FORMAT_R32UI, width_log,
                                    input_words(desc, SLOT_KEYS_IN, max));
    if (glsort_uploads_values(desc))
        t->values.slot =
            glsort_schedule_texture(s, "values uploaded", FORMAT_R32UI, width_log,
                                    input_words(desc, SLOT_VALUES_IN, max));
    if (!glsort_downloads_any(desc))
        return;
    t->packed = glsort_schedule_texture(s, "words packed", FORMAT_RGBA32UI, width_log,
                                        ceil_divide(max, TEXEL_WORDS));
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER) {
        t->rest = glsort_schedule_texture(s, "words kept", FORMAT_R32UI, width_log, max);
        if (s->has_peeks)
            t->peek_rest = glsort_schedule_texture(s, "words kept by peek", FORMAT_R32UI,
                                                   width_log, max);
    }
}

void glsort_upload_input(struct schedule* s, const char* label, const struct place* from,
                         uint32_t count, uint8_t to)
{
    struct pass* p =
        glsort_add_upload(s, label, from->slot, to, place_bytes(from, count));
    p->bindings[0].element_bytes = from->words * WORD_BYTES;
    p->bindings[0].stride_bytes = from->stride_bytes;
}

void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint32_t count)
{
    if (glsort_uploads_keys(desc))
        glsort_upload_input(s, "upload keys", &desc->ends.keys_in, count,
                            s->transfers.keys.slot);
    if (glsort_uploads_values(desc))
        glsort_upload_input(s, "upload values", &desc->ends.values_in, count,
                            s->transfers.values.slot);
}

// ---- uploads, and the count from the GPU ----------------------------------------------

static_assert(sizeof(struct count_row) == 16, "std140 layout");
static_assert(STATE_WORDS == STATE_ROW_GROUPS(COUNT_ROWS_MANY), "arguments of every row");

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation)
{
    struct pass* p = glsort_schedule_pass(s, "prepare count", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_COUNT_PREPARE);
    const uint32_t room = preparation->many_rows ? COUNT_ROWS_MANY : COUNT_ROWS_FEW;
    const struct prepare_table table = {
        .params = {.count_base = preparation->at,
                   .max_count = preparation->max_count,
                   .group_limit = limits->group_count,
                   .plan_tile = preparation->plan_tile},
    };
    uint64_t first_bytes = bytes_of_words(preparation->at);
    p->variant = variant_count_prepare(room);
    p->groups = 1;
    if (preparation->from < SLOT_SCRATCH)
        glsort_pass_resource(p, preparation->from, GLSORT_READ, PREPARE_COUNT_IN, 0,
                             WORD_BYTES, offsetof(struct prepare_params, count_base));
    else
        glsort_pass_bind(p, preparation->from, USAGE_STORAGE, GLSORT_READ,
                         PREPARE_COUNT_IN, first_bytes, WORD_BYTES);
    glsort_pass_buffer(p, preparation->to, GLSORT_WRITE, PREPARE_STATE,
                       STATE_ROW_GROUPS(0) * WORD_BYTES);
    p->prepares = preparation->to;
    glsort_pass_params(s, p, &table,
                       (uint32_t)(offsetof(struct prepare_table, rows) +
                                  room * sizeof(struct count_row)));
    return p;
}

// Returns the pass whose table sizes the passes that take the count in this slot, and
// sets *state to its binding of the slot. NULL while the schedule has no memory.
static struct pass* preparation_of(struct schedule* s, uint8_t slot,
                                   struct binding** state)
{
    for (uint32_t i = s->pass_count; i-- > 0;) {
        struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            *state = &p->bindings[at];
            if (p->prepares == slot && (*state)->slot == slot)
                return p;
        }
    }
    return NULL;
}

// Index of the row in the table of the pass; adds the row if the table lacks it.
static uint32_t row_in(struct schedule* s, struct pass* p, struct binding* state,
                       const struct count_row* row)
{
    struct prepare_table* table =
        (struct prepare_table*)(s->params + p->params_at + p->table_at);
    uint32_t at = 0;
    while (at < table->params.row_count &&
           memcmp(&table->rows[at], row, sizeof *row) != 0)
        ++at;
    if (at < table->params.row_count)
        return at;
    assert(p->table_at + offsetof(struct prepare_table, rows) + (at + 1) * sizeof *row <=
           p->params_bytes);
    table->rows[at] = *row;
    table->params.row_count = at + 1;
    p->write_bytes += STATE_ROW_GROUPS(at + 1) * WORD_BYTES - state->range_bytes;
    state->range_bytes = STATE_ROW_GROUPS(at + 1) * WORD_BYTES;
    return at;
}

void glsort_pass_counted(struct schedule* s, struct pass* p, uint8_t slot,
                         const struct count_row* row)
{
    struct binding* state;
    struct pass* preparation = preparation_of(s, slot, &state);
    bool has_memory =
        preparation != NULL &&
        preparation->params_at + preparation->params_bytes <= s->params_room;
    uint32_t at = has_memory ? row_in(s, preparation, state, row) : 0;
    glsort_pass_indirect(p, slot, STATE_ROW_GROUPS(at) * WORD_BYTES);
}

void glsort_bind_row(struct schedule* s, struct pass* p, const struct count_row* row)
{
    glsort_bind_count(s, p);
    if (s->gpu_count && !s->is_peek)
        glsort_pass_counted(s, p, s->count_slot, row);
}

void glsort_bind_groups(struct schedule* s, struct pass* p, const struct count_row* row)
{
    if (p->groups <= s->direct_most)
        glsort_bind_count(s, p);
    else
        glsort_bind_row(s, p, row);
}

void glsort_bind_tiles(struct schedule* s, struct pass* p, uint32_t tile)
{
    const struct count_row row = {.tile = tile};
    glsort_bind_row(s, p, &row);
}

uint32_t glsort_cover(const struct schedule* s, uint32_t items)
{
    return s->gpu_count ? items : 0;
}

struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc)
{
    struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = desc->max_count,
        .many_rows = algorithm->many_count_rows,
    };
    return preparation;
}

void glsort_add_take_count(struct schedule* s, const struct algorithm* algorithm,
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT) {
        glsort_add_upload(s, "take count", SLOT_COUNT_IN, SLOT_STATE, WORD_BYTES);
        return;
    }
    struct count_preparation preparation = glsort_count_preparation(algorithm, desc);
    glsort_add_prepare_count(s, limits, &preparation);
}

void glsort_bind_count(const struct schedule* s, struct pass* p)
{
    if (s->gpu_count)
        glsort_pass_bind(p, s->count_slot, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0,
                         sizeof(struct count_block));
}

struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes)
{
    struct pass* p =
        glsort_schedule_pass(s, label, GLSORT_PASS_UPLOAD, GLSORT_PHASE_LOAD, 0);
    p->groups = (uint32_t)(bytes / WORD_BYTES);
    glsort_pass_bind(p, from, USAGE_COPY, GLSORT_READ, 0, 0, bytes);
    glsort_pass_bind(p, to, USAGE_COPY, GLSORT_WRITE, 0, 0, bytes);
    return p;
}
