// SPDX-License-Identifier: MIT
// The sort key of one particle, for the views that show a sort of keys; transform
// feedback captures it.
//
//   reads   place  position
//   writes  key    its distance along the view

layout(location = 0) in vec4 place;

uniform vec4 back; // of the camera: axis, and -dot(axis, eye)

out float key;

void main()
{
    key = -(dot(place.xyz, back.xyz) + back.w);
}
