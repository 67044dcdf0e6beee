"""Law 4, secrets never leave: whole games of every kind, in which all that anybody is sent is read."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from partie.client.client import Client
from partie.http import tables
from partie.kit import SPECTATOR, Engine, SeededChance, Viewer
from partie.kit.conformance.domains import option_sets
from partie.live import subscribers as audience
from partie.table import Table, viewer_of
from partie.table.context import engine_of
from partie.table.show import views
from partie.table.show.export import record_file
from tests.fixtures.service import NO_TLS, StartNode
from tests.server.live.evening import Evening, long_away
from tests.server.live.playing import end, play
from tests.server.live.test_tables import leave
from tests.server.live.watch import Watch

GAMES = ("glenmore", "nereus", "vinci", "wikinger")
LEAKY = ("view", "lines", "forecast", "moves")


async def sit_down(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, seed: int, options: dict[str, Any]
) -> tuple[Evening, Watch]:
    """A table at which everything is watched from its beginning."""
    leaky = tuple(f"tests.server.live.leaky:{name}" for name in LEAKY)
    # The watch holds everybody up while it judges a long record, which must not count as silence.
    node = await start_node(ping=600.0, commands_per_second=1000, sessions_per_hour=0, engines=leaky)
    node.core.connections.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]  # nobody thinks here
    evening = Evening([node], random.Random(seed))
    watch = Watch([node])
    watch.begin(monkeypatch)
    await evening.begin(seats, 1, game, options)
    long_away([node], evening)
    return evening, watch


async def read_records(evening: Evening, watch: Watch) -> None:
    """Ask over HTTP for everything that the table can be asked for, as everybody who was ever there."""
    (node,) = evening.nodes
    history = node.core.tables.awake[evening.table].history
    ended = history.newest.phase == "ended"
    path = f"/api/tables/{evening.table}"
    for guest in evening.guests:
        own = viewer_of(history.newest, guest.person)
        headers = {"Cookie": guest.cookie, "Origin": node.url}
        async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers=headers) as browser:
            everyone: list[Viewer] = [SPECTATOR, *range(len(history.newest.seats))]
            for viewer in everyone:
                name = viewer if isinstance(viewer, int) else viewer.value
                answer = await browser.get(f"{path}/export?as={name}")
                assert answer.status_code == (200 if ended or viewer in (SPECTATOR, own) else 403)
                if answer.status_code == 200:
                    watch.answer(history, guest.person, viewer, answer.content)
                else:
                    watch.search(history, guest.person, answer.content)
            watch.answer(history, guest.person, own, (await browser.get(f"{path}/export")).content)
            log = await browser.get(f"{path}/export?as=log")
            assert log.status_code == (200 if ended else 409)
            answers = [await browser.get(place) for place in ("/metrics", "/healthz", "/readyz", "/api/games")]
            if not ended:
                answers.append(log)
            for answer in answers:
                watch.search(history, guest.person, answer.content)


async def whole_game(evening: Evening, watch: Watch, rounds: int) -> None:
    """A wild beginning, with undo, consent, reconnects and substitutes, and then on to the end of the game."""
    for number in range(rounds):
        for _ in range(4):
            await evening.round()
        await evening.quiet()
        if number == rounds // 2:
            await read_records(evening, watch)
    await evening.finish()
    await evening.quiet()
    await read_records(evening, watch)
    assert not watch.leaks, watch.leaks[0]


@pytest.mark.parametrize(("game", "seats"), [("glenmore", 2), ("nereus", 2), ("vinci", 3), ("wikinger", 2)])
async def test_nobody_is_sent_a_secret_in_a_whole_game(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    """Every frame and every record, to every seat, a spectator, and a person who takes a seat over."""
    options = {"target": 40} if game == "vinci" else {"game": "advanced"} if game == "wikinger" else {}
    evening, watch = await sit_down(start_node, monkeypatch, game, seats, 7, options)
    await whole_game(evening, watch, 4)
    assert watch.frames > 300
    assert bool(watch.compared) == (game == "nereus")  # the other games hide nothing from anybody but what is drawn


async def test_nobody_is_sent_a_secret_in_a_game_that_goes_on_from_another(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that were dealt again are as well hidden as those of a first position, from its first event to its end."""
    node = await start_node(ping=600.0, commands_per_second=1000, sessions_per_hour=0)
    node.core.connections.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]  # nobody thinks here
    evening = Evening([node], random.Random(7))
    await evening.begin(2, 1, "nereus", {})
    long_away([node], evening)
    players: list[Client] = [guest.here for guest in evening.guests[:2]]
    await play(players, evening.rng, 40)
    position = evening.end()[0]
    await end(*players)
    before = node.core.tables.awake[evening.table]
    made = (await players[0].do({"type": "fork", "seq": position, "seat": 0, "others": ["free", "former"]}))["table"]
    for guest in evening.guests:
        await leave(guest.here)
    await node.core.tables.sleep(before)
    watch = Watch([node])
    watch.begin(monkeypatch)
    await evening.go_on(made)
    table = node.core.tables.awake[made].newest
    engine = engine_of(table, node.core.registry)
    for viewer in (SPECTATOR, 0, 1):
        old = engine.hidden(before.history.past(position).state, viewer)
        assert engine.hidden(table.state, viewer) != old != {}
    await whole_game(evening, watch, 2)
    assert watch.frames > 100
    assert watch.compared


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_sent_a_secret_in_any_variant(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """With every number of seats and every set of options."""
    first = await start_node()
    engine: Engine[Any, Any] = first.core.registry.newest(game)
    number = 0
    for seats in engine.seats:
        for options in option_sets(engine.options, SeededChance(b"variants", seats)):
            number += 1
            with monkeypatch.context() as patch:
                chosen = {name: getattr(options, name) for name in options.__struct_fields__}
                evening, watch = await sit_down(start_node, patch, game, seats, number, chosen)
                await whole_game(evening, watch, 40)
                await evening.nodes[0].stop()


# --- the watch itself ---------------------------------------------------------------------------------------------


async def until_found(evening: Evening, watch: Watch) -> None:
    """Moves, with everything asked for that there is. The quicker one decides which secrets there are, and when."""
    for _ in range(6):
        for _ in range(4):
            for guest in evening.guests:
                await evening.do_what_is_left(guest)
                await evening.ask(guest)
        await read_records(evening, watch)
        if watch.leaks:
            return


@pytest.mark.parametrize("leak", LEAKY)
async def test_an_engine_that_tells_a_secret_is_found_out(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """By what its players were sent."""
    evening, watch = await sit_down(start_node, monkeypatch, f"leaky_{leak}", 2, 3, {})
    await until_found(evening, watch)
    assert watch.leaks


def wrong_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators are taken for the first seat."""

    def taken_for(table: Table, person: str) -> Viewer:
        viewer = viewer_of(table, person)
        return 0 if viewer is SPECTATOR and table.started else viewer

    monkeypatch.setattr(audience, "viewer_of", taken_for)


def wrong_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is handed the record of the second seat."""
    monkeypatch.setattr(tables, "record_file", lambda history, *_: record_file(history, 1))


def seed_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of a running game stands in its document."""
    document = views.document
    monkeypatch.setattr(
        "partie.table.show.history.views.document",
        lambda table, game, acting: document(table, game, acting) | {"seed": table.seed.hex()},
    )


@pytest.mark.parametrize("leak", [wrong_eyes, wrong_record, seed_in_the_view])
async def test_a_service_that_tells_a_secret_is_found_out(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """Although its engine is sound."""
    leak(monkeypatch)
    evening, watch = await sit_down(start_node, monkeypatch, "nereus", 2, 3, {})
    await until_found(evening, watch)
    assert watch.leaks
