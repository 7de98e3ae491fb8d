// SPDX-License-Identifier: MIT
// Stands for the text of the caller's, glsort_position_code.text, which replaces it when
// a plan is created (src/gl/shader_text.c). Here it is what uses all that there is.

vec3 glsort_position(uint element)
{
    vec4 offset = glsort_floats1(0u) + glsort_floats2(4u) + glsort_floats3(8u);
    uint bits = glsort_word1(1u) + glsort_word2(2u) + glsort_word3(3u);
    float scale = glsort_float0(3u * element + (bits & 1u)) * glsort_param(0u);
    scale += glsort_float1(0u) + glsort_float2(0u) + glsort_float3(0u);
    return glsort_floats0(3u * element).xyz * scale + offset.xyz +
           vec3(float(glsort_word0(element)));
}
