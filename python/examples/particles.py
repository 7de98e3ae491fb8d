# SPDX-License-Identifier: MIT
"""Draws 40,000 translucent particles back to front, without a window, to particles.png."""
import glsort
import moderngl
import numpy as np
from PIL import Image

gl = moderngl.create_context(standalone=True, backend="egl")
program = gl.program(vertex_shader="""#version 330
    in vec3 at; out vec3 hue; void main() { hue = abs(cos(gl_VertexID * 8e-5 + vec3(0, 1, 2)));
    gl_Position = vec4(2.6 * at.xy, 0, at.z + 4.5); gl_PointSize = 28 / gl_Position.w; }""",
    fragment_shader="""#version 330
    in vec3 hue; out vec4 o; void main() { o = vec4(hue, 1 - 2 * length(gl_PointCoord - 0.5)); }""")
t = np.linspace(0, 2 * np.pi, 40000)[:, None]
points = np.random.default_rng(1).normal(np.cos(t * [3, 2, 7] + [0.7, 0.2, 0]), 0.05).astype("f4")
vertices, indices = gl.buffer(points), gl.buffer(reserve=4 * len(points))
with glsort.Order(len(points)) as order:
    order.run(len(points), positions=vertices, order_out=indices, views=[{"axis": (0, 0, 1)}])
gl.simple_framebuffer((640, 640)).use()
gl.enable(moderngl.BLEND | moderngl.PROGRAM_POINT_SIZE)
gl.vertex_array(program, vertices, "at", index_buffer=indices).render(moderngl.POINTS)
Image.frombytes("RGB", (640, 640), gl.fbo.read()).save("particles.png")
