// SPDX-License-Identifier: MIT
// A fragment of a layer for weighted blending, in any order. After M. McGuire and
// L. Bavoil, "Weighted blended order-independent transparency" (2013); the weight is
// their equation 7.
//
//   writes  sums    added up: colour and opacity by weight
//           hidden  multiplied: what is left of 1 is what comes through

layout(location = 0) out vec4 sums;
layout(location = 1) out float hidden;

void main()
{
    float depth;
    vec4 seen = look(depth);
    float near = depth / 5.0, far = depth / 200.0;
    float falloff = 10.0 / (1e-5 + near * near + pow(far, 6.0));
    float weight = seen.a * clamp(falloff, 1e-2, 3e3);
    sums = weight * vec4(seen.rgb * seen.a, seen.a);
    hidden = seen.a;
}
