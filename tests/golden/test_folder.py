"""What earlier builds have left in their folders is read, shown, proved and played on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from redis import Redis

from partie.client.client import Client, Message
from partie.redis.embedded import Embedded
from tests.golden import folder
from tests.golden.folder import CALM, PASSWORD, Known, Left, digest, summed
from tests.server.cli.inside import run, run_json
from tests.server.cli.script import serving
from tests.server.live.playing import play, settled


class Kept(NamedTuple):
    """A folder whose Redis runs, and what is known of it."""

    left: Left
    url: str
    redis: Redis

    @property
    def where(self) -> tuple[str, str]:
        """The options that name it to commands."""
        return ("--redis-url", self.url)


@pytest.fixture(scope="module", params=folder.names())
def name(request: pytest.FixtureRequest) -> str:
    """The build that has left the folder."""
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="module")
def kept(name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """The folder, to be read by commands."""
    here = tmp_path_factory.mktemp("kept")
    folder.unpack(name, here)
    with Embedded(here) as embedded, Redis(unix_socket_path=embedded.url.removeprefix("unix://")) as redis:
        yield Kept(folder.load(name), embedded.url, redis)


# --- what commands read -----------------------------------------------------------------------------------------------


def test_there_are_tables_of_all_games_in_all_phases(kept: Kept) -> None:
    """And one that was not begun."""
    games = {game["key"] for game in run_json("games")}
    found = {(known.game, known.phase, known.archived) for known in kept.left.tables.values()}
    for game in games:
        assert {(game, "running", False), (game, "ended", False), (game, "ended", True)} <= found
    assert {game for game, phase, _ in found if phase == "open"}


def test_nothing_in_the_folder_ends_by_itself(kept: Kept) -> None:
    """So that the tests of it find the same in later years."""
    assert {key for key in kept.redis.scan_iter() if kept.redis.ttl(key) != -1} == set()


def test_all_tables_are_listed_as_they_were(kept: Kept) -> None:
    """With the names of those who sit there."""
    listed = {one["table"]: one for one in run_json("list", *kept.where)}
    for label, known in kept.left.tables.items():
        one = listed[known.table]
        assert (one["game"], one["phase"], one["events"]) == (known.game, known.phase, known.seq), label
        assert tuple(seat["name"] for seat in one["seats"]) == known.people


@pytest.mark.parametrize("snapshots", [True, False], ids=["from snapshots", "from logs alone"])
def test_every_table_shows_everybody_what_it_showed(kept: Kept, *, snapshots: bool) -> None:
    """The newest view, the history in lines and the scores, to those who sit there and to spectators."""
    people = {person.id: name for name, person in kept.left.people.items()}
    tables = {label: known.table for label, known in kept.left.tables.items()}
    found = folder.look(tables, people, kept.url, snapshots=snapshots)
    for label, known in kept.left.tables.items():
        assert found[label] == known, label


def test_finished_games_are_exported_and_proved(kept: Kept, tmp_path: Path) -> None:
    """Byte for byte as ever, also those that are archived."""
    file = tmp_path / "table.json"
    for label, known in kept.left.tables.items():
        if known.log:
            run("export", known.table, *kept.where, "--output", file)
            assert folder.of_bytes(file.read_bytes()) == known.log, label
            assert run_json("verify", file)["events"] == known.seq


def test_commands_tell_of_tables_in_every_phase(kept: Kept, tmp_path: Path) -> None:
    """One is shown, replayed, proved if it has ended, and exported as somebody may read it."""
    file = tmp_path / "table.json"
    for known in {(known.phase, known.archived): known for known in kept.left.tables.values()}.values():
        shown = run_json("show", known.table, *kept.where)
        assert (shown["events"], shown["mark"], shown["archived"]) == (known.seq, known.mark, known.archived)
        assert len(run("replay", known.table, *kept.where).splitlines()) == known.seq
        run("export", known.table, *kept.where, "--as", "1", "--output", file)
        assert folder.of_bytes(file.read_bytes()) == known.seen["1"].record
        if known.log:
            assert run_json("verify", known.table, *kept.where)["events"] == known.seq


def test_nothing_is_to_be_repaired(kept: Kept) -> None:
    """Every entry of every log can be read, and the caches fit."""
    for known in kept.left.tables.values():
        report = run_json("repair", known.table, *kept.where, "--dry-run")
        assert (report["events"], report["good"], report["found"]) == (known.seq, known.seq, [])


def test_what_follows_from_the_logs_is_made_anew(kept: Kept) -> None:
    """Ratings and profiles; no table is left out."""
    tables = {known.table for known in kept.left.tables.values()}
    for what in ("ratings", "profiles"):
        assert not tables & set(run_json(what, "rebuild", *kept.where)["unreadable"])


# --- what the service shows -------------------------------------------------------------------------------------------


def test_people_come_back_to_their_tables(name: str, tmp_path: Path) -> None:
    """With their cookies: to what they saw, what was said, whom they follow, and what they have played."""
    left = folder.load(name)
    folder.unpack(name, tmp_path)
    with serving("--data-dir", tmp_path, **CALM) as service:
        for person in left.people.values():
            assert folder.profile(service.url, person) == left.profiles[person.name]
        lines = [
            line
            for label, room in dict.fromkeys((line.table, line.room) for line in left.said)
            for line in folder.said(service.url, left, label, room)
        ]
        assert tuple(lines) == left.said
        asyncio.run(come_back(service.url, left))
        for person in left.people.values():
            if person.login:
                signed_in = httpx.post(
                    f"{service.url}/api/account/session",
                    json={"login": person.login, "password": PASSWORD},
                    headers={"Origin": service.url},
                )
                assert (signed_in.status_code, signed_in.json()["person"]) == (201, person.id)
    assert [one["target"] for one in run_json("moderators", "list", "--data-dir", tmp_path)] == [left.people["Ann"].id]


async def come_back(url: str, left: Left) -> None:
    """Everybody enters their tables, and sees them as they were."""
    for label, known in left.tables.items():
        for viewer, seen in known.seen.items():
            person = "" if viewer == "spectator" else known.people[int(viewer)]
            if person:
                client = await Client.join(url, cookie=left.people[person].cookie)
                await client.enter(known.table)
                # Clocks hear of the outage, and a table that was never begun is ended: what is there goes on.
                assert digest(summed((await past(client, known.seq))["view"])) == seen.view, label
                if client.view["table"]["phase"] == "ended" and known.phase == "ended":
                    assert client.cursor == (known.seq, known.mark)
                    assert digest(summed(client.view)) == seen.view
                await client.close()
    ann, bob = [await Client.join(url, cookie=left.people[name].cookie) for name in ("Ann", "Bob")]
    following = await ann.ask({"t": "company"}, "following")
    assert following["persons"] == {bob.person: "Bob"}
    assert (await bob.ask({"t": "blocks"}, "blocked"))["persons"] == [left.people["Dirk"].id]
    robin = await Client.join(url, token=left.token)
    await robin.send({"t": "lobby"})
    await robin.until(lambda: bool(robin.lobby))
    for client in (ann, bob, robin):
        await client.close()


async def past(client: Client, seq: int) -> Message:
    """The position after an event."""
    return await client.ask({"t": "past", "seq": seq}, "past")


def test_games_that_run_are_played_on_to_their_end(name: str, tmp_path: Path) -> None:
    """By all who sit there, next to each other; after a restart everything is as it was left, and can be proved."""
    left = folder.load(name)
    folder.unpack(name, tmp_path)
    running = [known for known in left.tables.values() if known.phase == "running"]
    with serving("--data-dir", tmp_path, **CALM) as service:
        ended = asyncio.run(play_all(service.url, left, running))
    with serving("--data-dir", tmp_path, **CALM) as service:
        asyncio.run(find_all(service.url, left, running, ended))
    with Embedded(tmp_path) as embedded:
        where = ("--redis-url", embedded.url)
        for known in running:
            shown = run_json("show", known.table, *where)
            assert (shown["phase"], shown["ending"]) == ("ended", "finished")
            assert tuple(seat["name"] for seat in shown["seats"]) == known.people
            assert run_json("verify", known.table, *where)["events"] == shown["events"] > known.seq
            assert run_json("repair", known.table, *where, "--dry-run")["found"] == []


async def sit_down(url: str, left: Left, known: Known) -> list[Client]:
    """Those who sit at a table, with their cookies."""
    clients = [await Client.join(url, cookie=left.people[person].cookie) for person in known.people]
    for client in clients:
        await client.enter(known.table)
    return clients


async def play_all(url: str, left: Left, running: list[Known]) -> list[tuple[Any, list[str]]]:
    """Play all games to their ends: where each one's log ended, and what everybody saw then."""

    async def play_one(known: Known) -> tuple[Any, list[str]]:
        clients = await sit_down(url, left, known)
        chance = random.Random(known.table)
        # Nobody has been flagged, however long ago the folder was left: the service was away.
        for seat, client in enumerate(clients):
            assert client.view["table"]["seats"][str(seat)]["person"] == client.person
        assert not await settled(clients)
        assert await play(clients, chance) > len(clients)
        cursors = {client.cursor for client in clients}
        assert len(cursors) == 1
        views = [digest(client.view) for client in clients]
        for client in clients:
            await client.close()
        return cursors.pop(), views

    return await asyncio.gather(*[play_one(known) for known in running])


async def find_all(url: str, left: Left, running: list[Known], ended: list[tuple[Any, list[str]]]) -> None:
    """Everybody sees what was seen at the end."""
    for known, (cursor, views) in zip(running, ended, strict=True):
        clients = await sit_down(url, left, known)
        assert {client.cursor for client in clients} == {cursor}
        assert [digest(client.view) for client in clients] == views
        for client in clients:
            await client.close()
