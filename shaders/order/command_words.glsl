// SPDX-License-Identifier: MIT
// The words of the command of a view or a segment, of which `visible` elements are drawn
// from position `start` of the order on. The including shader defines
// put_word(at, word); `at` is the place of the first word. The passes that only count
// include this too, so it is kept short: a word is computed where it is put, once.

// count, instanceCount, first or firstIndex, baseVertex (if indexed) and baseInstance.
void put_command(uint at, uint start, uint visible)
{
    if (params.command == 0u)
        return;
    bool instances = params.command >= ORDER_ARRAYS_INSTANCES;
    bool indexed = params.command == ORDER_DRAW_ELEMENTS ||
                   params.command == ORDER_ELEMENTS_INSTANCES;
    uint vertices = max(params.vertices, 1u);
    put_word(at, instances ? params.instance_vertices : visible * vertices);
    put_word(at + 1u, instances ? visible : 1u);
    uint first = start * vertices + (indexed ? run.first_index : 0u);
    put_word(at + 2u, instances ? 0u : first);
    if (indexed)
        put_word(at + 3u, run.draw_vertex);
    put_word(at + (indexed ? 4u : 3u), instances ? start * run.base_step : 0u);
}
