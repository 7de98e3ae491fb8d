// SPDX-License-Identifier: MIT
// Moves the elements of a tile one by one from the source to the destination, in a loop
// and without arrays of them. That is slower than permuting the tile in shared memory
// first, since neighbours in a bin are written by other invocations, but a short text:
// drivers translate it soon (LOOPS of lib/loops.glsl). The digits are counted before,
// and bin_target is set, so an element's rank in the tile is also that of its place.
//
// Comes after radix/ranks.glsl. The including shader has key_at(at), a key as the digits
// have it, element_value(at) and put_element(target, key, value).

// Keys past the end get the largest digit: stability puts them after all other keys.
KEY item_key(int item)
{
    KEY key = key_at(position_of(item));
    return own_position(item) < tile_end ? key : KEY(0xFFFFFFFFu);
}

uint item_digit(int item)
{
    return current_digit_of(item_key(item));
}

void move_item(int item)
{
    KEY key = item_key(item);
    VALUE value = VALUE(0u);
#if WITH_VALUES
    value = element_value(position_of(item));
#endif
    uint digit = current_digit_of(key);
    uint target = bin_target[digit] + take_rank(digit, uint(item & 1));
    if (own_position(item) < tile_end)
        put_element(target, key, value);
}

#define MOVE_ITEM(I) move_item(I);
