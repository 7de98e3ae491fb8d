// SPDX-License-Identifier: MIT
// The words of a tile in shared memory, and the places in it of an invocation's items.
// The including shader defines TILE, TILE_GROUP, its work group size, and ITEMS.

// Skips one word in 33, so that invocations whose items are 8 words apart access
// different banks.
#define PADDED(at) ((at) + ((at) >> 5u))

shared uint tile_words[PADDED(TILE) + 1]; // merges read one word past the tile

// Positions of an invocation's items in the tile. Blocked: consecutive, for merging.
// Striped: consecutive over invocations, for coalesced reads and writes of memory.
#define BLOCKED(I) (gl_LocalInvocationIndex * uint(ITEMS) + uint(I))
#define STRIPED(I) (uint(I * TILE_GROUP) + gl_LocalInvocationIndex)

#if WITH_VALUES
#define PUT_VALUE(I) tile_words[PADDED(BLOCKED(I))] = item_values[I];
#define GET_VALUE(I) item_values[I] = tile_words[PADDED(BLOCKED(I))];
#define PUT_VALUE_STRIPED(I) tile_words[PADDED(STRIPED(I))] = item_values[I];
#define GET_VALUE_STRIPED(I) item_values[I] = tile_words[PADDED(STRIPED(I))];
#define TAKE_VALUE(I) item_values[I] = tile_words[PADDED(item_positions[I])];
#endif
