// SPDX-License-Identifier: MIT
// The particles over their background, from linear light to what a screen shows; splats
// are blended as shown.

in vec2 uv;

uniform sampler2D drawing; // premultiplied, linear or as shown
uniform vec4 place;        // scale and offset from the viewport to the drawing
uniform vec4 shape;        // aspect; strength of the glow; exposure; 1: drawn as shown

out vec4 result;

// A cheap filmic curve: dark stays dark, bright rolls off.
vec3 film(vec3 x)
{
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

// Less than a step of the screen's 256, so that the dark gradient shows no bands.
float grain(vec2 at)
{
    return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))) - 0.5;
}

vec3 shown(vec3 light)
{
    return pow(film(light * shape.z), vec3(1.0 / 2.2));
}

vec3 backdrop(vec2 at)
{
    vec2 d = (at - vec2(0.5, 0.46)) * vec2(shape.x, 1.0);
    float glow = exp(-2.6 * dot(d, d));
    vec3 sky = mix(vec3(0.0022, 0.003, 0.0062), vec3(0.006, 0.0085, 0.018), at.y);
    return sky + shape.y * glow * vec3(0.018, 0.026, 0.055);
}

void main()
{
    vec4 drawn = texture(drawing, uv * place.xy + place.zw);
    vec3 behind = backdrop(uv);
    float seen = 1.0 - drawn.a;
    vec3 color = shape.w > 0.5 ? drawn.rgb + shown(behind) * seen
                               : shown(drawn.rgb + behind * seen);
    result = vec4(color + grain(gl_FragCoord.xy) / 255.0, 1.0);
}
