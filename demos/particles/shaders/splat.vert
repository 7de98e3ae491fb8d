// SPDX-License-Identifier: MIT
// A Gaussian splat as a rectangle around the ellipse that it covers in the picture:
// Zwicker et al., EWA Volume Splatting (2001), with the constants of Kerbl et al., 3D
// Gaussian Splatting (2023). Four vertices, and an instance for each element of the
// order. With ORDER_TEXTURE, as in WebGL, the order and the splats are in textures of two
// dimensions.
//
//   places  position, radius
//   shapes  two texels a splat: covariance xx xy xz yy; yz zz paint

#ifdef ORDER_TEXTURE
uniform highp usampler2D order;
uniform highp sampler2D places;
uniform highp usampler2D shapes;

ivec2 texel(int at, ivec2 size)
{
    return ivec2(at % size.x, at / size.x);
}

uint fetch_element()
{
    return texelFetch(order, texel(gl_InstanceID, textureSize(order, 0)), 0).x;
}

vec3 fetch_place(int at)
{
    return texelFetch(places, texel(at, textureSize(places, 0)), 0).xyz;
}

uvec4 fetch_shape(int at)
{
    return texelFetch(shapes, texel(at, textureSize(shapes, 0)), 0);
}
#else
layout(location = 0) in uint element;

uniform samplerBuffer places;
uniform usamplerBuffer shapes;

uint fetch_element()
{
    return element;
}

vec3 fetch_place(int at)
{
    return texelFetch(places, at).xyz;
}

uvec4 fetch_shape(int at)
{
    return texelFetch(shapes, at);
}
#endif

uniform mat4 view;
uniform mat4 projection;
uniform vec4 lens;  // pixels of one unit at distance 1; half of the picture; least depth
uniform vec4 paint; // what the brightest colour, and an opacity of 1, become

out vec2 away; // from the centre, in standard deviations
flat out vec4 color;

const float faintest = 1.0 / 255.0;
const float largest = 1e12; // variance in pixels of what is drawn
const float blur = 0.3; // least variance in pixels; smaller splats would flicker

struct ellipse {
    vec2 longer; // half axes, in pixels
    vec2 shorter;
};

// The eigenvectors of the matrix xx xy; xy yy, as long as the deviations along them.
ellipse axes_of(float xx, float xy, float yy)
{
    float middle = 0.5 * (xx + yy), half_gap = 0.5 * (xx - yy);
    float spread = length(vec2(half_gap, xy));
    vec2 along =
        half_gap < 0.0 ? vec2(xy, spread - half_gap) : vec2(spread + half_gap, xy);
    along = spread > 1e-6 * middle ? normalize(along) : vec2(1.0, 0.0);
    float least = max(middle - spread, blur);
    return ellipse(sqrt(middle + spread) * along,
                   sqrt(least) * vec2(-along.y, along.x));
}

// seen is in the space of the eye; a and b are the texels of the shape.
ellipse project(vec3 seen, uvec4 a, uvec4 b)
{
    vec4 s = uintBitsToFloat(a);
    vec2 t = uintBitsToFloat(b.xy);
    mat3 covariance = mat3(s.x, s.y, s.z, s.y, s.w, t.x, s.z, t.x, t.y);
    float depth = -seen.z;
    // The projection is linear around the centre, and not far outside of the picture.
    vec2 slope = clamp(seen.xy / depth, -1.3 * lens.yz / lens.x, 1.3 * lens.yz / lens.x);
    vec3 across = vec3(1.0, 0.0, slope.x) * mat3(view) * (lens.x / depth);
    vec3 upward = vec3(0.0, 1.0, slope.y) * mat3(view) * (lens.x / depth);
    return axes_of(dot(across, covariance * across) + blur,
                   dot(across, covariance * upward),
                   dot(upward, covariance * upward) + blur);
}

void main()
{
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // clipped
    away = vec2(0.0);
    color = vec4(0.0);
    uint id = fetch_element();
    if (id == 0xFFFFFFFFu)
        return;
    int at = int(id);
    uvec4 a = fetch_shape(2 * at), b = fetch_shape(2 * at + 1);
    color = vec4(b.z & 0xFFFFu, b.z >> 16u, b.w & 0xFFFFu, b.w >> 16u) * paint / 65535.0;
    vec4 seen = view * vec4(fetch_place(at), 1.0);
    if (-seen.z < lens.w || color.a < faintest)
        return;
    ellipse e = project(seen.xyz, a, b);
    if (!(dot(e.longer, e.longer) < largest)) // or it is not a number
        return;
    // Where it is fainter than a step of the screen's 256 nothing is drawn.
    float reach = sqrt(2.0 * log(color.a / faintest));
    away = reach * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - reach;
    vec4 center = projection * seen;
    center.xy += (away.x * e.longer + away.y * e.shorter) / lens.yz * center.w;
    gl_Position = center;
}
