"""Data folders of the service as earlier builds have left them: tables of all games and phases, people, what was said.

``python -m tests.golden.folder COMMIT`` lets the build that it runs with play, and packs what its Redis has kept into
``data-COMMIT.tar.gz``; ``data-COMMIT.json`` next to it says what everybody saw. A folder that is there cannot be made
again by a later build, for it would be that one's: where a later build cannot read it, mend the build. To
have something else in a folder, check the old build out, and make another one with it; those that are there stay. The
Redis must be 6.2, whose files all later ones read.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import random
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

import httpx
import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis import Redis

from partie.cli._support.engines import load_registry
from partie.cli._support.reach import Reach, reach
from partie.client.client import Client, Message, Refused
from partie.kit import SPECTATOR, Viewer
from partie.log.entry import archive_key
from partie.redis.embedded import Embedded
from partie.table import History, Snapshot
from partie.table.show.export import encode_file, log_file, record_file
from tests.fixtures.redis import until
from tests.server.cli.inside import run, run_json
from tests.server.cli.script import PATIENCE, serving
from tests.server.live.playing import end, play

FOLDER: Final = Path(__file__).parent

PASSWORD: Final = "correct horse battery"

BOT: Final = "Robin"

AUTOMATIC: Final = {"game": "advanced", "auction": "none", "figures": "automatic"}

CALM: Final = {
    "PARTIE_ADDRESS_FACTOR": "0",
    "PARTIE_ARCHIVE_AFTER": "0",
    "PARTIE_BOT_PAUSE": "0,0",
    "PARTIE_COMMANDS_PER_SECOND": "10000",
    "PARTIE_SESSIONS_PER_HOUR": "0",
}
"""Settings of a service that plays as fast as it can and does nothing to old tables by itself."""

_PASSING: Final = ("limit:", "node", "around", ":here", ":seen", ":said:", "sweeping", "swept", ":loads", "whereabouts")
"""What is in the keys that are of their moment and nothing else."""

_FOR_EVER: Final = 4_102_444_800_000
"""The milliseconds of the year 2100."""


class Person(Struct, frozen=True):
    """A player, and the cookie to come back with. ``login``: of those who have an account."""

    id: str
    name: str
    cookie: str
    login: str = ""


class Seen(Struct, frozen=True):
    """Digests of what a viewer is exported, and of the view in it."""

    record: str
    view: str


class Known(Struct, frozen=True):
    """A table as it was left. ``people`` are those of the seats by their names, empty where a bot sits or nobody.

    ``scores`` and ``log``, the digest of the whole log's export, are of tables that have ended.
    """

    table: str
    game: str
    phase: str
    seq: int
    mark: str
    archived: bool
    people: tuple[str, ...]
    scores: tuple[int, ...]
    seen: dict[str, Seen]
    log: str = ""


class Said(Struct, frozen=True):
    """Something that was said."""

    table: str
    room: str
    number: int
    person: str
    text: str


class Left(Struct, frozen=True):
    """A whole folder: people and tables by their names, and the digests of profiles as each reads its own.

    ``token`` is that of a bot whose name is :data:`BOT`. Ann follows Bob, who has blocked Dirk, and keeps order.
    """

    people: dict[str, Person]
    tables: dict[str, Known]
    token: str
    said: tuple[Said, ...] = ()
    profiles: dict[str, str] = {}


def names() -> list[str]:
    """The folders that there are."""
    return sorted(path.stem.removeprefix("data-") for path in FOLDER.glob("data-*.json"))


def load(name: str) -> Left:
    """What is known of a folder."""
    return msgspec.json.decode((FOLDER / f"data-{name}.json").read_bytes(), type=Left)


def unpack(name: str, folder: Path) -> None:
    """Put the files of a folder where a service finds them."""
    with tarfile.open(FOLDER / f"data-{name}.tar.gz") as packed:
        packed.extractall(folder, filter="data")


def digest(value: Any) -> str:
    """Of a view, or of anything else made of JSON: the same whatever the order of its members."""
    return sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def summed(view: Message) -> Message:
    """A view as builds told it in which a score of Vinci was a single item."""
    if view["table"]["game"] != "vinci" or "result" not in view:
        return view
    result = view["result"]
    parts = {
        seat: [{"key": "points", "params": {"points": sum(line["params"]["points"] for line in lines)}}]
        for seat, lines in result["parts"].items()
    }
    return view | {"result": result | {"parts": parts}}


def of_bytes(data: bytes) -> str:
    """The digest of a file."""
    return sha256(data).hexdigest()


def profile(url: str, person: Person) -> str:
    """The digest of somebody's own profile, without what a service that left a folder did not tell yet."""
    answer = httpx.get(f"{url}/api/people/{person.id}", headers={"Cookie": person.cookie})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    told.pop("statistics", None)
    for game in told["games"]:
        game.pop("items", None)
        for seat in game["seats"]:
            seat.pop("bot", None)
            seat.pop("points", None)
    told["against"] = [
        {name: other[name] for name in ("person", "before", "behind", "level")}
        for other in told["against"]
        if other["person"]
    ]
    return digest(told)


def look(tables: dict[str, str], people: dict[str, str], url: str, *, snapshots: bool = True) -> dict[str, Known]:
    """Tables as their logs tell of them, by what they are called; ``people`` are the names of persons by their ids."""
    registry = load_registry(())

    async def look_at(there: Reach) -> dict[str, Known]:
        found = {}
        for label, table in tables.items():
            entries = await there.log.read(table)
            data = await there.log.load_snapshot(table) if snapshots else None
            kept = None if data is None else Snapshot.decode(data, registry)
            archived = bool(await there.redis.exists(archive_key(table)))
            found[label] = _known(History.load(table, entries, kept, registry), people, archived=archived)
        return found

    return reach(url, FOLDER, look_at)


def _known(history: History, people: dict[str, str], *, archived: bool) -> Known:
    newest = history.newest
    viewers: tuple[Viewer, ...] = (SPECTATOR, *range(len(newest.seats)))
    records = [record_file(history, viewer) for viewer in viewers]
    records = [replace(record, view=summed(record.view)) for record in records]
    return Known(
        table=newest.id,
        game=newest.game,
        phase=newest.phase,
        seq=newest.seq,
        mark=newest.mark,
        archived=archived,
        people=tuple(people.get(seat.person, "") for seat in newest.seats),
        scores=() if newest.result is None else newest.result.scores,
        seen={record.viewer: Seen(of_bytes(encode_file(record)), digest(record.view)) for record in records},
        log=of_bytes(encode_file(log_file(history))) if newest.phase == "ended" else "",
    )


# --- how one is made --------------------------------------------------------------------------------------------------


class House:
    """A service, its people, and the tables that they have played at, by the names that the file calls them by."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people: dict[str, Person] = {}
        self.tables: dict[str, str] = {}
        self.random = random.Random("a folder")
        self._clients: list[Client] = []

    def guest(self, name: str) -> None:
        """Somebody new."""
        with self._browser() as browser:
            made = browser.post("/api/session", json={"name": name}).json()
            self.people[name] = Person(made["person"], name, _cookie(browser))

    def account(self, name: str) -> None:
        """Somebody new with an account."""
        with self._browser() as browser:
            browser.post("/api/session", json={"name": name})
            made = browser.post("/api/account", json={"login": name, "password": PASSWORD}).json()
            self.people[name] = Person(made["person"], name, _cookie(browser), name)

    async def set_up(self, label: str, game: str, *people: str, seats: int = 0, **settings: Any) -> list[Client]:
        """A table at which some sit down."""
        clients = [await self.join(name) for name in people]
        table = await clients[0].create(game, seats or len(people), **settings)
        self.tables[label] = table
        token = self._invitation(table, self.people[people[0]]) if settings.get("access") == "invited" else None
        for seat, client in enumerate(clients):
            await client.enter(table, invitation=token)
            await client.do({"type": "sit", "seat": seat})
        return clients

    async def start(self, label: str, game: str, *people: str, **settings: Any) -> list[Client]:
        """A table at which they play."""
        clients = await self.set_up(label, game, *people, **settings)
        await ready(clients)
        return clients

    async def join(self, name: str) -> Client:
        """Somebody's line."""
        self._clients.append(await Client.join(self.url, cookie=self.people[name].cookie))
        return self._clients[-1]

    async def play(self, clients: list[Client], moves: int = 10_000, undos: int = 2) -> None:
        """Let them make so many random moves, and take back some of them."""
        while moves and await play(clients, self.random, 1):
            moves -= 1
            if undos and await took_back(clients):
                undos -= 1
        assert not undos, "there was too little to take back"

    async def left(self) -> None:
        """Everybody goes."""
        for client in self._clients:
            await client.close()

    def _invitation(self, table: str, host: Person) -> str:
        with self._browser(Cookie=host.cookie) as browser:
            return str(browser.post(f"/api/tables/{table}/invitation").json()["token"])

    def _browser(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers={"Origin": self.url, **headers})


def _cookie(browser: httpx.Client) -> str:
    return "; ".join(f"{key}={value}" for key, value in browser.cookies.items())


async def ready(clients: list[Client]) -> None:
    """They begin."""
    for client in clients:
        await client.ready()
    for client in clients:
        await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]


async def took_back(clients: list[Client]) -> bool:
    """Whether somebody could take a move back, and has."""
    for client in clients:
        if client.turn is not None and client.turn.get("undo"):
            try:
                done = await client.do({"type": "undo", "to": client.turn["undo"][0]})
            except Refused:
                continue  # it was no longer so
            await came(clients, done["seq"])
            return True
    return False


async def came(clients: list[Client], seq: int) -> None:
    """Everybody has been shown an event."""
    for client in clients:
        await client.until(lambda client=client: client.cursor[0] >= seq)  # type: ignore[misc]


async def agree(clients: list[Client], proposal: Message) -> None:
    """One proposes something, and the others grant it."""
    done = await clients[0].do({"type": "propose", **proposal})
    for client in clients[1:]:
        await client.until(lambda client=client: "proposal" in client.view)  # type: ignore[misc]
        await client.do({"type": "answer", "proposal": done["seq"], "grant": True})


async def inhabit(house: House) -> None:
    """Play at tables of all games, and talk."""
    house.account("Ann")
    house.account("Bob")
    house.guest("Cleo")
    house.guest("Dirk")
    await finish(house)
    await begin(house)
    await talk(house)
    await house.left()


async def finish(house: House) -> None:
    """Games that have ended, of which some are archived afterwards."""
    await house.play(await house.start("glenmore, finished", "glenmore", "Ann", "Bob", rated=True))
    bots = await house.set_up("glenmore, archived", "glenmore", "Ann", "Bob", seats=3)
    await bots[0].do({"type": "seat_bot", "seat": 2})
    await ready(bots)
    await house.play(bots)
    await house.play(await house.start("nereus, finished", "nereus", "Bob", "Cleo", chat="shared"))
    await house.play(await house.start("nereus, archived", "nereus", "Cleo", "Ann", "Bob"))
    await house.play(await house.start("vinci, archived", "vinci", "Ann", "Bob", "Cleo"))
    agreed = await house.start("vinci, finished", "vinci", "Cleo", "Ann", "Bob")
    await house.play(agreed, 150)
    await end(*agreed)
    await house.play(await house.start("wikinger, finished", "wikinger", "Dirk", "Ann", watch="nobody"))
    delayed = {"unit": "moves", "count": 3}
    await house.play(
        await house.start("wikinger, archived", "wikinger", "Ann", "Dirk", options=AUTOMATIC, delay=delayed)
    )


async def begin(house: House) -> None:
    """Games that go on: without clocks, with them, by days, by invitation, and from a position of another table."""
    await house.play(await house.start("glenmore, running", "glenmore", "Ann", "Bob", "Cleo"), 40)
    live = {"kind": "live", "game": 3600, "turn": 10}
    await house.play(await house.start("nereus, running", "nereus", "Bob", "Ann", pace=live), 60)
    days = {"kind": "days", "days": 2, "zone": "Europe/Berlin", "opens": 480, "closes": 1320, "vacation": 5}
    slow = await house.start("vinci, running", "vinci", "Ann", "Bob", "Cleo", pace=days)
    await house.play(slow, 100)
    await agree(slow, {"what": "pause"})
    await agree(slow, {"what": "resume"})
    for on in (True, False):
        await slow[2].do({"type": "rest", "on": on})
    await house.play(await house.start("wikinger, running", "wikinger", "Cleo", "Dirk", access="invited"), 60)
    await house.play(await house.start("wikinger advanced, running", "wikinger", "Dirk", "Bob", options=AUTOMATIC), 60)
    ann, bob = await house.join("Ann"), await house.join("Bob")
    await ann.enter(house.tables["glenmore, finished"])
    made = await ann.do({"type": "fork", "seq": 40, "seat": 0, "others": ["free", "former"]})
    house.tables["glenmore, going on from another"] = made["table"]
    for client in (ann, bob):
        await client.enter(made["table"])
    await bob.do({"type": "sit", "seat": 1})
    await ready([ann, bob])
    await house.play([ann, bob], 10, 1)
    await house.set_up("nereus, open", "nereus", "Cleo", "Bob", seats=3)


async def talk(house: House) -> None:
    """The relations between people."""
    ann, bob, dirk = [await house.join(name) for name in ("Ann", "Bob", "Dirk")]
    for client in (ann, bob, dirk):
        await client.enter(house.tables["glenmore, running"])
    await ann.say("players", "Well played so far!")
    await bob.say("players", "Thank you — ebenso.")
    await dirk.say("spectators", "Who will win?")
    await ann.ask({"t": "company"}, "following")
    await ann.ask({"t": "follow", "id": "follow-bob", "person": bob.person}, "following")
    await bob.ask({"t": "block", "person": dirk.person, "blocked": True}, "blocked")


def keep(redis: Redis) -> None:
    """Let nothing end by itself that somebody may look for, and take away what is of the moment."""
    for key in list(redis.scan_iter()):
        name = key.decode()
        if name.endswith(":until"):
            tables = cast("list[bytes]", redis.zrange(name, 0, -1))
            redis.zadd(name, {table.decode(): _FOR_EVER for table in tables})
        elif any(part in name for part in _PASSING):
            redis.delete(name)
        else:
            redis.persist(name)


def said(url: str, left: Left, label: str, room: str) -> Iterator[Said]:
    """What was said in a room, as somebody reads it who sits there, or only watches."""
    known = left.tables[label]
    reader = left.people["Dirk" if room == "spectators" else known.people[0]]

    async def read() -> dict[int, Message]:
        client = await Client.join(url, cookie=reader.cookie)
        try:
            await client.enter(known.table)
            await client.send({"t": "chat"})
            # A build that does not find it would say nothing, for ever.
            async with asyncio.timeout(PATIENCE):
                await client.until(lambda: bool(client.chat.get(room)))
        finally:
            await client.close()
        return client.chat[room]

    for number, line in sorted(asyncio.run(read()).items()):
        yield Said(label, room, number, line["person"], line["text"])


def make(name: str) -> None:
    """Let this build inhabit a folder, and pack it."""
    with tempfile.TemporaryDirectory() as somewhere:
        folder = Path(somewhere) / "data"
        # Notes which tables have ended, as a service does that archives them some time.
        with serving("--data-dir", folder, **{**CALM, "PARTIE_ARCHIVE_AFTER": "86400"}) as service:
            house = House(service.url)
            asyncio.run(inhabit(house))
        people = {person.id: person.name for person in house.people.values()}
        where = ("--data-dir", folder)
        run("archive", *(table for label, table in house.tables.items() if label.endswith("archived")), *where)
        token = run_json("tokens", "make", BOT, *where)["token"]
        run("moderators", "add", house.people["Ann"].id, *where)
        with Embedded(folder) as embedded, Redis(unix_socket_path=embedded.url.removeprefix("unix://")) as redis:
            left = Left(house.people, look(house.tables, people, embedded.url), token)
            keep(redis)
            redis.bgrewriteaof()
            until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"], "the file to be written anew")
        pack(folder, FOLDER / f"data-{name}.tar.gz")
        # Requests over HTTP come last, for they leave traces.
        with serving("--data-dir", folder, **CALM) as service:
            lines = [
                *said(service.url, left, "glenmore, running", "players"),
                *said(service.url, left, "glenmore, running", "spectators"),
            ]
            profiles = {name: profile(service.url, person) for name, person in left.people.items()}
    left = msgspec.structs.replace(left, said=tuple(lines), profiles=profiles)
    encoded = msgspec.json.format(msgspec.json.encode(left), indent=1)
    (FOLDER / f"data-{name}.json").write_bytes(encoded + b"\n")


def pack(folder: Path, file: Path) -> None:
    """The append-only files of a Redis that has stopped, and nothing of the machine that it ran on."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path in sorted(folder.glob("appendonly*")):
            tar.add(path, path.name, filter=_nobodys)
    file.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


if __name__ == "__main__":
    make(sys.argv[1])
