// SPDX-License-Identifier: MIT
// A tile's part of two runs, whose elements it merges in shared memory, those of the
// first run before those of the second. The including shader defines struct part and
// run_key().
uint source_of(part p, uint index)
{
    return index < p.from_a ? p.first_a + index : p.first_b + index - p.from_a;
}

// Reads past the end of a short tile repeat the last key.
#define READ_KEY(I) item_keys[I] = run_key(source_of(p, min(STRIPED(I), p.count - 1u)));
#define PUT_POSITION(I) tile_words[PADDED(BLOCKED(I))] = item_positions[I];

void merge_keys(part p)
{
    uint rank = min(BLOCKED(0), p.count);
    uint cut = tile_cut(0u, p.from_a, p.from_a, p.count - p.from_a, rank);
    merge_items(cut, p.from_a, p.from_a + rank - cut, p.count);
    group_sync();
}
