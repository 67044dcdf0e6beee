"""Laws of words: all of an engine's texts exist in every language, and every rule it names is explained."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from msgspec import inspect

from partie.kit.conformance.answers import attempt
from partie.kit.conformance.domains import MoveDomain
from partie.kit.conformance.subject import AnyEngine, LawBroken, Move, Position, Subject, once
from partie.kit.engine import Line
from partie.kit.icu import Malformed, arguments

LANGUAGES = ("de", "en")
"""Languages that every game must have."""

ALWAYS = ("name", "about")

SCORE, SCORE_NAME, SCORE_WITH = "score", "score.name", "score.with"
"""The words of a game that scores something other than points; the first is empty if it is only won or lost."""

CHANGED = 60
"""Number of moves for which all variants with one changed field are tried at some position."""

TRIED = 80
"""Number of moves whose refusals are collected per seat and position."""


def everything_said_has_words(subject: Subject) -> None:
    """Every line, part, price, gain, refusal, move and option has a message in every language of the game.

    A message is well formed and uses only parameters that are always given. A game that has words of its own for scores
    has all of them.

    Reason: without words people read ``end_of_round`` or an empty label, in a position that you never saw.
    """
    catalogues = _catalogues(subject.engine)
    said = _listen(subject).said
    for language, messages in catalogues.items():
        for key, message in messages.items():
            try:
                arguments(message)
            except Malformed as error:
                raise LawBroken(f"words.{language}.json: {key} is malformed: {error}") from None
        missing = sorted(said.keys() - messages.keys())
        if missing:
            raise LawBroken(f"words.{language}.json has no {', '.join(missing)}")
        for key, given in sorted(said.items()):
            for parameters in given:
                wanting = arguments(messages[key]) - parameters
                if wanting:
                    raise LawBroken(
                        f"words.{language}.json: {key} uses {sorted(wanting)}, but gets only {sorted(parameters)}"
                    )


def languages_say_the_same(subject: Subject) -> None:
    """English and German exist, and all languages have the same messages and the same numbered rules.

    Reason: the page has a language for each reader, at the same table.
    """
    catalogues = _catalogues(subject.engine)
    rules = rule_numbers(subject.engine)
    missing = [language for language in LANGUAGES if language not in catalogues or language not in rules]
    if missing:
        raise LawBroken(f"{subject.engine.room} has no words or no rules in {missing}")
    for files, what in ((catalogues, "messages"), (rules, "rules")):
        every = set().union(*files.values())
        for language, keys in files.items():
            lacking = every - set(keys)
            if lacking:
                raise LawBroken(f"the {language} {what} lack {sorted(lacking)}")
    empty = [language for language, messages in catalogues.items() if messages.get(SCORE) == ""]
    if 0 < len(empty) < len(catalogues):
        raise LawBroken(f"{SCORE} is empty in {empty}, and not in the other languages")


def refusals_name_their_rule(subject: Subject) -> None:
    """Every refusal names a numbered rule of the rules reference.

    Reason: the page links each refusal to the rule that explains it.
    """
    rules = _listen(subject).rules
    for language, numbers in rule_numbers(subject.engine).items():
        unknown = rules - numbers
        if unknown:
            raise LawBroken(f"rules.{language}.md has no rule {sorted(unknown)}, which refusals mention")


def _catalogues(engine: AnyEngine) -> dict[str, dict[str, str]]:
    return {_language(path): _catalogue(path) for path in sorted(engine.room.glob("words.*.json"))}


def _catalogue(path: Path) -> dict[str, str]:
    try:
        messages = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as error:
        raise LawBroken(f"{path.name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    if not isinstance(messages, dict) or not all(isinstance(message, str) for message in messages.values()):
        raise LawBroken(f"{path.name} is not a map from keys to messages")
    return messages


def rule_numbers(engine: AnyEngine) -> dict[str, set[str]]:
    """Return the rule numbers by language, read from headings such as ``### C1 Title``."""
    return {
        _language(path): set(re.findall(r"^### (\S+)", path.read_text("utf-8"), re.MULTILINE))
        for path in sorted(engine.room.glob("rules.*.md"))
    }


def _language(path: Path) -> str:
    return path.name.split(".")[1]


class Heard:
    """All texts the engine used, and the rules that its refusals named."""

    def __init__(self) -> None:
        self.said: dict[str, set[frozenset[str]]] = defaultdict(set)
        self.rules: set[str] = set()

    def message(self, key: str, parameters: Iterable[str] = ()) -> None:
        self.said[key].add(frozenset(parameters))

    def lines(self, prefix: str, lines: Iterable[Line]) -> None:
        for line in lines:
            self.message(f"{prefix}.{line.key}", line.params)

    def refusal(self, code: str, rule: str, parameters: Iterable[str]) -> None:
        self.message(f"refused.{code}", parameters)
        self.rules.add(rule)


@once
def _listen(subject: Subject) -> Heard:
    engine = subject.engine
    heard = Heard()
    plain = ((key, ()) for key in [*ALWAYS, *_options(engine)])
    for key, parameters in [*plain, *_scores(_catalogues(engine).values())]:
        heard.message(key, parameters)
    if any(game.players > game.seats for game in subject.games):
        heard.message("automatic", ["number"])
    for move in subject.moves:
        heard.message(f"move.{type(move).__struct_config__.tag}", move.__struct_fields__)
    for game in subject.games:
        for index, event in enumerate(game.events):
            for viewer in game.viewers:
                heard.lines("line", engine.describe(game.states[index], event, game.states[index + 1], viewer))
        if engine.chapters(game.states[-1]):
            heard.message("chapter", ["number"])
        result = engine.result(game.states[-1])
        for parts in result.parts if result else ():
            heard.lines("part", parts)
    domain = MoveDomain(engine.move, subject.moves)
    changed = [other for move in subject.some(subject.moves, CHANGED, "changed") for other in domain.changed(move)]
    tried = subject.moves + changed
    ends = [Position(game, len(game.states) - 1) for game in subject.games]
    for position in [*subject.positions("words", 2 * subject.effort.positions), *ends]:
        for viewer in position.game.viewers:
            for item in engine.forecast(position.state, viewer):
                heard.lines("part", item.parts)
        for seat in range(position.game.seats):
            _listen_to_seat(subject, position, seat, heard, tried)
    return heard


def _listen_to_seat(subject: Subject, position: Position, seat: int, heard: Heard, tried: list[Move]) -> None:
    for offer in subject.engine.offers(position.state, seat):
        heard.lines("part", [*offer.price, *offer.gain])
        if offer.refusal is not None:
            heard.refusal(offer.refusal.code, offer.refusal.rule, offer.refusal.params)
    for move in subject.some(tried, TRIED, "refused", position.where, seat):
        answer = attempt(subject.engine, position.state, seat, move)
        if len(answer) == 3:
            heard.refusal(*answer)


def _scores(catalogues: Iterable[dict[str, str]]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Yield the message keys of scores that are no points, with their parameters."""
    words = [messages for messages in catalogues if messages.keys() & {SCORE, SCORE_NAME, SCORE_WITH}]
    if words:
        yield SCORE, ("points",)
    if any(messages.get(SCORE) != "" for messages in words):
        yield SCORE_NAME, ()
    if any(SCORE_WITH in messages for messages in words):
        yield SCORE_WITH, ("points",)


def _options(engine: AnyEngine) -> Iterable[str]:
    """Yield the message keys of the settings form."""
    info = inspect.type_info(engine.options)
    for field in info.fields if isinstance(info, inspect.StructType) else ():
        yield f"option.{field.name}"
        plain = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        if isinstance(plain, inspect.LiteralType):
            yield from (f"option.{field.name}.{value}" for value in plain.values)
