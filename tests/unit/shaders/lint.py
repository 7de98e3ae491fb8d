#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds in our shaders what compilers let pass and devices then punish.

usage: lint.py SHADERS

  lone-barrier      barrier(), memoryBarrierShared() or groupMemoryBarrier() anywhere but in
                    group_sync() of lib/group.glsl, or group_sync() in a macro
  after-return      a barrier that an earlier return may skip
  divergent         a barrier under a condition, or in a loop, that invocations of one group
                    may see differently; also a divergent break or continue in such a loop
  fence-in-loop     a memory barrier in a loop that some invocations leave earlier than others:
                    lavapipe takes it for a barrier of the group

The flow rules read each pass with its includes in place, macros left out, both sides of
every #if taken. A name is divergent if it comes from gl_LocalInvocation*, from
gl_GlobalInvocationID, from shared memory, from a storage block or a texture, or is assigned
from such a name or under such a condition. Parameters are what any caller hands over. What
same_in_group() returns does not diverge: the shader vouches for it.
"""

import re
import sys
from pathlib import Path

BARRIERS = ("barrier", "memoryBarrierShared", "groupMemoryBarrier")
FENCES = {"memoryBarrier", "memoryBarrierBuffer", "memoryBarrierImage"}
SEEDS = {"gl_LocalInvocationID", "gl_LocalInvocationIndex", "gl_GlobalInvocationID",
         "gl_FragCoord", "texelFetch"}
TRUSTED = "same_in_group"
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|[-+*/%&|^=!<>]=|\+\+|--|&&|\|\||<<|>>|\S")
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
WORD = re.compile(r"^[A-Za-z_]\w*$")


def strip_comments(text):
    """Comments become spaces, so that lines keep their numbers."""
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def strip_directives(text):
    """Preprocessor lines, continued ones too, become empty ones."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = inside or line.lstrip().startswith("#")
        lines.append("" if inside else line)
        inside = inside and bool(re.search(r"\\\s*$", line)) if inside else False
    return "\n".join(lines)


# ---- one file by itself

def lint_file(name, text):
    faults = []
    code = strip_comments(text)
    is_allowed = name == "lib/group.glsl"
    for at, line in enumerate(code.split("\n"), start=1):
        for barrier in BARRIERS:
            if re.search(rf"\b{barrier}\s*\(\s*\)", line) and not is_allowed:
                faults.append((name, at, "lone-barrier", f"{barrier}() outside group_sync()"))
    for match in re.finditer(r"^[ \t]*#[ \t]*define\b(?:[^\n]*\\\n)*[^\n]*", code, flags=re.M):
        if re.search(r"\bgroup_sync\b", match.group()):
            faults.append((name, code.count("\n", 0, match.start()) + 1, "lone-barrier",
                           "group_sync() in a macro"))
    return faults


# ---- a pass with its includes

def flatten(root, name, seen):
    """[(file, line number, text)] of a pass, each include once."""
    lines = []
    seen.add(name)
    for at, line in enumerate((root / name).read_text(encoding="ascii").split("\n"), start=1):
        include = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if include and include.group(1) not in seen:
            lines += flatten(root, include.group(1), seen)
            lines.append((name, at, ""))
        else:
            lines.append((name, at, line))
    return lines


class Token(str):
    """A token that knows its place in the flattened text."""
    row = 0


def tokenize(text):
    tokens = []
    for row, line in enumerate(text.split("\n")):
        for word in TOKEN.findall(line):
            token = Token(word)
            token.row = row
            tokens.append(token)
    return tokens


class Node:
    """A statement: kind, controlling tokens, children, own tokens."""

    def __init__(self, kind, tokens=(), head=(), body=()):
        self.kind, self.tokens, self.head, self.body = kind, tokens, head, body


class Parser:
    """Statements of a function body, as deep as the flow rules need."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def parens(self):
        """The tokens in the parentheses that open here."""
        depth, first = 0, self.at + 1
        while self.at < len(self.tokens):
            depth += {"(": 1, ")": -1}.get(self.take(), 0)
            if depth == 0:
                break
        return self.tokens[first:self.at - 1]

    def block(self):
        nodes = []
        self.take()
        while self.peek() not in ("}", ""):
            nodes.append(self.statement())
        if self.peek():
            self.take()
        return Node("block", body=nodes)

    def simple(self):
        first = self.at
        if re.match(r"[A-Z][A-Z0-9_]*$", self.peek()):  # a macro needs no semicolon
            self.take()
            if self.peek() == "(":
                self.parens()
            if self.peek() in ("if", "for", "while", "return", "}") or WORD.match(self.peek()):
                return Node("simple", tokens=self.tokens[first:self.at])
        depth = 0
        while self.peek() and (depth > 0 or self.peek() not in (";", "}")):
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(self.take(), 0)
        tokens = self.tokens[first:self.at]
        if self.peek() == ";":
            self.take()
        kind = tokens[0] if tokens and tokens[0] in ("return", "break", "continue") else "simple"
        return Node(kind, tokens=tokens)

    def statement(self):
        word = self.peek()
        if word == "{":
            return self.block()
        if word in ("if", "while", "for", "switch"):
            self.take()
            head = self.parens()
            body = [self.statement()]
            if word == "if" and self.peek() == "else":
                self.take()
                body.append(self.statement())
            return Node(word, head=head, body=body)
        if word == "do":
            self.take()
            body = [self.statement()]
            self.take()  # while
            head = self.parens()
            return Node("while", head=head, body=body)
        return self.simple()


class Function:
    def __init__(self, name, parameters, body):
        self.name, self.parameters, self.body = name, parameters, body
        self.divergent = set()  # names in it
        self.returns_divergent = False


def split_at(tokens, mark):
    """The parts between marks that are in no brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0)
        if token == mark and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def functions_of(text):
    """Functions and the names that hold data of other invocations."""
    shared = set(re.findall(r"\bshared\s+\w+\s+(\w+)", text))
    for block in re.findall(r"\bbuffer\s+\w+\s*\{([^}]*)\}", text):
        shared.update(re.findall(r"(\w+)\s*(?:\[[^\]]*\])?\s*;", block))
    found = {}
    parser = Parser(tokenize(text))
    while parser.at < len(parser.tokens):
        name = parser.take()
        if parser.peek() != "(":
            continue
        inside = parser.parens()
        if parser.peek() == "{":
            names = [[t for t in part if WORD.match(t)][-1] for part in split_at(inside, ",")
                     if part[0] != "void"]
            found[name] = Function(name, names, parser.block())
    return found, shared


def without_trusted(tokens):
    """The tokens but for calls of same_in_group()."""
    left, depth, begins = [], 0, False
    for token in tokens:
        if token == TRUSTED:
            begins = True
        elif begins or depth:
            depth += (token == "(") - (token == ")")
            begins = False
        else:
            left.append(token)
    return left


class Flow:
    """Which names diverge, to a fixed point over all functions, then the rules."""

    def __init__(self, functions, shared):
        self.functions, self.shared = functions, shared
        self.syncs, self.fences = set(), set()  # functions with barriers of either kind
        self.changed = True
        while self.changed:
            self.changed = False
            for function in functions.values():
                self.spread(function, function.body, False)

    def mark(self, names, name):
        if name not in names:
            names.add(name)
            self.changed = True

    def is_divergent(self, function, tokens):
        tokens = without_trusted(tokens)
        for at, token in enumerate(tokens):
            if at and tokens[at - 1] == ".":
                continue
            if token in SEEDS or token in self.shared or token in function.divergent:
                return True
            called = self.functions.get(token)
            if called and called.returns_divergent:
                return True
        return False

    def spread(self, function, node, under):
        if node.kind in ("if", "while", "for", "switch"):
            if node.kind == "for":
                for part in split_at(node.head, ";"):
                    self.assign(function, part, under or self.is_divergent(function, part))
            self.calls(function, node.head)
            under = under or self.is_divergent(function, node.head)
        elif node.kind == "return":
            if (under or self.is_divergent(function, node.tokens[1:])) and \
                    not function.returns_divergent:
                function.returns_divergent = self.changed = True
        elif node.tokens:
            self.assign(function, node.tokens, under)
        self.calls(function, node.tokens)
        for child in node.body:
            self.spread(function, child, under)

    def assign(self, function, tokens, under):
        """Marks what a statement writes, if what it reads diverges."""
        for at, token in enumerate(tokens):
            if token in ASSIGN:
                target = self.target(tokens[:at])
                if target and (under or self.is_divergent(function, tokens[at + 1:])
                               or self.is_divergent(function, tokens[:at])):
                    self.mark(function.divergent, str(target))
            elif token in ("++", "--") and under:
                for name in (tokens[at - 1:at] + tokens[at + 1:at + 2]):
                    if WORD.match(name):
                        self.mark(function.divergent, str(name))

    @staticmethod
    def target(tokens):
        """The name written: the last one outside brackets and not a member."""
        depth, name = 0, None
        for at, token in enumerate(tokens):
            depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(token, 0)
            if depth == 0 and WORD.match(token) and not (at and tokens[at - 1] == "."):
                name = token
        return name

    def calls(self, function, tokens):
        """Hands divergence of arguments on to parameters."""
        for at, token in enumerate(tokens):
            called = self.functions.get(token)
            if called and at + 1 < len(tokens) and tokens[at + 1] == "(":
                parser = Parser(tokens)
                parser.at = at + 1
                for name, part in zip(called.parameters, split_at(parser.parens(), ",")):
                    if self.is_divergent(function, part):
                        self.mark(called.divergent, str(name))

    # The rules.

    def reach(self, names):
        """The names, and all functions that call one of them."""
        reached = set(names)
        while True:
            callers = {function.name for function in self.functions.values()
                       if self.holds(function.body, reached)} - reached
            if not callers:
                return reached
            reached |= callers

    def holds(self, node, names):
        return (not names.isdisjoint(node.tokens) or not names.isdisjoint(node.head)
                or any(self.holds(child, names) for child in node.body))

    def is_left_early(self, function, node, under=False):
        """A break that some invocations take, or a return."""
        if node.kind in ("break", "return"):
            return under
        if node.kind in ("if", "while", "for", "switch"):
            under = under or self.is_divergent(function, node.head)
        return any(self.is_left_early(function, child, under) for child in node.body)

    def check_fences(self, function, node, apart, faults):
        """apart: in a loop that invocations leave at different times."""
        if apart and not self.fences.isdisjoint(node.tokens):
            row = next(t.row for t in node.tokens if t in self.fences)
            faults.append((row, "fence-in-loop", "a memory barrier in a divergent loop"))
        if node.kind in ("while", "for"):
            apart = (apart or self.is_divergent(function, node.head)
                     or self.is_left_early(function, node))
        for child in node.body:
            self.check_fences(function, child, apart, faults)

    def check(self):
        self.syncs, self.fences = self.reach({"group_sync"}), self.reach(FENCES)
        faults = []
        for function in self.functions.values():
            if function.name in self.fences:
                self.check_fences(function, function.body, False, faults)
            if function.name != "group_sync" and function.name in self.syncs:
                self.check_node(function, function.body, False, False, [None], faults)
        return faults

    def check_node(self, function, node, under, loop, returned, faults):
        """returned: row of a return seen before; loop: in a loop that has a barrier."""
        if node.kind == "return":
            returned[0] = node.tokens[0]
        elif node.kind in ("break", "continue") and under and loop:
            faults.append((node.tokens[0].row, "divergent",
                           f"a divergent {node.kind} in a loop with a barrier"))
        elif not self.syncs.isdisjoint(node.tokens):
            row = next(t.row for t in node.tokens if t in self.syncs)
            if returned[0]:
                faults.append((row, "after-return", "a barrier that a return may skip"))
            if under:
                faults.append((row, "divergent", "a barrier under a divergent condition"))
        if node.kind in ("while", "for"):
            loop = self.holds(node, self.syncs)
        if node.kind in ("if", "while", "for", "switch"):
            under = under or self.is_divergent(function, node.head)
        for child in node.body:
            self.check_node(function, child, under, loop, returned, faults)


def lint_pass(root, name):
    lines = flatten(root, name, set())
    text = strip_directives(strip_comments("\n".join(line for _, _, line in lines)))
    functions, shared = functions_of(text)
    faults = Flow(functions, shared).check()
    return [(lines[row][0], lines[row][1], rule, words) for row, rule, words in faults]


def lint(root):
    faults, passes = set(), 0
    for path in sorted(root.rglob("*")):
        if path.suffix in (".comp", ".frag", ".vert", ".glsl"):
            faults.update(lint_file(path.relative_to(root).as_posix(), path.read_text()))
        if path.suffix in (".comp", ".frag", ".vert"):
            faults.update(lint_pass(root, path.relative_to(root).as_posix()))
            passes += 1
    return sorted(faults), passes


def main():
    root = Path(sys.argv[1])
    faults, passes = lint(root)
    for name, line, rule, words in faults:
        print(f"{root / name}:{line}: {rule}: {words}")
    if faults or not passes:
        sys.exit(f"{len(faults)} faults in {passes} passes")
    print(f"{passes} passes, no faults")


if __name__ == "__main__":
    main()
