"""Tables as files: exported for one viewer or whole, and proved."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from partie.bench.paper import Paper, write
from partie.cli._support.running import Running, noted
from partie.log import Log
from partie.redis.embedded import Embedded
from tests.engines.toys import toy
from tests.server.cli.inside import failure, run, run_json

TOY = ("--engines", "tests.engines.toys:toy")


async def _log(url: str, paper: Paper) -> None:
    log = Log(url)
    await write(log, paper)
    await log.aclose()


def played(url: str, table: str, moves: int = 1000) -> Paper:
    """A table of the toy game in the log, after so many random moves or to its end."""
    paper = Paper(toy, table, ["anna0000", "bert0000"], 3)
    paper.start("toy")
    for _ in range(moves):
        if not paper.move():
            break
    asyncio.run(_log(url, paper))
    return paper


@pytest.fixture
def finished(redis_server: str, tmp_path: Path) -> Path:
    """The exported log of a finished game."""
    played(redis_server, "finished")
    file = tmp_path / "finished.json"
    run("export", "finished", "--redis-url", redis_server, *TOY, "--output", file)
    return file


def test_a_finished_game_is_proved_by_its_log(finished: Path) -> None:
    """The log of a finished game proves every draw of it."""
    proof = run_json("verify", finished, *TOY)
    assert proof["ending"] == "finished"
    assert proof["draws"] > 0
    assert proof["table"] == "finished"


def test_a_log_that_was_touched_is_no_proof(finished: Path) -> None:
    """A changed event is found, and named by its number."""
    log = json.loads(finished.read_text())
    log["entries"][-1]["body"] = log["entries"][-2]["body"]
    finished.write_text(json.dumps(log))
    error = failure("verify", finished, *TOY)
    assert error.code == "not_fair"
    assert str(len(log["entries"])) in str(error)


@pytest.mark.parametrize("content", [b'{"partie": "record"}', b'{"partie": "\xff"}', b"[" * 9_000])
def test_something_else_is_no_log(tmp_path: Path, content: bytes) -> None:
    """A file that is no log is refused as such."""
    file = tmp_path / "other.json"
    file.write_bytes(content)
    assert failure("verify", file).code == "no_log"


def test_a_running_game_keeps_its_secrets(redis_server: str) -> None:
    """The log of a running game is given only to operators who ask for its secrets by name."""
    paper = played(redis_server, "running", moves=3)
    seed = paper.history.newest.seed.hex()
    where = ("--redis-url", redis_server, *TOY)
    assert failure("export", "running", *where).code == "running"
    whole = json.loads(run("export", "running", *where, "--with-secrets"))
    assert len(whole["entries"]) == paper.history.seq
    for viewer in ("0", "1", "spectator"):
        text = run("export", "running", *where, "--as", viewer)
        record = json.loads(text)
        assert record["viewer"] == viewer
        assert len(record["entries"]) == paper.history.seq
        assert seed not in text


def test_each_viewer_gets_its_own_record(redis_server: str) -> None:
    """Seats and spectators of a game with hands read different things."""
    played(redis_server, "running", moves=3)
    where = ("--redis-url", redis_server, *TOY)
    views = {run("export", "running", *where, "--as", viewer) for viewer in ("0", "1", "spectator")}
    assert len(views) == 3


@pytest.mark.parametrize("viewer", ["2", "-1", "host"])
def test_there_must_be_such_a_viewer(redis_server: str, viewer: str) -> None:
    """--as takes a seat of the table or spectator."""
    played(redis_server, "running", moves=1)
    error = failure("export", "running", "--redis-url", redis_server, *TOY, f"--as={viewer}")
    assert error.code == "viewer"
    assert "0 to 1" in str(error)


def test_a_file_that_cannot_be_written_is_named(redis_server: str, tmp_path: Path) -> None:
    """A folder that is not there is a sentence and no traceback."""
    played(redis_server, "finished")
    file = tmp_path / "nowhere" / "finished.json"
    failed = failure("export", "finished", "--redis-url", redis_server, *TOY, "-o", file)
    assert failed.code == "no_file"
    assert str(file) in str(failed)


def test_there_must_be_such_a_table(redis_server: str) -> None:
    """A table that nobody set up cannot be exported."""
    assert failure("export", "nothing", "--redis-url", redis_server).code == "unknown_table"


def test_the_redis_of_a_data_directory_is_found(tmp_path: Path) -> None:
    """A data directory can be read whether a service runs on it or not."""
    with Embedded(tmp_path) as embedded:
        played(embedded.url, "kept")
        with noted(tmp_path, Running(1, "http://127.0.0.1:8000", embedded.url)):
            used = run("export", "kept", "--data-dir", tmp_path, *TOY)
    idle = run("export", "kept", "--data-dir", tmp_path, *TOY)
    assert used == idle
    assert not (tmp_path / "service.json").exists()
