// SPDX-License-Identifier: MIT
// Writes the number of visible elements of a view or a segment, and its command, as entry
// `slot` of the two buffers, or of the one that the order has.
layout(std430, binding = ORDER_COMMANDS) writeonly buffer Commands { uint commands[]; };
layout(std430, binding = ORDER_VISIBLE) writeonly buffer Visible { uint visible_out[]; };

void put_word(uint at, uint word)
{
    commands[at] = word;
}
#include "order/command_words.glsl"

// start: position of its first element in the order.
void write_results(uint slot, uint start, uint visible)
{
    uint at = params.commands_base + slot * params.command_stride;
    if (has_flag(ORDER_WRITES_VISIBLE))
        visible_out[params.visible_base + slot] = visible;
    put_command(at, start, visible);
}
