"""The privacy page names every kind of record that the service keeps."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from partie.records import CHANNELS, RECORDS

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "partie"
CLIENT = ROOT / "client-web" / "src"
OUTSIDE = ("bench", "cli", "records.py")
"""These make no records: they measure the service or search what it has kept."""


def written(source: str) -> Iterator[str]:
    """The keys that a module builds, with ``*`` for each value put in."""
    tree = ast.parse(source)
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "*" for p in node.values)
            first = node.values[0] if node.values else None
            called = first.value if isinstance(first, ast.FormattedValue) else None
            name = ast.unparse(called.func) if isinstance(called, ast.Call) else ""
            if text.startswith("partie:") or (re.match(r"\*:[a-z]", text) and re.search(r"key|tag", name)):
                yield text
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Links":
            # One builder makes the keys of codes of all kinds.
            yield f"partie:{ast.literal_eval(node.args[1]) if len(node.args) > 1 else 'link'}:*"
        elif isinstance(node, ast.Constant) and node not in parts and re.fullmatch(r"partie:\S+", str(node.value)):
            yield str(node.value)


def keys() -> set[str]:
    found = set()
    for path in SERVER.rglob("*.py"):
        if path.relative_to(SERVER).parts[0] not in OUTSIDE:
            found |= set(written(path.read_text()))
    return found - {"partie:*:*"}


def test_every_key_that_the_service_builds_has_a_kind_that_the_privacy_page_describes() -> None:
    kinds = {kind for group in RECORDS.values() for kind in group}
    assert keys() - kinds - CHANNELS == set()


def test_no_kind_is_listed_that_no_code_builds() -> None:
    kinds = {kind for group in RECORDS.values() for kind in group}
    assert kinds - keys() == set()


def test_a_new_key_is_found() -> None:
    assert set(written('K = "partie:diary"\ndef k(p): return f"partie:diary:{{{p}}}", f"{person_key(p)}:diary"')) == {
        "partie:diary",
        "partie:diary:{*}",
        "*:diary",
    }


def test_no_script_builds_a_key_of_its_own() -> None:
    assert [path.name for path in SERVER.rglob("*.lua") if "'partie:" in path.read_text()] == []


@pytest.mark.parametrize("kind", RECORDS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_privacy_page_shows_a_text_for_every_kind(kind: str, language: str) -> None:
    assert json.loads((CLIENT / "about" / f"say.{language}.json").read_text())[kind]
    assert f"'{kind}'" in (CLIENT / "pages" / "About.svelte").read_text()
