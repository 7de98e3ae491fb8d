// SPDX-License-Identifier: MIT
// A vertex of a pane, a strand or a puff. Strands and puffs turn to the eye.

uniform mat4 clip;
uniform mat4 view;
uniform vec4 eye; // position; the height of a pixel at distance 1

out vec3 world;
out vec4 layer_facing;
out vec4 layer_paint;
out vec3 layer_at; // u, v; radius of a puff
flat out ivec2 layer_id; // kind, number

void main()
{
    Vertex v = fetch_vertex();
    int kind = int(v.detail.x + 0.5);
    world = v.place.xyz;
    layer_facing = v.facing;
    layer_paint = v.paint;
    if (kind == 1) {
        // A strand thinner than a pixel is widened to about one, and is more transparent.
        float width = max(v.place.w, 0.6 * eye.w * distance(world, eye.xyz));
        vec3 across = normalize(cross(v.facing.xyz, eye.xyz - world));
        world += v.detail.z * width * across;
        layer_paint.a *= v.place.w / width;
    } else if (kind == 2) {
        vec3 right = vec3(view[0].x, view[1].x, view[2].x);
        vec3 up = vec3(view[0].y, view[1].y, view[2].y);
        world += v.place.w * (v.detail.y * right + v.detail.z * up);
    }
    layer_at = vec3(v.detail.yz, v.place.w);
    layer_id = ivec2(kind, int(v.detail.w + 0.5));
    gl_Position = clip * vec4(world, 1.0);
}
