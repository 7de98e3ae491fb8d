// SPDX-License-Identifier: MIT
// The words of the command of a view or a segment, of which `visible` elements are drawn
// from position `start` of the order on. The including shader defines
// put_word(at, word); `at` is the place of the first word. The passes that only count
// include this too, so it is kept short: a word is computed where it is put, once.

// Work groups x, y, 1, and the visible elements.
void put_dispatch(uint at, uint visible)
{
    uint groups = visible / params.command_unit;
    groups += visible % params.command_unit != 0u ? 1u : 0u;
    uint rows = max((groups + ORDER_DISPATCH_LIMIT - 1u) / ORDER_DISPATCH_LIMIT, 1u);
    put_word(at, (groups + rows - 1u) / rows);
    put_word(at + 1u, rows);
    put_word(at + 2u, 1u);
    put_word(at + 3u, visible);
}

// count, instanceCount, first or firstIndex, baseVertex (if indexed) and baseInstance.
// With ORDER_KEEPS_COMMAND only the word that depends on `visible`.
void put_draw(uint at, uint start, uint visible)
{
    bool instances = params.command >= ORDER_ARRAYS_INSTANCES;
    bool indexed = params.command == ORDER_DRAW_ELEMENTS ||
                   params.command == ORDER_ELEMENTS_INSTANCES;
    uint vertices = max(params.vertices, 1u);
    bool all = !has_flag(ORDER_KEEPS_COMMAND);
    if (all || !instances)
        put_word(at, instances ? params.command_unit : visible * vertices);
    if (all || instances)
        put_word(at + 1u, instances ? visible : 1u);
    if (!all)
        return;
    uint first = start * vertices + (indexed ? run.first_index : 0u);
    put_word(at + 2u, instances ? 0u : first);
    if (indexed)
        put_word(at + 3u, run.draw_vertex);
    put_word(at + (indexed ? 4u : 3u), instances ? start : 0u);
}

void put_command(uint at, uint start, uint visible)
{
    if (params.command == ORDER_DISPATCH)
        put_dispatch(at, visible);
    else if (params.command != 0u)
        put_draw(at, start, visible);
}
