#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual page has the commands and options that --help prints, and no others, and its
examples print what it says."""
import os
import pathlib
import re
import subprocess

import program
from program import Case

MANUAL = pathlib.Path(__file__).parents[3] / "docs" / "glsort.1"
COMMANDS = ("sample", "sort", "info", "plan", "verify", "bench", "tune")
OPTION = r"(?m)^  (?:-(\w), |    )--([\w-]+)(?: ([A-Z]+))?(?= |$)"
ENTRY = r"(?ms)^\.It ((?:Fl \w , )?Fl -[^\n]*)\n(.*?)^For: ([\w, ]+)\.$"


def manual_options(text):
    """(letter, name, argument) of each option, by command."""
    found = {command: set() for command in COMMANDS}
    for head, _, names in re.findall(ENTRY, text):
        option = re.fullmatch(r"(?:Fl (\w) , )?Fl -([\w-]+)(?: Ar ([A-Z]+))?", head)
        for name in COMMANDS if names == "all" else names.split(", "):
            found[name].add((option[1] or "", option[2], option[3] or ""))
    return found


def examples(text):
    """(command, lines that it prints) of each example; "..." stands for anything."""
    found = []
    literal = False
    for line in text.partition(".Sh EXAMPLES\n")[2].splitlines():
        literal = line.startswith(".Bd -literal") or (literal and line != ".Ed")
        if not (line.startswith(".Dl ") or (literal and not line.startswith("."))):
            continue
        line = line.removeprefix(".Dl ").replace(r"\(aq", "'").replace(r"\e", "\\")
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


class Manual(Case):
    def setUp(self):
        super().setUp()
        self.text = MANUAL.read_text(encoding="ascii")

    def help_of(self, command):
        return self.good(*([] if command == "sample" else [command]), "--help").decode()

    def test_it_has_the_options_of_each_command(self):
        options = manual_options(self.text)
        for command in COMMANDS:
            with self.subTest(command=command):
                shown = set(re.findall(OPTION, self.help_of(command)))
                self.assertGreater(len(shown), 8)
                self.assertEqual(options[command], shown)

    def test_it_has_the_commands(self):
        listed = re.findall(r"(?m)^  glsort (\w+) ", self.help_of("sample"))
        self.assertEqual(listed, list(COMMANDS[1:]))
        self.assertEqual(re.findall(r"(?m)^\.It Cm (\w+)$", self.text), listed)

    def test_it_has_the_words_that_options_take(self):
        words = re.sub(r"\s+", " ", self.text)
        for command in COMMANDS:
            for listed in re.findall(r": ((?:[\w.-]+,\s+)+[\w.-]+\s+or\s+[\w.-]+)",
                                     self.help_of(command)):
                self.assertIn(re.sub(r"\s+", " ", listed), words, command)

    def test_its_examples_print_what_it_says(self):
        shown = [example for example in examples(self.text) if example[1]]
        self.assertEqual(len(shown), 5)
        folder = os.path.dirname(os.path.abspath(program.PROGRAM))
        before = "printf '%s\\n' 0 3 5 > offsets; "  # an example of its own, without output
        for command, lines in shown:
            done = subprocess.run(["bash", "-c", before + command], cwd=self.folder,
                                  env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]},
                                  timeout=program.SECONDS, check=True, stdout=subprocess.PIPE)
            wanted = ".*".join(re.escape(part) for part in "\n".join(lines).split("..."))
            self.assertRegex(done.stdout.decode().rstrip("\n"), rf"\A{wanted}\Z", command)


if __name__ == "__main__":
    program.main()
