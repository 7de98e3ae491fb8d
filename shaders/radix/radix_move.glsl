// SPDX-License-Identifier: MIT
// The scatter of a digit, as the first pass has chosen it (radix/digits.glsl).
#include "radix/radix.glsl"

layout(std430, binding = RADIX_STATE) buffer State { uint state[]; };

uint scatter_source = RADIX_IN;
uint scatter_destination = RADIX_OUT;
uint scatter_order = 0u;
bool is_last_scatter = false;
digit_bits current_digit = NO_DIGIT;

void read_move()
{
    uint at = uint(RADIX_SCATTERS) + 4u * params.digit;
    scatter_source = state[at + uint(RADIX_SCATTER_SOURCE)];
    scatter_destination = state[at + uint(RADIX_SCATTER_DESTINATION)];
    scatter_order = state[at + uint(RADIX_SCATTER_ORDER)];
    is_last_scatter = state[at + uint(RADIX_SCATTER_LAST)] != 0u;
    current_digit = bits_of_digit(params.digit);
}

uint current_digit_of(KEY key)
{
    return digit_of(key, current_digit);
}

// Number of keys in the array whose digit is less than `bin`.
uint smaller_keys(uint bin)
{
    return state[uint(RADIX_STARTS) + params.digit * uint(RADIX_BINS) + bin];
}
