// SPDX-License-Identifier: MIT
// A splat: a Gaussian, premultiplied.

in vec4 color;
in vec2 at;

out vec4 result;

void main()
{
    float alpha = color.a * exp(-0.5 * dot(at, at));
    if (alpha < 1.0 / 255.0)
        discard;
    result = vec4(color.rgb * alpha, alpha);
}
