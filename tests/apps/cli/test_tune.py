#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort tune measures a table of choices; sort, plan and bench go by it."""
import json
import resource

import program
from program import Case, argsorted, random_keys, raw, words

QUICK = ("tune", "--count", "2^9", "--budget", "0.5", "-i", "3")
ROW = b"compute any any bitonic-blocks\n"


class Tune(Case):
    def rows(self, data):
        """The rows of a table, its comments left out."""
        lines = [line.split("#")[0].split() for line in data.decode().splitlines()]
        return [line for line in lines if line]

    def plan(self, *arguments):
        return json.loads(self.good("plan", "--json", *arguments))

    def test_the_table_has_a_head_and_rows_that_go_up_to_the_most(self):
        data = self.good(*QUICK)
        head = data.decode()
        self.assertRegex(head, r'\A# glsort [\d.]+, measured by "glsort tune" on '
                               r"\d{4}-\d\d-\d\d \d\d:\d\d UTC\n# device  \S")
        self.assertRegex(head, r"(?m)^# driver  \S")
        self.assertRegex(head, r"(?m)^# times   medians in ms by the \w+'s ")
        series = {}
        for row in self.rows(data):
            self.assertIn(len(row), (4, 5), row)
            bits = row[4] if len(row) == 5 else "any"
            series.setdefault((row[0], row[1], bits), []).append(int(row[2]))
        self.assertEqual(set(series), {(backend, values, bits)
                                       for backend in ("compute", "fragment")
                                       for values in ("keys", "pairs")
                                       for bits in ("16", "24", "any")
                                       if backend == "fragment" or bits == "any"})
        for counts in series.values():
            self.assertEqual(counts, sorted(set(counts)))
            self.assertLessEqual(set(counts), {256, 512})
            self.assertEqual(counts[-1], 512)
        for line in head.splitlines():
            if not line.startswith("#"):
                self.assertRegex(line, r"  # [\d.e-]+ ms(, [\w-]+ [\d.e-]+ ms)?$")

    def test_a_saved_table_comes_back_as_the_choice_of_its_rows(self):
        path = self.path("device.table")
        self.assertEqual(self.good(*QUICK, "-o", path), b"")
        for row in self.rows(self.read("device.table")):
            values = "none" if row[1] == "keys" else "u32"
            bits = ["--bits", row[4]] if len(row) == 5 else []
            plan = self.plan(row[2], "--values", values, "--backend", row[0], "--table",
                             path, *bits)
            self.assertEqual(plan["method"], row[3], row)
            self.assertRegex(plan["reason"], r"\Aline \d+ of the table")
            self.assertIn("this device", plan["limits"])
            above = self.plan("513", "--values", values, "--backend", row[0], "--table",
                              path)
            self.assertNotIn("table", above["reason"])

    def test_a_cpu_is_tuned_in_less_than_30_seconds_of_two_cores(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        rows = self.rows(self.good("tune", "--device", "cpu"))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLess(seconds, 60)
        self.assertGreater(max(int(row[2]) for row in rows), 2**16)


class Table(Case):
    def test_a_plan_goes_by_the_line_that_fits(self):
        path = self.write("table", b"# mine\nfragment any any abisort-partition\n"
                                   b"compute pairs 1000 bitonic-blocks\n")
        plan = json.loads(self.good("plan", "--json", "1000", "--values", "u32",
                                    "--table", path))
        self.assertEqual(plan["algorithm"], "bitonic")
        self.assertIn("line 3 of the table", plan["reason"])
        text = self.good("plan", "1000", "--backend", "fragment", "--table", path)
        self.assertRegex(text.decode(), r"(?m)^  chosen   line 2 of the table")

    def test_sorts_go_by_the_table_and_are_right(self):
        path = self.write("table", ROW)
        keys = random_keys(3000, "u32")
        want = [keys[at] for at in argsorted(keys, "u32", False)]
        out = self.good("sort", "--table", path, "--format", "raw", data=raw(keys))
        self.assertEqual(words(out), want)
        said = self.good("--table", path, "-x", "500", "-e").decode()
        self.assertIn("(bitonic on compute", said)

    def test_a_benchmark_goes_by_the_table(self):
        path = self.write("table", ROW)
        rows = json.loads(self.good("bench", "--json", "--budget", "1", "-i", "1", "-x",
                                    "700", "--table", path))
        chosen = [row for row in rows if row["algorithm"] == "auto"]
        self.assertEqual(len(chosen), 1)
        self.assertIn("bitonic on compute", json.dumps(chosen))


if __name__ == "__main__":
    program.main()
