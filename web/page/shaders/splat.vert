// SPDX-License-Identifier: MIT
// A splat as a square around its ellipse: instance i is splat order[i].

uniform highp usampler2D order;
uniform highp sampler2D centers, colors;
uniform highp sampler2D shapes_0, shapes_1; // covariance: xx, xy, xz and yy, yz, zz
uniform mat4 view;
uniform mat4 projection;
uniform vec3 screen; // width, height; pixels of one unit at distance 1

out vec4 color;
out vec2 at; // in units of the ellipse's standard deviation

const float reach = 3.0;   // standard deviations that are drawn
const float blur = 0.3;    // square pixels, so that none falls between pixels
const float longest = 512.0;

ivec2 texel(uint i, ivec2 size)
{
    return ivec2(int(i) % size.x, int(i) / size.x);
}

// The covariance on the screen, in square pixels: xx, xy, yy.
vec3 flatten(mat3 shape, vec3 seen)
{
    float focal = screen.z, z = seen.z;
    vec3 x = vec3(focal / -z, 0.0, focal * seen.x / (z * z));
    vec3 y = vec3(0.0, focal / -z, focal * seen.y / (z * z));
    mat3 turned = mat3(view) * shape * transpose(mat3(view));
    return vec3(dot(x, turned * x) + blur, dot(x, turned * y), dot(y, turned * y) + blur);
}

void main()
{
    uint id = texelFetch(order, texel(uint(gl_InstanceID), textureSize(order, 0)), 0).x;
    ivec2 where = texel(id, textureSize(centers, 0));
    vec4 seen = view * vec4(texelFetch(centers, where, 0).xyz, 1.0);
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // clipped
    if (seen.z > -0.05)
        return;
    vec3 a = texelFetch(shapes_0, where, 0).xyz, b = texelFetch(shapes_1, where, 0).xyz;
    vec3 c = flatten(mat3(a.x, a.y, a.z, a.y, b.x, b.y, a.z, b.y, b.z), seen.xyz);
    float middle = 0.5 * (c.x + c.z);
    float apart = length(vec2(0.5 * (c.x - c.z), c.y));
    float large = middle + apart, small = max(middle - apart, 0.1);
    vec2 axis = abs(c.y) > 1e-6 ? normalize(vec2(c.y, large - c.x))
                                : (c.x >= c.z ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
    at = reach * (2.0 * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 1.0);
    vec2 pixels = at.x * min(sqrt(large), longest) * axis +
                  at.y * min(sqrt(small), longest) * vec2(-axis.y, axis.x);
    vec4 clip = projection * seen;
    gl_Position = vec4(clip.xy + 2.0 * pixels / screen.xy * clip.w, clip.zw);
    color = texelFetch(colors, where, 0);
}
