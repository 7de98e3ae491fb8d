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


# The rule that breaks at the line with "here", or None; what comes before main; what is in it.
SNIPPETS = {
    "a plain pass": (None, "", """tile[gl_LocalInvocationIndex] = keys_in[gl_LocalInvocationIndex];
        group_sync();
        for (uint run = 1u; run < params.count; run <<= 1u) {
            uint mine = tile[gl_LocalInvocationIndex ^ run];
            group_sync();
            if (mine > 3u) tile[gl_LocalInvocationIndex] = mine;
            group_sync();
        }"""),
    "barrier": ("lone-barrier", "", "barrier(); // here"),
    "memoryBarrierShared": ("lone-barrier", "", "memoryBarrierShared(); // here"),
    "groupMemoryBarrier": ("lone-barrier", "", "groupMemoryBarrier(); // here"),
    "a barrier in a comment": (None, "// barrier() is not for us\n", "/* barrier(); */"),
    "a barrier in a macro": ("lone-barrier", "#define NEXT(here) \\\n    x; group_sync();\n", ""),
    "a barrier after a return": ("after-return", "", """if (group_index() >= params.count)
            return;
        group_sync(); // here"""),
    "a return after the last barrier": (None, "", """group_sync();
        if (gl_LocalInvocationIndex > 3u)
            return;
        tile[0] = 1u;"""),
    "a barrier under an invocation's index": (
        "divergent", "", """if (gl_LocalInvocationIndex < 32u) {
            group_sync(); // here
        }"""),
    "an index under another name": (
        "divergent", "", """uint mine = gl_LocalInvocationID.x * 2u;
        uint other = mine + 1u;
        if (other < params.count)
            group_sync(); // here"""),
    **{f"data: {value}": ("divergent", "", f"""uint found = {value};
        while (found > 0u) {{
            group_sync(); // here
            found >>= 1u;
        }}""") for value in ("keys_in[0]", "tile[params.log]")},
    "what is assigned under a divergent condition": ("divergent", "", """uint rounds = 1u;
        if (gl_LocalInvocationIndex == 0u)
            rounds = 2u;
        for (uint i = 0u; i < rounds; ++i)
            group_sync(); // here"""),
    "a loop that starts at the invocation": (
        "divergent", "", """for (uint i = gl_LocalInvocationIndex; i < 64u; i += 7u) {
            group_sync(); // here
        }"""),
    "a memory barrier in such a loop": (
        "fence-in-loop", "", """for (uint i = gl_LocalInvocationIndex; i < params.count; ++i)
            memoryBarrierBuffer(); // here"""),
    "a memory barrier of a function in a loop that some leave": ("fence-in-loop", """
uint count_of(uint at)
{
    memoryBarrierBuffer();
    return keys_in[at];
}
""", """uint keys = 0u;
        while (true) {
            keys += count_of(keys); // here
            if (keys > 9u)
                break;
        }"""),
    "a memory barrier under a condition, or in an even loop": (
        None, "", """if (gl_LocalInvocationIndex == 0u)
            memoryBarrierBuffer();
        for (uint i = 0u; i < params.count; ++i)
            memoryBarrierBuffer();"""),
    "a divergent break from a loop with a barrier": (
        "divergent", "", """for (uint i = 0u; i < 4u; ++i) {
            if (tile[i] == 0u)
                break; // here
            group_sync();
        }"""),
    "a barrier within a called function": (
        "divergent", "void step_all(uint a) { tile[a] = 0u; group_sync(); }\n",
        """if (gl_LocalInvocationIndex < 32u)
            step_all(1u); // here"""),
    "parameters and results": ("divergent", """uint twice(uint a) { return 2u * a + tile[0]; }
void step_all(uint rounds)
{
    for (uint i = 0u; i < rounds; ++i)
        group_sync(); // here
}
""", "step_all(twice(3u));"),
    "a uniform parameter": (None, """uint twice(uint a) { return 2u * a; }
void step_all(uint rounds)
{
    for (uint i = 0u; i < rounds; ++i)
        group_sync();
}
""", """if (params.count > 3u)
            step_all(twice(params.log));"""),
    "what the shader vouches for": (
        None, "", """for (uint left = same_in_group(tile[0] + 1u); left != 0u; --left)
            group_sync();"""),
    "what is beside it": ("divergent", "", """if (same_in_group(tile[0]) > tile[1])
            group_sync(); // here"""),
    "a macro without semicolon": ("divergent", "#define EACH(F) F(0) F(1)\n", """EACH(PUT)
        for (uint i = gl_LocalInvocationIndex; i < 64u; ++i) {
            group_sync(); // here
        }"""),
    "a block without std430": (
        "std430", "layout(binding = 3) buffer Out // here\n{\n    uint out_keys[];\n};\n", ""),
    "a block without a layout": ("std430", "buffer Out // here\n{\n    uint out_keys[];\n};\n", ""),
    "an integer texture that is sampled": ("sampled", "", "texture(keys, vec2(0.5)); // here"),
}


class Lint(unittest.TestCase):
    def faults(self, body, name="pass.comp", opening=OPENING, declarations=DECLARATIONS):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "lib").mkdir()
            (root / "lib" / "group.glsl").write_text(GROUP)
            (root / name).write_text(opening + declarations + body)
            found, _ = lint.lint(root)
            return [(rule, line) for _, line, rule, _ in found]

    def test_each_snippet_breaks_its_rule_where_it_says_so(self):
        for name, (rule, before, inside) in SNIPPETS.items():
            with self.subTest(name):
                body = f"{before}void main()\n{{\n    {inside}\n}}\n"
                lines = (OPENING + DECLARATIONS + body).split("\n")
                wanted = [(rule, at) for at, line in enumerate(lines, start=1) if "here" in line]
                self.assertEqual(self.faults(body), wanted)
                self.assertEqual(len(wanted), rule is not None)

    def test_a_pass_says_what_it_does(self):
        opening = OPENING.replace("//   grid    1 group\n", "")
        self.assertEqual(self.faults("void main() { }\n", opening=opening), [("header", 1)])
        opening = opening.replace("reads", "uses")
        self.assertEqual(self.faults("void main() { }\n", name="pass.frag", opening=opening,
                                     declarations=""), [("header", 1)])


if __name__ == "__main__":
    unittest.main()
