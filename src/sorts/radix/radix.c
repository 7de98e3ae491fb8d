// SPDX-License-Identifier: MIT
// Radix sort, least significant digit first, with three passes per digit (M. Zagha and G.
// E. Blelloch, "Radix Sort for Vector Multiprocessors", 1991) or a single pass per digit
// (A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for
// GPUs", 2022). Each tile is permuted in shared memory before it is written, after N.
// Satish, M. Harris and M. Garland, "Designing Efficient Sorting Algorithms for Manycore
// GPUs", 2009. The last pass of a digit scatters.
//
// The first pass counts all digits. Digits that are the same in all keys are skipped:
// their passes have no work groups, or groups that return at once, or, in the scan,
// groups whose results no pass reads. The scatters of the other digits alternate between
// the ping-pong buffer (`alternate`) and the outputs such that the last one writes the
// outputs. The GPU decides all of this, so the passes of a digit that read or write
// elements have all of these buffers bound. At least one digit is scattered, even if all
// keys are equal. In place, the first scatter must not overwrite its own input, so the
// number of scatters is made even, by a digit that would be skipped or has no bits.
//
// Elements shrink where only the order is wanted: with keys discarded and values that are
// numbers of elements, a digit that has been sorted is never read again. So the scatter
// before the last one writes words, which have the last digit above the number. Beside
// numbers of 23 bits there is room for digits of 9 bits, of which keys of 27 bits have
// three. Depths have 32 bits, but most depths of a view lie within 16 octaves, and then
// differ in 27. So the third digit is cyclic: the first pass finds the range of the bits
// from the third digit on. If they differ by less than the digit has values, the order of
// its bins begins at the smallest of them, and the fourth digit is skipped.
//
// The single pass is called a chain: tiles get their offsets from preceding tiles, by
// decoupled look-back. radix_chain.comp says why it cannot hang.
#include <assert.h>
#include <stddef.h>

#include "algorithm.h"
#include "passes.h"
#include "counting.h"
#include "keys.h"
#include "radix_build.h"
#include "radix_tuning.h"
#include "shader_ids.h"
#include "shared/radix_runs.h"

static_assert(RADIX_GROUP == RADIX_BINS, "radix_count.comp: one bin per invocation");
static_assert(RADIX_TILE == RADIX_GROUP * RADIX_ITEMS &&
                  RADIX_LARGE_TILE == RADIX_GROUP * RADIX_LARGE_ITEMS,
              "radix_scatter.comp: a group's tile");
static_assert(RADIX_PART == RADIX_GROUP * RADIX_PART_ITEMS && RADIX_PART < 1 << 16,
              "radix_scatter.comp: a part of a narrow tile");
static_assert(RADIX_TILE % RADIX_BINS == 0 && RADIX_LARGE_TILE % RADIX_BINS == 0 &&
                  RADIX_LARGE_TILE < 1 << 16 && RADIX_GROUP_0 * RADIX_ITEMS_0 < 1 << 16,
              "radix/ranks.glsl: rows of 16-bit counts");
static_assert(RADIX_GROUP / RADIX_CHUNK % 2 == 0 && RADIX_GROUP_0 / RADIX_CHUNK % 2 == 0,
              "radix/ranks.glsl: two chunks share a row");
static_assert(RADIX_ALL_SPAN == 4 * RADIX_ALL_GROUP,
              "radix_histograms.comp: four keys per invocation and round");
static_assert(RADIX_ALL_GROUP % RADIX_BINS == 0 && RADIX_GROUP % RADIX_BINS == 0,
              "radix/digits.glsl: starts of whole digits at once");
static_assert(RADIX_ALL_GROUP == RADIX_WORD_DIGITS * RADIX_BINS,
              "radix/digits.glsl: one bin of one digit of a word per invocation");
static_assert(RADIX_STARTS == RADIX_SCATTERS + 4 * RADIX_MOST_DIGITS &&
                  RADIX_SCATTERS == RADIX_TICKETS + RADIX_MOST_DIGITS &&
                  RADIX_ALL_DONE == RADIX_MOST_DIGITS * RADIX_BINS &&
                  RADIX_STATE_WORDS == RADIX_STARTS + RADIX_MOST_DIGITS * RADIX_BINS,
              "words of the state");
static_assert(RADIX_INCLUSIVE_PREFIX(RADIX_WORD_DIGITS - 1) >> RADIX_WORD_VALUE_BITS ==
                      2 * RADIX_WORD_DIGITS &&
                  2 * RADIX_MOST_DIGITS < 1 << (32 - RADIX_WIDE_VALUE_BITS),
              "lib/look_back.glsl: status words of every scatter");
// llvmpipe stops a loop after 65,535 iterations and runs at most 32 work groups at a
// time, so a look-back waits for at most 31 other tiles. In the worst case none of them
// publishes, and for each the look-back spins 2 * RADIX_PATIENCE times, looks at the
// tiles of a tile group one by one, and counts the keys of the tile.
static_assert(31 * (2 * RADIX_PATIENCE + RADIX_TILE_GROUP +
                    RADIX_GROUP_0 * RADIX_ITEMS_0) <=
                  65535,
              "lib/look_back.glsl: iterations to count every other tile in flight");
static_assert(RADIX_LONG_BINS * RADIX_WORD_DIGITS <= RADIX_MOST_DIGITS * RADIX_BINS,
              "long digits: words of the state");
static_assert(RADIX_LONG_BINS <= RADIX_GROUP_1, "long digits: one bin per invocation");
static_assert(RADIX_LONG_BINS <= RADIX_GROUP_2, "long digits: one bin per invocation");
static_assert(RADIX_LONG_BINS <= RADIX_GROUP_5, "long digits: one bin per invocation");
static_assert(RADIX_GROUP_5 * RADIX_ITEMS_5 < 1 << 16,
              "radix/ranks.glsl: rows of 16-bit counts");
static_assert(sizeof(struct radix_params) == 80, "std140 layout");
static_assert(offsetof(struct radix_params, digit_count) == 64,
              "what only the first pass reads follows the first 64 bytes");
static_assert(RADIX_ARGUMENT_WORDS == RADIX_SCATTER_ARGUMENTS(RADIX_MOST_DIGITS),
              "arguments of every digit");

// The most elements that shrink: their numbers have 24 bits, or 23 beside a digit of 9.
enum { NUMBERS_OF_24_BITS = 1 << 24, NUMBERS_OF_23_BITS = 1 << 23 };

// The most shared memory that radix_scatter.comp needs, or radix_chain.comp without
// subgroups; and what the former needs for narrow tiles.
enum { TILE_BYTES = 22596, NARROW_TILE_BYTES = 14400 };

// The most that radix_chain.comp needs with long digits.
enum {
    LONG_TILE_BYTES =
        (RADIX_GROUP_5 * RADIX_ITEMS_5 + 2 * RADIX_LONG_BINS + 16) * WORD_BYTES
};

// Storage blocks that radix_chain.comp needs with PAIRS, counting the image if it has
// one; and the most that it needs with keys or values of several words.
enum { PAIR_BLOCKS = 9, WIDE_BLOCKS = 12 };

// ---- tiles ----------------------------------------------------------------------------

struct shape {
    uint32_t group;
    uint32_t items;
};

// Tile shapes of a chain. The one before the last is for counts between those of two
// others, and has fewer elements than the one before it; the last one is for long digits.
static const struct shape shapes[RADIX_SHAPES] = {
    {RADIX_GROUP_0, RADIX_ITEMS_0}, {RADIX_GROUP_1, RADIX_ITEMS_1},
    {RADIX_GROUP_2, RADIX_ITEMS_2}, {RADIX_GROUP_3, RADIX_ITEMS_3},
    {RADIX_GROUP_4, RADIX_ITEMS_4}, {RADIX_GROUP_5, RADIX_ITEMS_5},
};

static bool is_chained(const struct sort_desc* desc)
{
    return desc->method == GLSORT_METHOD_RADIX_CHAIN;
}

// Tiles for devices whose work groups or shared memory are too small for others. A work
// group permutes such a tile in parts, one after the other, so the table has few rows
// although the parts are small.
static bool is_narrow(const struct sort_desc* desc)
{
    return !is_chained(desc) &&
           (desc->group_size < RADIX_ALL_GROUP || desc->shared_bytes < TILE_BYTES);
}

static uint32_t narrow_tile(uint32_t count)
{
    uint32_t parts = count / (NARROW_TILES * RADIX_PART);
    parts = smaller(larger(parts, NARROW_LEAST_PARTS), NARROW_MOST_PARTS);
    return parts * RADIX_PART;
}

// Needs full subgroups of a chunk's size, so that one ballot covers a chunk.
static bool uses_subgroups(const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    return is_chained(desc) && limits->subgroup_size == RADIX_CHUNK;
}

static uint32_t shared_bytes(const struct shape* shape)
{
    uint32_t rows = shape->group / RADIX_CHUNK;
    uint32_t tile = shape->group * shape->items;
    uint32_t words = rows * RADIX_BINS > tile ? rows * RADIX_BINS : tile;
    return (words + 2 * RADIX_BINS + 16) * WORD_BYTES;
}

static bool has_wide_elements(const struct sort_desc* desc)
{
    return glsort_key_words(desc->key) > 1 || glsort_value_words(desc->values) > 1;
}

static uint32_t pick_shape(const struct sort_desc* desc,
                           const struct glsort_limits* limits, bool long_digits)
{
    bool pairs = desc->values != GLSORT_VALUES_NONE;
    const struct shape_row* row = long_digits               ? long_shape_rows
                                  : has_wide_elements(desc) ? wide_shape_rows
                                                            : shape_rows;
    if (!uses_subgroups(desc, limits))
        return 0;
    while (desc->expected_count > (pairs ? row->most_pairs : row->most_keys))
        ++row;
    uint32_t at = row->shape;
    while (at > 0 && shared_bytes(&shapes[at]) > limits->shared_bytes)
        --at;
    return at;
}

// count: of the run, or expected if it is on the GPU.
static uint32_t tile_of(const struct sort_desc* desc, const struct shape* shape,
                        uint32_t count)
{
    if (is_chained(desc))
        return shape->group * shape->items;
    if (is_narrow(desc))
        return narrow_tile(count);
    return desc->expected_count > SMALL_TILES_MOST ? RADIX_LARGE_TILE : RADIX_TILE;
}

// ---- the builder ----------------------------------------------------------------------

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t key_words;
    uint32_t value_words;
    uint32_t shape; // chain: index into shapes
    uint32_t tile;  // keys of a tile
    uint32_t tiles;
    uint32_t groups; // three passes per digit: counting groups
    uint32_t digits;
    bool pairs;   // keys and values are interleaved between digits
    bool texture; // the ping-pong buffer is a texture of pairs
    bool packs;   // elements shrink
    bool long_digits;
    uint8_t keys[3]; // slots by RADIX_IN, RADIX_ALTERNATE, RADIX_OUT
    uint8_t values[3];
    uint8_t state;
    uint8_t arguments; // indirect dispatch arguments of each digit
    uint8_t table;     // tile status of a chain, otherwise counts
};

static uint32_t long_digit_count(const struct sort_desc* desc)
{
    return ceil_divide(desc->bit_count, RADIX_LONG_BITS);
}

// No digit has bits of two words.
static uint32_t digit_count(const struct sort_desc* desc)
{
    uint32_t low_bits = 0;
    if (desc->first_bit < WORD_BITS)
        low_bits = WORD_BITS - desc->first_bit;
    if (low_bits > desc->bit_count)
        low_bits = desc->bit_count;
    uint32_t digits = ceil_divide(low_bits, RADIX_BITS) +
                      ceil_divide(desc->bit_count - low_bits, RADIX_BITS);
    return digits + (desc->in_place ? digits % 2 : 0);
}

// Three passes per digit: the number of counting groups. A group has several tiles if
// there are more than RADIX_MOST_GROUPS tiles.
static uint32_t groups_of(const struct builder* b, uint32_t tiles)
{
    if (is_chained(b->desc))
        return 0;
    return tiles < RADIX_MOST_GROUPS ? tiles : RADIX_MOST_GROUPS;
}

static uint32_t row_bytes(const struct builder* b)
{
    return (b->long_digits ? RADIX_LONG_BINS : RADIX_BINS) * WORD_BYTES;
}

// The size of the table in rows of one word for each bin. In a chain there is a row of
// status words per tile and per whole tile group. Otherwise there are 256 counts per
// counting group, stored bin by bin (see radix_count.comp), then a row per tile if groups
// have several tiles.
static uint32_t table_rows(const struct builder* b, uint32_t tiles)
{
    if (is_chained(b->desc))
        return RADIX_TILE_ROW(tiles);
    uint32_t groups = groups_of(b, tiles);
    return groups + (tiles > groups ? tiles : 0);
}

static uint8_t declare_alternate(struct builder* b, uint64_t bytes)
{
    if (b->texture)
        return glsort_pair_texture(b->s, b->desc->max_count);
    return b->pairs
               ? glsort_schedule_buffer(b->s, "pairs alternate", 2 * bytes)
               : glsort_schedule_buffer(b->s, "keys alternate", bytes * b->key_words);
}

// Of any count. Fewer elements have smaller narrow tiles, fewer than twice NARROW_TILES.
static uint32_t most_tiles(const struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    const uint32_t max = desc->max_count;
    uint32_t tiles =
        ceil_divide(max, tile_of(desc, &shapes[b->shape], desc->expected_count));
    if (is_narrow(desc))
        tiles =
            larger(tiles, smaller(2 * NARROW_TILES, ceil_divide(max, narrow_tile(0))));
    return tiles;
}

static void declare_scratch(struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    uint64_t bytes = bytes_of_words(desc->max_count);
    uint32_t rows = table_rows(b, most_tiles(b));
    b->keys[RADIX_ALTERNATE] = declare_alternate(b, bytes);
    if (desc->values != GLSORT_VALUES_NONE && !b->pairs)
        b->values[RADIX_ALTERNATE] =
            glsort_schedule_buffer(b->s, "values alternate", bytes * b->value_words);
    if (desc->discard_keys)
        b->keys[RADIX_OUT] =
            glsort_schedule_buffer(b->s, "keys discarded", bytes * b->key_words);
    b->state = glsort_schedule_zeros(b->s, "radix state", RADIX_STATE_WORDS * WORD_BYTES);
    b->arguments =
        glsort_schedule_buffer(b->s, "radix groups", RADIX_ARGUMENT_WORDS * WORD_BYTES);
    b->table = glsort_schedule_buffer(b->s, is_chained(desc) ? "look-back" : "counts",
                                      (uint64_t)rows * row_bytes(b));
}

static bool has_texture(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    return desc->max_count > BUFFER_PAIRS_MOST && glsort_pair_texture_fits(desc, limits);
}

// Pairs between digits take one scattered write per element instead of two. The last
// scatter writes to the outputs, where keys and values are apart.
static bool has_pairs(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    uint64_t bytes = 2 * bytes_of_words(desc->max_count);
    return is_chained(desc) && desc->values != GLSORT_VALUES_NONE &&
           !has_wide_elements(desc) && limits->storage_blocks >= PAIR_BLOCKS &&
           (bytes <= limits->storage_block_bytes || has_texture(desc, limits));
}

// Whether the scatter before the last one may write words.
static bool may_pack(const struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    return uses_subgroups(desc, b->limits) && b->pairs && !b->texture &&
           b->limits->shared_bytes >= LONG_TILE_BYTES && desc->discard_keys &&
           !desc->in_place && (desc->numbers || desc->values == GLSORT_VALUES_INDICES) &&
           desc->max_count <= NUMBERS_OF_24_BITS;
}

// Whether digits of 9 bits are fewer: by the range of bits, or for most keys. Numbers of
// 24 bits leave 8 for the third digit, and two digits are worth it without words.
static bool has_long_digits(const struct sort_desc* desc)
{
    const bool large = desc->max_count > NUMBERS_OF_23_BITS;
    const uint32_t bits = desc->bit_count;
    const bool fewer = long_digit_count(desc) < digit_count(desc) &&
                       bits <= (large ? 2 * RADIX_LONG_BITS + 8 : 3 * RADIX_LONG_BITS);
    const bool may_skip = desc->narrow && bits == WORD_BITS && !large;
    return !desc->culls && desc->computed_bytes == 0 &&
           desc->expected_count > LONG_DIGITS_LEAST && (fewer || may_skip);
}

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    struct builder b = {
        .s = s,
        .desc = desc,
        .limits = limits,
        .count = count,
        .key_words = glsort_key_words(desc->key),
        .value_words = glsort_value_words(desc->values),
        .digits = digit_count(desc),
        .keys = {desc->ends.keys_in.slot, SLOT_NONE, desc->ends.keys_out.slot},
        .values = {SLOT_NONE, SLOT_NONE, SLOT_NONE},
    };
    b.pairs = has_pairs(desc, limits);
    b.texture = b.pairs && has_texture(desc, limits);
    b.packs = may_pack(&b);
    b.long_digits = b.packs && has_long_digits(desc);
    b.shape = pick_shape(desc, limits, b.long_digits);
    b.packs = b.packs && (b.long_digits || b.shape == PACKED_SHAPE);
    if (b.long_digits)
        b.digits = long_digit_count(desc);
    b.tile =
        tile_of(desc, &shapes[b.shape], s->gpu_count ? desc->expected_count : b.count);
    b.tiles = ceil_divide(b.count, b.tile);
    b.groups = groups_of(&b, b.tiles);
    if (values_given(desc->values))
        b.values[RADIX_IN] = desc->ends.values_in.slot;
    if (desc->values != GLSORT_VALUES_NONE)
        b.values[RADIX_OUT] = desc->ends.values_out.slot;
    declare_scratch(&b);
    return b;
}

static struct radix_params params_of(const struct builder* b, uint32_t digit)
{
    const struct sort_desc* desc = b->desc;
    // Not needed on devices that start work groups in order.
    const bool tickets = is_chained(desc) && b->limits->chained_scan == 0;
    struct radix_params params = {
        .io = glsort_io_first(desc),
        .bit_range = desc->first_bit | desc->bit_count << 16,
        .digit = digit,
        .tile = b->tile,
        .group_count = b->groups,
        .digit_count = b->digits,
        .group_limit = b->limits->group_count,
    };
    params.io.flags |=
        (desc->in_place ? RADIX_EVEN_SCATTERS : 0) |
        (tickets ? RADIX_TICKETS_IN_USE : 0) | (b->pairs ? RADIX_HAS_PAIRS : 0) |
        (b->packs ? RADIX_PACKS : 0) |
        (!b->long_digits || desc->max_count > NUMBERS_OF_23_BITS ? RADIX_VALUES_OF_24
                                                                 : 0) |
        (b->s->gpu_count ? RADIX_GPU_COUNT : 0);
    glsort_io_last(&params.io, desc);
    return params;
}

static struct pass* add_pass(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint32_t groups)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = groups;
    return p;
}

static void bind_state(struct builder* b, struct pass* p, uint32_t access)
{
    glsort_pass_buffer(p, b->state, access, RADIX_STATE, RADIX_STATE_WORDS * WORD_BYTES);
    glsort_pass_moves(p, 0);
}

static void bind_table(struct builder* b, struct pass* p, uint32_t access, uint32_t rows)
{
    static_assert(RADIX_STATUS == RADIX_COUNTS, "one table");
    uint64_t bytes = (uint64_t)rows * row_bytes(b);
    glsort_pass_buffer(p, b->table, access, RADIX_COUNTS, bytes);
}

static void bind_array(struct builder* b, struct pass* p, uint8_t slot, uint8_t access,
                       uint32_t unit, size_t base)
{
    if (slot != SLOT_NONE)
        glsort_bind_elements(p, b->desc, slot, b->count, access, (uint8_t)unit, base);
}

static void bind_alternate(struct builder* b, struct pass* p, uint8_t slot,
                           uint8_t access, uint32_t unit, uint64_t bytes)
{
    if (slot != SLOT_NONE && b->texture)
        glsort_bind_pair_texture(p, slot, access, b->count);
    else if (slot != SLOT_NONE)
        glsort_pass_buffer(p, slot, access, (uint8_t)unit, bytes);
}

// Binds those of the three buffers that `slots` names: the GPU decides which is the
// source and, with GLSORT_WRITE, which is the destination. The traffic is that of a digit
// that is not skipped.
static void bind_buffers(struct builder* b, struct pass* p, const uint8_t* slots,
                         uint32_t words, uint32_t unit, uint32_t access, size_t in_base,
                         size_t out_base)
{
    uint8_t others = (uint8_t)(GLSORT_READ | access);
    uint64_t bytes = words * bytes_of_words(b->count);
    uint64_t read = p->read_bytes + bytes;
    uint64_t written = p->write_bytes + bytes;
    bind_array(b, p, slots[RADIX_IN], GLSORT_READ, unit + RADIX_IN, in_base);
    bind_alternate(b, p, slots[RADIX_ALTERNATE], others, unit + RADIX_ALTERNATE,
                   b->pairs ? 2 * bytes : bytes);
    bind_array(b, p, slots[RADIX_OUT], others, unit + RADIX_OUT, out_base);
    p->read_bytes = read;
    p->write_bytes = (access & GLSORT_WRITE) != 0 ? written : written - bytes;
}

static void bind_keys(struct builder* b, struct pass* p, uint32_t access)
{
    bind_buffers(b, p, b->keys, b->key_words, RADIX_KEYS_IN, access,
                 IO_BASE(keys_in_base), IO_BASE(keys_out_base));
}

static void bind_values(struct builder* b, struct pass* p, uint32_t access)
{
    if (b->desc->values == GLSORT_VALUES_NONE)
        return;
    bind_buffers(b, p, b->values, b->value_words, RADIX_VALUES_IN, access,
                 IO_BASE(values_in_base), IO_BASE(values_out_base));
}

// ---- passes ---------------------------------------------------------------------------

// Three passes per digit: it also counts the first digit by tiles, which saves a pass
// over the keys.
static void add_histograms(struct builder* b)
{
    const bool chained = is_chained(b->desc);
    const uint32_t span = chained ? RADIX_ALL_SPAN : b->tile;
    const uint32_t most = chained ? RADIX_ALL_MOST_GROUPS : RADIX_MOST_GROUPS;
    uint32_t groups = ceil_divide(b->count, span);
    if (groups > most)
        groups = most;
    struct pass* p = add_pass(b, "histograms of digits", GLSORT_PHASE_SORT,
                              SHADER_RADIX_HISTOGRAMS, groups);
    struct radix_params params = params_of(b, 0);
    // At least one group, even without elements: it writes the arguments of the digits.
    const struct count_row row = {.tile = span, .bounds = 1 | most << 16};
    glsort_bind_groups(b->s, p, &row);
    bool computes = b->desc->computed != 0;
    bind_array(b, p, b->keys[RADIX_IN], computes ? GLSORT_WRITE : GLSORT_READ,
               computes ? RADIX_KEYS_OUT : RADIX_KEYS_IN, IO_BASE(keys_in_base));
    bind_state(b, p, GLSORT_READ | GLSORT_WRITE);
    glsort_pass_buffer(p, b->arguments, GLSORT_WRITE, RADIX_ARGUMENTS,
                       RADIX_ARGUMENT_WORDS * WORD_BYTES);
    glsort_pass_moves(p, 0);
    p->variant =
        variant_radix_histograms(uses_subgroups(b->desc, b->limits), chained,
                                 b->desc->computed, b->key_words > 1, b->long_digits);
    bind_table(b, p, GLSORT_WRITE, table_rows(b, b->tiles));
    glsort_first_params(b->s, p, b->desc, &params, sizeof params);
}

// Instead of the histograms, if the first pass culls: it counts the digits of the keys
// that it leaves.
static void add_culling(struct builder* b)
{
    struct pass* p =
        add_pass(b, "cull and count digits", GLSORT_PHASE_SORT, SHADER_RADIX_CULL, 1);
    struct radix_params params = params_of(b, 0);
    glsort_pass_buffer(p, b->state, GLSORT_READ | GLSORT_WRITE, RADIX_CULL_STATE,
                       RADIX_STATE_WORDS * WORD_BYTES);
    glsort_pass_moves(p, 0);
    glsort_pass_buffer(p, b->arguments, GLSORT_WRITE, RADIX_CULL_ARGUMENTS,
                       RADIX_ARGUMENT_WORDS * WORD_BYTES);
    glsort_pass_moves(p, 0);
    uint64_t table_bytes = (uint64_t)table_rows(b, b->tiles) * row_bytes(b);
    glsort_pass_buffer(p, b->table, GLSORT_WRITE, RADIX_CULL_STATUS, table_bytes);
    glsort_first_params(b->s, p, b->desc, &params, sizeof params);
}

// A pass of a digit. The GPU sets the number of work groups: none if the digit is
// skipped. A short sort is dispatched directly instead: surplus groups, and all groups of
// a digit that is skipped, return or compute what no pass reads.
static struct pass* add_digit_pass(struct builder* b, const char* label, uint16_t shader,
                                   uint32_t digit, uint32_t groups, uint32_t arguments_at)
{
    struct pass* p = add_pass(b, label, GLSORT_PHASE_SORT, shader, groups);
    p->level = (uint8_t)(digit + 1);
    glsort_bind_count(b->s, p);
    if (b->tiles > MOST_DIRECT || (b->s->gpu_count && b->tiles > b->s->direct_most))
        glsort_pass_indirect(p, b->arguments, arguments_at * WORD_BYTES);
    return p;
}

static void set_digit_params(struct builder* b, struct pass* p, uint32_t digit)
{
    const struct radix_params params = params_of(b, digit);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_count(struct builder* b, uint32_t digit)
{
    struct pass* p = add_digit_pass(b, "histogram of tiles", SHADER_RADIX_COUNT, digit,
                                    b->groups, RADIX_COUNT_ARGUMENTS(digit));
    bind_keys(b, p, GLSORT_READ);
    bind_state(b, p, GLSORT_READ);
    bind_table(b, p, GLSORT_WRITE, table_rows(b, b->tiles));
    set_digit_params(b, p, digit);
}

static void add_scan(struct builder* b, uint32_t digit)
{
    struct pass* p = add_digit_pass(b, "prescan of tile counts", SHADER_RADIX_SCAN, digit,
                                    b->groups > RADIX_FEW_GROUPS ? RADIX_BINS : 1,
                                    RADIX_SCAN_ARGUMENTS(digit));
    // Each work group reads and writes only its own rows, and reads a word before it
    // writes it.
    p->tile_in_place = true;
    bind_table(b, p, GLSORT_READ | GLSORT_WRITE, b->groups);
    set_digit_params(b, p, digit);
}

static uint8_t scatter_variant(const struct builder* b)
{
    uint32_t shape = is_narrow(b->desc) ? 2 : b->tile == RADIX_LARGE_TILE ? 1 : 0;
    return variant_radix_scatter(b->value_words, shape);
}

static uint8_t chain_variant(const struct builder* b)
{
    uint32_t pairs = b->packs ? 3 : (b->pairs ? 1 : 0) + (b->texture ? 1 : 0);
    return variant_radix_chain(b->key_words > 1, b->value_words, pairs,
                               uses_subgroups(b->desc, b->limits), b->shape,
                               b->long_digits);
}

// Where elements shrink, the bytes that a pass has bound are more than it moves.
static void set_packed_traffic(const struct builder* b, struct pass* p, uint32_t digit)
{
    const uint64_t bytes = bytes_of_words(b->count);
    const bool makes_values = digit == 0 && !values_given(b->desc->values);
    const bool reads_words = digit > 0 && digit + 1 == b->digits;
    p->read_bytes = makes_values || reads_words ? bytes : 2 * bytes;
    p->write_bytes = digit + 2 >= b->digits ? bytes : 2 * bytes;
}

// Of the passes that permute, only those of a chain write to the state (tickets) and to
// the table (status words).
static void add_permute(struct builder* b, uint32_t digit)
{
    bool chained = is_chained(b->desc);
    uint16_t shader = chained ? SHADER_RADIX_CHAIN : SHADER_RADIX_SCATTER;
    uint32_t access = chained ? GLSORT_READ | GLSORT_WRITE : GLSORT_READ;
    struct pass* p = add_digit_pass(b, "rank and permute", shader, digit, b->tiles,
                                    RADIX_SCATTER_ARGUMENTS(digit));
    p->variant = chained ? chain_variant(b) : scatter_variant(b);
    bind_keys(b, p, GLSORT_WRITE);
    bind_values(b, p, GLSORT_WRITE);
    if (b->packs)
        set_packed_traffic(b, p, digit);
    bind_state(b, p, access);
    bind_table(b, p, access, table_rows(b, b->tiles));
    set_digit_params(b, p, digit);
    bool last = digit + 1 == b->digits;
    p->leaves = (struct elements){
        .place = last ? PLACE_ARRAYS : PLACE_INSIDE,
        .keys = b->desc->ends.keys_out.slot,
        .values = b->desc->ends.values_out.slot,
    };
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT) {
        glsort_radix_draws_build(desc, count, s);
        return;
    }
    if (desc->method == GLSORT_METHOD_RADIX_ITEMS) {
        glsort_radix_items_build(desc, limits, count, s);
        return;
    }
    struct builder b = open_builder(desc, limits, count, s);
    if (b.count == 0)
        return;
    if (desc->culls)
        add_culling(&b);
    else
        add_histograms(&b);
    for (uint32_t digit = 0; digit < b.digits; ++digit) {
        if (!is_chained(desc) && digit > 0)
            add_count(&b, digit);
        if (!is_chained(desc))
            add_scan(&b, digit);
        add_permute(&b, digit);
    }
}

// ---- the interface to the plan --------------------------------------------------------

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        return glsort_radix_draws_refuse(limits);
    if (is_chained(desc) && limits->group_size < RADIX_ALL_GROUP)
        return (struct refusal){"method RADIX_CHAIN needs work groups of 1024",
                                ABOUT_METHOD | ABOUT_GROUP_SIZE};
    if (is_chained(desc) && limits->shared_bytes < TILE_BYTES)
        return (struct refusal){"method RADIX_CHAIN needs 22596 bytes of shared memory",
                                ABOUT_METHOD | ABOUT_SHARED_BYTES};
    if (desc->method == GLSORT_METHOD_RADIX_TILES && limits->group_size < RADIX_GROUP)
        return (struct refusal){"method RADIX_TILES needs work groups of 256",
                                ABOUT_METHOD | ABOUT_GROUP_SIZE};
    if (desc->method == GLSORT_METHOD_RADIX_TILES &&
        limits->shared_bytes < NARROW_TILE_BYTES)
        return (struct refusal){"method RADIX_TILES needs 14400 bytes of shared memory",
                                ABOUT_METHOD | ABOUT_SHARED_BYTES};
    return NOT_REFUSED;
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        return glsort_radix_draws_capacity(desc, limits);
    uint64_t most = limits->storage_block_bytes / WORD_BYTES;
    if (is_chained(desc) && most > RADIX_MOST_CHAINED)
        return (struct capacity){RADIX_MOST_CHAINED,
                                 "the status words of tiles count up to 2^28 elements"};
    // The counts of a whole run take at most as many bytes as its keys.
    if (desc->method == GLSORT_METHOD_RADIX_ITEMS)
        most = most / RADIX_BINS * RADIX_BINS;
    return capacity_within(
        (struct capacity){1u << 30, "positions are 32-bit: at most 2^30 elements"}, desc,
        most);
}

// Three phases sort words only.
static bool sorts_wide(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    uint32_t most =
        glsort_key_words(desc->key) > 1 ? RADIX_MOST_WIDE_CHAINED : RADIX_MOST_CHAINED;
    bool moves = glsort_value_words(desc->values) < 4 ||
                 desc->expected_count > GATHERED_16_BYTES_MOST;
    return desc->backend == GLSORT_BACKEND_COMPUTE && is_chained(desc) && moves &&
           limits->storage_blocks >= WIDE_BLOCKS && desc->max_count <= most;
}

// The first pass, which counts digits, can compute the keys; it stores them for the later
// passes.
static bool computes_keys(const struct sort_desc* desc)
{
    (void)desc;
    return true;
}

static bool culls(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    return is_chained(desc) && limits->storage_blocks >= RADIX_CULL_BLOCKS &&
           limits->shared_bytes >= RADIX_CULL_SHARED_BYTES;
}

#define METHOD(METHOD, NAME)                                                             \
    {                                                                                    \
        .id = METHOD, .name = NAME, .backends = ON_COMPUTE, .uses = ABOUT_COUNT_SOURCE,  \
        .scatters = true                                                                 \
    }

static const struct method methods[] = {
    METHOD(GLSORT_METHOD_RADIX_TILES, "radix-tiles"),
    METHOD(GLSORT_METHOD_RADIX_ITEMS, "radix-items"),
    {.id = GLSORT_METHOD_RADIX_CHAIN,
     .name = "radix-chain",
     .backends = ON_COMPUTE,
     .uses = ABOUT_COUNT_SOURCE,
     .scatters = true,
     .chains = true},
    {.id = GLSORT_METHOD_RADIX_GATHER,
     .name = "radix-gather",
     .backends = ON_FRAGMENT,
     .uses = ABOUT_COUNT_SOURCE},
};

const struct algorithm glsort_radix_algorithm = {
    .id = GLSORT_ALGORITHM_RADIX,
    .name = "radix",
    .bit_ranges = ON_COMPUTE | ON_FRAGMENT,
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .refuses = refuses,
    .capacity = capacity,
    .sorts_wide = sorts_wide,
    .computes_keys = computes_keys,
    .culls = culls,
    .build = build,
    .peek = glsort_radix_peek,
};
