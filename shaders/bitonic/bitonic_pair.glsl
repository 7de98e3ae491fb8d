// SPDX-License-Identifier: MIT
// Comparators of the network with alternating directions, as in most tutorials: stage s
// merges pairs of blocks of 1 << s into blocks of 2 << s, every second of which descends.
// Its substages compare elements at distances 1 << s, ..., 2, 1.
//
// Directions are counted from the end of the array: the last block of each stage ascends.
// So any count sorts without padding to a power of two: elements missing at the end count
// as the largest, and their comparators would change nothing. (bitonic_lone.comp takes
// only is_after() from here: it pads its last block.)

bool is_after(uint key, uint index, uint other_key, uint other_index)
{
    return key > other_key || (key == other_key && index > other_index);
}

// Position of the left end of comparator `at`.
uint left_of(uint at, uint neighbour)
{
    return 2u * neighbour * (at / neighbour) + at % neighbour;
}

// 1 if even blocks descend.
uint direction_of(uint stage, uint count)
{
    return (max(count, 1u) - 1u) >> (stage + 1u) & 1u;
}

bool descends(uint position, uint stage, uint direction)
{
    return (position >> (stage + 1u) & 1u) != direction;
}
