"""The table from a message to its handler: nothing is served without a limit, and all that there is is served."""

from __future__ import annotations

from typing import Any, Final, get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from partie.config import Settings
from partie.gateway.connection import Connection, routes
from partie.gateway.limiter import Limit
from partie.gateway.routes import Routes, Who
from partie.wire import client_in
from partie.wiring import Install, Wiring, every_feature, no_feature
from tests.fixtures.service import TOY

INBOUND: Final[set[type[Struct]]] = set(get_args(client_in.Inbound))
DO: Final[set[type[Struct]]] = set(get_args(client_in.Do))

ELSEWHERE: Final = {client_in.Create, client_in.Fork, client_in.Learn, client_in.Rematch}
"""What is done at another table than the one that is named, if one is."""

CHEAP: Final = Limit(cost=1)

NOBODY: Final = "redis://127.0.0.1:1"
"""No Redis: a node that is not started asks nothing of it."""


def wired(features: Install) -> Routes[Connection]:
    """What a node serves."""
    return Wiring(Settings(redis_url=NOBODY, engines=(TOY,)), features).core.connections.routes


@pytest.fixture(scope="module")
def full() -> Routes[Connection]:
    """What a node with all features serves."""
    return wired(every_feature)


def sample(kind: type[Struct]) -> Any:
    """A message of a kind, whatever is in it: routes look at nothing but its type."""
    return kind(*[None] * len(fields(kind)))


def handle(_: Connection, __: client_in.Inbound) -> None:
    """Do nothing."""


async def handle_command(_: Connection, __: str, ___: client_in.Do, ____: str) -> None:
    """Do nothing."""


def test_a_message_without_a_limit_cannot_be_registered() -> None:
    """Neither when it runs nor, as the ignored error shows, by the type checker."""
    with pytest.raises(TypeError, match="limit"):
        Routes[Connection]().add(client_in.Exit, handle)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="limit"):
        Routes[Connection]().add_command(client_in.Rematch, handle_command)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="limit"):
        Routes[Connection]().limit_command(client_in.Move)  # type: ignore[call-arg]


def test_a_limit_has_a_cost() -> None:
    """Nothing is free."""
    with pytest.raises(TypeError, match="cost"):
        Limit()  # type: ignore[call-arg]


def test_every_message_and_every_command_has_a_limit_that_costs_something(full: Routes[Connection]) -> None:
    """On a node with all features; a command costs what its message does, and its own on top."""
    limits: dict[type, Limit] = {message: route.limit for message, route in full.served().items()} | full.commands()
    assert set(limits) == INBOUND | DO
    assert {kind.__name__ for kind, limit in limits.items() if limit.cost < 1} == set()


def test_what_is_served_cannot_be_served_by_somebody_else() -> None:
    """Two features that want the same message are a mistake that shows as a node is built."""
    found: Routes[Connection] = Routes()
    found.add(client_in.Exit, handle, limit=CHEAP)
    found.add_command(client_in.Rematch, handle_command, limit=CHEAP)
    with pytest.raises(ValueError, match="Exit is served already"):
        found.add(client_in.Exit, handle, limit=CHEAP)
    with pytest.raises(ValueError, match="Rematch is served already"):
        found.add_command(client_in.Rematch, handle_command, limit=CHEAP)
    with pytest.raises(ValueError, match="Rematch is served already"):
        found.limit_command(client_in.Rematch, limit=CHEAP)


def test_whoever_says_nothing_serves_people_and_bots() -> None:
    """A bot is a client like any other."""
    found: Routes[Connection] = Routes()
    found.add(client_in.Exit, handle, limit=CHEAP)
    route = found.of(client_in.Exit())
    assert route is not None
    assert (route.handle, route.limit, route.who) == (handle, CHEAP, Who.ANYBODY)
    assert found.of(client_in.Lobby()) is None


def test_what_is_served_can_be_read_but_not_changed(full: Routes[Connection]) -> None:
    """It is a copy."""
    full.served().clear()
    assert full.served()


def test_a_node_with_all_features_serves_every_message(full: Routes[Connection]) -> None:
    """Each by one row."""
    assert set(full.served()) == INBOUND
    for message, route in full.served().items():
        assert full.of(sample(message)) is route


def test_every_command_is_done_at_its_table_or_has_a_route(full: Routes[Connection]) -> None:
    """Those that create a table at once name none."""
    routes = {do: full.of_command(sample(do)) for do in DO}
    assert {do for do, route in routes.items() if route is not None} == ELSEWHERE
    assert {do for do, route in routes.items() if route is not None and route.begins} == {
        client_in.Create,
        client_in.Learn,
    }


def test_a_node_without_features_serves_what_a_game_needs() -> None:
    """Coming, going, doing and asking; and tables are made and forked."""
    bare = wired(no_feature)
    assert set(bare.served()) == {
        client_in.Hello,
        client_in.Enter,
        client_in.Exit,
        client_in.PageVisibility,
        client_in.Command,
        client_in.GetOffers,
        client_in.GetForecast,
        client_in.GetHistory,
        client_in.GetPast,
    }
    assert bare.of_command(sample(client_in.Create)) is not None
    assert bare.of_command(sample(client_in.Fork)) is not None
    assert bare.of_command(client_in.Rematch()) is None


def test_connections_by_themselves_serve_nothing_that_needs_a_way_in() -> None:
    """Entering is the entrance's."""
    assert client_in.Enter not in routes().served()


def test_bots_are_turned_down_where_people_meet(full: Routes[Connection]) -> None:
    """They report nobody, invite nobody, follow nobody and join no matchmaking."""
    people = {message for message, route in full.served().items() if route.who is Who.PEOPLE}
    assert people == {client_in.Report, client_in.Invite, client_in.Follow, client_in.Search}


def test_what_costs_redis_a_write_or_a_search_is_limited_like_commands(full: Routes[Connection]) -> None:
    """The rest is answered from memory, or has an allowance of its own."""
    limited = {message for message, route in full.served().items() if route.limit.command}
    assert limited == {
        client_in.Command,
        client_in.Say,
        client_in.Report,
        client_in.GetBlocked,
        client_in.WatchFriends,
        client_in.Invite,
        client_in.Decline,
        client_in.Follow,
        client_in.Search,
    }
