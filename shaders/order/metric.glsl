// SPDX-License-Identifier: MIT
// Depth and distance of a position in the view, and the test against the frustum's
// planes.

float metric_of(vec3 p)
{
    order_view view = run.views[ORDER_VIEW];
    EXACT vec3 d = p - uintBitsToFloat(view.origin.xyz);
    vec3 factor = d;
    if (!has_flag(ORDER_DISTANCE))
        factor = uintBitsToFloat(view.axis.xyz);
    EXACT vec3 products = d * factor;
    EXACT float two = ROUNDED(products.x) + ROUNDED(products.y);
    EXACT float three = two + ROUNDED(products.z);
    return three;
}

// The planes of the frustum, (a, b, c, d) with a x + b y + c z + d >= 0 inside, and
// (a a + b b) + c c of each. Not normalised, which would take a division.
vec4 planes[ORDER_FRUSTUM_PLANES];
float squares[ORDER_FRUSTUM_PLANES];

void set_plane(uint at, vec4 plane)
{
    EXACT vec3 products = plane.xyz * plane.xyz;
    EXACT float two = ROUNDED(products.x) + ROUNDED(products.y);
    EXACT float three = two + ROUNDED(products.z);
    planes[at] = plane;
    squares[at] = three;
}

void set_planes()
{
    order_view view = run.views[ORDER_VIEW];
    vec4 c0 = uintBitsToFloat(view.clip[0]);
    vec4 c1 = uintBitsToFloat(view.clip[1]);
    vec4 c2 = uintBitsToFloat(view.clip[2]);
    vec4 c3 = uintBitsToFloat(view.clip[3]);
    vec4 x = vec4(c0.x, c1.x, c2.x, c3.x);
    vec4 y = vec4(c0.y, c1.y, c2.y, c3.y);
    vec4 z = vec4(c0.z, c1.z, c2.z, c3.z);
    vec4 w = vec4(c0.w, c1.w, c2.w, c3.w);
    set_plane(0u, w + x);
    set_plane(1u, w - x);
    set_plane(2u, w + y);
    set_plane(3u, w - y);
    set_plane(4u, has_flag(ORDER_CLIP_FROM_ZERO) ? z : w + z);
    set_plane(5u, w - z);
}

// Bit i: the sphere is outside plane i.
uint planes_outside(vec3 p, float radius)
{
    EXACT float square = radius * radius;
    uint outside = 0u;
    for (uint at = 0u; at < uint(ORDER_FRUSTUM_PLANES); ++at) {
        EXACT vec3 products = p * planes[at].xyz;
        EXACT float two = ROUNDED(products.x) + ROUNDED(products.y);
        EXACT float three = two + ROUNDED(products.z);
        EXACT float s = three + planes[at].w;
        EXACT float reach = square * squares[at];
        EXACT float distance = s * s;
        if (s < 0.0 && distance > reach)
            outside |= 1u << at;
    }
    return outside;
}
