// SPDX-License-Identifier: MIT
// The words of the command of a view or a segment, of which `visible` elements are drawn
// from position `start` of the order on.

// Of a draw command: count, instanceCount, first or firstIndex, baseVertex (if indexed)
// and baseInstance.
uint draw_word(uint at, uint start, uint visible)
{
    bool instances = params.command >= ORDER_ARRAYS_INSTANCES;
    bool indexed = params.command == ORDER_DRAW_ELEMENTS ||
                   params.command == ORDER_ELEMENTS_INSTANCES;
    uint vertices = max(params.vertices, 1u);
    if (at == 0u)
        return instances ? params.command_unit : visible * vertices;
    if (at == 1u)
        return instances ? visible : 1u;
    if (at == 2u && !instances)
        return start * vertices + (indexed ? run.first_index : 0u);
    if (at == 2u)
        return 0u;
    if (at == 3u && indexed)
        return run.draw_vertex;
    return instances ? start : 0u;
}

// Work groups x, y, 1, and the visible elements.
uint dispatch_word(uint at, uint visible)
{
    uint groups = visible / params.command_unit;
    groups += visible % params.command_unit != 0u ? 1u : 0u;
    uint rows = max((groups + ORDER_DISPATCH_LIMIT - 1u) / ORDER_DISPATCH_LIMIT, 1u);
    if (at == 0u)
        return (groups + rows - 1u) / rows;
    if (at == 3u)
        return visible;
    return at == 1u ? rows : 1u;
}

uint command_word(uint at, uint start, uint visible)
{
    return params.command == ORDER_DISPATCH ? dispatch_word(at, visible)
                                            : draw_word(at, start, visible);
}

// The words that are written, from first_command_word() on: all, or with
// ORDER_KEEPS_COMMAND those that depend on `visible`.
uint first_command_word()
{
    bool instances = params.command == ORDER_ARRAYS_INSTANCES ||
                     params.command == ORDER_ELEMENTS_INSTANCES;
    return has_flag(ORDER_KEEPS_COMMAND) && instances ? 1u : 0u;
}

uint command_words()
{
    if (has_flag(ORDER_KEEPS_COMMAND) && params.command != ORDER_DISPATCH)
        return 1u;
    return params.command == ORDER_DRAW_ELEMENTS ||
                   params.command == ORDER_ELEMENTS_INSTANCES
               ? 5u
               : 4u;
}
