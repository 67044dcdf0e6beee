"""The secrets of the service in a file of their own."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from pathlib import Path

import pytest

from partie.people.keys import BadKeysFile, Keys, move_out
from partie.redis.connect import Client


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for the secrets."""
    return tmp_path / "keys"


def content(file: Path) -> bytes:
    """What is in the file."""
    return file.read_bytes()


def damage(file: Path, text: str) -> None:
    """Write something else into the file."""
    file.write_text(text)


async def test_new_secrets_are_in_the_file_alone(redis: Client, file: Path) -> None:
    """Only its owner can read it, and all nodes and restarts read the same."""
    one, other = Keys(redis, str(file)), Keys(redis, str(file))
    await asyncio.gather(one.load(), other.load())
    assert {name: stat.S_IMODE(os.stat(file).st_mode) for name in os.listdir(file.parent)} == {"keys": 0o600}
    assert await redis.exists("partie:keys") == 0
    again = Keys(redis, str(file))
    await again.load()
    assert await again.unsign(one.sign("value")) == await again.unsign(other.sign("value")) == "value"
    assert one.table_id("ann", "1") == again.table_id("ann", "1")
    assert one.pairs == again.pairs


async def test_secrets_move_from_redis_to_the_file_once(redis: Client, file: Path) -> None:
    """What they signed stays good; a second move finds nothing to do."""
    before = Keys(redis)
    await before.load()
    await before.rotate_push()
    signed, table = before.sign("value"), before.table_id("ann", "1")
    assert await move_out(redis, str(file))
    assert await redis.exists("partie:keys") == 0
    kept = content(file)
    assert not await move_out(redis, str(file))
    assert content(file) == kept
    after = Keys(redis, str(file))
    await after.load()
    assert await after.unsign(signed) == "value"
    assert (after.table_id("ann", "1"), after.pairs) == (table, before.pairs)


async def test_a_move_that_was_interrupted_ends(redis: Client, file: Path) -> None:
    """The file is written before Redis forgets, so that nothing is lost in between."""
    before = Keys(redis)
    await before.load()
    await Keys(redis, str(file)).load()
    assert await move_out(redis, str(file))
    after = Keys(redis, str(file))
    await after.load()
    assert await after.unsign(before.sign("value")) == "value"
    assert await redis.exists("partie:keys") == 0


async def test_a_rotation_changes_the_file(redis: Client, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key before stays good, and another node learns the new one."""
    one, other = Keys(redis, str(file)), Keys(redis, str(file))
    await one.load()
    await other.load()
    signed = one.sign("value")
    await one.rotate()
    assert await one.unsign(signed) == "value"
    monkeypatch.setattr("partie.people.keys.RELOAD_SECONDS", -1.0)
    assert await other.unsign(one.sign("value")) == "value"
    await one.rotate()
    assert await one.unsign(signed) is None
    assert set(json.loads(content(file))) == {"previous", "signing", "tables", "push"}


async def test_a_file_that_cannot_be_used_is_named(redis: Client, file: Path) -> None:
    """And never replaced: its secrets may be restored."""
    damage(file, "[]")
    with pytest.raises(BadKeysFile, match="restore it from a backup"):
        await Keys(redis, str(file)).load()
    assert content(file) == b"[]"
    with pytest.raises(BadKeysFile, match="cannot use the keys file"):
        await Keys(redis, str(file / "keys")).load()


async def test_a_running_node_goes_on_without_its_file(
    redis: Client, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows its secrets, and nobody is signed out."""
    keys = Keys(redis, str(file))
    await keys.load()
    signed = keys.sign("value")
    os.unlink(file)
    monkeypatch.setattr("partie.people.keys.RELOAD_SECONDS", -1.0)
    assert await keys.unsign("made up") is None
    assert await keys.unsign(signed) == "value"
