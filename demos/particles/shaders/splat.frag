// SPDX-License-Identifier: MIT
// A Gaussian of standard deviation 1.

in vec2 away;
flat in vec4 color;

out vec4 result;

void main()
{
    float alpha = min(color.a * exp(-0.5 * dot(away, away)), 0.99);
    if (alpha < 1.0 / 255.0)
        discard;
    result = vec4(color.rgb * alpha, alpha);
}
