"""The service says, to everybody on every connection, what it said when the evenings were recorded."""

from __future__ import annotations

import os

import pytest

from tests.fixtures.service import StartNode
from tests.golden.wire import REWRITE, goldens
from tests.golden.wire.evening import Evening
from tests.golden.wire.evenings import EVENINGS


async def recorded(name: str, start_node: StartNode) -> goldens.Record:
    """Play an evening."""
    evening = Evening(name, start_node)
    with evening.chance.begin():
        await EVENINGS[name](evening)
        return goldens.as_stored(await evening.end())


@pytest.mark.parametrize("name", EVENINGS)
async def test_everybody_is_sent_what_was_recorded(name: str, start_node: StartNode) -> None:
    """Every message on every connection. ``python -m tests.golden.wire`` records anew, where that is meant."""
    record = await recorded(name, start_node)
    if os.environ.get(REWRITE):
        goldens.save(name, record)
    if first := goldens.difference(goldens.load(name), record):
        pytest.fail(f"evening {name}, {first}", pytrace=False)
