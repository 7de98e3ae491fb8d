#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sample, info, verify, program binaries, and what is printed where."""
import json
import os
import pathlib
import random
import re

import program
from program import Case, run


class Sample(Case):
    def test_without_a_command_8192_random_keys_are_sorted(self):
        output = self.good().decode()
        self.assertRegex(output, r"\ASorted 8192 random u32 keys ascending \(\w+ on \w+,")
        shown = re.search(r"out:((?: \d+)+)", output).group(1).split()
        self.assertEqual(shown, sorted(shown, key=int))

    def test_quiet_prints_nothing(self):
        self.assertEqual(self.good("-q", "-e", "-t"), b"")
        self.assertEqual(self.good("--quiet", "-x", "0"), b"")

    def test_the_options_of_the_sample_apply(self):
        output = self.good("-x", "2^9", "--type", "f32", "--descending", "--backend", "fragment",
                           "--algorithm", "abisort-tree", "-d", "cpu", "-e", "-i", "3",
                           "-t").decode()
        self.assertIn("Sorted 512 random f32 keys descending (abisort-tree on fragment", output)
        self.assertIn("3 times", output)
        self.assertIn("Verified: equal to a stable sort on the CPU.", output)
        self.assertRegex(output, r"(?m)^ +512  wall  +[\d.]+ +[\d.]+ +\d+$")

    def test_the_seed_decides_the_keys(self):
        first = self.good("--seed", "5", "-x", "64")
        self.assertEqual(first, self.good("--seed", "5", "-x", "64"))
        self.assertNotEqual(first, self.good("--seed", "6", "-x", "64"))


class Help(Case):
    def test_every_command_has_help_and_every_option_a_line(self):
        for command in ([], ["sort"], ["info"], ["plan"], ["verify"], ["bench"], ["tune"]):
            output = self.good(*command, "--help").decode()
            self.assertEqual(output, self.good(*command, "-h").decode())
            self.assertTrue(output.startswith("usage: glsort"), command)
            self.assertIn("--help", output)
            self.assertLess(max(map(len, output.splitlines())), 91)

    def test_the_version_is_printed(self):
        self.assertRegex(self.good("--version"), rb"\Aglsort \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.good("--version"), self.good("-v"))


class Info(Case):
    def test_info_says_the_same_as_json(self):
        info = json.loads(self.good("info", "--json"))
        self.assertTrue(info["devices"])
        self.assertIn("fragment", info["backends"])
        for form in info["forms"]:
            self.assertTrue(form["reason"])
            self.assertGreater(form["max_count"], 1023)

    def test_a_report_has_what_an_issue_about_a_device_needs(self):
        output = self.good("info", "--report", "-d", "cpu").decode()
        info = json.loads(self.good("info", "--json", "-d", "cpu"))
        self.assertEqual(output.count("```") % 2, 0, "blocks end")
        for part in (f"## glsort {info['glsort']} on ", "- system: ", "- built by: ",
                     info["renderer"], info["version"], "storage_block_bytes", "radix-chain",
                     "### glsort verify ", "all equal to a stable sort on the CPU",
                     "### glsort bench ", "u32+u32", "Mkeys/s", "### glsort tune "):
            self.assertIn(part, output)
        table = (pathlib.Path(__file__).parents[3] / "docs/drivers.md").read_text()
        head, _, row = output.splitlines()[-3:]
        self.assertIn(f"\n{head}\n", table, "the columns are those of the documents")
        self.assertEqual(row.count("|"), head.count("|"))
        self.assertRegex(row, r"^\| .*llvmpipe.* \| both \| right \| right \|$")

    def test_a_report_of_a_device_that_sorts_wrongly_says_so_and_goes_on(self):
        status, output, errors = run("info", "--report", "-d", "cpu", broken=True)
        self.assertEqual(status, 1)
        self.assertIn(b"FAILED", output)
        self.assertIn(b": WRONG (`glsort verify", output)
        self.assertIn(b"### glsort tune ", output)
        self.assertIn(b"| WRONG | FAILED |\n", output)
        self.assertIn("groups of sorts differ from the CPU", errors)

    def test_info_lists_the_forms_and_whether_they_are_served(self):
        text = self.good("info").decode().split("\nForms")[1]
        forms = json.loads(self.good("info", "--json"))["forms"]
        self.assertEqual([line.split()[0] for line in text.splitlines()[1:]],
                         [form["name"] for form in forms])
        self.assertTrue(all(form["served"] == (form["max_count"] > 0) for form in forms))
        lower = json.loads(self.good("info", "--json", "--api", "gl3.3"))["forms"]
        self.assertEqual([form["name"] for form in lower if form["served"]],
                         [form["name"] for form in lower
                          if form["name"].endswith("-fragment")])
        self.assertIn("not here: the compute backend needs GL 4.3",
                      self.good("info", "--api", "gl3.3").decode())

    def test_lower_apis_give_honest_contexts(self):
        for api, version in (("gl3.3", "3.3"), ("gles3.0", "OpenGL ES 3.0")):
            info = json.loads(self.good("info", "--json", "--api", api))
            self.assertEqual((info["api"], info["backends"]), (api, ["fragment"]))
            self.assertTrue(info["version"].startswith(version), info["version"])

    def test_a_device_can_be_chosen_by_number(self):
        devices = json.loads(self.good("info", "--json"))["devices"]
        for one in devices[:2]:
            self.good("info", "-p", str(one["platform_index"]), "-d",
                      str(one["device_index"]))
            self.good("info", "-p", one["platform"])
        software = json.loads(self.good("info", "--json", "--device", "cpu"))
        self.assertTrue(software["software"])


def groups_of(output):
    """The lines before the sum."""
    return output.splitlines()[:-1]


class Verify(Case):
    def test_every_form_is_verified(self):
        output = self.good("verify", "-x", "3").decode()
        lines = groups_of(output)
        self.assertRegex(output.splitlines()[-1], r"^\d+ sorts of up to \d+ keys and \d+ "
                                                  r"draw orders on .*, all equal")
        self.assertTrue(all(line.startswith("ok ") for line in lines), output)
        forms = json.loads(self.good("info", "--json"))["forms"]
        self.assertEqual(list(dict.fromkeys(sorted(line.split()[2] for line in lines))),
                         sorted(["order", "segments"] +
                                [form["name"] for form in forms if form["served"]]))

    def test_draw_orders_are_verified_where_the_library_makes_them(self):
        output = self.good("verify", "-x", "40", "--algorithm", "radix-items").decode()
        orders = [line for line in groups_of(output) if line.split()[2] == "order"]
        self.assertGreater(len(orders), 20)
        for part in ("f16", "snorm16", "primitives of 3", "3 views", "cull frustum and dead",
                     "16 bits", "count in a buffer", "command draw-arrays-instances"):
            self.assertIn(part, "".join(orders))
        self.assertIn(f"and {len(orders)} draw orders on", output.splitlines()[-1])

    def test_a_wrong_draw_order_is_found(self):
        status, output, error = run("verify", "-x", "60", "-d", "cpu", "--algorithm", "radix-items",
                                    broken=True)
        self.assertEqual(status, 1)
        self.assertRegex(output, rb"(?m)^FAILED  compute   order ")
        self.assertRegex(error, r"positions, .*: \d+ elements: view \d: ")

    def test_a_form_is_named_and_no_other_runs(self):
        output = self.good("verify", "-x", "33", "--algorithm", "bitonic-local-keep", "--type",
                           "u32").decode()
        self.assertEqual([line.split()[:3] for line in groups_of(output)],
                         2 * [["ok", "compute", "bitonic-local-keep"]])
        status, output, error = run("verify", "--api", "gl3.3", "--algorithm", "radix-chain")
        self.assertEqual(status, 1)
        self.assertNotIn(b"ok", output)
        self.assertIn("the compute backend needs GL 4.3", error)

    def test_a_wrong_sort_is_found(self):
        array = ("-d", "cpu", "--backend", "fragment", "--algorithm", "abisort")
        status, output, error = run("verify", "-x", "300", *array, broken=True)
        self.assertEqual(status, 1)
        self.assertRegex(output, rb"(?m)^FAILED  fragment  abisort-fused-fragment +u32 asc")
        self.assertRegex(error, r"u32 ascending, uniform, \d+ keys: wrong key at place 0")
        self.assertRegex(error, r"\d+ groups of sorts differ from the CPU\n\Z")
        for arguments, data in ((["-x", "300"], b""), (["sort"], b"1\n2\n3\n")):
            status, output, error = run(*arguments, "-e", *array, data=data, broken=True)
            self.assertEqual(status, 1)
            self.assertIn("verification failed: wrong key at place 0", error)
        self.assertEqual(output, b"")  # sort wrote nothing


class Binaries(Case):
    def test_dumped_programs_are_loaded_again(self):
        blob = self.path("programs")
        self.good("-q", "--dump", blob)
        self.assertGreater(os.path.getsize(blob), 100)
        output = self.good("-e", "--load", blob).decode()
        self.assertTrue(output.startswith(f"Using the program binaries of {blob}.\n"))
        self.assertIn("Verified", output)
        output = self.good("sort", "--load", blob, data=b"3\n1\n2\n")
        self.assertEqual(output, b"1\n2\n3\n")

    def test_foreign_and_damaged_programs_are_refused_and_compiled_instead(self):
        blob = self.path("programs")
        self.good("-q", "--dump", blob)
        whole = self.read("programs")
        middle = len(whole) // 2
        damaged = whole[:middle] + bytes([whole[middle] ^ 0x55]) + whole[middle + 1:]
        for name, data in (("foreign", b"these are no programs at all" * 10), ("empty", b""),
                           ("damaged", damaged)):
            with self.subTest(name=name):
                path = self.write(name, data)
                status, output, error = run("sort", "--load", path, data=b"3\n1\n2\n")
                self.assertEqual((status, output), (0, b"1\n2\n3\n"))
                self.assertRegex(error, r"\Aglsort: warning: [^\n]+\n\Z")


class Streams(Case):
    def test_times_go_to_standard_error_of_sort(self):
        status, output, error = run("sort", "-t", data=b"2\n1\n")
        self.assertEqual((status, output), (0, b"1\n2\n"))
        self.assertIn("wall", error)

    def test_progress_shows_on_a_terminal_and_not_in_a_pipe(self):
        arguments = ["sort", "--format", "raw", "--algorithm", "tree-pure-simple", "-d",
                     "cpu"]
        # A sort of few keys takes half a second only where it waits for a processor.
        few = program.raw([3, 1, 2])
        self.assertTrue(any(self.on_a_terminal(arguments, few) == b"" for _ in range(5)))
        # How many keys take long enough to be worth a line is the machine's to say.
        for exponent in range(18, 24):
            data = random.Random(1).randbytes(4 << exponent)
            shown = self.on_a_terminal(arguments, data)
            if b"sorting" in shown:
                break
        self.assertRegex(shown, rb"sorting +\d+ %")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-20:])
        self.good(*arguments, data=data)  # says nothing on standard error

if __name__ == "__main__":
    program.main()
