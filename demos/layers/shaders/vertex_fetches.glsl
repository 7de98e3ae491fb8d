// SPDX-License-Identifier: MIT
// The vertex that is drawn: a corner of the triangle that the order names next. For GL
// without compute shaders, where an order holds triangles and not indices.

uniform usamplerBuffer order;
uniform usamplerBuffer indices;
uniform samplerBuffer vertices; // four texels each

struct Vertex {
    vec4 place, facing, paint, detail;
};

Vertex fetch_vertex()
{
    uint triangle = texelFetch(order, gl_VertexID / 3).x;
    int vertex = int(texelFetch(indices, int(3u * triangle) + gl_VertexID % 3).x);
    return Vertex(texelFetch(vertices, 4 * vertex), texelFetch(vertices, 4 * vertex + 1),
                  texelFetch(vertices, 4 * vertex + 2),
                  texelFetch(vertices, 4 * vertex + 3));
}
