"""The operator's tools for tables: list, show, replay, import, archive and repair."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from redis import Redis

from partie.bench.paper import Paper, write
from partie.cli import replay
from partie.features.lobby.entries import Entries
from partie.features.lobby.listing import lobby_entry
from partie.features.moderation import journal
from partie.features.narration.messages import Language, Value
from partie.features.narration.narration import frame
from partie.isolation import loads
from partie.log import Log
from partie.log.entry import archive_key, log_key, snapshot_key
from partie.redis import store
from partie.redis.connect import Client, connect
from partie.redis.embedded import Embedded
from tests.engines.toys import toy
from tests.server.cli.inside import failure, run, run_json

TOY = ("--engines", "tests.engines.toys:toy")
T = TypeVar("T")


def around(key: str, /, language: Language = "en", **values: Value) -> str:
    """Return a message of the service."""
    text = frame(language).format(key, **values)
    assert text is not None, key
    return text


def played(url: str, table: str, moves: int = 1000) -> Paper:
    """A table of the toy game in the log, after so many random moves or to its end."""
    paper = Paper(toy, table, ["anna0000", "bert0000"], 3)
    paper.start("toy")
    for _ in range(moves):
        if not paper.move():
            break

    async def log() -> None:
        log = Log(url)
        await write(log, paper)
        await log.aclose()

    asyncio.run(log())
    return paper


def forked(url: str, moves: int = 1000) -> Paper:
    """A table ``fork`` in the log that goes on from the middle of one that is not there, played as far."""
    origin = Paper(toy, "origin", ["anna0000", "bert0000"], 3)
    origin.start("toy")
    while origin.move():
        pass
    paper = origin.fork("fork", 12)
    for _ in range(moves):
        if not paper.move():
            break
    asyncio.run(_write(url, paper))
    return paper


def asked(url: str, work: Callable[[Client], Awaitable[T]]) -> T:
    """What a client of the Redis behind a URL is answered."""

    async def ask() -> T:
        redis = connect(url)
        try:
            return await work(redis)
        finally:
            await store.close(redis)

    return asyncio.run(ask())


@pytest.fixture
def redis(redis_server: str) -> Any:
    """A plain client of the same Redis."""
    with Redis(unix_socket_path=redis_server.removeprefix("unix://")) as client:
        yield client


@pytest.fixture
def where(redis_server: str) -> tuple[str, ...]:
    """The options that name the Redis and the toy game."""
    return ("--redis-url", redis_server, *TOY)


# --- list and show ----------------------------------------------------------------------------------------------------


def test_all_tables_are_listed_with_game_phase_and_seats(any_redis: str) -> None:
    """Running, finished, archived, damaged and deleted ones, on a cluster too; and by phase or game alone."""
    here = ("--redis-url", any_redis, *TOY)
    played(any_redis, "running", 3)
    played(any_redis, "finished")
    played(any_redis, "archived")
    run("archive", "archived", *here)
    asked(any_redis, lambda redis: redis.xadd(log_key("spoilt"), {"what": "ever"}))
    bury(any_redis, "gone")
    listed = {one["table"]: one for one in run_json("list", *here)}
    assert {table: one["phase"] for table, one in listed.items()} == {
        "running": "running",
        "finished": "ended",
        "archived": "ended",
        "spoilt": "broken",
        "gone": "deleted",
    }
    assert [table for table, one in listed.items() if one["archived"]] == ["archived"]
    assert [seat["person"] for seat in listed["running"]["seats"]] == ["anna0000", "bert0000"]
    assert "partie repair spoilt" in listed["spoilt"]["problem"]
    assert {one["table"] for one in run_json("list", *here, "--phase", "ended")} == {"finished", "archived"}
    assert run_json("list", *here, "--game", "glenmore") == []
    said = run("list", *here)
    assert "5 of 5 tables" in said
    assert "ended, archived" in said


def test_the_log_of_moderation_that_an_earlier_version_wrote_is_no_table(any_redis: str) -> None:
    """It is neither listed nor read nor cut, on a cluster too, and all acts stay in it."""
    here = ("--redis-url", any_redis, *TOY)
    act = {"at": "7", "kind": "mute", "target": "dan-1", "by": "", "why": "", "until": "0"}
    asked(any_redis, lambda redis: redis.xadd(journal.OLD_KEY, act))  # type: ignore[arg-type]
    assert failure("repair", "moderation", "--cut", *here).code == "unknown_table"
    assert run_json("list", *here) == []
    assert run_json("profiles", "rebuild", *here) == {"tables": 0, "unreadable": []}
    assert [act["target"] for act in run_json("moderate", "log", "--redis-url", any_redis)] == ["dan-1"]


def bury(url: str, table: str) -> None:
    async def work() -> None:
        log = Log(url)
        await log.bury(table)
        await log.aclose()

    asyncio.run(work())


def test_what_the_lobby_knows_is_listed_without_folding(redis_server: str, where: tuple[str, ...]) -> None:
    """Names are the present ones; an entry that is older than the log counts for nothing."""
    paper = played(redis_server, "running", 3)
    entry = lobby_entry(paper.history.newest, frozenset(), 0)
    asked(redis_server, lambda redis: Entries(redis).put(entry))
    asked(redis_server, lambda redis: redis.hset("partie:person:{anna0000}", mapping={"name": "Anna"}))
    (listed,) = run_json("list", *where)
    assert [seat["name"] for seat in listed["seats"]] == ["Anna", ""]
    assert (listed["phase"], listed["events"]) == ("running", paper.history.seq)


def test_one_table_is_shown_and_none_of_its_secrets(redis_server: str, where: tuple[str, ...]) -> None:
    """The people there, the seats to act, the size; neither seed nor hands."""
    paper = played(redis_server, "running", 3)
    newest = paper.history.newest
    shown = run_json("show", "running", *where)
    assert (shown["game"], shown["phase"], shown["events"], shown["moves"]) == ("toy", "running", newest.seq, 3)
    assert shown["told"].startswith(tuple(around("seat.number", number=number) for number in (1, 2)))
    assert shown["pending"] == sorted(paper.history.pending(newest))
    assert shown["bytes"] > 1000
    assert shown["snapshot"]
    said = run("show", "running", *where)
    for text in (json.dumps(shown), said):
        assert newest.seed.hex() not in text
        assert not any(card in text for player in newest.state.players for card in player.hand)
    assert "anna0000" in said


@pytest.mark.parametrize("command", ["show", "replay", "export", "verify", "archive", "repair"])
def test_there_must_be_such_a_table(command: str, where: tuple[str, ...]) -> None:
    """Every tool says so in the same words."""
    failed = failure(command, "nothing", *where)
    assert failed.code == "unknown_table"
    assert "partie list" in str(failed)


@pytest.mark.parametrize("command", [("list",), ("show", "x"), ("keys", "rotate"), ("nodes",), ("repair", "x")])
def test_there_must_be_a_redis(command: tuple[str, ...]) -> None:
    """Without one the address is named, and no password."""
    failed = failure(*command, "--redis-url", "redis://ann:secret@127.0.0.1:1/0")
    assert failed.code == "redis"
    assert "127.0.0.1:1" in str(failed)
    assert "secret" not in str(failed)


# --- replay and verify ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["replay", "show", "verify", "export", "advise"])
def test_a_game_that_is_not_installed_is_named(
    redis_server: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of a newer version or an unfair game; naming its engine in the environment is enough."""
    played(redis_server, "finished")
    failed = failure(command, "finished", "--redis-url", redis_server)
    assert failed.code == "not_installed"
    assert "'toy'" in str(failed)
    assert "PARTIE_ENGINES" in str(failed)
    assert [one["phase"] for one in run_json("list", "--redis-url", redis_server)] == ["newer"]
    monkeypatch.setenv("PARTIE_ENGINES", TOY[1])
    assert [one["phase"] for one in run_json("list", "--redis-url", redis_server)] == ["ended"]
    if command != "advise":
        assert run(command, "finished", "--redis-url", redis_server)


def test_a_game_is_replayed_event_by_event(redis_server: str, where: tuple[str, ...], tmp_path: Path) -> None:
    """From the running Redis and from a file alike, up to an event, with the view after it."""
    paper = played(redis_server, "finished")
    file = tmp_path / "finished.json"
    run("export", "finished", *where, "--output", file)
    whole = run("replay", "finished", *where)
    assert len(whole.splitlines()) == paper.history.seq
    assert run("replay", file, *TOY) == whole
    part = run("replay", "finished", *where, "--from", "3", "--to", "6")
    assert part.splitlines() == whole.splitlines()[2:6]
    told = run_json("replay", "finished", *where, "--to", "6", "--as", "1")
    assert [entry["seq"] for entry in told["entries"]] == [1, 2, 3, 4, 5, 6]
    assert told["view"]["table"]["phase"] == "running"
    assert failure("replay", "finished", *where, "--from", "9999").code == "event"
    assert run_json("verify", "finished", *where)["table"] == "finished"


def test_a_game_is_told_in_sentences_with_the_names_of_its_people(redis_server: str, where: tuple[str, ...]) -> None:
    """In English or German; from a file, which holds no names, by seats."""
    played(redis_server, "told", 1)

    async def named(redis: Client) -> None:
        await redis.hset(store.person_key("anna0000"), "name", "Ann")

    asked(redis_server, named)
    english = run("replay", "told", *where).splitlines()
    assert english[0].endswith(" " + around("history.created", person="Ann", seats=2))
    second = around("seat.number", number=2)
    assert english[2].endswith(" " + around("history.sat", person=second))
    german = run("replay", "told", *where, "--language", "de", "--from", "6").splitlines()
    assert german[0].endswith(" Ann wählt eine Karte.")


def test_a_running_game_is_followed_to_its_end(
    redis_server: str, where: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later events are printed as if they had been there before."""
    paper = played(redis_server, "followed", 3)
    begun = paper.history.seq
    monkeypatch.setattr(replay, "FOLLOW_SECONDS", 0.01)
    while paper.move():
        pass
    with ThreadPoolExecutor(1) as threads:
        following = threads.submit(run, "replay", "followed", *where, "--follow")
        append(redis_server, paper, begun)
        told = following.result()
    assert told == run("replay", "followed", *where)
    assert len(told.splitlines()) == paper.history.seq
    assert failure("replay", "followed", *where, "--follow", "--json").code == "follow"


def append(url: str, paper: Paper, after: int) -> None:
    """Write what happened after an event."""

    async def log() -> None:
        log = Log(url)
        for entry in paper.entries[after:]:
            await log.append(paper.table, entry)
        await log.aclose()

    asyncio.run(log())


def test_a_bot_tells_what_it_would_do_and_what_for(redis_server: str, where: tuple[str, ...]) -> None:
    """In one line for people, the same in JSON: the move, the score it expects, and the next best move."""
    played(redis_server, "advised", 3)
    told = run_json("advise", "advised", *where, "--level", "careful")
    assert told["points"][0] <= told["points"][1]
    assert told["move"] != told["other"]
    said = run("advise", "advised", *where, "--level", "careful")
    assert re.fullmatch(r"Seat \d: [a-z]+.*, expects a score of \d+ to \d+; next best: [a-z]+.*\.\n", said)
    assert failure("advise", "advised", *where, "--seat", "7").code == "seat"
    assert failure("advise", "advised", *where, "--level", "clever").code == "level"


def test_a_damaged_log_is_replayed_up_to_the_damage(redis: Any, redis_server: str, where: tuple[str, ...]) -> None:
    """What can be read is shown, and then what is wrong, where, and what to do."""
    damage(redis, played(redis_server, "running", 6), 9)
    failed = failure("replay", "running", *where)
    assert failed.code == "unreadable"
    assert "event 9" in str(failed)
    assert "partie repair running --dry-run" in str(failed)
    assert len(run("replay", "running", *where, "--to", "8").splitlines()) == 8


def damage(redis: Any, paper: Paper, seq: int) -> None:
    """Make an event of a log what no event is, as an operator's slip or a bad disk would."""
    key = log_key(paper.table)
    kept = redis.xrange(key)
    redis.delete(key)
    for entry_id, fields in kept:
        redis.xadd(key, fields | ({b"b": b"\xc1"} if int(entry_id.split(b"-")[0]) == seq else {}), id=entry_id)


# --- import -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [4, 1000], ids=["running", "finished"])
def test_an_exported_table_comes_back_byte_for_byte(any_redis: str, tmp_path: Path, moves: int) -> None:
    """On an empty Redis it has the marks and times it had; a second import finds it there and does nothing."""
    here = ("--redis-url", any_redis, *TOY)
    paper = played(any_redis, "table", moves)
    file = tmp_path / "table.json"
    run("export", "table", *here, "--with-secrets", "--output", file)
    before = asked(any_redis, lambda redis: redis.xrange(log_key("table")))
    asked(any_redis, lambda redis: redis.delete(log_key("table"), snapshot_key("table")))
    done = run_json("import", file, *here)
    assert (done["table"], done["events"], done["appended"]) == ("table", paper.history.seq, paper.history.seq)
    assert asked(any_redis, lambda redis: redis.xrange(log_key("table"))) == before
    assert run_json("import", file, *here)["appended"] == 0
    listed = asked(any_redis, lambda redis: Entries(redis).all())
    assert [entry.seq for entry in listed] == [paper.history.seq]


def test_an_import_that_was_cut_short_is_taken_up_again(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """What is there already is a beginning of the file; the rest follows."""
    paper = played(redis_server, "table")
    file = tmp_path / "table.json"
    run("export", "table", *where, "--output", file)
    key, whole = log_key("table"), redis.xrange(log_key("table"))
    redis.delete(key)
    for entry_id, fields in whole[:5]:
        redis.xadd(key, fields, id=entry_id)
    assert run_json("import", file, *where)["appended"] == paper.history.seq - 5
    assert redis.xrange(key) == whole


def test_an_import_overwrites_nothing(redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path) -> None:
    """An id that another game has, or had, is refused; under a new one the game is there and is proved."""
    played(redis_server, "table")
    file = tmp_path / "table.json"
    run("export", "table", *where, "--output", file)
    redis.delete(log_key("table"))
    other = Paper(toy, "table", ["cleo0000", "dirk0000"], 4)
    other.start("toy")
    asyncio.run(_write(redis_server, other))
    before = redis.xrange(log_key("table"))
    failed = failure("import", file, *where)
    assert failed.code == "exists"
    assert "--new-id" in str(failed)
    assert redis.xrange(log_key("table")) == before
    bury(redis_server, "table")
    assert failure("import", file, *where).code == "exists"
    assert run_json("import", file, *where, "--new-id", "table-2")["table"] == "table-2"
    assert run_json("verify", "table-2", *where)["table"] == "table-2"
    assert failure("import", file, *where, "--new-id", "a b").code == "table"


async def _write(url: str, paper: Paper) -> None:
    log = Log(url)
    await write(log, paper, snapshot=False)
    await log.aclose()


# --- tables that go on from another one -------------------------------------------------------------------------------


def test_a_fork_is_exported_imported_and_proved_without_the_table_that_it_goes_on_from(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """Its log holds its own beginning: also under another id, and from the archive."""
    paper = forked(redis_server)
    file = tmp_path / "fork.json"
    run("export", "fork", *where, "--output", file)
    before = redis.xrange(log_key("fork"))
    redis.delete(log_key("fork"))
    assert run_json("import", file, *where)["appended"] == paper.history.seq
    assert redis.xrange(log_key("fork")) == before
    assert run_json("import", file, *where, "--new-id", "fork-2")["table"] == "fork-2"
    run("archive", "fork", *where)
    proofs = [run_json("verify", target, *where) for target in ("fork", "fork-2")]
    proofs.append(run_json("verify", file, *TOY))
    own = sum(event["kind"] == "moved" for event in run_json("replay", file, *TOY)["entries"])
    for proof in proofs:
        assert proof["ending"] == "finished"
        assert proof["moves"] > own > 0
    (entry,) = (one for one in asked(redis_server, lambda redis: Entries(redis).all()) if one.table == "fork")
    assert entry.origin == "origin"


def test_a_fork_is_replayed_from_its_own_first_event_on(redis_server: str, where: tuple[str, ...]) -> None:
    """In words, which say from which position it goes on, and with the view of any of its events."""
    paper = forked(redis_server, 3)
    told = run("replay", "fork", *where).splitlines()
    assert len(told) == paper.history.seq
    first = around("seat.number", number=1)
    assert told[0].endswith(around("history.forked", person=first, seats=2, to=12))
    german = run("replay", "fork", *where, "--language", "de").splitlines()
    first = around("seat.number", "de", number=1)
    assert german[0].endswith(around("history.forked", "de", person=first, seats=2, to=12))
    view = run_json("replay", "fork", *where, "--to", "5", "--as", "0")["view"]
    assert view["table"]["origin"] == {"table": "origin", "seq": 12}
    assert "game" in view
    assert run_json("show", "fork", *where)["moves"] == 3
    assert run_json("repair", "fork", *where)["found"] == []


def test_a_damaged_fork_is_repaired_like_any_table(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """Cut where it cannot be read; where that is its beginning, a backup takes its place."""
    paper = forked(redis_server, 6)
    backup = tmp_path / "fork.json"
    run("export", "fork", *where, "--with-secrets", "--output", backup)
    damage(redis, paper, 8)
    run("repair", "fork", *where, "--cut", "-o", tmp_path / "tail.json")
    assert run_json("show", "fork", *where)["events"] == 7
    damage(redis, paper, 1)
    assert failure("replay", "fork", *where).code == "unreadable"
    report = run_json("repair", "fork", *where)
    assert "partie import" in report["found"][0]["remedy"]
    run("repair", "fork", *where, "--cut", "-o", tmp_path / "whole.json")
    assert run_json("import", backup, *where)["appended"] == paper.history.seq


# --- archive ----------------------------------------------------------------------------------------------------------


def test_finished_games_are_archived_by_command(redis: Any, redis_server: str, where: tuple[str, ...]) -> None:
    """All of them or those named; they take up less, and export and proof are as before."""
    played(redis_server, "running", 3)
    played(redis_server, "finished")
    before = run("export", "finished", *where)
    done = run_json("archive", "--all", *where)
    assert (done["archived"], done["not_ended"], done["unreadable"]) == (["finished"], 1, [])
    assert done["after"] < done["before"]
    assert redis.exists(archive_key("finished"))
    assert run("export", "finished", *where) == before
    assert run_json("verify", "finished", *where)["ending"] == "finished"
    assert run_json("show", "finished", *where)["archived"]
    assert run_json("archive", "finished", *where)["archived_before"] == 1
    assert failure("archive", *where).code == "tables"


# --- repair -----------------------------------------------------------------------------------------------------------


def test_a_sound_table_is_left_alone(redis_server: str, where: tuple[str, ...], tmp_path: Path) -> None:
    """Nothing is found, nothing is changed, and no file is written."""
    played(redis_server, "running", 3)
    file = tmp_path / "raw.json"
    report = run_json("repair", "running", *where, "-o", file)
    assert (report["found"], report["repaired"]) == ([], False)
    assert not file.exists()


def test_a_log_is_cut_where_it_cannot_be_read_only_when_told_so(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """First nothing is changed; with --cut all that stood there is in a file, and the game can go on."""
    damage(redis, played(redis_server, "running", 6), 9)
    file = tmp_path / "raw.json"
    before = redis.xrange(log_key("running"))
    for caution in (("--dry-run", "--cut"), ()):
        report = run_json("repair", "running", *where, *caution, "-o", file)
        assert [finding["code"] for finding in report["found"]] == ["unreadable"]
        assert "event 9" in report["found"][0]["problem"]
        assert (report["repaired"], report["good"]) == (False, 8)
        assert redis.xrange(log_key("running")) == before
        assert not file.exists()
    report = run_json("repair", "running", *where, "--cut", "-o", file)
    assert report["repaired"]
    kept = json.loads(file.read_text())
    assert [entry["id"] for entry in kept["stream"]] == [entry_id.decode() for entry_id, _ in before]
    assert redis.xrange(log_key("running")) == before[:8]
    assert run_json("repair", "running", *where)["found"] == []
    assert run_json("show", "running", *where)["events"] == 8


def test_no_file_is_overwritten_by_a_repair(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """What stands there must be in safety first; if it cannot be written, nothing is changed."""
    played(redis_server, "running", 3)
    redis.xadd(log_key("running"), {"what": "ever"})
    before = redis.xrange(log_key("running"))
    file = tmp_path / "raw.json"
    file.write_text("precious")
    assert failure("repair", "running", "--cut", *where, "-o", file).code == "no_file"
    assert (file.read_text(), redis.xrange(log_key("running"))) == ("precious", before)


def test_a_cut_log_takes_the_next_event(redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path) -> None:
    """After the cut an append with the following number is taken, as if the rest had never been."""
    paper = played(redis_server, "running", 6)
    redis.xadd(log_key("running"), {"what": "ever"}, id=f"{paper.history.seq + 1}-0")
    redis.xadd(log_key("running"), {"what": "ever"}, id=f"{paper.history.seq + 9}-7")
    run("repair", "running", *where, "--cut", "-o", tmp_path / "raw.json")
    before = paper.history.seq
    paper.move()

    async def append() -> None:
        log = Log(redis_server)
        await log.append("running", paper.entries[-1])
        await log.aclose()

    asyncio.run(append())
    assert run_json("show", "running", *where)["events"] == before + 1


def test_a_damaged_archive_is_replaced_from_a_backup(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """It is taken away whole, kept in a file, and the id is free for the import."""
    played(redis_server, "finished")
    backup = tmp_path / "finished.json"
    run("export", "finished", *where, "-o", backup)
    run("archive", "finished", *where)
    redis.setrange(archive_key("finished"), 40, b"\x00" * 20)
    assert "repair" in str(failure("show", "finished", *where))
    report = run_json("repair", "finished", *where)
    assert "partie import" in report["found"][0]["remedy"]
    run("repair", "finished", *where, "--cut", "-o", tmp_path / "raw.json")
    assert json.loads((tmp_path / "raw.json").read_text())["archive"]
    run("import", backup, *where)
    assert run("export", "finished", *where) == backup.read_text()


def test_caches_are_put_right_without_losing_anything(
    redis: Any, redis_server: str, where: tuple[str, ...], tmp_path: Path
) -> None:
    """A snapshot of another log, a lobby that shows too much, and a table that was given up."""
    paper = played(redis_server, "running", 6)
    before = redis.xrange(log_key("running"))
    ahead = lobby_entry(paper.history.newest, frozenset(), 0)
    redis.set(snapshot_key("running"), b"nonsense")
    redis.zadd(loads.key("running"), {"one": 1, "another": 2, "a third": 3})
    for entry_id, _ in before[-2:]:
        redis.xdel(log_key("running"), entry_id)
    asked(redis_server, lambda redis: Entries(redis).put(ahead))
    report = run_json("repair", "running", *where, "-o", tmp_path / "raw.json")
    assert {finding["code"] for finding in report["found"]} == {"given_up", "snapshot", "lobby"}
    assert report["repaired"]
    assert redis.xrange(log_key("running")) == before[:-2]
    assert not redis.exists(snapshot_key("running"), loads.key("running"))
    (entry,) = asked(redis_server, lambda redis: Entries(redis).all())
    assert entry.seq == ahead.seq - 2
    assert run_json("repair", "running", *where)["found"] == []


def test_the_tools_find_the_redis_of_a_data_directory(tmp_path: Path) -> None:
    """Also when no service runs on it."""
    with Embedded(tmp_path) as embedded:
        played(embedded.url, "kept", 3)
    assert [one["table"] for one in run_json("list", "--data-dir", tmp_path, *TOY)] == ["kept"]
