"""What persons have played: written once however often, by any node that sees the end, and gone with the person."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from partie.people import games
from partie.people.games import played
from partie.people.people import People
from partie.people.records import Played, PlayedSeat
from partie.redis.connect import Client
from partie.table.clocks import deadline
from partie.table.commands import TimeOut
from partie.table.limits import ABSENT_MS
from partie.table.values import Live
from partie.wire import client_in
from tests.server.people.conftest import MakePeople
from tests.server.people.stored import everything
from tests.server.table.sitting import ANN, BOB, CID, TOYS, Sitting, nonce, running
from tests.server.table.toyplay import finish, in_turns, source

HERE = "192.0.2.7"


async def two(people: People) -> tuple[str, str]:
    """Two guests."""
    return (await people.sign_in("Ann", HERE))[0].person, (await people.sign_in("Bob", HERE))[0].person


def game(*persons: str, table: str = "table1", ended: int = 1000) -> Played:
    """A game that ended in the order of the persons."""
    seats = tuple(PlayedSeat(person, 10 - place, place) for place, person in enumerate(persons, 1))
    return Played(table, "toy", ended, 7, "ab12", open=True, seats=seats)


async def test_an_end_is_one_record_for_each_who_sat_there(make_people: MakePeople) -> None:
    """Two nodes may see it, one of them twice; bots have none. The newest comes first."""
    one, other = await make_people(), await make_people()
    ann, bob = await two(one)
    first, second = game(ann, bob, ""), game(bob, ann, table="table2", ended=2000)
    for node in (one, other, one):
        await node.games.put(first)
    await other.games.put(second)
    assert await one.games.of(ann) == await one.games.of(bob) == [second, first]


async def test_a_new_end_takes_the_place_of_one_that_the_log_lost(people: People) -> None:
    """And a table that has none any more is taken out."""
    ann, bob = await two(people)
    await people.games.put(game(ann, bob))
    other = replace(game(bob, ann), seq=5, mark="cd34")
    await people.games.put(other)
    assert await people.games.of(ann) == [other]
    await people.games.drop(other.table, other.game, [ann, bob])
    assert await people.games.of(ann) == []


async def test_of_many_games_the_newest_are_kept(
    people: People, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one that is written again is not kept either."""
    monkeypatch.setattr(games, "KEPT", 2)
    ann, _ = await two(people)
    one, two_, three = (game(ann, table=f"table{number}", ended=number) for number in (1, 2, 3))
    for each in (one, two_, three, one):
        await people.games.put(each)
    assert await people.games.of(ann) == [three, two_]
    assert await redis.hlen(f"partie:person:{{{ann}}}:games") == 2


async def test_games_end_with_their_person(people: People, redis: Client) -> None:
    """A guest's records have an end, an account's have none; of who was forgotten nothing is written."""
    ann, bob = await two(people)
    await people.games.put(game(ann, bob))
    assert await redis.ttl(f"partie:person:{{{ann}}}:games") > 0
    session = (await people.sign_in("Cleo", HERE))[0]
    await people.games.put(game(session.person))
    await people.accounts.become(session, "Cleo", "correct horse battery", HERE)
    assert await redis.ttl(f"partie:person:{{{session.person}}}:games") == -1
    await people.forget(ann)
    await people.forget(bob)
    await people.forget(session.person)
    await people.games.put(game(ann))
    left = await everything(redis)
    assert b":games" not in left
    assert b":played" not in left


def whose(sitting: Sitting) -> list[str]:
    """The owner of each seat, as the profiles record it."""
    game = played(sitting.table)
    assert game is not None
    return [seat.person for seat in game.seats]


@pytest.mark.parametrize("falls", ["lost", "bot", "free"])
def test_a_game_whose_time_ran_out_is_that_of_who_began_it(falls: str) -> None:
    """Lost, left to a bot or freed: it is in the person's profile, and behind all others if it was lost."""
    sitting, seat = in_turns(pace=Live(game=60, falls=falls))  # type: ignore[arg-type]
    assert sitting.table.clocks is not None
    sitting.now = deadline(sitting.table.clocks, seat) or 0
    sitting.must("service:", TimeOut(seat))
    if falls == "free":
        sitting.must(sitting.person(1 - seat), client_in.SeatBot(seat))
    finish(sitting)
    assert whose(sitting) == [ANN, BOB]
    game = played(sitting.table)
    assert game is not None
    assert falls != "lost" or game.seats[seat].place == 2


def test_who_lets_a_bot_play_on_has_played_and_a_bot_has_not() -> None:
    """Also when the bot makes the last move."""
    sitting = running(ANN, BOB)
    sitting.must(ANN, client_in.SeatBot(0))
    finish(sitting)
    assert whose(sitting) == [ANN, BOB]
    fork = Sitting(TOYS, "fork-1")
    running_at = [table.seq for table in sitting.tables if table.phase == "running"]
    fork.must(ANN, client_in.Fork(running_at[0], 0, ("free", "quick")), source=source(sitting, running_at[0]))
    fork.must(ANN, client_in.Ready(True, nonce(ANN)))
    finish(fork)
    assert whose(fork) == [ANN, ""]


def test_a_seat_that_was_taken_over_is_that_of_who_ends_the_game_in_it() -> None:
    """A person who began there and sits elsewhere by now has that seat, and no other."""
    sitting = running(ANN, BOB, CID)
    sitting.away = {BOB: ABSENT_MS, CID: ABSENT_MS}
    for seat in (1, 2):
        sitting.must(ANN, client_in.Propose("free_seat", seat=seat))
    sitting.must(BOB, client_in.Sit(2))
    sitting.must(ANN, client_in.SeatBot(1))
    finish(sitting)
    assert whose(sitting) == [ANN, "", BOB]


def test_what_goes_on_from_another_game_is_practice() -> None:
    """And is distinct from the game it continues."""
    sitting, _ = in_turns(ANN, BOB)
    seq = sitting.table.seq
    finish(sitting)
    fork = Sitting(TOYS, "fork-1")
    fork.must(ANN, client_in.Fork(seq, 0, ("free", "quick")), source=source(sitting, seq))
    fork.must(ANN, client_in.Ready(True, nonce(ANN)))
    finish(fork)
    found = [played(one.table) for one in (sitting, fork)]
    assert [one.practice for one in found if one is not None] == [False, True]


def test_a_record_says_what_the_scores_are_made_of() -> None:
    """Item by item, and the points of a seat add up to its score."""
    sitting = running(ANN, BOB)
    finish(sitting)
    game = played(sitting.table)
    assert game is not None
    assert sitting.table.result is not None
    assert game.items == tuple(dict.fromkeys(line.key for lines in sitting.table.result.parts for line in lines))
    assert game.items
    assert [sum(seat.points) for seat in game.seats] == [seat.score for seat in game.seats]


def test_a_record_says_for_whom_a_bot_finished_the_game() -> None:
    """Not for a person who took the seat back."""
    sitting = running(ANN, BOB)
    sitting.must(ANN, client_in.SeatBot(0, "careful"))
    finish(sitting)
    assert bots(sitting) == ["careful", ""]
    back, seat = in_turns(ANN, BOB)
    person = back.person(seat)
    back.must(person, client_in.SeatBot(seat))
    back.must_move(seat, back.legal(seat)[-1])
    back.must(person, client_in.Sit(seat))
    finish(back)
    assert bots(back) == ["", ""]


def test_a_seat_that_lost_by_time_has_lost_though_a_bot_plays_on() -> None:
    """The bot only keeps the game going for the others."""
    sitting, seat = in_turns(pace=Live(game=60, falls="lost"))
    assert sitting.table.clocks is not None
    sitting.now = deadline(sitting.table.clocks, seat) or 0
    sitting.must("service:", TimeOut(seat))
    finish(sitting)
    assert bots(sitting) == ["", ""]


def test_records_of_older_builds_can_be_read() -> None:
    """They kept neither items nor bots."""
    old = {
        "table": "t",
        "game": "toy",
        "ended": 1,
        "seq": 7,
        "mark": "ab",
        "open": True,
        "seats": [{"person": ANN, "score": 3, "place": 1}],
    }
    game = msgspec.convert(old, Played)
    assert (game.items, game.seats) == (None, (PlayedSeat(ANN, 3, 1),))


def bots(sitting: Sitting) -> list[str]:
    """The level of the bot that finished each seat's game, as the profiles record it."""
    game = played(sitting.table)
    assert game is not None
    return [seat.bot for seat in game.seats]


async def test_the_latest_games_of_a_game_are_those_that_everybody_may_watch(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With people in them, and none that went on from another one; the newest come first, and only so many are kept."""
    monkeypatch.setattr(games, "LATEST", 2)
    ann, bob = await two(people)
    one, two_, three = (game(ann, bob, "", table=f"table{number}", ended=number) for number in (1, 2, 3))
    for each in (one, three, two_, three):
        await people.games.put(each)
    for table, away in (("hidden", {"open": False}), ("practice", {"practice": True})):
        await people.games.put(replace(game(ann, table=table, ended=9), **away))
    await people.games.put(game("", "", table="bots", ended=9))
    assert await people.games.latest("toy") == [three, two_]
    assert await people.games.latest("other") == []


async def test_the_latest_games_stay_when_a_person_goes_and_go_with_their_end(people: People) -> None:
    """Like everybody else's record of the same game."""
    ann, bob = await two(people)
    ended = game(ann, bob)
    await people.games.put(ended)
    await people.forget(ann)
    assert await people.games.latest("toy") == [ended]
    await people.games.drop(ended.table, ended.game, [ann, bob])
    assert await people.games.latest("toy") == []
