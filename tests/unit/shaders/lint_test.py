#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Negative controls of lint.py: each snippet breaks one rule, or none."""

import tempfile
import unittest
from pathlib import Path

import lint

GROUP = """void group_sync()
{
    memoryBarrierShared();
    barrier();
}
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
"""
OPENING = "// Does a thing.\n//\n//   reads   a\n//   writes  b\n//   grid    1 group\n"
DECLARATIONS = """#include "lib/group.glsl"
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Params { uint count; uint log; } params;
layout(std430, binding = 0) readonly buffer KeysIn
{
    uint keys_in[];
};
shared uint tile[64];
"""


class Lint(unittest.TestCase):
    def faults(self, body, name="pass.comp", opening=OPENING, declarations=DECLARATIONS):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "lib").mkdir()
            (root / "lib" / "group.glsl").write_text(GROUP)
            (root / name).write_text(opening + declarations + body)
            found, _ = lint.lint(root)
            return [(rule, line) for _, line, rule, _ in found]

    def line_of(self, body, text):
        lines = (OPENING + DECLARATIONS + body).split("\n")
        return next(at for at, line in enumerate(lines, start=1) if text in line)

    def expect(self, rule, body, text):
        self.assertEqual(self.faults(body), [(rule, self.line_of(body, text))], body)

    def expect_fine(self, body):
        self.assertEqual(self.faults(body), [], body)

    def test_a_plain_pass_has_no_faults(self):
        self.expect_fine("""void main()
{
    tile[gl_LocalInvocationIndex] = keys_in[gl_LocalInvocationIndex];
    group_sync();
    for (uint run = 1u; run < params.count; run <<= 1u) {
        uint mine = tile[gl_LocalInvocationIndex ^ run];
        group_sync();
        if (mine > 3u) tile[gl_LocalInvocationIndex] = mine;
        group_sync();
    }
}
""")

    def test_barriers_belong_to_group_sync(self):
        for name in ("barrier", "memoryBarrierShared", "groupMemoryBarrier"):
            self.expect("lone-barrier", f"void main()\n{{\n    {name}();\n}}\n", name)

    def test_a_barrier_in_a_comment_is_none(self):
        self.expect_fine("// barrier() is not for us\nvoid main() { /* barrier(); */ }\n")

    def test_a_barrier_hides_in_no_macro(self):
        self.expect("lone-barrier", "#define NEXT(x) \\\n    x; group_sync();\nvoid main() { }\n",
                    "#define NEXT")

    def test_no_barrier_after_a_return(self):
        self.expect("after-return", """void main()
{
    if (group_index() >= params.count)
        return;
    group_sync(); // here
}
""", "// here")

    def test_a_return_after_the_last_barrier_is_fine(self):
        self.expect_fine("""void main()
{
    group_sync();
    if (gl_LocalInvocationIndex > 3u)
        return;
    tile[0] = 1u;
}
""")

    def test_no_barrier_under_an_invocation_index(self):
        self.expect("divergent", """void main()
{
    if (gl_LocalInvocationIndex < 32u) {
        group_sync(); // here
    }
}
""", "// here")

    def test_an_index_diverges_under_any_name(self):
        self.expect("divergent", """void main()
{
    uint mine = gl_LocalInvocationID.x * 2u;
    uint other = mine + 1u;
    if (other < params.count)
        group_sync(); // here
}
""", "// here")

    def test_data_diverges(self):
        for value in ("keys_in[0]", "tile[params.log]"):
            self.expect("divergent", f"""void main()
{{
    uint found = {value};
    while (found > 0u) {{
        group_sync(); // here
        found >>= 1u;
    }}
}}
""", "// here")

    def test_what_is_assigned_under_a_divergent_condition_diverges(self):
        self.expect("divergent", """void main()
{
    uint rounds = 1u;
    if (gl_LocalInvocationIndex == 0u)
        rounds = 2u;
    for (uint i = 0u; i < rounds; ++i)
        group_sync(); // here
}
""", "// here")

    def test_a_loop_that_starts_at_the_invocation_diverges(self):
        self.expect("divergent", """void main()
{
    for (uint i = gl_LocalInvocationIndex; i < 64u; i += 7u) {
        group_sync(); // here
    }
}
""", "// here")

    def test_no_memory_barrier_in_a_loop_that_some_leave_earlier(self):
        self.expect("fence-in-loop", """void main()
{
    for (uint i = gl_LocalInvocationIndex; i < params.count; ++i)
        memoryBarrierBuffer(); // here
}
""", "// here")
        self.expect("fence-in-loop", """uint count_of(uint at)
{
    memoryBarrierBuffer();
    return keys_in[at];
}
void main()
{
    uint keys = 0u;
    while (true) {
        keys += count_of(keys); // here
        if (keys > 9u)
            break;
    }
}
""", "// here")

    def test_a_memory_barrier_under_a_condition_or_in_an_even_loop_is_fine(self):
        self.expect_fine("""void main()
{
    if (gl_LocalInvocationIndex == 0u)
        memoryBarrierBuffer();
    for (uint i = 0u; i < params.count; ++i)
        memoryBarrierBuffer();
}
""")

    def test_no_divergent_break_from_a_loop_with_a_barrier(self):
        self.expect("divergent", """void main()
{
    for (uint i = 0u; i < 4u; ++i) {
        if (tile[i] == 0u)
            break; // here
        group_sync();
    }
}
""", "// here")

    def test_a_barrier_within_a_called_function_counts(self):
        self.expect("divergent", """void step_all(uint a) { tile[a] = 0u; group_sync(); }
void main()
{
    if (gl_LocalInvocationIndex < 32u)
        step_all(1u); // here
}
""", "// here")

    def test_divergence_travels_through_parameters_and_results(self):
        self.expect("divergent", """uint twice(uint a) { return 2u * a + tile[0]; }
void step_all(uint rounds)
{
    for (uint i = 0u; i < rounds; ++i)
        group_sync(); // here
}
void main()
{
    step_all(twice(3u));
}
""", "// here")

    def test_a_uniform_parameter_is_fine(self):
        self.expect_fine("""uint twice(uint a) { return 2u * a; }
void step_all(uint rounds)
{
    for (uint i = 0u; i < rounds; ++i)
        group_sync();
}
void main()
{
    if (params.count > 3u)
        step_all(twice(params.log));
}
""")

    def test_what_the_shader_vouches_for_is_fine(self):
        self.expect_fine("""void main()
{
    for (uint left = same_in_group(tile[0] + 1u); left != 0u; --left)
        group_sync();
}
""")

    def test_it_vouches_for_the_argument_alone(self):
        self.expect("divergent", """void main()
{
    if (same_in_group(tile[0]) > tile[1])
        group_sync(); // here
}
""", "// here")

    def test_a_macro_without_semicolon_hides_no_loop(self):
        self.expect("divergent", """#define EACH(F) F(0) F(1)
void main()
{
    EACH(PUT)
    for (uint i = gl_LocalInvocationIndex; i < 64u; ++i) {
        group_sync(); // here
    }
}
""", "// here")

    def test_storage_blocks_name_their_layout(self):
        self.expect("std430", "layout(binding = 3) buffer Out\n{\n    uint out_keys[];\n};\n",
                    "buffer Out")
        self.expect("std430", "buffer Out\n{\n    uint out_keys[];\n};\n", "buffer Out")

    def test_integer_textures_are_fetched(self):
        self.expect("sampled", "void main()\n{\n    texture(keys, vec2(0.5));\n}\n", "texture(")

    def test_a_pass_says_what_it_does(self):
        opening = OPENING.replace("//   grid    1 group\n", "")
        self.assertEqual(self.faults("void main() { }\n", opening=opening), [("header", 1)])
        opening = opening.replace("reads", "uses")
        self.assertEqual(self.faults("void main() { }\n", name="pass.frag", opening=opening,
                                     declarations=""), [("header", 1)])


if __name__ == "__main__":
    unittest.main()
