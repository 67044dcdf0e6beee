"""`partie serve` as an operator meets it: start, stop, kill, and what it says."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import stat
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from partie.client.client import Client
from partie.config import Settings
from partie.people.people import People
from partie.people.sessions import COOKIE
from partie.redis import store
from partie.redis.connect import connect
from partie.redis.embedded import Embedded
from tests.fixtures.ports import free_port
from tests.fixtures.redis import OwnRedis, until
from tests.server.cli import inside
from tests.server.cli.script import PARTIE, PATIENCE, Service, answers, failure, run, serving

TOY = ("--engines", "tests.engines.toys:toy")


def is_gone(process: psutil.Process) -> bool:
    """Whether the process has ended, reaped or not."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def nodes_of(service: Service) -> list[psutil.Process]:
    """The nodes of a service that has several.

    A process that a node starts looks like the node for a moment, so only the service's own children count.
    """
    started = psutil.Process(service.process.pid).children()
    return [each for each in started if not is_gone(each) and "spawn_main" in " ".join(each.cmdline())]


def wait_gone(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those of the processes that still live when patience ends."""
    end = time.monotonic() + PATIENCE
    while (left := [process for process in processes if not is_gone(process)]) and time.monotonic() < end:
        psutil.wait_procs(left, timeout=0.1)
    return left


@pytest.mark.parametrize(("workers", "number"), [(1, signal.SIGINT), (2, signal.SIGTERM)])
def test_a_signal_stops_everything(tmp_path: Path, workers: int, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM end the nodes and the Redis, give the folder free, and are no failure."""
    with serving("--data-dir", tmp_path, "--workers", str(workers)) as service:
        assert answers(service.url)
        family = service.family()
        assert any(process.name() in ("valkey-server", "redis-server") for process in family)
        service.process.send_signal(number)
        assert service.process.wait(PATIENCE) == 0
        assert wait_gone(family) == []
    assert not (tmp_path / "service.json").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_hard_kill_leaves_no_orphan(tmp_path: Path, workers: int) -> None:
    """When the service is killed its nodes and its Redis end by themselves, and it can be started again."""
    with serving("--data-dir", tmp_path, "--workers", str(workers)) as service:
        family = service.family()
        service.process.kill()
        assert wait_gone(family) == []
    with serving("--data-dir", tmp_path) as service:
        assert answers(service.url)


def test_a_worker_that_dies_is_started_again(tmp_path: Path) -> None:
    """The service goes on when one of its nodes is killed, and soon has as many as before."""
    with serving("--data-dir", tmp_path, "--workers", "2") as service:
        nodes = nodes_of(service)
        assert len(nodes) == 2
        nodes[0].kill()
        assert answers(service.url)
        assert wait_gone(nodes[:1]) == []
        until(lambda: len(nodes_of(service)) == 2, "another node in its place")
        assert nodes[0] not in nodes_of(service)


def test_one_folder_takes_one_service(tmp_path: Path) -> None:
    """A second service on the same data directory reads who is there."""
    with serving("--data-dir", tmp_path) as service:
        error = failure("serve", "--port", "0", "--data-dir", tmp_path)
        assert error["code"] == "in_use"
        assert str(service.process.pid) in error["message"]


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """A port in use is a sentence and no traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        error = failure("serve", "--port", str(port), "--data-dir", tmp_path)
    assert error["code"] == "address"
    assert str(port) in error["message"]


def test_a_given_redis_is_used_and_its_promises_told(own_redis: OwnRedis, tmp_path: Path) -> None:
    """With a URL no built-in Redis is started, and what the given one promises is said at the start."""
    with serving("--redis-url", own_redis.url, "--data-dir", tmp_path / "unused") as service:
        assert answers(service.url)
        assert service.started["fsync"] == "always"
        assert service.started["not_guaranteed"] == []
    assert not (tmp_path / "unused").exists()


def test_a_redis_that_does_not_answer_is_said(tmp_path: Path) -> None:
    """It ends the start with a code and a sentence."""
    error = failure("serve", "--port", "0", "--data-dir", tmp_path, "--redis-url", "redis://127.0.0.1:1/0")
    assert error["code"] == "redis"
    assert "does not answer" in error["message"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--redis-url", "http://127.0.0.1"), "bad_setting", "--redis-url"),
        (("--workers", "0"), "bad_setting", "--workers"),
        (("--engines", "nowhere:nothing"), "bad_engine", "nowhere"),
    ],
)
def test_what_cannot_be_served_is_said(tmp_path: Path, arguments: tuple[str, ...], code: str, words: str) -> None:
    """Settings that cannot work end the start with a code and a sentence, before anything is started."""
    error = inside.failure("serve", "--port", "0", "--data-dir", tmp_path, *arguments)
    assert error.code == code
    assert words in str(error)


def test_the_environment_sets_what_flags_do_not(tmp_path: Path) -> None:
    """Settings come from PARTIE_ variables, and a flag goes before them."""
    with serving(PARTIE_DATA_DIR=str(tmp_path / "from-environment"), PARTIE_PORT="1") as service:
        assert (tmp_path / "from-environment" / "service.json").exists()
        assert not service.url.endswith(":1")


def test_the_address_is_printed_for_people(tmp_path: Path) -> None:
    """Without --json the address, the way to let others in and the folder are said in words."""
    process = subprocess.Popen(
        [PARTIE, "serve", "--port", "0", "--data-dir", tmp_path], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if "Ctrl-C" in line:
            break
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    process.stdout.close()
    text = "".join(said)
    assert "http://127.0.0.1:" in text
    assert "--host 0.0.0.0" in text
    assert str(tmp_path) in text


async def play_against_a_bot(url: str) -> None:
    """A game of the toy against a quick bot, up to the bot's first move."""
    client = await Client.join(url, "Ann")
    table = await client.create("toy", 2)
    await client.enter(table)
    await client.do({"type": "sit", "seat": 0})
    await client.do({"type": "seat_bot", "seat": 1})
    await client.ready()
    while not any(entry["kind"] == "moved" and entry["seat"] == 1 for entry in client.entries.values()):
        turn = await client.my_turn() if client.turn is not None and client.turn["must"] else None
        if turn is not None:
            await client.move(turn["legal"][0])
        else:
            known = len(client.entries)
            await client.until(lambda known=known: len(client.entries) > known)  # type: ignore[misc]
    await client.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_the_bots_process_goes_with_the_service(tmp_path: Path, workers: int) -> None:
    """The process that bots think in ends with a service that is killed."""
    with serving("--data-dir", tmp_path, "--workers", str(workers), *TOY, PARTIE_BOT_PAUSE="0,0") as service:
        asyncio.run(play_against_a_bot(service.url))
        family = service.family()
        service.process.kill()
        assert wait_gone(family) == []


def test_ctrl_c_in_a_terminal_ends_quietly(tmp_path: Path) -> None:
    """A terminal sends its SIGINT to every process of the service; that is no failure of any of them."""
    with serving("--data-dir", tmp_path, "--workers", "2", *TOY, PARTIE_BOT_PAUSE="0,0") as service:
        asyncio.run(play_against_a_bot(service.url))
        family = service.family()
        for process in family:
            if process.is_running() and os.getpgid(process.pid) == os.getpgid(service.process.pid):
                process.send_signal(signal.SIGINT)
        assert service.process.wait(PATIENCE) == 0
        assert wait_gone(family) == []
        assert "Traceback" not in service.errors(), service.errors()


def test_a_variable_that_is_no_setting_is_named_beside_the_json_of_the_start(tmp_path: Path) -> None:
    """A slip of the pen in the environment is reported on standard error, where no program reads it as an answer."""
    with serving("--data-dir", tmp_path, PARTIE_PROT="8000") as service:
        assert answers(service.url)
        assert "Ignoring PARTIE_PROT: there is no such setting." in service.errors()


def test_a_data_directory_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    """With what to do, like any other wrong setting."""
    file = tmp_path / "data"
    file.touch()
    error = failure("serve", "--port", "0", "--data-dir", file)
    assert error["code"] == "data_dir"
    assert (
        error["message"] == f"cannot use the data directory {file}: it is a file, or in one; choose another --data-dir"
    )


def test_the_keys_of_an_old_folder_move_to_a_file(tmp_path: Path) -> None:
    """People keep their cookies, and neither Redis nor its files have the keys any more."""
    folder = tmp_path / "data"
    with Embedded(folder) as embedded:

        async def signed_in() -> tuple[bytes, str, str]:
            redis = connect(embedded.url)
            try:
                people = People(redis, Settings(redis_url=embedded.url))
                await people.start()
                session, cookie = await people.sign_in("Ann", "127.0.0.1")
                return store.text(await redis.hget("partie:keys", "signing")).encode(), session.person, cookie
            finally:
                await store.close(redis)

        secret, person, cookie = asyncio.run(signed_in())
    written = [path for path in folder.rglob("*.aof") if secret in path.read_bytes()]
    assert written
    with serving("--data-dir", folder) as service:

        async def person_there() -> str:
            client = await Client.join(service.url, cookie=f"{COOKIE}={cookie}")
            await client.close()
            return client.person

        assert asyncio.run(person_there()) == person
        end = time.monotonic() + PATIENCE
        while any(secret in path.read_bytes() for path in folder.rglob("*.aof")) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(secret in path.read_bytes() for path in folder.rglob("*.aof"))
        run("keys", "rotate", "--data-dir", folder)
    file = folder / "keys"
    assert secret in file.read_bytes()
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(folder.stat().st_mode)) == (0o600, 0o700)


@pytest.mark.parametrize("workers", [1, 2])
def test_metrics_are_served_at_an_address_of_their_own(tmp_path: Path, workers: int) -> None:
    """And nowhere else; there is nothing else at that address, and the token counts there too."""
    port = free_port()
    settings = {"PARTIE_METRICS_BIND": f"127.0.0.1:{port}", "PARTIE_METRICS_TOKEN": "a-token-of-the-monitoring"}
    shown = {"Authorization": "Bearer a-token-of-the-monitoring"}

    def status(url: str, **headers: str) -> int:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    with serving("--data-dir", tmp_path / "data", "--workers", str(workers), **settings) as service:
        there = f"http://127.0.0.1:{port}"
        assert status(f"{there}/metrics", **shown) == 200
        assert status(f"{there}/metrics") == 401
        assert status(f"{service.url}/metrics", **shown) == 404
        for path in ("/", "/healthz", "/api/games", "/ws"):
            assert status(f"{there}{path}") == 404
        assert answers(service.url)
