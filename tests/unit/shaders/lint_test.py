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
SNIPPETS = (
    (None, "", """tile[gl_LocalInvocationIndex] = keys_in[gl_LocalInvocationIndex];
        group_sync();
        for (uint run = 1u; run < params.count; run <<= 1u) {
            uint mine = tile[gl_LocalInvocationIndex ^ run];
            group_sync();
            if (mine > 3u) tile[gl_LocalInvocationIndex] = mine;
            group_sync();
        }"""),
    ("lone-barrier", "", "barrier(); // here"),
    ("lone-barrier", "#define NEXT(here) \\\n    x; group_sync();\n", ""),
    ("after-return", "", """if (group_index() >= params.count)
            return;
        group_sync(); // here"""),
    ("divergent", "", """uint mine = gl_LocalInvocationID.x * 2u;
        uint other = mine + 1u;
        if (other < params.count)
            group_sync(); // here"""),
    ("divergent", "", """uint rounds = 1u;
        if (gl_LocalInvocationIndex == 0u)
            rounds = 2u;
        for (uint i = 0u; i < rounds; ++i)
            group_sync(); // here"""),
    ("divergent", "", """for (uint i = 0u; i < 4u; ++i) {
            if (tile[i] == 0u)
                break; // here
            group_sync();
        }"""),
    ("divergent", """uint twice(uint a) { return 2u * a + keys_in[0]; }
void step_all(uint rounds)
{
    for (uint i = 0u; i < rounds; ++i)
        group_sync(); // here
}
""", "step_all(twice(3u));"),
    (None, "", """for (uint left = same_in_group(tile[0] + 1u); left != 0u; --left)
            group_sync();"""),
    ("fence-in-loop", "", """for (uint i = gl_LocalInvocationIndex; i < params.count; ++i)
            memoryBarrierBuffer(); // here"""),
)


class Lint(unittest.TestCase):
    def faults(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "lib").mkdir()
            (root / "lib" / "group.glsl").write_text(GROUP)
            (root / "pass.comp").write_text(text)
            return [(rule, line) for _, line, rule, _ in lint.lint(root)[0]]

    def test_each_snippet_breaks_its_rule_where_it_says_so(self):
        for rule, before, inside in SNIPPETS:
            with self.subTest(rule, inside=inside):
                text = f"{DECLARATIONS}{before}void main()\n{{\n    {inside}\n}}\n"
                wanted = [(rule, at) for at, line in enumerate(text.split("\n"), start=1)
                          if "here" in line]
                self.assertEqual(self.faults(text), wanted)
                self.assertEqual(len(wanted), rule is not None)


if __name__ == "__main__":
    unittest.main()
