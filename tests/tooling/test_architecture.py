"""The document on the architecture tells the truth."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "docs" / "architecture.md"

LINK: Final = re.compile(r"\[`([\w.]+)`\]\(\.\./([\w/]+\.py)\)")

BESIDE: Final = {
    "server/partie/net/protocol.py": ("SocketProtocol.write_frame",),
    "server/partie/gateway/connection.py": ("Connection._dispatch",),
    "server/partie/live/actor.py": ("Actor.submit", "Actor._put", "Actor._run", "Actor._carry_out", "Actor._advanced"),
    "server/partie/live/machine.py": ("Machine.feed", "Machine._take", "Machine._advance", "Machine._finish"),
    "server/partie/table/decide.py": ("_decide",),
    "server/partie/live/subscribers.py": ("Subscribers.advanced", "Subscribers._refresh_viewer", "Subscribers._turn"),
    "server/partie/live/frames.py": ("Frames._change", "Frames._encode"),
}
"""What the way of a move leads through in addition to what the document names."""

MOST_LINES: Final = 500
MOST_FILES: Final = 10


def _definitions(path: str) -> dict[str, ast.AST]:
    found: dict[str, ast.AST] = {}
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}": one for one in node.body if hasattr(one, "name")}
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


def _way() -> list[tuple[str, str]]:
    """The functions that the nine steps name, each with its file, in order."""
    text = DOCUMENT.read_text("utf-8")
    steps = re.findall(r"^\d\. .*(?:\n {3}.*)*", text.partition("## The way of a move")[2], re.MULTILINE)
    assert len(steps) == 9
    found = [LINK.findall(step) for step in steps]
    assert all(found), "each step names the function in which it happens"
    return [link for links in found for link in links]


def test_every_link_leads_to_what_it_names() -> None:
    """Also where the document goes on beyond the way of a move."""
    links = LINK.findall(DOCUMENT.read_text("utf-8"))
    assert len(links) > 15
    missing = [(name, path) for name, path in links if name not in _definitions(path)]
    assert missing == []


def test_the_way_of_a_move_is_short() -> None:
    """All that a move passes through is at most 500 lines in 10 files."""
    ways = {(path, name) for name, path in _way()}
    ways |= {(path, name) for path, names in BESIDE.items() for name in names}
    files = {path for path, _ in ways}
    lines = 0
    for path, name in ways:
        node = _definitions(path)[name]
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        lines += (node.end_lineno or 0) - node.lineno + 1
    print(f"{lines} lines in {len(files)} files")
    assert lines <= MOST_LINES
    assert len(files) <= MOST_FILES


def test_no_step_of_the_way_calls_back_up() -> None:
    """What stands lower imports nothing of what stands higher; the contracts hold that, and all steps are in them."""
    order = ["net", "gateway", "live", "table", "log"]
    rooms = [path.split("/")[2] for _, path in _way()]
    assert set(rooms) == set(order)
    down = [room for index, room in enumerate(rooms) if index == 0 or room != rooms[index - 1]]
    assert down == ["net", "gateway", "live", "table", "log", "live", "net"]


def test_every_package_is_in_the_table_of_rooms() -> None:
    """So that a new one is explained as it comes."""
    text = DOCUMENT.read_text("utf-8")
    there = {path.parent.name for path in (ROOT / "server" / "partie").glob("*/__init__.py")}
    told = set(re.findall(r"^\| `partie\.(\w+)", text, re.MULTILINE))
    assert there - told == {"bench", "cli", "client"}
