// SPDX-License-Identifier: MIT
// What belongs to the elements that a list of the caller's names, moved to the places of
// the list: a word of each element, or with params.vertices the indices of each
// primitive, as words. The including shader defines list_word(at) and index_word(at),
// which fetch the list and the words or indices of all elements.
#include "order/indices.glsl"

// Word `at` of the result. An element that is not there has a vertex that is not there.
uint listed_word(uint at)
{
    uint items = max(params.vertices, 1u);
    uint element = list_word(at / items);
    if (element >= run.element_count)
        return ORDER_NO_ELEMENT - run.base_vertex;
    if (params.vertices == 0u)
        return index_word(element * params.radius_stride);
    return index_at(element * items + at % items);
}
