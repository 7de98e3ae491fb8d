// SPDX-License-Identifier: MIT
// The vertex that is drawn, from attributes.

layout(location = 0) in vec4 place;
layout(location = 1) in vec4 facing;
layout(location = 2) in vec4 paint;
layout(location = 3) in vec4 detail;

struct Vertex {
    vec4 place, facing, paint, detail;
};

Vertex fetch_vertex()
{
    return Vertex(place, facing, paint, detail);
}
