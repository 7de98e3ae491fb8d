// SPDX-License-Identifier: MIT
// A digit in a single pass (radix/chain.glsl), of keys of KEY_WORDS and values of
// VALUE_WORDS words, of which at least one has several.
//
//   reads   the digit's scatter and where each bin starts, in the state; keys and values
//           of the scatter's source
//   writes  keys and values of its destination, ordered by the digit; the writes are
//           scattered
//   reads and writes  tile_status[row][bin], tickets of the state
//   grid    one work group per tile; any groups without a tile return at once. If the
//           digit is skipped, there are no groups, or all return
#include "lib/extensions.glsl"

#define WITH_VALUES (VALUE_WORDS > 0)

#if KEY_WORDS == 2 && !defined(RADIX_STATUS_VALUE_BITS)
#define RADIX_STATUS_VALUE_BITS RADIX_WIDE_VALUE_BITS
#endif

#define RANKS_APART 1 // calls the parts of rank_tile()
#include "radix/shapes.glsl"
#include "radix/radix_wide.glsl"
#include "radix/chain.glsl"
