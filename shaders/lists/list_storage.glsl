// SPDX-License-Identifier: MIT
// The parameters and buffers that all passes over linked lists have.
#include "shared/lists.h"
#include "lib/count.glsl"

layout(local_size_x = LIST_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { list_params params; };
layout(std430, binding = LIST_OFFSETS) buffer Offsets { uint offsets[]; };
layout(std430, binding = LIST_STATE) buffer State { uint state[]; };
