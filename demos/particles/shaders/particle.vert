// SPDX-License-Identifier: MIT
// A particle as a square that faces the eye. With ORDER_TEXTURE, as in WebGL, the order
// and the particles are in textures; otherwise both are in vertex and element buffers.

#ifdef ORDER_TEXTURE
uniform highp usampler2D order;
uniform highp sampler2D places, paints;
vec4 place, paint;

ivec2 texel(uint at, ivec2 size)
{
    return ivec2(int(at) % size.x, int(at) / size.x);
}

uint fetch_particle()
{
    uint id = texelFetch(order, texel(uint(gl_VertexID), textureSize(order, 0)), 0).x;
    ivec2 at = texel(id, textureSize(places, 0));
    place = texelFetch(places, at, 0);
    paint = texelFetch(paints, at, 0);
    return id;
}
#else
layout(location = 0) in vec4 place;
layout(location = 4) in vec4 paint;

uint fetch_particle()
{
    return uint(gl_VertexID);
}
#endif

uniform mat4 view;
uniform mat4 projection;
uniform vec4 shape; // pixels of one unit at distance 1; least and largest size in pixels
uniform vec4 fog;   // nearest, 1 / span, strength

out vec4 color;
flat out vec4 spot; // texture corner of smoke (x, y), size in pixels, distance 0..1

void main()
{
    uint particle = fetch_particle();
    vec4 seen = view * vec4(place.xyz, 1.0);
    float depth = max(-seen.z, 1e-3);
    float size = 2.0 * place.w * shape.x / depth;
    gl_Position = projection * seen;
    gl_PointSize = clamp(size, shape.y, shape.z);
    // A particle that would be smaller than the least size is enlarged and covers less.
    float cover = min(size / shape.y, 1.0);
    float far = clamp((depth - fog.x) * fog.y, 0.0, 1.0);
    uint id = particle * 2654435761u;
    spot = vec4(float(id >> 31u) * 0.5, float((id >> 30u) & 1u) * 0.5, gl_PointSize, far);
    color = vec4(paint.rgb * (1.0 - fog.z * far), paint.a * cover * cover);
}
