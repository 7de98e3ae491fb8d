// SPDX-License-Identifier: MIT
// The glass panes: the animation places them, their fragments are cut to shape, and the
// floor is lit through them.

struct Pane {
    vec3 centre;
    vec3 across; // unit vectors in the plane
    vec3 up;
};

const int PANES = 7;

// Half of the width and the height, and the radius of the corners.
const vec3 pane_shapes[PANES] =
    vec3[](vec3(0.56, 0.98, 0.05), vec3(1.10, 0.56, 0.05), vec3(0.66, 0.86, 0.05),
           vec3(0.28, 1.06, 0.05), vec3(0.62, 0.62, 0.62), vec3(0.50, 0.50, 0.50),
           vec3(0.30, 0.30, 0.30));

const vec3 pane_tints[PANES] =
    vec3[](vec3(1.00, 0.50, 0.05), vec3(0.95, 0.04, 0.11), vec3(0.02, 0.62, 0.95),
           vec3(0.40, 0.08, 0.95), vec3(0.03, 0.16, 0.98), vec3(1.00, 0.16, 0.42),
           vec3(0.04, 0.78, 0.42));

// Where the centre is, and how far the pane is turned around the vertical axis and then
// in its own plane, in turns.
const vec3 pane_centres[PANES] =
    vec3[](vec3(-0.42, 0.04, 0.05), vec3(0.05, -0.38, -0.05), vec3(0.46, 0.06, 0.0),
           vec3(0.04, 0.02, 0.12), vec3(1.16, 0.22, -0.10), vec3(-1.16, -0.24, 0.10),
           vec3(-0.86, 0.74, -0.20));
const vec2 pane_turns[PANES] =
    vec2[](vec2(0.02, 0.01), vec2(0.14, 0.006), vec2(0.90, -0.012), vec2(0.08, 0.045),
           vec2(0.14, 0.0), vec2(0.03, 0.0), vec2(0.12, 0.0));

Pane pane_at(int i, float time)
{
    float turn = 6.28318531 * (pane_turns[i].x + 0.011 * time * (i < 4 ? 1.0 : -1.6));
    float lean = 6.28318531 * pane_turns[i].y;
    vec3 level = vec3(cos(turn), 0.0, -sin(turn));
    vec3 upright = vec3(0.0, 1.0, 0.0);
    Pane pane;
    pane.across = cos(lean) * level + sin(lean) * upright;
    pane.up = cos(lean) * upright - sin(lean) * level;
    pane.centre = pane_centres[i] + vec3(0.0, 0.02 * sin(0.7 * time + float(i)), 0.0);
    return pane;
}

// The distance from a point of the plane to the edge; below 0 inside.
float pane_edge(int i, vec2 at)
{
    vec3 shape = pane_shapes[i];
    vec2 beyond = abs(at) - shape.xy + shape.z;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - shape.z;
}
