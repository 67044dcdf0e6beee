"""Commands of ``partie`` within the process of the tests, which takes milliseconds; ``script`` runs them for real."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from partie.cli._support.app import app
from partie.cli._support.output import CommandFailed


def run(*arguments: str | Path) -> str:
    """What a command prints that does its work."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def run_json(*arguments: str | Path) -> Any:
    """The JSON a command prints."""
    return json.loads(run(*arguments, "--json"))


def failure(*arguments: str | Path) -> CommandFailed:
    """Why a command fails."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert isinstance(done.exception, CommandFailed), done.output
    return done.exception
