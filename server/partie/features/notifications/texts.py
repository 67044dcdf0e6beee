"""The texts of notifications, in the person's language. Names are free text by strangers, so they are defused."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from partie.delivery.mailer import Language
from partie.features.notifications.demands import Kind
from partie.registry import Registry, UnknownGame

LONGEST_CONTENT: Final = 1900
"""Maximum number of characters of a webhook's content; Discord accepts 2000."""

_PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")


class Item(Struct, frozen=True):
    """A notification in words: the table, its game's name, the other persons' names, and what the table wants."""

    table: str
    game: str
    others: tuple[str, ...]
    kind: Kind


@cache
def words(language: Language) -> dict[str, str]:
    """The texts of a language."""
    found: dict[str, str] = json.loads(files(__package__).joinpath(f"say.{language}.json").read_text("utf-8"))
    return found


def game_name(registry: Registry, game: str, language: Language) -> str:
    """The game's name; its key if it has no texts in the language."""
    try:
        path = registry.newest(game).room / f"words.{language}.json"
        return str(json.loads(path.read_text("utf-8"))["name"])
    except (UnknownGame, OSError, KeyError, ValueError):
        return game


def escaped(text: str) -> str:
    """Text with all Markdown escaped, so that it contains no links or mentions either."""
    return _PUNCTUATION.sub(r"\\\1", text)


def table_words(item: Item, language: Language) -> str:
    """The table in words: its game, and the other players."""
    if not item.others:
        return item.game
    return words(language)["table"].format(game=item.game, others=", ".join(item.others))


def line(item: Item, language: Language) -> str:
    """One notification on one line."""
    texts = words(language)
    return texts["line"].format(table=table_words(item, language), what=texts[item.kind])


def headline(items: Sequence[Item], language: Language) -> str:
    """Several notifications on one line, without names: subjects appear where nobody expects a stranger's words."""
    texts = words(language)
    if len(items) == 1:
        return texts["line"].format(table=items[0].game, what=texts[items[0].kind])
    return texts["many"].format(count=len(items))


def content(items: Sequence[Item], language: Language, origin: str) -> str:
    """Several notifications as Discord shows them, each with its table's URL; those that do not fit are left out."""
    text = ""
    for item in items:
        more = f"{escaped(line(item, language))}\n<{origin}/table/{item.table}>"
        if len(text) + len(more) + 1 > LONGEST_CONTENT:
            break
        text += f"\n{more}" if text else more
    return text
