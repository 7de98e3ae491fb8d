// SPDX-License-Identifier: MIT
// Writes the number of visible elements of a view or a segment, and its command, as entry
// `slot` of the two buffers, or of the one that the order has.
#include "order/command_words.glsl"

layout(std430, binding = ORDER_COMMANDS) writeonly buffer Commands { uint commands[]; };
layout(std430, binding = ORDER_VISIBLE) writeonly buffer Visible { uint visible_out[]; };

// start: position of its first element in the order.
void write_results(uint slot, uint start, uint visible)
{
    if (has_flag(ORDER_WRITES_VISIBLE))
        visible_out[params.visible_base + slot] = visible;
    if (params.command == 0u)
        return;
    uint at = params.commands_base + slot * params.command_stride;
    uint first = first_command_word();
    commands[at + first] = command_word(first, start, visible);
    if (command_words() == 1u)
        return;
    commands[at + 1u] = command_word(1u, start, visible);
    commands[at + 2u] = command_word(2u, start, visible);
    commands[at + 3u] = command_word(3u, start, visible);
    if (command_words() == 5u)
        commands[at + 4u] = command_word(4u, start, visible);
}
