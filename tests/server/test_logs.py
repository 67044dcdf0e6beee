"""Structured logs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest
import structlog

from partie.config import LogFormat
from partie.logs import configure
from partie.registry import Registry


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Logging belongs to the whole process: put back what was there."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Own events and those of other libraries come out alike, with level, time and logger."""
    configure("json")
    structlog.get_logger("partie.live").warning("table_slow", table="abcd", seq=7)
    logging.getLogger("uvicorn.error").error("port %s is taken", 8000)
    own, other = map(json.loads, capsys.readouterr().err.splitlines())
    assert (own["event"], own["table"], own["seq"], own["level"]) == ("table_slow", "abcd", 7, "warning")
    assert (other["event"], other["logger"], other["level"]) == ("port 8000 is taken", "uvicorn.error", "error")
    assert own["timestamp"].endswith("Z")


def test_an_installed_game_that_is_broken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The registry works without structlog, and its event is like all others."""
    configure("json")
    Registry.load(installed=[EntryPoint("hop", "no_such_module:hop", "partie.engines")])
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["engine"], line["level"]) == ("engine_not_loaded", "no_such_module:hop", "error")
    assert line["exception"][0]["exc_type"] == "ModuleNotFoundError"


def test_an_exception_is_part_of_its_event(capsys: pytest.CaptureFixture[str]) -> None:
    """A failure's traceback stays in the one object."""
    configure("json")
    try:
        int("seat")
    except ValueError:
        structlog.get_logger("partie.live").exception("broken")
    line = json.loads(capsys.readouterr().err)
    assert line["exception"][0]["exc_type"] == "ValueError"


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_a_failure_does_not_tell_the_values_of_its_variables(
    log_format: LogFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    """They may be keys, addresses or links that sign somebody in."""
    configure(log_format)
    secret = "".join(("pass", "word"))
    try:
        int(secret[:0])
    except ValueError:
        structlog.get_logger("partie.live").exception("broken")
    shown = capsys.readouterr().err
    assert "ValueError" in shown
    assert secret not in shown


def test_the_console_shows_events_from_the_level_on(capsys: pytest.CaptureFixture[str]) -> None:
    """What is below the level is not shown."""
    configure("console", "warning")
    structlog.get_logger("partie.live").info("quiet")
    structlog.get_logger("partie.live").warning("loud")
    shown = capsys.readouterr().err
    assert "loud" in shown
    assert "quiet" not in shown
