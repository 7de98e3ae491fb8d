// SPDX-License-Identifier: MIT
// Radix sort in fragment passes, least significant digit first, with digits of 4 bits. A
// fragment cannot scatter, so each output finds its source instead. For each digit:
//
//   local      a fragment ranks a block of 60 elements: their order by the digit, and
//              where each of the 16 digits starts in it
//   reduce     sums of these starts over 32 blocks, and again over 32 sums (of more than
//              MOST_SUMS)
//   top, down  prefix sums: where the elements of each digit in each block go. As a start
//              is the number of smaller digits, the difference of two sums of starts is a
//              count, and no pass counts anything
//   parts      the run, which is a digit in a block, of every 64th output, by binary
//              search in these prefix sums
//   gather     a fragment walks the runs of its outputs, from the one that `parts` names,
//              and then reads all their sources
//
// That is the counting of M. Zagha and G. E. Blelloch ("Radix Sort for Vector
// Multiprocessors", 1991) with the scatter turned around, as prefix sums were used for
// stream compaction before compute shaders (D. Horn, "Stream Reduction Operations for
// GPGPU Applications", GPU Gems 2, 2005).
//
// Elements are pairs, eight a texel, until the rest of a key and the index of its element
// fit in one word: from then on they are words, sixteen a texel, and the last pass reads
// keys and values in the inputs by these indices. Sorts without values have keys as words
// throughout.
#include "radix_build.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "shader_ids.h"
#include "shared/radix_gather.h"
#include "passes.h"
#include "store.h"

static_assert(offsetof(struct radix_draw_params, cover) == 56 &&
                  offsetof(struct radix_draw_params, merges) == 60,
              "cover_count.vert: what it reads");
static_assert(sizeof(struct radix_draw_params) == 96, "std140 layout");
static_assert(DRAW_FAN * DRAW_FAN * DRAW_BLOCK < 1 << 16,
              "radix_reduce.frag: sums have 16 bits");
static_assert(DRAW_STRIDE % 16 == 0, "radix_gather.frag: a fragment is in one stride");

enum {
    PAIRS = 8, // of a texel of four layers
    WORDS = 16,
    LAYERS = 4,
};

// A row of a texture has at least four texels.
enum { MIN_WIDTH_LOG = 2 };

// Up to this many sums of blocks, a fragment of the top level adds up all of them.
enum { MOST_SUMS = 96 };

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;       // sizes the passes; a count on the GPU may be smaller
    uint32_t digits;      // of the range of bits
    uint32_t packed_at;   // the digit from which on elements are words; 0: from the first
    uint32_t index_bits;  // of the words
    uint8_t elements_log; // widths of textures: of pairs and words,
    uint8_t tables_log;   // and of all others but transfers
    uint8_t pairs[2];
    uint8_t words[2];
    uint8_t blocks; // the order of each block by the digit
    uint8_t sums[2];
    uint8_t group_starts[2];
    uint8_t starts;
    uint8_t parts;
};

// ---- elements -------------------------------------------------------------------------

static bool has_values(const struct sort_desc* desc)
{
    return desc->values != GLSORT_VALUES_NONE;
}

// True if elements become words. The last pass then reads keys and values in the inputs,
// which the caller's textures are not for, because they may be the outputs, too. Buffers
// are copied to textures of the plan first; and an order of indices reads none.
static bool packs(const struct sort_desc* desc)
{
    const uint32_t in = GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_IN;
    bool of_order = desc->discard_keys && desc->values == GLSORT_VALUES_INDICES;
    return of_order || (desc->textures & in) == 0;
}

// Bits of the keys that the digits from `digit` on sort by.
static uint32_t bits_left(const struct sort_desc* desc, uint32_t digit)
{
    uint32_t sorted = digit * DRAW_DIGIT_BITS;
    return sorted < desc->bit_count ? desc->bit_count - sorted : 0;
}

// The first digit, but not the first of all, for which the rest of a key and an index fit
// in a word. It depends on the largest count, so that a plan has the same shaders for
// every count.
static uint32_t first_packed(const struct sort_desc* desc, uint32_t index_bits)
{
    uint32_t digit = 1;
    while (bits_left(desc, digit) + index_bits > WORD_BITS)
        ++digit;
    return digit;
}

// Where the elements are before a digit, or after the last one.
static uint32_t source_of(const struct builder* b, uint32_t digit)
{
    return digit == 0 ? DRAW_INPUTS : digit < b->packed_at ? DRAW_PAIRS : DRAW_WORDS;
}

static uint8_t slot_of(const struct builder* b, uint32_t digit)
{
    return source_of(b, digit) == DRAW_PAIRS ? b->pairs[digit % 2] : b->words[digit % 2];
}

static uint64_t element_bytes(const struct builder* b, uint32_t digit)
{
    return source_of(b, digit) == DRAW_PAIRS ? 2 * WORD_BYTES : WORD_BYTES;
}

static uint32_t rest_shift(const struct builder* b)
{
    uint32_t shift = b->desc->first_bit + b->packed_at * DRAW_DIGIT_BITS;
    return shift < WORD_BITS ? shift : WORD_BITS - 1;
}

static uint32_t layout_of(const struct builder* b, uint32_t digit)
{
    if (source_of(b, digit) == DRAW_PAIRS)
        return 0;
    if (!has_values(b->desc))
        return WORDS_KEYS;
    return b->index_bits | rest_shift(b) << WORDS_SHIFT |
           bits_left(b->desc, b->packed_at) << WORDS_REST;
}

// True if the values of pairs, too, are indices, although the caller has values.
static bool values_wait(const struct builder* b)
{
    return packs(b->desc) && b->desc->values == GLSORT_VALUES_4_BYTES;
}

static struct elements elements_at(const struct builder* b, uint32_t digit)
{
    bool words = source_of(b, digit) == DRAW_WORDS;
    return (struct elements){
        .place = words ? PLACE_WORDS : PLACE_LAYERS,
        .keys = slot_of(b, digit),
        .copy = !words && values_wait(b) ? b->s->transfers.values.slot : SLOT_NONE,
        .mapped = !words || !has_values(b->desc), // otherwise read from the inputs
        .layout = layout_of(b, digit),
        .bytes = b->count * element_bytes(b, digit),
    };
}

// ---- the beginning --------------------------------------------------------------------

static uint32_t blocks_of(uint32_t count)
{
    return ceil_divide(count, DRAW_BLOCK);
}

static uint32_t sums_of(uint32_t count)
{
    return ceil_divide(count, DRAW_BLOCK * DRAW_FAN);
}

static uint32_t groups_of(uint32_t count)
{
    return ceil_divide(count, DRAW_BLOCK * DRAW_FAN * DRAW_FAN);
}

// A fragment writes the starts of four digits in four blocks.
static uint32_t starts_of(uint32_t count)
{
    return 4 * ceil_divide(blocks_of(count), 4);
}

// True if the elements after some digit are in this texture of the two.
static bool uses(const struct builder* b, uint32_t source, uint32_t parity)
{
    for (uint32_t digit = 1; digit <= b->digits; ++digit)
        if (source_of(b, digit) == source && digit % 2 == parity)
            return true;
    return false;
}

static void declare_elements(struct builder* b)
{
    static const char* const pairs[] = {"pairs 0", "pairs 1"};
    static const char* const words[] = {"words 0", "words 1"};
    uint32_t max = b->desc->max_count;
    for (uint32_t i = 0; i < 2; ++i) {
        if (uses(b, DRAW_PAIRS, i))
            b->pairs[i] = glsort_schedule_layers(b->s, pairs[i], LAYERS, b->elements_log,
                                                 ceil_divide(max, PAIRS));
        if (uses(b, DRAW_WORDS, i))
            b->words[i] = glsort_schedule_layers(b->s, words[i], LAYERS, b->elements_log,
                                                 ceil_divide(max, WORDS));
    }
}

static void declare_tables(struct builder* b)
{
    struct schedule* s = b->s;
    uint32_t max = b->desc->max_count;
    uint8_t log = b->tables_log;
    b->blocks =
        glsort_schedule_layers(s, "orders of blocks", LAYERS, log, blocks_of(max));
    b->sums[0] = glsort_schedule_layers(s, "sums of blocks", 2, log, sums_of(max));
    b->group_starts[0] =
        glsort_schedule_layers(s, "starts of sums", LAYERS, log, sums_of(max));
    if (sums_of(max) > MOST_SUMS) {
        b->sums[1] = glsort_schedule_layers(s, "sums of sums", 2, log, groups_of(max));
        b->group_starts[1] =
            glsort_schedule_layers(s, "starts of groups", LAYERS, log, groups_of(max));
    }
    b->starts = glsort_schedule_layers(s, "starts of runs", LAYERS, log, starts_of(max));
    b->parts = glsort_schedule_texture(s, "runs of strides", FORMAT_RG32UI, log,
                                       ceil_divide(max, DRAW_STRIDE));
}

static uint8_t tables_log(const struct sort_desc* desc)
{
    uint8_t log = texture_width_log(starts_of(desc->max_count));
    return log > MIN_WIDTH_LOG ? log : MIN_WIDTH_LOG;
}

static struct builder open_builder(const struct sort_desc* desc, uint32_t count,
                                   struct schedule* s)
{
    struct builder b = {
        .s = s,
        .desc = desc,
        .count = count,
        .digits = ceil_divide(desc->bit_count, DRAW_DIGIT_BITS),
        .elements_log = texture_width_log(ceil_divide(desc->max_count, PAIRS)),
        .tables_log = tables_log(desc),
    };
    b.packed_at = b.digits + 1;
    if (!has_values(desc)) {
        b.packed_at = 0;
    } else if (packs(desc)) {
        b.index_bits = ceil_log(desc->max_count);
        b.packed_at = first_packed(desc, b.index_bits);
    }
    declare_elements(&b);
    declare_tables(&b);
    glsort_declare_transfers(
        s, desc, texture_width_log(glsort_transfer_texels(desc, desc->max_count)));
    return b;
}

// ---- passes ---------------------------------------------------------------------------

// The digit's bits in a key, or in a word.
static uint32_t shift_of(const struct builder* b, uint32_t digit)
{
    if (source_of(b, digit) != DRAW_WORDS || !has_values(b->desc))
        return b->desc->first_bit + digit * DRAW_DIGIT_BITS;
    return b->index_bits + (digit - b->packed_at) * DRAW_DIGIT_BITS;
}

// Parameters of a pass that writes a table, whose fragments are sized by `items`
// elements. The words of a sort without values are whole keys.
static struct radix_draw_params params_of(const struct builder* b, uint32_t digit,
                                          uint32_t items)
{
    uint32_t left = bits_left(b->desc, digit);
    bool keys = !has_values(b->desc);
    struct radix_draw_params params = {
        .io = glsort_io_first(b->desc),
        .width_log = b->tables_log,
        .cover = glsort_cover(b->s, items),
        .shift = shift_of(b, digit),
        .digit_mask = low_ones(left < DRAW_DIGIT_BITS ? left : DRAW_DIGIT_BITS),
        .index_bits = keys ? 0 : b->index_bits,
        .rest_shift = keys ? 0 : rest_shift(b),
        .rest_mask = keys ? UINT32_MAX : low_ones(bits_left(b->desc, b->packed_at)),
        .elements_log = b->elements_log,
        .tables_log = b->tables_log,
    };
    params.io.keys_in_base = params.io.values_in_base = 1u << b->s->transfers.width_log;
    params.io.keys_out_base = 1u << b->tables_log;
    return params;
}

static struct pass* add_radix_draw(struct builder* b, const char* label, uint16_t shader,
                                   uint32_t digit, uint32_t texels)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, shader);
    p->width_log = b->tables_log;
    p->groups = texels;
    p->level = (uint8_t)(digit + 1);
    glsort_bind_count(b->s, p);
    return p;
}

static void fetch(struct pass* p, uint8_t slot, uint8_t unit, uint32_t texels,
                  uint32_t layers)
{
    glsort_pass_fetch(p, slot, unit, (uint64_t)texels * layers * TEXEL_BYTES);
}

static void set_target(struct pass* p, uint8_t slot, uint32_t layers)
{
    glsort_pass_target(p, slot, 0, (uint64_t)p->groups * layers * TEXEL_BYTES);
}

static void fetch_inputs(struct builder* b, struct pass* p, bool values,
                         struct radix_draw_params* params)
{
    const struct transfers* in = &b->s->transfers;
    glsort_pass_place(p, &in->keys, b->count, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN,
                      IO_BASE(keys_in_base));
    if (values && values_wait(b))
        params->io.flags |= IO_MAKE_INDICES;
    if (!values || in->values.slot == SLOT_NONE || values_wait(b))
        return;
    params->io.flags |= IO_READ_VALUES;
    glsort_pass_place(p, &in->values, b->count, USAGE_FETCH, GLSORT_READ, UNIT_VALUES_IN,
                      IO_BASE(values_in_base));
}

// Binds the elements as they are before the digit.
static void fetch_elements(struct builder* b, struct pass* p, uint32_t digit, bool values,
                           struct radix_draw_params* params)
{
    if (digit == 0) {
        fetch_inputs(b, p, values, params);
        return;
    }
    const struct elements from = elements_at(b, digit);
    glsort_pass_fetch(p, from.keys, UNIT_ELEMENTS, from.bytes);
}

static void draw_local(struct builder* b, uint32_t digit)
{
    struct pass* p = add_radix_draw(b, "rank within blocks", SHADER_RADIX_LOCAL_DRAW,
                                    digit, blocks_of(b->count));
    struct radix_draw_params params = params_of(b, digit, DRAW_BLOCK);
    p->variant = variant_radix_local_draw(source_of(b, digit));
    fetch_elements(b, p, digit, false, &params);
    set_target(p, b->blocks, LAYERS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Sums up the starts of blocks, or the sums of blocks.
static void draw_reduce(struct builder* b, uint32_t digit, bool of_blocks)
{
    uint32_t texels = of_blocks ? sums_of(b->count) : groups_of(b->count);
    uint32_t entry = of_blocks ? DRAW_BLOCK : DRAW_BLOCK * DRAW_FAN;
    struct pass* p =
        add_radix_draw(b, "sum up digit starts", SHADER_RADIX_REDUCE_DRAW, digit, texels);
    struct radix_draw_params params = params_of(b, digit, entry * DRAW_FAN);
    params.entry = entry;
    p->variant = variant_radix_reduce_draw(of_blocks);
    if (of_blocks)
        fetch(p, b->blocks, UNIT_BLOCKS, blocks_of(b->count), LAYERS);
    else
        fetch(p, b->sums[0], UNIT_SUMS, sums_of(b->count), 2);
    p->read_bytes =
        (uint64_t)(of_blocks ? blocks_of(b->count) : 2 * sums_of(b->count)) * TEXEL_BYTES;
    set_target(p, b->sums[of_blocks ? 0 : 1], 2);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// The first level from above: of the sums of sums, or if there are few, of the sums.
static void draw_top(struct builder* b, uint32_t digit, uint32_t level)
{
    uint32_t texels = level == 0 ? sums_of(b->count) : groups_of(b->count);
    uint32_t entry = DRAW_BLOCK * DRAW_FAN * (level == 0 ? 1 : DRAW_FAN);
    struct pass* p =
        add_radix_draw(b, "starts from all sums", SHADER_RADIX_TOP_DRAW, digit, texels);
    struct radix_draw_params params = params_of(b, digit, entry);
    params.entry = entry;
    fetch(p, b->sums[level], UNIT_SUMS, texels, 2);
    glsort_pass_moves(p, (uint64_t)texels * texels * 2 * TEXEL_BYTES);
    set_target(p, b->group_starts[level], LAYERS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void draw_down(struct builder* b, uint32_t digit)
{
    uint32_t texels = sums_of(b->count);
    uint32_t entry = DRAW_BLOCK * DRAW_FAN;
    struct pass* p = add_radix_draw(b, "starts from their group", SHADER_RADIX_DOWN_DRAW,
                                    digit, texels);
    struct radix_draw_params params = params_of(b, digit, entry);
    params.entry = entry;
    fetch(p, b->sums[0], UNIT_SUMS, texels, 2);
    glsort_pass_moves(p, (uint64_t)texels * (DRAW_FAN / 2) * 2 * TEXEL_BYTES);
    fetch(p, b->group_starts[1], UNIT_STARTS, groups_of(b->count), LAYERS);
    glsort_pass_moves(p, (uint64_t)texels * LAYERS * TEXEL_BYTES);
    set_target(p, b->group_starts[0], LAYERS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// The texels are whole fours, which no row divides (MIN_WIDTH_LOG).
static void draw_starts(struct builder* b, uint32_t digit)
{
    struct pass* p = add_radix_draw(b, "starts of runs in blocks",
                                    SHADER_RADIX_STARTS_DRAW, digit, starts_of(b->count));
    struct radix_draw_params params = params_of(b, digit, DRAW_BLOCK);
    fetch(p, b->blocks, UNIT_BLOCKS, blocks_of(b->count), LAYERS);
    glsort_pass_moves(p, (uint64_t)p->groups * (DRAW_FAN / 2) * TEXEL_BYTES);
    fetch(p, b->group_starts[0], UNIT_STARTS, sums_of(b->count), LAYERS);
    glsort_pass_moves(p, (uint64_t)p->groups * LAYERS * TEXEL_BYTES);
    set_target(p, b->starts, LAYERS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Texels that a binary search over the blocks reads.
static uint32_t search_texels(const struct builder* b)
{
    return ceil_log(ceil_divide(blocks_of(b->count), 4)) + 1;
}

static uint64_t parts_bytes(const struct builder* b)
{
    return (uint64_t)ceil_divide(b->count, DRAW_STRIDE) * 2 * WORD_BYTES;
}

static void draw_parts(struct builder* b, uint32_t digit)
{
    struct pass* p = add_radix_draw(b, "runs of every stride", SHADER_RADIX_PARTS_DRAW,
                                    digit, ceil_divide(b->count, DRAW_STRIDE));
    struct radix_draw_params params = params_of(b, digit, DRAW_STRIDE);
    fetch(p, b->starts, UNIT_STARTS, starts_of(b->count), LAYERS);
    glsort_pass_moves(p, (uint64_t)p->groups * (DRAW_DIGIT_BITS + search_texels(b)) *
                             TEXEL_BYTES);
    glsort_pass_target(p, b->parts, 0, parts_bytes(b));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Reads at least two texels of a block for each run, and each texel of `parts` twice.
static void draw_gather(struct builder* b, uint32_t digit)
{
    const struct elements to = elements_at(b, digit + 1);
    uint32_t items = source_of(b, digit + 1) == DRAW_PAIRS ? PAIRS : WORDS;
    struct pass* p = add_radix_draw(b, "gather by digit", SHADER_RADIX_GATHER_DRAW, digit,
                                    ceil_divide(b->count, items));
    struct radix_draw_params params = params_of(b, digit, items);
    p->width_log = b->elements_log;
    params.width_log = b->elements_log;
    params.io.keys_out_base = 1u << b->elements_log;
    p->variant = variant_radix_gather_draw(source_of(b, digit), to.place == PLACE_WORDS);
    fetch_elements(b, p, digit, true, &params);
    fetch(p, b->blocks, UNIT_BLOCKS, blocks_of(b->count), LAYERS);
    glsort_pass_moves(p, (uint64_t)p->groups * 2 * TEXEL_BYTES);
    fetch(p, b->starts, UNIT_STARTS, starts_of(b->count), LAYERS);
    glsort_pass_moves(p, 0); // only where a run is searched for
    glsort_pass_fetch(p, b->parts, UNIT_PARTS, parts_bytes(b));
    glsort_pass_moves(p, (uint64_t)p->groups * 2 * 2 * WORD_BYTES);
    set_target(p, to.keys, LAYERS);
    glsort_pass_moves(p, to.bytes);
    p->leaves = to;
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void draw_digit(struct builder* b, uint32_t digit)
{
    bool has_groups = sums_of(b->count) > MOST_SUMS;
    draw_local(b, digit);
    draw_reduce(b, digit, true);
    if (has_groups)
        draw_reduce(b, digit, false);
    draw_top(b, digit, has_groups ? 1 : 0);
    if (has_groups)
        draw_down(b, digit);
    draw_starts(b, digit);
    draw_parts(b, digit);
    draw_gather(b, digit);
}

void glsort_radix_draws_build(const struct sort_desc* desc, uint32_t count,
                              struct schedule* s)
{
    struct builder b = open_builder(desc, count, s);
    if (count == 0)
        return;
    glsort_add_uploads(s, desc, count);
    for (uint32_t digit = 0; digit < b.digits; ++digit)
        draw_digit(&b, digit);
    glsort_store_result(s, desc, count, NULL, elements_at(&b, b.digits));
}

// ---- what radix.c asks ----------------------------------------------------------------

struct refusal glsort_radix_draws_refuse(const struct glsort_limits* limits)
{
    if (limits->draw_buffers < LAYERS)
        return (struct refusal){"radix in fragment passes needs 4 draw buffers",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_DRAW_BUFFERS};
    if (limits->texture_layers < LAYERS)
        return (struct refusal){
            "radix in fragment passes needs array textures of 4 layers",
            ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_TEXTURE_LAYERS};
    return NOT_REFUSED;
}

// The limit of the other sorts in textures.
#define MOST_ELEMENTS (1u << 29)

struct capacity glsort_radix_draws_capacity(const struct sort_desc* desc,
                                            const struct glsort_limits* limits)
{
    uint64_t held =
        texture_capacity(limits->texture_size) * (glsort_has_transfers(desc) ? 1 : PAIRS);
    return capacity_within(
        (struct capacity){MOST_ELEMENTS,
                          "radix in fragment passes takes at most 2^29 elements"},
        desc, held);
}
