// SPDX-License-Identifier: MIT
// Appends a fragment of a layer to the list of its pixel.
//
//   reads   capacity  nodes that there is room for
//   writes  heads     the node that was appended last, of each pixel
//           nodes
//           counts    number of nodes of each pixel
//           used      appended fragments, including those that there was no room for

layout(binding = 0, offset = 0) uniform atomic_uint used;

uniform uint capacity;

// 8 bits each for red, green, blue and opacity. Of the colours, which are linear and at
// most 4, the square roots are stored, because steps between dark colours are seen best.
uint pack_color(vec4 seen)
{
    uvec4 bytes = uvec4(255.0 * vec4(0.5 * sqrt(seen.rgb), seen.a) + 0.5);
    return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
}

void main()
{
    float depth;
    vec4 seen = look(depth);
    uint at = atomicCounterIncrement(used);
    if (at >= capacity)
        return;
    uint pixel = pixel_number();
    nodes[at] = Node(atomicExchange(heads[pixel], at), floatBitsToUint(depth),
                     uint(gl_PrimitiveID), pack_color(seen));
    atomicAdd(counts[pixel], 1u);
}
