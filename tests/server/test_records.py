"""The privacy page names every kind of record that the service keeps."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from partie.features.chat import blocks, chats
from partie.features.friends import invites
from partie.features.moderation import journal
from partie.features.moderation.moderation import Held
from partie.features.notifications import book
from partie.features.presence import presence
from partie.people import emails, invitations, persons, players, recovery
from partie.records import CHANNELS, RECORDS

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "partie"
CLIENT = ROOT / "client-web" / "src"
OUTSIDE = ("bench", "cli", "records.py")
"""These make no records: they measure the service or search what it has kept."""

PERIODS: dict[str, set[float]] = {
    "privacy.name": {persons.KEPT_SECONDS},
    "privacy.email": {emails.CONFIRM_SECONDS, emails.RESET_SECONDS},
    "privacy.tables": {invitations.GOOD_SECONDS},
    "privacy.people": {persons.KEPT_SECONDS, blocks.KEPT_SECONDS, invites.GOOD_SECONDS},
    "privacy.chat": {chats.KEPT_SECONDS},
    "privacy.notifications": {book.STANDS_SECONDS},
    "privacy.seen": {presence.KEPT_SECONDS},
    "privacy.address": {recovery.REQUESTS_FROM.seconds, players.KEPT_SECONDS},
}
"""The seconds after which things are deleted, by the text that says so."""

ENDS = {"partie:{moderation}:*": set(Held.__struct_fields__)}
"""How keys end that are put together of more words than their module has for that."""

NUMBERS = {"a": 1, "an": 1, "two": 2, "three": 3, "eine": 1, "einer": 1, "zwei": 2, "drei": 3}
UNITS = {"hour": 3600, "day": 86_400, "week": 7 * 86_400, "Stunde": 3600, "Tag": 86_400, "Woche": 7 * 86_400}


def periods(text: str) -> set[float]:
    """The periods that a text names, in seconds."""
    found = re.findall(rf"(\d+|{'|'.join(NUMBERS)}) ({'|'.join(UNITS)})", text)
    return {(int(number) if number.isdigit() else NUMBERS[number]) * UNITS[unit] for number, unit in found}


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


def full_keys(source: str) -> Iterator[str]:
    """The keys of everything but tables that a module builds, whole, with each word of the module for an open end."""
    words = {str(node.value) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    for kind in written(source):
        whole = kind.replace("*:", "partie:person:{*}:", 1) if kind.startswith("*:") else kind
        if whole.startswith("partie:{*}:"):
            continue
        ends = ENDS.get(kind, words) if whole.endswith("}:*") else {"x"}
        for end in ends:
            yield (whole[:-1] + end if whole.endswith("*") else whole).replace("*", "x")


def like_a_table(key: str) -> bool:
    """Whether a search for the keys of tables finds the key."""
    of_tables = {kind for group in RECORDS.values() for kind in group if kind.startswith("partie:{*}:")}
    return any(fnmatchcase(key, kind) for kind in of_tables)


def test_no_key_of_anything_else_looks_like_that_of_a_table() -> None:
    """Whatever searches for tables finds nothing else; what an earlier version kept under such a key is moved."""
    found = {key for path in SERVER.rglob("*.py") if path.name != "records.py" for key in full_keys(path.read_text())}
    assert len(found) > 50
    assert {key for key in found if like_a_table(key)} == {journal.OLD_KEY}


@pytest.mark.parametrize(
    "source",
    ['K = "partie:{diary}:log"', 'def k(part="log"): return f"partie:{{diary}}:{part}"', 'f"partie:{{a-{n}}}:snap"'],
)
def test_a_key_that_looks_like_that_of_a_table_is_found(source: str) -> None:
    assert any(map(like_a_table, full_keys(source)))


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
    assert json.loads((CLIENT / "features" / "about" / f"say.{language}.json").read_text())[kind]
    assert f"'{kind}'" in (CLIENT / "pages" / "About.svelte").read_text()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_privacy_page_says_how_long_things_are_kept(language: str) -> None:
    """Exactly what the code does: every period, and no other."""
    texts = json.loads((CLIENT / "features" / "about" / f"say.{language}.json").read_text())
    told = {key: periods(text) for key, text in texts.items() if key.startswith("privacy.")}
    assert {key: found for key, found in told.items() if found} == PERIODS


def test_no_address_is_counted_for_longer_than_the_privacy_page_says() -> None:
    """Every limit by address, wherever one is added."""
    rates = re.compile(r"Rate\([\d_]+, (_HOUR|[\d._]+)\)")
    found = [seconds for path in SERVER.rglob("*.py") for seconds in rates.findall(path.read_text())]
    assert len(found) > 20
    longest = max(3600.0 if seconds == "_HOUR" else float(seconds) for seconds in found)
    assert longest == min(PERIODS["privacy.address"])
