"""What fictitious players do against a plain reading of their rules, step by step over whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from partie.games.vinci import vinci
from partie.games.vinci.rules import fictitious
from partie.games.vinci.state import Options2, State
from partie.games.vinci.transition import Transition
from partie.kit import SPECTATOR, Draws, SeededChance
from tests.engines.vinci import naive_fictitious as naive
from tests.engines.vinci.bots import play
from tests.engines.vinci.naive import active

GAMES = [
    (1, 31, 0, Options2()),
    (1, 32, 3, Options2(fictitious_lead=True, fictitious_pieces=True)),
    (2, 33, 0, Options2(survivors_return=True)),
    (2, 34, 3, Options2(tiles_at_entry=True, box="meant")),
    (1, 35, 4, Options2(survivors_return=True, tiles_at_entry=True)),
    (2, 36, 2, Options2()),
]
"""Persons, seed, of how many moves one is any legal one, and the options."""


class Seen(Struct):
    """A step of a fictitious player: what everybody saw before and after it, and what was drawn in between."""

    seat: int
    step: str
    before: dict[str, Any]
    after: dict[str, Any]
    draws: Draws


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """All steps of fictitious players, as they are taken."""
    found: list[Seen] = []

    def watched(name: str, step: Callable[[Transition], None]) -> Callable[[Transition], None]:
        def watch(transition: Transition) -> None:
            seat, before = transition.seat, transition.after()
            chance = transition.chance
            assert isinstance(chance, SeededChance)
            drawn = len(chance.draws)
            step(transition)
            found.append(Seen(seat, name, _view(before), _view(transition.after()), chance.draws[drawn:]))

        return watch

    for name, step in fictitious._STEPS.items():
        monkeypatch.setitem(fictitious._STEPS, name, watched(name, step))
    return found


def _view(state: State) -> dict[str, Any]:
    return {**vinci.view(state, SPECTATOR), "waiting": dict(state.survivors)}


@pytest.mark.rules("N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11")
@pytest.mark.parametrize(("persons", "seed", "random", "options"), GAMES)
def test_fictitious_players_do_what_a_plain_reading_of_their_rules_says(
    seen: list[Seen], persons: int, seed: int, random: int, options: Options2
) -> None:
    """Every step of whole games: with the lots that were drawn nothing else is possible, and no other lot is drawn."""
    *_, (_, _, end) = play(persons, seed, random, options)
    assert end.step == "over"
    done = Counter(_check(each, persons, options) for each in seen)
    assert {"choose", "conquer", "decline", "regroup"} <= {*done}
    assert done["conquer"] > 10


def _check(each: Seen, persons: int, options: Options2) -> str:
    seat, before, after, lots = each.seat, each.before, each.after, naive.Lots(each.draws)
    shown, now = before["players"][str(seat)], after["players"][str(seat)]
    if each.step == "choose":
        pair = before["pairs"]["pair-1"]
        assert now["tiles"] == pair["tiles"]
        assert now["hand"] == pair["pieces"] + (3 if options.fictitious_pieces else 2)
        return "choose"
    if each.step == "rebirth":
        declines = naive.gives_in(before, seat, lots)
        assert (after["step"] == "choose" and after["turn"]["seat"] == seat) == declines
        return "reborn" if declines else "lives on"
    if each.step == "survive":
        lying = {name: before["land"][name]["pieces"] for name in active(before["land"], seat)}
        spread = naive.evened(before, seat, before["land"], lying, before["waiting"][seat], lots)
        assert {name: after["land"][name]["pieces"] for name in lying} == spread
    elif each.step == "regroup":
        assert {name: after["land"][name] for name in active(after["land"], seat)} == naive.regrouping(
            before, seat, lots
        )
    else:
        how, expected = naive.expansion(before, seat, lots, persons, options.tiles_at_entry)
        if how == "decline":
            assert after["land"] == expected["land"]
        assert (after["step"] == "choose" and after["turn"]["seat"] == seat) == (how in ("decline", "give_up"))
        if after["step"] == "regroup":
            assert after["land"] == expected["land"]
            assert (now["hand"], now["friends"]) == (
                expected["players"][str(seat)]["hand"],
                expected["players"][str(seat)]["friends"],
            )
            assert after["waiting"] == expected["waiting"]
        assert shown["points"] <= now["points"]
        assert not lots.left
        return how
    assert not lots.left
    return each.step
