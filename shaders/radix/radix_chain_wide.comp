// SPDX-License-Identifier: MIT
// A digit in a single pass (radix/chain.glsl), of keys of KEY_WORDS and values of
// VALUE_WORDS words, of which at least one has several.
#include "lib/extensions.glsl"

#define WITH_VALUES (VALUE_WORDS > 0)

#if KEY_WORDS == 2 && !defined(RADIX_STATUS_VALUE_BITS)
#define RADIX_STATUS_VALUE_BITS RADIX_WIDE_VALUE_BITS
#endif

#include "radix/shapes.glsl"
#include "radix/radix_wide.glsl"
#include "radix/chain.glsl"
