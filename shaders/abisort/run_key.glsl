// SPDX-License-Identifier: MIT
// Keys of the runs that are merged. The including shader includes lib/source.glsl or,
// with FROM_TEXTURE, lib/pair_texture.glsl.
uint run_key(uint position)
{
#if FROM_TEXTURE
    return load_pair(position).x;
#else
    return source_key(position);
#endif
}
