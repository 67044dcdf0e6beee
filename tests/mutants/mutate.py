"""What can be changed in a module or in a table of data, one place at a time."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}

APART = ("client_data.py", "client_map.py", "ids.py", "view_types.py", "__init__.py", "practice", "outlook.py")
"""Modules and folders without rules.

They are what is made for the browser, which is compared as a whole; the types for clients, which are bounds of what the
rules show and check more closely; and how bots play.
"""

NO_RULE = ("progress",)
"""Functions that are no rules: any measure that each move lessens shows that games end, and the laws try that."""

NUMBER = re.compile(r"(?<![\w.\"'-])-?\d+(?![\w.\"':-])|\b(?:true|false)\b")
"""A number or a truth value in a table of data."""

SOURCED = re.compile(
    r"^\s*(?:#|source|doubt|alternatives|confidence|probability|note|why|version\s*=|format\s*=)|^\s*\[sources"
)
"""Lines of a table that say where its numbers come from."""


class Mutant(Struct, frozen=True):
    """One change: ``file`` below the game's folder, the function, what stands there, and what takes its place.

    ``number`` tells equal changes within a function apart, ``index`` all changes of a file.
    """

    file: str
    function: str
    change: str
    number: int
    index: int
    line: int

    @property
    def name(self) -> str:
        """What it is called in the list of equivalent mutants; the same when other lines move."""
        return f"{self.file}::{self.function}: {self.change}" + (f" ({self.number})" if self.number > 1 else "")


class _Places(ast.NodeVisitor):
    """Collects the changes of a module, each as the path to its node and the node that replaces it."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[str, ast.AST, ast.AST, str]] = []
        self._inside: list[str] = []
        self.visit(tree)

    def _add(self, old: ast.AST, new: ast.AST, change: str = "") -> None:
        text = change or f"{ast.unparse(old)} -> {ast.unparse(new)}"
        self.found.append((".".join(self._inside) or "module", old, new, " ".join(text.split())))

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        if node.name in NO_RULE:
            return
        self._inside.append(node.name)
        if isinstance(node, ast.FunctionDef):
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self._inside.pop()

    visit_FunctionDef = _definition  # noqa: N815 - names that the visitor looks for
    visit_ClassDef = _definition  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Only the value: neither an annotation nor a type is a rule."""
        if node.value and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Removed; what it says is left alone."""
        self._add(node, ast.Pass())

    def visit_Assert(self, node: ast.Assert) -> None:
        """Left alone: it states what cannot happen."""

    def visit_Expr(self, node: ast.Expr) -> None:
        """Removed if it is a call; a string is documentation."""
        if isinstance(node.value, ast.Call | ast.YieldFrom | ast.Yield):
            self._add(node, ast.Pass())
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Removed, or computed otherwise."""
        self._add(node, ast.Pass())
        if other := COMPUTED.get(type(node.op)):
            new = deepcopy(node)
            new.op = other()
            self._add(node, new)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Removed where something is changed that exists already."""
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._add(node, ast.Pass())
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """Its branch is never taken."""
        new = deepcopy(node)
        new.test = ast.BoolOp(ast.And(), [deepcopy(node.test), ast.Constant(False)])
        self._add(node, new, f"if {ast.unparse(node.test)} -> never")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Its other value."""
        new = deepcopy(node)
        new.body, new.orelse = new.orelse, new.body
        self._add(node, new)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Each of its comparisons, by the nearest other one."""
        for index, op in enumerate(node.ops):
            new = deepcopy(node)
            new.ops[index] = COMPARED[type(op)]()
            self._add(node, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Another operation, but for the types of `A | B` at the top of a module."""
        if (other := COMPUTED.get(type(node.op))) and not isinstance(node.left, ast.Constant | ast.JoinedStr):
            new = deepcopy(node)
            new.op = other()
            self._add(node, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """And for or, and each part left out."""
        new = deepcopy(node)
        new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, new)
        for index in range(len(node.values)):
            rest = [deepcopy(value) for place, value in enumerate(node.values) if place != index]
            self._add(node, rest[0] if len(rest) == 1 else ast.BoolOp(deepcopy(node.op), rest))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Without its `not` or its sign."""
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, deepcopy(node.operand))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Without one of its conditions."""
        for index in range(len(node.ifs)):
            new = deepcopy(node)
            del new.ifs[index]
            self._add(node, new, f"if {ast.unparse(node.ifs[index])} -> always")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """The next number, or the other truth value."""
        if isinstance(node.value, bool):
            self._add(node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            self._add(node, ast.Constant(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        """The most for the least, all for any."""
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            new = deepcopy(node)
            new.func = ast.Name(CALLED[node.func.id], ast.Load())
            self._add(node, new, f"{node.func.id}(...) -> {CALLED[node.func.id]}(...)")
        if isinstance(node.func, ast.Name) and node.func.id == "sorted":
            self._add(node, deepcopy(node.args[0]), "sorted(...) -> unsorted")
        for part in (node.func, *node.args, *node.keywords):
            # That two rows are of one length is an assertion.
            if not (isinstance(part, ast.keyword) and part.arg == "strict" and ast.unparse(node.func) == "zip"):
                self.visit(part)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Left alone: text."""


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old = old
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return ast.copy_location(self._new, node)
        visited: ast.AST = super().visit(node)
        return visited


def _place(node: ast.AST) -> int:
    """The line of a node; a condition of a comprehension has that of its target."""
    return int(getattr(node.target if isinstance(node, ast.comprehension) else node, "lineno", 0))


def _numbered(file: str, changes: Iterable[tuple[str, str, int]]) -> Iterator[Mutant]:
    seen: Counter[tuple[str, str]] = Counter()
    for index, (function, change, line) in enumerate(changes):
        seen[function, change] += 1
        yield Mutant(file, function, change, seen[function, change], index, line)


class _Number(Struct, frozen=True):
    """A number in a table of data: where it stands, and what takes its place."""

    section: str
    start: int
    old: str
    new: str
    before: str
    """What stands before it in its line."""


def _numbers(text: str) -> Iterator[_Number]:
    """The numbers and truth values of a table that are no source, no comment and no key."""
    section, start = "", 0
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            section = line.strip().strip("[]")
        elif not SOURCED.match(line) and not section.startswith(("sources", "doubt")):
            for found in NUMBER.finditer(line):
                old, before = found.group(), line[: found.start()]
                if before.count('"') % 2 == 0:
                    new = {"true": "false", "false": "true"}.get(old) or str(int(old) + 1)
                    yield _Number(section, start + found.start(), old, new, before.strip()[-30:])
        start += len(line)


def of_file(path: Path, room: Path) -> Iterator[Mutant]:
    """All changes of a module or of a table of data."""
    text, file = path.read_text("utf-8"), path.relative_to(room).as_posix()
    if path.suffix == ".toml":
        changes = [(each.section, f"{each.before} {each.old} -> {each.new}", 0) for each in _numbers(text)]
    else:
        places = _Places(ast.parse(text)).found
        changes = [(function, change, _place(old)) for function, old, _, change in places]
    return _numbered(file, changes)


def source(mutant: Mutant, room: Path) -> str:
    """The text of the mutant's file with its change."""
    text = (room / mutant.file).read_text("utf-8")
    if mutant.file.endswith(".toml"):
        number = list(_numbers(text))[mutant.index]
        return text[: number.start] + number.new + text[number.start + len(number.old) :]
    tree = ast.parse(text)
    _, old, new, _ = _Places(tree).found[mutant.index]
    return ast.unparse(ast.fix_missing_locations(_Replace(old, new).visit(tree)))


def mutants(room: Path) -> list[Mutant]:
    """All changes of a game: of its modules and its table of data."""
    modules = [path for path in sorted(room.rglob("*.py")) if not {*path.relative_to(room).parts} & {*APART}]
    return [mutant for path in (*modules, room / "data.toml") for mutant in of_file(path, room)]


def chosen(found: list[Mutant], number: int, seed: str) -> list[Mutant]:
    """A sample of them by the seed; a tenth of it from the data. It changes little when some of them come or go."""

    def by_lot(some: list[Mutant]) -> list[Mutant]:
        return sorted(some, key=lambda mutant: sha256(f"{seed} {mutant.name}".encode()).digest())

    data = [mutant for mutant in found if mutant.file == "data.toml"]
    rules = [mutant for mutant in found if mutant.file != "data.toml"]
    few = number // 10
    return sorted(
        by_lot(rules)[: number - few] + by_lot(data)[:few], key=lambda mutant: (mutant.file, mutant.line, mutant.name)
    )
