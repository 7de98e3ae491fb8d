# SPDX-License-Identifier: MIT
"""Draws 40,000 translucent particles back to front, without a window, to particles.png."""
import glsort
import moderngl
import numpy as np
from PIL import Image

VERTEX = """#version 330
in vec3 position; in float angle; out vec3 colour;
void main() {
    gl_Position = vec4(1.8 * position.xy, 8.0 - position.z - 0.2, 8.0 - position.z);
    gl_PointSize = 40.0 / gl_Position.w;
    colour = 0.5 + 0.5 * cos(angle + vec3(0.0, 2.1, 4.2));
}"""
FRAGMENT = """#version 330
in vec3 colour; out vec4 pixel;
void main() {
    float edge = length(2.0 * gl_PointCoord - 1.0);
    pixel = vec4(colour * (1.0 - 0.6 * edge * edge), edge < 1.0 ? 0.7 : 0.0);
}"""

gl = moderngl.create_context(standalone=True, backend="egl")
random = np.random.default_rng(1)
points = np.empty(40000, [("position", "f4", 3), ("angle", "f4")])
t = points["angle"] = random.uniform(0, 2 * np.pi, len(points))
knot = [(2 + np.cos(3 * t)) * np.cos(2 * t), (2 + np.cos(3 * t)) * np.sin(2 * t), np.sin(3 * t)]
points["position"] = np.stack(knot, axis=1) + random.normal(0, 0.12, (len(points), 3))
vertices, indices = gl.buffer(points), gl.buffer(reserve=4 * len(points))

position = glsort.field(points.dtype, "position")
with glsort.Context() as context, glsort.Order(context, len(points), position=position) as order:
    order.run(len(points), positions=vertices, order_out=indices,
              views=[{"origin": (0, 0, 8), "axis": (0, 0, -1)}])

gl.simple_framebuffer((640, 640)).use()
gl.enable(moderngl.BLEND | moderngl.PROGRAM_POINT_SIZE)
program = gl.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
gl.vertex_array(program, [(vertices, "3f f", "position", "angle")], indices).render(moderngl.POINTS)
Image.frombytes("RGB", (640, 640), gl.fbo.read(), "raw", "RGB", 0, -1).save("particles.png")
