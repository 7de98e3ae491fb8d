// SPDX-License-Identifier: MIT
// The caller's index buffer in fragment passes; index_storage.glsl is that of compute
// passes. With INDICES_TEXTURE it is a texture of the caller's.

#if INDICES_TEXTURE
uniform usampler2D indices_words;
#else
uniform BUFFER_WORDS indices_words;
#endif

uint index_word(uint at)
{
    return fetched_word(indices_words, params.indices_base, at);
}
