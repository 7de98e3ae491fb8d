// SPDX-License-Identifier: MIT
// Keys of the runs that are merged. The including shader includes lib/source.glsl or,
// with FROM_TEXTURE, lib/spare_texture.glsl.
uint run_key(uint position)
{
#if FROM_TEXTURE
    return pair_of_spare(position).x;
#else
    return source_key(position);
#endif
}
