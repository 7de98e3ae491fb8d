// SPDX-License-Identifier: MIT
// Depth and squared distance of a position in the view, and the test against the
// frustum's planes.

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
// With SHARED_PLANES one invocation sets them, and group_sync() follows.
#ifndef SHARED_PLANES
#define SHARED_PLANES 0
#endif
#if SHARED_PLANES
shared vec4 planes[ORDER_FRUSTUM_PLANES];
shared float squares[ORDER_FRUSTUM_PLANES];
#else
vec4 planes[ORDER_FRUSTUM_PLANES];
float squares[ORDER_FRUSTUM_PLANES];
#endif

float square_of(vec3 normal)
{
    EXACT vec3 products = normal * normal;
    EXACT float two = ROUNDED(products.x) + ROUNDED(products.y);
    EXACT float three = two + ROUNDED(products.z);
    return three;
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
#define SET_PLANE(I, PLANE)                                                              \
    planes[I] = PLANE;                                                                   \
    squares[I] = square_of(planes[I].xyz);
    SET_PLANE(0, w + x)
    SET_PLANE(1, w - x)
    SET_PLANE(2, w + y)
    SET_PLANE(3, w - y)
    SET_PLANE(4, has_flag(ORDER_CLIP_FROM_ZERO) ? z : w + z)
    SET_PLANE(5, w - z)
}

bool is_outside(vec3 p, float square, vec4 plane, float square_of_normal)
{
    EXACT vec3 products = p * plane.xyz;
    EXACT float two = ROUNDED(products.x) + ROUNDED(products.y);
    EXACT float three = two + ROUNDED(products.z);
    EXACT float s = three + plane.w;
    EXACT float reach = square * square_of_normal;
    EXACT float distance = s * s;
    return s < 0.0 && distance > reach;
}

// Bit i: the sphere is outside plane i. Constants index the arrays, so that drivers keep
// them in registers.
uint planes_outside(vec3 p, float radius)
{
    EXACT float square = radius * radius;
    uint outside = 0u;
#define TEST_PLANE(I)                                                                    \
    if (is_outside(p, square, planes[I], squares[I]))                                    \
        outside |= 1u << uint(I);
    TEST_PLANE(0)
    TEST_PLANE(1)
    TEST_PLANE(2)
    TEST_PLANE(3)
    TEST_PLANE(4)
    TEST_PLANE(5)
    return outside;
}
