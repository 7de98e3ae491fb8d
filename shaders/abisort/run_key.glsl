// SPDX-License-Identifier: MIT
// Keys of the runs that are merged. The including shader has the parameters, as
// array_params, and with FROM_TEXTURE includes lib/spare_texture.glsl.
#if !FROM_TEXTURE
layout(std430, binding = ARRAY_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
#endif

uint run_key(uint position)
{
#if FROM_TEXTURE
    return pair_of_spare(position).x;
#else
    return keys_in[params.keys_in_base + position];
#endif
}
