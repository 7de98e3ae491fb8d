// SPDX-License-Identifier: MIT
// Writes the number of visible elements of a view or a segment, and its command, as entry
// `slot` of the two buffers, or of the one that the order has.
layout(std430, binding = ORDER_COMMANDS) writeonly buffer Commands { uint commands[]; };
layout(std430, binding = ORDER_VISIBLE) writeonly buffer Visible { uint visible_out[]; };

void write_dispatch(uint at, uint visible)
{
    uint groups = visible / params.command_unit;
    groups += visible % params.command_unit != 0u ? 1u : 0u;
    uint rows = max((groups + ORDER_DISPATCH_LIMIT - 1u) / ORDER_DISPATCH_LIMIT, 1u);
    commands[at] = (groups + rows - 1u) / rows;
    commands[at + 1u] = rows;
    commands[at + 2u] = 1u;
    commands[at + 3u] = visible;
}

// The words of a draw command: count, instanceCount, first or firstIndex, baseVertex (if
// indexed) and baseInstance. start: position of its first element in the order.
void write_draw(uint at, uint start, uint visible)
{
    bool instances = params.command >= ORDER_ARRAYS_INSTANCES;
    bool indexed = params.command == ORDER_DRAW_ELEMENTS ||
                   params.command == ORDER_ELEMENTS_INSTANCES;
    uint vertices = max(params.vertices, 1u);
    bool all = !has_flag(ORDER_KEEPS_COMMAND);
    if (all || !instances)
        commands[at] = instances ? params.command_unit : visible * vertices;
    if (all || instances)
        commands[at + 1u] = instances ? visible : 1u;
    if (!all)
        return;
    uint first = start * vertices + (indexed ? run.first_index : 0u);
    commands[at + 2u] = instances ? 0u : first;
    if (indexed)
        commands[at + 3u] = run.draw_vertex;
    commands[at + (indexed ? 4u : 3u)] = instances ? start : 0u;
}

void write_results(uint slot, uint start, uint visible)
{
    uint at = params.commands_base + slot * params.command_stride;
    if (has_flag(ORDER_WRITES_VISIBLE))
        visible_out[params.visible_base + slot] = visible;
    if (params.command == ORDER_DISPATCH)
        write_dispatch(at, visible);
    else if (params.command != 0u)
        write_draw(at, start, visible);
}
