#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The operators and the choice of mutants.py, without a build."""

import unittest
from pathlib import Path

import mutants

EXAMPLES = {
    "constant": ("    x = a[3u] + 0.5;", "x = a[4u] + 0.5;"),
    "comparison": ("    if (a < b)", "if (a <= b)"),
    "condition": ("    ok = a && b;", "ok = a || b;"),
    "direction": ("    x = min(a, b);", "x = max(a, b);"),
    "slot": ("    bind(p, SLOT_KEYS_IN);", "bind(p, SLOT_VALUES_IN);"),
    "branch": ("    x = up ? a.x : b;", "x = up ? b : a.x;"),
    "range": ("    end = first - 1u;", "end = first - 0u;"),
    "stride": ("    at = row * width;", "at = row + width;"),
    "check": ("    } else if (at >= count(a)) {", "} else if (0 != 0) {"),
    "barrier": ("    group_sync();", ";"),
    "clear": ("    counts[at] = 0u;", ";"),
    "call": ("    put(at, word);", ";"),
}
TEXT = "void f()\n{\n%s\n}\n"


def places(*lines, operator="comparison"):
    made = mutants.mutants_of({"src/a/a.c": TEXT % "\n".join(lines)}, operator)
    return [(m["old"], m["new"], m["again"]) for m in made]


class Mutants(unittest.TestCase):
    def test_every_operator_makes_its_fault(self):
        self.assertEqual(EXAMPLES.keys(), mutants.OPERATORS.keys())
        for operator, (line, new) in EXAMPLES.items():
            self.assertEqual(places(line, operator=operator), [(line.strip(), new, 0)], operator)

    def test_a_mutant_differs_in_its_place_only(self):
        (made,) = mutants.mutants_of({"src/a/a.c": TEXT % "    if (a < b)"}, "comparison")
        self.assertEqual(made["text"], TEXT % "    if (a <= b)")
        self.assertEqual(made["line"], 3)

    def test_what_is_not_code_has_no_mutant(self):
        for line in ("    // a < b", "    say('a < b');", '    say("a < b");', "#if A < B",
                     "    assert(a ||\n a < b);", "/* a\n < b */", "static_assert(A < B);"):
            self.assertEqual(places(line), [], line)

    def test_an_edit_moves_no_mutant_and_a_lost_one_is_replaced_by_the_next(self):
        lines = [f"    ok = a{i} < b;" for i in range(20)] + ["    ok = a0 < b;"]
        order = places(*lines)
        self.assertEqual(len(set(order)), 21)
        self.assertNotEqual([old for old, _, _ in order], lines)
        self.assertEqual(places("    int b = 0;", *lines[::-1]), order)
        lost = "    " + order[0][0]
        self.assertEqual(places(*(line for line in lines if line != lost))[0],
                         next(place for place in order if place[0] != order[0][0]))

    def test_the_list_has_100_mutants_and_begins_with_one_of_each_room(self):
        files = mutants.code_of(mutants.ROOT)
        made = mutants.all_mutants(files)
        rooms = [folders for folders, _, _ in mutants.read_rooms()]
        self.assertEqual(len({mutants.key_of(m) for m in made}), 100)
        self.assertEqual([m["room"] for m in made[:len(rooms)]], rooms)
        folders = {str(Path(path).parent) for path in files}
        self.assertEqual(set(",".join(rooms).split(",")), folders)
        for m in made:
            self.assertNotEqual(m["text"], files[m["file"]])

    def test_what_was_killed_and_survives_is_named(self):
        (made,) = mutants.mutants_of({"src/a/a.c": TEXT % "    if (a < b)"}, "comparison")
        key, other = mutants.key_of(made), made | {"old": "x", "result": "killed"}
        before = {key: made | {"result": "killed"}, mutants.key_of(other): other}
        lines = list(mutants.compare(before, {key: made | {"result": "survived"}}))
        self.assertEqual([line.split(":")[0] for line in lines], ["only before", "killed before"])

    def test_tests_of_the_room_come_first_and_the_sum_is_limited(self):
        measured = {"gl_host": 5.0, "unit_a": 1.0, "gl_b": 300.0, "broken": None, "unit_c": 0.5}
        self.assertEqual([test for test, _ in mutants.tests_for("^gl_", measured, 20)],
                         ["gl_host", "unit_c", "unit_a"])


if __name__ == "__main__":
    unittest.main()
