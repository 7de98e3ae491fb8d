// SPDX-License-Identifier: MIT
// The number of layers of each pixel as a colour.

uniform sampler2D scale; // HEAT_COLORS colours
uniform float most;      // layers of the last colour

out vec4 result;

void main()
{
    float layers = float(counts[pixel_number()]);
    float part = min(log2(1.0 + layers) / log2(1.0 + most), 1.0);
    int color = int(part * (HEAT_COLORS - 1.0) + 0.5);
    result = vec4(texelFetch(scale, ivec2(color, 0), 0).rgb, 1.0);
}
