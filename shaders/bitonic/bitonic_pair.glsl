// SPDX-License-Identifier: MIT
// Comparators of the network with alternating directions, as most tutorials have it:
// stage s merges pairs of blocks of 1 << s, its substages have neighbours 1 << s, ..., 2,
// 1 apart, and every other block descends.
//
// Which ones: those that the array's last block is an odd number of blocks after. So the
// last block of every stage ascends, and what is missing at the end of the array counts
// as the largest of all: its comparators have nothing to do, for any count.

bool is_after(uint key, uint index, uint other_key, uint other_index)
{
    return key > other_key || (key == other_key && index > other_index);
}

// The left end of comparator `at`.
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
