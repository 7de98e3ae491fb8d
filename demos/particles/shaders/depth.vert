// SPDX-License-Identifier: MIT
// The sort key of one particle, for the views that show a sort of keys and for what draw
// orders cannot do; transform feedback captures it.
//
//   reads   place  position
//   writes  key    its distance along the view: the bits of a float, or steps of the
//                  range in which the scene lies

layout(location = 0) in vec4 place;

uniform vec4 back;  // of the camera: axis, and -dot(axis, eye)
uniform vec4 range; // nearest, 1 / span, largest key; 1: the bits of a float

flat out uint key;

void main()
{
    float depth = -(dot(place.xyz, back.xyz) + back.w);
    float part = clamp((depth - range.x) * range.y, 0.0, 1.0);
    key = range.w > 0.5 ? floatBitsToUint(depth) : uint(part * range.z);
}
