// SPDX-License-Identifier: MIT
// How many keys of a bin the tiles before one have. They tell as soon as they have
// counted, but adding all of that up takes long where hundreds of tiles run at once. So
// eight neighbours are a family: a tile adds up its elder siblings, and the families
// before its own, backwards, until one tells the sum of all up to it.
//
// After D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back", 2016, which has one level.
//
// The including shader defines RANK_TILE, includes radix/radix_move.glsl, and sets `tile`
// and `smaller`, the keys of the array with a smaller digit. The invocation of every bin
// calls tell_tile(), tell_family() and look_back(), once each, if the tile has keys;
// others have no row. There is no barrier in here: every bin goes its own way.
layout(std430, binding = RADIX_LOOK) coherent volatile buffer Look
{
    uint look[];
};

// For tests: tiles that tell nobody.
#ifndef RADIX_IS_SILENT
#define RADIX_IS_SILENT(TILE) false
#endif

uint elder_keys = 0u; // of the bin, in the family's tiles before its last one

bool is_last_of_family()
{
    return tile % RADIX_FAMILY == RADIX_FAMILY - 1u;
}

// ---- telling --------------------------------------------------------------------------

void tell(uint row, uint bin, uint word)
{
    if (!RADIX_IS_SILENT(tile))
        look[row * uint(RADIX_BINS) + bin] = word;
}

void tell_tile(uint bin, uint keys)
{
    tell(RADIX_TILE_ROW(tile), bin, RADIX_COUNT_OF(move_order) | keys);
}

void tell_family_count(uint bin, uint keys)
{
    tell(RADIX_FAMILY_ROW(tile / RADIX_FAMILY), bin, RADIX_COUNT_OF(move_order) | keys);
}

// A sum of as many keys as a word just cannot hold is the whole array: whoever reads it
// as 0 has no keys of the bin, nor has anybody after.
void tell_family_sum(uint bin, uint keys)
{
    tell(RADIX_FAMILY_ROW(tile / RADIX_FAMILY), bin,
         RADIX_SUM_OF(move_order) | (keys & RADIX_WORD_MASK));
}

// ---- siblings -------------------------------------------------------------------------

// For a whole tile that has not told: counts its keys of the bin, in its stead.
uint count_for(uint silent, uint bin)
{
    uint keys = 0u;
    for (uint at = 0u; at < uint(RANK_TILE); ++at)
        keys += digit_at_hand(key_at(silent * uint(RANK_TILE) + at)) == bin ? 1u : 0u;
    return keys;
}

// Keys of the bin in tiles `first` to `end` - 1, of one family: all are asked at once,
// the last one in the stead of those that are not wanted, and after some patience one by
// one.
uint keys_in_tiles(uint first, uint end, uint bin)
{
    uint least = RADIX_COUNT_OF(move_order);
    uint keys = 0u;
    uint patience = RADIX_PATIENCE;
    while (first < end) {
        uint row = RADIX_TILE_ROW(first) * uint(RADIX_BINS) + bin;
        uint last = end - first - 1u;
        uvec4 at = row + min(uvec4(0u, 1u, 2u, 3u), uvec4(last)) * uint(RADIX_BINS);
        uvec4 then = row + min(uvec4(4u, 5u, 6u, 7u), uvec4(last)) * uint(RADIX_BINS);
        uvec4 near = uvec4(look[at.x], look[at.y], look[at.z], look[at.w]);
        uvec4 far = uvec4(look[then.x], look[then.y], look[then.z], look[then.w]);
        uvec4 lesser = min(near, far);
        if (min(min(lesser.x, lesser.y), min(lesser.z, lesser.w)) >= least) {
#define ADD_WORD(WORD, PLACE) keys += PLACE <= last ? WORD & RADIX_WORD_MASK : 0u;
            ADD_WORD(near.x, 0u)
            ADD_WORD(near.y, 1u)
            ADD_WORD(near.z, 2u)
            ADD_WORD(near.w, 3u)
            ADD_WORD(far.x, 4u)
            ADD_WORD(far.y, 5u)
            ADD_WORD(far.z, 6u)
            ADD_WORD(far.w, 7u)
            first = end;
        } else if (patience == 0u) {
            bool has_told = near.x >= least;
            keys += has_told ? near.x & RADIX_WORD_MASK : count_for(first, bin);
            patience = has_told ? 0u : RADIX_PATIENCE;
            ++first;
        } else {
            --patience;
        }
    }
    return keys;
}

// The last of a family adds up all of it before it goes on: others wait for that.
void tell_family(uint bin, uint keys)
{
    if (is_last_of_family()) {
        elder_keys = keys_in_tiles(tile - (RADIX_FAMILY - 1u), tile, bin);
        if (tile < RADIX_FAMILY)
            tell_family_sum(bin, smaller + elder_keys + keys);
        else
            tell_family_count(bin, elder_keys + keys);
    }
}

// ---- families -------------------------------------------------------------------------

// What the last four families before `end` tell, the nearest first; the first family
// stands for those that are not there.
uvec4 words_of_families(uint end, uint bin)
{
    uvec4 families = end - min(uvec4(1u, 2u, 3u, 4u), uvec4(end));
    uvec4 at = RADIX_FAMILY_ROW(families) * uint(RADIX_BINS) + bin;
    return uvec4(look[at.x], look[at.y], look[at.z], look[at.w]);
}

// Keys of the bin in all families before `end`, and all smaller keys. `words`: what the
// last four of them have told so far.
uint sum_of_families(uint end, uint bin, uvec4 words)
{
    uint is_count = RADIX_COUNT_OF(move_order);
    uint is_sum = RADIX_SUM_OF(move_order);
    bool has_sum = end == 0u;
    uint before = has_sum ? smaller : 0u;
    uint patience = RADIX_PATIENCE;
    while (!has_sum) {
        uint taken = 0u;
#define TAKE_WORD(WORD, PLACE)                                                           \
    if (taken == PLACE && !has_sum && WORD >= is_count) {                                \
        before += WORD & RADIX_WORD_MASK;                                                \
        has_sum = WORD >= is_sum;                                                        \
        ++taken;                                                                         \
    }
        TAKE_WORD(words.x, 0u)
        TAKE_WORD(words.y, 1u)
        TAKE_WORD(words.z, 2u)
        TAKE_WORD(words.w, 3u)
        patience = taken > 0u ? RADIX_PATIENCE : patience - 1u;
        if (patience == 0u) {
            before += keys_in_tiles((end - 1u) * RADIX_FAMILY, end * RADIX_FAMILY, bin);
            has_sum = end == 1u;
            before += has_sum ? smaller : 0u;
            patience = RADIX_PATIENCE;
            taken = 1u;
        }
        end -= taken;
        if (!has_sum)
            words = words_of_families(end, bin);
    }
    return before;
}

// Keys of the bin in the tiles before this one, and all smaller keys.
uint look_back(uint bin, uint keys)
{
    uint family = tile / RADIX_FAMILY;
    uvec4 words = uvec4(0u); // on their way while siblings are asked
    if (family > 0u)
        words = words_of_families(family, bin);
    uint elder = is_last_of_family()
                     ? elder_keys
                     : keys_in_tiles(family * RADIX_FAMILY, tile, bin);
    uint before = sum_of_families(family, bin, words) + elder;
    if (is_last_of_family() && family > 0u)
        tell_family_sum(bin, before + keys);
    return before;
}
