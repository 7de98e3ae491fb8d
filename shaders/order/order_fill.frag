// SPDX-License-Identifier: MIT
// With a count on the GPU: fills the range of a store pass, which then draws only the
// rows that hold elements below the count.
//
//   reads   nothing
//   writes  params.rest to every word of the range
#include "shared/order.h"

layout(std140) uniform Params { order_sink_params params; };

layout(location = 0) out uvec4 words;

void main()
{
    words = uvec4(params.rest);
}
